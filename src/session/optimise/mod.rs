//! `maximize`, `minimize` and `solve best`: optimal solutions, of one objective or of several in order of priority
//! (lexicographic). An optimum is claimed when a solution meets the proved bound.
//!
//! `branch_and_bound` is depth-first search with propagation, `integers` Z3 on linear models. `bound` finds a first bound
//! without search. `search` improves solution and bound in turn. For preferences, `cores` first raises the bound by
//! unsatisfiable cores. `local` is local search, which proves nothing, but finds solutions where systematic search takes long.
//! `confirm` proves the optimum a second time.

mod bound;
mod branch_and_bound;
mod confirm;
mod cores;
mod integers;
mod local;
mod search;
mod state;
#[cfg(test)]
mod tests;

use super::Session;
use super::cache::ProvedOptimum;
use super::incremental::{Outcome, differences};
use sator_answer::{Answer, ObjectiveValue, Optimum, Sense, Unmet};
use sator_base::limits::{Limits, Reason};
use sator_base::source::Span;
use sator_explain::{condition_name, place_of as condition_place};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::Expr;
use sator_lang::syntax::print::print_expr;
use sator_model::{Assignment, ExprId, Model, symmetry};
use sator_propagate::prefers_branch_and_bound;
use sator_solve::lower::Encoding;
use state::{Minimised, Search};

/// Effort of the last turn that branch and bound takes in a row where the linear relaxation helps: some tenths of a second.
const RELAXED_TURN: u64 = 40_000_000;
/// Conflict budget of the first search for any solution; then local search takes turns.
const FIRST: u64 = 3_000;

impl Session {
    pub(super) fn optimise(&mut self, expr: &Expr, sense: Sense, limits: &Limits) -> Result<Answer> {
        let (mut goals, scales): (Vec<ExprId>, Vec<i64>) = self.elaborator.objectives_of(expr)?.into_iter().unzip();
        if sense == Sense::Most {
            // A maximum is the minimum of the negation.
            let pool = &mut self.elaborator.model.pool;
            match goals.iter().map(|&e| pool.neg(e)).collect() {
                Ok(negated) => goals = negated,
                Err(_) => return Ok(Answer::Unknown(Reason::GaveUp("the objective leaves 64 bits".into()))),
            }
        }
        match self.search_optimum(goals, &scales, sense, limits)? {
            Some(answer) => Ok(answer),
            None => self.without_value(expr, limits),
        }
    }

    /// `solve best`: minimises the weights of the preferences that a solution breaks.
    pub(super) fn solve_best(&mut self, span: Span, limits: &Limits) -> Result<Answer> {
        let Model { pool, preferences, .. } = &mut self.elaborator.model;
        if preferences.is_empty() {
            return fail(
                Diagnostic::at(
                    Code::NothingPreferred,
                    span,
                    "there are no preferences yet, so all solutions are equally good",
                )
                .help("write `prefer E`, or `prefer E weight 3`, for what a solution should meet if possible"),
            );
        }
        let broken = preferences.iter().map(|p| {
            let broken = pool.not(p.expr);
            (p.weight, pool.from_bool(broken))
        });
        let broken: Vec<(i64, ExprId)> = broken.collect();
        let Ok(penalty) = pool.linear(broken, 0) else {
            return Ok(Answer::Unknown(Reason::GaveUp("the penalty leaves 64 bits".into())));
        };
        match self.search_optimum(vec![penalty], &[1], Sense::Penalty, limits)? {
            Some(answer) => Ok(answer),
            None => Ok(Answer::None),
        }
    }

    /// Minimises the goals, each an objective times its scale. `None` if no solution gives them all a value.
    fn search_optimum(
        &mut self,
        goals: Vec<ExprId>,
        scales: &[i64],
        sense: Sense,
        limits: &Limits,
    ) -> Result<Option<Answer>> {
        self.cache.optimum = None;
        let symmetry = symmetry(&mut self.elaborator.model, &goals);
        let mut search = Search { symmetry, ..Search::new(goals, sense) };
        let mut objectives: Vec<ObjectiveValue> = Vec::new();
        let mut stopped = None;
        while objectives.len() < search.goals.len() && stopped.is_none() {
            search.start(objectives.len());
            match self.minimise_goal(&mut search, limits)? {
                Minimised::Done => {}
                Minimised::NoValue => return Ok(None),
                Minimised::Stopped(reason) => stopped = Some(reason),
            }
            if search.best.is_none() && stopped.is_some() {
                self.fall_back_on_known(&mut search)?;
            }
            if search.best.is_none() {
                return Ok(stopped.map(Answer::Unknown));
            }
            let bound = (search.bound > i64::MIN).then_some(search.bound);
            objectives.push(ObjectiveValue { value: search.value(), bound, scale: scales[objectives.len()] });
        }
        let Some((assignment, values)) = search.best.take() else { return Ok(None) };
        for (objective, &value) in objectives.iter_mut().zip(&values) {
            objective.value = value;
        }
        // The objectives of lower priority than one that a limit stopped have no bound.
        let rest = values.iter().zip(scales).skip(objectives.len());
        objectives.extend(rest.map(|(&value, &scale)| ObjectiveValue { value, bound: None, scale }));
        self.note_shown(&assignment);
        let mut confirmed = false;
        if stopped.is_none() {
            let goals: Vec<(ExprId, i64)> = search.goals.iter().copied().zip(values).collect();
            confirmed = self.is_confirmed(&search, &goals, &assignment, limits)?;
            let scales = scales.to_vec();
            self.cache.optimum =
                Some(ProvedOptimum { sense, goals, scales, confirmed, seen: vec![assignment.clone()] });
        }
        Ok(Some(self.optimum_answer(sense, assignment, vec![], objectives, (stopped, confirmed))))
    }

    /// Takes the solution that an earlier question has shown, where a limit left none.
    fn fall_back_on_known(&mut self, search: &mut Search) -> Result<()> {
        let Some(known) = self.cache.seen.current.clone() else { return Ok(()) };
        let model = self.model();
        let values = model.evaluate_all(&known);
        match search.goals.iter().all(|&goal| values[model.pool.defined(goal)] != 0) {
            true => self.note_value(search, &known),
            false => Ok(()),
        }
    }

    /// Minimises the current goal: by branch and bound first where numbers are wide, then by the solver, with turns of
    /// branch and bound where that takes long.
    fn minimise_goal(&mut self, search: &mut Search, limits: &Limits) -> Result<Minimised> {
        let wide = prefers_branch_and_bound(self.model(), search.goals[search.level]);
        search.bound =
            bound::least(self.model(), search.goals[search.level], |u| self.model().unknown(u).domain.clone());
        if wide {
            loop {
                if let Some(end) = self.branch_and_bound(search, limits)? {
                    return Ok(end);
                }
                if !search.is_relaxed() || search.turn > RELAXED_TURN {
                    break;
                }
            }
            if let Some(end) = self.integer_turn(search, limits)? {
                return Ok(end);
            }
        }
        if search.best.is_none()
            && let Some(end) = self.first_value(search, limits)?
        {
            return Ok(end);
        }
        let (solver, model) = match self.solver(limits) {
            Ok(pair) => pair,
            Err(reason) => return Ok(Minimised::Stopped(reason)),
        };
        let domain = |u| solver.formula.domain(u).unwrap_or(&model.unknown(u).domain).clone();
        search.bound = search.bound.max(bound::least(model, search.goals[search.level], domain));
        if search.sense == Sense::Penalty
            && self.method().encoding == Encoding::Fd
            && let Some(reason) = self.by_cores(search, limits)?
        {
            return Ok(Minimised::Stopped(reason));
        }
        self.improve(search, limits)
    }

    /// Looks for any solution: by the solver, with turns of local search where that takes long. `None` once there is one.
    fn first_value(&mut self, search: &mut Search, limits: &Limits) -> Result<Option<Minimised>> {
        // An engine's first numbers can be of any size where they have no upper end; those of local search are small.
        if !self.model().open.is_empty() {
            self.local_turn(search, limits)?;
        }
        let mut effort = FIRST;
        while search.best.is_none() {
            let within = if search.local.is_possible() { limits.with_effort(effort) } else { limits.clone() };
            match self.attempt(search, None, &within)? {
                Outcome::Sat(_) => {}
                Outcome::Unsat => return Ok(Some(Minimised::NoValue)),
                Outcome::Unknown(Reason::Effort) if search.local.is_possible() => {
                    self.local_turn(search, limits)?;
                    effort = effort.saturating_mul(2);
                }
                Outcome::Unknown(reason) => return Ok(Some(Minimised::Stopped(reason))),
            }
        }
        Ok(None)
    }

    /// The answer for an optimum. `objectives` are values of the minimised expressions. For a maximum these are the negated
    /// objectives of the user.
    fn optimum_answer(
        &self,
        sense: Sense,
        assignment: Assignment,
        changed: Vec<sator_model::UnknownId>,
        mut objectives: Vec<ObjectiveValue>,
        (stopped, confirmed): (Option<Reason>, bool),
    ) -> Answer {
        if sense == Sense::Most {
            for objective in &mut objectives {
                (objective.value, objective.bound) = (-objective.value, objective.bound.map(|b| -b));
            }
        }
        let broken = if sense == Sense::Penalty { self.broken_preferences(&assignment) } else { vec![] };
        Answer::Optimum(Box::new(Optimum {
            sense,
            assignment,
            changed,
            objectives,
            broken,
            stopped,
            confirmed,
            decimals: self.elaborator.shows_decimals(),
        }))
    }

    /// The preferences that a solution breaks, by descending weight.
    fn broken_preferences(&self, assignment: &Assignment) -> Vec<Unmet> {
        let model = self.model();
        let values = model.evaluate_all(assignment);
        let broken = model.preferences.iter().filter(|p| values[p.expr] == 0);
        let mut broken: Vec<Unmet> = broken
            .map(|p| {
                let name = condition_name(&p.origin, &self.elaborator);
                let place = condition_place(&p.origin, &self.elaborator.sources);
                let because = self.statement_at(place, name, model.pool.unknowns_of(p.expr));
                Unmet { because, weight: p.weight }
            })
            .collect();
        broken.sort_by_key(|b| std::cmp::Reverse(b.weight));
        broken
    }

    /// `another` after an optimum: the next optimal solution. `None` if no optimum was shown last.
    pub(super) fn another_optimum(&mut self, limits: &Limits) -> Result<Option<Answer>> {
        let Some(mut proved) = self.cache.optimum.take() else { return Ok(None) };
        let answer = self.next_optimum(&mut proved, limits);
        self.cache.optimum = Some(proved);
        answer.map(Some)
    }

    fn next_optimum(&mut self, proved: &mut ProvedOptimum, limits: &Limits) -> Result<Answer> {
        let (solver, model) = match self.solver(limits) {
            Ok(pair) => pair,
            Err(reason) => return Ok(Answer::Unknown(reason)),
        };
        let guard = solver.formula.selector();
        for solution in &proved.seen {
            solver.block(model, solution, guard);
        }
        let mut assumptions = vec![guard];
        for &(goal, least) in &proved.goals {
            assumptions.push(solver.formula.literal(model.expressions(), model.pool.defined(goal)));
            assumptions.push(solver.formula.at_most_literal(model.expressions(), goal, least));
        }
        let found = solver.check(model, &assumptions, limits);
        solver.retire(guard);
        let assignment = match found? {
            Outcome::Sat(assignment) => assignment,
            Outcome::Unsat => return Ok(Answer::NoOther { optimal: true }),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let values = model.evaluate_all(&assignment);
        let mut objectives = Vec::with_capacity(proved.goals.len());
        for (&(goal, least), &scale) in proved.goals.iter().zip(&proved.scales) {
            let value = values[goal];
            if value != least {
                return Err(search::below_the_bound());
            }
            objectives.push(ObjectiveValue { value, bound: Some(least), scale });
        }
        let changed = proved.seen.last().map_or(vec![], |before| differences(self.model(), before, &assignment));
        proved.seen.push(assignment.clone());
        self.note_shown(&assignment);
        Ok(self.optimum_answer(proved.sense, assignment, changed, objectives, (None, proved.confirmed)))
    }

    /// The answer if no solution gives the objective a value: a solution, or that there is none.
    fn without_value(&mut self, expr: &Expr, limits: &Limits) -> Result<Answer> {
        match self.current_solution(limits)? {
            Outcome::Sat(assignment) => {
                self.note_shown(&assignment);
                Ok(Answer::NoValue { objective: print_expr(expr), assignment })
            }
            Outcome::Unsat => Ok(Answer::None),
            Outcome::Unknown(reason) => Ok(Answer::Unknown(reason)),
        }
    }
}
