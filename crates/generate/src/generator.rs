//! The generator: the puzzle's rules lent out, a way to solve, and limits.

use crate::options::Options;
use crate::outcome::{Made, Outcome, Puzzle, Shortfall};
use crate::progress::{OnProgress, Reporter, Stage};
use sator_base::limits::Limits;
use sator_base::source::Author;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::Statement;
use sator_lang::syntax::parse_within;
use sator_lang::verify::verify;
use sator_model::{Assignment, Model, UnknownId};
use sator_solve::lower::{Method, formula_of};
use sator_solve::solver::sat::Verdict;
use std::time::Duration;

/// Time to confirm a puzzle after an interrupt or a time limit. Without confirmation the puzzle would be lost.
const CONFIRMING: Duration = Duration::from_secs(5);

/// The name of a source that holds generated statements.
pub const GENERATED: &str = "<generated>";

/// The choices of a search for puzzles.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The method that finds solutions and proves uniqueness.
    pub method: Method,
    /// Whether grading tries Z3's integers first where numbers are wide.
    pub prefer_integers: bool,
    /// Whether a second solver confirms each step of a graded puzzle.
    pub verify: bool,
    /// The end of the search. A puzzle that is finished by then gets some seconds more for its confirmation.
    pub limits: &'a Limits,
    /// Receives progress.
    pub progress: OnProgress<'a>,
}

/// Makes puzzles of the rules in an elaborator, and leaves the rules as they were.
pub struct Generator<'a> {
    pub(crate) elaborator: &'a mut Elaborator,
    pub(crate) context: Context<'a>,
    batch: Option<(u64, u64)>,
}

impl<'a> Generator<'a> {
    /// A generator for the rules that the elaborator holds.
    pub fn new(elaborator: &'a mut Elaborator, context: Context<'a>) -> Generator<'a> {
        elaborator.limits = context.limits.clone();
        Generator { elaborator, context, batch: None }
    }

    pub(crate) fn reporter(&self) -> Reporter<'a> {
        Reporter { sink: self.context.progress, batch: self.batch }
    }

    pub(crate) fn report(&self, stage: Stage) {
        self.reporter().report(stage);
    }

    /// Limits for confirming a puzzle: those of the request, or [`CONFIRMING`] once they are used up. The elaborator reads the
    /// puzzle within the same limits.
    pub(crate) fn limits_to_confirm(&mut self) -> Limits {
        let limits = self.context.limits;
        let confirming = match limits.stop() {
            None => limits.clone(),
            Some(_) => Limits::none().within(CONFIRMING).with_memory(limits.memory),
        };
        self.elaborator.limits = confirming.clone();
        confirming
    }

    /// Makes the wanted number of puzzles, one a seed, until one fails or a limit is met.
    pub(crate) fn batch(
        &mut self,
        options: &Options,
        mut one: impl FnMut(&mut Self, u64) -> Result<Made<Puzzle>>,
    ) -> Result<Outcome> {
        let mut outcome = Outcome::default();
        for i in 0..options.count {
            if let Some(reason) = self.context.limits.stop() {
                outcome.shortfall = Some(Shortfall::Stopped(reason));
                break;
            }
            self.batch = (options.count > 1).then_some((i, options.count));
            let made = one(self, options.seed.wrapping_add(i));
            self.batch = None;
            match made? {
                Ok(puzzle) => {
                    outcome.shortfall = puzzle.stopped.clone().map(Shortfall::Stopped);
                    outcome.puzzles.push(puzzle);
                }
                Err(shortfall) => outcome.shortfall = Some(shortfall),
            }
            if outcome.shortfall.is_some() {
                break;
            }
            let batch = Some((i + 1, options.count));
            Reporter { batch, ..self.reporter() }.report(Stage::Finished);
        }
        Ok(outcome)
    }

    /// Parses generated statements.
    pub(crate) fn parse(&mut self, text: &str) -> Result<Vec<Statement>> {
        let source = self.elaborator.sources.add_by(Author::Generator, GENERATED, text);
        parse_within(source, text, &self.elaborator.limits)
    }

    /// Runs `work` with more statements added to the rules, then removes the statements.
    pub(crate) fn with_text<T>(&mut self, text: &str, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mark = self.elaborator.mark();
        let statements = self.parse(text)?;
        let added = statements.iter().try_for_each(|statement| self.elaborator.add(statement));
        let done = added.and_then(|()| work(self));
        self.elaborator.rollback(&mark);
        done
    }

    /// The model of the rules with more statements, or the error with which the rules refuse them.
    ///
    /// # Errors
    /// A limit was met.
    pub(crate) fn model_with(&mut self, text: &str) -> Result<Result<Model>> {
        match self.with_text(text, |generator| Ok(generator.elaborator.model.clone())) {
            Err(error) if error.limit().is_some() => Err(error),
            model => Ok(model),
        }
    }

    /// A solution of the rules as they stand, by the plain formula.
    pub(crate) fn any_solution(&mut self) -> Result<Made<Assignment>> {
        let (model, limits) = (&self.elaborator.model, self.context.limits);
        let mut formula = match formula_of(model, self.context.method, limits) {
            Ok(formula) => formula,
            Err(reason) => return Ok(Err(Shortfall::Stopped(reason))),
        };
        match formula.check(&[], limits) {
            Verdict::Unsat => Ok(Err(Shortfall::NoSolution)),
            Verdict::Unknown(reason) => Ok(Err(Shortfall::Stopped(reason))),
            Verdict::Sat => {
                let solution = formula.assignment(model.expressions());
                verify(model, &solution)?;
                Ok(Ok(solution))
            }
        }
    }
}

/// For each place of a board, row by row: the unknowns there of all grids of the same shape, and of lines to and from it.
pub(crate) fn unknowns_at(model: &Model, shape: (usize, usize)) -> Vec<Vec<UnknownId>> {
    let mut places = vec![vec![]; shape.0 * shape.1];
    for grid in model.grids.iter().filter(|grid| (grid.rows, grid.cols) == shape) {
        places.iter_mut().zip(&grid.unknowns).for_each(|(place, unknown)| place.extend(*unknown));
    }
    for lines in model.lines.iter().filter(|lines| (lines.rows, lines.cols) == shape) {
        for (at, place) in places.iter_mut().enumerate() {
            let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            place.extend(steps.iter().filter_map(|&step| lines.toward((at / shape.1, at % shape.1), step)));
        }
    }
    places
}
