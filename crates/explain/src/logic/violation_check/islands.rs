//! Whether islands can't be as they would have to.

use super::State;
use crate::logic::islands::Islands;
use crate::logic::violation::IslandViolation;
use crate::mask::Mask;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Whether these candidates leave the islands with this violation, whatever is chosen of them, by what these groups say.
pub(in super::super) fn is_island_violation(
    islands: &Islands,
    masks: &[Mask],
    violation: &IslandViolation,
    groups: &[usize],
) -> bool {
    let stated: FxHashSet<usize> = groups.iter().copied().collect();
    let map = Map::new(islands, masks, &stated);
    let size_of = |h: usize| islands.homes[h].size.filter(|_| map.is_home(h));
    match *violation {
        IslandViolation::ClueInSea => (0..islands.homes.len()).any(|h| {
            let cell = islands.homes[h].cell;
            map.is_home(h) && stated.contains(&islands.channel_by[cell]) && masks[islands.cells[cell]] == 0b10
        }),
        IslandViolation::Joined(a, b) => {
            a != b && map.is_home(a) && map.is_home(b) && map.number_of(a) == map.number_of(b)
        }
        IslandViolation::TooLarge(h) => size_of(h).is_some_and(|n| map.size[map.number_of(h)] > n),
        IslandViolation::NoRoom(h) => {
            let room = || map.reached(h).iter().filter(|r| **r).count();
            size_of(h).is_some_and(|n| room() < n)
        }
        IslandViolation::Unreached(cell) => {
            let far = map.far_from(cell);
            let is_far = |h: usize| islands.homes[h].size.is_some_and(|n| far[islands.homes[h].cell] >= n);
            let missed = |h: usize| map.is_home(h) && (is_far(h) || !map.reached(h)[cell]);
            map.land[cell] == State::There && (0..islands.homes.len()).all(missed)
        }
    }
}

struct Map<'a> {
    islands: &'a Islands,
    stated: &'a FxHashSet<usize>,
    land: Vec<State>,
    /// By cell: land known to be one island has one number.
    number: Vec<usize>,
    /// By number: its cells, how many these are, and whether a home is among them.
    of: Vec<Vec<usize>>,
    size: Vec<usize>,
    has_home: Vec<bool>,
}

impl<'a> Map<'a> {
    fn new(islands: &'a Islands, masks: &[Mask], stated: &'a FxHashSet<usize>) -> Map<'a> {
        let cells = islands.cells.len();
        let mut land: Vec<State> = (0..cells)
            .map(|c| match masks[islands.cells[c]] {
                0b01 if stated.contains(&islands.channel_by[c]) => State::There,
                0b10 if stated.contains(&islands.channel_by[c]) => State::Gone,
                _ => State::Open,
            })
            .collect();
        let homes = || islands.homes.iter().filter(|h| stated.contains(&h.group)).map(|h| h.cell);
        for cell in homes().filter(|&c| land[c] == State::Open).collect::<Vec<_>>() {
            land[cell] = State::There;
        }
        let mut number: Vec<usize> = (0..cells).collect();
        loop {
            let mut changed = false;
            for c in (0..cells).filter(|&c| land[c] == State::There) {
                for (d, _) in
                    islands.near[c].iter().filter(|(d, group)| land[*d] == State::There && stated.contains(group))
                {
                    let low = number[c].min(number[*d]);
                    changed |= number[c] != number[*d];
                    (number[c], number[*d]) = (low, low);
                }
            }
            if !changed {
                break;
            }
        }
        let (mut of, mut has_home) = (vec![vec![]; cells], vec![false; cells]);
        number.iter().enumerate().for_each(|(c, &n)| of[n].push(c));
        let size = of.iter().map(Vec::len).collect();
        homes().for_each(|c| has_home[number[c]] = true);
        Map { islands, stated, land, number, of, size, has_home }
    }

    fn is_home(&self, h: usize) -> bool {
        self.stated.contains(&self.islands.homes[h].group)
    }

    fn number_of(&self, h: usize) -> usize {
        self.number[self.islands.homes[h].cell]
    }

    /// By cell: the steps from one, over land and sea.
    fn far_from(&self, cell: usize) -> Vec<usize> {
        let mut far = vec![usize::MAX; self.land.len()];
        let (mut ring, mut steps) = (vec![cell], 0);
        while !ring.is_empty() {
            ring.retain(|&c| {
                far[c] == usize::MAX && {
                    far[c] = steps;
                    true
                }
            });
            ring = ring.iter().flat_map(|&c| self.islands.near[c].iter().map(|n| n.0)).collect();
            steps += 1;
        }
        far
    }

    /// By cell: whether the island of a home may have it. What it has already and the land on the way count.
    fn reached(&self, h: usize) -> Vec<bool> {
        let own = self.number_of(h);
        let is_other =
            |c: usize| self.number[c] != own && self.has_home[self.number[c]] && self.land[c] == State::There;
        let is_free = |c: usize| {
            let beside = || self.islands.near[c].iter().any(|(d, group)| self.stated.contains(group) && is_other(*d));
            self.land[c] != State::Gone && !is_other(c) && !beside()
        };
        // By number: how many cells the island has at least with this piece.
        let mut least: Vec<usize> = vec![usize::MAX; self.land.len()];
        least[own] = self.size[own];
        let most = self.islands.homes[h].size.unwrap_or(self.land.len());
        let mut due: VecDeque<usize> = self.of[own].iter().copied().collect();
        while let Some(d) = due.pop_front() {
            for &(c, _) in &self.islands.near[d] {
                let n = self.number[c];
                let with = least[self.number[d]] + self.size[n];
                if n != own && with <= most && with < least[n] && is_free(c) {
                    least[n] = with;
                    due.extend(&self.of[n]);
                }
            }
        }
        (0..self.land.len()).map(|c| least[self.number[c]] <= most).collect()
    }
}
