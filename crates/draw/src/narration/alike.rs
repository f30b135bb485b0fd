//! Sentences that differ in one cell only, as one sentence.

use super::statement::spoken_text;
use super::{LONGEST, Narrator};
use sator_answer::{Leaves, RuleUse, Single, StatementName, StatementPart};
use sator_base::text::listed;
use sator_model::Model;

/// Room for ` and 123 more, each by itself`.
const MORE_EACH: usize = 32;

/// Cells that one name lists at most beside its own.
const MOST_LIKEWISE: usize = 8;

/// A text about a statement, and the cell that the text names, where it names exactly one.
struct Named {
    text: String,
    cell: Option<String>,
}

impl Named {
    /// The text before and behind its cell.
    fn around_cell(&self) -> Option<(&str, &str)> {
        self.text.split_once(self.cell.as_deref()?)
    }
}

impl Narrator<'_> {
    /// As many of the statements as fit: `4 at r1c1 needs 5 beside it and 3 more, each by itself`.
    pub(super) fn each(&self, singles: &[Single]) -> String {
        let named = |single: &Single| Named { text: self.single_in_short(single), cell: self.cell_of(single) };
        let all = likewise(&singles.iter().map(named).collect::<Vec<_>>());
        let [first, rest @ ..] = &all[..] else { return String::new() };
        let (mut text, mut named) = (first.clone(), 1);
        for name in rest {
            if text.chars().count() + 2 + name.chars().count() + MORE_EACH > LONGEST {
                break;
            }
            text.push_str(", ");
            text.push_str(name);
            named += 1;
        }
        match (all.len(), all.len() - named) {
            (1, _) => text,
            (_, 0) => format!("{text}, each by itself"),
            (_, more) => format!("{text} and {more} more, each by itself"),
        }
    }

    /// The only cell in the name of a statement. The name of a clue is no sentence unless it has its count.
    fn cell_of(&self, single: &Single) -> Option<String> {
        match &single.statement.part {
            StatementPart::Clue { place, .. } if matches!(single.leaves, Leaves::Count(_)) => {
                place.strip_prefix("at ").map(str::to_string)
            }
            StatementPart::Cage { first, .. } => Some(self.model.place_of(*first)),
            _ => cell_in_sentence(&single.statement).map(str::to_string),
        }
    }
}

/// The only cell that the sentence of a rule names.
fn cell_in_sentence(name: &StatementName) -> Option<&str> {
    match &name.part {
        StatementPart::Sentence(sentence) | StatementPart::Use(RuleUse { sentence: Some(sentence), .. }) => {
            sentence.cell_name()
        }
        _ => None,
    }
}

/// `the 0 at r2c2 has no borders, likewise at r4c1 and r5c3`
fn likewise(names: &[Named]) -> Vec<String> {
    let is_place = |named: &Named| named.around_cell().is_some_and(|(before, _)| before.ends_with(" at "));
    let text = |(first, others): (&Named, Vec<&str>)| match others.is_empty() {
        true => first.text.clone(),
        false => format!("{}, likewise at {}", first.text, listed(&others, "and")),
    };
    alike(names, is_place, MOST_LIKEWISE).into_iter().map(text).collect()
}

/// Statements as facts; denials that end with a cell are joined: `no tree touches r1c4, r2c4 or r6c4`.
pub(crate) fn facts(model: &Model, statements: &[&StatementName]) -> Vec<String> {
    let named = |name: &&StatementName| Named {
        text: fact(model, name),
        cell: cell_in_sentence(name).filter(|_| name.when.is_none()).map(str::to_string),
    };
    let mut names: Vec<Named> = Vec::new();
    for name in statements.iter().map(named) {
        if !names.iter().any(|other| other.text == name.text) {
            names.push(name);
        }
    }
    let is_denial = |named: &Named| {
        named.around_cell().is_some_and(|(before, after)| before.starts_with("no ") && after.is_empty())
    };
    let text = |(first, others): (&Named, Vec<&str>)| match first.around_cell() {
        Some((before, _)) if !others.is_empty() => {
            let cells: Vec<&str> = first.cell.as_deref().into_iter().chain(others).collect();
            format!("{before}{}", listed(&cells, "or"))
        }
        _ => first.text.clone(),
    };
    alike(&names, is_denial, usize::MAX).into_iter().map(text).collect()
}

/// A statement as a fact: a given by what it states.
fn fact(model: &Model, name: &StatementName) -> String {
    match &name.part {
        StatementPart::Given(atom) if name.when.is_none() => atom.wording(model),
        StatementPart::GivenText(text) if name.when.is_none() => text.clone(),
        _ => spoken_text(model, name),
    }
}

/// Each text that differs from all before it in more than its cell, and the cells of at most `most` others like it.
fn alike(names: &[Named], joins: impl Fn(&Named) -> bool, most: usize) -> Vec<(&Named, Vec<&str>)> {
    let mut groups: Vec<(&Named, Vec<&str>)> = Vec::new();
    for name in names {
        let around = name.around_cell().filter(|_| joins(name));
        let same = |group: &&mut (&Named, Vec<&str>)| around.is_some() && group.0.around_cell() == around;
        match groups.iter_mut().find(same) {
            Some((_, others)) if others.len() < most => others.extend(name.cell.as_deref()),
            _ => groups.push((name, vec![])),
        }
    }
    groups
}
