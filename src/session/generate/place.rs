//! A clue that a puzzle may give.

use crate::model::{Assignment, UnknownId};
use crate::solver::sat::Lit;

/// A value of a cell.
#[derive(Clone, Debug)]
pub struct Clue {
    /// Where it stands, row by row.
    pub at: usize,
    pub unknown: UnknownId,
    pub value: i64,
    /// Holds where the clue is there.
    pub there: Lit,
}

impl Clue {
    /// Whether a solution meets the clue.
    pub fn fits(&self, solution: &Assignment) -> bool {
        solution.get(self.unknown) == self.value
    }
}
