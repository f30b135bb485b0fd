//! `why`: the clash again, other clashes, the fewest statements; and why a condition holds.

use super::enumerate::Tell;
use super::verify::Claim;
use super::{Unexplained, by_place, mus};
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::model::{Assignment, ExprId};
use crate::session::Session;
use crate::session::answer::{Answer, Fewest};
use crate::session::warm::Outcome;
use crate::syntax::ast::{Expr, Why};
use crate::syntax::print::print_expr;

impl Session {
    pub(in crate::session) fn why(&mut self, why: &Why, tell: Tell, limits: &Limits) -> Result<Answer> {
        match why {
            Why::Condition(expr) => self.why_condition(expr, limits),
            Why::Steps(expr) => self.why_steps(expr, limits),
            Why::Clash | Why::All | Why::Fewest => {
                match self.current_solution(limits)? {
                    Outcome::Sat(assignment) => return Ok(Answer::NoClash { assignment }),
                    Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
                    Outcome::Unsat => {}
                }
                let found = match why {
                    Why::All => self.all_clashes(tell, limits),
                    Why::Fewest => self.fewest_clash(limits),
                    _ => {
                        self.find_clash(limits).map(|units| Answer::Clash { because: self.named(&units), fewest: None })
                    }
                };
                answered(found)
            }
        }
    }

    fn fewest_clash(&mut self, limits: &Limits) -> std::result::Result<Answer, Unexplained> {
        let known = self.find_clash(limits)?;
        let (units, fewest) = self.with_explainer(limits, |session, explainer| {
            let mut case = explainer.case(&session.elaborator.model, limits);
            let all: Vec<usize> = (0..case.groups.len()).collect();
            let found = case.fewest(&all, known.clone(), &[], Some(&|_| true));
            let fewest = Fewest { proved: found.proved, stopped: found.stopped };
            if found.units.len() >= known.len() {
                return Ok((known, fewest));
            }
            let units = by_place(&explainer.groups, &session.elaborator.sources, found.units);
            // The time for the search may be over, which must not keep its result back.
            let limits = limits.until(None);
            match session.confirm_units(explainer, &units, Claim::default(), &limits) {
                Ok(()) => {}
                Err(Unexplained::Limit(reason)) => return Ok((known, Fewest { proved: false, stopped: Some(reason) })),
                Err(wrong) => return Err(wrong),
            }
            explainer.clash = Some(units.clone());
            Ok((units, fewest))
        })?;
        Ok(Answer::Clash { because: self.named(&units), fewest: Some(fewest) })
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
        let found = self.with_explainer(limits, |session, explainer| {
            let mut case = explainer.case(&session.elaborator.model, limits);
            let denial = !case.literal(e);
            let all: Vec<usize> = (0..case.groups.len()).collect();
            let holds: mus::Holds = &|values| values[e] == 0;
            let Some(units) = case.minimal(all.clone(), &[denial], Some(holds))? else {
                return Err(super::verify::disagreement());
            };
            let units = case.fewer(&all, units, &[denial], Some(holds));
            let units = by_place(&explainer.groups, &session.elaborator.sources, units);
            let claim = Claim { condition: Some(e), ..Claim::default() };
            session.confirm_units(explainer, &units, claim, limits)?;
            Ok(units)
        });
        answered(found.map(|units| Answer::Because { condition, because: self.named(&units) }))
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
            match self.ready(limits) {
                Ok((warm, model)) => {
                    let denial = !warm.formula.literal(model.expressions(), e);
                    warm.check(model, &[denial], limits)?
                }
                Err(reason) => Outcome::Unknown(reason),
            }
        };
        Ok(match counterexample {
            Outcome::Sat(assignment) => Some(Answer::NotForced {
                condition: condition.into(),
                marked: super::groups::unknowns_of(&self.elaborator.model, e),
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
