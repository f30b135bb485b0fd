//! Constructive disjunction: exactly one of some unknowns is yes. Each of them is supposed in turn, and a value that no branch
//! leaves is removed.

use super::GroupCsp;
use crate::mask::Mask;
use sator_model::view::{self, Test, View};
use sator_model::{ExprId, Kind, Model};

/// Yes alone, of the values of a yes/no unknown.
const YES: Mask = 0b10;

/// Branches of one disjunction. A disjunction with more is skipped.
const MOST_BRANCHES: usize = 64;

impl GroupCsp {
    /// The unknowns of a condition that exactly one of them is yes, by position.
    pub(super) fn exactly_one(&mut self, model: &Model, e: ExprId) -> Option<Vec<usize>> {
        let View::Linear(sum, Test::Is(1)) = View::of(&model.pool, e, true) else { return None };
        let conditions: Vec<ExprId> = sum.counted(&model.pool)?;
        let yes_no = |e: ExprId| match view::fix(&model.pool, e, true) {
            Some((u, Test::Is(1))) if model.unknown(u).kind == Kind::Bool => self.unknown(model, u),
            _ => None,
        };
        conditions.into_iter().map(yes_no).collect()
    }

    /// The values that bounds leave, less those that bounds rule out in every branch of a disjunction.
    pub(super) fn by_constructive_disjunction(&self, masks: &[Mask]) -> Vec<Mask> {
        let mut left = self.narrowed(masks);
        for list in &self.exactly_one_of {
            let open: Vec<usize> = list.iter().copied().filter(|&at| left[at] & YES != 0).collect();
            if left.contains(&0) || !(2..=MOST_BRANCHES).contains(&open.len()) {
                continue;
            }
            let mut union: Vec<Mask> = vec![0; left.len()];
            for at in open {
                let mut taken = left.clone();
                taken[at] = YES;
                let taken = self.narrowed(&taken);
                if !taken.contains(&0) {
                    union.iter_mut().zip(taken).for_each(|(all, own)| *all |= own);
                }
            }
            left = union;
        }
        left
    }
}
