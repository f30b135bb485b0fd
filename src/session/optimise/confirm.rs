//! The second proof of an optimum, by a method that had no part in the first one: the formula of certificates with its linear
//! relaxation, whose proof is replayed, or else another formula.

use super::state::{Prover, Search};
use super::{integers, search};
use crate::session::Session;
use sator_base::limits::Limits;
use sator_certify::{Contradiction, Refusal, refute_relaxed};
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, ExprId, Expressions, Model, Symmetry};
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
            && self.is_confirmed_by_sums(goals, symmetry, &limits.with_effort(search.conflicts(self.model())))?
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
        self.nothing_is_better(goals, symmetry, |model, conditions, better| {
            let all = [conditions, &[better.condition]].concat();
            let claim = Contradiction { conditions: &all, ..Contradiction::default() };
            match refute_relaxed(model, &claim, limits) {
                Ok(()) => Some(false),
                Err(Refusal::Refuted) => Some(true),
                Err(_) => None,
            }
        })
    }

    /// Proves the optimum by formulas of the solver that had no part in the search. False if that takes longer than the limits
    /// allow.
    fn is_confirmed_by_formula(
        &mut self,
        goals: &[(ExprId, i64)],
        symmetry: &Symmetry,
        clausal: bool,
        method: Method,
        limits: &Limits,
    ) -> Result<bool> {
        self.nothing_is_better(goals, symmetry, |model, conditions, better| {
            // As a condition, the bound narrows domains, so that numbers have fewer clauses. Bools have none, and an engine
            // takes half the conflicts with a literal for the bound.
            let asserted = (!clausal).then_some(better.condition);
            let all: Vec<ExprId> = conditions.iter().copied().chain(asserted).collect();
            let expressions = Expressions { pool: &model.pool, unknowns: &model.unknowns };
            let mut formula = new_formula(method, true);
            formula.add_constraints(expressions, &all, limits).ok()?;
            let assumed = clausal.then(|| formula.at_most_literal(expressions, better.goal, better.most));
            match formula.check(assumed.as_slice(), limits) {
                Verdict::Unsat => Some(false),
                Verdict::Sat => Some(true),
                Verdict::Unknown(_) => None,
            }
        })
    }

    /// Whether a search finds no solution that is better in a goal and as good in those before it. `is_met` returns whether the
    /// conditions and the better value can be met, `None` if that stays unknown: then the result is false.
    ///
    /// # Errors
    /// There is a better solution.
    fn nothing_is_better(
        &mut self,
        goals: &[(ExprId, i64)],
        symmetry: &Symmetry,
        mut is_met: impl FnMut(&Model, &[ExprId], Better) -> Option<bool>,
    ) -> Result<bool> {
        let model = &mut self.elaborator.model;
        let mark = model.pool.len();
        let mut conditions = model.conditions();
        conditions.extend(&symmetry.order);
        let mut verdicts = goals.iter().map(|&(goal, least)| {
            conditions.push(model.pool.defined(goal));
            let most = least.checked_sub(1)?;
            let mut at_most = |value: i64| {
                let value = model.pool.int(value);
                model.pool.le(goal, value).ok()
            };
            let (condition, is_best) = (at_most(most)?, at_most(least)?);
            let verdict = is_met(model, &conditions, Better { goal, most, condition });
            conditions.push(is_best);
            verdict
        });
        let verdict = verdicts.find(|verdict| *verdict != Some(false));
        model.pool.truncate(mark);
        match verdict {
            None => Ok(true),
            Some(Some(_)) => Err(search::below_the_bound()),
            Some(None) => Ok(false),
        }
    }
}

/// A better value of a goal than that of the optimum.
struct Better {
    goal: ExprId,
    /// The largest value that is better.
    most: i64,
    /// The condition that the goal is at most that.
    condition: ExprId,
}
