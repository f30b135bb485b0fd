//! What the things of an argument are called.

use super::super::groups::{Group, text_of, told_as_a_whole};
use super::super::knowledge::Knowledge;
use super::super::local::Mask;
use super::Board;
use crate::elaborate::Elaborator;
use crate::model::UnknownId;
use crate::model::told::{called, either, has_phrase, told_value};

/// How things are called.
pub(crate) struct Names<'a> {
    pub elaborator: &'a Elaborator,
    pub groups: &'a [Group],
    pub board: &'a Board,
    pub knowledge: &'a Knowledge,
}

impl Names<'_> {
    /// `row 3`, `17-cage at r2c3`, `clue 3 at r1c2`, or the statement.
    pub(crate) fn unit(&self, unit: usize) -> String {
        let group = &self.groups[unit];
        let text = text_of(group, self.elaborator);
        text.rsplit_once(" > ").map_or(text.as_str(), |(_, last)| last).to_string()
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
        origin.told.is_some() && origin.label.is_none() && told_as_a_whole(origin).is_none()
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
        !self.board.is_told[u]
    }

    /// Whether it is hidden but has words.
    pub(super) fn has_words(&self, u: UnknownId) -> bool {
        let unknown = self.elaborator.model.unknown(u);
        self.board.is_told[u] && unknown.hidden && unknown.inner
    }

    /// Whether it has no name, but sentences that say yes and no of it.
    pub(super) fn is_sentence_of(&self, u: UnknownId) -> bool {
        has_phrase(&self.elaborator.model, u)
    }

    pub(crate) fn cell(&self, u: UnknownId) -> String {
        called(&self.elaborator.model, u)
    }

    pub(super) fn cells(&self, cells: &[UnknownId]) -> String {
        cells.iter().map(|&c| self.cell(c)).collect::<Vec<_>>().join(" ")
    }

    /// The values in a mask, of the domain of this cell.
    pub(super) fn values(&self, cell: UnknownId, mask: Mask) -> String {
        let model = &self.elaborator.model;
        let values = self.knowledge.values_in(cell, mask & self.knowledge.full(cell));
        let texts: Vec<String> = values.into_iter().map(|v| told_value(model, cell, v)).collect();
        let number = |text: &String| text.parse::<i64>().is_ok();
        match texts.iter().all(number) {
            true => texts.join(" "),
            false => either(&texts),
        }
    }
}
