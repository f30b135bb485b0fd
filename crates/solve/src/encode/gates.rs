//! Gates: literals for functions of literals, each made once.
//!
//! Clauses of a sum that one of several engines takes as it is go to the other engines only
//! ([`crate::solver::sat::NativeSum::Partly`]). Gates made there mean nothing to that engine, so they are kept apart and
//! serve such sums alone.

use super::Encoder;
use crate::solver::sat::Lit;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(super) struct Gates {
    /// Disjunctions, by their sorted literals.
    any: FxHashMap<Box<[Lit]>, Gate>,
    /// Parities, by two or three sorted positive literals.
    odd: FxHashMap<[Lit; 3], Gate>,
    /// Majorities of three, by their sorted literals.
    most: FxHashMap<[Lit; 3], Gate>,
    /// Whether clauses are for engines without native sums only.
    pub(super) others_only: bool,
}

#[derive(Clone, Copy)]
struct Gate {
    literal: Lit,
    /// Whether only engines without native sums have its clauses.
    others_only: bool,
}

impl Gates {
    /// The literal of a gate, if all engines that receive the clauses now have its definition.
    fn usable(&self, gate: Option<&Gate>) -> Option<Lit> {
        gate.filter(|gate| self.others_only || !gate.others_only).map(|gate| gate.literal)
    }

    fn gate(&self, literal: Lit) -> Gate {
        Gate { literal, others_only: self.others_only }
    }
}

impl Encoder {
    /// A literal for "one of these holds".
    pub fn or(&mut self, literals: &[Lit]) -> Lit {
        let mut inputs: Vec<Lit> = literals.iter().copied().filter(|&l| l != Lit::FALSE).collect();
        inputs.sort_unstable();
        inputs.dedup();
        let clash = inputs.iter().any(|&l| l == Lit::TRUE || l.0 < 0 && inputs.binary_search(&!l).is_ok());
        match inputs[..] {
            _ if clash => return Lit::TRUE,
            [] => return Lit::FALSE,
            [one] => return one,
            _ => {}
        }
        if let Some(gate) = self.gates.usable(self.gates.any.get(&inputs[..])) {
            return gate;
        }
        let gate = self.fresh();
        for &l in &inputs {
            self.clause(&[!l, gate]);
        }
        let mut clause = vec![!gate];
        clause.extend(&inputs);
        self.clause(&clause);
        self.gates.any.insert(inputs.into(), self.gates.gate(gate));
        gate
    }

    /// A literal for "all of these hold".
    pub fn and(&mut self, literals: &[Lit]) -> Lit {
        let denied: Vec<Lit> = literals.iter().map(|&l| !l).collect();
        !self.or(&denied)
    }

    /// A literal for "an odd number of these hold".
    pub fn xor(&mut self, literals: [Lit; 3]) -> Lit {
        let mut even = false;
        let mut inputs: Vec<Lit> = Vec::with_capacity(3);
        for literal in literals {
            even ^= literal.0 < 0;
            inputs.push(Lit(literal.0.abs()));
        }
        even ^= inputs.iter().filter(|&&l| l == Lit::TRUE).count() % 2 == 1;
        inputs.retain(|&l| l != Lit::TRUE);
        inputs.sort_unstable();
        // Two equal inputs cancel out.
        if let Some(at) = inputs.windows(2).position(|w| w[0] == w[1]) {
            inputs.drain(at..at + 2);
        }
        let odd = match inputs[..] {
            [] => Lit::FALSE,
            [one] => one,
            [a, b] => self.make_xor([a, b, Lit::FALSE]),
            [a, b, c, ..] => self.make_xor([a, b, c]),
        };
        if even { !odd } else { odd }
    }

    fn make_xor(&mut self, [a, b, c]: [Lit; 3]) -> Lit {
        if let Some(gate) = self.gates.usable(self.gates.odd.get(&[a, b, c])) {
            return gate;
        }
        let gate = self.fresh();
        for bits in 0..8u32 {
            let sign = |l: Lit, bit: u32| if bits >> bit & 1 == 1 { !l } else { l };
            if c == Lit::FALSE && bits >= 4 {
                break;
            }
            // The clause excludes the assignment in which all its literals are false.
            let odd = bits.count_ones() % 2 == 1;
            self.clause(&[sign(a, 0), sign(b, 1), sign(c, 2), if odd { gate } else { !gate }]);
        }
        self.gates.odd.insert([a, b, c], self.gates.gate(gate));
        gate
    }

    /// A literal for "two of the three hold".
    pub fn majority(&mut self, literals: [Lit; 3]) -> Lit {
        let mut sorted = literals;
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        for (i, j, k) in [(a, b, c), (b, c, a), (a, c, b)] {
            if i == j {
                return i;
            }
            if i == !j {
                return k;
            }
        }
        for (constant, i, j) in [(a, b, c), (b, a, c), (c, a, b)] {
            match constant {
                Lit::TRUE => return self.or(&[i, j]),
                Lit::FALSE => return self.and(&[i, j]),
                _ => {}
            }
        }
        if let Some(gate) = self.gates.usable(self.gates.most.get(&sorted)) {
            return gate;
        }
        let gate = self.fresh();
        for (i, j) in [(a, b), (a, c), (b, c)] {
            self.clause(&[!i, !j, gate]);
            self.clause(&[i, j, !gate]);
        }
        self.gates.most.insert(sorted, self.gates.gate(gate));
        gate
    }

    /// A literal for "`then` if the condition holds, else `otherwise`".
    pub fn either(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        match (condition, then, otherwise) {
            (Lit::TRUE, ..) => then,
            (Lit::FALSE, ..) => otherwise,
            _ if then == otherwise => then,
            _ if then == !otherwise => !self.xor([condition, then, Lit::FALSE]),
            _ => {
                let (yes, no) = (self.and(&[condition, then]), self.and(&[!condition, otherwise]));
                self.or(&[yes, no])
            }
        }
    }

    /// The sum and the carry of three bits.
    pub fn add_bits(&mut self, a: Lit, b: Lit, c: Lit) -> (Lit, Lit) {
        (self.xor([a, b, c]), self.majority([a, b, c]))
    }
}
