//! Deductions that a solver finds: a conclusion from a minimal set of statements within a counted effort, for which a readable argument
//! may exist; else a conclusion with the statements that the solver used.

use super::super::logic::consequences;
use super::super::prove::solver_found;
use super::super::prover::ProofContext;
use super::kept::{FactFormula, Mark, OpenNear};
use super::{Deduction, EASY, Reasoner, is_large_board};
use rustc_hash::FxHashSet;
use sator_answer::{Atom, Technique};
use sator_model::UnknownId;
use sator_solve::solver::sat::{Lit, Reason};
use std::cmp::Reverse;

/// Refuted literals among which the one with the smallest core is chosen. A refutation takes longer on a large board, so the number
/// is `REFUTED_GROUPS` divided by the number of groups, within `REFUTED`.
const REFUTED: std::ops::RangeInclusive<usize> = 6..=24;
const REFUTED_GROUPS: usize = 8_000;

/// Cores that are minimised before the smallest is chosen.
const MINIMISED: usize = 4;

/// Rings of groups around a conclusion in the first search, and the number of conclusions that it tries.
const NEAR: usize = 4;
const NEAR_TRIED: usize = 40;

/// Literals that exceed the effort after which the search stops: others would exceed it too.
const TOO_HARD: usize = 12;

/// Checks for minimal sets: `CHECKS` divided by the number of groups, as a check of a large puzzle takes longer, within these bounds.
const CHECKS: usize = 200_000;
const FEWEST_CHECKS: usize = 60;
const MOST_CHECKS: usize = 2_000;

/// Conflicts of the first check of each conclusion. Conclusions that exceed it are checked again after all others.
const HARD: u64 = 20_000;

/// Checks of one conclusion, each with the core of the check before.
const REFINEMENTS: usize = 3;

impl Reasoner {
    /// The conclusion that the solver finds, with a readable argument if there is one within the counted effort.
    pub(super) fn by_solver(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let easy = proof.limits.with_effort(EASY);
        let mut counted = proof.within(&easy);
        let checks = (CHECKS / counted.groups.len().max(1)).clamp(FEWEST_CHECKS, MOST_CHECKS);
        counted.checks = Some(checks as u32);
        match self.within_effort(&mut counted) {
            Ok(Some(found)) if is_large_board(proof) => Ok(Some(found)),
            Ok(Some(found)) => self.with_readable_proof(proof, found).map(Some),
            Err(Reason::Effort) => match self.afar(proof)? {
                Some(found) => Ok(Some(found)),
                None => self.any_by_solver(proof),
            },
            nothing => nothing,
        }
    }

    /// A conclusion with the statements and facts of the solver's core, of any number.
    pub(super) fn any_by_solver(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let groups: Vec<usize> = (0..proof.groups.len()).filter(|&g| !self.knowledge.is_fact[g]).collect();
        let facts: Vec<(usize, Lit)> =
            (0..self.knowledge.facts.len()).map(|f| (f, self.fact_literal(proof, f))).collect();
        let mut open = self.open_literals(proof);
        // Visible unknowns first, then those with the most known values in their statements.
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

    /// The number of known values in the statements about an unknown.
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

    /// The conclusion, if it follows from the groups and facts, from a core that `REFINEMENTS` checks have reduced.
    fn refined_proof(
        &self,
        proof: &mut ProofContext,
        conclusion: Atom,
        groups: &[usize],
        facts: &[(usize, Lit)],
    ) -> Result<Option<Deduction>, Reason> {
        // The step claims the value if one is left. A proof that another value goes would not be enough.
        let conclusion = self.as_value(conclusion);
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
        Ok(Some(solver_found(vec![conclusion], groups, facts, Technique::Cases)))
    }

    /// A conclusion within the counted effort: from the groups near it, else from all groups. On a large board a readable argument or
    /// a productive conclusion comes before a minimal set.
    pub(super) fn within_effort(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let mut too_hard = 0;
        for rings in [Some(NEAR), None] {
            let counted = proof.checks;
            // A search among few groups takes little effort.
            proof.checks = counted.filter(|_| rings.is_none());
            let refuted =
                self.with_facts_held(proof, |reasoner, all| reasoner.refuted_within(all, rings, &mut too_hard))?;
            if rings.is_some() {
                proof.checks = counted;
            }
            let found = if is_large_board(proof) { self.readable_or_productive(proof, &refuted)? } else { None };
            let found = match found {
                None => self.smallest_minimal(proof, refuted, &mut too_hard)?,
                found => found,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        if too_hard > 0 { Err(Reason::Effort) } else { Ok(None) }
    }

    /// The conclusion with the fewest groups of some minimal sets, from refuted literals with their cores. `too_hard` counts those that
    /// exceed the effort. The facts that a set needs take the most checks, so they are looked for only where it has fewer groups.
    fn smallest_minimal(
        &self,
        proof: &mut ProofContext,
        refuted: Vec<(Atom, Vec<usize>)>,
        too_hard: &mut usize,
    ) -> Result<Option<Deduction>, Reason> {
        let mut best: Option<Deduction> = None;
        for (conclusion, core) in refuted.into_iter().take(MINIMISED) {
            let most = best.as_ref().map_or(usize::MAX, |best| best.groups.len().saturating_sub(1));
            match self.prove_from_core(proof, core, conclusion, most) {
                Ok(Some(found)) => best = Some(found),
                Ok(None) => {}
                Err(Reason::Effort) => *too_hard += 1,
                Err(reason) => return Err(reason),
            }
        }
        Ok(best)
    }

    /// For a large board, on which a minimal set takes too many checks. Among refuted literals with their cores: a conclusion with a
    /// readable argument from its core, else the conclusion with the most consequences, from a formula of its core alone.
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
            let facts = self.knowledge.facts_about(&few.scope_of(core, *conclusion));
            let facts: Vec<(usize, Lit)> = facts.into_iter().map(|f| (f, self.fact_literal(few, f))).collect();
            self.refined_proof(few, *conclusion, core, &facts)
        })
    }

    /// Conclusions whose denial the solver refutes, with their cores, the smallest core first. The formula has the groups of `rings`
    /// rings around each conclusion, else all groups, and all facts hold in it.
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
            let near = self.open_near.get_mut(&conclusion).filter(|_| rings.is_some());
            let mark = near.map_or(Mark::Stale, |near| near.mark(&self.knowledge));
            if mark == Mark::Fresh {
                continue;
            }
            tried += 1;
            if mark == Mark::Witnessed {
                continue;
            }
            let groups = match rings {
                Some(rings) => self.patterns.rings(vec![conclusion.unknown], rings, proof.groups, &is_open),
                None => open_groups.clone(),
            };
            let denial = self.denial(proof, conclusion);
            match proof.unsat(&groups, &[denial]) {
                Ok(true) => refuted.push((conclusion, proof.core(&groups))),
                Ok(false) if rings.is_none() => self.seen.push(proof.assignment()),
                Err(Reason::Effort) if rings.is_none() => *too_hard += 1,
                unproved @ (Ok(false) | Err(Reason::Effort)) => {
                    let witness = unproved.is_ok().then(|| proof.assignment());
                    let near = groups.iter().map(|&g| &proof.groups[g]);
                    self.open_near.insert(conclusion, OpenNear::new(near, witness, &self.knowledge));
                }
                Err(reason) => return Err(reason),
            }
        }
        refuted.sort_by_key(|(_, core)| core.len());
        Ok(refuted)
    }

    /// Calls `ask` with a formula of all groups in which all facts are clauses, so that a check assumes only groups. The formula is
    /// kept: facts are only ever added.
    fn with_facts_held<T>(
        &mut self,
        proof: &mut ProofContext,
        ask: impl FnOnce(&mut Reasoner, &mut ProofContext) -> T,
    ) -> T {
        let kept = self.held.take().filter(|held| held.groups == proof.groups.len());
        let mut held =
            kept.unwrap_or_else(|| FactFormula { prover: proof.another(), groups: proof.groups.len(), facts: 0 });
        let answer = proof.with(&mut held.prover, |all| {
            for fact in held.facts..self.knowledge.facts.len() {
                let literal = self.fact_literal(all, fact);
                all.hold(literal);
            }
            held.facts = self.knowledge.facts.len();
            ask(self, all)
        });
        // A formula that a limit left incomplete is useless.
        self.held = Some(held).filter(|held| held.prover.spent().is_none());
        answer
    }

    /// The possible conclusions: removals of candidates, cells with the fewest candidates first. For a domain too wide for candidates,
    /// the value that all known solutions share.
    fn open_literals(&self, proof: &ProofContext) -> Vec<Atom> {
        let mut open: Vec<(u32, Atom)> = Vec::new();
        for i in 0..proof.model.unknowns.len() {
            let u = UnknownId::at(i);
            if self.knowledge.known[i].is_some() {
                continue;
            }
            if self.knowledge.values[i].is_none() {
                // Two solutions that differ here show that no value is forced.
                let Some(value) = self.seen.first().map(|solution| solution.get(u)) else { continue };
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
