//! The meaning of lines, marks and shades, in words below a board.

use super::drawing::{Drawing, Line};
use super::variables::wrap;
use crate::scene::Board;
use sator_model::shape::{Colour, MarkShape, Place};

/// One line for each kind of thing that characters can't show well: `w whispers: r1c1..r1c4, r3c3..r5c5`.
pub(super) fn legend(board: &Board, page: usize) -> Drawing {
    let mut kinds: Vec<(String, Vec<String>)> = vec![];
    let mut add = |title: String, cells: String| match kinds.iter_mut().find(|(known, _)| *known == title) {
        Some((_, all)) => all.push(cells),
        None => kinds.push((title, vec![cells])),
    };
    for line in &board.lines {
        let cells = if line.cells.len() > 1 { path(&line.cells) } else { places(&line.cells) };
        add(format!("{} {}", line.sign, spoken(&line.name)), cells);
    }
    for mark in &board.marks {
        add(format!("{} {}", sign_of_mark(&mark.shape), spoken(&mark.name)), place(mark.cell));
    }
    for shade in board.shades.iter().filter(|s| s.colour != Colour::Black) {
        add(format!("░ {}", spoken(&shade.name)), places(&shade.cells));
    }
    for dot in board.dots.iter() {
        if let Some(inside) = dot.inside.as_ref() {
            add(format!("{} {} {inside}", dot.text, spoken(&dot.name)), format!("{} {}", place(dot.a), place(dot.b)));
        }
    }
    let mut all = Drawing::new();
    for (title, cells) in kinds {
        let items: Vec<Line> = cells.iter().map(|cells| Line::plain(cells)).collect();
        all.append(wrap(&items, &format!("{}: ", title.trim_start()), "", page));
    }
    all
}

/// A mark in one or two characters.
fn sign_of_mark(shape: &MarkShape) -> String {
    let (before, after) = super::detailed_board::brackets(shape);
    format!("{before}{after}")
}

/// The name of a rule as words.
pub(super) fn spoken(name: &str) -> String {
    name.replace('_', " ")
}

pub(super) fn place((row, col): Place) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

/// Cells as one would type them: straight parts as ranges.
pub(super) fn path(cells: &[Place]) -> String {
    let step = |a: Place, b: Place| (b.0 as i64 - a.0 as i64, b.1 as i64 - a.1 as i64);
    let mut text = place(cells[0]);
    for (i, &cell) in cells.iter().enumerate().skip(1) {
        let turns = cells.get(i + 1).is_none_or(|&next| step(cell, next) != step(cells[i - 1], cell));
        if turns {
            text += "..";
            text += &place(cell);
        }
    }
    text
}

/// Cells in any order: a full rectangle by its corners, else one by one.
fn places(cells: &[Place]) -> String {
    let mut sorted = cells.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if let (Some(&first), Some(&last)) = (sorted.first(), sorted.last())
        && last.1 >= first.1
        && sorted.len() > 3
        && sorted.len() == (last.0 - first.0 + 1) * (last.1 - first.1 + 1)
        && sorted.iter().all(|c| (first.1..=last.1).contains(&c.1))
    {
        return format!("{} to {}", place(first), place(last));
    }
    cells.iter().map(|&c| place(c)).collect::<Vec<_>>().join(" ")
}
