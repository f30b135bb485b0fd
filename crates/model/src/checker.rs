//! Incremental evaluation: checks many assignments of one model in a row, without a solver. Evaluates again only the
//! nodes that depend on changed unknowns.

use super::evaluate::value_of;
use super::graph::{GraphId, Present};
use super::{Assignment, ExprId, Expressions, Model, Node};
use rustc_hash::FxHashMap;

/// The model's constraints and their parts, evaluated under the last assignment.
pub struct Checker {
    last: Vec<Option<i64>>,
    /// By [`ExprId`]: the value under the last assignment.
    values: Vec<i64>,
    /// The parents of node `i` are `parents[ends[i]..ends[i + 1]]`; they have larger numbers.
    parents: Vec<u32>,
    ends: Vec<u32>,
    /// By unknown: its node.
    unknowns: Vec<Option<u32>>,
    /// By [`ExprId`]: whether the node is a constraint.
    demanded: Vec<bool>,
    /// Nodes to evaluate, one bit each.
    dirty: Vec<u64>,
    /// The number of constraints that do not hold.
    broken: usize,
    /// The number of unknowns outside their domains.
    outside: usize,
}

impl Checker {
    /// A checker for the constraints of a model.
    pub fn new(model: &Model) -> Checker {
        Checker::watching(model, std::iter::empty())
    }

    /// A checker that also evaluates these terms.
    pub fn watching(model: &Model, terms: impl Iterator<Item = ExprId>) -> Checker {
        let nodes = model.pool.len();
        let mut demanded = vec![false; nodes];
        model.constraints.iter().for_each(|c| demanded[c.expr] = true);
        let mut used = demanded.clone();
        terms.for_each(|e| used[e] = true);
        let mut ends = vec![0u32; nodes + 1];
        let mut unknowns = vec![None; model.unknowns.len()];
        for i in (0..nodes).rev() {
            if !used[i] {
                continue;
            }
            match model.pool.node(ExprId::at(i)) {
                Node::BoolVar(u) | Node::IntVar(u) => unknowns[*u] = Some(i as u32),
                node => node.for_each_child(|c| {
                    used[c] = true;
                    ends[c.index() + 1] += 1;
                }),
            }
        }
        for i in 0..nodes {
            ends[i + 1] += ends[i];
        }
        let mut parents = vec![0; ends[nodes] as usize];
        let mut next = ends.clone();
        let mut dirty = vec![0u64; nodes.div_ceil(64)];
        for i in (0..nodes).filter(|&i| used[i]) {
            dirty[i / 64] |= 1 << (i % 64);
            model.pool.node(ExprId::at(i)).for_each_child(|c| {
                let slot = &mut next[c];
                parents[*slot as usize] = i as u32;
                *slot += 1;
            });
        }
        let last = vec![None; model.unknowns.len()];
        // No value is known yet: each constraint counts as broken until it is seen to hold.
        let broken = demanded.iter().filter(|d| **d).count();
        let outside = model.unknowns.len();
        Checker { last, values: vec![0; nodes], parents, ends, unknowns, demanded, dirty, broken, outside }
    }

    /// Whether an assignment meets every domain and every constraint. The model's terms must be those the checker was
    /// made for.
    pub fn holds(&mut self, m: Expressions, assignment: &Assignment) -> bool {
        for (i, &value) in assignment.0.iter().enumerate() {
            let before = self.last[i].replace(value);
            if before == Some(value) {
                continue;
            }
            let domain = &m.unknowns[i].domain;
            self.outside -= usize::from(before.is_none_or(|v| !domain.contains(v)));
            self.outside += usize::from(!domain.contains(value));
            if let Some(node) = self.unknowns[i] {
                self.dirty[node as usize / 64] |= 1 << (node % 64);
            }
        }
        self.evaluate(m, assignment);
        self.broken == 0 && self.outside == 0
    }

    /// By [`ExprId`]: the values of watched terms and parts of constraints under the last assignment.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    fn evaluate(&mut self, m: Expressions, assignment: &Assignment) {
        // Many nodes ask about one graph.
        let mut known: FxHashMap<GraphId, Present> = FxHashMap::default();
        for word in 0..self.dirty.len() {
            while self.dirty[word] != 0 {
                let i = 64 * word + self.dirty[word].trailing_zeros() as usize;
                self.dirty[word] &= self.dirty[word] - 1;
                let node = m.pool.node(ExprId::at(i));
                let values = &self.values;
                let value = value_of(
                    node,
                    |u| assignment.get(u),
                    |e| values[e],
                    |graph, ask| {
                        let present = || graph.present(|e| values[e] != 0);
                        ask(known.entry(graph.id).or_insert_with(present))
                    },
                );
                let before = std::mem::replace(&mut self.values[i], value);
                if before == value {
                    continue;
                }
                if self.demanded[i] {
                    self.broken -= usize::from(before == 0);
                    self.broken += usize::from(value == 0);
                }
                for at in self.ends[i]..self.ends[i + 1] {
                    let parent = self.parents[at as usize];
                    self.dirty[parent as usize / 64] |= 1 << (parent % 64);
                }
            }
        }
    }
}
