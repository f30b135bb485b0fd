//! What the solver proves of a deduction: that its conclusions follow, and the fewest units and facts that are enough.

use super::deduce::{Deduction, Reasoner};
use super::knowledge::Source;
use super::prover::Case;
use sator_answer::{Atom, Technique};
use sator_model::{ExprId, UnknownId};
use sator_solve::solver::sat::{Lit, Reason};

pub(super) type UnitsAndFacts = (Vec<usize>, Vec<usize>);

impl Reasoner {
    /// The contrary of a conclusion, to be assumed.
    pub(super) fn denial(&self, case: &mut Case, conclusion: Atom) -> Lit {
        !literal(case, conclusion)
    }

    pub(super) fn fact_literal(&self, case: &mut Case, fact: usize) -> Lit {
        match self.knowledge.facts[fact].source {
            Source::Statement(unit) => case.guard(unit),
            Source::Step(_, conclusion) => literal(case, conclusion),
        }
    }

    /// Fewest units and facts (none can be left out) from which the conclusion follows; `None` if it does not
    /// follow from these units and the facts about their unknowns.
    pub(super) fn prove(
        &self,
        case: &mut Case,
        units: &[usize],
        conclusion: Atom,
        technique: Technique,
    ) -> Result<Option<Deduction>, Reason> {
        let mut conclusion = conclusion;
        // Of two values one is gone: that is a value.
        let left = self.knowledge.masks[conclusion.unknown];
        if !conclusion.is
            && left.count_ones() == 2
            && let Some(bit) = self.knowledge.bit(conclusion.unknown, conclusion.value)
            && let Some(value) = self.knowledge.value_at(conclusion.unknown, left & !bit)
        {
            conclusion = Atom { value, is: true, ..conclusion };
        }
        let denial = self.denial(case, conclusion);
        let mut scope: Vec<UnknownId> = units.iter().flat_map(|&g| case.groups[g].scope.iter().copied()).collect();
        scope.push(conclusion.unknown);
        let found = self.prove_denial(case, units, scope, denial)?;
        Ok(found.map(|(units, facts)| solver_found(vec![conclusion], units, facts, technique)))
    }

    /// As [`Reasoner::prove`] for a literal that contradicts the units and the facts about the unknowns in
    /// `scope`: the units and facts needed.
    pub(super) fn prove_denial(
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
                // NodeFacts before this one were found to be needed.
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

    /// Whether the solver proves a deduction from its units and facts.
    pub(super) fn is_proved(&self, case: &mut Case, step: &Deduction) -> Result<bool, Reason> {
        let mut assumed: Vec<Lit> = step.facts.iter().map(|&f| self.fact_literal(case, f)).collect();
        let denials: Vec<Lit> = step.conclusions.iter().map(|&c| self.denial(case, c)).collect();
        let denied = case.one_of(&denials);
        assumed.push(denied);
        let proved = case.unsat(&step.units, &assumed);
        case.retire(denied);
        proved
    }

    /// Whether a condition follows from the facts, without any unit.
    pub(super) fn follows_from_facts(&self, case: &mut Case, e: ExprId) -> Result<bool, Reason> {
        let mut assumed: Vec<Lit> = (0..self.knowledge.facts.len()).map(|f| self.fact_literal(case, f)).collect();
        assumed.push(!case.literal(e));
        case.unsat(&[], &assumed)
    }

    /// Fewest units and facts from which a condition follows, which becomes a step without a conclusion of its own.
    pub(super) fn prove_condition(&self, case: &mut Case, e: ExprId) -> Result<Option<Deduction>, Reason> {
        let denial = !case.literal(e);
        let all = (0..case.model.unknowns.len() as u32).map(UnknownId).collect();
        let units: Vec<usize> = (0..case.groups.len()).filter(|&g| !self.knowledge.is_fact[g]).collect();
        let units = if self.follows_from_facts(case, e)? { vec![] } else { units };
        let found = self.prove_denial(case, &units, all, denial)?;
        Ok(found.map(|(units, facts)| solver_found(vec![], units, facts, Technique::Cases)))
    }

    /// As [`Reasoner::prove`], with the facts about all unknowns.
    pub(super) fn prove_widely(
        &self,
        case: &mut Case,
        units: &[usize],
        conclusion: Atom,
    ) -> Result<Option<Deduction>, Reason> {
        let mut also: Vec<Lit> = (0..self.knowledge.facts.len()).map(|f| self.fact_literal(case, f)).collect();
        also.push(self.denial(case, conclusion));
        match case.minimal(units.to_vec(), &also, None)? {
            // NodeFacts about unknowns that no unit is about can't matter.
            Some(units) => self.prove(case, &units, conclusion, Technique::Cases),
            None => Ok(None),
        }
    }
}

/// A deduction that no argument of a person stands for, save where one statement or none is enough.
pub(super) fn solver_found(
    conclusions: Vec<Atom>,
    units: Vec<usize>,
    facts: Vec<usize>,
    technique: Technique,
) -> Deduction {
    let technique = match units.len() {
        0 => Technique::OnlyValue,
        1 => Technique::Statement,
        _ => technique,
    };
    Deduction { conclusions, units, facts, technique, argument: None, parts: vec![] }
}

/// The literal of `unknown = value`, or of its contrary.
pub(super) fn literal(case: &mut Case, l: Atom) -> Lit {
    let is = case.value_literal(l.unknown, l.value);
    if l.is { is } else { !is }
}
