//! `hint`, `hint N` and `hint apply`: the next steps of a solution, one at a time.

use super::why::answered;
use crate::session::Session;
use sator_answer::{Answer, Fix};
use sator_base::limits::Limits;
use sator_explain::Hint;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::{Question, Statement};

impl Session {
    pub(in crate::session) fn hint(&mut self, apply: bool, limits: &Limits) -> Result<Answer> {
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(answer),
        };
        answered(self.with_explainer(limits, |_, explainer, context| {
            Ok(match explainer.hint(context, &solution, apply)? {
                Hint::Step(step, known) => Answer::Hint { step: *step, known, applied: apply },
                Hint::Done(known) => Answer::NoHint { done: true, known },
                Hint::Stuck(known) => Answer::NoHint { done: false, known },
            })
        }))
    }

    /// `number` hints in a row; each takes the conclusions before it as known.
    pub(super) fn hints(&mut self, number: usize, limits: &Limits) -> Result<Answer> {
        let (mut steps, mut last) = (Vec::new(), None);
        while steps.len() < number {
            match self.hint(false, limits)? {
                Answer::Hint { step, known, .. } => {
                    steps.push(step);
                    last = Some(known);
                }
                Answer::NoHint { known, .. } if !steps.is_empty() => {
                    last = Some(known);
                    break;
                }
                Answer::Unknown(reason) if !steps.is_empty() => {
                    let known = last.unwrap_or_default();
                    return Ok(Answer::Hints { steps, known, stopped: Some(reason) });
                }
                answer => return Ok(answer),
            }
        }
        Ok(Answer::Hints { steps, known: last.unwrap_or_default(), stopped: None })
    }

    /// The statement that `hint apply` or `unique fix keep` adds. Messages locate it in the line of the question.
    pub(in crate::session) fn added_statement(
        &mut self,
        question: &Question,
        answer: &Answer,
        line: u32,
    ) -> Result<Option<Statement>> {
        let (name, atoms) = match (question, answer) {
            (_, Answer::Hint { step, applied: true, .. }) => ("<hint>", step.conclusions()),
            (Question::Unique { keep: true, .. }, Answer::Multiple { fix: Fix::Cells(cells), .. }) => {
                ("<fix>", &cells[..])
            }
            _ => return Ok(None),
        };
        let parts: Vec<String> = atoms.iter().map(|atom| atom.text(&self.elaborator.model)).collect();
        let statements = self.read(name, &parts.join(" and "), None)?;
        if let Some(statement) = statements.first() {
            self.elaborator.sources.start_at(statement.span.source, line);
        }
        Ok(statements.into_iter().next())
    }
}
