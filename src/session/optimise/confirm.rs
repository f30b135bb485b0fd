//! The second proof of an optimum, by a method that had no part in the first one: the formula of certificates with its linear
//! relaxation, whose proof is replayed, or else another formula.

use super::state::{Prover, Search};
use super::{integers, search};
use crate::session::Session;
use sator_base::limits::Limits;
use sator_certify::{Contradiction, Refusal, refute_relaxed};
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, ExprId, Expressions, Symmetry};
use sator_propagate::is_cover;
use sator_solve::lower::{Method, new_formula};
use sator_solve::solver::sat::Verdict;

/// Conflict budget of the second proof of an optimum.
const CONFIRMING: u64 = 50_000;
/// The same, of an optimum that something else proved: it does so where the solver takes long.
const CONFIRMING_SEARCH: u64 = 300;
/// The same, after a short depth-first search: 1,000 conflicts prove the shop ft06, 3,000 an assignment of 12.
const CONFIRMING_SHORT: u64 = 3_000;
/// Most propagations of a short search, some ten milliseconds.
const SHORT: u64 = 50_000;
/// The same, of a covering problem: 40,000 conflicts prove the fewest queens on 8x8, 80,000 those on 9x9.
const CONFIRMING_COVER: u64 = 150_000;

impl Session {
    /// Proves the optimum again. False if that takes long.
    pub(super) fn is_confirmed(
        &mut self,
        search: &Search,
        goals: &[(ExprId, i64)],
        solution: &Assignment,
        limits: &Limits,
    ) -> Result<bool> {
        let Search { symmetry, prover, .. } = search;
        if !symmetry.holds_for(self.model(), &search.goals, solution) {
            return Ok(false);
        }
        let clausal = search.goals.iter().all(|&goal| is_cover(self.model(), goal));
        if *prover != Prover::Solver
            && !clausal
            && self.is_confirmed_by_sums(goals, symmetry, &limits.with_effort(search.conflicts()))?
        {
            return Ok(true);
        }
        let (method, effort) = match (prover, self.linear_method()) {
            (Prover::BranchAndBound, _) if clausal => (self.settings.method(), CONFIRMING_COVER),
            (Prover::Solver, _) => (self.method(), CONFIRMING),
            (Prover::BranchAndBound, Some(integers)) => (integers, integers::TURN),
            // An engine takes no longer for graphs than for other clauses.
            (Prover::BranchAndBound, None) if self.model().pool.graphs() > 0 => (self.settings.method(), CONFIRMING),
            (Prover::BranchAndBound, None) if self.was_short() => (self.settings.method(), CONFIRMING_SHORT),
            (Prover::BranchAndBound | Prover::Integers, _) => (self.settings.method(), CONFIRMING_SEARCH),
        };
        self.is_confirmed_by_formula(goals, symmetry, clausal, method, &limits.with_effort(effort))
    }

    /// Whether depth-first search took little, so that a second proof has time.
    fn was_short(&self) -> bool {
        self.measures.depth_first.is_some_and(|work| work.propagations <= SHORT)
    }

    /// Proves the optimum by the formula of certificates and its linear relaxation. False if that takes longer than branch and
    /// bound.
    fn is_confirmed_by_sums(&mut self, goals: &[(ExprId, i64)], symmetry: &Symmetry, limits: &Limits) -> Result<bool> {
        let mark = self.model().pool.len();
        let is_confirmed = self.sums_refute_better(goals, symmetry, limits);
        self.elaborator.model.pool.truncate(mark);
        is_confirmed
    }

    fn sums_refute_better(&mut self, goals: &[(ExprId, i64)], symmetry: &Symmetry, limits: &Limits) -> Result<bool> {
        let model = &mut self.elaborator.model;
        let mut conditions = model.conditions();
        conditions.extend(&symmetry.order);
        for &(goal, least) in goals {
            conditions.push(model.pool.defined(goal));
            let mut at_most = |value: i64| {
                let value = model.pool.int(value);
                model.pool.le(goal, value).ok()
            };
            let better = least.checked_sub(1).and_then(&mut at_most);
            let (Some(is_better), Some(is_best)) = (better, at_most(least)) else { return Ok(false) };
            conditions.push(is_better);
            let claim = Contradiction { conditions: &conditions, ..Contradiction::default() };
            match refute_relaxed(model, &claim, limits) {
                Ok(()) => {}
                Err(Refusal::Refuted) => return Err(search::below_the_bound()),
                Err(_) => return Ok(false),
            }
            conditions.pop();
            conditions.push(is_best);
        }
        Ok(true)
    }

    /// Proves the optimum by formulas of the solver that had no part in the search. False if that takes longer than the limits
    /// allow.
    fn is_confirmed_by_formula(
        &self,
        goals: &[(ExprId, i64)],
        symmetry: &Symmetry,
        clausal: bool,
        method: Method,
        limits: &Limits,
    ) -> Result<bool> {
        let model = self.model();
        let mut pool = model.pool.clone();
        let mut conditions = model.conditions();
        conditions.extend(&symmetry.order);
        for &(goal, least) in goals {
            conditions.push(pool.defined(goal));
            let Some(better) = least.checked_sub(1) else { return Ok(false) };
            let mut at_most = |value: i64| {
                let value = pool.int(value);
                pool.le(goal, value)
            };
            let (Ok(is_better), Ok(is_best)) = (at_most(better), at_most(least)) else { return Ok(false) };
            // As a condition, the bound narrows domains, so that numbers have fewer clauses. Bools have none, and an engine
            // takes half the conflicts with a literal for the bound.
            let asserted = (!clausal).then_some(is_better);
            let all: Vec<ExprId> = conditions.iter().copied().chain(asserted).collect();
            let expressions = Expressions { pool: &pool, unknowns: &model.unknowns };
            let mut formula = new_formula(method, true);
            if formula.add_constraints(expressions, &all, limits).is_err() {
                return Ok(false);
            }
            let assumed = clausal.then(|| formula.at_most_literal(expressions, goal, better));
            match formula.check(assumed.as_slice(), limits) {
                Verdict::Unsat => {}
                Verdict::Sat => return Err(search::below_the_bound()),
                Verdict::Unknown(_) => return Ok(false),
            }
            conditions.push(is_best);
        }
        Ok(true)
    }
}
