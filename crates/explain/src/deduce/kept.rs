//! Results of the solver that are kept from one deduction to the next.

use super::super::groups::Group;
use super::super::knowledge::Knowledge;
use super::super::prover::{LARGE, Prover};
use sator_model::UnknownId;

/// A formula of all groups in which the facts hold.
pub(super) struct Held {
    pub prover: Prover,
    /// The number of groups.
    pub groups: usize,
    /// The number of facts that hold.
    pub facts: usize,
}

/// Marks a conclusion that the groups around it don't imply.
pub(super) struct OpenNear {
    /// The unknowns of these groups, sorted.
    unknowns: Vec<UnknownId>,
    /// The number of facts at the time.
    facts: usize,
}

impl OpenNear {
    /// Leaves out groups about a whole board: every fact is about them, and few facts change their consequences near the conclusion.
    pub(super) fn new<'a>(near: impl Iterator<Item = &'a Group>, knowledge: &Knowledge) -> OpenNear {
        let scopes = near.map(|group| &group.scope).filter(|scope| scope.len() < LARGE);
        let mut unknowns: Vec<UnknownId> = scopes.flatten().copied().collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        OpenNear { unknowns, facts: knowledge.facts.len() }
    }

    /// Whether there are new facts about the unknowns.
    pub(super) fn is_stale(&self, knowledge: &Knowledge) -> bool {
        knowledge.facts[self.facts..].iter().any(|fact| self.unknowns.binary_search(&fact.unknown).is_ok())
    }
}
