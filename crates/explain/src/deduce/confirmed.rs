//! Confirmation of deductions without an engine: by the checker's own code, or by a method that did not find them. The other
//! deductions need an engine.

use super::super::logic::{Argument, Finding, holds};
use super::{Deduction, Reasoner};
use crate::mask::Mask;
use sator_answer::Atom;

impl Reasoner {
    /// Whether every known solution has the conclusions.
    pub(in super::super) fn agrees_with_solutions(&self, step: &Deduction) -> bool {
        step.conclusions.iter().all(|conclusion| self.holds_in_solutions(conclusion))
    }

    /// Whether the literal holds in every known solution.
    pub(super) fn holds_in_solutions(&self, literal: &Atom) -> bool {
        self.seen.iter().all(|solution| (solution.get(literal.unknown) == literal.value) == literal.is)
    }

    /// Whether code that did not find the deduction confirms it from its statements and facts.
    pub(in super::super) fn is_confirmed(&self, step: &Deduction) -> bool {
        let Some(argument) = &step.argument else { return false };
        let candidates = self.board.candidates_from(&self.knowledge, &step.groups, &step.facts);
        match argument {
            // The checker would use the search that found the deduction.
            Argument::Pattern { .. } | Argument::Cases { .. } | Argument::Together(_) | Argument::Choices { .. } => {
                false
            }
            Argument::Alone { group, .. } => self.matching_confirms(*group, step, &candidates),
            _ => {
                let finding = Finding {
                    argument: argument.clone(),
                    conclusions: step.conclusions.clone(),
                    groups: step.groups.clone(),
                    gone: vec![],
                };
                holds(&self.board, &self.knowledge, &candidates, &finding, &|of| self.search(of))
            }
        }
    }

    /// Whether a matching of values to cells refutes the denial of each conclusion of a sum of different cells. The finder
    /// enumerates sets of values instead.
    fn matching_confirms(&self, group: usize, step: &Deduction, candidates: &[Mask]) -> bool {
        let Some(csp) = self.consistency.csp(group).filter(|csp| csp.is_distinct_sum()) else { return false };
        let Some(sum) = self.board.totals.iter().find(|sum| sum.group == group) else { return false };
        csp.distinct_by.iter().all(|house| step.groups.contains(house))
            && step.conclusions.iter().all(|c| {
                let bit = self.knowledge.bit(c.unknown, c.value).unwrap_or(0);
                let denied = if c.is { !bit } else { bit };
                let left = |u| candidates[u] & if u == c.unknown { denied } else { Mask::MAX };
                let masks: Vec<Mask> = csp.unknowns.iter().map(|&u| left(u)).collect();
                csp.is_refuted_by_matching(&masks, sum.total)
            })
    }
}
