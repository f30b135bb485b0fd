//! Graphs whose vertices and edges are present or absent depending on conditions. Connectedness, loops and pieces are
//! conditions on such graphs.
//!
//! An edge is present if its own condition and both its ends hold. Without conditions for the vertices, a vertex is
//! present if an edge at it is.

use super::ExprId;
use super::congruent::congruent;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

sator_base::ids::id! {
    /// The number of a graph in its pool.
    pub struct GraphId;
}

/// An edge of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The two vertices that it joins.
    pub ends: (u32, u32),
    /// The condition under which it is present, if both its ends are.
    pub on: ExprId,
}

/// The definition of a graph. Invariants: no edge joins a vertex to itself, and each pair has at most one edge.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Structure {
    /// Number of vertices.
    pub size: usize,
    /// A condition for each vertex; `None` if a vertex is present where an edge at it is.
    pub vertices: Option<Box<[ExprId]>>,
    /// The edges.
    pub edges: Box<[Edge]>,
    /// For a graph drawn in the plane, the two faces beside each edge; face 0 is the outside.
    pub faces: Option<Box<[(u32, u32)]>>,
}

/// The edges at a vertex, each with its other end.
type Incident = Box<[(u32, u32)]>;

/// A graph that belongs to a pool.
#[derive(Debug)]
pub struct Graph {
    /// The number of the graph in its pool.
    pub id: GraphId,
    /// The definition.
    pub structure: Arc<Structure>,
    /// For each vertex: its edges and their other ends.
    pub at: Box<[Incident]>,
}

impl Deref for Graph {
    type Target = Structure;
    fn deref(&self) -> &Structure {
        &self.structure
    }
}

impl Graph {
    /// A graph with this number.
    pub fn new(id: GraphId, structure: Arc<Structure>) -> Graph {
        let mut at = vec![Vec::new(); structure.size];
        for (i, edge) in structure.edges.iter().enumerate() {
            let (a, b) = edge.ends;
            at[a as usize].push((i as u32, b));
            at[b as usize].push((i as u32, a));
        }
        Graph { id, structure, at: at.into_iter().map(Vec::into_boxed_slice).collect() }
    }

    /// Calls `f` with every condition of the graph.
    pub fn for_each_condition(&self, mut f: impl FnMut(ExprId)) {
        self.vertices.iter().flatten().for_each(|&e| f(e));
        self.edges.iter().for_each(|edge| f(edge.on));
    }

    /// The vertices and edges whose conditions hold.
    pub fn present(&self, holds: impl Fn(ExprId) -> bool) -> Present {
        let edges = self.edges.iter().map(|e| holds(e.on)).collect();
        let vertices = self.vertices.as_ref().map(|on| on.iter().map(|&e| holds(e)).collect());
        self.part(vertices, edges)
    }

    /// For each vertex, whether some edge at it is present, given the known edges. This is the presence of a vertex in a graph
    /// without conditions on vertices.
    pub fn ends_of(&self, edges: &[Option<bool>]) -> Vec<Option<bool>> {
        let end = |at: &Incident| {
            let mut edges = at.iter().map(|&(e, _)| edges[e as usize]);
            if edges.clone().any(|on| on == Some(true)) {
                return Some(true);
            }
            edges.all(|on| on == Some(false)).then_some(false)
        };
        self.at.iter().map(end).collect()
    }

    /// The part with these vertices and edges. Without `vertices`, the ends of the edges are present.
    pub fn part(&self, vertices: Option<Vec<bool>>, edges: Vec<bool>) -> Present {
        let drawn = || self.at.iter().map(|at| at.iter().any(|&(e, _)| edges[e as usize])).collect();
        let vertices = vertices.unwrap_or_else(drawn);
        Present::new(self, vertices, edges)
    }
}

/// A reference to a graph of a pool, compared by its id.
#[derive(Clone, Debug)]
pub struct GraphRef(pub Arc<Graph>);

impl Deref for GraphRef {
    type Target = Graph;
    fn deref(&self) -> &Graph {
        &self.0
    }
}

impl PartialEq for GraphRef {
    fn eq(&self, other: &GraphRef) -> bool {
        self.id == other.id
    }
}

impl Eq for GraphRef {}

impl Hash for GraphRef {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

/// The part of a graph that is present, and its connected pieces.
#[derive(Clone, Debug)]
pub struct Present {
    /// By vertex: whether it is present.
    pub vertices: Vec<bool>,
    /// By edge: whether it is present, which requires both its ends.
    pub edges: Vec<bool>,
    /// By vertex: the number of its piece, where the vertex is present.
    pub piece: Vec<u32>,
    /// The vertices of each piece. Pieces are ordered by their first vertices.
    pub pieces: Vec<Vec<u32>>,
}

impl Present {
    fn new(graph: &Graph, vertices: Vec<bool>, mut edges: Vec<bool>) -> Present {
        for (on, edge) in edges.iter_mut().zip(&graph.edges) {
            *on &= vertices[edge.ends.0 as usize] && vertices[edge.ends.1 as usize];
        }
        let mut piece = vec![u32::MAX; graph.size];
        let mut pieces: Vec<Vec<u32>> = Vec::new();
        for start in 0..graph.size {
            if !vertices[start] || piece[start] != u32::MAX {
                continue;
            }
            let number = pieces.len() as u32;
            piece[start] = number;
            let mut members = vec![start as u32];
            let mut next = 0;
            while let Some(&v) = members.get(next) {
                next += 1;
                for &(e, w) in graph.at[v as usize].iter() {
                    if edges[e as usize] && piece[w as usize] == u32::MAX {
                        piece[w as usize] = number;
                        members.push(w);
                    }
                }
            }
            members.sort_unstable();
            pieces.push(members);
        }
        Present { vertices, edges, piece, pieces }
    }

    /// Whether there is at most one piece.
    pub fn connected(&self) -> bool {
        self.pieces.len() <= 1
    }

    /// Whether there is no cycle.
    pub fn acyclic(&self) -> bool {
        let vertices = self.vertices.iter().filter(|&&v| v).count();
        self.edges.iter().filter(|&&e| e).count() + self.pieces.len() == vertices
    }

    /// Number of edges at a vertex.
    pub fn degree(&self, graph: &Graph, v: u32) -> usize {
        graph.at[v as usize].iter().filter(|&&(e, _)| self.edges[e as usize]).count()
    }

    /// Whether the edges form exactly one closed loop.
    pub fn single_loop(&self, graph: &Graph) -> bool {
        let drawn = |v: &u32| self.degree(graph, *v) > 0;
        let mut loops = self.pieces.iter().filter(|piece| piece.iter().any(drawn));
        loops.next().is_some()
            && loops.next().is_none()
            && (0..graph.size as u32).all(|v| matches!(self.degree(graph, v), 0 | 2))
    }

    /// Whether both vertices are present, in one piece.
    pub fn reaches(&self, u: u32, v: u32) -> bool {
        self.vertices[u as usize] && self.piece[u as usize] == self.piece[v as usize]
    }

    /// Whether both vertices are present, in pieces with the same shape on a grid with this many columns.
    pub fn congruent(&self, cols: u32, [u, v]: [u32; 2]) -> bool {
        let piece = |v: u32| self.pieces.get(self.piece[v as usize] as usize);
        match (piece(u), piece(v)) {
            (Some(a), Some(b)) => congruent(cols, a, b),
            _ => false,
        }
    }

    /// Whether every edge within a piece is present.
    pub fn closed(&self, graph: &Graph) -> bool {
        graph.edges.iter().zip(&self.edges).all(|(edge, &on)| on || !self.reaches(edge.ends.0, edge.ends.1))
    }

    /// The number of vertices in the piece of `v`; 0 if `v` is absent.
    pub fn piece_size(&self, v: u32) -> usize {
        self.pieces.get(self.piece[v as usize] as usize).map_or(0, Vec::len)
    }
}
