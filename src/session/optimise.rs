//! `maximize` and `minimize`: better and better solutions, until a proof that there is none better.

use super::Session;
use super::answer::Answer;
use super::warm::Outcome;
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::model::{Assignment, ExprId};
use crate::solver::sat::{Lit, Reason};
use crate::syntax::ast::Expr;

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
        let (warm, model) = match self.ready(limits) {
            Ok(ready) => ready,
            Err(reason) => return Ok(Answer::Unknown(reason)),
        };
        let defined = model.pool.defined(goal);
        let defined = warm.formula.literal(model, defined);
        let mut best: Option<(Assignment, i64)> = None;
        let mut low = model.pool.bounds(goal).0;
        let mut step = 1i64;
        let stopped = loop {
            if let Some(reason) = limits.stop() {
                break Some(reason);
            }
            let (warm, model) = match self.ready(limits) {
                Ok(ready) => ready,
                Err(reason) => break Some(reason),
            };
            let bound = match &best {
                None => None,
                Some((_, value)) if *value <= low => break None,
                // Steps that double while they succeed, and start over after a failure.
                Some((_, value)) => Some((value.saturating_sub(step)).max(low)),
            };
            let mut assumptions: Vec<Lit> = vec![defined];
            assumptions.extend(bound.map(|b| warm.formula.at_most_literal(model, goal, b)));
            match warm.check(model, &assumptions, limits)? {
                Outcome::Unknown(reason) => break Some(reason),
                Outcome::Sat(assignment) => {
                    let value = value_of(model, goal, &assignment);
                    if best.is_some() {
                        step = step.saturating_mul(2);
                    }
                    let shown = if maximize { -value } else { value };
                    best = Some((assignment, value));
                    self.progress(|| format!("best so far {shown}"));
                }
                Outcome::Unsat => match bound {
                    None => return self.clash(limits),
                    Some(bound) => {
                        low = bound + 1;
                        step = 1;
                    }
                },
            }
        };
        match (best, stopped) {
            (Some((assignment, value)), stopped) => {
                self.note_shown(&assignment);
                let value = if maximize { -value } else { value };
                Ok(Answer::Optimum { assignment, value, optimal: stopped.is_none(), stopped })
            }
            (None, Some(reason)) => Ok(Answer::Unknown(reason)),
            (None, None) => self.clash(limits),
        }
    }
}

fn value_of(model: &crate::model::Model, e: ExprId, assignment: &Assignment) -> i64 {
    model.evaluate_all(assignment)[e.0 as usize]
}
