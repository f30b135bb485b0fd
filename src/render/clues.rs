//! The clues of a grid as they are drawn: in its cells, on its borders and corners, and outside.

use super::drawing::{Line, Style};
use crate::model::Grid;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A clue in few characters: `2,up` becomes `2↑`, `12,+` becomes `12+`.
pub(super) fn short(clue: &str) -> String {
    let parts = clue.split(',').map(|part| match part {
        "up" => "↑",
        "down" => "↓",
        "left" => "←",
        "right" => "→",
        "w" | "o" => "○",
        "b" => "●",
        other => other,
    });
    let parts: Vec<&str> = parts.collect();
    let arrow = parts.iter().any(|p| ["↑", "↓", "←", "→"].contains(p));
    let operator = matches!(parts[..], [_, "+" | "-" | "*" | "/" | "x"]);
    let text = parts.join(if arrow || operator { "" } else { "," });
    text.chars().filter(|c| c.width() == Some(1)).collect()
}

/// The clue in a cell, if there is one to draw.
pub(super) fn clue(grid: &Grid, at: usize) -> Option<String> {
    grid.notes.clues.get(at).and_then(Option::as_ref).map(|clue| short(clue)).filter(|text| !text.is_empty())
}

/// Text in the middle of a field, or right of it.
pub(super) fn centred(text: &str, width: usize, around: char) -> String {
    let spare = width.saturating_sub(text.width());
    let fill = |n: usize| String::from_iter(std::iter::repeat_n(around, n));
    format!("{}{text}{}", fill(spare.div_ceil(2)), fill(spare / 2))
}

/// Where the clues of a side stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

/// The words of the clue at a side, in the order in which they are read.
fn words(grid: &Grid, edge: Edge, line: usize) -> &[String] {
    grid.notes.outside[edge as usize].get(line).map_or(&[], Vec::as_slice)
}

/// Columns of the widest word above or below the grid.
pub(super) fn widest_word(grid: &Grid) -> usize {
    let words =
        [Edge::Top, Edge::Bottom].into_iter().flat_map(|edge| grid.notes.outside[edge as usize].iter().flatten());
    words.map(|word| word.width()).max().unwrap_or(0)
}

fn beside(grid: &Grid, edge: Edge, row: usize) -> String {
    words(grid, edge, row).join(" ")
}

/// Columns that the clues at the left or right need, with a space to the grid.
pub(super) fn margin(grid: &Grid, edge: Edge) -> usize {
    let widest = (0..grid.rows).map(|row| beside(grid, edge, row).width()).max().unwrap_or(0);
    if widest == 0 { 0 } else { widest + 1 }
}

/// Puts the clues of a row at the left and right of its line, or only the space for them.
pub(super) fn frame(grid: &Grid, row: Option<usize>, line: Line, width: usize) -> Line {
    let left = margin(grid, Edge::Left);
    let text = |edge| row.map(|row| beside(grid, edge, row)).unwrap_or_default();
    let mut framed = Line::default();
    let before = text(Edge::Left);
    if left > 0 {
        framed.fill(' ', left - 1 - before.width());
        framed.push(&before, Style::GIVEN);
        framed.fill(' ', 1);
    }
    framed.append(&line);
    let after = text(Edge::Right);
    if !after.is_empty() {
        framed.fill(' ', width.saturating_sub(line.width()) + 1);
        framed.push(&after, Style::GIVEN);
    }
    framed
}

/// The lines above or below the grid: the words of a clue under each other, next to the grid. `ends` are
/// the columns where the text in each column of the grid ends.
pub(super) fn lines(grid: &Grid, edge: Edge, ends: &[usize]) -> Vec<Line> {
    let height = (0..grid.cols).map(|c| words(grid, edge, c).len()).max().unwrap_or(0);
    let left = margin(grid, Edge::Left);
    let line = |k: usize| {
        let mut line = Line::default();
        for (c, end) in ends.iter().enumerate() {
            let words = words(grid, edge, c);
            let at = if edge == Edge::Top { (k + words.len()).checked_sub(height) } else { Some(k) };
            if let Some(word) = at.and_then(|at| words.get(at)) {
                line.fill(' ', (left + end).saturating_sub(line.width() + word.width()));
                line.push(word, Style::GIVEN);
            }
        }
        line
    };
    (0..height).map(line).collect()
}
