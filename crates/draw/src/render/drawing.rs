//! A drawing as lines of styled pieces. The terminal makes escape codes of the styles or drops them, so each style that
//! matters has a character too.

use crate::scene::Style;
use std::fmt;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The columns that a drawing fits into, unless one of its words or boards is wider.
pub const PAGE_WIDTH: usize = 80;

/// Text in the middle of a field, or right of it.
pub(super) fn centred(text: &str, width: usize, around: char) -> String {
    let spare = width.saturating_sub(text.width());
    let mut centred = String::with_capacity(text.len() + spare * around.len_utf8());
    centred.extend(std::iter::repeat_n(around, spare.div_ceil(2)));
    centred.push_str(text);
    centred.extend(std::iter::repeat_n(around, spare / 2));
    centred
}

/// Text of one style, without line breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The marks that it is shown with.
    pub style: Style,
}

/// One line. Invariant: neighbouring pieces differ in style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pieces: Vec<Piece>,
}

impl Line {
    /// A line of text without marks.
    pub fn plain(text: &str) -> Line {
        let mut line = Line::default();
        line.push(text, Style::PLAIN);
        line
    }

    /// Adds text at the end.
    pub fn push(&mut self, text: &str, style: Style) {
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.style == style => last.text.push_str(text),
            _ => self.pieces.push(Piece { text: text.into(), style }),
        }
    }

    /// Adds a character several times at the end.
    pub fn fill(&mut self, c: char, count: usize) {
        self.push(&String::from_iter(std::iter::repeat_n(c, count)), Style::PLAIN);
    }

    /// Adds the pieces of another line at the end.
    pub fn append(&mut self, other: &Line) {
        for piece in &other.pieces {
            self.push(&piece.text, piece.style);
        }
    }

    /// The pieces from left to right.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The columns that the line takes on a terminal.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|p| p.text.width()).sum()
    }

    /// The part from column `start` up to, but without, column `end`.
    pub fn slice(&self, start: usize, end: usize) -> Line {
        let mut part = Line::default();
        let mut at = 0;
        for piece in &self.pieces {
            for c in piece.text.chars() {
                if (start..end).contains(&at) {
                    part.push(c.encode_utf8(&mut [0; 4]), piece.style);
                }
                at += c.width().unwrap_or(0);
            }
        }
        part
    }

    /// Removes spaces at the end.
    fn trim(&mut self) {
        while let Some(last) = self.pieces.last_mut() {
            last.text.truncate(last.text.trim_end_matches(' ').len());
            if !last.text.is_empty() {
                break;
            }
            self.pieces.pop();
        }
    }
}

/// Lines from top to bottom, without spaces at their ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    lines: Vec<Line>,
}

impl Drawing {
    /// A drawing without lines.
    pub fn new() -> Drawing {
        Drawing::default()
    }

    /// The lines of a text, without marks.
    pub fn text(text: &str) -> Drawing {
        text.lines().map(Line::plain).collect()
    }

    /// Adds a line below.
    pub fn push(&mut self, mut line: Line) {
        line.trim();
        self.lines.push(line);
    }

    /// Adds the lines of another drawing below.
    pub fn append(&mut self, other: Drawing) {
        self.lines.extend(other.lines);
    }

    /// Returns the drawing with a title above it.
    pub fn titled(self, title: &str) -> Drawing {
        let mut drawing = Drawing::text(title);
        drawing.append(self);
        drawing
    }

    /// The lines from top to bottom.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether the drawing has no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The columns of the widest line.
    pub fn width(&self) -> usize {
        self.lines.iter().map(Line::width).max().unwrap_or(0)
    }
}

impl FromIterator<Line> for Drawing {
    fn from_iter<I: IntoIterator<Item = Line>>(lines: I) -> Drawing {
        let mut drawing = Drawing::new();
        lines.into_iter().for_each(|line| drawing.push(line));
        drawing
    }
}

impl fmt::Display for Drawing {
    /// Writes the lines without marks, each with a line break at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            line.pieces.iter().try_for_each(|p| f.write_str(&p.text))?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

const GUTTER: usize = 4;

/// Drawings side by side if they fit `page` columns, else one below the other with an empty line between.
pub fn side_by_side(drawings: Vec<Drawing>, page: usize) -> Drawing {
    let widths: Vec<usize> = drawings.iter().map(Drawing::width).collect();
    if widths.iter().sum::<usize>() + GUTTER * widths.len().saturating_sub(1) > page {
        let mut all = Drawing::new();
        for drawing in drawings {
            if !all.is_empty() {
                all.push(Line::default());
            }
            all.append(drawing);
        }
        return all;
    }
    let height = drawings.iter().map(|d| d.lines.len()).max().unwrap_or(0);
    let row = |i: usize| {
        let mut line = Line::default();
        let mut column = 0;
        for (drawing, width) in drawings.iter().zip(&widths) {
            line.fill(' ', column - line.width());
            if let Some(part) = drawing.lines.get(i) {
                line.append(part);
            }
            column += width + GUTTER;
        }
        line
    };
    (0..height).map(row).collect()
}

/// One more line, without colours.
pub(super) fn say(out: &mut Drawing, text: &str) {
    out.push(Line::plain(text));
}
