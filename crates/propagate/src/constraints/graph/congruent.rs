//! Pieces with the same shape: the certain part of one fits into the possible part of the other, turned or mirrored.

use super::{GraphVars, Presence};
use sator_model::congruent::decided;

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
    let possible = |piece: usize| members([u, v][piece], &|e| presence.edges[e as usize] != Some(false));
    let certain = [u, v].map(|end| match is(end) {
        Some(true) => members(end, &|e| presence.edges[e as usize] == Some(true)),
        _ => vec![],
    });
    let is_known = |piece: usize| certain[piece].len() == possible(piece).len();
    decided(cols, certain.each_ref().map(Vec::as_slice), possible, is_known)
}
