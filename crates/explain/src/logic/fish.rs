//! Fish: a value that in k rows is only in the same k columns goes from the rest of these columns, or the other way round.
//! Two lines make an X-wing, three a swordfish, four a jellyfish.
//!
//! The value can have other places, the fin, if they all lie in one box. Either the fin holds the value or the lines are a fish, so
//! the value goes from the cells of the columns that lie in this box. An empty rectangle is a fish of a box and a line.

use super::super::knowledge::Knowledge;
use super::subsets::removals;
use super::{Board, House, HouseKind, combinations};
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::{Mask, bits};
use sator_model::UnknownId;

/// Places of a value in a row or column beyond those of a fish: as many as a row shares with a box.
const FIN: usize = 3;

pub(super) fn fish(board: &Board, knowledge: &Knowledge, k: usize) -> Vec<Finding> {
    let mut found = Vec::new();
    for (bases, covers) in both_ways(board) {
        let bases: Vec<&House> = bases.into_iter().filter(|h| h.full).collect();
        let Some(first) = bases.first() else { continue };
        for bit in bits(knowledge.full(first.cells[0])) {
            let at: Vec<Vec<UnknownId>> = bases.iter().map(|h| places(board, h, bit)).collect();
            let few: Vec<usize> = (0..bases.len()).filter(|&i| (2..=k).contains(&at[i].len())).collect();
            combinations(&few, k, &mut vec![], &mut |chosen| {
                let cells: Vec<UnknownId> = chosen.iter().flat_map(|&i| at[i].iter().copied()).collect();
                let cover: Vec<&House> = covers.iter().copied().filter(|h| meets(h, &cells)).collect();
                if cover.len() == k {
                    let base: Vec<&House> = chosen.iter().map(|&i| bases[i]).collect();
                    found.extend(caught(board, knowledge, (&base, &cover), None, bit));
                }
            });
        }
    }
    found
}

/// Fish with a fin. Lines with two places each are left to chains, for example to a skyscraper.
pub(super) fn finned(board: &Board, knowledge: &Knowledge, k: usize) -> Vec<Finding> {
    let mut found = Vec::new();
    let boxes: Vec<&House> = board.houses.iter().filter(|h| h.kind == HouseKind::Region).collect();
    for (bases, covers) in both_ways(board) {
        let bases: Vec<&House> = bases.into_iter().filter(|h| h.full).collect();
        let Some(first) = bases.first().filter(|_| covers.len() <= Mask::BITS as usize) else { continue };
        // By cell: the lines across, as bits.
        let mut crossing: Vec<Mask> = vec![0; board.candidates.len()];
        covers.iter().enumerate().for_each(|(at, h)| h.cells.iter().for_each(|&c| crossing[c] |= 1 << at));
        for bit in bits(knowledge.full(first.cells[0])) {
            let at: Vec<Vec<UnknownId>> = bases.iter().map(|h| places(board, h, bit)).collect();
            let is_short = |(_, cells): &(usize, &Vec<UnknownId>)| (2..=k + FIN).contains(&cells.len());
            for fin in &boxes {
                let through = |cells: &[UnknownId], inside: bool| {
                    let cells = cells.iter().filter(|c| fin.cells.contains(c) == inside);
                    cells.fold(0, |mask, &c| mask | crossing[c])
                };
                let part = |(base, cells): (usize, &Vec<UnknownId>)| Part {
                    base,
                    cells: cells.len(),
                    inside: through(cells, true),
                    outside: through(cells, false),
                };
                let parts: Vec<Part> = at.iter().enumerate().filter(is_short).map(part).collect();
                each_base(parts, k, &mut |chosen, crossed| {
                    let base: Vec<&House> = chosen.iter().map(|part| bases[part.base]).collect();
                    let cover: Vec<&House> = crossed.iter().map(|&line| covers[line]).collect();
                    found.extend(caught(board, knowledge, (&base, &cover), Some(fin), bit));
                });
            }
        }
    }
    found
}

/// A line with the places of a value, and as bits the crossing lines of those inside and outside a box.
struct Part {
    /// The number of the line.
    base: usize,
    cells: usize,
    inside: Mask,
    outside: Mask,
}

/// Calls `each` with every choice of `k` lines, some of which meet the box, and every choice of `k` crossing lines with all of their
/// places outside the box. Lines with two places each are left out.
fn each_base(mut parts: Vec<Part>, k: usize, each: &mut dyn FnMut(&[&Part], &[usize])) {
    parts.retain(|part| part.outside.count_ones() as usize <= k);
    // The first of the lines meets the box.
    parts.sort_by_key(|part| part.inside == 0);
    let meeting = parts.partition_point(|part| part.inside != 0);
    each_choice(&parts, (0, meeting), k, &mut vec![], &mut |chosen| {
        if chosen.iter().map(|part| part.cells).sum::<usize>() == 2 * k {
            return;
        }
        let lines = |mask: Mask| bits(mask).map(|line| line.trailing_zeros() as usize).collect::<Vec<_>>();
        let outside = crossed(chosen);
        let inside = chosen.iter().fold(0, |mask, part| mask | part.inside) & !outside;
        combinations(&lines(inside), k, &mut lines(outside), &mut |all| each(chosen, all));
    });
}

/// The lines across that some lines meet outside the box.
fn crossed(chosen: &[&Part]) -> Mask {
    chosen.iter().fold(0, |mask, part| mask | part.outside)
}

/// Calls `each` with every choice of `k` lines, the first of which is one of the first `meeting`, that cross at most `k` lines outside
/// the box.
fn each_choice<'a>(
    parts: &'a [Part],
    (from, meeting): (usize, usize),
    k: usize,
    chosen: &mut Vec<&'a Part>,
    each: &mut dyn FnMut(&[&Part]),
) {
    if chosen.len() == k {
        return each(chosen);
    }
    let end = if chosen.is_empty() { meeting } else { parts.len() };
    for at in from..end {
        chosen.push(&parts[at]);
        if crossed(chosen).count_ones() as usize <= k {
            each_choice(parts, (at + 1, meeting), k, chosen, each);
        }
        chosen.pop();
    }
}

/// Boxes in which a value lies in one row and one column only, each with a column that has two places for it, one of them in this
/// row; or the other way round. Boxes with two places are left to chains.
pub(super) fn empty_rectangles(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut found = Vec::new();
    let boxes: Vec<&House> = board.houses.iter().filter(|h| h.full && h.kind == HouseKind::Region).collect();
    for (rows, columns) in both_ways(board) {
        for &area in &boxes {
            for bit in bits(knowledge.full(area.cells[0])) {
                let held = places(board, area, bit);
                let crosses = |row: &House, column: &House| {
                    let is_covered = |c: &UnknownId| row.cells.contains(c) || column.cells.contains(c);
                    meets(row, &held) && meets(column, &held) && held.iter().all(is_covered)
                };
                for &row in rows.iter().filter(|_| held.len() > 2) {
                    for &column in columns.iter().filter(|column| crosses(row, column)) {
                        for &other in columns.iter().filter(|h| h.full && !meets(h, &area.cells)) {
                            let [a, b] = places(board, other, bit)[..] else { continue };
                            let end = if row.cells.contains(&a) { b } else { a };
                            let Some(&fin) = rows.iter().find(|h| h.cells.contains(&end)) else { continue };
                            let lines = (&[area, other][..], &[row, column][..]);
                            found.extend(caught(board, knowledge, lines, Some(fin), bit));
                        }
                    }
                }
            }
        }
    }
    found
}

/// Rows with columns, and columns with rows.
fn both_ways(board: &Board) -> [(Vec<&House>, Vec<&House>); 2] {
    let lines = |kind: HouseKind| board.houses.iter().filter(|h| h.kind == kind).collect::<Vec<_>>();
    let (rows, columns) = (lines(HouseKind::Row), lines(HouseKind::Column));
    [(rows.clone(), columns.clone()), (columns, rows)]
}

fn meets(house: &House, cells: &[UnknownId]) -> bool {
    house.cells.iter().any(|c| cells.contains(c))
}

/// The cells of a house that can have a value.
fn places(board: &Board, house: &House, bit: Mask) -> Vec<UnknownId> {
    house.cells.iter().copied().filter(|&c| board.candidates_of(c) & bit != 0).collect()
}

/// The removals by a fish of these base and cover houses, whose other places lie in the house `fin`.
fn caught(
    board: &Board,
    knowledge: &Knowledge,
    (base, cover): (&[&House], &[&House]),
    fin: Option<&House>,
    value: Mask,
) -> Option<Finding> {
    let within = |houses: &[&House], c: UnknownId| houses.iter().any(|h| h.cells.contains(&c));
    let in_fin = |c: UnknownId| fin.is_some_and(|h| h.cells.contains(&c));
    let inside = base.iter().flat_map(|h| h.cells.iter().copied());
    let uncovered: Vec<UnknownId> = inside.filter(|&c| !within(cover, c)).collect();
    let fins: Vec<UnknownId> = uncovered.iter().copied().filter(|&c| board.candidates_of(c) & value != 0).collect();
    if fins.is_empty() == fin.is_some() || !fins.iter().all(|&c| in_fin(c)) {
        return None;
    }
    let outside = cover.iter().flat_map(|h| h.cells.iter().copied()).filter(|&c| !within(base, c));
    let mut conclusions = removals(board, knowledge, outside.filter(|&c| fin.is_none() || in_fin(c)), value);
    conclusions.sort_unstable();
    conclusions.dedup();
    if conclusions.is_empty() {
        return None;
    }
    let gone = uncovered.into_iter().filter(|&c| !in_fin(c)).map(|c| (c, value)).collect();
    let numbers = |houses: &[&House]| -> Vec<usize> { houses.iter().map(|h| h.group).collect() };
    let (base, cover, fin) = (numbers(base), numbers(cover), fin.map(|h| h.group));
    let groups = base.iter().chain(&cover).copied().chain(fin).collect();
    Some(Finding { argument: Argument::Fish { base, cover, fin, value }, conclusions, groups, gone })
}
