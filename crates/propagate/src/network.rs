//! A store with its propagators, run until nothing changes.

use crate::propagator::{Conflict, Narrowed, Propagator, PropagatorId};
use crate::store::{Store, Var};

/// Effort after which propagation pauses, so that limits can be polled: some 5 ms.
const SLICE: u64 = 1_000_000;

/// Domains and the constraints on them.
#[derive(Default)]
pub struct Network {
    /// The domains.
    pub store: Store,
    propagators: Vec<Box<dyn Propagator>>,
    /// By propagator: the unknowns that it depends on, directly or through other variables.
    scopes: Vec<Box<[Var]>>,
    failed: Option<PropagatorId>,
    /// The constraints contradict each other without any decision.
    contradiction: bool,
}

impl Network {
    /// Adds a constraint on these unknowns.
    pub fn add(&mut self, propagator: impl Propagator + 'static, scope: Box<[Var]>) {
        let id = PropagatorId::at(self.propagators.len());
        self.store.add_propagator(id, propagator.tier());
        propagator.watches(&mut |var, event| self.store.watch(var, id, event));
        self.propagators.push(Box::new(propagator));
        self.scopes.push(scope);
    }

    /// Records that the constraints contradict each other.
    pub fn contradict(&mut self) {
        self.contradiction = true;
    }

    /// Runs propagators, those of a lower tier first, until nothing changes or a slice of effort is used up: bounds of
    /// wide domains can creep for as many rounds as there are values. [`Network::is_stable`] is true in the first case.
    ///
    /// # Errors
    /// A domain would be empty; [`Network::blamed`] then has the unknowns of the constraint.
    pub fn propagate(&mut self) -> Narrowed {
        self.failed = None;
        if self.contradiction {
            return Err(Conflict);
        }
        let until = self.store.effort + SLICE;
        while self.store.effort < until
            && let Some(id) = self.store.next()
        {
            self.store.effort += 1;
            if let Err(Conflict) = self.propagators[id.index()].propagate(&mut self.store) {
                self.failed = Some(id);
                self.store.clear_queue();
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// Whether no propagator has anything left to look at.
    pub fn is_stable(&self) -> bool {
        self.store.is_stable()
    }

    /// The unknowns of the constraint that failed last.
    pub fn blamed(&self) -> &[Var] {
        self.failed.map_or(&[], |id| &self.scopes[id.index()])
    }

    /// Takes back all changes since the mark.
    pub fn undo(&mut self, mark: usize) {
        self.store.clear_queue();
        self.store.undo(mark);
    }
}
