//! Cuts against a model in which pieces are separate that must be joined, or joined that must be separate.
//!
//! The cut for two pieces that must be joined: a vertex of one is absent, or some way out of the piece is present. It
//! names only the ways out in the *minimal separator* nearest to the piece: those from which the other piece can be
//! reached without touching the first piece again. If the other vertex is known to be present, there is a cut for every
//! vertex of the piece.

use super::alternatives::Alternatives;
use super::chains::Chains;
use super::{GraphInModel, Host, Lowered, with};
use crate::solver::sat::Lit;
use crate::tuning::{CHAIN_BLOCK, CUT_PIECE, CUTS};
use sator_model::graph::Graph;
use sator_model::view;
use sator_model::{ExprId, Pool};
use smallvec::{SmallVec, smallvec};
use std::collections::VecDeque;

/// Literals one of which holds if the piece (with this label) continues toward some vertex of the goal. `inside` is the mask of
/// the piece.
pub(super) fn separator(low: &Lowered, piece: &[u32], inside: &[bool], label: Option<i64>, goal: &[u32]) -> Vec<Lit> {
    let graph = &low.graph;
    let can_be = |v: u32| low.present(v, label) != Lit::FALSE;
    // The edges out of the piece, and the vertices of the separator: a path to the goal passes none of them.
    let mut exits = Vec::new();
    let mut gate = vec![false; graph.size];
    for &v in piece {
        for &(edge, w) in graph.at[v as usize].iter() {
            if !inside[w as usize] && low.edges[edge as usize] != Lit::FALSE && can_be(w) {
                exits.push((edge, w));
                gate[w as usize] |= low.by_vertex(edge);
            }
        }
    }
    let beyond = |v: u32| {
        let edges = graph.at[v as usize].iter().filter(|&&(edge, _)| low.edges[edge as usize] != Lit::FALSE);
        edges.map(|&(_, w)| w).filter(|&w| !inside[w as usize] && !gate[w as usize])
    };
    let wanted = mask(graph, goal);
    // Most exits are next to the goal, so the search goes from an exit to the goal.
    let mut reaches: Vec<Option<bool>> = vec![None; graph.size];
    let mut seen = Vec::new();
    let mut leads_to_goal = |start: u32| {
        if wanted[start as usize] {
            return true;
        }
        if let Some(known) = reaches[start as usize] {
            return known;
        }
        seen.clear();
        seen.push(start);
        reaches[start as usize] = Some(false);
        let (mut next, mut found) = (0, false);
        while !found && next < seen.len() {
            for w in beyond(seen[next]) {
                found |= wanted[w as usize] || reaches[w as usize] == Some(true);
                if reaches[w as usize].is_none() && can_be(w) {
                    reaches[w as usize] = Some(false);
                    seen.push(w);
                }
            }
            next += 1;
        }
        seen.iter().for_each(|&v| reaches[v as usize] = Some(found));
        found
    };
    exits.retain(|&(_, w)| match gate[w as usize] {
        true => wanted[w as usize] || beyond(w).any(|x| (wanted[x as usize] || can_be(x)) && leads_to_goal(x)),
        false => leads_to_goal(w),
    });
    let mut ways: Vec<Lit> = exits.iter().map(|&(edge, w)| low.entering(edge, w, label)).collect();
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// All ways out of a set of vertices.
pub(super) fn ways_out(low: &Lowered, members: &[u32], label: Option<i64>) -> Vec<Lit> {
    let mut ways = Vec::new();
    find_ways_out(low, members, label, &mut ways);
    ways
}

/// The same into a buffer.
fn find_ways_out(low: &Lowered, members: &[u32], label: Option<i64>, ways: &mut Vec<Lit>) {
    ways.clear();
    each_way_out(low, members, |edge, w| ways.push(low.entering(edge, w, label)));
    ways.retain(|&l| l != Lit::FALSE);
    ways.sort_unstable();
    ways.dedup();
}

/// Calls `visit` for each possible edge out of a set of vertices, with the vertex outside.
pub(super) fn each_way_out(low: &Lowered, members: &[u32], mut visit: impl FnMut(u32, u32)) {
    let few = members.len() <= 2;
    let inside = if few { vec![] } else { mask(&low.graph, members) };
    let outside = |w: u32| if few { !members.contains(&w) } else { !inside[w as usize] };
    for &v in members {
        for &(edge, w) in low.graph.at[v as usize].iter().filter(|&&(_, w)| outside(w)) {
            if low.edges[edge as usize] != Lit::FALSE {
                visit(edge, w);
            }
        }
    }
}

pub(super) fn mask(graph: &Graph, members: &[u32]) -> Vec<bool> {
    let mut mask = vec![false; graph.size];
    members.iter().for_each(|&v| mask[v as usize] = true);
    mask
}

/// A literal, true in the model, that implies that the piece is present at this vertex.
fn witness(scene: &GraphInModel, v: u32) -> Lit {
    let low = &scene.low;
    match low.vertices.get(v as usize) {
        Some(&literal) => literal,
        None => {
            let mut edges = low.graph.at[v as usize].iter().map(|&(e, _)| e as usize);
            edges.find(|&e| scene.present.edges[e]).map_or(Lit::TRUE, |e| low.edges[e])
        }
    }
}

/// The cuts for connectedness: if something else is present, each piece has a way out.
pub(super) fn connect(scene: &GraphInModel, chains: &Chains, clauses: &mut Vec<Vec<Lit>>) {
    let GraphInModel { low, present, .. } = scene;
    let fixed = |v: &&u32| low.vertices.get(**v as usize) == Some(&Lit::TRUE);
    let anchored = present.pieces.iter().position(|piece| piece.iter().any(|v| fixed(&v)));
    let largest = (0..present.pieces.len()).max_by_key(|&i| present.pieces[i].len()).unwrap_or(0);
    let home = anchored.unwrap_or(largest);
    let second = (0..present.pieces.len()).filter(|&i| i != home).max_by_key(|&i| present.pieces[i].len());
    // The blocks of the first and the last vertex of a piece.
    let ends = |piece: &Vec<u32>| (piece[0] as usize / CHAIN_BLOCK, piece[piece.len() - 1] as usize / CHAIN_BLOCK);
    let first = present.pieces.iter().map(|piece| ends(piece).0).min().unwrap_or(0);
    let last = present.pieces.iter().map(|piece| ends(piece).1).max().unwrap_or(0);
    for (i, piece) in present.pieces.iter().enumerate() {
        if clauses.len() > CUTS {
            return;
        }
        let other = if i == home { second.unwrap_or(home) } else { home };
        let inside = mask(&low.graph, piece);
        let goal = &present.pieces[other];
        // Literals for something present elsewhere, each with the places where it can be.
        let mut far = match goal.iter().any(|v| fixed(&v)) {
            true => vec![(Lit::TRUE, goal.clone())],
            false => chains.outside(low, piece[0] as usize, piece[piece.len() - 1] as usize),
        };
        if far.is_empty() || far[0].0 != Lit::TRUE && (first, last) == ends(piece) {
            far.push((witness(scene, goal[goal.len() / 2]), goal.clone()));
        }
        let whole = i != home && (piece.len() <= CUT_PIECE || far[0].0 == Lit::TRUE);
        let near: Vec<Lit> = match piece.iter().find(fixed) {
            Some(&v) => vec![witness(scene, v)],
            None if whole => piece.iter().map(|&v| witness(scene, v)).collect(),
            None => vec![witness(scene, piece[piece.len() / 2])],
        };
        for (far, goal) in far {
            let ways = separator(low, piece, &inside, None, &goal);
            for &near in &near {
                clauses.push(ways.iter().copied().chain([!near, !far]).collect());
            }
        }
    }
}

/// The cuts for two vertices that must be joined.
pub(super) fn reach(scene: &GraphInModel, u: u32, v: u32, clauses: &mut Vec<Vec<Lit>>) {
    let GraphInModel { low, present, .. } = scene;
    if present.reaches(u, v) {
        return;
    }
    for (from, to) in [(u, v), (v, u)] {
        let Some(piece) = present.pieces.get(present.piece[from as usize] as usize) else { continue };
        let label = scene.label(from);
        let mut clause = separator(low, piece, &mask(&low.graph, piece), label, &[to]);
        clause.push(!low.present(from, label));
        clauses.push(clause);
    }
}

/// The cut for two vertices that must be separate.
pub(super) fn separate(scene: &GraphInModel, u: u32, v: u32, clauses: &mut Vec<Vec<Lit>>) {
    if scene.present.reaches(u, v)
        && let Some(path) = path(scene, u, v)
    {
        clauses.push(denied(scene, &path));
    }
}

/// The vertices and edges of a shortest path in the model.
pub(super) struct Path {
    pub vertices: Vec<u32>,
    pub edges: Vec<u32>,
}

fn path(scene: &GraphInModel, from: u32, to: u32) -> Option<Path> {
    let GraphInModel { low, present, .. } = scene;
    let mut came: Vec<Option<(u32, u32)>> = vec![None; low.graph.size];
    let mut queue = VecDeque::from([from]);
    while let Some(v) = queue.pop_front() {
        if v == to {
            break;
        }
        for &(edge, w) in low.graph.at[v as usize].iter() {
            if present.edges[edge as usize] && w != from && came[w as usize].is_none() {
                came[w as usize] = Some((edge, v));
                queue.push_back(w);
            }
        }
    }
    let mut path = Path { vertices: vec![to], edges: vec![] };
    let mut at = to;
    while at != from {
        let (edge, before) = came[at as usize]?;
        path.edges.push(edge);
        path.vertices.push(before);
        at = before;
    }
    Some(path)
}

/// Literals one of which holds unless the whole path is present.
pub(super) fn denied(scene: &GraphInModel, path: &Path) -> Vec<Lit> {
    let low = &scene.low;
    let label = path.vertices.first().and_then(|&v| scene.label(v));
    let mut clause: Vec<Lit> = path.vertices.iter().map(|&v| !low.present(v, label)).collect();
    if label.is_none() {
        clause.extend(path.edges.iter().map(|&e| !low.edges[e as usize]));
    }
    clause.retain(|&l| l != Lit::FALSE);
    clause
}

/// The cuts for closedness: every edge within a piece is present.
pub(super) fn close(scene: &GraphInModel, clauses: &mut Vec<Vec<Lit>>) {
    let GraphInModel { low, present, .. } = scene;
    for (i, edge) in low.graph.edges.iter().enumerate() {
        let (u, v) = edge.ends;
        if present.edges[i] || !present.reaches(u, v) || clauses.len() > CUTS {
            continue;
        }
        if let Some(path) = path(scene, u, v) {
            let mut clause = denied(scene, &path);
            clause.push(low.edges[i]);
            clauses.push(clause);
        }
    }
}

/// A cut for the cycle that each edge outside a breadth-first forest closes.
pub(super) fn break_cycles(scene: &GraphInModel, clauses: &mut Vec<Vec<Lit>>) {
    let GraphInModel { low, present, .. } = scene;
    if present.acyclic() {
        return;
    }
    let graph = &low.graph;
    let mut parent: Vec<Option<(u32, u32)>> = vec![None; graph.size];
    let mut depth = vec![u32::MAX; graph.size];
    for piece in &present.pieces {
        depth[piece[0] as usize] = 0;
        let mut queue = VecDeque::from([piece[0]]);
        while let Some(v) = queue.pop_front() {
            for &(edge, w) in graph.at[v as usize].iter().filter(|&&(edge, _)| present.edges[edge as usize]) {
                if depth[w as usize] == u32::MAX {
                    depth[w as usize] = depth[v as usize] + 1;
                    parent[w as usize] = Some((edge, v));
                    queue.push_back(w);
                }
            }
        }
    }
    for (i, edge) in graph.edges.iter().enumerate().filter(|&(i, _)| present.edges[i]) {
        let (mut a, mut b) = edge.ends;
        let of_tree = |v: u32| parent[v as usize].is_some_and(|(e, _)| e as usize == i);
        if of_tree(a) || of_tree(b) || clauses.len() > CUTS {
            continue;
        }
        let mut cycle = Path { vertices: vec![a, b], edges: vec![i as u32] };
        while a != b {
            let lower = if depth[a as usize] >= depth[b as usize] { &mut a } else { &mut b };
            let Some((edge, up)) = parent[*lower as usize] else { break };
            *lower = up;
            cycle.edges.push(edge);
            cycle.vertices.push(up);
        }
        clauses.push(denied(scene, &cycle));
    }
}

/// One vertex or two neighbours don't form a piece if something else is present. Vertices around them of which one is always
/// present need no clause.
pub(super) fn emit_small_pieces(
    host: &mut impl Host,
    pool: &Pool,
    low: &Lowered,
    chains: &Chains,
    alternatives: &Alternatives,
    prefix: &[Lit],
) {
    let graph = &low.graph;
    if low.vertices.is_empty() || low.edges.iter().any(|&edge| edge != Lit::TRUE) {
        return;
    }
    let singles = (0..graph.size as u32).map(|v| smallvec![v]);
    let pairs = graph.edges.iter().map(|edge| smallvec![edge.ends.0.min(edge.ends.1), edge.ends.0.max(edge.ends.1)]);
    let anchor = low.vertices.iter().position(|&l| l == Lit::TRUE);
    let mut clause = Vec::new();
    let signed = |&e: &ExprId| view::signed(pool, e, true);
    let conditions: Vec<(ExprId, bool)> = match alternatives.is_empty() {
        true => vec![],
        false => graph.vertices.iter().flatten().map(signed).collect(),
    };
    let (mut around, mut ways, mut far) = (Vec::new(), Vec::new(), Vec::new());
    for piece in singles.chain(pairs) {
        let piece: SmallVec<[u32; 2]> = piece;
        if !conditions.is_empty() {
            around.clear();
            each_way_out(low, &piece, |_, w| around.push(conditions[w as usize]));
            if alternatives.among(&around) {
                continue;
            }
        }
        find_ways_out(low, &piece, None, &mut ways);
        far.clear();
        match anchor {
            Some(anchor) if !piece.contains(&(anchor as u32)) => far.push(Lit::TRUE),
            _ => far.extend(chains.sides(piece[0] as usize, piece[piece.len() - 1] as usize)),
        }
        for &far in &far {
            clause.clear();
            clause.extend_from_slice(&ways);
            clause.extend(piece.iter().map(|&v| !low.vertices[v as usize]));
            clause.push(!far);
            clause.extend_from_slice(prefix);
            host.clause(&clause);
        }
    }
}

/// Four edges in a ring never have exactly one that is absent.
pub(super) fn emit_squares(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) {
    let graph = &low.graph;
    for v in 0..graph.size as u32 {
        let at = &graph.at[v as usize];
        for (i, &(e, a)) in at.iter().enumerate() {
            for &(f, b) in at[i + 1..].iter().filter(|&&(_, b)| a > v && b > v) {
                for &(g, w) in graph.at[a as usize].iter().filter(|&&(_, w)| w > v) {
                    let Some(&(h, _)) = graph.at[w as usize].iter().find(|&&(_, x)| x == b) else { continue };
                    let ring = [e, f, g, h].map(|edge| low.edges[edge as usize]);
                    for (k, &edge) in ring.iter().enumerate() {
                        let mut clause: Vec<Lit> = ring.iter().map(|&l| !l).collect();
                        clause[k] = edge;
                        with(host, prefix, &clause);
                    }
                }
            }
        }
    }
}

/// No vertex joins two that must be separate.
pub(super) fn emit_short_paths(host: &mut impl Host, low: &Lowered, u: u32, v: u32, prefix: &[Lit]) {
    for &(e, w) in low.graph.at[u as usize].iter() {
        let last = if w == v {
            Some(None)
        } else {
            low.graph.at[w as usize].iter().find(|&&(_, x)| x == v).map(|&(f, _)| Some(f))
        };
        let Some(last) = last else { continue };
        let mut clause = vec![!low.edges[e as usize]];
        clause.extend(last.map(|f| !low.edges[f as usize]));
        if !low.vertices.is_empty() {
            clause.extend([u, v, w].map(|x| !low.vertices[x as usize]));
        }
        with(host, prefix, &clause);
    }
}
