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
pub mod fd;
pub mod int;
mod narrow;
mod order;
pub mod search;
#[cfg(test)]
mod tests;
mod topology;
mod tuples;

pub use narrow::{Empty, Narrow};

use crate::limits::Limits;
use crate::model::{Assignment, Checker, Domain, ExprId, Model, UnknownId};
use crate::solver::sat::{Lit, Reason, Size, Verdict};
use crate::solver::{Engine, new_engine};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    Fd,
    Int,
}

/// How a model becomes answers: which formula, which engine where that can be chosen, and where its search starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    pub encoding: Encoding,
    /// Behind `fd`; `int` is always Z3's.
    pub engine: Engine,
    pub seed: u32,
}

/// A limit was met while lowering. The constraints not yet taken in are taken in by the next call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped(pub Reason);

/// `unknown = value`, or `unknown != value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    pub unknown: UnknownId,
    pub value: i64,
    pub equal: bool,
}

/// What the visitor of a solution wants to go on: a clause that the solution breaks and that is to hold from now on, or
/// an end.
pub type Wanted = Option<Vec<Atom>>;

/// What a solver took for a solution, and is none.
#[derive(Clone, Debug)]
pub struct Broken(pub Assignment);

/// A model's formula in a solver that stays warm: it only ever grows with the model.
pub trait Formula {
    /// What is lowered from now on is lowered within these limits. Where they end it, the formula is of no more
    /// use: it says so ([`Formula::spent`]), and every check of it is unknown.
    fn within(&mut self, limits: &Limits);

    /// Why lowering was ended half-way, if it was.
    fn spent(&self) -> Option<Reason>;

    /// Takes in the unknowns added to the model since the last call.
    fn add_unknowns(&mut self, model: &Model);

    /// Takes in unknowns, then the constraints added to the model since the last call.
    fn add_constraints(&mut self, model: &Model, limits: &Limits) -> Result<(), Stopped>;

    /// A literal equivalent to the condition `e`.
    fn literal(&mut self, model: &Model, e: ExprId) -> Lit;

    /// A literal equivalent to `u = value`; `Lit::FALSE` outside the domain.
    fn value_literal(&mut self, model: &Model, u: UnknownId, value: i64) -> Lit;

    /// A literal equivalent to `e <= bound`, for an integer expression.
    fn at_most_literal(&mut self, model: &Model, e: ExprId, bound: i64) -> Lit;

    /// A fresh literal, free to be true or false.
    fn selector(&mut self) -> Lit;

    /// Asserts that one of the literals holds.
    fn clause(&mut self, literals: &[Lit]);

    /// Asserts the condition `e`; only where `guard` holds, if there is one.
    fn assert(&mut self, model: &Model, e: ExprId, guard: Option<Lit>);

    /// Asserts what follows from several of these conditions together, under all of their guards; they
    /// themselves are asserted next.
    fn combine(&mut self, _model: &Model, _conditions: &[(ExprId, Option<Lit>)]) {}

    /// Asserts many conditions, each where its guard holds, and what follows from them together. Stopped by a limit, the formula is of no more use.
    fn assert_all(
        &mut self,
        model: &Model,
        conditions: &[(ExprId, Option<Lit>)],
        limits: &Limits,
    ) -> Result<(), Stopped> {
        self.within(limits);
        self.combine(model, conditions);
        for &(e, guard) in conditions {
            self.assert(model, e, guard);
            if let Some(reason) = self.spent().or_else(|| limits.stop()) {
                return Err(Stopped(reason));
            }
        }
        Ok(())
    }

    /// Is there an assignment in which the assumptions hold too?
    fn check(&mut self, model: &Model, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// Shows solutions of the whole model, each evaluated without the solver, to a visitor, without starting over
    /// for each. The clauses that it wants stay: the formula is of no use for other questions afterwards.
    /// `Sat` when the visitor has ended it.
    ///
    /// # Errors
    /// A solution that breaks the model, whose visitor was not called.
    fn each_solution(
        &mut self,
        model: &Model,
        limits: &Limits,
        visit: &mut dyn FnMut(&Assignment) -> Wanted,
    ) -> Result<Verdict, Broken> {
        let mut checker = Checker::new(model);
        loop {
            let verdict = self.check(model, &[], limits);
            if verdict != Verdict::Sat {
                return Ok(verdict);
            }
            let assignment = self.assignment(model);
            if !checker.holds(model, &assignment) {
                return Err(Broken(assignment));
            }
            let Some(clause) = visit(&assignment) else { return Ok(verdict) };
            self.want(model, &clause);
        }
    }

    /// Asserts a clause of atoms.
    fn want(&mut self, model: &Model, clause: &[Atom]) {
        let literal = |atom: &Atom| {
            let literal = self.value_literal(model, atom.unknown, atom.value);
            if atom.equal { literal } else { !literal }
        };
        let literals: Vec<Lit> = clause.iter().map(literal).collect();
        self.clause(&literals);
    }

    /// A value for every unknown of the model, as of the last check, which was `Sat`.
    fn assignment(&self, model: &Model) -> Assignment;

    /// After `Unsat`: assumptions that can't hold together (not always minimal).
    fn core(&self) -> Vec<Lit>;

    /// Variables and assertions made so far.
    fn size(&self) -> Size;

    /// Who gave the last answer.
    fn engine(&self) -> &'static str;

    /// The values that an unknown can still take, as far as is known without search.
    fn domain(&self, u: UnknownId) -> Option<&Domain>;

    /// Forgets expressions and unknowns that a rollback took out of the model. No constraint that
    /// was taken in may be among what was rolled back: that needs a new formula.
    fn forget(&mut self, model: &Model);
}

/// An empty formula. Without `narrow` the constraints do not shrink domains, so that each may stand
/// under a guard of its own.
pub fn new_formula(method: Method, narrow: bool) -> Box<dyn Formula> {
    let Method { encoding, engine, seed } = method;
    match encoding {
        Encoding::Fd => Box::new(fd::Fd::new(new_engine(engine, seed), fd::Choose::default(), narrow)),
        Encoding::Int => Box::new(int::Int::new(seed)),
    }
}
