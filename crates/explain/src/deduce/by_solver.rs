//! Deductions that a solver finds: a small set of statements where that takes little effort, which may then have an argument after
//! all; else one conclusion with whatever it was proved from.

use super::super::prove::solver_found;
use super::super::prover::ProofContext;
use super::{Deduction, EASY, Reasoner};
use sator_answer::{Atom, Technique};
use sator_model::UnknownId;
use sator_solve::solver::sat::{Lit, Reason};
use std::cmp::Reverse;

/// Literals that the solver refutes before the one with the smallest core is taken, and cores that are
/// made minimal. On a large board each takes longer, so there are fewer: at least these, and a number that falls with the groups.
const REFUTED: std::ops::RangeInclusive<usize> = 6..=24;
const MINIMISED: std::ops::RangeInclusive<usize> = 1..=4;
const REFUTED_GROUPS: usize = 8_000;
const MINIMISED_GROUPS: usize = 1_500;

/// Literals that take the solver too long after which others would too.
const TOO_HARD: usize = 12;

/// Checks for a minimal set, times the number of groups; at least, and at most. A check of a large puzzle takes longer.
const CHECKS: usize = 200_000;
const FEWEST_CHECKS: usize = 60;
const MOST_CHECKS: usize = 2_000;

/// Conflicts of a check of one conclusion, where an easier one may be found.
const HARD: u64 = 20_000;

/// Cores of cores that are asked for.
const REFINEMENTS: usize = 3;

impl Reasoner {
    /// The conclusions that a solver finds, with a readable argument where there is one within the counted effort.
    pub(super) fn by_solver(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let easy = proof.limits.with_effort(EASY);
        let mut counted = proof.within(&easy);
        let checks = (CHECKS / counted.groups.len().max(1)).clamp(FEWEST_CHECKS, MOST_CHECKS);
        counted.checks = Some(checks as u32);
        match self.minimal_by_solver(&mut counted) {
            Ok(Some(found)) => self.with_readable_proof(proof, found).map(Some),
            Err(Reason::Effort) => match self.afar(proof)? {
                Some(found) => Ok(Some(found)),
                None => self.any_by_solver(proof),
            },
            nothing => nothing,
        }
    }

    /// One conclusion with the statements and facts that the solver names, however many these are.
    pub(super) fn any_by_solver(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let groups: Vec<usize> = (0..proof.groups.len()).filter(|&g| !self.knowledge.is_fact[g]).collect();
        let facts: Vec<Lit> = (0..self.knowledge.facts.len()).map(|f| self.fact_literal(proof, f)).collect();
        let mut open = self.open_literals(proof);
        // Visible unknowns first, near those that are known.
        let known = |u: UnknownId| {
            let statements = self.consistency.about(u).filter_map(|group| self.consistency.local(group));
            statements.flat_map(|local| &local.unknowns).filter(|&&u| self.knowledge.known[u].is_some()).count()
        };
        open.sort_by_key(|c| (proof.model.unknown(c.unknown).hidden, Reverse(known(c.unknown))));
        let hard = proof.limits.with_effort(HARD);
        let mut postponed = Vec::new();
        for conclusion in open {
            match self.proved_by_solver(&mut proof.within(&hard), conclusion, &groups, &facts) {
                Ok(None) => {}
                Err(Reason::Effort) => postponed.push(conclusion),
                found => return found,
            }
        }
        for conclusion in postponed {
            if let Some(found) = self.proved_by_solver(proof, conclusion, &groups, &facts)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The conclusion, if it follows from the groups and facts.
    fn proved_by_solver(
        &mut self,
        proof: &mut ProofContext,
        conclusion: Atom,
        groups: &[usize],
        facts: &[Lit],
    ) -> Result<Option<Deduction>, Reason> {
        if !conclusion.is && self.is_seen(conclusion.unknown, conclusion.value) {
            return Ok(None);
        }
        let denial = self.denial(proof, conclusion);
        let mut proved = None;
        let mut tried = (groups.to_vec(), facts.to_vec());
        for _ in 0..REFINEMENTS {
            let assumed: Vec<Lit> = tried.1.iter().copied().chain([denial]).collect();
            match (proof.unsat(&tried.0, &assumed), &proved) {
                (Ok(true), _) => {}
                (Ok(false), None) => {
                    self.seen.push(proof.assignment());
                    return Ok(None);
                }
                (Ok(false) | Err(Reason::Effort), Some(_)) => break,
                (Err(reason), _) => return Err(reason),
            }
            let core = proof.core_literals();
            let fewer = tried.1.iter().copied().filter(|fact| core.contains(fact)).collect();
            let fewer = (proof.core(&tried.0), fewer);
            proved = Some(std::mem::replace(&mut tried, fewer));
        }
        let Some((groups, needed)) = proved else { return Ok(None) };
        let facts = (0..facts.len()).filter(|&f| needed.contains(&facts[f])).collect();
        let left = self.knowledge.masks[conclusion.unknown];
        let bit = self.knowledge.bit(conclusion.unknown, conclusion.value).unwrap_or(0);
        let only = self.knowledge.value_at(conclusion.unknown, left & !bit).filter(|_| left.count_ones() == 2);
        let conclusion = match only.filter(|_| !conclusion.is) {
            Some(value) => Atom { value, is: true, ..conclusion },
            None => conclusion,
        };
        Ok(Some(solver_found(vec![conclusion], groups, facts, Technique::Cases)))
    }

    /// The smallest of some minimal sets, of conclusions that no check takes too much effort for.
    pub(super) fn minimal_by_solver(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let groups: Vec<usize> = (0..proof.groups.len()).filter(|&g| !self.knowledge.is_fact[g]).collect();
        let facts: Vec<Lit> = (0..self.knowledge.facts.len()).map(|f| self.fact_literal(proof, f)).collect();
        let (most_refuted, most_minimised) = (
            (REFUTED_GROUPS / groups.len().max(1)).clamp(*REFUTED.start(), *REFUTED.end()),
            (MINIMISED_GROUPS / groups.len().max(1)).clamp(*MINIMISED.start(), *MINIMISED.end()),
        );
        let mut refuted: Vec<(usize, Atom, Vec<usize>)> = Vec::new();
        let mut too_hard = 0;
        for conclusion in self.open_literals(proof) {
            if refuted.len() >= most_refuted || too_hard >= TOO_HARD {
                break;
            }
            if !conclusion.is && self.is_seen(conclusion.unknown, conclusion.value) {
                continue;
            }
            let mut assumed = facts.clone();
            assumed.push(self.denial(proof, conclusion));
            match proof.unsat(&groups, &assumed) {
                Ok(true) => refuted.push((refuted.len(), conclusion, proof.core(&groups))),
                Ok(false) => self.seen.push(proof.assignment()),
                Err(Reason::Effort) => too_hard += 1,
                Err(reason) => return Err(reason),
            }
        }
        refuted.sort_by_key(|(order, _, core)| (core.len(), *order));
        let mut best: Option<Deduction> = None;
        for (_, conclusion, core) in refuted.into_iter().take(most_minimised) {
            match self.prove_from_core(proof, core, conclusion) {
                Ok(Some(found)) if best.as_ref().is_none_or(|b| found.cost() < b.cost()) => best = Some(found),
                Ok(_) => {}
                Err(Reason::Effort) => too_hard += 1,
                Err(reason) => return Err(reason),
            }
        }
        match best {
            None if too_hard > 0 => Err(Reason::Effort),
            best => Ok(best),
        }
    }

    /// Candidates that could still fall, the cells with the fewest first; for domains too wide for candidates, values
    /// that could be forced.
    fn open_literals(&self, proof: &ProofContext) -> Vec<Atom> {
        let mut open: Vec<(u32, Atom)> = Vec::new();
        for i in 0..proof.model.unknowns.len() {
            let u = UnknownId::at(i);
            if self.knowledge.known[i].is_some() {
                continue;
            }
            if self.knowledge.values[i].is_none() {
                // Two solutions that differ here show that no value is forced.
                let value = self.seen[0].get(u);
                if self.seen.iter().all(|a| a.get(u) == value) {
                    open.push((u32::MAX, Atom { unknown: u, value, is: true }));
                }
                continue;
            }
            let mask = self.consistency.left(u);
            for value in self.knowledge.values_in(u, mask) {
                open.push((mask.count_ones(), Atom { unknown: u, value, is: false }));
            }
        }
        open.sort_by_key(|(count, literal)| (proof.model.unknown(literal.unknown).hidden, *count));
        open.into_iter().map(|(_, literal)| literal).collect()
    }
}
