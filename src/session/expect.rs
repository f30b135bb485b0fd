//! `expect`: answers a question silently and compares the answer with the expected one.

use super::Session;
use super::incremental::Outcome;
use super::understood::as_understood;
use sator_answer::{Answer, Expected, Found};
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::Value;
use sator_lang::syntax::ast::{Expectation, Expr, ExprKind, Ident, Picture};
use sator_solve::solver::sat::Reason;

impl Session {
    pub(super) fn expect(&mut self, expectation: &Expectation, span: Span, limits: &Limits) -> Result<Answer> {
        // The solutions found here are not shown, so `another` and `unique` must not count them.
        let (before, optimum) = (self.cache.seen.clone(), self.cache.optimum.take());
        let answer = self.judge(expectation, span, limits);
        self.cache.restore_seen(before);
        self.cache.optimum = optimum;
        answer
    }

    fn judge(&mut self, expectation: &Expectation, span: Span, limits: &Limits) -> Result<Answer> {
        match expectation {
            Expectation::Unique => {
                let answer = self.unique(limits)?;
                Ok(verdict(Expected::Unique, matches!(answer, Answer::Unique { .. }), answer))
            }
            Expectation::Unsat => {
                let answer = self.solve(limits)?;
                let answer = as_understood(self.model(), answer);
                Ok(verdict(Expected::NoSolution, matches!(answer, Answer::None), answer))
            }
            Expectation::Count(expr) => {
                let wanted = self.amount(expr)?;
                // One more than expected proves that the count is wrong.
                let answer = self.count(wanted.checked_add(1), limits)?;
                let answer = as_understood(self.model(), answer);
                let ok = matches!(answer, Answer::Count { count, exact: true, .. } if count == wanted);
                Ok(verdict(Expected::Count(wanted), ok, answer))
            }
            Expectation::Solution { of, picture } => self.expect_solution(of.as_ref(), picture, limits),
            Expectation::Condition(expr) => self.expect_condition(expr, span, limits),
        }
    }

    fn expect_solution(&mut self, of: Option<&Ident>, picture: &Picture, limits: &Limits) -> Result<Answer> {
        let grid = self.elaborator.grid_of_picture(of, picture.span)?;
        let wanted = self.elaborator.picture_values(grid, picture)?;
        let expected = Expected::Drawn(self.model().grid(grid).name.clone());
        let assignment = match self.current_solution(limits)? {
            Outcome::Sat(assignment) => assignment,
            Outcome::Unsat => return Ok(verdict(expected, false, Answer::None)),
            Outcome::Unknown(reason) => return Ok(verdict(expected, false, Answer::Unknown(reason))),
        };
        let model = self.model();
        let mut wrong = Vec::new();
        for (at, value, _) in wanted {
            let (Some(value), Some(unknown)) = (value, model.grid(grid).unknowns[at]) else { continue };
            let found = assignment.get(unknown);
            if found != value {
                wrong.push((unknown, found, value));
            }
        }
        let ok = wrong.is_empty();
        Ok(Answer::Expect { ok, expected, found: (!ok).then_some(Found::Cells(wrong)), stopped: None })
    }

    fn expect_condition(&mut self, expr: &Expr, span: Span, limits: &Limits) -> Result<Answer> {
        let expected = self.elaborator.sources.slice(span).trim_start_matches("expect").trim();
        let expected = Expected::Condition(expected.to_string());
        // The answer shows the values of both sides of a comparison.
        let sides: Vec<&Expr> = match &expr.kind {
            ExprKind::Compare { operands, .. } => operands.iter().collect(),
            _ => vec![],
        };
        let evaluated = self.evaluated(&|el| el.condition_with_sides(expr, &sides), limits)?;
        let values: Vec<Value> = match evaluated {
            Ok(printed) => printed.into_iter().flat_map(|p| p.values).collect(),
            Err(answer) => return Ok(verdict(expected, false, *answer)),
        };
        let ok = matches!(values[0], Value::Bool(true));
        let side_and_value = |(side, value): (&&Expr, &Value)| {
            let source = self.elaborator.sources.slice(side.span);
            let value = self.elaborator.text_of(value);
            (source != value).then(|| (source.to_string(), value))
        };
        let found = (!ok).then(|| Found::Sides(sides.iter().zip(&values[1..]).filter_map(side_and_value).collect()));
        Ok(Answer::Expect { ok, expected, found, stopped: None })
    }
}

fn verdict(expected: Expected, ok: bool, answer: Answer) -> Answer {
    let stopped: Option<Reason> = if ok { None } else { answer.stopped().cloned() };
    let found = (!ok).then(|| Found::Answer(Box::new(answer)));
    Answer::Expect { ok, expected, found, stopped }
}
