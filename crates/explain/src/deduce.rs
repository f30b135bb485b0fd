//! The next deduction, the easiest first. Techniques of `logic` come in their order; among the findings of one technique the one from
//! the fewest statements and facts, then the first in reading order. `group_consistency` proposes conclusions of several statements,
//! which the solver proves and minimises. After that come hypotheses, and at last conclusions that the solver finds.
//!
//! The order depends only on the puzzle and the seed. Counted effort limits the work, never time.

mod by_cases;
mod by_pattern;
mod by_solver;
mod by_statement;
mod confirmed;
mod kept;
mod readable_proof;
#[cfg(test)]
mod tests;

pub(super) use kept::FewHeld;

use super::group_consistency::{GroupConsistency, Proposal, is_refuted};
use super::knowledge::Knowledge;
use super::logic::{
    Argument, Board, ConstraintId, Effort, End, Finding, HARD, HARDEST, HouseKind, IslandViolation, REST, Refuted,
    RefutedFar, SINGLES, Subproblem, island_violations, piece_violations, shortened, support, technique,
};
use super::patterns::Patterns;
use super::prover::ProofContext;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::{Atom, Grade, Technique};
use sator_base::source::Span;
use sator_model::{Assignment, UnknownId};
use sator_solve::solver::sat::{Lit, Reason};
use std::cell::{Cell, RefCell};

/// Proposals with equally few groups that are compared by their facts.
const COMPARED: usize = 4;

/// Effort of a search for cases before the solver's turn, and after a proof of the solver without a readable argument.
const FEW: Effort = Effort { applications: 400_000, ends: 32 };
const MANY: Effort = Effort { applications: 3_000_000, ends: 256 };

/// Effort of a search for cases for one conclusion.
const ONE: Effort = Effort { applications: 16_000, ends: 256 };

/// Divisor of the applications on a board with loops, areas, islands or divisions, whose examination is not counted.
const WITH_STRUCTURES: usize = 16;

/// Fruitless searches for cases after which there are no more.
const FRUITLESS: usize = 4;

/// Conflicts of each check of a proposal. A proof with more conflicts has no argument that a person would follow, and minimising
/// repeats the check many times.
const EASY: u64 = 2_000;

/// Number of unknowns from which a minimal set takes too many checks. On larger boards the solver's core serves instead.
const LARGE_BOARD: usize = 1_000;

/// Other candidates that are checked against the groups and facts of a deduction, and conflicts of each check.
const BUNDLED: usize = 60;
const BUNDLED_EFFORT: u64 = 100;

/// Findings of single statements that are compared.
const ALONE: usize = 8;

/// Findings of one technique whose statements and facts are compared.
const WEIGHED: usize = 40;

/// Conclusions from groups and facts, each of which the argument needs.
#[derive(Clone, Debug)]
pub(super) struct Deduction {
    pub conclusions: Vec<Atom>,
    pub groups: Vec<usize>,
    pub facts: Vec<usize>,
    pub technique: Technique,
    /// The number of conclusions that equally easy steps have, if the search found all of them.
    pub open: Option<usize>,
    /// `None` if the solver found the deduction.
    pub argument: Option<Argument>,
    /// The deductions about hidden unknowns that this one includes, and at the end the deduction without them.
    pub parts: Vec<Deduction>,
}

impl Deduction {
    /// The deduction of a finding from these groups and facts.
    fn of(
        board: &Board,
        finding: Finding,
        (groups, facts): (Vec<usize>, Vec<usize>),
        open: Option<usize>,
    ) -> Deduction {
        let technique = technique(board, &finding.argument);
        let Finding { argument, conclusions, .. } = finding;
        Deduction { conclusions, groups, facts, technique, open, argument: Some(argument), parts: vec![] }
    }

    pub(super) fn cost(&self) -> (usize, usize) {
        (self.groups.len(), self.facts.len())
    }
}

/// Whether an argument within one house is about a row or column. People see a value or a pair in a box first.
fn is_in_line(board: &Board, argument: &Argument) -> bool {
    let (Argument::OnlyPlace { house, .. } | Argument::Naked { house, .. } | Argument::Hidden { house, .. }) = argument
    else {
        return false;
    };
    board.house(*house).is_some_and(|house| house.kind != HouseKind::Region)
}

/// The number of different first conclusions.
fn conclusions_in(findings: &[Finding]) -> usize {
    findings.iter().filter_map(|finding| finding.conclusions.first()).collect::<FxHashSet<_>>().len()
}

/// Whether minimal sets of statements take too many checks on this board.
fn is_large_board(proof: &ProofContext) -> bool {
    proof.model.unknowns.len() >= LARGE_BOARD
}

/// The purpose of steps, which decides what a step must contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// Steps for a person: each from few statements and with a readable argument.
    #[default]
    Explain,
    /// Steps for a grade. Proofs from several statements stay without a readable argument.
    Grade,
    /// Only the techniques matter. One step has all conclusions that a technique finds, without their statements.
    Techniques,
}

/// A puzzle being solved step by step.
#[derive(Default)]
pub(super) struct Reasoner {
    pub knowledge: Knowledge,
    pub board: Board,
    pub consistency: GroupConsistency,
    pub patterns: Patterns,
    /// Known solutions. Their values can't be refuted.
    seen: Vec<Assignment>,
    /// The purpose of the steps.
    pub mode: Mode,
    /// The grade of the hardest techniques to use; `None` for all techniques.
    pub hardest: Option<Grade>,
    /// A formula in which all facts hold; made when first needed.
    held: Option<kept::FactFormula>,
    /// A formula of the groups that the last deductions are from, which confirms deductions.
    pub(super) confirming: RefCell<Option<FewHeld>>,
    /// Conclusions that the groups around them don't imply.
    open_near: FxHashMap<Atom, kept::OpenNear>,
    /// Results of hypotheses, by their scope and by whether structures are examined as a whole.
    refuted: [[RefCell<Refuted>; 2]; by_cases::SCOPES],
    /// Deductions about islands and pieces that are not steps yet, kept because their premises take long to find.
    supported: RefCell<Vec<Deduction>>,
    /// The effort of the hypotheses for the next visible conclusion.
    step_effort: by_cases::StepEffort,
    /// Results of propagation of any length.
    refuted_far: RefCell<RefutedFar>,
    /// The line of the text and the facts of the last deduction, where it is from one statement that shares hidden unknowns.
    last_alone: Option<(Span, Vec<usize>)>,
    /// Conclusions for which no cases were found.
    failed_proofs: Cell<usize>,
    /// Fruitless searches for cases among the statements of a proof in a row.
    fruitless_among: Cell<u32>,
    /// Fruitless searches with the larger effort.
    failed_far: Cell<usize>,
    /// Fruitless searches for few cases in a row.
    fruitless_few: Cell<u32>,
}

impl Reasoner {
    /// A reasoner without a puzzle.
    pub(super) fn new(mode: Mode, hardest: Option<Grade>) -> Reasoner {
        Reasoner { mode, hardest, ..Reasoner::default() }
    }

    /// Adds the statements that are new in the puzzle; `solution` is one of its solutions, if one is known.
    pub(super) fn extend(&mut self, proof: &ProofContext, solution: Option<&Assignment>) {
        let grown = proof.groups.len() > self.knowledge.is_fact.len();
        self.knowledge.extend(proof.model, proof.groups);
        self.board.extend(proof.model, proof.groups);
        self.patterns.extend(proof.model, proof.groups);
        self.board.pattern_scopes = self.patterns.scopes();
        self.confirming.take();
        let Reasoner { consistency, board, knowledge, .. } = self;
        let drawn = |group: usize, e| board.draws(proof.model, group, e);
        consistency.extend(proof.model, proof.groups, knowledge, &drawn, &|group| board.kept_apart_by(group));
        if grown {
            self.open_near.clear();
            // With more statements more follows.
            self.refuted = Default::default();
            self.step_effort = Default::default();
            self.refuted_far = RefCell::default();
        }
        self.seen.retain(|a| !grown && a.0.len() == proof.model.unknowns.len());
        if self.seen.is_empty() {
            self.seen.extend(solution.cloned());
        }
    }

    /// The search of a statement or a pattern.
    pub(super) fn search(&self, of: ConstraintId) -> Option<Subproblem<'_>> {
        match of {
            ConstraintId::Group(_) => self.consistency.search(of),
            ConstraintId::Pattern(_) => self.patterns.search(of),
        }
    }

    /// Whether the unknown has this value in some known solution.
    fn is_seen(&self, u: UnknownId, value: i64) -> bool {
        self.seen.iter().any(|a| a.get(u) == value)
    }

    /// The effort that a search for cases can take on this board.
    fn effort(&self, Effort { applications, ends }: Effort) -> Effort {
        match self.board.all_structures().is_empty() {
            true => Effort { applications, ends },
            false => Effort { applications: applications / WITH_STRUCTURES, ends },
        }
    }

    /// Whether every visible unknown is known.
    pub(super) fn is_done(&self, proof: &ProofContext) -> bool {
        proof.model.visible().all(|u| self.knowledge.known[u].is_some())
    }

    /// The next deduction; none when nothing more follows.
    pub(super) fn next(&mut self, proof: &mut ProofContext) -> Result<Option<Deduction>, Reason> {
        self.board.update(&self.knowledge);
        self.renew_effort(proof.model);
        for find in SINGLES {
            if let Some(found) = self.named(find(&self.board, &self.knowledge)) {
                return Ok(Some(found));
            }
        }
        proof.go_on()?;
        if let Some(found) = self.alike_alone(proof)? {
            self.keep_alone(proof, &found);
            return Ok(Some(found));
        }
        // Statements about visible unknowns come first.
        if let Some(found) = self.alone(proof, true)? {
            return Ok(Some(found));
        }
        if let Some(found) = self.by_pattern(proof)? {
            return Ok(Some(found));
        }
        if let Some(found) = self.islands() {
            return Ok(Some(found));
        }
        for find in REST {
            proof.go_on()?;
            if let Some(found) = self.named(find(&self.board, &self.knowledge)) {
                return Ok(Some(found));
            }
        }
        if self.board.islands.is_some()
            && let Some(found) = self.by_visible_case(proof)?
        {
            return Ok(Some(found));
        }
        if let Some(found) = self.alone(proof, false)? {
            self.keep_alone(proof, &found);
            return Ok(Some(found));
        }
        if self.hardest.is_some_and(|hardest| hardest < Grade::Hard) {
            return Ok(None);
        }
        self.consistency.cross_out(&self.knowledge, proof.limits)?;
        let proposals = self.consistency.values(&self.knowledge, proof.limits)?;
        if let Some(found) = self.cheapest(proof, proposals, Technique::Together)? {
            return self.argued(proof, found).map(Some);
        }
        proof.go_on()?;
        let proposals =
            self.consistency.removals(proof.model, proof.groups, &self.board.plain, &self.knowledge, proof.limits)?;
        let proposed: FxHashSet<Atom> = proposals.iter().map(|p| p.conclusion).collect();
        if let Some(found) = self.cheapest(proof, proposals, Technique::Together)? {
            let found = self.bundled(proof, found, &proposed)?;
            return self.argued(proof, found).map(Some);
        }
        if self.board.houses.is_empty()
            && let Some(found) = self.by_short_case(proof)?
        {
            return Ok(Some(found));
        }
        let within = |grade: Grade| self.hardest.is_none_or(|hardest| grade <= hardest);
        let hardest = if within(Grade::VeryHard) { HARDEST } else { &[] };
        for find in HARD.iter().chain(hardest) {
            proof.go_on()?;
            if let Some(found) = self.named(find(&self.board, &self.knowledge)) {
                return Ok(Some(found));
            }
        }
        if !within(Grade::NeedsCases) {
            return Ok(None);
        }
        if let Some(found) = self.by_cases_in_all_scopes(proof)? {
            return Ok(Some(found));
        }
        // A search for a minimal set takes longer than the refutations did.
        if self.is_exhausted() {
            return self.any_by_solver(proof);
        }
        proof.go_on()?;
        // After a proof without a readable argument a search for cases with the larger effort comes before the solver. On a large board
        // the solver is faster, and an argument may exist among the statements of its core.
        if self.failed_proofs.get() > 0
            && !is_large_board(proof)
            && let Some(found) = self.afar(proof)?
        {
            return Ok(Some(found));
        }
        self.by_solver(proof)
    }

    /// Notes the line and the facts of a deduction from one statement.
    fn keep_alone(&mut self, proof: &ProofContext, found: &Deduction) {
        let Some(Argument::Alone { group, .. }) = found.argument else { return };
        self.last_alone = Some((proof.groups[group].origin.span, found.facts.clone()));
    }

    /// The finding by the easiest technique, in a box before a line, and from the fewest groups and facts, as a deduction.
    fn named(&self, mut findings: Vec<Finding>) -> Option<Deduction> {
        if self.joins_findings() {
            return self.all_of(findings);
        }
        let in_line = |argument: &Argument| is_in_line(&self.board, argument);
        let order = |d: &Deduction| (d.technique, d.argument.as_ref().is_some_and(in_line), d.cost());
        findings.sort_by_key(|finding| in_line(&finding.argument));
        let mut best: Option<Deduction> = None;
        let search = |of: ConstraintId| self.search(of);
        let mut supported_before = self.supported.borrow_mut();
        let is_new = |d: &Deduction| d.conclusions.iter().all(|c| !self.knowledge.implies(c));
        let open = conclusions_in(&findings);
        supported_before.retain(is_new);
        for finding in findings.into_iter().take(WEIGHED) {
            let same =
                |d: &&Deduction| d.argument.as_ref() == Some(&finding.argument) && d.conclusions == finding.conclusions;
            if let Some(found) = supported_before.iter().find(same) {
                if best.as_ref().is_none_or(|b| order(found) < order(b)) {
                    best = Some(found.clone());
                }
                continue;
            }
            let shorter = shortened(&self.board, &self.knowledge, &self.board.candidates, &finding, &search);
            let shorter = shorter.map(|finding| self.of_one_statement(finding));
            let supported =
                |finding: Finding| support(&self.board, &self.knowledge, &finding, &search).map(|from| (finding, from));
            let found = shorter.and_then(supported).or_else(|| supported(finding));
            let Some((finding, from)) = found else { continue };
            let found = Deduction::of(&self.board, finding, from, Some(open));
            if matches!(found.argument, Some(Argument::Islands { .. } | Argument::Pieces { .. })) {
                supported_before.push(found.clone());
            }
            if best.as_ref().is_none_or(|b| order(&found) < order(b)) {
                best = Some(found);
            }
        }
        best
    }

    /// The finding; a case that ends at once, as the statement or pattern that it ends by.
    fn of_one_statement(&self, mut finding: Finding) -> Finding {
        finding.argument = match finding.argument {
            Argument::Cases { turns, end: End::Broken(group) } if turns.len() == 1 => {
                let sum = self.board.totals.iter().any(|total| total.group == group);
                Argument::Alone { group, sum }
            }
            Argument::Cases { turns, end: End::BrokenPattern(pattern) } if turns.len() == 1 => {
                Argument::Pattern { pattern }
            }
            argument => argument,
        };
        finding
    }

    /// Whether one step can have all conclusions of a technique.
    fn joins_findings(&self) -> bool {
        self.mode == Mode::Techniques && !self.board.names_many()
    }

    /// All findings of the easiest technique as one deduction without groups and facts.
    fn all_of(&self, findings: Vec<Finding>) -> Option<Deduction> {
        let technique = |finding: &Finding| technique(&self.board, &finding.argument);
        let easiest = findings.iter().map(technique).min()?;
        let (mut conclusions, mut argument) = (Vec::new(), None);
        for finding in findings.into_iter().filter(|f| technique(f) == easiest) {
            conclusions.extend(finding.conclusions);
            argument = Some(finding.argument);
        }
        // The findings are unproved, so those that contradict a solution are dropped.
        conclusions.retain(|conclusion| self.holds_in_solutions(conclusion));
        conclusions.sort_unstable();
        conclusions.dedup();
        let deduction = Deduction {
            conclusions,
            groups: vec![],
            facts: vec![],
            technique: easiest,
            open: None,
            argument,
            parts: vec![],
        };
        Some(deduction).filter(|d| !d.conclusions.is_empty())
    }

    /// The finding about islands or pieces from the fewest groups and facts.
    fn islands(&self) -> Option<Deduction> {
        let mut findings = island_violations(&self.board, &self.knowledge, &self.board.candidates, None);
        findings.extend(piece_violations(&self.board, &self.knowledge, &self.board.candidates, None));
        findings.sort_by_key(|f| technique(&self.board, &f.argument));
        // Clues stand on land: this comes before the steps that rest on it.
        let is_clue = |f: &Finding| matches!(f.argument, Argument::Islands { violation: IslandViolation::ClueInSea });
        if findings.iter().any(is_clue) {
            findings.retain(is_clue);
        }
        findings.truncate(ALONE);
        self.named(findings)
    }

    /// The proposal with the fewest groups, then facts, that the solver confirms.
    fn cheapest(
        &self,
        proof: &mut ProofContext,
        mut proposals: Vec<Proposal>,
        technique: Technique,
    ) -> Result<Option<Deduction>, Reason> {
        let hidden = |l: &Atom| proof.model.unknown(l.unknown).hidden;
        proposals.sort_by_key(|p| (hidden(&p.conclusion), p.groups.len(), p.conclusion.unknown, p.conclusion.value));
        proposals.dedup_by_key(|p| (p.conclusion.unknown, p.conclusion.value, p.conclusion.is, p.groups.clone()));
        let easy = proof.limits.with_effort(EASY);
        let proof = &mut proof.within(&easy);
        let mut best: Option<Deduction> = None;
        let mut compared = 0;
        let enough = if self.joins_findings() { 1 } else { COMPARED };
        for proposal in proposals {
            let longer = best.as_ref().is_some_and(|b| proposal.groups.len() > b.groups.len());
            if compared == enough || longer {
                break;
            }
            let found = match self.prove_among(proof, &proposal.groups, proposal.conclusion, technique) {
                Ok(Some(found)) => found,
                Ok(None) | Err(Reason::Effort) => continue,
                Err(reason) => return Err(reason),
            };
            compared += 1;
            if best.as_ref().is_none_or(|b| found.cost() < b.cost()) {
                best = Some(found);
            }
        }
        Ok(best)
    }

    /// The deduction with the other proposed candidates that its groups and facts remove. A check that exceeds the effort is the last
    /// one: others from the same groups would exceed it too.
    fn bundled(
        &self,
        proof: &mut ProofContext,
        mut deduction: Deduction,
        proposed: &FxHashSet<Atom>,
    ) -> Result<Deduction, Reason> {
        let Some(&first) = deduction.conclusions.first().filter(|c| !c.is) else { return Ok(deduction) };
        let scope = proof.scope_of(&deduction.groups, first);
        let is_other = |c: &&Atom| **c != first && scope.binary_search(&c.unknown).is_ok();
        let mut others: Vec<Atom> = proposed.iter().filter(is_other).copied().collect();
        others.sort_unstable();
        others.truncate(BUNDLED);
        if let Some(pair) = self.consistency.pair(&deduction.groups) {
            others.retain(|other| is_refuted(pair, &self.knowledge, &deduction.facts, *other));
            deduction.conclusions.extend(others);
            deduction.conclusions.sort_unstable();
            return Ok(deduction);
        }
        let easy = proof.limits.with_effort(BUNDLED_EFFORT);
        let Deduction { conclusions, groups, facts, .. } = &mut deduction;
        self.with_formula_of(&mut proof.within(&easy), groups, first, |few| {
            let facts: Vec<Lit> = facts.iter().map(|&f| self.fact_literal(few, f)).collect();
            for conclusion in others {
                let mut assumed = facts.clone();
                assumed.push(self.denial(few, conclusion));
                match few.unsat(groups, &assumed) {
                    Ok(true) => conclusions.push(conclusion),
                    Ok(false) => {}
                    Err(Reason::Effort) => break,
                    Err(reason) => return Err(reason),
                }
            }
            Ok(())
        })?;
        conclusions.sort_unstable();
        Ok(deduction)
    }
}
