//! Links, fences and partitions as lines of box characters, with the clues and values of their grid.
//!
//! Fences run along the borders of cells, links through their centres, and the pieces of a partition get
//! thick borders. Where some strokes are not known, a `×` stands for one that is known not to be there.

use super::borders::{Borders, Weight, junction};
use super::canvas::Canvas;
use super::clues;
use super::grid::place_board;
use super::page::{Look, Placed};
use crate::scene::{Board, CellText, Content, Holds, Strokes, Style};
use sator_model::LineKind;
use unicode_width::UnicodeWidthStr;

/// Draws a board with links or fences, or one of pieces.
pub(super) fn place_strokes(board: &Board, strokes: &Strokes, look: &Look) -> Placed {
    let sketch = Sketch { board, strokes, look };
    match strokes.kind {
        LineKind::Fences => clues::around(board, sketch.fences()),
        LineKind::Links => clues::around(board, sketch.links()),
        LineKind::Partition => place_board(&sketch.pieces(), look),
    }
}

/// The characters of a stroke.
#[derive(Clone, Copy)]
struct Stroke {
    weight: Weight,
    /// Two lines side by side.
    double: bool,
    /// The text in its middle in place of the line.
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

/// The character where four strokes meet: up, right, below, left.
fn meeting([up, right, below, left]: [Stroke; 4]) -> char {
    match (up.double && below.double, right.double && left.double) {
        (true, false) if right.weight == Weight::None && left.weight == Weight::None => '║',
        (false, true) if up.weight == Weight::None && below.weight == Weight::None => '═',
        _ => junction(up.weight, right.weight, below.weight, left.weight),
    }
}

struct Sketch<'a> {
    board: &'a Board,
    strokes: &'a Strokes,
    look: &'a Look,
}

impl Sketch<'_> {
    fn stroke(&self, stroke: &Option<CellText>) -> Stroke {
        let Some(CellText { content, style, .. }) = stroke else { return NO_STROKE };
        let (weight, known) = match &content {
            Content::Bool(true) => (Weight::Thick, true),
            Content::Text(number) if number == "1" || number == "2" => (Weight::Thin, true),
            Content::Text(number) if number != "0" => (Weight::Thick, true),
            Content::Unknown => (Weight::None, false),
            _ => (Weight::None, true),
        };
        let mark = match style.mark() {
            Some(mark) => Some((mark, *style)),
            None if self.strokes.partial && known && weight == Weight::None => Some(('×', *style)),
            None => None,
        };
        Stroke { weight, double: *content == Content::Text("2".into()), mark }
    }

    fn across(&self, row: Option<usize>, col: Option<usize>) -> Stroke {
        let width = self.strokes.across_cols;
        let (Some(row), Some(col)) = (row, col) else { return NO_STROKE };
        match row < self.board.rows && col < width {
            true => self.stroke(&self.strokes.across[row * width + col]),
            false => NO_STROKE,
        }
    }

    fn down(&self, row: Option<usize>, col: Option<usize>) -> Stroke {
        let (Some(row), Some(col)) = (row, col) else { return NO_STROKE };
        if col >= self.board.cols {
            return NO_STROKE;
        }
        self.strokes.down.get(row * self.board.cols + col).map_or(NO_STROKE, |stroke| self.stroke(stroke))
    }

    /// The text in a cell: its clue, else its value; nothing for a no.
    fn cell(&self, at: usize) -> Option<(String, Style)> {
        if let Some(clue) = &self.board.clues[at] {
            let style = self.board.style_at(at);
            return Some(match style.mark() {
                Some(mark) => (format!("{clue}{mark}"), style),
                None => (clue.clone(), Style::GIVEN),
            });
        }
        self.board.holds?;
        let CellText { content, style, .. } = self.board.cells[at].as_ref()?;
        match content {
            Content::Text(text) => Some((text.clone(), *style)),
            Content::Bool(true) => Some((self.board.sign_of(at, true).unwrap_or("█").into(), *style)),
            Content::Unknown if self.board.holds != Some(Holds::YesNo) => Some((".".into(), *style)),
            _ => style.mark().map(|mark| (mark.to_string(), *style)),
        }
    }

    /// Whether the text of a cell is drawn over the lines there: a clue, a value or a sign for yes.
    fn is_above_lines(&self, at: usize) -> bool {
        let value = self.board.cells[at].as_ref().filter(|_| self.board.holds.is_some());
        let is_shown = |cell: &CellText| match cell.content {
            Content::Text(_) => true,
            Content::Bool(yes) => yes && self.board.sign_of(at, true).is_some(),
            _ => false,
        };
        self.board.clues[at].is_some() || value.is_some_and(is_shown)
    }

    /// Columns from one point to the next, so that the drawing fits the page if it can, and no clue is cut.
    fn pitch(&self, steps: usize) -> usize {
        let least = (self.widest().max(clues::widest_word(self.board)) + 1).next_multiple_of(2);
        let roomy = least.max(4);
        if steps * roomy < self.look.width { roomy } else { least.max(2) }
    }

    fn widest(&self) -> usize {
        (0..self.board.len()).filter_map(|at| self.cell(at)).map(|(text, _)| text.width()).max().unwrap_or(0)
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

    fn fences(&self) -> Placed {
        let (rows, cols) = (self.board.rows, self.board.cols);
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
                        _ => text,
                    };
                    canvas.write(y + 1, x + 1 + (pitch - 1 - text.chars().count()) / 2, &text, style);
                }
            }
        }
        let columns = (0..cols).map(|c| (pitch * c, pitch * c + pitch / 2)).collect();
        Placed { drawing: canvas.drawing(), columns, rows: (0..rows).map(|r| 2 * r + 1).collect(), strokes: false }
    }

    /// Whether a cell is at this corner.
    fn touched(&self, row: usize, col: usize) -> bool {
        let cell = |r: Option<usize>, c: Option<usize>| {
            let (Some(r), Some(c)) = (r, c) else { return false };
            r < self.board.rows && c < self.board.cols && self.board.present(r * self.board.cols + c)
        };
        let (above, left) = (row.checked_sub(1), col.checked_sub(1));
        [above, Some(row)].into_iter().any(|r| cell(r, left) || cell(r, Some(col)))
    }

    /// With regions their borders are drawn as well, and a margin around the cells for them.
    fn links(&self) -> Placed {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let pitch = self.pitch(cols.saturating_sub(usize::from(self.board.outlines.is_empty())));
        let (top, start) = if !self.board.outlines.is_empty() { (1, pitch / 2) } else { (0, 0) };
        let (height, width) = match self.board.outlines.is_empty() {
            false => (2 * rows + 1, cols * pitch + 1),
            true => ((2 * rows).saturating_sub(1), (cols - 1) * pitch + pitch.min(3).max(self.widest())),
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
                let empty = if self.board.present(at) { '·' } else { ' ' };
                match self.cell(at).filter(|_| drawn == ' ' || self.is_above_lines(at)) {
                    Some((text, style)) => canvas.write(y, x, &text, style),
                    None => canvas.put(y, x, if drawn == ' ' { empty } else { drawn }, Style::PLAIN),
                }
            }
        }
        if !self.board.outlines.is_empty() {
            self.region_borders(&mut canvas, pitch);
        }
        let columns = (0..cols).map(|c| ((pitch * c + start).saturating_sub(pitch / 2), pitch * c + start)).collect();
        Placed { drawing: canvas.drawing(), columns, rows: (0..rows).map(|r| 2 * r + top).collect(), strokes: false }
    }

    /// Thin lines around the regions; where a link crosses one, both are seen.
    fn region_borders(&self, canvas: &mut Canvas, pitch: usize) {
        let borders = Borders::around_regions(self.board);
        for r in 0..=self.board.rows {
            for c in 0..=self.board.cols {
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

    /// The board with its pieces as regions, and its clues as what the cells show.
    fn pieces(&self) -> Board {
        let mut board = Board { strokes: None, ..self.board.clone() };
        for at in 0..board.len() {
            if !board.present(at) {
                continue;
            }
            let (text, mut style) = self.cell(at).unwrap_or((" ".into(), Style::PLAIN));
            style = style.marked_as(self.board.style_at(at));
            // The board writes the mark itself.
            let text = style.mark().and_then(|mark| text.strip_suffix(mark)).unwrap_or(&text);
            board.cells[at] = Some(CellText::text(text).styled(style));
            board.clues[at] = None;
        }
        board
    }
}
