//! How small a goal can be, as far as that is seen without search: a relaxation that is sharper than interval
//! bounds.
//!
//! The goal is a weighted sum. Its terms are shared out among conditions that say something of several of
//! them together, each term to one condition at most, greedily by what is gained:
//! - all-different terms take different values, but for those that may repeat: with weights `w`, at least the
//!   sum of the largest weight times the smallest value, and so on (rearrangement). The values are the
//!   smallest that can be handed out one after the other, a term taking part from its lowest value on;
//! - a sum with the goal's own proportions that is known or bounded.
//!
//! A goal that is one unknown, defined by an equation, is replaced by what it equals.

use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::{Bounds, Domain, ExprId, Model, Node, UnknownId};
use sator_solve::lower::bounds::{DomainBounds, NodeFacts};
use std::collections::BinaryHeap;

/// Domains as far as they are known.
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

/// A value that the goal is never below in a solution.
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
    let mut sharing = Sharing {
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

/// The conditions that must hold, conjunctions taken apart.
fn conditions(model: &Model) -> Vec<ExprId> {
    let mut found: Vec<ExprId> = Vec::new();
    let mut open: Vec<ExprId> = model.constraints.iter().rev().map(|c| c.expr).collect();
    let mut seen = FxHashSet::default();
    while let Some(e) = open.pop() {
        match model.pool.node(e) {
            _ if !seen.insert(e) => {}
            Node::And(parts) => open.extend(parts.iter().rev()),
            _ => found.push(e),
        }
    }
    found
}

type Terms = Vec<(i64, ExprId)>;

/// The goal as a sum. One unknown that an equation gives is what the equation says.
fn terms_of(model: &Model, goal: ExprId, holds: &[ExprId]) -> (Terms, i64) {
    let (terms, constant) = match model.pool.node(goal) {
        Node::Sum(terms, constant) => (terms.to_vec(), *constant),
        _ => (vec![(1, goal)], 0),
    };
    let [(k, u)] = terms[..] else { return (terms, constant) };
    for &e in holds {
        let Node::Eq(sum, value) = model.pool.node(e) else { continue };
        let Node::Sum(parts, 0) = model.pool.node(*sum) else { continue };
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
    let domain = match model.pool.node(e) {
        Node::IntVar(u) => (domains.0)(*u),
        _ => Domain::range(facts.bounds(e).0, facts.bounds(e).1),
    };
    if k >= 0 {
        return domain;
    }
    Domain::from_ranges(domain.ranges().iter().map(|&(a, b)| (b.saturating_neg(), a.saturating_neg())).collect())
}

/// The terms, and which of them are still to be shared out.
struct Sharing {
    terms: Terms,
    /// The least that each adds by itself.
    alone: Vec<i128>,
    place: FxHashMap<ExprId, usize>,
    values: Vec<Domain>,
    free: Vec<bool>,
}

impl Sharing {
    fn least(&mut self, model: &Model, holds: &[ExprId]) -> i128 {
        self.free = vec![true; self.terms.len()];
        let mut total: i128 = self.alone.iter().sum();
        // What is gained only shrinks while terms are taken, so the first that is up to date is the best.
        let gain = |sharing: &Sharing, e: ExprId| sharing.gain(model, e).map(|(gain, _)| gain).filter(|&g| g > 0);
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
            // What is left of it may gain more, with the other sign.
            open.extend(gain(self, holds[at.0]).map(|g| (g, at)));
        }
        total
    }

    /// What a condition adds to what its terms add by themselves, and those terms.
    fn gain(&self, model: &Model, e: ExprId) -> Option<(i128, Vec<usize>)> {
        match model.pool.node(e) {
            Node::AllDifferent(list, except) => {
                let places = list.iter().filter_map(|e| self.place.get(e).copied()).filter(|&i| self.free[i]);
                let (up, down): (Vec<usize>, Vec<usize>) = places.partition(|&i| self.terms[i].0 > 0);
                let negated: Vec<i64> = except.iter().map(|v| v.saturating_neg()).collect();
                let (a, b) = (self.different(up, except), self.different(down, &negated));
                Some(if a.0 >= b.0 { a } else { b })
            }
            Node::Eq(sum, value) => self.known_sum(model, *sum, *value, |_| true),
            Node::Le(sum, value) => self.known_sum(model, *sum, *value, |ratio| ratio < 0),
            Node::Not(inner) => match model.pool.node(*inner) {
                Node::Le(sum, value) => self.known_sum(model, *sum, value.checked_add(1)?, |ratio| ratio > 0),
                _ => None,
            },
            _ => None,
        }
    }

    /// Terms of one sign that are all different, but for the values that may repeat.
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
            // Where nothing waits, on to where the next one starts.
            let from = match (waiting, places.get(next)) {
                (0, None) => break,
                (0, Some(&i)) => self.values[i].min(),
                _ => v.saturating_add(1),
            };
            value = from_on(&all, from).filter(|&w| w > v);
        }
        // Too few values: there is no solution, and any bound is right.
        handed_out.resize(places.len(), all.max());
        let mut weights: Vec<i128> = places.iter().map(|&i| (self.terms[i].0 as i128).abs()).collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let together: i128 = weights.iter().zip(&handed_out).map(|(w, &v)| w * v as i128).sum();
        (together - places.iter().map(|&i| self.alone[i]).sum::<i128>(), places)
    }

    /// Terms in the proportions of a sum that has this value, or this bound where the ratio has the right sign.
    fn known_sum(
        &self,
        model: &Model,
        sum: ExprId,
        value: i64,
        right: impl Fn(i64) -> bool,
    ) -> Option<(i128, Vec<usize>)> {
        let Node::Sum(parts, 0) = model.pool.node(sum) else { return None };
        let mut ratio = None;
        let mut places = Vec::with_capacity(parts.len());
        for &(c, e) in parts.iter() {
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

/// The first value of a domain from `from` on.
fn from_on(domain: &Domain, from: i64) -> Option<i64> {
    let at = domain.ranges().partition_point(|r| r.1 < from);
    domain.ranges().get(at).map(|r| r.0.max(from))
}
