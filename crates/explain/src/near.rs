//! The groups that force a condition on a large board. Under guards no group narrows domains before the search, as its guard can be
//! false. Without guards most large boards take little search, but then a check has no core. So the groups take turns: those of one part
//! have guards, and the others narrow domains.

#[cfg(test)]
mod tests;

use crate::fewest::FEW;
use crate::mus::{Holds, SmallSet};
use crate::prover::{Found, ProofContext, Unexplained};
use crate::verify::disagreement;
use rustc_hash::FxHashSet;
use sator_base::limits::{Limits, Reason};
use sator_model::node::{FALSE, TRUE};
use sator_model::view::{self, PieceSize, Size};
use sator_model::{Assignment, ExprId, UnknownId};
use sator_solve::lower::{Formula, Stopped};
use sator_solve::solver::sat::{Lit, Verdict};
use std::collections::VecDeque;
use std::ops::Range;

/// Conflicts of the check of all groups. A check of a part may take [`MORE`] times as many as that took, and `OF_PART` beside.
const OF_ALL: u64 = 1_000;
const OF_PART: u64 = 300;
const MORE: u64 = 4;
/// Groups of the nearest part, and of a part that is not halved. Every other part is as large as all nearer ones together.
const SMALL_PART: usize = 16;
/// Groups of a set whose parts are not checked again.
const SMALL_SET: usize = 200;
/// Conflicts of a check under guards whether a group can be left out, and of the check without guards that follows.
const GUARDED: u64 = 50;
const NARROWED: u64 = 300;
/// Checks without guards that decide nothing, after which no more groups are left out. Each check decides every unknown, so a large board
/// has fewer checks in all: `DECIDED` unknowns.
const UNDECIDED: usize = 5;
const DECIDED: usize = 50_000;
/// Unknowns of a group about a part of the board at most. A larger group brings no others near.
const MOST_UNKNOWNS_NEAR: usize = 60;

/// Whether a set needs a group to force the condition.
enum Necessity {
    /// These groups of it are enough.
    Enough(Vec<usize>),
    /// It has a solution in which the condition is false.
    Solution(Assignment),
    /// The checks took too much effort.
    Undecided,
}

impl ProofContext<'_> {
    /// Whether some groups narrow domains without the others. Pieces whose sizes are unknowns narrow nothing until all of their conditions
    /// are there. Before that, each size has as many values as the board has cells.
    pub(super) fn narrows_by_parts(&self) -> bool {
        let pool = &self.model.pool;
        let is_unknown_size =
            |&e: &ExprId| matches!(view::piece_size(pool, e), Some(PieceSize { size: Size::Of(_), .. }));
        !self.groups.iter().flat_map(|group| &group.constraints).any(is_unknown_size)
    }

    /// A small set of groups that force a condition; `denial` is its opposite. Where a limit ends the search, the set found so far.
    pub(super) fn forcing_near(&mut self, e: ExprId, denial: ExprId) -> Found<SmallSet> {
        let order = self.by_distance(self.model.pool.unknowns_of(e));
        self.forcing_in_order(order, e, denial)
    }

    /// A small set of groups that clash, out of a set that does; the search begins with those about the unknowns of the last one.
    pub(super) fn clashing_near(&mut self, set: &[usize]) -> Found<SmallSet> {
        let last = set.last().map(|&group| self.groups[group].scope.clone());
        let mut order = self.by_distance(last.unwrap_or_default());
        if set.len() < order.len() {
            let set: FxHashSet<usize> = set.iter().copied().collect();
            order.retain(|group| set.contains(group));
        }
        // They force the condition that never holds.
        self.forcing_in_order(order, FALSE, TRUE)
    }

    fn forcing_in_order(&mut self, order: Vec<usize>, e: ExprId, denial: ExprId) -> Found<SmallSet> {
        let all = order.len();
        let mut set = order;
        match self.reduce_in_order(&mut set, e, denial) {
            Ok(is_minimal) => Ok(SmallSet { groups: set, is_minimal, is_cut: false }),
            Err(Unexplained::Limit(_)) if set.len() < all => Ok(SmallSet::cut(set)),
            Err(stopped) => Err(stopped),
        }
    }

    /// Takes groups from a set that forces a condition; returns whether it is proved that no other can be left out. Where a limit ends
    /// the search, a set that has become smaller forces the condition too.
    fn reduce_in_order(&mut self, set: &mut Vec<usize>, e: ExprId, denial: ExprId) -> Found<bool> {
        if !self.cores_of_parts(set, denial)? {
            let denied = !self.literal(e);
            *set = self.small_core(set, &[denied])?.ok_or_else(disagreement)?;
        }
        let few = set.clone();
        let is_minimal = self.among_few(&few, |proof| proof.minimal_by_turns(set, e, denial))?;
        if set.len() <= FEW {
            // Groups that are needed were asserted, and another set may do without them.
            self.among_few(&few, |proof| {
                let denied = !proof.literal(e);
                *set = proof.fewer(&few, std::mem::take(set), &[denied], Some(&|values| values[e] == 0));
            });
        }
        Ok(is_minimal)
    }

    /// Leaves the cores of all parts of the set, the farthest part first; false where a check of little effort doesn't show that the set
    /// forces the condition.
    fn cores_of_parts(&mut self, set: &mut Vec<usize>, denial: ExprId) -> Result<bool, Reason> {
        let limits = self.limits.with_effort(OF_ALL);
        let mut formula = self.narrowed(set, denial, &limits)?;
        let effort = match formula.check(&[], &limits) {
            Verdict::Unsat => OF_PART + MORE * formula.work().map_or(0, |work| work.conflicts),
            Verdict::Sat | Verdict::Unknown(Reason::Effort) => return Ok(false),
            Verdict::Unknown(reason) => return Err(reason),
        };
        loop {
            let before = set.len();
            let mut end = set.len();
            while end > 0 {
                let start = if end <= SMALL_PART { 0 } else { end / 2 };
                self.reduce_part(set, start..end, denial, effort)?;
                end = start;
            }
            if set.len() <= SMALL_SET || set.len() > before / 2 {
                return Ok(true);
            }
        }
    }

    /// Reduces a part of the set to its core; a part whose check takes too much effort, by halves.
    fn reduce_part(
        &mut self,
        set: &mut Vec<usize>,
        part: Range<usize>,
        denial: ExprId,
        effort: u64,
    ) -> Result<(), Reason> {
        match self.core_of_part(set, part.clone(), denial, effort) {
            Ok(Some(core)) => drop(set.splice(part, core)),
            Err(Reason::Effort) if part.len() > SMALL_PART => {
                let middle = part.start.midpoint(part.end);
                self.reduce_part(set, middle..part.end, denial, effort)?;
                self.reduce_part(set, part.start..middle, denial, effort)?;
            }
            Ok(None) | Err(Reason::Effort) => {}
            Err(reason) => return Err(reason),
        }
        Ok(())
    }

    /// The groups of a part that are needed beside the rest of the set to exclude the opposite of the condition; `None` if the whole set
    /// doesn't exclude it.
    fn core_of_part(
        &mut self,
        set: &[usize],
        part: Range<usize>,
        denial: ExprId,
        effort: u64,
    ) -> Result<Option<Vec<usize>>, Reason> {
        let limits = self.limits.with_effort(effort);
        let others = [&set[..part.start], &set[part.end..]].concat();
        let mut formula = self.narrowed(&others, denial, &limits)?;
        let guards: Vec<(usize, Lit)> = set[part].iter().map(|&group| (group, formula.selector())).collect();
        let of_group = |&(group, guard): &(usize, Lit)| {
            self.groups[group].constraints.iter().map(move |&condition| (condition, Some(guard)))
        };
        let guarded: Vec<(ExprId, Option<Lit>)> = guards.iter().flat_map(of_group).collect();
        if let Err(Stopped(reason)) = formula.assert_all(self.model.expressions(), &guarded, &limits) {
            return Err(reason);
        }
        let assumed: Vec<Lit> = guards.iter().map(|guard| guard.1).collect();
        match formula.check(&assumed, &limits) {
            Verdict::Unsat => {
                let core = formula.core();
                Ok(Some(guards.into_iter().filter(|(_, guard)| core.contains(guard)).map(|(group, _)| group).collect()))
            }
            Verdict::Sat => Ok(None),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// A formula with domains narrowed by the groups and the opposite of the condition.
    fn narrowed(&mut self, groups: &[usize], denial: ExprId, limits: &Limits) -> Result<Box<dyn Formula>, Reason> {
        let mut formula = self.prover.narrowing(self.model);
        let of_groups = groups.iter().flat_map(|&g| self.groups[g].constraints.iter().copied());
        let conditions: Vec<ExprId> = std::iter::once(denial).chain(of_groups).collect();
        match formula.add_constraints(self.model.expressions(), &conditions, limits) {
            Ok(()) => Ok(formula),
            Err(Stopped(reason)) => Err(reason),
        }
    }

    /// Takes the groups that can be left out from a set; returns whether every group that stays is proved to be needed. This prover,
    /// which has the set alone, takes turns with formulas that narrow domains.
    fn minimal_by_turns(&mut self, set: &mut Vec<usize>, e: ExprId, denial: ExprId) -> Found<bool> {
        let denied = !self.literal(e);
        self.hold(denied);
        let holds: Holds = &|values| values[e] == 0;
        *set = self.small_core(set, &[])?.ok_or_else(disagreement)?;
        let (mut needed, mut undecided) = (FxHashSet::default(), FxHashSet::default());
        // Checks under guards that decided something, less those that did not.
        let mut gain = 0;
        let mut left = DECIDED / self.model.unknowns.len().max(1);
        while let Some(&group) = set.iter().rev().find(|g| !needed.contains(*g) && !undecided.contains(*g)) {
            if undecided.len() >= UNDECIDED || left == 0 {
                break;
            }
            let rest: Vec<usize> = set.iter().copied().filter(|&g| g != group).collect();
            let mut found = Necessity::Undecided;
            if gain >= 0 {
                found = self.without_guarded(&rest, &needed)?;
                gain += if matches!(found, Necessity::Undecided) { -1 } else { 1 };
            }
            if matches!(found, Necessity::Undecided) {
                left -= 1;
                found = self.without_narrowed(&rest, denial)?;
            }
            match found {
                Necessity::Enough(fewer) => *set = fewer,
                Necessity::Undecided => drop(undecided.insert(group)),
                Necessity::Solution(solution) => {
                    let mut more = needed.clone();
                    more.insert(group);
                    self.rotate(group, solution, set, holds, &mut more);
                    // Asserted, a group that is needed makes later checks easier.
                    for &group in more.difference(&needed) {
                        let guard = self.guard(group);
                        self.hold(guard);
                    }
                    needed = more;
                }
            }
        }
        // A formula that narrows no domain proves the set too.
        let open: Vec<usize> = set.iter().copied().filter(|g| !needed.contains(g)).collect();
        match self.unsat(&open, &[])? {
            true => Ok(open.is_empty()),
            false => Err(disagreement()),
        }
    }

    /// Checks groups under guards; those that are needed are asserted.
    fn without_guarded(&mut self, groups: &[usize], needed: &FxHashSet<usize>) -> Result<Necessity, Reason> {
        let open: Vec<usize> = groups.iter().copied().filter(|g| !needed.contains(g)).collect();
        let limits = self.limits.with_effort(GUARDED);
        match self.unsat_within(&open, &[], &limits) {
            Ok(true) => {
                let core = self.core(&open);
                let is_in_core = |group: &usize| needed.contains(group) || core.contains(group);
                Ok(Necessity::Enough(groups.iter().copied().filter(is_in_core).collect()))
            }
            Ok(false) => Ok(Necessity::Solution(self.assignment())),
            Err(Reason::Effort) => Ok(Necessity::Undecided),
            Err(reason) => Err(reason),
        }
    }

    /// Checks groups by a formula that narrows domains.
    fn without_narrowed(&mut self, groups: &[usize], denial: ExprId) -> Result<Necessity, Reason> {
        let limits = self.limits.with_effort(NARROWED);
        let mut formula = self.narrowed(groups, denial, &limits)?;
        match formula.check(&[], &limits) {
            Verdict::Unsat => Ok(Necessity::Enough(groups.to_vec())),
            Verdict::Sat => Ok(Necessity::Solution(formula.assignment(self.model.expressions()))),
            Verdict::Unknown(Reason::Effort) => Ok(Necessity::Undecided),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// All groups in the order of their distance from these unknowns: those about one of them, then those about unknowns of these
    /// groups, and so on.
    fn by_distance(&self, start: Vec<UnknownId>) -> Vec<usize> {
        let mut of_unknown: Vec<Vec<usize>> = vec![vec![]; self.model.unknowns.len()];
        for (group, u) in self.groups.iter().enumerate().flat_map(|(i, g)| g.scope.iter().map(move |&u| (i, u))) {
            of_unknown[u.index()].push(group);
        }
        let mut reached = vec![false; self.model.unknowns.len()];
        let (mut seen, mut order) = (vec![false; self.groups.len()], Vec::new());
        let mut open: VecDeque<UnknownId> = start.into();
        while let Some(u) = open.pop_front() {
            if std::mem::replace(&mut reached[u.index()], true) {
                continue;
            }
            for &group in &of_unknown[u.index()] {
                if !std::mem::replace(&mut seen[group], true) {
                    order.push(group);
                    let scope = &self.groups[group].scope;
                    open.extend(scope.iter().filter(|_| scope.len() <= MOST_UNKNOWNS_NEAR));
                }
            }
        }
        order.extend((0..self.groups.len()).filter(|&group| !seen[group]));
        order
    }
}
