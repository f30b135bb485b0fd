//! Hash-consed expressions over unknowns, typed (condition or integer) and with computed bounds.
//!
//! Invariants: a node's children have smaller ids than the node; equal nodes have equal ids; the bounds of every
//! integer fit 64 bits. Integer functions are total: a division by zero and an index outside its list have *some*
//! value. The condition under which that value is meaningful stands beside the node ([`Pool::defined`]). Every
//! comparison includes it, so the smallest condition around an undefined value is false (relational semantics, Frisch &
//! Stuckey 2009, as in MiniZinc).
//!
//! `arithmetic`, `conditions` and `graph_conditions` construct the nodes.

use super::bounds::bounds;
use super::graph::{Graph, GraphId, GraphRef, Structure};
use super::interval::{Bounds, Overflow};
use super::node::TRUE;
use super::{ExprId, NO_END, Node, UnknownId};
use indexmap::IndexSet;
use indexmap::set::Slice;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::sync::Arc;

/// Properties of a node that are computed from its structure.
#[derive(Clone, Copy, Debug)]
struct Attributes {
    /// Smallest and largest value; a condition has 0 and 1.
    bounds: Bounds,
    /// The condition under which the value is meaningful; `TRUE` for conditions.
    defined: ExprId,
}

/// All expressions of a model.
#[derive(Clone, Debug)]
pub struct Pool {
    nodes: IndexSet<Node, FxBuildHasher>,
    attributes: Vec<Attributes>,
    /// By unknown: its node, once it was constructed. After [`Pool::truncate`] an entry can point to another node.
    variables: Vec<ExprId>,
    /// The graphs, each with the number of nodes when it was made; its nodes are among those.
    graphs: Vec<(GraphRef, usize)>,
    graph_ids: FxHashMap<Arc<Structure>, GraphId>,
    /// The number of nodes when a comparison was first folded by a bound as large as [`NO_END`].
    decided_at: Option<usize>,
    /// A buffer for `and` and `or`.
    pub(super) parts: Vec<ExprId>,
}

impl Default for Pool {
    fn default() -> Pool {
        let mut pool = Pool {
            nodes: IndexSet::default(),
            attributes: vec![],
            variables: vec![],
            graphs: vec![],
            graph_ids: FxHashMap::default(),
            decided_at: None,
            parts: vec![],
        };
        for value in [false, true] {
            pool.intern(Node::Bool(value), (value as i64, value as i64), TRUE);
        }
        pool
    }
}

impl Pool {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node with this id.
    pub fn node(&self, e: ExprId) -> &Node {
        &self.nodes[e.index()]
    }

    /// All nodes in order of their ids: children before parents.
    pub fn nodes(&self) -> &Slice<Node> {
        self.nodes.as_slice()
    }

    /// The smallest and largest value that the bounds of the parts allow.
    pub fn bounds(&self, e: ExprId) -> Bounds {
        self.attributes[e].bounds
    }

    /// The condition under which the value of `e` is meaningful.
    pub fn defined(&self, e: ExprId) -> ExprId {
        self.attributes[e].defined
    }

    /// Whether the node is a condition.
    pub fn is_condition(&self, e: ExprId) -> bool {
        self.node(e).is_condition()
    }

    /// The value, if `e` is a constant.
    pub fn constant(&self, e: ExprId) -> Option<i64> {
        match *self.node(e) {
            Node::Int(k) => Some(k),
            Node::Bool(b) => Some(b as i64),
            _ => None,
        }
    }

    /// Drops the nodes from number `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.decided_at = self.decided_at.filter(|&at| at <= len);
        self.nodes.truncate(len);
        self.attributes.truncate(len);
        while let Some((graph, _)) = self.graphs.pop_if(|(_, made)| *made > len) {
            self.graph_ids.remove(&graph.structure);
        }
    }

    /// Notes that a comparison was folded by this bound of an expression without a constant part.
    pub(super) fn note_decisive_bound(&mut self, end: i64) {
        if end.unsigned_abs() >= NO_END.unsigned_abs() / 2 {
            self.decided_at.get_or_insert(self.nodes.len());
        }
    }

    /// Whether a comparison was folded by a bound that stands for an open end, so that it can differ for larger values.
    pub(super) fn relies_on_open_ends(&self) -> bool {
        self.decided_at.is_some()
    }

    /// The nodes of some expressions, these included, each once.
    pub fn nodes_under(&self, roots: &[ExprId]) -> impl Iterator<Item = ExprId> + '_ {
        let (mut open, mut seen) = (roots.to_vec(), FxHashSet::default());
        std::iter::from_fn(move || {
            let next = std::iter::from_fn(|| open.pop()).find(|&e| seen.insert(e))?;
            self.node(next).for_each_child(|child| open.push(child));
            Some(next)
        })
    }

    /// The unknowns of an expression, sorted.
    pub fn unknowns_of(&self, e: ExprId) -> Vec<UnknownId> {
        let unknown = |e: ExprId| match self.node(e) {
            Node::BoolVar(u) | Node::IntVar(u) => Some(*u),
            _ => None,
        };
        let mut found: Vec<UnknownId> = self.nodes_under(&[e]).filter_map(unknown).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The number of graphs.
    pub fn graphs(&self) -> usize {
        self.graphs.len()
    }

    /// The graph of this structure; equal structures share one.
    pub fn graph(&mut self, shape: Structure) -> GraphRef {
        if let Some(&id) = self.graph_ids.get(&shape) {
            return self.graphs[id].0.clone();
        }
        let id = GraphId::at(self.graphs.len());
        let shape = Arc::new(shape);
        self.graph_ids.insert(shape.clone(), id);
        let graph = GraphRef(Arc::new(Graph::new(id, shape)));
        self.graphs.push((graph.clone(), self.nodes.len()));
        graph
    }

    /// The existing equal node, or a new one.
    pub(super) fn intern(&mut self, node: Node, bounds: Bounds, defined: ExprId) -> ExprId {
        let (at, new) = self.nodes.insert_full(node);
        if new {
            self.attributes.push(Attributes { bounds, defined });
        }
        ExprId::at(at)
    }

    /// The node of an unknown, looked up by the unknown: names of cells are frequent.
    pub(super) fn variable(&mut self, node: Node, unknown: UnknownId, bounds: Bounds) -> ExprId {
        let known = self.variables.get(unknown.index()).copied();
        if let Some(e) = known.filter(|e| self.nodes.get_index(e.index()) == Some(&node)) {
            return e;
        }
        let e = self.intern(node, bounds, TRUE);
        if self.variables.len() <= unknown.index() {
            self.variables.resize(unknown.index() + 1, TRUE);
        }
        self.variables[unknown] = e;
        e
    }

    /// An integer whose bounds follow from those of its parts.
    pub(super) fn integer(&mut self, node: Node, defined: ExprId) -> Result<ExprId, Overflow> {
        if let Some(at) = self.nodes.get_index_of(&node) {
            return Ok(ExprId::at(at));
        }
        // The node of an unknown takes its bounds from the domain, in `Pool::int_var`.
        let bounds = bounds(&node, |_| (i64::MIN, i64::MAX), |e| self.bounds(e))?;
        Ok(self.intern(node, bounds, defined))
    }

    pub(super) fn condition(&mut self, node: Node) -> ExprId {
        self.intern(node, (0, 1), TRUE)
    }

    pub(super) fn both_defined(&mut self, parts: impl IntoIterator<Item = ExprId>) -> ExprId {
        let parts: Vec<ExprId> = parts.into_iter().map(|e| self.defined(e)).filter(|&d| d != TRUE).collect();
        if parts.is_empty() { TRUE } else { self.and(parts) }
    }
}
