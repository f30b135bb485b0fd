//! What the things of an argument are called.

use super::super::deduce::Deduction;
use super::super::groups::{Group, rule_of, text_of, told_as_a_whole};
use super::super::knowledge::Knowledge;
use super::{Board, End, Turn};
use crate::logic::argument::Argument;
use crate::mask::Mask;
use rustc_hash::FxHashSet;
use sator_answer::{Atom, joint_wording};
use sator_lang::elaborate::Elaborator;
use sator_model::wording::{called, either, has_phrase, value_wording};
use sator_model::{Kind, UnknownId};

/// How things are called.
pub(crate) struct Names<'a> {
    pub elaborator: &'a Elaborator,
    pub groups: &'a [Group],
    pub board: &'a Board,
    pub knowledge: &'a Knowledge,
    /// What has no name and no words, but is supposed or follows: it is told by letters, `A` first.
    pub lettered: Vec<UnknownId>,
}

/// More than these are not told by letters.
const LETTERS: usize = 26;

/// The unknowns without words that steps are about: what they suppose, and their conclusions. What no step supposes is told by
/// the statements alone where it is of a standard rule: these have words of their own.
pub(crate) fn lettered(
    elaborator: &Elaborator,
    groups: &[Group],
    board: &Board,
    deduction: &Deduction,
) -> Vec<UnknownId> {
    let mut found: Vec<UnknownId> = vec![];
    for step in deduction.parts.iter().chain([deduction]) {
        match &step.argument {
            Some(Argument::Cases { turns, end }) => supposed(turns, end, &mut found),
            Some(Argument::Together(each)) => each.iter().for_each(|one| supposed(&one.turns, &one.end, &mut found)),
            _ => {}
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|u| !board.is_describable[*u] && seen.insert(*u));
    let nothing = found.is_empty();
    let concluded = deduction.parts.iter().chain([deduction]).flat_map(|step| &step.conclusions).map(|c| c.unknown);
    found.extend(concluded.filter(|u| !board.is_describable[*u] && seen.insert(*u)));
    let standard =
        |g: &Group| elaborator.sources.is_library(g.origin.span) && g.scope.iter().any(|u| found.contains(u));
    if nothing && groups.iter().any(standard) {
        return vec![];
    }
    if found.len() > LETTERS { vec![] } else { found }
}

fn supposed(turns: &[Turn], end: &End, found: &mut Vec<UnknownId>) {
    found.extend(turns.first().map(|turn| turn.cell));
    if let End::Either(_, branches) = end {
        branches.iter().for_each(|b| supposed(&b.turns, &b.end, found));
    }
}

impl Names<'_> {
    /// `row 3`, `17-cage at r2c3`, `clue 3 at r1c2`, or the statement.
    pub(crate) fn unit(&self, unit: usize) -> String {
        let group = &self.groups[unit];
        let text = text_of(group, self.elaborator);
        let own = rule_of(group).and_then(|rule| text.strip_prefix(rule)?.strip_prefix(" > "));
        own.unwrap_or(&text).to_string()
    }

    /// As [`Names::unit`], with the rule that it is of: `sudoku(x) > row 3`.
    pub(crate) fn whole(&self, unit: usize) -> String {
        let short = self.unit(unit);
        let text = text_of(&self.groups[unit], self.elaborator);
        if text.ends_with(&short) { text } else { short }
    }

    /// Whether it is called by what the rule says of it: `row 1 has one 2`.
    pub(super) fn is_sentence(&self, unit: usize) -> bool {
        let origin = &self.groups[unit].origin;
        origin.because.is_some() && origin.label.is_none() && told_as_a_whole(origin).is_none()
    }

    /// Whether a text names what is hidden.
    pub(super) fn leaks(&self, text: &str) -> bool {
        self.elaborator.model.unknowns.iter().any(|u| u.hidden && u.inner && text.contains(&u.name))
    }

    pub(super) fn units(&self, units: &[usize]) -> String {
        units.iter().map(|&u| self.unit(u)).collect::<Vec<_>>().join(", ")
    }

    /// Whether nothing can be said of it: it is hidden, and has no words.
    pub(super) fn is_hidden(&self, u: UnknownId) -> bool {
        !self.board.is_describable[u] && !self.lettered.contains(&u)
    }

    fn letter(&self, u: UnknownId) -> Option<char> {
        let at = self.lettered.iter().position(|&v| v == u)?;
        Some((b'A' + at as u8) as char)
    }

    /// What an atom says.
    pub(super) fn told(&self, atom: &Atom) -> String {
        let model = &self.elaborator.model;
        let Some(letter) = self.letter(atom.unknown) else { return atom.wording(model) };
        match (model.unknown(atom.unknown).kind, (atom.value != 0) == atom.is) {
            (Kind::Bool, true) => format!("{letter} holds"),
            (Kind::Bool, false) => format!("{letter} does not hold"),
            _ => {
                format!(
                    "{letter} {} {}",
                    if atom.is { "=" } else { "!=" },
                    value_wording(model, atom.unknown, atom.value)
                )
            }
        }
    }

    /// What some atoms say, those of a kind together.
    pub(super) fn joint_wording(&self, atoms: &[Atom]) -> Vec<String> {
        let (own, others): (Vec<Atom>, Vec<Atom>) = atoms.iter().partition(|a| self.letter(a.unknown).is_some());
        let mut told = joint_wording(&self.elaborator.model, &others);
        told.extend(own.iter().map(|atom| self.told(atom)));
        told
    }

    /// What the letters stand for: `A and B are hidden in chain(x)`.
    pub(super) fn letters(&self) -> Option<String> {
        let first = *self.lettered.first()?;
        let unit = self.groups.iter().position(|g| g.scope.contains(&first));
        let owner = unit.and_then(|unit| rule_of(&self.groups[unit]));
        let owner = owner.filter(|text| !self.leaks(text)).unwrap_or("a rule");
        let last = self.letter(*self.lettered.last()?)?;
        Some(match self.lettered.len() {
            1 => format!("A is hidden in {owner}"),
            2 => format!("A and B are hidden in {owner}"),
            _ => format!("A to {last} are hidden in {owner}"),
        })
    }

    /// Whether it is hidden but has words.
    pub(super) fn has_words(&self, u: UnknownId) -> bool {
        let unknown = self.elaborator.model.unknown(u);
        self.board.is_describable[u] && unknown.hidden && unknown.inner
    }

    /// Whether it has no name, but sentences that say yes and no of it.
    pub(super) fn is_sentence_of(&self, u: UnknownId) -> bool {
        has_phrase(&self.elaborator.model, u)
    }

    pub(crate) fn cell(&self, u: UnknownId) -> String {
        self.letter(u).map_or_else(|| called(&self.elaborator.model, u), String::from)
    }

    pub(super) fn cells(&self, cells: &[UnknownId]) -> String {
        cells.iter().map(|&c| self.cell(c)).collect::<Vec<_>>().join(" ")
    }

    /// The values in a mask, of the domain of this cell.
    pub(super) fn values(&self, cell: UnknownId, mask: Mask) -> String {
        let model = &self.elaborator.model;
        let values = self.knowledge.values_in(cell, mask & self.knowledge.full(cell));
        let texts: Vec<String> = values.into_iter().map(|v| value_wording(model, cell, v)).collect();
        let number = |text: &String| text.parse::<i64>().is_ok();
        match texts.iter().all(number) {
            true => texts.join(" "),
            false => either(&texts),
        }
    }
}
