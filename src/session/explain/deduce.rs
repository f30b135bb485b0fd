//! The next deduction: a value if one follows by scanning, else a value or a removed candidate with the
//! fewest units. Proposals come from `scan`; each is proved and made minimal with the solver, which also
//! looks for deductions itself where scanning finds none.
//!
//! The order depends on nothing but the puzzle and the seed: fewest units, then fewest facts, then
//! reading order. Work is bounded by numbers, never by time.

use super::knowledge::{Knowledge, Source};
use super::prover::Case;
use super::scan::{Proposal, Scanner};
use crate::model::{Assignment, ExprId, UnknownId};
use crate::session::answer::Literal;
use crate::solver::sat::{Lit, Reason};

/// Proposals with equally few units that are compared by their facts.
const COMPARED: usize = 4;

/// Literals that the solver refutes before the one with the smallest core is taken, and cores that are
/// made minimal.
const REFUTED: usize = 24;
const MINIMISED: usize = 4;

type UnitsAndFacts = (Vec<usize>, Vec<usize>);

/// Other candidates checked for falling by the same units and facts.
const BUNDLED: usize = 60;

/// What follows from some units and facts, none of which can be left out.
#[derive(Clone, Debug)]
pub struct Deduction {
    pub conclusions: Vec<Literal>,
    pub units: Vec<usize>,
    pub facts: Vec<usize>,
}

impl Deduction {
    pub fn cost(&self) -> (usize, usize) {
        (self.units.len(), self.facts.len())
    }
}

/// A puzzle being solved step by step.
#[derive(Default)]
pub struct Reasoner {
    pub knowledge: Knowledge,
    scanner: Scanner,
    /// Solutions seen: their values can't be refuted.
    seen: Vec<Assignment>,
}

impl Reasoner {
    /// Takes in what was added to the puzzle; `solution` is one of its solutions.
    pub fn extend(&mut self, case: &Case, solution: &Assignment) {
        let grown = case.groups.len() > self.knowledge.is_fact.len();
        self.knowledge.extend(case.model, case.groups);
        self.scanner.extend(case.model, case.groups, &self.knowledge);
        self.seen.retain(|a| !grown && a.0.len() == solution.0.len());
        if self.seen.is_empty() {
            self.seen.push(solution.clone());
        }
    }

    /// Whether every visible unknown is known.
    pub fn is_done(&self, case: &Case) -> bool {
        case.model.visible().all(|u| self.knowledge.known[u.0 as usize].is_some())
    }

    /// The next deduction; none when nothing more follows.
    pub fn next(&mut self, case: &mut Case) -> Result<Option<Deduction>, Reason> {
        let limits = case.limits;
        self.scanner.cross_out(&self.knowledge, limits)?;
        let proposals = self.scanner.values(&self.knowledge, limits)?;
        if let Some(found) = self.cheapest(case, proposals)? {
            return Ok(Some(found));
        }
        check(case)?;
        let proposals = self.scanner.removals(case.model, case.groups, &self.knowledge, limits)?;
        if let Some(found) = self.cheapest(case, proposals)? {
            return self.bundled(case, found).map(Some);
        }
        check(case)?;
        let skip = |u: UnknownId, value: i64| self.seen.iter().any(|a| a.get(u) == value);
        let proposals = self.scanner.suppositions(&self.knowledge, &skip, limits)?;
        check(case)?;
        if let Some(found) = self.cheapest(case, proposals)? {
            return self.bundled(case, found).map(Some);
        }
        self.by_solver(case)
    }

    /// The proposal with the fewest units, then facts, that the solver confirms.
    fn cheapest(&self, case: &mut Case, mut proposals: Vec<Proposal>) -> Result<Option<Deduction>, Reason> {
        let hidden = |l: &Literal| case.model.unknown(l.unknown).hidden;
        proposals.sort_by_key(|p| (hidden(&p.conclusion), p.units.len(), p.conclusion.unknown, p.conclusion.value));
        proposals.dedup_by_key(|p| (p.conclusion.unknown, p.conclusion.value, p.conclusion.is, p.units.clone()));
        let mut best: Option<Deduction> = None;
        let mut compared = 0;
        for proposal in proposals {
            let longer = best.as_ref().is_some_and(|b| proposal.units.len() > b.units.len());
            if compared == COMPARED || longer {
                break;
            }
            let Some(found) = self.prove(case, &proposal.units, proposal.conclusion)? else { continue };
            compared += 1;
            if best.as_ref().is_none_or(|b| found.cost() < b.cost()) {
                best = Some(found);
            }
        }
        Ok(best)
    }

    /// The contrary of a conclusion, to be assumed.
    fn denial(&self, case: &mut Case, conclusion: Literal) -> Lit {
        !literal(case, conclusion)
    }

    fn fact_literal(&self, case: &mut Case, fact: usize) -> Lit {
        match self.knowledge.facts[fact].source {
            Source::Statement(unit) => case.prover.guard(unit),
            Source::Step(_, conclusion) => literal(case, conclusion),
        }
    }

    /// Fewest units and facts (none can be left out) from which the conclusion follows; `None` if it does not
    /// follow from these units and the facts about their unknowns.
    fn prove(&self, case: &mut Case, units: &[usize], conclusion: Literal) -> Result<Option<Deduction>, Reason> {
        let mut conclusion = conclusion;
        // Of two values one is gone: that is a value.
        let left = self.knowledge.masks[conclusion.unknown.0 as usize];
        if !conclusion.is
            && left.count_ones() == 2
            && let Some(bit) = self.knowledge.bit(conclusion.unknown, conclusion.value)
            && let Some(value) = self.knowledge.value_at(conclusion.unknown, left & !bit)
        {
            conclusion = Literal { value, is: true, ..conclusion };
        }
        let denial = self.denial(case, conclusion);
        let mut scope: Vec<UnknownId> = units.iter().flat_map(|&g| case.groups[g].scope.iter().copied()).collect();
        scope.push(conclusion.unknown);
        let found = self.prove_denial(case, units, scope, denial)?;
        Ok(found.map(|(units, facts)| Deduction { conclusions: vec![conclusion], units, facts }))
    }

    /// As [`Reasoner::prove`] for a literal that contradicts the units and the facts about the unknowns in
    /// `scope`: the units and facts needed.
    fn prove_denial(
        &self,
        case: &mut Case,
        units: &[usize],
        mut scope: Vec<UnknownId>,
        denial: Lit,
    ) -> Result<Option<UnitsAndFacts>, Reason> {
        scope.sort_unstable();
        scope.dedup();
        let facts = self.knowledge.facts_about(&scope);
        let literals: Vec<Lit> = facts.iter().map(|&f| self.fact_literal(case, f)).collect();
        let mut also = literals.clone();
        also.push(denial);
        let Some(units) = case.minimal(units.to_vec(), &also, None)? else { return Ok(None) };
        // The last check of `minimal` need not be the one that this set came from.
        case.unsat(&units, &also)?;
        let core = case.core_literals();
        let mut needed: Vec<usize> = (0..facts.len()).filter(|&i| core.contains(&literals[i])).collect();
        let mut i = 0;
        while i < needed.len() {
            let mut assumed: Vec<Lit> =
                needed.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &n)| literals[n]).collect();
            assumed.push(denial);
            if case.unsat(&units, &assumed)? {
                let core = case.core_literals();
                let gone = needed.remove(i);
                let fewer: Vec<usize> = needed.iter().copied().filter(|&n| core.contains(&literals[n])).collect();
                // Facts before this one were found to be needed.
                let kept = |n: &usize| *n >= gone || fewer.contains(n);
                if needed.iter().all(kept) {
                    needed = fewer;
                }
            } else {
                i += 1;
            }
        }
        let mut facts: Vec<usize> = needed.into_iter().map(|n| facts[n]).collect();
        facts.sort_unstable();
        Ok(Some((units, facts)))
    }

    /// Whether a condition follows from the facts, without any unit.
    pub fn follows_from_facts(&self, case: &mut Case, e: ExprId) -> Result<bool, Reason> {
        let mut assumed: Vec<Lit> = (0..self.knowledge.facts.len()).map(|f| self.fact_literal(case, f)).collect();
        assumed.push(!case.prover.formula.literal(case.model.expressions(), e));
        case.unsat(&[], &assumed)
    }

    /// Fewest units and facts from which a condition follows, which becomes a step without a conclusion of its own.
    pub fn prove_condition(&self, case: &mut Case, e: ExprId) -> Result<Option<Deduction>, Reason> {
        let denial = !case.prover.formula.literal(case.model.expressions(), e);
        let all = (0..case.model.unknowns.len() as u32).map(UnknownId).collect();
        let units: Vec<usize> = (0..case.groups.len()).filter(|&g| !self.knowledge.is_fact[g]).collect();
        let units = if self.follows_from_facts(case, e)? { vec![] } else { units };
        let found = self.prove_denial(case, &units, all, denial)?;
        Ok(found.map(|(units, facts)| Deduction { conclusions: vec![], units, facts }))
    }

    /// The deduction with the other candidates that fall by the same units and facts.
    fn bundled(&self, case: &mut Case, mut deduction: Deduction) -> Result<Deduction, Reason> {
        let Some(&first) = deduction.conclusions.first().filter(|c| !c.is) else { return Ok(deduction) };
        let facts: Vec<Lit> = deduction.facts.iter().map(|&f| self.fact_literal(case, f)).collect();
        let mut scope: Vec<UnknownId> =
            deduction.units.iter().flat_map(|&g| case.groups[g].scope.iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        let mut checked = 0;
        for u in scope {
            let mask = self.scanner.left(u);
            if mask.is_power_of_two() || self.knowledge.values[u.0 as usize].is_none() {
                continue;
            }
            for value in self.knowledge.values_in(u, mask) {
                let conclusion = Literal { unknown: u, value, is: false };
                if conclusion == first || self.seen.iter().any(|a| a.get(u) == value) || checked == BUNDLED {
                    continue;
                }
                checked += 1;
                let mut assumed = facts.clone();
                assumed.push(self.denial(case, conclusion));
                if case.unsat(&deduction.units, &assumed)? {
                    deduction.conclusions.push(conclusion);
                }
            }
        }
        deduction.conclusions.sort_unstable();
        Ok(deduction)
    }

    /// The smallest of some minimal sets that the solver finds.
    fn by_solver(&mut self, case: &mut Case) -> Result<Option<Deduction>, Reason> {
        let units: Vec<usize> = (0..case.groups.len()).filter(|&g| !self.knowledge.is_fact[g]).collect();
        let facts: Vec<Lit> = (0..self.knowledge.facts.len()).map(|f| self.fact_literal(case, f)).collect();
        let mut refuted: Vec<(usize, Literal, Vec<usize>)> = Vec::new();
        for conclusion in self.open_literals(case) {
            if refuted.len() >= REFUTED {
                break;
            }
            if !conclusion.is && self.seen.iter().any(|a| a.get(conclusion.unknown) == conclusion.value) {
                continue;
            }
            let mut assumed = facts.clone();
            assumed.push(self.denial(case, conclusion));
            if case.unsat(&units, &assumed)? {
                refuted.push((refuted.len(), conclusion, case.core(&units)));
            } else {
                self.seen.push(case.assignment());
            }
        }
        refuted.sort_by_key(|(order, _, core)| (core.len(), *order));
        let mut best: Option<Deduction> = None;
        for (_, conclusion, _) in refuted.into_iter().take(MINIMISED) {
            let Some(found) = self.prove_widely(case, &units, conclusion)? else { continue };
            if best.as_ref().is_none_or(|b| found.cost() < b.cost()) {
                best = Some(found);
            }
        }
        match best {
            Some(found) => self.bundled(case, found).map(Some),
            None => Ok(None),
        }
    }

    /// As [`Reasoner::prove`], with the facts about all unknowns.
    fn prove_widely(&self, case: &mut Case, units: &[usize], conclusion: Literal) -> Result<Option<Deduction>, Reason> {
        let mut also: Vec<Lit> = (0..self.knowledge.facts.len()).map(|f| self.fact_literal(case, f)).collect();
        also.push(self.denial(case, conclusion));
        match case.minimal(units.to_vec(), &also, None)? {
            // Facts about unknowns that no unit is about can't matter.
            Some(units) => self.prove(case, &units, conclusion),
            None => Ok(None),
        }
    }

    /// Candidates that could still fall, the cells with the fewest first; for domains too wide for candidates, values
    /// that could be forced.
    fn open_literals(&self, case: &Case) -> Vec<Literal> {
        let mut open: Vec<(u32, Literal)> = Vec::new();
        for i in 0..case.model.unknowns.len() {
            let u = UnknownId(i as u32);
            if self.knowledge.known[i].is_some() {
                continue;
            }
            if self.knowledge.values[i].is_none() {
                // Two solutions that differ here show that no value is forced.
                let value = self.seen[0].get(u);
                if self.seen.iter().all(|a| a.get(u) == value) {
                    open.push((u32::MAX, Literal { unknown: u, value, is: true }));
                }
                continue;
            }
            let mask = self.scanner.left(u);
            for value in self.knowledge.values_in(u, mask) {
                open.push((mask.count_ones(), Literal { unknown: u, value, is: false }));
            }
        }
        open.sort_by_key(|(count, literal)| (case.model.unknown(literal.unknown).hidden, *count));
        open.into_iter().map(|(_, literal)| literal).collect()
    }
}

/// The literal of `unknown = value`, or of its contrary.
fn literal(case: &mut Case, l: Literal) -> Lit {
    let is = case.prover.formula.value_literal(case.model.expressions(), l.unknown, l.value);
    if l.is { is } else { !is }
}

fn check(case: &Case) -> Result<(), Reason> {
    case.limits.stop().map_or(Ok(()), Err)
}
