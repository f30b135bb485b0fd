//! Deductions from one statement by itself.

use super::super::logic::{ConstraintId, Finding, holds, support};
use super::super::prover::ProofContext;
use super::{ALONE, Deduction, Reasoner, conclusions_in};
use crate::mask::Mask;
use sator_answer::Atom;
use sator_base::limits::Reason;
use sator_model::UnknownId;

impl Reasoner {
    /// Conclusions of one statement by itself. With `visible`, only those about visible unknowns, of statements that share no hidden
    /// unknown with others.
    pub(super) fn alone(&mut self, proof: &mut ProofContext, visible: bool) -> Result<Option<Deduction>, Reason> {
        let hidden = |u: UnknownId| proof.model.unknown(u).hidden;
        let patterns = &self.patterns;
        let shares = |u: UnknownId| hidden(u) && patterns.groups_about(u).len() > 1;
        let is_wanted = |group: usize, u: UnknownId| {
            !visible || !hidden(u) && !proof.groups[group].scope.iter().any(|&u| shares(u))
        };
        let findings = self.consistency.alone(&self.board, &self.knowledge, proof.limits, &is_wanted)?;
        if self.joins_findings() {
            return Ok(self.all_of(findings));
        }
        self.best_alone(findings, None, proof)
    }

    /// Conclusions of other statements of the same line of the text, from no other facts than those of the last deduction: a piece
    /// decides all borders inside it, and a border that comes between them would part the step.
    pub(super) fn alike_alone(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let Some((line, facts)) = self.last_alone.take().filter(|_| !self.joins_findings()) else { return Ok(None) };
        let is_wanted =
            |group: usize, u: UnknownId| proof.groups[group].origin.span == line && !proof.model.unknown(u).hidden;
        let findings = self.consistency.alone(&self.board, &self.knowledge, proof.limits, &is_wanted)?;
        self.best_alone(findings, Some(&facts), proof)
    }

    /// The finding from the fewest groups and facts, all of them among `within`, with what else the statement implies by these.
    fn best_alone(
        &self,
        findings: Vec<Finding>,
        within: Option<&[usize]>,
        proof: &ProofContext,
    ) -> Result<Option<Deduction>, Reason> {
        let mut best: Option<Deduction> = None;
        let Reasoner { knowledge, board, consistency, .. } = self;
        let search = |of: ConstraintId| consistency.search(of);
        let open = conclusions_in(&findings);
        for finding in findings.iter().take(ALONE).cloned() {
            proof.go_on()?;
            let Some(from) = support(board, knowledge, &finding, &search) else { continue };
            if within.is_some_and(|within| !from.1.iter().all(|fact| within.contains(fact))) {
                continue;
            }
            let found = Deduction::of(board, finding, from, Some(open));
            let order = |d: &Deduction| (!d.conclusions[0].is, d.technique, d.cost());
            if best.as_ref().is_none_or(|b| order(&found) < order(b)) {
                best = Some(found);
            }
        }
        // Other conclusions of the same statement from the same facts.
        if let Some(best) = &mut best {
            let candidates = board.candidates_from(knowledge, &best.groups, &best.facts);
            let (argument, mut last) = (best.argument.clone(), None);
            for finding in findings.iter().filter(|f| Some(&f.argument) == argument.as_ref()) {
                if holds(board, knowledge, &candidates, finding, &search) {
                    best.conclusions.extend(&finding.conclusions);
                }
                last = Some(finding);
            }
            best.conclusions.sort_unstable();
            best.conclusions.dedup();
            let more = last.map(|finding| self.crossed_out_too(&best.conclusions, finding, &candidates));
            best.conclusions.extend(more.into_iter().flatten());
            // The values of one cell stand together. Those crossed out before come after the new ones, as the first conclusion is the
            // one that needs all of the reason.
            best.conclusions.sort_by_key(|c| c.unknown);
        }
        Ok(best)
    }

    /// Values of the concluded cells that other statements have crossed out and that this statement rules out too. With these a step
    /// shows exactly the values that the statement leaves.
    fn crossed_out_too(&self, conclusions: &[Atom], like: &Finding, candidates: &[Mask]) -> Vec<Atom> {
        let Reasoner { knowledge, board, consistency, .. } = self;
        let mut changed: Vec<UnknownId> = conclusions.iter().filter(|c| !c.is).map(|c| c.unknown).collect();
        changed.dedup();
        let crossed_out = changed.into_iter().flat_map(|unknown| {
            let values = knowledge.values_in(unknown, knowledge.domains[unknown] & !board.candidates_of(unknown));
            values.into_iter().map(move |value| Atom { unknown, value, is: false })
        });
        let follows = |conclusion: &Atom| {
            let finding = Finding { conclusions: vec![*conclusion], ..like.clone() };
            holds(board, knowledge, candidates, &finding, &|of| consistency.search(of))
        };
        crossed_out.filter(follows).collect()
    }
}
