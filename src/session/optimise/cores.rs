//! Core-guided MaxSAT for preferences: PMRES of Narodytska & Bacchus 2014, with the heaviest preferences first
//! (stratification, Ansótegui, Bonet & Levy 2012).
//!
//! The solver assumes all preferences. In an unsatisfiable core at least one preference is broken, so the least weight
//! in the core is added to the bound and subtracted from the weights of the core. New, weaker preferences take the
//! place of the core: a solution that breaks one preference of the core meets them all. The clauses only define the new
//! literals, so they can stay in the solver.

use super::state::Search;
use crate::session::Session;
use crate::session::incremental::{IncrementalSolver, Outcome};
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::Result;
use sator_model::Model;
use sator_solve::lower::Formula;
use sator_solve::solver::sat::Lit;
use std::collections::BTreeMap;

/// Conflict budget of one check. If it is too small, `search` takes over.
const EFFORT: u64 = 20_000;
/// Conflict budget of a check whether a literal of a core can be left out.
const SHORT: u64 = 200;
/// Number of literals of a core for which that is checked.
const TRIED: usize = 40;

impl Session {
    /// Raises the bound of a penalty. Returns the limit of the question that stopped it; its own budget is none.
    pub(super) fn by_cores(&mut self, search: &mut Search, limits: &Limits) -> Result<Option<Reason>> {
        if let Err(reason) = self.solver(limits) {
            return Ok(Some(reason));
        }
        // The new literals belong to this solver, so it stays the same throughout.
        let Some(mut solver) = self.cache.solver.take() else { return Ok(None) };
        let done = self.cores_in(&mut solver, search, limits);
        self.cache.solver = Some(solver);
        done
    }

    fn cores_in(
        &mut self,
        solver: &mut IncrementalSolver,
        search: &mut Search,
        limits: &Limits,
    ) -> Result<Option<Reason>> {
        let model = self.model();
        let mut wanted: BTreeMap<Lit, i64> = BTreeMap::new();
        let mut bound = 0;
        for preference in &model.preferences {
            match solver.formula.literal(model.expressions(), preference.expr) {
                Lit::TRUE => {}
                Lit::FALSE => bound += preference.weight,
                literal => *wanted.entry(literal).or_default() += preference.weight,
            }
        }
        let mut least = wanted.values().copied().max().unwrap_or(1);
        loop {
            search.bound = search.bound.max(bound);
            self.report_search(search);
            if search.met() {
                return Ok(None);
            }
            let mut assumed: Vec<(Lit, i64)> = wanted.iter().map(|(&l, &w)| (l, w)).collect();
            assumed.retain(|&(_, w)| w >= least);
            assumed.sort_by_key(|&(l, w)| (std::cmp::Reverse(w), l));
            let assumed: Vec<Lit> = assumed.into_iter().map(|a| a.0).collect();
            match solver.check(self.model(), &assumed, &limits.with_effort(EFFORT))? {
                Outcome::Sat(assignment) => {
                    self.note_value(search, &assignment)?;
                    // Go on with lighter preferences. If there are none, this solution's penalty equals the bound.
                    match wanted.values().copied().filter(|&w| w < least).max() {
                        Some(lighter) => least = lighter,
                        None => return Ok(None),
                    }
                }
                Outcome::Unsat => {
                    let core = solver.formula.core().into_iter().filter(|l| wanted.contains_key(l)).collect();
                    let core = smaller(solver, self.model(), core, limits)?;
                    let Some(weight) = core.iter().map(|l| wanted[l]).min() else { return Ok(None) };
                    bound += weight;
                    for literal in &core {
                        wanted.entry(*literal).and_modify(|left| *left -= weight);
                    }
                    wanted.retain(|_, left| *left > 0);
                    for weaker in relaxed(&mut *solver.formula, &core) {
                        *wanted.entry(weaker).or_default() += weight;
                    }
                }
                Outcome::Unknown(Reason::Effort) => return Ok(None),
                Outcome::Unknown(reason) => return Ok(Some(reason)),
            }
        }
    }
}

/// Removes literals from a core while a short check proves that the rest is still a core.
fn smaller(solver: &mut IncrementalSolver, model: &Model, mut core: Vec<Lit>, limits: &Limits) -> Result<Vec<Lit>> {
    for literal in core.clone().into_iter().take(TRIED) {
        if core.len() == 1 || !core.contains(&literal) {
            continue;
        }
        let rest: Vec<Lit> = core.iter().copied().filter(|&l| l != literal).collect();
        if let Outcome::Unsat = solver.check(model, &rest, &limits.with_effort(SHORT))? {
            let found = solver.formula.core();
            core = rest.into_iter().filter(|l| found.contains(l)).collect();
        }
    }
    Ok(core)
}

/// The weaker literals that replace a core, one fewer than the core has. For the core `a, b, c` they are `a or (b and
/// c)` and `b or c`. Both hold if one literal of the core is false; each further false literal makes one more of them
/// false.
fn relaxed(formula: &mut dyn Formula, core: &[Lit]) -> Vec<Lit> {
    let Some((&last, others)) = core.split_last() else { return vec![] };
    let mut rest = last;
    let mut weaker = Vec::with_capacity(others.len());
    for &literal in others.iter().rev() {
        let either = formula.selector();
        formula.clause(&[!either, literal, rest]);
        formula.clause(&[either, !literal]);
        formula.clause(&[either, !rest]);
        weaker.push(either);
        let both = formula.selector();
        formula.clause(&[!both, literal]);
        formula.clause(&[!both, rest]);
        formula.clause(&[both, !literal, !rest]);
        rest = both;
    }
    weaker
}
