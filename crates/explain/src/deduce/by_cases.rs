//! Deductions by refutation: a hypothesis (a value of an unknown) is propagated until a conflict, so its contrary holds.
//!
//! Hypotheses about visible unknowns come before those about hidden ones. Hypotheses that single statements refute come before
//! those that need a whole loop or a whole area.

use super::super::logic::{Argument, CaseLength, Finding, Scope, cases, effort_after, in_few_cases, patterns_in};
use super::super::prover::ProofContext;
use super::{Deduction, FEW, Reasoner};
use sator_base::limits::Reason;
use sator_model::{Model, UnknownId};

/// Hypotheses about visible unknowns, propagated to visible unknowns only.
const SEEN: usize = 0;
/// Hypotheses about visible unknowns, propagated to all unknowns.
const VISIBLE_FIRST: usize = 1;
/// Hypotheses about unknowns that a sentence can describe, propagated to all unknowns.
const WITH_WORDS: usize = 2;
/// Hypotheses about any unknown, propagated to all unknowns.
const HIDDEN: usize = 3;
/// The number of the scopes above. Refuted hypotheses are kept for each scope.
pub(super) const SCOPES: usize = 4;

/// Applications of single statements by refutations for one visible conclusion. Each step of 100 published boards took 83,000 of
/// them or fewer, and each first step of the examples 321,000. A compass of 10x10 took 20 million for 141 hidden conclusions before the
/// first visible one.
const STEP: usize = 600_000;

/// The effort of refutations since the last visible conclusion.
#[derive(Default)]
pub(super) struct StepEffort {
    /// The facts that have been looked through for visible conclusions.
    facts: usize,
    /// The applications of all refutations before this step.
    before: usize,
    /// Steps in a row that took all of their effort.
    exhausted: u32,
}

impl Reasoner {
    /// Gives refutations new effort if there is a visible conclusion since the last call: half of that before where the last step
    /// took all of it.
    pub(super) fn renew_effort(&mut self, model: &Model) {
        let new = &self.knowledge.facts[self.step_effort.facts..];
        let is_visible = new.iter().any(|fact| !model.unknown(fact.unknown).hidden);
        self.step_effort.facts = self.knowledge.facts.len();
        if is_visible {
            self.step_effort.exhausted = if self.is_exhausted() { self.step_effort.exhausted + 1 } else { 0 };
            self.step_effort.before = self.applications();
        }
    }

    /// Whether refutations have taken the effort of this step.
    pub(super) fn is_exhausted(&self) -> bool {
        self.applications() - self.step_effort.before > effort_after(STEP, self.step_effort.exhausted)
    }

    /// The applications of single statements by all refutations.
    fn applications(&self) -> usize {
        self.refuted.iter().flatten().map(|refuted| refuted.borrow().applications).sum()
    }

    /// A refutation of few turns in which every turn is about a visible unknown.
    pub(super) fn by_visible_case(&self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let model = proof.model;
        let visible = |u: UnknownId| !model.unknown(u).hidden;
        let seen = Scope { within: &visible, supposed: &visible, first: &visible, split: &visible };
        self.by_cases(SEEN, seen, CaseLength::Short, proof)
    }

    /// A refutation of few turns whose hypothesis is about a visible unknown.
    pub(super) fn by_short_case(&self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let model = proof.model;
        let visible = |u: UnknownId| !model.unknown(u).hidden;
        let all_visible = model.unknowns.iter().all(|u| !u.hidden);
        let all = |_: UnknownId| true;
        let number = if all_visible { SEEN } else { VISIBLE_FIRST };
        let scope = Scope { within: &all, supposed: &visible, first: &visible, split: &visible };
        self.by_cases(number, scope, CaseLength::Short, proof)
    }

    /// A refutation by one hypothesis, else by a split into few cases. Narrow scopes come before wide ones, so that the argument
    /// is about visible unknowns where some such argument exists.
    pub(super) fn by_cases_in_all_scopes(&self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let (model, limits) = (proof.model, proof.limits);
        let visible = |u: UnknownId| !model.unknown(u).hidden;
        let all = |_: UnknownId| true;
        let seen = Scope { within: &visible, supposed: &visible, first: &visible, split: &visible };
        let skip = |u: UnknownId, value: i64| self.is_seen(u, value);
        let Reasoner { board, knowledge, consistency, patterns, .. } = self;
        let has_words = |u: UnknownId| board.is_describable[u];
        let visible_first = Scope { within: &all, supposed: &visible, first: &visible, split: &has_words };
        let with_words = Scope { within: &all, supposed: &has_words, first: &visible, split: &has_words };
        let hidden = Scope { within: &all, supposed: &all, first: &visible, split: &all };
        let ways = match model.unknowns.iter().all(|u| !u.hidden) {
            true => vec![(SEEN, seen, false), (SEEN, seen, true)],
            false => vec![
                (VISIBLE_FIRST, visible_first, false),
                (WITH_WORDS, with_words, false),
                (WITH_WORDS, with_words, true),
                (HIDDEN, hidden, false),
                (HIDDEN, hidden, true),
            ],
        };
        let all_describable = board.is_describable.iter().all(|describable| *describable);
        for (number, scope, in_cases) in ways.into_iter().take(if all_describable { 3 } else { 5 }) {
            let found = match in_cases {
                true if self.is_exhausted() => None,
                true => {
                    let puzzle = (board, knowledge, consistency, patterns);
                    let effort = self.effort(FEW).after(self.fruitless_few.get());
                    let found = self.named(in_few_cases(puzzle, scope, &skip, &self.refuted_far, effort, limits)?);
                    self.fruitless_few.set(if found.is_some() { 0 } else { self.fruitless_few.get() + 1 });
                    found
                }
                false => self.by_cases(number, scope, CaseLength::Any, proof)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A refutation by propagation: without structures as a whole, then with them.
    fn by_cases(
        &self,
        number: usize,
        scope: Scope,
        wanted: CaseLength,
        proof: &mut ProofContext,
    ) -> Result<Option<Deduction>, Reason> {
        let Reasoner { board, knowledge, consistency, patterns, refuted, .. } = self;
        let skip = |u: UnknownId, value: i64| self.is_seen(u, value);
        for whole in [false, true] {
            if self.is_exhausted() || whole && board.all_structures().is_empty() {
                break;
            }
            let known = &refuted[number][usize::from(whole)];
            loop {
                let puzzle = (board, knowledge, consistency, patterns);
                let findings = cases(puzzle, scope, &skip, known, (whole, wanted), proof.limits)?;
                match self.with_derivations(findings, proof)? {
                    Ok(findings) => match self.named(findings) {
                        None => break,
                        found => return Ok(found),
                    },
                    Err(pattern) => known.borrow_mut().forget(pattern),
                }
            }
        }
        Ok(None)
    }

    /// The findings with the groups that imply their patterns, or the first pattern that no groups imply.
    fn with_derivations(
        &self,
        mut findings: Vec<Finding>,
        proof: &mut ProofContext,
    ) -> Result<Result<Vec<Finding>, usize>, Reason> {
        for finding in &mut findings {
            let Argument::Cases { turns, end } = &finding.argument else { continue };
            for pattern in patterns_in(turns, end) {
                let Some(groups) = self.patterns.derive(pattern, proof)? else { return Ok(Err(pattern)) };
                finding.groups.extend(groups);
            }
            finding.groups.sort_unstable();
            finding.groups.dedup();
        }
        Ok(Ok(findings))
    }
}
