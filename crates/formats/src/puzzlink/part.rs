//! The parts of a link's data, and genres as lists of parts.

use super::cells::Cells;
use super::codec::Clue;
use super::own::{Own, Spot};

/// One part of the data. Its content becomes a picture with the name given here.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Clues in cells, in an encoding of their own.
    Cells(&'static str, &'static Cells),
    /// Clues at the points of a grid, one row and one column more than the cells of a link.
    Points(&'static str, &'static Cells),
    /// Numbers at the corners inside a grid, which has one row and one column more than the link.
    Inner(&'static str),
    /// Curves in a picture of borders of a grid of their own; borders between cells as `{apart}` in the script.
    Curves(&'static str),
    /// Several pictures, in an encoding of their own.
    Own(&'static Own),
    /// Clues on the centres of cells, borders and corners, in an encoding of their own.
    Halves(&'static str, &'static Cells),
    /// Numbers 0 to 4 in cells.
    Four(&'static str),
    /// Numbers in cells, in hex.
    Sixteen(&'static str),
    /// Numbers in cells, in decimal.
    Ten(&'static str),
    /// Numbers in cells, in base 36.
    ThirtySix(&'static str),
    /// Clues at the corners, one row and one column more than the cells.
    Corners(&'static str),
    /// Rooms, by their borders.
    Rooms(&'static str),
    /// A number for each room, written in its first cell.
    RoomNumbers(&'static str),
    /// The same with `g` for grey rooms, alone or after the number.
    RoomMarks(&'static str),
    /// Two kinds of circles, as these tokens.
    Circles(&'static str, [&'static str; 2]),
    /// Marked cells, as this token.
    Marks(&'static str, &'static str),
    /// Cells left out, as bits.
    Empty(&'static str),
    /// Numbers with directions in cells.
    Arrows(&'static str),
    /// Colours, with numbers and directions.
    Castle(&'static str),
    /// Dots on the centres of cells, borders and corners.
    Stars(&'static str),
    /// Lists of numbers in cells, as in Tapa.
    Tapa(&'static str),
    /// Pairs of sums in black cells.
    Kakuro(&'static str),
    /// Pairs of numbers in black cells, as in Tri-place.
    Triplace(&'static str),
    /// White circles for even and black circles for odd, with half of the number.
    Balance(&'static str),
    /// Border counts, and cells left out.
    Fivecells(&'static str, &'static str),
    /// Signs, as these tokens from 1 on.
    Signs(&'static str, &'static [&'static str]),
    /// Two kinds of dots between cells: `{white}` and `{black}` in the script.
    Dots,
    /// Clues above and to the left.
    Outside2(&'static str),
    /// Clues on all four sides.
    Outside4(&'static str),
    /// Lists of numbers above and to the left.
    Nonogram(&'static str),
    /// Rooms around cells that are left out, and those cells, as bits or as gaps.
    Walls(&'static str, &'static str, Marked),
    /// Lists of digits.
    Lists(&'static str),
    /// Ship parts.
    Ships(&'static str),
    /// The lengths of the ships: `{fleet}` in the script.
    Fleet,
    /// Numbers and tips of pencils.
    Pencils(&'static str),
    /// Letters with numbers on all four sides.
    Lights(&'static str),
    /// Pieces of any shape, side by side.
    Pieces(&'static str),
    /// The start and the end of a path, as marks S and G in the picture of the next part.
    Ends,
    /// Numbers, with those marks.
    WithEnds(&'static str),
    /// The number before a slash: `{n}` in the script.
    Number,
    /// Optional borders, as pairs: `{apart}` in the script.
    Apart,
    /// The following parts are optional.
    Optional,
    /// A slash before the next part.
    Slash,
}

/// The encoding of cells that are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marked {
    /// As bits.
    Bits,
    /// As the gaps between them.
    Gaps,
}

/// The number of a hole in [`Part::Fivecells`].
pub const HOLE: u32 = 7;

impl Part {
    /// Whether setters draw it in penpa-edit as texts and symbols, which can be read in some genres.
    pub fn is_text(self) -> bool {
        matches!(self, Part::Cells(..) | Part::Signs(..) | Part::Own(_))
    }

    /// Whether penpa-edit has a drawing for it.
    pub fn is_drawn(self) -> bool {
        !matches!(
            self,
            Part::Kakuro(_)
                | Part::Cells(..)
                | Part::Own(_)
                | Part::RoomMarks(_)
                | Part::Points(..)
                | Part::Inner(_)
                | Part::Curves(_)
                | Part::Halves(..)
                | Part::Triplace(_)
                | Part::Signs(..)
                | Part::Lists(_)
                | Part::Ships(_)
                | Part::Fleet
                | Part::Lights(_)
                | Part::Pieces(_)
        )
    }

    /// Whether the grid has one row and one column more than the link.
    pub fn is_on_larger_grid(self) -> bool {
        matches!(self, Part::Kakuro(_) | Part::Triplace(_) | Part::Points(..) | Part::Inner(_))
    }

    /// Whether it holds values of the cells.
    pub fn has_givens(self) -> bool {
        match self {
            Part::Own(own) => own.pictures.contains(&("givens", Spot::Cells)),
            part => part.picture() == Some("givens"),
        }
    }

    /// The token for a clue in the picture of this part.
    pub(super) fn token(self, clue: &Clue) -> String {
        match (self, clue) {
            // A black cell without a number differs from a clue with an unknown number.
            (Part::Four("black") | Part::Empty(_), Clue::Any) => "#".into(),
            (Part::Circles(_, words), Clue::Number(kind)) => words[*kind as usize - 1].into(),
            (Part::Stars(_), Clue::Number(kind)) => ["o", "b"][*kind as usize - 1].into(),
            (Part::Marks(_, word), Clue::Any) => word.into(),
            _ => clue.token(),
        }
    }

    /// The name of its picture.
    pub fn picture(self) -> Option<&'static str> {
        match self {
            Part::Cells(name, _)
            | Part::Points(name, _)
            | Part::Inner(name)
            | Part::Curves(name)
            | Part::Halves(name, _)
            | Part::Four(name)
            | Part::Sixteen(name)
            | Part::Ten(name)
            | Part::ThirtySix(name) => Some(name),
            Part::Corners(name) | Part::Rooms(name) | Part::RoomNumbers(name) | Part::RoomMarks(name) => Some(name),
            Part::Circles(name, _) | Part::Marks(name, _) | Part::Empty(name) => Some(name),
            Part::Arrows(name) | Part::Castle(name) | Part::Stars(name) | Part::Tapa(name) => Some(name),
            Part::Kakuro(name) | Part::Triplace(name) | Part::Balance(name) | Part::Fivecells(name, _) => Some(name),
            Part::Outside2(name) | Part::Outside4(name) | Part::Nonogram(name) => Some(name),
            Part::Walls(name, ..) | Part::Lists(name) | Part::Ships(name) | Part::WithEnds(name) => Some(name),
            Part::Pencils(name) | Part::Lights(name) | Part::Pieces(name) | Part::Signs(name, _) => Some(name),
            Part::Own(_) => None,
            Part::Number | Part::Optional | Part::Fleet | Part::Ends | Part::Dots | Part::Apart | Part::Slash => None,
        }
    }
}

/// A kind of puzzle.
#[derive(Debug)]
pub struct Genre {
    /// The name in links.
    pub name: &'static str,
    /// Other names in links.
    pub aliases: &'static [&'static str],
    /// The name for users.
    pub title: &'static str,
    /// The parts of a link's data, in order.
    pub parts: &'static [Part],
    /// Placeholders are `{size}`, `{w}`, `{h}`, `{n}`, `{room}` (size of the largest room), `{half}` and `{free}` (the largest
    /// possible number).
    pub script: &'static str,
}

impl Genre {
    /// Whether its fleet is a list of lengths, which holds straight ships only.
    pub(super) fn has_straight_fleet(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::Fleet))
    }

    /// The flag that each link of this genre is written with: in a Slalom numbers stand in black cells with their directions, in a
    /// Kramma there are no dots, in a Bonsan no rooms, in an Icelom the path visits all cells without ice.
    pub(super) fn fixed_flag(&self) -> Option<&'static str> {
        match self.name {
            "icelom" => Some("a"),
            "slalom" => Some("d"),
            "kramma" | "bonsan" => Some("c"),
            _ => None,
        }
    }

    /// Whether its drawn borders are the last part, which links leave out if there are none.
    pub(super) fn ends_with_borders(&self) -> bool {
        matches!(self.parts.last(), Some(Part::Apart))
    }

    /// Whether the letters of sets of pieces are those of genres with pieces of any shape, not those of battleships.
    pub(super) fn has_pieces_of_any_shape(&self) -> bool {
        self.name != "battleship"
    }
}
