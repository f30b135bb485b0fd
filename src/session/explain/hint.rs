//! `hint`, `hint N` and `hint apply`: the next steps of a solution, one at a time.

use super::why::answered;
use crate::session::Session;
use crate::session::incremental::Outcome;
use sator_answer::{Answer, Fix, Grade};
use sator_base::limits::{Limits, Reason};
use sator_explain::{Hint, Stage};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::{Ident, Question, Statement};
use sator_model::Assignment;

/// The conflicts of the search for a solution before the first hint. A step follows from its statements alone, so a hint of a hard
/// puzzle doesn't wait for a solution.
const FOR_HINTS: u64 = 500;

impl Session {
    pub(in crate::session) fn hint(&mut self, apply: bool, limits: &Limits) -> Result<Answer> {
        let stage = match (apply, self.settings.staged_hints) {
            (true, _) => Stage::Apply(None),
            (false, true) => Stage::Place,
            (false, false) => Stage::Step,
        };
        self.hint_at(stage, limits)
    }

    fn hint_at(&mut self, stage: Stage, limits: &Limits) -> Result<Answer> {
        let known = match self.current_solution(&limits.with_effort(FOR_HINTS))? {
            Outcome::Unsat => return Ok(Answer::None),
            Outcome::Sat(solution) => Some(solution),
            Outcome::Unknown(Reason::Effort) if limits.effort.is_none() => None,
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let hint = self.hint_from(known.as_ref(), stage, limits)?;
        if known.is_some() || !matches!(hint, Answer::NoHint { .. }) {
            return Ok(hint);
        }
        match self.solution_or_answer(limits)? {
            Ok(solution) => self.hint_from(Some(&solution), stage, limits),
            Err(answer) => Ok(answer),
        }
    }

    fn hint_from(&mut self, solution: Option<&Assignment>, stage: Stage, limits: &Limits) -> Result<Answer> {
        answered(self.with_patterns(limits, |_, explainer, context| {
            Ok(match explainer.hint(context, solution, stage)? {
                Hint::Look(step, known) => Answer::Look { step: *step, known },
                Hint::Step(step, known) => {
                    Answer::Hint { step: *step, known, applied: matches!(stage, Stage::Apply(_)) }
                }
                Hint::Done(known) => Answer::NoHint { done: true, known },
                Hint::Stuck(known) => Answer::NoHint { done: false, known },
            })
        })?)
    }

    /// `hint apply easy`: all steps up to a grade, which become part of the puzzle.
    pub(in crate::session) fn hints_up_to(&mut self, word: &Ident, limits: &Limits) -> Result<Answer> {
        let grade = grade_named(word)?;
        // The step shown last can be harder.
        let first = self.hint_at(Stage::Apply(Some(grade)), limits)?;
        if let Answer::Hint { step, known, .. } = &first
            && step.technique.grade() > grade
        {
            let (steps, known) = (vec![step.clone()], known.clone());
            return Ok(Answer::Hints { steps, known, applied: Some(grade), stopped: None });
        }
        self.hints_at(Stage::Apply(Some(grade)), usize::MAX, Some(first), limits)
    }

    /// `number` hints in a row; each takes the conclusions before it as known.
    pub(super) fn hints(&mut self, number: usize, limits: &Limits) -> Result<Answer> {
        self.hints_at(Stage::Step, number, None, limits)
    }

    fn hints_at(&mut self, stage: Stage, number: usize, first: Option<Answer>, limits: &Limits) -> Result<Answer> {
        let applied = if let Stage::Apply(grade) = stage { grade } else { None };
        let (mut steps, mut last, mut next) = (Vec::new(), None, first);
        while steps.len() < number {
            let answer = match next.take() {
                Some(answer) => answer,
                None => self.hint_at(stage, limits)?,
            };
            match answer {
                Answer::Hint { step, known, .. } => {
                    steps.push(step);
                    last = Some(known);
                }
                Answer::NoHint { known, .. } if !steps.is_empty() || applied.is_some() => {
                    last = Some(known);
                    break;
                }
                Answer::Unknown(reason) if !steps.is_empty() => {
                    let known = last.unwrap_or_default();
                    return Ok(Answer::Hints { steps, known, applied, stopped: Some(reason) });
                }
                answer => return Ok(answer),
            }
        }
        Ok(Answer::Hints { steps, known: last.unwrap_or_default(), applied, stopped: None })
    }

    /// `candidates easy`: the values that steps up to a grade leave.
    pub(in crate::session) fn candidates_up_to(&mut self, word: &Ident, limits: &Limits) -> Result<Answer> {
        let grade = grade_named(word)?;
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(answer),
        };
        answered(self.with_patterns(limits, |_, explainer, context| {
            let (values, stopped) = explainer.left(context, &solution, grade)?;
            Ok(Answer::Candidates { values, up_to: Some(grade), counts: None, stopped })
        })?)
    }

    /// The statement that `hint apply` or `unique fix keep` adds. Messages locate it in the line of the question.
    pub(in crate::session) fn added_statement(
        &mut self,
        question: &Question,
        answer: &Answer,
        line: u32,
    ) -> Result<Option<Statement>> {
        let all;
        let (name, atoms) = match (question, answer) {
            (_, Answer::Hint { step, applied: true, .. }) => ("<hint>", step.conclusions()),
            (_, Answer::Hints { steps, applied: Some(_), .. }) if !steps.is_empty() => {
                all = steps.iter().flat_map(|step| step.conclusions()).copied().collect::<Vec<_>>();
                ("<hint>", &all[..])
            }
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

/// The grade that a word names.
fn grade_named(word: &Ident) -> Result<Grade> {
    let Some(grade) = Grade::named(&word.name) else {
        let names = Grade::ALL.map(Grade::name).join(", ");
        let error = Diagnostic::at(Code::Domain, word.span, format!("there is no grade `{}`", word.name));
        return fail(error.help(format!("the grades are {names}: write `hint apply easy` or `candidates medium`")));
    };
    Ok(grade)
}
