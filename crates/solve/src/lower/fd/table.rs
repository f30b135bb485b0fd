//! Tables: a literal for each possible row, and a support clause for each value.

use super::Fd;
use crate::solver::sat::Lit;
use sator_model::{ExprId, Expressions};
use std::collections::BTreeMap;

/// A possible row: its values, and the literals "expression j has its value".
type Row<'a> = (&'a [i64], Vec<Lit>);

impl Fd {
    fn possible_rows<'a>(&mut self, m: Expressions, list: &[ExprId], rows: &'a [Box<[i64]>]) -> Vec<Row<'a>> {
        // With a view, values without a row can be excluded.
        list.iter().for_each(|&e| _ = self.view(m, e));
        let mut possible: Vec<Row> = Vec::with_capacity(rows.len());
        for row in rows {
            let literals: Vec<Lit> = list.iter().zip(row.iter()).map(|(&e, &v)| self.equals(m, e, v)).collect();
            if !literals.contains(&Lit::FALSE) {
                possible.push((row, literals));
            }
        }
        possible
    }

    /// Asserts "`prefix`, or the list is one of the rows".
    pub(super) fn emit_table(&mut self, m: Expressions, list: &[ExprId], rows: &[Box<[i64]>], prefix: &[Lit]) {
        let possible = self.possible_rows(m, list, rows);
        let mut supports: Vec<BTreeMap<i64, Vec<Lit>>> = vec![BTreeMap::new(); list.len()];
        let mut chosen = Vec::with_capacity(possible.len());
        for (values, literals) in &possible {
            let open: Vec<Lit> = literals.iter().copied().filter(|&l| l != Lit::TRUE).collect();
            let row = if let [one] = open[..] { one } else { self.encoder.fresh() };
            for ((&value, &literal), support) in values.iter().zip(literals).zip(&mut supports) {
                if literal != row {
                    self.encoder.clause(&[!row, literal]);
                }
                support.entry(value).or_default().push(row);
            }
            chosen.push(row);
        }
        self.clause_with(prefix, &chosen);
        for (&e, support) in list.iter().zip(supports) {
            // Each value needs one of its rows if the table holds; a value without rows is excluded.
            let values = self.view(m, e).map(|view| self.values(view));
            for &(value, literal) in values.iter().flat_map(|v| v.iter()) {
                let rows = support.get(&value).map(|r| &r[..]).unwrap_or_default();
                let clause: Vec<Lit> = std::iter::once(!literal).chain(rows.iter().copied()).collect();
                self.clause_with(prefix, &clause);
            }
        }
    }

    /// Asserts "`prefix`, or the list is none of the rows".
    pub(super) fn emit_not_table(&mut self, m: Expressions, list: &[ExprId], rows: &[Box<[i64]>], prefix: &[Lit]) {
        for (_, literals) in self.possible_rows(m, list, rows) {
            let denied: Vec<Lit> = literals.into_iter().map(|l| !l).collect();
            self.clause_with(prefix, &denied);
        }
    }
}
