//! Changes of a net that have no effect far away: round each of them two ways are left.
//!
//! A stroke of a loop becomes a bridge, or a cell of an area one that others hang together by, only where a change takes away
//! another way. Where two ways that share nothing lead round a change, nothing follows from it for the net as a whole, and the net
//! need not be walked through.

use super::condition::State;
use super::graph_constraint::{GraphConstraint, NetPart};
use super::net_state::NetState;

/// Vertices visited for one way.
const VISITED: usize = 64;

/// Vertices round one change that are joined to each other.
const ROUND: usize = 12;

/// A net in its state after some changes.
#[derive(Clone, Copy)]
pub(super) struct Net<'a> {
    pub of: &'a GraphConstraint,
    pub state: &'a NetState,
}

/// Changes of a net.
#[derive(Default)]
struct Changes {
    /// The ends of removed edges, and the vertices round removed vertices.
    removed: Vec<Vec<u32>>,
    /// The vertices of edges that are there now, and vertices that are.
    required: Vec<u32>,
}

/// Whether two ways lead round each change. `changed`: parts of the net with their states before; nothing followed from the net as
/// a whole in these states.
pub(super) fn has_detours(net: Net, changed: impl Iterator<Item = (NetPart, State)>) -> bool {
    let mut changes = Changes::default();
    for (part, was) in changed {
        changes.take(net, part, was);
    }
    changes.have_detours(&mut Search { net, came: vec![(0, 0, 0); net.of.graph.size], searches: 0 }).is_some()
}

impl Changes {
    fn take(&mut self, net: Net, part: NetPart, was: State) {
        let now = net.state.part(part);
        let mut vertices = match part {
            NetPart::Edge(e) => vec![net.of.ends(e).0, net.of.ends(e).1],
            NetPart::Vertex(v) => vec![v],
        };
        match now {
            _ if now == was => {}
            State::Open => {}
            State::There => self.required.extend(vertices),
            State::Gone => {
                if let NetPart::Vertex(v) = part {
                    vertices.extend(net.of.graph.at[v as usize].iter().map(|&(_, w)| w));
                }
                self.removed.push(vertices);
            }
        }
    }

    /// None where some change has no two ways round it.
    fn have_detours(&self, search: &mut Search) -> Option<()> {
        let net = search.net;
        for around in joined(&self.removed) {
            let mut around: Vec<u32> = around.into_iter().filter(|&v| net.is_left(v)).collect();
            around.sort_unstable();
            around.dedup();
            if around.len() > ROUND {
                return None;
            }
            // Being joined by two ways that share no edge is transitive, by two that share no vertex is not.
            for (i, &a) in around.iter().enumerate() {
                let others = if net.of.is_of_edges() { around.get(i + 1..=i + 1) } else { around.get(i + 1..) };
                for &b in others.unwrap_or_default() {
                    search.two_ways(a, b)?;
                }
            }
        }
        for &v in &self.required {
            let was_required = |w: u32| net.of.is_required(w, net.state) && !self.required.contains(&w);
            let way = search.way(v, &was_required, &[], &[])?;
            // No single vertex keeps it from both of two others.
            if !net.of.is_of_edges() && way.edges.len() > 1 {
                let passed = &way.vertices[..way.vertices.len() - 1];
                search.way(v, &was_required, &[], passed)?;
            }
        }
        Some(())
    }
}

/// The sets that share a vertex, joined.
fn joined(sets: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = Vec::new();
    for set in sets {
        let mut all = set.clone();
        found.retain(|other| {
            let is_apart = !other.iter().any(|v| all.contains(v));
            if !is_apart {
                all.extend(other);
            }
            is_apart
        });
        found.push(all);
    }
    found
}

/// The edges of a way and its vertices, from its end to its start.
struct Way {
    edges: Vec<u32>,
    vertices: Vec<u32>,
}

impl Net<'_> {
    /// The edges that can be there at a vertex, with the vertices they lead to.
    fn steps(&self, v: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.of.graph.at[v as usize].iter().copied().filter(|&(e, _)| self.state.possible()[e as usize])
    }

    /// Whether a vertex can be in the net.
    fn is_left(&self, v: u32) -> bool {
        self.state.vertex(v) != State::Gone && (!self.of.is_of_edges() || self.steps(v).next().is_some())
    }
}

/// A search for ways in a net.
struct Search<'a> {
    net: Net<'a>,
    /// By vertex: the last search that came to it, with the edge and the vertex that it came from.
    came: Vec<(u32, u32, u32)>,
    searches: u32,
}

impl Search<'_> {
    /// Whether there are two ways between two vertices: of a loop ways without a common edge, else without a common vertex.
    fn two_ways(&mut self, a: u32, b: u32) -> Option<()> {
        let first = self.way(a, &|v| v == b, &[], &[])?;
        if self.net.of.is_of_edges() {
            self.way(a, &|v| v == b, &first.edges, &[])?;
        } else if first.edges.len() > 1 {
            let between = &first.vertices[1..first.vertices.len() - 1];
            self.way(a, &|v| v == b, &[], between)?;
        }
        Some(())
    }

    /// A shortest way to one of the vertices, without some edges and vertices; none within the limit of vertices.
    fn way(&mut self, from: u32, to: &dyn Fn(u32) -> bool, but_edges: &[u32], but_vertices: &[u32]) -> Option<Way> {
        self.searches += 1;
        let net = self.net;
        self.came[from as usize].0 = self.searches;
        let mut open = vec![from];
        let mut next = 0;
        while let Some(&v) = open.get(next) {
            if to(v) {
                return Some(self.way_to(v, from));
            }
            next += 1;
            for (e, w) in net.steps(v) {
                let is_free = !but_edges.contains(&e) && !but_vertices.contains(&w);
                if is_free && self.came[w as usize].0 != self.searches && open.len() < VISITED {
                    self.came[w as usize] = (self.searches, e, v);
                    open.push(w);
                }
            }
        }
        None
    }

    /// The way that the search came to a vertex.
    fn way_to(&self, to: u32, from: u32) -> Way {
        let mut way = Way { edges: vec![], vertices: vec![to] };
        let mut at = to;
        while at != from {
            let (_, e, before) = self.came[at as usize];
            way.edges.push(e);
            way.vertices.push(before);
            at = before;
        }
        way
    }
}
