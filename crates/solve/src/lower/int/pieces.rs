//! Graphs in integers alone, asserted before the first check: for solvers that are asked only once, and can't be given cuts.
//!
//! Each vertex that is there has the number of the root of its piece, and a rank. The root has rank 0; any other vertex is
//! joined to one of a lower rank, so a chain of falling ranks leads from it to the root. Edges that are there join
//! vertices with the same root. Every graph has such numbers, so they may be asserted whatever the conditions on the
//! graph are, and each condition is a definition in them.

use super::Int;
use crate::solver::z3::Term;
use rustc_hash::FxHashMap;
use sator_model::node::{plain_condition, plain_integer};
use sator_model::{Expressions, GraphId, GraphRef, Node};
use std::sync::Arc;

/// By graph.
pub(super) type Pieces = FxHashMap<GraphId, Arc<Graph>>;

/// A graph in terms.
pub(super) struct Graph {
    vertices: Vec<Term>,
    edges: Vec<Term>,
    /// -1 where the vertex is not there.
    root: Vec<Term>,
    /// How many edges are there at each vertex.
    degree: Vec<Term>,
    /// Whether a vertex is the root of its piece.
    first: Vec<Term>,
}

impl Int {
    /// The term of a node about a graph, by its definition.
    pub(super) fn piece_term(&mut self, m: Expressions, node: &Node) -> Term {
        let Some(graph) = node.graph() else { return self.literals[0] };
        let low = self.piece_graph(m, graph);
        let z3 = &mut self.z3;
        match node {
            Node::Connected(_) => {
                let (pieces, one) = (z3.count(&low.first), z3.int_value(1));
                z3.le(pieces, one)
            }
            Node::Acyclic(_) => {
                let (edges, pieces) = (z3.count(&low.edges), z3.count(&low.first));
                let (sum, vertices) = (z3.add(&[edges, pieces]), z3.count(&low.vertices));
                z3.eq(sum, vertices)
            }
            Node::SingleLoop(_) => {
                let [zero, one, two] = [0, 1, 2].map(|k| z3.int_value(k));
                let mut parts = Vec::with_capacity(low.degree.len() + 1);
                let mut loops = Vec::with_capacity(low.degree.len());
                for (&degree, &first) in low.degree.iter().zip(&low.first) {
                    let (none, both) = (z3.eq(degree, zero), z3.eq(degree, two));
                    parts.push(z3.or(&[none, both]));
                    let drawn = z3.not(none);
                    loops.push(z3.and(&[first, drawn]));
                }
                let loops = z3.count(&loops);
                parts.push(z3.eq(loops, one));
                z3.and(&parts)
            }
            Node::Closed(_) => {
                let mut parts = Vec::with_capacity(low.edges.len());
                for (edge, &on) in graph.edges.iter().zip(&low.edges) {
                    let together = reaches(z3, &low, edge.ends);
                    parts.push(z3.implies(together, on));
                }
                z3.and(&parts)
            }
            Node::Reaches(_, u, v) => reaches(z3, &low, (*u, *v)),
            Node::PieceSize(_, v) => {
                let v = *v as usize;
                let mut same = Vec::with_capacity(low.root.len());
                for &root in &low.root {
                    let equal = z3.eq(root, low.root[v]);
                    same.push(z3.and(&[low.vertices[v], equal]));
                }
                z3.count(&same)
            }
            plain_condition!() | plain_integer!() => self.literals[0],
        }
    }

    fn piece_graph(&mut self, m: Expressions, graph: &GraphRef) -> Arc<Graph> {
        if let Some(known) = self.pieces.as_ref().and_then(|pieces| pieces.get(&graph.id)) {
            return known.clone();
        }
        let drawn: Vec<Term> = graph.edges.iter().map(|edge| self.term(m, edge.on)).collect();
        let vertices: Vec<Term> = match &graph.vertices {
            Some(on) => self.all(m, on),
            None => {
                let at = graph.at.iter().map(|at| at.iter().map(|&(e, _)| drawn[e as usize]).collect());
                let at: Vec<Vec<Term>> = at.collect();
                at.iter().map(|edges| self.z3.or(edges)).collect()
            }
        };
        let z3 = &mut self.z3;
        let edges: Vec<Term> = graph
            .edges
            .iter()
            .zip(&drawn)
            .map(|(edge, &on)| {
                let (a, b) = (vertices[edge.ends.0 as usize], vertices[edge.ends.1 as usize]);
                if graph.vertices.is_some() { z3.and(&[on, a, b]) } else { on }
            })
            .collect();
        let root: Vec<Term> = vertices.iter().map(|_| z3.int_fresh()).collect();
        let rank: Vec<Term> = vertices.iter().map(|_| z3.int_fresh()).collect();
        let (nobody, zero, most) = (z3.int_value(-1), z3.int_value(0), z3.int_value(graph.size as i64));
        let (mut first, mut degree) = (Vec::new(), Vec::new());
        for (v, &there) in vertices.iter().enumerate() {
            let own = z3.int_value(v as i64);
            let (own, bottom) = (z3.eq(root[v], own), z3.eq(rank[v], zero));
            let (low, high) = (z3.le(zero, rank[v]), z3.lt(rank[v], most));
            z3.assert(low);
            z3.assert(high);
            let (absent, gone) = (z3.not(there), z3.eq(root[v], nobody));
            let same = z3.iff(absent, gone);
            z3.assert(same);
            let mut ways = vec![z3.and(&[own, bottom])];
            for &(e, w) in graph.at[v].iter() {
                let falls = z3.lt(rank[w as usize], rank[v]);
                ways.push(z3.and(&[edges[e as usize], falls]));
            }
            let way = z3.or(&ways);
            let led = z3.implies(there, way);
            z3.assert(led);
            first.push(z3.and(&[there, own]));
            let at: Vec<Term> = graph.at[v].iter().map(|&(e, _)| edges[e as usize]).collect();
            degree.push(z3.count(&at));
        }
        for (edge, &on) in graph.edges.iter().zip(&edges) {
            let same = z3.eq(root[edge.ends.0 as usize], root[edge.ends.1 as usize]);
            let joined = z3.implies(on, same);
            z3.assert(joined);
        }
        let low = Arc::new(Graph { vertices, edges, root, degree, first });
        if let Some(pieces) = &mut self.pieces {
            pieces.insert(graph.id, low.clone());
        }
        low
    }
}

/// Both are there, and have the same root.
fn reaches(z3: &mut crate::solver::z3::Z3Int, low: &Graph, (u, v): (u32, u32)) -> Term {
    let same = z3.eq(low.root[u as usize], low.root[v as usize]);
    z3.and(&[low.vertices[u as usize], same])
}
