//! The trees of the present edges of a graph. Where no loop is allowed, a part that joins two vertices of one tree is absent. In a
//! division, an edge between two vertices of one tree is present, and one between trees with an absent edge between them is absent.

use super::super::knowledge::Knowledge;
use super::Board;
use super::condition::{Cond, State};
use super::finding::{Finding, Gone};
use super::graph_constraint::{GraphConstraint, NetKind};
use super::graphs::{conclude, finding};
use super::net_state::NetState;
use super::violation::LoopViolation;
use crate::mask::Mask;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The trees of the present edges, from a breadth-first search.
pub(super) struct Trees {
    /// By vertex: the root of its tree.
    root: Vec<u32>,
    /// By vertex: the edge and the vertex that the search came from.
    came: Vec<Option<(u32, u32)>>,
    /// An edge that joins two vertices of one tree.
    closing: Option<u32>,
}

impl Trees {
    fn are_one(&self, (a, b): (u32, u32)) -> bool {
        self.root[a as usize] == self.root[b as usize]
    }

    /// The trees of two vertices, the lower root first.
    fn pair(&self, (a, b): (u32, u32)) -> (u32, u32) {
        let (a, b) = (self.root[a as usize], self.root[b as usize]);
        (a.min(b), a.max(b))
    }
}

impl GraphConstraint {
    fn is_present(&self, e: u32, state: &NetState) -> bool {
        let (a, b) = self.ends(e);
        state.edge(e) == State::There && state.vertex(a) == State::There && state.vertex(b) == State::There
    }

    pub(super) fn trees(&self, state: &NetState) -> Trees {
        const NEW: u32 = u32::MAX;
        let mut trees = Trees { root: vec![NEW; self.graph.size], came: vec![None; self.graph.size], closing: None };
        for start in 0..self.graph.size as u32 {
            if trees.root[start as usize] != NEW {
                continue;
            }
            trees.root[start as usize] = start;
            let mut open = VecDeque::from([start]);
            while let Some(v) = open.pop_front() {
                let from = trees.came[v as usize].map(|(e, _)| e);
                for &(e, w) in self.graph.at[v as usize].iter().filter(|&&(e, _)| self.is_present(e, state)) {
                    if trees.root[w as usize] == NEW {
                        trees.root[w as usize] = start;
                        trees.came[w as usize] = Some((e, v));
                        open.push_back(w);
                    } else if Some(e) != from {
                        trees.closing = Some(e);
                    }
                }
            }
        }
        trees
    }

    /// The premises of the way between two vertices of one tree: its edges and its vertices, both ends among them.
    fn way_between(&self, (a, b): (u32, u32), trees: &Trees) -> Gone {
        let to_root = |v: u32| {
            let mut way = vec![(None, v)];
            while let Some((e, w)) = trees.came[way[way.len() - 1].1 as usize] {
                way.push((Some(e), w));
            }
            way
        };
        let (mut way, mut other) = (to_root(a), to_root(b));
        // The common end of both ways to the root is no part of the way between them, but for its first vertex.
        while way.len() > 1 && other.len() > 1 && way[way.len() - 2].1 == other[other.len() - 2].1 {
            way.pop();
            other.pop();
        }
        let parts = way.into_iter().chain(other);
        let conds = parts.flat_map(|(e, v)| [e.map(|e| self.edges[e as usize]), Some(self.vertices[v as usize])]);
        let mut gone: Gone = conds.flatten().flat_map(GraphConstraint::known).collect();
        gone.sort_unstable();
        gone.dedup();
        gone
    }

    /// The violation by present edges, with its premises: they close a loop, or join the ends of an absent one.
    pub(super) fn tree_violation(&self, state: &NetState, trees: &Trees) -> Option<(LoopViolation, Gone)> {
        if self.kind == NetKind::Forest {
            let closing = trees.closing?;
            let mut gone = self.way_between(self.ends(closing), trees);
            gone.extend(GraphConstraint::known(self.edges[closing as usize]));
            return Some((LoopViolation::Cycle, gone));
        }
        let is_inside = |&e: &u32| state.edge(e) == State::Gone && trees.are_one(self.ends(e));
        let inside = (0..self.edges.len() as u32).find(is_inside)?;
        let mut gone = self.way_between(self.ends(inside), trees);
        gone.extend(self.absent(inside));
        Some((LoopViolation::BorderInside, gone))
    }
}

/// The parts of a net whose state follows from its trees.
pub(super) fn decided_by(
    board: &Board,
    n: usize,
    knowledge: &Knowledge,
    (masks, state): (&[Mask], &NetState),
    trees: &Trees,
) -> Vec<Finding> {
    let net = &board.nets[n];
    let (decided, violation) = match net.kind {
        NetKind::Forest => (net.closing_parts(state, trees), LoopViolation::Cycle),
        _ => (net.parts_of_division(state, trees), LoopViolation::BorderInside),
    };
    let found = decided.into_iter().filter_map(|Decided { cond, is_present, gone }| {
        finding(n, net, violation.clone(), conclude(knowledge, masks, cond, is_present), gone)
    });
    found.collect()
}

/// An open part that is present, or absent, with its premises.
struct Decided {
    cond: Cond,
    is_present: bool,
    gone: Gone,
}

impl GraphConstraint {
    fn open_edges<'a>(&'a self, state: &'a NetState) -> impl Iterator<Item = u32> + 'a {
        (0..self.edges.len() as u32).filter(|&e| state.edge(e) == State::Open)
    }

    /// Edges and vertices that would close a loop.
    fn closing_parts(&self, state: &NetState, trees: &Trees) -> Vec<Decided> {
        let is_there = |v: u32| state.vertex(v) == State::There;
        let mut decided = Vec::new();
        for e in self.open_edges(state) {
            let ends = self.ends(e);
            if is_there(ends.0) && is_there(ends.1) && trees.are_one(ends) {
                let gone = self.way_between(ends, trees);
                decided.push(Decided { cond: self.edges[e as usize], is_present: false, gone });
            }
        }
        for v in (0..self.graph.size as u32).filter(|&v| state.vertex(v) == State::Open) {
            let joins = |&&(e, w): &&(u32, u32)| state.edge(e) == State::There && is_there(w);
            let beside: Vec<(u32, u32)> = self.graph.at[v as usize].iter().filter(joins).copied().collect();
            let pairs = beside.iter().enumerate().flat_map(|(i, &a)| beside[i + 1..].iter().map(move |&b| (a, b)));
            if let Some(((e, a), (f, b))) = pairs.into_iter().find(|&((_, a), (_, b))| trees.are_one((a, b))) {
                let mut gone = self.way_between((a, b), trees);
                gone.extend([e, f].into_iter().flat_map(|e| GraphConstraint::known(self.edges[e as usize])));
                decided.push(Decided { cond: self.vertices[v as usize], is_present: false, gone });
            }
        }
        decided
    }

    /// Edges inside a piece, and those between two pieces that an absent edge keeps apart.
    fn parts_of_division(&self, state: &NetState, trees: &Trees) -> Vec<Decided> {
        let is_there = |(a, b): (u32, u32)| state.vertex(a) == State::There && state.vertex(b) == State::There;
        let mut apart: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for e in (0..self.edges.len() as u32).filter(|&e| state.edge(e) == State::Gone && is_there(self.ends(e))) {
            apart.entry(trees.pair(self.ends(e))).or_insert(e);
        }
        let mut decided = Vec::new();
        for e in self.open_edges(state).filter(|&e| is_there(self.ends(e))) {
            let (a, b) = self.ends(e);
            let cond = self.edges[e as usize];
            if trees.are_one((a, b)) {
                decided.push(Decided { cond, is_present: true, gone: self.way_between((a, b), trees) });
            } else if let Some(&border) = apart.get(&trees.pair((a, b))) {
                let (c, d) = self.ends(border);
                let (c, d) = if trees.are_one((a, c)) { (c, d) } else { (d, c) };
                let mut gone = self.way_between((a, c), trees);
                gone.extend(self.way_between((b, d), trees));
                gone.extend(self.absent(border));
                decided.push(Decided { cond, is_present: false, gone });
            }
        }
        decided
    }
}
