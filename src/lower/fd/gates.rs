//! Literals for disjunctions and conjunctions of literals; at most one, exactly one.

use super::Fd;
use crate::solver::engine::{Engine, Lit, Relation};

impl<E: Engine> Fd<E> {
    /// Asserts `prefix or literals`.
    pub(super) fn clause_with(&mut self, prefix: &[Lit], literals: &[Lit]) {
        if prefix.is_empty() {
            return self.engine.clause(literals);
        }
        let all: Vec<Lit> = prefix.iter().chain(literals).copied().collect();
        self.engine.clause(&all);
    }

    /// A literal for "one of these holds".
    pub(super) fn or_gate(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let mut inputs: Vec<Lit> = literals.into_iter().filter(|&l| l != Lit::FALSE).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let clash = inputs.iter().any(|&l| l == Lit::TRUE || l.0 < 0 && inputs.binary_search(&!l).is_ok());
        match inputs[..] {
            _ if clash => return Lit::TRUE,
            [] => return Lit::FALSE,
            [one] => return one,
            _ => {}
        }
        if let Some(&gate) = self.gates.get(&inputs[..]) {
            return gate;
        }
        let gate = self.engine.fresh();
        for &l in &inputs {
            self.engine.clause(&[!l, gate]);
        }
        self.clause_with(&[!gate], &inputs);
        self.gates.insert(inputs.into(), gate);
        gate
    }

    /// A literal for "all of these hold".
    pub(super) fn and_gate(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        !self.or_gate(literals.into_iter().map(|l| !l))
    }

    /// A literal for "these are alike".
    pub(super) fn iff_gate(&mut self, a: Lit, b: Lit) -> Lit {
        if a == b || a == !b {
            return if a == b { Lit::TRUE } else { Lit::FALSE };
        }
        let both = self.and_gate([a, b]);
        let neither = self.and_gate([!a, !b]);
        self.or_gate([both, neither])
    }

    /// A literal for "one of `inside` holds", where exactly one of `inside` and `outside` does.
    pub(super) fn either_gate(&mut self, inside: &[Lit], outside: &[Lit]) -> Lit {
        match (inside, outside) {
            ([], _) => Lit::FALSE,
            (_, []) => Lit::TRUE,
            (&[one], _) => one,
            (_, &[one]) => !one,
            _ => {
                let known = self.gates.len();
                let gate = self.or_gate(inside.iter().copied());
                if self.gates.len() > known {
                    self.clause_with(&[gate], outside);
                    outside.iter().for_each(|&l| self.engine.clause(&[!l, !gate]));
                }
                gate
            }
        }
    }

    /// Asserts `prefix or at most one of the literals`.
    pub(super) fn at_most_one(&mut self, literals: &[Lit], prefix: &[Lit]) {
        if literals.len() <= self.choose.pairwise_max {
            for (i, &a) in literals.iter().enumerate() {
                for &b in &literals[i + 1..] {
                    self.clause_with(prefix, &[!a, !b]);
                }
            }
        } else if prefix.is_empty() {
            self.engine.cardinality(literals, Relation::AtMost, 1);
        } else {
            let terms: Vec<(i64, Lit)> = literals.iter().map(|&l| (1, l)).collect();
            let gate = self.engine.weighted_literal(&terms, Relation::AtMost, 1);
            self.clause_with(prefix, &[gate]);
        }
    }

    pub(super) fn exactly_one(&mut self, literals: &[Lit]) {
        self.engine.clause(literals);
        self.at_most_one(literals, &[]);
    }
}
