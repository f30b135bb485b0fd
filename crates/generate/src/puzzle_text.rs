//! A puzzle as its text, read like any other statements, beside the solution that it is to have alone.

use crate::confirm::{disagreement, is_only_solution};
use crate::grade::Judged;
use crate::draft::{Made, Making};
use crate::solution::reproducible;
use super::{Asked, One, unconfirmed};
use crate::generator::Session;
use sator_lang::verify::verify;
use sator_answer::Puzzle;
use sator_base::limits::{Limits, Reason};
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_model::{Assignment, Model, UnknownId};
use sator_solve::lower::{Formula, formula_of};
use sator_solve::solver::sat::{Lit, Verdict};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What such a text has for solutions.
pub(crate) enum Sufficiency {
    /// Not the one that it is to have.
    Lost,
    /// Another one too.
    Other(Assignment),
    /// No other: the solution, with the unknowns that the text adds.
    Only(Assignment),
    Stopped(Reason),
}

/// A puzzle as its text.
pub(crate) struct Said {
    pub solution: Assignment,
    pub text: String,
    pub clues: usize,
}

/// Makes one of a seed.
pub(crate) type MakeText<'a> = &'a mut dyn FnMut(&mut Generator, u64) -> Result<Result<Said, Making>>;

impl Generator<'_> {
    /// Makes a puzzle that is known by its text, of the grade that was asked for, and confirms it.
    pub(crate) fn made_as_text(&mut self, options: &Asked, seed: u64, limits: &Limits, make: MakeText) -> Result<One> {
        let texts: RefCell<BTreeMap<Assignment, (String, usize)>> = RefCell::default();
        let text_of = |made: &Made| texts.borrow().get(&made.solution).map_or(String::new(), |said| said.0.clone());
        let mut make = |generator: &mut Generator, seed: u64| {
            Ok(match make(generator, seed)? {
                Ok(Said { solution, text, clues }) => {
                    texts.borrow_mut().insert(solution.clone(), (text, clues));
                    Making::Made(Box::new(Made {
                        solution,
                        clues: vec![],
                        spare: vec![],
                        filled: vec![],
                        fewest: false,
                        searched: false,
                        alternatives: vec![],
                        stopped: None,
                    }))
                }
                Err(not) => not,
            })
        };
        let (made, grade) = match self.made_with_grade(options, seed, limits, &mut make, &text_of, &Judged::Whole)? {
            (Making::Made(made), grade) => (made, grade),
            (other, _) => return Ok(One::Not(other)),
        };
        let clues = texts.borrow().get(&made.solution).map_or(0, |said| said.1);
        let text = text_of(&made);
        let confirming = self.limits_to_confirm(limits);
        let model = self.model_with(&text)??;
        match is_only_solution(&model, &made.solution, false, self.context.method, &confirming)? {
            Ok(true) => {}
            Ok(false) => return Err(disagreement()),
            Err(reason) => return Ok(unconfirmed(made.stopped.unwrap_or(reason))),
        }
        let stopped = made.stopped;
        Ok(One::Made(Box::new(Puzzle { grade, stopped, ..Puzzle::new(seed, text, clues, made.solution) })))
    }

    /// Works on the puzzle with more statements. Nothing is kept.
    pub(crate) fn with_text<T>(&mut self, text: &str, work: impl FnOnce(&mut Generator) -> Result<T>) -> Result<T> {
        let mark = self.elaborator.mark();
        let statements = self.read("<generated>", text, None)?;
        let added = statements.iter().try_for_each(|statement| self.elaborator.add(statement));
        let done = added.and_then(|()| work(self));
        self.elaborator.rollback(&mark);
        done
    }

    /// The unknowns at each place of a picture: those of all grids of its shape.
    pub(crate) fn unknowns_at(&self, shape: (usize, usize)) -> Vec<Vec<UnknownId>> {
        let mut places = vec![vec![]; shape.0 * shape.1];
        for grid in self.elaborator.model.grids.iter().filter(|grid| (grid.rows, grid.cols) == shape) {
            places.iter_mut().zip(&grid.unknowns).for_each(|(place, unknown)| place.extend(*unknown));
        }
        places
    }

    /// The puzzle with more statements, or why these are refused. Nothing is kept.
    pub(crate) fn model_with(&mut self, text: &str) -> Result<Result<Model>> {
        match self.with_text(text, |generator| Ok(generator.elaborator.model.clone())) {
            Err(error) if error.limit().is_some() => Err(error),
            model => Ok(model),
        }
    }

    /// Looks for a solution that differs from this one, which may be of the first unknowns only.
    pub(crate) fn other_than(
        &self,
        model: &Model,
        solution: &Assignment,
        random: &mut Random,
        limits: &Limits,
    ) -> Result<Sufficiency> {
        let mut formula = match formula_of(model, reproducible(self.context.method, random), limits) {
            Ok(formula) => formula,
            Err(reason) => return Ok(Sufficiency::Stopped(reason)),
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
            Verdict::Unknown(reason) => Sufficiency::Stopped(reason),
            Verdict::Sat => Sufficiency::Other(found(&mut *formula)?),
            Verdict::Unsat => match formula.check(&same, limits) {
                Verdict::Unknown(reason) => Sufficiency::Stopped(reason),
                Verdict::Unsat => Sufficiency::Lost,
                Verdict::Sat => Sufficiency::Only(found(&mut *formula)?),
            },
        })
    }
}
