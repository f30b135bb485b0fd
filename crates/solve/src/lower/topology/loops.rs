//! One closed loop. Every vertex has none or two of the edges. Of the two faces beside an edge, one lies inside and one
//! outside the loop exactly if the edge is present. Of two separate loops in a model, neither can be the whole.

use super::chains::Chains;
use super::cuts::{mask, separator};
use super::{GraphInModel, Host, Lowered, with};
use crate::solver::sat::Lit;
use crate::tuning::CHAIN_BLOCK;
use rustc_hash::FxHashMap;

/// Every vertex has none or two of the edges, and some edge is present.
pub(super) fn emit_degrees(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) {
    for at in low.graph.at.iter() {
        let edges: Vec<Lit> = at.iter().map(|&(e, _)| low.edges[e as usize]).filter(|&l| l != Lit::FALSE).collect();
        for (i, &a) in edges.iter().enumerate() {
            let mut clause = edges.clone();
            clause[i] = !a;
            with(host, prefix, &clause);
            for (j, &b) in edges.iter().enumerate().skip(i + 1) {
                for &c in &edges[j + 1..] {
                    with(host, prefix, &[!a, !b, !c]);
                }
            }
        }
    }
    with(host, prefix, &low.edges);
}

/// A literal "inside" for each face: an edge is present exactly if the faces beside it differ.
pub(super) fn emit_sides(host: &mut impl Host, low: &Lowered, prefix: &[Lit]) {
    let Some(faces) = &low.graph.faces else { return };
    let mut sides: FxHashMap<u32, Lit> = FxHashMap::default();
    sides.insert(0, Lit::FALSE);
    for (&edge, &(f, g)) in low.edges.iter().zip(faces) {
        let [a, b] = [f, g].map(|face| *sides.entry(face).or_insert_with(|| host.fresh()));
        with(host, prefix, &[!edge, a, b]);
        with(host, prefix, &[!edge, !a, !b]);
        with(host, prefix, &[edge, !a, b]);
        with(host, prefix, &[edge, a, !b]);
    }
}

/// The cuts for each loop of the model. If all its edges are present, nothing else is. And any loop through these
/// vertices leaves them if something else is present.
pub(super) fn cut(host: &mut impl Host, scene: &GraphInModel, chains: &Chains, clauses: &mut Vec<Vec<Lit>>) {
    let GraphInModel { low, present, .. } = scene;
    let mut loops: Vec<Vec<u32>> = vec![Vec::new(); present.pieces.len()];
    for (i, edge) in low.graph.edges.iter().enumerate().filter(|&(i, _)| present.edges[i]) {
        loops[present.piece[edge.ends.0 as usize] as usize].push(i as u32);
    }
    let drawn: Vec<usize> = (0..loops.len()).filter(|&i| !loops[i].is_empty()).collect();
    if drawn.len() < 2 {
        return;
    }
    // The first and the last vertex of a loop.
    let ends = |i: usize| (present.pieces[i][0] as usize, present.pieces[i][present.pieces[i].len() - 1] as usize);
    let first = drawn.iter().map(|&i| ends(i).0).min().unwrap_or(0);
    let last = drawn.iter().map(|&i| ends(i).1).max().unwrap_or(0);
    let largest = drawn.iter().copied().max_by_key(|&i| loops[i].len()).unwrap_or(drawn[0]);
    let second = drawn.iter().copied().filter(|&i| i != largest).max_by_key(|&i| loops[i].len()).unwrap_or(drawn[0]);
    for &i in &drawn {
        let (own_first, own_last) = ends(i);
        let other = if i == largest { second } else { largest };
        let mut outsides = chains.outside(low, own_first, own_last);
        let shown = first / CHAIN_BLOCK < own_first / CHAIN_BLOCK || last / CHAIN_BLOCK > own_last / CHAIN_BLOCK;
        if !shown {
            let edge = low.edges[loops[other][loops[other].len() / 2] as usize];
            outsides.push((edge, present.pieces[other].clone()));
        }
        let whole: Vec<Lit> = loops[i].iter().map(|&e| !low.edges[e as usize]).collect();
        for &(outside, _) in &outsides {
            clauses.push(whole.iter().copied().chain([!outside]).collect());
        }
        // The largest loop has the longest border. The cuts of the other loops force it to continue anyway.
        if i != largest {
            let within = mask(&low.graph, &present.pieces[i]);
            let passes = passes(host, low, &within);
            for (outside, goal) in outsides {
                let mut clause = separator(low, &present.pieces[i], &within, None, &goal);
                clause.extend([!passes, !outside]);
                clauses.push(clause);
            }
        }
    }
}

/// A literal that every edge between these vertices implies.
fn passes(host: &mut impl Host, low: &Lowered, within: &[bool]) -> Lit {
    let passes = host.fresh();
    for (edge, &literal) in low.graph.edges.iter().zip(&low.edges) {
        if within[edge.ends.0 as usize] && within[edge.ends.1 as usize] {
            host.clause(&[!literal, passes]);
        }
    }
    passes
}
