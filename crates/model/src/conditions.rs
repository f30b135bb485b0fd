//! Constructors of conditions: fold constants, keep comparisons in one normal form, make a condition false where a part
//! is undefined.

use super::arithmetic::Int;
use super::interval::{MOST, Overflow, floor_div, gcd};
use super::node::{FALSE, TRUE};
use super::{Domain, ExprId, Node, Pool};

impl Pool {
    /// The constant condition.
    pub fn bool(&self, b: bool) -> ExprId {
        if b { TRUE } else { FALSE }
    }

    /// `not a`
    pub fn not(&mut self, a: ExprId) -> ExprId {
        match *self.node(a) {
            Node::Bool(b) => self.bool(!b),
            Node::Not(inner) => inner,
            _ => self.condition(Node::Not(a)),
        }
    }

    /// The conjunction of all parts; true without parts.
    pub fn and(&mut self, parts: impl IntoIterator<Item = ExprId>) -> ExprId {
        self.junction(parts, true)
    }

    /// The disjunction of all parts; false without parts.
    pub fn or(&mut self, parts: impl IntoIterator<Item = ExprId>) -> ExprId {
        self.junction(parts, false)
    }

    /// A conjunction, or a disjunction if `all` is false.
    fn junction(&mut self, parts: impl IntoIterator<Item = ExprId>, all: bool) -> ExprId {
        // Most junctions have few parts, so they share one buffer.
        let mut flat = std::mem::take(&mut self.parts);
        flat.clear();
        for e in parts {
            match self.node(e) {
                Node::Bool(b) if *b == all => {}
                Node::Bool(_) => {
                    self.parts = flat;
                    return e;
                }
                Node::And(inner) if all => flat.extend(inner.iter()),
                Node::Or(inner) if !all => flat.extend(inner.iter()),
                _ => flat.push(e),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        let clash = flat.iter().any(|&e| matches!(*self.node(e), Node::Not(a) if flat.binary_search(&a).is_ok()));
        let joined = match flat[..] {
            _ if clash => self.bool(!all),
            [] => self.bool(all),
            [one] => one,
            _ if all => self.condition(Node::And(flat[..].into())),
            _ => self.condition(Node::Or(flat[..].into())),
        };
        self.parts = flat;
        joined
    }

    /// `a => b`
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    /// `a <=> b`
    pub fn iff(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let (a, b) = (a.min(b), a.max(b));
        match (self.node(a).clone(), self.node(b).clone()) {
            (Node::Bool(true), _) => b,
            (Node::Bool(false), _) => self.not(b),
            (_, Node::Bool(true)) => a,
            (_, Node::Bool(false)) => self.not(a),
            _ if a == b => TRUE,
            (Node::Not(x), Node::Not(y)) => self.iff(x, y),
            (Node::Not(x), _) => {
                let same = self.iff(x, b);
                self.not(same)
            }
            (_, Node::Not(y)) => {
                let same = self.iff(a, y);
                self.not(same)
            }
            _ => self.condition(Node::Iff(a, b)),
        }
    }

    /// `a xor b`
    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let same = self.iff(a, b);
        self.not(same)
    }

    /// `if c then a else b` on conditions.
    pub fn ite_condition(&mut self, c: ExprId, a: ExprId, b: ExprId) -> ExprId {
        if a == b {
            return a;
        }
        let not_c = self.not(c);
        let (yes, no) = (self.or([not_c, a]), self.or([c, b]));
        self.and([yes, no])
    }

    /// `a = b`, or `a <= b` if `equal` is false. The caller handles undefined parts.
    pub(super) fn raw_compare(&mut self, a: ExprId, b: ExprId, equal: bool) -> Int {
        if let Some(k) = self.constant(b).filter(|&k| self.is_normal_beside(a, k)) {
            return Ok(if equal { self.eq_constant(a, k) } else { self.le_constant(a, k) });
        }
        let difference = self.linear([(1, a), (-1, b)], 0)?;
        let (lo, hi) = self.bounds(difference);
        let shift = if let Node::Sum(_, constant) = self.node(difference) { *constant } else { 0 };
        if lo > 0 {
            self.note_decisive_bound(lo.saturating_sub(shift));
            return Ok(FALSE);
        }
        if (equal && hi < 0) || (!equal && hi <= 0) {
            self.note_decisive_bound(hi.saturating_sub(shift));
            return Ok(self.bool(!equal));
        }
        if equal && lo == 0 && hi == 0 {
            return Ok(TRUE);
        }
        // The caller has guarded against undefined terms, so terms with coefficient 0 can go.
        let (mut terms, constant) = match self.node(difference) {
            Node::Sum(terms, c) => (terms.to_vec(), *c),
            _ => (vec![(1, difference)], 0),
        };
        terms.retain(|t| t.0 != 0);
        let gcd = terms.iter().fold(0u64, |g, t| gcd(g, t.0.unsigned_abs())) as i64;
        let negative = terms[0].0 < 0;
        let scale = if negative { -gcd } else { gcd };
        let terms = terms.into_iter().map(|(k, e)| (k / scale, e));
        let left = self.linear(terms, 0)?;
        // sum*gcd + c = 0, or <= 0
        let minus = constant.checked_neg().ok_or(Overflow)?;
        if equal {
            if minus % gcd != 0 {
                return Ok(FALSE);
            }
            return Ok(self.eq_constant(left, minus / scale));
        }
        if negative {
            // -g*left <= -c  <=>  left >= ceil(c/g)  <=>  not left <= ceil(c/g) - 1
            let least = -floor_div(minus, gcd).ok_or(Overflow)?;
            let below = self.le_constant(left, least - 1);
            return Ok(self.not(below));
        }
        let most = floor_div(minus, gcd).ok_or(Overflow)?;
        Ok(self.le_constant(left, most))
    }

    /// Whether `a = k` is in normal form, and the difference of both is a number of a model. Most comparisons are so, and need no
    /// node for the difference.
    fn is_normal_beside(&self, a: ExprId, k: i64) -> bool {
        let (lo, hi) = self.bounds(a);
        let fits = |end: i64| i128::from(end).abs() <= MOST && end.checked_sub(k).is_some();
        let normal = match self.node(a) {
            Node::Int(_) => false,
            Node::Sum(terms, 0) => {
                terms[0].0 > 0 && terms.iter().all(|t| t.0 != 0) && terms.iter().any(|t| t.0.abs() == 1)
            }
            Node::Sum(..) => false,
            _ => true,
        };
        normal && fits(lo) && fits(hi)
    }

    fn decided(&mut self, condition: ExprId, end: i64) -> ExprId {
        self.note_decisive_bound(end);
        condition
    }

    fn eq_constant(&mut self, e: ExprId, k: i64) -> ExprId {
        let (lo, hi) = self.bounds(e);
        match *self.node(e) {
            _ if k < lo => self.decided(FALSE, lo),
            _ if k > hi => self.decided(FALSE, hi),
            _ if lo == hi => TRUE,
            Node::FromBool(c) if k == 1 => c,
            Node::FromBool(c) => self.not(c),
            _ => self.condition(Node::Eq(e, k)),
        }
    }

    fn le_constant(&mut self, e: ExprId, k: i64) -> ExprId {
        let (lo, hi) = self.bounds(e);
        match *self.node(e) {
            _ if k < lo => self.decided(FALSE, lo),
            _ if k >= hi => self.decided(TRUE, hi),
            Node::FromBool(c) => self.not(c),
            _ if k == lo => {
                self.note_decisive_bound(lo);
                self.condition(Node::Eq(e, k))
            }
            _ if k == hi - 1 => {
                self.note_decisive_bound(hi);
                let top = self.eq_constant(e, hi);
                self.not(top)
            }
            _ => self.condition(Node::Le(e, k)),
        }
    }

    pub(super) fn raw_member(&mut self, e: ExprId, set: &Domain) -> ExprId {
        let (terms, constant) = match self.node(e) {
            Node::Sum(terms, c) if *c != 0 => (Some(terms.clone()), *c),
            _ => (None, 0),
        };
        let (left, set) = match terms {
            Some(terms) => match self.linear(terms.iter().copied(), 0) {
                Ok(left) => {
                    let ranges = set.ranges().iter();
                    let shift =
                        |v: i64| (v as i128 - constant as i128).clamp(i64::MIN as i128, i64::MAX as i128) as i64;
                    let moved = ranges.fold(Domain::empty(), |d, &(a, b)| union(&d, shift(a), shift(b)));
                    (left, moved)
                }
                Err(Overflow) => (e, set.clone()),
            },
            None => (e, set.clone()),
        };
        let (lo, hi) = self.bounds(left);
        if set.ranges().first().is_some_and(|range| range.0 < lo) {
            self.note_decisive_bound(lo);
        }
        if set.ranges().last().is_some_and(|range| range.1 > hi) {
            self.note_decisive_bound(hi);
        }
        let set = set.intersect(&Domain::range(lo, hi));
        match (set.single(), set.ranges()) {
            _ if set.is_empty() => FALSE,
            (Some(k), _) => self.eq_constant(left, k),
            (_, &[(a, b)]) if a == lo && b == hi => TRUE,
            (_, &[(a, b)]) if a == lo => self.le_constant(left, b),
            (_, &[(a, b)]) if b == hi => {
                let below = self.le_constant(left, a - 1);
                self.not(below)
            }
            _ => self.condition(Node::Member(left, set.into())),
        }
    }

    /// Makes a comparison of `parts` false where one of them is undefined.
    fn guard(&mut self, parts: &[ExprId], condition: ExprId) -> ExprId {
        let defined = self.both_defined(parts.iter().copied());
        self.and([defined, condition])
    }

    /// `a = b`
    ///
    /// # Errors
    /// [`Overflow`] if the bounds of the difference lie outside the numbers of a model.
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> Int {
        let same = self.raw_compare(a, b, true)?;
        Ok(self.guard(&[a, b], same))
    }

    /// `a != b`, false where a side is undefined.
    ///
    /// # Errors
    /// [`Overflow`] if the bounds of the difference lie outside the numbers of a model.
    pub fn ne(&mut self, a: ExprId, b: ExprId) -> Int {
        let same = self.raw_compare(a, b, true)?;
        let other = self.not(same);
        Ok(self.guard(&[a, b], other))
    }

    /// `a <= b`
    ///
    /// # Errors
    /// [`Overflow`] if the bounds of the difference lie outside the numbers of a model.
    pub fn le(&mut self, a: ExprId, b: ExprId) -> Int {
        let le = self.raw_compare(a, b, false)?;
        Ok(self.guard(&[a, b], le))
    }

    /// `a < b`
    ///
    /// # Errors
    /// [`Overflow`] if the bounds of the difference lie outside the numbers of a model.
    pub fn lt(&mut self, a: ExprId, b: ExprId) -> Int {
        let ge = self.raw_compare(b, a, false)?;
        let lt = self.not(ge);
        Ok(self.guard(&[a, b], lt))
    }

    /// `e in set` for a set of constants.
    pub fn member(&mut self, e: ExprId, set: &Domain) -> ExprId {
        let inside = self.raw_member(e, set);
        self.guard(&[e], inside)
    }

    /// `e not in set` for a set of constants, false where `e` is undefined.
    pub fn not_member(&mut self, e: ExprId, set: &Domain) -> ExprId {
        let inside = self.raw_member(e, set);
        let outside = self.not(inside);
        self.guard(&[e], outside)
    }

    /// `(e1, e2, ...)` is one of the rows; every row has one value for each expression.
    pub fn table(&mut self, list: &[ExprId], rows: &[Vec<i64>]) -> ExprId {
        let possible = |pool: &Pool, row: &Vec<i64>| {
            row.iter().zip(list).all(|(&v, &e)| (pool.bounds(e).0..=pool.bounds(e).1).contains(&v))
        };
        let mut rows: Vec<Box<[i64]>> =
            rows.iter().filter(|row| possible(self, row)).map(|row| row.clone().into_boxed_slice()).collect();
        rows.sort_unstable();
        rows.dedup();
        if rows.is_empty() {
            return FALSE;
        }
        if list.iter().all(|&e| self.constant(e).is_some()) {
            return TRUE;
        }
        let table = self.condition(Node::Table(list.into(), rows.into()));
        self.guard(list, table)
    }

    /// All different, except that the values in `except` can repeat.
    pub fn all_different(&mut self, list: &[ExprId], except: &[i64]) -> ExprId {
        let mut list = list.to_vec();
        list.sort_unstable();
        let mut except = except.to_vec();
        except.sort_unstable();
        except.dedup();
        if list.len() < 2 {
            return self.guard(&list, TRUE);
        }
        // The same expression twice, which includes the same constant twice.
        if except.is_empty() && list.windows(2).any(|w| w[0] == w[1]) {
            return FALSE;
        }
        let different = self.condition(Node::AllDifferent(list.as_slice().into(), except.into()));
        self.guard(&list, different)
    }
}

fn union(d: &Domain, lo: i64, hi: i64) -> Domain {
    let mut ranges: Vec<(i64, i64)> = d.ranges().to_vec();
    ranges.push((lo, hi));
    Domain::from_ranges(ranges)
}
