//! Comparisons of an integer expression with a constant or a set.

use super::{Coding, Fd};
use crate::encode::Relation;
use crate::lower::topology;
use crate::solver::sat::Lit;
use sator_model::{Domain, ExprId, Expressions, Node};

impl Fd {
    /// Asserts "`prefix`, or `a = k`" (`a != k` if not `positive`); `e` is the condition `a = k`.
    pub(super) fn emit_equal(&mut self, m: Expressions, e: ExprId, a: ExprId, k: i64, positive: bool, prefix: &[Lit]) {
        if let Node::Sum(terms, c) = m.pool.node(a) {
            if positive && prefix.is_empty() && *c == k && self.emit_size_is_label(m, terms) {
                return;
            }
            if positive && topology::relate_sizes(self, m, terms, k - c, prefix) {
                return;
            }
            let relation = |sum: i64| (sum == k - c) == positive;
            if self.emit_short_sum(m, terms, relation, prefix) {
                return;
            }
            if self.emit_by_tuples(m, e, positive, prefix) {
                return;
            }
            if positive
                && prefix.is_empty()
                && let Some((terms, total)) = self.cages.shortened(m, terms, k - c)
                && (self.emit_short_sum(m, &terms, |sum| sum == total, &[])
                    || self.assert_sum(m, &terms, 0, Relation::Exactly, total, &[]))
            {
                return;
            }
            if positive && self.assert_sum(m, terms, *c, Relation::Exactly, k, prefix) {
                return;
            }
        } else if self.emit_by_tuples(m, e, positive, prefix) {
            return;
        }
        let literal = self.equals(m, a, k);
        self.clause_with(prefix, &[if positive { literal } else { !literal }]);
    }

    /// Asserts "`prefix`, or `a <= k`" (`a > k` if not `positive`); `e` is the condition.
    pub(super) fn emit_at_most(
        &mut self,
        m: Expressions,
        e: ExprId,
        a: ExprId,
        k: i64,
        positive: bool,
        prefix: &[Lit],
    ) {
        match m.pool.node(a) {
            Node::Sum(terms, c) => {
                if self.emit_order(m, terms, k - c, positive, prefix) {
                    return;
                }
                if self.emit_short_sum(m, terms, |sum| (sum <= k - c) == positive, prefix)
                    || self.emit_by_tuples(m, e, positive, prefix)
                {
                    return;
                }
                let (relation, bound) = if positive { (Relation::AtMost, k) } else { (Relation::AtLeast, k + 1) };
                if self.assert_sum(m, terms, *c, relation, bound, prefix) {
                    return;
                }
            }
            _ if self.emit_by_tuples(m, e, positive, prefix) => return,
            Node::Max(l) if positive => {
                for &part in l.iter() {
                    let literal = self.at_most(m, part, k);
                    self.clause_with(prefix, &[literal]);
                }
                return;
            }
            Node::Min(l) if !positive => {
                for &part in l.iter() {
                    let literal = self.at_most(m, part, k);
                    self.clause_with(prefix, &[!literal]);
                }
                return;
            }
            _ => {}
        }
        let literal = self.at_most(m, a, k);
        self.clause_with(prefix, &[if positive { literal } else { !literal }]);
    }

    /// A literal for `e = k`.
    pub(super) fn equals(&mut self, m: Expressions, e: ExprId, k: i64) -> Lit {
        let (lo, hi) = self.facts.bounds(e);
        if k < lo || k > hi {
            return Lit::FALSE;
        }
        if lo == hi {
            return Lit::TRUE;
        }
        if let Some(&literal) = self.memo.compares.get(&(e, k, true)) {
            return literal;
        }
        let literal = match m.pool.node(e) {
            Node::IntVar(u) => self.unknown_equals(*u, k),
            _ if let Some(Some(view)) = self.memo.views.get(&e) => self.value_in(*view, k),
            _ if let Some(&bits) = self.memo.bits.get(&e) => self.bits_equal(bits, k),
            Node::Sum(terms, c) => self.sum_literal(m, e, terms, *c, Relation::Exactly, k),
            Node::PieceSize(..) => {
                let (below, at_most) = (self.at_most(m, e, k - 1), self.at_most(m, e, k));
                self.and_gate([!below, at_most])
            }
            _ => match self.view(m, e) {
                Some(view) => self.value_in(view, k),
                None => match m.pool.node(e) {
                    Node::Ite(c, a, b) => {
                        let c = self.condition_literal(m, *c);
                        let (a, b) = (self.equals(m, *a, k), self.equals(m, *b, k));
                        let (a, b) = (self.and_gate([c, a]), self.and_gate([!c, b]));
                        self.or_gate([a, b])
                    }
                    _ => {
                        let bits = self.bits(m, e);
                        self.bits_equal(bits, k)
                    }
                },
            },
        };
        self.memo.compares.insert((e, k, true), literal);
        literal
    }

    /// A literal for `e <= k`.
    pub(super) fn at_most(&mut self, m: Expressions, e: ExprId, k: i64) -> Lit {
        let (lo, hi) = self.facts.bounds(e);
        if k < lo {
            return Lit::FALSE;
        }
        if k >= hi {
            return Lit::TRUE;
        }
        if let Some(&literal) = self.memo.compares.get(&(e, k, false)) {
            return literal;
        }
        let literal = match m.pool.node(e) {
            Node::IntVar(u) => match self.coding(*u) {
                Coding::OneHot(view) => self.at_most_in(view, k),
                Coding::Bits(bits) => self.bits_at_most(bits, k),
            },
            _ if let Some(&Some(view)) = self.memo.views.get(&e) => self.at_most_in(view, k),
            _ if let Some(&bits) = self.memo.bits.get(&e) => self.bits_at_most(bits, k),
            Node::Sum(terms, c) => self.sum_literal(m, e, terms, *c, Relation::AtMost, k),
            Node::PieceSize(graph, v) => topology::size_at_most(self, m, graph, *v, k),
            Node::Max(l) => {
                let parts: Vec<Lit> = l.iter().map(|&part| self.at_most(m, part, k)).collect();
                self.and_gate(parts)
            }
            Node::Min(l) => {
                let parts: Vec<Lit> = l.iter().map(|&part| self.at_most(m, part, k)).collect();
                self.or_gate(parts)
            }
            _ => match self.view(m, e) {
                Some(view) => self.at_most_in(view, k),
                None => {
                    let bits = self.bits(m, e);
                    self.bits_at_most(bits, k)
                }
            },
        };
        self.memo.compares.insert((e, k, false), literal);
        literal
    }

    /// A literal for `e in set`.
    pub(super) fn within(&mut self, m: Expressions, e: ExprId, set: &Domain) -> Lit {
        if !matches!(m.pool.node(e), Node::Sum(..))
            && let Some(view) = self.view(m, e)
        {
            return self.any_in(view, |v| set.contains(v));
        }
        let mut parts = Vec::with_capacity(set.ranges().len());
        for &(lo, hi) in set.ranges() {
            parts.push(if lo == hi {
                self.equals(m, e, lo)
            } else {
                let (below, at_most) = (self.at_most(m, e, lo - 1), self.at_most(m, e, hi));
                self.and_gate([!below, at_most])
            });
        }
        self.or_gate(parts)
    }
}
