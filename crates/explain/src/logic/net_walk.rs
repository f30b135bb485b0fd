//! Cuts of a net by graph search: required vertices that can't be joined, articulation vertices and bridges between required ones,
//! which must be present, and bridges of loops, which a loop can't use.

use super::super::knowledge::Knowledge;
use super::Board;
use super::condition::{Cond, State};
use super::finding::{Finding, Gone};
use super::graph_constraint::{GraphConstraint, NetKind};
use super::graphs::{conclude, finding};
use super::net_state::NetState;
use super::violation::LoopViolation;
use crate::mask::Mask;

/// The result of a search through the possible edges and vertices of a net.
pub(super) struct Walk {
    /// Vertices that are certainly present.
    required: Vec<u32>,
    /// By vertex: whether possible edges join it to the first required one.
    reached: Vec<bool>,
    /// Of a loop none; else the vertices on every way from some required vertex to the first.
    cuts: Vec<u32>,
    /// The edges whose absence parts two vertices that are joined now; of a connected area only where some edge is open.
    bridges: Vec<u32>,
}

impl GraphConstraint {
    /// Searches from a required vertex. `None` for an area without one, and where nothing need be connected.
    pub(super) fn walk(&self, state: &NetState) -> Option<Walk> {
        if self.is_of_trees() {
            return None;
        }
        let required = self.required(state);
        let first = required.first().copied();
        let possible = state.possible();
        let bridges = |from: u32| self.graph.bridges(from, |e| possible[e as usize]);
        let (cuts, (bridges, reached)) = match self.kind {
            NetKind::Loop => (vec![], bridges(first.unwrap_or(0))),
            NetKind::Network => (vec![], bridges(first?)),
            _ => {
                let first = first?;
                let mut is_required = vec![false; self.graph.size];
                required.iter().for_each(|&v| is_required[v as usize] = true);
                let cuts = self.graph.cuts(first, |v| is_required[v as usize], |e, _| possible[e as usize]);
                let has_open = (0..self.edges.len() as u32).any(|e| state.edge(e) == State::Open);
                let bridges = if has_open { bridges(first).0 } else { vec![] };
                (cuts.vertices, (bridges, cuts.reached))
            }
        };
        Some(Walk { required, reached, cuts, bridges })
    }

    /// The violation by two required vertices that can't be joined.
    pub(super) fn cut_apart(&self, state: &NetState, walk: &Walk) -> Option<(LoopViolation, Gone)> {
        let first = *walk.required.first()?;
        let other = *walk.required.iter().find(|&&v| !walk.reached[v as usize])?;
        Some((LoopViolation::CutOff(first, other), self.parted(first, other, &walk.reached, state.possible(), state)))
    }
}

impl GraphConstraint {
    /// The violation by two required vertices that can't be joined without a vertex or an edge, with its premises.
    fn parted_without(
        &self,
        required: &[u32],
        state: &NetState,
        vertex: Option<u32>,
        edge: Option<u32>,
    ) -> Option<(LoopViolation, Gone)> {
        let (first, possible) = (required[0], state.possible());
        let without = self.reached(first, possible, vertex, edge);
        let &other = required.iter().find(|&&w| !without[w as usize])?;
        let beyond = self.reached(other, possible, vertex, edge);
        let walls = [self.wall(&without, state), self.wall(&beyond, state)];
        let mut gone = walls.into_iter().min_by_key(Vec::len).unwrap_or_default();
        gone.extend(self.required_by(first, state));
        gone.extend(self.required_by(other, state));
        // The sentence names the smaller part as cut off.
        let size = |part: &[bool]| part.iter().filter(|&&p| p).count();
        let (near, far) = if size(&without) < size(&beyond) { (first, other) } else { (other, first) };
        Some((LoopViolation::CutOff(near, far), gone))
    }
}

/// Cells that must be present to join required ones, cells that no way joins to these, and bridges of loops, in all nets.
pub(super) fn cut_off(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let seen = |n: usize| (&board.candidates[..], &board.states[n]);
    board.live_nets().flat_map(|(n, _)| cut_off_in(board, n, knowledge, seen(n))).collect()
}

/// The same in one net.
pub(super) fn cut_off_in(
    board: &Board,
    n: usize,
    knowledge: &Knowledge,
    (masks, state): (&[Mask], &NetState),
) -> Vec<Finding> {
    let walk = board.nets[n].walk(state);
    walk.map_or(vec![], |walk| cut_off_by(board, n, knowledge, (masks, state), &walk))
}

/// The same for a net that was searched before.
pub(super) fn cut_off_by(
    board: &Board,
    n: usize,
    knowledge: &Knowledge,
    (masks, state): (&[Mask], &NetState),
    walk: &Walk,
) -> Vec<Finding> {
    let net = &board.nets[n];
    let mut found = Vec::new();
    let possible = state.possible();
    let Walk { required, reached: seen, cuts, bridges } = walk;
    if net.is_loop() {
        for &e in bridges.iter().filter(|&&e| state.edge(e) == State::Open) {
            let (a, b) = net.ends(e);
            let seen = net.reached(a, possible, None, Some(e));
            let walls = [net.wall(&seen, state), net.wall(&net.reached(b, possible, None, Some(e)), state)];
            let gone = walls.into_iter().min_by_key(Vec::len).unwrap_or_default();
            let conclusions = conclude(knowledge, masks, net.edges[e as usize], false);
            found.extend(finding(n, net, LoopViolation::NoReturn(e), conclusions, gone));
        }
        return found;
    }
    let first = required[0];
    if net.kind == NetKind::Network {
        for e in (0..net.edges.len() as u32).filter(|&e| state.edge(e) == State::Open) {
            let v = net.ends(e).0;
            if !seen[v as usize] {
                let mut gone = net.required_by(first, state);
                gone.extend(net.wall_between(seen, &net.reached(v, possible, None, None), state));
                let conclusions = conclude(knowledge, masks, net.edges[e as usize], false);
                found.extend(finding(n, net, LoopViolation::CutOff(first, v), conclusions, gone));
            }
        }
    }
    let mut is_cut = vec![false; net.graph.size];
    cuts.iter().for_each(|&v| is_cut[v as usize] = true);
    // Parts that no way reaches, each with the absent cells around it.
    let mut parts: Vec<(Vec<bool>, Gone)> = vec![];
    for v in (0..net.graph.size as u32).filter(|&v| state.vertex(v) == State::Open) {
        let cond = net.vertices[v as usize];
        if !seen[v as usize] {
            let Cond::Where(own, _) = cond else { continue };
            let at = parts.iter().position(|(part, _)| part[v as usize]).unwrap_or_else(|| {
                let part = net.reached(v, possible, None, None);
                let wall = net.wall_between(seen, &part, state);
                parts.push((part, wall));
                parts.len() - 1
            });
            let mut gone = net.required_by(first, state);
            gone.extend(&parts[at].1);
            gone.retain(|g| g.0 != own);
            let conclusions = conclude(knowledge, masks, cond, false);
            found.extend(finding(n, net, LoopViolation::CutOff(first, v), conclusions, gone));
            continue;
        }
        // An articulation vertex must be present.
        if !is_cut[v as usize] {
            continue;
        }
        if let Some((violation, gone)) = net.parted_without(required, state, Some(v), None) {
            found.extend(finding(n, net, violation, conclude(knowledge, masks, cond, true), gone));
        }
    }
    // So must a bridge.
    for &e in bridges.iter().filter(|&&e| state.edge(e) == State::Open) {
        if let Some((violation, gone)) = net.parted_without(required, state, None, Some(e)) {
            let conclusions = conclude(knowledge, masks, net.edges[e as usize], true);
            found.extend(finding(n, net, violation, conclusions, gone));
        }
    }
    found
}
