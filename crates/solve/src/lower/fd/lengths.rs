//! Sums of ordered lengths. The visible length of a ray is a sum of conjunctions, each with more parts than the one
//! before: "the first is free", "the first two are free", ... Each becomes a gate on the one before, and the encoder
//! counts them as order literals of one number.

use super::Fd;
use crate::solver::sat::Lit;
use rustc_hash::FxHashMap;
use sator_model::{ExprId, Expressions, Node};

/// The shortest chain of conjunctions that is worth it.
const SHORTEST: usize = 3;

impl Fd {
    /// Makes literals for the ordered conditions among the terms.
    pub(super) fn order_lengths(&mut self, m: Expressions, terms: &[(i64, ExprId)]) {
        let condition = |&(_, e): &(i64, ExprId)| match m.pool.node(e) {
            Node::FromBool(c) => Some(*c),
            _ => None,
        };
        if terms.len() < SHORTEST {
            return;
        }
        let conditions: Vec<ExprId> = terms.iter().filter_map(condition).collect();
        for chain in chains(m, &conditions).iter().filter(|chain| chain.len() >= SHORTEST) {
            let mut literals: Vec<Lit> = Vec::with_capacity(chain.len());
            let mut before: &[ExprId] = &[];
            for e in chain {
                let parts = parts(m, e);
                let added = parts.iter().filter(|part| before.binary_search(part).is_err());
                let mut inputs: Vec<Lit> = added.map(|&part| self.condition_literal(m, part)).collect();
                inputs.extend(literals.last());
                let literal = self.and_gate(inputs);
                literals.push(*self.memo.literals.entry(*e).or_insert(literal));
                before = parts;
            }
            literals.reverse();
            self.encoder.chain(&literals);
        }
    }
}

/// The conjuncts of a condition, sorted.
fn parts<'a>(m: Expressions<'a>, e: &'a ExprId) -> &'a [ExprId] {
    match m.pool.node(*e) {
        Node::And(parts) => parts,
        _ => std::slice::from_ref(e),
    }
}

/// Chains of conditions, each of which implies the one before it because it contains all its conjuncts.
fn chains(m: Expressions, conditions: &[ExprId]) -> Vec<Vec<ExprId>> {
    let mut sorted = conditions.to_vec();
    sorted.sort_by_key(|e| parts(m, e).len());
    let mut chains: Vec<Vec<ExprId>> = Vec::new();
    // By a conjunct that a whole chain shares.
    let mut by_part: FxHashMap<ExprId, usize> = FxHashMap::default();
    for e in sorted {
        let own = parts(m, &e);
        let extends = |chain: &usize| {
            let last = chains[*chain].last().map_or(&[][..], |last| parts(m, last));
            last.len() < own.len() && last.iter().all(|part| own.binary_search(part).is_ok())
        };
        match own.iter().filter_map(|part| by_part.get(part).copied()).find(extends) {
            Some(chain) => chains[chain].push(e),
            None => {
                if let Some(&first) = own.first() {
                    by_part.entry(first).or_insert(chains.len());
                }
                chains.push(vec![e]);
            }
        }
    }
    chains
}
