//! Turns of the linear relaxation within branch and bound.

use super::{BranchAndBound, RESTART_LEARNING, State};
use crate::ids::Var;
use crate::relaxation::{Look, Relaxation};

impl BranchAndBound {
    /// Whether the linear relaxation has bounded the objective, or removed values.
    pub fn gains_from_relaxation(&self) -> bool {
        self.relaxation.as_ref().is_some_and(|relaxation| relaxation.turns.has_gained())
    }

    /// Removes what the linear relaxation excludes, and propagates. The whole search starts from the root, so that is
    /// looked at first, until nothing more comes of it.
    pub(super) fn relax(&mut self) -> State {
        self.relaxed = true;
        let effort = self.network.store.effort;
        let is_root = self.decisions.is_empty();
        let Some(relaxation) = &mut self.relaxation else {
            return match (effort < self.delay, is_root) {
                (true, _) => State::Open,
                (false, false) => self.return_to_root(),
                (false, true) => {
                    self.relaxation = Relaxation::of(&self.network, self.objective);
                    self.delay = u64::MAX;
                    self.relaxed = false;
                    State::Open
                }
            };
        };
        match relaxation.turns.gains() {
            Some(false) => {
                self.keep_guesses();
                return State::Open;
            }
            Some(true) if relaxation.turns.change(effort) => {
                if relaxation.turns.is_on() {
                    self.worth.get_or_insert_default();
                    [self.restart, self.growth] = RESTART_LEARNING;
                }
                return self.return_to_root();
            }
            _ if !relaxation.turns.is_due(effort) => return State::Open,
            None if !is_root => return self.return_to_root(),
            _ => {}
        }
        let look = relaxation.look(&mut self.network.store);
        if is_root && matches!(look, Look::Nothing) {
            if relaxation.cut(&self.network) {
                self.relaxed = false;
                return State::Open;
            }
            relaxation.turns.conclude();
        }
        self.relaxed = !is_root || matches!(look, Look::Nothing);
        let Look::Found(inequality) = look else { return State::Open };
        let narrowed = self.network.propagate_inequality(inequality, is_root).and_then(|()| self.network.propagate());
        if is_root && narrowed.is_ok() {
            self.note_bound();
        }
        narrowed.into()
    }

    /// A restart, after which the runs are no longer than before.
    fn return_to_root(&mut self) -> State {
        let restart = self.restart;
        let state = self.start_over();
        self.restart = restart;
        state
    }

    /// Drops the relaxation, but for the values of its last solution.
    fn keep_guesses(&mut self) {
        let Some(relaxation) = self.relaxation.take() else { return };
        for (at, phase) in self.phase.iter_mut().enumerate() {
            *phase = phase.or_else(|| relaxation.value(Var::at(at)));
        }
    }
}
