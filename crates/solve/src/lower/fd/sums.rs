//! Weighted sums compared with a constant.
//!
//! A term with a view counts by its order literals: `x = least + sum(gap * [x > value])`. The engine's bounds of the
//! sum are then the exact bounds of its terms.

use super::Fd;
use super::views::ViewId;
use crate::encode::Relation;
use crate::encode::linear::normalise;
use crate::solver::sat::Lit;
use sator_model::interval::floor_div;
use sator_model::{ExprId, Expressions, Node};

type Terms = [(i64, ExprId)];

impl Fd {
    /// Separates the fixed terms; returns the open ones and the sum of the fixed ones.
    pub(super) fn open_terms(&self, terms: &Terms) -> (Vec<(i64, ExprId)>, i64) {
        let (mut open, mut sum) = (Vec::with_capacity(terms.len()), 0);
        for &(k, e) in terms.iter().filter(|t| t.0 != 0) {
            match self.facts.fixed(e) {
                Some(value) => sum += k * value,
                None => open.push((k, e)),
            }
        }
        (open, sum)
    }

    /// Asserts "`prefix`, or `test(sum of the terms)`" as a relation on up to three views, if their tuples are few.
    pub(super) fn emit_short_sum(
        &mut self,
        m: Expressions,
        terms: &Terms,
        test: impl Fn(i64) -> bool,
        prefix: &[Lit],
    ) -> bool {
        let (open, fixed) = self.open_terms(terms);
        let limit = match open.len() {
            0 | 1 => self.sizes.one_hot_max,
            2 => self.sizes.pair_tuples,
            3 => self.sizes.triple_tuples,
            _ => return false,
        };
        let Some(views) = self.term_views(m, &open, limit) else { return false };
        let lists: Vec<_> = views.iter().map(|&v| self.values(v)).collect();
        let mut sums = vec![fixed];
        for ((k, _), list) in open.iter().zip(&lists) {
            sums = sums.iter().flat_map(|s| list.iter().map(move |v| s + k * v.0)).collect();
        }
        let allowed: Vec<bool> = sums.into_iter().map(test).collect();
        let columns: Vec<Vec<Lit>> = lists.iter().map(|l| l.iter().map(|v| v.1).collect()).collect();
        let columns: Vec<&[Lit]> = columns.iter().map(|c| &c[..]).collect();
        self.emit_relation(&columns, &allowed, prefix);
        true
    }

    /// A literal for `test(sum of the terms)`, made as in [`Fd::emit_short_sum`].
    pub(super) fn short_sum_literal(
        &mut self,
        m: Expressions,
        terms: &Terms,
        test: impl Fn(i64) -> bool,
    ) -> Option<Lit> {
        if !matches!(self.open_terms(terms).0.len(), 2 | 3) {
            return None;
        }
        let literal = self.encoder.fresh();
        (self.emit_short_sum(m, terms, &test, &[!literal])
            && self.emit_short_sum(m, terms, |sum| !test(sum), &[literal]))
        .then_some(literal)
    }

    /// A literal for `a*x + b*y <= k`, made as in [`Fd::emit_order`].
    pub(super) fn order_literal(&mut self, m: Expressions, terms: &Terms, k: i64) -> Option<Lit> {
        if self.open_terms(terms).0.len() != 2 {
            return None;
        }
        let literal = self.encoder.fresh();
        (self.emit_order(m, terms, k, true, &[!literal]) && self.emit_order(m, terms, k, false, &[literal]))
            .then_some(literal)
    }

    /// The views of the terms, if each has one and their combinations are at most `limit`.
    fn term_views(&mut self, m: Expressions, open: &Terms, limit: u64) -> Option<Vec<ViewId>> {
        // Unknowns come first, because their domains reveal most cheaply that there are too many combinations.
        let mut product = 1u64;
        for (_, e) in open {
            if let Node::IntVar(u) = m.pool.node(*e) {
                product = product.saturating_mul(self.domain_of(*u).size());
            }
        }
        if product > limit {
            return None;
        }
        let mut views = Vec::with_capacity(open.len());
        let mut product = 1;
        for &(_, e) in open {
            let view = self.view(m, e)?;
            product *= self.values(view).len() as u64;
            if product > limit {
                return None;
            }
            views.push(view);
        }
        Some(views)
    }

    /// Asserts "`prefix`, or `a*x + b*y <= k`" (`> k` if not `positive`) over order literals, if x and y are views with
    /// many tuples.
    pub(super) fn emit_order(&mut self, m: Expressions, terms: &Terms, k: i64, positive: bool, prefix: &[Lit]) -> bool {
        let (open, fixed) = self.open_terms(terms);
        let [(mut a, x), (mut b, y)] = open[..] else { return false };
        let small = |e: ExprId| !matches!(m.pool.node(e), Node::IntVar(u) if self.domain_of(*u).size() > self.sizes.one_hot_max);
        if !small(x) || !small(y) {
            return false;
        }
        let (Some(x), Some(y)) = (self.view(m, x), self.view(m, y)) else { return false };
        let (xs, ys) = (self.values(x), self.values(y));
        // The order literals of a smallest or largest value follow from those of its parts; its values do not.
        let is_extreme = |e: ExprId| matches!(m.pool.node(e), Node::Min(_) | Node::Max(_));
        let few = (xs.len() * ys.len()) as u64 <= self.sizes.order_tuples;
        if few && !open.iter().any(|term| is_extreme(term.1)) {
            return false;
        }
        let mut bound = k - fixed;
        if !positive {
            // a*x + b*y >= k + 1
            (a, b, bound) = (-a, -b, -(bound + 1));
        }
        // If a*x is at least a*v, then b*y is at most bound - a*v.
        for (i, &(v, _)) in xs.iter().enumerate() {
            let rest = bound - a * v;
            let far = match (a > 0, i) {
                (true, 0) => Lit::TRUE,
                (true, i) => !self.at_most_in(x, xs[i - 1].0),
                (false, _) => self.at_most_in(x, v),
            };
            let near = if b > 0 {
                self.at_most_in(y, floor_div(rest, b).unwrap_or(i64::MAX))
            } else {
                // y >= ceil(rest / b)
                let least = -floor_div(rest, -b).unwrap_or(0);
                !self.at_most_in(y, least - 1)
            };
            self.clause_with(prefix, &[!far, near]);
        }
        true
    }

    /// The sum as weights of literals and a constant; `None` if that is too large.
    fn weights(&mut self, m: Expressions, terms: &Terms) -> Option<(Vec<(i64, Lit)>, i64)> {
        let (open, mut constant) = self.open_terms(terms);
        let limit = self.sizes.weighted_coefficient;
        for &(k, e) in &open {
            let large = match m.pool.node(e) {
                Node::FromBool(_) => k.abs() > limit * 1_000,
                Node::IntVar(u) => k.abs() > limit || self.domain_of(*u).size() > self.sizes.one_hot_max,
                _ => k.abs() > limit,
            };
            if large {
                return None;
            }
        }
        self.order_lengths(m, &open);
        let mut weights = Vec::with_capacity(open.len());
        for (k, e) in open {
            if let Node::FromBool(c) = m.pool.node(e) {
                weights.push((k, self.condition_literal(m, *c)));
                continue;
            }
            let view = self.view(m, e)?;
            let values = self.values(view);
            let order = self.order(view);
            constant += k * values[0].0;
            for (pair, at_most) in values.windows(2).zip(order.iter()) {
                let weight = k * (pair[1].0 - pair[0].0);
                if weight.abs() > limit {
                    return None;
                }
                weights.push((weight, !*at_most));
            }
            if weights.len() > self.sizes.weighted_literals {
                return None;
            }
        }
        // A negative weight counts the negated literal instead.
        let mut fixed = constant;
        weights.retain_mut(|(weight, literal)| {
            if *weight < 0 {
                fixed += *weight;
                (*weight, *literal) = (-*weight, !*literal);
            }
            if *literal == Lit::TRUE {
                fixed += *weight;
            }
            *literal != Lit::TRUE && *literal != Lit::FALSE
        });
        Some((weights, fixed))
    }

    /// Asserts "`prefix`, or `terms + constant REL bound`", if the sum is small enough.
    pub(super) fn assert_sum(
        &mut self,
        m: Expressions,
        terms: &Terms,
        constant: i64,
        relation: Relation,
        bound: i64,
        prefix: &[Lit],
    ) -> bool {
        let few = |open: &Terms| open.iter().all(|(_, e)| matches!(m.pool.node(*e), Node::FromBool(_)));
        if !prefix.is_empty() && !few(&self.open_terms(terms).0) {
            return false;
        }
        let Some((mut weights, fixed)) = self.weights(m, terms) else { return false };
        if !prefix.is_empty() {
            let Some(clauses) = normalise(&weights, relation, bound - constant - fixed).clauses() else { return false };
            clauses.iter().for_each(|clause| self.clause_with(prefix, clause));
            return true;
        }
        let Some(bound) = scale(&mut weights, relation, bound - constant - fixed) else {
            self.encoder.clause(&[]);
            return true;
        };
        match plain(&weights, relation, bound) {
            Plain::True => {}
            Plain::False => self.encoder.clause(&[]),
            Plain::Any => self.encoder.clause(&literals(&weights)),
            Plain::Open => self.encoder.weighted(&weights, relation, bound),
        }
        true
    }

    /// A literal for `terms + constant REL bound`, where `e` is the sum.
    pub(super) fn sum_literal(
        &mut self,
        m: Expressions,
        e: ExprId,
        terms: &Terms,
        constant: i64,
        relation: Relation,
        bound: i64,
    ) -> Lit {
        let (open, fixed) = self.open_terms(terms);
        if let [(k, x)] = open[..] {
            let rest = bound - constant - fixed;
            return match relation {
                Relation::Exactly if rest % k != 0 => Lit::FALSE,
                Relation::Exactly => self.equals(m, x, rest / k),
                _ if k > 0 => self.at_most(m, x, floor_div(rest, k).unwrap_or(0)),
                // x >= ceil(rest / k)
                _ => {
                    let least = -floor_div(rest, -k).unwrap_or(0);
                    !self.at_most(m, x, least - 1)
                }
            };
        }
        if let Some((mut weights, fixed)) = self.weights(m, terms) {
            let Some(bound) = scale(&mut weights, relation, bound - constant - fixed) else { return Lit::FALSE };
            return match plain(&weights, relation, bound) {
                Plain::True => Lit::TRUE,
                Plain::False => Lit::FALSE,
                Plain::Any => self.or_gate(literals(&weights)),
                Plain::Open => self.encoder.weighted_literal(&weights, relation, bound),
            };
        }
        let bits = self.bits(m, e);
        match relation {
            Relation::Exactly => self.bits_equal(bits, bound),
            _ => self.bits_at_most(bits, bound),
        }
    }
}

/// Divides by the common divisor of the weights; `None` if the sum can't meet the bound.
fn scale(weights: &mut [(i64, Lit)], relation: Relation, bound: i64) -> Option<i64> {
    let Some(&(shared, _)) = weights.first() else { return Some(bound) };
    if weights.iter().any(|w| w.0 != shared) {
        return Some(bound);
    }
    weights.iter_mut().for_each(|w| w.0 = 1);
    match relation {
        Relation::AtMost => floor_div(bound, shared),
        Relation::AtLeast => floor_div(-bound, shared).map(|q| -q),
        Relation::Exactly => (bound % shared == 0).then(|| bound / shared),
    }
}

/// A comparison of a sum of positive weights with a number, in its simplest form.
enum Plain {
    True,
    False,
    /// At least one of the literals holds.
    Any,
    Open,
}

fn plain(weights: &[(i64, Lit)], relation: Relation, bound: i64) -> Plain {
    let most: i64 = weights.iter().map(|w| w.0).sum();
    let least = weights.iter().map(|w| w.0).min().unwrap_or(0);
    match relation {
        Relation::AtMost if bound < 0 => Plain::False,
        Relation::AtMost if bound >= most => Plain::True,
        Relation::AtLeast if bound <= 0 => Plain::True,
        Relation::AtLeast if bound > most => Plain::False,
        Relation::AtLeast if bound <= least => Plain::Any,
        Relation::Exactly if bound < 0 || bound > most => Plain::False,
        Relation::Exactly if most == 0 => Plain::True,
        _ => Plain::Open,
    }
}

fn literals(weights: &[(i64, Lit)]) -> Vec<Lit> {
    weights.iter().map(|w| w.1).collect()
}
