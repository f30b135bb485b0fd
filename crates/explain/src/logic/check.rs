//! Whether an argument holds on some candidates, looked at afresh: nothing here is shared with the finders, and each argument is
//! judged by its text alone.

use super::super::group_csp::GroupCsp;
use super::super::knowledge::Knowledge;
use super::condition::{Cond, State};
use super::violation::{IslandViolation, LoopViolation, PieceViolation};
use super::violation_check::{is_island_violation, is_piece_violation, is_there};
use super::{Board, By, ConstraintId, End, Subproblem, Subproblems, Turn};
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::Mask;
use sator_answer::Atom;
use sator_model::UnknownId;

/// Whether the conclusions follow from these candidates by the argument and its groups alone.
pub(crate) fn holds(
    board: &Board,
    knowledge: &Knowledge,
    candidates: &[Mask],
    finding: &Finding,
    csp: Subproblems,
) -> bool {
    let Finding { argument, conclusions, groups, .. } = finding;
    let check = Check { board, knowledge, candidates, conclusions, groups, csp };
    match argument {
        Argument::OnlyPlace { house, cell, value } => check.only_place(*house, *cell, *value),
        Argument::OnlyValue { cell } => {
            conclusions.iter().all(|l| l.is && l.unknown == *cell && candidates[*cell] & !check.bit(l) == 0)
        }
        Argument::Locked { from, into, value } => check.locked(*from, *into, *value),
        Argument::Naked { house, cells, values } => check.naked(*house, cells, *values),
        Argument::Hidden { house, cells, values } => check.hidden(*house, cells, *values),
        Argument::Fish { base, cover, fin, value } => check.fish(base, cover, *fin, *value),
        Argument::XyzWing { pivot, wings, value } => check.xyz_wing(*pivot, *wings, *value),
        Argument::Totals { houses, cages, cells, total, outside } => {
            let sum = Totals { houses, cages, cells, total: *total, outside: *outside };
            sum.adds_up(board, knowledge, candidates)
                && conclusions.iter().all(|l| sum.forces(board, knowledge, candidates, groups, l))
        }
        Argument::Difference { more, less } => check.difference(*more, *less),
        Argument::OneOfEachPair { count, pairs } => check.one_of_each_pair(*count, pairs),
        Argument::Chain { links, .. } => chain(board, knowledge, candidates, groups, links, conclusions),
        Argument::Cases { turns, end } => matches!(&conclusions[..], [denied] if check.case(denied, turns, end)),
        // All choices are the solver's to confirm.
        Argument::Choices { .. } => false,
        Argument::Together(branches) => {
            conclusions.len() == branches.len()
                && conclusions.iter().zip(branches).all(|(denied, b)| check.case(denied, &b.turns, &b.end))
        }
        Argument::Graph { net, violation, .. } => check.graph(*net, violation),
        Argument::Islands { violation } => check.islands(violation),
        Argument::Pieces { pieces, violation } => check.pieces(*pieces, *violation),
        Argument::Alone { group, .. } => check.leaves_none(ConstraintId::Group(*group)),
        Argument::Pattern { pattern } => check.leaves_none(ConstraintId::Pattern(*pattern)),
    }
}

/// The conclusions of one argument, and everything that they are to follow from.
struct Check<'a, 's> {
    board: &'a Board,
    knowledge: &'a Knowledge,
    candidates: &'a [Mask],
    conclusions: &'a [Atom],
    groups: &'a [usize],
    csp: Subproblems<'s>,
}

impl Check<'_, '_> {
    fn cells_of(&self, group: usize) -> &[UnknownId] {
        self.board.house(group).map_or(&[], |h| &h.cells)
    }

    fn is_full(&self, group: usize) -> bool {
        self.board.house(group).is_some_and(|h| h.full)
    }

    fn has(&self, cell: UnknownId, values: Mask) -> bool {
        self.candidates[cell] & values != 0
    }

    fn bit(&self, atom: &Atom) -> Mask {
        self.knowledge.bit(atom.unknown, atom.value).unwrap_or(0)
    }

    /// Whether all conclusions remove a value that the argument removes.
    fn all_removed(&self, removes: impl Fn(UnknownId, Mask) -> bool) -> bool {
        self.conclusions.iter().all(|l| !l.is && removes(l.unknown, self.bit(l)))
    }

    /// The candidates that the denial of a conclusion leaves, out of these.
    fn denied(&self, conclusion: &Atom, of: Mask) -> Mask {
        of & if conclusion.is { !self.bit(conclusion) } else { self.bit(conclusion) }
    }

    /// Whether a small search refutes the denial of each conclusion.
    fn leaves_none(&self, of: ConstraintId) -> bool {
        let Some(searched) = (self.csp)(of).filter(|searched| searched.takes_in(self.groups)) else { return false };
        self.conclusions.iter().all(|l| is_refuted(searched.csp, self.candidates, l, self.bit(l)))
    }

    fn only_place(&self, house: usize, cell: UnknownId, value: Mask) -> bool {
        let cells = self.cells_of(house);
        let elsewhere = cells.iter().any(|&c| c != cell && self.has(c, value));
        let is_here = |l: &Atom| l.is && l.unknown == cell && self.bit(l) == value;
        self.is_full(house) && cells.contains(&cell) && !elsewhere && self.conclusions.iter().all(is_here)
    }

    fn locked(&self, from: usize, into: usize, value: Mask) -> bool {
        let (from_cells, into_cells) = (self.cells_of(from), self.cells_of(into));
        let inside = from_cells.iter().all(|c| !self.has(*c, value) || into_cells.contains(c));
        let target = |u, b| b == value && into_cells.contains(&u) && !from_cells.contains(&u);
        self.is_full(from) && inside && self.all_removed(target)
    }

    fn naked(&self, house: usize, cells: &[UnknownId], values: Mask) -> bool {
        let all = self.cells_of(house);
        let filled = cells.iter().all(|c| all.contains(c) && !self.has(*c, !values));
        let target = |u, b: Mask| b & !values == 0 && all.contains(&u) && !cells.contains(&u);
        filled && values.count_ones() as usize == cells.len() && self.all_removed(target)
    }

    fn hidden(&self, house: usize, cells: &[UnknownId], values: Mask) -> bool {
        let elsewhere = self.cells_of(house).iter().any(|c| !cells.contains(c) && self.has(*c, values));
        let target = |u, b: Mask| b & values == 0 && cells.contains(&u);
        let same = values.count_ones() as usize == cells.len();
        self.is_full(house) && !elsewhere && same && self.all_removed(target)
    }

    fn fish(&self, base: &[usize], cover: &[usize], fin: Option<usize>, value: Mask) -> bool {
        let within = |groups: &[usize], u| groups.iter().filter(|&&h| self.cells_of(h).contains(&u)).count();
        let in_fin = |u: UnknownId| fin.is_some_and(|h| self.groups.contains(&h) && self.cells_of(h).contains(&u));
        let is_covered = |&c: &UnknownId| !self.has(c, value) || within(cover, c) > 0 || in_fin(c);
        let swims = base.iter().all(|&h| self.is_full(h) && self.cells_of(h).iter().all(is_covered));
        let apart = base.iter().all(|&h| self.cells_of(h).iter().all(|&c| within(base, c) == 1));
        let target = |u, b| b == value && within(cover, u) > 0 && within(base, u) == 0 && (fin.is_none() || in_fin(u));
        swims && apart && base.len() == cover.len() && self.all_removed(target)
    }

    /// Whether a target with the value would leave none to one of the three cells.
    fn xyz_wing(&self, pivot: UnknownId, wings: [UnknownId; 2], value: Mask) -> bool {
        let sees = |a: UnknownId, b: UnknownId| {
            self.board.peers[a].iter().any(|(peer, by)| *peer == b && self.groups.contains(by))
        };
        let [a, b] = wings.map(|wing| self.candidates[wing] & !value);
        let one_each = a.count_ones() <= 1 && b.count_ones() <= 1 && self.candidates[pivot] & !(value | a | b) == 0;
        let target = |u, removed| removed == value && [pivot, wings[0], wings[1]].into_iter().all(|c| sees(u, c));
        one_each && wings.into_iter().all(|wing| sees(pivot, wing)) && self.all_removed(target)
    }

    fn difference(&self, more: usize, less: usize) -> bool {
        let count = |group: usize| self.board.counts.iter().find(|c| c.group == group);
        let (Some(more), Some(less)) = (count(more), count(less)) else { return false };
        // The most that the first can have beyond the second, where the conclusion is denied.
        let lead = |candidates: &[Mask]| {
            let surely = |c: &Cond| i64::from(c.state(candidates) == State::There);
            let maybe = |c: &Cond| i64::from(c.state(candidates) != State::Gone);
            let own: i64 = more.of.iter().filter(|c| !less.of.contains(c)).map(maybe).sum();
            let other: i64 = less.of.iter().filter(|c| !more.of.contains(c)).map(surely).sum();
            own - other
        };
        self.conclusions.iter().all(|l| {
            let mut denied = self.candidates.to_vec();
            denied[l.unknown] = self.denied(l, denied[l.unknown]);
            self.groups.contains(&more.group)
                && self.groups.contains(&less.group)
                && lead(&denied) < more.total as i64 - less.total as i64
        })
    }

    /// Whether the count misses its total where a conclusion is denied, as each pair counts once at most.
    fn one_of_each_pair(&self, count: usize, pairs: &[[UnknownId; 2]]) -> bool {
        let Some(count) = self.board.counts.iter().find(|c| c.group == count) else { return false };
        let cells: Vec<UnknownId> = pairs.iter().flatten().copied().collect();
        let is_once = |u: &UnknownId| cells.iter().filter(|other| *other == u).count() == 1;
        let is_apart = |&[a, b]: &[UnknownId; 2]| {
            self.board.apart[a].iter().any(|(other, group)| *other == b && self.groups.contains(group))
        };
        // The exclusion is about yes: so must be the count.
        let is_counted = |u: &UnknownId| {
            count.of.iter().any(|cond| cond.unknown() == Some(*u) && cond.values() == self.knowledge.bit(*u, 1))
        };
        let most = |masks: &[Mask]| {
            let both = |&&[a, b]: &&[UnknownId; 2]| {
                [a, b].iter().all(|&u| masks[u] & self.knowledge.bit(u, 1).unwrap_or(0) != 0)
            };
            count.of.iter().filter(|cond| cond.state(masks) != State::Gone).count() - pairs.iter().filter(both).count()
        };
        self.groups.contains(&count.group)
            && cells.iter().all(|u| is_once(u) && is_counted(u))
            && pairs.iter().all(is_apart)
            && self.conclusions.iter().all(|l| {
                let mut denied = self.candidates.to_vec();
                denied[l.unknown] = self.denied(l, denied[l.unknown]);
                most(&denied) < count.total
            })
    }

    /// Whether the denial of a conclusion ends in a conflict after these turns.
    fn case(&self, denied: &Atom, turns: &[Turn], end: &End) -> bool {
        supposes_contrary(self.knowledge, denied, turns)
            && impossible(self.board, self.candidates, self.groups, turns, end, self.csp)
    }

    fn graph(&self, net: usize, violation: &LoopViolation) -> bool {
        let Some(net) = self.board.nets.get(net) else { return false };
        let mut denied = self.candidates.to_vec();
        self.groups.contains(&net.group)
            && self.conclusions.iter().all(|l| {
                let before = denied[l.unknown];
                denied[l.unknown] = self.denied(l, before);
                let violation = net.violation_of(violation, self.conclusions, l.unknown);
                let spoilt = denied[l.unknown] == 0 || is_there(net, &denied, &violation);
                denied[l.unknown] = before;
                spoilt
            })
    }

    fn islands(&self, violation: &IslandViolation) -> bool {
        let Some(islands) = &self.board.islands else { return false };
        let mut denied = self.candidates.to_vec();
        self.conclusions.iter().all(|l| {
            let before = denied[l.unknown];
            denied[l.unknown] = self.denied(l, self.knowledge.full(l.unknown));
            let spoilt = is_island_violation(islands, &denied, violation, self.groups);
            denied[l.unknown] = before;
            spoilt
        })
    }

    fn pieces(&self, pieces: usize, violation: PieceViolation) -> bool {
        let Some(pieces) = self.board.pieces.get(pieces) else { return false };
        let mut denied = self.candidates.to_vec();
        // Values that one cell loses are denied together: the cell has one of them.
        self.conclusions.chunk_by(|a, b| !a.is && !b.is && a.unknown == b.unknown).all(|of| {
            let cell = of[0].unknown;
            let before = denied[cell];
            denied[cell] &= if of[0].is { !self.bit(&of[0]) } else { of.iter().fold(0, |all, l| all | self.bit(l)) };
            let spoilt = denied[cell] == 0
                || is_piece_violation(pieces, &denied, violation, self.groups)
                || is_piece_violation(pieces, &denied, violation.at(pieces, &of[0]), self.groups);
            denied[cell] = before;
            spoilt
        })
    }
}

/// Whether a small search refutes the denial of an atom, whose value is this bit.
fn is_refuted(csp: &GroupCsp, candidates: &[Mask], atom: &Atom, bit: Mask) -> bool {
    let denied = if atom.is { !bit } else { bit };
    let left = |u: &UnknownId| candidates[*u] & if *u == atom.unknown { denied } else { Mask::MAX };
    let masks: Vec<Mask> = csp.unknowns.iter().map(left).collect();
    csp.impossible(&masks)
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
    fn adds_up(&self, board: &Board, knowledge: &Knowledge, candidates: &[Mask]) -> bool {
        let mut times = vec![0i64; candidates.len()];
        let mut total = 0;
        let (plus, minus) = if self.outside { (-1, 1) } else { (1, -1) };
        for &group in self.houses {
            let Some(house) = board.house(group).filter(|h| h.full) else { return false };
            let Some(values) = &knowledge.values[house.cells[0]] else { return false };
            total += plus * values.iter().sum::<i64>();
            house.cells.iter().for_each(|c| times[*c] += plus);
        }
        for &group in self.cages {
            let Some(cage) = board.totals.iter().find(|t| t.group == group) else { return false };
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
                if !candidates[i].is_power_of_two() {
                    return false;
                }
                let Some(value) = knowledge.value_at(u, candidates[i]) else { return false };
                total -= n * value;
            }
        }
        total == self.total
    }

    /// Whether no values of the cells with this sum go against the literal.
    fn forces(
        &self,
        board: &Board,
        knowledge: &Knowledge,
        candidates: &[Mask],
        groups: &[usize],
        literal: &Atom,
    ) -> bool {
        let choices: Vec<Vec<i64>> = self.cells.iter().map(|&c| knowledge.values_in(c, candidates[c])).collect();
        let Some(at) = self.cells.iter().position(|&c| c == literal.unknown) else { return false };
        let mut turn = vec![0; choices.len()];
        if choices.iter().any(Vec::is_empty) {
            return true;
        }
        loop {
            let values: Vec<i64> = turn.iter().zip(&choices).map(|(&t, c)| c[t]).collect();
            let differ = |i: usize, j: usize| {
                values[i] != values[j]
                    || !groups.iter().any(|&group| {
                        board.peers[self.cells[i]].iter().any(|&(p, by)| by == group && p == self.cells[j])
                    })
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
    candidates: &[Mask],
    groups: &[usize],
    links: &[Atom],
    conclusions: &[Atom],
) -> bool {
    let (Some(first), Some(last)) = (links.first(), links.last()) else { return false };
    let same = |a: &Atom, b: &Atom| knowledge.bit(a.unknown, a.value) == knowledge.bit(b.unknown, b.value);
    let apart = |a: &Atom, b: &Atom| match a.unknown == b.unknown {
        true => a.value != b.value,
        false => {
            same(a, b) && board.peers[a.unknown].iter().any(|(p, group)| *p == b.unknown && groups.contains(group))
        }
    };
    let one_of = |a: &Atom, b: &Atom| {
        let mask = |l: &Atom| knowledge.bit(l.unknown, l.value).unwrap_or(0);
        if a.unknown == b.unknown {
            return candidates[a.unknown] & !(mask(a) | mask(b)) == 0;
        }
        same(a, b)
            && groups.iter().filter_map(|&group| board.house(group)).any(|h| {
                let there = |l: &Atom| h.cells.contains(&l.unknown);
                let others = h.cells.iter().filter(|&&c| c != a.unknown && c != b.unknown);
                h.full && there(a) && there(b) && others.into_iter().all(|c| candidates[*c] & mask(a) == 0)
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
fn impossible(
    board: &Board,
    candidates: &[Mask],
    groups: &[usize],
    turns: &[Turn],
    end: &End,
    csp: Subproblems,
) -> bool {
    let mut masks = candidates.to_vec();
    let full_house = |group: usize| board.house(group).filter(|h| h.full && groups.contains(&group));
    for (k, turn) in turns.iter().enumerate() {
        let before = masks[turn.cell];
        // Whether the contrary of the turn leaves nothing, or comes to this.
        let denied = |masks: &mut Vec<Mask>, comes_to: &dyn Fn(&[Mask]) -> bool| {
            masks[turn.cell] = before & !turn.left;
            let follows = masks[turn.cell] == 0 || comes_to(masks);
            masks[turn.cell] = before;
            follows
        };
        let follows = k == 0
            || match &turn.by {
                By::Supposed => false,
                By::OnlyValue => before & !turn.left == 0,
                By::GraphConstraint(net, violation) => board.nets.get(*net).is_some_and(|net| {
                    groups.contains(&net.group) && denied(&mut masks, &|masks| is_there(net, masks, violation))
                }),
                By::Islands(violation) => board.islands.as_ref().is_some_and(|islands| {
                    denied(&mut masks, &|masks| is_island_violation(islands, masks, violation, groups))
                }),
                By::Pieces(pieces, violation) => board.pieces.get(*pieces).is_some_and(|pieces| {
                    denied(&mut masks, &|masks| is_piece_violation(pieces, masks, *violation, groups))
                }),
                &By::Group(group) => match full_house(group) {
                    Some(house) if turn.left.is_power_of_two() && board.plain[group] => {
                        let elsewhere = |&c: &UnknownId| c != turn.cell && masks[c] & turn.left != 0;
                        house.cells.contains(&turn.cell) && !house.cells.iter().any(elsewhere)
                    }
                    _ => {
                        let is_unmet = |masks: &[Mask]| is_unmet(csp(ConstraintId::Group(group)), groups, masks);
                        groups.contains(&group) && denied(&mut masks, &is_unmet)
                    }
                },
                &By::Pattern(pattern) => {
                    denied(&mut masks, &|masks| is_unmet(csp(ConstraintId::Pattern(pattern)), groups, masks))
                }
            };
        if !follows {
            return false;
        }
        masks[turn.cell] &= turn.left;
        if turn.left.is_power_of_two() {
            for (peer, _) in board.peers[turn.cell].iter().filter(|(_, by)| groups.contains(by)) {
                masks[*peer] &= !turn.left;
            }
        }
    }
    match end {
        End::NoValue(cell) => masks[*cell] == 0,
        End::NoPlace(group, bit) => full_house(*group).is_some_and(|h| h.cells.iter().all(|c| masks[*c] & bit == 0)),
        End::GraphConstraint(net, violation) => {
            board.nets.get(*net).is_some_and(|net| groups.contains(&net.group) && is_there(net, &masks, violation))
        }
        End::Either(cell, branches) => {
            let first = |turn: Option<&Turn>| turn.filter(|t| t.cell == *cell).map_or(0, |t| t.left);
            let covered = branches.iter().fold(0, |covered, branch| covered | first(branch.turns.first()));
            masks[*cell] & !covered == 0
                && branches.iter().all(|b| impossible(board, &masks, groups, &b.turns, &b.end, csp))
        }
        End::Pieces(pieces, violation) => {
            board.pieces.get(*pieces).is_some_and(|pieces| is_piece_violation(pieces, &masks, *violation, groups))
        }
        End::Islands(violation) => {
            board.islands.as_ref().is_some_and(|i| is_island_violation(i, &masks, violation, groups))
        }
        End::Broken(group) => groups.contains(group) && is_unmet(csp(ConstraintId::Group(*group)), groups, &masks),
        End::BrokenPattern(pattern) => is_unmet(csp(ConstraintId::Pattern(*pattern)), groups, &masks),
    }
}

/// Whether a statement or a pattern that takes in no groups but these can't be met with these candidates.
fn is_unmet(searched: Option<Subproblem>, groups: &[usize], masks: &[Mask]) -> bool {
    searched.filter(|searched| searched.takes_in(groups)).is_some_and(|Subproblem { csp, .. }| {
        csp.impossible(&csp.unknowns.iter().map(|u| masks[*u]).collect::<Vec<_>>())
    })
}
