//! Values of expressions over all tuples of values of a few unknowns.

use crate::facts::{NodeFacts, SUPPORT_MAX};
use sator_model::evaluate::node_value;
use sator_model::{ExprId, Pool, UnknownId};

/// A buffer for evaluations, shared by many calls.
#[derive(Default)]
pub struct Tuples {
    /// By [`ExprId`]; valid for the nodes that the current call has reached.
    values: Vec<i64>,
    /// By node: the number of the last call that reached it.
    seen: Vec<u32>,
    call: u32,
    /// The nodes to evaluate when a column takes a new value, children first.
    levels: [Vec<ExprId>; SUPPORT_MAX],
    stack: Vec<ExprId>,
}

impl Tuples {
    /// The number of nodes that an evaluation of the roots visits, at most `limit`.
    pub fn weight(&mut self, pool: &Pool, facts: &NodeFacts, roots: &[ExprId], limit: usize) -> usize {
        self.collect(pool, facts, roots, &[], limit)
    }

    /// Puts the open nodes under the roots on their levels; returns their number.
    fn collect(
        &mut self,
        pool: &Pool,
        facts: &NodeFacts,
        roots: &[ExprId],
        columns: &[UnknownId],
        limit: usize,
    ) -> usize {
        self.values.resize(pool.len().max(self.values.len()), 0);
        self.seen.resize(self.values.len(), 0);
        self.call += 1;
        self.levels.iter_mut().for_each(Vec::clear);
        self.stack.clear();
        self.stack.extend(roots);
        let mut weight = 0;
        while let Some(e) = self.stack.pop() {
            let i = e.index();
            if self.seen[i] == self.call {
                continue;
            }
            self.seen[i] = self.call;
            weight += 1;
            if let Some(value) = facts.fixed(e) {
                self.values[i] = value;
                continue;
            }
            pool.node(e).for_each_child(|c| {
                weight += 1;
                self.stack.push(c);
            });
            if weight >= limit {
                return limit;
            }
            let unknowns = facts.support(e).few().unwrap_or(&[]);
            let last = unknowns.iter().filter_map(|u| columns.iter().position(|c| c == u)).max();
            self.levels[last.unwrap_or(0)].push(e);
        }
        self.levels.iter_mut().for_each(|l| l.sort_unstable());
        weight
    }

    /// Calls `visit` with the values of the roots for each tuple of the columns' values; the last column runs fastest.
    /// The columns cover the support of the roots.
    pub fn for_each(
        &mut self,
        pool: &Pool,
        facts: &NodeFacts,
        roots: &[ExprId],
        columns: &[(UnknownId, Vec<i64>)],
        mut visit: impl FnMut(&dyn Fn(ExprId) -> i64),
    ) {
        let unknowns: Vec<UnknownId> = columns.iter().map(|c| c.0).collect();
        self.collect(pool, facts, roots, &unknowns, usize::MAX);
        if columns.is_empty() {
            visit(&|e| self.values[e]);
            return;
        }
        let mut current = [0; SUPPORT_MAX];
        self.run(pool, columns, 0, &mut current, &mut visit);
    }

    fn run(
        &mut self,
        pool: &Pool,
        columns: &[(UnknownId, Vec<i64>)],
        level: usize,
        current: &mut [i64; SUPPORT_MAX],
        visit: &mut impl FnMut(&dyn Fn(ExprId) -> i64),
    ) {
        for &value in &columns[level].1 {
            current[level] = value;
            for i in 0..self.levels[level].len() {
                let e = self.levels[level][i];
                let unknown = |u| columns.iter().position(|c| c.0 == u).map_or(0, |at| current[at]);
                self.values[e] = node_value(pool.node(e), unknown, |c| self.values[c]);
            }
            if level + 1 == columns.len() {
                visit(&|e| self.values[e]);
            } else {
                self.run(pool, columns, level + 1, current, visit);
            }
        }
    }
}
