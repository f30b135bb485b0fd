//! Boards with things over and between their cells: lines, cages, dots, marks and clues at corners.
//!
//! Each cell is a box of odd width with its value in the middle, and there is a line of characters between two rows, so
//! that a line has a place to run through and a cage a border inside a region.

use super::borders::{Borders, Weight, junction};
use super::canvas::Canvas;
use super::clues;
use super::page::Placed;
use crate::scene::{Board, BoardLine, CellText, Content, Holds, Style};
use sator_model::shape::{Colour, End, MarkShape, Place};
use unicode_width::UnicodeWidthStr;

/// Whether a board has anything that the plain forms have no place for.
pub(super) fn needed(board: &Board) -> bool {
    let shaded = board.shades.iter().any(|s| s.colour != Colour::Black);
    let over = !board.lines.is_empty() || !board.pills.is_empty() || !board.marks.is_empty() || shaded;
    over || !board.cages.is_empty() || !board.dots.is_empty() || !board.halves.is_empty() || has_totals(board)
}

/// Clues in cells that hold numbers or words: the totals of cages and the like.
fn has_totals(board: &Board) -> bool {
    (0..board.len()).any(|at| total(board, at).is_some())
}

/// The clue that stands above the value of a cell.
fn total(board: &Board, at: usize) -> Option<&String> {
    let valued = matches!(board.holds, Some(Holds::Numbers | Holds::Words)) && board.present(at);
    board.clues[at].as_ref().filter(|_| valued && !board.only_clue(at))
}

pub(super) fn place(board: &Board) -> Placed {
    Room::new(board).place()
}

/// The signs around the value of a marked cell.
pub(super) fn brackets(shape: &MarkShape) -> (char, char) {
    match shape {
        MarkShape::Circle => ('(', ')'),
        MarkShape::Square => ('[', ']'),
        MarkShape::Diamond => ('{', '}'),
        MarkShape::Inward => ('>', '<'),
        MarkShape::Outward => ('<', '>'),
        MarkShape::Star => ('*', '*'),
        MarkShape::Text(text) => (text.chars().next().unwrap_or(' '), ' '),
    }
}

struct Room<'a> {
    board: &'a Board,
    /// Characters from one cell to the next.
    pitch: usize,
    texts: Vec<String>,
    /// A yes fills its cell.
    filled: bool,
}

impl Room<'_> {
    fn new(board: &Board) -> Room<'_> {
        let yes_no = board.holds == Some(Holds::YesNo);
        let text = |at: usize| board.cells[at].as_ref().map_or(String::new(), |cell| text_of(board, at, cell));
        let texts: Vec<String> = (0..board.len()).map(text).collect();
        let widest = texts.iter().map(|t| t.width()).max().unwrap_or(1).max(1);
        let marks = usize::from(board.cells.iter().flatten().any(|c| c.style.mark().is_some() && widest > 1));
        let outside = clues::widest_word(board);
        let clues =
            (0..board.len()).filter_map(|at| total(board, at)).chain(board.halves.iter().map(|half| &half.text));
        let above = clues.map(|clue| clue.width()).max().unwrap_or(0);
        let inside = (widest + marks + 2).max(outside).max(above);
        // Odd, so that a cell has a middle.
        let pitch = (inside + usize::from(inside.is_multiple_of(2)) + 1).max(4);
        Room { board, pitch, texts, filled: yes_no && board.signs.is_none() }
    }

    fn middle(&self, (row, col): Place) -> (usize, usize) {
        (2 * row + 1, col * self.pitch + self.pitch / 2)
    }

    fn place(&self) -> Placed {
        let board = self.board;
        let mut canvas = Canvas::new(2 * board.rows + 1, board.cols * self.pitch + 1);
        self.borders(&mut canvas);
        board.lines.iter().for_each(|line| self.line(&mut canvas, line));
        (0..board.len()).for_each(|at| self.cell(&mut canvas, at));
        self.around(&mut canvas);
        self.between(&mut canvas);
        self.totals(&mut canvas);
        let half = self.pitch / 2;
        let placed = Placed {
            drawing: canvas.drawing(),
            columns: (0..board.cols).map(|c| (c * self.pitch, c * self.pitch + half)).collect(),
            rows: (0..board.rows).map(|r| 2 * r + 1).collect(),
            strokes: !board.lines.is_empty(),
        };
        clues::around(board, placed)
    }

    /// Thick between regions; inside them dashed around cages, or thin where nothing else is drawn over cells.
    fn borders(&self, canvas: &mut Canvas) {
        let board = self.board;
        let lattice = Borders::lattice(board);
        let mut cage_of = vec![0; board.len()];
        for (k, cage) in board.cages.iter().enumerate() {
            cage.cells.iter().for_each(|&(r, c)| cage_of[r * board.cols + c] = k + 1);
        }
        let plain = board.cages.is_empty() && board.lines.is_empty() && board.pills.is_empty();
        let weight = |weight: Weight, a: Option<usize>, b: Option<usize>| match (weight, a, b) {
            (Weight::Thin, Some(a), Some(b)) if !plain && cage_of[a] == cage_of[b] => Weight::None,
            (weight, ..) => weight,
        };
        let at = |r: usize, c: usize| (r < board.rows && c < board.cols).then(|| r * board.cols + c);
        let vertical = |r: usize, c: usize| match r < board.rows {
            true => weight(lattice.vertical(r, c), c.checked_sub(1).and_then(|c| at(r, c)), at(r, c)),
            false => Weight::None,
        };
        let horizontal = |r: usize, c: usize| match c < board.cols {
            true => weight(lattice.horizontal(r, c), r.checked_sub(1).and_then(|r| at(r, c)), at(r, c)),
            false => Weight::None,
        };
        let dashed = |drawn: Weight, level: char, upright: char, side: char| match drawn {
            Weight::Thin if !plain && side == '─' => level,
            Weight::Thin if !plain => upright,
            _ => side,
        };
        for r in 0..=board.rows {
            for c in 0..=board.cols {
                let (y, x) = (2 * r, c * self.pitch);
                let up = r.checked_sub(1).map_or(Weight::None, |r| vertical(r, c));
                let before = c.checked_sub(1).map_or(Weight::None, |c| horizontal(r, c));
                let (down, after) = (vertical(r, c), horizontal(r, c));
                let corner = junction(up, after, down, before);
                let corner = match corner {
                    '─' if !plain => '┄',
                    '│' if !plain => '┆',
                    corner => corner,
                };
                canvas.put(y, x, corner, Style::PLAIN);
                let level = dashed(after, '┄', '┆', junction(Weight::None, after, Weight::None, after));
                (1..self.pitch)
                    .filter(|_| after != Weight::None)
                    .for_each(|k| canvas.put(y, x + k, level, Style::PLAIN));
                let upright = dashed(down, '┄', '┆', junction(down, Weight::None, down, Weight::None));
                if down != Weight::None {
                    canvas.put(y + 1, x, upright, Style::PLAIN);
                }
            }
        }
    }

    /// The parts of a line between its cells.
    fn line(&self, canvas: &mut Canvas, line: &BoardLine) {
        let steps = line.cells.windows(2).count();
        for (i, pair) in line.cells.windows(2).enumerate() {
            let (a, b) = (self.middle(pair[0]), self.middle(pair[1]));
            let arrow = line.end == End::Arrow && i + 1 == steps;
            let way = ((b.0 as i64 - a.0 as i64).signum(), (b.1 as i64 - a.1 as i64).signum());
            if way.0 == 0 {
                let (from, to) = (a.1.min(b.1), a.1.max(b.1));
                let (from, to) =
                    (from + 1 + self.value_half(pair[0], pair[1]), to - 1 - self.value_half(pair[0], pair[1]));
                for x in from..=to {
                    let crossing = canvas.at(a.0, x);
                    canvas.put(a.0, x, if matches!(crossing, '┃' | '╂') { '╂' } else { '─' }, Style::PLAIN);
                }
                let sign = line.sign.chars().next().filter(|_| self.board.lines.iter().any(|l| l.sign != line.sign));
                if arrow {
                    let head = if way.1 > 0 { (to, '→') } else { (from, '←') };
                    canvas.put(a.0, head.0, head.1, Style::PLAIN);
                } else if let Some(sign) = sign {
                    canvas.put(a.0, (from + to) / 2, sign, Style::PLAIN);
                }
                continue;
            }
            // Between two rows there is one line of characters.
            let (y, x) = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
            let crossing = canvas.at(y, x);
            let drawn = match (way.1, arrow) {
                (0, true) => {
                    if way.0 > 0 {
                        '↓'
                    } else {
                        '↑'
                    }
                }
                (0, false) if crossing == '━' => '┿',
                (0, false) => '│',
                (_, true) => match way {
                    (1, 1) => '↘',
                    (1, _) => '↙',
                    (_, 1) => '↗',
                    _ => '↖',
                },
                (col, false) if (col > 0) == (way.0 > 0) => {
                    if crossing == '╱' {
                        '╳'
                    } else {
                        '╲'
                    }
                }
                _ => {
                    if crossing == '╲' {
                        '╳'
                    } else {
                        '╱'
                    }
                }
            };
            canvas.put(y, x, drawn, Style::PLAIN);
        }
    }

    /// Characters on each side of the middle that the wider of two values takes.
    fn value_half(&self, a: Place, b: Place) -> usize {
        let width = |(r, c): Place| self.texts[r * self.board.cols + c].width();
        width(a).max(width(b)).max(1) / 2
    }

    fn cell(&self, canvas: &mut Canvas, at: usize) {
        let place = (at / self.board.cols, at % self.board.cols);
        let (y, x) = self.middle(place);
        let Some(cell) = &self.board.cells[at] else {
            if let Some(clue) = &self.board.clues[at] {
                let style = self.board.style_at(at);
                let start = x - clue.chars().count() / 2;
                canvas.write(y, start, clue, if style.clash { style } else { Style::GIVEN });
                if let Some(mark) = style.mark() {
                    canvas.put(y, start + clue.chars().count(), mark, style);
                }
            }
            return;
        };
        if self.filled && cell.content == Content::Bool(true) {
            canvas.write(y, x + 1 - self.pitch / 2, &"█".repeat(self.pitch - 1), cell.style);
            if let Some(mark) = cell.style.mark() {
                canvas.put(y, x, mark, cell.style);
            }
            return;
        }
        let text = &self.texts[at];
        let start = x - text.chars().count().saturating_sub(1) / 2;
        canvas.write(y, start, text, cell.style);
        if let Some(mark) = cell.style.mark() {
            canvas.put(y, start + text.chars().count(), mark, cell.style);
        }
    }

    /// Brackets around the values of marked and shaded cells and at the ends of lines.
    fn around(&self, canvas: &mut Canvas) {
        let mut put = |place: Place, (before, after): (char, char)| {
            let at = place.0 * self.board.cols + place.1;
            let (y, x) = self.middle(place);
            let width = self.texts[at].chars().count().max(1);
            let start = x - (width - 1) / 2;
            canvas.put(y, start - 1, before, Style::PLAIN);
            let marked = self.board.cells[at].as_ref().is_some_and(|c| c.style.mark().is_some());
            if !marked && after != ' ' {
                canvas.put(y, start + width, after, Style::PLAIN);
            }
        };
        for shade in self.board.shades.iter().filter(|s| s.colour != Colour::Black) {
            shade.cells.iter().for_each(|&cell| put(cell, ('░', '░')));
        }
        for line in &self.board.lines {
            for (end, cell) in [(line.start, line.cells.first()), (line.end, line.cells.last())] {
                let Some(&cell) = cell else { continue };
                match end {
                    End::Bulb | End::Circle => put(cell, ('(', ')')),
                    End::Diamond => put(cell, ('{', '}')),
                    End::Plain | End::Arrow => {}
                }
            }
        }
        self.board.pills.iter().flatten().for_each(|&cell| put(cell, ('(', ')')));
        self.board.marks.iter().for_each(|mark| put(mark.cell, brackets(&mark.shape)));
    }

    /// Signs and clues on borders and corners.
    fn between(&self, canvas: &mut Canvas) {
        let board = self.board;
        for dot in &board.dots {
            let (a, b) = (self.middle(dot.a), self.middle(dot.b));
            let text = dot.text.as_str();
            canvas.write((a.0 + b.0) / 2, (a.1 + b.1) / 2 - (text.chars().count() - 1) / 2, text, Style::GIVEN);
        }
        for half in &board.halves {
            let text: String = half.text.chars().take(self.pitch - 1).collect();
            let (x, wide) = (half.col * self.pitch / 2, text.chars().count());
            let last = (board.cols * self.pitch + 1).saturating_sub(wide);
            canvas.write(half.row, x.saturating_sub(wide.saturating_sub(1) / 2).min(last), &text, Style::GIVEN);
        }
    }

    /// The clues of cages, and those of cells that hold numbers, above the value.
    fn totals(&self, canvas: &mut Canvas) {
        let board = self.board;
        let mut put = |(row, col): Place, text: &str| {
            let text: String = text.chars().take(self.pitch - 1).collect();
            canvas.write(2 * row, col * self.pitch + 1, &text, Style::GIVEN);
        };
        for at in 0..board.len() {
            if let Some(clue) = total(board, at) {
                put((at / board.cols, at % board.cols), clue);
            }
        }
        for cage in &board.cages {
            if let (Some(clue), Some(&first)) = (&cage.clue, cage.cells.first()) {
                put(first, clue);
            }
        }
    }
}

fn text_of(board: &Board, at: usize, cell: &CellText) -> String {
    let sign = |yes: bool| board.sign_of(at, yes).unwrap_or(if yes { "█" } else { "·" }).to_string();
    match &cell.content {
        _ if board.holds == Some(Holds::YesNo) && board.clues[at].is_some() => {
            board.clues[at].clone().unwrap_or_default()
        }
        _ if board.only_clue(at) => board.clues[at].clone().unwrap_or_default(),
        Content::Unknown if board.holds == Some(Holds::YesNo) => "?".into(),
        Content::Unknown if board.holds.is_none() => " ".into(),
        Content::Unknown => ".".into(),
        Content::Bool(yes) => sign(*yes),
        Content::Text(text) => text.clone(),
        Content::Block(lines) => lines.concat(),
    }
}
