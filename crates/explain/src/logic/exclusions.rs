//! A count among cells of which some can't both hold: pairs of neighbours of which one at most is shaded, one star in a block. If the
//! count needs one of each pair and all other cells that are left, the others hold.
//!
//! The pairs are a maximum matching (augmenting paths; Berge, *Two theorems in graph theory*, 1957). Where the exclusions are a
//! bipartite graph, as between neighbours on a board, the cells outside of some such matching are just those that every choice of the
//! needed number has (Kőnig 1931). Elsewhere some of them can be missed.

use super::super::knowledge::Knowledge;
use super::Board;
use super::condition::{Cond, State};
use super::count::Count;
use super::counts::implied;
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use rustc_hash::FxHashMap;
use sator_answer::Atom;
use sator_model::UnknownId;

pub(super) fn one_of_each_pair(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    board.counts.iter().filter_map(|count| in_pairs(board, knowledge, count)).collect()
}

fn in_pairs(board: &Board, knowledge: &Knowledge, count: &Count) -> Option<Finding> {
    let there = count.in_state(&board.candidates, State::There).len();
    let open = count.in_state(&board.candidates, State::Open);
    let needed = count.total.checked_sub(there)?;
    let spare = open.len().checked_sub(needed)?;
    // Without a cell to spare the count itself has all; pairs leave out half of the cells at most.
    if spare == 0 || 2 * spare >= open.len() {
        return None;
    }
    let is_yes =
        |cond: &Cond| cond.unknown().is_some_and(|u| board.is_describable[u] && cond.values() == knowledge.bit(u, 1));
    if !open.iter().all(is_yes) {
        return None;
    }
    let cells: Vec<UnknownId> = open.iter().filter_map(Cond::unknown).collect();
    let pairs = matching(&cells, &board.apart);
    if pairs.len() != spare {
        return None;
    }
    let is_single = |u: Option<UnknownId>| u.is_some_and(|u| !pairs.iter().any(|(pair, _)| pair.contains(&u)));
    let single = open.iter().filter(|cond| is_single(cond.unknown()));
    let conclusions: Vec<Atom> = single.filter_map(|cond| implied(board, knowledge, cond, true)).collect();
    let all = count.of.iter().filter_map(Cond::unknown);
    let gone = all.map(|u| (u, knowledge.full(u) & !board.candidates_of(u))).collect();
    let mut groups = vec![count.group];
    groups.extend(pairs.iter().map(|(_, group)| *group));
    // One statement can exclude several pairs.
    groups.sort_unstable();
    groups.dedup();
    let pairs = pairs.into_iter().map(|(pair, _)| pair).collect();
    Some(Finding { argument: Argument::OneOfEachPair { count: count.group, pairs }, conclusions, groups, gone })
}

/// Disjoint pairs of cells that exclude each other, as many as augmenting paths find, each with the group that excludes it.
fn matching(cells: &[UnknownId], apart: &[Vec<(UnknownId, usize)>]) -> Vec<([UnknownId; 2], usize)> {
    let at: FxHashMap<UnknownId, usize> = cells.iter().enumerate().map(|(at, &u)| (u, at)).collect();
    let beside = |a: usize| apart[cells[a]].iter().filter_map(|(u, group)| Some((*at.get(u)?, *group)));
    let mut partner: Vec<Option<usize>> = vec![None; cells.len()];
    for start in 0..cells.len() {
        if partner[start].is_some() {
            continue;
        }
        // Breadth first along paths that leave pairs and enter them by turns. By cell at an odd place: the one before it.
        let mut before: Vec<Option<usize>> = vec![None; cells.len()];
        let mut ways = vec![start];
        let mut next = 0;
        while let Some(&a) = ways.get(next) {
            next += 1;
            for (b, _) in beside(a) {
                if b == start || before[b].is_some() || ways.contains(&b) {
                    continue;
                }
                before[b] = Some(a);
                match partner[b] {
                    Some(c) => ways.push(c),
                    None => {
                        // Each pair on the path gives way to the one before it.
                        let mut end = Some(b);
                        while let Some(b) = end {
                            let Some(a) = before[b] else { break };
                            end = partner[a];
                            (partner[a], partner[b]) = (Some(b), Some(a));
                        }
                        ways.clear();
                        break;
                    }
                }
            }
        }
    }
    let pair = |(a, b): (usize, usize)| {
        let (_, group) = beside(a).find(|(other, _)| *other == b)?;
        Some(([cells[a], cells[b]], group))
    };
    let pairs = partner.iter().enumerate().filter_map(|(a, b)| b.filter(|&b| a < b).map(|b| (a, b)));
    pairs.filter_map(pair).collect()
}
