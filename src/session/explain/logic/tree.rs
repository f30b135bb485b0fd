//! Cases within a case: where what is supposed leads nowhere by itself, some cell is looked at, each of its values in turn. Used for
//! what the solver says to follow, so that it can be told.

use super::super::knowledge::Knowledge;
use super::super::local::Mask;
use super::super::scan::Scanner;
use super::cases::{Case, End, Scope, Tree, candidates, length};
use super::graphs::Gone;
use super::singles::bits;
use super::{Argument, Board, Finding};
use crate::limits::{Limits, Reason};
use crate::model::UnknownId;
use crate::session::answer::Atom;

/// Cells looked at, one within the other.
const DEPTH: usize = 3;
/// Cells compared each time, and values that one may have.
const COMPARED: usize = 48;
const VALUES: u32 = 3;
/// Cells of these that are followed further.
const FOLLOWED: usize = 4;
/// Single statements applied in one search.
const APPLICATIONS: usize = 16_000;
/// The same where all candidates are tried.
const FOR_ALL: usize = 10_000;

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
    let Some(bit) = knowledge.bit(conclusion.unknown, conclusion.value) else { return Ok(None) };
    let supposed = board.mark(conclusion.unknown) & if conclusion.is { !bit } else { bit };
    if !supposed.is_power_of_two() || !(scope.supposed)(conclusion.unknown) {
        return Ok(None);
    }
    let mut left = APPLICATIONS;
    let mut case = Case::new(board, knowledge, scanner, scope, among);
    let tree = case.tree(conclusion.unknown, supposed, DEPTH, &mut left, limits)?;
    Ok(tree.map(|tree| case.finding(&tree)))
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
    let mut left = FOR_ALL;
    for (cell, bit) in candidates(board, knowledge, scope, skip) {
        if left == 0 {
            break;
        }
        let mut case = Case::new(board, knowledge, scanner, scope, None);
        let tree = case.tree(cell, bit, 1, &mut left, limits)?;
        let Some(finding) = tree.map(|tree| case.finding(&tree)) else { continue };
        let Argument::Cases { turns, end } = &finding.argument else { continue };
        let turns = length(turns, end);
        if best.as_ref().is_none_or(|b| turns < b.0) {
            best = Some((turns, finding));
        }
    }
    Ok(best.into_iter().map(|b| b.1).collect())
}

impl<'a> Case<'a> {
    /// The end that supposing this value comes to by itself, else by cases, so many within each other.
    fn tree(
        &mut self,
        cell: UnknownId,
        bit: Mask,
        depth: usize,
        left: &mut usize,
        limits: &Limits,
    ) -> Result<Option<Tree<'a>>, Reason> {
        match self.refute(cell, bit, left, limits)? {
            Some((end, relied)) => Ok(Some(Tree::Leaf(end, relied))),
            None => self.split(depth, left, limits),
        }
    }

    /// Looks for a cell each of whose values comes to an end.
    fn split(&self, depth: usize, left: &mut usize, limits: &Limits) -> Result<Option<Tree<'a>>, Reason> {
        if depth == 0 {
            return Ok(None);
        }
        // A cell with a value that ends, else one that moves much whatever its value, comes first.
        let mut best: Vec<((bool, usize), UnknownId, Tried<'a>)> = Vec::new();
        for cell in self.near() {
            limits.stop().map_or(Ok(()), Err)?;
            if *left == 0 {
                break;
            }
            let mut tried: Tried = Vec::new();
            for bit in bits(self.masks[cell]) {
                let mut case = self.clone();
                let end = case.refute(cell, bit, left, limits)?;
                tried.push((case, end));
            }
            let ends = tried.iter().any(|t| t.1.is_some());
            let moved =
                |(case, end): &(Case, Option<(End, Gone)>)| if end.is_some() { usize::MAX } else { case.turns.len() };
            let score = (ends, tried.iter().map(moved).min().unwrap_or(0));
            let at = best.partition_point(|b| b.0 >= score);
            best.insert(at, (score, cell, tried));
            best.truncate(FOLLOWED);
            if score.1 == usize::MAX {
                break;
            }
        }
        'cells: for (_, cell, tried) in best {
            let mut parts = Vec::new();
            for (case, end) in tried {
                let tree = match end {
                    Some((end, relied)) => Tree::Leaf(end, relied),
                    None => match case.split(depth - 1, left, limits)? {
                        Some(tree) => tree,
                        None => continue 'cells,
                    },
                };
                parts.push((case, tree));
            }
            return Ok(Some(Tree::Split(cell, parts)));
        }
        Ok(None)
    }

    /// Open cells that share a statement, a house or a corner of a loop with those that have moved, the last moves first.
    fn near(&self) -> Vec<UnknownId> {
        let mut found: Vec<UnknownId> = Vec::new();
        let open = |u: UnknownId| {
            let left: Mask = self.masks[u];
            self.knowledge.values[u].is_some() && (2..=VALUES).contains(&left.count_ones()) && (self.scope.split)(u)
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
            if found.len() >= 2 * COMPARED {
                break;
            }
        }
        found.sort_by_key(|u| self.masks[*u].count_ones());
        found.truncate(COMPARED);
        found
    }
}

/// By value of a cell what came of it.
type Tried<'a> = Vec<(Case<'a>, Option<(End, Gone)>)>;
