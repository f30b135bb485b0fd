//! Deductions by a pattern that a rule names: `implied E because "3 in a corner"`.

use super::super::logic::{Argument, Finding, support};
use super::super::patterns::Narrowing;
use super::super::prover::ProofContext;
use super::{Deduction, Reasoner};
use sator_answer::Atom;
use sator_base::limits::Reason;

impl Reasoner {
    /// The conclusions of the first pattern that removes candidates: values, else the removed candidates.
    pub(super) fn by_pattern(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        let Some(found) = self.patterns.next(&self.board.candidates, proof)? else { return Ok(None) };
        let Narrowing { pattern, left: after, groups } = found;
        let Reasoner { board, knowledge, patterns, .. } = self;
        let Some(search) = patterns.get(pattern).map(|pattern| &pattern.search) else { return Ok(None) };
        let (mut values, mut removed) = (Vec::new(), Vec::new());
        for (&u, &left) in search.unknowns.iter().zip(after.iter()) {
            let gone = board.candidates_of(u) & !left;
            if gone == 0 || knowledge.known[u].is_some() {
                continue;
            }
            if left.is_power_of_two() {
                values.extend(knowledge.value_at(u, left).map(|value| Atom { unknown: u, value, is: true }));
            }
            let gone = knowledge.values_in(u, gone).into_iter();
            removed.extend(gone.map(|value| Atom { unknown: u, value, is: false }));
        }
        let conclusions = if values.is_empty() { removed } else { values };
        if conclusions.is_empty() {
            return Ok(None);
        }
        let finding = Finding {
            argument: Argument::Pattern { pattern },
            conclusions,
            groups,
            gone: search.unknowns.iter().map(|&u| (u, knowledge.full(u) & !board.candidates_of(u))).collect(),
        };
        let from = support(board, knowledge, &finding, &|of| patterns.search(of));
        Ok(from.map(|from| Deduction::of(board, finding, from, None)))
    }
}
