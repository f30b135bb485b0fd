//! A drawing without colours: lines of styled pieces. The terminal turns styles into escape codes or
//! drops them, so style alone never carries meaning: marks are characters as well.

use crate::scene::Style;
use std::fmt;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns that a drawing keeps to where it can.
pub const PAGE_WIDTH: usize = 80;

/// Text of one style, without line breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    pub style: Style,
}

/// One line. Invariant: neighbouring pieces differ in style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pieces: Vec<Piece>,
}

impl Line {
    pub fn plain(text: &str) -> Line {
        let mut line = Line::default();
        line.push(text, Style::PLAIN);
        line
    }

    pub fn push(&mut self, text: &str, style: Style) {
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.style == style => last.text.push_str(text),
            _ => self.pieces.push(Piece { text: text.into(), style }),
        }
    }

    pub fn fill(&mut self, c: char, count: usize) {
        self.push(&String::from_iter(std::iter::repeat_n(c, count)), Style::PLAIN);
    }

    pub fn append(&mut self, other: &Line) {
        for piece in &other.pieces {
            self.push(&piece.text, piece.style);
        }
    }

    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Columns on a terminal.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|p| p.text.width()).sum()
    }

    /// The part between two columns, the second not included.
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

    /// Takes spaces off the end.
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
    pub fn new() -> Drawing {
        Drawing::default()
    }

    pub fn text(text: &str) -> Drawing {
        text.lines().map(Line::plain).collect()
    }

    pub fn push(&mut self, mut line: Line) {
        line.trim();
        self.lines.push(line);
    }

    /// Puts another drawing right below.
    pub fn append(&mut self, other: Drawing) {
        self.lines.extend(other.lines);
    }

    /// The same drawing with a line of text above it.
    pub fn titled(self, title: &str) -> Drawing {
        let mut drawing = Drawing::text(title);
        drawing.append(self);
        drawing
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

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
    /// Without colours, a line break after every line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            line.pieces.iter().try_for_each(|p| f.write_str(&p.text))?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

const GUTTER: usize = 4;

/// Drawings next to each other when they fit in so many columns, else below each other with an empty
/// line between.
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
