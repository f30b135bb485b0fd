//! Whether an argument holds on some candidates, looked at afresh: nothing here is shared with the finders, and each argument is
//! judged by what it says alone.

use super::super::knowledge::Knowledge;
use super::graphs::{Cond, State};
use super::violation_check::{is_island_violation, is_piece_violation, is_there};
use super::{Board, Branch, By, End, Search, Turn};
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::Mask;
use sator_answer::Atom;
use sator_model::UnknownId;

/// Whether the conclusions follow from these candidates by the argument and its units alone.
pub(crate) fn holds(board: &Board, knowledge: &Knowledge, marks: &[Mask], finding: &Finding, local: Search) -> bool {
    let Finding { argument, conclusions, units, .. } = finding;
    let has = |u: UnknownId, mask: Mask| marks[u] & mask;
    let cells_of = |unit: usize| board.house(unit).map_or(&[][..], |h| &h.cells[..]);
    let full = |unit: usize| board.house(unit).is_some_and(|h| h.full);
    let bit = |l: &Atom| knowledge.bit(l.unknown, l.value).unwrap_or(0);
    let removed = |f: &dyn Fn(UnknownId, Mask) -> bool| conclusions.iter().all(|l| !l.is && f(l.unknown, bit(l)));
    match argument {
        Argument::OnlyPlace { house, cell, value } => {
            let elsewhere = cells_of(*house).iter().any(|&c| c != *cell && has(c, *value) != 0);
            let here = cells_of(*house).contains(cell);
            full(*house)
                && here
                && !elsewhere
                && conclusions.iter().all(|l| l.is && l.unknown == *cell && bit(l) == *value)
        }
        Argument::OnlyValue { cell } => {
            conclusions.iter().all(|l| l.is && l.unknown == *cell && marks[*cell] & !bit(l) == 0)
        }
        Argument::Locked { from, into, value } => {
            let inside = cells_of(*from).iter().all(|c| has(*c, *value) == 0 || cells_of(*into).contains(c));
            let target = |u, b| b == *value && cells_of(*into).contains(&u) && !cells_of(*from).contains(&u);
            full(*from) && inside && removed(&target)
        }
        Argument::Naked { house, cells, values } => {
            let filled = cells.iter().all(|c| cells_of(*house).contains(c) && marks[*c] & !values == 0);
            let target = |u, b: Mask| b & !values == 0 && cells_of(*house).contains(&u) && !cells.contains(&u);
            filled && values.count_ones() as usize == cells.len() && removed(&target)
        }
        Argument::Hidden { house, cells, values } => {
            let elsewhere = cells_of(*house).iter().any(|c| !cells.contains(c) && has(*c, *values) != 0);
            let target = |u, b: Mask| b & values == 0 && cells.contains(&u);
            let same = values.count_ones() as usize == cells.len();
            full(*house) && !elsewhere && same && removed(&target)
        }
        Argument::Fish { base, cover, value } => {
            let within = |units: &[usize], u: UnknownId| units.iter().filter(|&&h| cells_of(h).contains(&u)).count();
            let swims = base
                .iter()
                .all(|&h| full(h) && cells_of(h).iter().all(|&c| has(c, *value) == 0 || within(cover, c) > 0));
            let apart = base.iter().all(|&h| cells_of(h).iter().all(|&c| within(base, c) == 1));
            let target = |u, b| b == *value && within(cover, u) > 0 && within(base, u) == 0;
            swims && apart && base.len() == cover.len() && removed(&target)
        }
        Argument::Totals { houses, cages, cells, total, outside } => {
            let sum = Totals { houses, cages, cells, total: *total, outside: *outside };
            sum.adds_up(board, knowledge, marks)
                && conclusions.iter().all(|l| sum.forces(board, knowledge, marks, units, l))
        }
        Argument::Difference { more, less } => {
            let [Some(more), Some(less)] = [more, less].map(|u| board.counts.iter().find(|c| c.unit == *u)) else {
                return false;
            };
            // The most that the first can have beyond the second, where the conclusion is denied.
            let lead = |marks: &[Mask]| {
                let surely = |c: &Cond| i64::from(c.state(marks) == State::There);
                let maybe = |c: &Cond| i64::from(c.state(marks) != State::Gone);
                let own: i64 = more.of.iter().filter(|c| !less.of.contains(c)).map(maybe).sum();
                let other: i64 = less.of.iter().filter(|c| !more.of.contains(c)).map(surely).sum();
                own - other
            };
            conclusions.iter().all(|l| {
                let mut denied = marks.to_vec();
                denied[l.unknown] &= if l.is { !bit(l) } else { bit(l) };
                units.contains(&more.unit)
                    && units.contains(&less.unit)
                    && lead(&denied) < more.total as i64 - less.total as i64
            })
        }
        Argument::Chain { links } => chain(board, knowledge, marks, units, links, conclusions),
        Argument::Cases { turns, end } => {
            let [denied] = &conclusions[..] else { return false };
            supposes_contrary(knowledge, denied, turns) && impossible(board, marks, units, turns, end, local)
        }
        // All choices are the solver's to confirm.
        Argument::Choices { .. } => false,
        Argument::Together(branches) => {
            let denied = |(l, branch): (&Atom, &Branch)| {
                let Branch { turns, end } = branch;
                supposes_contrary(knowledge, l, turns) && impossible(board, marks, units, turns, end, local)
            };
            conclusions.len() == branches.len() && conclusions.iter().zip(branches).all(denied)
        }
        Argument::Graph { net, violation, .. } => {
            let Some(net) = board.nets.get(*net) else { return false };
            let mut denied = marks.to_vec();
            units.contains(&net.unit)
                && conclusions.iter().all(|l| {
                    let at = l.unknown.index();
                    let before = denied[at];
                    denied[at] &= if l.is { !bit(l) } else { bit(l) };
                    let spoilt = denied[at] == 0 || is_there(net, &denied, violation);
                    denied[at] = before;
                    spoilt
                })
        }
        Argument::Islands { violation } => board.islands.as_ref().is_some_and(|islands| {
            let mut denied = marks.to_vec();
            conclusions.iter().all(|l| {
                let at = l.unknown.index();
                let before = denied[at];
                denied[at] = knowledge.full(l.unknown) & if l.is { !bit(l) } else { bit(l) };
                let spoilt = is_island_violation(islands, &denied, violation, units);
                denied[at] = before;
                spoilt
            })
        }),
        Argument::Pieces { pieces, violation } => board.pieces.get(*pieces).is_some_and(|pieces| {
            let mut denied = marks.to_vec();
            // What is denied of one cell is denied together: it has one of the values.
            conclusions.chunk_by(|a, b| !a.is && !b.is && a.unknown == b.unknown).all(|of| {
                let at = of[0].unknown.index();
                let before = denied[at];
                denied[at] &= if of[0].is { !bit(&of[0]) } else { of.iter().fold(0, |all, l| all | bit(l)) };
                let spoilt = denied[at] == 0
                    || is_piece_violation(pieces, &denied, *violation, units)
                    || is_piece_violation(pieces, &denied, violation.at(pieces, &of[0]), units);
                denied[at] = before;
                spoilt
            })
        }),
        Argument::Alone { unit, .. } => {
            let Some(local) = local(*unit).filter(|l| l.also.iter().all(|h| units.contains(h))) else { return false };
            conclusions.iter().all(|l| {
                let denied = if l.is { !bit(l) } else { bit(l) };
                let left = |u: &UnknownId| marks[*u] & if *u == l.unknown { denied } else { Mask::MAX };
                let masks: Vec<Mask> = local.unknowns.iter().map(left).collect();
                local.impossible(&masks)
            })
        }
    }
}

struct Totals<'a> {
    houses: &'a [usize],
    cages: &'a [usize],
    cells: &'a [UnknownId],
    total: i64,
    outside: bool,
}

impl Totals<'_> {
    /// Whether houses less cages (or cages less houses) leave the cells and known values, and the total.
    fn adds_up(&self, board: &Board, knowledge: &Knowledge, marks: &[Mask]) -> bool {
        let mut times = vec![0i64; marks.len()];
        let mut total = 0;
        let (plus, minus) = if self.outside { (-1, 1) } else { (1, -1) };
        for &unit in self.houses {
            let Some(house) = board.house(unit).filter(|h| h.full) else { return false };
            let Some(values) = &knowledge.values[house.cells[0]] else { return false };
            total += plus * values.iter().sum::<i64>();
            house.cells.iter().for_each(|c| times[*c] += plus);
        }
        for &unit in self.cages {
            let Some(cage) = board.totals.iter().find(|t| t.unit == unit) else { return false };
            total += minus * cage.total;
            cage.cells.iter().for_each(|c| times[*c] += minus);
        }
        for (i, &n) in times.iter().enumerate() {
            let u = UnknownId::at(i);
            if self.cells.contains(&u) {
                if n != 1 {
                    return false;
                }
            } else if n != 0 {
                if !marks[i].is_power_of_two() {
                    return false;
                }
                let Some(value) = knowledge.value_at(u, marks[i]) else { return false };
                total -= n * value;
            }
        }
        total == self.total
    }

    /// Whether no values of the cells with this sum go against the literal.
    fn forces(&self, board: &Board, knowledge: &Knowledge, marks: &[Mask], units: &[usize], literal: &Atom) -> bool {
        let choices: Vec<Vec<i64>> = self.cells.iter().map(|&c| knowledge.values_in(c, marks[c])).collect();
        let Some(at) = self.cells.iter().position(|&c| c == literal.unknown) else { return false };
        let mut turn = vec![0; choices.len()];
        if choices.iter().any(Vec::is_empty) {
            return true;
        }
        loop {
            let values: Vec<i64> = turn.iter().zip(&choices).map(|(&t, c)| c[t]).collect();
            let differ = |i: usize, j: usize| {
                values[i] != values[j]
                    || !units
                        .iter()
                        .any(|&unit| board.peers[self.cells[i]].iter().any(|&(p, by)| by == unit && p == self.cells[j]))
            };
            let apart = (0..values.len()).all(|i| (0..i).all(|j| differ(i, j)));
            if apart && values.iter().sum::<i64>() == self.total && (values[at] == literal.value) != literal.is {
                return false;
            }
            let Some(k) = (0..turn.len()).find(|&k| turn[k] + 1 < choices[k].len()) else { return true };
            turn[k] += 1;
            turn[..k].fill(0);
        }
    }
}

/// Whether each link follows from the one before, and the last contradicts the first.
fn chain(
    board: &Board,
    knowledge: &Knowledge,
    marks: &[Mask],
    units: &[usize],
    links: &[Atom],
    conclusions: &[Atom],
) -> bool {
    let (Some(first), Some(last)) = (links.first(), links.last()) else { return false };
    let same = |a: &Atom, b: &Atom| knowledge.bit(a.unknown, a.value) == knowledge.bit(b.unknown, b.value);
    let apart = |a: &Atom, b: &Atom| match a.unknown == b.unknown {
        true => a.value != b.value,
        false => same(a, b) && board.peers[a.unknown].iter().any(|(p, unit)| *p == b.unknown && units.contains(unit)),
    };
    let one_of = |a: &Atom, b: &Atom| {
        let mask = |l: &Atom| knowledge.bit(l.unknown, l.value).unwrap_or(0);
        if a.unknown == b.unknown {
            return marks[a.unknown] & !(mask(a) | mask(b)) == 0;
        }
        same(a, b)
            && units.iter().filter_map(|&unit| board.house(unit)).any(|h| {
                let there = |l: &Atom| h.cells.contains(&l.unknown);
                let others = h.cells.iter().filter(|&&c| c != a.unknown && c != b.unknown);
                h.full && there(a) && there(b) && others.into_iter().all(|c| marks[*c] & mask(a) == 0)
            })
    };
    let follows = links.windows(2).all(|w| match (w[0].is, w[1].is) {
        (true, false) => apart(&w[0], &w[1]),
        (false, true) => one_of(&w[0], &w[1]),
        _ => false,
    });
    let denied = conclusions.iter().all(|c| !c.is && c.unknown == first.unknown && c.value == first.value);
    first.is && last.is && follows && apart(last, first) && denied
}

/// Whether the first turn is that the conclusion does not hold.
fn supposes_contrary(knowledge: &Knowledge, denied: &Atom, turns: &[Turn]) -> bool {
    let bit = knowledge.bit(denied.unknown, denied.value).unwrap_or(0);
    let contrary = if denied.is { knowledge.full(denied.unknown) & !bit } else { bit };
    turns.first().is_some_and(|t| t.cell == denied.unknown && t.left == contrary)
}

/// Whether each turn but the first follows from those before it, and the end then can't be.
fn impossible(board: &Board, marks: &[Mask], units: &[usize], turns: &[Turn], end: &End, local: Search) -> bool {
    let mut masks = marks.to_vec();
    let full_house = |unit: usize| board.house(unit).filter(|h| h.full && units.contains(&unit));
    for (k, turn) in turns.iter().enumerate() {
        let before = masks[turn.cell];
        let follows = k == 0
            || match &turn.by {
                By::Supposed => false,
                By::OnlyValue => before & !turn.left == 0,
                By::Net(net, violation) => board.nets.get(*net).is_some_and(|net| {
                    let mut denied = masks.clone();
                    denied[turn.cell] &= !turn.left;
                    units.contains(&net.unit) && (denied[turn.cell] == 0 || is_there(net, &denied, violation))
                }),
                By::Islands(violation) => board.islands.as_ref().is_some_and(|islands| {
                    let mut denied = masks.clone();
                    denied[turn.cell] &= !turn.left;
                    denied[turn.cell] == 0 || is_island_violation(islands, &denied, violation, units)
                }),
                By::Pieces(pieces, violation) => board.pieces.get(*pieces).is_some_and(|pieces| {
                    let mut denied = masks.clone();
                    denied[turn.cell] &= !turn.left;
                    denied[turn.cell] == 0 || is_piece_violation(pieces, &denied, *violation, units)
                }),
                &By::Unit(unit) => match full_house(unit) {
                    Some(house) if turn.left.is_power_of_two() && board.plain[unit] => {
                        let elsewhere = |&c: &UnknownId| c != turn.cell && masks[c] & turn.left != 0;
                        house.cells.contains(&turn.cell) && !house.cells.iter().any(elsewhere)
                    }
                    _ => {
                        let denied = |u: UnknownId| if u == turn.cell { !turn.left } else { Mask::MAX };
                        let among = |u: &UnknownId| masks[*u] & denied(*u);
                        units.contains(&unit)
                            && local(unit)
                                .filter(|l| l.also.iter().all(|h| units.contains(h)))
                                .is_some_and(|l| l.impossible(&l.unknowns.iter().map(among).collect::<Vec<_>>()))
                    }
                },
            };
        if !follows {
            return false;
        }
        masks[turn.cell] &= turn.left;
        if turn.left.is_power_of_two() {
            for (peer, _) in board.peers[turn.cell].iter().filter(|(_, by)| units.contains(by)) {
                masks[*peer] &= !turn.left;
            }
        }
    }
    match end {
        End::NoValue(cell) => masks[*cell] == 0,
        End::NoPlace(unit, bit) => full_house(*unit).is_some_and(|h| h.cells.iter().all(|c| masks[*c] & bit == 0)),
        End::Net(net, violation) => {
            board.nets.get(*net).is_some_and(|net| units.contains(&net.unit) && is_there(net, &masks, violation))
        }
        End::Either(cell, branches) => {
            let first = |turn: Option<&Turn>| turn.filter(|t| t.cell == *cell).map_or(0, |t| t.left);
            let covered = branches.iter().fold(0, |covered, branch| covered | first(branch.turns.first()));
            masks[*cell] & !covered == 0
                && branches.iter().all(|b| impossible(board, &masks, units, &b.turns, &b.end, local))
        }
        End::Pieces(pieces, violation) => {
            board.pieces.get(*pieces).is_some_and(|pieces| is_piece_violation(pieces, &masks, *violation, units))
        }
        End::Islands(violation) => {
            board.islands.as_ref().is_some_and(|i| is_island_violation(i, &masks, violation, units))
        }
        End::Broken(unit) => {
            let among =
                |l: &super::super::local::Local| -> Vec<Mask> { l.unknowns.iter().map(|u| masks[*u]).collect() };
            units.contains(unit)
                && local(*unit).is_some_and(|l| l.also.iter().all(|h| units.contains(h)) && l.impossible(&among(l)))
        }
    }
}
