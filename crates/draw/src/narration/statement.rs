//! Names of statements in words.

use sator_answer::{RuleUse, StatementName, StatementPart};
use sator_model::LoopVariable;
use sator_model::wording::joint_wording;
use sator_model::{Model, UnknownId};

/// Cells that a name lists at most.
const LISTED: usize = 6;

/// The name of a statement for users: `sudoku(x) > row 1`, `given r1c1 = 5`, `17-cage at r2c3`.
pub fn statement_text(model: &Model, name: &StatementName) -> String {
    let own = own_text(model, name);
    match name.rule_before() {
        Some(rule) => format!("{rule} > {own}"),
        None => own,
    }
}

/// The same without the rule that it is a part of: `row 1`.
pub fn own_text(model: &Model, name: &StatementName) -> String {
    let text = part_text(model, name);
    match &name.when {
        Some(when) => format!("{text} {when}"),
        None => text,
    }
}

/// The same in a step: the use of a rule by the sentence that the rule has for it, or by its first cell.
pub fn spoken_text(model: &Model, name: &StatementName) -> String {
    match &name.part {
        StatementPart::Use(RuleUse { sentence: Some(sentence), .. }) if name.when.is_none() => sentence.to_string(),
        StatementPart::Use(used) if name.when.is_none() => used.at_first_cell().unwrap_or_else(|| used.text.clone()),
        _ => own_text(model, name),
    }
}

fn part_text(model: &Model, name: &StatementName) -> String {
    match &name.part {
        StatementPart::Given(atom) => format!("given {}", atom.wording(model)),
        StatementPart::GivenText(text) => format!("given {text}"),
        StatementPart::Label(text) | StatementPart::Line(text) => text.clone(),
        StatementPart::Sentence(sentence) => sentence.to_string(),
        StatementPart::Cage { total, first } => format!("{total}-cage at {}", model.place_of(*first)),
        StatementPart::Use(used) => used.in_short().unwrap_or_else(|| used.text.clone()),
        StatementPart::NestedUses { uses, .. } => uses.join(" > "),
        StatementPart::Clue { token, place } => format!("clue {token} {place}").trim_end().to_string(),
        StatementPart::House(place) => place.text.clone(),
        StatementPart::About { visible } => format!("its condition on {}", listed(model, visible)),
        StatementPart::Hidden => name.rule.clone().unwrap_or_else(|| "its condition on the whole".into()),
        StatementPart::Typed { text, turns, .. } if turns.is_empty() => text.clone(),
        StatementPart::Typed { text, turns, .. } => format!("{text} with {}", turns_text(turns)),
        StatementPart::Leaves(atoms) => joint_wording(model, atoms).join(", "),
    }
}

/// `i = 1, c = r1c1`: the variables of the turns of loops.
pub(crate) fn turns_text(turns: &[Vec<LoopVariable>]) -> String {
    turns.iter().flatten().map(LoopVariable::to_string).collect::<Vec<_>>().join(", ")
}

/// The name within a sentence: a clue of one word is a noun, `the 3 at r2c2`.
pub(super) fn noun(model: &Model, name: &StatementName) -> String {
    match clue_noun(name) {
        Some(clue) => format!("the {clue}"),
        None => spoken_text(model, name),
    }
}

/// `3 at r2c2`, of a clue of one word.
pub(crate) fn clue_noun(name: &StatementName) -> Option<String> {
    match &name.part {
        StatementPart::Clue { token, place } if !token.contains(' ') && !place.is_empty() && name.when.is_none() => {
            Some(format!("{token} {place}"))
        }
        _ => None,
    }
}

/// `r1c1, r1c2`, the first few.
fn listed(model: &Model, cells: &[UnknownId]) -> String {
    let more = if cells.len() > LISTED { ", ..." } else { "" };
    let names: Vec<String> = cells.iter().take(LISTED).map(|&u| model.place_of(u)).collect();
    format!("{}{more}", names.join(", "))
}
