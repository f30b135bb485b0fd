//! Puzzles of givens: `generate x`, and `generate from` for a puzzle near the givens at hand.

use crate::confirm::is_only_solution;
use crate::draft::{ClueSource, Draft, Recipe, SolutionClues};
use crate::generator::Generator;
use crate::givens_board::GivensBoard;
use crate::grade::{Approach, Graded, Grading};
use crate::options::Options;
use crate::outcome::{Made, Outcome, Puzzle, Shortfall};
use crate::refusal::Disagreement;
use crate::solution::Source;
use sator_explain::LatinGrader;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, ExprId, Model};

impl Generator<'_> {
    /// Makes givens for random solutions of the rules.
    pub(crate) fn givens(&mut self, board: &GivensBoard, options: &Options) -> Result<Outcome> {
        let source = Source::of(&self.elaborator.model, self.context.method, self.context.limits)?;
        self.batch(options, |generator, seed| generator.one_with_givens(board, &source, options, seed))
    }

    /// Makes givens for one solution. Removes the board's givens from the rules first, and restores them at the end.
    pub(crate) fn givens_from(
        &mut self,
        board: &GivensBoard,
        solution: Assignment,
        options: &Options,
    ) -> Result<Outcome> {
        let kept = self.elaborator.snapshot();
        let model = &mut self.elaborator.model;
        let start = board.start.iter().flatten().filter_map(|&at| board.unknowns[at]);
        let given: Vec<ExprId> = start.map(|u| model.value_is(u, solution.get(u))).collect();
        model.constraints.retain(|c| c.origin.text.is_none() || !given.contains(&c.expr));
        model.drawing_mut(board.grid).givens.fill(false);
        let source = Source::List(vec![solution]);
        let outcome = self.batch(options, |generator, seed| generator.one_with_givens(board, &source, options, seed));
        self.elaborator.restore(kept);
        outcome
    }

    fn one_with_givens(
        &mut self,
        board: &GivensBoard,
        source: &Source,
        options: &Options,
        seed: u64,
    ) -> Result<Made<Puzzle>> {
        let method = self.context.method;
        let model = self.elaborator.model.clone();
        let text_of = |draft: &Draft<()>| board.text(&model, &board.values(&draft.clues, &draft.solution));
        let approach = match options.grade.and_then(|_| LatinGrader::of(self.elaborator)) {
            Some(grader) => Approach::AddBackQuickly(Box::new(grader)),
            None if board.start.is_some() => Approach::AddBack,
            None => Approach::without_grader(options),
        };
        let mut make = |generator: &mut Generator, of: u64| {
            let (limits, progress) = (generator.context.limits, generator.reporter());
            let start = board.start.as_deref();
            let goal = approach.goal(options, of == seed);
            let recipe = Recipe { model: &model, source, method, goal, start, limits, progress };
            recipe.draft(of, &mut Values { board, options })
        };
        let grading = Grading { options, seed, approach: &approach, text_of: &text_of };
        let Graded { draft, grade } = match self.draft_with_grade(&grading, &mut make)? {
            Ok(graded) => graded,
            Err(shortfall) => return Ok(Err(shortfall)),
        };
        let confirming = self.limits_to_confirm();
        let givens = board.values(&draft.clues, &draft.solution);
        let with = board.with_givens(&self.elaborator.model, &givens);
        match is_only_solution(&with, &draft.solution, draft.searched, method, &confirming)? {
            Ok(true) => Ok(Ok(Puzzle { grade, ..puzzle(&model, board, &givens, draft, options, seed) })),
            Ok(false) => Err(Disagreement::AnotherSolution.error()),
            Err(reason) => Ok(Err(Shortfall::Stopped(draft.stopped.unwrap_or(reason)))),
        }
    }
}

fn puzzle(
    model: &Model,
    board: &GivensBoard,
    givens: &[Option<i64>],
    draft: Draft<()>,
    options: &Options,
    seed: u64,
) -> Puzzle {
    let clues = givens.iter().flatten().count();
    Puzzle {
        missed: options.missed(clues),
        changed: board.start.as_ref().map(|start| {
            let stayed = start.iter().filter(|&&at| givens[at].is_some()).count();
            (start.len() - stayed, clues - stayed)
        }),
        fewest: draft.fewest,
        givens: board.unknowns.iter().zip(givens).filter_map(|(u, v)| Some(((*u)?, (*v)?))).collect(),
        stopped: draft.stopped,
        ..Puzzle::new(seed, board.text(model, givens), clues, draft.solution)
    }
}

/// The values of a board as clues.
struct Values<'a> {
    board: &'a GivensBoard,
    options: &'a Options,
}

impl ClueSource for Values<'_> {
    type Puzzle = ();

    fn are_values(&self) -> bool {
        true
    }

    fn clues(&mut self, solution: &Assignment) -> Result<Option<SolutionClues<()>>> {
        let orbits = self.board.clues(solution, self.options.symmetry);
        Ok(Some(SolutionClues { orbits, model: None, puzzle: () }))
    }
}
