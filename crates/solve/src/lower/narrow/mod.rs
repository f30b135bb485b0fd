//! Narrows domains by propagation before anything is lowered. Conditions become propagators, and a propagator runs again
//! when an unknown that it watches changes. Propagation ends at a fixpoint or when the work limit is met; an early end is
//! sound, and only leaves larger domains.
//!
//! `post` makes propagators of conditions, `propagate` has the cheap ones. The expensive ones have a file each, and run
//! when the queue of the cheap ones is empty.

mod bool_clauses;
mod connected;
mod distinct_sum;
mod hall;
mod piece_size;
mod post;
mod propagate;
mod set;
#[cfg(test)]
mod tests;

use super::topology::Counts;
pub(super) use piece_size::Pieces;
use propagate::Propagator;
use rustc_hash::FxHashSet;
use sator_base::limits::Limits;
use sator_model::view::View;
use sator_model::{Bounds, Domain, ExprId, Expressions, Pool, UnknownId};
use sator_propagate::facts::{DomainBounds, NodeFacts, node_bounds};
use sator_propagate::tuples::Tuples;
pub use set::Empty;
use set::{Change, Set};
use std::collections::VecDeque;
use std::sync::Arc;

/// Work for each propagator, counted in values read, before narrowing stops.
const WORK_EACH: u64 = 4_000;
/// Nodes visited for the bounds of one expression.
const BOUNDS_NODES: u32 = 200;

/// Domains, and the propagators that narrow them.
#[derive(Default)]
pub struct Narrow {
    sets: Vec<Set>,
    /// Propagators to run when an unknown changes, by unknown.
    watchers: Vec<Vec<u32>>,
    propagators: Vec<Arc<Propagator>>,
    /// By propagator: whether it is in a queue.
    queued: Vec<bool>,
    /// By propagator: whether it is entailed, so that it never runs again.
    entailed: Vec<bool>,
    queue: VecDeque<u32>,
    /// Expensive propagators, which run when `queue` is empty.
    deferred: VecDeque<u32>,
    bool_clauses: bool_clauses::BoolClauses,
    /// Unknowns that changed since the clauses of bools were looked at.
    unchecked: Vec<UnknownId>,
    posted: FxHashSet<(ExprId, bool)>,
    changed: Vec<UnknownId>,
    /// Shared with the formula that the domains are narrowed for.
    facts: Arc<NodeFacts>,
    tuples: Tuples,
    counts: Counts,
    differing: distinct_sum::Differing,
    pieces: piece_size::SizedGraphs,
    work: u64,
}

/// The domains of a [`Narrow`], from which bounds are computed.
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

    /// The same with what the domains imply about expressions.
    pub(super) fn with_facts(self, facts: Arc<NodeFacts>) -> Narrow {
        Narrow { facts, ..self }
    }

    /// Adds the domains of new unknowns.
    pub fn add_unknowns(&mut self, m: Expressions) {
        for unknown in &m.unknowns[self.sets.len()..] {
            self.sets.push(Set::new(&unknown.domain));
            self.watchers.push(vec![]);
        }
    }

    /// Posts conditions that hold and propagates them. Returns the unknowns whose domains changed.
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
        if facts.len() < m.pool.len() {
            Arc::make_mut(facts).extend(m.pool, &Sets(sets));
        }
        for e in conditions {
            // A condition that is skipped narrows no domain, and is lowered all the same.
            if limits.tick().is_err() {
                break;
            }
            // Most conditions are clauses, from which nothing is learned.
            if !matches!(View::of(m.pool, e, true), View::Clause(..)) {
                self.counts.learn(m.pool, e);
                self.pieces.learn(m.pool, e);
            }
            self.post(m.pool, e, true)?;
        }
        for (cells, total) in self.differing.take_sums() {
            let watched = cells.to_vec();
            self.add_propagator(Propagator::DistinctSum(cells, total), watched);
        }
        for pieces in self.pieces.complete(m.pool) {
            let watched: Vec<UnknownId> = pieces.watched().collect();
            self.add_propagator(Propagator::PieceSizes(Arc::new(pieces)), watched);
        }
        self.run(m.pool, limits)?;
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        Ok(changed)
    }

    /// Facts about expressions, implied by the domains before narrowing.
    pub(super) fn facts(&self) -> Arc<NodeFacts> {
        self.facts.clone()
    }

    /// The graphs in which the value of each vertex is the size of its piece.
    pub(super) fn sized_pieces(&self) -> Vec<Arc<Pieces>> {
        let of = |propagator: &Arc<Propagator>| match &**propagator {
            Propagator::PieceSizes(pieces) => Some(pieces.clone()),
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
        self.unchecked.retain(|u| u.index() < m.unknowns.len());
        if self.facts.len() > m.pool.len() {
            Arc::make_mut(&mut self.facts).truncate(m.pool.len());
        }
        self.posted.retain(|p| p.0.index() < m.pool.len());
        self.counts.forget(m);
        self.differing.forget(m.unknowns.len());
        self.pieces.forget(m);
    }

    fn run(&mut self, pool: &Pool, limits: &Limits) -> Result<(), Empty> {
        self.work = 0;
        let mut runs = 0u32;
        loop {
            self.check_bool_clauses()?;
            let Some(i) = self.queue.pop_front().or_else(|| self.deferred.pop_front()) else { return Ok(()) };
            self.queued[i as usize] = false;
            if self.entailed[i as usize] {
                continue;
            }
            runs += 1;
            if self.work > WORK_EACH * (self.propagators.len() + self.bool_clauses.len()) as u64
                || runs.is_multiple_of(8) && limits.stop().is_some()
            {
                for j in self.queue.drain(..).chain(self.deferred.drain(..)) {
                    self.queued[j as usize] = false;
                }
                return Ok(());
            }
            let propagator = self.propagators[i as usize].clone();
            self.entailed[i as usize] = self.propagate(pool, &propagator)?;
        }
    }

    fn set(&self, u: UnknownId) -> &Set {
        &self.sets[u]
    }

    /// Shrinks a domain, and queues the propagators that watch the unknown.
    fn change(&mut self, u: UnknownId, shrink: impl FnOnce(&mut Set) -> Change) -> Result<(), Empty> {
        if shrink(&mut self.sets[u])? {
            self.changed.push(u);
            self.unchecked.push(u);
            for i in 0..self.watchers[u].len() {
                let p = self.watchers[u][i];
                self.enqueue(p);
            }
        }
        Ok(())
    }

    fn enqueue(&mut self, p: u32) {
        if !self.queued[p as usize] && !self.entailed[p as usize] {
            self.queued[p as usize] = true;
            match self.propagators[p as usize].is_expensive() {
                true => self.deferred.push_back(p),
                false => self.queue.push_back(p),
            }
        }
    }

    fn add_propagator(&mut self, propagator: Propagator, watched: impl IntoIterator<Item = UnknownId>) {
        let p = self.propagators.len() as u32;
        self.propagators.push(Arc::new(propagator));
        self.queued.push(false);
        self.entailed.push(false);
        for u in watched {
            let list = &mut self.watchers[u];
            if list.last() != Some(&p) {
                list.push(p);
            }
        }
        self.enqueue(p);
    }

    /// Bounds of an expression under the current domains. After [`BOUNDS_NODES`] nodes the pool's bounds are used.
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

    /// The truth of a condition if the current domains decide it.
    fn truth(&self, pool: &Pool, e: ExprId) -> Option<bool> {
        match self.bounds(pool, e) {
            (1, 1) => Some(true),
            (0, 0) => Some(false),
            _ => None,
        }
    }
}
