//! Words for statements, arguments and steps: the only place that makes sentences of them.
//!
//! [`statement_text`] names a statement, [`sentence`] and [`cases()`] make the argument of a step readable. A sentence has at most
//! 200 characters and never the name of a hidden unknown.

mod alike;
mod argument;
mod cases;
mod chain;
mod notation;
mod single;
mod statement;
#[cfg(test)]
mod tests;
mod violation;

pub(crate) use alike::facts;
pub use notation::notation;
pub(crate) use statement::{clue_noun, turns_text};
pub use statement::{own_text, spoken_text, statement_text};

use sator_answer::{Inference, Step};
use sator_model::wording::{alternatives, name_wording, value_wording};
use sator_model::{Atom, Kind, Model, UnknownId};

/// Characters of a sentence at most.
pub(crate) const LONGEST: usize = 200;

/// Numbers in words.
const NUMBERS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The argument of a step in a sentence.
pub fn sentence(model: &Model, step: &Step) -> String {
    Narrator { model, placeholders: &step.placeholders.unknowns }.sentence(&step.inference)
}

/// The place of a step: the house, statement or cells that its argument is about.
pub fn place(model: &Model, step: &Step) -> String {
    let narrator = Narrator { model, placeholders: &step.placeholders.unknowns };
    let place = narrator.place(&step.inference).filter(|text| !text.is_empty() && !narrator.leaks(text));
    let first = step.conclusions().first().map(|atom| atom.unknown);
    place.or_else(|| first.map(|u| name_wording(model, u))).unwrap_or_else(|| "the whole puzzle".into())
}

/// The cases of a step in sentences, after the sentences of steps about hidden unknowns.
pub fn cases(model: &Model, step: &Step) -> Vec<String> {
    Narrator { model, placeholders: &step.placeholders.unknowns }.cases(step)
}

/// The source of all words: the model and the placeholders of a step.
struct Narrator<'a> {
    model: &'a Model,
    /// Hidden unknowns for which letters stand, `A` first.
    placeholders: &'a [UnknownId],
}

impl Narrator<'_> {
    /// The letter of a hidden unknown.
    fn letter(&self, u: UnknownId) -> Option<char> {
        let at = self.placeholders.iter().position(|&v| v == u)?;
        Some((b'A' + at as u8) as char)
    }

    /// Whether words can't speak of it.
    fn is_hidden(&self, u: UnknownId) -> bool {
        !sator_model::wording::is_describable(self.model, u) && self.letter(u).is_none()
    }

    /// Whether it is hidden, and its rule has words for it.
    fn has_words(&self, u: UnknownId) -> bool {
        let unknown = self.model.unknown(u);
        sator_model::wording::is_describable(self.model, u) && unknown.hidden && unknown.inner
    }

    /// Whether a text names a hidden unknown.
    fn leaks(&self, text: &str) -> bool {
        self.model.unknowns.iter().any(|u| u.hidden && u.inner && text.contains(&u.name))
    }

    fn cell(&self, u: UnknownId) -> String {
        self.letter(u).map_or_else(|| name_wording(self.model, u), String::from)
    }

    fn cells(&self, cells: &[UnknownId]) -> String {
        let names: Vec<String> = cells.iter().map(|&c| self.cell(c)).collect();
        // A name of several words ends with a comma.
        names.join(if names.iter().any(|name| name.contains(' ')) { ", " } else { " " })
    }

    fn value(&self, cell: UnknownId, value: i64) -> String {
        value_wording(self.model, cell, value)
    }

    /// `4 5 6`, or words as `black or white`.
    fn values(&self, cell: UnknownId, values: &[i64]) -> String {
        let texts: Vec<String> = values.iter().map(|&v| self.value(cell, v)).collect();
        let is_number = |text: &String| text.parse::<i64>().is_ok();
        if texts.iter().all(is_number) { texts.join(" ") } else { alternatives(&texts) }
    }

    fn atom(&self, atom: &Atom) -> String {
        let Some(letter) = self.letter(atom.unknown) else { return atom.wording(self.model) };
        match (self.model.unknown(atom.unknown).kind, (atom.value != 0) == atom.is) {
            (Kind::Bool, true) => format!("{letter} holds"),
            (Kind::Bool, false) => format!("{letter} does not hold"),
            _ => {
                let sign = if atom.is { "=" } else { "!=" };
                format!("{letter} {sign} {}", self.value(atom.unknown, atom.value))
            }
        }
    }

    /// Atoms in words, those of a kind together.
    fn atoms(&self, atoms: &[Atom]) -> Vec<String> {
        let (own, others): (Vec<Atom>, Vec<Atom>) = atoms.iter().partition(|a| self.letter(a.unknown).is_some());
        let mut texts = sator_model::wording::joint_wording(self.model, &others);
        texts.extend(own.iter().map(|atom| self.atom(atom)));
        texts
    }

    /// The argument of an inference as a sentence. A sentence of more than [`LONGEST`] characters, or with the name of a hidden
    /// unknown, is replaced by the list of statements.
    fn sentence(&self, inference: &Inference) -> String {
        let text = self.argument(inference);
        if text.chars().count() <= LONGEST && !self.leaks(&text) {
            return text;
        }
        match &inference.statements[..] {
            [one] => spoken_text(self.model, one).chars().take(LONGEST).collect(),
            several => self.together(several),
        }
    }
}
