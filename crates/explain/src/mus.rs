//! Minimal sets of units that clash: a core, made smaller by cores of cores, then by leaving out one
//! unit after the other. A unit without which the rest has a solution stays (a transition unit), and
//! each such solution, changed in one value, may show the same of other units (model rotation, Belov &
//! Marques-Silva 2011).

use super::prover::Case;
use rustc_hash::FxHashSet;
use sator_base::limits::Reason;
use sator_model::Assignment;
use sator_model::node::FALSE;
use sator_solve::solver::sat::Lit;

/// Cores of cores before units are left out one by one.
const REFINEMENTS: usize = 4;

/// Expressions evaluated at most for one rotation.
const ROTATION: usize = 400_000;

/// Conflicts of a check whether a unit is impossible by itself.
const ALONE: u64 = 200;

/// What must hold besides the units, judged by the values of all expressions.
pub(super) type Holds<'a> = &'a dyn Fn(&[i64]) -> bool;

impl Case<'_> {
    /// Units out of `units` that clash with the literals `also`, none of which can be left out; `None` if all of `units`
    /// do not clash. `holds` says the same as `also` of a given solution, if it can be said.
    pub(super) fn minimal(
        &mut self,
        units: Vec<usize>,
        also: &[Lit],
        holds: Option<Holds>,
    ) -> Result<Option<Vec<usize>>, Reason> {
        if !self.unsat(&units, also)? {
            return Ok(None);
        }
        let mut set = self.core(&units);
        for _ in 0..REFINEMENTS {
            // Another core than before may come of the same units; never a wrong one.
            if !self.unsat(&set, also)? {
                set.clone_from(&units);
                break;
            }
            let core = self.core(&set);
            if core.len() == set.len() {
                break;
            }
            set = core;
        }
        let mut needed = FxHashSet::default();
        while let Some(&unit) = set.iter().rev().find(|g| !needed.contains(*g)) {
            let rest: Vec<usize> = set.iter().copied().filter(|&g| g != unit).collect();
            if self.unsat(&rest, also)? {
                let core = self.core(&rest);
                set = if needed.iter().all(|g| core.contains(g)) { core } else { rest };
                continue;
            }
            needed.insert(unit);
            if let Some(holds) = holds {
                let solution = self.assignment();
                self.rotate(unit, solution, &set, holds, &mut needed);
            }
        }
        Ok(Some(set))
    }

    /// A unit that nothing meets, even by itself, if that takes little effort to see.
    pub(super) fn impossible_alone(&mut self) -> Result<Option<usize>, Reason> {
        let units = 0..self.groups.len();
        if let Some(unit) = units.clone().find(|&g| self.groups[g].constraints.contains(&FALSE)) {
            return Ok(Some(unit));
        }
        let limits = self.limits.with_effort(ALONE);
        // One that is impossible is in a core sooner or later, alone or with others.
        let mut open: Vec<usize> = units.collect();
        loop {
            match self.unsat_within(&open, &[], &limits) {
                Ok(true) => {}
                Ok(false) | Err(Reason::Effort) => return Ok(None),
                Err(reason) => return Err(reason),
            }
            let mut core = self.core(&open);
            open.retain(|g| !core.contains(g));
            while let Some(&unit) = core.last() {
                match self.unsat_within(&[unit], &[], &limits) {
                    Ok(true) => return Ok(Some(unit)),
                    Ok(false) => {
                        let values = self.model.evaluate_all(&self.assignment());
                        core.retain(|&g| g != unit && self.is_broken(g, &values));
                    }
                    Err(Reason::Effort) => drop(core.pop()),
                    Err(reason) => return Err(reason),
                }
            }
        }
    }

    /// Adds to `needed` the units that are the only ones broken after changing one value of a solution
    /// that breaks only `unit`; and so on from there.
    fn rotate(&self, unit: usize, solution: Assignment, set: &[usize], holds: Holds, needed: &mut FxHashSet<usize>) {
        let mut left = ROTATION / self.model.pool.len().max(1);
        let mut open = vec![(unit, solution)];
        while let Some((unit, solution)) = open.pop() {
            for &u in &self.groups[unit].scope {
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
