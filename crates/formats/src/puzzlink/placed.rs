//! Parts with one clue for each place of one picture: where the places lie, and the encoding of the clues.

use super::codec::{Clue, Read, Reader};
use super::{Part, encode, signs, sums};

/// The places of the clues of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Places {
    /// The cells of the link.
    Cells,
    /// The cells of a grid with one row and one column more than the link.
    LargerGrid,
    /// The corners of the cells.
    Corners,
    /// The corners of a grid with one row and one column more than the link; those at its edge have no clue.
    Inner,
    /// The centres of cells, borders and corners.
    Halves,
}

impl Places {
    /// The rows and columns of places on a board of this size.
    pub(super) fn size(self, rows: usize, cols: usize) -> (usize, usize) {
        match self {
            Places::Cells => (rows, cols),
            Places::LargerGrid | Places::Corners => (rows + 1, cols + 1),
            Places::Inner => (rows + 2, cols + 2),
            Places::Halves => (2 * rows - 1, 2 * cols - 1),
        }
    }

    /// The words after the name of a picture with these places.
    pub(super) fn of_grid(self, grid: &str) -> String {
        match self {
            Places::Cells | Places::LargerGrid => String::new(),
            Places::Corners | Places::Inner => format!(" of corners {grid}"),
            Places::Halves => format!(" of cells and borders {grid}"),
        }
    }
}

impl Part {
    /// The places of its clues; `None` if it isn't one picture with a clue for each place.
    pub(super) fn places(self) -> Option<Places> {
        match self {
            Part::Cells(..) | Part::Four(_) | Part::Sixteen(_) | Part::Ten(_) | Part::ThirtySix(_) => {
                Some(Places::Cells)
            }
            Part::Circles(..) | Part::Marks(..) | Part::Empty(_) | Part::Arrows(_) | Part::Castle(_) => {
                Some(Places::Cells)
            }
            Part::Tapa(_) | Part::Balance(_) | Part::Fivecells(..) | Part::Signs(..) | Part::Lists(_) => {
                Some(Places::Cells)
            }
            Part::Ships(_) | Part::Pencils(_) | Part::WithEnds(_) => Some(Places::Cells),
            Part::Kakuro(_) | Part::Triplace(_) | Part::Points(..) => Some(Places::LargerGrid),
            Part::Corners(_) => Some(Places::Corners),
            Part::Inner(_) => Some(Places::Inner),
            Part::Stars(_) | Part::Halves(..) => Some(Places::Halves),
            Part::Rooms(_) | Part::RoomNumbers(_) | Part::RoomMarks(_) | Part::Walls(..) | Part::Own(_) => None,
            Part::Outside2(_) | Part::Outside4(_) | Part::Nonogram(_) | Part::Lights(_) => None,
            Part::Curves(_) | Part::Pieces(_) | Part::Fleet | Part::Dots | Part::Ends | Part::Number => None,
            Part::Apart | Part::Optional | Part::Slash => None,
        }
    }
}

/// Kinds as clues; 0 is no clue.
pub(super) fn of_kinds(kinds: &[u32]) -> Vec<Clue> {
    kinds.iter().map(|kind| if *kind == 0 { Clue::Blank } else { Clue::Number(*kind) }).collect()
}

/// The kind of each clue.
pub(super) fn kinds(clues: &[Clue]) -> Vec<u32> {
    clues.iter().map(|clue| if let Clue::Number(kind) = clue { *kind } else { 0 }).collect()
}

fn of_marks(marks: &[bool]) -> Vec<Clue> {
    marks.iter().map(|on| if *on { Clue::Any } else { Clue::Blank }).collect()
}

fn marks(clues: &[Clue]) -> Vec<bool> {
    clues.iter().map(|clue| *clue != Clue::Blank).collect()
}

impl Reader<'_> {
    /// The clues of a part with [`Part::places`], row by row; none for other parts. `bare` stands for a number without
    /// a direction.
    pub(super) fn placed(&mut self, part: Part, rows: usize, cols: usize, bare: Option<&Clue>) -> Read<Vec<Clue>> {
        let Some(places) = part.places() else { return Ok(vec![]) };
        let (deep, wide) = places.size(rows, cols);
        let count = deep * wide;
        match part {
            Part::Cells(_, cells) | Part::Points(_, cells) | Part::Halves(_, cells) => (cells.read)(self, count),
            Part::Four(_) | Part::Corners(_) => self.four(count),
            Part::Sixteen(_) | Part::WithEnds(_) => self.sixteen(count),
            Part::Ten(_) | Part::Fivecells(..) => self.ten(count),
            Part::ThirtySix(_) => self.thirty_six(count),
            Part::Circles(..) => self.circles(count).map(|kinds| of_kinds(&kinds)),
            Part::Stars(_) => self.stars(count).map(|kinds| of_kinds(&kinds)),
            Part::Marks(..) => self.marks(count).map(|on| of_marks(&on)),
            Part::Empty(_) if self.is_at_slash() => Ok(vec![Clue::Blank; count]),
            Part::Empty(_) => self.flags(count).map(|on| of_marks(&on)),
            Part::Arrows(_) => self.arrows(count, bare),
            Part::Castle(_) => self.castle(count),
            Part::Tapa(_) => self.tapa(count),
            Part::Kakuro(_) => self.kakuro(rows, cols),
            Part::Triplace(_) => self.triplace(rows, cols),
            Part::Balance(_) => Ok(self.sixteen(count)?.iter().map(signs::balanced).collect()),
            Part::Signs(_, signs) => self.signs(count, signs),
            Part::Inner(_) => Ok(sums::with_margin(&self.sixteen(rows * cols)?, cols)),
            Part::Pencils(_) => self.pencils(count),
            Part::Lists(_) => self.lists(count),
            Part::Ships(_) => self.ships(count),
            _ => Ok(vec![]),
        }
    }
}

/// The data of a part with [`Part::places`] on a board with this many columns. `None` if the format can't represent a
/// clue, and for other parts.
pub(super) fn write(part: Part, clues: &[Clue], cols: usize) -> Option<String> {
    match part {
        Part::Cells(_, cells) | Part::Points(_, cells) | Part::Halves(_, cells) => (cells.write)(clues),
        Part::Four(_) | Part::Corners(_) => encode::four(clues),
        Part::Sixteen(_) | Part::WithEnds(_) => encode::sixteen(clues),
        Part::Ten(_) | Part::Fivecells(..) => encode::ten(clues),
        Part::ThirtySix(_) => encode::thirty_six(clues),
        Part::Circles(..) => Some(encode::circles(&kinds(clues))),
        Part::Stars(_) => Some(encode::stars(&kinds(clues))),
        Part::Marks(..) => Some(encode::marks(&marks(clues))),
        Part::Empty(_) => Some(encode::flags(&marks(clues))),
        Part::Arrows(_) => encode::arrows(clues),
        Part::Castle(_) => encode::castle(clues),
        Part::Tapa(_) => encode::tapa(clues),
        Part::Kakuro(_) => encode::kakuro(clues, cols + 1),
        Part::Triplace(_) => encode::triplace(clues, cols + 1),
        Part::Balance(_) => signs::balance(clues),
        Part::Signs(_, words) => signs::signs(clues, words),
        Part::Inner(_) => sums::without_margin(clues, cols).and_then(|inner| encode::sixteen(&inner)),
        Part::Pencils(_) => signs::pencils(clues),
        Part::Lists(_) => encode::lists(clues),
        Part::Ships(_) => encode::ships(clues),
        _ => None,
    }
}
