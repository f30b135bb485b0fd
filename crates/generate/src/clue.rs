//! A clue: a value of a cell, or a token that a rule reads.

use sator_model::{Assignment, ExprId, UnknownId};

/// A clue at a place.
#[derive(Clone, Debug)]
pub(crate) struct Clue {
    /// The place, row by row.
    pub at: usize,
    pub meaning: Meaning,
}

/// The meaning of a clue.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    /// An unknown has a value.
    Value(UnknownId, i64),
    /// The conditions into which a rule turns the token.
    Conditions(Vec<ExprId>),
}

impl Clue {
    /// The unknown and its value, where the clue gives one.
    pub(crate) fn value(&self) -> Option<(UnknownId, i64)> {
        match self.meaning {
            Meaning::Value(unknown, value) => Some((unknown, value)),
            Meaning::Conditions(_) => None,
        }
    }

    /// Whether a solution meets the clue; `values` holds the value of each expression.
    pub(crate) fn fits(&self, solution: &Assignment, values: &[i64]) -> bool {
        match &self.meaning {
            Meaning::Value(u, value) => solution.get(*u) == *value,
            Meaning::Conditions(list) => list.iter().all(|e| values[*e] != 0),
        }
    }
}
