//! The values that one statement leaves to its cells, as answers carry them.

use super::{Mask, Reporter, holds_in};
use crate::deduce::Deduction;
use crate::logic::{State, counted_conditions};
use crate::mask::{highest, lowest};
use sator_answer::{Bound, Count, Leaves, Single};
use sator_model::wording::value_wording;
use sator_model::{Kind, UnknownId};

impl Reporter<'_> {
    /// One statement by itself.
    pub(super) fn single(&self, group: usize, deduction: &Deduction) -> Single {
        let candidates = self.candidates(deduction);
        let left = |u: UnknownId| self.left(u, candidates[u], deduction);
        let mut concluded: Vec<UnknownId> = deduction.conclusions.iter().map(|l| l.unknown).collect();
        concluded.dedup();
        let leaves = self.sum_leaves(group, &concluded, &candidates, &left);
        let leaves = leaves.or_else(|| self.count(group, deduction, &candidates).map(Leaves::Count));
        let leaves = leaves.or_else(|| self.block_reasons(group, deduction, &candidates));
        Single {
            statement: self.name(group),
            all_different: self.board.kept_apart_by(group).is_some(),
            leaves: leaves.unwrap_or_else(|| Leaves::Bounds(self.bounds(&concluded, &candidates, &left))),
        }
    }

    /// The candidates of a cell that the conclusions leave.
    fn left(&self, u: UnknownId, candidates: Mask, deduction: &Deduction) -> Mask {
        let own = deduction.conclusions.iter().filter(|l| l.unknown == u);
        own.fold(candidates, |left, l| {
            let bit = self.knowledge.bit(u, l.value).unwrap_or(0);
            left & if l.is { bit } else { !bit }
        })
    }

    /// The value that a sum leaves to its last cell, or the values that it leaves to all of its cells.
    fn sum_leaves(
        &self,
        group: usize,
        concluded: &[UnknownId],
        candidates: &[Mask],
        left: &dyn Fn(UnknownId) -> Mask,
    ) -> Option<Leaves> {
        let sum = self.board.totals.iter().find(|total| total.group == group)?;
        let others = sum.cells.iter().filter(|c| **c != concluded[0]);
        let known: Option<Vec<i64>> = others
            .map(|&c| candidates[c].is_power_of_two().then(|| self.knowledge.value_at(c, candidates[c]))?)
            .collect();
        if let (Some(known), [_]) = (known, concluded) {
            return Some(Leaves::Rest { total: sum.total, known: known.iter().sum() });
        }
        if let Some(lines) = self.lines_at_most(&sum.cells, sum.total, concluded, candidates, left) {
            return Some(Leaves::Most(lines));
        }
        let first = sum.cells[0];
        let union = sum.cells.iter().fold(0, |m, &c| m | left(c));
        let is_less = union != self.knowledge.full(first);
        let explains_all = sum.cells.iter().all(|&c| candidates[c] & union == left(c));
        (is_less && explains_all).then(|| {
            let values = self.values(first, union);
            // Two values that add up to the sum differ; more could repeat.
            let differ = values.len() <= 2 || self.board.kept_apart_by(group).is_some();
            let are_terms = differ && values.len() == sum.cells.len() && values.iter().sum::<i64>() == sum.total;
            Leaves::Only { cell: first, values, are_terms }
        })
    }

    /// The number of lines that are left, where the total needs each of them at its largest number, and this is the conclusion.
    fn lines_at_most(
        &self,
        cells: &[UnknownId],
        total: i64,
        concluded: &[UnknownId],
        candidates: &[Mask],
        left: &dyn Fn(UnknownId) -> Mask,
    ) -> Option<usize> {
        let largest = |u: UnknownId| highest(candidates[u]);
        let most: Vec<i64> = cells.iter().map(|&u| self.knowledge.value_at(u, largest(u))).collect::<Option<_>>()?;
        let is_needed = self.model().is_line(cells[0]) && most.iter().sum::<i64>() == total;
        (is_needed && concluded.iter().all(|&u| left(u) == largest(u)))
            .then(|| most.iter().filter(|&&number| number > 0).count())
    }

    /// The count of a statement, where the conclusions follow from it: it is reached, or all that is left is needed.
    fn count(&self, group: usize, deduction: &Deduction, candidates: &[Mask]) -> Option<Count> {
        let statement = &self.groups[group];
        if statement.origin.because.is_some() && statement.constraints.len() > 1 {
            return None;
        }
        statement.constraints.iter().find_map(|&e| {
            let (conditions, total) = counted_conditions(self.model(), e)?;
            let number = |state: State| conditions.iter().filter(|c| c.state(candidates) == state).count() as i64;
            let holds = deduction.conclusions.iter().map(|l| {
                let bit = self.knowledge.bit(l.unknown, l.value).unwrap_or(0);
                let left = if l.is { bit } else { candidates[l.unknown] & !bit };
                holds_in(&conditions, l.unknown, left)
            });
            let holds: Vec<bool> = holds.collect::<Option<_>>()?;
            let (there, open) = (number(State::There), number(State::Open));
            let all_hold = match holds[..] {
                _ if holds.iter().all(|&h| h) && there + open == total => true,
                _ if holds.iter().all(|&h| !h) && there == total => false,
                _ => return None,
            };
            let yes_no = conditions.iter().map(|c| c.unknown().zip(c.values()).map(|(u, values)| (u, values != 1)));
            Some(Count { total, about: statement.scope[0], conditions: yes_no.collect(), all_hold })
        })
    }

    /// The values left to cells, unless the conclusions already state them: one value, or few removed ones.
    fn bounds(
        &self,
        concluded: &[UnknownId],
        candidates: &[Mask],
        left: &dyn Fn(UnknownId) -> Mask,
    ) -> Vec<(Bound, Vec<UnknownId>)> {
        let mut bounds: Vec<(Bound, Vec<UnknownId>)> = Vec::new();
        for &cell in concluded {
            let Some(bound) = self.bound(cell, candidates[cell], left(cell)) else { continue };
            match bounds.iter_mut().find(|b| b.0 == bound) {
                Some(same) => same.1.push(cell),
                None => bounds.push((bound, vec![cell])),
            }
        }
        bounds
    }

    fn bound(&self, cell: UnknownId, before: Mask, left: Mask) -> Option<Bound> {
        let model = self.model();
        if model.unknown(cell).kind == Kind::Bool || left.is_power_of_two() {
            return None;
        }
        let gone = before & !left;
        let is_number = |v: i64| value_wording(model, cell, v) == v.to_string();
        let ordered = model.unknown(cell).kind == Kind::Int && self.values(cell, Mask::MAX).into_iter().all(is_number);
        let above = |mask: Mask, other: Mask| mask.trailing_zeros() > Mask::BITS - 1 - other.leading_zeros();
        if ordered && left != 0 && above(gone, left) {
            return Some(Bound::AtMost(self.value(cell, highest(left))));
        }
        if ordered && gone != 0 && above(left, gone) {
            return Some(Bound::AtLeast(self.value(cell, lowest(left))));
        }
        (gone.count_ones() >= left.count_ones()).then(|| Bound::Only(self.values(cell, left)))
    }
}
