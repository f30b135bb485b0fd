//! What a cell shows, and how it is marked.

use sator_model::{Kind, Model, UnknownId};

/// Marks of a cell or value; several can hold at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Part of the puzzle as posed.
    pub given: bool,
    /// Differs from another solution.
    pub changed: bool,
    /// Takes part in a contradiction.
    pub clash: bool,
    /// Follows from the puzzle, was not given.
    pub derived: bool,
    /// What a deduction starts from.
    pub reason: bool,
}

impl Style {
    pub const PLAIN: Style = Style { given: false, changed: false, clash: false, derived: false, reason: false };
    pub const GIVEN: Style = Style { given: true, ..Style::PLAIN };
    pub const CHANGED: Style = Style { changed: true, ..Style::PLAIN };
    pub const CLASH: Style = Style { clash: true, ..Style::PLAIN };
    pub const DERIVED: Style = Style { derived: true, ..Style::PLAIN };
    pub const REASON: Style = Style { reason: true, ..Style::PLAIN };

    /// With the marks of another.
    pub fn marked_as(self, other: Style) -> Style {
        Style {
            changed: self.changed || other.changed,
            clash: self.clash || other.clash,
            reason: self.reason || other.reason,
            ..self
        }
    }

    /// The words for it, as classes of a picture and in JSON.
    pub fn words(self) -> Vec<&'static str> {
        let all = [
            (self.given, "given"),
            (self.changed, "changed"),
            (self.clash, "clash"),
            (self.derived, "derived"),
            (self.reason, "reason"),
        ];
        all.into_iter().filter(|(on, _)| *on).map(|(_, word)| word).collect()
    }

    /// The character written behind the text, so that the style shows without colour.
    pub fn mark(self) -> Option<char> {
        match self {
            Style { clash: true, .. } => Some('!'),
            Style { changed: true, .. } => Some('*'),
            Style { reason: true, .. } => Some('+'),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Not known: `.`, in a grid of yes and no `?`.
    Unknown,
    /// Shaded or not.
    Bool(bool),
    Text(String),
    /// Several lines of equal width.
    Block(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellText {
    pub content: Content,
    pub style: Style,
}

impl CellText {
    pub const UNKNOWN: CellText = CellText { content: Content::Unknown, style: Style::PLAIN };

    pub fn text(text: impl Into<String>) -> CellText {
        CellText { content: Content::Text(text.into()), style: Style::PLAIN }
    }

    /// The value of an unknown.
    pub fn value(model: &Model, unknown: UnknownId, value: i64) -> CellText {
        let kind = model.unknown(unknown).kind;
        let content = match kind {
            Kind::Bool => Content::Bool(value != 0),
            _ => Content::Text(model.value_text(kind, value)),
        };
        CellText { content, style: Style::PLAIN }
    }

    pub fn styled(self, style: Style) -> CellText {
        CellText { style, ..self }
    }
}
