//! The term of an expression.

use super::*;

impl Int {
    pub(super) fn make_term(&mut self, m: Expressions, e: ExprId) -> Term {
        match m.pool.node(e) {
            Node::Bool(b) => self.built.bool_value(*b),
            Node::BoolVar(u) | Node::IntVar(u) => self.unknowns[*u].0,
            Node::Not(a) => {
                let a = self.term(m, *a);
                self.built.not(a)
            }
            Node::And(l) => {
                let parts = self.all(m, l);
                self.built.and(&parts)
            }
            Node::Or(l) => {
                let parts = self.all(m, l);
                self.built.or(&parts)
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.term(m, *a), self.term(m, *b));
                self.built.iff(a, b)
            }
            Node::Eq(..) | Node::Le(..) | Node::Member(..) if let Some((signed, set)) = without_abs(m, e) => {
                let signed = self.term(m, signed);
                self.in_set(signed, &set)
            }
            Node::Eq(a, k) => {
                let a = self.term(m, *a);
                self.equals(a, *k)
            }
            Node::Le(a, k) => {
                let (a, k) = (self.term(m, *a), self.built.int_value(*k));
                self.built.le(a, k)
            }
            Node::Member(a, set) => {
                let a = self.term(m, *a);
                self.in_set(a, set)
            }
            Node::Table(l, rows) => {
                let columns = self.all(m, l);
                self.table(&columns, rows)
            }
            Node::AllDifferent(l, except) => {
                let list = self.all(m, l);
                if except.is_empty() { self.built.distinct(&list) } else { self.different_except(&list, except) }
            }
            Node::Int(k) => self.built.int_value(*k),
            Node::FromBool(c) => {
                let c = self.term(m, *c);
                self.if_true(c, 1)
            }
            Node::Sum(terms, constant) => self.sum(m, terms, *constant),
            Node::Product(a, b) => {
                let (a, b) = (self.term(m, *a), self.term(m, *b));
                self.built.mul(a, b)
            }
            Node::Div(a, b) | Node::Mod(a, b) => {
                let quotient = matches!(m.pool.node(e), Node::Div(..));
                let (a, b) = (self.term(m, *a), self.term(m, *b));
                self.floor_division(a, b, quotient)
            }
            Node::Abs(a) => {
                let a = self.term(m, *a);
                let (zero, negated) = (self.built.int_value(0), self.scaled(-1, a));
                let positive = self.built.le(zero, a);
                self.built.ite(positive, a, negated)
            }
            Node::Min(l) | Node::Max(l) => {
                let parts = self.all(m, l);
                self.extreme(&parts, matches!(m.pool.node(e), Node::Max(_)))
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.term(m, *c), self.term(m, *a), self.term(m, *b));
                self.built.ite(c, a, b)
            }
            Node::Element(l, i) => {
                let (list, index) = (self.all(m, l), self.term(m, *i));
                self.element(&list, index)
            }
            node if self.pieces.is_some() && node.graph().is_some() => self.piece_term(m, node),
            Node::PieceSize(..) => {
                // The smallest size, plus the gap for each size that it exceeds.
                let values = topology::size_values(self, m, e).unwrap_or_default();
                let mut parts = Vec::with_capacity(values.len());
                for (value, literal) in values {
                    let here = self.term_of(literal);
                    parts.push(self.if_true(here, value));
                }
                self.built.add(&parts)
            }
            node => {
                let literal = self.selector();
                topology::emit(self, m, node, true, &[!literal]);
                topology::emit(self, m, node, false, &[literal]);
                self.term_of(literal)
            }
        }
    }

    /// `value` if the condition is true, else 0.
    fn if_true(&mut self, condition: Term, value: i64) -> Term {
        let (value, zero) = (self.built.int_value(value), self.built.int_value(0));
        self.built.ite(condition, value, zero)
    }

    fn table(&mut self, columns: &[Term], rows: &[Box<[i64]>]) -> Term {
        let mut allowed = Vec::with_capacity(rows.len());
        for row in rows {
            let cells: Vec<Term> = columns.iter().zip(row.iter()).map(|(&c, &v)| self.equals(c, v)).collect();
            allowed.push(self.built.and(&cells));
        }
        self.built.or(&allowed)
    }

    fn sum(&mut self, m: Expressions, terms: &[(i64, ExprId)], constant: i64) -> Term {
        let mut parts = vec![self.built.int_value(constant)];
        for &(k, e) in terms.iter().filter(|t| t.0 != 0) {
            let term = self.term(m, e);
            parts.push(if k == 1 { term } else { self.scaled(k, term) });
        }
        self.built.add(&parts)
    }

    fn extreme(&mut self, parts: &[Term], largest: bool) -> Term {
        let mut best = parts[0];
        for &part in &parts[1..] {
            let keep = if largest { self.built.le(part, best) } else { self.built.le(best, part) };
            best = self.built.ite(keep, best, part);
        }
        best
    }

    /// The element at an index from 1; the first one for an index outside the list.
    fn element(&mut self, list: &[Term], index: Term) -> Term {
        let mut chosen = list[0];
        for (i, &part) in list.iter().enumerate().skip(1) {
            let here = self.equals(index, i as i64 + 1);
            chosen = self.built.ite(here, part, chosen);
        }
        chosen
    }

    pub(super) fn scaled(&mut self, k: i64, term: Term) -> Term {
        let k = self.built.int_value(k);
        self.built.mul(k, term)
    }

    pub(super) fn different_except(&mut self, list: &[Term], except: &[i64]) -> Term {
        let mut pairs = Vec::new();
        for (i, &a) in list.iter().enumerate() {
            for &b in &list[i + 1..] {
                if self.limit_met() {
                    return self.literals[0];
                }
                let same = self.built.eq(a, b);
                let mut parts = vec![self.built.not(same)];
                parts.extend(except.iter().map(|&v| self.equals(a, v)));
                pairs.push(self.built.or(&parts));
            }
        }
        self.built.and(&pairs)
    }

    /// Floor quotient or remainder, 0 if the divisor is 0. Z3's division is Euclidean, with a nonnegative remainder.
    pub(super) fn floor_division(&mut self, a: Term, b: Term, quotient: bool) -> Term {
        let zero = self.built.int_value(0);
        let by_zero = self.built.eq(b, zero);
        let remainder = self.built.modulo(a, b);
        let (exact, upward) = (self.built.eq(remainder, zero), self.built.le(zero, b));
        let plain = self.built.or(&[exact, upward]);
        let (euclid, shift) = match quotient {
            true => (self.built.div(a, b), self.built.int_value(-1)),
            false => (remainder, b),
        };
        let shifted = self.built.add(&[euclid, shift]);
        let result = self.built.ite(plain, euclid, shifted);
        self.built.ite(by_zero, zero, result)
    }
}

/// `abs(a)` in a set, as `a` in the set with both signs, which takes Z3 less than half the time.
fn without_abs(m: Expressions, e: ExprId) -> Option<(ExprId, Domain)> {
    let (size, set) = match m.pool.node(e) {
        Node::Eq(size, k) => (size, Domain::from_values([*k])),
        Node::Le(size, k) => (size, Domain::range(0, *k)),
        Node::Member(size, set) => (size, (**set).clone()),
        _ => return None,
    };
    let &Node::Abs(signed) = m.pool.node(*size) else { return None };
    let either = |&(lo, hi): &(i64, i64)| [(lo.max(0), hi), (-hi.max(0), -lo.max(0))];
    let ranges = set.ranges().iter().filter(|r| r.1 >= 0);
    Some((signed, Domain::from_ranges(ranges.flat_map(either).collect())))
}
