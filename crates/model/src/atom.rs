//! Literals about one unknown: it has a value, or it hasn't. Steps conclude literals from literals.

use super::{Kind, Model, UnknownId};

/// The literal `unknown = value`, or `unknown != value` if `is` is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// The unknown.
    pub unknown: UnknownId,
    /// The value that it has or hasn't.
    pub value: i64,
    /// Whether the unknown has the value.
    pub is: bool,
}

impl Atom {
    /// The literal as a condition that a user can type: `r1c1 = 5`, `r1c1 != 5`; for a bool unknown `r1c1`, `not r1c1`.
    pub fn text(&self, model: &Model) -> String {
        let unknown = model.unknown(self.unknown);
        match unknown.kind {
            Kind::Bool if (self.value != 0) == self.is => unknown.name.clone(),
            Kind::Bool => format!("not {}", unknown.name),
            kind => {
                let op = if self.is { "=" } else { "!=" };
                format!("{} {op} {}", unknown.name, model.value_text(kind, self.value))
            }
        }
    }
}
