//! Search for models in which every condition is a difference of unknowns. Each value has a plane with a bit for each
//! unknown.
//!
//! Fixing an unknown clears its peers in one plane and itself in the others. Adding the planes bit by bit finds the naked
//! singles of the whole board. Hidden singles cost more than they save if solutions lie close together, so the search looks
//! for them only while dead ends are frequent.

use super::propagate::{Different, Empty, Propagator, Space, ones};
use super::{DepthFirst, Ended, Visit};
use sator_base::limits::Limits;
use sator_model::{Assignment, Atom, Model, UnknownId};
use sator_propagate::search::{EACH, FIRST, SAVED, gone_through};

/// Consecutive solutions without a dead end after which the search stops looking for hidden singles: at first, and after
/// each dead end.
const WARY: u32 = 32;
const WARIER: u32 = 8;

/// A set of unknowns.
type Set<const W: usize> = [u64; W];

/// Unknowns that together take each of these values once.
struct House<const W: usize> {
    unknowns: Set<W>,
    values: u64,
}

/// A decision: the unknown has this value, or no longer has it.
struct Frame {
    unknown: u32,
    value: u32,
    /// All solutions with the value have been seen; the search is among those without.
    flipped: bool,
}

#[derive(Clone)]
struct State<const W: usize> {
    /// By value: the unknowns that can have it.
    planes: Box<[Set<W>]>,
    /// The unknowns that aren't fixed.
    open: Set<W>,
    /// The values that lost a place since the last search for hidden singles.
    changed: u64,
}

struct Planes<const W: usize> {
    /// The value of the first plane.
    base: i64,
    state: State<W>,
    /// The state to which [`DepthFirst::start_over`] returns.
    root: State<W>,
    /// The states before the decisions that aren't flipped: all planes one behind the other, and the other fields.
    planes: Vec<Set<W>>,
    rest: Vec<(Set<W>, u64)>,
    frames: Vec<Frame>,
    /// By unknown: the unknowns that differ from it.
    peers: Box<[Set<W>]>,
    houses: Box<[House<W>]>,
    assignment: Assignment,
    wary: u32,
    work: u64,
    until: u64,
}

/// A search by planes; `None` if a condition of the space isn't a difference.
pub(super) fn of(space: &Space, model: &Model) -> Option<Box<dyn DepthFirst>> {
    if model.unknowns.iter().any(|unknown| unknown.hidden) {
        return None;
    }
    match model.unknowns.len() {
        0 => None,
        1..=64 => Planes::<1>::of(space).map(boxed),
        65..=128 => Planes::<2>::of(space).map(boxed),
        129..=256 => Planes::<4>::of(space).map(boxed),
        _ => None,
    }
}

fn boxed<const W: usize>(planes: Planes<W>) -> Box<dyn DepthFirst> {
    Box::new(planes)
}

impl<const W: usize> Planes<W> {
    fn of(space: &Space) -> Option<Planes<W>> {
        let base = *space.base.iter().min()?;
        let shifts: Vec<u32> = space.base.iter().map(|b| u32::try_from(b - base).ok()).collect::<Option<_>>()?;
        let mut all = 0;
        for (mask, &shift) in space.masks.iter().zip(&shifts) {
            if shift > mask.leading_zeros() {
                return None;
            }
            all |= mask << shift;
        }
        let mut planes = vec![[0; W]; (u64::BITS - all.leading_zeros()) as usize];
        let mut open = [0; W];
        for (u, (mask, shift)) in space.masks.iter().zip(&shifts).enumerate() {
            ones(mask << shift).for_each(|value| insert(&mut planes[value as usize], u));
            insert(&mut open, u);
        }
        let mut peers = vec![[0; W]; space.masks.len()];
        let mut houses = vec![];
        for propagator in &space.propagators {
            let Propagator::Different(Different { parts, except: 0, every }) = propagator else { return None };
            let (first, shift) = *parts.first()?;
            // Shifts of masks and numbers of planes agree: the same bit stands for the same value.
            let offset = i64::from(shift) - i64::from(shifts[first as usize]);
            let aligned = |&(u, shift): &(u32, u32)| i64::from(shift) - i64::from(shifts[u as usize]) == offset;
            let mut unknowns = [0; W];
            parts.iter().for_each(|part| insert(&mut unknowns, part.0 as usize));
            // An unknown is no peer of itself.
            if !parts.iter().all(aligned) || parts.len() != count(&unknowns) {
                return None;
            }
            for &(u, _) in parts {
                let peers = &mut peers[u as usize];
                peers.iter_mut().zip(&unknowns).for_each(|(peers, all)| *peers |= all);
                remove(peers, u as usize);
            }
            let values = if offset < 0 { every << -offset } else { every >> offset };
            houses.extend((values != 0).then_some(House { unknowns, values }));
        }
        let state = State { planes: planes.into(), open, changed: !0 };
        let assignment = Assignment(vec![0; space.masks.len()]);
        Some(Planes {
            base,
            root: state.clone(),
            state,
            planes: vec![],
            rest: vec![],
            frames: vec![],
            peers: peers.into(),
            houses: houses.into(),
            assignment,
            wary: WARY,
            work: 0,
            until: FIRST,
        })
    }

    /// Fixes an unknown that has several values.
    fn fix(&mut self, u: usize, value: usize) {
        let (at, bit) = (u / 64, 1 << (u % 64));
        let State { planes, changed, .. } = &mut self.state;
        for (v, plane) in planes.iter_mut().enumerate() {
            *changed |= u64::from(plane[at] & bit != 0) << v;
            plane[at] &= !bit;
        }
        self.work += planes.len() as u64;
        self.place(u, value);
    }

    /// Fixes an unknown that has no other value.
    #[inline]
    fn place(&mut self, u: usize, value: usize) {
        let State { planes, open, changed } = &mut self.state;
        let (plane, peers) = (&mut planes[value], &self.peers[u]);
        (0..W).for_each(|k| plane[k] &= !peers[k]);
        insert(plane, u);
        remove(open, u);
        *changed |= 1 << value;
        self.assignment.0[u] = self.base + value as i64;
        self.work += W as u64;
    }

    /// Fixes unknowns to the value of a plane. The error means that two of them are peers.
    #[inline]
    fn fix_all(&mut self, unknowns: &Set<W>, value: usize, fix: impl Fn(&mut Self, usize)) -> Result<(), Empty> {
        for (k, &word) in unknowns.iter().enumerate() {
            for bit in ones(word) {
                if self.state.planes[value][k] >> bit & 1 == 0 {
                    return Err(Empty);
                }
                fix(self, 64 * k + bit as usize);
            }
        }
        Ok(())
    }

    /// Fixes naked singles, and hidden singles while those are wanted. Returns the open unknowns with two values.
    fn propagate(&mut self) -> Result<Set<W>, Empty> {
        loop {
            // The unknowns with at least one value, two and three.
            let (mut one, mut two, mut three) = ([0; W], [0; W], [0; W]);
            for plane in &self.state.planes {
                for k in 0..W {
                    three[k] |= two[k] & plane[k];
                    two[k] |= one[k] & plane[k];
                    one[k] |= plane[k];
                }
            }
            self.work += (self.state.planes.len() * W) as u64;
            let open = self.state.open;
            if (0..W).any(|k| open[k] & !one[k] != 0) {
                return Err(Empty);
            }
            let singles: Set<W> = std::array::from_fn(|k| open[k] & !two[k]);
            if singles == [0; W] {
                if self.wary > 0 && self.hidden_singles()? {
                    continue;
                }
                return Ok(std::array::from_fn(|k| open[k] & two[k] & !three[k]));
            }
            for value in 0..self.state.planes.len() {
                let here = std::array::from_fn(|k| singles[k] & self.state.planes[value][k]);
                self.fix_all(&here, value, |planes, u| planes.place(u, value))?;
            }
        }
    }

    /// Fixes each unknown that is the only place of a value in a house. Returns whether there was one.
    fn hidden_singles(&mut self) -> Result<bool, Empty> {
        let mut found = false;
        let changed = std::mem::take(&mut self.state.changed);
        for value in (0..self.state.planes.len()).filter(|value| changed >> value & 1 == 1) {
            let plane = &self.state.planes[value];
            let mut only = [0; W];
            for house in self.houses.iter().filter(|house| house.values >> value & 1 == 1) {
                let places: Set<W> = std::array::from_fn(|k| house.unknowns[k] & plane[k]);
                match count(&places) {
                    0 => return Err(Empty),
                    1 => only.iter_mut().zip(&places).for_each(|(only, places)| *only |= places),
                    _ => {}
                }
            }
            self.work += (self.houses.len() * W) as u64;
            let only: Set<W> = std::array::from_fn(|k| only[k] & self.state.open[k]);
            found |= only != [0; W];
            self.fix_all(&only, value, |planes, u| planes.fix(u, value))?;
        }
        Ok(found)
    }

    /// The first of the open unknowns with the fewest values.
    fn fewest(&self, pairs: &Set<W>) -> Option<usize> {
        let values = |u: &usize| self.state.planes.iter().filter(|plane| contains(plane, *u)).count();
        members(pairs).next().or_else(|| members(&self.state.open).min_by_key(values))
    }

    fn decide(&mut self, u: usize) -> Result<Set<W>, Empty> {
        let value = self.state.planes.iter().position(|plane| contains(plane, u)).ok_or(Empty)?;
        self.frames.push(Frame { unknown: u as u32, value: value as u32, flipped: false });
        self.planes.extend_from_slice(&self.state.planes);
        self.rest.push((self.state.open, self.state.changed));
        self.fix(u, value);
        self.propagate()
    }

    /// Backtracks to the last decision that isn't flipped, and flips it; `None` if there is none.
    fn next_branch(&mut self) -> Option<Result<Set<W>, Empty>> {
        while self.frames.pop_if(|frame| frame.flipped).is_some() {}
        let frame = self.frames.last_mut()?;
        frame.flipped = true;
        let start = self.planes.len() - self.state.planes.len();
        self.state.planes.copy_from_slice(&self.planes[start..]);
        self.planes.truncate(start);
        (self.state.open, self.state.changed) = self.rest.pop()?;
        remove(&mut self.state.planes[frame.value as usize], frame.unknown as usize);
        self.state.changed |= 1 << frame.value;
        Some(self.propagate())
    }
}

impl<const W: usize> DepthFirst for Planes<W> {
    fn base(&self, _: UnknownId) -> i64 {
        self.base
    }

    fn keep(&mut self, u: UnknownId, mask: u64) -> Result<(), Empty> {
        let mut left = false;
        for (value, plane) in self.state.planes.iter_mut().enumerate() {
            if mask >> value & 1 == 0 {
                remove(plane, u.index());
            }
            left |= contains(plane, u.index());
        }
        self.state.changed = !0;
        if left { Ok(()) } else { Err(Empty) }
    }

    fn settle(&mut self) -> Result<(), Empty> {
        self.propagate()?;
        self.root = self.state.clone();
        Ok(())
    }

    fn allow(&mut self, work: u64) {
        self.until = self.work.saturating_add(work);
    }

    fn run(&mut self, limits: &Limits, visit: Visit) -> Ended {
        let mut found = self.propagate();
        loop {
            if let Err(reason) = limits.tick() {
                return Ended::Stopped(reason);
            }
            found = match found {
                Err(Empty) => {
                    self.wary = (self.wary + WARIER).min(WARY);
                    match self.next_branch() {
                        Some(next) => next,
                        None => return Ended::All,
                    }
                }
                Ok(_) if self.work > self.until => return Ended::Hard,
                Ok(pairs) => match self.fewest(&pairs) {
                    Some(u) => self.decide(u),
                    None => {
                        if !visit(&self.assignment) {
                            return Ended::Enough;
                        }
                        self.wary = self.wary.saturating_sub(1);
                        self.until = (self.until + EACH).min(self.work + SAVED);
                        match self.next_branch() {
                            Some(next) => next,
                            None => return Ended::All,
                        }
                    }
                },
            };
        }
    }

    fn start_over(&mut self) {
        self.state.clone_from(&self.root);
        self.planes.clear();
        self.rest.clear();
        self.frames.clear();
        self.wary = WARY;
    }

    fn gone_through(&self) -> Vec<Vec<Atom>> {
        let path = self.frames.iter().map(|frame| {
            let value = self.base + i64::from(frame.value);
            (Atom { unknown: UnknownId(frame.unknown), value, is: false }, frame.flipped)
        });
        gone_through(path)
    }
}

fn insert<const W: usize>(set: &mut Set<W>, u: usize) {
    set[u / 64] |= 1 << (u % 64);
}

fn remove<const W: usize>(set: &mut Set<W>, u: usize) {
    set[u / 64] &= !(1 << (u % 64));
}

fn contains<const W: usize>(set: &Set<W>, u: usize) -> bool {
    set[u / 64] >> (u % 64) & 1 == 1
}

fn count<const W: usize>(set: &Set<W>) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

fn members<const W: usize>(set: &Set<W>) -> impl Iterator<Item = usize> {
    let set = *set;
    (0..W).flat_map(move |k| ones(set[k]).map(move |bit| 64 * k + bit as usize))
}
