//! Why: clashes, proofs, hints and what is redundant, in the user's own statements.
//!
//! `groups` says what a statement is and how it is named; `prover` holds a formula with a guard for each;
//! `mus`, `fewest` and `enumerate` find sets that clash; `scan`, `deduce`, `steps` and `hint` solve step by step;
//! `why`, `redundant` and `fix` answer the questions; `verify` proves every set once more before it is shown.

mod deduce;
mod enumerate;
mod fewest;
mod filled;
mod fix;
mod groups;
mod hint;
mod hitting;
mod knowledge;
mod local;
mod logic;
mod merge;
mod mus;
mod parts;
mod prove;
mod prover;
mod quick;
mod redundant;
mod scan;
mod steps;
#[cfg(test)]
mod tests;
mod verify;
mod walk;
mod why;

use super::Session;
use super::answer::{Answer, Because, Step};
use super::generate::GENERATED;
use crate::diagnostic::Result;
use crate::elaborate::Elaborator;
use crate::limits::{Limits, Reason};
use crate::lower::Method;
use crate::model::{ExprId, Model, UnknownId};
use crate::sizes::INT_FIRST;
use crate::source::{SourceMap, Span};
use deduce::{Deduction, Reasoner};
use groups::Groups;
pub(super) use groups::{condition_text, condition_turns, place_of as condition_place, unknowns_of};
use knowledge::Knowledge;
use prover::{Case, Found, Prover, Unexplained};
pub(super) use quick::Quick;
use scan::Scanner;
use verify::{Claim, Confirmed, confirm};
pub(super) use walk::Walk;

/// Conflicts of each check for the reasons of a "no" that nobody asked for; `why` takes as many as it needs.
const CLASH: u64 = 20_000;

/// What explanations keep between questions. A cache, as the warm solver is.
pub(super) struct Explainer {
    groups: Groups,
    prover: Prover,
    /// The clash found last.
    clash: Option<Vec<usize>>,
    /// The hints given so far, and what is known by them.
    reasoner: Reasoner,
    hints: Vec<Deduction>,
    /// The last hint, which tells one or more of them.
    hint: Option<Step>,
    /// Whether the last hint was asked for but not yet applied.
    pending: bool,
    /// How sets were confirmed: by the other encoding, by the same one, and those found without a solver by one.
    confirmed: [usize; 3],
}

impl Explainer {
    fn new(session: &Session) -> Explainer {
        Explainer {
            groups: Groups::default(),
            prover: Prover::new(Method { trial: false, ..session.method() }),
            clash: None,
            reasoner: Reasoner::default(),
            hints: vec![],
            hint: None,
            pending: false,
            confirmed: [0; 3],
        }
    }

    /// Why its formula is of no more use, if so.
    pub(super) fn spent(&self) -> Option<Reason> {
        self.prover.spent()
    }

    fn case<'a>(&'a mut self, model: &'a Model, limits: &'a Limits) -> Case<'a> {
        Case { prover: &mut self.prover, model, groups: &self.groups.list, limits, checks: None }
    }

    fn conditions(&self, units: &[usize]) -> Vec<ExprId> {
        units.iter().flat_map(|&g| self.groups.list[g].constraints.iter().copied()).collect()
    }

    /// How many sets were confirmed by the other encoding, by a second solver of the same, and (those found without one)
    /// by a solver at all.
    pub(super) fn confirmed(&self) -> [usize; 3] {
        self.confirmed
    }
}

impl Session {
    /// What follows an answer that nothing meets all statements: why.
    pub(super) fn clash(&mut self, limits: &Limits) -> Result<Answer> {
        let effort = if self.method().trial { INT_FIRST } else { CLASH };
        match self.find_clash(&limits.with_effort(effort)) {
            Ok(units) => Ok(Answer::Clash { because: self.named(&units), fewest: None }),
            Err(Unexplained::Limit(reason)) => Ok(Answer::Unexplained(reason)),
            Err(Unexplained::Wrong(error)) => Err(error),
        }
    }

    /// Runs an explanation with all statements taken in.
    fn with_explainer<T>(
        &mut self,
        limits: &Limits,
        work: impl FnOnce(&mut Session, &mut Explainer) -> Found<T>,
    ) -> Found<T> {
        let whole = |explainer: &Explainer| explainer.spent().is_none();
        let mut explainer = self.cache.explainer.take().filter(whole).unwrap_or_else(|| Explainer::new(self));
        let Elaborator { model, sources, .. } = &self.elaborator;
        explainer.prover.extend(model, sources, &mut explainer.groups, limits);
        let done = work(self, &mut explainer);
        self.cache.explainer = Some(explainer);
        done
    }

    /// Units that clash, none of which can be left out; often as few as can be.
    fn find_clash(&mut self, limits: &Limits) -> Found<Vec<usize>> {
        self.with_explainer(limits, |session, explainer| {
            if let Some(clash) = &explainer.clash {
                return Ok(clash.clone());
            }
            let mut case = explainer.case(&session.elaborator.model, limits);
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
                        return Err(verify::disagreement());
                    };
                    case.fewer(&all, clash, &[], Some(holds))
                }
            };
            let clash = by_place(&explainer.groups, &session.elaborator.sources, clash);
            session.confirm_units(explainer, &clash, Claim::default(), limits)?;
            explainer.clash = Some(clash.clone());
            Ok(clash)
        })
    }

    /// Proves once more that the units contradict what the claim denies.
    fn confirm_units(&self, explainer: &mut Explainer, units: &[usize], claim: Claim, limits: &Limits) -> Found<()> {
        if !self.settings.verify {
            return Ok(());
        }
        let claim = Claim { conditions: explainer.conditions(units), ..claim };
        match confirm(&self.elaborator.model, self.method(), &claim, limits)? {
            Confirmed::OtherEncoding => explainer.confirmed[0] += 1,
            Confirmed::SameEncoding => explainer.confirmed[1] += 1,
        }
        Ok(())
    }

    /// The clash found last, where it still is one.
    pub(super) fn clash_found(&self) -> Option<Vec<Because>> {
        let units = self.cache.explainer.as_ref()?.clash.as_ref()?;
        Some(self.named(units))
    }

    /// Units as the user knows them.
    fn named(&self, units: &[usize]) -> Vec<Because> {
        let Some(explainer) = &self.cache.explainer else { return vec![] };
        self.named_by(explainer, units)
    }

    fn named_by(&self, explainer: &Explainer, units: &[usize]) -> Vec<Because> {
        Because::once(units.iter().map(|&g| self.because(&explainer.groups, g)).collect())
    }

    fn because(&self, groups: &Groups, unit: usize) -> Because {
        let group = &groups.list[unit];
        let text = groups::text_of(group, &self.elaborator);
        let turn = groups::turns_of(group, &text);
        let because =
            self.because_at(groups::place_of(&group.origin, &self.elaborator.sources), text, group.scope.clone());
        Because { clues: group.clues.clone(), turn, rule: groups::rule_of(group).map(str::to_string), ..because }
    }

    pub(super) fn because_at(&self, span: Span, text: String, unknowns: Vec<UnknownId>) -> Because {
        let typed = self.interactive && self.origin(span).file().is_none();
        // What `generate` made stands in no text of the user's.
        let typed = typed || self.elaborator.sources.get(span.source).name == GENERATED;
        let entry = self.entries.iter().filter(|_| typed).find(|e| e.holds(span));
        let line = self.elaborator.sources.line_column(span).0;
        Because { line, entry: entry.map(|e| e.number), text, rule: None, turn: vec![], unknowns, clues: vec![] }
    }
}

/// The order of the text; a place's units in the order they were made.
fn by_place(groups: &Groups, sources: &SourceMap, mut units: Vec<usize>) -> Vec<usize> {
    units.sort_by_key(|&g| {
        let span = groups::place_of(&groups.list[g].origin, sources);
        (span.source, span.start, g)
    });
    units
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
