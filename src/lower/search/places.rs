//! Where few places of a house are left for a value, it rules out what it would rule out from each of them: pointing and
//! claiming in a sudoku, and more where neighbours are bound too.

use super::propagate::{Empty, Propagator, Space};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Most places of a value that are looked at together.
const FEW: usize = 3;
/// Most sets of places of which it is remembered what they rule out.
const REMEMBERED: usize = 1 << 16;

/// Unknowns with values of theirs.
type Values = Box<[(u32, u64)]>;

pub(super) struct Places {
    houses: Vec<House>,
    /// By unknown: its houses.
    of: Vec<Vec<u32>>,
    /// Houses to look at.
    changed: Vec<bool>,
    /// By house, value and places: what is ruled out.
    ruled_out: FxHashMap<(u32, u32, u64), Values>,
}

/// Unknowns that take each value once.
struct House {
    propagator: u32,
    /// Each unknown, and how far its mask is shifted so that equal bits stand for equal values.
    parts: Box<[(u32, u32)]>,
}

impl Places {
    /// `None` where nothing takes all its values.
    pub(super) fn of(space: &Space) -> Option<Places> {
        let every = |(p, propagator): (usize, &Propagator)| match propagator {
            Propagator::Different(d) if d.every != 0 => Some(House { propagator: p as u32, parts: d.parts.clone() }),
            _ => None,
        };
        let houses: Vec<House> = space.propagators.iter().enumerate().filter_map(every).collect();
        let mut of = vec![vec![]; space.masks.len()];
        for (h, house) in houses.iter().enumerate() {
            house.parts.iter().for_each(|&(u, _)| of[u as usize].push(h as u32));
        }
        let changed = vec![true; houses.len()];
        (!houses.is_empty()).then_some(Places { houses, of, changed, ruled_out: FxHashMap::default() })
    }

    /// Looks at the houses of unknowns that have changed; the propagator that failed, if one did.
    pub(super) fn weigh(&mut self, space: &mut Space, changed: impl Iterator<Item = u32>) -> Result<(), u32> {
        for unknown in changed {
            self.of[unknown as usize].iter().for_each(|&h| self.changed[h as usize] = true);
        }
        let Places { houses, changed, ruled_out, .. } = self;
        let mut result = Ok(());
        for (h, house) in houses.iter().enumerate().filter(|(h, _)| std::mem::take(&mut changed[*h])) {
            if result.is_ok() {
                result = house.weigh(h as u32, space, ruled_out).map_err(|Empty| house.propagator);
            }
        }
        result
    }
}

impl House {
    fn weigh(
        &self,
        number: u32,
        space: &mut Space,
        ruled_out: &mut FxHashMap<(u32, u32, u64), Values>,
    ) -> Result<(), Empty> {
        // Values with at least so many places, less one.
        let mut places = [0u64; FEW + 1];
        for &(u, shift) in &self.parts {
            let mask = space.masks[u as usize] << shift;
            for n in (1..=FEW).rev() {
                places[n] |= places[n - 1] & mask;
            }
            places[0] |= mask;
        }
        space.work += self.parts.len() as u64;
        let mut values = places[1] & !places[FEW];
        while values != 0 {
            let value = values.trailing_zeros();
            values &= values - 1;
            let has = |&(u, shift): &(u32, u32)| space.masks[u as usize] << shift >> value & 1 == 1;
            let there = self.parts.iter().enumerate().fold(0, |all, (i, part)| all | u64::from(has(part)) << i);
            if ruled_out.len() > REMEMBERED {
                ruled_out.clear();
            }
            let found = ruled_out.entry((number, value, there));
            let found = found.or_insert_with(|| self.ruled_out(space, value, there));
            space.work += 4 + found.len() as u64;
            found.iter().try_for_each(|&(u, mask)| space.keep(u, !mask))?;
        }
        Ok(())
    }

    /// What a value rules out from each of these places.
    fn ruled_out(&self, space: &Space, value: u32, places: u64) -> Values {
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
        // That it is nowhere else in the house is known.
        for &(u, shift) in self.parts.iter().filter(|part| part.1 <= value) {
            all.entry(u).and_modify(|mask| *mask &= !(1 << (value - shift)));
        }
        all.into_iter().filter(|entry| entry.1 != 0).collect()
    }
}

/// The values that others can't have with this one.
fn conflicts(space: &Space, unknown: u32, bit: u32) -> BTreeMap<u32, u64> {
    let mut all = BTreeMap::from([(unknown, !(1 << bit))]);
    for &p in &space.watchers[unknown as usize] {
        match &space.propagators[p as usize] {
            Propagator::Different(d) => {
                let shifts = d.parts.iter().filter(|part| part.0 == unknown).map(|part| part.1);
                for value in shifts.map(|shift| bit + shift).filter(|&value| d.except >> value & 1 == 0) {
                    for &(u, shift) in d.parts.iter().filter(|part| part.0 != unknown && part.1 <= value) {
                        *all.entry(u).or_insert(0) |= 1 << (value - shift);
                    }
                }
            }
            Propagator::Pair { ends: [a, b], with } => {
                let (other, with) = if *a == unknown { (*b, &with[0]) } else { (*a, &with[1]) };
                *all.entry(other).or_insert(0) |= !with[bit as usize];
            }
            _ => {}
        }
    }
    all
}
