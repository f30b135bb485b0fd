//! Preferences by the sets of them that can't all be met (core-guided MaxSAT: PMRES of Narodytska & Bacchus 2014,
//! with the heaviest preferences first as in Ansótegui, Bonet & Levy 2012).
//!
//! All that is preferred is assumed. A core then costs at least the least weight in it: that is added to the bound and
//! taken off the weights of the core, and weaker preferences take its place, of which all but one are met where the
//! core was broken only once. What the clauses say of the new literals is no more than what they mean, so that they
//! may stay in the solver.

use super::search::Search;
use crate::session::Session;
use crate::session::incremental::{IncrementalSolver, Outcome};
use sator_base::limits::{Limits, Reason};
use sator_lang::diagnostic::Result;
use sator_model::Model;
use sator_solve::lower::Formula;
use sator_solve::solver::sat::Lit;
use std::collections::BTreeMap;

/// Conflicts that one check may take; where that is too few, `search` goes on.
const EFFORT: u64 = 20_000;
/// Conflicts of a check that looks whether a core is as small without one of its literals, and the literals of a
/// core for which that is tried.
const SHORT: u64 = 200;
const TRIED: usize = 40;

impl Session {
    /// Raises the bound of a penalty; says why it was stopped, if not by its own effort.
    pub(super) fn by_cores(&mut self, search: &mut Search, limits: &Limits) -> Result<Option<Reason>> {
        if let Err(reason) = self.solver(limits) {
            return Ok(Some(reason));
        }
        // The literals are those of this one solver.
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
            self.report(search);
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
                    // The next lighter ones; where there are none, this solution breaks no more than the bound says.
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

/// Leaves literals out of a core as long as that is quickly seen.
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

/// One less than the core has: of `a, b, c`, of which not all hold, `a or (b and c)` and `b or c`. Where one literal of
/// the core is false, both hold; each more that is false makes one more of them false.
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
