//! The domains of all variables, with a trail: what a search changes it can take back.
//!
//! A domain is a range `min..max` and, if it spans at most [`SPAN`] values, a bit for each value in between. The range
//! is authoritative: bits outside it mean nothing, so a bound moves without touching the bits. A wider domain has no
//! bits. Its holes can't be removed one by one, which is sound because every propagator looks again when its variables
//! are fixed.

mod literals;

use crate::event::{Conflict, Event, Narrowed, TIERS, Tier};
use crate::history::{Cause, History};
use crate::ids::{PropagatorId, StateId, Var};
use crate::literal::{Fact, Relation};
use sator_model::Domain;
use std::collections::VecDeque;
use std::sync::Arc;

/// The widest span of a domain with one bit a value.
pub const SPAN: u64 = 4_096;

#[derive(Clone, Copy, Debug)]
struct Bounded {
    min: i64,
    max: i64,
    /// Number of values; for a domain without bits that of the range.
    size: u64,
}

#[derive(Clone, Debug)]
struct Layout {
    /// The value of the first bit.
    base: i64,
    /// The position of the first word in `Store::words`, and the number of words; 0 if the domain has no bits.
    first: u32,
    words: u32,
    /// The initial domain, if it has holes but no bits.
    holes: Option<Arc<Domain>>,
}

enum Saved {
    Range(Var, Bounded),
    Word(u32, u64),
    State(StateId, i64),
}

struct Watch {
    propagator: PropagatorId,
    event: Event,
}

/// Domains, trail, and the queue of propagators that have something to look at.
#[derive(Default)]
pub struct Store {
    ranges: Vec<Bounded>,
    layouts: Vec<Layout>,
    words: Vec<u64>,
    states: Vec<i64>,
    trail: Vec<Saved>,
    watches: Vec<Vec<Watch>>,
    queues: [VecDeque<PropagatorId>; TIERS],
    queued: Vec<bool>,
    tiers: Vec<Tier>,
    /// By variable: whether a clause watches it. Those that changed wait in `touched`.
    in_clauses: Vec<bool>,
    pub(crate) touched: VecDeque<Var>,
    /// The changes since the first decision with their causes, if reasons are on.
    pub(crate) history: Option<History>,
    /// The cause of the changes that follow.
    pub(crate) cause: Cause,
    /// The condition that a domain contradicted, after a conflict.
    pub(crate) failed: Option<Fact>,
    /// Values and terms that propagators have looked at: the measure of effort, equal on every machine.
    pub effort: u64,
}

impl Store {
    /// Adds a variable with a nonempty domain.
    pub fn add_var(&mut self, domain: &Domain) -> Var {
        let var = Var::at(self.ranges.len());
        let (min, max) = (domain.min(), domain.max());
        let span = min.abs_diff(max);
        let mut layout = Layout { base: min, first: self.words.len() as u32, words: 0, holes: None };
        let holes = domain.ranges().len() > 1;
        if span < SPAN {
            layout.words = span as u32 / u64::BITS + 1;
            self.words.resize(self.words.len() + layout.words as usize, if holes { 0 } else { !0 });
            if holes {
                for value in domain.iter() {
                    let bit = (value - min) as usize;
                    self.words[layout.first as usize + bit / 64] |= 1 << (bit % 64);
                }
            }
        } else if holes {
            layout.holes = Some(Arc::new(domain.clone()));
        }
        let size = if layout.words > 0 { domain.size() } else { span.saturating_add(1) };
        self.ranges.push(Bounded { min, max, size });
        self.layouts.push(layout);
        self.watches.push(vec![]);
        self.in_clauses.push(false);
        var
    }

    /// Adds an integer that is restored with the domains.
    pub fn add_state(&mut self, value: i64) -> StateId {
        self.states.push(value);
        StateId::at(self.states.len() - 1)
    }

    /// Registers the next propagator and wakes it.
    pub(crate) fn add_propagator(&mut self, id: PropagatorId, tier: Tier) {
        debug_assert_eq!(id.index(), self.queued.len());
        self.queued.push(false);
        self.tiers.push(tier);
        self.wake(id);
    }

    /// Wakes the propagator at each event of this kind from now on.
    pub(crate) fn watch(&mut self, var: Var, propagator: PropagatorId, event: Event) {
        self.watches[var].push(Watch { propagator, event });
    }

    /// Collects the variable in `touched` whenever it changes.
    pub(crate) fn watch_by_clauses(&mut self, var: Var) {
        self.in_clauses[var] = true;
    }

    fn wake(&mut self, id: PropagatorId) {
        if !self.queued[id.index()] {
            self.queued[id.index()] = true;
            self.queues[self.tiers[id.index()] as usize].push_back(id);
        }
    }

    /// The propagator to run next: the first one of the lowest tier.
    pub(crate) fn next(&mut self) -> Option<PropagatorId> {
        let id = self.queues.iter_mut().find_map(VecDeque::pop_front)?;
        self.queued[id.index()] = false;
        Some(id)
    }

    /// Whether no propagator waits.
    pub(crate) fn is_stable(&self) -> bool {
        self.touched.is_empty() && self.queues.iter().all(VecDeque::is_empty)
    }

    /// Empties the queue, after a conflict.
    pub(crate) fn clear_queue(&mut self) {
        self.touched.clear();
        for queue in &mut self.queues {
            queue.drain(..).for_each(|id| self.queued[id.index()] = false);
        }
    }

    /// Number of variables.
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Whether there are no variables.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Smallest value.
    #[inline]
    pub fn min(&self, var: Var) -> i64 {
        self.ranges[var].min
    }

    /// Largest value.
    #[inline]
    pub fn max(&self, var: Var) -> i64 {
        self.ranges[var].max
    }

    /// Number of values; of a domain without bits, the length of its range.
    #[inline]
    pub fn size(&self, var: Var) -> u64 {
        self.ranges[var].size
    }

    /// The value of a fixed variable.
    #[inline]
    pub fn value(&self, var: Var) -> Option<i64> {
        let Bounded { min, max, .. } = self.ranges[var];
        (min == max).then_some(min)
    }

    /// Whether every value between the bounds can be removed on its own.
    pub fn has_bits(&self, var: Var) -> bool {
        self.layouts[var].words > 0
    }

    /// Whether the variable can have the value.
    pub fn contains(&self, var: Var, value: i64) -> bool {
        let Bounded { min, max, .. } = self.ranges[var];
        if value < min || value > max {
            return false;
        }
        self.allows(var, value)
    }

    /// Whether the bits or the initial domain allow a value; of the range only that it was in it at some time counts.
    pub(crate) fn allows(&self, var: Var, value: i64) -> bool {
        let layout = &self.layouts[var];
        if layout.words == 0 {
            return layout.holes.as_ref().is_none_or(|domain| domain.contains(value));
        }
        let bit = value.abs_diff(layout.base) as usize;
        value >= layout.base
            && bit / 64 < layout.words as usize
            && self.words[layout.first as usize + bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The values in increasing order. Only for domains with bits, or with few values.
    pub fn values(&self, var: Var) -> impl Iterator<Item = i64> + '_ {
        let Bounded { min, max, .. } = self.ranges[var];
        let mut next = Some(min);
        std::iter::from_fn(move || {
            let value = next?;
            next = if value < max { self.next_value(var, value + 1) } else { None };
            Some(value)
        })
    }

    /// The smallest value from `from` on that the bits or the initial domain allow; the range is not looked at.
    fn next_value(&self, var: Var, from: i64) -> Option<i64> {
        let layout = &self.layouts[var];
        if layout.words == 0 {
            let Some(domain) = &layout.holes else { return Some(from) };
            let at = domain.ranges().partition_point(|r| r.1 < from);
            return domain.ranges().get(at).map(|r| r.0.max(from));
        }
        let bit = (from - layout.base) as usize;
        let words = &self.words[layout.first as usize..][..layout.words as usize];
        let mut word = words[bit / 64] & (!0 << (bit % 64));
        let mut at = bit / 64;
        while word == 0 {
            at += 1;
            word = *words.get(at)?;
        }
        Some(layout.base + (at * 64) as i64 + i64::from(word.trailing_zeros()))
    }

    /// The largest value up to `to` that the bits or the initial domain allow.
    fn previous_value(&self, var: Var, to: i64) -> Option<i64> {
        let layout = &self.layouts[var];
        if layout.words == 0 {
            let Some(domain) = &layout.holes else { return Some(to) };
            let after = domain.ranges().partition_point(|r| r.0 <= to);
            return after.checked_sub(1).map(|at| domain.ranges()[at].1.min(to));
        }
        let bit = (to - layout.base) as usize;
        let words = &self.words[layout.first as usize..][..layout.words as usize];
        let mut at = bit / 64;
        let mut word = words[at] & (!0 >> (63 - bit % 64));
        while word == 0 {
            at = at.checked_sub(1)?;
            word = words[at];
        }
        Some(layout.base + (at * 64) as i64 + 63 - i64::from(word.leading_zeros()))
    }

    /// Number of bits from one value to another, both included.
    fn count(&self, layout: &Layout, from: i64, to: i64) -> u64 {
        let (a, b) = ((from - layout.base) as usize, (to - layout.base) as usize);
        let words = &self.words[layout.first as usize..];
        let (low, high) = (!0 << (a % 64), !0 >> (63 - b % 64));
        if a / 64 == b / 64 {
            return u64::from((words[a / 64] & low & high).count_ones());
        }
        let inner: u32 = words[a / 64 + 1..b / 64].iter().map(|w| w.count_ones()).sum();
        u64::from((words[a / 64] & low).count_ones() + inner + (words[b / 64] & high).count_ones())
    }

    /// A point to come back to with [`Store::undo`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores domains and states as they were at the mark.
    pub fn undo(&mut self, mark: usize) {
        if let Some(history) = &mut self.history {
            history.undo(mark);
        }
        for saved in self.trail.drain(mark..).rev() {
            match saved {
                Saved::Range(var, range) => self.ranges[var] = range,
                Saved::Word(at, word) => self.words[at as usize] = word,
                Saved::State(id, value) => self.states[id] = value,
            }
        }
    }

    /// An integer of a propagator.
    #[inline]
    pub fn state(&self, id: StateId) -> i64 {
        self.states[id]
    }

    /// Changes an integer of a propagator until the change is taken back.
    pub fn set_state(&mut self, id: StateId, value: i64) {
        let old = std::mem::replace(&mut self.states[id], value);
        if old != value {
            self.trail.push(Saved::State(id, old));
        }
    }

    /// Replaces the range of a variable because of `relation`, from which the new range follows together with the holes.
    fn change(&mut self, var: Var, new: Bounded, relation: Relation) {
        let old = self.ranges[var];
        if let Some(history) = &mut self.history {
            let ranges = [(old.min, old.max), (new.min, new.max)];
            history.record(self.trail.len(), Fact { var, relation }, self.cause, ranges);
        }
        self.trail.push(Saved::Range(var, old));
        self.ranges[var] = new;
        if self.in_clauses[var] {
            self.touched.push_back(var);
        }
        let event = match new {
            Bounded { min, max, .. } if min == max => Event::Fixed,
            Bounded { min, max, .. } if min != old.min || max != old.max => Event::Bound,
            _ => Event::Value,
        };
        let Store { watches, queued, queues, tiers, .. } = self;
        for watch in watches[var].iter().filter(|watch| event >= watch.event) {
            let at = watch.propagator.index();
            if !queued[at] {
                queued[at] = true;
                queues[tiers[at] as usize].push_back(watch.propagator);
            }
        }
    }

    #[cold]
    fn fail(&mut self, var: Var, relation: Relation) -> Narrowed {
        self.failed = Some(Fact { var, relation });
        Err(Conflict)
    }

    /// Leaves only the values from `from` on.
    ///
    /// # Errors
    /// [`Conflict`] if no value is left.
    #[inline]
    pub fn at_least(&mut self, var: Var, from: i64) -> Narrowed {
        let Bounded { min, max, .. } = self.ranges[var];
        if from <= min {
            return Ok(());
        }
        if from > max {
            return self.fail(var, Relation::AtLeast(from));
        }
        self.raise(var, from, Relation::AtLeast(from))
    }

    fn raise(&mut self, var: Var, from: i64, relation: Relation) -> Narrowed {
        let Bounded { min: old, max, size } = self.ranges[var];
        let Some(min) = self.next_value(var, from).filter(|&min| min <= max) else { return self.fail(var, relation) };
        let layout = &self.layouts[var];
        let size = match layout.words {
            0 => min.abs_diff(max).saturating_add(1),
            _ if min == max => 1,
            _ => size - self.count(layout, old, min - 1),
        };
        self.change(var, Bounded { min, max, size }, relation);
        Ok(())
    }

    /// Leaves only the values up to `to`.
    ///
    /// # Errors
    /// [`Conflict`] if no value is left.
    #[inline]
    pub fn at_most(&mut self, var: Var, to: i64) -> Narrowed {
        let Bounded { min, max, .. } = self.ranges[var];
        if to >= max {
            return Ok(());
        }
        if to < min {
            return self.fail(var, Relation::AtMost(to));
        }
        self.lower(var, to, Relation::AtMost(to))
    }

    fn lower(&mut self, var: Var, to: i64, relation: Relation) -> Narrowed {
        let Bounded { min, max: old, size } = self.ranges[var];
        let Some(max) = self.previous_value(var, to).filter(|&max| max >= min) else {
            return self.fail(var, relation);
        };
        let layout = &self.layouts[var];
        let size = match layout.words {
            0 => min.abs_diff(max).saturating_add(1),
            _ if min == max => 1,
            _ => size - self.count(layout, max + 1, old),
        };
        self.change(var, Bounded { min, max, size }, relation);
        Ok(())
    }

    /// Leaves only this value.
    ///
    /// # Errors
    /// [`Conflict`] if no value is left.
    pub fn fix(&mut self, var: Var, value: i64) -> Narrowed {
        if !self.contains(var, value) {
            return self.fail(var, Relation::Is(value));
        }
        if self.value(var).is_none() {
            self.change(var, Bounded { min: value, max: value, size: 1 }, Relation::Is(value));
        }
        Ok(())
    }

    /// Removes a value. A value inside a domain without bits stays.
    ///
    /// # Errors
    /// [`Conflict`] if no value is left.
    pub fn remove(&mut self, var: Var, value: i64) -> Narrowed {
        let Bounded { min, max, size } = self.ranges[var];
        if value < min || value > max {
            return Ok(());
        }
        let relation = Relation::IsNot(value);
        match (value == min, value == max) {
            (true, true) => return self.fail(var, relation),
            (true, false) => return self.raise(var, value + 1, relation),
            (false, true) => return self.lower(var, value - 1, relation),
            (false, false) => {}
        }
        let layout = &self.layouts[var];
        if layout.words == 0 {
            return Ok(());
        }
        let bit = (value - layout.base) as usize;
        let at = layout.first as usize + bit / 64;
        let word = self.words[at];
        if word >> (bit % 64) & 1 == 1 {
            self.trail.push(Saved::Word(at as u32, word));
            self.words[at] = word & !(1 << (bit % 64));
            self.change(var, Bounded { min, max, size: size - 1 }, relation);
        }
        Ok(())
    }

    /// Leaves the values for which the test holds. Only for domains with bits, or with few values.
    ///
    /// # Errors
    /// [`Conflict`] if no value is left.
    pub fn retain(&mut self, var: Var, mut keep: impl FnMut(i64) -> bool) -> Narrowed {
        let out: Vec<i64> = self.values(var).filter(|&value| !keep(value)).collect();
        self.effort += self.size(var);
        if out.len() as u64 == self.size(var) {
            return Err(Conflict);
        }
        out.into_iter().try_for_each(|value| self.remove(var, value))
    }
}
