//! Statements that clash: a small set, the fewest, and those that force a condition.

use crate::explainer::{Context, Explainer};
use crate::group_consistency::GroupConsistency;
use crate::knowledge::Knowledge;
use crate::mus;
use crate::prover::{Found, ProofContext, Unexplained};
use crate::verify::{Claim, disagreement};
use sator_answer::{Fewest, StatementRef};
use sator_model::{ExprId, UnknownId};

/// Statements that force a condition.
pub struct Forcing {
    /// The statements.
    pub because: Vec<StatementRef>,
    /// Whether it is proved that none of them can be left out.
    pub is_minimal: bool,
    /// Whether fewer statements force the condition, where that was asked.
    pub fewest: Option<Fewest>,
}

impl Explainer {
    /// Statements that clash, none of which can be left out; often as few as can be.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn clash(&mut self, context: &Context) -> Found<Vec<StatementRef>> {
        let groups = self.find_clash(context)?;
        Ok(self.named(context, &groups))
    }

    /// The clash found last, where it still is one.
    pub fn clash_found(&self, context: &Context) -> Option<Vec<StatementRef>> {
        Some(self.named(context, self.clash.as_ref()?))
    }

    pub(crate) fn find_clash(&mut self, context: &Context) -> Found<Vec<usize>> {
        if let Some(clash) = &self.clash {
            return Ok(clash.clone());
        }
        let mut proof = self.case(context);
        let mut clash = local_clash(&mut proof)?;
        // A statement that is impossible by itself is the one to mend.
        if clash.as_ref().is_none_or(|groups| groups.len() > 1)
            && let Some(group) = proof.impossible_alone()?
        {
            clash = Some(vec![group]);
        }
        let clash = match clash {
            Some(clash) => clash,
            None => {
                let all: Vec<usize> = (0..proof.groups.len()).collect();
                let holds: mus::Holds = &|_| true;
                let Some(clash) = proof.minimal(all.clone(), &[], Some(holds))? else {
                    return Err(disagreement());
                };
                proof.fewer(&all, clash, &[], Some(holds))
            }
        };
        let clash = self.by_place(&context.elaborator.sources, clash);
        self.confirm(context, &clash, Claim::default())?;
        self.clash = Some(clash.clone());
        Ok(clash)
    }

    /// The fewest statements that clash, and how sure it is that no fewer do.
    ///
    /// # Errors
    /// As [`Explainer::clash`].
    pub fn fewest_clash(&mut self, context: &Context) -> Found<(Vec<StatementRef>, Fewest)> {
        let known = self.find_clash(context)?;
        let mut proof = self.case(context);
        let all: Vec<usize> = (0..proof.groups.len()).collect();
        let found = proof.fewest(&all, known.clone(), &[], Some(&|_| true));
        let mut fewest = Fewest { proved: found.proved, stopped: found.stopped };
        let mut groups = known;
        if found.groups.len() < groups.len() {
            let fewer = self.by_place(&context.elaborator.sources, found.groups);
            // The time for the search may be over, which must not keep its result back.
            let limits = context.limits.until(None);
            match self.confirm(&context.within(&limits), &fewer, Claim::default()) {
                Ok(()) => {
                    self.clash = Some(fewer.clone());
                    groups = fewer;
                }
                Err(Unexplained::Limit(reason)) => fewest = Fewest { proved: false, stopped: Some(reason) },
                Err(wrong) => return Err(wrong),
            }
        }
        Ok((self.named(context, &groups), fewest))
    }

    /// A small set of statements that forces a condition, which holds in all solutions; `denial` is the opposite of the condition. With
    /// `of_fewest` one of the fewest, or if the search ends early the smallest one found.
    ///
    /// # Errors
    /// As [`Explainer::clash`].
    pub fn forcing(&mut self, context: &Context, (e, denial): (ExprId, ExprId), of_fewest: bool) -> Found<Forcing> {
        let mut proof = self.case(context);
        let all: Vec<usize> = (0..proof.groups.len()).collect();
        let (groups, is_minimal, fewest) = if of_fewest || !proof.is_large() {
            let (groups, fewest) = proof.forcing_among(&all, e, of_fewest)?;
            (groups, true, fewest)
        } else if proof.narrows_by_parts() {
            let (groups, is_minimal) = proof.forcing_near(e, denial)?;
            (groups, is_minimal, None)
        } else {
            // Each solution of all groups takes far longer to find than one of a core.
            let denied = !proof.literal(e);
            let core = proof.small_core(&all, &[denied])?.ok_or_else(disagreement)?;
            let (groups, fewest) = proof.among_few(&core, |few| few.forcing_among(&core, e, false))?;
            (groups, true, fewest)
        };
        let groups = self.by_place(&context.elaborator.sources, groups);
        // The time for the fewest may be over, which must not keep the result back.
        let limits = if of_fewest { context.limits.until(None) } else { context.limits.clone() };
        self.confirm(&context.within(&limits), &groups, Claim { condition: Some(e), ..Claim::default() })?;
        Ok(Forcing { because: self.named(context, &groups), is_minimal, fewest })
    }
}

impl ProofContext<'_> {
    /// A small set out of groups that force a condition; with `of_fewest` one of the fewest.
    fn forcing_among(&mut self, groups: &[usize], e: ExprId, of_fewest: bool) -> Found<(Vec<usize>, Option<Fewest>)> {
        let denial = !self.literal(e);
        let holds: mus::Holds = &|values| values[e] == 0;
        let known = self.minimal(groups.to_vec(), &[denial], Some(holds))?.ok_or_else(disagreement)?;
        if !of_fewest {
            return Ok((self.fewer(groups, known, &[denial], Some(holds)), None));
        }
        let found = self.fewest(groups, known, &[denial], Some(holds));
        Ok((found.groups, Some(Fewest { proved: found.proved, stopped: found.stopped })))
    }
}

/// A group that can't be met, given the statements about single unknowns: the clash that people see first.
fn local_clash(proof: &mut ProofContext) -> Found<Option<Vec<usize>>> {
    let mut knowledge = Knowledge::default();
    knowledge.extend(proof.model, proof.groups);
    let facts_about = |scope: &[UnknownId]| -> Vec<usize> {
        (0..proof.groups.len())
            .filter(|&g| knowledge.is_fact[g] && proof.groups[g].scope.iter().all(|u| scope.contains(u)))
            .collect()
    };
    let mut suspects: Vec<Vec<usize>> = Vec::new();
    for (i, &mask) in knowledge.domains.iter().enumerate() {
        if mask == 0 {
            suspects.push(facts_about(&[UnknownId::at(i)]));
        }
    }
    if suspects.is_empty() {
        let mut consistency = GroupConsistency::default();
        consistency.extend(proof.model, proof.groups, &knowledge, &|_, _| false, &|_| None);
        for broken in consistency.broken_units(&knowledge, proof.limits)? {
            if let Some(reason) = proof.limits.stop() {
                return Err(reason.into());
            }
            let mut groups = facts_about(&proof.groups[broken[0]].scope);
            groups.extend(broken);
            suspects.push(groups);
        }
    }
    let mut best: Option<Vec<usize>> = None;
    for suspect in suspects {
        if let Some(found) = proof.minimal(suspect, &[], None)?
            && best.as_ref().is_none_or(|b| found.len() < b.len())
        {
            best = Some(found);
        }
    }
    Ok(best)
}
