//! XY-wings and XYZ-wings (Sudopedia).

use super::super::knowledge::Knowledge;
use super::Board;
use super::chains::{Link, finding};
use super::subsets::removals;
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use sator_model::UnknownId;

/// XYZ-wings: a cell with the values x, y and z sees a cell with x and z, and one with y and z. One of the three has z, so z goes from
/// the cells that see all of them.
pub(super) fn xyz_wings(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    pairs_of_wings(board, knowledge, 3).filter_map(|(pivot, wings)| xyz_wing(board, knowledge, pivot, wings)).collect()
}

/// XY-wings: a cell with the values x and y sees a cell with x and z, and one with y and z. One of these two has z, so z goes from the
/// cells that see both. Each is a chain from such a cell through the three.
pub(super) fn xy_wings(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    pairs_of_wings(board, knowledge, 2).flat_map(|(pivot, wings)| xy_wing(board, knowledge, pivot, wings)).collect()
}

/// Each open cell with `count` values, and two cells that it sees with two values each.
fn pairs_of_wings(
    board: &Board,
    knowledge: &Knowledge,
    count: u32,
) -> impl Iterator<Item = (UnknownId, [UnknownId; 2])> {
    let with_values = move |c: UnknownId, count: u32| {
        knowledge.known[c].is_none() && knowledge.values[c].is_some() && board.candidates_of(c).count_ones() == count
    };
    let pivots = (0..board.candidates.len()).map(UnknownId::at).filter(move |&c| with_values(c, count));
    pivots.flat_map(move |pivot| {
        let wings: Vec<UnknownId> = seen_from(board, pivot).into_iter().filter(|&c| with_values(c, 2)).collect();
        let pairs = wings.iter().enumerate().flat_map(|(n, &a)| wings[n + 1..].iter().map(move |&b| [a, b]));
        pairs.map(|pair| (pivot, pair)).collect::<Vec<_>>()
    })
}

/// The cells that must differ from this one.
fn seen_from(board: &Board, cell: UnknownId) -> Vec<UnknownId> {
    let mut seen: Vec<UnknownId> = board.peers[cell].iter().map(|peer| peer.0).collect();
    seen.sort_unstable();
    seen.dedup();
    seen
}

/// The group by which two cells must differ.
fn seen_by(board: &Board, a: UnknownId, b: UnknownId) -> Option<usize> {
    board.peers[a].iter().find(|peer| peer.0 == b).map(|peer| peer.1)
}

fn xy_wing(board: &Board, knowledge: &Knowledge, pivot: UnknownId, [a, b]: [UnknownId; 2]) -> Vec<Finding> {
    let [x_y, x_z, y_z] = [pivot, a, b].map(|c| board.candidates_of(c));
    let (x, y, z) = (x_y & x_z, x_y & y_z, x_z & y_z);
    if !(x.is_power_of_two() && y.is_power_of_two() && z.is_power_of_two()) || x_y & z != 0 {
        return vec![];
    }
    let target = |c: UnknownId| {
        let by = seen_by(board, a, c).filter(|_| seen_by(board, b, c).is_some())?;
        (!removals(board, knowledge, [c], z).is_empty()).then_some((c, by))
    };
    let targets = seen_from(board, a).into_iter().filter_map(target);
    let chain = |(c, by): (UnknownId, usize)| {
        let link = |cell, value, yes, by| Link { from: 0, candidate: (cell, value), yes, by };
        let chain = [
            link(c, z, true, None),
            link(a, z, false, Some(by)),
            link(a, x, true, None),
            link(pivot, x, false, seen_by(board, a, pivot)),
            link(pivot, y, true, None),
            link(b, y, false, seen_by(board, pivot, b)),
            link(b, z, true, None),
        ];
        finding(board, knowledge, &chain)
    };
    targets.map(chain).collect()
}

fn xyz_wing(board: &Board, knowledge: &Knowledge, pivot: UnknownId, wings: [UnknownId; 2]) -> Option<Finding> {
    let all = board.candidates_of(pivot);
    let [a, b] = wings.map(|c| board.candidates_of(c));
    let value = a & b;
    if a | b != all || !value.is_power_of_two() {
        return None;
    }
    let mut groups: Vec<usize> = wings.iter().filter_map(|&wing| seen_by(board, pivot, wing)).collect();
    let mut conclusions = Vec::new();
    for cell in seen_from(board, pivot).into_iter().filter(|&c| c != wings[0] && c != wings[1]) {
        let by = [pivot, wings[0], wings[1]].map(|from| seen_by(board, from, cell));
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
