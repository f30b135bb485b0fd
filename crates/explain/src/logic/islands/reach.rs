//! The cells that each island can still have.

use super::Islands;
use crate::logic::condition::State;
use crate::logic::finding::Grounds;
use crate::mask::Mask;

/// Land and sea as far as they are known.
pub(super) struct KnownLand<'a> {
    islands: &'a Islands,
    masks: &'a [Mask],
    pub land: Vec<State>,
    /// By cell of land: a number of its piece.
    pub piece: Vec<usize>,
    /// By number: its cells.
    pub pieces: Vec<Vec<usize>>,
    /// By number: the homes in it.
    pub homes: Vec<Vec<usize>>,
}

/// The cells that an island can have.
pub(super) struct Reach {
    pub cells: Vec<usize>,
    /// Cells beside these that it can't.
    barred: Vec<usize>,
}

const NONE: usize = usize::MAX;

impl<'a> KnownLand<'a> {
    pub(super) fn new(islands: &'a Islands, masks: &'a [Mask]) -> KnownLand<'a> {
        let land: Vec<State> = (0..islands.cells.len()).map(|c| islands.land(c, masks)).collect();
        let mut known_land =
            KnownLand { islands, masks, piece: vec![NONE; land.len()], land, pieces: vec![], homes: vec![] };
        for start in 0..islands.cells.len() {
            if known_land.land[start] != State::There || known_land.piece[start] != NONE {
                continue;
            }
            let number = known_land.pieces.len();
            let mut cells = vec![start];
            known_land.piece[start] = number;
            let mut next = 0;
            while let Some(&cell) = cells.get(next) {
                next += 1;
                for &(near, _) in &islands.near[cell] {
                    if known_land.land[near] == State::There && known_land.piece[near] == NONE {
                        known_land.piece[near] = number;
                        cells.push(near);
                    }
                }
            }
            known_land.homes.push(cells.iter().filter_map(|&c| islands.home_at[c]).collect());
            known_land.pieces.push(cells);
        }
        known_land
    }

    pub(super) fn own(&self, home: usize) -> usize {
        self.piece[self.islands.homes[home].cell]
    }

    /// Whether a cell is land of another home's island, or beside it: a cell of that.
    fn foreign(&self, cell: usize, own: usize) -> Option<usize> {
        let of_other =
            |c: usize| self.piece[c] != NONE && self.piece[c] != own && !self.homes[self.piece[c]].is_empty();
        let near = self.islands.near[cell].iter().map(|n| n.0);
        std::iter::once(cell).chain(near).find(|&c| of_other(c))
    }

    /// The cells that an island has or can get to within its number; land on the way counts with its whole piece.
    pub(super) fn reach(&self, home: usize) -> Reach {
        let own = self.own(home);
        let all = self.islands.cells.len();
        let most = self.islands.homes[home].size.unwrap_or(all).saturating_sub(self.pieces[own].len());
        let mut cost = vec![NONE; all];
        // By cost the cells that are come to.
        let mut due: Vec<Vec<usize>> = vec![self.pieces[own].clone()];
        let (mut cells, mut barred) = (Vec::new(), Vec::new());
        self.pieces[own].iter().for_each(|&c| cost[c] = 0);
        let mut now = 0;
        while now < due.len() {
            let mut next = 0;
            while let Some(&cell) = due[now].get(next) {
                next += 1;
                if cost[cell] != now {
                    continue;
                }
                cells.push(cell);
                for &(near, _) in &self.islands.near[cell] {
                    if cost[near] <= now {
                        continue;
                    }
                    let piece = self.piece[near];
                    let weight = if piece == NONE { 1 } else { self.pieces[piece].len() };
                    let then = now + weight;
                    if then > most || self.land[near] == State::Gone || self.foreign(near, own).is_some() {
                        barred.push(near);
                        continue;
                    }
                    if cost[near] <= then {
                        continue;
                    }
                    due.resize(due.len().max(then + 1), vec![]);
                    let one = [near];
                    for &c in if piece == NONE { &one[..] } else { &self.pieces[piece] } {
                        cost[c] = then;
                        due[then].push(c);
                    }
                }
            }
            now += 1;
        }
        barred.retain(|&c| cost[c] == NONE);
        barred.sort_unstable();
        barred.dedup();
        Reach { cells, barred }
    }

    /// The facts that the cells of a piece of land are one island, from one of them on; up to another where that is given.
    pub(super) fn together(&self, from: usize, to: Option<usize>, grounds: &mut Grounds) {
        let number = self.piece[from];
        let mut before = vec![(from, NONE)];
        let mut way: Vec<Option<(usize, usize)>> = vec![None; self.islands.cells.len()];
        let mut next = 0;
        while let Some(&(cell, _)) = before.get(next) {
            next += 1;
            if Some(cell) == to {
                break;
            }
            for &(near, group) in &self.islands.near[cell] {
                if self.piece[near] == number && near != from && way[near].is_none() {
                    way[near] = Some((cell, group));
                    before.push((near, group));
                }
            }
        }
        self.ground_in(from, grounds);
        match to {
            None => before[1..].iter().for_each(|&(cell, group)| {
                grounds.groups.push(group);
                self.ground_in(cell, grounds);
            }),
            Some(to) => {
                let mut at = to;
                while let Some((back, group)) = way[at] {
                    grounds.groups.push(group);
                    self.ground_in(at, grounds);
                    at = back;
                }
            }
        }
    }

    /// The fact that a cell is land, or is not.
    pub(super) fn ground_in(&self, cell: usize, grounds: &mut Grounds) {
        match self.islands.home_at[cell] {
            Some(home) => grounds.groups.push(self.islands.homes[home].group),
            None => {
                let u = self.islands.cells[cell];
                grounds.groups.push(self.islands.channel_by[cell]);
                grounds.gone.push((u, 0b11 & !self.masks[u]));
            }
        }
    }

    /// Why an island does not get further than this.
    pub(super) fn bounds(&self, home: usize, reach: &Reach, grounds: &mut Grounds) {
        let own = self.own(home);
        self.together(self.islands.homes[home].cell, None, grounds);
        let mut met = vec![own];
        for &cell in reach.cells.iter().chain(&reach.barred) {
            let piece = self.piece[cell];
            let is_lone = piece != NONE && self.homes[piece].is_empty();
            if is_lone && self.pieces[piece].len() > 1 && !met.contains(&piece) {
                met.push(piece);
                self.together(cell, None, grounds);
            }
        }
        for &cell in &reach.barred {
            if self.land[cell] == State::Gone {
                self.ground_in(cell, grounds);
            } else if let Some(land) = self.foreign(cell, own) {
                let other = self.homes[self.piece[land]][0];
                self.together(self.islands.homes[other].cell, Some(land), grounds);
                grounds.groups.extend(self.islands.near[cell].iter().filter(|n| n.0 == land).map(|n| n.1));
            }
        }
    }
}
