//! All-different: at most one unknown has a value; in a permutation exactly one has.

use super::Fd;
use super::views::ViewId;
use crate::encode::Relation;
use crate::solver::sat::Lit;
use sator_model::{ExprId, Expressions, Node};
use std::collections::BTreeMap;

impl Fd {
    /// The views of a list, if each element has one.
    fn list_views(&mut self, m: Expressions, list: &[ExprId]) -> Option<Vec<ViewId>> {
        let large = |e: &ExprId| matches!(m.pool.node(*e), Node::IntVar(u) if self.domain_of(*u).size() > self.sizes.one_hot_max);
        if list.iter().any(large) {
            return None;
        }
        list.iter().map(|&e| self.view(m, e)).collect()
    }

    /// By value that must not repeat: its literals.
    fn by_value(&self, views: &[ViewId], except: &[i64]) -> BTreeMap<i64, Vec<Lit>> {
        let mut places: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
        for &view in views {
            for &(value, literal) in self.values(view).iter().filter(|v| except.binary_search(&v.0).is_err()) {
                places.entry(value).or_default().push(literal);
            }
        }
        places
    }

    /// Asserts "`prefix`, or all differ".
    pub(super) fn emit_different(&mut self, m: Expressions, list: &[ExprId], except: &[i64], prefix: &[Lit]) {
        let Some(views) = self.list_views(m, list) else {
            for (i, &a) in list.iter().enumerate() {
                for &b in &list[i + 1..] {
                    if self.encoder.stopped().is_some() {
                        return;
                    }
                    let mut clause = prefix.to_vec();
                    clause.push(!self.same(m, a, b));
                    clause.extend(except.iter().map(|&v| self.equals(m, a, v)));
                    self.encoder.clause(&clause);
                }
            }
            return;
        };
        let places = self.by_value(&views, except);
        if except.is_empty() && places.len() < list.len() {
            return self.encoder.clause(prefix);
        }
        for literals in places.values() {
            self.encoder.at_most_one(literals, prefix);
        }
        if except.is_empty() && places.len() == list.len() {
            for literals in places.values() {
                self.clause_with(prefix, literals);
            }
        }
    }

    /// Asserts "`prefix`, or two are equal".
    pub(super) fn emit_not_different(&mut self, m: Expressions, list: &[ExprId], except: &[i64], prefix: &[Lit]) {
        let mut clause = prefix.to_vec();
        match self.list_views(m, list) {
            Some(views) => {
                for literals in self.by_value(&views, except).into_values().filter(|l| l.len() > 1) {
                    clause.push(if let [a, b] = literals[..] {
                        self.and_gate([a, b])
                    } else {
                        let terms: Vec<(i64, Lit)> = literals.into_iter().map(|l| (1, l)).collect();
                        self.encoder.weighted_literal(&terms, Relation::AtLeast, 2)
                    });
                }
            }
            None => {
                for (i, &a) in list.iter().enumerate() {
                    for &b in &list[i + 1..] {
                        if self.encoder.stopped().is_some() {
                            return;
                        }
                        let mut parts = vec![self.same(m, a, b)];
                        parts.extend(except.iter().map(|&v| !self.equals(m, a, v)));
                        clause.push(self.and_gate(parts));
                    }
                }
            }
        }
        self.encoder.clause(&clause);
    }

    /// A literal for `a = b`.
    fn same(&mut self, m: Expressions, a: ExprId, b: ExprId) -> Lit {
        if a == b {
            return Lit::TRUE;
        }
        match (self.facts.fixed(a), self.facts.fixed(b)) {
            (Some(v), _) => self.equals(m, b, v),
            (_, Some(v)) => self.equals(m, a, v),
            _ => {
                let (a, b) = (self.bits(m, a), self.bits(m, b));
                let (a, b) = self.level(a, b);
                self.encoder.bits_eq(a, b)
            }
        }
    }
}
