//! Deductions by a hypothesis that ends in a conflict: what is seen is supposed first, and hypotheses near by come before those in
//! which structures are looked at as a whole.

use super::super::logic::{Scope, cases, in_few_cases};
use super::super::prover::ProofContext;
use super::{Deduction, FEW, Reasoner};
use sator_answer::Technique;
use sator_base::limits::{Limits, Reason};
use sator_model::UnknownId;

/// The range of hypotheses: visible unknowns; all unknowns, with visible ones supposed; all, with those that have words supposed;
/// everything.
const SEEN: usize = 0;
const VISIBLE_FIRST: usize = 1;
const WITH_WORDS: usize = 2;
const HIDDEN: usize = 3;
pub(super) const SCOPES: usize = 4;

impl Reasoner {
    /// A hypothesis about what is seen, among what is seen.
    pub(super) fn by_visible_case(&self, proof: &ProofContext) -> Result<Option<Deduction>, Reason> {
        let visible = |u: UnknownId| !proof.model.unknown(u).hidden;
        let seen = Scope { within: &visible, supposed: &visible, first: &visible, split: &visible };
        self.by_cases(SEEN, seen, proof.limits)
    }

    /// A hypothesis about what is seen that ends after few turns.
    pub(super) fn by_short_case(&self, proof: &ProofContext) -> Result<Option<Deduction>, Reason> {
        let visible = |u: UnknownId| !proof.model.unknown(u).hidden;
        let all_visible = proof.model.unknowns.iter().all(|u| !u.hidden);
        let all = |_: UnknownId| true;
        let found = match all_visible {
            true => self.by_visible_case(proof)?,
            false => {
                let scope = Scope { within: &all, supposed: &visible, first: &visible, split: &visible };
                self.by_cases(VISIBLE_FIRST, scope, proof.limits)?
            }
        };
        Ok(found.filter(|found| found.technique == Technique::ShortCase))
    }

    /// A hypothesis that ends by itself, else by few cases: what is supposed is seen, if that is enough; what follows is too, if
    /// that is.
    pub(super) fn by_cases_in_all_scopes(&self, proof: &ProofContext) -> Result<Option<Deduction>, Reason> {
        let limits = proof.limits;
        let visible = |u: UnknownId| !proof.model.unknown(u).hidden;
        let all = |_: UnknownId| true;
        let seen = Scope { within: &visible, supposed: &visible, first: &visible, split: &visible };
        let skip = |u: UnknownId, value: i64| self.is_seen(u, value);
        let Reasoner { board, knowledge, consistency, .. } = self;
        let has_words = |u: UnknownId| board.is_describable[u];
        let visible_first = Scope { within: &all, supposed: &visible, first: &visible, split: &has_words };
        let with_words = Scope { within: &all, supposed: &has_words, first: &visible, split: &has_words };
        let hidden = Scope { within: &all, supposed: &all, first: &visible, split: &all };
        let ways = match proof.model.unknowns.iter().all(|u| !u.hidden) {
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
                true => {
                    let puzzle = (board, knowledge, consistency);
                    self.named(in_few_cases(puzzle, scope, &skip, &self.refuted_far, self.effort(FEW), limits)?)
                }
                false => self.by_cases(number, scope, limits)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A candidate that ends by itself, near first; then with structures looked at as a whole.
    fn by_cases(&self, number: usize, scope: Scope, limits: &Limits) -> Result<Option<Deduction>, Reason> {
        let Reasoner { board, knowledge, consistency, refuted, .. } = self;
        let skip = |u: UnknownId, value: i64| self.is_seen(u, value);
        for whole in [false, true] {
            if whole && board.all_structures().is_empty() {
                break;
            }
            let known = &refuted[number][usize::from(whole)];
            let findings = cases((board, knowledge, consistency), scope, &skip, known, whole, limits)?;
            if let Some(found) = self.named(findings) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}
