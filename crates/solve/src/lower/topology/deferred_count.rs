//! Deferred counts: the size of one large connected piece. A sum over all places of the piece slows the search down
//! before it has fixed any of them. So models with a piece of another size are cut first, and the sum is encoded once a
//! model meets all other constraints.

use super::cuts::{denied, ways_out};
use super::sizes::branch;
use super::{GraphInModel, Host, lowered};
use crate::solver::sat::Lit;
use rustc_hash::FxHashMap;
use sator_model::node::{FALSE, TRUE};
use sator_model::view::{Test, View};
use sator_model::{ExprId, Expressions, GraphId, GraphRef, Pool};

#[derive(Default)]
pub(super) struct DeferredCounts {
    /// Graphs that a constraint requires to be connected, by their sorted open vertices.
    connected: FxHashMap<Vec<ExprId>, GraphRef>,
    pub counts: Vec<Count>,
    /// Sums to encode: literals and how many of them hold.
    pub due: Vec<(Vec<Lit>, i64)>,
}

/// The constraint that the graph is one piece with the vertex `anchor` and `count` vertices.
pub(super) struct Count {
    pub graph: GraphId,
    anchor: u32,
    count: usize,
}

impl DeferredCounts {
    pub(super) fn learn(&mut self, pool: &Pool, constraint: ExprId) {
        if let View::Connected(graph) = View::of(pool, constraint, true)
            && let Some(vertices) = &graph.vertices
        {
            let mut open: Vec<ExprId> = vertices.iter().copied().filter(|&e| e != TRUE && e != FALSE).collect();
            open.sort_unstable();
            self.connected.insert(open, graph.clone());
        }
    }

    pub(super) fn forget(&mut self, m: Expressions) {
        let kept = |id: &GraphId| id.index() < m.pool.graphs();
        self.connected.retain(|_, graph| kept(&graph.id));
        self.counts.retain(|count| kept(&count.graph));
    }
}

/// Defers the constraint if it counts the vertices of a connected graph with a known vertex, and the number of places
/// times the count is at least `least`. A deferred constraint is not asserted. Returns whether it was deferred.
pub(in crate::lower) fn defer(host: &mut impl Host, m: Expressions, constraint: ExprId, least: usize) -> bool {
    let View::Linear(sum, Test::Is(k)) = View::of(m.pool, constraint, true) else { return false };
    let places = sum.terms().len() as i64;
    if host.topology().deferred.connected.is_empty() || places.saturating_mul(k) < least as i64 {
        return false;
    }
    let Some(mut counted) = sum.counted::<Vec<ExprId>>(m.pool) else { return false };
    counted.sort_unstable();
    let Some(graph) = host.topology().deferred.connected.get(&counted).cloned() else { return false };
    let low = lowered(host, m, &graph);
    let Some(anchor) = low.vertices.iter().position(|&l| l == Lit::TRUE) else { return false };
    let known = graph.vertices.iter().flatten().filter(|&&e| e == TRUE).count() as i64;
    let count = k.saturating_add(known);
    if count < 1 || low.labels.is_some() || low.edges.iter().any(|&edge| edge != Lit::TRUE) {
        return false;
    }
    host.topology().deferred.counts.push(Count { graph: graph.id, anchor: anchor as u32, count: count as usize });
    true
}

impl Count {
    /// A clause that excludes the piece of this model, if it has the wrong number of vertices.
    pub(super) fn cut(&self, scene: &GraphInModel) -> Option<Vec<Lit>> {
        let GraphInModel { low, present, .. } = scene;
        let piece = &present.pieces[present.piece[self.anchor as usize] as usize];
        match piece.len() {
            n if n < self.count => Some(ways_out(low, piece, None)),
            n if n > self.count => Some(denied(scene, &branch(scene, self.anchor, self.count + 1))),
            _ => None,
        }
    }

    /// The literals of all vertices, and how many of them must hold.
    pub(super) fn sum(&self, scene: &GraphInModel) -> (Vec<Lit>, i64) {
        (scene.low.vertices.clone(), self.count as i64)
    }
}
