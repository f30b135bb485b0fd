//! A connected piece with a known vertex and a limited number of vertices: each of its vertices is reached from the
//! known one in fewer steps than that number, which is asserted before the first check. Cuts would find that too, but
//! only after a search without this knowledge.

use super::{Host, Lowered, with};
use crate::solver::sat::Lit;
use crate::tuning::REACH_LITERALS;
use rustc_hash::FxHashMap;
use sator_model::node::{FALSE, TRUE};
use sator_model::view::{Test, View};
use sator_model::{ExprId, Expressions, Pool};
use std::collections::VecDeque;

/// Upper bounds on the number of conditions that hold, as constraints imply them.
#[derive(Default)]
pub(crate) struct Counts {
    /// Sorted conditions and their bound.
    bounds: Vec<(Vec<ExprId>, i64)>,
    /// By condition: the indices of the bounds that count it.
    of: FxHashMap<ExprId, Vec<usize>>,
}

impl Counts {
    pub(in crate::lower) fn learn(&mut self, pool: &Pool, constraint: ExprId) {
        let View::Linear(sum, Test::Is(most) | Test::AtMost(most)) = View::of(pool, constraint, true) else { return };
        let Some(mut counted) = sum.counted::<Vec<ExprId>>(pool) else { return };
        counted.sort_unstable();
        for &e in &counted {
            self.of.entry(e).or_default().push(self.bounds.len());
        }
        self.bounds.push((counted, most));
    }

    /// The largest number of these conditions that can hold.
    pub(in crate::lower) fn most(&self, conditions: &[ExprId]) -> Option<i64> {
        // Constraints do not contain what is known to be present or absent.
        let known = conditions.iter().filter(|&&e| e == TRUE).count() as i64;
        let open = conditions.iter().filter(|&&e| e != TRUE && e != FALSE);
        let counts = self.of.get(open.clone().next()?)?.iter().map(|&i| &self.bounds[i]);
        let covers = |counted: &[ExprId]| open.clone().all(|e| counted.binary_search(e).is_ok());
        counts.filter(|(counted, _)| covers(counted)).map(|c| c.1.saturating_add(known)).min()
    }

    pub(in crate::lower) fn forget(&mut self, m: Expressions) {
        if self.bounds.iter().any(|(counted, _)| counted.last().is_some_and(|e| e.index() >= m.pool.len())) {
            *self = Counts::default();
        }
    }
}

/// Asserts "`prefix`, or the piece is connected", if its size is bounded and not too large. Returns whether it did.
pub(super) fn emit(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) -> bool {
    let graph = &low.graph;
    let Some(conditions) = &graph.vertices else { return false };
    let Some(anchor) = low.vertices.iter().position(|&l| l == Lit::TRUE) else { return false };
    let Some(most) = host.topology().counts.most(conditions) else { return false };
    if low.edges.iter().any(|&edge| edge != Lit::TRUE) {
        return false;
    }
    let steps = distances(low, anchor as u32);
    let near = |v: usize, t: usize| steps[v].is_some_and(|d| d <= t);
    let most = usize::try_from(most).unwrap_or(0).min(graph.size).max(1);
    let last = most - 1;
    for v in (0..graph.size).filter(|&v| !near(v, last)) {
        with(host, prefix, &[!low.vertices[v]]);
    }
    let literals: usize = (1..last).map(|t| (0..graph.size).filter(|&v| near(v, t)).count()).sum();
    if literals > REACH_LITERALS {
        return false;
    }
    // A vertex is reached within t steps; within the last step all present ones are.
    let mut before = vec![Lit::FALSE; graph.size];
    before[anchor] = Lit::TRUE;
    for t in 1..=last {
        let mut now = vec![Lit::FALSE; graph.size];
        now[anchor] = Lit::TRUE;
        for v in (0..graph.size).filter(|&v| v != anchor && near(v, t)) {
            let there = low.vertices[v];
            let from: Vec<Lit> = graph.at[v].iter().map(|&(_, w)| before[w as usize]).collect();
            if t == last {
                let clause: Vec<Lit> = from.into_iter().chain([!there]).collect();
                with(host, prefix, &clause);
                continue;
            }
            let reached = host.fresh();
            host.clause(&[!reached, there]);
            with(host, &[!reached], &from);
            now[v] = reached;
        }
        before = now;
    }
    true
}

/// The smallest number of steps from the anchor through vertices that can be present.
fn distances(low: &Lowered, anchor: u32) -> Vec<Option<usize>> {
    let mut steps = vec![None; low.graph.size];
    steps[anchor as usize] = Some(0);
    let mut queue = VecDeque::from([(anchor, 0)]);
    while let Some((v, d)) = queue.pop_front() {
        for &(_, w) in low.graph.at[v as usize].iter() {
            if steps[w as usize].is_none() && low.vertices[w as usize] != Lit::FALSE {
                steps[w as usize] = Some(d + 1);
                queue.push_back((w, d + 1));
            }
        }
    }
    steps
}
