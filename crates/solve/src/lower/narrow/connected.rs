//! Connectivity. A vertex that can't be reached from a present vertex is absent. A vertex or edge that separates two
//! present vertices is present. With a largest number of vertices, vertices that are too far away are absent.

use super::{Empty, Narrow};
use sator_model::{GraphRef, Pool};
use std::collections::VecDeque;

/// The known presence of vertices and edges of a graph.
struct Presence {
    vertices: Vec<Option<bool>>,
    edges: Vec<Option<bool>>,
}

impl Presence {
    fn possible(&self, edge: u32, to: u32) -> bool {
        self.edges[edge as usize] != Some(false) && self.vertices[to as usize] != Some(false)
    }
}

impl Narrow {
    /// Never entailed: more vertices can become present.
    pub(super) fn connected(&mut self, pool: &Pool, graph: &GraphRef) -> Result<bool, Empty> {
        let known = self.presence(pool, graph);
        self.work += 16 * (graph.size + graph.edges.len()) as u64;
        let there: Vec<u32> = (0..graph.size as u32).filter(|&v| known.vertices[v as usize] == Some(true)).collect();
        let Some(&start) = there.first() else { return Ok(false) };
        let is_there = |v: u32| known.vertices[v as usize] == Some(true);
        let cuts = graph.cuts(start, is_there, |edge, to| known.possible(edge, to));
        if there.iter().any(|&v| !cuts.reached[v as usize]) {
            return Err(Empty);
        }
        let mut absent: Vec<bool> = cuts.reached.iter().map(|reached| !reached).collect();
        if let Some(vertices) = &graph.vertices {
            if let Some(most) = self.counts.most(vertices) {
                for (v, absent) in absent.iter_mut().enumerate() {
                    *absent |= there.len() as i64 > most || (v as u32 != start && most <= 1);
                }
                // A piece that reaches a vertex has as many vertices as the present ones and those on a shortest way from
                // them, and as many as a shortest way from `start`.
                let apart = distances(graph, &known, &there, |v| known.vertices[v as usize] != Some(true));
                let along = distances(graph, &known, &[start], |_| true);
                for v in 0..graph.size {
                    let short = |from: &[Option<i64>], count: usize| from[v].is_none_or(|d| count as i64 + d > most);
                    absent[v] |= short(&apart, there.len()) || short(&along, 1);
                }
                if there.iter().any(|&v| absent[v as usize]) {
                    return Err(Empty);
                }
            }
            for v in (0..graph.size).filter(|&v| absent[v] && known.vertices[v].is_none()) {
                self.post(pool, vertices[v], false)?;
            }
            for v in cuts.vertices.into_iter().filter(|&v| known.vertices[v as usize].is_none()) {
                self.post(pool, vertices[v as usize], true)?;
            }
        } else {
            for (edge, present) in graph.edges.iter().zip(&known.edges) {
                if present.is_none() && absent[edge.ends.0 as usize] {
                    self.post(pool, edge.on, false)?;
                }
            }
        }
        for edge in cuts.edges.into_iter().filter(|&edge| known.edges[edge as usize].is_none()) {
            self.post(pool, graph.edges[edge as usize].on, true)?;
        }
        Ok(false)
    }

    fn presence(&self, pool: &Pool, graph: &GraphRef) -> Presence {
        let edges: Vec<Option<bool>> = graph.edges.iter().map(|edge| self.truth(pool, edge.on)).collect();
        let vertices = match &graph.vertices {
            Some(conditions) => conditions.iter().map(|&e| self.truth(pool, e)).collect(),
            None => graph.ends_of(&edges),
        };
        Presence { vertices, edges }
    }
}

/// The smallest cost of a way from one of these vertices to each vertex. A vertex for which `costs` holds costs 1, the last
/// one included.
fn distances(graph: &GraphRef, known: &Presence, from: &[u32], costs: impl Fn(u32) -> bool) -> Vec<Option<i64>> {
    let mut distance: Vec<Option<i64>> = vec![None; graph.size];
    let mut queue: VecDeque<u32> = from.iter().copied().collect();
    from.iter().for_each(|&v| distance[v as usize] = Some(0));
    while let Some(v) = queue.pop_front() {
        let here = distance[v as usize].unwrap_or(0);
        for &(_, w) in graph.at[v as usize].iter().filter(|&&(edge, w)| known.possible(edge, w)) {
            let next = here + i64::from(costs(w));
            if distance[w as usize].is_none_or(|least| next < least) {
                distance[w as usize] = Some(next);
                if next == here { queue.push_front(w) } else { queue.push_back(w) }
            }
        }
    }
    distance
}
