//! Links, fences and partitions as lines of box characters, with the clues and values of their grid.
//!
//! Fences run along the borders of cells, links through their centres, and the pieces of a partition get
//! thick borders. Where some strokes are not known, a `×` stands for one that is known not to be there.

use super::borders::{Borders, Weight, junction};
use super::canvas::Canvas;
use super::clues::clue;
use super::drawing::{Drawing, PAGE_WIDTH, Style};
use super::grid::{CellText, Content, draw_outlined};
use crate::model::{CellId, Grid, Kind, LineKind, Lines, Model, UnknownId};

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

/// How a stroke is drawn.
#[derive(Clone, Copy)]
struct Stroke {
    weight: Weight,
    /// Two lines side by side.
    double: bool,
    /// What stands in its middle instead of the line.
    mark: Option<(char, Style)>,
}

const NO_STROKE: Stroke = Stroke { weight: Weight::None, double: false, mark: None };

impl Stroke {
    fn level_char(self) -> char {
        if self.double { '═' } else { junction(Weight::None, self.weight, Weight::None, self.weight) }
    }

    fn upright_char(self) -> char {
        if self.double { '║' } else { junction(self.weight, Weight::None, self.weight, Weight::None) }
    }
}

/// What is drawn where four strokes meet: up, right, below, left.
fn meeting([up, right, below, left]: [Stroke; 4]) -> char {
    match (up.double && below.double, right.double && left.double) {
        (true, false) if right.weight == Weight::None && left.weight == Weight::None => '║',
        (false, true) if up.weight == Weight::None && below.weight == Weight::None => '═',
        _ => junction(up.weight, right.weight, below.weight, left.weight),
    }
}

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
            Content::Text(number) if number == "1" || number == "2" => (Weight::Thin, true),
            Content::Text(number) if number != "0" => (Weight::Thick, true),
            Content::Unknown => (Weight::None, false),
            _ => (Weight::None, true),
        };
        let mark = match style.mark() {
            Some(mark) => Some((mark, style)),
            None if self.partial && known && weight == Weight::None => Some(('×', style)),
            None => None,
        };
        Stroke { weight, double: content == Content::Text("2".into()), mark }
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
        if let Some(clue) = clue(self.grid, at) {
            return Some((clue, Style::GIVEN));
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
            canvas.put(row, col + k, stroke.level_char(), Style::PLAIN);
        }
        if let Some((mark, style)) = stroke.mark {
            canvas.put(row, col + pitch / 2, mark, style);
        }
    }

    fn upright(&self, canvas: &mut Canvas, row: usize, col: usize, stroke: Stroke) {
        canvas.put(row, col, stroke.upright_char(), Style::PLAIN);
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
                let drawn = meeting([up, after, below, before]);
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

    /// With regions their borders are drawn as well, and a margin around the cells for them.
    fn links(&self) -> Drawing {
        let (rows, cols) = (self.lines.rows, self.lines.cols);
        let pitch = self.pitch(cols.saturating_sub(usize::from(self.grid.notes.outline.is_none())));
        let (top, start) = if self.grid.notes.outline.is_some() { (1, pitch / 2) } else { (0, 0) };
        let (height, width) = match self.grid.notes.outline {
            Some(_) => (2 * rows + 1, cols * pitch + 1),
            None => ((2 * rows).saturating_sub(1), (cols - 1) * pitch + pitch.min(3)),
        };
        let mut canvas = Canvas::new(height, width);
        for r in 0..rows {
            for c in 0..cols {
                let (y, x, at) = (2 * r + top, pitch * c + start, r * cols + c);
                let [left, right] = [c.checked_sub(1), Some(c)].map(|c| self.across(Some(r), c));
                let [up, below] = [r.checked_sub(1), Some(r)].map(|r| self.down(r, Some(c)));
                if c + 1 < cols {
                    self.level(&mut canvas, y, x, pitch, right);
                }
                if r + 1 < rows {
                    self.upright(&mut canvas, y + 1, x, below);
                }
                let drawn = meeting([up, right, below, left]);
                let empty = if self.grid.present[at] { '·' } else { ' ' };
                let clue = self.grid.notes.clues.get(at).is_some_and(Option::is_some);
                match self.cell(at).filter(|_| clue || drawn == ' ') {
                    Some((text, style)) => {
                        let text: String = text.chars().take(pitch - 1).collect();
                        canvas.write(y, x, &text, style);
                    }
                    None => canvas.put(y, x, if drawn == ' ' { empty } else { drawn }, Style::PLAIN),
                }
            }
        }
        if self.grid.notes.outline.is_some() {
            self.region_borders(&mut canvas, pitch);
        }
        canvas.drawing()
    }

    /// Thin lines around the regions; where a link crosses one, both are seen.
    fn region_borders(&self, canvas: &mut Canvas, pitch: usize) {
        let borders = Borders::around_regions(self.grid);
        for r in 0..=self.lines.rows {
            for c in 0..=self.lines.cols {
                let (y, x) = (2 * r, pitch * c);
                let corner = borders.corner_char(r, c);
                if corner != ' ' {
                    canvas.put(y, x, corner, Style::PLAIN);
                }
                let side = borders.horizontal(r, c);
                if side != Weight::None {
                    let link = self.down(r.checked_sub(1), Some(c)).weight;
                    (1..pitch).for_each(|k| canvas.put(y, x + k, borders.horizontal_char(r, c), Style::PLAIN));
                    canvas.put(y, x + pitch / 2, junction(link, side, link, side), Style::PLAIN);
                }
                let side = borders.vertical(r, c);
                if side != Weight::None {
                    let link = self.across(Some(r), c.checked_sub(1)).weight;
                    canvas.put(y + 1, x, junction(side, link, side, link), Style::PLAIN);
                }
            }
        }
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
        // What is not known to be joined is drawn apart only where nothing is unknown.
        let grid = self.grid.outlined((!self.partial).then_some(pieces));
        draw_outlined(&grid, &cell)
    }
}
