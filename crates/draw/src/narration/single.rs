//! The values that one statement leaves to its cells, in words.

use super::{NUMBERS, Narrator};
use sator_answer::{Block, BlockKind, BlockReason, Bound, Count, Leaves, Single, StatementPart};
use sator_model::wording::{cell_wording, in_runs, joint_wording};
use sator_model::{Atom, LineKind, UnknownId};

/// Ends the name of a sum of different values.
const ALL_DIFFERENT: &str = ", all different";

impl Narrator<'_> {
    /// `17-cage at r2c3: only 8 9`, `the 2 at r2c2 has its two borders`.
    pub(super) fn single(&self, single: &Single, conclusions: &[Atom]) -> String {
        let name = self.single_name(single);
        match &single.leaves {
            Leaves::Rest { known: 0, .. } if conclusions.first().is_some_and(|c| self.model.is_line(c.unknown)) => {
                format!("{} has only this way left", self.noun(&single.statement))
            }
            Leaves::Most(lines) => {
                let number = number_word(*lines as i64);
                format!("{} has only {number} ways left and needs all lines of each", self.noun(&single.statement))
            }
            Leaves::Rest { total, known } => format!("{name}: {total} - {known} is left"),
            // `17-cage at r2c3: 8 + 9`. Terms differ without being called different. A typed sum has its own `+`.
            Leaves::Only { values, are_terms: true, .. }
                if !matches!(single.statement.part, StatementPart::Typed { .. }) =>
            {
                let terms: Vec<String> = values.iter().map(i64::to_string).collect();
                format!("{}: {}", self.name(&single.statement), terms.join(" + "))
            }
            Leaves::Only { cell, values, .. } => format!("{name}: only {}", self.values(*cell, values)),
            Leaves::Count(count) => self.count(single, count),
            Leaves::Blocks(reasons) => format!("{name}: {}", self.block_reasons(reasons)),
            Leaves::Bounds(bounds) => {
                // The sentence doesn't repeat a conclusion.
                let stated = joint_wording(self.model, conclusions);
                let is_stated = |bound: &Bound, u: UnknownId| {
                    if self.model.is_line(u) && conclusions.iter().any(|c| c.unknown == u) {
                        return true;
                    }
                    let cell = self.cell(u);
                    match bound {
                        Bound::AtMost(value) => stated.contains(&format!("{cell} <= {value}")),
                        Bound::AtLeast(value) => stated.contains(&format!("{cell} >= {value}")),
                        Bound::Only(_) => self.has_words(u) && conclusions.iter().any(|c| c.unknown == u),
                    }
                };
                let text = |(bound, cells): &(Bound, Vec<UnknownId>)| {
                    let cells: Vec<UnknownId> = cells.iter().copied().filter(|&c| !is_stated(bound, c)).collect();
                    let first = *cells.first()?;
                    Some(format!("{} {}", self.cells(&cells), self.bound(first, bound)))
                };
                let texts: Vec<String> = bounds.iter().filter_map(text).collect();
                if texts.is_empty() { name } else { format!("{name}: {}", texts.join(", ")) }
            }
        }
    }

    /// The statement among others: its name, or its count.
    pub(super) fn single_in_short(&self, single: &Single) -> String {
        match &single.leaves {
            Leaves::Count(count) => self.count(single, count),
            _ => self.single_name(single),
        }
    }

    /// `the places of the 4 overlap`, `the 2 goes on from r1c3, no block reaches r1c6 r1c7`. Cells are named where reasons differ.
    fn block_reasons(&self, reasons: &[BlockReason]) -> String {
        let texts: Vec<String> = reasons.iter().map(|reason| self.block_reason(reason, reasons.len() == 1)).collect();
        texts.join(", ")
    }

    fn block_reason(&self, reason: &BlockReason, is_only: bool) -> String {
        let block = reason.block.map_or_else(String::new, block_name);
        let cells = in_runs(self.model, &reason.cells);
        let (text, preposition) = match reason.kind {
            BlockKind::OutOfReach if !is_only => return format!("no block reaches {cells}"),
            BlockKind::OutOfReach if reason.cells.len() == 1 => return "no block reaches it".into(),
            BlockKind::OutOfReach => return "no block reaches them".into(),
            BlockKind::Overlap => (format!("the places of {block} overlap"), "in"),
            BlockKind::OnePlace => (format!("{block} has one place"), "with"),
            BlockKind::Edge(cell) => (format!("{block} goes on from {}", self.cell(cell)), "to"),
            BlockKind::Finished => (format!("{block} has all its cells"), "beside"),
            BlockKind::Full => return "the blocks fill the line".into(),
            BlockKind::Complete => return "the line is complete".into(),
        };
        if is_only { text } else { format!("{text} {preposition} {cells}") }
    }

    fn single_name(&self, single: &Single) -> String {
        let name = self.name(&single.statement);
        if single.all_different { format!("{name}{ALL_DIFFERENT}") } else { name }
    }

    fn bound(&self, cell: UnknownId, bound: &Bound) -> String {
        match bound {
            Bound::AtMost(value) => format!("at most {}", self.value(cell, *value)),
            Bound::AtLeast(value) => format!("at least {}", self.value(cell, *value)),
            Bound::Only(values) => format!("only {}", self.values(cell, values)),
        }
    }

    /// `the 3 at r2c2 has only three borders left`, `the 2 at r2c2 has its two borders`.
    fn count(&self, single: &Single, count: &Count) -> String {
        let total = count.total;
        let number = number_word(total);
        let thing = self.thing(count.about, total);
        let name = self.noun(&single.statement);
        match (count.all_hold, single.statement.is_sentence(), total) {
            (true, true, _) => {
                let are = if total == 1 { "is" } else { "are" };
                format!("{name}, and only {number} {thing} {are} left")
            }
            (true, false, _) => format!("{name} has only {number} {thing} left"),
            (false, true, 0) => name,
            (false, true, _) => format!("{name} already"),
            (false, false, 0) => format!("{name} has no {}", self.counted_thing(count).unwrap_or(thing.into())),
            (false, false, _) => {
                format!("{name} has its {number} {}", self.counted_thing(count).unwrap_or(thing.into()))
            }
        }
    }

    /// The counted cells in words of the rule: `shaded cells`, `stars`.
    fn counted_thing(&self, count: &Count) -> Option<String> {
        let conditions = count.conditions.as_ref()?;
        let mut words = conditions.iter().map(|&(u, yes)| cell_wording(self.model, u, yes));
        let first = words.next()??;
        if words.all(|other| other == Some(first)) { first.counted(count.total) } else { None }
    }

    /// The name of the things that a condition counts, one or several.
    fn thing(&self, of: UnknownId, number: i64) -> &'static str {
        let kind = self.model.lines.iter().find(|l| l.place_of(of).is_some()).map(|l| l.kind);
        match (kind, number == 1) {
            (Some(LineKind::Fences), true) => "border",
            (Some(LineKind::Fences), false) => "borders",
            (Some(LineKind::Partition), true) => "joined neighbour",
            (Some(LineKind::Partition), false) => "joined neighbours",
            (Some(_), true) => "line",
            (Some(_), false) => "lines",
            (None, true) => "cell",
            (None, false) => "cells",
        }
    }
}

/// `two`, and a larger number in digits.
fn number_word(number: i64) -> String {
    let word = usize::try_from(number).ok().and_then(|n| NUMBERS.get(n));
    word.map_or_else(|| number.to_string(), |word| word.to_string())
}

/// `the 4`, `the second 2`
fn block_name(block: Block) -> String {
    const ORDINALS: [&str; 9] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    let Block { length, number } = block;
    let length = length.map_or_else(|| "?".to_string(), |length| length.to_string());
    match number.map(|number| (number, ORDINALS.get(number - 1))) {
        None => format!("the {length}"),
        Some((_, Some(ordinal))) => format!("the {ordinal} {length}"),
        Some((number, None)) => format!("the {length} number {number}"),
    }
}
