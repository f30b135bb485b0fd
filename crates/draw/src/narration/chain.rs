//! Wings and chains in sentences.

use super::Narrator;
use sator_answer::{ChainKind, StatementName};
use sator_model::{Atom, UnknownId};

impl Narrator<'_> {
    /// The alternatives at the ends of a chain, with the reason for them. Both exclude the first link, which is the hypothesis.
    /// `by` has the house of each link, `None` for a link through a cell.
    pub(super) fn chain(&self, kind: ChainKind, links: &[Atom], by: &[Option<StatementName>]) -> String {
        let alternatives = self.wing(kind, links).or_else(|| self.two_lines(kind, links, by));
        let alternatives = alternatives.or_else(|| self.w_wing(kind, links, by));
        format!("{}: {}", kind.name(), alternatives.unwrap_or_else(|| self.implications(&links[1..])))
    }

    /// `r1c2 (3 8) sees r2c3 (4 8) and r9c2 (3 4), so one of r2c3 and r9c2 is 4`.
    fn wing(&self, kind: ChainKind, links: &[Atom]) -> Option<String> {
        let (ChainKind::XyWing, [_, a, x, pivot, y, b, _]) = (kind, links) else { return None };
        let (pivot, first) = (self.with_two(pivot.unknown, [x, y]), self.with_two(a.unknown, [a, x]));
        let second = self.with_two(b.unknown, [y, a]);
        Some(format!("{pivot} sees {first} and {second}, so {}", self.one_of(a, b.unknown)))
    }

    /// `7 in row 5 is in r5c2 or r5c7, in row 9 in r9c1 or r9c7; r5c7 and r9c7 share column 7, so one of r5c2 and r9c1 is 7`.
    fn two_lines(&self, kind: ChainKind, links: &[Atom], by: &[Option<StatementName>]) -> Option<String> {
        let (ChainKind::Skyscraper | ChainKind::TwoStringKite, [_, a, from_a, to_b, b]) = (kind, links) else {
            return None;
        };
        let [_, _, Some(first), Some(between), Some(second)] = by else { return None };
        let [a_cell, a_other, b_other, b_cell] = [a, from_a, to_b, b].map(|link| self.cell(link.unknown));
        Some(format!(
            "{} in {} is in {a_cell} or {a_other}, in {} in {b_other} or {b_cell}; {a_other} and {b_other} share {}, so {}",
            self.value(a.unknown, a.value),
            self.name(first),
            self.name(second),
            self.name(between),
            self.one_of(a, b.unknown)
        ))
    }

    /// `4 in row 3 is in r3c8 or r3c2; r6c8 and r5c2 (4 9) see these, so one of r6c8 and r5c2 is 9`.
    fn w_wing(&self, kind: ChainKind, links: &[Atom], by: &[Option<StatementName>]) -> Option<String> {
        let (ChainKind::WWing, [_, a, from_a, seen_by_a, seen_by_b, b, _]) = (kind, links) else { return None };
        let house = by.get(4)?.as_ref()?;
        Some(format!(
            "{} in {} is in {} or {}; {} and {} see these, so {}",
            self.value(from_a.unknown, from_a.value),
            self.name(house),
            self.cell(seen_by_a.unknown),
            self.cell(seen_by_b.unknown),
            self.cell(a.unknown),
            self.with_two(b.unknown, [a, from_a]),
            self.one_of(a, b.unknown)
        ))
    }

    /// `if r2c3 != 4, then r2c3 = 8, r1c2 = 3, r9c2 = 4, so r2c3 = 4 or r9c2 = 4`.
    fn implications(&self, links: &[Atom]) -> String {
        let text = |atom: &Atom| self.atom(atom);
        let then: Vec<String> = links.iter().filter(|link| link.is).map(text).collect();
        let (first, last) = (links[0], links[links.len() - 1]);
        let ends = format!("{} or {}", text(&Atom { is: true, ..first }), text(&last));
        format!("if {}, then {}, so {ends}", text(&first), then.join(", "))
    }

    /// `r1c2 (3 8)`, the values of two links in order.
    fn with_two(&self, cell: UnknownId, of: [&Atom; 2]) -> String {
        let mut values = of.map(|atom| atom.value);
        values.sort_unstable();
        self.with_values(cell, &values)
    }

    /// `r1c2 (3 8 9)`.
    pub(super) fn with_values(&self, cell: UnknownId, values: &[i64]) -> String {
        format!("{} ({})", self.cell(cell), self.values(cell, values))
    }

    /// `one of r2c3 and r9c2 is 4`.
    fn one_of(&self, first: &Atom, second: UnknownId) -> String {
        let value = self.value(first.unknown, first.value);
        format!("one of {} and {} is {value}", self.cell(first.unknown), self.cell(second))
    }
}
