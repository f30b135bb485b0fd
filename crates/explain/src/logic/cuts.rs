//! Vertices and edges of a net without which it would fall apart, each found in one walk (Tarjan, Depth-first search and linear
//! graph algorithms, 1972).

use super::graphs::GraphConstraint;

/// A walk over all that can be reached: when each vertex was found, and the first found that can be reached from behind it.
struct Walk {
    found_at: Vec<usize>,
    lowest: Vec<usize>,
    count: usize,
}

/// A vertex found behind another, by an edge.
struct Behind {
    before: u32,
    vertex: u32,
    edge: u32,
}

impl GraphConstraint {
    /// Vertices without which some of the required ones can't be reached from the first of them along these edges.
    pub(super) fn cuts(&self, first: u32, required: &[u32], possible: &[bool]) -> Vec<u32> {
        if required.len() < 2 {
            return vec![];
        }
        let mut needed = vec![false; self.graph.size];
        required.iter().for_each(|&v| needed[v as usize] = true);
        let mut cuts = Vec::new();
        let mut walk = Walk::new(self.graph.size);
        walk.start(self, first, possible, &mut |walk, Behind { before, vertex, .. }| {
            let (before, v) = (before as usize, vertex as usize);
            if walk.lowest[v] >= walk.found_at[before] && needed[v] {
                cuts.push(before as u32);
            }
            // What lies behind a vertex is behind those before it.
            needed[before] |= needed[v];
        });
        cuts
    }

    /// The bridges among these edges: no other way joins the ends of one.
    pub(super) fn bridges(&self, possible: &[bool]) -> Vec<u32> {
        let mut bridges = Vec::new();
        let mut walk = Walk::new(self.graph.size);
        for v in 0..self.graph.size as u32 {
            walk.start(self, v, possible, &mut |walk, Behind { before, vertex, edge }| {
                if walk.lowest[vertex as usize] > walk.found_at[before as usize] {
                    bridges.push(edge);
                }
            });
        }
        bridges.sort_unstable();
        bridges
    }
}

impl Walk {
    fn new(size: usize) -> Walk {
        Walk { found_at: vec![usize::MAX; size], lowest: vec![usize::MAX; size], count: 0 }
    }

    /// Walks from a vertex, if it was not found before, and calls `done` for each vertex behind another, the last first.
    fn start(&mut self, net: &GraphConstraint, first: u32, possible: &[bool], done: &mut dyn FnMut(&Walk, Behind)) {
        if self.found_at[first as usize] != usize::MAX {
            return;
        }
        self.find(first as usize);
        let mut path: Vec<(u32, u32, usize)> = vec![(first, u32::MAX, 0)];
        while let Some((v, by, next)) = path.last_mut() {
            let (vertex, by, v) = (*v, *by, *v as usize);
            if let Some(&(e, w)) = net.graph.at[v].get(*next) {
                *next += 1;
                if !possible[e as usize] || e == by {
                    continue;
                }
                let known = self.found_at[w as usize];
                if known != usize::MAX {
                    self.lowest[v] = self.lowest[v].min(known);
                } else {
                    self.find(w as usize);
                    path.push((w, e, 0));
                }
                continue;
            }
            path.pop();
            if let Some(&(before, ..)) = path.last() {
                done(self, Behind { before, vertex, edge: by });
                self.lowest[before as usize] = self.lowest[before as usize].min(self.lowest[v]);
            }
        }
    }

    fn find(&mut self, v: usize) {
        (self.found_at[v], self.lowest[v]) = (self.count, self.count);
        self.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::condition::Cond;
    use crate::logic::net_state::NetState;
    use sator_base::random::Random;
    use sator_model::ExprId;
    use sator_model::graph::{Edge, Graph, GraphId, GraphRef, Structure};
    use std::sync::Arc;

    /// A net of which some edges are gone.
    fn net(random: &mut Random) -> GraphConstraint {
        let size = 7;
        let pairs = (0..size as u32).flat_map(|a| (0..a).map(move |b| (b, a)));
        let ends: Vec<(u32, u32)> = pairs.filter(|_| random.below(3) == 0).collect();
        let edges: Vec<Cond> =
            ends.iter().map(|_| if random.below(5) == 0 { Cond::Never } else { Cond::Always }).collect();
        let shape = Structure {
            size,
            vertices: None,
            edges: ends.iter().map(|&ends| Edge { ends, on: ExprId(0) }).collect(),
            faces: None,
        };
        let graph = GraphRef(Arc::new(Graph::new(GraphId(0), Arc::new(shape))));
        GraphConstraint {
            group: 0,
            condition: ExprId(0),
            is_loop: false,
            graph,
            vertices: vec![Cond::Always; size],
            edges,
            is_hidden: false,
            is_superseded: false,
        }
    }

    /// What can be reached, save through a vertex or an edge.
    fn reached(net: &GraphConstraint, from: u32, but_vertex: Option<u32>, but_edge: Option<u32>) -> Vec<bool> {
        let mut seen = vec![false; net.graph.size];
        seen[from as usize] = true;
        for _ in 0..net.graph.size {
            for e in
                (0..net.edges.len() as u32).filter(|&e| Some(e) != but_edge && net.edges[e as usize] == Cond::Always)
            {
                let (a, b) = net.ends(e);
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
            let net = net(&mut random);
            let seen = reached(&net, 0, None, None);
            let required: Vec<u32> = (0..7).filter(|&v| v == 0 || (seen[v as usize] && random.below(2) == 0)).collect();
            let parts = |v: u32| {
                let without = reached(&net, 0, Some(v), None);
                required.iter().any(|&w| w != v && !without[w as usize])
            };
            let wanted: Vec<u32> = (1..7).filter(|&v| parts(v)).collect();
            let mut cuts = net.cuts(0, &required, &net.possible(&NetState::new(&net, &[])));
            cuts.retain(|&v| v != 0);
            cuts.sort_unstable();
            cuts.dedup();
            assert_eq!(cuts, wanted, "{net:?}");
            let apart = |&e: &u32| {
                let (a, b) = net.ends(e);
                net.edges[e as usize] == Cond::Always && !reached(&net, a, None, Some(e))[b as usize]
            };
            let wanted: Vec<u32> = (0..net.edges.len() as u32).filter(apart).collect();
            let bridges = net.bridges(&net.possible(&NetState::new(&net, &[])));
            assert_eq!(bridges, wanted, "{net:?}");
            all_cuts += cuts.len();
            all_bridges += bridges.len();
        }
        assert!(all_cuts > 100 && all_bridges > 100, "{all_cuts} {all_bridges}");
    }
}
