//! Numbers with many values, in binary digits: a linear relaxation loses nothing by them, where sums alone have the number.

use super::{Encoded, Encoder};
use crate::formula::Linear;
use crate::{Contradiction, Refusal};
use sator_model::{Bounds, ExprId, Model, Node, UnknownId};

/// Most numbers in binary digits. Measured: an objective and its parts are few, and the relaxation refutes a better value. The
/// stocks of lots and the dates of tasks are many, and their proofs take longer and don't end.
const MOST_NUMBERS: usize = 8;

impl<'a> Encoder<'a> {
    /// The same encoder, with binary digits for numbers of more than this many values. `None` if such numbers are many, or if
    /// the claim is about one elsewhere than in an asserted sum: that needs a literal for each value.
    pub(crate) fn with_digits(self, claim: &Contradiction, most_values: u64) -> Option<Encoder<'a>> {
        let encoder = Encoder { most_values, ..self };
        let Model { pool, .. } = encoder.model;
        let size = |u: UnknownId| encoder.model.unknown(u).domain.size();
        if claim.facts.iter().chain(claim.conclusions).any(|atom| size(atom.unknown) > most_values) {
            return None;
        }
        if pool.nodes_under(claim.conditions).filter(|&e| encoder.is_in_digits(e)).count() > MOST_NUMBERS {
            return None;
        }
        let mut open = claim.conditions.to_vec();
        let mut others: Vec<ExprId> = claim.denied.into_iter().collect();
        while let Some(e) = open.pop() {
            match pool.node(e) {
                Node::And(parts) | Node::Min(parts) | Node::Max(parts) => open.extend(parts.iter()),
                Node::Eq(sum, _) | Node::Le(sum, _) => open.push(*sum),
                // A lower bound.
                Node::Not(part) if matches!(pool.node(*part), Node::Le(..)) => open.push(*part),
                Node::Sum(terms, _) => open.extend(terms.iter().map(|t| t.1)),
                Node::IntVar(u) if encoder.model.unknown(*u).domain.ranges().len() == 1 => {}
                _ => others.push(e),
            }
        }
        let is_in_digits = pool.nodes_under(&others).any(|e| encoder.is_in_digits(e));
        (!is_in_digits).then_some(encoder)
    }

    /// Whether a number is written in binary digits.
    pub(super) fn is_in_digits(&self, e: ExprId) -> bool {
        let is_number = matches!(self.model.pool.node(e), Node::IntVar(_) | Node::Min(_) | Node::Max(_));
        is_number && {
            let (low, high) = self.ends(e);
            high.abs_diff(low) >= self.most_values
        }
    }

    /// The least and the largest value of a number.
    fn ends(&self, e: ExprId) -> Bounds {
        match self.model.pool.node(e) {
            Node::IntVar(u) => {
                let domain = &self.model.unknown(*u).domain;
                (domain.min(), domain.max())
            }
            _ => self.model.pool.bounds(e),
        }
    }

    /// A number as a sum of binary digits. The last one counts as much as the others leave, so that the digits reach exactly
    /// the values between the ends.
    pub(super) fn digits(&mut self, e: ExprId) -> Encoded<Linear> {
        if let Some(sum) = self.digits.get(&e) {
            return Ok(sum.clone());
        }
        let (low, high) = self.ends(e);
        let mut rest = high.checked_sub(low).ok_or(Refusal::Numbers(None))?;
        let mut sum = Linear::constant(low);
        let mut weight = 1;
        while rest > 0 {
            sum.terms.push((weight, self.fresh()));
            rest -= weight;
            weight = rest.min(weight.saturating_mul(2));
        }
        if let node @ (Node::Min(list) | Node::Max(list)) = self.model.pool.node(e) {
            self.extreme(&sum, list, matches!(node, Node::Max(_)))?;
        }
        self.digits.insert(e, sum.clone());
        Ok(sum)
    }
}
