//! The layout of a terminal page: its width, the labels around boards, and the folding of boards that are wider than the page.

use super::drawing::{Drawing, Line, PAGE_WIDTH, centred};
use sator_base::limits::Limits;
use sator_base::memory::Memory;
use unicode_width::UnicodeWidthStr;

/// The bytes that one cell takes while its board is drawn as text, measured on 1000x1000 digits (300 MB).
const CELL_DRAWN: u64 = 320;

/// The layout of drawings on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The columns of a page.
    pub width: usize,
    /// Whether boards have the numbers of their rows and columns.
    pub labels: Labels,
    /// Whether to draw with ASCII characters only.
    pub ascii: bool,
    /// Whether steps have one line each, in the notation of sudoku solvers where there is one.
    pub brief: bool,
    /// Whether to draw boards. The page of a browser shows them as SVG instead.
    pub pictures: bool,
    /// The memory that the process may use. A board that would exceed it is not drawn.
    pub memory: Memory,
    /// Whether the clash of this answer was shown before.
    pub clash_shown: bool,
    /// The number of solutions of the list that were drawn before.
    pub drawn: usize,
}

/// The boards that have the numbers of their rows and columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// On no board.
    #[default]
    Off,
    /// On boards with at least six rows or columns.
    Large,
    /// On every board.
    On,
}

impl Look {
    /// Whether a board of this many cells can be drawn within the memory limit.
    pub(super) fn has_room(&self, cells: usize) -> bool {
        Limits::none().with_memory(self.memory).check_memory(cells, CELL_DRAWN).is_ok()
    }
}

impl Default for Look {
    fn default() -> Look {
        Look {
            width: PAGE_WIDTH,
            labels: Labels::Off,
            ascii: false,
            brief: false,
            pictures: true,
            memory: Memory::Off,
            clash_shown: false,
            drawn: 0,
        }
    }
}

/// A board as lines, and where its rows and columns are in them.
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    pub drawing: Drawing,
    /// From the first place that is this column's, its border included, to where its text ends.
    pub columns: Vec<(usize, usize)>,
    /// The line of each row of cells.
    pub rows: Vec<usize>,
    /// Whether thin lines are drawn through cells, and are no borders.
    pub strokes: bool,
}

impl Placed {
    /// With labels as wanted, in blocks of columns where the whole is too wide for the page.
    pub(super) fn finish(mut self, look: &Look) -> Drawing {
        if look.ascii {
            let thick = self.drawing.to_string().chars().any(is_thick);
            self.drawing = in_ascii(&self.drawing, thick && !self.strokes);
        }
        let large = self.rows.len().max(self.columns.len()) >= 6;
        let wanted = match look.labels {
            Labels::Off => false,
            Labels::Large => large,
            Labels::On => true,
        };
        let side = self.rows.len().to_string().len() + 1;
        let room = look.width.saturating_sub(if wanted { side } else { 0 });
        let width = self.drawing.width();
        if width <= room || self.columns.len() < 2 {
            return if wanted { self.labelled(0..self.columns.len(), width) } else { self.drawing };
        }
        let mut all = Drawing::new();
        let mut first = 0;
        while first < self.columns.len() {
            let fits = |last: &usize| {
                let (start, end) = self.extent(first, *last, width);
                end - start + side <= look.width
            };
            let last = (first + 1..=self.columns.len()).take_while(fits).last().unwrap_or(first + 1);
            if !all.is_empty() {
                all.push(Line::default());
            }
            all.append(self.labelled(first..last, width));
            first = last;
        }
        all
    }

    /// The places of some columns of a drawing so wide, with the border behind the last one.
    fn extent(&self, first: usize, last: usize, width: usize) -> (usize, usize) {
        let start = if first == 0 { 0 } else { self.columns[first].0 };
        let end = self.columns.get(last).map_or(width, |next| next.0 + 1);
        (start, end)
    }

    fn labelled(&self, columns: std::ops::Range<usize>, width: usize) -> Drawing {
        let (start, end) = self.extent(columns.start, columns.end, width);
        let side = self.rows.len().to_string().len() + 1;
        let mut head = Line::default();
        let widest = columns.end.to_string().len();
        for c in columns {
            let (from, text_end) = self.columns[c];
            let label = (c + 1).to_string();
            // Above the text of a cell; where there is no room for all, only every fifth.
            let pitch = self.columns.get(1).map_or(usize::MAX, |next| next.0 - self.columns[0].0);
            if pitch <= widest && !(c + 1).is_multiple_of(5) && c != 0 {
                continue;
            }
            let at = (side + text_end + 1).saturating_sub(start + label.len().div_ceil(2)).max(side + from - start);
            if at >= head.width() + usize::from(head.width() > 0) {
                head.fill(' ', at - head.width());
                head.push(&label, crate::scene::Style::PLAIN);
            }
        }
        let mut all = Drawing::new();
        all.push(head);
        let mut rows = self.rows.iter().enumerate().peekable();
        for (i, line) in self.drawing.lines().iter().enumerate() {
            let label = rows.next_if(|&(_, &row)| row == i).map_or(String::new(), |(r, _)| (r + 1).to_string());
            let mut labelled = Line::plain(&format!("{label:>width$} ", width = side - 1));
            labelled.append(&line.slice(start, end));
            all.push(labelled);
        }
        all
    }
}

/// Rows of words in columns; the first row and the first column are titles.
pub(super) fn table(rows: &[Vec<Line>]) -> Drawing {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |c: usize| rows.iter().filter_map(|row| row.get(c)).map(Line::width).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<Line>| {
        let mut line = Line::default();
        let mut at = 0;
        for (cell, width) in row.iter().zip(&widths) {
            line.fill(' ', at - line.width());
            line.append(cell);
            at += width + 2;
        }
        line
    };
    rows.iter().map(line).collect()
}

/// The drawing in ASCII: box characters as `-`, `|` and `+`, signs as what looks most like them, and `?` for the rest.
pub fn ascii(drawing: &Drawing) -> Drawing {
    in_ascii(drawing, false)
}

/// With thin lines as `.` and `:`, where they stand beside thick ones.
fn in_ascii(drawing: &Drawing, dotted: bool) -> Drawing {
    let text = drawing.to_string();
    // A shaded cell is a `#`, so the clue `#` is another sign where both occur.
    let clue = if text.contains('█') && text.contains('#') { '%' } else { '#' };
    let line = |line: &Line| {
        let mut out = Line::default();
        for piece in line.pieces() {
            let plain_of = |c| if c == '#' { clue } else { plain_char(c, dotted) };
            let plain: String = piece.text.chars().map(plain_of).collect();
            // A cell wider than one character keeps its width.
            let spare = piece.text.width().saturating_sub(plain.width());
            out.push(&centred(&plain, plain.width() + spare, ' '), piece.style);
        }
        out
    };
    drawing.lines().iter().map(line).collect()
}

fn is_thick(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c) && !"─│┌┐└┘├┤┬┴┼╴╵╶╷┄┆═║╱╲╳".contains(c)
}

fn plain_char(c: char, dotted: bool) -> char {
    match c {
        ' '..='~' => c,
        '─' | '╴' | '╶' if dotted => '.',
        '│' | '╵' | '╷' if dotted => ':',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' if dotted => '.',
        '┄' => '.',
        '┆' => ':',
        '─' | '━' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' | '–' | '—' => '-',
        '│' | '┃' | '╵' | '╷' | '╹' | '╻' | '╽' | '╿' => '|',
        '═' => '=',
        '║' => 'H',
        '╱' => '/',
        '╲' => '\\',
        '╳' | '×' => 'x',
        '\u{2500}'..='\u{257f}' => '+',
        '█' | '▓' => '#',
        '░' | '▒' => ':',
        '·' | '…' => '.',
        '◤' => 'F',
        '◥' => '7',
        '◢' => 'J',
        '◣' => 'L',
        '◐' => '%',
        '○' | '◯' => 'o',
        '●' => '@',
        '◇' | '◆' => '$',
        '■' => '#',
        '□' => '[',
        '★' | '✶' | '☼' | '☆' => '*',
        '▲' | '∧' | '↑' | '△' => '^',
        '▼' | '∨' | '↓' => 'v',
        '←' | '◀' => '<',
        '→' | '▶' => '>',
        '↘' | '↖' => '\\',
        '↗' | '↙' => '/',
        '≠' => '!',
        '≤' => '<',
        '≥' => '>',
        '÷' => '/',
        _ => '?',
    }
}
