//! Shapes: what rules draw, in places of a grid. No unknowns, and no colours of a screen.
//!
//! Rows and columns count from 0.

use super::{GridId, Predicate};
use std::sync::Arc;

/// Row and column.
pub type Place = (usize, usize);

/// One thing drawn on a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The grid on which it is drawn.
    pub grid: GridId,
    /// The name in a legend: the rule that draws it.
    pub name: Arc<str>,
    /// The rule use that draws it: `skyscraper(c1, 4)`.
    pub rule_use: Option<Arc<str>>,
    /// The form that is drawn.
    pub form: Form,
}

/// A shape, with its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A stroke through the centres of cells.
    Line(Stroke),
    /// Cells with a dashed line around them, and a clue in the first cell.
    Cage {
        /// The cells.
        cells: Vec<Place>,
        /// The clue in the first cell.
        clue: Option<Arc<str>>,
    },
    /// A round frame around cells.
    Pill(Vec<Place>),
    /// A sign halfway between two cells, and the text inside it.
    Dot {
        /// The first cell.
        a: Place,
        /// The second cell.
        b: Place,
        /// The sign: `white`, `black`, or any short text.
        text: Arc<str>,
        /// The clue in the sign.
        inside: Option<Arc<str>>,
    },
    /// A sign behind the value of a cell.
    Mark {
        /// The cell.
        cell: Place,
        /// The sign.
        shape: MarkShape,
    },
    /// Cells with a background colour.
    Shade {
        /// The cells.
        cells: Vec<Place>,
        /// The colour.
        colour: Colour,
    },
    /// A circle with a clue where cells meet. Row and column count in steps of half a cell, 0 at the rim.
    Corner {
        /// Twice the number of rows above it.
        row: usize,
        /// Twice the number of columns before it.
        col: usize,
        /// The clue.
        text: Arc<str>,
    },
    /// A clue outside the grid, before the first cell of a line that continues by `step`.
    Outside {
        /// The first cell of the line.
        first: Place,
        /// The step from each cell of the line to the next.
        step: (i64, i64),
        /// The clue.
        clue: Arc<str>,
    },
    /// Thick borders between groups of cells: the group of each cell, row by row.
    Borders(Arc<[Option<u32>]>),
    /// A thick border between two neighbours.
    Wall(Place, Place),
    /// The signs for yes and no.
    Values {
        /// The sign for yes.
        yes: Arc<str>,
        /// The sign for no.
        no: Arc<str>,
    },
    /// The wording of yes and no for a cell: `is shaded`, `is unshaded`.
    Words {
        /// The wording of a yes.
        yes: Predicate,
        /// The wording of a no.
        no: Predicate,
    },
    /// The signs for a value and its successors, in a grid of numbers or enum values.
    Signs {
        /// The value of the first sign.
        from: i64,
        /// The signs.
        signs: Arc<[Arc<str>]>,
    },
    /// A picture whose clues have two parts each, below and to the right of a diagonal line.
    Split(Arc<str>),
    /// A picture whose clues are not drawn in the cells.
    Elsewhere(Arc<str>),
    /// The look of a picture's clues.
    Icon {
        /// The picture.
        picture: Arc<str>,
        /// The look.
        icon: Icon,
        /// The only clue that looks like that; `None` for all.
        token: Option<Arc<str>>,
    },
    /// Ships: a yes is a part of a ship, and the fleet stands below the board.
    Fleet {
        /// The lengths of the ships.
        lengths: Arc<[i64]>,
        /// The picture of parts of ships, whose clues are `~`, `o`, `^`, `v`, `<`, `>`, `m` and `s`.
        picture: Option<Arc<str>>,
    },
}

/// The sign of an empty cell.
pub const EMPTY: &str = "·";

impl Form {
    /// The value that signs draw as an empty cell.
    pub fn empty_value(&self) -> Option<i64> {
        let Form::Signs { from, signs } = self else { return None };
        let at = signs.iter().position(|sign| &**sign == EMPTY)?;
        from.checked_add(i64::try_from(at).ok()?)
    }
}

/// The look of a clue in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the looks are their meaning")]
pub enum Icon {
    /// The clue in a circle.
    Circle,
    /// The clue in a circle, with a dot on the side to which its arrow points.
    Firefly,
    /// Four numbers in the order up, down, left, right, each on its side.
    Compass,
    Tree,
    Triangle,
    Hole,
    Fish,
    Sheep,
    Wolf,
    Sun,
    Moon,
}

impl Icon {
    /// All looks, by their words in the language.
    pub const ALL: [(&'static str, Icon); 11] = [
        ("circle", Icon::Circle),
        ("firefly", Icon::Firefly),
        ("compass", Icon::Compass),
        ("tree", Icon::Tree),
        ("triangle", Icon::Triangle),
        ("hole", Icon::Hole),
        ("fish", Icon::Fish),
        ("sheep", Icon::Sheep),
        ("wolf", Icon::Wolf),
        ("sun", Icon::Sun),
        ("moon", Icon::Moon),
    ];
}

/// The style of a line through cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The cells, in order.
    pub cells: Vec<Place>,
    /// The colour.
    pub colour: Colour,
    /// The letter on the line, for readers who can't distinguish colours.
    pub sign: Arc<str>,
    /// At the first cell.
    pub start: End,
    /// At the last cell.
    pub end: End,
    /// Whether the line is dashed.
    pub dashed: bool,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum End {
    /// Nothing.
    #[default]
    Plain,
    /// Filled.
    Bulb,
    /// An open circle.
    Circle,
    /// A diamond.
    Diamond,
    /// The tip of an arrow.
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

    /// Its word in the language.
    pub fn word(self) -> &'static str {
        End::ALL.iter().find(|(_, end)| *end == self).map_or("plain", |(word, _)| word)
    }
}

/// The colour of a line or shade. Each picture has its own tone of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of the colours are their meaning")]
pub enum Colour {
    #[default]
    Grey,
    Red,
    Orange,
    Gold,
    Yellow,
    Green,
    Blue,
    Purple,
    Pink,
    Black,
}

impl Colour {
    /// All colours, by their words in the language.
    pub const ALL: [(&'static str, Colour); 10] = [
        ("grey", Colour::Grey),
        ("red", Colour::Red),
        ("orange", Colour::Orange),
        ("gold", Colour::Gold),
        ("yellow", Colour::Yellow),
        ("green", Colour::Green),
        ("blue", Colour::Blue),
        ("purple", Colour::Purple),
        ("pink", Colour::Pink),
        ("black", Colour::Black),
    ];

    /// Its word in the language.
    pub fn word(self) -> &'static str {
        Colour::ALL.iter().find(|(_, colour)| *colour == self).map_or("grey", |(word, _)| word)
    }
}

/// The sign behind the value of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkShape {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A diamond.
    Diamond,
    /// A star.
    Star,
    /// Four small arrows that point to the middle of the cell.
    Inward,
    /// Four small arrows that point to its neighbours.
    Outward,
    /// Any other text, small in a corner of the cell.
    Text(Arc<str>),
}

impl MarkShape {
    /// The shapes that have a word in the language.
    pub const NAMED: [(&'static str, MarkShape); 6] = [
        ("circle", MarkShape::Circle),
        ("square", MarkShape::Square),
        ("diamond", MarkShape::Diamond),
        ("star", MarkShape::Star),
        ("inward", MarkShape::Inward),
        ("outward", MarkShape::Outward),
    ];

    /// The shape of this word. A word without a shape stands for itself.
    pub fn of(word: &Arc<str>) -> MarkShape {
        let named = MarkShape::NAMED.into_iter().find(|(known, _)| *known == &**word);
        named.map_or_else(|| MarkShape::Text(word.clone()), |(_, shape)| shape)
    }

    /// Its word in the language, or its text.
    pub fn word(&self) -> &str {
        match self {
            MarkShape::Text(text) => text,
            named => MarkShape::NAMED.iter().find(|(_, shape)| shape == named).map_or("", |(word, _)| word),
        }
    }
}
