//! What the solver proved, as an argument that can be told: how it follows in every case, or what else follows so.

use super::super::local::Local;
use super::super::logic::{Argument, Scope, each_denied, in_every_case, in_few_cases, length};
use super::super::prover::Case;
use super::{Deduction, FRUITLESS, MANY, Reasoner};
use crate::mask::Mask;
use sator_answer::Technique;
use sator_model::{Atom, ExprId, Kind, UnknownId};
use sator_solve::solver::sat::Reason;

/// Turns by which denying one thing that statements say together is told; where there are more, by all their choices, if these
/// are not too many, or more of them where denying it takes many turns. Of few each is shown.
const SHORT: usize = 12;
const MEDIUM: usize = 40;
const MOST_CHOICES: usize = 200;
const SHOWN_CHOICES: usize = 12;

impl Reasoner {
    /// What statements say together, with how.
    pub(super) fn argued(&self, case: &Case, found: Deduction) -> Result<Deduction, Reason> {
        if found.technique != Technique::Together || self.judging {
            return Ok(found);
        }
        let Reasoner { board, knowledge, scanner, .. } = self;
        let from = (&found.units[..], &found.facts[..]);
        let denied = each_denied(board, knowledge, scanner, &found.conclusions, from, case.limits)?;
        let longest = denied.iter().flatten().map(|branch| length(&branch.turns, &branch.end)).max().unwrap_or(0);
        let argument = match denied {
            Some(denied) if longest <= SHORT => Some(Argument::Together(denied)),
            denied => {
                let most = if longest <= MEDIUM { MOST_CHOICES } else { 10 * MOST_CHOICES };
                self.choices(case, &found, most).or(denied.map(Argument::Together))
            }
        };
        Ok(Deduction { argument, ..found })
    }

    /// What the statements leave to their cells, where the conclusions are so in all of it.
    fn choices(&self, case: &Case, found: &Deduction, most: usize) -> Option<Argument> {
        let conditions: Vec<ExprId> =
            found.units.iter().flat_map(|&g| case.groups[g].constraints.iter().copied()).collect();
        let local = Local::with_graphs(case.model, &conditions)?;
        let marks = self.board.marks_from(&self.knowledge, &found.units, &found.facts);
        let masks: Vec<Mask> = local.unknowns.iter().map(|u| marks[*u]).collect();
        let all = local.choices(&masks, most)?;
        let value = |u: UnknownId, mask: Mask| self.knowledge.value_at(u, mask);
        let agrees = |c: &Atom, choice: &[Mask]| {
            let mut own = local.unknowns.iter().zip(choice).filter(|(u, _)| **u == c.unknown);
            own.next().is_some_and(|(u, mask)| (value(*u, *mask) == Some(c.value)) == c.is)
        };
        if !found.conclusions.iter().all(|c| all.iter().all(|choice| agrees(c, choice))) {
            return None;
        }
        let seen = |choice: &Vec<Mask>| {
            let own = local.unknowns.iter().zip(choice);
            let atoms =
                own.filter_map(|(&unknown, mask)| Some(Atom { unknown, value: value(unknown, *mask)?, is: true }));
            let mut atoms: Vec<Atom> = atoms.collect();
            // Of what is yes or no, what is yes tells the rest.
            if atoms.iter().any(|a| a.value != 0) {
                atoms.retain(|a| a.value != 0 || case.model.unknown(a.unknown).kind != Kind::Bool);
            }
            atoms
        };
        let mut shown: Vec<Vec<Atom>> = all.iter().map(seen).collect();
        shown.sort_unstable();
        let count = shown.len();
        if count > SHOWN_CHOICES || local.unknowns.iter().any(|u| !self.board.is_describable[*u]) {
            shown.clear();
        }
        Some(Argument::Choices { count, shown })
    }

    /// What the solver proved, with an argument that can be told if there is one.
    pub(super) fn told_by_cases(&self, case: &mut Case, found: Deduction) -> Result<Deduction, Reason> {
        let (&[conclusion], None, 2..) = (&found.conclusions[..], &found.argument, found.units.len()) else {
            return Ok(found);
        };
        if let Some(argument) = self.choices(case, &found, MOST_CHOICES) {
            return Ok(Deduction { argument: Some(argument), technique: Technique::Together, ..found });
        }
        let model = case.model;
        let visible = |u: UnknownId| !model.unknown(u).hidden;
        let scope = Scope { within: &|_| true, supposed: &|_| true, first: &visible, split: &|_| true };
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
    pub(super) fn afar(&self, case: &mut Case) -> Result<Option<Deduction>, Reason> {
        if self.lost.get() == FRUITLESS {
            return Ok(None);
        }
        let Reasoner { board, knowledge, scanner, .. } = self;
        let skip = |u: UnknownId, value: i64| self.is_seen(u, value);
        let model = case.model;
        let visible = |u: UnknownId| !model.unknown(u).hidden;
        let scope = Scope { within: &|_| true, supposed: &|_| true, first: &visible, split: &|_| true };
        let findings = in_few_cases((board, knowledge, scanner), scope, &skip, &self.doomed_far, MANY, case.limits)?;
        let found = self.named(findings);
        self.lost.set(self.lost.get() + usize::from(found.is_none()));
        Ok(found)
    }
}
