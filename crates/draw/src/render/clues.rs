//! The clues outside a board as lines of text.

use super::drawing::{Drawing, Line};
use super::page::Placed;
use crate::scene::{Board, Corner, Side, Slot, Style};
use unicode_width::UnicodeWidthStr;

/// The words of the clue at a place, in the order in which they are read.
fn words(board: &Board, slot: Slot) -> Vec<String> {
    let words = match slot {
        Slot::Line(side, line) => board.outside[side as usize].get(line).cloned().unwrap_or_default(),
        Slot::Corner(corner) => board.corners[corner as usize].clone(),
    };
    match is_marked(board, slot) {
        true => words.into_iter().map(|word| format!("{word}!")).collect(),
        false => words,
    }
}

/// Whether the clue takes part in a clash.
fn is_marked(board: &Board, slot: Slot) -> bool {
    board.outside_clash.contains(&slot)
}

fn style(board: &Board, slot: Slot) -> Style {
    if is_marked(board, slot) { Style::CLASH } else { Style::GIVEN }
}

/// The corner at two sides.
fn corner_at(side: Side, end: Side) -> Slot {
    let corner = Corner::ALL.into_iter().find(|corner| corner.is_at(side) && corner.is_at(end));
    Slot::Corner(corner.unwrap_or(Corner::TopLeft))
}

/// Columns of the widest word above or below the grid.
pub(super) fn widest_word(board: &Board) -> usize {
    let words = [Side::Top, Side::Bottom].into_iter().flat_map(|side| board.outside[side as usize].iter().flatten());
    words.map(|word| word.width()).max().unwrap_or(0)
}

/// Columns of the widest word above or below one column.
fn word_width(board: &Board, col: usize) -> usize {
    let words = [Side::Top, Side::Bottom].into_iter().flat_map(|side| words(board, Slot::Line(side, col)));
    words.map(|word| word.width()).max().unwrap_or(0)
}

fn on_one_line(board: &Board, slot: Slot) -> String {
    words(board, slot).join(" ")
}

/// Columns that the clues at the left or right need, with a space to the grid.
pub(super) fn margin(board: &Board, side: Side) -> usize {
    let corners = Corner::ALL.into_iter().filter(|corner| corner.is_at(side)).map(Slot::Corner);
    let slots = (0..board.rows).map(|row| Slot::Line(side, row)).chain(corners);
    let widest = slots.map(|slot| on_one_line(board, slot).width()).max().unwrap_or(0);
    if widest == 0 { 0 } else { widest + 1 }
}

/// Lines that the clues above or below need.
fn height(board: &Board, side: Side) -> usize {
    let highest = (0..board.cols).map(|c| words(board, Slot::Line(side, c)).len()).max().unwrap_or(0);
    let corner = Corner::ALL.into_iter().any(|c| c.is_at(side) && !board.corners[c as usize].is_empty());
    highest.max(usize::from(corner))
}

/// A drawn board with the clues outside around it. A column ends in the middle of its cells.
pub(super) fn around(board: &Board, placed: Placed) -> Placed {
    let (top, left) = (height(board, Side::Top), margin(board, Side::Left));
    let width = placed.drawing.width();
    let spare = |c: usize| word_width(board, c).saturating_sub(1) / 2;
    let ends: Vec<usize> = placed.columns.iter().enumerate().map(|(c, (_, middle))| middle + 1 + spare(c)).collect();
    let mut drawing = Drawing::new();
    lines(board, Side::Top, &ends, width).into_iter().for_each(|line| drawing.push(line));
    for (i, line) in placed.drawing.lines().iter().enumerate() {
        let row = placed.rows.iter().position(|row| *row == i);
        drawing.push(frame(board, row, Line::clone(line), width));
    }
    lines(board, Side::Bottom, &ends, width).into_iter().for_each(|line| drawing.push(line));
    let columns = placed.columns.iter().map(|(start, middle)| (left + start, left + middle)).collect();
    Placed { drawing, columns, rows: placed.rows.iter().map(|row| top + row).collect(), ..placed }
}

/// Puts the clues of a row at the left and right of its line, or only the space for them.
pub(super) fn frame(board: &Board, row: Option<usize>, line: Line, width: usize) -> Line {
    let [left, right] = [Side::Left, Side::Right].map(|side| row.map(|row| Slot::Line(side, row)));
    beside(board, left, line, right, width)
}

/// Puts clues at the left and right of a line, so that they stand beside a grid of this width.
fn beside(board: &Board, left: Option<Slot>, line: Line, right: Option<Slot>, width: usize) -> Line {
    let room = margin(board, Side::Left);
    let text = |slot: Option<Slot>| slot.map(|slot| on_one_line(board, slot)).unwrap_or_default();
    let style_at = |slot: Option<Slot>| slot.map_or(Style::GIVEN, |slot| style(board, slot));
    let mut framed = Line::default();
    let before = text(left);
    if room > 0 {
        framed.fill(' ', room - 1 - before.width());
        framed.push(&before, style_at(left));
        framed.fill(' ', 1);
    }
    framed.append(&line);
    let after = text(right);
    if !after.is_empty() {
        framed.fill(' ', width.saturating_sub(line.width()) + 1);
        framed.push(&after, style_at(right));
    }
    framed
}

/// The lines above or below the grid: the words of a clue under each other, next to the grid. `ends` are
/// the columns where the text in each column of the grid ends, `width` those of the grid.
pub(super) fn lines(board: &Board, side: Side, ends: &[usize], width: usize) -> Vec<Line> {
    let height = height(board, side);
    let line = |k: usize| {
        let mut line = Line::default();
        for (c, end) in ends.iter().enumerate() {
            let slot = Slot::Line(side, c);
            let words = words(board, slot);
            let at = if side == Side::Top { (k + words.len()).checked_sub(height) } else { Some(k) };
            if let Some(word) = at.and_then(|at| words.get(at)) {
                line.fill(' ', end.saturating_sub(line.width() + word.width()));
                line.push(word, style(board, slot));
            }
        }
        // Corners are next to the grid.
        let next = if side == Side::Top { k + 1 == height } else { k == 0 };
        let [left, right] = [Side::Left, Side::Right].map(|end| next.then(|| corner_at(side, end)));
        beside(board, left, line, right, width)
    };
    (0..height).map(line).collect()
}
