//! Statements that clash: a small set, the fewest, and those that force a condition.

use crate::explainer::{Context, Explainer};
use crate::knowledge::Knowledge;
use crate::mus;
use crate::prover::{Case, Found, Unexplained};
use crate::scan::Scanner;
use crate::verify::{Claim, disagreement};
use sator_answer::{Fewest, StatementRef};
use sator_model::{ExprId, UnknownId};

impl Explainer {
    /// Statements that clash, none of which can be left out; often as few as can be.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn clash(&mut self, context: &Context) -> Found<Vec<StatementRef>> {
        let units = self.find_clash(context)?;
        Ok(self.named(context, &units))
    }

    /// The clash found last, where it still is one.
    pub fn clash_found(&self, context: &Context) -> Option<Vec<StatementRef>> {
        Some(self.named(context, self.clash.as_ref()?))
    }

    pub(crate) fn find_clash(&mut self, context: &Context) -> Found<Vec<usize>> {
        if let Some(clash) = &self.clash {
            return Ok(clash.clone());
        }
        let mut case = self.case(context);
        let mut clash = local_clash(&mut case)?;
        // Where a statement is impossible by itself, that is what to mend.
        if clash.as_ref().is_none_or(|units| units.len() > 1)
            && let Some(unit) = case.impossible_alone()?
        {
            clash = Some(vec![unit]);
        }
        let clash = match clash {
            Some(clash) => clash,
            None => {
                let all: Vec<usize> = (0..case.groups.len()).collect();
                let holds: mus::Holds = &|_| true;
                let Some(clash) = case.minimal(all.clone(), &[], Some(holds))? else {
                    return Err(disagreement());
                };
                case.fewer(&all, clash, &[], Some(holds))
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
        let mut case = self.case(context);
        let all: Vec<usize> = (0..case.groups.len()).collect();
        let found = case.fewest(&all, known.clone(), &[], Some(&|_| true));
        let mut fewest = Fewest { proved: found.proved, stopped: found.stopped };
        let mut units = known;
        if found.units.len() < units.len() {
            let fewer = self.by_place(&context.elaborator.sources, found.units);
            // The time for the search may be over, which must not keep its result back.
            let limits = context.limits.until(None);
            match self.confirm(&context.within(&limits), &fewer, Claim::default()) {
                Ok(()) => {
                    self.clash = Some(fewer.clone());
                    units = fewer;
                }
                Err(Unexplained::Limit(reason)) => fewest = Fewest { proved: false, stopped: Some(reason) },
                Err(wrong) => return Err(wrong),
            }
        }
        Ok((self.named(context, &units), fewest))
    }

    /// A small set of statements that forces a condition, which holds in all solutions.
    ///
    /// # Errors
    /// As [`Explainer::clash`].
    pub fn forcing(&mut self, context: &Context, e: ExprId) -> Found<Vec<StatementRef>> {
        let mut case = self.case(context);
        let denial = !case.literal(e);
        let all: Vec<usize> = (0..case.groups.len()).collect();
        let holds: mus::Holds = &|values| values[e] == 0;
        let Some(units) = case.minimal(all.clone(), &[denial], Some(holds))? else {
            return Err(disagreement());
        };
        let units = case.fewer(&all, units, &[denial], Some(holds));
        let units = self.by_place(&context.elaborator.sources, units);
        self.confirm(context, &units, Claim { condition: Some(e), ..Claim::default() })?;
        Ok(self.named(context, &units))
    }
}

/// A unit that can't be met, given the statements about single unknowns: the clash that people see first.
fn local_clash(case: &mut Case) -> Found<Option<Vec<usize>>> {
    let mut knowledge = Knowledge::default();
    knowledge.extend(case.model, case.groups);
    let facts_about = |scope: &[UnknownId]| -> Vec<usize> {
        (0..case.groups.len())
            .filter(|&g| knowledge.is_fact[g] && case.groups[g].scope.iter().all(|u| scope.contains(u)))
            .collect()
    };
    let mut suspects: Vec<Vec<usize>> = Vec::new();
    for (i, &mask) in knowledge.masks.iter().enumerate() {
        if mask == 0 {
            suspects.push(facts_about(&[UnknownId::at(i)]));
        }
    }
    if suspects.is_empty() {
        let mut scanner = Scanner::default();
        scanner.extend(case.model, case.groups, &knowledge, &|_, _| false, &|_| None);
        for broken in scanner.broken_units(&knowledge, case.limits)? {
            if let Some(reason) = case.limits.stop() {
                return Err(reason.into());
            }
            let mut units = facts_about(&case.groups[broken[0]].scope);
            units.extend(broken);
            suspects.push(units);
        }
    }
    let mut best: Option<Vec<usize>> = None;
    for suspect in suspects {
        if let Some(found) = case.minimal(suspect, &[], None)?
            && best.as_ref().is_none_or(|b| found.len() < b.len())
        {
            best = Some(found);
        }
    }
    Ok(best)
}
