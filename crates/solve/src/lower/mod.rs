//! Lowering: from model to formula, in two encodings with equal answers.
//!
//! - `int`: integer constants with bounds, `distinct` and plain arithmetic, as in a notebook of Z3. It is the reference
//!   for `fd`.
//! - `fd`: one literal a value for small domains, clauses, cardinalities and bit-vectors, over the narrow interface of
//!   `solver::sat`. Domains are narrowed first (`narrow`).
//!
//! Integer functions are total, exactly as in `model::evaluate`. Where they are meaningful is part of the model's
//! conditions.

pub mod differing;
pub mod fd;
pub mod int;
mod narrow;
mod prefer_integers;
mod recursion_checkpoints;
pub mod search;
pub mod smt2;
#[cfg(test)]
mod tests;
mod topology;

pub use narrow::{Empty, Narrow};
pub use prefer_integers::{is_linear, prefers_integers};

use crate::solver::new_engine;
use crate::solver::sat::{Lit, Reason, Size, Verdict};
use crate::tuning::Sizes;
use sator_base::limits::Limits;
pub use sator_base::method::{Encoding, Method, Statistic, Work};
use sator_model::{Assignment, Atom, Checker, Domain, ExprId, Expressions, Model, UnknownId};
use sator_propagate::facts::NodeFacts;
use std::sync::Arc;

/// A limit was met while lowering. The formula is unusable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped(pub Reason);

/// The answer of a visitor to a solution: a clause that the solution breaks and that must hold from now on, or `None`
/// to end.
pub type NextClause = Option<Vec<Atom>>;

/// An assignment that a solver returned as a solution but that breaks a constraint.
#[derive(Clone, Debug)]
pub struct BrokenSolution(pub Assignment);

/// Conditions in a solver that stays warm between checks. The formula follows the terms of a growing model, but asserts
/// only the constraints that it is given.
pub trait Formula {
    /// Sets the limits of all lowering from now on. If they end it, the formula is incomplete: [`Formula::spent`]
    /// returns the reason, and every check is unknown.
    fn within(&mut self, limits: &Limits);

    /// Why lowering ended early, if it did.
    fn spent(&self) -> Option<Reason>;

    /// Adds the unknowns that are new since the last call.
    fn add_unknowns(&mut self, m: Expressions);

    /// Adds unknowns, then asserts unconditional constraints. A formula that narrows uses them to shrink its domains.
    ///
    /// # Errors
    /// A limit that was met, or numbers that the encoding can't hold.
    fn add_constraints(&mut self, m: Expressions, conditions: &[ExprId], limits: &Limits) -> Result<(), Stopped>;

    /// A literal equivalent to the condition `e`.
    fn literal(&mut self, m: Expressions, e: ExprId) -> Lit;

    /// A literal equivalent to `u = value`; `Lit::FALSE` outside the domain.
    fn value_literal(&mut self, m: Expressions, u: UnknownId, value: i64) -> Lit;

    /// A literal equivalent to `e <= bound`, for an integer expression.
    fn at_most_literal(&mut self, m: Expressions, e: ExprId, bound: i64) -> Lit;

    /// A fresh literal, free to be true or false.
    fn selector(&mut self) -> Lit;

    /// Asserts that one of the literals holds.
    fn clause(&mut self, literals: &[Lit]);

    /// Asserts the condition `e`, under the guard if there is one.
    fn assert(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>);

    /// Asserts what follows from several of these conditions together, under all of their guards. The conditions
    /// themselves are asserted next.
    fn combine(&mut self, _m: Expressions, _conditions: &[(ExprId, Option<Lit>)]) {}

    /// Asserts many conditions, each under its guard, and what follows from them together.
    ///
    /// # Errors
    /// A limit that was met, or numbers that the encoding can't hold.
    fn assert_all(
        &mut self,
        m: Expressions,
        conditions: &[(ExprId, Option<Lit>)],
        limits: &Limits,
    ) -> Result<(), Stopped> {
        self.within(limits);
        self.combine(m, conditions);
        self.assert_each(m, &mut conditions.iter().copied(), limits)
    }

    /// Asserts conditions one by one, each under its guard.
    ///
    /// # Errors
    /// A limit that was met, or numbers that the encoding can't hold.
    fn assert_each(
        &mut self,
        m: Expressions,
        conditions: &mut dyn Iterator<Item = (ExprId, Option<Lit>)>,
        limits: &Limits,
    ) -> Result<(), Stopped> {
        for (e, guard) in conditions {
            self.assert(m, e, guard);
            if let Some(reason) = self.spent().or_else(|| limits.stop()) {
                return Err(Stopped(reason));
            }
        }
        Ok(())
    }

    /// Whether there is an assignment in which the assumptions hold too.
    fn check(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// Passes solutions, each evaluated by the checker without the solver, to a visitor, without starting over for
    /// each. The visitor's clauses stay, so the formula is unusable for other questions afterwards. `Sat` if the
    /// visitor ended it.
    ///
    /// # Errors
    /// The checker found a solution that breaks a constraint; its visitor was not called.
    fn each_solution(
        &mut self,
        m: Expressions,
        checker: &mut Checker,
        limits: &Limits,
        visit: &mut dyn FnMut(&Assignment) -> NextClause,
    ) -> Result<Verdict, BrokenSolution> {
        loop {
            let verdict = self.check(&[], limits);
            if verdict != Verdict::Sat {
                return Ok(verdict);
            }
            let assignment = self.assignment(m);
            if !checker.holds(m, &assignment) {
                return Err(BrokenSolution(assignment));
            }
            let Some(clause) = visit(&assignment) else { return Ok(verdict) };
            self.want(m, &clause);
        }
    }

    /// Asserts a clause of atoms.
    fn want(&mut self, m: Expressions, clause: &[Atom]) {
        let literal = |atom: &Atom| {
            let literal = self.value_literal(m, atom.unknown, atom.value);
            if atom.is { literal } else { !literal }
        };
        let literals: Vec<Lit> = clause.iter().map(literal).collect();
        self.clause(&literals);
    }

    /// A value for every unknown in the model of the last check, which was `Sat`.
    fn assignment(&self, m: Expressions) -> Assignment;

    /// After `Unsat`: assumptions that can't hold together (not always a minimal set).
    fn core(&self) -> Vec<Lit>;

    /// Variables and assertions made so far.
    fn size(&self) -> Size;

    /// The engine that gave the last answer.
    fn engine(&self) -> &'static str;

    /// The work of the engine's searches so far, if it counts it.
    fn work(&self) -> Option<Work> {
        None
    }

    /// The statistics that the engine itself reports; empty if it has none.
    fn statistics(&self) -> Vec<Statistic> {
        vec![]
    }

    /// The values that an unknown can still take, as far as is known without search.
    fn domain(&self, u: UnknownId) -> Option<&Domain>;

    /// Drops expressions and unknowns that a rollback removed. An asserted condition among them requires a new formula.
    fn forget(&mut self, m: Expressions);
}

/// An empty formula. Without `narrow` the constraints do not shrink domains, so that each can have its own guard.
pub fn new_formula(method: Method, narrow: bool) -> Box<dyn Formula> {
    match method.encoding {
        Encoding::Fd => Box::new(new_fd(method, narrow)),
        Encoding::Int => Box::new(int::Int::new(method.seed, method.trial)),
    }
}

fn new_fd(method: Method, narrow: bool) -> fd::Fd {
    fd::Fd::new(new_engine(method.engine, method.seed), Sizes::default(), narrow).on_trial(method.trial)
}

/// Bounds and support of a model's expressions, as its domains imply them. Small formulas about a large model share them, as
/// their computation takes longer than such a formula.
#[derive(Clone, Default)]
pub struct SharedFacts(Arc<NodeFacts>);

impl SharedFacts {
    /// Adds the expressions that are new in the model.
    pub fn extend(&mut self, model: &Model) {
        if self.0.len() < model.pool.len() {
            let domains: Vec<Domain> = model.unknowns.iter().map(|unknown| unknown.domain.clone()).collect();
            Arc::make_mut(&mut self.0).extend(&model.pool, &domains);
        }
    }

    /// A new formula about the model, as [`new_formula`] makes it.
    pub fn new_formula(&self, method: Method, narrow: bool) -> Box<dyn Formula> {
        match method.encoding {
            Encoding::Fd => Box::new(new_fd(method, narrow).with_facts(self.0.clone())),
            Encoding::Int => new_formula(method, narrow),
        }
    }
}

/// A new formula with all constraints of a model.
///
/// # Errors
/// The limit that was met.
pub fn formula_of(model: &Model, method: Method, limits: &Limits) -> Result<Box<dyn Formula>, Reason> {
    let mut formula = new_formula(method, true);
    match formula.add_constraints(model.expressions(), &model.conditions(), limits) {
        Ok(()) => Ok(formula),
        Err(Stopped(reason)) => Err(reason),
    }
}
