//! `solve steps`, `why steps` and `grade`: solve the puzzle by deductions, one step at a time.

use super::Walk;
use super::condition::condition;
use super::why::answered;
use crate::session::incremental::Outcome;
use crate::session::{Report, Session, Sink};
use sator_answer::{Answer, Condition, Grade, Step, Technique, score};
use sator_base::clock::Instant;
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_explain::Steps;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::{Expr, Question};
use sator_model::{Assignment, ExprId};

/// Callback that receives each step, with its number, when it is found.
type OnStep<'a> = &'a mut dyn FnMut(&Session, usize, &Step);

impl Session {
    /// `solve steps` where somebody reads along: each step is a report of its own as soon as it is found.
    pub(in crate::session) fn ask_steps(&mut self, question: &Question, span: Span, sink: Sink) -> Result<Report> {
        let (query, start, line) = (question.query(), Instant::now(), self.elaborator.sources.line_column(span).0);
        let mut report = |session: &Session, number: usize, step: &Step| {
            let answer = Answer::OneStep { number, step: step.clone() };
            sink(session, Report { query, line, elapsed: start.elapsed(), answer, notes: vec![] });
        };
        // After a trial, the steps begin anew and can be others.
        let mut report = self.ask_with(question, span, |session, limits| {
            session.answer_by(question, &mut |session| session.solve_steps(&mut report, limits))
        })?;
        if let Answer::Steps { reported, .. } = &mut report.answer {
            *reported = true;
        }
        Ok(report)
    }

    pub(in crate::session) fn solve_steps(&mut self, on_step: OnStep, limits: &Limits) -> Result<Answer> {
        let answer = self.solved_in_steps(on_step, limits)?;
        if let Answer::Steps { steps, known, .. } = &answer {
            self.cache.walk = Some(Walk::new(steps, known.clone()));
        }
        Ok(answer)
    }

    /// `solve steps short`
    pub(in crate::session) fn short_steps(&mut self, limits: &Limits) -> Result<Answer> {
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(answer),
        };
        let found = answered(self.with_patterns(limits, |_, explainer, context| {
            explainer.short_steps(context, &solution).map(|steps| answer(steps, None))
        })?)?;
        if let Answer::Steps { steps, known, .. } = &found {
            self.cache.walk = Some(Walk::new(steps, known.clone()));
        }
        Ok(found)
    }

    fn solved_in_steps(&mut self, on_step: OnStep, limits: &Limits) -> Result<Answer> {
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(answer),
        };
        let found = self.with_patterns(limits, |session, explainer, context| {
            let mut report = |number: usize, step: &Step| on_step(session, number, step);
            explainer.steps(context, &solution, None, &mut report).map(|steps| answer(steps, None))
        })?;
        answered(found)
    }

    /// The grade of the puzzle: that of the hardest technique in its steps.
    pub(in crate::session) fn grade(&mut self, limits: &Limits) -> Result<Answer> {
        let (steps, done, stopped) = match self.solve_steps(&mut |_, _, _| {}, limits)? {
            Answer::Steps { steps, done, stopped, .. } => (steps, done, stopped),
            answer => return Ok(answer),
        };
        let technique = steps.iter().map(|s| s.technique).max();
        let count = |t: Technique| steps.iter().filter(|s| s.technique == t).count();
        let used = Technique::ALL.into_iter().map(|t| (t, count(t))).filter(|u| u.1 > 0).collect();
        let grade = technique.map_or(Grade::Easy, Technique::grade);
        let (number, score) = (steps.len(), score(steps.iter()));
        let hardest = (1..).zip(steps).filter(|(_, s)| Some(s.technique) == technique).collect();
        Ok(Answer::Graded { grade: done.then_some(grade), score, steps: number, hardest, used, stopped })
    }

    /// The steps that lead to a condition.
    pub(super) fn why_steps(&mut self, expr: &Expr, limits: &Limits) -> Result<Answer> {
        let e = self.elaborator.condition_of(expr)?;
        self.steps_to(e, condition(self.model(), expr), limits)
    }

    pub(super) fn steps_to(&mut self, e: ExprId, condition: Condition, limits: &Limits) -> Result<Answer> {
        if let Some(answer) = self.not_forced(e, &condition, limits)? {
            return Ok(answer);
        }
        let solution = match self.solution_or_answer(limits)? {
            Ok(solution) => solution,
            Err(answer) => return Ok(answer),
        };
        let found = self.with_patterns(limits, |_, explainer, context| {
            let steps = explainer.steps_to(context, &solution, e, &condition)?;
            Ok(answer(steps, Some(condition.clone())))
        })?;
        answered(found)
    }

    pub(super) fn solution_or_answer(&mut self, limits: &Limits) -> Result<std::result::Result<Assignment, Answer>> {
        Ok(match self.current_solution(limits)? {
            Outcome::Sat(solution) => Ok(solution),
            Outcome::Unsat => Err(Answer::None),
            Outcome::Unknown(reason) => Err(Answer::Unknown(reason)),
        })
    }
}

fn answer(steps: Steps, condition: Option<Condition>) -> Answer {
    let Steps { steps, known, done, stopped } = steps;
    Answer::Steps { steps, known, done, condition, reported: false, stopped }
}
