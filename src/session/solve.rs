//! `solve`, `another`, `unique`, `try`: questions that find solutions.

use super::Session;
use super::incremental::{Outcome, differences};
use super::unbounded::small_solution;
use sator_answer::{Answer, Fix};
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::{Code, Diagnostic, Result};
use sator_lang::syntax::ast::{Expr, Statement};
use sator_model::Assignment;

/// Conflicts of each check for the cell that makes a solution the only one: the answer doesn't wait for a hard check. `unique fix`
/// has no such limit.
const FIX_EFFORT: u64 = 20_000;
/// Conflicts of an engine before a search with the linear relaxation has its turn.
const ENGINE_EFFORT: u64 = 20_000;

impl Session {
    pub(super) fn solve(&mut self, limits: &Limits) -> Result<Answer> {
        self.cache.optimum = None;
        match self.current_solution(limits)? {
            Outcome::Sat(assignment) => {
                self.note_shown(&assignment);
                Ok(Answer::Solution { assignment, changed: vec![] })
            }
            Outcome::Unsat => Ok(Answer::None),
            Outcome::Unknown(reason) => Ok(Answer::Unknown(reason)),
        }
    }

    /// The current solution, or a new one. It does not count as shown yet.
    pub(super) fn current_solution(&mut self, limits: &Limits) -> Result<Outcome> {
        if let Some(current) = &self.cache.seen.current {
            return Ok(Outcome::Sat(current.clone()));
        }
        if let Some(found) = small_solution(self.model(), self.settings.method(), limits)? {
            if let Outcome::Sat(assignment) = &found {
                self.cache.seen.current = Some(assignment.clone());
                self.cache.seen.kept = false;
            }
            return Ok(found);
        }
        let found = self.solution_besides(&[], limits)?;
        if let Outcome::Sat(assignment) = &found {
            self.cache.seen.current = Some(assignment.clone());
            self.cache.seen.kept = false;
        }
        Ok(found)
    }

    /// A solution that differs from the known ones on the visible unknowns: by search where numbers are wide, else by
    /// the solver.
    fn solution_besides(&mut self, known: &[&Assignment], limits: &Limits) -> Result<Outcome> {
        if let Some(found) = self.search_besides(known, limits)? {
            return Ok(found);
        }
        if known.is_empty() && self.may_search() && self.model().pool.graphs() == 0 {
            // An engine counts by trying, which can take for ever where a linear relaxation sees that there is too little.
            match self.check_besides(known, &limits.with_effort(ENGINE_EFFORT))? {
                Outcome::Unknown(Reason::Effort) if limits.effort.is_none() => {}
                found => return Ok(found),
            }
            if let Some(found) = self.relaxed_solution(limits)? {
                return Ok(found);
            }
        }
        self.check_besides(known, limits)
    }

    /// The same, by the solver alone.
    fn check_besides(&mut self, known: &[&Assignment], limits: &Limits) -> Result<Outcome> {
        let (solver, model) = match self.solver(limits) {
            Ok(pair) => pair,
            Err(reason) => return Ok(Outcome::Unknown(reason)),
        };
        let others = (!known.is_empty()).then(|| solver.exclude(model, known.iter().copied()));
        solver.check(model, others.as_slice(), limits)
    }

    pub(super) fn another(&mut self, limits: &Limits) -> Result<Answer> {
        if let Some(optimum) = self.another_optimum(limits)? {
            return Ok(optimum);
        }
        let before = self.cache.seen.current.clone().filter(|_| !self.cache.seen.shown.is_empty());
        let shown = self.cache.seen.shown.clone();
        let known: Vec<&Assignment> = shown.values().collect();
        match self.solution_besides(&known, limits)? {
            Outcome::Sat(assignment) => {
                let changed = before.map_or(vec![], |b| differences(self.model(), &b, &assignment));
                self.note_shown(&assignment);
                Ok(Answer::Solution { assignment, changed })
            }
            Outcome::Unsat if shown.is_empty() => Ok(Answer::None),
            Outcome::Unsat => Ok(Answer::NoOther { optimal: false }),
            Outcome::Unknown(reason) => Ok(Answer::Unknown(reason)),
        }
    }

    pub(super) fn unique(&mut self, limits: &Limits) -> Result<Answer> {
        let shown = &self.cache.seen.shown;
        if let (2.., Some((_, first)), Some((_, last))) = (shown.len(), shown.first(), shown.last()) {
            let (first, second) = (first.clone(), last.clone());
            return Ok(self.multiple(first, second));
        }
        let shown = !shown.is_empty();
        if let Some(only) = self.only_solution(limits)? {
            self.note_shown(&only);
            return Ok(Answer::Unique { assignment: only, shown });
        }
        let first = match self.current_solution(limits)? {
            Outcome::Sat(first) => first,
            Outcome::Unsat => return Ok(Answer::None),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let found = self.solution_besides(&[&first], limits)?;
        self.note_shown(&first);
        match found {
            Outcome::Sat(second) => {
                self.note_shown(&second);
                self.cache.seen.current = Some(first.clone());
                Ok(self.multiple(first, second))
            }
            Outcome::Unsat => Ok(Answer::Unique { assignment: first, shown }),
            Outcome::Unknown(reason) => Ok(Answer::Unknown(reason)),
        }
    }

    fn multiple(&self, first: Assignment, second: Assignment) -> Answer {
        let changed = differences(self.model(), &first, &second);
        Answer::Multiple { first, second, changed, fix: Fix::None, fix_limit: 1 }
    }

    /// Whether the puzzle has one solution; if it has several, with the cell whose value makes the first the only one, if there
    /// is such a cell.
    pub(super) fn unique_or_fix(&mut self, limits: &Limits) -> Result<Answer> {
        let mut answer = self.unique(limits)?;
        if let Answer::Multiple { first, second, fix, .. } = &mut answer {
            *fix = self.smallest_fix(first, second, 1, &limits.with_effort(FIX_EFFORT))?;
        }
        Ok(answer)
    }

    /// Evaluates a number of solutions, which must be known and not negative.
    pub(super) fn amount(&mut self, expr: &Expr) -> Result<u64> {
        let k = self.elaborator.known_number_of(expr)?;
        u64::try_from(k)
            .map_err(|_| Box::new(Diagnostic::at(Code::Domain, expr.span, format!("{k} is no number of solutions"))))
    }

    /// Whether the puzzle has a solution with one more statement. The statement is not kept.
    pub(super) fn try_statement(&mut self, statement: &Statement, limits: &Limits) -> Result<Answer> {
        let mark = self.elaborator.mark();
        let (unknowns, constraints) = (self.elaborator.model.unknowns.len(), self.elaborator.model.constraints.len());
        self.elaborator.add(statement)?;
        // The solver of the session can check conditions; new unknowns need a solver of their own.
        let answer = if self.elaborator.model.unknowns.len() == unknowns {
            self.try_incremental(constraints, limits)
        } else {
            self.isolated(self.settings.clone(), |session| match session.solver(limits) {
                Ok((fresh, model)) => fresh.check(model, &[], limits).map(outcome_answer),
                Err(reason) => Ok(Answer::Unknown(reason)),
            })
        };
        self.elaborator.rollback(&mark);
        if let Some(solver) = &mut self.cache.solver {
            solver.formula.forget(self.elaborator.model.expressions());
        }
        answer
    }

    /// Checks the solver with the constraints from number `constraints` on under a guard.
    fn try_incremental(&mut self, constraints: usize, limits: &Limits) -> Result<Answer> {
        let (solver, model) = match self.solver_with(constraints, limits) {
            Ok(pair) => pair,
            Err(reason) => return Ok(Answer::Unknown(reason)),
        };
        let guard = solver.formula.selector();
        for constraint in &model.constraints[constraints..] {
            solver.formula.assert(model.expressions(), constraint.expr, Some(guard));
        }
        let answer = solver.check(model, &[guard], limits).map(outcome_answer);
        solver.retire(guard);
        answer
    }
}

fn outcome_answer(outcome: Outcome) -> Answer {
    match outcome {
        Outcome::Sat(assignment) => Answer::Solution { assignment, changed: vec![] },
        Outcome::Unsat => Answer::None,
        Outcome::Unknown(reason) => Answer::Unknown(reason),
    }
}
