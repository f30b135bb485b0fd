//! Puzzles made as text: read like any other statements, then solved and confirmed.

use crate::confirm::is_only_solution;
use crate::draft::Draft;
use crate::generator::Generator;
use crate::grade::{Approach, Graded, Grading, MakeDraft};
use crate::options::Options;
use crate::outcome::{Made, Puzzle, Shortfall};
use crate::refusal::Disagreement;
use crate::solution::reproducible;
use sator_base::limits::{Limits, Reason};
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, Model, UnknownId};
use sator_solve::lower::{Formula, formula_of};
use sator_solve::solver::sat::{Lit, Verdict};

/// The solutions of a puzzle, compared with the one that it should have.
pub(crate) enum Solutions {
    /// The puzzle lacks the solution.
    Lost,
    /// The puzzle has another solution.
    Other(Assignment),
    /// The puzzle has this solution only, here extended to the unknowns that the text adds.
    Only(Assignment),
    Stopped(Reason),
}

/// The text of a puzzle.
#[derive(Clone)]
pub(crate) struct PuzzleText {
    pub text: String,
    /// The number of clues or regions.
    pub clues: usize,
}

impl Generator<'_> {
    /// Makes a puzzle of the wanted grade and confirms it.
    pub(crate) fn puzzle_as_text(
        &mut self,
        options: &Options,
        seed: u64,
        make: MakeDraft<PuzzleText>,
    ) -> Result<Made<Puzzle>> {
        let text_of = |draft: &Draft<PuzzleText>| draft.puzzle.text.clone();
        let grading = Grading { options, seed, approach: &Approach::Whole, text_of: &text_of };
        let Graded { draft, grade } = match self.draft_with_grade(&grading, make)? {
            Ok(graded) => graded,
            Err(shortfall) => return Ok(Err(shortfall)),
        };
        let Draft { solution, puzzle: PuzzleText { text, clues }, stopped, .. } = draft;
        let confirming = self.limits_to_confirm();
        let model = self.model_with(&text)??;
        match is_only_solution(&model, &solution, false, self.context.method, &confirming)? {
            Ok(true) => {}
            Ok(false) => return Err(Disagreement::AnotherSolution.error()),
            Err(reason) => return Ok(Err(Shortfall::Stopped(stopped.unwrap_or(reason)))),
        }
        Ok(Ok(Puzzle { grade, stopped, ..Puzzle::new(seed, text, clues, solution) }))
    }

    /// Compares the solutions of a model with this one, which can lack values for the last unknowns.
    pub(crate) fn solutions_of(
        &self,
        model: &Model,
        solution: &Assignment,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Solutions> {
        let mut formula = match formula_of(model, reproducible(self.context.method, random), limits) {
            Ok(formula) => formula,
            Err(reason) => return Ok(Solutions::Stopped(reason)),
        };
        let m = model.expressions();
        let known = model.visible().filter(|u| u.index() < solution.0.len());
        let same: Vec<Lit> = known.map(|u: UnknownId| formula.value_literal(m, u, solution.get(u))).collect();
        let other = formula.selector();
        let mut differs: Vec<Lit> = same.iter().map(|&l| !l).collect();
        differs.push(!other);
        formula.clause(&differs);
        let found = |formula: &mut dyn Formula| -> Result<Assignment> {
            let assignment = formula.assignment(m);
            verify(model, &assignment)?;
            Ok(assignment)
        };
        Ok(match formula.check(&[other], limits) {
            Verdict::Unknown(reason) => Solutions::Stopped(reason),
            Verdict::Sat => Solutions::Other(found(&mut *formula)?),
            Verdict::Unsat => match formula.check(&same, limits) {
                Verdict::Unknown(reason) => Solutions::Stopped(reason),
                Verdict::Unsat => Solutions::Lost,
                Verdict::Sat => Solutions::Only(found(&mut *formula)?),
            },
        })
    }
}
