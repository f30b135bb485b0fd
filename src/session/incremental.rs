//! The solver that a session keeps between questions. It is a cache: the statements are the truth, and a new solver is
//! built after any change that is more than an addition.

use super::{Session, Settings};
use sator_base::clock::Instant;
use sator_base::limits::Limits;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, ExprId, Model, UnknownId};
use sator_solve::lower::{Encoding, Formula, Method, Stopped, new_formula, prefers_integers};
use sator_solve::solver::sat::{Lit, Reason, Verdict};
use sator_solve::solver::{Engine, can_run, has_encoding};
use sator_solve::tuning::{UNKNOWN_FD, UNKNOWN_INT};
use std::ops::Range;

/// A statement that is added after a question is guarded if it has this many constraints or fewer.
const SMALL: usize = 12;
/// Largest number of guarded constraints. Beyond it, all constraints are asserted without guards.
const MOST_GUARDED: usize = 48;

/// A formula of the model's first constraints.
///
/// The constraints that stand when the first question is asked are asserted for good, which narrows domains and makes
/// the best formula. Each small statement added later gets a guard literal of its own, so that `undo` costs nothing and
/// keeps what the solver has learned.
pub(super) struct IncrementalSolver {
    pub formula: Box<dyn Formula>,
    pub method: Method,
    /// Number of constraints asserted without a guard.
    base: usize,
    guarded: Vec<Guarded>,
    /// Whether it has answered a question.
    pub asked: bool,
    /// The guard of the clauses that exclude solutions shown so far, and the number of these.
    exclusion: Option<(Lit, usize)>,
}

/// Constraints that hold if the guard does.
struct Guarded {
    constraints: Range<usize>,
    guard: Lit,
}

/// The result of a check. A solution is verified by evaluating the model.
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
            exclusion: None,
        }
    }

    /// Asserts the model's constraints up to number `to`. `starts` has the first constraint of each statement. After an
    /// error the formula is incomplete and must be dropped.
    fn extend(&mut self, model: &Model, to: usize, starts: &[usize], limits: &Limits) -> Result<(), Reason> {
        self.formula.within(limits);
        let m = model.expressions();
        let from = self.guarded.last().map_or(self.base, |g| g.constraints.end);
        if from == to {
            if !self.asked {
                let bytes = if self.method.encoding == Encoding::Fd { UNKNOWN_FD } else { UNKNOWN_INT };
                limits.check_memory(m.unknowns.len(), bytes)?;
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
        // The guarded constraints are asserted again, so that they narrow domains too.
        let new: Vec<ExprId> = model.constraints[self.base..to].iter().map(|c| c.expr).collect();
        self.guarded.clear();
        self.base = to;
        self.formula.add_constraints(m, &new, limits).map_err(|Stopped(reason)| reason)
    }

    /// Asserts all constraints of a model that will not change.
    pub(super) fn extend_all(&mut self, model: &Model, limits: &Limits) -> Result<(), Reason> {
        self.extend(model, model.constraints.len(), &[], limits)
    }

    /// Drops the guarded constraints that the model no longer has. Returns false if the formula has unguarded ones of
    /// these and must be dropped.
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

    /// Checks the formula under assumptions.
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

    /// Excludes a solution while `guard` is assumed: some visible unknown differs.
    pub(super) fn block(&mut self, model: &Model, assignment: &Assignment, guard: Lit) {
        let mut clause = vec![!guard];
        clause.extend(model.visible().map(|u| !self.formula.value_literal(model.expressions(), u, assignment.get(u))));
        self.formula.clause(&clause);
    }

    /// The assumption that excludes the solutions shown.
    pub(super) fn exclude<'a>(
        &mut self,
        model: &Model,
        shown: impl IntoIterator<Item = &'a Assignment, IntoIter: ExactSizeIterator>,
    ) -> Lit {
        let shown = shown.into_iter();
        let all = shown.len();
        let (guard, done) = match self.exclusion {
            Some((guard, done)) if done <= all => (guard, done),
            _ => (self.formula.selector(), 0),
        };
        for solution in shown.skip(done) {
            self.block(model, solution, guard);
        }
        self.exclusion = Some((guard, all));
        guard
    }

    /// Makes a guard false for good, which removes its clauses.
    pub(super) fn retire(&mut self, guard: Lit) {
        self.formula.clause(&[!guard]);
    }

    pub(super) fn clear_exclusion(&mut self) {
        if let Some((guard, _)) = self.exclusion.take() {
            self.retire(guard);
        }
    }
}

impl Session {
    /// The limits for drawing the answer to a question that took `elapsed`: what is left of the question's time.
    pub(crate) fn limits_after(&self, elapsed: std::time::Duration) -> Limits {
        let left = self.settings.timeout.map(|time| time.saturating_sub(elapsed));
        left.map_or(self.limits(), |left| self.limits().within(left))
    }

    /// The limits of one question that starts now.
    pub(crate) fn limits(&self) -> Limits {
        self.settings.limits(&self.interrupt)
    }

    /// Whether the integer encoding can be tried first: the settings leave the choice, and no trial has ended without
    /// an answer.
    pub(super) fn may_prefer_integers(&self) -> bool {
        let Settings { encoding, engine, .. } = self.settings;
        has_encoding(Encoding::Int)
            && encoding.is_none()
            && matches!(engine, Engine::Auto | Engine::Z3)
            && !self.trial_ended
    }

    /// The encoding and engine that answer. For wide numbers the integer encoding is tried first.
    pub(super) fn method(&self) -> Method {
        let model = &self.elaborator.model;
        match self.settings.method() {
            method
                if self.may_prefer_integers()
                    && prefers_integers(model.expressions(), &model.conditions())
                    && can_run(Engine::Z3) =>
            {
                Method { encoding: Encoding::Int, trial: true, ..method }
            }
            method => method,
        }
    }

    /// The solver with all constraints of the model, and the model. The error is the limit that stopped the encoding.
    pub(super) fn solver(&mut self, limits: &Limits) -> Result<(&mut IncrementalSolver, &Model), Reason> {
        self.solver_with(self.elaborator.model.constraints.len(), limits)
    }

    /// As [`Session::solver`], with only the first `constraints` constraints.
    pub(super) fn solver_with(
        &mut self,
        constraints: usize,
        limits: &Limits,
    ) -> Result<(&mut IncrementalSolver, &Model), Reason> {
        let starts: Vec<usize> = self.list.entries.iter().map(|e| e.constraints).collect();
        let mut method = self.method();
        method.trial |= method.encoding == Encoding::Fd && !self.trial_ended;
        let model = &self.elaborator.model;
        // A limit can leave the formula incomplete.
        let whole = |solver: &IncrementalSolver| solver.formula.spent().is_none();
        let mut solver = self.cache.solver.take().filter(whole).unwrap_or_else(|| IncrementalSolver::new(method));
        let start = Instant::now();
        let extended = solver.extend(model, constraints, &starts, limits);
        self.measures.encoding += start.elapsed();
        if let Err(reason) = extended {
            // `end_trial` reads there that the trial has ended.
            self.cache.solver = Some(solver).filter(|_| reason == Reason::NotSoon);
            return Err(reason);
        }
        Ok((self.cache.solver.insert(solver), model))
    }
}

/// The visible unknowns in which two solutions differ.
pub(super) fn differences(model: &Model, a: &Assignment, b: &Assignment) -> Vec<UnknownId> {
    model.visible().filter(|&u| a.get(u) != b.get(u)).collect()
}
