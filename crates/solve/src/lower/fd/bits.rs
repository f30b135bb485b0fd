//! Integer expressions as two's complement bit-vectors, wide enough for their bounds.

use super::views::ViewId;
use super::{Coding, Fd};
use crate::encode::Bits;
use crate::solver::sat::Lit;
use sator_model::node::{graph_condition, plain_condition};
use sator_model::{Domain, ExprId, Expressions, Node};

/// The number of bits for every value of `lo..hi`.
pub(super) fn width(lo: i64, hi: i64) -> u32 {
    let bits = |v: i64| 65 - if v < 0 { (!v).leading_zeros() } else { v.leading_zeros() };
    bits(lo).max(bits(hi))
}

impl Fd {
    /// Asserts that the value is in the domain.
    pub(super) fn bits_within(&mut self, bits: Bits, domain: &Domain) {
        let (least, most) = (self.bits_at_most(bits, domain.min() - 1), self.bits_at_most(bits, domain.max()));
        self.encoder.clause(&[!least]);
        self.encoder.clause(&[most]);
        for gap in domain.ranges().windows(2) {
            let (low, high) = (gap[0].1, gap[1].0);
            if high - low == 2 {
                let hole = self.bits_equal(bits, low + 1);
                self.encoder.clause(&[!hole]);
            } else {
                let (below, above) = (self.bits_at_most(bits, low), self.bits_at_most(bits, high - 1));
                self.encoder.clause(&[below, !above]);
            }
        }
    }

    fn fits(&self, bits: Bits, value: i64) -> bool {
        width(value, value) <= self.encoder.bits_width(bits)
    }

    pub(super) fn bits_equal(&mut self, bits: Bits, value: i64) -> Lit {
        if !self.fits(bits, value) {
            return Lit::FALSE;
        }
        let constant = self.encoder.bits_const(value, self.encoder.bits_width(bits));
        self.encoder.bits_eq(bits, constant)
    }

    pub(super) fn bits_at_most(&mut self, bits: Bits, value: i64) -> Lit {
        if !self.fits(bits, value) {
            return if value < 0 { Lit::FALSE } else { Lit::TRUE };
        }
        let constant = self.encoder.bits_const(value, self.encoder.bits_width(bits));
        self.encoder.bits_le(bits, constant)
    }

    /// The expression as a bit-vector.
    pub(super) fn bits(&mut self, m: Expressions, e: ExprId) -> Bits {
        if let Some(&bits) = self.memo.bits.get(&e) {
            return bits;
        }
        let made = self.make_bits(m, e);
        // An operation widens its result by what its operands could reach. Without the bounds of the expression, widths
        // would add up along a chain of operations.
        let (lo, hi) = self.facts.bounds(e);
        let bits = self.encoder.bits_truncate(made, width(lo, hi));
        self.memo.bits.insert(e, bits);
        bits
    }

    fn make_bits(&mut self, m: Expressions, e: ExprId) -> Bits {
        let (lo, hi) = self.facts.bounds(e);
        if lo == hi {
            return self.encoder.bits_const(lo, width(lo, lo));
        }
        match m.pool.node(e) {
            Node::IntVar(u) => match self.coding(*u) {
                Coding::OneHot(view) => return self.view_bits(view),
                Coding::Bits(bits) => return bits,
            },
            Node::FromBool(c) => {
                let holds = self.condition_literal(m, *c);
                return self.literal_bits(holds, 0, 1);
            }
            // A sum has a view only if something else needed one.
            Node::Sum(terms, constant) => {
                if let Some(Some(view)) = self.memo.views.get(&e) {
                    return self.view_bits(*view);
                }
                return self.sum_bits(m, terms, *constant);
            }
            _ => {}
        }
        if let Some(view) = self.view(m, e) {
            return self.view_bits(view);
        }
        match m.pool.node(e) {
            Node::Product(a, b) => {
                let (a, b) = (self.bits(m, *a), self.bits(m, *b));
                let wide = self.encoder.bits_width(a) + self.encoder.bits_width(b);
                let (a, b) = (self.encoder.bits_extend(a, wide), self.encoder.bits_extend(b, wide));
                self.encoder.bits_mul(a, b)
            }
            Node::Div(a, b) => self.quotient(m, *a, *b).0,
            Node::Mod(a, b) => self.quotient(m, *a, *b).1,
            Node::Abs(a) => {
                let bits = self.bits(m, *a);
                let bits = self.encoder.bits_extend(bits, self.encoder.bits_width(bits) + 1);
                let (negative, negated) = (self.bits_at_most(bits, -1), self.encoder.bits_neg(bits));
                self.encoder.bits_ite(negative, negated, bits)
            }
            Node::Min(l) | Node::Max(l) => {
                let largest = matches!(m.pool.node(e), Node::Max(_));
                self.extreme(m, l, largest)
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (self.bits(m, *a), self.bits(m, *b));
                let c = self.condition_literal(m, *c);
                self.choice(c, a, b)
            }
            Node::Element(l, index) => self.element(m, l, *index),
            // A condition counts 1 or 0. The other kinds are handled above.
            plain_condition!()
            | graph_condition!()
            | Node::Int(_)
            | Node::IntVar(_)
            | Node::FromBool(_)
            | Node::Sum(..)
            | Node::PieceSize(..) => {
                let holds = self.condition_literal(m, e);
                self.literal_bits(holds, 0, 1)
            }
        }
    }

    fn extreme(&mut self, m: Expressions, list: &[ExprId], largest: bool) -> Bits {
        let mut best = self.bits(m, list[0]);
        for &part in &list[1..] {
            let part = self.bits(m, part);
            let (a, b) = self.level(best, part);
            let le = self.encoder.bits_le(a, b);
            best = self.encoder.bits_ite(le, if largest { b } else { a }, if largest { a } else { b });
        }
        best
    }

    /// The element at an index from 1; the first one for an index outside the list.
    fn element(&mut self, m: Expressions, list: &[ExprId], index: ExprId) -> Bits {
        let mut chosen = self.bits(m, list[0]);
        for (i, &part) in list.iter().enumerate().skip(1) {
            let here = self.equals(m, index, i as i64 + 1);
            if here != Lit::FALSE {
                let part = self.bits(m, part);
                chosen = self.choice(here, part, chosen);
            }
        }
        chosen
    }

    /// Both, extended to the larger width.
    pub(super) fn level(&mut self, a: Bits, b: Bits) -> (Bits, Bits) {
        let wide = self.encoder.bits_width(a).max(self.encoder.bits_width(b));
        (self.encoder.bits_extend(a, wide), self.encoder.bits_extend(b, wide))
    }

    fn choice(&mut self, condition: Lit, a: Bits, b: Bits) -> Bits {
        let (a, b) = self.level(a, b);
        self.encoder.bits_ite(condition, a, b)
    }

    /// `high` if the literal holds, else `low`.
    fn literal_bits(&mut self, literal: Lit, low: i64, high: i64) -> Bits {
        let wide = width(low.min(high), low.max(high));
        let (low, high) = (self.encoder.bits_const(low, wide), self.encoder.bits_const(high, wide));
        self.encoder.bits_ite(literal, high, low)
    }

    /// A bit-vector channelled with the literals of a view.
    pub(super) fn view_bits(&mut self, view: ViewId) -> Bits {
        if let Some(&bits) = self.memo.view_bits.get(&view) {
            return bits;
        }
        let values = self.values(view);
        let bits = match values[..] {
            [(only, _)] => self.encoder.bits_const(only, width(only, only)),
            [(low, _), (high, literal)] => self.literal_bits(literal, low, high),
            _ => {
                let bits = self.encoder.bits_fresh(width(values[0].0, values[values.len() - 1].0));
                for &(value, literal) in values.iter() {
                    let here = self.bits_equal(bits, value);
                    self.encoder.clause(&[!literal, here]);
                    self.encoder.clause(&[literal, !here]);
                }
                bits
            }
        };
        self.memo.view_bits.insert(view, bits);
        bits
    }

    fn sum_bits(&mut self, m: Expressions, terms: &[(i64, ExprId)], constant: i64) -> Bits {
        let (terms, fixed) = self.open_terms(terms);
        let constant = constant + fixed;
        // Every partial sum lies within the sum of the magnitudes.
        let mut reach = constant.unsigned_abs() as u128;
        for &(k, e) in &terms {
            let (lo, hi) = self.facts.bounds(e);
            reach += k.unsigned_abs() as u128 * lo.unsigned_abs().max(hi.unsigned_abs()) as u128;
        }
        let wide = 130 - reach.leading_zeros();
        let mut sum = self.encoder.bits_const(constant, wide);
        for (k, e) in terms {
            // No term is wider than its bounds, so none is wider than the sum.
            let part = self.bits(m, e);
            let mut part = self.encoder.bits_extend(part, wide);
            if k.abs() != 1 {
                let factor = self.encoder.bits_const(k.abs(), wide);
                part = self.encoder.bits_mul(part, factor);
            }
            if k < 0 {
                part = self.encoder.bits_neg(part);
            }
            sum = self.encoder.bits_add(sum, part);
        }
        sum
    }

    /// Floor quotient and remainder; both 0 if the divisor is 0.
    fn quotient(&mut self, m: Expressions, a: ExprId, b: ExprId) -> (Bits, Bits) {
        if let Some(&made) = self.memo.quotients.get(&(a, b)) {
            return made;
        }
        let ((al, ah), (bl, bh)) = (self.facts.bounds(a), self.facts.bounds(b));
        let (largest, divisor) = (al.abs().max(ah.abs()) + 1, bl.abs().max(bh.abs()));
        let quotient = self.encoder.bits_fresh(width(-largest, largest));
        let remainder = self.encoder.bits_fresh(width(-divisor, divisor));
        let (zero, positive, negative) = (self.equals(m, b, 0), !self.at_most(m, b, 0), self.at_most(m, b, -1));
        let (dividend, divisor) = (self.bits(m, a), self.bits(m, b));

        // a = q * b + r
        let factors = self.encoder.bits_width(quotient) + self.encoder.bits_width(divisor);
        let wide = (factors + 1).max(self.encoder.bits_width(dividend)).max(self.encoder.bits_width(remainder) + 1);
        let [q, d, r, n] = [quotient, divisor, remainder, dividend].map(|x| self.encoder.bits_extend(x, wide));
        let product = self.encoder.bits_mul(q, d);
        let sum = self.encoder.bits_add(product, r);
        let equation = self.encoder.bits_eq(n, sum);
        self.encoder.clause(&[zero, equation]);

        // The remainder lies between 0 and the divisor.
        let (below, above) = (self.bits_at_most(remainder, -1), self.bits_at_most(remainder, 0));
        let (reaches, passes) = (self.encoder.bits_le(d, r), self.encoder.bits_le(r, d));
        self.encoder.clause(&[!positive, !below]);
        self.encoder.clause(&[!positive, !reaches]);
        self.encoder.clause(&[!negative, above]);
        self.encoder.clause(&[!negative, !passes]);
        let (no_quotient, no_remainder) = (self.bits_equal(quotient, 0), self.bits_equal(remainder, 0));
        self.encoder.clause(&[!zero, no_quotient]);
        self.encoder.clause(&[!zero, no_remainder]);

        self.memo.quotients.insert((a, b), (quotient, remainder));
        (quotient, remainder)
    }
}
