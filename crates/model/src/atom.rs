//! That an unknown has a value, or has not: what steps conclude and rest on.

use super::{Kind, Model, UnknownId};

/// `unknown = value`, or with `is` false its contrary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    pub unknown: UnknownId,
    pub value: i64,
    pub is: bool,
}

impl Atom {
    /// `r1c1 = 5`, `r1c1 != 5`; of a yes or no `r1c1`, `not r1c1`: a condition that can be typed.
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
