//! From a condition that holds (or fails) to domain changes and propagators.

use super::propagate::{Propagator, Term};
use super::{Empty, Narrow};
use sator_model::{Domain, ExprId, Node, Pool, UnknownId};

/// Largest domain that is filtered value by value.
const FILTER_MAX: u64 = 1_024;
/// Most tuples of values that are gone through to filter two or three domains.
const TUPLES_MAX: u64 = 400;
/// Most nodes evaluated for each tuple.
const TUPLE_NODES: usize = 24;
/// Most unknowns watched by one propagator of general conditions.
const WATCHED_MAX: usize = 64;

impl Narrow {
    /// Takes in that condition `e` is `positive`, and what it is made of: as deep as a user can write.
    pub(super) fn post(&mut self, pool: &Pool, e: ExprId, positive: bool) -> Result<(), Empty> {
        let mut left = vec![(e, positive)];
        while let Some((e, positive)) = left.pop() {
            self.post_one(pool, e, positive, &mut left)?;
        }
        Ok(())
    }

    /// Takes in one condition; its parts that hold as well are put on `left`, the first on top.
    fn post_one(
        &mut self,
        pool: &Pool,
        e: ExprId,
        positive: bool,
        left: &mut Vec<(ExprId, bool)>,
    ) -> Result<(), Empty> {
        if !self.posted.insert((e, positive)) {
            return Ok(());
        }
        match self.truth(pool, e) {
            Some(truth) if truth == positive => return Ok(()),
            Some(_) => return Err(Empty),
            None => {}
        }
        match pool.node(e) {
            Node::Not(a) => {
                left.push((*a, !positive));
                return Ok(());
            }
            Node::BoolVar(u) => return self.change(*u, |s| s.assign(positive as i64)),
            Node::And(l) | Node::Or(l) if matches!(pool.node(e), Node::And(_)) == positive => {
                left.extend(l.iter().rev().map(|&c| (c, positive)));
                return Ok(());
            }
            _ => {}
        }
        if let Some((u, allowed)) = self.unary(pool, e, positive) {
            return self.change(u, |s| s.keep(&allowed));
        }
        match pool.node(e) {
            Node::And(l) | Node::Or(l) => self.post_disjunction(pool, l, positive),
            Node::AllDifferent(l, except) if positive => return self.post_different(pool, l, except),
            Node::Connected(graph) if positive => {
                let mut roots = Vec::with_capacity(graph.size + graph.edges.len());
                graph.for_each_condition(|e| roots.push(e));
                self.watch_all(pool, &roots, Propagator::Connected(graph.clone()));
            }
            Node::Iff(a, b) => {
                let propagator = Propagator::Same(*a, *b, positive);
                self.watch_all(pool, &[*a, *b], propagator);
            }
            _ if self.post_tuples(pool, e, positive) => self.post_choices(pool, e, positive),
            Node::Table(l, rows) if positive => {
                if let Some(unknowns) = variables(pool, l) {
                    let watched = unknowns.to_vec();
                    self.add_propagator(Propagator::Table(unknowns, rows.clone()), watched);
                }
            }
            Node::Eq(a, k) if positive => {
                self.post_linear(pool, *a, *k, *k);
                self.post_choices(pool, e, true);
            }
            Node::Le(a, k) if positive => self.post_linear(pool, *a, i64::MIN, *k),
            Node::Le(a, k) => self.post_linear(pool, *a, k.saturating_add(1), i64::MAX),
            Node::Member(a, set) if positive => self.post_linear(pool, *a, set.min(), set.max()),
            _ => {}
        }
        Ok(())
    }

    /// The one unknown that decides the condition, and its values for which it is `positive`.
    pub(super) fn unary(&mut self, pool: &Pool, e: ExprId, positive: bool) -> Option<(UnknownId, Domain)> {
        let holds = |inside: Domain, all: Domain| if positive { inside } else { all.minus(&inside) };
        match pool.node(e) {
            Node::BoolVar(u) => return Some((*u, Domain::range(positive as i64, positive as i64))),
            Node::Not(a) => return self.unary(pool, *a, !positive),
            Node::Eq(a, k) => {
                if let Node::IntVar(u) = pool.node(*a) {
                    return Some((*u, holds(Domain::range(*k, *k), self.set(*u).domain())));
                }
            }
            Node::Le(a, k) => {
                if let Node::IntVar(u) = pool.node(*a) {
                    return Some((*u, holds(Domain::range(self.set(*u).min(), *k), self.set(*u).domain())));
                }
            }
            Node::Member(a, set) => {
                if let Node::IntVar(u) = pool.node(*a) {
                    return Some((*u, holds((**set).clone(), self.set(*u).domain())));
                }
            }
            _ => {}
        }
        let &[u] = self.facts.support(e).few()? else { return None };
        let Narrow { tuples, facts, sets, .. } = self;
        let set = &sets[u];
        if set.size() > FILTER_MAX || tuples.weight(pool, facts, &[e], TUPLE_NODES) >= TUPLE_NODES {
            return None;
        }
        let column = [(u, set.iter().collect::<Vec<i64>>())];
        let mut truths = Vec::with_capacity(column[0].1.len());
        tuples.for_each(pool, facts, &[e], &column, |value| truths.push((value(e) != 0) == positive));
        Some((u, Domain::from_values(column[0].1.iter().zip(truths).filter(|t| t.1).map(|t| *t.0))))
    }

    fn post_disjunction(&mut self, pool: &Pool, list: &[ExprId], positive: bool) {
        let mut unary = Vec::with_capacity(list.len());
        for &c in list {
            if self.truth(pool, c).is_some_and(|t| t != positive) {
                continue;
            }
            let Some(part) = self.unary(pool, c, positive) else {
                let parts: Box<[(ExprId, bool)]> = list.iter().map(|&c| (c, positive)).collect();
                return self.watch_all(pool, list, Propagator::Any(parts));
            };
            unary.push(part);
        }
        let watched: Vec<UnknownId> = unary.iter().map(|p| p.0).collect();
        self.add_propagator(Propagator::Clause(unary.into()), watched);
    }

    fn post_different(&mut self, pool: &Pool, list: &[ExprId], except: &[i64]) -> Result<(), Empty> {
        let mut unknowns = Vec::with_capacity(list.len());
        let mut constants = Vec::new();
        for &e in list {
            match pool.node(e) {
                Node::IntVar(u) => unknowns.push(*u),
                Node::Int(k) if except.contains(k) => {}
                Node::Int(k) => constants.push(*k),
                _ => {}
            }
        }
        for &k in &constants {
            for &u in &unknowns {
                self.change(u, |s| s.remove(k))?;
            }
        }
        let watched = unknowns.clone();
        if except.is_empty() {
            self.differing.learn(&unknowns);
            self.add_propagator(Propagator::Hall(unknowns.clone().into()), watched.clone());
        }
        // Where an exception is a value of two cells, nothing forces each value to appear.
        self.add_propagator(Propagator::Different(unknowns.into(), except.into()), watched);
        Ok(())
    }

    /// Notes a sum of plain unknowns, which may turn out to differ.
    fn post_choices(&mut self, pool: &Pool, e: ExprId, positive: bool) {
        let Node::Eq(sum, total) = pool.node(e) else { return };
        let Node::Sum(terms, 0) = pool.node(*sum) else { return };
        let unknown = |&(k, e): &(i64, ExprId)| match pool.node(e) {
            Node::IntVar(u) if k == 1 => Some(*u),
            _ => None,
        };
        if positive && let Some(unknowns) = terms.iter().map(unknown).collect::<Option<Box<[UnknownId]>>>() {
            self.differing.learn_sum(unknowns, *total);
        }
    }

    fn post_tuples(&mut self, pool: &Pool, e: ExprId, positive: bool) -> bool {
        let Some(unknowns) = self.facts.support(e).few() else { return false };
        let product = unknowns.iter().fold(1u64, |n, &u| n.saturating_mul(self.set(u).size()));
        if product > TUPLES_MAX || self.tuples.weight(pool, &self.facts, &[e], TUPLE_NODES) >= TUPLE_NODES {
            return false;
        }
        let unknowns: Box<[UnknownId]> = unknowns.into();
        let watched = unknowns.to_vec();
        self.add_propagator(Propagator::Tuples(e, positive, unknowns), watched);
        true
    }

    fn post_linear(&mut self, pool: &Pool, e: ExprId, lo: i64, hi: i64) {
        let one = [(1, e)];
        let (terms, constant) = match pool.node(e) {
            Node::Sum(terms, c) => (&terms[..], *c),
            _ => (&one[..], 0),
        };
        let term = |e: ExprId| match pool.node(e) {
            Node::IntVar(u) => Term::Unknown(*u),
            Node::FromBool(c) => Term::Condition(*c),
            _ => Term::Other(e),
        };
        let parts: Box<[(i64, Term)]> = terms.iter().filter(|t| t.0 != 0).map(|&(k, e)| (k, term(e))).collect();
        let (lo, hi) = (lo as i128 - constant as i128, hi as i128 - constant as i128);
        let roots: Vec<ExprId> = terms.iter().map(|t| t.1).collect();
        self.watch_all(pool, &roots, Propagator::Linear(parts, lo, hi));
    }

    /// Adds a propagator that watches every unknown under the roots, unless these are too many.
    fn watch_all(&mut self, pool: &Pool, roots: &[ExprId], propagator: Propagator) {
        let limit = WATCHED_MAX.max(2 * roots.len());
        let mut watched: Vec<UnknownId> = Vec::new();
        let mut stack: Vec<ExprId> = roots.to_vec();
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(e) = stack.pop() {
            if !seen.insert(e) {
                continue;
            }
            match pool.node(e) {
                Node::IntVar(u) | Node::BoolVar(u) => watched.push(*u),
                node => node.for_each_child(|c| stack.push(c)),
            }
            if watched.len() > limit || seen.len() > 8 * limit {
                return;
            }
        }
        self.add_propagator(propagator, watched);
    }
}

/// The unknowns, if all of the list are plain integer unknowns.
fn variables(pool: &Pool, list: &[ExprId]) -> Option<Box<[UnknownId]>> {
    list.iter()
        .map(|&e| match pool.node(e) {
            Node::IntVar(u) => Some(*u),
            _ => None,
        })
        .collect()
}
