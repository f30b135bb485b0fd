//! Cases within a case: where what is supposed leads nowhere by itself, some cell is looked at, each of its values in turn. Used for
//! what the solver says to follow, so that it can be told.

use super::super::knowledge::Knowledge;
use super::super::local::Mask;
use super::super::scan::Scanner;
use super::cases::{Branch, Case, End, Scope, Tree, candidates, length};
use super::graphs::Gone;
use super::reach::{AMONG, FAR, NEAR};
use super::singles::bits;
use super::{Argument, Board, Finding, holds, shortened};
use crate::limits::{Limits, Reason};
use crate::model::UnknownId;
use crate::session::answer::Atom;
use std::cmp::Reverse;

/// Cells looked at, one within the other, and cases that come to an end, at most.
const DEPTH: usize = 12;
const ENDS: usize = 64;
/// Values of a cell that are told apart by each of them.
const EACH: u32 = 3;
/// Single statements applied in one search.
const APPLICATIONS: usize = 16_000;
/// The same where all candidates are tried, and for one thing that statements say together.
const FOR_ALL: usize = 10_000;
const FOR_EACH: usize = 2_000;

/// Where nothing near is found: single statements applied for all candidates, cells looked at, one within the other, candidates
/// that are split, and ends, first few.
const FAR_APPLICATIONS: usize = 3_000_000;
const FAR_DEPTH: usize = 40;
const MOVING: usize = 8;
const FAR_ENDS: [usize; 4] = [4, 8, 32, 256];

/// How much a search for cases may take.
struct Budget {
    applications: usize,
    ends: usize,
}

/// An argument for the conclusion, if one is found, of statements beside houses from `among` these where they are given.
pub(crate) fn in_every_case(
    board: &Board,
    knowledge: &Knowledge,
    scanner: &Scanner,
    scope: Scope,
    conclusion: Atom,
    among: Option<&[usize]>,
    limits: &Limits,
) -> Result<Option<Finding>, Reason> {
    let Some(supposed) = contrary(knowledge, conclusion).filter(|_| (scope.supposed)(conclusion.unknown)) else {
        return Ok(None);
    };
    let mut budget = Budget { applications: APPLICATIONS, ends: ENDS };
    let reach = if among.is_some() { &AMONG } else { &NEAR };
    let mut case = Case::new(board, knowledge, scanner, scope, among, reach);
    let tree = case.tree(conclusion.unknown, supposed, DEPTH, &mut budget, limits)?;
    Ok(tree.map(|tree| case.finding(&tree)))
}

/// How denying each of the conclusions ends by nothing but these statements and facts; none where one is not seen to.
pub(crate) fn each_denied(
    board: &Board,
    knowledge: &Knowledge,
    scanner: &Scanner,
    conclusions: &[Atom],
    (units, facts): (&[usize], &[usize]),
    limits: &Limits,
) -> Result<Option<Vec<Branch>>, Reason> {
    let is_told = |u: UnknownId| board.is_told[u];
    let scope = Scope { within: &|_| true, supposed: &is_told, split: &is_told };
    let marks = board.marks_from(knowledge, units, facts);
    let mut units = units.to_vec();
    units.sort_unstable();
    let mut denied = Vec::new();
    for &conclusion in conclusions {
        let Some(supposed) = contrary(knowledge, conclusion).filter(|_| is_told(conclusion.unknown)) else {
            return Ok(None);
        };
        let mut budget = Budget { applications: FOR_EACH, ends: ENDS };
        let case = Case::new(board, knowledge, scanner, scope, None, &AMONG);
        let mut case = case.with_only(&units, marks.clone());
        let Some(tree) = case.tree(conclusion.unknown, supposed, DEPTH, &mut budget, limits)? else { return Ok(None) };
        let found = Finding { conclusions: vec![conclusion], units: units.clone(), ..case.finding(&tree) };
        match shortened(board, knowledge, &marks, &found, &|u| scanner.local(u)).unwrap_or(found).argument {
            Argument::Cases { turns, end } => denied.push(Branch { turns, end }),
            _ => return Ok(None),
        }
    }
    let argument = Argument::Together(denied.clone());
    let found = Finding { argument, conclusions: conclusions.to_vec(), units, gone: vec![] };
    Ok(holds(board, knowledge, &marks, &found, &|u| scanner.local(u)).then_some(denied))
}

/// The values left where the conclusion is denied.
fn contrary(knowledge: &Knowledge, conclusion: Atom) -> Option<Mask> {
    let bit = knowledge.bit(conclusion.unknown, conclusion.value)?;
    Some(if conclusion.is { knowledge.full(conclusion.unknown) & !bit } else { bit })
}

/// Of all candidates the one that is refuted in the fewest steps by cases, none of them within another.
pub(crate) fn by_two_cases(
    board: &Board,
    knowledge: &Knowledge,
    scanner: &Scanner,
    scope: Scope,
    skip: &dyn Fn(UnknownId, i64) -> bool,
    limits: &Limits,
) -> Result<Vec<Finding>, Reason> {
    let mut best: Option<(usize, Finding)> = None;
    let mut budget = Budget { applications: FOR_ALL, ends: usize::MAX };
    for (cell, bit) in candidates(board, knowledge, scope, skip) {
        if budget.applications == 0 {
            break;
        }
        let mut case = Case::new(board, knowledge, scanner, scope, None, &NEAR);
        let tree = case.tree(cell, bit, 1, &mut budget, limits)?;
        let Some(finding) = tree.map(|tree| case.finding(&tree)) else { continue };
        keep_shorter(&mut best, finding);
    }
    Ok(best.into_iter().map(|b| b.1).collect())
}

/// Of all candidates the one that is refuted in the fewest steps however far each is followed, else in the fewest cases of those
/// that move most.
pub(crate) fn in_fewest_cases(
    board: &Board,
    knowledge: &Knowledge,
    scanner: &Scanner,
    scope: Scope,
    skip: &dyn Fn(UnknownId, i64) -> bool,
    limits: &Limits,
) -> Result<Vec<Finding>, Reason> {
    let mut budget = Budget { applications: FAR_APPLICATIONS, ends: 0 };
    let mut best: Option<(usize, Finding)> = None;
    let mut open: Vec<(usize, Case)> = Vec::new();
    for (cell, bit) in candidates(board, knowledge, scope, skip) {
        let mut case = Case::new(board, knowledge, scanner, scope, None, &FAR);
        let Some((end, relied)) = case.refute(cell, bit, &mut budget.applications, limits)? else {
            open.push((case.crossed_out(), case));
            continue;
        };
        if best.as_ref().is_none_or(|b| case.turns.len() < b.0) {
            best = Some((case.turns.len(), case.finding(&Tree::Leaf(end, relied))));
        }
    }
    if let Some((_, finding)) = best {
        return Ok(vec![finding]);
    }
    open.sort_by_key(|(moved, _)| Reverse(*moved));
    open.truncate(MOVING);
    for ends in FAR_ENDS {
        let mut shortest: Option<(usize, Finding)> = None;
        for (_, case) in &open {
            budget.ends = ends;
            if let Some(tree) = case.split(FAR_DEPTH, &mut budget, limits)? {
                keep_shorter(&mut shortest, case.finding(&tree));
            }
        }
        if let Some((_, finding)) = shortest {
            return Ok(vec![finding]);
        }
    }
    Ok(vec![])
}

/// Keeps the finding if its cases have fewer turns than the best.
fn keep_shorter(best: &mut Option<(usize, Finding)>, finding: Finding) {
    let Argument::Cases { turns, end } = &finding.argument else { return };
    let turns = length(turns, end);
    if best.as_ref().is_none_or(|b| turns < b.0) {
        *best = Some((turns, finding));
    }
}

impl<'a> Case<'a> {
    /// The end that supposing these values comes to by itself, else by cases, so many within each other.
    fn tree(
        &mut self,
        cell: UnknownId,
        left: Mask,
        depth: usize,
        budget: &mut Budget,
        limits: &Limits,
    ) -> Result<Option<Tree<'a>>, Reason> {
        match self.refute(cell, left, &mut budget.applications, limits)? {
            Some((end, relied)) => Ok(Some(Tree::Leaf(end, relied))),
            None => self.split(depth, budget, limits),
        }
    }

    /// Looks for a cell each of whose values comes to an end, by cases within these if need be.
    fn split(&self, depth: usize, budget: &mut Budget, limits: &Limits) -> Result<Option<Tree<'a>>, Reason> {
        if depth == 0 {
            return Ok(None);
        }
        // The one with the fewest values that go on, then the one that moves most whatever its value.
        let mut best: Option<((usize, usize), UnknownId, Vec<Tried<'a>>)> = None;
        for cell in self.near() {
            limits.stop().map_or(Ok(()), Err)?;
            if budget.applications == 0 {
                break;
            }
            let mut tried: Vec<Tried> = Vec::new();
            for left in parts(self.masks[cell]) {
                let mut case = self.clone();
                let end = case.refute(cell, left, &mut budget.applications, limits)?;
                tried.push((case, end));
            }
            let open = || tried.iter().filter(|t| t.1.is_none());
            let moved = open().map(|(case, _)| case.turns.len()).min().unwrap_or(0);
            let score = (open().count(), usize::MAX - moved);
            if best.as_ref().is_none_or(|b| score < b.0) {
                best = Some((score, cell, tried));
            }
            if score.0 == 0 {
                break;
            }
        }
        let Some((_, cell, tried)) = best else { return Ok(None) };
        let mut parts = Vec::new();
        for (case, end) in tried {
            let tree = match end {
                Some((end, relied)) => Tree::Leaf(end, relied),
                None => match case.split(depth - 1, budget, limits)? {
                    Some(tree) => tree,
                    None => return Ok(None),
                },
            };
            if let Tree::Leaf(..) = tree {
                let Some(ends) = budget.ends.checked_sub(1) else { return Ok(None) };
                budget.ends = ends;
            }
            parts.push((case, tree));
        }
        Ok(Some(Tree::Split(cell, parts)))
    }

    /// Open cells that share a statement, a house or a corner of a loop with those that have moved, the last moves first.
    fn near(&self) -> Vec<UnknownId> {
        let mut found: Vec<UnknownId> = Vec::new();
        let open = |u: UnknownId| {
            let left: Mask = self.masks[u];
            self.knowledge.values[u].is_some()
                && (2..=self.reach.values).contains(&left.count_ones())
                && (self.scope.split)(u)
        };
        for turn in self.turns.iter().rev() {
            let mut beside = self.board.beside(turn.cell);
            beside.extend(self.board.peers[turn.cell].iter().map(|p| p.0));
            beside.extend(self.along(turn.cell));
            for u in beside {
                if open(u) && !found.contains(&u) {
                    found.push(u);
                }
            }
            if found.len() >= self.reach.gathered {
                break;
            }
        }
        for unit in self.among().into_iter().flatten() {
            for &u in self.local(*unit).map_or(&[][..], |local| &local.unknowns) {
                if open(u) && !found.contains(&u) {
                    found.push(u);
                }
            }
        }
        found.sort_by_key(|u| self.masks[*u].count_ones());
        found.truncate(self.reach.compared);
        found
    }
}

/// What came of supposing some values of a cell.
type Tried<'a> = (Case<'a>, Option<(End, Gone)>);

/// The values that cases are told apart by: each by itself, else the lower and the upper half.
fn parts(mask: Mask) -> Vec<Mask> {
    let each: Vec<Mask> = bits(mask).collect();
    if mask.count_ones() <= EACH {
        return each;
    }
    let lower = each[..each.len() / 2].iter().fold(0, |lower, bit| lower | bit);
    vec![lower, mask & !lower]
}
