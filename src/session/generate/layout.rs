//! The places of a picture of clues: those on a board, or those around its edge, which stand in a frame one wider on
//! each side, so that symmetries are the same for both.

use super::follow::without_clues;
use super::givens::picture_text;
use sator_base::source::{SourceId, Span};
use sator_base::text::is_name_char;
use sator_lang::diagnostic::{Code, Diagnostic, Label, Result, fail};
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::{Ident, Picture, PictureKind, PictureRow, Spots, Statement, StatementKind, Token};
use sator_model::{GridId, Origin};

pub(super) struct Layout {
    pub kind: PictureKind,
    pub name: Ident,
    pub of: Option<Ident>,
    pub spots: Spots,
    /// Rows and columns, the frame included.
    pub shape: (usize, usize),
    /// Where a clue may stand, row by row.
    pub places: Vec<usize>,
    /// A text with a character for each place: tokens need a place of their own.
    source: SourceId,
}

impl Layout {
    pub(super) fn new(
        elaborator: &mut Elaborator,
        kind: PictureKind,
        name: &Ident,
        of: Option<&Ident>,
        spots: Spots,
        span: Span,
    ) -> Result<Layout> {
        if elaborator.global(&name.name).is_some() {
            let message = format!("`{}` is declared already", name.name);
            return fail(
                Diagnostic::at(Code::Duplicate, name.span, message)
                    .help("give the picture that is to be made a name of its own"),
            );
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
        let source = elaborator.sources.add("<clues>", ".".repeat(shape.0 * shape.1));
        Ok(Layout { kind, name: name.clone(), of: of.cloned(), spots, shape, places, source })
    }

    /// An error of the rule when it was tried, at its use and in the words of the user: the pictures that it was tried on have
    /// names and places that nobody typed.
    pub(super) fn as_typed(&self, mut error: Diagnostic, rule: Span) -> Box<Diagnostic> {
        let name = &self.name.name;
        if error.labels.first().is_some_and(|label| label.span.source == self.source) {
            error.labels.retain(|label| label.span.source != self.source && label.span != rule);
            error.labels.insert(0, Label { span: rule, text: String::new() });
        }
        let texts = [&mut error.message].into_iter().chain(&mut error.notes);
        for text in texts.chain(error.help.as_mut()).chain(error.trace.iter_mut().map(|line| &mut line.text)) {
            if let Some((before, _)) = text.split_once(&format!(": the clue of {name} ")) {
                *text = before.into();
            }
            for tried in [without_clues(name), refused(name)] {
                *text = renamed(text, &tried, name);
            }
        }
        Box::new(error)
    }

    /// Places, blank ones included.
    pub(super) fn len(&self) -> usize {
        self.shape.0 * self.shape.1
    }

    fn span(&self, at: usize) -> Span {
        Span::new(self.source, at, at + 1)
    }

    /// Where a token of [`Layout::statement`] stands.
    pub(super) fn place_of(&self, token: Span) -> Option<usize> {
        (token.source == self.source).then_some(token.start as usize)
    }

    /// The place whose clue a condition comes from.
    pub(super) fn place_of_origin(&self, origin: &Origin) -> Option<usize> {
        [origin.clue, origin.given].into_iter().flatten().find_map(|token| self.place_of(token))
    }

    /// The places with a mark in a picture like it.
    pub(super) fn marked(&self, elaborator: &Elaborator, like: &Picture) -> Result<Vec<usize>> {
        if self.kind == PictureKind::Outside || self.spots != Spots::Cells {
            let error = Diagnostic::at(Code::Generate, like.span, "`like` is for clues that stand in cells");
            return fail(error.help("leave it out"));
        }
        let marked = elaborator.marked_places(self.shape, like)?;
        Ok(self.places.iter().copied().filter(|at| marked.contains(at)).collect())
    }

    /// The picture as a statement; each token has a place of its own.
    pub(super) fn statement(&self, name: &str, token: &dyn Fn(usize) -> Option<String>) -> Statement {
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
        let picture = Picture { rows, span: self.span(0) };
        let name = Some(Ident { name: name.into(), span: self.name.span });
        let kind = StatementKind::Picture { kind: self.kind, name, of: self.of.clone(), spots: self.spots, picture };
        Statement { kind, span: self.name.span, doc: String::new() }
    }

    /// The places of each side, as they are written.
    fn sides(&self) -> Vec<(&'static str, Vec<usize>)> {
        let (rows, cols) = self.shape;
        let across = |row: usize| (1..cols - 1).map(|col| row * cols + col).collect();
        let down = |col: usize| (1..rows - 1).map(|row| row * cols + col).collect();
        vec![("top", across(0)), ("bottom", across(rows - 1)), ("left", down(0)), ("right", down(cols - 1))]
    }

    /// The picture as it is typed; sides without a clue are left out.
    pub(super) fn text(&self, token: &dyn Fn(usize) -> Option<String>) -> String {
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

/// What the picture is called with which a rule is asked what is wrong with its clues.
pub(super) fn refused(name: &str) -> String {
    format!("{name} refused")
}

/// The text with another name; in a longer one it stays.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let mut told = String::new();
    for (k, part) in text.split(from).enumerate() {
        if k > 0 {
            told.push_str(if told.ends_with(is_name_char) { from } else { to });
        }
        told.push_str(part);
    }
    told
}
