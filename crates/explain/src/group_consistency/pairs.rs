//! Pairs of groups that share unknowns, each as a small constraint problem.

use super::super::deletion::remove_needless;
use super::super::group_csp::{GroupCsp, SEARCHED_UNKNOWNS};
use super::super::groups::Group;
use super::super::knowledge::Knowledge;
use super::{GroupConsistency, Problem, check};
use crate::mask::Mask;
use rustc_hash::FxHashMap;
use sator_base::limits::{Limits, Reason};
use sator_model::{Atom, ExprId, Model, UnknownId};

/// Pairs of groups looked at together.
const PAIRS: usize = 4_000;

/// Nodes evaluated for the values that a pair of groups leaves. Pairs are many, and a reader can't follow what two large groups
/// imply together.
const PAIR_NODES: usize = 60_000;

/// Two groups together.
pub(super) struct Pair {
    pub(super) problem: Problem,
    groups: [usize; 2],
    /// The unknowns of both.
    pub(super) shared: Vec<UnknownId>,
}

impl GroupConsistency {
    /// Every two groups that share two unknowns or more.
    pub(super) fn make_pairs(
        &self,
        model: &Model,
        groups: &[Group],
        plain: &[bool],
        limits: &Limits,
    ) -> Result<Vec<Pair>, Reason> {
        let mut pairs = Vec::new();
        for (a, one) in self.searched.iter().enumerate() {
            let mut shared: FxHashMap<usize, usize> = FxHashMap::default();
            for u in &one.csp.unknowns {
                for &b in self.touching[*u].iter().filter(|&&b| b > a) {
                    *shared.entry(b).or_default() += 1;
                }
            }
            // Large problems, and pairs that are large together, are not searched.
            let small = |&(b, n): &(usize, usize)| {
                let other = &self.searched[b].csp;
                n >= 2 && !other.is_large() && one.csp.unknowns.len() + other.unknowns.len() <= SEARCHED_UNKNOWNS + n
            };
            if one.csp.is_large() {
                continue;
            }
            let mut others: Vec<usize> = shared.into_iter().filter(small).map(|(b, _)| b).collect();
            others.sort_unstable();
            for b in others {
                check(limits)?;
                // Between houses alone pointing and claiming have found all there is.
                if [a, b].iter().all(|&n| plain[self.searched[n].members[0]]) {
                    continue;
                }
                let conditions: Vec<ExprId> = [a, b]
                    .iter()
                    .flat_map(|&n| groups[self.searched[n].members[0]].constraints.iter().copied())
                    .collect();
                let small = GroupCsp::new(model, &conditions).filter(|csp| !csp.is_large());
                let csp = small.map(|csp| csp.within(PAIR_NODES));
                pairs.extend(csp.map(|csp| {
                    let in_both = |u: &UnknownId| [a, b].iter().all(|n| self.touching[*u].contains(n));
                    let shared = csp.unknowns.iter().copied().filter(in_both).collect();
                    let groups = [a, b].map(|n| self.searched[n].members[0]);
                    Pair { problem: Problem::new(vec![a, b], csp), groups, shared }
                }));
                if pairs.len() >= PAIRS {
                    return Ok(pairs);
                }
            }
        }
        Ok(pairs)
    }

    /// The problem of two groups together, if it is searched.
    pub(in super::super) fn pair(&self, groups: &[usize]) -> Option<&GroupCsp> {
        let pair = self.pairs.iter().flatten().find(|pair| pair.groups == *groups)?;
        Some(&pair.problem.csp)
    }

    /// The facts from which the conclusion follows with two groups, none of which can be left out as far as the search of the pair
    /// goes. `None` if the search doesn't refute the denial, or if that of one group alone does.
    pub(in super::super) fn facts_for(
        &self,
        knowledge: &Knowledge,
        groups: &[usize],
        conclusion: Atom,
    ) -> Option<Vec<usize>> {
        let pair = self.pair(groups)?;
        let mut facts = knowledge.facts_about(&pair.unknowns);
        let is_refuted = |csp: &GroupCsp, facts: &[usize]| is_refuted(csp, knowledge, facts, conclusion);
        let is_enough = |&group: &usize| self.csp(group).is_some_and(|csp| is_refuted(csp, &facts));
        if !is_refuted(pair, &facts) || groups.iter().any(is_enough) {
            return None;
        }
        remove_needless(&mut facts, 0, &mut |facts| is_refuted(pair, facts));
        facts.sort_unstable();
        Some(facts)
    }
}

/// Whether a search refutes the denial of a conclusion from some facts.
pub(in super::super) fn is_refuted(csp: &GroupCsp, knowledge: &Knowledge, facts: &[usize], conclusion: Atom) -> bool {
    let Some(bit) = knowledge.bit(conclusion.unknown, conclusion.value) else { return false };
    let mut masks: FxHashMap<UnknownId, Mask> = csp.unknowns.iter().map(|&u| (u, knowledge.full(u))).collect();
    let Some(denied) = masks.get_mut(&conclusion.unknown) else { return false };
    *denied &= if conclusion.is { !bit } else { bit };
    for &fact in facts {
        let fact = &knowledge.facts[fact];
        if let Some(mask) = masks.get_mut(&fact.unknown) {
            *mask &= fact.allowed;
        }
    }
    let masks: Vec<Mask> = csp.unknowns.iter().map(|u| masks[u]).collect();
    csp.impossible(&masks)
}
