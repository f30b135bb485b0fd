//! From model to formula, in two encodings that answer alike.
//!
//! - `int`: the notebook's way. Integer constants with bounds, `distinct`, plain arithmetic. It is
//!   the reference that `fd` must agree with.
//! - `fd`: one literal a value for small domains, clauses, cardinalities and bit-vectors, over the narrow
//!   interface of `solver::engine`. Domains are narrowed first (`narrow`).
//!
//! Integer functions are total here exactly as in `model::evaluate`; where they mean anything is part of
//! the conditions that the model makes.

pub mod bounds;
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
mod tuples;

pub use narrow::{Empty, Narrow};
pub use prefer_integers::prefers_integers;

use crate::solver::new_engine;
use crate::solver::sat::{Lit, Reason, Size, Verdict};
use crate::tuning::Sizes;
use sator_base::limits::Limits;
pub use sator_base::method::{Encoding, Method};
use sator_model::{Assignment, Atom, Checker, Domain, ExprId, Expressions, Model, UnknownId};

/// A limit was met while lowering: the formula is of no more use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped(pub Reason);

/// What the visitor of a solution wants to go on: a clause that the solution breaks and that is to hold from now on, or
/// an end.
pub type Wanted = Option<Vec<Atom>>;

/// What a solver took for a solution, and is none.
#[derive(Clone, Debug)]
pub struct Broken(pub Assignment);

/// Conditions in a solver that stays warm. It sees the terms of a model as they grow, and of the model's constraints
/// only those that it is given.
pub trait Formula {
    /// Sets the limits of all lowering from now on. Where they end it, the formula is incomplete: [`Formula::spent`]
    /// returns the reason, and every check is unknown.
    fn within(&mut self, limits: &Limits);

    /// Why lowering was ended half-way, if it was.
    fn spent(&self) -> Option<Reason>;

    /// Takes in the unknowns added since the last call.
    fn add_unknowns(&mut self, m: Expressions);

    /// Takes in unknowns, then asserts conditions for good: where the formula narrows, they narrow its domains.
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

    /// Asserts the condition `e`; only where `guard` holds, if there is one.
    fn assert(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>);

    /// Asserts what follows from several of these conditions together, under all of their guards; they
    /// themselves are asserted next.
    fn combine(&mut self, _m: Expressions, _conditions: &[(ExprId, Option<Lit>)]) {}

    /// Asserts many conditions, each where its guard holds, and what follows from them together.
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

    /// Asserts one condition after the other, each where its guard holds.
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

    /// Is there an assignment in which the assumptions hold too?
    fn check(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// Shows solutions, each of which the checker has evaluated without the solver, to a visitor, without starting over
    /// for each. The clauses that it wants stay: the formula is of no use for other questions afterwards.
    /// `Sat` when the visitor has ended it.
    ///
    /// # Errors
    /// A solution that the checker finds broken, whose visitor was not called.
    fn each_solution(
        &mut self,
        m: Expressions,
        checker: &mut Checker,
        limits: &Limits,
        visit: &mut dyn FnMut(&Assignment) -> Wanted,
    ) -> Result<Verdict, Broken> {
        loop {
            let verdict = self.check(&[], limits);
            if verdict != Verdict::Sat {
                return Ok(verdict);
            }
            let assignment = self.assignment(m);
            if !checker.holds(m, &assignment) {
                return Err(Broken(assignment));
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

    /// A value for every unknown, as of the last check, which was `Sat`.
    fn assignment(&self, m: Expressions) -> Assignment;

    /// After `Unsat`: assumptions that can't hold together (not always minimal).
    fn core(&self) -> Vec<Lit>;

    /// Variables and assertions made so far.
    fn size(&self) -> Size;

    /// Who gave the last answer.
    fn engine(&self) -> &'static str;

    /// The values that an unknown can still take, as far as is known without search.
    fn domain(&self, u: UnknownId) -> Option<&Domain>;

    /// Forgets expressions and unknowns that a rollback took away. No condition that
    /// is asserted may be among them: that needs a new formula.
    fn forget(&mut self, m: Expressions);
}

/// An empty formula. Without `narrow` the constraints do not shrink domains, so that each may stand
/// under a guard of its own.
pub fn new_formula(method: Method, narrow: bool) -> Box<dyn Formula> {
    let Method { encoding, engine, seed, trial } = method;
    match encoding {
        Encoding::Fd => Box::new(fd::Fd::new(new_engine(engine, seed), Sizes::default(), narrow).on_trial(trial)),
        Encoding::Int => Box::new(int::Int::new(seed, trial)),
    }
}

/// A new formula of all constraints of a model.
pub fn formula_of(model: &Model, method: Method, limits: &Limits) -> Result<Box<dyn Formula>, Reason> {
    let mut formula = new_formula(method, true);
    match formula.add_constraints(model.expressions(), &model.conditions(), limits) {
        Ok(()) => Ok(formula),
        Err(Stopped(reason)) => Err(reason),
    }
}
