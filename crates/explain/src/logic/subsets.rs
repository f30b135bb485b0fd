//! Arguments within a house, or between two: pointing and claiming, naked and hidden pairs, triples and quads.

use super::super::knowledge::Knowledge;
use super::{Board, House, combinations};
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::logic::technique::technique;
use crate::mask::{Mask, bits};
use sator_answer::Atom;
use sator_model::UnknownId;

/// A value whose places in one house all lie in another goes from the rest of that one.
pub(super) fn locked(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut found = Vec::new();
    for from in board.houses.iter().filter(|h| h.full) {
        for bit in bits(knowledge.full(from.cells[0])) {
            let places: Vec<UnknownId> =
                from.cells.iter().copied().filter(|&c| board.candidates_of(c) & bit != 0).collect();
            if places.len() < 2 {
                continue;
            }
            for into in board.houses.iter().filter(|h| h.group != from.group) {
                if !places.iter().all(|c| into.cells.contains(c)) {
                    continue;
                }
                let outside = into.cells.iter().copied().filter(|c| !from.cells.contains(c));
                let conclusions = removals(board, knowledge, outside, bit);
                if conclusions.is_empty() {
                    continue;
                }
                let gone = from.cells.iter().filter(|c| !into.cells.contains(c)).map(|&c| (c, bit)).collect();
                found.push(Finding {
                    argument: Argument::Locked { from: from.group, into: into.group, value: bit },
                    conclusions,
                    groups: vec![from.group, into.group],
                    gone,
                });
            }
        }
    }
    // Pointing before claiming.
    found.sort_by_key(|f| technique(board, &f.argument));
    let first = found.first().map(|f| technique(board, &f.argument));
    found.retain(|f| Some(technique(board, &f.argument)) == first);
    found
}

/// Cells of a house that have, all together, as many values as they are.
pub(super) fn naked(board: &Board, knowledge: &Knowledge, k: usize) -> Vec<Finding> {
    let mut found = Vec::new();
    for house in &board.houses {
        let open = open_cells(board, knowledge, house);
        let few: Vec<usize> =
            (0..open.len()).filter(|&i| (2..=k as u32).contains(&board.candidates_of(open[i]).count_ones())).collect();
        combinations(&few, k, &mut vec![], &mut |chosen| {
            let values = chosen.iter().fold(0, |m, &i| m | board.candidates_of(open[i]));
            if values.count_ones() as usize != k {
                return;
            }
            let cells: Vec<UnknownId> = chosen.iter().map(|&i| open[i]).collect();
            let others = open.iter().copied().filter(|c| !cells.contains(c));
            let conclusions = removals(board, knowledge, others, values);
            if !conclusions.is_empty() {
                let gone = cells.iter().map(|&c| (c, knowledge.full(c) & !values)).collect();
                let argument = Argument::Naked { house: house.group, cells, values };
                found.push(Finding { argument, conclusions, groups: vec![house.group], gone });
            }
        });
    }
    found
}

/// Values of a full house that have, all together, as many cells as they are.
pub(super) fn hidden(board: &Board, knowledge: &Knowledge, k: usize) -> Vec<Finding> {
    let mut found = Vec::new();
    for house in board.houses.iter().filter(|h| h.full) {
        let open = open_cells(board, knowledge, house);
        let values: Vec<Mask> = bits(knowledge.full(house.cells[0])).collect();
        let places: Vec<Mask> = values
            .iter()
            .map(|v| (0..open.len()).filter(|&i| board.candidates_of(open[i]) & v != 0).fold(0, |m, i| m | 1 << i))
            .collect();
        let few: Vec<usize> = (0..values.len()).filter(|&i| (2..=k as u32).contains(&places[i].count_ones())).collect();
        combinations(&few, k, &mut vec![], &mut |chosen| {
            let at = chosen.iter().fold(0, |m, &i| m | places[i]);
            if at.count_ones() as usize != k {
                return;
            }
            let held = chosen.iter().fold(0, |m, &i| m | values[i]);
            let cells: Vec<UnknownId> = bits(at).map(|b| open[b.trailing_zeros() as usize]).collect();
            let conclusions: Vec<Atom> = cells.iter().flat_map(|&c| removals(board, knowledge, [c], !held)).collect();
            if !conclusions.is_empty() {
                let gone = house.cells.iter().filter(|c| !cells.contains(c)).map(|&c| (c, held)).collect();
                let argument = Argument::Hidden { house: house.group, cells, values: held };
                found.push(Finding { argument, conclusions, groups: vec![house.group], gone });
            }
        });
    }
    found
}

fn open_cells(board: &Board, knowledge: &Knowledge, house: &House) -> Vec<UnknownId> {
    let open = |c: &UnknownId| knowledge.known[*c].is_none() && !board.candidates_of(*c).is_power_of_two();
    house.cells.iter().copied().filter(open).collect()
}

/// The candidates that go if these values leave the cells.
pub(super) fn removals(
    board: &Board,
    knowledge: &Knowledge,
    cells: impl IntoIterator<Item = UnknownId>,
    values: Mask,
) -> Vec<Atom> {
    let mut found = Vec::new();
    for cell in cells {
        let gone = knowledge.values_in(cell, board.candidates_of(cell) & values);
        found.extend(gone.into_iter().map(|value| Atom { unknown: cell, value, is: false }));
    }
    found
}
