//! Statements that count conditions, and the conditions that one counts.

use super::condition::{Cond, State};
use crate::mask::Mask;
use sator_model::view::{Test, View};
use sator_model::{ExprId, Model, UnknownId};

/// A statement that a number of some conditions hold.
#[derive(Clone, Debug)]
pub(crate) struct Count {
    pub group: usize,
    pub of: Vec<Cond>,
    pub total: usize,
}

impl Count {
    /// The count that a condition is, if it counts each unknown once.
    pub(super) fn read(model: &Model, group: usize, condition: ExprId) -> Option<Count> {
        let (of, total) = counted_conditions(model, condition)?;
        let mut unknowns: Vec<UnknownId> = of.iter().map(Cond::unknown).collect::<Option<_>>()?;
        unknowns.sort_unstable();
        let once = unknowns.windows(2).all(|w| w[0] != w[1]);
        once.then_some(Count { group, of, total: usize::try_from(total).ok()? })
    }

    /// The counted conditions that are in this state under some candidates.
    pub(super) fn in_state(&self, candidates: &[Mask], state: State) -> Vec<Cond> {
        self.of.iter().copied().filter(|c| c.state(candidates) == state).collect()
    }
}

/// The conditions that a statement counts, and how many of them hold.
pub(crate) fn counted_conditions(model: &Model, statement: ExprId) -> Option<(Vec<Cond>, i64)> {
    let View::Linear(sum, Test::Is(total)) = View::of(&model.pool, statement, true) else { return None };
    let conditions: Vec<ExprId> = sum.counted(&model.pool)?;
    Some((conditions.into_iter().map(|e| Cond::of(model, e)).collect(), total))
}

/// Whether the condition on this unknown holds, as the values left to it imply.
pub(crate) fn holds_in(conditions: &[Cond], unknown: UnknownId, left: Mask) -> Option<bool> {
    let own = conditions.iter().filter(|c| c.unknown() == Some(unknown)).find_map(Cond::values)?;
    match (left & own, left & !own) {
        (0, _) => Some(false),
        (_, 0) => Some(true),
        _ => None,
    }
}
