//! Two counts that overlap: where one needs so many more than the other that all cells of its own are taken, none of the other's
//! own are. Known from Minesweeper and Mosaic; and where all open cells of one are the other's, and both need as many.

use super::super::knowledge::Knowledge;
use super::Board;
use super::condition::{Cond, State};
use super::count::Count;
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::Mask;
use rustc_hash::FxHashMap;
use sator_answer::Atom;
use sator_model::UnknownId;

pub(super) fn differences(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut counted_by: FxHashMap<UnknownId, Vec<usize>> = FxHashMap::default();
    // An argument about indescribable unknowns would name its statements alone.
    let is_describable = |count: &Count| count.of.iter().filter_map(Cond::unknown).all(|u| board.is_describable[u]);
    let open_of = |count: &Count| {
        let open = if is_describable(count) { count.in_state(&board.candidates, State::Open) } else { vec![] };
        (open, count.total as i64 - count.in_state(&board.candidates, State::There).len() as i64)
    };
    let open: Vec<(Vec<Cond>, i64)> = board.counts.iter().map(open_of).collect();
    for (n, (cells, _)) in open.iter().enumerate() {
        cells.iter().filter_map(Cond::unknown).for_each(|u| counted_by.entry(u).or_default().push(n));
    }
    let mut found = Vec::new();
    for (a, (cells, needed)) in open.iter().enumerate() {
        let mut beside: Vec<usize> =
            cells.iter().filter_map(Cond::unknown).flat_map(|u| counted_by[&u].iter().copied()).collect();
        beside.sort_unstable();
        beside.dedup();
        for b in beside.into_iter().filter(|&b| b != a) {
            let (others, other_needed) = &open[b];
            let of_its_own: Vec<Cond> = cells.iter().copied().filter(|c| !others.contains(c)).collect();
            let of_the_other: Vec<Cond> = others.iter().copied().filter(|c| !cells.contains(c)).collect();
            if needed - other_needed != of_its_own.len() as i64 || of_its_own.len() + of_the_other.len() == 0 {
                continue;
            }
            let there = of_its_own.iter().filter_map(|c| implied(board, knowledge, c, true));
            let gone = of_the_other.iter().filter_map(|c| implied(board, knowledge, c, false));
            let conclusions: Vec<Atom> = there.chain(gone).collect();
            let (more, less) = (&board.counts[a], &board.counts[b]);
            let all = more.of.iter().chain(&less.of).filter_map(Cond::unknown);
            if !conclusions.is_empty() {
                found.push(Finding {
                    argument: Argument::Difference { more: more.group, less: less.group },
                    conclusions,
                    groups: vec![more.group, less.group],
                    gone: all.map(|u| (u, knowledge.full(u) & !board.candidates_of(u))).collect(),
                });
            }
        }
    }
    found
}

/// The atom that makes the condition hold or fail, if one value does.
pub(super) fn implied(board: &Board, knowledge: &Knowledge, cond: &Cond, holds: bool) -> Option<Atom> {
    let &Cond::Where(unknown, yes) = cond else { return None };
    let left = board.candidates_of(unknown);
    let (kept, gone) = if holds { (left & yes, left & !yes) } else { (left & !yes, left & yes) };
    let atom = |mask: Mask, is: bool| Some(Atom { unknown, value: knowledge.value_at(unknown, mask)?, is });
    match (kept.is_power_of_two(), gone.is_power_of_two()) {
        (true, _) => atom(kept, true),
        (_, true) => atom(gone, false),
        _ => None,
    }
}
