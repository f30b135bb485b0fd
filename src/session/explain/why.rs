//! `why`, `why all` and `why fewest`: sets of statements that clash. `why E` and `why fewest E`: the statements that force a condition.

use super::clash_answer;
use super::condition::condition;
use crate::session::incremental::Outcome;
use crate::session::unbounded::refuse_unbounded;
use crate::session::understood::nothing_to_solve;
use crate::session::{Report, Session, Sink};
use sator_answer::{Answer, Condition, StatementRef};
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_explain::{Explanation, Unexplained};
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::{Expr, Question, Why};
use sator_model::{Assignment, ExprId};
use std::time::Instant;

/// Callback that receives each clash when it is found.
pub(in crate::session) type OnClash<'a> = &'a mut dyn FnMut(&Session, &[StatementRef]);

impl Session {
    /// `why all`: each clash is a report of its own as soon as it is found.
    pub(in crate::session) fn ask_all_clashes(
        &mut self,
        question: &Question,
        span: Span,
        sink: Sink,
    ) -> Result<Report> {
        let (query, start, line) = (question.query(), Instant::now(), self.elaborator.sources.line_column(span).0);
        // After a trial, the second search finds the same clashes again.
        let mut reported: Vec<Vec<StatementRef>> = vec![];
        let mut report = |session: &Session, because: &[StatementRef]| {
            if reported.iter().all(|r| r != because) {
                reported.push(because.to_vec());
                let answer = Answer::OneClash { number: reported.len(), because: because.to_vec() };
                sink(session, Report { query, line, elapsed: start.elapsed(), answer, notes: vec![] });
            }
        };
        self.ask_with(question, span, |session, limits| {
            if let Some(answer) =
                nothing_to_solve(session.model(), question).or_else(|| refuse_unbounded(session.model(), question))
            {
                return Ok(answer);
            }
            let mut answer = session.why(&Why::All, &mut report, limits)?;
            if session.end_trial(answer.stopped()) {
                answer = session.why(&Why::All, &mut report, limits)?;
            }
            if let Answer::Clashes { reported, .. } = &mut answer {
                *reported = true;
            }
            Ok(answer)
        })
    }

    pub(in crate::session) fn why(&mut self, why: &Why, on_clash: OnClash, limits: &Limits) -> Result<Answer> {
        match why {
            Why::Condition(expr) => self.why_condition(expr, false, limits),
            Why::FewestFor(expr) => self.why_condition(expr, true, limits),
            Why::Steps(expr) => self.why_steps(expr, limits),
            Why::Clash | Why::All | Why::Fewest => {
                match self.current_solution(limits)? {
                    Outcome::Sat(assignment) => return Ok(Answer::NoClash { assignment }),
                    Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
                    Outcome::Unsat => {}
                }
                answered(self.with_explainer(limits, |session, explainer, context| match why {
                    Why::All => {
                        let (list, stopped) = explainer.all_clashes(context, &mut |clash| on_clash(session, clash))?;
                        Ok(Answer::Clashes { list, reported: false, stopped })
                    }
                    Why::Fewest => Ok(clash_answer(explainer.fewest_clash(context)?)),
                    _ => Ok(clash_answer(explainer.clash(context)?)),
                }))
            }
        }
    }

    /// A minimal set of statements that forces a condition, or one of the fewest; or a solution in which the condition is false.
    fn why_condition(&mut self, expr: &Expr, of_fewest: bool, limits: &Limits) -> Result<Answer> {
        // `why r1c1` asks why the cell has its value.
        let value = self.elaborator.value(expr)?;
        let (e, condition) = match self.elaborator.unknowns_of(&value)[..] {
            [] => (self.elaborator.condition_of(expr)?, condition(self.model(), expr)),
            _ => match self.value_of_cell(expr, limits)? {
                Ok(both) => both,
                Err(answer) => return Ok(answer),
            },
        };
        if let Some(answer) = self.not_forced(e, &condition, limits)? {
            return Ok(answer);
        }
        let denial = self.elaborator.model.pool.not(e);
        let found =
            self.with_explainer(limits, |_, explainer, context| explainer.forcing(context, (e, denial), of_fewest));
        answered(found.map(|Explanation { because, is_minimal, fewest }| Answer::Because {
            condition,
            because,
            is_minimal,
            fewest,
        }))
    }

    /// The answer if a condition is not forced, if a limit ended the search, or if there is no solution at all; `None`
    /// for a forced condition.
    pub(super) fn not_forced(&mut self, e: ExprId, condition: &Condition, limits: &Limits) -> Result<Option<Answer>> {
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
                condition: condition.clone(),
                marked: self.elaborator.model.pool.unknowns_of(e),
                assignment,
            }),
            Outcome::Unknown(reason) => Some(Answer::Unknown(reason)),
            Outcome::Unsat => None,
        })
    }
}

/// Turns a limit into the answer "unknown", and keeps other errors.
pub(super) fn answered(found: std::result::Result<Answer, Unexplained>) -> Result<Answer> {
    match found {
        Ok(answer) => Ok(answer),
        Err(Unexplained::Limit(reason)) => Ok(Answer::Unknown(reason)),
        Err(Unexplained::Wrong(error)) => Err(error),
    }
}
