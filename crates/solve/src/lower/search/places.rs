//! Pointing and claiming: if a value has few places left in a house, it takes from other unknowns what it takes from each of
//! these places.

use super::propagate::{AfterAll, Empty, Propagator, Space, ones, partner};
use std::collections::BTreeMap;

/// Places of a value up to which their common conflicts are computed.
const FEW: usize = 3;
/// Approximate size in bytes of the cache of common conflicts.
const REMEMBERED: usize = 64 << 20;

pub(super) struct Places {
    houses: Vec<House>,
    /// By unknown: its houses, each with the shift of its mask there.
    of: Vec<Vec<(u32, u32)>>,
    /// By house: values that lost a place since the last look.
    changed: Vec<u64>,
    ruled_out: RuledOut,
}

/// Cached common conflicts of sets of places. The layout is compact, as it is read at every step and most sets have none.
#[derive(Default)]
struct RuledOut {
    /// By house and value, once used: by set of places ([`rank`]), one more than the index of its first unknown.
    sets: Vec<Box<[u32]>>,
    /// Unknowns with the values that they lose; `NO_MORE` ends each set.
    values: Vec<(u32, u64)>,
    /// The number of sets that still fit.
    room: usize,
}

const NO_MORE: (u32, u64) = (0, 0);

/// Unknowns that together take each value once.
struct House {
    propagator: u32,
    /// Each unknown with the shift of its mask that makes equal bits stand for equal values.
    parts: Box<[(u32, u32)]>,
}

impl Places {
    /// `None` if there is no house.
    pub(super) fn of(space: &Space) -> Option<Places> {
        let every = |(p, propagator): (usize, &Propagator)| match propagator {
            Propagator::Different(d) if d.every != 0 => Some(House { propagator: p as u32, parts: d.parts.clone() }),
            _ => None,
        };
        let houses: Vec<House> = space.propagators.iter().enumerate().filter_map(every).collect();
        let mut of = vec![vec![]; space.masks.len()];
        for (h, house) in houses.iter().enumerate() {
            house.parts.iter().for_each(|&(u, shift)| of[u as usize].push((h as u32, shift)));
        }
        let changed = vec![!0; houses.len()];
        let mut ruled_out = RuledOut::default();
        ruled_out.forget(houses.len());
        (!houses.is_empty()).then_some(Places { houses, of, changed, ruled_out })
    }
}

impl AfterAll for Places {
    fn lose(&mut self, lost: &mut dyn Iterator<Item = (u32, u64)>) {
        for (unknown, values) in lost {
            for &(h, shift) in &self.of[unknown as usize] {
                self.changed[h as usize] |= values << shift;
            }
        }
    }

    fn weigh(&mut self, space: &mut Space) -> Result<(), u32> {
        let Places { houses, changed, ruled_out, .. } = self;
        let mut result = Ok(());
        for (h, house) in houses.iter().enumerate() {
            let changed = std::mem::take(&mut changed[h]);
            if changed != 0 && result.is_ok() {
                result = house.weigh(h, changed, space, ruled_out).map_err(|Empty| house.propagator);
            }
        }
        if ruled_out.bytes() > REMEMBERED {
            ruled_out.forget(houses.len());
        }
        result
    }
}

impl RuledOut {
    fn bytes(&self) -> usize {
        self.room * size_of::<u32>() + self.values.len() * size_of::<(u32, u64)>()
    }

    fn forget(&mut self, houses: usize) {
        self.sets = (0..houses * u64::BITS as usize).map(|_| Box::default()).collect();
        self.values = vec![NO_MORE];
        self.room = 0;
    }
}

/// The number of a set of two or three places: pairs before triples, then in the order of the largest place, then of the next.
fn rank(mut set: u64, places: usize) -> usize {
    let mut next = || {
        let place = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        place
    };
    let pair = |i: usize, j: usize| i + j * (j - 1) / 2;
    let (i, j, k) = (next(), next(), next());
    if k == u64::BITS as usize { pair(i, j) } else { pair(0, places) + pair(i, j) + k * (k - 1) * (k - 2) / 6 }
}

/// The number of such sets.
fn ranks(places: usize) -> usize {
    places * places.saturating_sub(1) / 2 * (places + 1) / 3
}

impl House {
    fn weigh(&self, number: usize, changed: u64, space: &mut Space, ruled_out: &mut RuledOut) -> Result<(), Empty> {
        // `places[n]` has a bit for each value with more than n places.
        let mut places = [0u64; FEW + 1];
        for &(u, shift) in &self.parts {
            let mask = space.masks[u as usize] << shift;
            for n in (1..=FEW).rev() {
                places[n] |= places[n - 1] & mask;
            }
            places[0] |= mask;
        }
        space.work += self.parts.len() as u64;
        let few = places[1] & !places[FEW] & changed;
        if few == 0 {
            return Ok(());
        }
        let mut there = [0u64; u64::BITS as usize];
        for (i, &(u, shift)) in self.parts.iter().enumerate() {
            ones(space.masks[u as usize] << shift & few).for_each(|value| there[value as usize] |= 1 << i);
        }
        for value in ones(few) {
            let there = there[value as usize];
            let sets = &mut ruled_out.sets[number * u64::BITS as usize + value as usize];
            if sets.is_empty() {
                *sets = vec![0; ranks(self.parts.len())].into();
                ruled_out.room += sets.len();
            }
            let start = &mut sets[rank(there, self.parts.len())];
            if *start == 0 {
                let found = self.ruled_out(space, value, there);
                *start = 1;
                if !found.is_empty() {
                    *start += ruled_out.values.len() as u32;
                    ruled_out.values.extend(found);
                    ruled_out.values.push(NO_MORE);
                }
            }
            let start = *start as usize - 1;
            space.work += 4;
            for &(u, mask) in ruled_out.values[start..].iter().take_while(|&&entry| entry != NO_MORE) {
                space.work += 1;
                space.keep(u, !mask)?;
            }
        }
        Ok(())
    }

    /// The values that other unknowns lose wherever among these places the value stands.
    fn ruled_out(&self, space: &Space, value: u32, places: u64) -> Vec<(u32, u64)> {
        let mut all: Option<BTreeMap<u32, u64>> = None;
        for (_, &(u, shift)) in self.parts.iter().enumerate().filter(|(i, _)| places >> i & 1 == 1) {
            let from_here = conflicts(space, u, value - shift);
            all = Some(match all {
                None => from_here,
                Some(mut all) => {
                    all.retain(|other, mask| {
                        *mask &= from_here.get(other).copied().unwrap_or(0);
                        *mask != 0
                    });
                    all
                }
            });
        }
        let mut all = all.unwrap_or_default();
        // The unknowns of the house itself have lost the value already.
        for &(u, shift) in self.parts.iter().filter(|part| part.1 <= value) {
            all.entry(u).and_modify(|mask| *mask &= !(1 << (value - shift)));
        }
        all.into_iter().filter(|entry| entry.1 != 0).collect()
    }
}

/// The values that other unknowns can't have beside this one.
fn conflicts(space: &Space, unknown: u32, bit: u32) -> BTreeMap<u32, u64> {
    let mut all = BTreeMap::from([(unknown, !(1 << bit))]);
    for watcher in &space.watchers[unknown as usize] {
        match &space.propagators[watcher.propagator as usize] {
            Propagator::Different(d) => {
                let shifts = d.parts.iter().filter(|part| part.0 == unknown).map(|part| part.1);
                for value in shifts.map(|shift| bit + shift).filter(|&value| d.except >> value & 1 == 0) {
                    for &(u, shift) in d.parts.iter().filter(|part| part.0 != unknown && part.1 <= value) {
                        *all.entry(u).or_insert(0) |= 1 << (value - shift);
                    }
                }
            }
            Propagator::Pair { ends, with } => {
                let (other, with) = partner(ends, with, unknown);
                *all.entry(other).or_insert(0) |= !with[bit as usize];
            }
            _ => {}
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_of_places_has_a_number_of_its_own() {
        for places in 2..=16 {
            let sets = (0..1u64 << places).filter(|set| (2..=3).contains(&set.count_ones()));
            let mut numbers: Vec<usize> = sets.map(|set| rank(set, places)).collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (0..ranks(places)).collect::<Vec<_>>());
        }
        assert_eq!(rank(7 << 61, 64), ranks(64) - 1);
    }
}
