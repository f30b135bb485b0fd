//! Patterns that solvers of Slitherlink know by heart: a name for a step that rests on just these clues, from an empty board.
//! The argument stays what it is; the name is put before it.

use super::Reporter;
use crate::deduce::Deduction;
use sator_answer::Pattern;
use sator_model::{LineKind, Lines, Model, Node, UnknownId};

impl Reporter<'_> {
    /// The pattern of the clues that a step from an empty board rests on.
    pub(super) fn pattern(&self, deduction: &Deduction) -> Option<Pattern> {
        if !deduction.facts.is_empty() {
            return None;
        }
        let is_loop = |group: usize| self.board.nets.iter().any(|net| net.is_loop && net.group == group);
        let (loops, clues): (Vec<usize>, Vec<usize>) = deduction.groups.iter().copied().partition(|&u| is_loop(u));
        if loops.len() != 1 {
            return None;
        }
        let clues: Vec<Clue> = clues.into_iter().map(|group| clue(self, group)).collect::<Option<_>>()?;
        match clues[..] {
            [one] if one.in_corner => Some(Pattern::InCorner(one.number)),
            [a, b] if a.number == 3 && b.number == 3 => match (a.row.abs_diff(b.row), a.col.abs_diff(b.col)) {
                (0, 1) | (1, 0) => Some(Pattern::AdjacentThrees),
                (1, 1) => Some(Pattern::DiagonalThrees),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The number of drawn borders of a cell, which is counted from 0.
#[derive(Clone, Copy)]
struct Clue {
    row: usize,
    col: usize,
    number: i64,
    in_corner: bool,
}

fn clue(reporter: &Reporter, group: usize) -> Option<Clue> {
    let model = reporter.model();
    let group = &reporter.groups[group];
    let [only] = group.constraints[..] else { return None };
    let Node::Eq(sum, number) = model.pool.node(only) else { return None };
    let Node::Sum(terms, 0) = model.pool.node(*sum) else { return None };
    let drawn = |&(k, e): &(i64, _)| match model.pool.node(e) {
        Node::FromBool(inner) if k == 1 => match model.pool.node(*inner) {
            Node::BoolVar(u) => Some(*u),
            _ => None,
        },
        _ => None,
    };
    let mut borders: Vec<UnknownId> = terms.iter().map(drawn).collect::<Option<_>>()?;
    borders.sort_unstable();
    let lines = model.lines.iter().find(|l| l.kind == LineKind::Fences && l.place_of(borders[0]).is_some())?;
    let (row, col) = cell_with(model, lines, &borders)?;
    let end = |at: usize, all: usize| at == 0 || at + 1 == all;
    Some(Clue { row, col, number: *number, in_corner: end(row, lines.rows) && end(col, lines.cols) })
}

/// The cell with these borders.
fn cell_with(model: &Model, lines: &Lines, borders: &[UnknownId]) -> Option<(usize, usize)> {
    let grid = model.grid(lines.grid);
    let around = |place: (usize, usize)| {
        let mut four: Vec<UnknownId> =
            [(-1, 0), (1, 0), (0, -1), (0, 1)].iter().filter_map(|&step| lines.toward(place, step)).collect();
        four.sort_unstable();
        four == borders
    };
    grid.cells().map(|c| grid.position(c)).find(|&place| around(place))
}
