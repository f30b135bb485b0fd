//! Shapes: what rules draw, in places of a grid. No unknowns, and no colours of a screen.
//!
//! Rows and columns count from 0.

use super::GridId;
use std::sync::Arc;

pub type Place = (usize, usize);

/// One thing drawn on a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub grid: GridId,
    /// The name in a legend: the rule that draws it.
    pub name: Arc<str>,
    /// The rule use that draws it: `skyscraper(c1, 4)`.
    pub rule_use: Option<Arc<str>>,
    pub form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A stroke through the centres of cells.
    Line(Stroke),
    /// Cells with a dashed line around them, and a clue in the first cell.
    Cage { cells: Vec<Place>, clue: Option<Arc<str>> },
    /// A round frame around cells.
    Pill(Vec<Place>),
    /// A sign halfway between two cells, and the text inside it.
    Dot { a: Place, b: Place, text: Arc<str>, inside: Option<Arc<str>> },
    /// A sign behind the value of a cell.
    Mark { cell: Place, shape: Arc<str> },
    /// Cells with a background colour.
    Shade { cells: Vec<Place>, colour: Arc<str> },
    /// A circle with a clue where cells meet. Row and column count in steps of half a cell, 0 at the rim.
    Corner { row: usize, col: usize, text: Arc<str> },
    /// A clue outside the grid, before the first cell of a line that continues by `step`.
    Outside { first: Place, step: (i64, i64), clue: Arc<str> },
    /// Thick borders between groups of cells: the group of each cell, row by row.
    Borders(Arc<[Option<u32>]>),
    /// A thick border between two neighbours.
    Wall(Place, Place),
    /// The signs for yes and no.
    Values { yes: Arc<str>, no: Arc<str> },
    /// The wording of yes and no for a cell: `is shaded`, `is unshaded`.
    Words { yes: Arc<str>, no: Arc<str> },
    /// The signs for a value and its successors, in a grid of numbers or enum values.
    Signs { from: i64, signs: Arc<[Arc<str>]> },
    /// A picture whose clues have two parts each, below and to the right of a diagonal line.
    Split(Arc<str>),
    /// A picture whose clues are not drawn in the cells.
    Elsewhere(Arc<str>),
}

/// The style of a line through cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    pub cells: Vec<Place>,
    pub colour: Arc<str>,
    /// The letter on the line, for readers who can't distinguish colours.
    pub sign: Arc<str>,
    pub start: End,
    pub end: End,
    pub dashed: bool,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    #[default]
    Plain,
    /// Filled.
    Bulb,
    Circle,
    Diamond,
    Arrow,
}

impl End {
    /// All ends, by their words in the language.
    pub const ALL: [(&'static str, End); 5] = [
        ("plain", End::Plain),
        ("bulb", End::Bulb),
        ("circle", End::Circle),
        ("diamond", End::Diamond),
        ("arrow", End::Arrow),
    ];

    pub fn word(self) -> &'static str {
        End::ALL.iter().find(|(_, end)| *end == self).map_or("plain", |(word, _)| word)
    }
}

/// The colours of lines and shades.
pub const COLOURS: [&str; 10] = ["grey", "red", "orange", "gold", "yellow", "green", "blue", "purple", "pink", "black"];
