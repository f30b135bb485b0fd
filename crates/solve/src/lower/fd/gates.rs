//! Literals for disjunctions and conjunctions of literals; at most one, exactly one.

use super::Fd;
use crate::solver::sat::Lit;

impl Fd {
    /// Asserts "`prefix`, or one of the literals".
    pub(super) fn clause_with(&mut self, prefix: &[Lit], literals: &[Lit]) {
        if prefix.is_empty() {
            return self.encoder.clause(literals);
        }
        let all: Vec<Lit> = prefix.iter().chain(literals).copied().collect();
        self.encoder.clause(&all);
    }

    /// A literal for "one of these holds".
    pub(super) fn or_gate(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let inputs: Vec<Lit> = literals.into_iter().collect();
        self.encoder.or(&inputs)
    }

    /// A literal for "all of these hold".
    pub(super) fn and_gate(&mut self, literals: impl IntoIterator<Item = Lit>) -> Lit {
        let inputs: Vec<Lit> = literals.into_iter().collect();
        self.encoder.and(&inputs)
    }

    /// A literal for `a = b`.
    pub(super) fn iff_gate(&mut self, a: Lit, b: Lit) -> Lit {
        !self.encoder.xor([a, b, Lit::FALSE])
    }

    /// A literal for "one of `inside` holds", where exactly one of `inside` and `outside` holds.
    pub(super) fn either_gate(&mut self, inside: &[Lit], outside: &[Lit]) -> Lit {
        match (inside, outside) {
            ([], _) => Lit::FALSE,
            (_, []) => Lit::TRUE,
            (&[one], _) => one,
            (_, &[one]) => !one,
            _ => {
                let known = self.encoder.size().variables;
                let gate = self.encoder.or(inside);
                if self.encoder.size().variables > known {
                    self.clause_with(&[gate], outside);
                    outside.iter().for_each(|&l| self.encoder.clause(&[!l, !gate]));
                }
                gate
            }
        }
    }

    pub(super) fn exactly_one(&mut self, literals: &[Lit]) {
        self.encoder.clause(literals);
        self.encoder.at_most_one(literals, &[]);
    }
}
