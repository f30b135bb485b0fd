//! A fast estimate of the grade of a puzzle that has only houses and givens, such as a sudoku or a Latin square. It runs on
//! candidates as bits, about a thousand times as fast as an explanation. `generate` discards drafts by it; the steps of a solution
//! give the grade that users see.

use super::groups::Groups;
use super::knowledge::Knowledge;
use super::logic::{Board, HouseKind};
use crate::mask::{Mask, bits};
use sator_answer::Grade;
use sator_lang::elaborate::Elaborator;
use sator_model::UnknownId;

/// Largest house. Either a subset or its complement has at most four cells, so subsets of four find all. In a larger house both can
/// have five.
const LARGEST: usize = 9;

/// A puzzle of full houses and givens only.
pub struct LatinGrader {
    houses: Vec<Vec<usize>>,
    /// Two houses that share cells: the places that only the one has, those of both, those of the other.
    crossings: Vec<[Vec<usize>; 3]>,
    /// The rows, then the columns.
    lines: [Vec<Vec<usize>>; 2],
    peers: Vec<Vec<usize>>,
    start: Vec<Mask>,
    values: Knowledge,
}

impl LatinGrader {
    /// Judges puzzles that give values beside the rules of this model; `None` where these are of another kind.
    pub fn of(elaborator: &Elaborator) -> Option<LatinGrader> {
        let model = &elaborator.model;
        let (mut groups, mut knowledge, mut board) = (Groups::default(), Knowledge::default(), Board::default());
        while groups.take_next(model, &elaborator.sources).is_some() {}
        knowledge.extend(model, &groups.list);
        board.extend(model, &groups.list);
        let plain = board.plain.iter().zip(&knowledge.is_fact).all(|(plain, fact)| *plain || *fact);
        let small = board.houses.iter().all(|house| house.full && house.cells.len() <= LARGEST);
        let seen = model.unknowns.iter().all(|u| !u.hidden) && knowledge.values.iter().all(Option::is_some);
        (plain && small && seen).then(|| LatinGrader::new(&board, knowledge))
    }

    fn new(board: &Board, values: Knowledge) -> LatinGrader {
        let cells = |list: &[UnknownId]| list.iter().map(|u| u.index()).collect::<Vec<usize>>();
        let houses: Vec<Vec<usize>> = board.houses.iter().map(|house| cells(&house.cells)).collect();
        let mut crossings = Vec::new();
        for a in &houses {
            for b in &houses {
                let (both, only): (Vec<usize>, Vec<usize>) = a.iter().partition(|cell| b.contains(cell));
                if both.len() > 1 && !only.is_empty() {
                    let others = b.iter().copied().filter(|cell| !a.contains(cell)).collect();
                    crossings.push([only, both, others]);
                }
            }
        }
        let lines = [HouseKind::Row, HouseKind::Column].map(|kind| {
            let lines = board.houses.iter().filter(|house| house.kind == kind);
            lines.map(|house| cells(&house.cells)).collect()
        });
        let peers = board.peers.iter().map(|peers| peers.iter().map(|(peer, _)| peer.index()).collect());
        LatinGrader { houses, crossings, lines, peers: peers.collect(), start: values.domains.clone(), values }
    }

    /// The grade of the puzzle with these values, up to `most`, which is hard or less.
    pub fn grade(&self, given: impl IntoIterator<Item = (UnknownId, i64)>, most: Grade) -> Option<Grade> {
        let mut masks = self.start.clone();
        for (unknown, value) in given {
            masks[unknown] &= self.values.bit(unknown, value)?;
        }
        let mut marks = Marks { quick: self, spread: vec![false; masks.len()], masks };
        let mut hardest = Grade::Easy;
        loop {
            if marks.singles() {
                continue;
            }
            if marks.masks.iter().all(|mask| mask.is_power_of_two()) {
                return Some(hardest);
            }
            let needed = if marks.locked() || marks.subsets(2) {
                Grade::Medium
            } else if marks.subsets(3) || marks.subsets(4) || marks.x_wings() || marks.wings() {
                Grade::Hard
            } else {
                return None;
            };
            hardest = hardest.max(needed);
            if hardest > most {
                return None;
            }
        }
    }
}

/// The candidates left.
struct Marks<'a> {
    quick: &'a LatinGrader,
    masks: Vec<Mask>,
    /// Whether the value of a cell has been crossed out of its peers.
    spread: Vec<bool>,
}

impl Marks<'_> {
    /// Only values and only places; whether there was any.
    fn singles(&mut self) -> bool {
        let mut found = false;
        for cell in 0..self.masks.len() {
            if self.masks[cell].is_power_of_two() && !self.spread[cell] {
                self.spread[cell] = true;
                found = true;
                for &peer in &self.quick.peers[cell] {
                    self.masks[peer] &= !self.masks[cell];
                }
            }
        }
        for house in &self.quick.houses {
            let (mut once, mut twice) = (0, 0);
            for &cell in house {
                twice |= once & self.masks[cell];
                once |= self.masks[cell];
            }
            let once = once & !twice;
            for &cell in house {
                let only = self.masks[cell] & once;
                if only != 0 && self.masks[cell] != only {
                    self.masks[cell] = only;
                    found = true;
                }
            }
        }
        found
    }

    fn union(&self, cells: &[usize]) -> Mask {
        cells.iter().fold(0, |union, &cell| union | self.masks[cell])
    }

    /// Takes values out of cells; whether any was there.
    fn cross(&mut self, cells: &[usize], values: Mask) -> bool {
        let there = self.union(cells) & values != 0;
        cells.iter().for_each(|&cell| self.masks[cell] &= !values);
        there
    }

    /// Pointing and claiming.
    fn locked(&mut self) -> bool {
        let mut found = false;
        for [only, both, others] in &self.quick.crossings {
            let locked = self.union(both) & !self.union(only);
            found |= locked != 0 && self.cross(others, locked);
        }
        found
    }

    /// So many cells with as many values, or values with as many cells.
    fn subsets(&mut self, size: u32) -> bool {
        let mut found = false;
        for house in &self.quick.houses {
            let open: Vec<usize> = house.iter().copied().filter(|&c| !self.masks[c].is_power_of_two()).collect();
            let sets: Vec<Mask> = open.iter().map(|&cell| self.masks[cell]).collect();
            let mut naked = Vec::new();
            closed(&sets, size, 0, (0, 0), &mut naked);
            for (chosen, values) in naked {
                let others: Vec<usize> = (0..open.len()).filter(|i| chosen >> i & 1 == 0).map(|i| open[i]).collect();
                found |= self.cross(&others, values);
            }
            // A cell that has one value since the last turn isn't open, and its value is still a candidate of open cells.
            let placed = house.iter().map(|&cell| self.masks[cell]).filter(|mask| mask.is_power_of_two());
            let placed = placed.fold(0, |all, mask| all | mask);
            let values: Vec<Mask> = bits(sets.iter().fold(0, |all, set| all | set) & !placed).collect();
            let holds = |value: Mask| (0..open.len()).filter(|&i| sets[i] & value != 0).fold(0, |m, i| m | 1 << i);
            let places: Vec<Mask> = values.iter().map(|&value| holds(value)).collect();
            let mut hidden = Vec::new();
            closed(&places, size, 0, (0, 0), &mut hidden);
            for (chosen, places) in hidden {
                let held = (0..values.len()).filter(|v| chosen >> v & 1 == 1).fold(0, |held, v| held | values[v]);
                let cells: Vec<usize> = bits(places).map(|p| open[p.trailing_zeros() as usize]).collect();
                found |= self.cross(&cells, !held);
            }
        }
        found
    }

    /// A value with two places in each of two rows, all in two columns, or the other way round.
    fn x_wings(&mut self) -> bool {
        let mut found = false;
        let [rows, columns] = &self.quick.lines;
        for (bases, covers) in [(rows, columns), (columns, rows)] {
            for value in
                bits(bases.first().map_or(0, |base| base.iter().fold(0, |all, &cell| all | self.quick.start[cell])))
            {
                let places = |line: &Vec<usize>| -> Vec<usize> {
                    line.iter().copied().filter(|&cell| self.masks[cell] & value != 0).collect()
                };
                let pairs: Vec<(&Vec<usize>, Vec<usize>)> =
                    bases.iter().map(|base| (base, places(base))).filter(|(_, places)| places.len() == 2).collect();
                for (n, (first, in_first)) in pairs.iter().enumerate() {
                    for (second, in_second) in &pairs[n + 1..] {
                        let cells = [in_first.as_slice(), in_second].concat();
                        let cover: Vec<&Vec<usize>> =
                            covers.iter().filter(|line| line.iter().any(|cell| cells.contains(cell))).collect();
                        if cover.len() == 2 && cells.iter().all(|cell| cover.iter().any(|line| line.contains(cell))) {
                            let rest = cover.into_iter().flatten().copied();
                            let rest: Vec<usize> = rest.filter(|c| !first.contains(c) && !second.contains(c)).collect();
                            found |= self.cross(&rest, value);
                        }
                    }
                }
            }
        }
        found
    }

    /// XY-wings and XYZ-wings: a pivot of two or three values sees two cells of two values each, which hold the pivot's other values
    /// beside one that all cells of the wing leave to one of them.
    fn wings(&mut self) -> bool {
        let mut found = false;
        for pivot in 0..self.masks.len() {
            let values = self.masks[pivot];
            if !(2..=3).contains(&values.count_ones()) {
                continue;
            }
            let pairs: Vec<usize> =
                self.quick.peers[pivot].iter().copied().filter(|&cell| self.masks[cell].count_ones() == 2).collect();
            for (n, &a) in pairs.iter().enumerate() {
                for &b in &pairs[n + 1..] {
                    let (in_a, in_b) = (self.masks[a], self.masks[b]);
                    let shared = in_a & in_b;
                    let is_xy = values & shared == 0 && in_a | in_b == values | shared;
                    let is_xyz = in_a | in_b == values;
                    if a == b || !shared.is_power_of_two() || !(is_xy || is_xyz) {
                        continue;
                    }
                    let sees_all = |cell: &usize| {
                        self.quick.peers[b].contains(cell) && (is_xy || self.quick.peers[pivot].contains(cell))
                    };
                    let rest: Vec<usize> = self.quick.peers[a].iter().copied().filter(sees_all).collect();
                    found |= self.cross(&rest, shared);
                }
            }
        }
        found
    }
}

/// Choices of `size` sets whose union is no larger than that, as the bits of the sets chosen and their union.
fn closed(sets: &[Mask], size: u32, from: usize, (chosen, union): (Mask, Mask), found: &mut Vec<(Mask, Mask)>) {
    if chosen.count_ones() == size {
        found.push((chosen, union));
        return;
    }
    for i in from..sets.len() {
        let more = union | sets[i];
        if more.count_ones() <= size {
            closed(sets, size, i + 1, (chosen | 1 << i, more), found);
        }
    }
}
