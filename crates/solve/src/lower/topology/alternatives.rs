//! Pairs of conditions one of which always holds, as constraints state them: `a or b`, `not (a and b)`. A clause with both
//! conditions follows from the pair and isn't worth asserting.

use rustc_hash::FxHashSet;
use sator_model::view::{self, View};
use sator_model::{ExprId, Expressions, Pool};

/// A condition without negation, and its truth.
type Signed = (ExprId, bool);

#[derive(Default)]
pub(super) struct Alternatives(FxHashSet<(Signed, Signed)>);

impl Alternatives {
    pub(super) fn learn(&mut self, pool: &Pool, constraint: ExprId) {
        if let View::Clause(&[a, b], truth) = View::of(pool, constraint, true) {
            self.0.insert(ordered(view::signed(pool, a, truth), view::signed(pool, b, truth)));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of two of the conditions always holds.
    pub(super) fn among(&self, conditions: &[Signed]) -> bool {
        let with = |(at, &a): (usize, &Signed)| conditions[at + 1..].iter().any(|&b| self.0.contains(&ordered(a, b)));
        conditions.iter().enumerate().any(with)
    }

    pub(super) fn forget(&mut self, m: Expressions) {
        self.0.retain(|(a, b)| a.0.index().max(b.0.index()) < m.pool.len());
    }
}

fn ordered(a: Signed, b: Signed) -> (Signed, Signed) {
    (a.min(b), a.max(b))
}
