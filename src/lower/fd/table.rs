//! Tables: a literal for each row that is still possible, and each value supported by its rows.

use super::Fd;
use crate::model::{ExprId, Model};
use crate::solver::engine::{Engine, Lit};
use std::collections::BTreeMap;

impl<E: Engine> Fd<E> {
    /// The literals "expression j has its value in the row", for each row that is possible.
    fn row_literals(&mut self, m: &Model, list: &[ExprId], rows: &[Box<[i64]>]) -> Vec<Vec<Lit>> {
        let mut alive = Vec::with_capacity(rows.len());
        for row in rows {
            let literals: Vec<Lit> = list.iter().zip(row.iter()).map(|(&e, &v)| self.equals(m, e, v)).collect();
            if !literals.contains(&Lit::FALSE) {
                alive.push(literals);
            }
        }
        alive
    }

    /// Asserts `prefix or the list is one of the rows`.
    pub(super) fn emit_table(&mut self, m: &Model, list: &[ExprId], rows: &[Box<[i64]>], prefix: &[Lit]) {
        let alive = self.row_literals(m, list, rows);
        let mut supports: Vec<BTreeMap<Lit, Vec<Lit>>> = vec![BTreeMap::new(); list.len()];
        let mut chosen = Vec::with_capacity(alive.len());
        for literals in &alive {
            let row = match literals.iter().filter(|l| **l != Lit::TRUE).collect::<Vec<_>>()[..] {
                [one] => *one,
                _ => self.engine.fresh(),
            };
            for (&literal, support) in literals.iter().zip(&mut supports) {
                if literal != row {
                    self.engine.clause(&[!row, literal]);
                }
                support.entry(literal).or_default().push(row);
            }
            chosen.push(row);
        }
        self.clause_with(prefix, &chosen);
        for (&e, support) in list.iter().zip(supports) {
            // Where the table holds, a value needs one of its rows, and those without a row are out.
            let values = self.view(m, e).map(|view| self.values(view));
            for &(_, literal) in values.iter().flat_map(|v| v.iter()) {
                let rows = support.get(&literal).map(|r| &r[..]).unwrap_or_default();
                let clause: Vec<Lit> = std::iter::once(!literal).chain(rows.iter().copied()).collect();
                self.clause_with(prefix, &clause);
            }
        }
    }

    /// Asserts `prefix or the list is none of the rows`.
    pub(super) fn emit_not_table(&mut self, m: &Model, list: &[ExprId], rows: &[Box<[i64]>], prefix: &[Lit]) {
        for literals in self.row_literals(m, list, rows) {
            let denied: Vec<Lit> = literals.into_iter().map(|l| !l).collect();
            self.clause_with(prefix, &denied);
        }
    }
}
