//! One solution with a value that is wanted, by many short searches: unknowns first whose conditions failed most for their
//! number of values (Boussemart et al. 2004), any value, and a new start when the search has gone astray.

use super::Search;
use super::places::Places;
use super::propagate::Empty;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_model::{Assignment, Atom, Model};
use std::cmp::Ordering;

/// Decisions before a new start.
const DECISIONS: u32 = 50;
/// Work since the last solution, in looked-at values, after which the hunt is over: some 0.3 s.
const PATIENCE: u64 = 60_000_000;

/// A search with restarts for a solution with a wanted literal.
pub struct Hunt {
    search: Search,
    random: Random,
    /// By unknown: one more than the failures of its conditions, those for wishes before at a third each: at their full
    /// number they would fix an order.
    failed: Vec<u32>,
    /// Work done when it is over.
    until: u64,
}

enum Start {
    Found,
    /// There is no solution.
    None,
    Astray,
}

impl Hunt {
    /// `None` where the model has a condition that is not understood, or no solution.
    pub fn of(model: &Model, limits: &Limits) -> Option<Hunt> {
        let mut search = Search::of(model, limits)?.shuffled(0);
        search.space.places = Places::of(&search.space);
        search.space.propagate().ok()?;
        let until = search.space.work.saturating_add(PATIENCE);
        Some(Hunt { search, random: Random::new(0), failed: vec![1; model.unknowns.len()], until })
    }

    /// Whether it has gone on for too long without a solution.
    pub fn is_over(&self) -> bool {
        self.search.space.work > self.until
    }

    /// One of the wishes, any.
    pub fn choose<'a>(&mut self, wishes: &'a [Atom]) -> Option<&'a Atom> {
        self.random.choose(wishes)
    }

    /// A solution in which the wish comes true, if there is one and it is found before the hunt is over.
    pub fn find(&mut self, wish: &Atom, limits: &Limits) -> Option<&Assignment> {
        let root = self.search.space.mark();
        self.failed.iter_mut().for_each(|failed| *failed = 1 + (*failed - 1) / 3);
        let found = loop {
            let start = self.start(wish, limits);
            if matches!(start, Start::Found) {
                self.search.show(&mut |_| false);
                self.until = self.search.space.work.saturating_add(PATIENCE);
            }
            self.search.frames.clear();
            self.search.space.undo(root);
            match start {
                Start::Astray if !self.is_over() && limits.stop().is_none() => {}
                end => break matches!(end, Start::Found),
            }
        };
        found.then_some(&self.search.assignment)
    }

    fn start(&mut self, wish: &Atom, limits: &Limits) -> Start {
        let mut left = DECISIONS;
        let mut state = self.grant(wish);
        loop {
            state = match state {
                Err(Empty) => {
                    for &u in self.search.space.to_blame() {
                        self.failed[u as usize] += 1;
                    }
                    match self.search.next_branch() {
                        Some(next) => next,
                        None => return Start::None,
                    }
                }
                Ok(()) if left == 0 || self.is_over() || limits.tick().is_err() => {
                    return Start::Astray;
                }
                Ok(()) => match self.open() {
                    Some(u) => {
                        left -= 1;
                        self.search.decide(u)
                    }
                    None => return Start::Found,
                },
            };
        }
    }

    fn grant(&mut self, wish: &Atom) -> Result<(), Empty> {
        let space = &mut self.search.space;
        let at = wish.value.saturating_sub(space.base[wish.unknown]);
        let bit = if (0..64).contains(&at) { 1 << at } else { 0 };
        space.keep(wish.unknown.0, if wish.is { bit } else { !bit })?;
        space.propagate()
    }

    /// Of those with more than one value, one that has fewest for its failures; hidden ones last.
    fn open(&mut self) -> Option<u32> {
        let Hunt { search, random, failed, .. } = self;
        let mut best = |among: &[u32]| {
            let mut best: Option<(u32, u64, u64)> = None;
            let mut alike = 0;
            for &u in among {
                let (values, failed) = (search.space.masks[u as usize].count_ones(), failed[u as usize]);
                if values < 2 {
                    continue;
                }
                let (values, failed) = (u64::from(values), u64::from(failed));
                let order = best.map_or(Ordering::Less, |b| (values * b.2).cmp(&(b.1 * failed)));
                match order {
                    Ordering::Less => alike = 1,
                    Ordering::Equal => alike += 1,
                    Ordering::Greater => continue,
                }
                if random.below(alike) == 0 {
                    best = Some((u, values, failed));
                }
            }
            best.map(|b| b.0)
        };
        best(&search.visible).or_else(|| best(&search.hidden))
    }
}
