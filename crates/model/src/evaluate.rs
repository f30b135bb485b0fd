//! Evaluation: checks an answer against the model's own expressions, without a solver.

use super::graph::{GraphId, GraphRef, Present};
use super::interval::{floor_div, floor_mod};
use super::{ExprId, Model, Node, UnknownId};
use rustc_hash::FxHashMap;

/// A value for every unknown, by [`UnknownId`]. A bool is 0 or 1; a value of an enum is its position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Assignment(pub Vec<i64>);

impl Assignment {
    /// The value of an unknown.
    pub fn get(&self, u: UnknownId) -> i64 {
        self.0[u]
    }
}

/// The value of one node, given the values of its children; a condition is 0 or 1.
// Always inlined: tables of small conditions evaluate it for each tuple, and a second caller in a crate would make it a
// call there.
#[inline(always)]
pub fn node_value(node: &Node, unknown: impl Fn(UnknownId) -> i64, child: impl Fn(ExprId) -> i64) -> i64 {
    value_of(node, unknown, &child, |graph, ask| ask(&graph.present(|e| child(e) != 0)))
}

/// The same; `about` evaluates a condition on a graph.
#[inline(always)]
pub(super) fn value_of(
    node: &Node,
    unknown: impl Fn(UnknownId) -> i64,
    child: impl Fn(ExprId) -> i64,
    about: impl FnOnce(&GraphRef, &dyn Fn(&Present) -> i64) -> i64,
) -> i64 {
    match node {
        Node::Bool(b) => *b as i64,
        Node::BoolVar(u) | Node::IntVar(u) => unknown(*u),
        Node::Not(a) => 1 - child(*a),
        Node::And(l) => l.iter().all(|&e| child(e) != 0) as i64,
        Node::Or(l) => l.iter().any(|&e| child(e) != 0) as i64,
        Node::Iff(a, b) => (child(*a) == child(*b)) as i64,
        Node::Eq(e, k) => (child(*e) == *k) as i64,
        Node::Le(e, k) => (child(*e) <= *k) as i64,
        Node::Member(e, set) => set.contains(child(*e)) as i64,
        Node::Table(l, rows) => {
            let tuple: Vec<i64> = l.iter().map(|&e| child(e)).collect();
            rows.binary_search_by(|row| row[..].cmp(&tuple[..])).is_ok() as i64
        }
        Node::AllDifferent(l, except) => {
            all_different(l.iter().map(|&e| child(e)).filter(|v| !except.contains(v))) as i64
        }
        Node::Int(k) => *k,
        Node::FromBool(c) => child(*c),
        Node::Sum(terms, c) => terms.iter().fold(*c, |s, &(k, e)| s.wrapping_add(k.wrapping_mul(child(e)))),
        Node::Product(a, b) => child(*a).wrapping_mul(child(*b)),
        Node::Div(a, b) => floor_div(child(*a), child(*b)).unwrap_or(0),
        Node::Mod(a, b) => match child(*b) {
            0 => 0,
            b => floor_mod(child(*a), b),
        },
        Node::Abs(a) => child(*a).wrapping_abs(),
        Node::Min(l) => l.iter().map(|&e| child(e)).min().unwrap_or(0),
        Node::Max(l) => l.iter().map(|&e| child(e)).max().unwrap_or(0),
        Node::Ite(c, a, b) => child(if child(*c) != 0 { *a } else { *b }),
        Node::Element(l, i) => match child(*i) {
            i if i >= 1 && i <= l.len() as i64 => child(l[i as usize - 1]),
            _ => child(l[0]),
        },
        Node::Connected(g) => about(g, &|there| there.connected() as i64),
        Node::Acyclic(g) => about(g, &|there| there.acyclic() as i64),
        Node::SingleLoop(g) => about(g, &|there| there.single_loop(g) as i64),
        Node::Closed(g) => about(g, &|there| there.closed(g) as i64),
        Node::Reaches(g, u, v) => about(g, &|there| there.reaches(*u, *v) as i64),
        Node::Congruent(g, cols, ends) => about(g, &|there| there.congruent(*cols, *ends) as i64),
        Node::PieceSize(g, v) => about(g, &|there| there.piece_size(*v) as i64),
    }
}

/// In a mask of small values, bit `i` stands for `i - SMALL`.
const SMALL: i64 = 32;

fn all_different(values: impl Iterator<Item = i64> + Clone) -> bool {
    let mut seen = 0u128;
    for value in values.clone() {
        let at = value.wrapping_add(SMALL);
        if !(0..128).contains(&at) {
            let mut all: Vec<i64> = values.collect();
            all.sort_unstable();
            return all.windows(2).all(|w| w[0] != w[1]);
        }
        if seen >> at & 1 == 1 {
            return false;
        }
        seen |= 1 << at;
    }
    true
}

impl Model {
    /// The value of every node of the pool, by [`ExprId`].
    pub fn evaluate_all(&self, assignment: &Assignment) -> Vec<i64> {
        let mut values: Vec<i64> = Vec::with_capacity(self.pool.len());
        self.evaluate_more(assignment, &mut values);
        values
    }

    /// Appends the values of the nodes made after `values` was computed.
    pub fn evaluate_more(&self, assignment: &Assignment, values: &mut Vec<i64>) {
        // Many nodes ask about one graph.
        let mut known: FxHashMap<GraphId, Present> = FxHashMap::default();
        for node in &self.pool.nodes()[values.len()..] {
            let value = value_of(
                node,
                |u| assignment.get(u),
                |e| values[e],
                |graph, ask| {
                    let present = || graph.present(|e| values[e] != 0);
                    ask(known.entry(graph.id).or_insert_with(present))
                },
            );
            values.push(value);
        }
    }

    /// The value of one expression; `None` when it is undefined under this assignment.
    pub fn evaluate(&self, e: ExprId, assignment: &Assignment) -> Option<i64> {
        let values = self.evaluate_all(assignment);
        (values[self.pool.defined(e)] != 0).then(|| values[e])
    }

    /// The indices of the constraints that an assignment breaks; `Err` holds the name of an unknown outside its domain.
    ///
    /// # Errors
    /// The name of an unknown whose value lies outside its domain.
    pub fn violations(&self, assignment: &Assignment) -> Result<Vec<usize>, String> {
        for (unknown, &value) in self.unknowns.iter().zip(&assignment.0) {
            if !unknown.domain.contains(value) {
                return Err(format!("{} = {value}", unknown.name));
            }
        }
        let values = self.evaluate_all(assignment);
        let broken = |c: &super::Constraint| values[c.expr] == 0;
        Ok(self.constraints.iter().enumerate().filter(|(_, c)| broken(c)).map(|(i, _)| i).collect())
    }
}
