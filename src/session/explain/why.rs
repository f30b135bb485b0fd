//! `why`: the clash again, other clashes, the fewest statements; and why a condition holds.

use crate::session::Session;
use crate::session::incremental::Outcome;
use sator_answer::{Answer, StatementRef};
use sator_base::limits::Limits;
use sator_explain::Unexplained;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::{Expr, Why};
use sator_lang::syntax::print::print_expr;
use sator_model::{Assignment, ExprId};

/// Receives a clash as soon as it is found.
pub(in crate::session) type OnClash<'a> = &'a mut dyn FnMut(&Session, &[StatementRef]);

impl Session {
    pub(in crate::session) fn why(&mut self, why: &Why, tell: OnClash, limits: &Limits) -> Result<Answer> {
        match why {
            Why::Condition(expr) => self.why_condition(expr, limits),
            Why::Steps(expr) => self.why_steps(expr, limits),
            Why::Clash | Why::All | Why::Fewest => {
                match self.current_solution(limits)? {
                    Outcome::Sat(assignment) => return Ok(Answer::NoClash { assignment }),
                    Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
                    Outcome::Unsat => {}
                }
                answered(self.with_explainer(limits, |session, explainer, context| match why {
                    Why::All => {
                        let (list, stopped) = explainer.all_clashes(context, &mut |clash| tell(session, clash))?;
                        Ok(Answer::Clashes { list, told: false, stopped })
                    }
                    Why::Fewest => {
                        let (because, fewest) = explainer.fewest_clash(context)?;
                        Ok(Answer::Clash { because, fewest: Some(fewest) })
                    }
                    _ => Ok(Answer::Clash { because: explainer.clash(context)?, fewest: None }),
                }))
            }
        }
    }

    /// A smallest set of statements that forces a condition, or a solution in which it is false.
    fn why_condition(&mut self, expr: &Expr, limits: &Limits) -> Result<Answer> {
        // A cell by itself: why it has its value, if it must.
        let value = self.elaborator.value(expr)?;
        let (e, condition) = match self.elaborator.unknowns_of(&value)[..] {
            [] => (self.elaborator.condition_of(expr)?, print_expr(expr)),
            _ => match self.value_of_cell(expr, limits)? {
                Ok(both) => both,
                Err(answer) => return Ok(answer),
            },
        };
        if let Some(answer) = self.not_forced(e, &condition, limits)? {
            return Ok(answer);
        }
        let found = self.with_explainer(limits, |_, explainer, context| explainer.forcing(context, e));
        answered(found.map(|because| Answer::Because { condition, because }))
    }

    /// The answer where a condition is not forced (or nothing is known, or there is no solution at all).
    pub(super) fn not_forced(&mut self, e: ExprId, condition: &str, limits: &Limits) -> Result<Option<Answer>> {
        let solution = match self.current_solution(limits)? {
            Outcome::Sat(solution) => solution,
            Outcome::Unsat => return Ok(Some(Answer::None)),
            Outcome::Unknown(reason) => return Ok(Some(Answer::Unknown(reason))),
        };
        let is_false = |session: &Session, a: &Assignment| session.elaborator.model.evaluate_all(a)[e] == 0;
        let counterexample = if is_false(self, &solution) {
            Outcome::Sat(solution)
        } else {
            match self.solver(limits) {
                Ok((solver, model)) => {
                    let denial = !solver.formula.literal(model.expressions(), e);
                    solver.check(model, &[denial], limits)?
                }
                Err(reason) => Outcome::Unknown(reason),
            }
        };
        Ok(match counterexample {
            Outcome::Sat(assignment) => Some(Answer::NotForced {
                condition: condition.into(),
                marked: sator_explain::unknowns_of(&self.elaborator.model, e),
                assignment,
            }),
            Outcome::Unknown(reason) => Some(Answer::Unknown(reason)),
            Outcome::Unsat => None,
        })
    }
}

/// An answer, or why there is none.
pub(super) fn answered(found: std::result::Result<Answer, Unexplained>) -> Result<Answer> {
    match found {
        Ok(answer) => Ok(answer),
        Err(Unexplained::Limit(reason)) => Ok(Answer::Unknown(reason)),
        Err(Unexplained::Wrong(error)) => Err(error),
    }
}
