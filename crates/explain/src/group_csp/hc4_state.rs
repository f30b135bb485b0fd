//! The incremental state of bounds propagation (HC4). Masks of one search differ little from those of the search before, so only
//! nodes whose parts have changed are evaluated again.

use super::graphs::{Part, Region, parts};
use crate::mask::Mask;
use sator_model::graph::GraphRef;
use sator_model::{Bounds, ExprId, Node};
use std::ops::Index;

/// Conditions with the parts of a graph that they decide.
type Parts = Box<[(u32, Part)]>;

/// The expressions that each expression is a part of.
#[derive(Default)]
pub(super) struct Parents {
    /// By node: the nodes that it is a part of.
    of: Vec<Vec<u32>>,
    /// By unknown: its node.
    node_of: Vec<Option<usize>>,
    /// By node: its family. Conditions that share an expression are one family; unknowns and constants belong to none.
    family: Vec<Option<u32>>,
    families: usize,
    /// By node: for one about a graph its graph, with the parts of it that conditions decide.
    graphs: Vec<Option<(GraphRef, Parts)>>,
}

impl Parents {
    pub(super) fn new(nodes: &[Node], roots: &[usize], unknowns: usize) -> Parents {
        let mut parents =
            Parents { of: vec![vec![]; nodes.len()], node_of: vec![None; unknowns], ..Parents::default() };
        for (at, node) in nodes.iter().enumerate() {
            if let Node::BoolVar(u) | Node::IntVar(u) = node {
                parents.node_of[*u] = Some(at);
            }
            node.for_each_child(|child| parents.of[child].push(at as u32));
        }
        let with_parts = |graph: &GraphRef| (graph.clone(), parts(graph).into());
        parents.graphs = nodes.iter().map(|node| node.graph().map(with_parts)).collect();
        parents.family = vec![None; nodes.len()];
        // Conditions from the top, each taking in those whose expressions it shares.
        for &root in roots {
            let family = parents.families as u32;
            let mut open = vec![root];
            while let Some(at) = open.pop() {
                let leaf = matches!(nodes[at], Node::BoolVar(_) | Node::IntVar(_) | Node::Bool(_) | Node::Int(_));
                if leaf || parents.family[at].is_some() {
                    continue;
                }
                parents.family[at] = Some(family);
                nodes[at].for_each_child(|child| open.push(child.index()));
                open.extend(parents.of[at].iter().map(|&p| p as usize));
            }
            parents.families += 1;
        }
        parents
    }
}

/// A set of nodes to evaluate, as bits.
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

/// Bounds that the conditions require of each node, passed from a node to its parts.
#[derive(Default)]
pub(super) struct RequiredBounds {
    bounds: Vec<Bounds>,
    /// Nodes whose required bounds are closer than those of their parts.
    closer: Marks,
}

impl Index<ExprId> for RequiredBounds {
    type Output = Bounds;

    fn index(&self, e: ExprId) -> &Bounds {
        &self.bounds[e]
    }
}

impl RequiredBounds {
    /// Intersects the bounds of a node with others; `None` if that leaves nothing.
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
    pub(super) fn each_down(&mut self, mut pass: impl FnMut(usize, &mut RequiredBounds) -> Option<()>) -> Option<()> {
        for word in (0..self.closer.words.len()).rev() {
            while let Some(at) = self.closer.take_last(word) {
                pass(at, self)?;
            }
        }
        Some(())
    }
}

#[derive(Default)]
pub(super) struct Hc4State {
    /// Bounds of each node by its parts, for the masks in `of`.
    pub up: Vec<Bounds>,
    pub of: Vec<Mask>,
    pub known: RequiredBounds,
    changed: Marks,
    /// By family of conditions: whether more may follow from it than `of` has.
    due: Vec<bool>,
    /// The nodes of the last pass down.
    passed: Vec<usize>,
    /// By node: the region of one about a graph.
    regions: Vec<Option<Region>>,
}

impl Hc4State {
    /// Every node is to be looked at. `bounds` are those of the nodes, whatever the masks are.
    pub(super) fn new(bounds: &[Bounds], unknowns: usize, parents: &Parents) -> Hc4State {
        let nodes = bounds.len();
        let mut changed = Marks::none(nodes);
        (0..nodes).for_each(|at| changed.set(at));
        Hc4State {
            up: bounds.to_vec(),
            of: vec![0; unknowns],
            known: RequiredBounds { bounds: bounds.to_vec(), closer: Marks::none(nodes) },
            changed,
            due: vec![true; parents.families],
            passed: vec![],
            regions: vec![None; nodes],
        }
    }

    /// The conditions, which must hold, start on their way down; none if one can't be met.
    pub(super) fn roots_down(&mut self, roots: &[usize], parents: &Parents) -> Option<()> {
        self.known.bounds.copy_from_slice(&self.up);
        self.passed.clear();
        for (family, due) in self.due.iter_mut().enumerate() {
            if std::mem::take(due) {
                self.passed.push(family);
            }
        }
        let is_due =
            |&&root: &&usize| parents.family[root].is_none_or(|f| self.passed.binary_search(&(f as usize)).is_ok());
        roots.iter().filter(is_due).try_for_each(|&root| self.known.meet(ExprId(root as u32), (1, 1)))
    }

    /// Forgets bounds on their way down, so that their families are due again.
    pub(super) fn aborted(&mut self) {
        self.known.closer.words.fill(0);
        for family in self.passed.drain(..) {
            self.due[family] = true;
        }
    }
    /// Passes bounds up for these masks. `interval` has the bounds of a node by those of its parts, and notes its region.
    pub(super) fn pass_up(
        &mut self,
        masks: &[Mask],
        parents: &Parents,
        interval: impl Fn(usize, &[Bounds], &mut Option<Region>) -> Bounds,
    ) {
        for (u, &mask) in masks.iter().enumerate() {
            if std::mem::replace(&mut self.of[u], mask) != mask
                && let Some(node) = parents.node_of[u]
            {
                self.changed.set(node);
            }
        }
        for word in 0..self.changed.words.len() {
            while let Some(at) = self.changed.take_first(word) {
                let bounds = interval(at, &self.up, &mut self.regions[at]);
                let family = parents.family[at];
                if let Some(family) = family {
                    self.due[family as usize] = true;
                }
                // Some look at the values of an unknown itself.
                let before = std::mem::replace(&mut self.up[at], bounds);
                if before != bounds || family.is_none() {
                    for p in parents.of[at].iter().map(|&p| p as usize) {
                        if self.is_affected(p, at, (before, bounds), parents) {
                            self.changed.set(p);
                        }
                    }
                }
            }
        }
    }

    /// Whether a change of the bounds of a part can change those of a node. One about a graph passes nothing down to its parts.
    fn is_affected(&self, node: usize, part: usize, change: (Bounds, Bounds), parents: &Parents) -> bool {
        let (Some((graph, parts)), Some(region)) = (&parents.graphs[node], &self.regions[node]) else { return true };
        let own = &parts[parts.partition_point(|own| (own.0 as usize) < part)..];
        let mut own = own.iter().take_while(|own| own.0 as usize == part);
        change.0 != change.1 && own.any(|&(_, own)| region.is_affected(graph, own, change, &self.up))
    }

    /// Whether another pass would imply nothing new.
    pub(super) fn is_at_fixpoint(&self, roots: &[usize], parents: &Parents) -> bool {
        !self.due.contains(&true) && roots.iter().all(|&root| parents.family[root].is_some())
    }
}
