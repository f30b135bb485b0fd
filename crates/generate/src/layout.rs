//! The places of a picture of clues: on a board, or around its edge.
//!
//! Places around the edge lie in a frame that is one wider on each side, so that the same symmetries apply.

use crate::picture::{picture_text, refused, without_clues};
use crate::refusal::Refusal;
use sator_base::source::{Author, SourceId, Span};
use sator_base::text::is_name_char;
use sator_lang::diagnostic::{Diagnostic, Label, Result};
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::{Ident, Picture, PictureKind, PictureRow, Spots, Statement, StatementKind, Token};
use sator_model::{GridId, Origin};

/// The picture of clues to make.
pub(crate) struct Layout {
    pub kind: PictureKind,
    pub name: Ident,
    pub of: Option<Ident>,
    pub spots: Spots,
    /// Rows and columns, including the frame.
    pub shape: (usize, usize),
    /// Places that can hold a clue, row by row.
    pub places: Vec<usize>,
    /// A text with one character for each place. A token's span names its place.
    source: SourceId,
}

impl Layout {
    pub(crate) fn new(
        elaborator: &mut Elaborator,
        kind: PictureKind,
        name: &Ident,
        of: Option<&Ident>,
        spots: Spots,
        span: Span,
    ) -> Result<Layout> {
        if elaborator.global(&name.name).is_some() {
            return Err(Refusal::NameTaken { name: name.name.clone(), what: "picture" }.at(name.span));
        }
        let grid = elaborator.grid_of_picture(of, span)?;
        let present = |elaborator: &Elaborator, id: GridId| elaborator.model.grid(id).present.clone();
        let cells = present(elaborator, grid);
        let (rows, cols) = (elaborator.model.grid(grid).rows, elaborator.model.grid(grid).cols);
        let (shape, places): (_, Vec<usize>) = match kind {
            PictureKind::Outside => {
                let shape = (rows + 2, cols + 2);
                let edge = |at: &usize| {
                    let (row, col) = (at / shape.1, at % shape.1);
                    let on = |k: usize, last: usize| k == 0 || k == last;
                    on(row, shape.0 - 1) != on(col, shape.1 - 1)
                };
                (shape, (0..shape.0 * shape.1).filter(edge).collect())
            }
            _ => {
                let shape = spots.shape((rows, cols));
                let there = |at: &usize| match spots {
                    Spots::Cells => cells[*at],
                    _ => spots.holds(at / shape.1, at % shape.1),
                };
                (shape, (0..shape.0 * shape.1).filter(there).collect())
            }
        };
        let source = elaborator.sources.add_by(Author::Generator, "<clues>", ".".repeat(shape.0 * shape.1));
        Ok(Layout { kind, name: name.clone(), of: of.cloned(), spots, shape, places, source })
    }

    /// Rewrites an error of the rule to point at the use that the user typed. The generator's own pictures have names and places that
    /// no user knows.
    pub(crate) fn as_typed(&self, mut error: Diagnostic, rule: Span) -> Box<Diagnostic> {
        let name = &self.name.name;
        if error.labels.first().is_some_and(|label| label.span.source == self.source) {
            error.labels.retain(|label| label.span.source != self.source && label.span != rule);
            error.labels.insert(0, Label { span: rule, text: String::new() });
        }
        let texts = [&mut error.message].into_iter().chain(&mut error.notes);
        for text in texts.chain(error.help.as_mut()).chain(error.trace.iter_mut().map(|line| &mut line.text)) {
            for tried in [without_clues(name), refused(name)] {
                *text = renamed(text, &tried, name);
            }
        }
        Box::new(error)
    }

    /// The number of places, blank ones included.
    pub(crate) fn len(&self) -> usize {
        self.shape.0 * self.shape.1
    }

    fn span(&self, at: usize) -> Span {
        Span::new(self.source, at, at + 1)
    }

    /// The place of a token of [`Layout::statement`].
    pub(crate) fn place_of(&self, token: Span) -> Option<usize> {
        (token.source == self.source).then_some(token.start as usize)
    }

    /// The place whose clue a constraint comes from.
    pub(crate) fn place_of_origin(&self, origin: &Origin) -> Option<usize> {
        [origin.clue, origin.given].into_iter().flatten().find_map(|token| self.place_of(token))
    }

    /// The places with a mark in a picture of the same shape.
    pub(crate) fn marked(&self, elaborator: &Elaborator, like: &Picture) -> Result<Vec<usize>> {
        if self.kind == PictureKind::Outside {
            return self.marked_sides(like);
        }
        if self.spots != Spots::Cells {
            return Err(Refusal::LikeOutsideCells.at(like.span));
        }
        let marked = elaborator.marked_places(self.shape, like)?;
        Ok(self.places.iter().copied().filter(|at| marked.contains(at)).collect())
    }

    /// The places around the edge that a picture marks: the name of a side, and marks for its lines or nothing for all of them.
    fn marked_sides(&self, like: &Picture) -> Result<Vec<usize>> {
        let mut marked = Vec::new();
        for row in &like.rows {
            let refused = || Refusal::LikeNoSide.at(row.span);
            let (word, marks) = row.tokens.split_first().ok_or_else(refused)?;
            let side = self.sides().into_iter().find(|(side, _)| *side == word.text);
            let (_, places) = side.ok_or_else(refused)?;
            let marks: Vec<char> = marks.iter().flat_map(|token| token.text.chars()).collect();
            match marks.len() {
                0 => marked.extend(places),
                n if n == places.len() => {
                    let marks = places.into_iter().zip(marks).filter(|(_, mark)| !matches!(mark, '.' | '_'));
                    marked.extend(marks.map(|(at, _)| at));
                }
                _ => return Err(refused()),
            }
        }
        marked.sort_unstable();
        marked.dedup();
        Ok(marked)
    }

    /// The picture as a statement. Each token has its own span.
    pub(crate) fn statement(&self, name: &str, token: &dyn Fn(usize) -> Option<String>) -> Statement {
        let one = |at: usize| Token { text: token(at).unwrap_or_else(|| ".".into()), span: self.span(at) };
        let rows = match self.kind {
            PictureKind::Outside => self
                .sides()
                .into_iter()
                .map(|(side, places)| {
                    let word = Token { text: side.into(), span: self.span(0) };
                    PictureRow {
                        tokens: [vec![word], places.into_iter().map(one).collect()].concat(),
                        span: self.span(0),
                    }
                })
                .collect(),
            _ => (0..self.shape.0)
                .map(|row| PictureRow {
                    tokens: (0..self.shape.1).map(|col| one(row * self.shape.1 + col)).collect(),
                    span: self.span(row * self.shape.1),
                })
                .collect(),
        };
        let picture = Picture { rows, from: None, span: self.span(0) }.into();
        let name = Some(Ident { name: name.into(), span: self.name.span });
        let kind = StatementKind::Picture { kind: self.kind, name, of: self.of.clone(), spots: self.spots, picture };
        Statement { kind, span: self.name.span, doc: String::new() }
    }

    /// The places of each side, in the order of the text.
    fn sides(&self) -> Vec<(&'static str, Vec<usize>)> {
        let (rows, cols) = self.shape;
        let across = |row: usize| (1..cols - 1).map(|col| row * cols + col).collect();
        let down = |col: usize| (1..rows - 1).map(|row| row * cols + col).collect();
        vec![("top", across(0)), ("bottom", across(rows - 1)), ("left", down(0)), ("right", down(cols - 1))]
    }

    /// The picture as text, without sides that have no clue.
    pub(crate) fn text(&self, token: &dyn Fn(usize) -> Option<String>) -> String {
        let of = self.of.as_ref().map(|of| format!(" of {}{}", self.spots.words(), of.name)).unwrap_or_default();
        if self.kind != PictureKind::Outside {
            let tokens: Vec<String> = (0..self.len()).map(|at| token(at).unwrap_or_else(|| ".".into())).collect();
            return picture_text(&format!("clues {}{of}", self.name.name), &tokens, self.shape.1);
        }
        let mut text = format!("outside {}{of} {{\n", self.name.name);
        for (side, places) in self.sides() {
            if places.iter().any(|&at| token(at).is_some()) {
                let words: Vec<String> = places.iter().map(|&at| token(at).unwrap_or_else(|| ".".into())).collect();
                text.push_str(&format!("  {side} {}\n", words.join(" ")));
            }
        }
        text.push('}');
        text
    }
}

/// Replaces a name in a text, but not within longer names.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let mut replaced = String::new();
    for (k, part) in text.split(from).enumerate() {
        if k > 0 {
            replaced.push_str(if replaced.ends_with(is_name_char) { from } else { to });
        }
        replaced.push_str(part);
    }
    replaced
}
