//! Bounds of conditions on a graph of which only a part is certain.

use sator_model::congruent::decided;
use sator_model::graph::{Graph, Present};
use sator_model::{Bounds, ExprId, Node};
use std::cell::RefCell;

/// Words of bits, one for each vertex, that a walk keeps on the stack.
const SEEN_WORDS: usize = 8;

/// A set of vertices as bits.
#[derive(Clone, Debug, Default)]
struct Vertices(Vec<u64>);

impl Vertices {
    fn none(size: usize) -> Vertices {
        Vertices(vec![0; size.div_ceil(64)])
    }

    fn add(&mut self, v: u32) {
        self.0[v as usize / 64] |= 1 << (v % 64);
    }

    fn has(&self, v: u32) -> bool {
        self.0[v as usize / 64] >> (v % 64) & 1 == 1
    }
}

/// The vertices that the walks for the bounds of a node about a graph came to: by what is sure, and by what is possible. Conditions of
/// other vertices and of edges between others can change without a change of the bounds.
#[derive(Clone, Debug)]
pub(super) struct Region {
    sure: Vertices,
    possible: Vertices,
}

impl Region {
    /// No vertices of a graph of this size.
    fn none(size: usize) -> Region {
        Region { sure: Vertices::none(size), possible: Vertices::none(size) }
    }

    /// Whether a change of the bounds of a part of the graph can change those of the node. `known` has the bounds of all parts.
    pub(super) fn is_affected(
        &self,
        graph: &Graph,
        part: Part,
        (before, after): (Bounds, Bounds),
        known: &[Bounds],
    ) -> bool {
        match part {
            Part::Vertex(v) => {
                let mut near = graph.at[v as usize].iter().map(|&(_, w)| w).chain([v]);
                near.any(|w| self.sure.has(w) || self.possible.has(w))
            }
            Part::Edge(e) => {
                let (a, b) = graph.edges[e as usize].ends;
                match (self.possible.has(a), self.possible.has(b)) {
                    _ if self.sure.has(a) || self.sure.has(b) => true,
                    _ if before.1 == after.1 => false,
                    // A piece stays one where its edge has a detour, and gains nothing by an edge within it.
                    (true, true) => after.1 == 0 && !has_detour(graph, e, known),
                    (in_a, in_b) => in_a != in_b,
                }
            }
        }
    }
}

/// A part of a graph: the condition of a vertex, or of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Vertex(u32),
    Edge(u32),
}

/// The conditions of a graph with its parts, sorted by condition.
pub(super) fn parts(graph: &Graph) -> Vec<(u32, Part)> {
    let edges = graph.edges.iter().enumerate().map(|(e, edge)| (edge.on.0, Part::Edge(e as u32)));
    let vertices = graph.vertices.iter().flatten().enumerate().map(|(v, on)| (on.0, Part::Vertex(v as u32)));
    let mut all: Vec<(u32, Part)> = edges.chain(vertices).collect();
    all.sort_by_key(|part| part.0);
    all
}

/// Whether up to three other edges that are possible join the ends of an edge.
fn has_detour(graph: &Graph, edge: u32, known: &[Bounds]) -> bool {
    let can_be = |e: ExprId| known[e].1 == 1;
    let (a, b) = graph.edges[edge as usize].ends;
    let beside = |v: u32| {
        let others = graph.at[v as usize].iter().copied().filter(|&(e, _)| e != edge);
        others.filter(|&(e, w)| can_be(graph.edges[e as usize].on) && is_present(graph, w, &can_be)).map(|(_, w)| w)
    };
    beside(a).any(|v| v == b || beside(v).any(|w| w == b || (w != a && beside(w).any(|end| end == b))))
}

/// Bounds of a node about a graph, by those of the conditions for its vertices and edges; exact where these are. `region` becomes the
/// region of the node; none where the bounds depend on the whole graph.
pub(super) fn graph_bounds(
    node: &Node,
    region: &mut Option<Region>,
    known: impl Fn(ExprId) -> Bounds,
) -> Option<Bounds> {
    let graph = node.graph()?;
    let Region { sure: in_sure, possible: in_possible } = Region::none(graph.size);
    let (in_sure, in_possible) = (RefCell::new(in_sure), RefCell::new(in_possible));
    let sure = |e: ExprId| known(e).0 == 1;
    let can_be = |e: ExprId| known(e).1 == 1;
    // These are asked for of most vertices of a graph: only the piece of one is walked through.
    let bounds = match *node {
        Node::PieceSize(_, v) => {
            let least = joined(graph, v, None, &sure, &in_sure).len() as i64;
            Some((least, joined(graph, v, None, &can_be, &in_possible).len() as i64))
        }
        Node::Reaches(_, u, v) => {
            let least = joined(graph, u, Some(v), &sure, &in_sure).contains(&v);
            Some((least.into(), joined(graph, u, Some(v), &can_be, &in_possible).contains(&v).into()))
        }
        Node::Congruent(_, cols, ends) => {
            ends.iter().for_each(|&v| in_sure.borrow_mut().add(v));
            if ends.iter().all(|&v| is_present(graph, v, &can_be)) {
                let certain = ends.map(|v| joined(graph, v, None, &sure, &in_sure));
                let possible = |piece: usize| joined(graph, ends[piece], None, &can_be, &in_possible);
                let is_known = |piece: usize| !goes_on(graph, &certain[piece], &can_be);
                let truth = decided(cols, certain.each_ref().map(Vec::as_slice), possible, is_known);
                Some(truth.map_or((0, 1), |truth| (truth.into(), truth.into())))
            } else {
                Some((0, 0))
            }
        }
        _ => None,
    };
    if bounds.is_some() {
        *region = Some(Region { sure: in_sure.into_inner(), possible: in_possible.into_inner() });
        return bounds;
    }
    *region = None;
    let sure = graph.present(|e| known(e).0 == 1);
    let possible = graph.present(|e| known(e).1 == 1);
    Some(match node {
        Node::Acyclic(_) => (possible.acyclic().into(), sure.acyclic().into()),
        Node::Closed(_) => {
            let all = |there: &Present, within: &Present| {
                let each = graph.edges.iter().zip(&there.edges);
                each.into_iter().all(|(edge, &on)| on || !within.reaches(edge.ends.0, edge.ends.1))
            };
            (all(&sure, &possible).into(), all(&possible, &sure).into())
        }
        Node::Connected(_) => {
            let there = |part: &Present| -> Vec<u32> {
                (0..graph.size as u32).filter(|&v| part.vertices[v as usize]).collect()
            };
            let in_one = |vertices: &[u32], part: &Present| vertices.windows(2).all(|w| part.reaches(w[0], w[1]));
            (in_one(&there(&possible), &sure).into(), in_one(&there(&sure), &possible).into())
        }
        Node::SingleLoop(_) if sure.edges == possible.edges => {
            let is_loop = i64::from(sure.single_loop(graph));
            (is_loop, is_loop)
        }
        Node::SingleLoop(_) => {
            let goes_on = |v: u32| match sure.degree(graph, v) {
                0 => true,
                1 | 2 => possible.degree(graph, v) >= 2,
                _ => false,
            };
            let on: Vec<u32> = (0..graph.size as u32).filter(|&v| sure.degree(graph, v) > 0).collect();
            let in_one = on.windows(2).all(|w| possible.reaches(w[0], w[1]));
            (0, (in_one && (0..graph.size as u32).all(goes_on)).into())
        }
        _ => return None,
    })
}

/// The edges at a vertex that are there, with the vertices behind them.
fn edges<'a>(graph: &'a Graph, v: u32, holds: &'a dyn Fn(ExprId) -> bool) -> impl Iterator<Item = (u32, u32)> + 'a {
    graph.at[v as usize].iter().copied().filter(|&(e, _)| holds(graph.edges[e as usize].on))
}

fn is_present(graph: &Graph, v: u32, holds: &dyn Fn(ExprId) -> bool) -> bool {
    match &graph.vertices {
        Some(on) => holds(on[v as usize]),
        None => edges(graph, v, holds).next().is_some(),
    }
}

/// Whether an edge leads out of a piece.
fn goes_on(graph: &Graph, piece: &[u32], holds: &dyn Fn(ExprId) -> bool) -> bool {
    let out = |(_, w): (u32, u32)| !piece.contains(&w) && is_present(graph, w, holds);
    piece.iter().any(|&v| edges(graph, v, holds).any(out))
}

/// The vertices of the piece of one, as far as `to` if that is among them; none where the vertex is absent. `region` takes in the
/// vertices that the walk comes to.
fn joined(
    graph: &Graph,
    from: u32,
    to: Option<u32>,
    holds: &dyn Fn(ExprId) -> bool,
    region: &RefCell<Vertices>,
) -> Vec<u32> {
    region.borrow_mut().add(from);
    if !is_present(graph, from, holds) {
        return vec![];
    }
    // Most graphs fit bits on the stack. This walk takes most of the time of statements about pieces.
    let (mut few, mut many) = ([0; SEEN_WORDS], vec![]);
    let seen: &mut [u64] = if graph.size <= 64 * SEEN_WORDS {
        &mut few
    } else {
        many.resize(graph.size.div_ceil(64), 0);
        &mut many
    };
    let mut see = |v: u32| {
        let (word, bit) = (&mut seen[v as usize / 64], 1 << (v % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    };
    see(from);
    let mut piece = vec![from];
    let mut next = 0;
    'walk: while let Some(&v) = piece.get(next) {
        next += 1;
        for (_, w) in edges(graph, v, holds) {
            if is_present(graph, w, holds) && see(w) {
                piece.push(w);
                if to == Some(w) {
                    break 'walk;
                }
            }
        }
    }
    region.borrow_mut().0.iter_mut().zip(seen.iter()).for_each(|(all, own)| *all |= own);
    piece
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::random::Random;
    use sator_model::graph::{Edge, GraphId, Structure};
    use std::sync::Arc;

    /// The piece of a vertex is that of the whole part.
    #[test]
    fn a_walk_from_one_vertex_finds_its_piece() {
        let mut random = Random::new(5);
        let size = 6;
        for with_vertices in [false, true] {
            for _ in 0..200 {
                let pairs = (0..size as u32).flat_map(|a| (0..a).map(move |b| (b, a)));
                let ends: Vec<(u32, u32)> = pairs.filter(|_| random.below(2) == 0).collect();
                let on = |i: usize| ExprId(i as u32);
                let edges = ends.iter().enumerate().map(|(i, &ends)| Edge { ends, on: on(i) }).collect();
                let vertices = with_vertices.then(|| (0..size).map(|v| on(ends.len() + v)).collect());
                let structure = Structure { size, vertices, edges, faces: None };
                let graph = Graph::new(GraphId(0), Arc::new(structure));
                let values: Vec<bool> = (0..ends.len() + size).map(|_| random.below(3) != 0).collect();
                let holds = |e: ExprId| values[e.index()];
                let part = graph.present(holds);
                let region = &RefCell::new(Vertices::none(size));
                for u in 0..size as u32 {
                    assert_eq!(joined(&graph, u, None, &holds, region).len(), part.piece_size(u));
                    for v in 0..size as u32 {
                        assert_eq!(joined(&graph, u, Some(v), &holds, region).contains(&v), part.reaches(u, v));
                    }
                }
            }
        }
    }
}
