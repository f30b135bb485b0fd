//! Conditions on graphs whose vertices and edges are present or absent.
//!
//! A part of the graph is *certain* if it is present in every case that is left, and *possible* if it is present in some.
//! Connectedness is lost where possible paths are; cycles and joined pieces arise from certain edges.

mod acyclic;
mod apart;
mod closed;
mod congruent;
mod cuts;
mod joined;
mod piece_size;
#[cfg(test)]
mod tests;

pub use piece_size::PieceSize;

use crate::event::{Conflict, Event, Narrowed, Tier};
use crate::ids::Var;
use crate::literal::{Domains, Fact};
use crate::propagator::Condition;
use crate::relaxation::rows::Rows;
use crate::store::Store;
use crate::store_at::StoreAt;
use sator_model::graph::GraphRef;
use std::collections::VecDeque;

/// A graph with a variable of 0 and 1 for the condition of each vertex and each edge.
#[derive(Clone)]
pub struct GraphVars {
    /// The graph.
    pub graph: GraphRef,
    /// The conditions of vertices. `None` if a vertex is present where an edge at it is.
    pub vertices: Option<Box<[Var]>>,
    /// The conditions of edges. An edge is present if its condition and both its ends hold.
    pub edges: Box<[Var]>,
}

/// A condition on a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphTest {
    /// There is at most one piece.
    Connected,
    /// There is no cycle.
    Acyclic,
    /// The edges form exactly one closed loop.
    SingleLoop,
    /// Every edge within a piece is present.
    Closed,
    /// Both vertices are present, in one piece.
    Reaches(u32, u32),
    /// Both vertices are present, in pieces with the same shape. The vertices are the cells of a grid with this many
    /// columns, row by row.
    Congruent(u32, [u32; 2]),
}

/// A condition on a graph with variables.
pub struct GraphCondition {
    /// The graph.
    pub vars: GraphVars,
    /// The condition.
    pub test: GraphTest,
}

/// A vertex or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    Vertex(u32),
    Edge(u32),
}

/// The presence of each vertex and each edge, where the domains decide it.
struct Presence {
    vertices: Vec<Option<bool>>,
    edges: Vec<Option<bool>>,
}

impl Condition for GraphCondition {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.vars.all().for_each(|var| watch(var, Event::Fixed));
    }

    fn tier(&self) -> Tier {
        Tier::Slow
    }

    fn cut(&self, value: &dyn Fn(Var) -> Option<f64>, rows: &mut Rows) {
        cuts::cuts(&self.vars, self.test, value, rows);
    }

    fn truth(&self, store: &Store) -> Option<bool> {
        if let Some(truth) = self.value(store) {
            return Some(truth);
        }
        let presence = self.vars.presence(store);
        match self.test {
            GraphTest::Connected => joined::separated(&self.vars, &presence, None, None).map(|_| false),
            GraphTest::Acyclic => acyclic::cycle(&self.vars, &presence).map(|_| false),
            GraphTest::Reaches(u, v) => {
                let cut = || joined::separated(&self.vars, &presence, Some((u, v)), None).map(|_| false);
                apart::path(&self.vars, &presence, (u, v)).map(|_| true).or_else(cut)
            }
            GraphTest::Congruent(cols, ends) => congruent::truth(&self.vars, &presence, cols, ends),
            GraphTest::SingleLoop | GraphTest::Closed => None,
        }
    }

    fn enforce(&mut self, positive: bool, store: &mut Store) -> Narrowed {
        store.effort += self.vars.effort();
        let vars = &self.vars;
        match (self.test, positive) {
            (GraphTest::Connected, true) => joined::propagate(vars, None, store),
            (GraphTest::Reaches(u, v), true) => joined::propagate(vars, Some((u, v)), store),
            (GraphTest::Reaches(u, v), false) => apart::propagate(vars, (u, v), store),
            (GraphTest::Acyclic, true) => acyclic::propagate(vars, store),
            (GraphTest::Closed, true) => closed::propagate(vars, store),
            (GraphTest::Congruent(cols, ends), _) => {
                let truth = congruent::truth(vars, &vars.presence(store), cols, ends);
                if truth == Some(!positive) { Err(Conflict) } else { Ok(()) }
            }
            (GraphTest::SingleLoop, _) | (GraphTest::Connected | GraphTest::Acyclic | GraphTest::Closed, false) => {
                if self.value(store) == Some(!positive) {
                    Err(Conflict)
                } else {
                    Ok(())
                }
            }
        }
    }

    fn reason(&self, positive: bool, change: Option<Fact>, then: &StoreAt, facts: &mut Vec<Fact>) {
        let vars = &self.vars;
        let found = match (self.test, positive) {
            (GraphTest::Connected, true) => joined::reason(vars, None, change, then, facts),
            (GraphTest::Reaches(u, v), true) => joined::reason(vars, Some((u, v)), change, then, facts),
            (GraphTest::Reaches(u, v), false) => apart::reason(vars, (u, v), change, then, facts),
            (GraphTest::Acyclic, true) => acyclic::reason(vars, change, then, facts),
            (GraphTest::Closed, true) => closed::reason(vars, change, then, facts),
            (GraphTest::SingleLoop | GraphTest::Congruent(..), _)
            | (GraphTest::Connected | GraphTest::Acyclic | GraphTest::Closed, false) => None,
        };
        if found.is_none() {
            vars.all().for_each(|var| then.push_domain(var, facts));
        }
    }
}

impl GraphCondition {
    /// Whether the condition holds, once all variables are fixed.
    fn value(&self, store: &Store) -> Option<bool> {
        let GraphVars { graph, vertices, edges } = &self.vars;
        let fixed =
            |vars: &[Var]| vars.iter().map(|&var| store.value(var).map(|value| value == 1)).collect::<Option<_>>();
        let vertices: Option<Vec<bool>> = match vertices {
            Some(vertices) => Some(fixed(vertices)?),
            None => None,
        };
        let present = graph.part(vertices, fixed(edges)?);
        Some(match self.test {
            GraphTest::Connected => present.connected(),
            GraphTest::Acyclic => present.acyclic(),
            GraphTest::SingleLoop => present.single_loop(graph),
            GraphTest::Closed => present.closed(graph),
            GraphTest::Reaches(u, v) => present.reaches(u, v),
            GraphTest::Congruent(cols, ends) => present.congruent(cols, ends),
        })
    }
}

impl GraphVars {
    /// The effort of a run: a part of the graph takes as long as several values of a domain.
    fn effort(&self) -> u64 {
        4 * (self.graph.size + self.edges.len()) as u64
    }

    /// All variables.
    pub fn all(&self) -> impl Iterator<Item = Var> + '_ {
        self.vertices.iter().flatten().chain(&self.edges).copied()
    }

    /// The presence of vertices and edges.
    fn presence(&self, domains: &impl Domains) -> Presence {
        let decide = |&var: &Var| {
            let (min, max) = domains.range(var);
            (min == max).then_some(min == 1)
        };
        let own: Vec<Option<bool>> = self.edges.iter().map(decide).collect();
        let Some(vertices) = &self.vertices else {
            return Presence { vertices: self.graph.ends_of(&own), edges: own };
        };
        let vertices: Vec<Option<bool>> = vertices.iter().map(decide).collect();
        let edge = |(edge, own): (&sator_model::graph::Edge, &Option<bool>)| {
            let parts = [*own, vertices[edge.ends.0 as usize], vertices[edge.ends.1 as usize]];
            if parts.contains(&Some(false)) { Some(false) } else { parts.iter().all(|on| on.is_some()).then_some(true) }
        };
        let edges = self.graph.edges.iter().zip(&own).map(edge).collect();
        Presence { vertices, edges }
    }

    /// The elements whose condition this variable is, and the value that a change gives it.
    fn elements(&self, change: Fact) -> (Vec<Element>, bool) {
        let equal = |vars: &[Var]| {
            let found = vars.iter().enumerate().filter(|(_, var)| **var == change.var);
            found.map(|(at, _)| at as u32).collect::<Vec<_>>()
        };
        let vertices = equal(self.vertices.as_deref().unwrap_or(&[])).into_iter().map(Element::Vertex);
        let edges = equal(&self.edges).into_iter().map(Element::Edge);
        (vertices.chain(edges).collect(), change.holds(1) && !change.holds(0))
    }

    /// Adds the facts by which a vertex is certain.
    fn push_vertex(&self, v: u32, then: &StoreAt, facts: &mut Vec<Fact>) {
        let certain = |var: &Var| then.value(*var) == Some(1);
        let var = match &self.vertices {
            Some(vertices) => Some(vertices[v as usize]),
            None => self.graph.at[v as usize].iter().map(|&(e, _)| self.edges[e as usize]).find(certain),
        };
        if let Some(var) = var {
            then.push_fixed(var, facts);
        }
    }

    /// Adds the facts by which an edge is certain.
    fn push_edge(&self, e: u32, then: &StoreAt, facts: &mut Vec<Fact>) {
        then.push_fixed(self.edges[e as usize], facts);
        if self.vertices.is_some() {
            let (a, b) = self.graph.edges[e as usize].ends;
            self.push_vertex(a, then, facts);
            self.push_vertex(b, then, facts);
        }
    }

    /// Adds a fact by which an edge is not possible.
    fn push_no_edge(&self, e: u32, then: &StoreAt, facts: &mut Vec<Fact>) {
        let (a, b) = self.graph.edges[e as usize].ends;
        let ends = self.vertices.iter().flat_map(|vertices| [vertices[a as usize], vertices[b as usize]]);
        let absent = [self.edges[e as usize]].into_iter().chain(ends).find(|&var| then.value(var) == Some(0));
        if let Some(var) = absent {
            then.push_fixed(var, facts);
        }
    }

    /// The vertices that paths from `start` reach through edges which meet a condition; by vertex the edge through which
    /// it is reached, and `start` itself through none.
    fn reach(&self, start: u32, mut through: impl FnMut(u32) -> bool) -> Vec<Option<Option<u32>>> {
        let mut from = vec![None; self.graph.size];
        from[start as usize] = Some(None);
        let mut queue = VecDeque::from([start]);
        while let Some(v) = queue.pop_front() {
            for &(e, w) in &self.graph.at[v as usize] {
                if from[w as usize].is_none() && through(e) {
                    from[w as usize] = Some(Some(e));
                    queue.push_back(w);
                }
            }
        }
        from
    }

    /// The edges of a shortest path between two certain vertices through certain edges other than `without`.
    fn certain_path(&self, presence: &Presence, (from, to): (u32, u32), without: Option<u32>) -> Option<Vec<u32>> {
        let certain = |e: u32| presence.edges[e as usize] == Some(true) && Some(e) != without;
        let reached = self.reach(from, certain);
        let mut path = vec![];
        let mut at = to;
        while let Some(e) = reached[at as usize]? {
            path.push(e);
            let (a, b) = self.graph.edges[e as usize].ends;
            at = if at == a { b } else { a };
        }
        Some(path)
    }

    /// By vertex: the number of its piece of certain edges.
    fn certain_pieces(&self, presence: &Presence) -> Vec<u32> {
        let mut piece = vec![u32::MAX; self.graph.size];
        let mut stack = vec![];
        for start in 0..self.graph.size as u32 {
            if piece[start as usize] != u32::MAX {
                continue;
            }
            stack.push(start);
            piece[start as usize] = start;
            while let Some(v) = stack.pop() {
                for &(e, w) in &self.graph.at[v as usize] {
                    if presence.edges[e as usize] == Some(true) && piece[w as usize] == u32::MAX {
                        piece[w as usize] = start;
                        stack.push(w);
                    }
                }
            }
        }
        piece
    }

    /// The open vertices with a condition of their own, each with the certain vertices to which an edge would join it: the
    /// condition of that edge holds.
    fn joints(&self, presence: &Presence, store: &impl Domains) -> Vec<(u32, Vec<(u32, u32)>)> {
        if self.vertices.is_none() {
            return vec![];
        }
        let open = (0..self.graph.size as u32).filter(|&v| presence.vertices[v as usize].is_none());
        let joined = |v: u32| {
            let at = self.graph.at[v as usize].iter().copied();
            let would = |&(e, w): &(u32, u32)| {
                presence.vertices[w as usize] == Some(true) && store.range(self.edges[e as usize]).0 == 1
            };
            (v, at.filter(would).collect())
        };
        open.map(joined).collect()
    }
}

impl Presence {
    /// Whether both ends of an edge are certain.
    fn has_ends(&self, vars: &GraphVars, e: u32) -> bool {
        let (a, b) = vars.graph.edges[e as usize].ends;
        [a, b].into_iter().all(|v| self.vertices[v as usize] == Some(true))
    }

    /// The edges that are neither certain nor impossible.
    fn open_edges(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.edges.len() as u32).filter(|&e| self.edges[e as usize].is_none())
    }
}
