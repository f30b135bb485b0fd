//! The nodes below an expression from the bottom up, so that nothing recurses as deep as a user nests.

use super::bounds::NodeFacts;
use rustc_hash::FxHashSet;
use sator_model::{ExprId, Pool};

/// The nodes under `root`, with it, that are not done, children before parents. Nothing below a node that is
/// done is looked at.
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

/// Height of a band of nodes: what is lowered recurses through two of them at most.
const BAND: u32 = 32;

/// Nodes under `root`, children first, such that no way down from it or from one of them to the next is longer
/// than two bands. Nothing below a node that is done is looked at.
pub(super) fn landings(pool: &Pool, facts: &NodeFacts, root: ExprId, done: impl Fn(ExprId) -> bool) -> Vec<ExprId> {
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
