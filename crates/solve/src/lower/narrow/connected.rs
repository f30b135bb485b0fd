//! One piece: from a vertex that is there, what can't be reached is not there; what all ways to another such vertex lead
//! through is there; and with at most so many vertices, what is too far away is not there.

use super::{Empty, Narrow};
use sator_model::{GraphRef, Pool};
use std::collections::VecDeque;

/// What is known of the vertices and edges of a graph.
struct Sight {
    vertices: Vec<Option<bool>>,
    edges: Vec<Option<bool>>,
}

impl Sight {
    fn possible(&self, edge: u32, to: u32) -> bool {
        self.edges[edge as usize] != Some(false) && self.vertices[to as usize] != Some(false)
    }
}

impl Narrow {
    /// Says that it is done never: what is there may always grow.
    pub(super) fn connected(&mut self, pool: &Pool, graph: &GraphRef) -> Result<bool, Empty> {
        let sight = self.look(pool, graph);
        self.work += 16 * (graph.size + graph.edges.len()) as u64;
        let there: Vec<u32> = (0..graph.size as u32).filter(|&v| sight.vertices[v as usize] == Some(true)).collect();
        let Some(&start) = there.first() else { return Ok(false) };
        let is_there = |v: u32| sight.vertices[v as usize] == Some(true);
        let cuts = graph.cuts(start, is_there, |edge, to| sight.possible(edge, to));
        if there.iter().any(|&v| !cuts.reached[v as usize]) {
            return Err(Empty);
        }
        let mut absent: Vec<bool> = cuts.reached.iter().map(|reached| !reached).collect();
        if let Some(vertices) = &graph.vertices {
            if let Some(most) = self.counts.most(vertices) {
                for (v, absent) in absent.iter_mut().enumerate() {
                    *absent |= there.len() as i64 > most || (v as u32 != start && most <= 1);
                }
                // At least so many vertices belong to a piece that reaches so far from all that is there, or from its start.
                let apart = distances(graph, &sight, &there, |v| sight.vertices[v as usize] != Some(true));
                let along = distances(graph, &sight, &[start], |_| true);
                for v in 0..graph.size {
                    let short = |from: &[Option<i64>], known: usize| from[v].is_none_or(|d| known as i64 + d > most);
                    absent[v] |= short(&apart, there.len()) || short(&along, 1);
                }
                if there.iter().any(|&v| absent[v as usize]) {
                    return Err(Empty);
                }
            }
            for v in (0..graph.size).filter(|&v| absent[v] && sight.vertices[v].is_none()) {
                self.post(pool, vertices[v], false)?;
            }
            for v in cuts.vertices.into_iter().filter(|&v| sight.vertices[v as usize].is_none()) {
                self.post(pool, vertices[v as usize], true)?;
            }
        } else {
            for (edge, known) in graph.edges.iter().zip(&sight.edges) {
                if known.is_none() && absent[edge.ends.0 as usize] {
                    self.post(pool, edge.on, false)?;
                }
            }
        }
        for edge in cuts.edges.into_iter().filter(|&edge| sight.edges[edge as usize].is_none()) {
            self.post(pool, graph.edges[edge as usize].on, true)?;
        }
        Ok(false)
    }

    fn look(&self, pool: &Pool, graph: &GraphRef) -> Sight {
        let edges: Vec<Option<bool>> = graph.edges.iter().map(|edge| self.truth(pool, edge.on)).collect();
        let vertices = match &graph.vertices {
            Some(conditions) => conditions.iter().map(|&e| self.truth(pool, e)).collect(),
            None => graph.ends_of(&edges),
        };
        Sight { vertices, edges }
    }
}

/// Least number of vertices that cost something on the way to each vertex from one of these, itself included.
fn distances(graph: &GraphRef, sight: &Sight, from: &[u32], costs: impl Fn(u32) -> bool) -> Vec<Option<i64>> {
    let mut distance: Vec<Option<i64>> = vec![None; graph.size];
    let mut queue: VecDeque<u32> = from.iter().copied().collect();
    from.iter().for_each(|&v| distance[v as usize] = Some(0));
    while let Some(v) = queue.pop_front() {
        let here = distance[v as usize].unwrap_or(0);
        for &(_, w) in graph.at[v as usize].iter().filter(|&&(edge, w)| sight.possible(edge, w)) {
            let next = here + i64::from(costs(w));
            if distance[w as usize].is_none_or(|known| next < known) {
                distance[w as usize] = Some(next);
                if next == here { queue.push_front(w) } else { queue.push_back(w) }
            }
        }
    }
    distance
}
