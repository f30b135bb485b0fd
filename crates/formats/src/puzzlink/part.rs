//! What links hold: the parts of their data, and genres made of them.

/// One part of the data; what it holds becomes a picture of this name.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Four(&'static str),
    Sixteen(&'static str),
    Ten(&'static str),
    ThirtySix(&'static str),
    /// Clues at the corners, a row and a column more than there are cells.
    Corners(&'static str),
    Rooms(&'static str),
    /// A number for each room, written in its first cell.
    RoomNumbers(&'static str),
    /// Two kinds of circle, as these words.
    Circles(&'static str, [&'static str; 2]),
    /// Cells that are marked.
    Marks(&'static str, &'static str),
    /// Cells that are left out, in bits.
    Empty(&'static str),
    Arrows(&'static str),
    Castle(&'static str),
    /// Dots on the centres of cells, borders and corners.
    Stars(&'static str),
    Tapa(&'static str),
    Kakuro(&'static str),
    Triplace(&'static str),
    /// White even, black odd, and half of it the number.
    Balance(&'static str),
    /// Borders to count, and cells left out.
    Fivecells(&'static str, &'static str),
    /// Signs, as these words from 1 on.
    Signs(&'static str, &'static [&'static str]),
    /// Two kinds of dots between cells: `{white}` and `{black}` in the script.
    Dots,
    /// Above and left.
    Outside2(&'static str),
    Outside4(&'static str),
    /// Lists of numbers above and left.
    Nonogram(&'static str),
    /// Rooms around cells that are left out, and those cells, in bits or by the gaps between them.
    Walls(&'static str, &'static str, Marked),
    /// Lists of digits.
    Lists(&'static str),
    /// Parts of ships.
    Ships(&'static str),
    /// The lengths of the ships: `{fleet}` in the script.
    Fleet,
    /// Numbers and tips of pencils.
    Pencils(&'static str),
    /// Letters with numbers on all four sides.
    Lights(&'static str),
    /// Pieces of any shape, side by side.
    Pieces(&'static str),
    /// Where a path starts and ends; the marks S and G in the picture of what follows.
    Ends,
    /// Numbers, with those marks.
    WithEnds(&'static str),
    /// The number before a slash: `{n}` in the script.
    Number,
    /// Borders that are drawn, which may be missing: the pairs `{apart}` in the script.
    Apart,
    /// What follows may be missing.
    Optional,
    /// A slash before what follows.
    Slash,
}

/// How cells that are left out are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    Bits,
    Gaps,
}

/// What a hole is among the numbers of [`Part::Fivecells`].
pub const HOLE: u32 = 7;

impl Part {
    /// Whether it has a place in a drawing of penpa-edit.
    pub fn is_drawn(self) -> bool {
        !matches!(
            self,
            Part::Kakuro(_)
                | Part::Triplace(_)
                | Part::Signs(..)
                | Part::Lists(_)
                | Part::Ships(_)
                | Part::Fleet
                | Part::Lights(_)
                | Part::Pieces(_)
        )
    }

    /// The picture that it becomes.
    pub fn picture(self) -> Option<&'static str> {
        match self {
            Part::Four(name) | Part::Sixteen(name) | Part::Ten(name) | Part::ThirtySix(name) => Some(name),
            Part::Corners(name) | Part::Rooms(name) | Part::RoomNumbers(name) => Some(name),
            Part::Circles(name, _) | Part::Marks(name, _) | Part::Empty(name) => Some(name),
            Part::Arrows(name) | Part::Castle(name) | Part::Stars(name) | Part::Tapa(name) => Some(name),
            Part::Kakuro(name) | Part::Triplace(name) | Part::Balance(name) | Part::Fivecells(name, _) => Some(name),
            Part::Outside2(name) | Part::Outside4(name) | Part::Nonogram(name) => Some(name),
            Part::Walls(name, ..) | Part::Lists(name) | Part::Ships(name) | Part::WithEnds(name) => Some(name),
            Part::Pencils(name) | Part::Lights(name) | Part::Pieces(name) | Part::Signs(name, _) => Some(name),
            Part::Number | Part::Optional | Part::Fleet | Part::Ends | Part::Dots | Part::Apart | Part::Slash => None,
        }
    }
}

/// A kind of puzzle.
#[derive(Debug)]
pub struct Genre {
    pub name: &'static str,
    /// Other names in links.
    pub aliases: &'static [&'static str],
    /// As people call it.
    pub title: &'static str,
    pub parts: &'static [Part],
    /// `{size}`, `{w}`, `{h}`, `{n}`, `{room}` (the largest room), `{free}` (the largest number there can be) are replaced.
    pub script: &'static str,
}
