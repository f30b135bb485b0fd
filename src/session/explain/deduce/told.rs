//! What the solver proved, as an argument that can be told: how it follows in every case, or what else follows so.

use super::super::logic::{Argument, Scope, each_denied, in_every_case, in_fewest_cases};
use super::super::prover::Case;
use super::{Deduction, FRUITLESS, Reasoner};
use crate::model::UnknownId;
use crate::session::Technique;
use crate::solver::sat::Reason;

impl Reasoner {
    /// What statements say together, with how.
    pub(super) fn argued(&self, case: &Case, found: Deduction) -> Result<Deduction, Reason> {
        if found.technique != Technique::Together || self.judging {
            return Ok(found);
        }
        let Reasoner { board, knowledge, scanner, .. } = self;
        let from = (&found.units[..], &found.facts[..]);
        let denied = each_denied(board, knowledge, scanner, &found.conclusions, from, case.limits)?;
        Ok(Deduction { argument: denied.map(Argument::Together), ..found })
    }

    /// What the solver proved, with an argument that can be told if there is one.
    pub(super) fn told_by_cases(&self, case: &Case, found: Deduction) -> Result<Deduction, Reason> {
        let (&[conclusion], None, 2..) = (&found.conclusions[..], &found.argument, found.units.len()) else {
            return Ok(found);
        };
        let has_words = |u: UnknownId| self.board.is_told[u];
        let scope = Scope { within: &|_| true, supposed: &has_words, split: &has_words };
        let mut units = found.units.clone();
        units.sort_unstable();
        // Among the statements that the solver named first: what is tried is little, and goes far.
        for among in [Some(&units[..]), None] {
            if among.is_none() && self.untold.get() == FRUITLESS {
                break;
            }
            let Reasoner { board, knowledge, scanner, .. } = self;
            let finding = in_every_case(board, knowledge, scanner, scope, conclusion, among, case.limits)?;
            if let Some(told) = self.named(finding.into_iter().collect()) {
                return Ok(told);
            }
        }
        self.untold.set((self.untold.get() + 1).min(FRUITLESS));
        Ok(self.afar(case)?.unwrap_or(found))
    }

    /// Another conclusion, followed as far as it goes.
    pub(super) fn afar(&self, case: &Case) -> Result<Option<Deduction>, Reason> {
        if self.lost.get() == FRUITLESS {
            return Ok(None);
        }
        let Reasoner { board, knowledge, scanner, .. } = self;
        let skip = |u: UnknownId, value: i64| self.is_seen(u, value);
        let has_words = |u: UnknownId| board.is_told[u];
        let scope = Scope { within: &|_| true, supposed: &has_words, split: &has_words };
        let findings = in_fewest_cases(board, knowledge, scanner, scope, &skip, case.limits)?;
        let found = self.named(findings);
        self.lost.set(self.lost.get() + usize::from(found.is_none()));
        Ok(found)
    }
}
