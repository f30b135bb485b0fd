//! Violations of loops and connected areas under a state of their edges and vertices, and the conclusions that avoid them. Sentences
//! name the violation: "the loop would close early".

use super::super::knowledge::Knowledge;
use super::condition::{Cond, State};
use super::finding::{Finding, Gone};
use super::graph_constraint::GraphConstraint;
use super::net_state::NetState;
use super::violation::LoopViolation;
use super::{Board, argument::Argument};
use crate::mask::Mask;
use sator_answer::Atom;

/// A finding about the path that a stroke is on.
pub(super) enum Along {
    Nothing,
    LoopViolation(LoopViolation, Gone),
    Follows(Finding),
}

impl GraphConstraint {
    fn there<'a>(&'a self, v: u32, net: &'a NetState) -> impl Iterator<Item = u32> + Clone + 'a {
        self.at(v, net, State::There)
    }

    fn at<'a>(&'a self, v: u32, net: &'a NetState, state: State) -> impl Iterator<Item = u32> + Clone + 'a {
        self.graph.at[v as usize].iter().map(|&(e, _)| e).filter(move |&e| net.edge(e) == state)
    }

    /// The absent edges and vertices around a set of vertices, as removed candidates.
    pub(super) fn wall(&self, inside: &[bool], state: &NetState) -> Gone {
        let mut gone = Gone::new();
        for (e, edge) in self.graph.edges.iter().enumerate() {
            let (a, b) = edge.ends;
            let outer = match (inside[a as usize], inside[b as usize]) {
                (true, false) => b,
                (false, true) => a,
                _ => continue,
            };
            let states = [state.edge(e as u32), state.vertex(outer)];
            for (cond, state) in [self.edges[e], self.vertices[outer as usize]].into_iter().zip(states) {
                if let (Cond::Where(u, yes), State::Gone) = (cond, state) {
                    gone.push((u, yes));
                    break;
                }
            }
        }
        gone
    }

    /// Whether a vertex is sure to be there; where edges decide it, whether it is at one.
    pub(super) fn is_required(&self, v: u32, state: &NetState) -> bool {
        if self.is_of_edges() { state.drawn_at(v) > 0 } else { state.vertex(v) == State::There }
    }

    pub(super) fn required(&self, state: &NetState) -> Vec<u32> {
        (0..self.graph.size as u32).filter(|&v| self.is_required(v, state)).collect()
    }

    /// Why a vertex is sure to be there.
    pub(super) fn required_by(&self, v: u32, state: &NetState) -> Gone {
        match self.is_of_edges() {
            true => self.there(v, state).next().map_or(vec![], |e| GraphConstraint::known(self.edges[e as usize])),
            false => GraphConstraint::known(self.vertices[v as usize]),
        }
    }

    /// The violation by a path that is closed while other strokes are drawn, with its premises.
    /// [`GraphConstraint::violation_at`] finds violations at single vertices.
    pub(crate) fn closed_early(&self, state: &NetState) -> Option<(LoopViolation, Gone)> {
        let paths = if self.is_loop() { self.paths(state) } else { vec![] };
        let is_closed = |path: &&Vec<u32>| {
            let mut ends = path.iter().flat_map(|&e| [self.ends(e).0, self.ends(e).1]);
            ends.all(|v| state.drawn_at(v) == 2)
        };
        let path = paths.iter().find(is_closed)?;
        let other = paths.iter().find(|p| !std::ptr::eq(*p, path))?.first();
        let on = path.iter().chain(other).flat_map(|&e| GraphConstraint::known(self.edges[e as usize])).collect();
        Some((LoopViolation::ClosesEarly, on))
    }

    /// The violation of a loop at a vertex, with its premises.
    pub(super) fn violation_at(&self, v: u32, state: &NetState) -> Option<(LoopViolation, Gone)> {
        let on = || self.there(v, state).flat_map(|e| GraphConstraint::known(self.edges[e as usize]));
        let count = state.drawn_at(v);
        if count > 2 {
            return Some((LoopViolation::Branches(v), on().collect()));
        }
        if count == 1 && state.open_at(v) == 0 {
            let gone = self.at(v, state, State::Gone).flat_map(|e| self.absent(e));
            return Some((LoopViolation::Ends(v), on().chain(gone).collect()));
        }
        None
    }

    /// The strokes drawn so far that hang together with one, and its two open ends; none where it branches, no ends where it is closed.
    pub(super) fn path_from(&self, start: u32, state: &NetState) -> Option<(Vec<u32>, Option<[u32; 2]>)> {
        let mut path = vec![start];
        let mut ends = [0; 2];
        let (a, b) = self.ends(start);
        for (side, mut v) in [a, b].into_iter().enumerate() {
            let mut last = start;
            loop {
                let mut there = self.there(v, state);
                match (there.next(), there.next(), there.next()) {
                    (Some(_), None, _) => break,
                    (Some(e), Some(f), None) => last = if e == last { f } else { e },
                    _ => return None,
                }
                if last == start {
                    return Some((path, None));
                }
                path.push(last);
                let (c, d) = self.ends(last);
                v = if c == v { d } else { c };
            }
            ends[side] = v;
        }
        Some((path, Some(ends)))
    }

    /// An open stroke between two vertices.
    fn joining(&self, a: u32, b: u32, state: &NetState) -> Option<u32> {
        let joins = |&&(e, w): &&(u32, u32)| w == b && state.edge(e) == State::Open;
        self.graph.at[a as usize].iter().find(joins).map(|&(e, _)| e)
    }

    /// A stroke outside of the path, if there is one.
    fn another(&self, path: &[u32], state: &NetState) -> Option<u32> {
        (0..self.edges.len() as u32).find(|e| state.edge(*e) == State::There && !path.contains(e))
    }

    /// The violation or the finding about the path that a stroke is on.
    pub(super) fn along(
        &self,
        net: usize,
        start: u32,
        knowledge: &Knowledge,
        (masks, state): (&[Mask], &NetState),
    ) -> Along {
        // Most paths neither are closed nor can be by one stroke, and are not followed stroke by stroke.
        if !state.is_first(start) {
            match state.ends_of_path(self, start) {
                Some([a, b]) if a != b && self.joining(a, b, state).is_none() => return Along::Nothing,
                None => return Along::Nothing,
                _ => {}
            }
        }
        let Some((path, ends)) = self.path_from(start, state) else { return Along::Nothing };
        let on = |other: u32| {
            path.iter().chain([&other]).flat_map(|&e| GraphConstraint::known(self.edges[e as usize])).collect()
        };
        let Some([a, b]) = ends else {
            return match self.another(&path, state) {
                Some(other) => Along::LoopViolation(LoopViolation::ClosesEarly, on(other)),
                None => Along::Nothing,
            };
        };
        let Some(e) = self.joining(a, b, state) else { return Along::Nothing };
        let Some(other) = self.another(&path, state) else { return Along::Nothing };
        let conclusions = conclude(knowledge, masks, self.edges[e as usize], false);
        finding(net, self, LoopViolation::ClosesEarly, conclusions, on(other)).map_or(Along::Nothing, Along::Follows)
    }

    pub(super) fn parted(&self, a: u32, b: u32, seen: &[bool], possible: &[bool], state: &NetState) -> Gone {
        let mut gone = self.required_by(a, state);
        gone.extend(self.required_by(b, state));
        gone.extend(self.wall_between(seen, &self.reached(b, possible, None, None), state));
        gone
    }

    /// The wall round the smaller of two parts.
    pub(super) fn wall_between(&self, a: &[bool], b: &[bool], state: &NetState) -> Gone {
        let [around_a, around_b] = [a, b].map(|part| {
            let mut wall = self.wall(part, state);
            wall.sort_unstable();
            wall.dedup();
            wall
        });
        if around_a.len() <= around_b.len() { around_a } else { around_b }
    }

    /// The strokes of each part drawn so far.
    fn paths(&self, state: &NetState) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.edges.len()];
        let mut found = Vec::new();
        for start in 0..self.edges.len() as u32 {
            if state.edge(start) != State::There || std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let mut path = vec![start];
            let mut next = 0;
            while let Some(&e) = path.get(next) {
                next += 1;
                for v in [self.ends(e).0, self.ends(e).1] {
                    for f in self.there(v, state) {
                        if !std::mem::replace(&mut seen[f as usize], true) {
                            path.push(f);
                        }
                    }
                }
            }
            found.push(path);
        }
        found
    }
}

/// Each vertex of a loop has two strokes or none.
pub(super) fn loop_goes_on(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let loops = board.live_nets().filter(|(_, net)| net.is_loop());
    let all = loops.flat_map(|(n, net)| (0..net.graph.size as u32).map(move |v| (n, v)));
    all.filter_map(|(n, v)| goes_on_at(board, n, v, knowledge, (&board.candidates, &board.states[n]))).collect()
}

/// The same of one vertex of a net.
pub(super) fn goes_on_at(
    board: &Board,
    n: usize,
    v: u32,
    knowledge: &Knowledge,
    (masks, state): (&[Mask], &NetState),
) -> Option<Finding> {
    let net = &board.nets[n];
    let (there, open) = (net.there(v, state), net.at(v, state, State::Open));
    let (violation, drawn) = match (state.drawn_at(v), state.open_at(v)) {
        (2, 1..) => (LoopViolation::Branches(v), false),
        (1, 1) => (LoopViolation::Ends(v), true),
        (0, 1) => (LoopViolation::Ends(v), false),
        _ => return None,
    };
    let conclusions = open.flat_map(|e| conclude(knowledge, masks, net.edges[e as usize], drawn));
    let mut gone: Gone = there.flat_map(|e| GraphConstraint::known(net.edges[e as usize])).collect();
    if matches!(violation, LoopViolation::Ends(_)) {
        gone.extend(net.at(v, state, State::Gone).flat_map(|e| net.absent(e)));
    }
    finding(n, net, violation, conclusions.collect(), gone)
}

/// Strokes that would close the loop while others are left over.
pub(super) fn closes_early(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let mut found = Vec::new();
    let masks = &board.candidates[..];
    for (n, net) in board.live_nets().filter(|(_, net)| net.is_loop()) {
        let state = &board.states[n];
        let paths = net.paths(state);
        let mut path_at = vec![None; net.graph.size];
        for (p, path) in paths.iter().enumerate() {
            path.iter().for_each(|&e| {
                path_at[net.ends(e).0 as usize] = Some(p);
                path_at[net.ends(e).1 as usize] = Some(p);
            });
        }
        if paths.len() < 2 {
            continue;
        }
        for e in (0..net.edges.len() as u32).filter(|&e| state.edge(e) == State::Open) {
            let (a, b) = net.ends(e);
            let (Some(p), Some(q)) = (path_at[a as usize], path_at[b as usize]) else { continue };
            let ends = |v: u32| state.drawn_at(v) == 1;
            if p != q || !ends(a) || !ends(b) {
                continue;
            }
            let other = paths.iter().enumerate().find(|&(o, _)| o != p).and_then(|(_, path)| path.first());
            let gone =
                paths[p].iter().chain(other).flat_map(|&e| GraphConstraint::known(net.edges[e as usize])).collect();
            let conclusions = conclude(knowledge, masks, net.edges[e as usize], false);
            found.extend(finding(n, net, LoopViolation::ClosesEarly, conclusions, gone));
        }
    }
    found
}

pub(super) fn finding(
    net: usize,
    of: &GraphConstraint,
    violation: LoopViolation,
    conclusions: Vec<Atom>,
    gone: Gone,
) -> Option<Finding> {
    let argument = Argument::Graph { net, group: of.group, violation };
    (!conclusions.is_empty()).then(|| Finding { argument, conclusions, groups: vec![of.group], gone })
}

/// The atoms that make a condition hold, or fail. A value follows only where the condition leaves no other one: values that are gone
/// already are no part of the argument.
pub(super) fn conclude(knowledge: &Knowledge, masks: &[Mask], cond: Cond, holds: bool) -> Vec<Atom> {
    let Cond::Where(unknown, yes) = cond else { return vec![] };
    let (before, kept) = (masks[unknown], if holds { yes } else { !yes });
    let only = knowledge.full(unknown) & kept;
    if only.is_power_of_two() && before & only != 0 {
        let value = knowledge.value_at(unknown, only);
        return value.map(|value| Atom { unknown, value, is: true }).into_iter().collect();
    }
    let gone = knowledge.values_in(unknown, before & !kept).into_iter();
    gone.map(|value| Atom { unknown, value, is: false }).collect()
}
