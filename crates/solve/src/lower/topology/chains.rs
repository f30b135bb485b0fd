//! Chains: literals for "something is present outside this part of the graph". Anything present among the first (or
//! last) blocks of vertices implies them. They hold in nearly every model, so a cut that contains one of them applies
//! nearly everywhere.

use super::{Host, Lowered};
use crate::solver::sat::Lit;
use crate::tuning::CHAIN_BLOCK;

pub(super) struct Chains {
    /// `before[b]`: something is present in a block before b.
    before: Vec<Lit>,
    /// `after[b]`: something is present in a block after b.
    after: Vec<Lit>,
}

impl Chains {
    pub(super) fn new(host: &mut impl Host, low: &Lowered) -> Chains {
        let blocks = low.graph.size.div_ceil(CHAIN_BLOCK);
        let mut before = vec![Lit::FALSE; blocks];
        let mut after = vec![Lit::FALSE; blocks];
        for b in 1..blocks {
            before[b] = host.fresh();
            after[blocks - 1 - b] = host.fresh();
        }
        for b in 1..blocks.saturating_sub(1) {
            host.clause(&[!before[b], before[b + 1]]);
            host.clause(&[!after[b], after[b - 1]]);
        }
        let edges = low.graph.edges.iter().zip(&low.edges);
        let things: Vec<(usize, usize, Lit)> = match low.vertices.is_empty() {
            true => {
                edges.map(|(e, &l)| (e.ends.0.min(e.ends.1) as usize, e.ends.0.max(e.ends.1) as usize, l)).collect()
            }
            false => low.vertices.iter().enumerate().map(|(v, &l)| (v, v, l)).collect(),
        };
        for (first, last, literal) in things {
            if let Some(&later) = before.get(first / CHAIN_BLOCK + 1) {
                host.clause(&[!literal, later]);
            }
            if let Some(earlier) = (last / CHAIN_BLOCK).checked_sub(1) {
                host.clause(&[!literal, after[earlier]]);
            }
        }
        Chains { before, after }
    }

    /// The literals that something present outside the vertices `first..last` implies.
    pub(super) fn sides(&self, first: usize, last: usize) -> impl Iterator<Item = Lit> {
        [self.before[first / CHAIN_BLOCK], self.after[last / CHAIN_BLOCK]]
            .into_iter()
            .filter(|&side| side != Lit::FALSE)
    }

    /// The same literals, each with the vertices one of which must be present if it holds.
    pub(super) fn outside(&self, low: &Lowered, first: usize, last: usize) -> Vec<(Lit, Vec<u32>)> {
        let (size, first, last) = (low.graph.size, first / CHAIN_BLOCK, last / CHAIN_BLOCK);
        let sides = [
            (self.before[first], 0..first * CHAIN_BLOCK),
            (self.after[last], ((last + 1) * CHAIN_BLOCK).min(size)..size),
        ];
        let possible = |v: &u32| low.vertices.get(*v as usize) != Some(&Lit::FALSE);
        let there = |(literal, vertices): (Lit, std::ops::Range<usize>)| {
            (literal, vertices.map(|v| v as u32).filter(possible).collect())
        };
        sides.into_iter().filter(|side| side.0 != Lit::FALSE).map(there).collect()
    }
}
