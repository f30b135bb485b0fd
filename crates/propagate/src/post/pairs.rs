//! Elements of lists that depend on two unknowns which differ, such as the ways of a tour by position:
//! `way[at[1]][at[2]]`.

use super::Post;
use crate::constraints::{Pair, Pairing};
use crate::facts::NodeFacts;
use crate::ids::Var;
use rustc_hash::FxHashSet;
use sator_model::view::{self, View};
use sator_model::{Domain, ExprId, Node, Pool, UnknownId};

/// Most pairs of values of two unknowns that have numbers.
const PAIRS: u64 = 256;

/// The elements in a goal that depend on two unknowns of a list which are all different, where such pairs of unknowns are no more
/// than the unknowns. Measured: tours of 8 and 10 places take a tenth of the time with a variable for each pair of values, and
/// quadratic assignments, of which all unknowns are in pairs, three times as long.
pub(super) fn elements_of_pairs(
    pool: &Pool,
    conditions: &[ExprId],
    goal: ExprId,
    facts: &NodeFacts,
) -> FxHashSet<ExprId> {
    let mut found = FxHashSet::default();
    for &condition in conditions {
        let View::Distinct(list, []) = View::of(pool, condition, true) else { continue };
        let unknowns: FxHashSet<UnknownId> = list.iter().filter_map(|&e| view::unknown(pool, e)).collect();
        let pair = |e: ExprId| match (pool.node(e), facts.support(e).few()) {
            (Node::Element(..), Some(&[x, y])) if unknowns.contains(&x) && unknowns.contains(&y) => Some([x, y]),
            _ => None,
        };
        let elements: Vec<ExprId> = pool.nodes_under(&[goal]).filter(|&e| pair(e).is_some()).collect();
        let pairs: FxHashSet<[UnknownId; 2]> = elements.iter().filter_map(|&e| pair(e)).collect();
        if pairs.len() <= unknowns.len() {
            found.extend(elements);
        }
    }
    found
}

impl Post<'_> {
    /// The variable of an element that depends on two unknowns which differ, if they have few values.
    pub(super) fn element_of_pair(&mut self, e: ExprId, domain: &Domain) -> Option<Var> {
        let support = *self.facts.support(e);
        let &[x, y] = support.few().filter(|_| self.elements_of_pairs.contains(&e))? else { return None };
        let domains = [x, y].map(|u| &self.domains[u]);
        let is_narrow = |domain: &&Domain| domain.min().abs_diff(domain.max()) < Pair::SPAN;
        if !domains.iter().all(is_narrow) || domains[0].size() * domains[1].size() > PAIRS {
            return None;
        }
        let columns = [(x, domains[0].iter().collect::<Vec<i64>>()), (y, domains[1].iter().collect())];
        let mut results = vec![];
        self.tuples.for_each(self.pool, &self.facts, &[e], &columns, |value| results.push(value(e)));
        let [(_, xs), (_, ys)] = columns;
        let all = xs.iter().flat_map(|&a| ys.iter().map(move |&b| [a, b]));
        let pairs: Vec<([i64; 2], i64)> = all.zip(results).filter(|([a, b], _)| a != b).collect();
        if pairs.is_empty() {
            return None;
        }
        let sides = [x, y].map(|u| Var::at(u.index()));
        let number = self.new_var(&Domain::range(1, pairs.len() as i64), sides);
        let result = self.new_var(domain, sides);
        let pairing = Pairing::new(&self.network.store, number, sides, result, pairs);
        self.add(pairing);
        Some(result)
    }
}
