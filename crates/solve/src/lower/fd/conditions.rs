//! Conditions, asserted under a prefix (the other literals of a clause) or as literals.
//!
//! `emit` respects polarity: a condition that only has to imply its parts gets literals that imply in one direction
//! (Plaisted & Greenbaum 1986). `condition_literal` is an equivalence.

use super::{Coding, Fd};
use crate::lower::topology;
use crate::solver::sat::Lit;
use sator_model::node::{graph_condition, plain_integer};
use sator_model::view::{self, Test, View};
use sator_model::{ExprId, Expressions, Node, UnknownId};
use smallvec::SmallVec;

/// Bools up to which a clause of them is asserted without further checks.
const FEW_BOOLS: usize = 32;

impl Fd {
    /// Asserts "`prefix`, or `e` is true" (false if not `positive`). Leaves the prefix unchanged.
    pub(super) fn emit(&mut self, m: Expressions, e: ExprId, positive: bool, prefix: &mut Vec<Lit>) {
        if let Some(value) = self.facts.fixed(e) {
            if (value != 0) != positive {
                self.encoder.clause(prefix);
            }
            return;
        }
        match m.pool.node(e) {
            Node::Not(a) => return self.emit(m, *a, !positive, prefix),
            Node::BoolVar(u) => {
                let literal = self.unknown_equals(*u, positive as i64);
                return self.clause_with(prefix, &[literal]);
            }
            _ => {}
        }
        if let Some(&literal) = self.memo.literals.get(&e) {
            return self.clause_with(prefix, &[if positive { literal } else { !literal }]);
        }
        match m.pool.node(e) {
            Node::And(l) if positive => return l.iter().for_each(|&c| self.emit(m, c, true, prefix)),
            Node::Or(l) if !positive => return l.iter().for_each(|&c| self.emit(m, c, false, prefix)),
            _ => {}
        }
        if let Some(columns) = self.columns(m, &[e], 1) {
            return self.emit_tuples(m, &[e], positive, &columns, prefix);
        }
        match m.pool.node(e) {
            Node::And(l) | Node::Or(l) => self.emit_disjunction(m, l, positive, prefix),
            Node::Eq(a, k) => self.emit_equal(m, e, *a, *k, positive, prefix),
            Node::Le(a, k) => self.emit_at_most(m, e, *a, *k, positive, prefix),
            Node::Iff(a, b) if let (Some(a), Some(b)) = (self.direct(m, *a), self.direct(m, *b)) => {
                let b = if positive { b } else { !b };
                self.clause_with(prefix, &[!a, b]);
                self.clause_with(prefix, &[a, !b]);
            }
            _ if self.emit_by_tuples(m, e, positive, prefix) => {}
            Node::Iff(a, b) => {
                let (a, b) = (self.condition_literal(m, *a), self.condition_literal(m, *b));
                let b = if positive { b } else { !b };
                self.clause_with(prefix, &[!a, b]);
                self.clause_with(prefix, &[a, !b]);
            }
            Node::AllDifferent(l, except) if positive => self.emit_different(m, l, except, prefix),
            Node::AllDifferent(l, except) => self.emit_not_different(m, l, except, prefix),
            Node::Table(l, rows) if positive => self.emit_table(m, l, rows, prefix),
            Node::Table(l, rows) => self.emit_not_table(m, l, rows, prefix),
            node @ graph_condition!() => topology::emit(self, m, node, positive, prefix),
            // An integer isn't a condition.
            Node::Bool(_)
            | Node::BoolVar(_)
            | Node::Not(_)
            | Node::Member(..)
            | plain_integer!()
            | Node::PieceSize(..) => {
                let literal = self.condition_literal(m, e);
                self.clause_with(prefix, &[if positive { literal } else { !literal }]);
            }
        }
    }

    /// Asserts a clause of a few bools, under its guard. Boards of shading have thousands. Returns whether `e` is one.
    pub(super) fn emit_bools(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>) -> bool {
        let View::Clause(list, truth) = View::of(m.pool, e, true) else { return false };
        if list.len() > FEW_BOOLS {
            return false;
        }
        let mut clause: SmallVec<[Lit; FEW_BOOLS]> = guard.map(|guard| !guard).into_iter().collect();
        for &part in list {
            let Some((u, truth)) = view::bool_literal(m.pool, part, truth) else { return false };
            clause.push(self.unknown_equals(u, i64::from(truth)));
        }
        self.encoder.clause(&clause);
        true
    }

    /// Asserts "`prefix`, or `e` is true" (false if not `positive`) over the tuples of up to three unknowns, if they
    /// are few.
    pub(super) fn emit_by_tuples(&mut self, m: Expressions, e: ExprId, positive: bool, prefix: &[Lit]) -> bool {
        let Some(columns) = self.columns(m, &[e], 3) else { return false };
        self.emit_tuples(m, &[e], positive, &columns, prefix);
        true
    }

    /// Asserts "`prefix`, or one of the list is true" (false if not `positive`).
    fn emit_disjunction(&mut self, m: Expressions, list: &[ExprId], positive: bool, prefix: &mut Vec<Lit>) {
        let own = prefix.len();
        prefix.reserve(list.len());
        let mut open = Vec::new();
        for &c in list {
            match self.facts.fixed(c) {
                Some(value) if (value != 0) == positive => return prefix.truncate(own),
                Some(_) => {}
                None => match self.direct(m, c) {
                    Some(literal) => prefix.push(if positive { literal } else { !literal }),
                    None => open.push(c),
                },
            }
        }
        match open[..] {
            [] => self.encoder.clause(prefix),
            [one] => self.emit(m, one, positive, prefix),
            _ => match self.columns(m, &open, 3) {
                Some(columns) => self.emit_tuples(m, &open, positive, &columns, prefix),
                None => {
                    for c in open {
                        let literal = self.implying_literal(m, c, positive);
                        prefix.push(literal);
                    }
                    self.encoder.clause(prefix);
                }
            },
        }
        prefix.truncate(own);
    }

    /// A literal that implies that `e` is true (false if not `positive`).
    fn implying_literal(&mut self, m: Expressions, e: ExprId, positive: bool) -> Lit {
        if let Some(&half) = self.memo.halves.get(&(e, positive)) {
            return half;
        }
        // Without clauses over tuples the exact literal costs no more.
        let exact = match m.pool.node(e) {
            Node::Not(a) => return self.implying_literal(m, *a, !positive),
            _ if self.memo.literals.contains_key(&e) => true,
            Node::Iff(..) => true,
            Node::Eq(a, _) | Node::Le(a, _) | Node::Member(a, _) => {
                let short = matches!(m.pool.node(*a), Node::Sum(terms, _) if self.open_terms(terms).0.len() <= 3);
                !short && self.columns(m, &[e], 3).is_none()
            }
            _ => false,
        };
        if exact {
            let literal = self.condition_literal(m, e);
            return if positive { literal } else { !literal };
        }
        let half = self.encoder.fresh();
        self.emit(m, e, positive, &mut vec![!half]);
        self.memo.halves.insert((e, positive), half);
        half
    }

    /// The exact literal of a condition, if it costs next to nothing.
    fn direct(&mut self, m: Expressions, e: ExprId) -> Option<Lit> {
        if let Node::Not(a) = m.pool.node(e) {
            return self.direct(m, *a).map(|l| !l);
        }
        if let Some((u, Test::Is(value))) = view::fix(m.pool, e, true) {
            return Some(self.unknown_equals(u, value));
        }
        if let Some(&literal) = self.memo.literals.get(&e) {
            return Some(literal);
        }
        let columns = self.columns(m, &[e], 1)?;
        let [column] = &columns[..] else { return None };
        let mut truths = Vec::with_capacity(column.values.len());
        let given = [(column.unknown, column.values.clone())];
        self.tuples.for_each(m.pool, &self.facts, &[e], &given, |value| truths.push(value(e) != 0));
        let holds = |v: i64| column.values.binary_search(&v).is_ok_and(|i| truths[i]);
        let view = self.unknown_view(column.unknown)?;
        let literal = self.any_in(view, holds);
        self.memo.literals.insert(e, literal);
        Some(literal)
    }

    /// A literal equivalent to the condition.
    pub(super) fn condition_literal(&mut self, m: Expressions, e: ExprId) -> Lit {
        if let Some(value) = self.facts.fixed(e) {
            return if value != 0 { Lit::TRUE } else { Lit::FALSE };
        }
        if let Node::Not(a) = m.pool.node(e) {
            return !self.condition_literal(m, *a);
        }
        if let Some(literal) = self.direct(m, e) {
            return literal;
        }
        let literal = self.make_literal(m, e);
        self.memo.literals.insert(e, literal);
        literal
    }

    fn make_literal(&mut self, m: Expressions, e: ExprId) -> Lit {
        match m.pool.node(e) {
            Node::And(l) => {
                let parts: Vec<Lit> = l.iter().map(|&c| self.condition_literal(m, c)).collect();
                return self.and_gate(parts);
            }
            Node::Or(l) => {
                let parts: Vec<Lit> = l.iter().map(|&c| self.condition_literal(m, c)).collect();
                return self.or_gate(parts);
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.condition_literal(m, *a), self.condition_literal(m, *b));
                return self.iff_gate(a, b);
            }
            Node::Eq(a, k) => {
                if let Node::Sum(terms, c) = m.pool.node(*a)
                    && let Some(literal) = self.short_sum_literal(m, terms, |sum| sum == k - c)
                {
                    return literal;
                }
            }
            Node::Le(a, k) => {
                if let Node::Sum(terms, c) = m.pool.node(*a) {
                    let order = self.order_literal(m, terms, k - c);
                    let short = order.or_else(|| self.short_sum_literal(m, terms, |sum| sum <= k - c));
                    if let Some(literal) = short {
                        return literal;
                    }
                }
            }
            _ => {}
        }
        if let Some(columns) = self.columns(m, &[e], 3) {
            let literal = self.encoder.fresh();
            self.emit_tuples(m, &[e], true, &columns, &[!literal]);
            self.emit_tuples(m, &[e], false, &columns, &[literal]);
            return literal;
        }
        match m.pool.node(e) {
            Node::Eq(a, k) => self.equals(m, *a, *k),
            Node::Le(a, k) => self.at_most(m, *a, *k),
            Node::Member(a, set) => self.within(m, *a, set),
            // Asserts both directions of a relation, neither of which refers to the literal being made.
            Node::Bool(_)
            | Node::BoolVar(_)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Iff(..)
            | Node::Table(..)
            | Node::AllDifferent(..)
            | graph_condition!()
            | plain_integer!()
            | Node::PieceSize(..) => {
                let literal = self.encoder.fresh();
                self.emit(m, e, true, &mut vec![!literal]);
                self.emit(m, e, false, &mut vec![literal]);
                literal
            }
        }
    }

    /// A literal for `u = value`; false outside the domain.
    pub(super) fn unknown_equals(&mut self, u: UnknownId, value: i64) -> Lit {
        let domain = self.domain_of(u);
        if !domain.contains(value) {
            return Lit::FALSE;
        }
        if domain.single().is_some() {
            return Lit::TRUE;
        }
        match self.coding(u) {
            Coding::OneHot(view) => self.value_in(view, value),
            Coding::Bits(bits) => {
                if let Some(&literal) = self.memo.values.get(&(u, value)) {
                    return literal;
                }
                let literal = self.bits_equal(bits, value);
                self.memo.values.insert((u, value), literal);
                literal
            }
        }
    }
}
