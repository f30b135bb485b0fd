//! Readable arguments for conclusions that the solver proved: by cases, by the list of all solutions of a few statements, or another
//! conclusion instead.

use super::super::group_csp::GroupCsp;
use super::super::logic::{Argument, Scope, each_denied, in_every_case, in_few_cases, length};
use super::super::prover::ProofContext;
use super::{Deduction, FRUITLESS, MANY, Mode, ONE, Reasoner};
use crate::mask::Mask;
use sator_answer::Technique;
use sator_model::{Atom, ExprId, Kind, UnknownId};
use sator_solve::solver::sat::Reason;

/// Above `SHORT` turns of a case, up to `MOST_CHOICES` solutions of the statements are preferred to the case; above `MEDIUM` turns, up
/// to ten times as many. A step lists up to `SHOWN_CHOICES` solutions.
const SHORT: usize = 12;
const MEDIUM: usize = 40;
const MOST_CHOICES: usize = 200;
const SHOWN_CHOICES: usize = 12;

/// Conclusions with cores for which a search for an argument by cases runs.
const READABLE_TRIED: usize = 3;

impl Reasoner {
    /// A deduction of several statements together, with its argument: cases, or all solutions of the statements.
    pub(super) fn argued(&self, proof: &ProofContext, found: Deduction) -> Result<Deduction, Reason> {
        if found.technique != Technique::Together || self.mode != Mode::Explain {
            return Ok(found);
        }
        let Reasoner { board, knowledge, consistency, .. } = self;
        let from = (&found.groups[..], &found.facts[..]);
        let denied = each_denied(board, knowledge, consistency, &found.conclusions, from, proof.limits)?;
        let longest = denied.iter().flatten().map(|branch| length(&branch.turns, &branch.end)).max().unwrap_or(0);
        let argument = match denied {
            Some(denied) if longest <= SHORT => Some(Argument::Together(denied)),
            denied => {
                let most = if longest <= MEDIUM { MOST_CHOICES } else { 10 * MOST_CHOICES };
                let choices = self.choices(proof, &found, most).map(|(argument, _)| argument);
                choices.or(denied.map(Argument::Together))
            }
        };
        Ok(Deduction { argument, ..found })
    }

    /// All solutions of the statements of a deduction, if there are at most `most` and the conclusions hold in each; with the values
    /// that are new and the same in each.
    fn choices(&self, proof: &ProofContext, found: &Deduction, most: usize) -> Option<(Argument, Vec<Atom>)> {
        let conditions: Vec<ExprId> =
            found.groups.iter().flat_map(|&g| proof.groups[g].constraints.iter().copied()).collect();
        let csp = GroupCsp::with_graphs(proof.model, &conditions)?;
        let candidates = self.board.candidates_from(&self.knowledge, &found.groups, &found.facts);
        let masks: Vec<Mask> = csp.unknowns.iter().map(|u| candidates[*u]).collect();
        let all = csp.group_solutions(&masks, most)?;
        let value = |u: UnknownId, mask: Mask| self.knowledge.value_at(u, mask);
        let agrees = |c: &Atom, choice: &[Mask]| {
            let mut own = csp.unknowns.iter().zip(choice).filter(|(u, _)| **u == c.unknown);
            own.next().is_some_and(|(u, mask)| (value(*u, *mask) == Some(c.value)) == c.is)
        };
        if !found.conclusions.iter().all(|c| all.iter().all(|choice| agrees(c, choice))) {
            return None;
        }
        let seen = |choice: &Vec<Mask>| {
            let own = csp.unknowns.iter().zip(choice);
            let atoms =
                own.filter_map(|(&unknown, mask)| Some(Atom { unknown, value: value(unknown, *mask)?, is: true }));
            let mut atoms: Vec<Atom> = atoms.collect();
            // The yes/no unknowns that are yes determine the others.
            if atoms.iter().any(|a| a.value != 0) {
                atoms.retain(|a| a.value != 0 || proof.model.unknown(a.unknown).kind != Kind::Bool);
            }
            atoms
        };
        let mut agreed = Vec::new();
        for (at, &unknown) in csp.unknowns.iter().enumerate() {
            let taken = all.iter().fold(0, |taken, choice| taken | choice[at]);
            let is_new = self.knowledge.known[unknown].is_none() && self.board.is_describable[unknown];
            let value = Some(taken).filter(|taken| is_new && taken.is_power_of_two());
            agreed.extend(
                value.and_then(|taken| {
                    Some(Atom { unknown, value: self.knowledge.value_at(unknown, taken)?, is: true })
                }),
            );
        }
        let mut shown: Vec<Vec<Atom>> = all.iter().map(seen).collect();
        shown.sort_unstable();
        let count = shown.len();
        if count > SHOWN_CHOICES || csp.unknowns.iter().any(|u| !self.board.is_describable[*u]) {
            shown.clear();
        }
        if let [only] = &mut shown[..] {
            only.retain(|atom| self.knowledge.known[atom.unknown].is_none());
        }
        Some((Argument::Choices { count, shown }, agreed))
    }

    /// A conclusion that the solver proved, with a readable argument if there is one.
    pub(super) fn with_readable_proof(&self, proof: &mut ProofContext, found: Deduction) -> Result<Deduction, Reason> {
        let (&[conclusion], None, 2..) = (&found.conclusions[..], &found.argument, found.groups.len()) else {
            return Ok(found);
        };
        if let Some((argument, agreed)) = self.choices(proof, &found, MOST_CHOICES) {
            let is_other = |c: &Atom| agreed.iter().all(|a| a.unknown != c.unknown);
            let mut conclusions: Vec<Atom> = found.conclusions.iter().copied().filter(is_other).collect();
            conclusions.extend(&agreed);
            conclusions.sort_unstable();
            return Ok(Deduction { conclusions, argument: Some(argument), technique: Technique::Together, ..found });
        }
        // First among the statements of the core: these are few, so propagation has no limit.
        for among in [Some(&found.groups[..]), None] {
            if among.is_none() && self.failed_proofs.get() == FRUITLESS {
                break;
            }
            if let Some(readable) = self.refuted_in_cases(proof, conclusion, among)? {
                return Ok(readable);
            }
        }
        let failed = self.failed_proofs.get();
        self.failed_proofs.set((failed + 1).min(FRUITLESS));
        // After a failure the search with the larger effort comes before the solver, on this same board.
        let afar = if failed == 0 { self.afar(proof)? } else { None };
        Ok(afar.unwrap_or(found))
    }

    /// The first conclusion that has an argument by cases from its core.
    pub(super) fn readable_among(
        &self,
        proof: &ProofContext,
        refuted: &[(Atom, Vec<usize>)],
    ) -> Result<Option<Deduction>, Reason> {
        for (conclusion, core) in refuted.iter().take(READABLE_TRIED) {
            let readable = self.refuted_in_cases(proof, *conclusion, Some(core))?;
            if readable.is_some() {
                return Ok(readable);
            }
        }
        Ok(None)
    }

    /// The conclusion with a refutation of its denial by cases; with `among`, from these statements.
    fn refuted_in_cases(
        &self,
        proof: &ProofContext,
        conclusion: Atom,
        among: Option<&[usize]>,
    ) -> Result<Option<Deduction>, Reason> {
        let visible = |u: UnknownId| !proof.model.unknown(u).hidden;
        let scope = Scope { within: &|_| true, supposed: &|_| true, first: &visible, split: &|_| true };
        let Reasoner { board, knowledge, consistency, .. } = self;
        let mut sorted = among.map(<[usize]>::to_vec);
        sorted.iter_mut().for_each(|groups| groups.sort_unstable());
        let among = sorted.as_deref();
        let fruitless = &self.fruitless_among;
        // Most searches that find an argument find it soon.
        let effort = if among.is_some() { ONE.after(fruitless.get()) } else { ONE };
        let finding = in_every_case(board, knowledge, consistency, scope, conclusion, (among, effort), proof.limits)?;
        if among.is_some() {
            fruitless.set(if finding.is_some() { 0 } else { fruitless.get() + 1 });
        }
        Ok(self.named(finding.into_iter().collect()))
    }

    /// A deduction by a search for cases with the larger effort, for any conclusion. After each search without a result the effort is
    /// half of that before: on a board without short arguments all of it is spent each time.
    pub(super) fn afar(&self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        if self.failed_far.get() == FRUITLESS {
            return Ok(None);
        }
        let Reasoner { board, knowledge, consistency, patterns, .. } = self;
        let skip = |u: UnknownId, value: i64| self.is_seen(u, value);
        let model = proof.model;
        let visible = |u: UnknownId| !model.unknown(u).hidden;
        let scope = Scope { within: &|_| true, supposed: &|_| true, first: &visible, split: &|_| true };
        let effort = self.effort(MANY).after(self.failed_far.get() as u32);
        let puzzle = (board, knowledge, consistency, patterns);
        let findings = in_few_cases(puzzle, scope, &skip, &self.refuted_far, effort, proof.limits)?;
        let found = self.named(findings);
        self.failed_far.set(self.failed_far.get() + usize::from(found.is_none()));
        Ok(found)
    }
}
