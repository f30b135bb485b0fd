//! Searches for one solution with a target literal, with restarts. The search branches on the unknown with the highest ratio
//! of conflicts to values (dom/wdeg, Boussemart et al. 2004) and takes a random value.

use super::Search;
use super::places::Places;
use super::propagate::{AfterAll, Empty};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_model::{Assignment, Atom, Model};
use std::cmp::Ordering;

/// Decisions before a restart.
const DECISIONS: u32 = 50;
/// Work since the last solution after which the search gives up, counted in values read: about 0.3 s.
const PATIENCE: u64 = 60_000_000;

/// A search with restarts for a solution with a target literal.
pub struct RestartingSearch {
    search: Search,
    random: Random,
    /// dom/wdeg weight of each unknown: 1 + conflicts of its constraints. Divided by 3 before each new target; undecayed
    /// weights would freeze the order of unknowns.
    weights: Vec<u32>,
    /// The total work at which the search gives up.
    until: u64,
}

/// The end of a run between two restarts.
enum Run {
    Found,
    /// Proved that there is no solution.
    None,
    /// The decisions of a run are spent, or a limit is met.
    Restart,
}

impl RestartingSearch {
    /// `None` if the model has a condition that isn't supported, or no solution.
    pub fn of(model: &Model, limits: &Limits) -> Option<RestartingSearch> {
        let mut search = Search::of(model, limits)?.shuffled(0);
        let places = Places::of(&search.space);
        search.space.after_all = places.map(|places| -> Box<dyn AfterAll> { Box::new(places) });
        search.space.propagate().ok()?;
        let until = search.space.work.saturating_add(PATIENCE);
        Some(RestartingSearch { search, random: Random::new(0), weights: vec![1; model.unknowns.len()], until })
    }

    /// Whether the work allowed without a solution is spent.
    pub fn is_over(&self) -> bool {
        self.search.space.work > self.until
    }

    /// A random one of the targets.
    pub fn choose<'a>(&mut self, targets: &'a [Atom]) -> Option<&'a Atom> {
        self.random.choose(targets)
    }

    /// A solution in which the target holds; `None` if there is none, or if the search gives up first.
    pub fn find(&mut self, target: &Atom, limits: &Limits) -> Option<&Assignment> {
        let root = self.search.space.mark();
        self.weights.iter_mut().for_each(|weight| *weight = 1 + (*weight - 1) / 3);
        let found = loop {
            let ended = self.run(target, limits);
            if matches!(ended, Run::Found) {
                self.search.show(&mut |_| false);
                self.until = self.search.space.work.saturating_add(PATIENCE);
            }
            self.search.frames.clear();
            self.search.space.undo(root);
            match ended {
                Run::Restart if !self.is_over() && limits.stop().is_none() => {}
                end => break matches!(end, Run::Found),
            }
        };
        found.then_some(&self.search.assignment)
    }

    fn run(&mut self, target: &Atom, limits: &Limits) -> Run {
        let mut left = DECISIONS;
        let mut state = self.assume(target);
        loop {
            state = match state {
                Err(Empty) => {
                    for &u in self.search.space.to_blame() {
                        self.weights[u as usize] += 1;
                    }
                    match self.search.next_branch() {
                        Some(next) => next,
                        None => return Run::None,
                    }
                }
                Ok(()) if left == 0 || self.is_over() || limits.tick().is_err() => {
                    return Run::Restart;
                }
                Ok(()) => match self.open() {
                    Some(u) => {
                        left -= 1;
                        self.search.decide(u)
                    }
                    None => return Run::Found,
                },
            };
        }
    }

    fn assume(&mut self, target: &Atom) -> Result<(), Empty> {
        let space = &mut self.search.space;
        let at = target.value.saturating_sub(space.base[target.unknown]);
        let bit = if (0..64).contains(&at) { 1 << at } else { 0 };
        space.keep(target.unknown.0, if target.is { bit } else { !bit })?;
        space.propagate()
    }

    /// An open unknown with the fewest values for its weight, any of several; hidden unknowns last.
    fn open(&mut self) -> Option<u32> {
        let RestartingSearch { search, random, weights, .. } = self;
        let mut best = |among: &[u32]| {
            let mut best: Option<(u32, u64, u64)> = None;
            let mut ties = 0;
            for &u in among {
                let (values, weight) = (search.space.masks[u as usize].count_ones(), weights[u as usize]);
                if values < 2 {
                    continue;
                }
                let (values, weight) = (u64::from(values), u64::from(weight));
                let order = best.map_or(Ordering::Less, |b| (values * b.2).cmp(&(b.1 * weight)));
                match order {
                    Ordering::Less => ties = 1,
                    Ordering::Equal => ties += 1,
                    Ordering::Greater => continue,
                }
                if random.below(ties) == 0 {
                    best = Some((u, values, weight));
                }
            }
            best.map(|b| b.0)
        };
        best(&search.visible).or_else(|| best(&search.hidden))
    }
}
