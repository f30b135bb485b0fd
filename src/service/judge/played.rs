//! Marks of players on boards of other programs, as moves of a puzzle.

use super::board::Move;
use sator_formats::Problem;
use sator_formats::played::{self, Mark, Played};
use sator_model::{Atom, Grid, Kind, LineKind, Model, UnknownId};
use serde_json::Value;

/// The moves of a replay or a board.
pub(super) struct Marks {
    pub moves: Vec<Move>,
    /// The number of marks that no cell of the puzzle takes: notes, colours, lines of a puzzle without lines.
    pub unread: usize,
}

/// Whether a value of `moves` is a replay: JSON of SudokuPad, or a link.
pub(super) fn is_replay(moves: &Value) -> bool {
    moves.is_object() || moves.as_str().is_some_and(played::is_played)
}

pub(super) fn replay(model: &Model, text: &Value) -> Result<Marks, String> {
    let text = text.as_str().map_or_else(|| text.to_string(), String::from);
    let is_given = |row: usize, col: usize| {
        let at = |grid: &Grid| (row < grid.rows && col < grid.cols).then(|| row * grid.cols + col);
        grids(model).any(|grid| at(grid).is_some_and(|at| grid.drawing.givens.get(at) == Some(&true)))
    };
    marks(model, played::replay(&text, &is_given))
}

pub(super) fn state(model: &Model, text: &str) -> Result<Marks, String> {
    marks(model, played::state(text))
}

fn grids(model: &Model) -> impl Iterator<Item = &Grid> {
    model.grids.iter().filter(|grid| !grid.hidden && grid.content.is_some())
}

fn marks(model: &Model, played: Result<Played, Problem>) -> Result<Marks, String> {
    let played = played.map_err(|problem| super::sentence(&problem.diagnostic()))?;
    let size = (played.rows, played.cols);
    let has_size = |grid: &Grid| (grid.rows, grid.cols) == size;
    let is_drawn = model.lines.iter().any(|lines| !lines.hidden && (lines.rows, lines.cols) == size);
    let has_points = model.graph_lines.iter().any(|lines| !lines.hidden && has_size(model.grid(lines.grid)));
    if !grids(model).any(has_size) && !is_drawn && !has_points {
        return Err(format!("the puzzle has no grid of {}x{} cells, as this board has", size.0, size.1));
    }
    let mut found = Marks { moves: vec![], unread: 0 };
    for mark in &played.marks {
        match step(model, size, mark)? {
            Some(step) => found.moves.push(step),
            None => found.unread += 1,
        }
    }
    Ok(found)
}

/// The move of a mark; `None` if no cell takes it.
fn step(model: &Model, size: (usize, usize), mark: &Mark) -> Result<Option<Move>, String> {
    let unknown_in = |(row, col): (usize, usize), takes: &dyn Fn(Kind) -> bool| {
        let fits = |grid: &&Grid| {
            (grid.rows, grid.cols) == size && grid.content.as_ref().is_some_and(|(kind, _)| takes(*kind))
        };
        grids(model).find(fits).filter(|grid| row < grid.rows && col < grid.cols)?.unknowns[row * size.1 + col]
    };
    let stroke = |kinds: &[LineKind], cell: (usize, usize), step: (i64, i64)| {
        let fits = |lines: &&sator_model::Lines| {
            !lines.hidden && kinds.contains(&lines.kind) && (lines.rows, lines.cols) == size
        };
        let lines = model.lines.iter().find(fits).filter(|_| cell.0 < size.0 && cell.1 < size.1)?;
        Some((lines.toward(cell, step)?, lines.kind))
    };
    let fact = |unknown: UnknownId, value: Option<i64>| match value {
        None => Ok(Some(Move::Clear(unknown))),
        Some(value) if model.unknown(unknown).domain.contains(value) => {
            Ok(Some(Move::Fact(Atom { unknown, value, is: true })))
        }
        Some(value) => Err(format!("{} can't be {value}", model.unknown(unknown).name)),
    };
    match mark {
        Mark::Text { cell, text } => {
            let Some(unknown) = unknown_in(*cell, &|kind| kind != Kind::Bool) else { return Ok(None) };
            let Some(text) = text else { return Ok(Some(Move::Clear(unknown))) };
            let value = super::board::value(model, unknown, &Value::String(text.clone()))?;
            fact(unknown, value)
        }
        Mark::Shade { cell, yes } => match unknown_in(*cell, &|kind| kind == Kind::Bool) {
            Some(unknown) => fact(unknown, yes.map(i64::from)),
            None => Ok(None),
        },
        Mark::Link { cell, across, strokes } => {
            match stroke(&[LineKind::Links], *cell, if *across { (0, 1) } else { (1, 0) }) {
                Some((unknown, _)) => fact(unknown, *strokes),
                None => Ok(None),
            }
        }
        Mark::Border { cell, step, drawn } => match stroke(&[LineKind::Fences, LineKind::Partition], *cell, *step) {
            // A border of a partition separates its cells.
            Some((unknown, LineKind::Partition)) => fact(unknown, drawn.map(|drawn| i64::from(!drawn))),
            Some((unknown, _)) => fact(unknown, drawn.map(i64::from)),
            None => Ok(None),
        },
        Mark::Segment { ends } => {
            let joins = |line: &&([(usize, usize); 2], UnknownId)| line.0 == *ends || line.0 == [ends[1], ends[0]];
            let segments = model.graph_lines.iter().filter(|lines| !lines.hidden).flat_map(|lines| &lines.strokes);
            match segments.into_iter().find(joins) {
                Some((_, unknown)) => fact(*unknown, Some(1)),
                None => Ok(None),
            }
        }
        Mark::Other => Ok(None),
    }
}
