//! Proofs of a deduction by the solver: that its conclusions follow, and the fewest groups and facts that are enough.

use super::deduce::{Deduction, FewHeld, Reasoner};
use super::knowledge::Source;
use super::prover::{LARGE, ProofContext};
use sator_answer::{Atom, Technique};
use sator_model::{ExprId, UnknownId};
use sator_solve::solver::sat::{Lit, Reason};

/// Groups, and facts by number.
pub(super) type GroupsAndFacts = (Vec<usize>, Vec<usize>);

impl Reasoner {
    /// The contrary of a conclusion, to be assumed.
    pub(super) fn denial(&self, proof: &mut ProofContext, conclusion: Atom) -> Lit {
        !literal(proof, conclusion)
    }

    pub(super) fn fact_literal(&self, proof: &mut ProofContext, fact: usize) -> Lit {
        match self.knowledge.facts[fact].source {
            Source::Statement(group) => proof.guard(group),
            Source::Step(_, conclusion) => literal(proof, conclusion),
        }
    }

    /// Fewest groups and facts (none can be left out) from which the conclusion follows; `None` if it does not
    /// follow from these groups and the facts about their unknowns.
    pub(super) fn prove(
        &self,
        proof: &mut ProofContext,
        groups: &[usize],
        conclusion: Atom,
        technique: Technique,
    ) -> Result<Option<Deduction>, Reason> {
        let conclusion = self.as_value(conclusion);
        let denial = self.denial(proof, conclusion);
        let found = self.prove_denial(proof, groups, &proof.scope_of(groups, conclusion), denial)?;
        Ok(found.map(|(groups, facts)| solver_found(vec![conclusion], groups, facts, technique)))
    }

    /// The conclusion; where it removes one of two values, that the unknown has the other one.
    pub(super) fn as_value(&self, conclusion: Atom) -> Atom {
        let left = self.knowledge.domains[conclusion.unknown];
        let gone = self.knowledge.bit(conclusion.unknown, conclusion.value).filter(|_| !conclusion.is);
        let other = gone.filter(|_| left.count_ones() == 2).map(|gone| left & !gone);
        match other.and_then(|other| self.knowledge.value_at(conclusion.unknown, other)) {
            Some(value) => Atom { value, is: true, ..conclusion },
            None => conclusion,
        }
    }

    /// As [`Reasoner::prove`]; on a large board by a formula of these groups and the facts about their unknowns alone.
    pub(super) fn prove_among(
        &self,
        proof: &mut ProofContext,
        groups: &[usize],
        conclusion: Atom,
        technique: Technique,
    ) -> Result<Option<Deduction>, Reason> {
        // A search among two groups takes far less than a check of a formula for each fact.
        let value = self.as_value(conclusion);
        if let Some(facts) = self.consistency.facts_for(&self.knowledge, groups, value) {
            return Ok(Some(solver_found(vec![value], groups.to_vec(), facts, technique)));
        }
        self.with_formula_of(proof, groups, conclusion, |few| self.prove(few, groups, conclusion, technique))
    }

    /// Asks with a formula of these groups and the facts about their unknowns; on a small board with the formula of all groups, which is
    /// there already.
    pub(super) fn with_formula_of<T>(
        &self,
        proof: &mut ProofContext,
        groups: &[usize],
        conclusion: Atom,
        ask: impl FnOnce(&mut ProofContext) -> T,
    ) -> T {
        if !proof.is_large() {
            return ask(proof);
        }
        let facts = self.knowledge.facts_about(&proof.scope_of(groups, conclusion));
        proof.among_few(&self.with_statements(groups, &facts), ask)
    }

    /// The groups, and those that some facts are stated in.
    fn with_statements(&self, groups: &[usize], facts: &[usize]) -> Vec<usize> {
        let statements = facts.iter().filter_map(|&f| self.knowledge.facts[f].statement());
        let mut few: Vec<usize> = groups.iter().copied().chain(statements).collect();
        few.sort_unstable();
        few.dedup();
        few
    }

    /// As [`Reasoner::prove`] for a literal that contradicts the groups and the facts about the unknowns in
    /// `scope`: the groups and facts needed.
    pub(super) fn prove_denial(
        &self,
        proof: &mut ProofContext,
        groups: &[usize],
        scope: &[UnknownId],
        denial: Lit,
    ) -> Result<Option<GroupsAndFacts>, Reason> {
        let facts = self.knowledge.facts_about(scope);
        let literals: Vec<Lit> = facts.iter().map(|&f| self.fact_literal(proof, f)).collect();
        let mut also = literals.clone();
        also.push(denial);
        let Some(groups) = proof.minimal(groups.to_vec(), &also, None)? else { return Ok(None) };
        self.needed_facts(proof, groups, (&facts, &literals), denial)
    }

    /// The groups, none of which can be left out, with those of the facts that are needed; `None` if the literal does not contradict
    /// them.
    fn needed_facts(
        &self,
        proof: &mut ProofContext,
        groups: Vec<usize>,
        (facts, literals): (&[usize], &[Lit]),
        denial: Lit,
    ) -> Result<Option<GroupsAndFacts>, Reason> {
        let mut also = literals.to_vec();
        also.push(denial);
        if !proof.unsat(&groups, &also)? {
            return Ok(None);
        }
        let core = proof.core_literals();
        let mut needed: Vec<usize> = (0..facts.len()).filter(|&i| core.contains(&literals[i])).collect();
        let mut i = 0;
        while i < needed.len() {
            let mut assumed: Vec<Lit> =
                needed.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &n)| literals[n]).collect();
            assumed.push(denial);
            if proof.unsat(&groups, &assumed)? {
                let core = proof.core_literals();
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
        Ok(Some((groups, facts)))
    }

    /// Whether the solver proves a deduction from its groups and facts; on a large board by a formula of these alone.
    pub(super) fn is_proved(&self, proof: &mut ProofContext, step: &Deduction) -> Result<bool, Reason> {
        if proof.groups.len() < LARGE {
            return self.is_proved_within(proof, step);
        }
        let few = self.with_statements(&step.groups, &step.facts);
        let mut held = FewHeld::with(self.confirming.take(), &few, proof);
        let proved = proof.with(&mut held.prover, |few| self.is_proved_within(few, step));
        self.confirming.replace(Some(held));
        proved
    }

    fn is_proved_within(&self, proof: &mut ProofContext, step: &Deduction) -> Result<bool, Reason> {
        let mut assumed: Vec<Lit> = step.facts.iter().map(|&f| self.fact_literal(proof, f)).collect();
        let denials: Vec<Lit> = step.conclusions.iter().map(|&c| self.denial(proof, c)).collect();
        let denied = proof.one_of(&denials);
        assumed.push(denied);
        let proved = proof.unsat(&step.groups, &assumed);
        proof.retire(denied);
        proved
    }

    /// Whether a condition follows from the facts, without any group.
    pub(super) fn follows_from_facts(&self, proof: &mut ProofContext, e: ExprId) -> Result<bool, Reason> {
        let mut assumed: Vec<Lit> = (0..self.knowledge.facts.len()).map(|f| self.fact_literal(proof, f)).collect();
        assumed.push(!proof.literal(e));
        proof.unsat(&[], &assumed)
    }

    /// Fewest groups and facts from which a condition follows, which becomes a step without a conclusion of its own.
    pub(super) fn prove_condition(&self, proof: &mut ProofContext, e: ExprId) -> Result<Option<Deduction>, Reason> {
        let denial = !proof.literal(e);
        let all: Vec<UnknownId> = (0..proof.model.unknowns.len() as u32).map(UnknownId).collect();
        let groups: Vec<usize> = (0..proof.groups.len()).filter(|&g| !self.knowledge.is_fact[g]).collect();
        let groups = if self.follows_from_facts(proof, e)? { vec![] } else { groups };
        let found = self.prove_denial(proof, &groups, &all, denial)?;
        Ok(found.map(|(groups, facts)| solver_found(vec![], groups, facts, Technique::Cases)))
    }

    /// The groups and all groups that are facts.
    pub(super) fn with_fact_groups(&self, groups: &[usize]) -> Vec<usize> {
        let facts = (0..self.knowledge.is_fact.len()).filter(|&group| self.knowledge.is_fact[group]);
        groups.iter().copied().chain(facts).collect()
    }

    /// As [`Reasoner::prove`], with the facts about all unknowns, for groups that a solver named; `None` too if a smallest set of
    /// groups has more than `most`. A formula of these groups alone answers: on a large board a check of all groups takes far longer.
    pub(super) fn prove_from_core(
        &self,
        proof: &mut ProofContext,
        core: Vec<usize>,
        conclusion: Atom,
        most: usize,
    ) -> Result<Option<Deduction>, Reason> {
        let few = self.with_fact_groups(&core);
        let scope = proof.scope_of(&core, conclusion);
        let minimal = proof.among_few(&few, |few| {
            for fact in self.knowledge.facts_about(&scope) {
                let literal = self.fact_literal(few, fact);
                few.hold(literal);
            }
            let denial = self.denial(few, conclusion);
            few.minimal_up_to(most, core, &[denial], None)
        });
        let Some(groups) = minimal? else { return Ok(None) };
        // Facts about unknowns that no group is about can't matter.
        let few = self.with_fact_groups(&groups);
        let conclusion = self.as_value(conclusion);
        let found = proof.among_few(&few, |few| {
            let facts = self.knowledge.facts_about(&few.scope_of(&groups, conclusion));
            let literals: Vec<Lit> = facts.iter().map(|&f| self.fact_literal(few, f)).collect();
            let denial = self.denial(few, conclusion);
            self.needed_facts(few, groups, (&facts, &literals), denial)
        })?;
        Ok(found.map(|(groups, facts)| solver_found(vec![conclusion], groups, facts, Technique::Cases)))
    }
}

/// A deduction that no argument of a person stands for, save where one statement or none is enough.
pub(super) fn solver_found(
    conclusions: Vec<Atom>,
    groups: Vec<usize>,
    facts: Vec<usize>,
    technique: Technique,
) -> Deduction {
    let technique = match groups.len() {
        0 => Technique::OnlyValue,
        1 => Technique::Statement,
        _ => technique,
    };
    Deduction { conclusions, groups, facts, technique, open: None, argument: None, parts: vec![] }
}

/// The literal of `unknown = value`, or of its contrary.
pub(super) fn literal(proof: &mut ProofContext, l: Atom) -> Lit {
    let is = proof.value_literal(l.unknown, l.value);
    if l.is { is } else { !is }
}
