//! `generate`: passes the rules to `sator-generate` and turns its outcome into an answer.

#[cfg(test)]
mod tests;

use super::incremental::Outcome;
use super::{Session, Sink};
use sator_answer::{Answer, Generated, Puzzle};
use sator_base::clock;
use sator_base::limits::{Limits, Reason};
use sator_base::source::Span;
use sator_generate::{Context, Counted, GENERATED, Generator, Progress, Request, Shortfall, Stage};
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::{Generate, PictureKind, Question, Statement, StatementKind};
use sator_model::{GridId, Model};
use std::cell::RefCell;

impl Session {
    pub(super) fn generate(&mut self, asked: &Generate, span: Span, limits: &Limits) -> Result<Answer> {
        let request = Request::read(&mut self.elaborator, asked, span)?;
        if let (true, Some(grid)) = (asked.keep, request.replaces_givens_of()) {
            self.only_givens(grid, span)?;
        }
        let solution = match request.needs_solution() {
            false => None,
            true => match self.current_solution(limits)? {
                Outcome::Sat(solution) => Some(solution),
                Outcome::Unsat => return Ok(Answer::None),
                Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
            },
        };
        let seed = request.seed().unwrap_or_else(|| self.next_seed());
        let wanted = request.count();
        let (method, prefer_integers, verify) =
            (self.settings.method(), self.may_prefer_integers(), self.settings.verify);
        let sink = RefCell::new(&mut self.listeners.progress);
        let progress = |progress: &Progress| sink.borrow_mut().report(|| progress_text(progress));
        let context = Context { method, prefer_integers, verify, limits, progress: &progress };
        let outcome = Generator::new(&mut self.elaborator, context).run(request, seed, solution);
        if let Some(solver) = &mut self.cache.solver {
            solver.formula.forget(self.elaborator.model.expressions());
        }
        Ok(answer(self.model(), outcome?, wanted, asked.keep))
    }

    /// The seed of a question without one: the same in each run of a script, random at the prompt.
    fn next_seed(&mut self) -> u64 {
        self.unseeded += 1;
        let setting = u64::from(self.settings.seed);
        if !self.interactive || setting != 0 {
            return setting + self.unseeded;
        }
        clock::seed() % 1_000_000_000
    }

    /// The number of the statement that holds all givens of a grid.
    ///
    /// # Errors
    /// The givens stand in several statements, or beside others, so that nothing can replace them.
    fn only_givens(&mut self, grid: GridId, span: Span) -> Result<u32> {
        let mut numbers = vec![];
        for (number, statements) in
            self.list.entries.iter().map(|e| (e.number, e.statements.clone())).collect::<Vec<_>>()
        {
            for statement in statements.iter() {
                if let StatementKind::Picture { kind: PictureKind::Givens, name, .. } = &statement.kind
                    && self.elaborator.grid_of_picture(name.as_ref(), statement.span)? == grid
                {
                    numbers.push((number, statements.len()));
                }
            }
        }
        match numbers[..] {
            [(number, 1)] => Ok(number),
            _ => {
                let message = "the givens are not in one statement of their own, so they can't be replaced";
                fail(Diagnostic::at(Code::Generate, span, message).help("leave out `keep`, and type the result"))
            }
        }
    }

    /// Adds a kept puzzle to the session. After `generate from` it replaces the givens that it started from.
    pub(super) fn take_made(&mut self, question: &Question, kept: &[Statement], sink: Sink) -> Result<()> {
        match (question, kept) {
            (Question::Generate(asked), [givens]) if asked.from => {
                let StatementKind::Picture { name, .. } = &givens.kind else { return self.take_separately(kept, sink) };
                let grid = self.elaborator.grid_of_picture(name.as_ref(), givens.span)?;
                let number = self.only_givens(grid, givens.span)?;
                self.replace(number, givens, sink)
            }
            _ => self.take_separately(kept, sink),
        }
    }

    /// The statements that a puzzle to be kept adds.
    pub(super) fn kept_puzzle(&mut self, question: &Question, answer: &Answer) -> Result<Vec<Statement>> {
        match (question, answer) {
            (Question::Generate(asked), Answer::Generated(Generated { puzzles, .. }))
                if asked.keep && puzzles.len() == 1 && puzzles[0].is_as_asked() =>
            {
                self.read(GENERATED, &puzzles[0].text, None)
            }
            _ => Ok(vec![]),
        }
    }
}

/// The answer to a question for `wanted` puzzles; with `keep` the puzzle should become part of the session.
fn answer(model: &Model, outcome: sator_generate::Outcome, wanted: u64, keep: bool) -> Answer {
    let puzzles: Vec<Puzzle> = outcome.puzzles.into_iter().map(puzzle).collect();
    let (mut stopped, mut value_symmetry): (Option<Reason>, _) = (None, None);
    match outcome.shortfall {
        Some(Shortfall::NoSolution) if puzzles.is_empty() => return Answer::None,
        Some(Shortfall::Stopped(reason)) if puzzles.is_empty() => return Answer::Unknown(reason),
        Some(Shortfall::Stopped(reason)) => stopped = Some(reason),
        Some(Shortfall::ValueSymmetry(symmetry)) => {
            let text = |value: i64| model.value_text(symmetry.kind, value);
            value_symmetry = Some((text(symmetry.values.0), text(symmetry.values.1)));
        }
        Some(Shortfall::NoSolution | Shortfall::Ambiguous) | None => {}
    }
    let not_kept = keep && !puzzles.iter().all(Puzzle::is_as_asked);
    Answer::Generated(Generated { puzzles, wanted, stopped, value_symmetry, not_kept })
}

fn puzzle(made: sator_generate::Puzzle) -> Puzzle {
    let counts = match made.counts {
        Counted::Clues => "clue",
        Counted::Regions => "region",
        Counted::Lines => "line",
    };
    Puzzle {
        seed: made.seed,
        text: made.text,
        givens: made.givens,
        clues: made.clues,
        missed: made.missed,
        grade: made.grade.map(|grade| (grade.grade, grade.reached)),
        changed: made.changed,
        fewest: made.fewest,
        solution: made.solution,
        counts,
        shapes: !made.unique,
        stopped: made.stopped,
    }
}

fn progress_text(progress: &Progress) -> String {
    let before = match progress.batch {
        Some((made, wanted)) if progress.stage != Stage::Finished => format!("{made} of {wanted} made, "),
        _ => String::new(),
    };
    let stage = match progress.stage {
        Stage::Finished => progress.batch.map_or_else(String::new, |(made, of)| format!("{made} of {of} made")),
        Stage::Reducing { clues, checks, bound: Some(bound) } => {
            format!("{clues} clues, at least {bound} are needed, {checks} checks")
        }
        Stage::Reducing { clues, checks, bound: None } => format!("{clues} clues left, {checks} checks"),
        Stage::SolutionsTried(tried) => format!("{tried} solutions tried"),
        Stage::DivisionsTried(tried) => format!("{tried} divisions tried"),
        Stage::GradesMissed(tried) => format!("{tried} tried, none of them has the grade"),
        Stage::Grading { clues, graded } => format!("{clues} clues left, {graded} puzzles judged"),
    };
    before + &stage
}
