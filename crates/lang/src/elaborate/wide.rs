//! Sums beyond 64 bits. The model has integers of 64 bits only. Elaboration keeps a longer sum as its terms, with
//! coefficients of 128 bits, and a comparison adds up in columns of decimal digits with carries, as by hand.

use super::Elaborator;
use super::composite_numbers::Wide;
use super::value::Value;
use crate::diagnostic::Result;
use crate::syntax::ast::{BinaryOp, CompareOp};
use sator_base::source::Span;
use sator_model::{ExprId, Kind, Overflow};
use std::sync::Arc;

/// The base of the columns.
const BASE: i128 = 10;
/// Absolute values of a sum stay below this.
const LARGEST: i128 = 1 << 126;

/// A number as a value; `None` if it is larger than any sum can be.
pub(super) fn number_of_any_size(value: i128) -> Option<Value> {
    match i64::try_from(value) {
        Ok(small) => Some(Value::Int(small)),
        Err(_) if value.checked_abs()? < LARGEST => {
            Some(Value::Wide(Arc::new(Wide { terms: vec![], constant: value })))
        }
        Err(_) => None,
    }
}

impl Elaborator {
    /// The sum of the parts, each with its factor: a plain number if 64 bits are enough for it.
    pub(super) fn sum_of_any_size(&mut self, parts: &[(i128, &Value, Span)], span: Span) -> Result<Value> {
        let mut sum = Wide::default();
        for (factor, value, at) in parts {
            let part = self.as_wide(value, *at)?;
            let added = sum.add(*factor, &part);
            self.overflow(added, span)?;
        }
        let fits = self.size(&sum);
        let size = self.overflow(fits, span)?;
        let plain = i64::try_from(size).ok().and_then(|_| {
            let terms =
                sum.terms.iter().map(|&(k, e)| Some((i64::try_from(k).ok()?, e))).collect::<Option<Vec<_>>>()?;
            self.model.pool.linear(terms, i64::try_from(sum.constant).ok()?).ok()
        });
        Ok(match plain {
            Some(e) => self.expr_as_value(e, Kind::Int),
            None => Value::Wide(Arc::new(sum)),
        })
    }

    /// `a + b`, `a - b`, `a * k` beyond 64 bits; `None` for another operation.
    pub(super) fn wide_arithmetic(
        &mut self,
        op: BinaryOp,
        a: (&Value, Span),
        b: (&Value, Span),
        span: Span,
    ) -> Result<Option<Value>> {
        let known = |value: &Value| match value {
            Value::Wide(wide) => wide.known(),
            other => self.if_known_int(other).map(i128::from),
        };
        let parts = match (op, known(a.0), known(b.0)) {
            (BinaryOp::Add, ..) => vec![(1, a.0, a.1), (1, b.0, b.1)],
            (BinaryOp::Sub, ..) => vec![(1, a.0, a.1), (-1, b.0, b.1)],
            (BinaryOp::Mul, Some(factor), _) => vec![(factor, b.0, b.1)],
            (BinaryOp::Mul, _, Some(factor)) => vec![(factor, a.0, a.1)],
            _ => return Ok(None),
        };
        self.sum_of_any_size(&parts, span).map(Some)
    }

    /// A comparison where a side is beyond 64 bits; false where a side is undefined.
    pub(super) fn compare_wide(&mut self, op: CompareOp, a: (&Value, Span), b: (&Value, Span)) -> Result<ExprId> {
        let span = a.1.to(b.1);
        let (x, y) = (self.as_wide(a.0, a.1)?, self.as_wide(b.0, b.1)?);
        // a > b is b - a < 0.
        let (from, to) = if matches!(op, CompareOp::Gt | CompareOp::Ge) { (y, x) } else { (x, y) };
        let mut difference = from;
        let subtracted = difference.add(-1, &to).and_then(|()| {
            // a <= b is a - b - 1 < 0.
            difference.constant -= i128::from(matches!(op, CompareOp::Le | CompareOp::Ge));
            self.size(&difference)
        });
        self.overflow(subtracted, span)?;
        let compared = self.columns(&difference, op, span)?;
        let holds = self.overflow(compared, span)?;
        let defined: Vec<ExprId> = difference.terms.iter().map(|term| self.model.pool.defined(term.1)).collect();
        Ok(self.model.pool.and(defined.into_iter().chain([holds])))
    }

    /// Whether the difference is 0, is not 0, or is negative.
    fn columns(
        &mut self,
        difference: &Wide,
        op: CompareOp,
        span: Span,
    ) -> Result<std::result::Result<ExprId, Overflow>> {
        let mut rest = difference.clone();
        let (base, zero) = (self.model.pool.int(BASE as i64), self.model.pool.int(0));
        let mut carry = zero;
        let mut digits = vec![];
        while rest.constant != 0 || rest.terms.iter().any(|term| term.0 != 0) {
            self.step(span)?;
            self.tick_many(rest.terms.len(), span)?;
            let constant = rest.constant % BASE;
            let terms = rest.terms.iter().filter(|term| term.0 % BASE != 0).map(|&(k, e)| ((k % BASE) as i64, e));
            let column = self.model.pool.linear(terms.chain([(1, carry)]), constant as i64);
            let split = column.and_then(|column| {
                let pool = &mut self.model.pool;
                Ok((pool.div(column, base)?, pool.modulo(column, base)?))
            });
            let Ok((over, digit)) = split else { return Ok(Err(Overflow)) };
            carry = over;
            digits.push(digit);
            rest.constant /= BASE;
            rest.terms.iter_mut().for_each(|term| term.0 /= BASE);
        }
        let pool = &mut self.model.pool;
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Ok(pool.lt(carry, zero));
        }
        let zeros = digits.into_iter().chain([carry]).map(|digit| pool.eq(digit, zero));
        let zeros: std::result::Result<Vec<ExprId>, Overflow> = zeros.collect();
        Ok(zeros.map(|zeros| {
            let equal = pool.and(zeros);
            if op == CompareOp::Eq { equal } else { pool.not(equal) }
        }))
    }

    fn as_wide(&mut self, value: &Value, span: Span) -> Result<Wide> {
        if let Value::Wide(wide) = value {
            return Ok((**wide).clone());
        }
        let e = self.number(value, span)?;
        Ok(match self.model.pool.constant(e) {
            Some(k) => Wide { terms: vec![], constant: k.into() },
            None => Wide { terms: vec![(1, e)], constant: 0 },
        })
    }

    /// The largest absolute value that the sum, or a part of it, can have.
    fn size(&self, sum: &Wide) -> std::result::Result<i128, Overflow> {
        let part = |&(k, e): &(i128, ExprId)| {
            let (low, high) = self.model.pool.bounds(e);
            k.checked_abs()?.checked_mul(i128::from(low).abs().max(i128::from(high).abs()))
        };
        let mut all = sum.terms.iter().map(part).chain([sum.constant.checked_abs()]);
        let size = all.try_fold(0i128, |size, part| size.checked_add(part?));
        size.filter(|&size| size < LARGEST).ok_or(Overflow)
    }
}
