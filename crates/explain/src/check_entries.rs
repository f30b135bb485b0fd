//! `check`: which of the user's values are wrong. A value is filled in by a statement of its own, such as `r1c1 = 5`; a
//! `givens` picture, a rule and a loop belong to the puzzle. A value is wrong if no solution of the puzzle has it. The answer
//! reveals nothing else about the solutions.

use crate::clash::Explanation;
use crate::explainer::{Context, Explainer};
use crate::mus::SmallSet;
use crate::prover::Found;
use crate::verify::Claim;
use sator_answer::{Atom, BrokenStatement};
use sator_model::UnknownId;

/// The result of comparing the user's values with the solutions of the puzzle.
pub enum Entries {
    /// The puzzle without the user's values has no solution; these statements clash.
    Clash(Explanation),
    /// The puzzle has solutions.
    Checked {
        /// The values filled in.
        filled: Vec<Atom>,
        /// The unknowns among them that have their filled-in value in no solution.
        wrong: Vec<UnknownId>,
        /// Whether some solution has all of the values.
        together: bool,
        /// The statements that the values break by themselves.
        broken: Vec<BrokenStatement>,
    },
}

impl Explainer {
    /// Compares the user's values with the solutions of the puzzle.
    ///
    /// # Errors
    /// A limit was met, or two solvers disagree.
    pub fn check_entries(&mut self, context: &Context) -> Found<Entries> {
        let mut proof = self.case(context);
        let is_filled = |g: &usize| {
            let origin = &proof.groups[*g].origin;
            proof.groups[*g].fixes.is_some() && origin.text.is_none() && origin.frame.is_none()
        };
        let (filled, puzzle): (Vec<usize>, Vec<usize>) = (0..proof.groups.len()).partition(is_filled);
        let values: Vec<Atom> = filled
            .iter()
            .filter_map(|&g| proof.groups[g].fixes)
            .map(|(unknown, value)| Atom { unknown, value, is: true })
            .collect();
        if proof.unsat(&puzzle, &[])? {
            let SmallSet { groups, is_minimal, .. } = proof.small_clash(&puzzle)?;
            self.confirm_late(context, &groups, Claim::default())?;
            let because = self.named(context, &groups);
            return Ok(Entries::Clash(Explanation { because, is_minimal, fewest: None }));
        }
        let together = !proof.unsat(&(0..proof.groups.len()).collect::<Vec<_>>(), &[])?;
        let mut wrong = Vec::new();
        let mut sets = Vec::new();
        for (&group, value) in filled.iter().zip(&values).filter(|_| !together) {
            let guard = proof.guard(group);
            if proof.unsat(&puzzle, &[guard])? {
                let core = proof.core(&puzzle);
                wrong.push(value.unknown);
                sets.push((core, Atom { is: false, ..*value }));
            }
        }
        for (core, denied) in sets {
            let claim = Claim { conclusions: &[denied], ..Claim::default() };
            self.confirm(context, &core, claim)?;
        }
        let broken = if together { vec![] } else { self.broken(context, &values, &[])? };
        Ok(Entries::Checked { filled: values, wrong, together, broken })
    }
}
