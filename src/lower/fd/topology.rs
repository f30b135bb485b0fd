//! What graphs need of this encoding.

use super::Fd;
use crate::lower::topology::{Host, Topology};
use crate::model::{ExprId, Expressions};
use crate::solver::sat::Lit;
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
