//! Innies and outies: houses have known sums, and so have cages. The cages that lie inside some houses leave the innies;
//! the cages that cover them stick out by the outies.

use super::super::knowledge::Knowledge;
use super::{Board, House, HouseKind, Total};
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::{Mask, bits};
use sator_answer::Atom;
use sator_model::UnknownId;

/// Cells left over whose values are worked out, at most.
const LEFT: usize = 4;
/// Neighbouring rows or columns taken together, at most.
const LINES: usize = 3;

pub(super) fn innies_and_outies(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut found = Vec::new();
    if board.totals.is_empty() {
        return found;
    }
    for houses in areas(board) {
        let area: Vec<UnknownId> = houses.iter().flat_map(|h| h.cells.iter().copied()).collect();
        let sum: i64 = houses.iter().filter_map(|h| house_sum(knowledge, h)).sum();
        let groups: Vec<usize> = houses.iter().map(|h| h.group).collect();
        for outside in [false, true] {
            let fits = |t: &&Total| match outside {
                false => t.cells.iter().all(|c| area.contains(c)),
                true => t.cells.iter().any(|c| area.contains(c)),
            };
            let cages = disjoint(board.totals.iter().filter(fits));
            let covered: Vec<UnknownId> = cages.iter().flat_map(|t| t.cells.iter().copied()).collect();
            let rest = area.iter().filter(|c| !covered.contains(c)).copied();
            let total: i64 = cages.iter().map(|t| t.total).sum();
            // `known` cells are on the side of the houses.
            let (cells, known, total): (Vec<_>, Vec<_>, i64) = if outside {
                let known: Vec<_> = rest.collect();
                let out = covered.iter().filter(|c| !area.contains(c)).copied().collect();
                (out, known, total - sum)
            } else {
                let (known, open) = rest.partition(|c| board.candidates_of(*c).is_power_of_two());
                (open, known, sum - total)
            };
            if cages.is_empty() || cells.is_empty() || cells.len() > LEFT {
                continue;
            }
            let values: Option<Vec<i64>> = known.iter().map(|&c| single(board, knowledge, c)).collect();
            let Some(values) = values else { continue };
            let known_sum: i64 = values.iter().sum();
            let total = if outside { total + known_sum } else { total - known_sum };
            let cages: Vec<usize> = cages.iter().map(|t| t.group).collect();
            let all: Vec<usize> = groups.iter().chain(&cages).copied().collect();
            let candidates: Vec<Mask> = cells.iter().map(|&c| board.candidates_of(c)).collect();
            let possible = possible(board, knowledge, &cells, &candidates, &all, total);
            let mut conclusions = Vec::new();
            for (i, &cell) in cells.iter().enumerate() {
                let gone = candidates[i] & !possible[i];
                if possible[i].is_power_of_two() && knowledge.known[cell].is_none() {
                    let value = knowledge.value_at(cell, possible[i]);
                    conclusions.extend(value.map(|value| Atom { unknown: cell, value, is: true }));
                } else {
                    let values = knowledge.values_in(cell, gone).into_iter();
                    conclusions.extend(values.map(|value| Atom { unknown: cell, value, is: false }));
                }
            }
            if conclusions.is_empty() || possible.contains(&0) {
                continue;
            }
            let gone = known.iter().chain(&cells).map(|&c| (c, knowledge.full(c) & !board.candidates_of(c))).collect();
            let argument = Argument::Totals { houses: groups.clone(), cages, cells, total, outside };
            found.push(Finding { argument, conclusions, groups: all, gone });
        }
    }
    found
}

/// Houses by themselves, and two or three neighbouring rows or columns.
fn areas(board: &Board) -> Vec<Vec<&House>> {
    let full: Vec<&House> = board.houses.iter().filter(|h| h.full).collect();
    let mut found: Vec<Vec<&House>> = full.iter().map(|&h| vec![h]).collect();
    for kind in [HouseKind::Row, HouseKind::Column] {
        let mut lines: Vec<&House> = full.iter().copied().filter(|h| h.kind == kind).collect();
        lines.sort_by_key(|h| board.line(h));
        for k in 2..=LINES {
            let near = |w: &&[&House]| {
                let at = |h: &House| board.line(h).unwrap_or_default();
                w.windows(2).all(|p| at(p[0]).0 == at(p[1]).0 && at(p[0]).1 + 1 == at(p[1]).1)
            };
            found.extend(lines.windows(k).filter(near).map(<[_]>::to_vec));
        }
    }
    found
}

fn house_sum(knowledge: &Knowledge, house: &House) -> Option<i64> {
    knowledge.values[house.cells[0]].as_ref().map(|values| values.iter().sum())
}

/// Totals that share no cell, the first ones first.
fn disjoint<'a>(totals: impl Iterator<Item = &'a Total>) -> Vec<&'a Total> {
    let mut chosen: Vec<&Total> = Vec::new();
    for total in totals {
        if !chosen.iter().any(|t| t.group == total.group || t.cells.iter().any(|c| total.cells.contains(c))) {
            chosen.push(total);
        }
    }
    chosen
}

fn single(board: &Board, knowledge: &Knowledge, cell: UnknownId) -> Option<i64> {
    board.candidates_of(cell).is_power_of_two().then(|| knowledge.value_at(cell, board.candidates_of(cell))).flatten()
}

/// The possible values of cells with this sum; cells that one of the groups makes different differ.
fn possible(
    board: &Board,
    knowledge: &Knowledge,
    cells: &[UnknownId],
    candidates: &[Mask],
    groups: &[usize],
    total: i64,
) -> Vec<Mask> {
    let differ =
        |a: UnknownId, b: UnknownId| board.peers[a].iter().any(|&(peer, group)| peer == b && groups.contains(&group));
    let mut found = vec![0; cells.len()];
    let mut chosen: Vec<Mask> = Vec::new();
    fn go(
        at: usize,
        left: i64,
        candidates: &[Mask],
        chosen: &mut Vec<Mask>,
        found: &mut [Mask],
        value: &dyn Fn(usize, Mask) -> i64,
        clash: &dyn Fn(usize, usize) -> bool,
    ) {
        if at == candidates.len() {
            if left == 0 {
                found.iter_mut().zip(chosen.iter()).for_each(|(f, c)| *f |= c);
            }
            return;
        }
        for bit in bits(candidates[at]) {
            if (0..at).any(|i| chosen[i] == bit && clash(i, at)) {
                continue;
            }
            chosen.push(bit);
            go(at + 1, left - value(at, bit), candidates, chosen, found, value, clash);
            chosen.pop();
        }
    }
    let value = |i: usize, bit: Mask| knowledge.value_at(cells[i], bit).unwrap_or(0);
    let clash = |i: usize, j: usize| differ(cells[i], cells[j]);
    go(0, total, candidates, &mut chosen, &mut found, &value, &clash);
    found
}
