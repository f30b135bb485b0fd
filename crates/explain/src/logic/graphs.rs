//! Loops and connectedness, as a person sees them: which strokes or cells of a graph are there, which are not and which are open;
//! what supposing one of them would spoil. Sentences name the violation: "the loop would close early".

use super::super::knowledge::Knowledge;
use super::condition::{Cond, State};
use super::violation::LoopViolation;
use super::{Board, argument::Argument, finding::Finding};
use crate::mask::Mask;
use sator_answer::Atom;
use sator_model::graph::GraphRef;
use sator_model::{ExprId, Model, Node, UnknownId};

/// A constraint of one group on a graph.
#[derive(Clone, Debug)]
pub(crate) struct GraphConstraint {
    pub group: usize,
    /// The condition of the group on it.
    pub condition: ExprId,
    /// Its edges are one loop; else its vertices are in one piece.
    pub is_loop: bool,
    pub graph: GraphRef,
    /// Of drawn loops, always.
    pub vertices: Vec<Cond>,
    pub edges: Vec<Cond>,
    /// It is about something hidden, so that words name its statement only.
    pub is_hidden: bool,
    /// Another constraint on the board implies it in better words.
    pub is_superseded: bool,
}

/// A finding about the path that a stroke is on.
pub(super) enum Along {
    Nothing,
    LoopViolation(LoopViolation, Gone),
    Follows(Finding),
}

/// Candidates that are gone.
pub(super) type Gone = Vec<(UnknownId, Mask)>;

impl GraphConstraint {
    /// The net that a condition is about; none if it is too involved.
    pub(crate) fn new(model: &Model, group: usize, condition: ExprId) -> Option<GraphConstraint> {
        let (graph, is_loop) = match model.pool.node(condition) {
            Node::SingleLoop(graph) => (graph, true),
            Node::Connected(graph) => (graph, false),
            _ => return None,
        };
        let cond = |e: ExprId| Cond::of(model, e);
        let vertices = match (&graph.vertices, is_loop) {
            (Some(on), false) => on.iter().map(|&e| cond(e)).collect(),
            (None, true) => vec![Cond::Always; graph.size],
            _ => return None,
        };
        let edges: Vec<Cond> = graph.edges.iter().map(|e| cond(e.on)).collect();
        let graph = graph.clone();
        let mut net = GraphConstraint {
            group,
            condition,
            is_loop,
            graph,
            vertices,
            edges,
            is_hidden: false,
            is_superseded: false,
        };
        let hidden = net.cells().any(|u| model.unknown(u).hidden);
        net.is_hidden = hidden;
        Some(net)
    }

    /// The unknowns that it is about.
    pub(crate) fn cells(&self) -> impl Iterator<Item = UnknownId> + '_ {
        let cell = |c: &Cond| if let Cond::Where(u, _) = c { Some(*u) } else { None };
        self.vertices.iter().chain(&self.edges).filter_map(cell)
    }

    /// Its edges that an unknown draws.
    pub(crate) fn strokes(&self) -> impl Iterator<Item = (u32, UnknownId)> + '_ {
        self.edges.iter().enumerate().filter_map(|(e, cond)| cond.unknown().map(|u| (e as u32, u)))
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

    fn there(&self, v: u32, masks: &[Mask]) -> Vec<u32> {
        self.at(v, masks, State::There)
    }

    fn at(&self, v: u32, masks: &[Mask], state: State) -> Vec<u32> {
        self.graph.at[v as usize].iter().map(|&(e, _)| e).filter(|&e| self.edge(e, masks) == state).collect()
    }

    /// Which vertices can be reached, save through one vertex or one edge.
    fn reached(&self, from: u32, masks: &[Mask], but_vertex: Option<u32>, but_edge: Option<u32>) -> Vec<bool> {
        let mut seen = vec![false; self.graph.size];
        seen[from as usize] = true;
        let mut open = vec![from];
        while let Some(v) = open.pop() {
            for &(e, w) in self.graph.at[v as usize].iter() {
                let passes = Some(w) != but_vertex
                    && Some(e) != but_edge
                    && self.edge(e, masks) != State::Gone
                    && self.vertex(w, masks) != State::Gone;
                if passes && !std::mem::replace(&mut seen[w as usize], true) {
                    open.push(w);
                }
            }
        }
        seen
    }

    /// What keeps some vertices from the others: the conditions around them that fail.
    fn wall(&self, inside: &[bool], masks: &[Mask]) -> Gone {
        let mut gone = Gone::new();
        for (e, edge) in self.graph.edges.iter().enumerate() {
            let (a, b) = edge.ends;
            let outer = match (inside[a as usize], inside[b as usize]) {
                (true, false) => b,
                (false, true) => a,
                _ => continue,
            };
            for cond in [self.edges[e], self.vertices[outer as usize]] {
                if let (Cond::Where(u, yes), State::Gone) = (cond, cond.state(masks)) {
                    gone.push((u, yes));
                    break;
                }
            }
        }
        gone
    }

    /// Candidates whose removal implies that the condition holds.
    fn known(cond: Cond) -> Gone {
        match cond {
            Cond::Where(u, yes) => vec![(u, !yes)],
            _ => vec![],
        }
    }

    /// Vertices that are sure to be there; of loops those at a stroke.
    fn required(&self, masks: &[Mask]) -> Vec<u32> {
        (0..self.graph.size as u32)
            .filter(|&v| match self.is_loop {
                true => !self.there(v, masks).is_empty(),
                false => self.vertex(v, masks) == State::There,
            })
            .collect()
    }

    /// Why a vertex is sure to be there.
    fn required_by(&self, v: u32, masks: &[Mask]) -> Gone {
        match self.is_loop {
            true => self.there(v, masks).first().map_or(vec![], |&e| GraphConstraint::known(self.edges[e as usize])),
            false => GraphConstraint::known(self.vertices[v as usize]),
        }
    }

    /// The strokes that meet one.
    pub(crate) fn beside(&self, u: UnknownId) -> Vec<UnknownId> {
        let own = |cond: &Cond| matches!(cond, Cond::Where(v, _) if *v == u);
        let Some(at) = self.edges.iter().position(own) else { return vec![] };
        let (a, b) = self.ends(at as u32);
        let meeting = [a, b].into_iter().flat_map(|v| self.graph.at[v as usize].iter().map(|&(e, _)| e));
        meeting.filter_map(|e| if let Cond::Where(v, _) = self.edges[e as usize] { Some(v) } else { None }).collect()
    }

    /// What is wrong already, and from what that is seen.
    pub(crate) fn violation(&self, masks: &[Mask]) -> Option<(LoopViolation, Gone)> {
        if self.is_loop {
            if let Some(violation) = (0..self.graph.size as u32).find_map(|v| self.fault_at(v, masks)) {
                return Some(violation);
            }
            let paths = self.paths(masks);
            let total = paths.iter().map(|p| p.len()).sum::<usize>();
            for path in &paths {
                let ends = path.iter().flat_map(|&e| [self.ends(e).0, self.ends(e).1]);
                if path.len() < total && ends.into_iter().all(|v| self.there(v, masks).len() == 2) {
                    let other = paths.iter().find(|p| !std::ptr::eq(*p, path)).and_then(|p| p.first());
                    let on = path
                        .iter()
                        .chain(other)
                        .flat_map(|&e| GraphConstraint::known(self.edges[e as usize]))
                        .collect();
                    return Some((LoopViolation::ClosesEarly, on));
                }
            }
        }
        let required = self.required(masks);
        let first = *required.first()?;
        let seen = self.reached(first, masks, None, None);
        let other = *required.iter().find(|&&v| !seen[v as usize])?;
        Some((LoopViolation::CutOff(first, other), self.parted(first, other, &seen, masks)))
    }

    /// What is wrong with a loop at this vertex.
    pub(super) fn fault_at(&self, v: u32, masks: &[Mask]) -> Option<(LoopViolation, Gone)> {
        let there = self.there(v, masks);
        let on = || there.iter().flat_map(|&e| GraphConstraint::known(self.edges[e as usize]));
        if there.len() > 2 {
            return Some((LoopViolation::Branches(v), on().collect()));
        }
        if there.len() == 1 && self.at(v, masks, State::Open).is_empty() {
            let gone = self.at(v, masks, State::Gone).into_iter().flat_map(|e| self.absent(e));
            return Some((LoopViolation::Ends(v), on().chain(gone).collect()));
        }
        None
    }

    /// The strokes drawn so far that hang together with one, and its two open ends; none where it branches, no ends where it is closed.
    fn path_from(&self, start: u32, masks: &[Mask]) -> Option<(Vec<u32>, Option<[u32; 2]>)> {
        let mut path = vec![start];
        let mut ends = [0; 2];
        let (a, b) = self.ends(start);
        for (side, mut v) in [a, b].into_iter().enumerate() {
            let mut last = start;
            loop {
                match &self.there(v, masks)[..] {
                    [_] => break,
                    &[e, f] => last = if e == last { f } else { e },
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

    /// A stroke outside of the path, if there is one.
    fn another(&self, path: &[u32], masks: &[Mask]) -> Option<u32> {
        (0..self.edges.len() as u32).find(|e| self.edge(*e, masks) == State::There && !path.contains(e))
    }

    /// What is wrong with the loop, or follows, for the path that this stroke is on.
    pub(super) fn along(&self, net: usize, start: u32, knowledge: &Knowledge, masks: &[Mask]) -> Along {
        let Some((path, ends)) = self.path_from(start, masks) else { return Along::Nothing };
        let on = |other: u32| {
            path.iter().chain([&other]).flat_map(|&e| GraphConstraint::known(self.edges[e as usize])).collect()
        };
        let Some([a, b]) = ends else {
            return match self.another(&path, masks) {
                Some(other) => Along::LoopViolation(LoopViolation::ClosesEarly, on(other)),
                None => Along::Nothing,
            };
        };
        let closes = |&&(e, w): &&(u32, u32)| w == b && self.edge(e, masks) == State::Open;
        let Some(&(e, _)) = self.graph.at[a as usize].iter().find(closes) else { return Along::Nothing };
        let Some(other) = self.another(&path, masks) else { return Along::Nothing };
        let conclusions = conclude(knowledge, masks, self.edges[e as usize], false);
        finding(net, self, LoopViolation::ClosesEarly, conclusions, on(other)).map_or(Along::Nothing, Along::Follows)
    }

    fn absent(&self, e: u32) -> Gone {
        if let Cond::Where(u, yes) = self.edges[e as usize] { vec![(u, yes)] } else { vec![] }
    }

    fn parted(&self, a: u32, b: u32, seen: &[bool], masks: &[Mask]) -> Gone {
        let mut gone = self.required_by(a, masks);
        gone.extend(self.required_by(b, masks));
        // The wall round the smaller part.
        let mut around_a = self.wall(seen, masks);
        around_a.sort_unstable();
        around_a.dedup();
        let mut around_b = self.wall(&self.reached(b, masks, None, None), masks);
        around_b.sort_unstable();
        around_b.dedup();
        gone.extend(if around_a.len() <= around_b.len() { around_a } else { around_b });
        gone
    }

    /// The strokes of each part drawn so far.
    fn paths(&self, masks: &[Mask]) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.edges.len()];
        let mut found = Vec::new();
        for start in 0..self.edges.len() as u32 {
            if self.edge(start, masks) != State::There || std::mem::replace(&mut seen[start as usize], true) {
                continue;
            }
            let mut path = vec![start];
            let mut next = 0;
            while let Some(&e) = path.get(next) {
                next += 1;
                for v in [self.ends(e).0, self.ends(e).1] {
                    for f in self.there(v, masks) {
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
pub(super) fn loop_goes_on(board: &Board, knowledge: &Knowledge, masks: &[Mask]) -> Vec<Finding> {
    let loops = board.live_nets().filter(|(_, net)| net.is_loop);
    let all = loops.flat_map(|(n, net)| (0..net.graph.size as u32).map(move |v| (n, v)));
    all.filter_map(|(n, v)| goes_on_at(board, n, v, knowledge, masks)).collect()
}

/// The same of one vertex of a net.
pub(super) fn goes_on_at(board: &Board, n: usize, v: u32, knowledge: &Knowledge, masks: &[Mask]) -> Option<Finding> {
    let net = &board.nets[n];
    let (there, open) = (net.there(v, masks), net.at(v, masks, State::Open));
    let (violation, drawn) = match (there.len(), open.len()) {
        (2, 1..) => (LoopViolation::Branches(v), false),
        (1, 1) => (LoopViolation::Ends(v), true),
        (0, 1) => (LoopViolation::Ends(v), false),
        _ => return None,
    };
    let conclusions = open.iter().flat_map(|&e| conclude(knowledge, masks, net.edges[e as usize], drawn));
    let mut gone: Gone = there.iter().flat_map(|&e| GraphConstraint::known(net.edges[e as usize])).collect();
    if matches!(violation, LoopViolation::Ends(_)) {
        gone.extend(net.at(v, masks, State::Gone).into_iter().flat_map(|e| net.absent(e)));
    }
    finding(n, net, violation, conclusions.collect(), gone)
}

/// Strokes that would close the loop while others are left over.
pub(super) fn closes_early(board: &Board, knowledge: &Knowledge, masks: &[Mask]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (n, net) in board.live_nets().filter(|(_, net)| net.is_loop) {
        let paths = net.paths(masks);
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
        for e in (0..net.edges.len() as u32).filter(|&e| net.edge(e, masks) == State::Open) {
            let (a, b) = net.ends(e);
            let (Some(p), Some(q)) = (path_at[a as usize], path_at[b as usize]) else { continue };
            let ends = |v: u32| net.there(v, masks).len() == 1;
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

/// What would be cut off: cells that must be there, or can't be, and strokes that lead nowhere.
pub(super) fn cut_off(board: &Board, knowledge: &Knowledge, masks: &[Mask]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (n, net) in board.live_nets() {
        if net.is_loop {
            for e in net.bridges(masks).into_iter().filter(|&e| net.edge(e, masks) == State::Open) {
                let (a, b) = net.ends(e);
                let seen = net.reached(a, masks, None, Some(e));
                let walls = [net.wall(&seen, masks), net.wall(&net.reached(b, masks, None, Some(e)), masks)];
                let gone = walls.into_iter().min_by_key(Vec::len).unwrap_or_default();
                let conclusions = conclude(knowledge, masks, net.edges[e as usize], false);
                found.extend(finding(n, net, LoopViolation::NoReturn(e), conclusions, gone));
            }
            continue;
        }
        let required = net.required(masks);
        let Some(&first) = required.first() else { continue };
        let seen = net.reached(first, masks, None, None);
        let cuts = net.cuts(first, &required, masks);
        for v in (0..net.graph.size as u32).filter(|&v| net.vertex(v, masks) == State::Open) {
            let cond = net.vertices[v as usize];
            if !seen[v as usize] {
                // Nothing leads there.
                let mut gone = net.parted(first, v, &seen, masks);
                let Cond::Where(own, _) = cond else { continue };
                gone.retain(|g| g.0 != own);
                let conclusions = conclude(knowledge, masks, cond, false);
                found.extend(finding(n, net, LoopViolation::CutOff(first, v), conclusions, gone));
                continue;
            }
            // Without it some would be apart.
            if !cuts.contains(&v) {
                continue;
            }
            let without = net.reached(first, masks, Some(v), None);
            let Some(&other) = required.iter().find(|&&w| !without[w as usize]) else { continue };
            let beyond = net.reached(other, masks, Some(v), None);
            let walls = [net.wall(&without, masks), net.wall(&beyond, masks)];
            let mut gone = walls.into_iter().min_by_key(Vec::len).unwrap_or_default();
            gone.extend(net.required_by(first, masks));
            gone.extend(net.required_by(other, masks));
            // The smaller part is what is cut off.
            let size = |part: &[bool]| part.iter().filter(|&&p| p).count();
            let (near, far) = if size(&without) < size(&beyond) { (first, other) } else { (other, first) };
            found.extend(finding(
                n,
                net,
                LoopViolation::CutOff(near, far),
                conclude(knowledge, masks, cond, true),
                gone,
            ));
        }
    }
    found
}

fn finding(
    net: usize,
    of: &GraphConstraint,
    violation: LoopViolation,
    conclusions: Vec<Atom>,
    gone: Gone,
) -> Option<Finding> {
    let argument = Argument::Graph { net, group: of.group, violation };
    (!conclusions.is_empty()).then(|| Finding { argument, conclusions, groups: vec![of.group], gone })
}

/// The atoms that make a condition hold, or fail.
fn conclude(knowledge: &Knowledge, masks: &[Mask], cond: Cond, holds: bool) -> Vec<Atom> {
    let Cond::Where(unknown, yes) = cond else { return vec![] };
    let before = masks[unknown];
    let left = before & if holds { yes } else { !yes };
    if left.is_power_of_two() {
        let value = knowledge.value_at(unknown, left);
        return value.map(|value| Atom { unknown, value, is: true }).into_iter().collect();
    }
    let gone = knowledge.values_in(unknown, before & !left).into_iter();
    gone.map(|value| Atom { unknown, value, is: false }).collect()
}
