//! Value symmetry: two values whose exchange, everywhere at once, turns each solution into another one with the same clues.
//!
//! With such a symmetry no solution is singled out by its clues. The sums of a sandwich sudoku have one: the two digits around the
//! sandwich.

use crate::kempe::NeighbourTest;
use sator_model::{Assignment, Kind, Model};
use std::collections::BTreeSet;

/// Solutions that must have the symmetry before it counts as the rules'.
const ENOUGH: usize = 12;
/// Limit on the values: beyond it there are too many pairs.
const MOST: usize = 16;

/// Two values of one kind that can be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueSymmetry {
    /// The kind of both values.
    pub kind: Kind,
    /// The two values.
    pub values: (i64, i64),
}

/// The symmetries that all solutions so far have.
#[derive(Default)]
pub(crate) struct ValueSymmetries {
    left: Option<Vec<ValueSymmetry>>,
    seen: usize,
}

impl ValueSymmetries {
    /// Drops the symmetries that a solution lacks. Returns one that is left after [`ENOUGH`] solutions.
    pub(crate) fn note(
        &mut self,
        rules: &Model,
        solution: &Assignment,
        mut test: Option<NeighbourTest>,
    ) -> Option<ValueSymmetry> {
        let mut left = self.left.take().unwrap_or_else(|| all(rules));
        left.retain(|symmetry| test.as_mut().is_some_and(|test| symmetry.keeps_clues(rules, solution, test)));
        self.seen += 1;
        let found = left.first().copied().filter(|_| self.seen >= ENOUGH);
        self.left = Some(left);
        found
    }
}

impl ValueSymmetry {
    /// Whether exchanging the values gives another solution with the same clues.
    fn keeps_clues(self, rules: &Model, solution: &Assignment, test: &mut NeighbourTest) -> bool {
        let (a, b) = self.values;
        let mut other = solution.clone();
        for (value, unknown) in other.0.iter_mut().zip(&rules.unknowns) {
            if unknown.kind == self.kind && !unknown.hidden {
                *value = if *value == a {
                    b
                } else if *value == b {
                    a
                } else {
                    *value
                };
            }
        }
        other != *solution && test.has_same_clues(&other)
    }
}

/// All pairs of values of one kind, of the unknowns that solutions show.
fn all(model: &Model) -> Vec<ValueSymmetry> {
    let mut values: BTreeSet<(usize, i64)> = BTreeSet::new();
    let mut kinds: Vec<Kind> = Vec::new();
    for unknown in model.unknowns.iter().filter(|u| !u.hidden && u.kind != Kind::Bool) {
        if unknown.domain.size() > MOST as u64 {
            return vec![];
        }
        let known = kinds.iter().position(|&kind| kind == unknown.kind);
        let kind = known.unwrap_or(kinds.len());
        if known.is_none() {
            kinds.push(unknown.kind);
        }
        values.extend(unknown.domain.iter().map(|value| (kind, value)));
    }
    if values.len() > MOST {
        return vec![];
    }
    let pairs = values.iter().flat_map(|&a| values.range(a..).skip(1).map(move |&b| (a, b)));
    let same = pairs.filter(|(a, b)| a.0 == b.0);
    same.map(|(a, b)| ValueSymmetry { kind: kinds[a.0], values: (a.1, b.1) }).collect()
}
