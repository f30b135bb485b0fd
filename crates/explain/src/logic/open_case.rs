//! Hypotheses that propagation did not refute. After changes of the board only the effect of these changes is propagated.

use super::branch::{By, Turn};
use super::hypothesis::{Ended, Hypothesis};
use super::hypothesis_budget::NEARLY_SPENT;
use crate::mask::Mask;
use sator_base::limits::{Limits, Reason};
use sator_model::UnknownId;
use std::sync::Arc;

/// Cells, each with the values left to it.
pub(super) type CellCandidates = Arc<[(UnknownId, Mask)]>;

/// The effect of a hypothesis: each cell that it changes with the values left to it.
pub(super) struct Changes {
    pub cells: CellCandidates,
    /// Whether it changes a loop, an area, islands or a division, and so depends on all of it.
    pub is_structural: bool,
    /// Whether propagation ended after the structures as a whole implied nothing.
    pub is_examined: bool,
}

impl Changes {
    pub(super) fn of(case: &Hypothesis) -> Changes {
        let mut cells: Vec<UnknownId> = case.crossed.iter().map(|c| c.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        let is_structural = case.whole && !case.changed_structures().is_empty();
        let is_examined = case.examined == case.crossed.len() && case.changed_outside.is_empty();
        Changes { cells: cells.into_iter().map(|u| (u, case.masks[u])).collect(), is_structural, is_examined }
    }
}

/// A candidate that propagation did not refute.
pub(super) struct OpenCase {
    pub changes: Changes,
    /// Whether a cell near it, or a structure that it changes, has changed since.
    pub is_stale: bool,
    /// Cells near it that have changed since.
    pub changed_near: Vec<UnknownId>,
    /// The length of the log of changes when the candidate was propagated.
    pub logged: usize,
    /// The applications of single statements that the first propagation took.
    pub cost: usize,
}

impl OpenCase {
    pub(super) fn of(changes: Changes, logged: usize, cost: usize) -> OpenCase {
        OpenCase { changes, is_stale: false, changed_near: vec![], logged, cost }
    }
}

impl Hypothesis<'_> {
    /// Whether an open case still has no conflict after changes near it. Only these changes are propagated.
    pub(super) fn still_goes_on(
        &mut self,
        candidate: (UnknownId, Mask),
        open: &mut OpenCase,
        log: &[(UnknownId, Mask)],
        left: &mut usize,
        limits: &Limits,
    ) -> Result<bool, Reason> {
        if !open.is_stale {
            return Ok(true);
        }
        limits.stop().map_or(Ok(()), Err)?;
        let start = self.mark();
        let ended = self.resume(candidate, open, log, left, limits)?;
        if ended.is_none() && *left >= NEARLY_SPENT {
            *open = OpenCase::of(Changes::of(self), log.len(), open.cost);
        }
        self.undo(start);
        Ok(ended.is_none())
    }

    /// The conflict of an open case, if the changes near it lead to one. A case that ended with the structures examined examines
    /// them again only around the cells of the log that have changed since.
    fn resume(
        &mut self,
        (cell, supposed): (UnknownId, Mask),
        open: &OpenCase,
        log: &[(UnknownId, Mask)],
        left: &mut usize,
        limits: &Limits,
    ) -> Result<Option<Ended>, Reason> {
        let before = &open.changes.cells[..];
        self.take(Turn { cell, left: supposed, by: By::Supposed }, None);
        for &(cell, mask) in before {
            self.take(Turn { cell, left: self.masks[cell] & mask, by: By::Supposed }, None);
        }
        self.rest();
        if open.changes.is_examined {
            self.examined = self.crossed.len();
            self.changed_outside.extend(&log[open.logged..]);
        }
        let is_known = |cell: &UnknownId| before.binary_search(&(*cell, self.masks[*cell])).is_ok();
        open.changed_near.iter().filter(|cell| !is_known(cell)).for_each(|cell| self.changed.push(cell.index()));
        self.follow_and_rest(self.turns.len() + self.budget.turns, left, limits)
    }
}
