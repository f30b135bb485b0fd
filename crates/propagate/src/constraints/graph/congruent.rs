//! Pieces with the same shape: the certain part of one fits into the possible part of the other, turned or mirrored.

use super::{GraphVars, Presence};
use sator_model::congruent::fits;

/// Whether the pieces of two vertices are congruent, if what is certain and what is possible decide it.
pub(super) fn truth(vars: &GraphVars, presence: &Presence, cols: u32, [u, v]: [u32; 2]) -> Option<bool> {
    let is = |end: u32| presence.vertices[end as usize];
    if is(u) == Some(false) || is(v) == Some(false) {
        return Some(false);
    }
    let members = |end: u32, through: &dyn Fn(u32) -> bool| -> Vec<u32> {
        let reached = vars.reach(end, through);
        (0..vars.graph.size as u32).filter(|&w| reached[w as usize].is_some()).collect()
    };
    let possible = [u, v].map(|end| members(end, &|e| presence.edges[e as usize] != Some(false)));
    let certain = [u, v].map(|end| match is(end) {
        Some(true) => members(end, &|e| presence.edges[e as usize] == Some(true)),
        _ => vec![],
    });
    if certain[0].contains(&v) {
        return Some(true);
    }
    let fit = |own: usize, other: usize| certain[own].is_empty() || fits(cols, &certain[own], &possible[other]);
    if !fit(0, 1) || !fit(1, 0) {
        return Some(false);
    }
    let is_known = |end: usize| !certain[end].is_empty() && certain[end].len() == possible[end].len();
    (is_known(0) && is_known(1)).then_some(true)
}
