//! Minimal sets of groups that clash: a core, made smaller by cores of cores, then by leaving out one
//! group after the other. A group without which the rest has a solution stays (a transition group), and
//! each such solution, changed in one value, may show the same of other groups (model rotation, Belov &
//! Marques-Silva 2011).

use super::prover::ProofContext;
use rustc_hash::FxHashSet;
use sator_base::limits::Reason;
use sator_model::Assignment;
use sator_model::node::FALSE;
use sator_solve::solver::sat::Lit;

/// Cores of cores before groups are left out one by one.
const REFINEMENTS: usize = 4;

/// Expressions evaluated at most for one rotation.
const ROTATION: usize = 400_000;

/// Conflicts of a check whether a group is impossible by itself.
const ALONE: u64 = 200;

/// A condition beside the groups, as a test on the values of all expressions.
pub(super) type Holds<'a> = &'a dyn Fn(&[i64]) -> bool;

/// Groups that clash, or that force a condition.
#[derive(Clone, Debug)]
pub(super) struct SmallSet {
    pub groups: Vec<usize>,
    /// Whether it is proved that none of them can be left out.
    pub is_minimal: bool,
    /// Whether a limit ended the search for fewer.
    pub is_cut: bool,
}

impl SmallSet {
    /// Groups of which none can be left out.
    pub(super) fn minimal(groups: Vec<usize>) -> SmallSet {
        SmallSet { groups, is_minimal: true, is_cut: false }
    }

    /// Groups from which a limit let no more be left out.
    pub(super) fn cut(groups: Vec<usize>) -> SmallSet {
        SmallSet { groups, is_minimal: false, is_cut: true }
    }
}

impl ProofContext<'_> {
    /// Groups out of `groups` that clash with the literals `also`, none of which can be left out; `None` if all of `groups`
    /// do not clash. `holds` evaluates `also` in a given solution, where that is possible.
    pub(super) fn minimal(
        &mut self,
        groups: Vec<usize>,
        also: &[Lit],
        holds: Option<Holds>,
    ) -> Result<Option<Vec<usize>>, Reason> {
        self.minimal_up_to(usize::MAX, groups, also, holds)
    }

    /// As [`ProofContext::minimal`]; `None` too where a set needs more groups than `most`.
    pub(super) fn minimal_up_to(
        &mut self,
        most: usize,
        groups: Vec<usize>,
        also: &[Lit],
        holds: Option<Holds>,
    ) -> Result<Option<Vec<usize>>, Reason> {
        let Some(mut set) = self.small_core(&groups, also)? else { return Ok(None) };
        let is_minimal = self.reduce(most, &mut set, also, holds)?;
        Ok(is_minimal.then_some(set))
    }

    /// As [`ProofContext::minimal`]; the set found so far where a limit ends the search.
    pub(super) fn minimal_so_far(
        &mut self,
        groups: &[usize],
        also: &[Lit],
        holds: Option<Holds>,
    ) -> Result<Option<SmallSet>, Reason> {
        let Some(mut set) = self.small_core(groups, also)? else { return Ok(None) };
        Ok(Some(match self.reduce(usize::MAX, &mut set, also, holds) {
            Ok(_) => SmallSet::minimal(set),
            Err(_) => SmallSet::cut(set),
        }))
    }

    /// Groups out of `groups` that clash with the literals `also`: a core of cores, some of which may be left out; `None` if all
    /// of `groups` do not clash.
    pub(super) fn small_core(&mut self, groups: &[usize], also: &[Lit]) -> Result<Option<Vec<usize>>, Reason> {
        if !self.unsat(groups, also)? {
            return Ok(None);
        }
        let mut set = self.core(groups);
        for _ in 0..REFINEMENTS {
            match self.unsat(&set, also) {
                Ok(true) => {}
                // Another core than before may come of the same groups; never a wrong one.
                Ok(false) => return Ok(Some(groups.to_vec())),
                Err(_) => break,
            }
            let core = self.core(&set);
            if core.len() == set.len() {
                break;
            }
            set = core;
        }
        Ok(Some(set))
    }

    /// Takes the groups that can be left out from a set that clashes with the literals `also`; false once more than `most` are needed.
    /// The set clashes too where a limit ends the search.
    pub(super) fn reduce(
        &mut self,
        most: usize,
        set: &mut Vec<usize>,
        also: &[Lit],
        holds: Option<Holds>,
    ) -> Result<bool, Reason> {
        let mut needed = FxHashSet::default();
        while let Some(&group) = set.iter().rev().find(|g| !needed.contains(*g)) {
            let rest: Vec<usize> = set.iter().copied().filter(|&g| g != group).collect();
            if self.unsat(&rest, also)? {
                let core = self.core(&rest);
                *set = if needed.iter().all(|g| core.contains(g)) { core } else { rest };
                continue;
            }
            needed.insert(group);
            if let Some(holds) = holds {
                let solution = self.assignment();
                self.rotate(group, solution, set, holds, &mut needed);
            }
            if needed.len() > most {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A group that nothing meets, even by itself, if that takes little effort to see.
    pub(super) fn impossible_alone(&mut self) -> Result<Option<usize>, Reason> {
        let groups = 0..self.groups.len();
        if let Some(group) = groups.clone().find(|&g| self.groups[g].constraints.contains(&FALSE)) {
            return Ok(Some(group));
        }
        // A check of all groups of a large board takes seconds.
        if self.is_large() {
            return Ok(None);
        }
        let limits = self.limits.with_effort(ALONE);
        // One that is impossible is in a core sooner or later, alone or with others.
        let mut open: Vec<usize> = groups.collect();
        loop {
            match self.unsat_within(&open, &[], &limits) {
                Ok(true) => {}
                Ok(false) | Err(Reason::Effort) => return Ok(None),
                Err(reason) => return Err(reason),
            }
            let mut core = self.core(&open);
            open.retain(|g| !core.contains(g));
            while let Some(&group) = core.last() {
                match self.unsat_within(&[group], &[], &limits) {
                    Ok(true) => return Ok(Some(group)),
                    Ok(false) => {
                        let values = self.model.evaluate_all(&self.assignment());
                        core.retain(|&g| g != group && self.is_broken(g, &values));
                    }
                    Err(Reason::Effort) => drop(core.pop()),
                    Err(reason) => return Err(reason),
                }
            }
        }
    }

    /// Adds to `needed` the groups that are the only ones broken after changing one value of a solution
    /// that breaks only `group`; and so on from there.
    pub(super) fn rotate(
        &self,
        group: usize,
        solution: Assignment,
        set: &[usize],
        holds: Holds,
        needed: &mut FxHashSet<usize>,
    ) {
        let mut left = ROTATION / self.model.pool.len().max(1);
        let mut open = vec![(group, solution)];
        while let Some((group, solution)) = open.pop() {
            for &u in &self.groups[group].scope {
                for value in self.model.unknown(u).domain.iter().take(64) {
                    if value == solution.get(u) {
                        continue;
                    }
                    if left == 0 {
                        return;
                    }
                    left -= 1;
                    let mut changed = solution.clone();
                    changed.0[u] = value;
                    let values = self.model.evaluate_all(&changed);
                    if let [only] = self.broken(set, &values)[..]
                        && holds(&values)
                        && needed.insert(only)
                    {
                        open.push((only, changed));
                    }
                }
            }
        }
    }
}
