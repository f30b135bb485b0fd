//! The grid whose givens a puzzle consists of.

use crate::clue::{Clue, Meaning};
use crate::clue_reduction::Orbit;
use crate::picture::picture_text;
use crate::refusal::Refusal;
use crate::symmetry::{Symmetry, orbits};
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::{Elaborator, Value};
use sator_lang::syntax::ast::{Generate, Ident};
use sator_model::{Assignment, Constraint, Grid, GridId, Kind, Model, Origin, UnknownId};

/// A grid and the places of its givens. Places are numbered row by row.
#[derive(Clone)]
pub(crate) struct GivensBoard {
    pub grid: GridId,
    /// Rows and columns.
    pub shape: (usize, usize),
    /// Places that can hold a given.
    pub allowed: Vec<usize>,
    /// Places with a given that stays.
    pub given: Vec<usize>,
    /// Places with a given that the puzzle starts from and can lose.
    pub start: Option<Vec<usize>>,
    /// The unknown at each place.
    pub unknowns: Vec<Option<UnknownId>>,
    /// The value that a rule draws as an empty cell.
    pub empty: Option<i64>,
    /// The question.
    pub asked: Span,
}

impl GivensBoard {
    /// The grid of this name, or the only grid.
    ///
    /// # Errors
    /// There is no such grid, or its cells can't be given.
    pub(crate) fn find(
        elaborator: &mut Elaborator,
        name: Option<&Ident>,
        asked: &Generate,
        span: Span,
    ) -> Result<GivensBoard> {
        let id = match name {
            None => elaborator.grid_of_picture(None, span)?,
            Some(name) => match elaborator.global(&name.name) {
                Some(Value::Grid(id)) => *id,
                Some(Value::Clues(_) | Value::Outside(_)) => {
                    return Err(Refusal::PictureHasNoGivens { name: name.name.clone() }.at(name.span));
                }
                Some(_) => {
                    return Err(Refusal::NotAGrid { name: name.name.clone() }.at(name.span));
                }
                None => {
                    return Err(Refusal::NoGrid { name: name.name.clone() }.at(name.span));
                }
            },
        };
        let at = name.map_or(span, |name| name.span);
        let grid = elaborator.model.grid(id);
        if grid.content.is_none() {
            let (rows, cols) = (grid.rows, grid.cols);
            return Err(Refusal::NoValues { grid: grid.name.clone(), rows, cols }.at(at));
        }
        if grid.hidden {
            return Err(Refusal::HiddenGrid { grid: grid.name.clone() }.at(at));
        }
        let given: Vec<usize> = (0..grid.len()).filter(|&at| grid.drawing.givens[at]).collect();
        let shapes = elaborator.model.shapes.iter().filter(|shape| shape.grid == id);
        let empty = shapes.rev().find_map(|shape| shape.form.empty_value());
        let (given, start) = if asked.from { (vec![], Some(given)) } else { (given, None) };
        Ok(GivensBoard {
            grid: id,
            shape: (grid.rows, grid.cols),
            allowed: (0..grid.len()).filter(|&at| grid.unknowns[at].is_some()).collect(),
            given,
            start,
            unknowns: grid.unknowns.clone(),
            empty,
            asked: span,
        })
    }

    /// The board with clues only where the picture after `like` has marks.
    ///
    /// # Errors
    /// The picture has another shape, or there are no givens to start from.
    pub(crate) fn limited(mut self, elaborator: &Elaborator, asked: &Generate) -> Result<GivensBoard> {
        if let Some(like) = &asked.like {
            let marked = elaborator.marked_places(self.shape, like)?;
            let given = self.start.as_ref().unwrap_or(&self.given);
            self.allowed.retain(|at| marked.contains(at) || given.contains(at));
        }
        if self.start.as_ref().is_some_and(Vec::is_empty) {
            return Err(Refusal::NoGivens.at(self.asked));
        }
        Ok(self)
    }

    /// All clues of a solution: each cell's value, those given already among them.
    pub(crate) fn clues(&self, solution: &Assignment, symmetry: Option<Symmetry>) -> Vec<Orbit> {
        let clue = |at: usize| {
            let u = self.unknowns[at]?;
            Some(Clue { at, meaning: Meaning::Value(u, solution.get(u)) })
        };
        let orbits = orbits(&self.allowed, self.shape, symmetry).into_iter();
        let mut all: Vec<Orbit> = orbits
            .map(|places| Orbit {
                stays: places.iter().any(|at| self.given.contains(at)),
                has_empty_cell: places
                    .iter()
                    .any(|at| self.unknowns[*at].is_some_and(|u| self.empty == Some(solution.get(u)))),
                clues: places.into_iter().filter_map(clue).collect(),
            })
            .collect();
        // A given whose symmetric partner can hold no clue is in no orbit, and stays all the same.
        let lone = |at: &&usize| !all.iter().any(|orbit| orbit.clues.iter().any(|clue| clue.at == **at));
        let lone: Vec<usize> = self.given.iter().filter(lone).copied().collect();
        all.extend(lone.into_iter().filter_map(clue).map(|clue| Orbit {
            stays: true,
            has_empty_cell: false,
            clues: vec![clue],
        }));
        all
    }

    /// The values given, row by row.
    pub(crate) fn values(&self, clues: &[Clue], solution: &Assignment) -> Vec<Option<i64>> {
        let mut givens = vec![None; self.unknowns.len()];
        for clue in clues {
            givens[clue.at] = self.unknowns[clue.at].map(|u| solution.get(u));
        }
        givens
    }

    /// The model with these givens as constraints.
    pub(crate) fn with_givens(&self, model: &Model, givens: &[Option<i64>]) -> Model {
        let mut with = model.clone();
        for (at, value) in givens.iter().enumerate() {
            let (Some(value), Some(u)) = (value, self.unknowns[at]) else { continue };
            let expr = with.value_is(u, *value);
            with.constraints.push(Constraint { expr, origin: Origin::at(self.asked) });
        }
        with
    }

    /// The statement `givens x { ... }`.
    pub(crate) fn text(&self, model: &Model, givens: &[Option<i64>]) -> String {
        let grid: &Grid = model.grid(self.grid);
        let kind = grid.content.as_ref().map_or(Kind::Int, |content| content.0);
        let token = |value: &Option<i64>| match (kind, value) {
            (_, None) => ".".to_string(),
            (Kind::Bool, Some(0)) => "-".into(),
            (Kind::Bool, Some(_)) => "#".into(),
            (kind, Some(value)) => model.value_text(kind, *value),
        };
        let tokens: Vec<String> = givens.iter().map(token).collect();
        picture_text(&format!("givens {}", grid.name), &tokens, grid.cols)
    }
}
