//! Runs through solutions by depth-first search on bit masks: no clauses, nothing remembered, so that
//! hundreds of thousands a second are found where solutions lie close together, and millions where unknowns
//! only differ (`planes`).
//!
//! Only for models whose conditions it understands (`post`): different values, weighted sums, clauses,
//! and whatever depends on two or three unknowns, over domains that span at most 64 values. Where
//! solutions are far apart a SAT engine is better: once the work since the last of them is used up, the search ends
//! and [`Solutions::gone_through`] has the part of the space that it has searched.

mod hunt;
mod others;
mod places;
mod planes;
mod post;
mod propagate;
mod shape;
#[cfg(test)]
mod tests;

pub use hunt::Hunt;
pub use others::{Found, Others};
use propagate::{Empty, Space};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_model::{Assignment, Atom, ExprId, Model, UnknownId};
pub use sator_propagate::Ended;
use sator_propagate::search::{EACH, FIRST, SAVED, gone_through};
pub use shape::Shape;

/// Receives a solution, and returns whether to go on.
type Visit<'a> = &'a mut dyn FnMut(&Assignment) -> bool;

/// A search over the solutions of a model that differ on its visible unknowns.
trait Walk {
    /// The value that the first bit of a mask of this unknown stands for.
    fn base(&self, unknown: UnknownId) -> i64;

    /// Leaves an unknown the values in the mask.
    fn keep(&mut self, unknown: UnknownId, mask: u64) -> Result<(), Empty>;

    /// Propagates. What is known then stays when the search starts over.
    fn settle(&mut self) -> Result<(), Empty>;

    /// The work from now on after which the search gives up.
    fn allow(&mut self, work: u64);

    /// Shows each solution to the visitor. Called once before the search starts over, unless it ended as hard.
    fn run(&mut self, limits: &Limits, visit: Visit) -> Ended;

    /// Takes back all but what was settled.
    fn start_over(&mut self);

    /// After [`Ended::Hard`]: clauses that all solutions meet that have not been shown, and none that was.
    fn gone_through(&self) -> Vec<Vec<Atom>>;
}

/// The search that is quickest for some conditions of a model; `None` where one is not understood.
fn walk(model: &Model, conditions: &[ExprId], limits: &Limits) -> Option<Box<dyn Walk>> {
    let space = post::space(model.expressions(), conditions, limits)?;
    Some(planes::of(&space, model).unwrap_or_else(|| Box::new(Search::through(space, model))))
}

/// A search over the solutions of a model, in an order that depends on the model alone.
pub struct Solutions(Box<dyn Walk>);

impl Solutions {
    /// `None` where the model has a condition that is not understood.
    pub fn of(model: &Model, limits: &Limits) -> Option<Solutions> {
        walk(model, &model.conditions(), limits).map(Solutions)
    }

    /// Shows each solution to the visitor, which returns whether to go on. Called once.
    pub fn run(&mut self, limits: &Limits, visit: &mut dyn FnMut(&Assignment) -> bool) -> Ended {
        self.0.run(limits, visit)
    }

    /// After [`Ended::Hard`]: clauses that all solutions meet that have not been shown, and none that was.
    pub fn gone_through(&self) -> Vec<Vec<Atom>> {
        self.0.gone_through()
    }
}

/// A decision: the unknown has this one value, or no longer has it.
struct Frame {
    unknown: u32,
    bit: u64,
    trail: usize,
    /// All solutions with the value have been seen, and the search is among those without.
    flipped: bool,
}

/// A search by masks, whose order depends on the model alone, and on the seed where it is shuffled.
pub struct Search {
    space: Space,
    visible: Vec<u32>,
    hidden: Vec<u32>,
    /// Those of hidden unknowns come last.
    frames: Vec<Frame>,
    /// The length of the trail to start over from.
    root: usize,
    assignment: Assignment,
    /// Work done when the search gives up.
    until: u64,
    random: Option<Random>,
}

impl Search {
    /// `None` where the model has a condition that is not understood.
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

    /// Branches at random: over any of the unknowns with the fewest values, and any value first.
    pub fn shuffled(self, seed: u64) -> Search {
        Search { random: Some(Random::new(seed)), ..self }
    }

    /// Shows each solution to the visitor, which returns whether to go on. Called once, unless all decisions are taken back.
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
                        // Other values of hidden unknowns make no other solution.
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

    /// Takes the last decision back that can be turned round, and turns it; `None` after the last.
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

impl Walk for Search {
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

/// One of those with the fewest values, of two at least: the first, or any.
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
