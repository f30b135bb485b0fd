//! Which clue a constraint comes from: the token that was read for it, if it was only one.
//!
//! What is read in a turn of a loop, or in the body of a rule, belongs to that turn or use alone; so an
//! explanation can say "clue 3 at r1c2" of what a rule makes of that clue, and a `require` can point at it.

use super::Elaborator;
use super::value::{Clues, Outside, Side, Value};
use crate::source::Span;

/// The tokens of clues read for what is elaborated now.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    pub first: Option<Span>,
    several: bool,
}

impl Reading {
    pub fn read(&mut self, token: Span) {
        match self.first {
            None => self.first = Some(token),
            Some(first) => self.several |= first != token,
        }
    }

    /// Takes in what a generator read: a token if it was one, else that there were several.
    pub fn read_all(&mut self, inner: Reading) {
        match inner.only() {
            Some(token) => self.read(token),
            None => self.several |= inner.first.is_some() || inner.several,
        }
    }

    /// The token, if no other was read.
    pub fn only(self) -> Option<Span> {
        self.first.filter(|_| !self.several)
    }
}

impl Elaborator {
    /// The tokens of what a loop runs through, turn by turn, where these are clues.
    pub(super) fn tokens_of_turns(value: &Value) -> Vec<Span> {
        match value {
            Value::Outside(outside) => outside.spans.clone(),
            Value::Clues(clues) => clues.there().map(|(_, token)| token).collect(),
            _ => vec![],
        }
    }

    /// Notes where the tokens of a picture stand.
    pub(super) fn place_clues(&mut self, clues: &Clues) {
        let grid = self.model.main_grid().map(|id| self.model.grid(id));
        let on_cells = grid.is_none_or(|g| (g.rows, g.cols) == (clues.rows, clues.cols));
        for (at, token) in clues.there() {
            let (row, col) = (at / clues.cols + 1, at % clues.cols + 1);
            let place = match on_cells {
                true => format!("at r{row}c{col}"),
                false => format!("in row {row}, column {col} of {}", clues.name),
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

    /// `clue 3 at r1c2`
    pub fn clue_text(&self, token: Span) -> String {
        let place = self.clue_places.get(&token).map_or("", String::as_str);
        format!("clue {} {place}", self.sources.slice(token)).trim_end().to_string()
    }
}
