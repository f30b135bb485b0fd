//! Enumerates solutions by depth-first search on bit masks. It learns no clauses, so it finds hundreds of thousands of
//! solutions a second if they lie close together, and millions if all conditions are differences (`planes`).
//!
//! It supports models whose conditions `post` can express: different values, weighted sums, clauses, and anything that
//! depends on two or three unknowns, over domains that span at most 64 values. If solutions lie far apart, a SAT engine
//! is faster. The search therefore ends when the work allowed since the last solution is spent, and
//! [`Solutions::gone_through`] returns the part of the space that it has searched.

mod places;
mod planes;
mod post;
mod propagate;
mod restarts;
mod second_solution;
mod shape;
#[cfg(test)]
mod tests;

use propagate::{Empty, Space};
pub use restarts::RestartingSearch;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_model::{Assignment, Atom, ExprId, Model, UnknownId};
pub use sator_propagate::Ended;
use sator_propagate::search::{EACH, FIRST, SAVED, gone_through};
pub use second_solution::{Found, SecondSolution};
pub use shape::Shape;

/// Receives a solution, and returns whether to go on.
type Visit<'a> = &'a mut dyn FnMut(&Assignment) -> bool;

/// A search over the solutions of a model that differ on its visible unknowns.
trait DepthFirst {
    /// The value that the first bit of a mask of this unknown stands for.
    fn base(&self, unknown: UnknownId) -> i64;

    /// Leaves an unknown the values in the mask.
    fn keep(&mut self, unknown: UnknownId, mask: u64) -> Result<(), Empty>;

    /// Propagates. [`DepthFirst::start_over`] keeps the domains of this moment.
    fn settle(&mut self) -> Result<(), Empty>;

    /// Sets the work after which the search gives up, counted from now.
    fn allow(&mut self, work: u64);

    /// Shows each solution to the visitor. Another call needs [`DepthFirst::start_over`] first, except after [`Ended::Hard`].
    fn run(&mut self, limits: &Limits, visit: Visit) -> Ended;

    /// Undoes everything after [`DepthFirst::settle`].
    fn start_over(&mut self);

    /// After [`Ended::Hard`]: clauses that hold in every solution not shown yet, and in none of those shown.
    fn gone_through(&self) -> Vec<Vec<Atom>>;
}

/// The fastest search for some conditions of a model; `None` if one of them isn't supported.
fn depth_first(model: &Model, conditions: &[ExprId], limits: &Limits) -> Option<Box<dyn DepthFirst>> {
    let space = post::space(model.expressions(), conditions, limits)?;
    Some(planes::of(&space, model).unwrap_or_else(|| Box::new(Search::through(space, model))))
}

/// A search over the solutions of a model, in an order that depends on the model alone.
pub struct Solutions(Box<dyn DepthFirst>);

impl Solutions {
    /// `None` if the model has a condition that isn't supported.
    pub fn of(model: &Model, limits: &Limits) -> Option<Solutions> {
        depth_first(model, &model.conditions(), limits).map(Solutions)
    }

    /// Shows each solution to the visitor, which returns whether to go on. Can be called once.
    pub fn run(&mut self, limits: &Limits, visit: &mut dyn FnMut(&Assignment) -> bool) -> Ended {
        self.0.run(limits, visit)
    }

    /// After [`Ended::Hard`]: clauses that hold in every solution not shown yet, and in none of those shown.
    pub fn gone_through(&self) -> Vec<Vec<Atom>> {
        self.0.gone_through()
    }
}

/// A decision: the unknown has this one value, or no longer has it.
struct Frame {
    unknown: u32,
    bit: u64,
    trail: usize,
    /// All solutions with the value have been seen; the search is among those without.
    flipped: bool,
}

/// A search by masks. Its order depends on the model alone, or on the seed if it is shuffled.
pub struct Search {
    space: Space,
    visible: Vec<u32>,
    hidden: Vec<u32>,
    /// Hidden unknowns, on which the search branches last.
    frames: Vec<Frame>,
    /// The length of the trail to which [`DepthFirst::start_over`] returns.
    root: usize,
    assignment: Assignment,
    /// The total work at which the search gives up.
    until: u64,
    random: Option<Random>,
}

impl Search {
    /// `None` if the model has a condition that isn't supported.
    pub fn of(model: &Model, limits: &Limits) -> Option<Search> {
        let space = post::space(model.expressions(), &model.conditions(), limits)?;
        Some(Search::through(space, model))
    }

    /// A search through a space of the model's unknowns.
    fn through(space: Space, model: &Model) -> Search {
        let all = 0..model.unknowns.len() as u32;
        let (hidden, visible) = all.partition(|&u| model.unknown(UnknownId(u)).hidden);
        let assignment = Assignment(vec![0; model.unknowns.len()]);
        Search { space, visible, hidden, frames: vec![], root: 0, assignment, until: FIRST, random: None }
    }

    /// Branches at random: on any of the unknowns with the fewest values, with any of its values.
    pub fn shuffled(self, seed: u64) -> Search {
        Search { random: Some(Random::new(seed)), ..self }
    }

    /// Shows each solution to the visitor, which returns whether to go on. Another call needs all decisions undone.
    pub fn run(&mut self, limits: &Limits, visit: &mut dyn FnMut(&Assignment) -> bool) -> Ended {
        let mut found = self.space.propagate();
        loop {
            if let Err(reason) = limits.tick() {
                return Ended::Stopped(reason);
            }
            found = match found {
                Err(Empty) => match self.next_branch() {
                    Some(next) => next,
                    None => return Ended::All,
                },
                Ok(()) if self.space.work > self.until => return Ended::Hard,
                Ok(()) => match self.open() {
                    Some(u) => self.decide(u),
                    None => {
                        if !self.show(visit) {
                            return Ended::Enough;
                        }
                        self.until = (self.until + EACH).min(self.space.work + SAVED);
                        // Solutions that differ in hidden unknowns only count as one.
                        self.leave_hidden();
                        Err(Empty)
                    }
                },
            };
        }
    }

    /// The open unknown with the fewest values, hidden ones last.
    fn open(&mut self) -> Option<u32> {
        let Search { visible, hidden, space, random, .. } = self;
        fewest(visible, &space.masks, random).or_else(|| fewest(hidden, &space.masks, random))
    }

    fn decide(&mut self, unknown: u32) -> Result<(), Empty> {
        let mut mask = self.space.masks[unknown as usize];
        if let Some(random) = &mut self.random {
            (0..random.below(mask.count_ones() as usize)).for_each(|_| mask &= mask - 1);
        }
        let bit = mask & mask.wrapping_neg();
        self.frames.push(Frame { unknown, bit, trail: self.space.mark(), flipped: false });
        self.space.keep(unknown, bit)?;
        self.space.propagate()
    }

    /// Backtracks to the last decision that isn't flipped, and flips it; `None` if there is none.
    fn next_branch(&mut self) -> Option<Result<(), Empty>> {
        while let Some(frame) = self.frames.last_mut() {
            self.space.undo(frame.trail);
            if frame.flipped {
                self.frames.pop();
                continue;
            }
            frame.flipped = true;
            let (unknown, without) = (frame.unknown, !frame.bit);
            return Some(self.space.keep(unknown, without).and_then(|()| self.space.propagate()));
        }
        None
    }

    fn leave_hidden(&mut self) {
        while let Some(frame) = self.frames.pop_if(|f| self.hidden.binary_search(&f.unknown).is_ok()) {
            self.space.undo(frame.trail);
        }
    }

    fn show(&mut self, visit: Visit) -> bool {
        for (u, value) in self.assignment.0.iter_mut().enumerate() {
            *value = self.space.base[u] + i64::from(self.space.masks[u].trailing_zeros());
        }
        visit(&self.assignment)
    }
}

impl DepthFirst for Search {
    fn base(&self, unknown: UnknownId) -> i64 {
        self.space.base[unknown]
    }

    fn keep(&mut self, unknown: UnknownId, mask: u64) -> Result<(), Empty> {
        self.space.keep(unknown.0, mask)
    }

    fn settle(&mut self) -> Result<(), Empty> {
        self.space.propagate()?;
        self.root = self.space.mark();
        Ok(())
    }

    fn allow(&mut self, work: u64) {
        self.until = self.space.work.saturating_add(work);
    }

    fn run(&mut self, limits: &Limits, visit: Visit) -> Ended {
        Search::run(self, limits, visit)
    }

    fn start_over(&mut self) {
        self.frames.clear();
        self.space.undo(self.root);
    }

    fn gone_through(&self) -> Vec<Vec<Atom>> {
        let visible = self.frames.iter().take_while(|f| self.hidden.binary_search(&f.unknown).is_err());
        gone_through(visible.map(|frame| {
            let value = self.space.base[frame.unknown as usize] + i64::from(frame.bit.trailing_zeros());
            (Atom { unknown: UnknownId(frame.unknown), value, is: false }, frame.flipped)
        }))
    }
}

/// The first unknown with the fewest values, or with `random` any of them. Fixed unknowns don't count.
fn fewest(among: &[u32], masks: &[u64], random: &mut Option<Random>) -> Option<u32> {
    let mut best = None;
    let mut fewest = u32::MAX;
    let mut alike = 0;
    for &u in among {
        let size = masks[u as usize].count_ones();
        if size > 1 && size < fewest {
            (best, fewest, alike) = (Some(u), size, 1);
            if size == 2 && random.is_none() {
                break;
            }
        } else if size > 1 && size == fewest {
            alike += 1;
            if random.as_mut().is_some_and(|random| random.below(alike) == 0) {
                best = Some(u);
            }
        }
    }
    best
}
