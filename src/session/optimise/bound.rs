//! A lower bound of a goal without search: a relaxation that is sharper than interval bounds.
//!
//! The goal is a weighted sum. Conditions over several of its terms raise the bound. Each term is assigned to one
//! condition or none, greedily by gain:
//! - Terms that are all different take different values, apart from values that can repeat. By the rearrangement
//!   inequality their weighted sum is at least the largest weight times the smallest value, plus the second largest
//!   weight times the second smallest value, and so on. The values are the smallest that can be dealt out in order,
//!   where a term takes no value below its domain.
//! - A sum whose coefficients are proportional to the goal's has a known value or bound.
//!
//! A goal of one unknown that an equation defines is replaced by the other side of the equation.

use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::view::{self, Sum, Test, View};
use sator_model::{Bounds, Domain, ExprId, Model, UnknownId};
use sator_propagate::facts::{DomainBounds, NodeFacts};
use std::collections::BinaryHeap;

/// The domains of unknowns, as a function.
struct Domains<F>(F);

impl<F: Fn(UnknownId) -> Domain> DomainBounds for Domains<F> {
    fn bounds(&self, u: UnknownId) -> Bounds {
        let domain = (self.0)(u);
        (domain.min(), domain.max())
    }

    fn contains(&self, u: UnknownId, value: i64) -> bool {
        (self.0)(u).contains(value)
    }
}

/// A lower bound of the goal in all solutions.
pub(super) fn least(model: &Model, goal: ExprId, domain: impl Fn(UnknownId) -> Domain) -> i64 {
    let mut facts = NodeFacts::default();
    let domains = Domains(domain);
    facts.extend(&model.pool, &domains);
    let holds = conditions(model);
    let (terms, constant) = terms_of(model, goal, &holds);
    let alone = |&(k, e): &(i64, ExprId)| {
        let (lo, hi) = facts.bounds(e);
        (k as i128 * lo as i128).min(k as i128 * hi as i128)
    };
    let mut sharing = TermSharing {
        alone: terms.iter().map(alone).collect(),
        place: terms.iter().enumerate().map(|(i, &(_, e))| (e, i)).collect(),
        values: terms.iter().map(|&(k, e)| values(model, &facts, &domains, k, e)).collect(),
        terms,
        free: vec![],
    };
    let sharp = constant as i128 + sharing.least(model, &holds);
    let plain = facts.bounds(goal).0.max(model.pool.bounds(goal).0);
    plain.max(i64::try_from(sharp).unwrap_or(plain))
}

/// The asserted conditions, with conjunctions split into their parts.
fn conditions(model: &Model) -> Vec<ExprId> {
    let mut found: Vec<ExprId> = Vec::new();
    let mut open: Vec<ExprId> = model.constraints.iter().rev().map(|c| c.expr).collect();
    let mut seen = FxHashSet::default();
    while let Some(e) = open.pop() {
        match View::of(&model.pool, e, true) {
            _ if !seen.insert(e) => {}
            View::All(parts, true) => open.extend(parts.iter().rev()),
            _ => found.push(e),
        }
    }
    found
}

type Terms = Vec<(i64, ExprId)>;

/// The goal as a sum. A single unknown is replaced by the terms of an equation that defines it.
fn terms_of(model: &Model, goal: ExprId, holds: &[ExprId]) -> (Terms, i64) {
    let sum = Sum::of(&model.pool, goal);
    let (terms, constant) = (sum.terms().to_vec(), sum.constant);
    let [(k, u)] = terms[..] else { return (terms, constant) };
    for &e in holds {
        let View::Linear(sum, Test::Is(value)) = View::of(&model.pool, e, true) else { continue };
        let parts = sum.terms();
        let Some(&(own, _)) = parts.iter().find(|(c, e)| *e == u && c.abs() == 1) else { continue };
        // own * u + rest = value, so u = own * (value - rest).
        let rest = parts.iter().filter(|p| p.1 != u).map(|&(c, e)| Some((c.checked_mul(-own)?.checked_mul(k)?, e)));
        let (Some(rest), Some(moved)) =
            (rest.collect::<Option<Terms>>(), value.checked_mul(own).and_then(|v| v.checked_mul(k)))
        else {
            continue;
        };
        if let Some(constant) = constant.checked_add(moved) {
            return (rest, constant);
        }
    }
    (terms, constant)
}

/// The values of a term's expression, with the sign of its coefficient, where they are known one by one; else all
/// between its bounds.
fn values<F: Fn(UnknownId) -> Domain>(
    model: &Model,
    facts: &NodeFacts,
    domains: &Domains<F>,
    k: i64,
    e: ExprId,
) -> Domain {
    let domain = match view::unknown(&model.pool, e) {
        Some(u) => (domains.0)(u),
        None => Domain::range(facts.bounds(e).0, facts.bounds(e).1),
    };
    if k >= 0 {
        return domain;
    }
    Domain::from_ranges(domain.ranges().iter().map(|&(a, b)| (b.saturating_neg(), a.saturating_neg())).collect())
}

/// The terms of a goal, and the terms that are assigned to no condition yet.
struct TermSharing {
    terms: Terms,
    /// The least value of each term by itself.
    alone: Vec<i128>,
    place: FxHashMap<ExprId, usize>,
    values: Vec<Domain>,
    free: Vec<bool>,
}

impl TermSharing {
    fn least(&mut self, model: &Model, holds: &[ExprId]) -> i128 {
        self.free = vec![true; self.terms.len()];
        let mut total: i128 = self.alone.iter().sum();
        // Gains only shrink while terms are assigned, so the first condition on the heap whose gain is up to date is
        // the best.
        let gain = |sharing: &TermSharing, e: ExprId| sharing.gain(model, e).map(|(gain, _)| gain).filter(|&g| g > 0);
        let mut open: BinaryHeap<(i128, std::cmp::Reverse<usize>)> = BinaryHeap::new();
        open.extend((0..holds.len()).filter_map(|i| gain(self, holds[i]).map(|g| (g, std::cmp::Reverse(i)))));
        while let Some((promised, at)) = open.pop() {
            let Some((now, taken)) = self.gain(model, holds[at.0]).filter(|&(now, _)| now > 0) else { continue };
            if now < promised {
                open.push((now, at));
                continue;
            }
            total += now;
            taken.into_iter().for_each(|i| self.free[i] = false);
            // The condition's terms of the other sign can gain more.
            open.extend(gain(self, holds[at.0]).map(|g| (g, at)));
        }
        total
    }

    /// The amount by which a condition raises the bound of its terms, and those terms.
    fn gain(&self, model: &Model, e: ExprId) -> Option<(i128, Vec<usize>)> {
        match View::of(&model.pool, e, true) {
            View::Distinct(list, except) => {
                let places = list.iter().filter_map(|e| self.place.get(e).copied()).filter(|&i| self.free[i]);
                let (up, down): (Vec<usize>, Vec<usize>) = places.partition(|&i| self.terms[i].0 > 0);
                let negated: Vec<i64> = except.iter().map(|v| v.saturating_neg()).collect();
                let (a, b) = (self.different(up, except), self.different(down, &negated));
                Some(if a.0 >= b.0 { a } else { b })
            }
            View::Linear(sum, Test::Is(value)) => self.known_sum(&sum, value, |_| true),
            View::Linear(sum, Test::AtMost(value)) => self.known_sum(&sum, value, |ratio| ratio < 0),
            View::Linear(sum, Test::AtLeast(value)) => self.known_sum(&sum, value, |ratio| ratio > 0),
            _ => None,
        }
    }

    /// The gain of terms of one sign that are all different, apart from the values in `except`, which can repeat.
    fn different(&self, mut places: Vec<usize>, except: &[i64]) -> (i128, Vec<usize>) {
        if places.len() < 2 {
            return (0, places);
        }
        places.sort_by_key(|&i| self.values[i].min());
        let ranges = places.iter().flat_map(|&i| self.values[i].ranges().iter().copied()).collect();
        let all = Domain::from_ranges(ranges);
        let mut handed_out: Vec<i64> = Vec::with_capacity(places.len());
        let mut waiting = 0;
        let mut next = 0;
        let mut value = Some(all.min());
        while let Some(v) = value {
            while next < places.len() && self.values[places[next]].min() <= v {
                waiting += 1;
                next += 1;
            }
            let now = if except.contains(&v) { waiting } else { waiting.min(1) };
            handed_out.extend(std::iter::repeat_n(v, now));
            waiting -= now;
            // If no term waits for a value, go on at the least value of the next term.
            let from = match (waiting, places.get(next)) {
                (0, None) => break,
                (0, Some(&i)) => self.values[i].min(),
                _ => v.saturating_add(1),
            };
            value = from_on(&all, from).filter(|&w| w > v);
        }
        // If there are too few values there is no solution, and any bound is valid.
        handed_out.resize(places.len(), all.max());
        let mut weights: Vec<i128> = places.iter().map(|&i| (self.terms[i].0 as i128).abs()).collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let together: i128 = weights.iter().zip(&handed_out).map(|(w, &v)| w * v as i128).sum();
        (together - places.iter().map(|&i| self.alone[i]).sum::<i128>(), places)
    }

    /// The gain of terms whose coefficients are proportional to those of a sum with this value or bound. A bound
    /// applies only if `right` accepts the sign of the ratio.
    fn known_sum(&self, sum: &Sum, value: i64, right: impl Fn(i64) -> bool) -> Option<(i128, Vec<usize>)> {
        let mut ratio = None;
        let mut places = Vec::with_capacity(sum.terms().len());
        for &(c, e) in sum.terms() {
            let &at = self.place.get(&e).filter(|&&i| self.free[i])?;
            let k = self.terms[at].0;
            if c == 0 || k % c != 0 || *ratio.get_or_insert(k / c) != k / c {
                return None;
            }
            places.push(at);
        }
        let ratio = ratio.filter(|&r| right(r))?;
        let together = ratio as i128 * value as i128;
        Some((together - places.iter().map(|&i| self.alone[i]).sum::<i128>(), places))
    }
}

/// The least value of a domain that is `from` or more.
fn from_on(domain: &Domain, from: i64) -> Option<i64> {
    let at = domain.ranges().partition_point(|r| r.1 < from);
    domain.ranges().get(at).map(|r| r.0.max(from))
}
