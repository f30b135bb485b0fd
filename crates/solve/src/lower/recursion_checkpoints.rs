//! Recursion checkpoints: the order in which nodes of an expression are lowered, from the bottom up, so that recursion
//! stays shallow however deeply the user nests.

use rustc_hash::FxHashSet;
use sator_model::{ExprId, Pool};
use sator_propagate::facts::NodeFacts;

/// `root` and the unfinished nodes under it, children before parents. A finished node hides the nodes under it.
pub(super) fn below(pool: &Pool, root: ExprId, done: impl Fn(ExprId) -> bool) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![root];
    while let Some(e) = open.pop() {
        if !done(e) && seen.insert(e) {
            found.push(e);
            pool.node(e).for_each_child(|child| open.push(child));
        }
    }
    // Children have smaller ids.
    found.sort_unstable();
    found
}

/// The height of a band of nodes. Lowering recurses through two bands at most.
const BAND: u32 = 32;

/// Checkpoints under `root`, children first. Lowered in this order, no recursion passes more than two bands, because it
/// ends at finished checkpoints. A finished node hides the nodes under it.
pub(super) fn checkpoints(pool: &Pool, facts: &NodeFacts, root: ExprId, done: impl Fn(ExprId) -> bool) -> Vec<ExprId> {
    let band = |e: ExprId| facts.height(e) / BAND;
    if band(root) == 0 {
        return vec![];
    }
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![root];
    while let Some(e) = open.pop() {
        pool.node(e).for_each_child(|child| {
            if band(child) > 0 && !done(child) && seen.insert(child) {
                open.push(child);
                if band(child) < band(e) {
                    found.push(child);
                }
            }
        });
    }
    found.sort_unstable();
    found
}
