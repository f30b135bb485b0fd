//! Links, fences and partitions as lines of box characters, with the clues and values of their grid.
//!
//! Fences run along the borders of cells, links through their centres, and the pieces of a partition get
//! thick borders. Where some strokes are not known, a `×` stands for one that is known not to be there.

use super::borders::{Weight, junction};
use super::drawing::{Drawing, Line, PAGE_WIDTH, Style};
use super::grid::{CellText, Content, draw_outlined};
use crate::model::{CellId, Grid, Kind, LineKind, Lines, Model, UnknownId};
use unicode_width::UnicodeWidthChar;

/// Draws one of them; `text` gives the value of a stroke or cell.
pub fn draw_lines(model: &Model, lines: &Lines, text: &dyn Fn(UnknownId) -> CellText) -> Drawing {
    let unknown = |u| text(u).content == Content::Unknown;
    let sketch = Sketch { lines, grid: model.grid(lines.grid), text, partial: lines.unknowns().any(unknown) };
    match lines.kind {
        LineKind::Fences => sketch.fences(),
        LineKind::Links => sketch.links(),
        LineKind::Partition => sketch.pieces(),
    }
}

/// A rectangle of characters.
struct Canvas(Vec<Vec<(char, Style)>>);

impl Canvas {
    fn new(height: usize, width: usize) -> Canvas {
        Canvas(vec![vec![(' ', Style::PLAIN); width]; height])
    }

    fn put(&mut self, row: usize, col: usize, c: char, style: Style) {
        if let Some(place) = self.0.get_mut(row).and_then(|line| line.get_mut(col)) {
            *place = (c, style);
        }
    }

    fn write(&mut self, row: usize, col: usize, text: &str, style: Style) {
        text.chars().enumerate().for_each(|(i, c)| self.put(row, col + i, c, style));
    }

    fn drawing(self) -> Drawing {
        let line = |places: Vec<(char, Style)>| {
            let mut line = Line::default();
            places.into_iter().for_each(|(c, style)| line.push(c.encode_utf8(&mut [0; 4]), style));
            line
        };
        self.0.into_iter().map(line).collect()
    }
}

/// How a stroke is drawn.
#[derive(Clone, Copy)]
struct Stroke {
    weight: Weight,
    /// What stands in its middle instead of the line.
    mark: Option<(char, Style)>,
}

const NO_STROKE: Stroke = Stroke { weight: Weight::None, mark: None };

struct Sketch<'a> {
    lines: &'a Lines,
    grid: &'a Grid,
    text: &'a dyn Fn(UnknownId) -> CellText,
    /// Some strokes are not known.
    partial: bool,
}

impl Sketch<'_> {
    fn stroke(&self, unknown: Option<UnknownId>) -> Stroke {
        let Some(unknown) = unknown else { return NO_STROKE };
        let CellText { content, style } = (self.text)(unknown);
        let (weight, known) = match &content {
            Content::Bool(true) => (Weight::Thick, true),
            Content::Text(number) if number == "1" => (Weight::Thin, true),
            Content::Text(number) if number != "0" => (Weight::Thick, true),
            Content::Unknown => (Weight::None, false),
            _ => (Weight::None, true),
        };
        let mark = match style.mark() {
            Some(mark) => Some((mark, style)),
            None if self.partial && known && weight == Weight::None => Some(('×', style)),
            None => None,
        };
        Stroke { weight, mark }
    }

    fn across(&self, row: Option<usize>, col: Option<usize>) -> Stroke {
        let width = self.lines.across_cols();
        let (Some(row), Some(col)) = (row, col) else { return NO_STROKE };
        if row < self.lines.rows && col < width { self.stroke(self.lines.across[row * width + col]) } else { NO_STROKE }
    }

    fn down(&self, row: Option<usize>, col: Option<usize>) -> Stroke {
        let (Some(row), Some(col)) = (row, col) else { return NO_STROKE };
        if col >= self.lines.cols {
            return NO_STROKE;
        }
        self.lines.down.get(row * self.lines.cols + col).map_or(NO_STROKE, |&u| self.stroke(u))
    }

    /// What stands in a cell: its clue, else its value; nothing for a no.
    fn cell(&self, at: usize) -> Option<(String, Style)> {
        if let Some(clue) = self.grid.clues.get(at).and_then(Option::as_ref) {
            return Some((short(clue), Style::GIVEN));
        }
        let CellText { content, style } = (self.text)(self.grid.unknowns[at]?);
        match content {
            Content::Text(text) => Some((text, style)),
            Content::Bool(true) => Some(("█".into(), style)),
            Content::Unknown if !matches!(self.grid.content, Some((Kind::Bool, _))) => Some((".".into(), style)),
            _ => style.mark().map(|mark| (mark.to_string(), style)),
        }
    }

    /// Columns from one point to the next, so that the drawing fits the page if it can.
    fn pitch(&self, steps: usize) -> usize {
        if steps * 4 < PAGE_WIDTH { 4 } else { 2 }
    }

    fn level(&self, canvas: &mut Canvas, row: usize, col: usize, pitch: usize, stroke: Stroke) {
        for k in 1..pitch {
            canvas.put(row, col + k, junction(Weight::None, stroke.weight, Weight::None, stroke.weight), Style::PLAIN);
        }
        if let Some((mark, style)) = stroke.mark {
            canvas.put(row, col + pitch / 2, mark, style);
        }
    }

    fn upright(&self, canvas: &mut Canvas, row: usize, col: usize, stroke: Stroke) {
        canvas.put(row, col, junction(stroke.weight, Weight::None, stroke.weight, Weight::None), Style::PLAIN);
        if let Some((mark, style)) = stroke.mark {
            canvas.put(row, col, mark, style);
        }
    }

    fn fences(&self) -> Drawing {
        let (rows, cols) = (self.lines.rows, self.lines.cols);
        let pitch = self.pitch(cols);
        let mut canvas = Canvas::new(2 * rows + 1, cols * pitch + 1);
        for r in 0..=rows {
            for c in 0..=cols {
                let (y, x) = (2 * r, pitch * c);
                let (above, left) = (r.checked_sub(1), c.checked_sub(1));
                let [up, below] = [above, Some(r)].map(|r| self.across(r, Some(c)));
                let [before, after] = [left, Some(c)].map(|c| self.down(Some(r), c));
                if c < cols {
                    self.level(&mut canvas, y, x, pitch, after);
                }
                if r < rows {
                    self.upright(&mut canvas, y + 1, x, below);
                }
                let drawn = junction(up.weight, after.weight, below.weight, before.weight);
                canvas.put(y, x, if drawn == ' ' && self.touched(r, c) { '·' } else { drawn }, Style::PLAIN);
                if r < rows
                    && c < cols
                    && let Some((text, style)) = self.cell(r * cols + c)
                {
                    let text: String = match text.as_str() {
                        "█" => "█".repeat(pitch - 1),
                        _ => text.chars().take(pitch - 1).collect(),
                    };
                    canvas.write(y + 1, x + 1 + (pitch - 1 - text.chars().count()) / 2, &text, style);
                }
            }
        }
        canvas.drawing()
    }

    /// Whether a cell is at this corner.
    fn touched(&self, row: usize, col: usize) -> bool {
        let cell = |r: Option<usize>, c: Option<usize>| {
            let (Some(r), Some(c)) = (r, c) else { return false };
            r < self.grid.rows && c < self.grid.cols && self.grid.present[r * self.grid.cols + c]
        };
        let (above, left) = (row.checked_sub(1), col.checked_sub(1));
        [above, Some(row)].into_iter().any(|r| cell(r, left) || cell(r, Some(col)))
    }

    fn links(&self) -> Drawing {
        let (rows, cols) = (self.lines.rows, self.lines.cols);
        let pitch = self.pitch(cols.saturating_sub(1));
        let mut canvas = Canvas::new((2 * rows).saturating_sub(1), (cols - 1) * pitch + pitch.min(3));
        for r in 0..rows {
            for c in 0..cols {
                let (y, x, at) = (2 * r, pitch * c, r * cols + c);
                let [left, right] = [c.checked_sub(1), Some(c)].map(|c| self.across(Some(r), c));
                let [up, below] = [r.checked_sub(1), Some(r)].map(|r| self.down(r, Some(c)));
                if c + 1 < cols {
                    self.level(&mut canvas, y, x, pitch, right);
                }
                if r + 1 < rows {
                    self.upright(&mut canvas, y + 1, x, below);
                }
                let drawn = junction(up.weight, right.weight, below.weight, left.weight);
                let empty = if self.grid.present[at] { '·' } else { ' ' };
                let clue = self.grid.clues.get(at).is_some_and(Option::is_some);
                match self.cell(at).filter(|_| clue || drawn == ' ') {
                    Some((text, style)) => {
                        let text: String = text.chars().take(pitch - 1).collect();
                        canvas.write(y, x, &text, style);
                    }
                    None => canvas.put(y, x, if drawn == ' ' { empty } else { drawn }, Style::PLAIN),
                }
            }
        }
        canvas.drawing()
    }

    /// The grid with the pieces as its regions.
    fn pieces(&self) -> Drawing {
        let joined = |u: UnknownId| (self.text)(u).content == Content::Bool(true);
        let pieces = self.lines.pieces(self.grid, joined);
        let changed = |at: usize| {
            let (row, col) = (at / self.lines.cols, at % self.lines.cols);
            let strokes = crate::model::lines::STEPS.into_iter().filter_map(|step| self.lines.toward((row, col), step));
            strokes.into_iter().any(|u| (self.text)(u).style.changed)
        };
        let cell = |cell: CellId| {
            let at = self.grid.index(cell);
            let (text, mut style) = self.cell(at).unwrap_or((" ".into(), Style::PLAIN));
            style.changed |= changed(at);
            CellText::text(text).styled(style)
        };
        let mut grid = self.grid.clone();
        // What is not known to be joined is drawn apart only where nothing is unknown.
        grid.outline = (!self.partial).then_some(pieces);
        draw_outlined(&grid, &cell)
    }
}

/// A clue in few characters: `2,up` becomes `2↑`.
fn short(clue: &str) -> String {
    let parts = clue.split(',').map(|part| match part {
        "up" => "↑",
        "down" => "↓",
        "left" => "←",
        "right" => "→",
        "w" => "○",
        "b" => "●",
        other => other,
    });
    let parts: Vec<&str> = parts.collect();
    let arrow = parts.iter().any(|p| ["↑", "↓", "←", "→"].contains(p));
    let text = parts.join(if arrow { "" } else { "," });
    text.chars().filter(|c| c.width() == Some(1)).collect()
}
