//! XYZ-wings: a cell with the values x, y and z sees a cell with x and z, and one with y and z. One of the three has z, so z goes from
//! the cells that see all of them.

use super::super::knowledge::Knowledge;
use super::Board;
use super::subsets::removals;
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use sator_model::UnknownId;

pub(super) fn xyz_wings(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut found = Vec::new();
    let is_open = |c: UnknownId| knowledge.known[c].is_none() && knowledge.values[c].is_some();
    for pivot in (0..board.candidates.len()).map(UnknownId::at).filter(|&c| is_open(c)) {
        let all = board.candidates_of(pivot);
        if all.count_ones() != 3 {
            continue;
        }
        let is_wing = |c: UnknownId| {
            let values = board.candidates_of(c);
            is_open(c) && values.count_ones() == 2 && values & !all == 0
        };
        let mut wings: Vec<UnknownId> = board.peers[pivot].iter().map(|peer| peer.0).filter(|&c| is_wing(c)).collect();
        wings.sort_unstable();
        wings.dedup();
        for (n, &a) in wings.iter().enumerate() {
            for &b in &wings[n + 1..] {
                found.extend(wing(board, knowledge, pivot, [a, b]));
            }
        }
    }
    found
}

fn wing(board: &Board, knowledge: &Knowledge, pivot: UnknownId, wings: [UnknownId; 2]) -> Option<Finding> {
    let all = board.candidates_of(pivot);
    let [a, b] = wings.map(|c| board.candidates_of(c));
    let value = a & b;
    if a | b != all || !value.is_power_of_two() {
        return None;
    }
    let seen_by = |from: UnknownId, c: UnknownId| board.peers[from].iter().find(|peer| peer.0 == c).map(|peer| peer.1);
    let mut groups: Vec<usize> = wings.iter().filter_map(|&wing| seen_by(pivot, wing)).collect();
    let mut conclusions = Vec::new();
    let mut others: Vec<UnknownId> = board.peers[pivot].iter().map(|peer| peer.0).collect();
    others.sort_unstable();
    others.dedup();
    for cell in others.into_iter().filter(|&c| c != wings[0] && c != wings[1]) {
        let by = [pivot, wings[0], wings[1]].map(|from| seen_by(from, cell));
        let removed = removals(board, knowledge, [cell], value);
        if let ([Some(_), Some(_), Some(_)], false) = (by, removed.is_empty()) {
            conclusions.extend(removed);
            groups.extend(by.into_iter().flatten());
        }
    }
    if conclusions.is_empty() {
        return None;
    }
    groups.sort_unstable();
    groups.dedup();
    let gone = [pivot, wings[0], wings[1]].map(|c| (c, knowledge.full(c) & !board.candidates_of(c))).to_vec();
    Some(Finding { argument: Argument::XyzWing { pivot, wings, value }, conclusions, groups, gone })
}
