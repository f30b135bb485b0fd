//! Results of the solver that are kept from one deduction to the next.

use super::super::groups::Group;
use super::super::knowledge::{Fact, Knowledge};
use super::super::prover::{LARGE, ProofContext, Prover};
use rustc_hash::FxHashSet;
use sator_model::{Assignment, UnknownId};

/// A formula of all groups in which the facts hold.
pub(super) struct FactFormula {
    pub prover: Prover,
    /// The number of groups.
    pub groups: usize,
    /// The number of facts that hold.
    pub facts: usize,
}

/// Groups that a kept formula of few groups can have. A check has the solver find values of all its unknowns, and a formula made anew
/// for each deduction takes longer to write than to ask.
const FEW_HELD: usize = 60;

/// A formula of a few groups, none of which is assumed.
pub(in super::super) struct FewHeld {
    pub prover: Prover,
    few: FxHashSet<usize>,
    /// The number of groups of the puzzle.
    groups: usize,
}

impl FewHeld {
    /// A formula that has these groups: the kept one where it has few others, else one of these alone.
    pub(in super::super) fn with(kept: Option<FewHeld>, few: &[usize], proof: &mut ProofContext) -> FewHeld {
        let groups = proof.groups.len();
        let is_of_use = |kept: &FewHeld| {
            let new = few.iter().filter(|group| !kept.few.contains(group)).count();
            kept.groups == groups && kept.few.len() + new <= FEW_HELD && kept.prover.spent().is_none()
        };
        match kept.filter(is_of_use) {
            Some(mut kept) => {
                let new: Vec<usize> = few.iter().copied().filter(|&group| kept.few.insert(group)).collect();
                kept.prover.add(proof.groups, &new);
                kept
            }
            None => FewHeld { prover: proof.of_few(few), few: few.iter().copied().collect(), groups },
        }
    }
}

/// Marks a conclusion that the groups around it don't imply.
pub(super) struct OpenNear {
    /// The unknowns of these groups, sorted.
    unknowns: Vec<UnknownId>,
    /// A solution of these groups in which the conclusion doesn't hold, if one is known.
    witness: Option<Assignment>,
    /// The number of facts at the time.
    facts: usize,
}

/// Whether a mark still holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// There is no new fact about the unknowns.
    Fresh,
    /// The witness agrees with the new facts about the unknowns.
    Witnessed,
    Stale,
}

impl OpenNear {
    /// Leaves out groups about a whole board: every fact is about them, and few facts change their consequences near the conclusion.
    pub(super) fn new<'a>(
        near: impl Iterator<Item = &'a Group>,
        witness: Option<Assignment>,
        knowledge: &Knowledge,
    ) -> OpenNear {
        let scopes = near.map(|group| &group.scope).filter(|scope| scope.len() < LARGE);
        let mut unknowns: Vec<UnknownId> = scopes.flatten().copied().collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        OpenNear { unknowns, witness, facts: knowledge.facts.len() }
    }

    /// Looks at the facts that are new since the last time.
    pub(super) fn mark(&mut self, knowledge: &Knowledge) -> Mark {
        let is_about = |fact: &&Fact| self.unknowns.binary_search(&fact.unknown).is_ok();
        let mut new = knowledge.facts[self.facts..].iter().filter(is_about).peekable();
        if new.peek().is_none() {
            return Mark::Fresh;
        }
        let Some(witness) = &self.witness else { return Mark::Stale };
        let agrees = |fact: &Fact| {
            let bit = knowledge.bit(fact.unknown, witness.get(fact.unknown));
            bit.is_some_and(|bit| fact.allowed & bit != 0)
        };
        if !new.all(agrees) {
            return Mark::Stale;
        }
        self.facts = knowledge.facts.len();
        Mark::Witnessed
    }
}
