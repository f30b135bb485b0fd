//! Posts a condition with its truth: removes values and adds propagators.

use super::propagate::{Propagator, Term};
use super::{Empty, Narrow};
use sator_model::view::{self, Sum, Test, View};
use sator_model::{Domain, ExprId, Node, Pool, UnknownId};

/// Size of a domain up to which it is filtered value by value.
const FILTER_MAX: u64 = 1_024;
/// Tuples of values up to which two or three domains are filtered by evaluating each tuple.
const TUPLES_MAX: u64 = 400;
/// Nodes of a condition up to which it is evaluated for each tuple.
const TUPLE_NODES: usize = 24;
/// Unknowns up to which a propagator of general conditions watches all of them.
const WATCHED_MAX: usize = 64;

impl Narrow {
    /// Posts that condition `e` is `positive`. A loop replaces recursion, which would follow the depth of the user's
    /// nesting.
    pub(super) fn post(&mut self, pool: &Pool, e: ExprId, positive: bool) -> Result<(), Empty> {
        let mut left = vec![(e, positive)];
        while let Some((e, positive)) = left.pop() {
            self.post_one(pool, e, positive, &mut left)?;
        }
        Ok(())
    }

    /// Posts one condition. Pushes its parts that hold as well to `left`, the first on top.
    fn post_one(
        &mut self,
        pool: &Pool,
        e: ExprId,
        positive: bool,
        left: &mut Vec<(ExprId, bool)>,
    ) -> Result<(), Empty> {
        let (e, positive) = view::signed(pool, e, positive);
        if !self.posted.insert((e, positive)) {
            return Ok(());
        }
        if let View::Clause(list, truth) = View::of(pool, e, positive)
            && self.post_bools(pool, list, truth)?
        {
            return Ok(());
        }
        match self.truth(pool, e) {
            Some(truth) if truth == positive => return Ok(()),
            Some(_) => return Err(Empty),
            None => {}
        }
        let view = View::of(pool, e, positive);
        match &view {
            View::All(list, truth) => {
                left.extend(list.iter().rev().map(|&c| (c, *truth)));
                return Ok(());
            }
            View::Fix(u, test) => return self.change(*u, |s| s.pass(test)),
            _ => {}
        }
        if let Some((u, allowed)) = self.unary_by_trying(pool, e, positive) {
            return self.change(u, |s| s.keep(&allowed));
        }
        match view {
            View::Clause(list, truth) => self.post_disjunction(pool, list, truth),
            View::Distinct(list, except) => return self.post_different(pool, list, except),
            View::Connected(graph) => {
                let mut roots = Vec::with_capacity(graph.size + graph.edges.len());
                graph.for_each_condition(|e| roots.push(e));
                self.watch_all(pool, &roots, Propagator::Connected(graph.clone()));
            }
            View::Same(a, b, same) => self.watch_all(pool, &[a, b], Propagator::Same(a, b, same)),
            _ if self.post_tuples(pool, e, positive) => self.post_choices(pool, &view),
            View::Table(list, rows) => {
                if let Some(unknowns) = view::unknowns::<Box<[UnknownId]>>(pool, list) {
                    let watched = unknowns.to_vec();
                    self.add_propagator(Propagator::Table(unknowns, rows.clone()), watched);
                }
            }
            View::Linear(ref sum, ref test) => {
                if let Some(bounds) = test.hull() {
                    self.post_linear(pool, sum, bounds);
                    self.post_choices(pool, &view);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The only unknown of a condition, and its values for which the condition is `positive`.
    pub(super) fn unary(&mut self, pool: &Pool, e: ExprId, positive: bool) -> Option<(UnknownId, Domain)> {
        match view::fix(pool, e, positive) {
            Some((u, test)) => Some((u, test.values_among(|| self.set(u).domain()))),
            None => self.unary_by_trying(pool, e, positive),
        }
    }

    /// The same for a condition with several nodes, by evaluating it for each value.
    fn unary_by_trying(&mut self, pool: &Pool, e: ExprId, positive: bool) -> Option<(UnknownId, Domain)> {
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
        // With a value that can repeat, the other values needn't all occur.
        self.add_propagator(Propagator::Different(unknowns.into(), except.into()), watched);
        Ok(())
    }

    /// Records a sum of plain unknowns, which another condition may make different.
    fn post_choices(&mut self, pool: &Pool, view: &View) {
        if let View::Linear(sum, Test::Is(total)) = view
            && let Some(unknowns) = sum.unknowns(pool)
        {
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

    fn post_linear(&mut self, pool: &Pool, sum: &Sum, (lo, hi): (i64, i64)) {
        let term = |e: ExprId| match pool.node(e) {
            Node::IntVar(u) => Term::Unknown(*u),
            Node::FromBool(c) => Term::Condition(*c),
            _ => Term::Other(e),
        };
        let terms = sum.terms();
        let parts: Box<[(i64, Term)]> = terms.iter().filter(|t| t.0 != 0).map(|&(k, e)| (k, term(e))).collect();
        let bound = |k: i64| i128::from(k) - i128::from(sum.constant);
        let roots: Vec<ExprId> = terms.iter().map(|t| t.1).collect();
        self.watch_all(pool, &roots, Propagator::Linear(parts, bound(lo), bound(hi)));
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
