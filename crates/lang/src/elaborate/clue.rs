//! The clue that a constraint comes from: the one token read for it, if exactly one is read.
//!
//! A token read in a turn of a loop or in the body of a rule belongs to that turn or use only. An explanation can then
//! name "clue 3 at r1c2" for a constraint of a rule, and a `require` can point at the clue.

use super::Elaborator;
use super::value::{Clues, Outside, Side, Value};
use crate::syntax::ast::Spots;
use rustc_hash::FxHashSet;
use sator_base::source::Span;
use sator_model::lines::corner_text;
use std::sync::Arc;

/// Clues of a picture that no statement reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The name of the picture.
    pub picture: String,
    /// The first of them; `None` if no clue of the picture is read.
    pub first: Option<String>,
    /// The number of others.
    pub more: usize,
}

/// The clue tokens read for the statement or turn that is being elaborated.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    pub first: Option<Span>,
    several: bool,
}

impl Reading {
    pub(super) fn read(&mut self, token: Span) {
        match self.first {
            None => self.first = Some(token),
            Some(first) => self.several |= first != token,
        }
    }

    /// Adds the tokens read by a generator: one token if it read one, several otherwise.
    pub(super) fn read_all(&mut self, inner: Reading) {
        match inner.single() {
            Some(token) => self.read(token),
            None => self.several |= inner.first.is_some() || inner.several,
        }
    }

    /// Adds the tokens read later, as if they were read here.
    pub(super) fn then(&mut self, after: Reading) {
        after.first.into_iter().for_each(|token| self.read(token));
        self.several |= after.several;
    }

    /// The token, if exactly one was read.
    pub(super) fn single(self) -> Option<Span> {
        self.first.filter(|_| !self.several)
    }
}

/// The clue tokens read by any statement, in the order of the first reading.
#[derive(Default)]
pub(super) struct ReadTokens {
    set: FxHashSet<Span>,
    order: Vec<Span>,
    /// A cache of recent tokens by the start of their text, because most are read repeatedly.
    recent: Vec<Option<Span>>,
}

/// Slots of that cache, a power of two. More take pages of memory that a small puzzle needs for nothing else.
const RECENT: usize = 1 << 10;

impl ReadTokens {
    pub(super) fn note(&mut self, token: Span) {
        if self.recent.is_empty() {
            self.recent.resize(RECENT, None);
        }
        let recent = &mut self.recent[token.start as usize % RECENT];
        if *recent != Some(token) {
            *recent = Some(token);
            if self.set.insert(token) {
                self.order.push(token);
            }
        }
    }

    pub(super) fn mark(&self) -> usize {
        self.order.len()
    }

    pub(super) fn rollback(&mut self, mark: usize) {
        self.recent.clear();
        for token in self.order.drain(mark..) {
            self.set.remove(&token);
        }
    }
}

/// A picture with clues whose places have names.
#[derive(Clone)]
pub(super) enum Placed {
    /// In the cells of a grid of its shape, or elsewhere.
    Clues { clues: Arc<Clues>, on_cells: bool },
    /// Around the edge.
    Outside(Arc<Outside>),
}

impl Placed {
    /// The place of a clue of this picture. Tokens from a list can have one span; the last of them counts.
    fn place(&self, token: Span) -> Option<String> {
        match self {
            Placed::Clues { clues, on_cells } => {
                let (at, _) = clues.there().filter(|(_, there)| *there == token).last()?;
                let (row, col) = (at / clues.cols + 1, at % clues.cols + 1);
                Some(match clues.spots {
                    _ if *on_cells => format!("at r{row}c{col}"),
                    Spots::Corners => format!("at {}", corner_text(row - 1, col - 1)),
                    _ if clues.rows == 1 => format!("in place {col} of {}", clues.name),
                    _ => format!("in row {row}, column {col} of {}", clues.name),
                })
            }
            Placed::Outside(outside) => {
                let there = outside.sides.iter().flat_map(|(side, clues, _)| {
                    let clues = clues.iter().zip(1..).filter(|(clue, _)| !matches!(clue, Value::None));
                    clues.map(move |(_, line)| (*side, line))
                });
                let (_, (side, line)) = outside.spans.iter().zip(there).filter(|(there, _)| **there == token).last()?;
                Some(match side {
                    Side::Top => format!("above column {line}"),
                    Side::Bottom => format!("below column {line}"),
                    Side::Left => format!("left of row {line}"),
                    Side::Right => format!("right of row {line}"),
                })
            }
        }
    }
}

impl Elaborator {
    /// Notes that a statement reads this clue, or its place.
    pub(super) fn note_read(&mut self, token: Span) {
        self.reads.note(token);
    }

    /// Notes that a picture that counts as a list is read as a whole.
    pub(super) fn note_list_read(&mut self, value: &Value) {
        if let Value::Clues(clues) = value
            && self.is_list(clues)
        {
            self.note_all_read(value);
        }
    }

    /// Notes that all clues of a picture are read.
    pub(super) fn note_all_read(&mut self, value: &Value) {
        match value {
            Value::Clues(clues) => clues.spans.iter().for_each(|&token| self.reads.note(token)),
            Value::Outside(outside) => outside.spans.iter().for_each(|&token| self.reads.note(token)),
            _ => {}
        }
    }

    /// The clues of the script that no statement reads.
    pub fn unread_clues(&self) -> Vec<Unread> {
        let mut pictures: Vec<(Span, &str, Vec<Span>)> = Vec::new();
        for (_, value) in self.scope.globals() {
            match value {
                Value::Clues(c) => pictures.push((c.declared, &c.name, c.there().map(|(_, token)| token).collect())),
                Value::Outside(o) => pictures.push((o.declared, &o.name, o.spans.clone())),
                _ => {}
            }
        }
        pictures.sort_by_key(|(declared, ..)| (declared.source, declared.start));
        let unread = |(_, name, tokens): (Span, &str, Vec<Span>)| {
            let unread: Vec<Span> = tokens.iter().copied().filter(|token| !self.reads.set.contains(token)).collect();
            let (token, place) = self.clue_name(*unread.first()?);
            let first = format!("clue {token} {place}").trim_end().to_string();
            let whole = unread.len() == tokens.len();
            Some(Unread { picture: name.to_string(), first: (!whole).then_some(first), more: unread.len() - 1 })
        };
        pictures.into_iter().filter_map(unread).collect()
    }

    /// The clue token of each turn of a loop over the value, if its elements are clues.
    pub(super) fn tokens_of_turns(&self, value: &Value) -> Vec<Span> {
        match value {
            Value::Outside(outside) => outside.spans.clone(),
            // A list also has turns for places without a clue.
            Value::Clues(clues) if !self.is_list(clues) => clues.there().map(|(_, token)| token).collect(),
            _ => vec![],
        }
    }

    /// Notes where the tokens of a picture stand.
    pub(super) fn place_clues(&mut self, clues: &Arc<Clues>) {
        let grid = self.grid_named(clues.of.as_deref()).map(|id| self.model.grid(id));
        let fits = grid.is_none_or(|g| (g.rows, g.cols) == (clues.rows, clues.cols));
        let on_cells = clues.spots == Spots::Cells && fits && !self.is_list(clues);
        self.placed.push(Placed::Clues { clues: clues.clone(), on_cells });
    }

    /// The same for clues around the edge.
    pub(super) fn place_outside(&mut self, outside: &Arc<Outside>) {
        self.placed.push(Placed::Outside(outside.clone()));
    }

    /// The place of a clue: `at r1c2`.
    fn place_of_clue(&self, token: Span) -> Option<String> {
        self.placed.iter().rev().find_map(|picture| picture.place(token))
    }

    /// `the clue of m there is the word "w"`. Users don't see the clues that the generator tries.
    pub(super) fn clue_note(&self, token: Span) -> Option<String> {
        if self.sources.is_generated(token) {
            return None;
        }
        let holder = self.scope.globals().find_map(|(name, value)| match value {
            Value::Clues(c) => c.spans.contains(&token).then_some(name),
            Value::Outside(o) => o.spans.contains(&token).then_some(name),
            _ => None,
        })?;
        let text = self.sources.slice(token);
        let kind = match text.parse::<i64>() {
            Ok(_) => "",
            Err(_) if text.contains(',') => "the list ",
            Err(_) => "the word ",
        };
        let place = self.place_of_clue(token).unwrap_or_else(|| "there".into());
        Some(format!("the clue of {holder} {place} is {kind}`{text}`"))
    }

    /// The token of a clue as it is typed, and where it stands: `3`, `at r1c2`. The place is empty where nobody noted it.
    pub fn clue_name(&self, token: Span) -> (String, String) {
        let place = self.place_of_clue(token).unwrap_or_default();
        let text = self.sources.slice(token);
        // `0,down` is two words, `1,2` two numbers.
        let words = text.contains(char::is_alphabetic);
        (if words { text.replace(',', " ") } else { text.to_string() }, place)
    }
}
