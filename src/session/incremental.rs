//! The solver kept warm between questions. It is a cache: the statements are the truth, and a new one
//! is built whenever more than additions happened.

use super::{Session, Settings};
use sator_base::limits::Limits;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, ExprId, Model, UnknownId};
use sator_solve::lower::{Encoding, Formula, Method, Stopped, new_formula, prefers_integers};
use sator_solve::solver::Engine;
use sator_solve::solver::sat::{Lit, Reason, Verdict};
use sator_solve::tuning::{UNKNOWN_FD, UNKNOWN_INT};
use std::ops::Range;

/// Statements of at most this many constraints, added after a question, stand under a guard.
const SMALL: usize = 12;
/// Guarded constraints that the solver carries before it takes them in for good.
const MOST_GUARDED: usize = 48;

/// A formula that has taken in the model up to some point.
///
/// What is known when the first question is asked is taken in for good, which narrows domains and makes
/// the best formula. Small statements added after that each stand under a guard of their own, so
/// that taking them back costs nothing and keeps all that the solver has learned.
pub(super) struct IncrementalSolver {
    pub formula: Box<dyn Formula>,
    pub method: Method,
    /// Constraints taken in for good.
    base: usize,
    guarded: Vec<Guarded>,
    /// Whether a question was asked of it.
    pub asked: bool,
    /// Assumed to leave out the solutions shown so far, and how many of them it leaves out.
    other: Option<(Lit, usize)>,
}

/// Constraints that hold where the guard does.
struct Guarded {
    constraints: Range<usize>,
    guard: Lit,
}

/// What a check found; a solution has been evaluated without the solver.
pub(super) enum Outcome {
    Sat(Assignment),
    Unsat,
    Unknown(Reason),
}

impl IncrementalSolver {
    pub(super) fn new(method: Method) -> IncrementalSolver {
        IncrementalSolver {
            formula: new_formula(method, true),
            method,
            base: 0,
            guarded: vec![],
            asked: false,
            other: None,
        }
    }

    /// Takes in what the model has more, up to so many constraints; `starts` says where its statements start, by constraint. Stopped on the way,
    /// this is of no more use.
    fn extend(&mut self, model: &Model, to: usize, starts: &[usize], limits: &Limits) -> Result<(), Reason> {
        self.formula.within(limits);
        let m = model.expressions();
        let from = self.guarded.last().map_or(self.base, |g| g.constraints.end);
        if from == to {
            if !self.asked {
                let bytes = if self.method.encoding == Encoding::Fd { UNKNOWN_FD } else { UNKNOWN_INT };
                limits.room(m.unknowns.len(), bytes)?;
            }
            self.formula.add_unknowns(m);
            return Ok(());
        }
        let bounds: Vec<usize> = [from]
            .into_iter()
            .chain(starts.iter().copied().filter(|s| (from + 1..to).contains(s)))
            .chain([to])
            .collect();
        let small = bounds.windows(2).all(|w| w[1] - w[0] <= SMALL) && to - self.base <= MOST_GUARDED;
        if self.asked && small {
            self.formula.add_unknowns(m);
            for range in bounds.windows(2).map(|w| w[0]..w[1]) {
                let guard = self.formula.selector();
                for constraint in &model.constraints[range.clone()] {
                    self.formula.assert(m, constraint.expr, Some(guard));
                }
                self.guarded.push(Guarded { constraints: range, guard });
            }
            return Ok(());
        }
        // Those under guards as well: now they narrow domains too.
        let new: Vec<ExprId> = model.constraints[self.base..to].iter().map(|c| c.expr).collect();
        self.guarded.clear();
        self.base = to;
        self.formula.add_constraints(m, &new, limits).map_err(|Stopped(reason)| reason)
    }

    /// Takes in all of a model that asks nothing else.
    pub(super) fn extend_all(&mut self, model: &Model, limits: &Limits) -> Result<(), Reason> {
        self.extend(model, model.constraints.len(), &[], limits)
    }

    /// Call after the model was rolled back; says whether the formula still serves.
    pub(super) fn roll_back(&mut self, model: &Model) -> bool {
        if self.base > model.constraints.len() {
            return false;
        }
        while let Some(last) = self.guarded.pop_if(|g| g.constraints.end > model.constraints.len()) {
            self.formula.clause(&[!last.guard]);
        }
        self.formula.forget(model.expressions());
        true
    }

    /// Looks for a solution under assumptions.
    pub(super) fn check(&mut self, model: &Model, assumptions: &[Lit], limits: &Limits) -> Result<Outcome> {
        let mut all: Vec<Lit> = self.guarded.iter().map(|g| g.guard).collect();
        all.extend(assumptions);
        match self.formula.check(&all, limits) {
            Verdict::Unsat => Ok(Outcome::Unsat),
            Verdict::Unknown(reason) => Ok(Outcome::Unknown(reason)),
            Verdict::Sat => {
                let assignment = self.formula.assignment(model.expressions());
                verify(model, &assignment)?;
                Ok(Outcome::Sat(assignment))
            }
        }
    }

    /// Under `guard`, rules a solution out: some visible unknown differs.
    pub(super) fn block(&mut self, model: &Model, assignment: &Assignment, guard: Lit) {
        let mut clause = vec![!guard];
        clause.extend(model.visible().map(|u| !self.formula.value_literal(model.expressions(), u, assignment.get(u))));
        self.formula.clause(&clause);
    }

    /// The assumption that leaves out the solutions shown.
    pub(super) fn exclude<'a>(
        &mut self,
        model: &Model,
        shown: impl IntoIterator<Item = &'a Assignment, IntoIter: ExactSizeIterator>,
    ) -> Lit {
        let shown = shown.into_iter();
        let all = shown.len();
        let (guard, done) = match self.other {
            Some((guard, done)) if done <= all => (guard, done),
            _ => (self.formula.selector(), 0),
        };
        for solution in shown.skip(done) {
            self.block(model, solution, guard);
        }
        self.other = Some((guard, all));
        guard
    }

    /// Ends the use of an assumption.
    pub(super) fn retire(&mut self, guard: Lit) {
        self.formula.clause(&[!guard]);
    }

    pub(super) fn clear_exclusion(&mut self) {
        if let Some((guard, _)) = self.other.take() {
            self.retire(guard);
        }
    }
}

impl Session {
    /// The rest of the limits of a question that took `elapsed`, for drawing its answer.
    pub(crate) fn limits_after(&self, elapsed: std::time::Duration) -> Limits {
        let left = self.settings.timeout.map(|time| time.saturating_sub(elapsed));
        left.map_or(self.limits(), |left| self.limits().within(left))
    }

    /// Limits of one question, starting now.
    pub(crate) fn limits(&self) -> Limits {
        self.settings.limits(&self.interrupt)
    }

    /// Whether the integers of Z3 can be tried first: the settings leave the choice, and no trial has ended without an answer.
    pub(super) fn may_prefer_integers(&self) -> bool {
        let Settings { encoding, engine, .. } = self.settings;
        Encoding::Int.is_available()
            && encoding.is_none()
            && matches!(engine, Engine::Auto | Engine::Z3)
            && !self.trial_ended
    }

    /// How answers are found: where the numbers are wide, the integers of Z3 are tried first.
    pub(super) fn method(&self) -> Method {
        let model = &self.elaborator.model;
        match self.settings.method() {
            method if self.may_prefer_integers() && prefers_integers(model.expressions(), &model.conditions()) => {
                Method { encoding: Encoding::Int, trial: true, ..method }
            }
            method => method,
        }
    }

    /// Borrows the solver, with everything taken in, together with the model it was made from; or why it had
    /// to stop on the way.
    pub(super) fn solver(&mut self, limits: &Limits) -> Result<(&mut IncrementalSolver, &Model), Reason> {
        self.solver_with(self.elaborator.model.constraints.len(), limits)
    }

    /// The same with the first so many constraints only.
    pub(super) fn solver_with(
        &mut self,
        constraints: usize,
        limits: &Limits,
    ) -> Result<(&mut IncrementalSolver, &Model), Reason> {
        let starts: Vec<usize> = self.entries.iter().map(|e| e.constraints).collect();
        let mut method = self.method();
        method.trial |= method.encoding == Encoding::Fd && !self.trial_ended;
        let model = &self.elaborator.model;
        // What a limit left half-done is of no use.
        let whole = |solver: &IncrementalSolver| solver.formula.spent().is_none();
        let mut solver = self.cache.solver.take().filter(whole).unwrap_or_else(|| IncrementalSolver::new(method));
        if let Err(reason) = solver.extend(model, constraints, &starts, limits) {
            // There it is seen that a trial has ended.
            self.cache.solver = Some(solver).filter(|_| reason == Reason::NotSoon);
            return Err(reason);
        }
        Ok((self.cache.solver.insert(solver), model))
    }

    /// The visible unknowns in which two solutions differ.
    pub(super) fn differences(&self, a: &Assignment, b: &Assignment) -> Vec<UnknownId> {
        self.elaborator.model.visible().filter(|&u| a.get(u) != b.get(u)).collect()
    }
}
