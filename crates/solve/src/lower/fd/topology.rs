//! The finite-domain encoding as a host for conditions on graphs.

use super::Fd;
use crate::encode::Relation;
use crate::lower::topology::{self, Host, Topology, size_is_label};
use crate::solver::sat::Lit;
use sator_model::{ExprId, Expressions, Node};
use std::sync::Arc;

impl Host for Fd {
    fn topology(&mut self) -> &mut Topology {
        &mut self.topology
    }

    fn fresh(&mut self) -> Lit {
        self.encoder.fresh()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.encoder.clause(literals);
    }

    fn condition(&mut self, m: Expressions, e: ExprId) -> Lit {
        self.condition_literal(m, e)
    }

    fn values(&mut self, m: Expressions, e: ExprId) -> Option<Arc<[(i64, Lit)]>> {
        let view = self.view(m, e)?;
        Some(Fd::values(self, view))
    }

    fn holds(&self, literal: Lit) -> bool {
        self.encoder.value(literal)
    }
}

impl Fd {
    /// Adds clauses for the graph conditions that the last model breaks. Returns whether it broke any.
    pub(super) fn cut(&mut self) -> bool {
        let cut = topology::cut(self);
        for (literals, count) in self.topology.due_sums() {
            let terms: Vec<(i64, Lit)> = literals.into_iter().map(|l| (1, l)).collect();
            self.encoder.weighted(&terms, Relation::Exactly, count);
        }
        cut
    }

    /// Asserts that the terms add up to 0, if they express that the label of a vertex is the size of its piece.
    pub(super) fn emit_size_is_label(&mut self, m: Expressions, terms: &[(i64, ExprId)]) -> bool {
        let [(a, x), (b, y)] = *terms else { return false };
        let (size, label) = match (m.pool.node(x), m.pool.node(y)) {
            (Node::PieceSize(graph, v), Node::IntVar(_)) => ((graph, *v), y),
            (Node::IntVar(_), Node::PieceSize(graph, v)) => ((graph, *v), x),
            _ => return false,
        };
        a == -b && size_is_label(self, m, size.0, size.1, label)
    }
}
