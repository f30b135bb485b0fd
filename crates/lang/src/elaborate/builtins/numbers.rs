//! Functions on numbers.

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::value::Args;
use crate::elaborate::{Elaborator, Value};
use sator_model::{Domain, ExprId, Kind, Node, Overflow};

pub(super) fn abs(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    if value.is_fraction() {
        return el.absolute_fraction(value, span);
    }
    let e = el.number(value, span)?;
    let e = el.model.pool.abs(e);
    let e = el.overflow(e, span)?;
    Ok(el.expr_as_value(e, Kind::Int))
}

/// The value of digits, the most significant first.
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
    Ok(el.expr_as_value(e, Kind::Int))
}

/// The possible values of an expression, by its domain or bounds.
pub(super) fn domain(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    let grid = match value {
        Value::Cell(cell) => Some(el.model.grid_of(*cell)),
        _ => el.as_block(value).map(|b| b.grid),
    };
    if let Some(grid) = grid {
        let grid = el.model.grid(grid);
        return match &grid.content {
            Some((kind, domain)) => Ok(values(el, *kind, domain)),
            None => fail(Diagnostic::at(Code::Type, span, format!("grid {} holds no values", grid.name))),
        };
    }
    let (e, kind) = match value {
        Value::Enum(..) => return Ok(Value::list([value.clone()])),
        Value::Expr(e, kind) => (*e, *kind),
        other => (el.number(other, span)?, Kind::Int),
    };
    Ok(match el.model.pool.node(e) {
        Node::IntVar(u) | Node::BoolVar(u) => values(el, kind, &el.model.unknown(*u).domain),
        _ => {
            let (low, high) = el.model.pool.bounds(e);
            values(el, kind, &Domain::range(low, high))
        }
    })
}

fn values(el: &Elaborator, kind: Kind, domain: &Domain) -> Value {
    match kind {
        Kind::Int => match domain.ranges() {
            [(a, b)] => Value::Range(*a, *b),
            _ => Value::Set(domain.iter().map(Value::Int).collect()),
        },
        Kind::Bool => Value::Set(domain.iter().map(|v| Value::Bool(v != 0)).collect()),
        Kind::Enum(id) => Value::Set(domain.iter().map(|v| el.enum_at(id, v)).collect()),
    }
}
