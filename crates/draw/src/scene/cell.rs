//! The text of a cell and its marks.

use sator_model::{Kind, Model, UnknownId};

/// The marks of a cell or a value. Several marks can hold at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// The value is part of the puzzle as posed.
    pub given: bool,
    /// The value is a guess of the user.
    pub mine: bool,
    /// The value differs from that in another solution.
    pub changed: bool,
    /// The cell takes part in a clash.
    pub clash: bool,
    /// The value follows from the puzzle and was not given.
    pub derived: bool,
    /// The cell is a premise of the deduction that is shown.
    pub reason: bool,
}

impl Style {
    /// No marks.
    pub const PLAIN: Style =
        Style { given: false, mine: false, changed: false, clash: false, derived: false, reason: false };
    /// Only the mark `given`.
    pub const GIVEN: Style = Style { given: true, ..Style::PLAIN };
    /// Only the mark `mine`.
    pub const MINE: Style = Style { mine: true, ..Style::PLAIN };
    /// Only the mark `changed`.
    pub const CHANGED: Style = Style { changed: true, ..Style::PLAIN };
    /// Only the mark `clash`.
    pub const CLASH: Style = Style { clash: true, ..Style::PLAIN };
    /// Only the mark `derived`.
    pub const DERIVED: Style = Style { derived: true, ..Style::PLAIN };
    /// Only the mark `reason`.
    pub const REASON: Style = Style { reason: true, ..Style::PLAIN };

    /// Returns the style with the marks `changed`, `clash` and `reason` of another one added.
    pub fn marked_as(self, other: Style) -> Style {
        Style {
            changed: self.changed || other.changed,
            clash: self.clash || other.clash,
            reason: self.reason || other.reason,
            ..self
        }
    }

    /// The names of the marks, as classes of SVG elements and in JSON.
    pub fn words(self) -> Vec<&'static str> {
        let all = [
            (self.given, "given"),
            (self.mine, "mine"),
            (self.changed, "changed"),
            (self.clash, "clash"),
            (self.derived, "derived"),
            (self.reason, "reason"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect()
    }

    /// The character to write after the text, so that the most important mark shows without colour.
    pub fn mark(self) -> Option<char> {
        match self {
            Style { clash: true, .. } => Some('!'),
            Style { changed: true, .. } => Some('*'),
            Style { reason: true, .. } => Some('+'),
            _ => None,
        }
    }
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// An unknown value: `.`, in a grid of yes and no `?`.
    Unknown,
    /// A value of a grid of yes and no: shaded or not.
    Bool(bool),
    /// One line of text.
    Text(String),
    /// Several lines of equal width.
    Block(Vec<String>),
}

/// The content of a cell with its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellText {
    /// The content.
    pub content: Content,
    /// The marks.
    pub style: Style,
    /// The number of solutions that each candidate of a block leaves, in their order: `3`, or `8+` where a limit was met. Empty if
    /// they are not counted.
    pub counts: Vec<String>,
}

impl CellText {
    /// An unknown value without marks.
    pub const UNKNOWN: CellText = CellText::new(Content::Unknown);

    /// A content without marks.
    pub const fn new(content: Content) -> CellText {
        CellText { content, style: Style::PLAIN, counts: vec![] }
    }

    /// A text without marks.
    pub fn text(text: impl Into<String>) -> CellText {
        CellText::new(Content::Text(text.into()))
    }

    /// The value of an unknown, in the words of its kind, without marks.
    pub fn value(model: &Model, unknown: UnknownId, value: i64) -> CellText {
        let kind = model.unknown(unknown).kind;
        let content = match kind {
            Kind::Bool => Content::Bool(value != 0),
            _ => Content::Text(model.value_text(kind, value)),
        };
        CellText::new(content)
    }

    /// Returns the same content with other marks.
    pub fn styled(self, style: Style) -> CellText {
        CellText { style, ..self }
    }
}
