//! Deductions that a solver finds: a small set of statements where that takes little effort, which may then have an argument after
//! all; else one conclusion with whatever it was proved from.

use super::super::logic::consequences;
use super::super::prove::{scope_of, solver_found};
use super::super::prover::ProofContext;
use super::kept::{Held, OpenNear};
use super::{Deduction, EASY, Reasoner, is_large_board};
use rustc_hash::FxHashSet;
use sator_answer::{Atom, Technique};
use sator_model::UnknownId;
use sator_solve::solver::sat::{Lit, Reason};
use std::cmp::Reverse;

/// Literals that the solver refutes before the one with the smallest core is taken. On a large board each takes longer, so there are
/// fewer: at least these, and a number that falls with the groups.
const REFUTED: std::ops::RangeInclusive<usize> = 6..=24;
const REFUTED_GROUPS: usize = 8_000;

/// Cores that are made minimal on a small board.
const MINIMISED: usize = 4;

/// Rings of groups around a conclusion that are enough for most, and conclusions tried with so many.
const NEAR: usize = 4;
const NEAR_TRIED: usize = 40;

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
            Ok(Some(found)) if is_large_board(proof) => Ok(Some(found)),
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
        let facts: Vec<(usize, Lit)> =
            (0..self.knowledge.facts.len()).map(|f| (f, self.fact_literal(proof, f))).collect();
        let mut open = self.open_literals(proof);
        // Visible unknowns first, near those that are known.
        open.sort_by_key(|c| (proof.model.unknown(c.unknown).hidden, Reverse(self.known_beside(c.unknown))));
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

    /// The unknowns with a known value in the statements about an unknown.
    fn known_beside(&self, u: UnknownId) -> usize {
        let statements = self.consistency.about(u).filter_map(|group| self.consistency.csp(group));
        statements.flat_map(|csp| &csp.unknowns).filter(|&&u| self.knowledge.known[u].is_some()).count()
    }

    /// The conclusion, if it follows from the groups and facts.
    fn proved_by_solver(
        &mut self,
        proof: &mut ProofContext,
        conclusion: Atom,
        groups: &[usize],
        facts: &[(usize, Lit)],
    ) -> Result<Option<Deduction>, Reason> {
        if !conclusion.is && self.is_seen(conclusion.unknown, conclusion.value) {
            return Ok(None);
        }
        let found = self.refined_proof(proof, conclusion, groups, facts)?;
        if found.is_none() {
            self.seen.push(proof.assignment());
        }
        Ok(found)
    }

    /// The conclusion from a core of cores of the groups and facts, if it follows from them.
    fn refined_proof(
        &self,
        proof: &mut ProofContext,
        conclusion: Atom,
        groups: &[usize],
        facts: &[(usize, Lit)],
    ) -> Result<Option<Deduction>, Reason> {
        let denial = self.denial(proof, conclusion);
        let mut proved = None;
        let mut tried = (groups.to_vec(), facts.to_vec());
        for _ in 0..REFINEMENTS {
            let assumed: Vec<Lit> = tried.1.iter().map(|fact| fact.1).chain([denial]).collect();
            match (proof.unsat(&tried.0, &assumed), &proved) {
                (Ok(true), _) => {}
                (Ok(false), None) => return Ok(None),
                (Ok(false) | Err(Reason::Effort), Some(_)) => break,
                (Err(reason), _) => return Err(reason),
            }
            let core: FxHashSet<Lit> = proof.core_literals().into_iter().collect();
            let fewer = tried.1.iter().copied().filter(|fact| core.contains(&fact.1)).collect();
            let fewer = (proof.core(&tried.0), fewer);
            proved = Some(std::mem::replace(&mut tried, fewer));
        }
        let Some((groups, facts)) = proved else { return Ok(None) };
        let facts = facts.into_iter().map(|fact| fact.0).collect();
        let left = self.knowledge.domains[conclusion.unknown];
        let bit = self.knowledge.bit(conclusion.unknown, conclusion.value).unwrap_or(0);
        let only = self.knowledge.value_at(conclusion.unknown, left & !bit).filter(|_| left.count_ones() == 2);
        let conclusion = match only.filter(|_| !conclusion.is) {
            Some(value) => Atom { value, is: true, ..conclusion },
            None => conclusion,
        };
        Ok(Some(solver_found(vec![conclusion], groups, facts, Technique::Cases)))
    }

    /// The smallest of some minimal sets, of conclusions that no check takes too much effort for: from the statements near by, if these
    /// are enough for one. On a large board, where making one minimal takes too many checks, a readable argument or a productive
    /// conclusion instead.
    pub(super) fn minimal_by_solver(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let mut too_hard = 0;
        for rings in [Some(NEAR), None] {
            let counted = proof.checks;
            // A search among near statements takes little.
            proof.checks = counted.filter(|_| rings.is_none());
            let refuted =
                self.with_facts_held(proof, |reasoner, all| reasoner.refuted_within(all, rings, &mut too_hard))?;
            if rings.is_some() {
                proof.checks = counted;
            }
            if is_large_board(proof)
                && let Some(found) = self.readable_or_productive(proof, &refuted)?
            {
                return Ok(Some(found));
            }
            let mut best: Option<Deduction> = None;
            for (conclusion, core) in refuted.into_iter().take(MINIMISED) {
                match self.prove_from_core(proof, core, conclusion) {
                    Ok(Some(found)) if best.as_ref().is_none_or(|b| found.cost() < b.cost()) => best = Some(found),
                    Ok(_) => {}
                    Err(Reason::Effort) => too_hard += 1,
                    Err(reason) => return Err(reason),
                }
            }
            if best.is_some() {
                return Ok(best);
            }
        }
        if too_hard > 0 { Err(Reason::Effort) } else { Ok(None) }
    }

    /// Of conclusions with the groups that a solver named: one with a readable argument from these groups, else the one that most
    /// follows from, with what a formula of these groups alone proves it from.
    fn readable_or_productive(
        &self,
        proof: &mut ProofContext,
        refuted: &[(Atom, Vec<usize>)],
    ) -> Result<Option<Deduction>, Reason> {
        if refuted.is_empty() {
            return Ok(None);
        }
        if let Some(found) = self.readable_among(proof, refuted)? {
            return Ok(Some(found));
        }
        if let Some(found) = self.afar(proof)? {
            return Ok(Some(found));
        }
        let Reasoner { board, knowledge, consistency, patterns, .. } = self;
        let puzzle = (board, knowledge, consistency, patterns);
        let mut best: Option<(usize, &(Atom, Vec<usize>))> = None;
        for one in refuted {
            let count = consequences(puzzle, one.0, proof.limits)?;
            if best.is_none_or(|best| count > best.0) {
                best = Some((count, one));
            }
        }
        let Some((_, (conclusion, core))) = best else { return Ok(None) };
        proof.among_few(&self.with_fact_groups(core), |few| {
            let facts = self.knowledge.facts_about(&scope_of(few, core, *conclusion));
            let facts: Vec<(usize, Lit)> = facts.into_iter().map(|f| (f, self.fact_literal(few, f))).collect();
            self.refined_proof(few, *conclusion, core, &facts)
        })
    }

    /// Conclusions that the solver refutes the denial of, with the groups that it names, the fewest first: of so many rings of groups
    /// around the conclusion, else of all. The facts hold.
    fn refuted_within(
        &mut self,
        proof: &mut ProofContext,
        rings: Option<usize>,
        too_hard: &mut usize,
    ) -> Result<Vec<(Atom, Vec<usize>)>, Reason> {
        let most = (REFUTED_GROUPS / proof.groups.len().max(1)).clamp(*REFUTED.start(), *REFUTED.end());
        let is_open = |u: UnknownId| self.knowledge.known[u].is_none();
        let open_groups: Vec<usize> =
            (0..proof.groups.len()).filter(|&g| proof.groups[g].scope.iter().any(|&u| is_open(u))).collect();
        let mut refuted: Vec<(Atom, Vec<usize>)> = Vec::new();
        let mut tried = 0;
        for conclusion in self.open_literals(proof) {
            let is_far = rings.is_some() && tried == NEAR_TRIED;
            if refuted.len() >= most || *too_hard >= TOO_HARD || is_far {
                break;
            }
            if !conclusion.is && self.is_seen(conclusion.unknown, conclusion.value) {
                continue;
            }
            if rings.is_some() && self.open_near.get(&conclusion).is_some_and(|open| !open.is_stale(&self.knowledge)) {
                continue;
            }
            tried += 1;
            let groups = match rings {
                Some(rings) => self.patterns.rings(vec![conclusion.unknown], rings, proof.groups, &is_open),
                None => open_groups.clone(),
            };
            let denial = self.denial(proof, conclusion);
            match proof.unsat(&groups, &[denial]) {
                Ok(true) => refuted.push((conclusion, proof.core(&groups))),
                Ok(false) if rings.is_none() => self.seen.push(proof.assignment()),
                Err(Reason::Effort) if rings.is_none() => *too_hard += 1,
                Ok(false) | Err(Reason::Effort) => {
                    let open = OpenNear::new(groups.iter().map(|&g| &proof.groups[g]), &self.knowledge);
                    self.open_near.insert(conclusion, open);
                }
                Err(reason) => return Err(reason),
            }
        }
        refuted.sort_by_key(|(_, core)| core.len());
        Ok(refuted)
    }

    /// Asks a formula of all groups in which all facts hold, so that a check assumes nothing but the groups that it is about. It is
    /// kept, as there are only ever more facts.
    fn with_facts_held<T>(
        &mut self,
        proof: &mut ProofContext,
        ask: impl FnOnce(&mut Reasoner, &mut ProofContext) -> T,
    ) -> T {
        let kept = self.held.take().filter(|held| held.groups == proof.groups.len());
        let mut held = kept.unwrap_or_else(|| Held { prover: proof.another(), groups: proof.groups.len(), facts: 0 });
        let answer = proof.with(&mut held.prover, |all| {
            for fact in held.facts..self.knowledge.facts.len() {
                let literal = self.fact_literal(all, fact);
                all.hold(literal);
            }
            held.facts = self.knowledge.facts.len();
            ask(self, all)
        });
        // A limit can end the making of a formula, which is of no use then.
        self.held = Some(held).filter(|held| held.prover.spent().is_none());
        answer
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
        open.sort_by_cached_key(|(count, literal)| {
            let u = literal.unknown;
            (proof.model.unknown(u).hidden, *count, Reverse(self.known_beside(u)))
        });
        open.into_iter().map(|(_, literal)| literal).collect()
    }
}
