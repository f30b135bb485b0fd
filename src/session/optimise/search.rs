//! Improves the best solution and the proved bound in turn, until they meet.
//!
//! The first bound is found without search (`bound`). Then the search asks for better values, in steps that double
//! while they succeed. Each check has a budget of conflicts, so that the path is the same on every machine. If a step
//! is too hard, the search tries to raise the bound instead. If both are too hard, the budget doubles.

use super::state::{Minimised, Search};
use crate::session::Session;
use crate::session::incremental::Outcome;
use crate::session::progress::Listeners;
use sator_answer::Better;
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::{Code, Diagnostic, Result};
use sator_model::Assignment;
use sator_propagate::{BranchAndBound, prefers_branch_and_bound};

/// Largest conflict budget. If it is too small, a check runs without one.
const MOST_EFFORT: u64 = 100_000;

/// Failed checks for a better value after which other methods take their turns, even if the bound rises meanwhile.
const MOST_FAILED: u32 = 4;

/// Conflict budget from which on branch and bound takes turns where it wasn't asked first: an engine that learns is mostly
/// better there.
const LONG: u64 = 50_000;
/// Effort of branch and bound that takes as long as a propagation of an engine.
const EFFORT_PER_PROPAGATION: u64 = 8;

impl Session {
    /// Improves value and bound until they meet.
    pub(super) fn improve(&mut self, search: &mut Search, limits: &Limits) -> Result<Minimised> {
        let mut failed = 0;
        while !search.met() {
            let best = search.value();
            let within = match search.effort {
                effort if effort <= MOST_EFFORT => limits.with_effort(effort),
                _ => limits.clone(),
            };
            let target = best.saturating_sub(search.down).max(search.bound);
            match self.attempt(search, Some(target), &within)? {
                Outcome::Sat(_) => (search.down, failed) = (search.down.saturating_mul(2), 0),
                Outcome::Unsat => search.down = 1,
                // Try a smaller step before the bound is raised.
                Outcome::Unknown(Reason::Effort) if search.down > 1 => search.down = 1,
                Outcome::Unknown(Reason::Effort) => {
                    failed += 1;
                    let target = search.bound.saturating_add(search.up - 1).min(best - 1);
                    match self.attempt(search, Some(target), &within)? {
                        Outcome::Sat(_) => search.up = 1,
                        Outcome::Unsat => search.up = search.up.saturating_mul(2),
                        Outcome::Unknown(Reason::Effort) if search.up > 1 => search.up = 1,
                        Outcome::Unknown(Reason::Effort) => {
                            search.effort = search.effort.saturating_mul(2);
                            failed = MOST_FAILED;
                        }
                        Outcome::Unknown(reason) => return Ok(Minimised::Stopped(reason)),
                    }
                    if failed == MOST_FAILED {
                        failed = 0;
                        if let Some(end) = self.turns_of_others(search, limits)? {
                            return Ok(end);
                        }
                    }
                }
                Outcome::Unknown(reason) => return Ok(Minimised::Stopped(reason)),
            }
        }
        Ok(Minimised::Done)
    }

    /// A turn of each method beside the solver. `None` if none of them ends the search.
    fn turns_of_others(&mut self, search: &mut Search, limits: &Limits) -> Result<Option<Minimised>> {
        if search.effort > LONG && search.local.is_promising() {
            self.local_turn(search, limits)?;
        }
        if (search.effort > LONG || search.is_relaxed() || self.is_turn_of_branch_and_bound(search, limits))
            && let Some(end) = self.branch_and_bound(search, limits)?
        {
            return Ok(Some(end));
        }
        self.integer_turn(search, limits)
    }

    /// Whether branch and bound was asked first, and has taken no more time than the engine since.
    fn is_turn_of_branch_and_bound(&mut self, search: &Search, limits: &Limits) -> bool {
        if !prefers_branch_and_bound(self.model(), search.goals[search.level]) {
            return false;
        }
        let engine = self.solver(limits).ok().and_then(|(solver, _)| solver.formula.work());
        let propagations = engine.map_or(0, |work| work.propagations);
        let effort: u64 = search.depth_first.iter().flatten().map(BranchAndBound::effort).sum();
        effort <= propagations.saturating_mul(EFFORT_PER_PROPAGATION)
    }

    /// Looks for a solution in which the current goal is `most` or less, and updates the best value or the bound.
    pub(super) fn attempt(&mut self, search: &mut Search, most: Option<i64>, limits: &Limits) -> Result<Outcome> {
        if let Some(reason) = limits.stop() {
            return Ok(Outcome::Unknown(reason));
        }
        let (solver, model) = match self.solver(limits) {
            Ok(pair) => pair,
            Err(reason) => return Ok(Outcome::Unknown(reason)),
        };
        let assumptions = search.assumptions(model, &mut *solver.formula, most);
        let outcome = solver.check(model, &assumptions, limits)?;
        match (&outcome, most) {
            (Outcome::Sat(assignment), _) => self.note_value(search, assignment)?,
            (Outcome::Unsat, Some(most)) => {
                search.bound = search.bound.max(most.saturating_add(1));
                self.report_search(search);
            }
            _ => {}
        }
        Ok(outcome)
    }

    /// Records a solution if it is the best so far.
    pub(super) fn note_value(&mut self, search: &mut Search, assignment: &Assignment) -> Result<()> {
        let all = self.model().evaluate_all(assignment);
        let values: Vec<i64> = search.goals.iter().map(|e| all[*e]).collect();
        if values[search.level] < search.bound {
            return Err(below_the_bound());
        }
        if search.best.as_ref().is_none_or(|(_, best)| values < *best) {
            search.best = Some((assignment.clone(), values));
            self.report_search(search);
            self.report_better(search);
        }
        Ok(())
    }

    fn report_better(&mut self, search: &Search) {
        let Session { elaborator, listeners: Listeners { on_better: Some(report), .. }, measures, .. } = self else {
            return;
        };
        let Some((assignment, values)) = &search.best else { return };
        let sign = search.sign();
        let bound = (search.bound > i64::MIN).then_some(sign * search.bound);
        let values = values.iter().map(|value| sign * value).collect();
        report(&elaborator.model, &Better { assignment: assignment.clone(), values, bound, at: measures.elapsed() });
    }

    pub(super) fn report_search(&mut self, search: &Search) {
        let sign = search.sign();
        let value = search.best.as_ref().map(|(_, values)| sign * values[search.level]);
        let bound = (search.bound > i64::MIN).then_some(sign * search.bound);
        self.measures.improved(value, bound);
        if search.best.is_some() && search.bound > i64::MIN {
            self.listeners.progress.report(|| search.text());
        }
    }
}

/// The error about a solution that contradicts the proved bound.
pub(super) fn below_the_bound() -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(Code::Internal, "internal error: a solution is better than the bound that was proved")
            .note("no answer is shown, as it may be wrong")
            .help("please report this with the script (`save \"report.puz\"` writes it)"),
    )
}
