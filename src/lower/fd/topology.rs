//! Conditions on graphs, and sizes of pieces.

use super::Fd;
use crate::lower::topology::{Host, Topology};
use crate::model::{ExprId, GraphRef, Model, Node};
use crate::solver::engine::{Engine, Lit};
use std::sync::Arc;

impl<E: Engine> Host for Fd<E> {
    fn fresh(&mut self) -> Lit {
        self.engine.fresh()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.engine.clause(literals);
    }

    fn condition(&mut self, model: &Model, e: ExprId) -> Lit {
        self.condition_literal(model, e)
    }

    fn values(&mut self, model: &Model, e: ExprId) -> Option<Arc<[(i64, Lit)]>> {
        let view = self.view(model, e)?;
        Some(Fd::values(self, view))
    }

    fn holds(&self, literal: Lit) -> bool {
        self.engine.value(literal)
    }
}

impl<E: Engine> Fd<E> {
    pub(super) fn with_topology<T>(&mut self, f: impl FnOnce(&mut Topology, &mut Fd<E>) -> T) -> T {
        let mut topology = std::mem::take(&mut self.topology);
        let result = f(&mut topology, self);
        // Conditions of a graph may be about graphs themselves.
        let inner = std::mem::replace(&mut self.topology, topology);
        self.topology.absorb(inner);
        result
    }

    /// Asserts `prefix or the node is (not) true`, for a condition on a graph.
    pub(super) fn emit_graph(&mut self, m: &Model, node: &Node, positive: bool, prefix: &[Lit]) {
        self.with_topology(|topology, fd| topology.emit(fd, m, node, positive, prefix));
    }

    pub(super) fn size_at_most(&mut self, m: &Model, graph: &GraphRef, v: u32, k: i64) -> Lit {
        self.with_topology(|topology, fd| topology.size_at_most(fd, m, graph, v, k))
    }

    pub(super) fn size_values(&mut self, m: &Model, e: ExprId) -> Option<Vec<(i64, Lit)>> {
        self.with_topology(|topology, fd| topology.size_values(fd, m, e))
    }
}
