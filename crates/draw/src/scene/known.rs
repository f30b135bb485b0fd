//! The text for the knowledge about an unknown: a given, a deduced value, or its candidates.

use super::{CellText, Content, Style};
use sator_model::{Constraint, Domain, Kind, Model, UnknownId, view};
use std::collections::HashSet;

/// By unknown: the value that a statement about it alone fixes, or its domain.
pub fn givens(model: &Model) -> Vec<Option<i64>> {
    fixed(model, &|_| true)
}

/// The puzzle as it is printed: the givens, without values that a rule fixes.
pub fn printed_givens(model: &Model) -> Vec<Option<i64>> {
    let by_rule = |c: &Constraint| {
        let mut frames = std::iter::successors(c.origin.frame.as_deref(), |f| f.parent.as_deref());
        frames.any(|f| f.rule_use().is_some())
    };
    fixed(model, &|c| !by_rule(c))
}

fn fixed(model: &Model, counts: &dyn Fn(&Constraint) -> bool) -> Vec<Option<i64>> {
    let mut values: Vec<Option<i64>> = model.unknowns.iter().map(|unknown| unknown.domain.single()).collect();
    for (u, value) in model.constraints.iter().filter(|c| counts(c)).filter_map(|c| view::value(&model.pool, c.expr)) {
        // The first of two that clash is shown.
        values[u].get_or_insert(value);
    }
    values
}

/// The values that a puzzle starts with.
pub struct Posed {
    /// By unknown, its value among the givens and guesses.
    pub values: Vec<Option<i64>>,
    guesses: HashSet<UnknownId>,
}

impl Posed {
    /// The givens as they are printed, and which of them are guesses of the user.
    pub fn of(model: &Model) -> Posed {
        let guessed = model.constraints.iter().filter(|c| c.origin.is_guess);
        let guesses = guessed.filter_map(|c| view::value(&model.pool, c.expr)).map(|(u, _)| u).collect();
        Posed { values: printed_givens(model), guesses }
    }

    /// The text with the look of a given or a guess, where its unknown starts with a value.
    pub fn styled(&self, text: CellText, u: UnknownId) -> CellText {
        if self.guesses.contains(&u) {
            text.styled(Style::MINE)
        } else if self.values.get(u.index()).is_some_and(Option::is_some) {
            text.styled(Style::GIVEN)
        } else {
            text
        }
    }
}

/// The text of an unknown: its value if that is known.
pub fn known_text(model: &Model, known: &[Option<i64>], u: UnknownId) -> CellText {
    known.get(u.index()).copied().flatten().map_or(CellText::UNKNOWN, |v| CellText::value(model, u, v))
}

/// The candidates of an unknown in a picture: the only one as a value, several as small digits in a square.
pub fn candidate_text(model: &Model, u: UnknownId, values: &Domain) -> CellText {
    let unknown = model.unknown(u);
    match values.single() {
        Some(value) => CellText::value(model, u, value).styled(Style::DERIVED),
        None if unknown.kind == Kind::Bool => CellText::UNKNOWN,
        None if unknown.kind == Kind::Int && unknown.domain.min() >= 0 && unknown.domain.max() <= 9 => {
            CellText::new(Content::Block(value_square(&unknown.domain, values)))
        }
        None => CellText::text(value_list(model, unknown.kind, values, ",")),
    }
}

/// Values with a separator; three or more successive integers as a range.
pub fn value_list(model: &Model, kind: Kind, values: &Domain, separator: &str) -> String {
    let range = |&(a, b): &(i64, i64)| match b.abs_diff(a) {
        0 => a.to_string(),
        1 => format!("{a}{separator}{b}"),
        _ => format!("{a}..{b}"),
    };
    let parts: Vec<String> = match kind {
        Kind::Int => values.ranges().iter().map(range).collect(),
        _ => values.iter().map(|v| model.value_text(kind, v)).collect(),
    };
    parts.join(separator)
}

/// The digits of `domain` in a square, those not among `values` left blank.
pub fn value_square(domain: &Domain, values: &Domain) -> Vec<String> {
    let all: Vec<i64> = domain.iter().collect();
    let side = (1..).find(|s| s * s >= all.len()).unwrap_or(1);
    let digit = |&v: &i64| if values.contains(v) { v.to_string() } else { " ".into() };
    let row = |chunk: &[i64]| format!("{:side$}", chunk.iter().map(digit).collect::<String>());
    all.chunks(side).map(row).collect()
}
