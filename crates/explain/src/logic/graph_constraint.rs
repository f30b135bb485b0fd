//! Loops and connected areas as constraints on a graph, of which unknowns decide the edges and vertices.

use super::condition::{Cond, State};
use super::finding::Gone;
use super::violation::LoopViolation;
use crate::mask::Mask;
use sator_answer::{Atom, is_about_several};
use sator_model::graph::GraphRef;
use sator_model::wording::is_describable;
use sator_model::{ExprId, Model, UnknownId, View};

/// A part of a net that an unknown decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NetPart {
    Edge(u32),
    Vertex(u32),
}

/// The condition on the edges and vertices that are present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NetKind {
    /// The edges are one loop.
    Loop,
    /// The vertices are in one piece.
    Connected,
    /// The edges are in one piece.
    Network,
    /// The edges close no loop.
    Forest,
    /// The edges join all neighbours of one piece.
    Division,
}

/// A constraint of one group on a graph.
#[derive(Clone, Debug)]
pub(crate) struct GraphConstraint {
    pub group: usize,
    /// The condition of the group on it.
    pub condition: ExprId,
    pub kind: NetKind,
    pub graph: GraphRef,
    /// Without conditions on vertices, always.
    pub vertices: Vec<Cond>,
    pub edges: Vec<Cond>,
    /// Whether an edge can be there or not.
    pub(super) edges_vary: bool,
    /// It is about something hidden without words, so that sentences name its statement only.
    pub is_hidden: bool,
    /// Another constraint on the board implies it in better words.
    pub is_superseded: bool,
}

impl GraphConstraint {
    /// The violation of an argument, for the conclusion about one unknown: where parts are cut off together, that of its own part.
    pub(super) fn violation_of(
        &self,
        violation: &LoopViolation,
        conclusions: &[Atom],
        own: UnknownId,
    ) -> LoopViolation {
        let is_own = |cond: &Cond| cond.unknown() == Some(own);
        let part = || match self.vertices.iter().position(is_own) {
            Some(v) => Some(v as u32),
            None => self.edges.iter().position(is_own).map(|e| self.ends(e as u32).0),
        };
        match *violation {
            LoopViolation::CutOff(from, _) if is_about_several(conclusions) => {
                part().map_or_else(|| violation.clone(), |v| LoopViolation::CutOff(from, v))
            }
            _ => violation.clone(),
        }
    }

    /// The net that a condition is about; none if it is too involved.
    pub(crate) fn new(model: &Model, group: usize, condition: ExprId) -> Option<GraphConstraint> {
        let (graph, kind) = match View::of(&model.pool, condition, true) {
            View::Loop(graph) => (graph, NetKind::Loop),
            View::Connected(graph) if graph.vertices.is_none() => (graph, NetKind::Network),
            View::Connected(graph) => (graph, NetKind::Connected),
            View::Acyclic(graph) => (graph, NetKind::Forest),
            View::Division(graph) => (graph, NetKind::Division),
            _ => return None,
        };
        let cond = |e: ExprId| Cond::of(model, e);
        let vertices = match (&graph.vertices, kind) {
            (Some(_), NetKind::Loop) => return None,
            (Some(on), _) => on.iter().map(|&e| cond(e)).collect(),
            (None, _) => vec![Cond::Always; graph.size],
        };
        let edges: Vec<Cond> = graph.edges.iter().map(|e| cond(e.on)).collect();
        let graph = graph.clone();
        // The unknowns of one kind have words, or none has. A vertex without an unknown has no words beside them.
        let mut unknowns = vertices.iter().chain(&edges).filter_map(Cond::unknown);
        let hidden = unknowns.find(|u| model.unknown(*u).hidden);
        let is_named = |u: UnknownId| is_describable(model, u) && !vertices.contains(&Cond::Always);
        let is_hidden = hidden.is_some_and(|u| !is_named(u));
        let edges_vary = edges.iter().any(|cond| !matches!(cond, Cond::Always | Cond::Never));
        let is_superseded = false;
        Some(GraphConstraint { group, condition, kind, graph, vertices, edges, edges_vary, is_hidden, is_superseded })
    }

    pub(crate) fn is_loop(&self) -> bool {
        self.kind == NetKind::Loop
    }

    /// Whether a vertex is required where an edge at it is present.
    pub(crate) fn is_of_edges(&self) -> bool {
        matches!(self.kind, NetKind::Loop | NetKind::Network)
    }

    /// Whether the trees of present edges decide what follows.
    pub(crate) fn is_of_trees(&self) -> bool {
        matches!(self.kind, NetKind::Forest | NetKind::Division)
    }

    /// Its edges and vertices that an unknown decides.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (UnknownId, NetPart)> + '_ {
        let edges = self.edges.iter().enumerate().map(|(e, cond)| (cond, NetPart::Edge(e as u32)));
        let vertices = self.vertices.iter().enumerate().map(|(v, cond)| (cond, NetPart::Vertex(v as u32)));
        edges.chain(vertices).filter_map(|(cond, part)| Some((cond.unknown()?, part)))
    }

    /// The unknowns that it is about.
    pub(crate) fn cells(&self) -> impl Iterator<Item = UnknownId> + '_ {
        self.vertices.iter().chain(&self.edges).filter_map(Cond::unknown)
    }

    /// Its edges that an unknown draws.
    pub(crate) fn strokes(&self) -> impl Iterator<Item = (u32, UnknownId)> + '_ {
        self.edges.iter().enumerate().filter_map(|(e, cond)| cond.unknown().map(|u| (e as u32, u)))
    }

    /// Whether single unknowns decide all of its parts; the corners and crossings of a loop that crosses itself depend on several.
    pub(crate) fn is_clear(&self) -> bool {
        self.vertices.iter().chain(&self.edges).all(|cond| *cond != Cond::Unclear)
    }

    pub(crate) fn ends(&self, edge: u32) -> (u32, u32) {
        self.graph.edges[edge as usize].ends
    }

    pub(crate) fn vertex(&self, v: u32, masks: &[Mask]) -> State {
        self.vertices[v as usize].state(masks)
    }

    /// An edge is there with both its ends.
    pub(crate) fn edge(&self, e: u32, masks: &[Mask]) -> State {
        self.edges[e as usize].state(masks)
    }

    /// The condition for a part to be present.
    pub(super) fn cond(&self, part: NetPart) -> Cond {
        match part {
            NetPart::Edge(e) => self.edges[e as usize],
            NetPart::Vertex(v) => self.vertices[v as usize],
        }
    }

    /// The vertices that can be reached along these edges without passing one vertex or one edge.
    pub(super) fn reached(
        &self,
        from: u32,
        possible: &[bool],
        but_vertex: Option<u32>,
        but_edge: Option<u32>,
    ) -> Vec<bool> {
        let mut seen = vec![false; self.graph.size];
        seen[from as usize] = true;
        let mut open = vec![from];
        while let Some(v) = open.pop() {
            for &(e, w) in self.graph.at[v as usize].iter() {
                let passes = possible[e as usize] && Some(w) != but_vertex && Some(e) != but_edge;
                if passes && !std::mem::replace(&mut seen[w as usize], true) {
                    open.push(w);
                }
            }
        }
        seen
    }

    /// Candidates whose removal implies that the condition holds.
    pub(super) fn known(cond: Cond) -> Gone {
        match cond {
            Cond::Where(u, yes) => vec![(u, !yes)],
            _ => vec![],
        }
    }

    /// The strokes that meet one.
    pub(crate) fn beside(&self, u: UnknownId) -> Vec<UnknownId> {
        let Some(at) = self.edges.iter().position(|cond| cond.unknown() == Some(u)) else { return vec![] };
        let (a, b) = self.ends(at as u32);
        let meeting = [a, b].into_iter().flat_map(|v| self.graph.at[v as usize].iter().map(|&(e, _)| e));
        meeting.filter_map(|e| self.edges[e as usize].unknown()).collect()
    }

    /// Candidates whose absence means that an edge is gone.
    pub(super) fn absent(&self, e: u32) -> Gone {
        if let Cond::Where(u, yes) = self.edges[e as usize] { vec![(u, yes)] } else { vec![] }
    }
}
