//! `hint` and `hint apply`: the next deduction, with what is told with it.

use super::deduce::Deduction;
use super::merge::Run;
use super::why::answered;
use super::{Case, Explainer, Found};
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::session::answer::{Answer, Step};
use crate::session::{Grade, Session, Technique};
use crate::syntax::ast::Statement;

impl Session {
    pub(in crate::session) fn hint(&mut self, apply: bool, limits: &Limits) -> Result<Answer> {
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(answer),
        };
        let found = self.with_explainer(limits, |session, explainer| {
            let Explainer { groups, prover, reasoner, .. } = explainer;
            let model = &session.elaborator.model;
            let case = Case { prover, model, groups: &groups.list, limits, checks: None };
            reasoner.extend(&case, &solution);
            if !(apply && explainer.pending) {
                if reasoner.is_done(&case) {
                    return Ok(Answer::NoHint { done: true, known: reasoner.knowledge.known.clone() });
                }
                if !session.next_visible(explainer, limits)? {
                    return Ok(Answer::NoHint { done: false, known: explainer.reasoner.knowledge.known.clone() });
                }
                session.more_like_it(explainer, limits)?;
            }
            explainer.pending = !apply;
            let Some(step) = explainer.hint.clone() else { return Err(super::verify::disagreement()) };
            Ok(Answer::Hint { step, known: explainer.reasoner.knowledge.known.clone(), applied: apply })
        });
        answered(found)
    }

    /// Several hints, one after the other, taken as known.
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

    /// Deduces and learns until something visible is found; false where nothing more follows.
    fn next_visible(&mut self, explainer: &mut Explainer, limits: &Limits) -> Found<bool> {
        loop {
            let Explainer { groups, prover, reasoner, .. } = &mut *explainer;
            let mut case = Case { prover, model: &self.elaborator.model, groups: &groups.list, limits, checks: None };
            let Some(found) = reasoner.next(&mut case)? else { return Ok(false) };
            self.confirm_step(explainer, None, &found, None, limits)?;
            let number = explainer.hints.len();
            explainer.reasoner.knowledge.learn(number, &found.conclusions);
            let visible = found.conclusions.iter().any(|c| !self.elaborator.model.unknown(c.unknown).hidden);
            explainer.hints.push(found);
            if visible {
                return Ok(true);
            }
        }
    }

    /// The hint of the last deduction, with those after it that are told with it, as `solve steps` tells them.
    fn more_like_it(&mut self, explainer: &mut Explainer, limits: &Limits) -> Found<()> {
        let first = explainer.hints.len() - 1;
        let Some(mut told) = self.hint_step(explainer, &explainer.hints, first) else {
            return Err(super::verify::disagreement());
        };
        let mut run = Run::of(first, &told);
        while told.technique == Technique::Statement {
            let at = explainer.hints.len();
            let Explainer { groups, prover, reasoner, .. } = &mut *explainer;
            let mut case = Case { prover, model: &self.elaborator.model, groups: &groups.list, limits, checks: None };
            // Only what is found at once.
            reasoner.most = Some(Grade::Easy);
            let next = reasoner.next(&mut case);
            reasoner.most = None;
            let Some(found) = next? else { break };
            let deductions = [&explainer.hints[..], &[found]].concat();
            let rests = run.is_under(&explainer.reasoner.knowledge, &deductions[at]);
            let Some(step) = self.hint_step(explainer, &deductions, at).filter(|_| !rests) else { break };
            if !run.takes(at, &mut told, &step) {
                break;
            }
            self.confirm_step(explainer, None, &deductions[at], None, limits)?;
            explainer.reasoner.knowledge.learn(at, &deductions[at].conclusions);
            explainer.hints = deductions;
        }
        explainer.hint = Some(told);
        Ok(())
    }

    /// Hints are not numbered for the user, so facts stand for themselves.
    fn hint_step(&self, explainer: &Explainer, deductions: &[Deduction], at: usize) -> Option<Step> {
        let (found, _) = self.without_hidden((explainer, &explainer.reasoner), deductions, at, &|_| None)?;
        Some(self.step(explainer, &explainer.reasoner, &found, &|_| None))
    }

    /// The statement that says what a hint found.
    pub(in crate::session) fn hint_statement(&mut self, answer: &Answer, line: u32) -> Result<Option<Statement>> {
        let Answer::Hint { step, applied: true, .. } = answer else { return Ok(None) };
        let parts: Vec<String> = step.conclusions.iter().map(|c| c.text(&self.elaborator.model)).collect();
        let statements = self.read("<hint>", &parts.join(" and "), None)?;
        if let Some(statement) = statements.first() {
            self.elaborator.sources.start_at(statement.span.source, line);
        }
        Ok(statements.into_iter().next())
    }
}
