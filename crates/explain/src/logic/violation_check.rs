//! Whether a violation of a net, violation with islands or a violation of a piece is there, looked at afresh: nothing here is shared with
//! `graphs`, `islands` and `pieces`, where they are found.

mod islands;
mod pieces;

use super::condition::State;
use super::graph_constraint::{GraphConstraint, NetKind};
use super::violation::LoopViolation;
use crate::mask::Mask;
pub(super) use islands::is_island_violation;
pub(super) use pieces::is_piece_violation;

/// Whether these candidates leave the net with this violation, whatever is chosen of them.
pub(super) fn is_there(net: &GraphConstraint, masks: &[Mask], violation: &LoopViolation) -> bool {
    let strokes = || (0..net.edges.len() as u32).filter(|&e| net.edge(e, masks) == State::There);
    let drawn_at = |v: u32| net.graph.at[v as usize].iter().filter(|(e, _)| net.edge(*e, masks) == State::There);
    match *violation {
        LoopViolation::Ends(v) => {
            let possible = net.graph.at[v as usize].iter().filter(|(e, _)| net.edge(*e, masks) != State::Gone);
            net.is_loop() && possible.count() == 1 && drawn_at(v).next().is_some()
        }
        LoopViolation::Branches(v) => net.is_loop() && drawn_at(v).count() > 2,
        LoopViolation::ClosesEarly => {
            // Strokes fall away from loose ends; what is left of a path are its loops.
            let all: Vec<u32> = strokes().collect();
            let mut at: Vec<Vec<u32>> = vec![vec![]; net.graph.size];
            for &e in &all {
                at[net.ends(e).0 as usize].push(e);
                at[net.ends(e).1 as usize].push(e);
            }
            let mut gone = vec![false; net.edges.len()];
            let left_at =
                |v: u32, gone: &[bool]| at[v as usize].iter().copied().filter(|&e| !gone[e as usize]).collect();
            let mut loose: Vec<u32> = (0..net.graph.size as u32).filter(|&v| at[v as usize].len() == 1).collect();
            while let Some(v) = loose.pop() {
                let last: Vec<u32> = left_at(v, &gone);
                if let [e] = last[..] {
                    gone[e as usize] = true;
                    loose.extend([net.ends(e).0, net.ends(e).1]);
                }
            }
            let Some(&start) = all.iter().find(|&&e| !gone[e as usize]) else { return false };
            // A loop among several is too short if there is a stroke beside it.
            let mut ring = vec![start];
            gone[start as usize] = true;
            let mut next = 0;
            while let Some(&e) = ring.get(next) {
                for v in [net.ends(e).0, net.ends(e).1] {
                    let beside: Vec<u32> = left_at(v, &gone);
                    beside.iter().for_each(|&e| gone[e as usize] = true);
                    ring.extend(beside);
                }
                next += 1;
            }
            net.is_loop() && ring.len() < all.len()
        }
        LoopViolation::Cycle => {
            // Edges join trees; one inside a tree closes a loop.
            let mut trees = Trees::new(net.graph.size);
            net.kind == NetKind::Forest && !between_present(net, masks, strokes()).all(|(a, b)| trees.join(a, b))
        }
        LoopViolation::BorderInside => {
            let mut trees = Trees::new(net.graph.size);
            between_present(net, masks, strokes()).for_each(|(a, b)| _ = trees.join(a, b));
            let mut absent = (0..net.edges.len() as u32).filter(|&e| net.edge(e, masks) == State::Gone);
            net.kind == NetKind::Division && absent.any(|e| trees.root(net.ends(e).0) == trees.root(net.ends(e).1))
        }
        LoopViolation::NoReturn(e) => {
            let (a, b) = net.ends(e);
            net.is_loop() && net.edge(e, masks) == State::There && !joined(net, masks, a, b, Some(e))
        }
        LoopViolation::CutOff(a, b) => {
            let required = |v: u32| match net.is_of_edges() {
                true => drawn_at(v).next().is_some(),
                false => net.vertex(v, masks) == State::There,
            };
            required(a) && required(b) && !joined(net, masks, a, b, None)
        }
    }
}

/// The ends of edges, where both are present.
fn between_present<'a>(
    net: &'a GraphConstraint,
    masks: &'a [Mask],
    edges: impl Iterator<Item = u32> + 'a,
) -> impl Iterator<Item = (u32, u32)> + 'a {
    let is_there = |v: u32| net.vertex(v, masks) == State::There;
    edges.map(|e| net.ends(e)).filter(move |&(a, b)| is_there(a) && is_there(b))
}

/// Whether a way from a to b is left, save along one edge.
fn joined(net: &GraphConstraint, masks: &[Mask], a: u32, b: u32, but: Option<u32>) -> bool {
    let mut trees = Trees::new(net.graph.size);
    for e in (0..net.edges.len() as u32).filter(|&e| Some(e) != but && net.edge(e, masks) != State::Gone) {
        let (v, w) = net.ends(e);
        if net.vertex(v, masks) != State::Gone && net.vertex(w, masks) != State::Gone {
            trees.join(v, w);
        }
    }
    trees.root(a) == trees.root(b)
}

/// Sets of vertices that edges join, as trees of parents (union-find).
struct Trees(Vec<u32>);

impl Trees {
    fn new(size: usize) -> Trees {
        Trees((0..size as u32).collect())
    }

    fn root(&mut self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            self.0[v as usize] = self.0[self.0[v as usize] as usize];
            v = self.0[v as usize];
        }
        v
    }

    /// Joins the sets of two vertices. False if they are one set already.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a as usize] = b;
        a != b
    }
}
