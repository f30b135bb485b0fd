//! Cuts of a net by graph search: required vertices that can't be joined, articulation vertices and bridges between required ones,
//! which must be present, and bridges of loops, which a loop can't use.

use super::super::knowledge::Knowledge;
use super::Board;
use super::condition::{Cond, State};
use super::finding::{Finding, Gone};
use super::graph_constraint::{GraphConstraint, NetKind};
use super::graphs::{conclude, finding};
use super::net_state::NetState;
use super::trees::{self, Trees};
use super::violation::LoopViolation;
use crate::mask::Mask;

/// The result of a search through a net.
pub(super) enum Walk {
    /// Through the possible edges and vertices, where what is present must be joined.
    Reach(Reach),
    /// Through the present ones, where these decide what else can be.
    Trees(Trees),
}

/// The vertices that possible edges join, and the parts of the net that join them.
pub(super) struct Reach {
    /// Vertices that are certainly present.
    required: Vec<u32>,
    /// By vertex: whether possible edges join it to the first required one.
    reached: Vec<bool>,
    /// The vertices on every way from some required vertex to the first; none where the constraint is a loop.
    cuts: Vec<u32>,
    /// The edges whose absence parts two vertices that are joined now; of a connected area only where some edge is open.
    bridges: Vec<u32>,
}

impl GraphConstraint {
    /// Searches the net. `None` for an area without a required vertex, from which the search starts.
    pub(super) fn walk(&self, state: &NetState) -> Option<Walk> {
        if self.is_of_trees() {
            return Some(Walk::Trees(self.trees(state)));
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
                let cuts = self.graph.cuts(first, |v| self.is_required(v, state), |e, _| possible[e as usize]);
                let has_open = state.has_open_edges(self);
                let bridges = if has_open { bridges(first).0 } else { vec![] };
                (cuts.vertices, (bridges, cuts.reached))
            }
        };
        Some(Walk::Reach(Reach { required, reached, cuts, bridges }))
    }

    /// The violation that a search has found, with its premises.
    pub(super) fn violation_by(&self, state: &NetState, walk: &Walk) -> Option<(LoopViolation, Gone)> {
        match walk {
            Walk::Reach(reach) => self.cut_apart(state, reach),
            Walk::Trees(trees) => self.tree_violation(state, trees),
        }
    }

    /// The violation by two required vertices that can't be joined.
    fn cut_apart(&self, state: &NetState, walk: &Reach) -> Option<(LoopViolation, Gone)> {
        let first = *walk.required.first()?;
        let other = *walk.required.iter().find(|&&v| !walk.reached[v as usize])?;
        Some((LoopViolation::CutOff(first, other), self.parted(first, other, &walk.reached, state.possible(), state)))
    }

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

/// Parts of nets that must be present to join required ones, parts that no way joins to these, and bridges of loops.
pub(super) fn cut_off(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    found_in(board, knowledge, |net| !net.is_of_trees())
}

/// Parts that the trees of present edges decide, in nets without loops and divisions.
pub(super) fn decided_by_trees(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    found_in(board, knowledge, GraphConstraint::is_of_trees)
}

fn found_in(board: &Board, knowledge: &Knowledge, is_wanted: impl Fn(&GraphConstraint) -> bool) -> Vec<Finding> {
    let live = board.live_nets().filter(|(_, net)| is_wanted(net));
    live.flat_map(|(n, _)| found_in_net(board, n, knowledge, (&board.candidates, &board.states[n]))).collect()
}

/// The conclusions that a search through one net yields.
pub(super) fn found_in_net(board: &Board, n: usize, knowledge: &Knowledge, seen: (&[Mask], &NetState)) -> Vec<Finding> {
    board.nets[n].walk(seen.1).map_or(vec![], |walk| found_by(board, n, knowledge, seen, &walk))
}

/// The same for a net that was searched before.
pub(super) fn found_by(
    board: &Board,
    n: usize,
    knowledge: &Knowledge,
    seen: (&[Mask], &NetState),
    walk: &Walk,
) -> Vec<Finding> {
    match walk {
        Walk::Reach(reach) => cut_off_by(board, n, knowledge, seen, reach),
        Walk::Trees(trees) => trees::decided_by(board, n, knowledge, seen, trees),
    }
}

/// A part that no way reaches: one of its vertices, its open conditions, and its premises.
type Unreached = (u32, Vec<Cond>, Gone);

/// The parts with these open conditions, each at a vertex that no way reaches.
fn unreached(
    net: &GraphConstraint,
    open: impl Iterator<Item = (u32, Cond)>,
    state: &NetState,
    Reach { required, reached, .. }: &Reach,
) -> Vec<Unreached> {
    let mut parts: Vec<(Vec<bool>, Unreached)> = vec![];
    for (v, cond) in open {
        match parts.iter_mut().find(|(part, _)| part[v as usize]) {
            Some((_, (_, conditions, _))) => conditions.push(cond),
            None => {
                let part = net.reached(v, state.possible(), None, None);
                let mut gone = net.required_by(required[0], state);
                gone.extend(net.wall_between(reached, &part, state));
                parts.push((part, (v, vec![cond], gone)));
            }
        }
    }
    for (_, (_, conditions, gone)) in &mut parts {
        gone.retain(|(u, _)| conditions.iter().all(|cond| cond.unknown() != Some(*u)));
    }
    parts.into_iter().map(|(_, part)| part).collect()
}

fn cut_off_by(
    board: &Board,
    n: usize,
    knowledge: &Knowledge,
    (masks, state): (&[Mask], &NetState),
    walk: &Reach,
) -> Vec<Finding> {
    let net = &board.nets[n];
    let mut found = Vec::new();
    let possible = state.possible();
    let Reach { required, reached: seen, cuts, bridges } = walk;
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
    let open_edges =
        (0..net.edges.len() as u32).filter(|&e| net.kind == NetKind::Network && state.edge(e) == State::Open);
    let open_vertices = || (0..net.graph.size as u32).filter(|&v| state.vertex(v) == State::Open);
    let open = open_edges
        .map(|e| (net.ends(e).0, net.edges[e as usize]))
        .chain(open_vertices().map(|v| (v, net.vertices[v as usize])))
        .filter(|(v, _)| !seen[*v as usize]);
    found.extend(unreached(net, open, state, walk).into_iter().filter_map(|(v, conditions, gone)| {
        let conclusions = conditions.into_iter().flat_map(|cond| conclude(knowledge, masks, cond, false)).collect();
        finding(n, net, LoopViolation::CutOff(required[0], v), conclusions, gone)
    }));
    let mut is_cut = vec![false; net.graph.size];
    cuts.iter().for_each(|&v| is_cut[v as usize] = true);
    // An articulation vertex must be present.
    for v in open_vertices().filter(|&v| seen[v as usize] && is_cut[v as usize]) {
        let cond = net.vertices[v as usize];
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
