//! What rules say of how they are drawn, in places of a grid: no unknowns, no colours of a screen.
//!
//! Rows and columns count from 0.

use super::GridId;
use std::sync::Arc;

pub type Place = (usize, usize);

/// One thing drawn on a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub grid: GridId,
    /// What a legend calls it: the rule whose text draws it.
    pub name: Arc<str>,
    /// The use of the rule: `skyscraper(c1, 4)`.
    pub rule_use: Option<Arc<str>>,
    pub form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A stroke through the middles of cells.
    Line(Stroke),
    /// Cells with a dashed line around them, and a clue in the first.
    Cage { cells: Vec<Place>, clue: Option<Arc<str>> },
    /// A round frame around cells.
    Pill(Vec<Place>),
    /// A sign halfway between two cells, and what is written into it.
    Dot { a: Place, b: Place, text: Arc<str>, inside: Option<Arc<str>> },
    /// A sign behind the value of a cell.
    Mark { cell: Place, shape: Arc<str> },
    /// Cells with a colour behind them.
    Shade { cells: Vec<Place>, colour: Arc<str> },
    /// A circle with a clue where cells meet: its row and column in steps of half a cell, 0 at the rim.
    Corner { row: usize, col: usize, text: Arc<str> },
    /// A clue outside, before the first cell of a line that runs on by `step`.
    Outside { first: Place, step: (i64, i64), clue: Arc<str> },
    /// Thick borders between groups of cells: the group of each cell, row by row.
    Borders(Arc<[Option<u32>]>),
    /// A thick border between two neighbours.
    Wall(Place, Place),
    /// What stands for yes and for no.
    Values { yes: Arc<str>, no: Arc<str> },
    /// How a cell's yes and no are said: `is shaded`, `is unshaded`.
    Words { yes: Arc<str>, no: Arc<str> },
    /// What stands for a value, and for those after it, in a grid that holds no yes and no.
    Signs { from: i64, signs: Arc<[Arc<str>]> },
    /// A picture of clues with two parts each, below and to the right of a slanted line.
    Split(Arc<str>),
    /// A picture of clues that is not shown in the cells.
    Elsewhere(Arc<str>),
}

/// How a line through cells looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    pub cells: Vec<Place>,
    pub colour: Arc<str>,
    /// What stands on the line for those who do not tell colours apart.
    pub sign: Arc<str>,
    pub start: End,
    pub end: End,
    pub dashed: bool,
}

/// What is at an end of a line.
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
    /// By the word of the language.
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

/// The colours that a line or shade can have.
pub const COLOURS: [&str; 10] = ["grey", "red", "orange", "gold", "yellow", "green", "blue", "purple", "pink", "black"];
