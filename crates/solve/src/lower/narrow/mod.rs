//! Shrinks domains by propagation before anything is lowered. Constraints become propagators, each run
//! again when an unknown it watches has changed, until nothing changes or the work limit is
//! met: stopping early is sound, it only narrows less.
//!
//! `post` takes conditions apart; `propagate` has the propagators; those of a file of their own look at much at once and run
//! only when the others have nothing more to say.

mod combine;
mod connected;
mod hall;
mod post;
mod propagate;
mod set;
mod sizes;
#[cfg(test)]
mod tests;

use super::topology::Counts;
use propagate::Propagator;
use rustc_hash::FxHashSet;
use sator_base::limits::Limits;
use sator_model::{Bounds, Domain, ExprId, Expressions, Pool, UnknownId};
use sator_propagate::facts::{DomainBounds, NodeFacts, node_bounds};
use sator_propagate::tuples::Tuples;
pub use set::Empty;
use set::{Change, Set};
pub(super) use sizes::Pieces;
use std::collections::VecDeque;
use std::sync::Arc;

/// Work for each propagator, in looked-at values, before narrowing stops.
const WORK_EACH: u64 = 4_000;
/// Nodes looked at for the bounds of one expression.
const BOUNDS_NODES: u32 = 200;

/// Domains, and the propagators that narrow them.
#[derive(Default)]
pub struct Narrow {
    sets: Vec<Set>,
    /// Propagators to run when an unknown changes, by unknown.
    watchers: Vec<Vec<u32>>,
    propagators: Vec<Arc<Propagator>>,
    /// By propagator: in the queue; has nothing more to say.
    queued: Vec<bool>,
    done: Vec<bool>,
    queue: VecDeque<u32>,
    /// Those that run when the queue is empty.
    late: VecDeque<u32>,
    posted: FxHashSet<(ExprId, bool)>,
    changed: Vec<UnknownId>,
    facts: NodeFacts,
    tuples: Tuples,
    counts: Counts,
    differing: combine::Differing,
    pieces: sizes::Said,
    work: u64,
}

/// The domains of a [`Narrow`], for bounds.
struct Sets<'a>(&'a [Set]);

impl DomainBounds for Sets<'_> {
    fn bounds(&self, u: UnknownId) -> Bounds {
        let set = &self.0[u];
        (set.min(), set.max())
    }

    fn contains(&self, u: UnknownId, value: i64) -> bool {
        self.0[u].contains(value)
    }
}

impl Narrow {
    /// No domains yet.
    pub fn new() -> Narrow {
        Narrow::default()
    }

    /// Adds the domains of new unknowns.
    pub fn add_unknowns(&mut self, m: Expressions) {
        for unknown in &m.unknowns[self.sets.len()..] {
            self.sets.push(Set::new(&unknown.domain));
            self.watchers.push(vec![]);
        }
    }

    /// Takes in conditions that hold and propagates; returns the unknowns whose domains changed.
    ///
    /// # Errors
    /// [`Empty`] if an unknown has no value left.
    pub fn add(
        &mut self,
        m: Expressions,
        conditions: impl IntoIterator<Item = ExprId>,
        limits: &Limits,
    ) -> Result<Vec<UnknownId>, Empty> {
        let Narrow { facts, sets, .. } = self;
        facts.extend(m.pool, &Sets(sets));
        for e in conditions {
            // What is left out narrows nothing, and is lowered all the same.
            if limits.tick().is_err() {
                break;
            }
            self.counts.learn(m.pool, e);
            self.pieces.learn(m.pool, e);
            self.post(m.pool, e, true)?;
        }
        for (cells, total) in self.differing.take_sums() {
            let watched = cells.to_vec();
            self.add_propagator(Propagator::Combine(cells, total), watched);
        }
        for pieces in self.pieces.complete(m.pool) {
            let watched: Vec<UnknownId> = pieces.watched().collect();
            self.add_propagator(Propagator::Sizes(Arc::new(pieces)), watched);
        }
        self.run(m.pool, limits)?;
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        Ok(changed)
    }

    /// The graphs in which the value of each vertex is the size of its piece.
    pub(super) fn sized_pieces(&self) -> Vec<Arc<Pieces>> {
        let of = |propagator: &Arc<Propagator>| match &**propagator {
            Propagator::Sizes(pieces) => Some(pieces.clone()),
            _ => None,
        };
        self.propagators.iter().filter_map(of).collect()
    }

    /// The narrowed domain of an unknown.
    pub fn domain(&self, u: UnknownId) -> Domain {
        self.set(u).domain()
    }

    /// Forgets expressions and unknowns that the model no longer has; none of them was ever constrained.
    pub fn forget(&mut self, m: Expressions) {
        self.sets.truncate(m.unknowns.len());
        self.watchers.truncate(m.unknowns.len());
        self.facts.truncate(m.pool.len());
        self.posted.retain(|p| p.0.index() < m.pool.len());
        self.counts.forget(m);
        self.differing.forget(m.unknowns.len());
        self.pieces.forget(m);
    }

    fn run(&mut self, pool: &Pool, limits: &Limits) -> Result<(), Empty> {
        self.work = 0;
        let mut runs = 0u32;
        while let Some(i) = self.queue.pop_front().or_else(|| self.late.pop_front()) {
            self.queued[i as usize] = false;
            if self.done[i as usize] {
                continue;
            }
            runs += 1;
            if self.work > WORK_EACH * self.propagators.len() as u64
                || runs.is_multiple_of(8) && limits.stop().is_some()
            {
                for j in self.queue.drain(..).chain(self.late.drain(..)) {
                    self.queued[j as usize] = false;
                }
                return Ok(());
            }
            let propagator = self.propagators[i as usize].clone();
            self.done[i as usize] = self.propagate(pool, &propagator)?;
        }
        Ok(())
    }

    fn set(&self, u: UnknownId) -> &Set {
        &self.sets[u]
    }

    /// Changes a domain; wakes the propagators that watch it.
    fn change(&mut self, u: UnknownId, shrink: impl FnOnce(&mut Set) -> Change) -> Result<(), Empty> {
        if shrink(&mut self.sets[u])? {
            self.changed.push(u);
            for i in 0..self.watchers[u].len() {
                let p = self.watchers[u][i];
                self.enqueue(p);
            }
        }
        Ok(())
    }

    fn enqueue(&mut self, p: u32) {
        if !self.queued[p as usize] && !self.done[p as usize] {
            self.queued[p as usize] = true;
            match self.propagators[p as usize].is_late() {
                true => self.late.push_back(p),
                false => self.queue.push_back(p),
            }
        }
    }

    fn add_propagator(&mut self, propagator: Propagator, watched: impl IntoIterator<Item = UnknownId>) {
        let p = self.propagators.len() as u32;
        self.propagators.push(Arc::new(propagator));
        self.queued.push(false);
        self.done.push(false);
        for u in watched {
            let list = &mut self.watchers[u];
            if list.last() != Some(&p) {
                list.push(p);
            }
        }
        self.enqueue(p);
    }

    /// Bounds from the domains of now; the pool's own where that would be too much work.
    fn bounds(&self, pool: &Pool, e: ExprId) -> Bounds {
        fn walk(pool: &Pool, sets: &Sets, e: ExprId, budget: &mut u32) -> Bounds {
            if *budget == 0 {
                return pool.bounds(e);
            }
            *budget -= 1;
            node_bounds(pool, e, sets, |c| walk(pool, sets, c, budget))
        }
        walk(pool, &Sets(&self.sets), e, &mut BOUNDS_NODES.clone())
    }

    /// Whether a condition holds, if the domains of now decide it.
    fn truth(&self, pool: &Pool, e: ExprId) -> Option<bool> {
        match self.bounds(pool, e) {
            (1, 1) => Some(true),
            (0, 0) => Some(false),
            _ => None,
        }
    }
}
