//! Functions of numbers.

use super::Args;
use crate::diagnostic::Result;
use crate::elaborate::{Elaborator, Value};
use crate::model::{ExprId, Kind, Overflow};

pub(super) fn abs(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    let e = el.number(value, span)?;
    let e = el.model.pool.abs(e);
    let e = el.overflow(e, span)?;
    Ok(el.from_expr(e, Kind::Int))
}

/// The digits, most significant first, weighted by powers of ten.
pub(super) fn number(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let span = args.span;
    let digits = if args.positional.len() == 1 && el.kind(args.get(0).0).is_some() {
        vec![(args.get(0).0.clone(), span)]
    } else {
        el.aggregate(&mut args)?.into_iter().map(|i| (i.value, i.span)).collect()
    };
    let mut terms: Vec<(i64, ExprId)> = Vec::with_capacity(digits.len());
    let mut weight = Some(1i64);
    for (digit, at) in digits.iter().rev() {
        let e = el.number(digit, *at)?;
        let k = el.overflow(weight.ok_or(Overflow), span)?;
        terms.push((k, e));
        weight = k.checked_mul(10);
    }
    let e = el.model.pool.linear(terms, 0);
    let e = el.overflow(e, span)?;
    Ok(el.from_expr(e, Kind::Int))
}
