//! Changes of a net that have no effect far away: round each of them two ways are left.
//!
//! A stroke of a loop becomes a bridge, or a cell of an area one that others hang together by, only where a change takes away
//! another way. Where two ways that share nothing lead round a change, nothing follows from it for the net as a whole, and the net
//! need not be walked through.

use super::condition::State;
use super::graph_constraint::{GraphConstraint, NetPart};
use super::net_state::NetState;

/// Vertices visited round one change. With 320 a heyawake of 31x45 spent more on visits than it saved in walks.
const VISITED: usize = 64;

/// Vertices round one change that are joined to each other.
const ROUND: usize = 24;

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
pub(super) fn has_detours(net: Net, changed: impl Iterator<Item = (NetPart, State)>, ways: &mut Ways) -> bool {
    let mut changes = Changes::default();
    for (part, was) in changed {
        changes.take(net, part, was);
    }
    ways.came.resize(ways.came.len().max(net.of.graph.size), (0, 0));
    changes.have_detours(&mut Search { net, ways }).is_some()
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
            if around.len() > 1 {
                search.are_joined(&around)?;
            }
        }
        for &v in &self.required {
            search.is_joined_to_any(v, &|w| net.of.is_required(w, net.state) && !self.required.contains(&w))?;
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

/// The record of a vertex in a depth-first search.
#[derive(Clone, Copy)]
struct Visit {
    vertex: u32,
    /// The number of vertices entered up to this one; 0 until then.
    order: u32,
    /// The earliest vertex to which an edge leads from those first entered through this one.
    low: u32,
    /// The vertex that the search came from, by position, and the edge.
    from: usize,
    by: u32,
    /// The next of its edges to look at.
    next: usize,
    /// The vertex next to the first one through which two ways lead to the first one; none where only one way does.
    through: Option<usize>,
}

/// The memory of searches for ways, which one search leaves to the next.
#[derive(Default)]
pub(super) struct Ways {
    /// By vertex: the last search that came to it, and its position in `visits`.
    came: Vec<(u32, usize)>,
    searches: u32,
    visits: Vec<Visit>,
    /// The vertices of a depth-first search in the order of entry, and those that it has not left.
    entered: Vec<usize>,
    open: Vec<usize>,
}

/// A search for ways in a net.
struct Search<'a> {
    net: Net<'a>,
    ways: &'a mut Ways,
}

impl Search<'_> {
    /// Two ways lead from each of these vertices to each other: of a loop ways without a common edge, else without a common vertex.
    fn are_joined(&mut self, around: &[u32]) -> Option<()> {
        self.visit_near(around);
        self.find_double_ways();
        // The first positions are those of `around`.
        let mut through = self.ways.visits[1..around.len()].iter().map(|visit| visit.through);
        let first = through.next()?;
        (first.is_some() && through.all(|other| other == first)).then_some(())
    }

    /// A way leads from a vertex to another with a property, two ways where the net is of vertices.
    fn is_joined_to_any(&mut self, v: u32, is_wanted: &dyn Fn(u32) -> bool) -> Option<()> {
        if self.net.steps(v).any(|(_, w)| is_wanted(w)) {
            return Some(());
        }
        self.visit_near(&[v]);
        let is_of_edges = self.net.of.is_of_edges();
        if !is_of_edges {
            self.find_double_ways();
        }
        let mut others = self.ways.visits[1..].iter();
        others.any(|visit| (is_of_edges || visit.through.is_some()) && is_wanted(visit.vertex)).then_some(())
    }

    /// Visits the vertices nearest to some, about `VISITED` of them.
    fn visit_near(&mut self, from: &[u32]) {
        let Search { net, ways: Ways { came, searches, visits, .. } } = self;
        *searches += 1;
        visits.clear();
        let mut visit = |visits: &mut Vec<Visit>, vertex: u32| {
            let (search, at) = &mut came[vertex as usize];
            if *search != *searches {
                (*search, *at) = (*searches, visits.len());
                visits.push(Visit { vertex, order: 0, low: 0, from: 0, by: u32::MAX, next: 0, through: None });
            }
        };
        from.iter().for_each(|&v| visit(visits, v));
        let mut at = 0;
        while let Some(&Visit { vertex, .. }) = visits.get(at).filter(|_| visits.len() < VISITED) {
            at += 1;
            net.steps(vertex).for_each(|(_, w)| visit(visits, w));
        }
    }

    /// Finds the visited vertices to which two ways lead from the first one (Hopcroft & Tarjan, Algorithm 447, 1973).
    fn find_double_ways(&mut self) {
        let Search { net, ways: Ways { came, searches, visits, entered, open } } = self;
        entered.clear();
        open.clear();
        let mut enter = |visits: &mut [Visit], open: &mut Vec<usize>, at: usize, from: usize, by: u32| {
            entered.push(at);
            let order = entered.len() as u32;
            visits[at] = Visit { order, low: order, from, by, ..visits[at] };
            open.push(at);
        };
        enter(visits, open, 0, 0, u32::MAX);
        while let Some(&at) = open.last() {
            let Visit { vertex, by, next, .. } = visits[at];
            let Some(&(e, w)) = net.of.graph.at[vertex as usize].get(next) else {
                open.pop();
                let Visit { low, from, .. } = visits[at];
                visits[from].low = visits[from].low.min(low);
                continue;
            };
            visits[at].next += 1;
            let (search, other) = came[w as usize];
            if e == by || search != *searches || !net.state.possible()[e as usize] {
                continue;
            }
            match visits[other].order {
                0 => enter(visits, open, other, at, e),
                order => visits[at].low = visits[at].low.min(order),
            }
        }
        let is_of_edges = net.of.is_of_edges();
        for &at in &entered[1..] {
            let Visit { low, from, .. } = visits[at];
            let before = visits[from];
            visits[at].through = match is_of_edges {
                true => (low <= before.order && (from == 0 || before.through.is_some())).then_some(0),
                false if from == 0 => Some(at),
                false => before.through.filter(|_| low < before.order),
            };
        }
    }
}
