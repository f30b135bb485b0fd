//! Cuts against a model in which two pieces differ in shape that must be congruent, or are congruent and must differ.
//!
//! Two pieces aren't congruent if a part of one fits nowhere into the region that the other can reach, turned or mirrored. The
//! cut names the vertices and edges that join the part, and the ways out of the region. Both are made few: a part is reduced
//! while it doesn't fit, and a region takes in neighbouring pieces that leave it with fewer ways out.

use super::cuts::{Path, denied, each_way_out, mask, ways_out};
use super::{GraphInModel, Host};
use crate::solver::sat::Lit;
use sator_model::congruent::fits;
use std::collections::VecDeque;

/// The cuts for two vertices whose pieces must be congruent.
pub(super) fn equate(host: &impl Host, scene: &GraphInModel, cols: u32, [u, v]: [u32; 2], clauses: &mut Vec<Vec<Lit>>) {
    if scene.present.congruent(cols, [u, v]) {
        return;
    }
    for (from, to) in [(u, v), (v, u)] {
        let (Some(own), Some(other)) = (scene.piece(from), scene.piece(to)) else { continue };
        if fits(cols, own, other) {
            continue;
        }
        let (region, ways) = region(host, scene, cols, (own, to));
        let mut clause = denied(scene, &tree(scene, from, &reduced(scene, cols, from, &region)));
        clause.extend(ways);
        clause.push(!scene.low.present(to, scene.label(to)));
        clause.retain(|&l| l != Lit::FALSE);
        clauses.push(clause);
    }
}

/// The cut for two vertices whose pieces must differ in shape: one of the pieces is another.
pub(super) fn distinguish(scene: &GraphInModel, cols: u32, ends: [u32; 2], clauses: &mut Vec<Vec<Lit>>) {
    if !scene.present.congruent(cols, ends) {
        return;
    }
    let mut clause = Vec::new();
    for v in ends {
        let Some(piece) = scene.piece(v) else { continue };
        clause.extend(denied(scene, &tree(scene, v, piece)));
        clause.extend(ways_out(&scene.low, piece, scene.label(v)));
    }
    clauses.push(clause);
}

/// A region that the piece of a vertex doesn't leave and that `own` doesn't fit into, with its ways out.
fn region(host: &impl Host, scene: &GraphInModel, cols: u32, (own, to): (&[u32], u32)) -> (Vec<u32>, Vec<Lit>) {
    let (low, label) = (&scene.low, scene.label(to));
    let mut region = scene.piece(to).unwrap_or_default().to_vec();
    let mut ways = ways_out(low, &region, label);
    loop {
        let mut beside = Vec::new();
        each_way_out(low, &region, |_, w| beside.push(scene.present.piece[w as usize]));
        beside.sort_unstable();
        beside.dedup();
        let larger = beside.into_iter().find_map(|piece| {
            let piece = scene.present.pieces.get(piece as usize)?;
            let larger: Vec<u32> = region.iter().chain(piece).copied().collect();
            let ways_out = ways_out(low, &larger, label);
            let fewer = ways_out.len() < ways.len() && !ways_out.iter().any(|&l| host.holds(l));
            (fewer && !fits(cols, own, &larger)).then_some((larger, ways_out))
        });
        match larger {
            Some(larger) => (region, ways) = larger,
            None => return (region, ways),
        }
    }
}

/// A connected part of a vertex's piece that contains the vertex and doesn't fit into the region. Without any vertex of it
/// but the first, it would fit or fall apart.
fn reduced(scene: &GraphInModel, cols: u32, from: u32, region: &[u32]) -> Vec<u32> {
    let mut part = tree(scene, from, scene.piece(from).unwrap_or_default()).vertices;
    let (mut fitting, mut least) = (1, part.len());
    while fitting < least {
        let middle = usize::midpoint(fitting, least);
        match fits(cols, &part[..middle], region) {
            true => fitting = middle + 1,
            false => least = middle,
        }
    }
    part.truncate(least);
    for at in (1..part.len()).rev() {
        let without: Vec<u32> = part.iter().copied().filter(|&v| v != part[at]).collect();
        if tree(scene, from, &without).vertices.len() == without.len() && !fits(cols, &without, region) {
            part = without;
        }
    }
    part
}

/// A tree of present edges that joins the vertex to the others of a set, in breadth-first order.
fn tree(scene: &GraphInModel, from: u32, set: &[u32]) -> Path {
    let low = &scene.low;
    let mut open = mask(&low.graph, set);
    let mut path = Path { vertices: vec![from], edges: vec![] };
    let mut queue = VecDeque::from([from]);
    open[from as usize] = false;
    while let Some(v) = queue.pop_front() {
        for &(edge, w) in low.graph.at[v as usize].iter() {
            if scene.present.edges[edge as usize] && std::mem::take(&mut open[w as usize]) {
                path.vertices.push(w);
                path.edges.push(edge);
                queue.push_back(w);
            }
        }
    }
    path
}

impl GraphInModel {
    /// The vertices of a vertex's piece, if the vertex is present.
    fn piece(&self, v: u32) -> Option<&[u32]> {
        self.present.pieces.get(self.present.piece[v as usize] as usize).map(Vec::as_slice)
    }
}
