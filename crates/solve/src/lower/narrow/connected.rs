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

/// A walk in depth over all that can be reached from a vertex that is there.
struct Walk {
    reached: Vec<bool>,
    /// Vertices, and edges, without which some vertex that is there could not be reached.
    needed_vertices: Vec<u32>,
    needed_edges: Vec<u32>,
}

impl Narrow {
    /// Says that it is done never: what is there may always grow.
    pub(super) fn connected(&mut self, pool: &Pool, graph: &GraphRef) -> Result<bool, Empty> {
        let sight = self.look(pool, graph);
        self.work += 16 * (graph.size + graph.edges.len()) as u64;
        let there: Vec<u32> = (0..graph.size as u32).filter(|&v| sight.vertices[v as usize] == Some(true)).collect();
        let Some(&start) = there.first() else { return Ok(false) };
        let walk = walk(graph, &sight, start);
        if there.iter().any(|&v| !walk.reached[v as usize]) {
            return Err(Empty);
        }
        let mut absent: Vec<bool> = walk.reached.iter().map(|reached| !reached).collect();
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
            for v in walk.needed_vertices {
                self.post(pool, vertices[v as usize], true)?;
            }
        } else {
            for (edge, known) in graph.edges.iter().zip(&sight.edges) {
                if known.is_none() && absent[edge.ends.0 as usize] {
                    self.post(pool, edge.on, false)?;
                }
            }
        }
        for edge in walk.needed_edges {
            self.post(pool, graph.edges[edge as usize].on, true)?;
        }
        Ok(false)
    }

    fn look(&self, pool: &Pool, graph: &GraphRef) -> Sight {
        let edges: Vec<Option<bool>> = graph.edges.iter().map(|edge| self.truth(pool, edge.on)).collect();
        let drawn = |v: usize| {
            let mut at = graph.at[v].iter().map(|&(edge, _)| edges[edge as usize]);
            match at.clone().any(|edge| edge == Some(true)) {
                true => Some(true),
                false => at.all(|edge| edge == Some(false)).then_some(false),
            }
        };
        let vertices = match &graph.vertices {
            Some(conditions) => conditions.iter().map(|&e| self.truth(pool, e)).collect(),
            None => (0..graph.size).map(drawn).collect(),
        };
        Sight { vertices, edges }
    }
}

/// Cut vertices and bridges by lowest points, as in Hopcroft & Tarjan 1973, without recursion.
fn walk(graph: &GraphRef, sight: &Sight, start: u32) -> Walk {
    let n = graph.size;
    let mut order = vec![0u32; n];
    let mut low = vec![0u32; n];
    // Vertices that are there among those first reached through this one, itself included.
    let mut there = vec![0u32; n];
    let mut found = Walk { reached: vec![false; n], needed_vertices: vec![], needed_edges: vec![] };
    let mut count = 0;
    let mut enter = |v: u32, order: &mut [u32], low: &mut [u32], there: &mut [u32], reached: &mut [bool]| {
        count += 1;
        (order[v as usize], low[v as usize]) = (count, count);
        reached[v as usize] = true;
        there[v as usize] = u32::from(sight.vertices[v as usize] == Some(true));
    };
    enter(start, &mut order, &mut low, &mut there, &mut found.reached);
    // A vertex, the edge that led to it, and the next of its edges to look at.
    let mut stack: Vec<(u32, u32, usize)> = vec![(start, u32::MAX, 0)];
    while let Some(top) = stack.last_mut() {
        let (v, by, next) = *top;
        if let Some(&(edge, w)) = graph.at[v as usize].get(next) {
            top.2 += 1;
            if edge == by || !sight.possible(edge, w) {
                continue;
            }
            if found.reached[w as usize] {
                low[v as usize] = low[v as usize].min(order[w as usize]);
            } else {
                enter(w, &mut order, &mut low, &mut there, &mut found.reached);
                stack.push((w, edge, 0));
            }
            continue;
        }
        stack.pop();
        let Some(&(parent, ..)) = stack.last() else { break };
        low[parent as usize] = low[parent as usize].min(low[v as usize]);
        there[parent as usize] += there[v as usize];
        if there[v as usize] > 0 {
            if low[v as usize] >= order[parent as usize] && sight.vertices[parent as usize].is_none() {
                found.needed_vertices.push(parent);
            }
            if low[v as usize] > order[parent as usize] && sight.edges[by as usize].is_none() {
                found.needed_edges.push(by);
            }
        }
    }
    found
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
