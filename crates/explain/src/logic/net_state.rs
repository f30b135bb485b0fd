//! The state of a net: its edges and vertices are present, absent or open. Each change updates it.

use super::condition::State;
use super::graph_constraint::{GraphConstraint, NetPart};
use crate::mask::Mask;

/// The state of a net under some candidates.
#[derive(Clone, Debug)]
pub(crate) struct NetState {
    edges: Vec<State>,
    vertices: Vec<State>,
    /// By vertex: the edges at it that are there, and those that are open.
    drawn: Vec<u32>,
    open: Vec<u32>,
    /// By edge: whether it can be there with both its ends.
    possible: Vec<bool>,
    first: FirstPaths,
}

/// The paths of a loop in the first state, which all later ones have too: later states have fewer candidates.
#[derive(Clone, Debug, Default)]
struct FirstPaths {
    /// By edge: whether it is on one.
    edges: Vec<bool>,
    /// By vertex: where it is an end of one, the edge at the other end, and the other end.
    ends: Vec<Option<(u32, u32)>>,
}

/// States are equal if their parts are: the paths of the first state are a shortcut through the parts.
#[cfg(test)]
impl PartialEq for NetState {
    fn eq(&self, other: &NetState) -> bool {
        let parts = |state: &NetState| (state.edges.clone(), state.vertices.clone(), state.possible.clone());
        let counts = |state: &NetState| (state.drawn.clone(), state.open.clone());
        parts(self) == parts(other) && counts(self) == counts(other)
    }
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
            first: FirstPaths::default(),
        };
        (0..net.edges.len() as u32).for_each(|e| state.update(net, NetPart::Edge(e), masks));
        if net.is_loop() {
            state.first = FirstPaths::of(net, &state);
        }
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

    /// Whether the candidates leave an edge open.
    pub(super) fn has_open_edges(&self, net: &GraphConstraint) -> bool {
        net.edges_vary && (0..net.edges.len() as u32).any(|e| self.edge(e) == State::Open)
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

    /// Whether an edge is on a path of the first state.
    pub(super) fn is_first(&self, e: u32) -> bool {
        self.first.edges[e as usize]
    }

    /// The ends of the path that an edge is on: none where the path branches, twice the same one where it is closed. The edge is on
    /// no path of the first state: these are passed in one step each.
    pub(super) fn ends_of_path(&self, net: &GraphConstraint, start: u32) -> Option<[u32; 2]> {
        let (a, b) = net.ends(start);
        let mut ends = [a, b];
        for v in &mut ends {
            let mut last = start;
            while self.drawn_at(*v) == 2 {
                let on = |&&(e, _): &&(u32, u32)| e != last && self.edge(e) == State::There;
                let &(e, w) = net.graph.at[*v as usize].iter().find(on)?;
                if e == start {
                    return Some([a, a]);
                }
                let first = self.first.ends[*v as usize].filter(|_| self.is_first(e));
                (last, *v) = first.unwrap_or((e, w));
            }
            if self.drawn_at(*v) > 2 {
                return None;
            }
        }
        Some(ends)
    }
}

impl FirstPaths {
    fn of(net: &GraphConstraint, state: &NetState) -> FirstPaths {
        let mut ends = vec![None; net.graph.size];
        for start in (0..net.graph.size as u32).filter(|&v| state.drawn_at(v) == 1) {
            let (mut last, mut v) = (u32::MAX, start);
            let on = |last: u32, v: u32| {
                let is_next = |&&(e, _): &&(u32, u32)| e != last && state.edge(e) == State::There;
                net.graph.at[v as usize].iter().find(is_next).copied()
            };
            while (v == start || state.drawn_at(v) == 2)
                && let Some(next) = on(last, v)
            {
                (last, v) = next;
            }
            if state.drawn_at(v) == 1 {
                ends[start as usize] = Some((last, v));
            }
        }
        FirstPaths { edges: state.edges.iter().map(|edge| *edge == State::There).collect(), ends }
    }
}
