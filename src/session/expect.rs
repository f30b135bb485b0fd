//! `expect`: checks for scripts.

use super::Session;
use super::answer::Answer;
use super::warm::Outcome;
use crate::diagnostic::Result;
use crate::elaborate::Value;
use crate::limits::Limits;
use crate::solver::sat::Reason;
use crate::source::Span;
use crate::syntax::ast::{Expectation, Expr, ExprKind, Ident, Picture};

/// Differing cells that a message names.
const NAMED: usize = 5;

impl Session {
    pub(super) fn expect(&mut self, expectation: &Expectation, span: Span, limits: &Limits) -> Result<Answer> {
        // Nobody sees the solutions that are looked at here.
        let (shown, current, kept) = (self.shown.len(), self.current.clone(), self.kept);
        self.unexplained = true;
        let answer = self.judge(expectation, span, limits);
        self.unexplained = false;
        if self.shown.len() > shown {
            self.shown.truncate(shown);
            if let Some(warm) = &mut self.warm {
                warm.forget_shown();
            }
        }
        if current.is_some() {
            (self.current, self.kept) = (current, kept);
        }
        answer
    }

    fn judge(&mut self, expectation: &Expectation, span: Span, limits: &Limits) -> Result<Answer> {
        match expectation {
            Expectation::Unique => {
                let answer = self.unique(limits)?;
                Ok(verdict("one solution", matches!(answer, Answer::Unique { .. }), &answer))
            }
            Expectation::Unsat => {
                let answer = self.solve(limits)?;
                Ok(verdict("no solution", matches!(answer, Answer::None { .. }), &answer))
            }
            Expectation::Count(expr) => {
                let wanted = self.amount(expr)?;
                // One more than expected is proof enough of a wrong count.
                let answer = self.count(wanted.checked_add(1), limits)?;
                let ok = matches!(answer, Answer::Count { count, exact: true, .. } if count == wanted);
                Ok(verdict(&format!("{wanted} solutions"), ok, &answer))
            }
            Expectation::Solution { of, picture } => self.expect_solution(of.as_ref(), picture, limits),
            Expectation::Condition(expr) => self.expect_condition(expr, span, limits),
        }
    }

    fn expect_solution(&mut self, of: Option<&Ident>, picture: &Picture, limits: &Limits) -> Result<Answer> {
        let grid = self.elaborator.grid_of_picture(of, picture.span)?;
        let wanted = self.elaborator.picture_values(grid, picture)?;
        let expected = format!("the solution of {} as drawn", self.model().grid(grid).name);
        let assignment = match self.current_solution(limits)? {
            Outcome::Sat(assignment) => assignment,
            Outcome::Unsat => return Ok(verdict(&expected, false, &Answer::None { because: vec![] })),
            Outcome::Unknown(reason) => return Ok(verdict(&expected, false, &Answer::Unknown(reason))),
        };
        let model = self.model();
        let mut wrong = Vec::new();
        for (at, value, _) in wanted {
            let (Some(value), Some(unknown)) = (value, model.grid(grid).unknowns[at]) else { continue };
            let found = assignment.get(unknown);
            if found != value {
                let kind = model.unknown(unknown).kind;
                let (found, value) = (model.value_text(kind, found), model.value_text(kind, value));
                wrong.push(format!("{} is {found}, not {value}", model.unknown(unknown).name));
            }
        }
        let ok = wrong.is_empty();
        let more = wrong.len().saturating_sub(NAMED);
        wrong.truncate(NAMED);
        if more > 0 {
            wrong.push(format!("and {more} more cells differ"));
        }
        Ok(Answer::Expect { ok, expected, found: wrong.join(", "), stopped: None })
    }

    fn expect_condition(&mut self, expr: &Expr, span: Span, limits: &Limits) -> Result<Answer> {
        let condition = self.elaborator.condition_of(expr)?;
        let expected = self.elaborator.sources.slice(span).trim_start_matches("expect").trim().to_string();
        // The sides of a comparison, to show what was there.
        let sides: Vec<&Expr> = match &expr.kind {
            ExprKind::Compare { operands, .. } => operands.iter().collect(),
            _ => vec![],
        };
        let mut values = vec![self.elaborator.condition_value(condition)];
        for side in &sides {
            values.push(self.elaborator.value(side)?);
        }
        let values = match self.settled(values, limits)? {
            Ok(values) => values,
            Err(answer) => return Ok(verdict(&expected, false, &answer)),
        };
        let ok = matches!(values[0], Value::Bool(true));
        let text = |(side, value): (&&Expr, &Value)| {
            let source = self.elaborator.sources.slice(side.span);
            let value = self.elaborator.text_of(value);
            (source != value).then(|| format!("{source} is {value}"))
        };
        let mut found: Vec<String> = sides.iter().zip(&values[1..]).filter_map(text).collect();
        if found.is_empty() {
            found.push("it is false".into());
        }
        Ok(Answer::Expect { ok, expected, found: if ok { String::new() } else { found.join(", ") }, stopped: None })
    }
}

fn verdict(expected: &str, ok: bool, answer: &Answer) -> Answer {
    let stopped: Option<Reason> = if ok { None } else { answer.stopped().cloned() };
    let found = if ok { String::new() } else { super::compare::in_words(answer) };
    Answer::Expect { ok, expected: expected.into(), found, stopped }
}
