//! What a problem keeps while bounds are passed up and down, so that only what has changed is looked at: the masks of one search
//! differ little from those of the one before.

use super::Local;
use crate::mask::Mask;
use sator_model::{ExprId, Node};
use std::ops::Index;

pub(super) type Bounds = (i64, i64);

/// Where the parts of expressions are used.
#[derive(Default)]
pub(super) struct Above {
    parents: Vec<Vec<u32>>,
    /// By unknown: its node.
    node_of: Vec<Option<usize>>,
    /// By node: which of the sets of conditions that share an expression it is in; none for unknowns and constants.
    family: Vec<Option<u32>>,
    families: usize,
}

impl Above {
    pub(super) fn new(nodes: &[Node], roots: &[usize], unknowns: usize) -> Above {
        let mut above = Above { parents: vec![vec![]; nodes.len()], node_of: vec![None; unknowns], ..Above::default() };
        for (at, node) in nodes.iter().enumerate() {
            if let Node::BoolVar(u) | Node::IntVar(u) = node {
                above.node_of[*u] = Some(at);
            }
            node.for_each_child(|child| above.parents[child].push(at as u32));
        }
        above.family = vec![None; nodes.len()];
        // Conditions from the top, each taking in those whose expressions it shares.
        for &root in roots {
            let family = above.families as u32;
            let mut open = vec![root];
            while let Some(at) = open.pop() {
                let leaf = matches!(nodes[at], Node::BoolVar(_) | Node::IntVar(_) | Node::Bool(_) | Node::Int(_));
                if leaf || above.family[at].is_some() {
                    continue;
                }
                above.family[at] = Some(family);
                nodes[at].for_each_child(|child| open.push(child.index()));
                open.extend(above.parents[at].iter().map(|&p| p as usize));
            }
            above.families += 1;
        }
        above
    }
}

/// Nodes that are to be looked at.
#[derive(Default)]
struct Marks {
    words: Vec<u64>,
}

impl Marks {
    fn none(nodes: usize) -> Marks {
        Marks { words: vec![0; nodes.div_ceil(64)] }
    }

    fn set(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
    }

    /// The first one of a word, which is no longer marked.
    fn take_first(&mut self, word: usize) -> Option<usize> {
        let marked = self.words[word];
        (marked != 0).then(|| self.take(word, marked.trailing_zeros()))
    }

    /// The last one.
    fn take_last(&mut self, word: usize) -> Option<usize> {
        let marked = self.words[word];
        (marked != 0).then(|| self.take(word, 63 - marked.leading_zeros()))
    }

    fn take(&mut self, word: usize, bit: u32) -> usize {
        self.words[word] &= !(1 << bit);
        64 * word + bit as usize
    }
}

/// Bounds on their way down.
#[derive(Default)]
pub(super) struct Known {
    bounds: Vec<Bounds>,
    /// Nodes that have closer bounds than their parts say.
    closer: Marks,
}

impl Index<ExprId> for Known {
    type Output = Bounds;

    fn index(&self, e: ExprId) -> &Bounds {
        &self.bounds[e]
    }
}

impl Known {
    /// Takes these bounds in too; none if nothing is in both.
    pub(super) fn meet(&mut self, e: ExprId, (lo, hi): Bounds) -> Option<()> {
        let of = &mut self.bounds[e];
        let both = (of.0.max(lo), of.1.min(hi));
        if *of != both {
            *of = both;
            self.closer.set(e.index());
        }
        (both.0 <= both.1).then_some(())
    }

    /// Each node that has closer bounds, parents before their parts.
    pub(super) fn each_down(&mut self, mut pass: impl FnMut(usize, &mut Known) -> Option<()>) -> Option<()> {
        for word in (0..self.closer.words.len()).rev() {
            while let Some(at) = self.closer.take_last(word) {
                pass(at, self)?;
            }
        }
        Some(())
    }
}

#[derive(Default)]
pub(super) struct Room {
    /// Bounds of each node by its parts, for the masks in `of`.
    pub up: Vec<Bounds>,
    pub of: Vec<Mask>,
    pub known: Known,
    changed: Marks,
    /// By family of conditions: whether more may follow from it than `of` has.
    due: Vec<bool>,
    /// Those passed down last.
    passed: Vec<usize>,
}

impl Room {
    /// In which all is to be looked at.
    pub(super) fn new(local: &Local) -> Room {
        let nodes = local.nodes.len();
        let mut changed = Marks::none(nodes);
        (0..nodes).for_each(|at| changed.set(at));
        Room {
            up: local.bounds.clone(),
            of: vec![0; local.unknowns.len()],
            known: Known { bounds: local.bounds.clone(), closer: Marks::none(nodes) },
            changed,
            due: vec![true; local.above.families],
            passed: vec![],
        }
    }

    /// The conditions, which must hold, start on their way down; none if one can't be met.
    pub(super) fn roots_down(&mut self, roots: &[usize], above: &Above) -> Option<()> {
        self.known.bounds.copy_from_slice(&self.up);
        self.passed.clear();
        for (family, due) in self.due.iter_mut().enumerate() {
            if std::mem::take(due) {
                self.passed.push(family);
            }
        }
        let is_due =
            |&&root: &&usize| above.family[root].is_none_or(|f| self.passed.binary_search(&(f as usize)).is_ok());
        roots.iter().filter(is_due).try_for_each(|&root| self.known.meet(ExprId(root as u32), (1, 1)))
    }

    /// What was passed down last did not come to its end.
    pub(super) fn aborted(&mut self) {
        self.known.closer.words.fill(0);
        for family in self.passed.drain(..) {
            self.due[family] = true;
        }
    }
}

impl Local {
    /// Bounds of all nodes by those of their parts, for these masks.
    pub(super) fn pass_up(&self, masks: &[Mask], room: &mut Room) {
        for (u, &mask) in masks.iter().enumerate() {
            if std::mem::replace(&mut room.of[u], mask) != mask
                && let Some(node) = self.above.node_of[u]
            {
                room.changed.set(node);
            }
        }
        for word in 0..room.changed.words.len() {
            while let Some(at) = room.changed.take_first(word) {
                let bounds = self.interval(at, masks, &room.up);
                let family = self.above.family[at];
                if let Some(family) = family {
                    room.due[family as usize] = true;
                }
                // Some look at the values of an unknown itself.
                if std::mem::replace(&mut room.up[at], bounds) != bounds || family.is_none() {
                    self.above.parents[at].iter().for_each(|&p| room.changed.set(p as usize));
                }
            }
        }
    }
}
