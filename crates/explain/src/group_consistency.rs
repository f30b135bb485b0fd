//! Deductions found without the solver, from what single groups and pairs of groups leave possible.
//!
//! - *Crossing out*: the values that one group alone rules out, given the facts (a digit in the row).
//! - A *value* follows when, after crossing out, a cell has one value left (a naked single) or one group
//!   leaves it no other (a hidden single, the last cell of a cage, ...).
//! - A *removal* follows when, after crossing out, one group or two overlapping ones rule a value out (naked
//!   pairs, locked candidates, ...).
//!
//! The results are proposals: a set of groups for a conclusion. `deduce` proves and minimises them.

mod pairs;

use self::pairs::Pair;
pub(super) use self::pairs::is_refuted;
use super::deletion::remove_needless;
use super::group_csp::GroupCsp;
use super::groups::Group;
use super::knowledge::Knowledge;
use super::logic::{Argument, Board, ConstraintId, Finding, Subproblem};
use crate::mask::Mask;
use rustc_hash::FxHashMap;
use sator_answer::Atom;
use sator_base::limits::{Limits, Reason};
use sator_model::{ExprId, Model, UnknownId};
use std::cell::RefCell;
use std::sync::Arc;

/// A conclusion, and the groups from which it follows with the facts.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub conclusion: Atom,
    pub groups: Vec<usize>,
}

/// Masks asked about, with the masks that they leave.
type Answered = (Box<[Mask]>, Arc<[Mask]>);

/// A group, or a pair of groups, as a small constraint problem.
struct Problem {
    members: Vec<usize>,
    csp: GroupCsp,
    /// The last question. Between two steps few cells change, so most questions are asked again.
    last: RefCell<Option<Answered>>,
}

impl Problem {
    fn new(members: Vec<usize>, csp: GroupCsp) -> Problem {
        Problem { members, csp, last: RefCell::default() }
    }

    /// The values that it leaves to each of its unknowns out of `masks`, which are by unknown.
    fn possible(&self, masks: &[Mask]) -> Arc<[Mask]> {
        let mut last = self.last.borrow_mut();
        if let Some((before, after)) = &*last
            && self.csp.unknowns.iter().zip(before).all(|(&u, mask)| masks[u] == *mask)
        {
            return after.clone();
        }
        let before = gather(&self.csp, masks);
        let after = self.csp.possible(&before);
        *last = Some((before.into(), after.clone()));
        after
    }
}

#[derive(Default)]
pub(super) struct GroupConsistency {
    searched: Vec<Problem>,
    pairs: Option<Vec<Pair>>,
    /// By group: what it rules out by itself.
    ruled_out: Vec<Vec<(UnknownId, Mask)>>,
    /// By unknown: what is left after crossing out.
    left: Vec<Mask>,
    /// By unknown: the groups about it.
    touching: Vec<Vec<usize>>,
    /// By group: where it is among those that can be searched.
    at: Vec<Option<usize>>,
    taken: usize,
    /// By searched group: whether it left all candidates when it was last asked alone.
    consistent: Vec<bool>,
    /// The candidates then.
    asked: Vec<Mask>,
}

impl GroupConsistency {
    /// Takes in the groups added since the last time, less the conditions that are looked at elsewhere: `drawn` ones.
    pub(super) fn extend(
        &mut self,
        model: &Model,
        groups: &[Group],
        knowledge: &Knowledge,
        drawn: &dyn Fn(usize, ExprId) -> bool,
        kept_apart_by: &dyn Fn(usize) -> Option<usize>,
    ) {
        self.touching.resize(model.unknowns.len(), vec![]);
        self.at.resize(groups.len(), None);
        for (g, group) in groups.iter().enumerate().skip(self.taken) {
            if knowledge.is_fact[g] || group.scope.is_empty() {
                continue;
            }
            let conditions: Vec<ExprId> = group.constraints.iter().copied().filter(|&e| !drawn(g, e)).collect();
            let csp = GroupCsp::with_graphs(model, &conditions).filter(|_| !conditions.is_empty());
            if let Some(csp) = csp.map(|csp| csp.kept_apart_by(kept_apart_by(g))) {
                for u in &csp.unknowns {
                    self.touching[*u].push(self.searched.len());
                }
                self.at[g] = Some(self.searched.len());
                let members = [g].into_iter().chain(csp.distinct_by).collect();
                self.searched.push(Problem::new(members, csp));
                self.pairs = None;
            }
        }
        self.taken = groups.len();
        self.consistent.clear();
    }

    /// Groups without a solution under the known domains, each with the houses that its search includes.
    pub(super) fn broken_units(&self, knowledge: &Knowledge, limits: &Limits) -> Result<Vec<Vec<usize>>, Reason> {
        let mut broken = Vec::new();
        for one in &self.searched {
            check(limits)?;
            if one.csp.impossible(&gather(&one.csp, &knowledge.domains)) {
                broken.push(one.members.clone());
            }
        }
        Ok(broken)
    }

    /// Crosses out what each group rules out by itself.
    pub(super) fn cross_out(&mut self, knowledge: &Knowledge, limits: &Limits) -> Result<(), Reason> {
        self.left.clone_from(&knowledge.domains);
        self.ruled_out.clear();
        for one in &self.searched {
            check(limits)?;
            let after = one.possible(&knowledge.domains);
            let mut gone = Vec::new();
            for (at, &u) in one.csp.unknowns.iter().enumerate() {
                let out = knowledge.domains[u] & !after[at];
                if out != 0 {
                    gone.push((u, out));
                    self.left[u] &= !out;
                }
            }
            self.ruled_out.push(gone);
        }
        Ok(())
    }

    /// The values left to an unknown after crossing out.
    pub(super) fn left(&self, u: UnknownId) -> Mask {
        self.left[u]
    }

    /// Values that follow after crossing out.
    pub(super) fn values(&mut self, knowledge: &Knowledge, limits: &Limits) -> Result<Vec<Proposal>, Reason> {
        let mut found = Vec::new();
        for (i, &mask) in self.left.iter().enumerate() {
            let u = UnknownId::at(i);
            if knowledge.known[i].is_none() && mask.is_power_of_two() && knowledge.values[i].is_some() {
                found.extend(knowledge.value_at(u, mask).map(|value| (vec![], Atom { unknown: u, value, is: true })));
            }
        }
        for n in 0..self.searched.len() {
            check(limits)?;
            let after = self.after_crossing(n);
            for (at, &u) in self.searched[n].csp.unknowns.iter().enumerate() {
                let open = knowledge.known[u].is_none() && !self.left[u].is_power_of_two();
                if open && after[at].is_power_of_two() {
                    let value = knowledge.value_at(u, after[at]);
                    found.extend(value.map(|value| (vec![n], Atom { unknown: u, value, is: true })));
                }
            }
        }
        let mut proposals = Vec::new();
        for (via, literal) in found {
            check(limits)?;
            proposals.extend(self.propose(knowledge, &via, None, literal));
        }
        Ok(proposals)
    }

    /// Values that one group or two rule out after crossing out; a pair may also leave one value only.
    pub(super) fn removals(
        &mut self,
        model: &Model,
        groups: &[Group],
        plain: &[bool],
        knowledge: &Knowledge,
        limits: &Limits,
    ) -> Result<Vec<Proposal>, Reason> {
        let mut found = Vec::new();
        let mut by_units: FxHashMap<UnknownId, Mask> = FxHashMap::default();
        for n in 0..self.searched.len() {
            check(limits)?;
            let after = self.after_crossing(n);
            for (at, &u) in self.searched[n].csp.unknowns.iter().enumerate() {
                let gone = self.left(u) & !after[at];
                if gone == 0 {
                    continue;
                }
                *by_units.entry(u).or_default() |= gone;
                for value in knowledge.values_in(u, gone) {
                    found.extend(self.propose(knowledge, &[n], None, Atom { unknown: u, value, is: false }));
                }
            }
        }
        let pairs = match self.pairs.take() {
            Some(pairs) => pairs,
            None => self.make_pairs(model, groups, plain, limits)?,
        };
        for pair in &pairs {
            check(limits)?;
            let open = |u: &&UnknownId| !self.left(**u).is_power_of_two();
            if pair.shared.iter().filter(open).count() < 2 {
                continue;
            }
            let pair = &pair.problem;
            let after = pair.possible(&self.left);
            for (at, &u) in pair.csp.unknowns.iter().enumerate() {
                let gone = self.left(u) & !after[at] & !by_units.get(&u).copied().unwrap_or(0);
                for value in knowledge.values_in(u, gone) {
                    let literal = Atom { unknown: u, value, is: false };
                    found.extend(self.propose(knowledge, &pair.members, Some(&pair.csp), literal));
                }
            }
        }
        self.pairs = Some(pairs);
        Ok(found)
    }

    /// The findings of single statements other than houses, on the candidates of the board: one for each value, else one
    /// for all removed candidates, of the unknowns that are wanted of each group.
    pub(super) fn alone(
        &mut self,
        board: &Board,
        knowledge: &Knowledge,
        limits: &Limits,
        is_wanted: &dyn Fn(usize, UnknownId) -> bool,
    ) -> Result<Vec<Finding>, Reason> {
        self.left.clone_from(&board.candidates);
        self.wake_changed();
        let (mut values, mut removals) = (Vec::new(), Vec::new());
        for n in 0..self.searched.len() {
            check(limits)?;
            let group = self.searched[n].members[0];
            if board.plain[group] || self.consistent[n] {
                continue;
            }
            let after = self.after_crossing(n);
            let mut gone = Vec::new();
            let mut is_consistent = true;
            for (at, &u) in self.searched[n].csp.unknowns.iter().enumerate() {
                let before = self.left(u);
                if knowledge.known[u].is_some() || before & !after[at] == 0 {
                    continue;
                }
                is_consistent = false;
                if !is_wanted(group, u) {
                    continue;
                }
                if after[at].is_power_of_two() {
                    let value = knowledge.value_at(u, after[at]);
                    values.extend(value.map(|value| (group, vec![Atom { unknown: u, value, is: true }])));
                }
                let out = knowledge.values_in(u, before & !after[at]).into_iter();
                gone.extend(out.map(|value| Atom { unknown: u, value, is: false }));
            }
            self.consistent[n] = is_consistent;
            if !gone.is_empty() {
                removals.push((group, gone));
            }
        }
        let sum = |group: usize| board.totals.iter().any(|t| t.group == group);
        let found = if values.is_empty() { removals } else { values };
        let found = found.into_iter().map(|(group, conclusions)| Finding {
            argument: Argument::Alone { group, sum: sum(group) },
            conclusions,
            groups: [group].into_iter().chain(self.csp(group).and_then(|csp| csp.distinct_by)).collect(),
            gone: self.csp(group).map_or(vec![], |csp| {
                csp.unknowns.iter().map(|&u| (u, knowledge.full(u) & !board.candidates_of(u))).collect()
            }),
        });
        Ok(found.collect())
    }

    /// Groups with a cell whose candidates have changed are to be asked again.
    fn wake_changed(&mut self) {
        if self.consistent.len() != self.searched.len() || self.asked.len() != self.left.len() {
            self.consistent = vec![false; self.searched.len()];
        } else {
            let changed = (0..self.left.len()).filter(|&u| self.left[u] != self.asked[u]);
            changed.flat_map(|u| &self.touching[u]).for_each(|&n| self.consistent[n] = false);
        }
        self.asked.clone_from(&self.left);
    }

    /// Whether each group that is not asked again still leaves all candidates.
    #[cfg(test)]
    pub(super) fn consistent_groups_leave_all(&self) -> bool {
        let consistent = self.searched.iter().zip(&self.consistent).filter(|(_, consistent)| **consistent);
        consistent.into_iter().all(|(Problem { csp, .. }, _)| {
            let before = gather(csp, &self.asked);
            csp.possible(&before).iter().eq(&before)
        })
    }

    /// The search of one group with the house that it takes in.
    pub(super) fn search(&self, of: ConstraintId) -> Option<Subproblem<'_>> {
        let ConstraintId::Group(group) = of else { return None };
        self.csp(group).map(|csp| Subproblem { csp, also: csp.distinct_by.as_slice() })
    }

    /// The search of one group.
    pub(super) fn csp(&self, group: usize) -> Option<&GroupCsp> {
        let at = (*self.at.get(group)?)?;
        Some(&self.searched[at].csp)
    }

    /// The groups about an unknown, as far as they can be searched.
    pub(super) fn about(&self, u: UnknownId) -> impl Iterator<Item = usize> + '_ {
        self.touching[u].iter().map(|&n| self.searched[n].members[0])
    }

    fn after_crossing(&self, n: usize) -> Arc<[Mask]> {
        self.searched[n].possible(&self.left)
    }

    /// The groups whose crossing out is needed for a literal that follows from the groups `via` (positions
    /// here; `joint` is their conjunction if there are two).
    fn propose(
        &self,
        knowledge: &Knowledge,
        via: &[usize],
        joint: Option<&GroupCsp>,
        conclusion: Atom,
    ) -> Option<Proposal> {
        let csp = joint.or_else(|| via.first().map(|&n| &self.searched[n].csp));
        let mut scope: Vec<UnknownId> = csp.map_or(vec![], |l| l.unknowns.clone());
        if !scope.contains(&conclusion.unknown) {
            scope.push(conclusion.unknown);
        }
        let mut helpers: Vec<usize> = scope.iter().flat_map(|u| self.touching[*u].iter().copied()).collect();
        helpers.sort_unstable();
        helpers.dedup();
        let weight = |n: &usize| -> u32 {
            let counted = self.ruled_out[*n].iter().filter(|(u, _)| scope.contains(u));
            counted.map(|(_, mask)| mask.count_ones()).sum()
        };
        helpers.retain(|n| !via.contains(n) && weight(n) > 0);
        helpers.sort_by_key(|n| (weight(n), std::cmp::Reverse(*n)));
        let bit = knowledge.bit(conclusion.unknown, conclusion.value)?;
        let follows = |helpers: &[usize]| {
            let mut masks: FxHashMap<UnknownId, Mask> = scope.iter().map(|&u| (u, knowledge.domains[u])).collect();
            for (u, out) in helpers.iter().chain(via).flat_map(|&n| &self.ruled_out[n]) {
                if let Some(mask) = masks.get_mut(u) {
                    *mask &= !out;
                }
            }
            let mask = masks.get_mut(&conclusion.unknown)?;
            *mask &= if conclusion.is { !bit } else { bit };
            if *mask == 0 {
                return Some(true);
            }
            let masks: Vec<Mask> = csp?.unknowns.iter().map(|u| masks[u]).collect();
            Some(csp?.impossible(&masks))
        };
        if follows(&helpers) != Some(true) {
            return None;
        }
        remove_needless(&mut helpers, 0, &mut |helpers| follows(helpers) == Some(true));
        helpers.extend(via);
        Some(Proposal { conclusion, groups: self.members(&helpers) })
    }

    fn members(&self, groups: &[usize]) -> Vec<usize> {
        let mut members: Vec<usize> = groups.iter().flat_map(|&n| self.searched[n].members.iter().copied()).collect();
        members.sort_unstable();
        members.dedup();
        members
    }
}

/// The masks of a problem's unknowns.
fn gather(csp: &GroupCsp, masks: &[Mask]) -> Vec<Mask> {
    csp.unknowns.iter().map(|u| masks[*u]).collect()
}

fn check(limits: &Limits) -> Result<(), Reason> {
    limits.stop().map_or(Ok(()), Err)
}
