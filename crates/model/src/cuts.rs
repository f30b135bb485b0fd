//! Cut vertices and bridges of the part of a graph that can be present, all found in one walk (Hopcroft & Tarjan,
//! Algorithm 447, 1973), without recursion.

use crate::Graph;

/// The result of a walk from a vertex over edges that can be present.
pub struct Cuts {
    /// By vertex: whether the walk reached it.
    pub reached: Vec<bool>,
    /// Vertices that every path from the start to some required vertex passes, in the order in which the walk left them.
    /// One can occur several times, and the start can be among them.
    pub vertices: Vec<u32>,
    /// Edges that every path from the start to some required vertex passes, in the same order.
    pub edges: Vec<u32>,
}

impl Graph {
    /// Walks from a vertex through edges that meet a condition, which gets the edge and the vertex behind it.
    pub fn cuts(&self, start: u32, required: impl Fn(u32) -> bool, possible: impl Fn(u32, u32) -> bool) -> Cuts {
        let mut walk = Walk::new(self.size);
        walk.from(self, start, &required, &possible);
        walk.cuts()
    }

    /// The bridges among these edges, in increasing order: no other path joins the ends of one. With the vertices that these edges
    /// join to the start.
    pub fn bridges(&self, start: u32, possible: impl Fn(u32) -> bool) -> (Vec<u32>, Vec<bool>) {
        let mut walk = Walk::new(self.size);
        let all = |_: u32| true;
        let possible = |e: u32, _: u32| possible(e);
        walk.from(self, start, &all, &possible);
        let reached = walk.reached();
        for v in 0..self.size as u32 {
            if walk.visits[v as usize].order == 0 {
                walk.from(self, v, &all, &possible);
            }
        }
        walk.edges.sort_unstable();
        (walk.edges, reached)
    }
}

/// The record of a vertex in a walk.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// The number of vertices reached up to this one; 0 until then.
    order: u32,
    /// The earliest vertex to which an edge leads from those first reached through this one.
    low: u32,
}

struct Walk {
    /// By vertex.
    visits: Vec<Visit>,
    /// By vertex: whether a required vertex is among those first reached through this one, itself included.
    needed: Vec<bool>,
    count: u32,
    vertices: Vec<u32>,
    edges: Vec<u32>,
}

impl Walk {
    fn new(size: usize) -> Walk {
        Walk {
            visits: vec![Visit::default(); size],
            needed: vec![false; size],
            count: 0,
            vertices: vec![],
            edges: vec![],
        }
    }

    fn reached(&self) -> Vec<bool> {
        self.visits.iter().map(|visit| visit.order > 0).collect()
    }

    fn cuts(self) -> Cuts {
        Cuts { reached: self.reached(), vertices: self.vertices, edges: self.edges }
    }

    fn from(
        &mut self,
        graph: &Graph,
        start: u32,
        required: &impl Fn(u32) -> bool,
        possible: &impl Fn(u32, u32) -> bool,
    ) {
        self.enter(start, required);
        // A vertex, the edge that led to it, and the next of its edges to look at.
        let mut stack: Vec<(u32, u32, usize)> = vec![(start, u32::MAX, 0)];
        while let Some(top) = stack.last_mut() {
            let (v, by, next) = (top.0 as usize, top.1, top.2);
            if let Some(&(edge, w)) = graph.at[v].get(next) {
                top.2 += 1;
                if edge == by || !possible(edge, w) {
                    continue;
                }
                let order = self.visits[w as usize].order;
                if order > 0 {
                    self.visits[v].low = self.visits[v].low.min(order);
                } else {
                    self.enter(w, required);
                    stack.push((w, edge, 0));
                }
                continue;
            }
            stack.pop();
            let Some(&(parent, ..)) = stack.last() else { break };
            self.leave(v, by, parent);
        }
    }

    fn enter(&mut self, v: u32, required: &impl Fn(u32) -> bool) {
        self.count += 1;
        self.visits[v as usize] = Visit { order: self.count, low: self.count };
        self.needed[v as usize] = required(v);
    }

    fn leave(&mut self, v: usize, by: u32, parent: u32) {
        let (low, before) = (self.visits[v].low, &mut self.visits[parent as usize]);
        before.low = before.low.min(low);
        if !self.needed[v] {
            return;
        }
        self.needed[parent as usize] = true;
        if low >= before.order {
            self.vertices.push(parent);
        }
        if low > before.order {
            self.edges.push(by);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::{Edge, Graph, GraphId, Structure};
    use crate::node::TRUE;
    use sator_base::random::Random;
    use std::sync::Arc;

    /// A graph, and whether each edge can be present.
    fn graph(random: &mut Random) -> (Graph, Vec<bool>) {
        let size = 7;
        let pairs = (0..size as u32).flat_map(|a| (0..a).map(move |b| (b, a)));
        let ends: Vec<(u32, u32)> = pairs.filter(|_| random.below(3) == 0).collect();
        let possible = ends.iter().map(|_| random.below(5) != 0).collect();
        let edges = ends.iter().map(|&ends| Edge { ends, on: TRUE }).collect();
        let structure = Structure { size, vertices: None, edges, faces: None };
        (Graph::new(GraphId(0), Arc::new(structure)), possible)
    }

    /// The vertices that can be reached without one vertex or one edge.
    fn reached(
        (graph, possible): &(Graph, Vec<bool>),
        from: u32,
        but_vertex: Option<u32>,
        but_edge: Option<u32>,
    ) -> Vec<bool> {
        let mut seen = vec![false; graph.size];
        seen[from as usize] = true;
        for _ in 0..graph.size {
            for e in (0..possible.len() as u32).filter(|&e| Some(e) != but_edge && possible[e as usize]) {
                let (a, b) = graph.edges[e as usize].ends;
                if Some(a) != but_vertex && Some(b) != but_vertex && (seen[a as usize] || seen[b as usize]) {
                    (seen[a as usize], seen[b as usize]) = (true, true);
                }
            }
        }
        seen
    }

    #[test]
    fn cuts_and_bridges_are_what_taking_away_shows() {
        let mut random = Random::new(3);
        let (mut all_cuts, mut all_bridges) = (0, 0);
        for _ in 0..400 {
            let net = graph(&mut random);
            let (graph, possible) = &net;
            let seen = reached(&net, 0, None, None);
            let required: Vec<u32> = (0..7).filter(|&v| v == 0 || (seen[v as usize] && random.below(2) == 0)).collect();
            let found = graph.cuts(0, |v| required.contains(&v), |e, _| possible[e as usize]);
            assert_eq!(found.reached, seen, "{net:?}");
            let apart =
                |without: Vec<bool>, but: Option<u32>| required.iter().any(|&w| Some(w) != but && !without[w as usize]);
            let wanted: Vec<u32> = (1..7).filter(|&v| apart(reached(&net, 0, Some(v), None), Some(v))).collect();
            let sorted = |mut list: Vec<u32>| {
                list.sort_unstable();
                list.dedup();
                list
            };
            let cuts: Vec<u32> = sorted(found.vertices).into_iter().filter(|&v| v != 0).collect();
            assert_eq!(cuts, wanted, "{net:?}");
            let edges = 0..possible.len() as u32;
            let wanted: Vec<u32> = edges.clone().filter(|&e| apart(reached(&net, 0, None, Some(e)), None)).collect();
            assert_eq!(sorted(found.edges), wanted, "{net:?}");
            let parts = |&e: &u32| {
                let (a, b) = graph.edges[e as usize].ends;
                possible[e as usize] && !reached(&net, a, None, Some(e))[b as usize]
            };
            let wanted: Vec<u32> = edges.filter(parts).collect();
            let (bridges, joined) = graph.bridges(0, |e| possible[e as usize]);
            assert_eq!((&bridges, &joined), (&wanted, &seen), "{net:?}");
            all_cuts += cuts.len();
            all_bridges += bridges.len();
        }
        assert!(all_cuts > 100 && all_bridges > 100, "{all_cuts} {all_bridges}");
    }
}
