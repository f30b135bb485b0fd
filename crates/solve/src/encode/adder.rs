//! Adders for large sums: the literals of each power of two are reduced to one (Eén & Sörensson 2006).

use super::Encoder;
use crate::solver::sat::Lit;
use std::collections::VecDeque;

impl Encoder {
    /// A literal for `sum >= bound`, or `sum = bound` if `exactly`; weights and bound are positive.
    pub(super) fn added_literal(&mut self, terms: &[(i128, Lit)], exactly: bool, bound: i128) -> Lit {
        let mut columns: Vec<VecDeque<Lit>> = Vec::new();
        let put = |columns: &mut Vec<VecDeque<Lit>>, bit: usize, literal: Lit| {
            if columns.len() <= bit {
                columns.resize(bit + 1, VecDeque::new());
            }
            columns[bit].push_back(literal);
        };
        for &(weight, literal) in terms {
            for bit in (0..127).filter(|bit| weight >> bit & 1 == 1) {
                put(&mut columns, bit, literal);
            }
        }
        let mut sum = Vec::new();
        let mut bit = 0;
        while bit < columns.len() {
            // First in, first out, which keeps the tree of adders shallow.
            while columns[bit].len() > 1 {
                let mut next = || columns[bit].pop_front();
                let (Some(a), Some(b)) = (next(), next()) else { break };
                let c = next().unwrap_or(Lit::FALSE);
                let (low, carry) = self.add_bits(a, b, c);
                put(&mut columns, bit, low);
                put(&mut columns, bit + 1, carry);
            }
            sum.push(columns[bit].pop_front().unwrap_or(Lit::FALSE));
            bit += 1;
        }
        if sum.len() < 127 && bound >> sum.len() != 0 {
            return Lit::FALSE;
        }
        let wanted = |bit: usize| bound >> bit & 1 == 1;
        if exactly {
            let alike: Vec<Lit> = sum.iter().enumerate().map(|(i, &l)| if wanted(i) { l } else { !l }).collect();
            return self.and(&alike);
        }
        // From the lowest bit up: the bits so far are at least those of the bound.
        let mut reached = Lit::TRUE;
        for (i, &literal) in sum.iter().enumerate() {
            reached = if wanted(i) { self.and(&[literal, reached]) } else { self.or(&[literal, reached]) };
        }
        reached
    }
}
