//! Constructors of integer expressions: fold constants, keep sums in one normal form, check bounds.

use super::interval::{Overflow, extreme, floor_div, floor_mod, gcd, union, varying};
use super::node::TRUE;
use super::{Domain, ExprId, Node, Pool, Unknown, UnknownId};
use std::sync::Arc;

/// An integer expression, or the error that its value could leave 64 bits.
pub(super) type Int = Result<ExprId, Overflow>;

impl Pool {
    /// The constant `k`.
    pub fn int(&mut self, k: i64) -> ExprId {
        self.intern(Node::Int(k), (k, k), TRUE)
    }

    /// The value of an integer or enum unknown.
    pub fn int_var(&mut self, id: UnknownId, unknown: &Unknown) -> ExprId {
        match unknown.domain.single() {
            Some(k) => self.int(k),
            None => self.variable(Node::IntVar(id), id, (unknown.domain.min(), unknown.domain.max())),
        }
    }

    /// The value of a bool unknown.
    pub fn bool_var(&mut self, id: UnknownId, unknown: &Unknown) -> ExprId {
        match unknown.domain.single() {
            Some(k) => self.bool(k != 0),
            None => self.variable(Node::BoolVar(id), id, (0, 1)),
        }
    }

    /// 1 if the condition holds, 0 otherwise.
    pub fn from_bool(&mut self, condition: ExprId) -> ExprId {
        match *self.node(condition) {
            Node::Bool(b) => self.int(b as i64),
            // With one kind of term, conditions and their negations add up.
            Node::Not(inner) => {
                let one = self.intern(Node::FromBool(inner), (0, 1), TRUE);
                self.intern(Node::Sum([(-1, one)].into(), 1), (0, 1), TRUE)
            }
            _ => self.intern(Node::FromBool(condition), (0, 1), TRUE),
        }
    }

    /// `sum(coefficient * e) + constant`
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn linear(&mut self, parts: impl IntoIterator<Item = (i64, ExprId)>, constant: i64) -> Int {
        let mut terms: Vec<(i128, ExprId)> = Vec::new();
        let mut constant = constant as i128;
        for (k, e) in parts {
            // A choice between two numbers adds up as its condition does.
            if let Some((condition, x, y)) = self.choice_of_numbers(e) {
                constant += k as i128 * y as i128;
                terms.push((k as i128 * (x as i128 - y as i128), self.from_bool(condition)));
                continue;
            }
            match self.node(e) {
                Node::Int(v) => constant += k as i128 * *v as i128,
                Node::Sum(inner, c) => {
                    constant += k as i128 * *c as i128;
                    terms.extend(inner.iter().map(|&(j, e)| (k as i128 * j as i128, e)));
                }
                _ => terms.push((k as i128, e)),
            }
        }
        terms.sort_unstable_by_key(|t| t.1);
        terms.dedup_by(|next, last| {
            let same = next.1 == last.1;
            last.0 += if same { next.0 } else { 0 };
            same
        });
        // A term that cancels out stays if it can be undefined, because the sum is undefined with it.
        terms.retain(|t| t.0 != 0 || self.defined(t.1) != TRUE);
        let fit = |v: i128| i64::try_from(v).map_err(|_| Overflow);
        let constant = fit(constant)?;
        let out = terms.into_iter().map(|(k, e)| Ok((fit(k)?, e))).collect::<Result<Vec<_>, Overflow>>()?;
        if out.is_empty() {
            return Ok(self.int(constant));
        }
        if let ([(1, e)], 0) = (&out[..], constant) {
            let (lo, hi) = self.bounds(*e);
            varying((lo as i128, hi as i128))?;
            return Ok(*e);
        }
        let defined = self.both_defined(out.iter().map(|t| t.1));
        self.integer(Node::Sum(out.into(), constant), defined)
    }

    /// The condition and both numbers of `if c then 5 else 3`.
    fn choice_of_numbers(&self, e: ExprId) -> Option<(ExprId, i64, i64)> {
        let Node::Ite(condition, a, b) = *self.node(e) else { return None };
        Some((condition, self.constant(a)?, self.constant(b)?))
    }

    /// `a + b`
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn add(&mut self, a: ExprId, b: ExprId) -> Int {
        self.linear([(1, a), (1, b)], 0)
    }

    /// `a - b`
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn sub(&mut self, a: ExprId, b: ExprId) -> Int {
        self.linear([(1, a), (-1, b)], 0)
    }

    /// `-a`
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn neg(&mut self, a: ExprId) -> Int {
        self.linear([(-1, a)], 0)
    }

    /// `a * b`
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn mul(&mut self, a: ExprId, b: ExprId) -> Int {
        // A known factor 0 doesn't make an undefined factor defined; `linear` keeps the term.
        match (self.constant(a), self.constant(b)) {
            (Some(k), _) => return self.linear([(k, b)], 0),
            (_, Some(k)) => return self.linear([(k, a)], 0),
            _ => {}
        }
        let (a, b) = (a.min(b), a.max(b));
        let defined = self.both_defined([a, b]);
        self.integer(Node::Product(a, b), defined)
    }

    /// Floor division.
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn div(&mut self, a: ExprId, b: ExprId) -> Int {
        if self.constant(b) == Some(1) {
            return Ok(a);
        }
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b))
            && y != 0
        {
            return Ok(self.int(floor_div(x, y).ok_or(Overflow)?));
        }
        let defined = self.divisor_defined(a, b);
        self.integer(Node::Div(a, b), defined)
    }

    /// Remainder of floor division.
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn modulo(&mut self, a: ExprId, b: ExprId) -> Int {
        if let (Some(x), Some(y)) = (self.constant(a), self.constant(b))
            && y != 0
        {
            return Ok(self.int(floor_mod(x, y)));
        }
        let defined = self.divisor_defined(a, b);
        self.integer(Node::Mod(a, b), defined)
    }

    fn divisor_defined(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let zero = self.int(0);
        let nonzero = match self.raw_compare(b, zero, true) {
            Ok(is_zero) => self.not(is_zero),
            Err(Overflow) => TRUE,
        };
        let parts = self.both_defined([a, b]);
        self.and([nonzero, parts])
    }

    /// The absolute value.
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn abs(&mut self, a: ExprId) -> Int {
        let (lo, hi) = self.bounds(a);
        let shift = if let Node::Sum(_, constant) = self.node(a) { *constant } else { 0 };
        if lo >= 0 {
            self.note_decisive_bound(lo.saturating_sub(shift));
            return Ok(a);
        }
        if hi <= 0 {
            self.note_decisive_bound(hi.saturating_sub(shift));
            return self.neg(a);
        }
        // |a - b| = |b - a|, so both share one node.
        let a = match self.node(a) {
            Node::Sum(terms, 0) if terms[0].0 < 0 => self.neg(a)?,
            _ => a,
        };
        let defined = self.defined(a);
        self.integer(Node::Abs(a), defined)
    }

    /// The smallest (or largest) of one or more values.
    fn extreme(&mut self, parts: &[ExprId], largest: bool) -> ExprId {
        let mut parts: Vec<ExprId> = parts.to_vec();
        parts.sort_unstable();
        parts.dedup();
        if let [one] = parts[..] {
            return one;
        }
        let (lo, hi) = extreme(parts.iter().map(|&e| self.bounds(e)), largest);
        if lo == hi && parts.iter().all(|&e| self.defined(e) == TRUE) {
            return self.int(lo);
        }
        let defined = self.both_defined(parts.iter().copied());
        let parts: Arc<[ExprId]> = parts.into();
        self.intern(if largest { Node::Max(parts) } else { Node::Min(parts) }, (lo, hi), defined)
    }

    /// The smallest of one or more values.
    pub fn min(&mut self, parts: &[ExprId]) -> ExprId {
        self.extreme(parts, false)
    }

    /// The largest of one or more values.
    pub fn max(&mut self, parts: &[ExprId]) -> ExprId {
        self.extreme(parts, true)
    }

    /// `if c then a else b` on integers.
    pub fn ite(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        match *self.node(c) {
            Node::Bool(true) => return a,
            Node::Bool(false) => return b,
            Node::Not(inner) => return self.ite(inner, b, a),
            _ if a == b => return a,
            _ => {}
        }
        let (da, db) = (self.defined(a), self.defined(b));
        let defined = self.ite_condition(c, da, db);
        self.intern(Node::Ite(c, a, b), union(self.bounds(a), self.bounds(b)), defined)
    }

    /// `e` where the condition holds, undefined elsewhere.
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn only_where(&mut self, e: ExprId, condition: ExprId) -> Int {
        let defined = self.defined(e);
        if self.and([defined, condition]) == defined {
            return Ok(e);
        }
        // `list[2]` of a list with one element is never defined.
        let holds = self.from_bool(condition);
        let index = self.linear([(-1, holds)], 2)?;
        self.element(&[e], index)
    }

    /// The largest number that divides an integer in every assignment, read off its constant parts; 0 for the constant
    /// 0.
    pub fn content(&self, e: ExprId) -> u64 {
        match self.node(e) {
            Node::Int(k) => k.unsigned_abs(),
            Node::Sum(terms, constant) => {
                terms.iter().fold(constant.unsigned_abs(), |g, (k, _)| gcd(g, k.unsigned_abs()))
            }
            _ => 1,
        }
    }

    /// `e / k` for a positive `k` that divides the content of `e`.
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn divided(&mut self, e: ExprId, k: i64) -> Int {
        match self.node(e) {
            Node::Int(value) => {
                let quotient = value / k;
                Ok(self.int(quotient))
            }
            Node::Sum(terms, constant) => {
                let (terms, constant) = (terms.clone(), *constant);
                self.linear(terms.iter().map(|&(j, e)| (j / k, e)), constant / k)
            }
            _ => Ok(e),
        }
    }

    /// `list[index]`, indexed from 1; the list has at least one element.
    ///
    /// # Errors
    /// [`Overflow`] if a bound of the result or of a part lies outside the numbers of a model.
    pub fn element(&mut self, list: &[ExprId], index: ExprId) -> Int {
        let (lo, hi) = self.bounds(index);
        if let Some(k) = self.constant(index)
            && k >= 1
            && k <= list.len() as i64
        {
            return Ok(list[k as usize - 1]);
        }
        // Elements beyond the bounds of the index are unreachable and must not widen the bounds.
        let list = &list[..list.len().min(hi.max(1) as usize)];
        let meets = |i: usize| i as i64 + 1 >= lo || i == 0;
        let mut defined = self.defined(index);
        for (i, &e) in list.iter().enumerate().filter(|&(i, _)| meets(i)) {
            let inner = self.defined(e);
            if inner != TRUE {
                let at = self.int(i as i64 + 1);
                let here = self.raw_compare(index, at, true)?;
                let away = self.not(here);
                let ok = self.or([away, inner]);
                defined = self.and([defined, ok]);
            }
        }
        if lo < 1 || hi > list.len() as i64 {
            let inside = Domain::range(1, list.len() as i64);
            let inside = self.raw_member(index, &inside);
            defined = self.and([defined, inside]);
        }
        self.integer(Node::Element(list.into(), index), defined)
    }
}
