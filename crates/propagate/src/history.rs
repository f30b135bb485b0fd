//! The changes of domains with their causes, from which the reasons of a conflict are found.

use crate::ids::{ClauseId, PropagatorId, Var};
use crate::literal::{Fact, Relation};

/// The cause of a change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cause {
    /// Nothing else is needed: it holds in everything that is still searched for.
    #[default]
    Given,
    /// A decision of the search.
    Decision,
    /// A propagator.
    Propagator(PropagatorId),
    /// A clause whose other literals fail.
    Clause(ClauseId),
    /// The inequality of this number among those of the network.
    Inequality(u32),
}

/// One change of a domain.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    /// The trail's length before it.
    trail: usize,
    /// The change of the same variable before this one.
    previous: Option<u32>,
    /// The new condition. The new bounds follow from it, the old ones and the holes.
    pub(crate) fact: Fact,
    pub(crate) cause: Cause,
    /// The bounds before and after.
    pub(crate) old: (i64, i64),
    pub(crate) new: (i64, i64),
}

/// All changes since the history was begun, in order.
pub(crate) struct History {
    pub(crate) changes: Vec<Change>,
    last: Vec<Option<u32>>,
}

impl History {
    /// An empty history of this number of variables.
    pub(crate) fn new(vars: usize) -> History {
        History { changes: vec![], last: vec![None; vars] }
    }

    pub(crate) fn record(&mut self, trail: usize, fact: Fact, cause: Cause, [old, new]: [(i64, i64); 2]) {
        let last = &mut self.last[fact.var.index()];
        let previous = last.replace(self.changes.len() as u32);
        self.changes.push(Change { trail, previous, fact, cause, old, new });
    }

    pub(crate) fn undo(&mut self, mark: usize) {
        while let Some(change) = self.changes.pop_if(|change| change.trail >= mark) {
            self.last[change.fact.var.index()] = change.previous;
        }
    }

    /// Forgets all changes: they hold from now on.
    pub(crate) fn clear(&mut self) {
        self.changes.clear();
        self.last.fill(None);
    }

    /// The changes of a variable, the latest first.
    pub(crate) fn of(&self, var: Var) -> impl Iterator<Item = (u32, &Change)> {
        let mut next = self.last[var.index()];
        std::iter::from_fn(move || {
            let at = next?;
            let change = &self.changes[at as usize];
            next = change.previous;
            Some((at, change))
        })
    }
}

impl Change {
    /// Whether it took one value from between the bounds.
    pub(crate) fn is_inner(&self) -> bool {
        self.old == self.new
    }

    /// Whether it took this value from between the bounds.
    pub(crate) fn removes(&self, value: i64) -> bool {
        self.is_inner() && self.fact.relation == Relation::IsNot(value)
    }
}
