//! The knowledge while a puzzle is solved step by step: the domain of each unknown, and the facts that
//! narrow it.
//!
//! A fact is a given (or any statement about one unknown), or the conclusion of a step.

use super::group_csp::{GroupCsp, values_of};
use super::groups::Group;
use crate::mask::{Mask, all_of, lowest};
use sator_answer::Atom;
use sator_model::{Model, UnknownId};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The group of this number.
    Statement(usize),
    /// A conclusion of the step of this number, from 0.
    Step(usize, Atom),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub unknown: UnknownId,
    pub source: Source,
    /// The values that it leaves; all bits where the domain is too wide.
    pub allowed: Mask,
}

impl Fact {
    /// The group that the fact is.
    pub(super) fn statement(&self) -> Option<usize> {
        match self.source {
            Source::Statement(group) => Some(group),
            Source::Step(..) => None,
        }
    }
}

#[derive(Default)]
pub(super) struct Knowledge {
    /// By unknown and position; `None` for domains too wide for a mask.
    pub values: Vec<Option<Arc<[i64]>>>,
    /// By unknown: its whole domain; all bits where that is too wide.
    full: Vec<Mask>,
    /// By unknown: the facts about it, by number.
    facts_of: Vec<Vec<usize>>,
    /// By unknown: the values not ruled out. All bits where the domain is too wide.
    pub domains: Vec<Mask>,
    /// By unknown: its value, where a statement or a step fixes it.
    pub known: Vec<Option<i64>>,
    pub facts: Vec<Fact>,
    /// Groups that are facts, by number.
    pub is_fact: Vec<bool>,
}

impl Knowledge {
    /// Takes in the unknowns and groups added since the last time.
    pub(super) fn extend(&mut self, model: &Model, groups: &[Group]) {
        for i in self.domains.len()..model.unknowns.len() {
            let u = UnknownId::at(i);
            let values = values_of(model, u);
            let full = values.as_ref().map_or(Mask::MAX, |v| all_of(v.len()));
            self.full.push(full);
            self.facts_of.push(vec![]);
            self.domains.push(full);
            self.values.push(values);
            self.known.push(model.unknown(u).domain.single());
        }
        for group in &groups[self.is_fact.len()..] {
            let number = self.is_fact.len();
            let fact = self.learn_statement(model, number, group);
            self.is_fact.push(fact);
        }
    }

    /// Whether the group is about one unknown, and so a fact.
    fn learn_statement(&mut self, model: &Model, number: usize, group: &Group) -> bool {
        let [u] = group.scope[..] else { return false };
        let at = u.index();
        if let Some((_, value)) = group.fixes {
            self.known[at] = Some(value);
        }
        let mut allowed = Mask::MAX;
        if self.values[at].is_some() {
            let Some(csp) = GroupCsp::new(model, &group.constraints) else { return false };
            allowed = csp.possible(&[self.full(u)])[0];
            self.domains[at] &= allowed;
            if allowed.is_power_of_two() {
                self.known[at] = self.value_at(u, allowed);
            }
        } else if group.fixes.is_none() {
            return false;
        }
        self.add(Fact { unknown: u, source: Source::Statement(number), allowed });
        true
    }

    /// Takes in the conclusions of a step.
    pub(super) fn learn(&mut self, step: usize, conclusions: &[Atom]) {
        for &literal in conclusions {
            let at = literal.unknown.index();
            let mut allowed = Mask::MAX;
            if let Some(bit) = self.bit(literal.unknown, literal.value) {
                allowed = if literal.is { bit } else { !bit };
                self.domains[at] &= allowed;
            }
            if literal.is {
                self.known[at] = Some(literal.value);
            }
            self.add(Fact { unknown: literal.unknown, source: Source::Step(step, literal), allowed });
        }
    }

    fn add(&mut self, fact: Fact) {
        self.facts_of[fact.unknown].push(self.facts.len());
        self.facts.push(fact);
    }

    /// Whether it is known.
    pub(super) fn implies(&self, atom: &Atom) -> bool {
        let mask = self.domains[atom.unknown];
        match (atom.is, self.bit(atom.unknown, atom.value)) {
            (true, Some(bit)) => mask == bit,
            (false, Some(bit)) => mask & bit == 0,
            (true, None) => self.known[atom.unknown] == Some(atom.value),
            (false, None) => false,
        }
    }

    /// The whole domain.
    pub(super) fn full(&self, u: UnknownId) -> Mask {
        self.full[u]
    }

    /// The whole domains, by unknown.
    pub(super) fn all_full(&self) -> &[Mask] {
        &self.full
    }

    /// The facts about an unknown, by number.
    pub(super) fn facts_of(&self, u: UnknownId) -> &[usize] {
        &self.facts_of[u]
    }

    /// The bit of a value.
    pub(super) fn bit(&self, u: UnknownId, value: i64) -> Option<Mask> {
        let values = self.values[u].as_ref()?;
        values.binary_search(&value).ok().map(|p| 1 << p)
    }

    /// The value of a mask's lowest bit.
    pub(super) fn value_at(&self, u: UnknownId, mask: Mask) -> Option<i64> {
        let values = self.values[u].as_ref()?;
        values.get(mask.trailing_zeros() as usize).copied()
    }

    /// The values in a mask.
    pub(super) fn values_in(&self, u: UnknownId, mut mask: Mask) -> Vec<i64> {
        let mut found = Vec::new();
        while mask != 0 {
            found.extend(self.value_at(u, lowest(mask)));
            mask &= !lowest(mask);
        }
        found
    }

    /// The facts, each value that a step removed with all others of the same unknown that the step removed: readers know what the step
    /// left, and not parts of that.
    pub(super) fn whole_conclusions(&self, facts: &[usize]) -> Vec<usize> {
        let mut whole: Vec<usize> = Vec::new();
        for &fact in facts {
            let is_same_step = |other: &&usize| match (self.facts[fact].source, self.facts[**other].source) {
                (Source::Step(a, Atom { is: false, .. }), Source::Step(b, Atom { is: false, .. })) => a == b,
                _ => **other == fact,
            };
            whole.extend(self.facts_of(self.facts[fact].unknown).iter().filter(is_same_step));
        }
        let mut seen = rustc_hash::FxHashSet::default();
        whole.retain(|fact| seen.insert(*fact));
        whole
    }

    /// The facts about these unknowns, by number: removed values first, for these are the first that an explanation should do
    /// without.
    pub(super) fn facts_about(&self, unknowns: &[UnknownId]) -> Vec<usize> {
        let mut found: Vec<usize> = unknowns.iter().flat_map(|&u| self.facts_of(u)).copied().collect();
        found.sort_unstable();
        found.sort_by_key(|&f| matches!(self.facts[f].source, Source::Step(_, Atom { is: false, .. })) as u8 ^ 1);
        found
    }
}
