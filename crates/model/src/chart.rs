//! Charts of bars over time, as Gantt drew schedules.

use super::UnknownId;
use std::sync::Arc;

/// A chart, which stands in no grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The rule that draws it, or `bars`.
    pub name: Arc<str>,
    /// The bars, in the order in which they were given.
    pub bars: Vec<Bar>,
}

/// A task as a bar from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The time at which the bar begins.
    pub start: Amount,
    /// The time that the bar takes.
    pub length: Amount,
    /// The row in which it stands.
    pub row: Row,
    /// The text in the bar.
    pub label: Option<Arc<str>>,
}

/// A number that can be unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A known number.
    Known(i64),
    /// The value of an unknown.
    Unknown(UnknownId),
}

/// The row of a bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A known row: its place among the rows, and its name.
    Known(i64, Arc<str>),
    /// The row is named by the value of an unknown.
    Unknown(UnknownId),
}
