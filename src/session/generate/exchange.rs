//! Values that can change places everywhere: where that leaves all clues as they are, no solution has clues of its own. So it
//! is with the two digits around a sandwich.

use super::alike::Alike;
use sator_model::{Assignment, Kind, Model};
use std::collections::BTreeSet;

/// Solutions in all of which the same two values change places before no more are tried.
pub(super) const ENOUGH: usize = 12;
/// More values than these have too many pairs.
const MOST: usize = 16;

/// Two values, and their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exchange {
    pub kind: Kind,
    pub values: (i64, i64),
}

/// What could change places in all solutions so far.
#[derive(Default)]
pub(super) struct Exchanges {
    left: Option<Vec<Exchange>>,
    seen: usize,
}

impl Exchanges {
    /// Takes in a solution whose clues another one has too; what changes places in this one and in all before, if these are
    /// enough to say so.
    pub(super) fn note(&mut self, rules: &Model, solution: &Assignment, mut alike: Option<Alike>) -> Option<Exchange> {
        let mut left = self.left.take().unwrap_or_else(|| all(rules));
        left.retain(|exchange| alike.as_mut().is_some_and(|alike| exchange.leaves_clues(rules, solution, alike)));
        self.seen += 1;
        let found = left.first().copied().filter(|_| self.seen >= ENOUGH);
        self.left = Some(left);
        found
    }
}

impl Exchange {
    /// Whether the solution in which they have changed places meets all rules and has the same clues.
    fn leaves_clues(self, rules: &Model, solution: &Assignment, alike: &mut Alike) -> bool {
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
        other != *solution && alike.has(&other)
    }
}

/// Every two values of the unknowns that are seen.
fn all(model: &Model) -> Vec<Exchange> {
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
    same.map(|(a, b)| Exchange { kind: kinds[a.0], values: (a.1, b.1) }).collect()
}
