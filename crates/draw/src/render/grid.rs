//! Boards as text. A board without regions is plain columns of values; regions whose borders run
//! straight through get only those borders (a sudoku); all others, and boards with holes, get the full
//! lattice; a board of yes and no gets a frame. What lies over and between cells is drawn in [`super::detailed_board`].
//!
//! The first of the forms in [`forms`], from the roomiest to the tightest, that fits the page is
//! drawn: padding goes first, then the common column width, then the borders, then the spaces.

use super::borders::Borders;
use super::clues;
use super::detailed_board;
use super::drawing::{Drawing, Line, centred};
use super::page::{Look, Placed};
use crate::scene::{Board, CellText, Content, Holds, Side, Style};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

/// Draws a board that has no links or fences.
pub(super) fn place_board(board: &Board, look: &Look) -> Placed {
    if detailed_board::needed(board) {
        let placed = detailed_board::place(board);
        // The details of a board of yes and no aren't worth a fold.
        if placed.drawing.width() <= look.width || board.holds != Some(Holds::YesNo) {
            return placed;
        }
    }
    let align = Align::of(board);
    let mut placed = Placed::default();
    let forms = forms(board);
    for (i, form) in forms.iter().enumerate() {
        let layout = Layout::new(board, form, align);
        if i + 1 == forms.len() || layout.full_width() <= look.width {
            placed = layout.place();
            break;
        }
    }
    placed
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

impl Align {
    pub(super) fn of(board: &Board) -> Align {
        if board.holds == Some(Holds::Words) { Align::Left } else { Align::Right }
    }
}

/// One way to lay a grid out.
pub(super) struct Form {
    pub borders: Borders,
    /// Spaces between a cell and a border next to it.
    pub pad: usize,
    /// Spaces between cells without a border between them.
    pub gap: usize,
    /// All columns of one width?
    pub common: bool,
    /// Marks stand in the gap behind a cell instead of in a column of their own.
    pub marks_in_gap: bool,
    /// Columns of a yes or no.
    pub ink: usize,
}

impl Form {
    /// Every cell in a box of its own.
    pub(super) fn lattice(board: &Board, pad: usize) -> Form {
        Form { borders: Borders::lattice(board), pad, gap: 1, common: true, marks_in_gap: false, ink: 3 }
    }
}

/// The forms with borders, if the board calls for any, from the roomiest to the tightest.
pub(super) fn bordered_forms(board: &Board) -> Vec<Form> {
    let yes_no = board.holds == Some(Holds::YesNo);
    let whole = board.cells.iter().all(Option::is_some);
    if board.outlines.is_empty() && whole && !yes_no {
        return vec![];
    }
    let lattice = Borders::lattice(board);
    let (borders, gap, ink) = match lattice.straight() {
        Some(straight) => (straight, if yes_no { 0 } else { 1 }, 2),
        None => (lattice, 1, 3),
    };
    let form = |pad, common| Form { borders: borders.clone(), pad, gap, common, marks_in_gap: false, ink };
    match yes_no {
        true => vec![form(0, true)],
        false => vec![form(1, true), form(1, false), form(0, true), form(0, false)],
    }
}

fn forms(board: &Board) -> Vec<Form> {
    let mut forms = bordered_forms(board);
    let open =
        |gap, common, marks_in_gap, ink| Form { borders: Borders::none(board), pad: 0, gap, common, marks_in_gap, ink };
    if board.holds == Some(Holds::YesNo) {
        forms.extend([open(0, true, false, 2), open(0, true, false, 1)]);
        return forms;
    }
    forms.extend([open(1, true, false, 1), open(1, false, false, 1), open(1, true, true, 1), open(1, false, true, 1)]);
    // Without spaces, values are distinct only if each is one character and nothing else.
    let single = |cell: &CellText| match &cell.content {
        Content::Text(text) => text.width() <= 1 && cell.style.mark().is_none(),
        Content::Block(_) => false,
        _ => cell.style.mark().is_none(),
    };
    let narrow = (0..board.len()).all(|at| !board.only_clue(at) || only_clue(board, at).width() == 1);
    if narrow && board.cells.iter().flatten().all(single) {
        forms.push(open(0, true, false, 1));
    }
    forms
}

/// The text of a cell that shows only its clue. A black cell without a number is black.
fn only_clue(board: &Board, at: usize) -> &str {
    match board.clues[at].as_deref() {
        Some("#") if board.is_black(at) => "█",
        clue => clue.unwrap_or_default(),
    }
}

/// The lines of a cell, nearly always one.
type Lines<'a> = SmallVec<[Cow<'a, str>; 1]>;

/// A grid in one form: how its cells are drawn, and the width of every column.
pub(super) struct Layout<'a> {
    board: &'a Board,
    form: &'a Form,
    align: Align,
    ink: Ink<'a>,
    styles: Vec<Style>,
    widths: Vec<usize>,
    /// Columns kept for marks in each of the widths.
    mark_width: usize,
    /// Is there a border left of this column, or at the right rim?
    drawn: Vec<bool>,
}

impl<'a> Layout<'a> {
    pub(super) fn new(board: &'a Board, form: &'a Form, align: Align) -> Layout<'a> {
        let ink = Ink::new(board, form.ink);
        let styles: Vec<Style> = (0..board.len()).map(|at| board.style_at(at)).collect();
        let mark_width = usize::from(!form.marks_in_gap && styles.iter().any(|s| s.mark().is_some()));
        let mut widths = vec![0; board.cols];
        for row in 0..board.rows {
            for (c, widest) in widths.iter_mut().enumerate() {
                *widest = (*widest).max(ink.cell_width(row * board.cols + c) + mark_width);
            }
        }
        let word = clues::widest_word(board) + mark_width;
        widths.iter_mut().for_each(|width| *width = word.max(*width));
        if form.common {
            let widest = widths.iter().copied().max().unwrap_or(0);
            widths.fill(widest);
        }
        let drawn = (0..=board.cols).map(|c| form.borders.column_drawn(c)).collect();
        Layout { board, form, align, ink, styles, widths, mark_width, drawn }
    }

    pub(super) fn width(&self) -> usize {
        let between = |c: usize| match self.drawn[c] {
            true => 1 + self.form.pad * (usize::from(c > 0) + usize::from(c < self.board.cols)),
            false if c == 0 => 0,
            false if c == self.board.cols => usize::from(self.form.marks_in_gap),
            false => self.form.gap,
        };
        self.widths.iter().sum::<usize>() + (0..=self.board.cols).map(between).sum::<usize>()
    }

    /// With the clues at the left and right.
    pub(super) fn full_width(&self) -> usize {
        clues::margin(self.board, Side::Left) + self.width() + clues::margin(self.board, Side::Right)
    }

    /// The end of the word above each column.
    pub(super) fn columns(&self) -> Vec<usize> {
        let mut column = 0;
        let end = |c: usize| {
            column += if self.drawn[c] {
                1 + self.pad(c)
            } else if c > 0 {
                self.form.gap
            } else {
                0
            };
            let middle = self.board.holds == Some(Holds::YesNo);
            let width = self.widths[c] - self.mark_width;
            let spare = width.saturating_sub(clues::widest_word(self.board).max(1));
            let end = match self.align {
                _ if middle => column + width - spare / 2,
                Align::Right => column + width,
                Align::Left => column + width - spare,
            };
            column += self.widths[c] + self.pad(c + 1);
            end
        };
        (0..self.board.cols).map(end).collect()
    }

    /// First and last column of the text of each column of cells, from the left border on.
    fn spans(&self) -> Vec<(usize, usize)> {
        let mut column = 0;
        let span = |c: usize| {
            let start = column;
            column += match self.drawn[c] {
                true => 1 + self.pad(c),
                false if c > 0 => self.form.gap,
                false => 0,
            };
            column += self.widths[c] + self.pad(c + 1);
            (start, column)
        };
        (0..self.board.cols).map(span).collect()
    }

    pub(super) fn place(&self) -> Placed {
        let (ends, width) = (self.columns(), self.width());
        let framed = |row: Option<usize>, line: Line| clues::frame(self.board, row, line, width);
        let mut drawing = Drawing::new();
        let mut rows = Vec::with_capacity(self.board.rows);
        clues::lines(self.board, Side::Top, &ends, width).into_iter().for_each(|line| drawing.push(line));
        for r in 0..=self.board.rows {
            if self.form.borders.row_drawn(r) {
                drawing.push(framed(None, self.border_line(r)));
            }
            if r < self.board.rows {
                let cells = r * self.board.cols..(r + 1) * self.board.cols;
                let row: Vec<Lines> = cells.map(|at| self.ink.lines(at)).collect();
                let height = row.iter().map(|lines| lines.len()).max().unwrap_or(0).max(1);
                rows.push(drawing.lines().len());
                (0..height).for_each(|k| drawing.push(framed((k == 0).then_some(r), self.text_line(r, k, &row))));
            }
        }
        clues::lines(self.board, Side::Bottom, &ends, width).into_iter().for_each(|line| drawing.push(line));
        let left = clues::margin(self.board, Side::Left);
        let columns = self
            .spans()
            .into_iter()
            .zip(&ends)
            .map(|((start, _), end)| (left + start, (left + end).saturating_sub(1)))
            .collect();
        Placed { drawing, columns, rows, strokes: false }
    }

    fn pad(&self, boundary: usize) -> usize {
        if self.drawn[boundary] { self.form.pad } else { 0 }
    }

    fn border_line(&self, r: usize) -> Line {
        let borders = &self.form.borders;
        let mut line = Line::default();
        for c in 0..=self.board.cols {
            if self.drawn[c] {
                line.fill(borders.corner_char(r, c), 1);
            } else if c > 0 && c < self.board.cols {
                line.fill(borders.horizontal_char(r, c), self.form.gap);
            }
            if c < self.board.cols {
                line.fill(borders.horizontal_char(r, c), self.pad(c) + self.widths[c] + self.pad(c + 1));
            }
        }
        line
    }

    /// Line `k` of the cells of row `r`, whose lines these are.
    fn text_line(&self, r: usize, k: usize, row: &[Lines]) -> Line {
        let mut line = Line::default();
        // The column of the next item, and the length of the line so far: a mark in a gap stands ahead of it.
        let (mut column, mut written) = (0, 0);
        for c in 0..=self.board.cols {
            if self.drawn[c] {
                line.fill(' ', column - written);
                line.fill(self.form.borders.vertical_char(r, c), 1);
                column += 1;
                written = column;
            } else if c > 0 && c < self.board.cols {
                column += self.form.gap;
            }
            let Some(lines) = row.get(c) else { break };
            let i = r * self.board.cols + c;
            let mut text = lines.get(k).cloned().unwrap_or_default();
            let spare = (self.widths[c] - self.mark_width).saturating_sub(text.width());
            let before = column + self.pad(c) + if self.align == Align::Right { spare } else { 0 };
            if let Some(mark) = self.styles[i].mark().filter(|_| k == 0 && !text.is_empty()) {
                text.to_mut().push(mark);
            }
            line.fill(' ', before - written);
            line.push(&text, self.styles[i]);
            written = before + text.width();
            column += self.pad(c) + self.widths[c] + self.pad(c + 1);
        }
        line
    }
}

/// The yes and no of a board, drawn with its clues.
struct Ink<'a> {
    board: &'a Board,
    /// Columns of each.
    width: usize,
}

impl<'a> Ink<'a> {
    /// As wide as the form wants it, or as the clues and those outside need it.
    fn new(board: &'a Board, width: usize) -> Ink<'a> {
        let clue = |at: usize| board.clues[at].as_deref();
        let needed = |(at, cell): (usize, &Option<CellText>)| {
            let room = match cell.as_ref().map(|cell| &cell.content) {
                Some(Content::Bool(true)) => 2,
                _ => 0,
            };
            clue(at).map_or(0, |text| text.width() + room)
        };
        let single = |at: usize| clue(at).is_none_or(|text| text.width() == 1);
        let clues = match width == 1 && (0..board.len()).all(single) {
            true => 1,
            false => board.cells.iter().enumerate().map(needed).max().unwrap_or(0),
        };
        let word = match clues::widest_word(board) {
            0 | 1 => 0,
            word => word + 1,
        };
        Ink { board, width: width.max(clues).max(word) }
    }

    /// The character in the middle of a yes or no, and the one around it.
    fn sign(&self, at: usize, yes: Option<bool>) -> (&'a str, char) {
        let sign = |yes: bool| self.board.sign_of(at, yes);
        match (yes, &self.board.clues[at]) {
            (Some(true), Some(text)) if sign(true).is_none() => (text, '█'),
            (Some(true), _) => sign(true).map_or(("█", '█'), |sign| (sign, ' ')),
            (_, Some(text)) => (text, ' '),
            (Some(false), None) => (sign(false).unwrap_or("·"), ' '),
            (None, None) => ("?", ' '),
        }
    }

    /// The text of a cell.
    fn shown(&self, at: usize) -> Shown<'a> {
        let board = self.board;
        match board.cells[at].as_ref().map(|cell| &cell.content) {
            None => board.clues[at].as_deref().map_or(Shown::Lines(&[]), Shown::Text),
            Some(_) if board.only_clue(at) => Shown::Text(only_clue(board, at)),
            Some(Content::Text(text)) => Shown::Text(text),
            Some(Content::Block(lines)) => Shown::Lines(lines),
            Some(Content::Unknown) if board.holds != Some(Holds::YesNo) => Shown::Text("."),
            Some(Content::Unknown) => Shown::Sign(self.sign(at, None)),
            Some(Content::Bool(yes)) => Shown::Sign(self.sign(at, Some(*yes))),
        }
    }

    fn lines(&self, at: usize) -> Lines<'a> {
        match self.shown(at) {
            Shown::Text(text) => smallvec![text.into()],
            Shown::Lines(lines) => lines.iter().map(|line| line.as_str().into()).collect(),
            Shown::Sign((sign, around)) => smallvec![centred(sign, self.width, around).into()],
        }
    }

    fn cell_width(&self, at: usize) -> usize {
        match self.shown(at) {
            Shown::Text(text) => text.width(),
            Shown::Lines(lines) => lines.iter().map(|line| line.width()).max().unwrap_or(0),
            Shown::Sign((sign, _)) => sign.width().max(self.width),
        }
    }
}

/// The text of a cell of a board.
enum Shown<'a> {
    Text(&'a str),
    Lines(&'a [String]),
    /// A sign with its clue, centred in a column of equal width.
    Sign((&'a str, char)),
}
