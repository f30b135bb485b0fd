//! The fewest groups that clash, by implicit hitting sets (Ignatiev, Previti, Liffiton, Marques-Silva
//! 2015): every clash meets every set of groups without which a solution exists. So a smallest set that
//! meets those seen so far is a lower bound; if it clashes itself, it is a smallest clash.

use super::hitting::{Hit, smallest_hitting_set};
use super::mus::Holds;
use super::prover::ProofContext;
use sator_solve::solver::sat::{Lit, Reason};

/// Rounds of making a set of broken groups smaller.
const GROWTH: usize = 12;

/// Checks that `solve` and `why E` take for having fewer statements than a minimal set, and conflicts of each: what
/// is hardly noticed. A check decides every unknown, so a large puzzle has fewer: so many unknowns are decided in all.
const CHECKS: std::ops::RangeInclusive<usize> = 12..=150;
const DECIDED: usize = 60_000;
const EFFORT: u64 = 1_000;

/// Sets larger than this are not made smaller in so short a time.
pub(super) const FEW: usize = 12;

/// The best that was found.
pub(super) struct Fewest {
    pub groups: Vec<usize>,
    /// No clash has fewer.
    pub proved: bool,
    /// Why the search ended before there was a proof.
    pub stopped: Option<Reason>,
}

impl ProofContext<'_> {
    /// A smallest clash among `groups`, starting from one that is known. Ends without proof at a limit.
    pub(super) fn fewest(&mut self, groups: &[usize], known: Vec<usize>, also: &[Lit], holds: Option<Holds>) -> Fewest {
        let mut best = known;
        match self.search_fewest(groups, &mut best, also, holds) {
            Ok(proved) => Fewest { groups: best, proved, stopped: None },
            Err(reason) => Fewest { groups: best, proved: false, stopped: Some(reason) },
        }
    }

    /// The same with as few checks as are hardly noticed.
    pub(super) fn fewer(
        &mut self,
        groups: &[usize],
        known: Vec<usize>,
        also: &[Lit],
        holds: Option<Holds>,
    ) -> Vec<usize> {
        if known.len() > FEW {
            return known;
        }
        let limits = self.limits.with_effort(EFFORT);
        let checks = (DECIDED / self.model.unknowns.len().max(1)).clamp(*CHECKS.start(), *CHECKS.end());
        let mut hurried = ProofContext { checks: Some(checks as u32), ..self.within(&limits) };
        hurried.fewest(groups, known, also, holds).groups
    }

    fn search_fewest(
        &mut self,
        groups: &[usize],
        best: &mut Vec<usize>,
        also: &[Lit],
        holds: Option<Holds>,
    ) -> Result<bool, Reason> {
        let mut corrections: Vec<Vec<usize>> = Vec::new();
        while best.len() > 1 {
            let chosen = match smallest_hitting_set(&corrections, best.len() - 1) {
                Hit::Smallest(chosen) => chosen,
                Hit::None => return Ok(true),
                Hit::GaveUp => return Ok(false),
            };
            if self.unsat(&chosen, also)? {
                *best = chosen;
                return Ok(true);
            }
            // Several sets apart from each other before the next, dearer, hitting set.
            let mut wider = chosen;
            loop {
                let correction = self.correction(groups, also)?;
                wider.extend(&correction);
                corrections.push(correction);
                if self.unsat(&wider, also)? {
                    break;
                }
            }
            let core = self.core(&wider);
            if core.len() < best.len()
                && let Some(smaller) = self.minimal(core, also, holds)?
                && smaller.len() < best.len()
            {
                *best = smaller;
            }
        }
        Ok(true)
    }

    /// After a satisfiable check: a set of groups, broken by some solution of all others.
    fn correction(&mut self, groups: &[usize], also: &[Lit]) -> Result<Vec<usize>, Reason> {
        let mut broken = self.broken(groups, &self.model.evaluate_all(&self.assignment()));
        for _ in 0..GROWTH {
            if broken.len() <= 1 {
                break;
            }
            let kept: Vec<usize> = groups.iter().copied().filter(|g| broken.binary_search(g).is_err()).collect();
            let guards = self.guards(&broken);
            let more = self.one_of(&guards);
            let mut assumed = also.to_vec();
            assumed.push(more);
            let done = self.unsat(&kept, &assumed);
            let values = (done == Ok(false)).then(|| self.model.evaluate_all(&self.assignment()));
            self.retire(more);
            done?;
            let Some(values) = values else { break };
            broken = self.broken(&broken, &values);
        }
        Ok(broken)
    }
}
