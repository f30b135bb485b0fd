//! Violations of islands, and the conclusions that avoid them.

use super::Islands;
use super::reach::{KnownLand, Reach};
use crate::knowledge::Knowledge;
use crate::logic::Board;
use crate::logic::argument::Argument;
use crate::logic::condition::State;
use crate::logic::finding::{Finding, Grounds};
use crate::logic::violation::IslandViolation;
use crate::mask::Mask;
use sator_answer::Atom;
use sator_model::UnknownId;

/// By home what it reaches, and by cell the homes that reach it.
struct Before {
    reach: Vec<Reach>,
    by: Vec<Vec<usize>>,
}

impl Before {
    fn new(islands: &Islands, known_land: &KnownLand) -> Before {
        let reach: Vec<Reach> = (0..islands.homes.len()).map(|h| known_land.reach(h)).collect();
        let mut by = vec![vec![]; islands.cells.len()];
        for (h, reach) in reach.iter().enumerate() {
            reach.cells.iter().for_each(|&c| by[c].push(h));
        }
        Before { reach, by }
    }
}

impl Islands {
    /// A shaded cell is sea.
    pub(crate) fn land(&self, cell: usize, masks: &[Mask]) -> State {
        match masks[self.cells[cell]] {
            0b01 => State::There,
            0b10 => State::Gone,
            _ if self.home_at[cell].is_some() => State::There,
            _ => State::Open,
        }
    }

    /// The cells known to be of an island.
    pub(crate) fn known_size(&self, home: usize, masks: &[Mask]) -> usize {
        let known_land = KnownLand::new(self, masks);
        known_land.pieces[known_land.own(home)].len()
    }

    /// A certain violation of the islands, with its premises.
    pub(crate) fn violation(&self, masks: &[Mask]) -> Option<(IslandViolation, Grounds)> {
        if let Some(drowned) = self.drowned(masks) {
            return Some(drowned);
        }
        let known_land = KnownLand::new(self, masks);
        let crowded = (0..self.homes.len()).find_map(|h| self.crowded(&known_land, h));
        crowded.or_else(|| {
            let before = Before::new(self, &known_land);
            let narrow = (0..self.homes.len()).find_map(|h| self.narrow(&known_land, h, &before.reach[h]));
            narrow.or_else(|| {
                let is_lost = |&c: &usize| known_land.land[c] == State::There && before.by[c].is_empty();
                let lost = (0..self.cells.len()).find(is_lost)?;
                Some(self.unreached(&known_land, lost, |h| known_land.reach(h)))
            })
        })
    }

    fn drowned(&self, masks: &[Mask]) -> Option<(IslandViolation, Grounds)> {
        let home = self.homes.iter().find(|h| self.land(h.cell, masks) == State::Gone)?;
        let gone = vec![(self.cells[home.cell], 0b01)];
        Some((IslandViolation::ClueInSea, Grounds { gone, groups: vec![home.group, self.channel_by[home.cell]] }))
    }

    /// Two islands in one, or one that is too large.
    fn crowded(&self, known_land: &KnownLand, h: usize) -> Option<(IslandViolation, Grounds)> {
        let own = known_land.own(h);
        let mut grounds = Grounds::default();
        if let Some(&other) = known_land.homes[own].iter().find(|&&o| o != h) {
            known_land.together(self.homes[h].cell, Some(self.homes[other].cell), &mut grounds);
            return Some((IslandViolation::Joined(h, other), grounds));
        }
        self.homes[h].size.filter(|&n| known_land.pieces[own].len() > n)?;
        known_land.together(self.homes[h].cell, None, &mut grounds);
        Some((IslandViolation::TooLarge(h), grounds))
    }

    fn narrow(&self, known_land: &KnownLand, h: usize, reach: &Reach) -> Option<(IslandViolation, Grounds)> {
        self.homes[h].size.filter(|&n| reach.cells.len() < n)?;
        let mut grounds = Grounds::default();
        known_land.bounds(h, reach, &mut grounds);
        Some((IslandViolation::NoRoom(h), grounds))
    }

    /// The violation that no island reaches a cell.
    fn unreached(
        &self,
        known_land: &KnownLand,
        lost: usize,
        reach: impl Fn(usize) -> Reach,
    ) -> (IslandViolation, Grounds) {
        let mut grounds = Grounds::default();
        known_land.together(lost, None, &mut grounds);
        let steps = self.steps_to(lost);
        for (h, home) in self.homes.iter().enumerate() {
            grounds.groups.push(home.group);
            // An island that is too far off needs no bounds.
            if home.size.is_none_or(|n| steps[home.cell] < n) {
                known_land.bounds(h, &reach(h), &mut grounds);
            }
        }
        (IslandViolation::Unreached(lost), grounds)
    }

    /// By cell the way from one, whatever is land.
    fn steps_to(&self, cell: usize) -> Vec<usize> {
        let mut steps = vec![usize::MAX; self.cells.len()];
        steps[cell] = 0;
        let mut open = vec![cell];
        let mut next = 0;
        while let Some(&cell) = open.get(next) {
            next += 1;
            for &(near, _) in &self.near[cell] {
                if steps[near] == usize::MAX {
                    steps[near] = steps[cell] + 1;
                    open.push(near);
                }
            }
        }
        steps
    }

    /// By cell: what of it can be seen at a glance to violate the islands. It can't be land beside a complete island, between two,
    /// or where no island gets to; it can't be sea where land has no other way out, or an island needs all cells it can have.
    fn suspects(&self, known_land: &KnownLand, before: &Before) -> Vec<Mask> {
        let (land, sea) = (0b01, 0b10);
        let mut suspects: Vec<Mask> = vec![0; self.cells.len()];
        let open = |c: usize| known_land.land[c] == State::Open;
        for cell in (0..self.cells.len()).filter(|&c| open(c)) {
            let mut pieces: Vec<usize> = self.near[cell].iter().map(|&(near, _)| known_land.piece[near]).collect();
            pieces.retain(|&piece| piece != usize::MAX);
            pieces.sort_unstable();
            pieces.dedup();
            let size = 1 + pieces.iter().map(|&piece| known_land.pieces[piece].len()).sum::<usize>();
            let mut homes = pieces.iter().flat_map(|&piece| &known_land.homes[piece]);
            let crowded = match (homes.next(), homes.next()) {
                (Some(_), Some(_)) => true,
                (Some(&home), None) => self.homes[home].size.is_some_and(|n| size > n),
                (None, _) => before.by[cell].is_empty(),
            };
            if crowded {
                suspects[cell] |= land;
            }
        }
        for (piece, cells) in known_land.pieces.iter().enumerate() {
            let home = known_land.homes[piece].first().map(|&home| &self.homes[home]);
            if home.is_some_and(|home| home.size.is_none_or(|n| n <= cells.len())) {
                continue;
            }
            let mut exits = cells.iter().flat_map(|&c| self.near[c].iter().map(|n| n.0)).filter(|&c| open(c));
            if let Some(exit) = exits.next()
                && exits.all(|other| other == exit)
            {
                suspects[exit] |= sea;
            }
        }
        for (home, reach) in self.homes.iter().zip(&before.reach).filter(|(h, r)| h.size == Some(r.cells.len())) {
            debug_assert!(reach.cells.contains(&home.cell));
            reach.cells.iter().filter(|&&c| open(c)).for_each(|&c| suspects[c] |= sea);
        }
        suspects
    }

    /// As [`Islands::violation`], where there is none without what is supposed of one cell.
    fn trouble_at(&self, cell: usize, before: &Before, masks: &[Mask]) -> Option<(IslandViolation, Grounds)> {
        if let Some(drowned) = self.drowned(masks) {
            return Some(drowned);
        }
        let known_land = KnownLand::new(self, masks);
        // Only islands that come here, or beside the land that this joins, can be in violation.
        let one = [cell];
        let joined = match known_land.land[cell] {
            State::There => &known_land.pieces[known_land.piece[cell]][..],
            _ => &one[..],
        };
        let mut homes: Vec<usize> = Vec::new();
        for &c in joined {
            homes.extend(&before.by[c]);
            self.near[c].iter().for_each(|&(near, _)| homes.extend(&before.by[near]));
        }
        homes.sort_unstable();
        homes.dedup();
        if let Some(crowded) = homes.iter().find_map(|&h| self.crowded(&known_land, h)) {
            return Some(crowded);
        }
        let reach: Vec<Reach> = homes.iter().map(|&h| known_land.reach(h)).collect();
        let narrow = homes.iter().zip(&reach).find_map(|(&h, reach)| self.narrow(&known_land, h, reach));
        narrow.or_else(|| {
            let mut met = vec![false; self.cells.len()];
            reach.iter().for_each(|r| r.cells.iter().for_each(|&c| met[c] = true));
            let elsewhere = |c: usize| before.by[c].iter().any(|h| homes.binary_search(h).is_err());
            let is_lost = |&c: &usize| known_land.land[c] == State::There && !met[c] && !elsewhere(c);
            let lost = is_lost(&cell).then_some(cell).or_else(|| (0..self.cells.len()).find(is_lost))?;
            Some(self.unreached(&known_land, lost, |h| known_land.reach(h)))
        })
    }
}

/// Candidates that would violate the islands. Those by one home, or by which one island would be too large, are one finding.
/// Within a case, where only these unknowns count, the first is enough.
pub(crate) fn island_violations(
    board: &Board,
    knowledge: &Knowledge,
    masks: &[Mask],
    within: Option<&dyn Fn(UnknownId) -> bool>,
) -> Vec<Finding> {
    let Some(islands) = &board.islands else { return vec![] };
    let mut found: Vec<Finding> = Vec::new();
    let mut masks = masks.to_vec();
    if islands.violation(&masks).is_some() {
        return found;
    }
    let known_land = KnownLand::new(islands, &masks);
    let before = Before::new(islands, &known_land);
    let suspects = within.map(|_| islands.suspects(&known_land, &before));
    drop(known_land);
    for (at, &cell) in islands.cells.iter().enumerate() {
        let counts = within.is_none_or(|within| within(cell));
        if !counts || knowledge.known[cell].is_some() || masks[cell].is_power_of_two() {
            continue;
        }
        for (supposed, value) in [(0b01, 1), (0b10, 0)] {
            if suspects.as_ref().is_some_and(|suspects| suspects[at] & supposed == 0) {
                continue;
            }
            let open = std::mem::replace(&mut masks[cell], supposed);
            let violation = islands.trouble_at(at, &before, &masks);
            masks[cell] = open;
            let Some((violation, Grounds { mut gone, groups })) = violation else { continue };
            gone.retain(|g| g.0 != cell);
            let conclusion = Atom { unknown: cell, value, is: true };
            let same = |f: &&mut Finding| match &f.argument {
                Argument::Islands { violation: other } => {
                    *other == violation
                        && matches!(violation, IslandViolation::TooLarge(_) | IslandViolation::ClueInSea)
                }
                _ => false,
            };
            match found.iter_mut().find(same) {
                Some(finding) => {
                    finding.conclusions.push(conclusion);
                    finding.groups.extend(groups);
                    finding.gone.extend(gone);
                }
                None => {
                    let argument = Argument::Islands { violation };
                    found.push(Finding { argument, conclusions: vec![conclusion], groups, gone });
                }
            }
            if within.is_some() {
                return found;
            }
        }
    }
    for finding in &mut found {
        finding.groups.sort_unstable();
        finding.groups.dedup();
        finding.gone.sort_unstable();
        finding.gone.dedup();
    }
    found
}
