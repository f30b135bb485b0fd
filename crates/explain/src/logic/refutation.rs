//! What has no name: a candidate is supposed, and singles and single statements follow it until something is left without a
//! value or a place. Of all candidates the one refuted in the fewest steps is taken, which are all shown.

use super::super::group_consistency::GroupConsistency;
use super::super::knowledge::Knowledge;
use super::Board;
use super::branch::length;
use super::conflict_analysis::Ending;
use super::hypothesis::Hypothesis;
use super::hypothesis_budget::NEAR;
use super::scope::Scope;
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::{Mask, bits};
use sator_base::limits::{Limits, Reason};
use sator_model::UnknownId;
use std::cell::RefCell;

/// Single statements applied in one search, and for what is shorter once there is something.
const APPLICATIONS: usize = 200_000;
const SHORTER: usize = 6_000;

pub(crate) fn cases(
    board: &Board,
    knowledge: &Knowledge,
    consistency: &GroupConsistency,
    scope: Scope,
    skip: &dyn Fn(UnknownId, i64) -> bool,
    refuted: &RefCell<Refuted>,
    limits: &Limits,
) -> Result<Vec<Finding>, Reason> {
    let mut left = APPLICATIONS;
    let mut case = Hypothesis::new(board, knowledge, consistency, scope, None, &NEAR);
    let known = refuted.take();
    let again = known
        .candidates
        .into_iter()
        .filter(|&(cell, bit)| (scope.supposed)(cell) && is_open(board, knowledge, cell, bit));
    let (shortest, others) = case.shortest(again, &mut left, limits)?;
    if shortest.turns().is_some_and(|turns| turns <= known.turns) {
        refuted.replace(Refuted { candidates: others, ..known });
        return Ok(shortest.found());
    }
    let all = candidates(board, knowledge, scope.supposed, skip);
    let (shortest, others) = case.shortest(all, &mut left, limits)?;
    refuted.replace(Refuted { turns: shortest.turns().unwrap_or(0), candidates: others });
    Ok(shortest.found())
}

impl Hypothesis<'_> {
    /// Of these candidates the one that ends in the fewest turns, and all that end in no more.
    fn shortest(
        &mut self,
        candidates: impl Iterator<Item = (UnknownId, Mask)>,
        left: &mut usize,
        limits: &Limits,
    ) -> Result<(Shortest, Vec<(UnknownId, Mask)>), Reason> {
        let start = self.mark();
        let mut shortest = Shortest::default();
        let mut ended: Vec<(usize, (UnknownId, Mask))> = Vec::new();
        for (cell, bit) in candidates {
            limits.stop().map_or(Ok(()), Err)?;
            let end = self.refute(cell, bit, left, limits)?;
            let followed = end.map(|end| self.since(start, Ending::End(end)));
            self.undo(start);
            if let Some(followed) = followed {
                if !shortest.is_some() {
                    *left = (*left).min(SHORTER);
                }
                ended.push((shortest.keep(self.finding(&followed)), (cell, bit)));
                // What follows at once has been found before.
                if shortest.turns() == Some(2) {
                    break;
                }
            }
        }
        ended.retain(|(turns, _)| Some(*turns) == shortest.turns());
        Ok((shortest, ended.into_iter().map(|(_, candidate)| candidate).collect()))
    }
}

/// Candidates found to end by themselves, in so many turns: they still will when more is known.
#[derive(Default)]
pub(crate) struct Refuted {
    turns: usize,
    candidates: Vec<(UnknownId, Mask)>,
}

/// Whether the candidate is still one.
pub(super) fn is_open(board: &Board, knowledge: &Knowledge, cell: UnknownId, bit: Mask) -> bool {
    knowledge.known[cell].is_none() && !board.mark(cell).is_power_of_two() && board.mark(cell) & bit != 0
}

/// Candidates of open cells that may be supposed, but for those that some solution is known to have.
pub(super) fn candidates<'a>(
    board: &'a Board,
    knowledge: &'a Knowledge,
    may_be: &'a dyn Fn(UnknownId) -> bool,
    skip: &'a dyn Fn(UnknownId, i64) -> bool,
) -> impl Iterator<Item = (UnknownId, Mask)> + 'a {
    let open = move |&cell: &UnknownId| {
        let is_open = knowledge.known[cell].is_none() && !board.mark(cell).is_power_of_two();
        is_open && knowledge.values[cell].is_some() && may_be(cell)
    };
    let cells = (0..board.marks.len()).map(UnknownId::at).filter(open);
    let all = cells.flat_map(|cell| bits(board.mark(cell)).map(move |bit| (cell, bit)));
    all.filter(move |&(cell, bit)| knowledge.value_at(cell, bit).is_some_and(|value| !skip(cell, value)))
}

/// Of cases found those with the fewest turns.
#[derive(Default)]
pub(super) struct Shortest(Option<(usize, Finding)>);

impl Shortest {
    /// Takes it if it is shorter; how many turns it has.
    pub(super) fn keep(&mut self, finding: Finding) -> usize {
        let turns = if let Argument::Cases { turns, end } = &finding.argument { length(turns, end) } else { 0 };
        if self.turns().is_none_or(|best| turns < best) {
            self.0 = Some((turns, finding));
        }
        turns
    }

    pub(super) fn turns(&self) -> Option<usize> {
        self.0.as_ref().map(|best| best.0)
    }

    pub(super) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn found(self) -> Vec<Finding> {
        self.0.into_iter().map(|best| best.1).collect()
    }
}
