//! What has no name: a candidate is supposed, and singles and single statements follow it until something is left without a
//! value or a place. Of all candidates the one refuted in the fewest steps is taken, which are all shown.

use super::super::group_consistency::GroupConsistency;
use super::super::knowledge::Knowledge;
use super::Board;
use super::branch::{arguments, length};
use super::conflict_analysis::Ending;
use super::hypothesis::Hypothesis;
use super::hypothesis_budget::NEAR;
use super::scope::Scope;
use super::technique::technique;
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::{Mask, bits};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::Technique;
use sator_base::limits::{Limits, Reason};
use sator_model::UnknownId;
use std::cell::RefCell;

/// Single statements applied in one search, and for what is shorter once there is something.
const APPLICATIONS: usize = 200_000;
const SHORTER: usize = 6_000;

/// Single statements with which a hypothesis can end too soon to know that it goes on.
const NEARLY_SPENT: usize = 500;

/// Candidates known to end that are followed again, the shortest first.
const AGAIN: usize = 8;

/// The cells that a hypothesis changes, and whether a structure is among what it changes.
type Changes = (Box<[UnknownId]>, bool);

/// Results of the case search by candidate. They save following a candidate again before a change near it.
#[derive(Default)]
pub(crate) struct Refuted {
    /// Candidates that end by themselves, with the number of arguments: they still will when more is known.
    ended: Vec<(usize, (UnknownId, Mask))>,
    /// Candidates that go on, with the cells that they change. Those with `true` change a loop, an area, islands or a division,
    /// and so depend on all of it.
    open: FxHashMap<(UnknownId, Mask), Changes>,
    /// The candidates on the board at the last search.
    marks: Vec<Mask>,
    /// The candidate after which the next search starts, so that each has its turn.
    last: Option<(UnknownId, Mask)>,
}

impl Refuted {
    /// Forgets what may have changed since the last search.
    fn update(&mut self, board: &Board, knowledge: &Knowledge, consistency: &GroupConsistency) {
        if self.marks.len() != board.marks.len() {
            *self = Refuted::default();
        }
        let cells = (0..board.marks.len()).map(UnknownId::at);
        let changed: Vec<UnknownId> = cells.filter(|&u| self.marks.get(u.index()) != Some(&board.marks[u])).collect();
        if !self.open.is_empty() {
            let mut near = vec![false; board.marks.len()];
            for &cell in &changed {
                near[cell.index()] = true;
                board.peers[cell].iter().for_each(|(u, _)| near[u.index()] = true);
                board.beside(cell).into_iter().for_each(|u| near[u.index()] = true);
                let statements = consistency.about(cell).filter_map(|group| consistency.local(group));
                statements.flat_map(|local| &local.unknowns).for_each(|u| near[u.index()] = true);
            }
            let structural = !board.structures(changed.into_iter()).is_empty();
            self.open.retain(|_, (cells, whole)| !(structural && *whole || cells.iter().any(|u| near[u.index()])));
        }
        self.ended.retain(|&(_, (cell, bit))| is_open(board, knowledge, cell, bit));
        self.ended.sort_by_key(|&(arguments, _)| arguments);
        self.marks.clone_from(&board.marks);
    }
}

/// Of the candidates that end by themselves the one that does by the fewest arguments, as far as they are looked at: where some end,
/// others are followed for a while. `whole`: loops, areas, islands and divisions are looked at as a whole too.
pub(crate) fn cases(
    (board, knowledge, consistency): (&Board, &Knowledge, &GroupConsistency),
    scope: Scope,
    skip: &dyn Fn(UnknownId, i64) -> bool,
    refuted: &RefCell<Refuted>,
    whole: bool,
    limits: &Limits,
) -> Result<Vec<Finding>, Reason> {
    let refuted = &mut *refuted.borrow_mut();
    refuted.update(board, knowledge, consistency);
    let mut case = Hypothesis::new(board, knowledge, consistency, scope, None, &NEAR);
    case.whole = whole;
    case.shortest(refuted, skip, limits).map(Shortest::found)
}

impl Hypothesis<'_> {
    fn shortest(
        &mut self,
        refuted: &mut Refuted,
        skip: &dyn Fn(UnknownId, i64) -> bool,
        limits: &Limits,
    ) -> Result<Shortest, Reason> {
        let (board, knowledge, scope) = (self.board, self.knowledge, self.scope);
        let mut left = APPLICATIONS;
        let mut shortest = Shortest::default();
        let known: Vec<(usize, (UnknownId, Mask))> =
            refuted.ended.iter().filter(|(_, (cell, _))| (scope.supposed)(*cell)).take(AGAIN).copied().collect();
        for (arguments, (cell, bit)) in known {
            if shortest.arguments().is_some_and(|best| best <= arguments) {
                break;
            }
            self.try_one(cell, bit, (&mut shortest, &mut left), refuted, limits)?;
        }
        let mut all: Vec<(UnknownId, Mask)> = candidates(board, knowledge, scope.supposed, skip).collect();
        if let Some(last) = refuted.last {
            let at = all.partition_point(|candidate| *candidate <= last);
            all.rotate_left(at);
        }
        let ended: FxHashSet<(UnknownId, Mask)> = refuted.ended.iter().map(|known| known.1).collect();
        for (cell, bit) in all {
            // Propagation has found its direct consequences before.
            if left < NEARLY_SPENT || shortest.arguments() == Some(2) {
                break;
            }
            if !ended.contains(&(cell, bit)) && !refuted.open.contains_key(&(cell, bit)) {
                self.try_one(cell, bit, (&mut shortest, &mut left), refuted, limits)?;
                refuted.last = Some((cell, bit));
            }
        }
        Ok(shortest)
    }

    /// Follows one candidate, and notes what came of it.
    fn try_one(
        &mut self,
        cell: UnknownId,
        bit: Mask,
        (shortest, left): (&mut Shortest, &mut usize),
        refuted: &mut Refuted,
        limits: &Limits,
    ) -> Result<(), Reason> {
        limits.stop().map_or(Ok(()), Err)?;
        let start = self.mark();
        let ended = self.refute(cell, bit, left, limits)?;
        let spent = *left < NEARLY_SPENT;
        let followed = match ended {
            Some(ended) => Some(self.since(start, Ending::End(ended))),
            None => {
                let mut cells: Vec<UnknownId> = self.crossed.iter().map(|c| c.cell).collect();
                cells.sort_unstable();
                cells.dedup();
                let whole = self.whole && !self.changed_structures().is_empty();
                if !spent {
                    refuted.open.insert((cell, bit), (cells.into(), whole));
                }
                None
            }
        };
        self.undo(start);
        if let Some(followed) = followed {
            if !shortest.is_some() {
                *left = (*left).min(SHORTER);
            }
            let arguments = shortest.keep(self.board, self.finding(&followed));
            refuted.ended.retain(|known| known.1 != (cell, bit));
            refuted.ended.push((arguments, (cell, bit)));
        }
        Ok(())
    }
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

/// Of cases found the easiest: by the technique, then by the fewest arguments, then by the fewest turns.
#[derive(Default)]
pub(super) struct Shortest(Option<(Size, Finding)>);

/// Technique, arguments and turns of a case.
type Size = (Technique, usize, usize);

impl Shortest {
    /// Takes it if it is easier; the number of its arguments.
    pub(super) fn keep(&mut self, board: &Board, finding: Finding) -> usize {
        let (arguments, turns) = match &finding.argument {
            Argument::Cases { turns, end } => (arguments(turns, end), length(turns, end)),
            _ => (0, 0),
        };
        let size = (technique(board, &finding.argument), arguments, turns);
        if self.0.as_ref().is_none_or(|best| size < best.0) {
            self.0 = Some((size, finding));
        }
        arguments
    }

    /// The number of arguments of the case.
    pub(super) fn arguments(&self) -> Option<usize> {
        self.0.as_ref().map(|best| best.0.1)
    }

    pub(super) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn found(self) -> Vec<Finding> {
        self.0.into_iter().map(|best| best.1).collect()
    }
}
