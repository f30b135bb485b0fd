//! `solutions`: a list of solutions, each reported when it is found.

use super::enumerate::Verified;
use super::{Report, Session, Sink};
use rustc_hash::FxHashSet;
use sator_answer::Answer;
use sator_base::limits::Limits;
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::{Expr, Question};
use sator_model::Assignment;
use std::time::Instant;

/// Number of solutions that `solutions` without a number lists.
const DEFAULT_SOLUTIONS: u64 = 5;

/// Callback that receives each solution when it is found, with its number from 1.
type OnSolution<'a> = &'a mut dyn FnMut(&Session, usize, &Assignment);

impl Session {
    /// Whether several solutions were shown since the puzzle last changed.
    pub(crate) fn has_shown_several(&self) -> bool {
        self.cache.seen.shown.len() > 1
    }

    /// `solutions`: each solution is a report of its own as soon as it is found.
    pub(super) fn ask_solutions(
        &mut self,
        question: &Question,
        most: Option<&Expr>,
        span: Span,
        sink: Sink,
    ) -> Result<Report> {
        let (query, start, line) = (question.query(), Instant::now(), self.elaborator.sources.line_column(span).0);
        let mut report = |session: &Session, number: usize, assignment: &Assignment| {
            let answer = Answer::OneSolution { number, assignment: assignment.clone() };
            sink(session, Report { query, line, elapsed: start.elapsed(), answer, notes: vec![] });
        };
        // After a trial, the second search goes on from what the first one reported.
        let mut list = vec![];
        let mut report = self.ask_with(question, span, |session, limits| {
            session.answer_by(question, &mut |session| session.list_solutions(most, &mut list, &mut report, limits))
        })?;
        if let Answer::Solutions { list, reported, .. } = &mut report.answer {
            *reported = list.len();
        }
        Ok(report)
    }

    /// The answer to `solutions` without reports before it. With a callback the answer lists none.
    pub(super) fn solutions(&mut self, most: Option<&Expr>, limits: &Limits) -> Result<Answer> {
        let Some(mut receive) = self.listeners.on_solution.take() else {
            return self.list_solutions(most, &mut vec![], &mut |_, _, _| {}, limits);
        };
        let most = most.map(|e| self.amount(e)).transpose()?.unwrap_or(DEFAULT_SOLUTIONS);
        let mut found = 0u64;
        let ended = self.enumerate(most, Verified::Each, limits, &mut |_, a, progress| {
            found += 1;
            receive(a);
            progress.report(|| format!("{found} of {most} solutions so far"));
        });
        self.listeners.on_solution = Some(receive);
        let (complete, stopped) = ended?.into_parts();
        Ok(match found {
            0 if complete => Answer::None,
            _ => Answer::Solutions { list: vec![], reported: 0, complete, stopped },
        })
    }

    /// Adds solutions to a list of known ones.
    fn list_solutions(
        &mut self,
        most: Option<&Expr>,
        list: &mut Vec<Assignment>,
        on_solution: OnSolution,
        limits: &Limits,
    ) -> Result<Answer> {
        let most = most.map(|e| self.amount(e)).transpose()?.unwrap_or(DEFAULT_SOLUTIONS);
        let known: FxHashSet<Assignment> = list.iter().cloned().collect();
        let ended = self.enumerate(most, Verified::Each, limits, &mut |session, a, progress| {
            if list.len() as u64 == most || known.contains(a) {
                return;
            }
            list.push(a.clone());
            on_solution(session, list.len(), a);
            progress.report(|| format!("{} of {most} solutions so far", list.len()));
        })?;
        let (complete, stopped) = ended.into_parts();
        if list.is_empty() && complete {
            return Ok(Answer::None);
        }
        for assignment in list.iter() {
            self.note_shown(assignment);
        }
        Ok(Answer::Solutions { list: list.clone(), reported: 0, complete, stopped })
    }
}
