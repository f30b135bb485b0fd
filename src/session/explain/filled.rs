//! `check`: which of the values that the user has filled in are wrong. A value is filled in by a statement of its own, as
//! `r1c1 = 5`; what a `givens` picture, a rule or a loop says is the puzzle. It is wrong where no solution of the puzzle has
//! it. Nothing else is given away.

use super::mus;
use super::verify::Claim;
use super::why::answered;
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::session::Session;
use crate::session::answer::{Answer, Atom};

impl Session {
    pub(in crate::session) fn check_filled(&mut self, limits: &Limits) -> Result<Answer> {
        let found = self.with_explainer(limits, |session, explainer| {
            let mut case = explainer.case(&session.elaborator.model, limits);
            let is_filled = |g: &usize| {
                let origin = &case.groups[*g].origin;
                case.groups[*g].fixes.is_some() && origin.text.is_none() && origin.frame.is_none()
            };
            let (filled, puzzle): (Vec<usize>, Vec<usize>) = (0..case.groups.len()).partition(is_filled);
            let values: Vec<Atom> = filled
                .iter()
                .filter_map(|&g| case.groups[g].fixes)
                .map(|(unknown, value)| Atom { unknown, value, is: true })
                .collect();
            if case.unsat(&puzzle, &[])? {
                let holds: mus::Holds = &|_| true;
                let clash = case.minimal(puzzle.clone(), &[], Some(holds))?.unwrap_or_default();
                session.confirm_units(explainer, &clash, Claim::default(), limits)?;
                return Ok(Answer::Clash { because: session.named_by(explainer, &clash), fewest: None });
            }
            let together = !case.unsat(&(0..case.groups.len()).collect::<Vec<_>>(), &[])?;
            let mut wrong = Vec::new();
            let mut sets = Vec::new();
            for (&unit, value) in filled.iter().zip(&values).filter(|_| !together) {
                let guard = case.guard(unit);
                if case.unsat(&puzzle, &[guard])? {
                    let core = case.core(&puzzle);
                    wrong.push(value.unknown);
                    sets.push((core, Atom { is: false, ..*value }));
                }
            }
            for (core, denied) in sets {
                let claim = Claim { conclusions: &[denied], ..Claim::default() };
                session.confirm_units(explainer, &core, claim, limits)?;
            }
            Ok(Answer::Checked { filled: values, wrong, together })
        });
        answered(found)
    }
}
