//! Conditions of a model as nodes of a problem of their own: unknowns and nodes are numbered afresh.

use super::{GroupCsp, MOST_NODES, values_of};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::graph::{Edge, Graph, GraphRef, Structure};
use sator_model::view::{self, View};
use sator_model::{ExprId, Model, Node, UnknownId};
use std::sync::Arc;

impl GroupCsp {
    pub(super) fn unknown(&mut self, model: &Model, u: UnknownId) -> Option<usize> {
        if let Some(at) = self.unknowns.iter().position(|&v| v == u) {
            return Some(at);
        }
        self.values.push(values_of(model, u)?);
        self.unknowns.push(u);
        Some(self.unknowns.len() - 1)
    }

    pub(super) fn plain_different(&mut self, model: &Model, e: ExprId) -> Option<Vec<usize>> {
        let View::Distinct(list, []) = View::of(&model.pool, e, true) else { return None };
        let unknowns: Vec<UnknownId> = view::unknowns(&model.pool, list)?;
        let same = unknowns.windows(2).all(|w| model.unknown(w[0]).domain == model.unknown(w[1]).domain);
        if !same {
            return None;
        }
        unknowns.into_iter().map(|u| self.unknown(model, u)).collect()
    }

    pub(super) fn node(&mut self, model: &Model, e: ExprId, places: &mut FxHashMap<ExprId, usize>) -> Option<usize> {
        // Children have smaller ids, so sorting puts them first.
        let (mut all, mut met) = (vec![], FxHashSet::default());
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            if places.contains_key(&e) || !met.insert(e) {
                continue;
            }
            all.push(e);
            if all.len() > MOST_NODES {
                return None;
            }
            let node = model.pool.node(e);
            match Reach::of(model, node) {
                Some(reach) => reach.for_each_condition(|child| open.push(child)),
                None => node.for_each_child(|child| open.push(child)),
            }
        }
        all.sort_unstable();
        for e in all {
            let node = self.moved(model, model.pool.node(e), places)?;
            places.insert(e, self.nodes.len());
            self.nodes.push(node);
            self.bounds.push(model.pool.bounds(e));
        }
        places.get(&e).copied()
    }

    /// The node with children and unknowns by position.
    fn moved(&mut self, model: &Model, node: &Node, places: &FxHashMap<ExprId, usize>) -> Option<Node> {
        let at = |e: &ExprId| ExprId(places.get(e).map_or(0, |&p| p as u32));
        let list = |l: &Arc<[ExprId]>| l.iter().map(at).collect::<Arc<[ExprId]>>();
        Some(match node {
            Node::BoolVar(u) => Node::BoolVar(UnknownId(self.unknown(model, *u)? as u32)),
            Node::IntVar(u) => Node::IntVar(UnknownId(self.unknown(model, *u)? as u32)),
            Node::Bool(b) => Node::Bool(*b),
            Node::Int(k) => Node::Int(*k),
            Node::Not(a) => Node::Not(at(a)),
            Node::And(l) => Node::And(list(l)),
            Node::Or(l) => Node::Or(list(l)),
            Node::Iff(a, b) => Node::Iff(at(a), at(b)),
            Node::Eq(a, k) => Node::Eq(at(a), *k),
            Node::Le(a, k) => Node::Le(at(a), *k),
            Node::Member(a, set) => Node::Member(at(a), set.clone()),
            Node::Table(l, rows) => Node::Table(list(l), rows.clone()),
            Node::AllDifferent(l, except) => Node::AllDifferent(list(l), except.clone()),
            Node::FromBool(a) => Node::FromBool(at(a)),
            Node::Sum(terms, k) => Node::Sum(terms.iter().map(|(c, e)| (*c, at(e))).collect(), *k),
            Node::Product(a, b) => Node::Product(at(a), at(b)),
            Node::Div(a, b) => Node::Div(at(a), at(b)),
            Node::Mod(a, b) => Node::Mod(at(a), at(b)),
            Node::Abs(a) => Node::Abs(at(a)),
            Node::Min(l) => Node::Min(list(l)),
            Node::Max(l) => Node::Max(list(l)),
            Node::Ite(c, a, b) => Node::Ite(at(c), at(a), at(b)),
            Node::Element(l, i) => Node::Element(list(l), at(i)),
            Node::Connected(g) => Node::Connected(self.graph(g, None, &at)?),
            Node::Acyclic(g) => Node::Acyclic(self.graph(g, None, &at)?),
            Node::SingleLoop(g) => Node::SingleLoop(self.graph(g, None, &at)?),
            Node::Closed(g) => Node::Closed(self.graph(g, None, &at)?),
            Node::Reaches(g, u, v) => Node::Reaches(self.graph(g, Reach::of(model, node), &at)?, *u, *v),
            Node::Congruent(g, cols, ends) => {
                Node::Congruent(self.graph(g, Reach::of(model, node), &at)?, *cols, *ends)
            }
            Node::PieceSize(g, v) => Node::PieceSize(self.graph(g, Reach::of(model, node), &at)?, *v),
        })
    }

    /// The graph, or the part within reach, with conditions by position.
    fn graph(&mut self, graph: &GraphRef, reach: Option<Reach>, at: &dyn Fn(&ExprId) -> ExprId) -> Option<GraphRef> {
        let graphs = self.graphs.as_mut()?;
        let vertices = reach.as_ref().map(|reach| &reach.vertices);
        if let Some((_, known)) = graphs.iter().find(|(part, known)| *known == *graph && part.as_ref() == vertices) {
            return Some(known.clone());
        }
        let edges = graph.edges.iter().filter(|edge| reach.as_ref().is_none_or(|reach| reach.has(edge)));
        let shape = Structure {
            size: graph.size,
            vertices: graph.vertices.as_ref().map(|on| on.iter().map(at).collect()),
            edges: edges.map(|edge| Edge { on: at(&edge.on), ..*edge }).collect(),
            faces: None,
        };
        graphs.push((reach.map(|reach| reach.vertices), GraphRef(Graph::new(graph.id, shape.into()).into())));
        graphs.last().map(|(_, graph)| graph.clone())
    }
}

/// The part of a graph that a condition on the piece of some vertices depends on. In the graph of the areas of one colour it is one
/// component.
struct Reach<'a> {
    graph: &'a GraphRef,
    /// By vertex: whether it can be in these pieces.
    vertices: Vec<bool>,
}

impl Reach<'_> {
    /// The part that a node depends on, if it is about the pieces of known vertices.
    fn of<'a>(model: &Model, node: &'a Node) -> Option<Reach<'a>> {
        let (graph, starts) = match node {
            Node::Reaches(graph, from, _) => (graph, vec![*from]),
            Node::PieceSize(graph, v) => (graph, vec![*v]),
            Node::Congruent(graph, _, ends) => (graph, ends.to_vec()),
            _ => return None,
        };
        let mut vertices = vec![false; graph.size];
        let mut open = starts;
        open.iter().for_each(|&v| vertices[v as usize] = true);
        while let Some(v) = open.pop() {
            for &(e, w) in graph.at[v as usize].iter() {
                let can_be = model.pool.node(graph.edges[e as usize].on) != &Node::Bool(false);
                if can_be && !std::mem::replace(&mut vertices[w as usize], true) {
                    open.push(w);
                }
            }
        }
        Some(Reach { graph, vertices })
    }

    /// Calls `f` with every condition of the part.
    fn for_each_condition(&self, mut f: impl FnMut(ExprId)) {
        self.graph.vertices.iter().flatten().for_each(|&e| f(e));
        self.graph.edges.iter().filter(|edge| self.has(edge)).for_each(|edge| f(edge.on));
    }

    fn has(&self, edge: &Edge) -> bool {
        self.vertices[edge.ends.0 as usize] && self.vertices[edge.ends.1 as usize]
    }
}
