//! Fish: a value that in k rows is only in the same k columns goes from the rest of these columns, or the other way round.
//! Two lines make an X-wing, three a swordfish, four a jellyfish.

use super::super::knowledge::Knowledge;
use super::subsets::removals;
use super::{Board, House, HouseKind, combinations};
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::bits;
use sator_model::UnknownId;

pub(super) fn fish(board: &Board, knowledge: &Knowledge, k: usize) -> Vec<Finding> {
    let mut found = Vec::new();
    let lines = |kind: HouseKind| -> Vec<&House> { board.houses.iter().filter(|h| h.kind == kind).collect() };
    let (rows, columns) = (lines(HouseKind::Row), lines(HouseKind::Column));
    for (bases, covers) in [(&rows, &columns), (&columns, &rows)] {
        let bases: Vec<&House> = bases.iter().copied().filter(|h| h.full).collect();
        let Some(first) = bases.first() else { continue };
        for bit in bits(knowledge.full(first.cells[0])) {
            let places =
                |h: &House| h.cells.iter().copied().filter(|&c| board.candidates_of(c) & bit != 0).collect::<Vec<_>>();
            let at: Vec<Vec<UnknownId>> = bases.iter().map(|h| places(h)).collect();
            let few: Vec<usize> = (0..bases.len()).filter(|&i| (2..=k).contains(&at[i].len())).collect();
            combinations(&few, k, &mut vec![], &mut |chosen| {
                let cells: Vec<UnknownId> = chosen.iter().flat_map(|&i| at[i].iter().copied()).collect();
                let cover: Vec<&House> =
                    covers.iter().copied().filter(|h| h.cells.iter().any(|c| cells.contains(c))).collect();
                if cover.len() != k || !cells.iter().all(|c| cover.iter().any(|h| h.cells.contains(c))) {
                    return;
                }
                let based = |c: &UnknownId| chosen.iter().any(|&i| bases[i].cells.contains(c));
                let covered = |c: &UnknownId| cover.iter().any(|h| h.cells.contains(c));
                let outside = cover.iter().flat_map(|h| h.cells.iter().copied()).filter(|c| !based(c));
                let conclusions = removals(board, knowledge, outside, bit);
                if conclusions.is_empty() {
                    return;
                }
                let inside = chosen.iter().flat_map(|&i| bases[i].cells.iter().copied());
                let gone = inside.filter(|c| !covered(c)).map(|c| (c, bit)).collect();
                let base: Vec<usize> = chosen.iter().map(|&i| bases[i].group).collect();
                let cover: Vec<usize> = cover.iter().map(|h| h.group).collect();
                let groups = base.iter().chain(&cover).copied().collect();
                found.push(Finding { argument: Argument::Fish { base, cover, value: bit }, conclusions, groups, gone });
            });
        }
    }
    found
}
