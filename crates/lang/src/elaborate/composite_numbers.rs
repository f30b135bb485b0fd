//! Numbers that are made of several expressions: quotients, and sums beyond 64 bits.

use sator_model::{ExprId, Overflow};

/// `num / den` of unknowns. Where `defined` holds, both are defined and `den` isn't 0; elsewhere the quotient is
/// undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotient {
    pub num: ExprId,
    pub den: ExprId,
    pub defined: ExprId,
}

/// A sum of terms with their coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wide {
    pub(super) terms: Vec<(i128, ExprId)>,
    pub(super) constant: i128,
}

impl Wide {
    /// The value, if it has no terms.
    pub fn known(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The value where the terms have these.
    pub fn value(&self, of: impl Fn(ExprId) -> Option<i64>) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |sum, &(k, e)| Some(sum + k * i128::from(of(e)?)))
    }

    /// Adds `factor` times another sum.
    pub(super) fn add(&mut self, factor: i128, other: &Wide) -> std::result::Result<(), Overflow> {
        let scaled = |k: i128| k.checked_mul(factor).ok_or(Overflow);
        self.constant = self.constant.checked_add(scaled(other.constant)?).ok_or(Overflow)?;
        for &(k, e) in &other.terms {
            let k = scaled(k)?;
            match self.terms.iter_mut().find(|term| term.1 == e) {
                Some(term) => term.0 = term.0.checked_add(k).ok_or(Overflow)?,
                None => self.terms.push((k, e)),
            }
        }
        Ok(())
    }
}
