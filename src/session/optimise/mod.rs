//! `maximize` and `minimize`: better and better solutions on one side, a proved bound on the other, until
//! they meet.
//!
//! The bound starts at what is seen without search (`bound`). Then steps from the best value down, doubling
//! while they succeed; each with a counted effort, so that the way is the same on every machine. Where one
//! is too hard, the other side is tried: that the goal is not among its lowest values. Where both are too hard,
//! both may take twice as long.

mod bound;
#[cfg(test)]
mod tests;

use super::Session;
use super::answer::Answer;
use super::warm::Outcome;
use crate::diagnostic::{Code, Diagnostic, Result};
use crate::limits::{Limits, Reason};
use crate::model::{Assignment, ExprId, Model};
use crate::syntax::ast::Expr;
use crate::syntax::print::print_expr;

/// Conflicts that a check may take at first.
const EFFORT: u64 = 2_000;
/// Where that many are too few, a check may take as long as it likes.
const MOST_EFFORT: u64 = 100_000;

/// Both ends of a search for the least value of a goal.
struct Search {
    goal: ExprId,
    /// The goal is the objective with its sign turned.
    maximize: bool,
    best: Option<(Assignment, i64)>,
    /// No solution has a lower value.
    bound: i64,
    effort: u64,
    /// How far the next steps go: from the best value down, and from the bound up.
    down: i64,
    up: i64,
}

impl Session {
    pub(super) fn optimise(&mut self, expr: &Expr, maximize: bool, limits: &Limits) -> Result<Answer> {
        let objective = self.elaborator.number_of(expr)?;
        // Always minimise: a maximum is the minimum of the negation.
        let goal = if maximize {
            match self.elaborator.model.pool.neg(objective) {
                Ok(negated) => negated,
                Err(_) => return Ok(Answer::Unknown(Reason::GaveUp("the objective leaves 64 bits".into()))),
            }
        } else {
            objective
        };
        let bound = match self.ready(limits) {
            Ok((warm, model)) => {
                bound::least(model, goal, |u| warm.formula.domain(u).unwrap_or(&model.unknown(u).domain).clone())
            }
            Err(reason) => return Ok(Answer::Unknown(reason)),
        };
        let mut search = Search { goal, maximize, best: None, bound, effort: EFFORT, down: 1, up: 1 };
        let stopped = match self.attempt(&mut search, None, limits)? {
            Outcome::Sat(_) => self.improve(&mut search, limits)?,
            Outcome::Unsat => return self.without_value(expr, limits),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let Some((assignment, value)) = search.best else { return self.without_value(expr, limits) };
        self.note_shown(&assignment);
        let (value, bound) = if maximize { (-value, -search.bound) } else { (value, search.bound) };
        Ok(Answer::Optimum { assignment, value, bound, optimal: value == bound, stopped })
    }

    /// Moves both ends towards each other; says why it ended before they met.
    fn improve(&mut self, search: &mut Search, limits: &Limits) -> Result<Option<Reason>> {
        while let Some((_, best)) = search.best
            && search.bound < best
        {
            let within = match search.effort {
                effort if effort <= MOST_EFFORT => limits.with_effort(effort),
                _ => limits.clone(),
            };
            let target = best.saturating_sub(search.down).max(search.bound);
            match self.attempt(search, Some(target), &within)? {
                Outcome::Sat(_) => search.down = search.down.saturating_mul(2),
                Outcome::Unsat => search.down = 1,
                // A smaller step before the other side.
                Outcome::Unknown(Reason::Effort) if search.down > 1 => search.down = 1,
                Outcome::Unknown(Reason::Effort) => {
                    let target = search.bound.saturating_add(search.up - 1).min(best - 1);
                    match self.attempt(search, Some(target), &within)? {
                        Outcome::Sat(_) => search.up = 1,
                        Outcome::Unsat => search.up = search.up.saturating_mul(2),
                        Outcome::Unknown(Reason::Effort) if search.up > 1 => search.up = 1,
                        Outcome::Unknown(Reason::Effort) => search.effort = search.effort.saturating_mul(2),
                        Outcome::Unknown(reason) => return Ok(Some(reason)),
                    }
                }
                Outcome::Unknown(reason) => return Ok(Some(reason)),
            }
        }
        Ok(None)
    }

    /// Looks for a solution with a value of at most `most`, and takes note of what that says of both ends.
    fn attempt(&mut self, search: &mut Search, most: Option<i64>, limits: &Limits) -> Result<Outcome> {
        if let Some(reason) = limits.stop() {
            return Ok(Outcome::Unknown(reason));
        }
        let (warm, model) = match self.ready(limits) {
            Ok(ready) => ready,
            Err(reason) => return Ok(Outcome::Unknown(reason)),
        };
        let defined = model.pool.defined(search.goal);
        let mut assumptions = vec![warm.formula.literal(model.expressions(), defined)];
        assumptions.extend(most.map(|most| warm.formula.at_most_literal(model.expressions(), search.goal, most)));
        let outcome = warm.check(model, &assumptions, limits)?;
        match (&outcome, most) {
            (Outcome::Sat(assignment), _) => {
                let value = value_of(model, search.goal, assignment);
                if value < search.bound {
                    return Err(below_the_bound());
                }
                if search.best.as_ref().is_none_or(|(_, best)| value < *best) {
                    search.best = Some((assignment.clone(), value));
                    self.tell(search);
                }
            }
            (Outcome::Unsat, Some(most)) => {
                search.bound = search.bound.max(most.saturating_add(1));
                self.tell(search);
            }
            _ => {}
        }
        Ok(outcome)
    }

    fn tell(&mut self, search: &Search) {
        let Some((_, best)) = search.best else { return };
        self.progress(|| match search.maximize {
            true => format!("best so far {}, at most {}", -best, -search.bound),
            false => format!("best so far {best}, at least {}", search.bound),
        });
    }

    /// The answer where no solution gives the objective a value: there may be none at all.
    fn without_value(&mut self, expr: &Expr, limits: &Limits) -> Result<Answer> {
        match self.current_solution(limits)? {
            Outcome::Sat(assignment) => Ok(Answer::NoValue { objective: print_expr(expr), assignment }),
            Outcome::Unsat => self.clash(limits),
            Outcome::Unknown(reason) => Ok(Answer::Unknown(reason)),
        }
    }
}

fn value_of(model: &Model, e: ExprId, assignment: &Assignment) -> i64 {
    model.evaluate_all(assignment)[e.0 as usize]
}

/// A solution that the bound says can't be.
fn below_the_bound() -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new(Code::Internal, "internal error: a solution is better than the bound that was proved")
            .note("no answer is shown, as it may be wrong")
            .help("please report this with the script (`save \"report.puz\"` writes it)"),
    )
}
