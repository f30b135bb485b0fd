//! Turns of branch and bound by propagation, each with twice the effort of the one before.

use super::state::{Minimised, Prover, Search};
use crate::session::Session;
use sator_base::limits::Limits;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::ExprId;
use sator_propagate::{Aim, BranchAndBound, Step};

impl Session {
    /// Branch and bound for the current goal, if the settings allow it and all conditions have propagators.
    fn new_branch_and_bound(&self, search: &Search, limits: &Limits) -> Option<BranchAndBound> {
        if !self.may_search() {
            return None;
        }
        let model = self.model();
        let values = search.best.as_ref().map_or(&[][..], |(_, values)| values);
        let held: Vec<(ExprId, i64)> =
            search.goals.iter().copied().zip(values.iter().copied()).take(search.level).collect();
        let defined = search.goals.iter().map(|&goal| model.pool.defined(goal));
        let conditions: Vec<ExprId> = defined.chain(search.symmetry.order.iter().copied()).collect();
        let minimize = Some(search.goals[search.level]);
        let aim = Aim { conditions: &conditions, held: &held, minimize, seed: self.settings.seed.into() };
        BranchAndBound::of(model, &aim, limits)
    }

    /// Takes a turn of branch and bound. `None` if its effort is used up.
    pub(super) fn branch_and_bound(&mut self, search: &mut Search, limits: &Limits) -> Result<Option<Minimised>> {
        let made = search.depth_first.take();
        let Some(mut depth_first) = made.unwrap_or_else(|| self.new_branch_and_bound(search, limits)) else {
            search.depth_first = Some(None);
            return Ok(None);
        };
        if search.best.is_some() {
            depth_first.ask_below(search.value());
        }
        // A long run of small improvements must not keep the others from their turns.
        let until = depth_first.effort().saturating_add(search.turn);
        loop {
            let before = depth_first.effort();
            let step = depth_first.improve(until.saturating_sub(before), limits);
            search.spent += depth_first.effort() - before;
            self.measures.depth_first = Some(depth_first.work());
            match step {
                Step::Better(assignment) => {
                    verify(self.model(), &assignment)?;
                    search.bound = search.bound.max(depth_first.bound().unwrap_or(i64::MIN));
                    self.note_value(search, &assignment)?;
                    if search.met() {
                        search.prover = Prover::BranchAndBound;
                        return Ok(Some(Minimised::Done));
                    }
                }
                Step::Exhausted if search.best.is_none() => return Ok(Some(Minimised::NoValue)),
                Step::Exhausted => {
                    search.bound = search.value();
                    search.prover = Prover::BranchAndBound;
                    self.report_search(search);
                    return Ok(Some(Minimised::Done));
                }
                Step::Stopped(reason) => return Ok(Some(Minimised::Stopped(reason))),
                Step::Hard => {
                    search.turn = search.turn.saturating_mul(2);
                    search.depth_first = Some(Some(depth_first));
                    return Ok(None);
                }
            }
        }
    }
}
