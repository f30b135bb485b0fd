//! Statements that clash: a small set, the fewest, and those that force a condition.

use crate::explainer::{Context, Explainer};
use crate::group_consistency::GroupConsistency;
use crate::knowledge::Knowledge;
use crate::mus::{Holds, SmallSet};
use crate::prover::{Found, ProofContext, Unexplained};
use crate::verify::{Claim, disagreement};
use sator_answer::{Fewest, StatementRef};
use sator_model::node::FALSE;
use sator_model::{ExprId, UnknownId};
use sator_solve::solver::sat::Lit;

/// Statements that clash, or that force a condition.
pub struct Explanation {
    /// The statements.
    pub because: Vec<StatementRef>,
    /// Whether it is proved that none of them can be left out.
    pub is_minimal: bool,
    /// Whether fewer statements are enough, where that was asked.
    pub fewest: Option<Fewest>,
}

impl Explainer {
    /// Statements that clash, none of which can be left out; often as few as can be. Where a limit ends the search, the statements
    /// found so far.
    ///
    /// # Errors
    /// A limit was met before a clash was found, or two solvers disagree.
    pub fn clash(&mut self, context: &Context) -> Found<Explanation> {
        let SmallSet { groups, is_minimal, .. } = self.find_clash(context)?;
        Ok(Explanation { because: self.named(context, &groups), is_minimal, fewest: None })
    }

    /// The clash found last, where it still is one.
    pub fn clash_found(&self, context: &Context) -> Option<Explanation> {
        let SmallSet { groups, is_minimal, .. } = self.clash.as_ref()?;
        Some(Explanation { because: self.named(context, groups), is_minimal: *is_minimal, fewest: None })
    }

    pub(crate) fn find_clash(&mut self, context: &Context) -> Found<SmallSet> {
        let known = self.clash.clone();
        if let Some(clash) = known.as_ref().filter(|clash| !clash.is_cut) {
            return Ok(clash.clone());
        }
        let mut proof = self.case(context);
        let clash = match known {
            Some(known) => match proof.small_clash(&known.groups) {
                Err(Unexplained::Limit(_)) => return Ok(known),
                fewer => fewer?,
            },
            None => proof.first_clash()?,
        };
        self.keep_clash(context, clash)
    }

    /// Confirms a clash and keeps it for later questions.
    pub(crate) fn keep_clash(&mut self, context: &Context, clash: SmallSet) -> Found<SmallSet> {
        let groups = self.by_place(&context.elaborator.sources, clash.groups);
        self.confirm_late(context, &groups, Claim::default())?;
        let clash = SmallSet { groups, ..clash };
        self.clash = Some(clash.clone());
        Ok(clash)
    }

    /// The fewest statements that clash, and how sure it is that no fewer do.
    ///
    /// # Errors
    /// As [`Explainer::clash`].
    pub fn fewest_clash(&mut self, context: &Context) -> Found<Explanation> {
        let mut clash = self.find_clash(context)?;
        let mut proof = self.case(context);
        let all: Vec<usize> = (0..proof.groups.len()).collect();
        let found = proof.fewest(&all, clash.groups.clone(), &[], Some(&|_| true));
        let mut fewest = Fewest { proved: found.proved, stopped: found.stopped };
        if found.groups.len() < clash.groups.len() {
            match self.keep_clash(context, SmallSet::minimal(found.groups)) {
                Ok(fewer) => clash = fewer,
                Err(Unexplained::Limit(reason)) => fewest = Fewest { proved: false, stopped: Some(reason) },
                Err(wrong) => return Err(wrong),
            }
        }
        let SmallSet { groups, is_minimal, .. } = clash;
        Ok(Explanation { because: self.named(context, &groups), is_minimal, fewest: Some(fewest) })
    }

    /// A small set of statements that forces a condition, which holds in all solutions; `denial` is the opposite of the condition. With
    /// `of_fewest` one of the fewest. If the search ends early, the smallest set found.
    ///
    /// # Errors
    /// As [`Explainer::clash`].
    pub fn forcing(&mut self, context: &Context, (e, denial): (ExprId, ExprId), of_fewest: bool) -> Found<Explanation> {
        let mut proof = self.case(context);
        let all: Vec<usize> = (0..proof.groups.len()).collect();
        let mut set = match proof.is_large() && proof.narrows_by_parts() {
            true => proof.forcing_near(e, denial)?,
            false => proof.forcing_among(&all, e)?,
        };
        let mut fewest = None;
        if of_fewest {
            let denied = !proof.literal(e);
            let found = proof.fewest(&all, set.groups.clone(), &[denied], Some(&|values| values[e] == 0));
            fewest = Some(Fewest { proved: found.proved, stopped: found.stopped });
            if found.groups.len() < set.groups.len() {
                set = SmallSet::minimal(found.groups);
            }
        }
        let groups = self.by_place(&context.elaborator.sources, set.groups);
        self.confirm_late(context, &groups, Claim { condition: Some(e), ..Claim::default() })?;
        Ok(Explanation { because: self.named(context, &groups), is_minimal: set.is_minimal, fewest })
    }
}

impl ProofContext<'_> {
    /// A small set out of groups that force a condition.
    fn forcing_among(&mut self, groups: &[usize], e: ExprId) -> Found<SmallSet> {
        if !self.is_large() {
            return self.small_forcing(groups, e);
        }
        // Each solution of all groups takes far longer to find than one of a core.
        let denied = !self.literal(e);
        let core = self.small_core(groups, &[denied])?.ok_or_else(disagreement)?;
        self.among_few(&core, |few| few.small_forcing(&core, e)).or_else(|stopped| match stopped {
            Unexplained::Limit(_) => Ok(SmallSet::cut(core)),
            wrong => Err(wrong),
        })
    }

    fn small_forcing(&mut self, groups: &[usize], e: ExprId) -> Found<SmallSet> {
        let denial = !self.literal(e);
        self.smaller(groups, &[denial], &|values| values[e] == 0)
    }

    /// A small set out of groups that clash with the literals `also`, which `holds` evaluates.
    fn smaller(&mut self, groups: &[usize], also: &[Lit], holds: Holds) -> Found<SmallSet> {
        let known = self.minimal_so_far(groups, also, Some(holds))?.ok_or_else(disagreement)?;
        Ok(match known.is_cut {
            true => known,
            false => SmallSet::minimal(self.fewer(groups, known.groups, also, Some(holds))),
        })
    }

    /// The clash of all groups that people see first.
    fn first_clash(&mut self) -> Found<SmallSet> {
        let local = local_clash(self)?;
        // A statement that is impossible by itself is the one to mend.
        if local.as_ref().is_none_or(|groups| groups.len() > 1)
            && let Some(group) = self.impossible_alone()?
        {
            return Ok(SmallSet::minimal(vec![group]));
        }
        match local {
            Some(groups) => Ok(SmallSet::minimal(groups)),
            None => self.small_clash(&(0..self.groups.len()).collect::<Vec<_>>()),
        }
    }

    /// A small set out of groups that clash.
    pub(crate) fn small_clash(&mut self, groups: &[usize]) -> Found<SmallSet> {
        match (self.is_large(), self.narrows_by_parts()) {
            (true, true) => self.clashing_near(groups),
            // They force the condition that never holds.
            (true, false) => self.forcing_among(groups, FALSE),
            (false, _) => self.smaller(groups, &[], &|_| true),
        }
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
