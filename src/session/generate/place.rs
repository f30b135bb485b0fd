//! A clue that a puzzle may give: a value of a cell, or a token that a rule reads.

use sator_model::{Assignment, ExprId, UnknownId};

#[derive(Clone, Debug)]
pub(super) struct Clue {
    /// Where it stands, row by row.
    pub at: usize,
    pub says: Says,
}

#[derive(Clone, Debug)]
pub(super) enum Says {
    Value(UnknownId, i64),
    /// What a rule makes of it.
    Conditions(Vec<ExprId>),
}

impl Clue {
    /// The value that it gives, where it is one.
    pub(super) fn value(&self) -> Option<(UnknownId, i64)> {
        match self.says {
            Says::Value(unknown, value) => Some((unknown, value)),
            Says::Conditions(_) => None,
        }
    }

    /// Whether a solution meets the clue; `values` are those of all expressions.
    pub(super) fn fits(&self, solution: &Assignment, values: &[i64]) -> bool {
        match &self.says {
            Says::Value(u, value) => solution.get(*u) == *value,
            Says::Conditions(list) => list.iter().all(|e| values[*e] != 0),
        }
    }
}
