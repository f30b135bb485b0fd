//! Cuts of a net by graph search: required vertices that can't be joined, articulation vertices between required ones, which must be
//! present, and bridges, which a loop can't use.

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
    /// For a loop: its bridges. Else the vertices on every way from some required vertex to the first.
    cuts: Vec<u32>,
}

impl GraphConstraint {
    /// Searches from a required vertex. `None` for an area without one, and where nothing need be connected.
    pub(super) fn walk(&self, state: &NetState) -> Option<Walk> {
        if matches!(self.kind, NetKind::Forest | NetKind::Division) {
            return None;
        }
        let required = self.required(state);
        let first = required.first().copied();
        let possible = state.possible();
        let (cuts, reached) = match self.is_loop() {
            true => self.graph.bridges(first.unwrap_or(0), |e| possible[e as usize]),
            false => {
                let first = first?;
                let mut is_required = vec![false; self.graph.size];
                required.iter().for_each(|&v| is_required[v as usize] = true);
                let cuts = self.graph.cuts(first, |v| is_required[v as usize], |e, _| possible[e as usize]);
                (cuts.vertices, cuts.reached)
            }
        };
        Some(Walk { required, reached, cuts })
    }

    /// The violation by two required vertices that can't be joined.
    pub(super) fn cut_apart(&self, state: &NetState, walk: &Walk) -> Option<(LoopViolation, Gone)> {
        let first = *walk.required.first()?;
        let other = *walk.required.iter().find(|&&v| !walk.reached[v as usize])?;
        Some((LoopViolation::CutOff(first, other), self.parted(first, other, &walk.reached, state.possible(), state)))
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
    let Walk { required, reached: seen, cuts } = walk;
    if net.is_loop() {
        for &e in cuts.iter().filter(|&&e| state.edge(e) == State::Open) {
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
        let without = net.reached(first, possible, Some(v), None);
        let Some(&other) = required.iter().find(|&&w| !without[w as usize]) else { continue };
        let beyond = net.reached(other, possible, Some(v), None);
        let walls = [net.wall(&without, state), net.wall(&beyond, state)];
        let mut gone = walls.into_iter().min_by_key(Vec::len).unwrap_or_default();
        gone.extend(net.required_by(first, state));
        gone.extend(net.required_by(other, state));
        // The sentence names the smaller part as cut off.
        let size = |part: &[bool]| part.iter().filter(|&&p| p).count();
        let (near, far) = if size(&without) < size(&beyond) { (first, other) } else { (other, first) };
        let conclusions = conclude(knowledge, masks, cond, true);
        found.extend(finding(n, net, LoopViolation::CutOff(near, far), conclusions, gone));
    }
    found
}
