//! Graphs whose edges close no loop. A part that would join two vertices of one tree is absent.

use super::super::knowledge::Knowledge;
use super::Board;
use super::condition::{Cond, State};
use super::finding::{Finding, Gone};
use super::graph_constraint::{GraphConstraint, NetKind};
use super::graphs::{conclude, finding};
use super::net_state::NetState;
use super::violation::LoopViolation;
use crate::mask::Mask;

/// The trees of the present edges, from a breadth-first search.
struct Trees {
    /// By vertex: the root of its tree.
    root: Vec<u32>,
    /// By vertex: the edge and the vertex that the search came from.
    came: Vec<Option<(u32, u32)>>,
    /// An edge that joins two vertices of one tree.
    closing: Option<u32>,
}

impl GraphConstraint {
    fn is_present(&self, e: u32, state: &NetState) -> bool {
        let (a, b) = self.ends(e);
        state.edge(e) == State::There && state.vertex(a) == State::There && state.vertex(b) == State::There
    }

    fn trees(&self, state: &NetState) -> Trees {
        const NEW: u32 = u32::MAX;
        let mut trees = Trees { root: vec![NEW; self.graph.size], came: vec![None; self.graph.size], closing: None };
        for start in 0..self.graph.size as u32 {
            if trees.root[start as usize] != NEW {
                continue;
            }
            trees.root[start as usize] = start;
            let mut open = std::collections::VecDeque::from([start]);
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
    fn way_between(&self, a: u32, b: u32, trees: &Trees) -> Gone {
        let to_root = |v: u32| {
            let mut way = vec![(None, v)];
            while let Some((e, w)) = trees.came[way[way.len() - 1].1 as usize] {
                way.push((Some(e), w));
            }
            way
        };
        let (mut way, mut other) = (to_root(a), to_root(b));
        // The common end of both ways to the root is no part of the way between them, but for its last vertex.
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

    /// The violation by present edges that close a loop, with its premises.
    pub(super) fn cycle(&self, state: &NetState) -> Option<(LoopViolation, Gone)> {
        let trees = self.trees(state);
        let closing = trees.closing?;
        let (a, b) = self.ends(closing);
        let mut gone = self.way_between(a, b, &trees);
        gone.extend(GraphConstraint::known(self.edges[closing as usize]));
        Some((LoopViolation::Cycle, gone))
    }
}

/// Edges and vertices that would close a loop, in all nets without loops.
pub(super) fn closes_loop(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let seen = |n: usize| (&board.candidates[..], &board.states[n]);
    board.live_nets().flat_map(|(n, _)| closes_loop_in(board, n, knowledge, seen(n))).collect()
}

/// The same in one net.
pub(super) fn closes_loop_in(
    board: &Board,
    n: usize,
    knowledge: &Knowledge,
    (masks, state): (&[Mask], &NetState),
) -> Vec<Finding> {
    let net = &board.nets[n];
    if net.kind != NetKind::Forest {
        return vec![];
    }
    let trees = net.trees(state);
    let in_one_tree = |a: u32, b: u32| trees.root[a as usize] == trees.root[b as usize];
    let is_there = |v: u32| state.vertex(v) == State::There;
    let mut found = Vec::new();
    let mut add = |cond: Cond, gone: Gone| {
        found.extend(finding(n, net, LoopViolation::Cycle, conclude(knowledge, masks, cond, false), gone));
    };
    for e in (0..net.edges.len() as u32).filter(|&e| state.edge(e) == State::Open) {
        let (a, b) = net.ends(e);
        if is_there(a) && is_there(b) && in_one_tree(a, b) {
            add(net.edges[e as usize], net.way_between(a, b, &trees));
        }
    }
    for v in (0..net.graph.size as u32).filter(|&v| state.vertex(v) == State::Open) {
        let joins = |&&(e, w): &&(u32, u32)| state.edge(e) == State::There && is_there(w);
        let beside: Vec<(u32, u32)> = net.graph.at[v as usize].iter().filter(joins).copied().collect();
        let pairs = beside.iter().enumerate().flat_map(|(i, &a)| beside[i + 1..].iter().map(move |&b| (a, b)));
        if let Some(((e, a), (f, b))) = pairs.into_iter().find(|&((_, a), (_, b))| in_one_tree(a, b)) {
            let mut gone = net.way_between(a, b, &trees);
            gone.extend([e, f].into_iter().flat_map(|e| GraphConstraint::known(net.edges[e as usize])));
            add(net.vertices[v as usize], gone);
        }
    }
    found
}
