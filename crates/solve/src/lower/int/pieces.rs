//! Conditions on graphs in integers alone, asserted before the first check: for solvers that are called once and can't
//! receive cuts.
//!
//! Each present vertex has the number of its piece's root, and a rank. The root has rank 0; any other vertex is joined
//! to one of a lower rank, so a chain of falling ranks leads to the root. Present edges join vertices with the same
//! root. Every graph has such numbers, so asserting them is always sound, and each condition is defined by them.

use super::Int;
use crate::solver::terms::{Term, Terms};
use rustc_hash::FxHashMap;
use sator_model::congruent::{MOTIONS, place};
use sator_model::node::{plain_condition, plain_integer};
use sator_model::{Expressions, GraphId, GraphRef, Node};
use std::sync::Arc;

/// By graph.
pub(super) type Pieces = FxHashMap<GraphId, Arc<Graph>>;

/// A graph in terms.
pub(super) struct Graph {
    vertices: Vec<Term>,
    edges: Vec<Term>,
    /// -1 if the vertex is absent.
    root: Vec<Term>,
    /// The number of present edges at each vertex.
    degree: Vec<Term>,
    /// Whether a vertex is the root of its piece.
    first: Vec<Term>,
}

impl Int {
    /// The term of a node on a graph, by its definition.
    pub(super) fn piece_term(&mut self, m: Expressions, node: &Node) -> Term {
        let Some(graph) = node.graph() else { return self.literals[0] };
        let low = self.piece_graph(m, graph);
        let built = &mut self.built;
        match node {
            Node::Connected(_) => {
                let (pieces, one) = (built.count(&low.first), built.int_value(1));
                built.le(pieces, one)
            }
            Node::Acyclic(_) => {
                let (edges, pieces) = (built.count(&low.edges), built.count(&low.first));
                let (sum, vertices) = (built.add(&[edges, pieces]), built.count(&low.vertices));
                built.eq(sum, vertices)
            }
            Node::SingleLoop(_) => {
                let [zero, one, two] = [0, 1, 2].map(|k| built.int_value(k));
                let mut parts = Vec::with_capacity(low.degree.len() + 1);
                let mut loops = Vec::with_capacity(low.degree.len());
                for (&degree, &first) in low.degree.iter().zip(&low.first) {
                    let (none, both) = (built.eq(degree, zero), built.eq(degree, two));
                    parts.push(built.or(&[none, both]));
                    let drawn = built.not(none);
                    loops.push(built.and(&[first, drawn]));
                }
                let loops = built.count(&loops);
                parts.push(built.eq(loops, one));
                built.and(&parts)
            }
            Node::Closed(_) => {
                let mut parts = Vec::with_capacity(low.edges.len());
                for (edge, &on) in graph.edges.iter().zip(&low.edges) {
                    let together = reaches(built, &low, edge.ends);
                    parts.push(built.implies(together, on));
                }
                built.and(&parts)
            }
            Node::Reaches(_, u, v) => reaches(built, &low, (*u, *v)),
            Node::Congruent(_, cols, ends) => congruent(built, &low, *cols, *ends),
            Node::PieceSize(_, v) => {
                let v = *v as usize;
                let mut same = Vec::with_capacity(low.root.len());
                for &root in &low.root {
                    let equal = built.eq(root, low.root[v]);
                    same.push(built.and(&[low.vertices[v], equal]));
                }
                built.count(&same)
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
                at.iter().map(|edges| self.built.or(edges)).collect()
            }
        };
        let built = &mut self.built;
        let edges: Vec<Term> = graph
            .edges
            .iter()
            .zip(&drawn)
            .map(|(edge, &on)| {
                let (a, b) = (vertices[edge.ends.0 as usize], vertices[edge.ends.1 as usize]);
                if graph.vertices.is_some() { built.and(&[on, a, b]) } else { on }
            })
            .collect();
        let root: Vec<Term> = vertices.iter().map(|_| built.int_fresh()).collect();
        let rank: Vec<Term> = vertices.iter().map(|_| built.int_fresh()).collect();
        let (nobody, zero, most) = (built.int_value(-1), built.int_value(0), built.int_value(graph.size as i64));
        let (mut first, mut degree) = (Vec::new(), Vec::new());
        for (v, &there) in vertices.iter().enumerate() {
            let own = built.int_value(v as i64);
            let (own, bottom) = (built.eq(root[v], own), built.eq(rank[v], zero));
            let (low, high) = (built.le(zero, rank[v]), built.lt(rank[v], most));
            built.assert(low);
            built.assert(high);
            let (absent, gone) = (built.not(there), built.eq(root[v], nobody));
            let same = built.iff(absent, gone);
            built.assert(same);
            let mut ways = vec![built.and(&[own, bottom])];
            for &(e, w) in graph.at[v].iter() {
                let falls = built.lt(rank[w as usize], rank[v]);
                ways.push(built.and(&[edges[e as usize], falls]));
            }
            let way = built.or(&ways);
            let led = built.implies(there, way);
            built.assert(led);
            first.push(built.and(&[there, own]));
            let at: Vec<Term> = graph.at[v].iter().map(|&(e, _)| edges[e as usize]).collect();
            degree.push(built.count(&at));
        }
        for (edge, &on) in graph.edges.iter().zip(&edges) {
            let same = built.eq(root[edge.ends.0 as usize], root[edge.ends.1 as usize]);
            let joined = built.implies(on, same);
            built.assert(joined);
        }
        let low = Arc::new(Graph { vertices, edges, root, degree, first });
        if let Some(pieces) = &mut self.pieces {
            pieces.insert(graph.id, low.clone());
        }
        low
    }
}

/// Both vertices are present, and some motion takes the piece of the first to that of the second: each motion and each
/// translation that takes the first vertex to a cell.
fn congruent(built: &mut Terms, low: &Graph, cols: u32, [u, v]: [u32; 2]) -> Term {
    let size = low.root.len() as u32;
    let rows = size.div_ceil(cols);
    let of_piece = |built: &mut Terms, end: u32| (0..size).map(|w| reaches(built, low, (end, w))).collect::<Vec<_>>();
    let (own, other) = (of_piece(built, u), of_piece(built, v));
    let nowhere = built.bool_value(false);
    let mut ways = Vec::new();
    for motion in MOTIONS {
        let first = motion(place(cols, u));
        for to in 0..size {
            let to = place(cols, to);
            let mut covered = vec![false; size as usize];
            let mut parts = Vec::with_capacity(size as usize);
            for w in 0..size {
                let (row, col) = motion(place(cols, w));
                let (row, col) = (row - first.0 + to.0, col - first.1 + to.1);
                let on_grid = (0..rows as i32).contains(&row) && (0..cols as i32).contains(&col);
                let goal = (row * cols as i32 + col) as usize;
                let image = if on_grid && goal < size as usize {
                    covered[goal] = true;
                    other[goal]
                } else {
                    nowhere
                };
                parts.push(built.iff(own[w as usize], image));
            }
            for w in (0..size as usize).filter(|&w| !covered[w]) {
                parts.push(built.not(other[w]));
            }
            ways.push(built.and(&parts));
        }
    }
    let way = built.or(&ways);
    built.and(&[low.vertices[u as usize], low.vertices[v as usize], way])
}

/// Both vertices are present and have the same root.
fn reaches(built: &mut Terms, low: &Graph, (u, v): (u32, u32)) -> Term {
    let same = built.eq(low.root[u as usize], low.root[v as usize]);
    built.and(&[low.vertices[u as usize], same])
}
