//! The clues outside a board as lines of text.

use super::drawing::Line;
use crate::scene::{Board, Side, Style};
use unicode_width::UnicodeWidthStr;

/// Text in the middle of a field, or right of it.
pub(super) fn centred(text: &str, width: usize, around: char) -> String {
    let spare = width.saturating_sub(text.width());
    let mut centred = String::with_capacity(text.len() + spare * around.len_utf8());
    centred.extend(std::iter::repeat_n(around, spare.div_ceil(2)));
    centred.push_str(text);
    centred.extend(std::iter::repeat_n(around, spare / 2));
    centred
}

/// The words of the clue at a side, in the order in which they are read.
fn words(board: &Board, side: Side, line: usize) -> Vec<String> {
    let words = board.outside[side as usize].get(line).cloned().unwrap_or_default();
    match is_marked(board, side, line) {
        true => words.into_iter().map(|word| format!("{word}!")).collect(),
        false => words,
    }
}

/// Whether the clue takes part in a clash.
fn is_marked(board: &Board, side: Side, line: usize) -> bool {
    board.outside_clash.contains(&(side, line))
}

fn style(board: &Board, side: Side, line: usize) -> Style {
    if is_marked(board, side, line) { Style::CLASH } else { Style::GIVEN }
}

/// Columns of the widest word above or below the grid.
pub(super) fn widest_word(board: &Board) -> usize {
    let words = [Side::Top, Side::Bottom].into_iter().flat_map(|side| board.outside[side as usize].iter().flatten());
    words.map(|word| word.width()).max().unwrap_or(0)
}

/// Columns of the widest word above or below one column.
pub(super) fn word_width(board: &Board, col: usize) -> usize {
    let words = [Side::Top, Side::Bottom].into_iter().flat_map(|side| words(board, side, col));
    words.map(|word| word.width()).max().unwrap_or(0)
}

fn beside(board: &Board, side: Side, row: usize) -> String {
    words(board, side, row).join(" ")
}

/// Columns that the clues at the left or right need, with a space to the grid.
pub(super) fn margin(board: &Board, side: Side) -> usize {
    let widest = (0..board.rows).map(|row| beside(board, side, row).width()).max().unwrap_or(0);
    if widest == 0 { 0 } else { widest + 1 }
}

/// Puts the clues of a row at the left and right of its line, or only the space for them.
pub(super) fn frame(board: &Board, row: Option<usize>, line: Line, width: usize) -> Line {
    let left = margin(board, Side::Left);
    let text = |side| row.map(|row| beside(board, side, row)).unwrap_or_default();
    let style_at = |side| row.map_or(Style::GIVEN, |row| style(board, side, row));
    let mut framed = Line::default();
    let before = text(Side::Left);
    if left > 0 {
        framed.fill(' ', left - 1 - before.width());
        framed.push(&before, style_at(Side::Left));
        framed.fill(' ', 1);
    }
    framed.append(&line);
    let after = text(Side::Right);
    if !after.is_empty() {
        framed.fill(' ', width.saturating_sub(line.width()) + 1);
        framed.push(&after, style_at(Side::Right));
    }
    framed
}

/// The lines above or below the grid: the words of a clue under each other, next to the grid. `ends` are
/// the columns where the text in each column of the grid ends.
pub(super) fn lines(board: &Board, side: Side, ends: &[usize]) -> Vec<Line> {
    let height = (0..board.cols).map(|c| words(board, side, c).len()).max().unwrap_or(0);
    let left = margin(board, Side::Left);
    let line = |k: usize| {
        let mut line = Line::default();
        for (c, end) in ends.iter().enumerate() {
            let words = words(board, side, c);
            let at = if side == Side::Top { (k + words.len()).checked_sub(height) } else { Some(k) };
            if let Some(word) = at.and_then(|at| words.get(at)) {
                line.fill(' ', (left + end).saturating_sub(line.width() + word.width()));
                line.push(word, style(board, side, c));
            }
        }
        line
    };
    (0..height).map(line).collect()
}
