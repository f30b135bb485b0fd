//! The state of a net: its edges and vertices are present, absent or open. Each change updates it.

use super::condition::State;
use super::graph_constraint::{GraphConstraint, NetPart};
use crate::mask::Mask;

/// The state of a net under some candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NetState {
    edges: Vec<State>,
    vertices: Vec<State>,
    /// By vertex: the edges at it that are there, and those that are open.
    drawn: Vec<u32>,
    open: Vec<u32>,
    /// By edge: whether it can be there with both its ends.
    possible: Vec<bool>,
}

impl NetState {
    pub(super) fn new(net: &GraphConstraint, masks: &[Mask]) -> NetState {
        let none = || vec![0; net.graph.size];
        let mut state = NetState {
            edges: vec![State::Gone; net.edges.len()],
            vertices: net.vertices.iter().map(|cond| cond.state(masks)).collect(),
            drawn: none(),
            open: none(),
            possible: vec![false; net.edges.len()],
        };
        (0..net.edges.len() as u32).for_each(|e| state.update(net, NetPart::Edge(e), masks));
        state
    }

    /// Takes in that the candidates of the unknown of a part have changed.
    pub(super) fn update(&mut self, net: &GraphConstraint, part: NetPart, masks: &[Mask]) {
        let e = match part {
            NetPart::Vertex(v) => {
                self.vertices[v as usize] = net.vertex(v, masks);
                net.graph.at[v as usize].iter().for_each(|&(e, _)| self.update_possible(net, e));
                return;
            }
            NetPart::Edge(e) => e,
        };
        let (now, (a, b)) = (net.edge(e, masks), net.ends(e));
        let before = std::mem::replace(&mut self.edges[e as usize], now);
        for v in [a as usize, b as usize] {
            self.drawn[v] += u32::from(now == State::There);
            self.drawn[v] -= u32::from(before == State::There);
            self.open[v] += u32::from(now == State::Open);
            self.open[v] -= u32::from(before == State::Open);
        }
        self.update_possible(net, e);
    }

    fn update_possible(&mut self, net: &GraphConstraint, e: u32) {
        let (a, b) = net.ends(e);
        self.possible[e as usize] =
            self.edge(e) != State::Gone && self.vertex(a) != State::Gone && self.vertex(b) != State::Gone;
    }

    /// By edge: whether it can be there with both its ends.
    pub(super) fn possible(&self) -> &[bool] {
        &self.possible
    }

    pub(super) fn edge(&self, e: u32) -> State {
        self.edges[e as usize]
    }

    pub(super) fn vertex(&self, v: u32) -> State {
        self.vertices[v as usize]
    }

    pub(super) fn part(&self, part: NetPart) -> State {
        match part {
            NetPart::Edge(e) => self.edge(e),
            NetPart::Vertex(v) => self.vertex(v),
        }
    }

    /// The number of edges at a vertex that are there.
    pub(super) fn drawn_at(&self, v: u32) -> u32 {
        self.drawn[v as usize]
    }

    /// The number of edges at a vertex that are open.
    pub(super) fn open_at(&self, v: u32) -> u32 {
        self.open[v as usize]
    }
}
