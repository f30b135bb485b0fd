//! Which clue a constraint comes from: the token that was read for it, if it was only one.
//!
//! What is read in a turn of a loop, or in the body of a rule, belongs to that turn or use alone; so an
//! explanation can say "clue 3 at r1c2" of what a rule makes of that clue, and a `require` can point at it.

use super::Elaborator;
use super::value::{Clues, Outside, Side, Value};
use crate::syntax::ast::Spots;
use rustc_hash::FxHashSet;
use sator_base::source::Span;
use sator_model::lines::corner_text;

/// Clues of a picture that no statement reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub picture: String,
    /// The first of them; none where that is so of all clues in the picture.
    pub first: Option<String>,
    /// How many besides the first.
    pub more: usize,
}

/// The tokens of clues read for what is elaborated now.
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

    /// Takes in what a generator read: a token if it was one, else that there were several.
    pub(super) fn read_all(&mut self, inner: Reading) {
        match inner.only() {
            Some(token) => self.read(token),
            None => self.several |= inner.first.is_some() || inner.several,
        }
    }

    /// Takes in what was read after this, as if it had been read here.
    pub(super) fn then(&mut self, after: Reading) {
        after.first.into_iter().for_each(|token| self.read(token));
        self.several |= after.several;
    }

    /// The token, if no other was read.
    pub(super) fn only(self) -> Option<Span> {
        self.first.filter(|_| !self.several)
    }
}

/// The tokens of clues that some statement has read, in the order of the first reading.
#[derive(Default)]
pub(super) struct Reads {
    set: FxHashSet<Span>,
    order: Vec<Span>,
    /// Where a token was read by the start of its text, a place for several starts: most are read again and again.
    recent: Vec<Option<Span>>,
}

/// Places for tokens read lately, a power of two.
const RECENT: usize = 1 << 12;

impl Reads {
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

impl Elaborator {
    /// A statement looks at this clue, or at its place.
    pub(super) fn note_read(&mut self, token: Span) {
        self.reads.note(token);
    }

    /// A picture that is a list is read as a whole wherever it is named.
    pub(super) fn note_list_read(&mut self, value: &Value) {
        if let Value::Clues(clues) = value
            && self.is_list(clues)
        {
            self.note_all_read(value);
        }
    }

    /// Everything in a picture is looked at.
    pub(super) fn note_all_read(&mut self, value: &Value) {
        match value {
            Value::Clues(clues) => clues.spans.iter().for_each(|&token| self.reads.note(token)),
            Value::Outside(outside) => outside.spans.iter().for_each(|&token| self.reads.note(token)),
            _ => {}
        }
    }

    /// The clues of the script that no statement has looked at.
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

    /// The tokens of what a loop runs through, turn by turn, where these are clues.
    pub(super) fn tokens_of_turns(&self, value: &Value) -> Vec<Span> {
        match value {
            Value::Outside(outside) => outside.spans.clone(),
            // Of a list the turns are not all clues that are there.
            Value::Clues(clues) if !self.is_list(clues) => clues.there().map(|(_, token)| token).collect(),
            _ => vec![],
        }
    }

    /// Notes where the tokens of a picture stand.
    pub(super) fn place_clues(&mut self, clues: &Clues) {
        let grid = self.grid_named(clues.of.as_deref()).map(|id| self.model.grid(id));
        let fits = grid.is_none_or(|g| (g.rows, g.cols) == (clues.rows, clues.cols));
        let on_cells = clues.spots == Spots::Cells && fits && !self.is_list(clues);
        for (at, token) in clues.there() {
            let (row, col) = (at / clues.cols + 1, at % clues.cols + 1);
            let place = match clues.spots {
                _ if on_cells => format!("at r{row}c{col}"),
                Spots::Corners => format!("at {}", corner_text(row - 1, col - 1)),
                _ if clues.rows == 1 => format!("in place {col} of {}", clues.name),
                _ => format!("in row {row}, column {col} of {}", clues.name),
            };
            self.clue_places.insert(token, place);
        }
    }

    /// The same for clues around the edge.
    pub(super) fn place_outside(&mut self, outside: &Outside) {
        let there = outside.sides.iter().flat_map(|(side, clues, _)| {
            let clues = clues.iter().enumerate().filter(|(_, clue)| !matches!(clue, Value::None));
            clues.map(move |(line, _)| match side {
                Side::Top => format!("above column {}", line + 1),
                Side::Bottom => format!("below column {}", line + 1),
                Side::Left => format!("left of row {}", line + 1),
                Side::Right => format!("right of row {}", line + 1),
            })
        });
        self.clue_places.extend(outside.spans.iter().copied().zip(there));
    }

    /// `the clue of m there is the word "w"`
    pub(super) fn clue_told(&self, token: Span) -> Option<String> {
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
        let place = self.clue_places.get(&token).map_or("there", String::as_str);
        Some(format!("the clue of {holder} {place} is {kind}`{text}`"))
    }

    /// The token of a clue as it is typed, and where it stands: `3`, `at r1c2`. The place is empty where nobody noted it.
    pub fn clue_name(&self, token: Span) -> (String, String) {
        let place = self.clue_places.get(&token).cloned().unwrap_or_default();
        let text = self.sources.slice(token);
        // `0,down` is two words, `1,2` two numbers.
        let words = text.contains(char::is_alphabetic);
        (if words { text.replace(',', " ") } else { text.to_string() }, place)
    }
}
