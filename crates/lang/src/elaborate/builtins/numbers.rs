//! Functions on numbers.

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::value::Args;
use crate::elaborate::wide::number_of_any_size;
use crate::elaborate::{Elaborator, Value};
use sator_base::source::Span;
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
    if let ((Value::Str(word), at), []) = (args.get(0), &args.named[..])
        && args.positional.len() == 1
    {
        return match word.parse() {
            Ok(number) => Ok(Value::Int(number)),
            Err(_) => fail(
                Diagnostic::at(Code::Type, at, format!("the word \"{word}\" is no whole number"))
                    .help("a word of digits is a number: `number(\"17\")`"),
            ),
        };
    }
    let base = match args.named("base") {
        None => 10,
        Some((value, at)) => {
            let base = el.known_int(&value.clone(), at)?;
            if base < 2 {
                return fail(Diagnostic::at(Code::Domain, at, format!("the base is {base}, the least is 2")));
            }
            base
        }
    };
    let digits = if args.positional.len() == 1 && el.kind(args.get(0).0).is_some() {
        vec![(args.get(0).0.clone(), span)]
    } else {
        el.aggregate(&mut args)?.into_iter().map(|i| (i.value, i.span)).collect()
    };
    let mut parts = Vec::with_capacity(digits.len());
    let mut weight = Some(1i128);
    for (digit, at) in digits.iter().rev() {
        let k = el.overflow(weight.ok_or(Overflow), span)?;
        parts.push((k, digit, *at));
        weight = k.checked_mul(base.into());
    }
    el.sum_of_any_size(&parts, span)
}

/// Divisors that are tried one by one; larger numbers take the steps of Euclid's algorithm.
const MOST_DIVISORS: i64 = 1_000;

/// The greatest common divisor; 0 if both are 0. Of small unknowns it is the largest number that divides both, because
/// the multiples of a known number are a set of values.
pub(super) fn gcd(el: &mut Elaborator, args: Args) -> Result<Value> {
    let span = args.span;
    let (a, b) = (el.number(args.get(0).0, args.get(0).1)?, el.number(args.get(1).0, args.get(1).1)?);
    let mut parts = [a, b];
    for part in &mut parts {
        let positive = el.model.pool.abs(*part);
        *part = el.overflow(positive, span)?;
    }
    let [a, b] = parts;
    let most = el.model.pool.bounds(a).1.max(el.model.pool.bounds(b).1);
    let result = match most {
        ..=MOST_DIVISORS => largest_divisor(el, [a, b], most, span)?,
        _ => euclid(el, [a, b], most, span)?,
    };
    // The conditions on an undefined argument are false, and would leave a result.
    let defined = parts.map(|part| el.model.pool.defined(part));
    let defined = el.model.pool.and(defined);
    let result = el.model.pool.only_where(result, defined);
    let result = el.overflow(result, span)?;
    Ok(el.expr_as_value(result, Kind::Int))
}

fn largest_divisor(el: &mut Elaborator, [a, b]: [ExprId; 2], most: i64, span: Span) -> Result<ExprId> {
    let mut options = vec![el.model.pool.int(0)];
    let zero = el.model.pool.int(0);
    let mut none = vec![];
    for e in [a, b] {
        let is_zero = el.model.pool.eq(e, zero);
        none.push(el.overflow(is_zero, span)?);
    }
    // Every number divides two zeros.
    let both_zero = el.model.pool.and(none);
    let not_both = el.model.pool.not(both_zero);
    for divisor in 1..=most {
        el.step(span)?;
        let k = el.model.pool.int(divisor);
        let mut divides = vec![not_both];
        for e in [a, b] {
            let rest = el.model.pool.modulo(e, k);
            let rest = el.overflow(rest, span)?;
            let even = el.model.pool.eq(rest, zero);
            divides.push(el.overflow(even, span)?);
        }
        let divides = el.model.pool.and(divides);
        options.push(el.model.pool.ite(divides, k, zero));
    }
    Ok(el.model.pool.max(&options))
}

/// `gcd(a, b) = gcd(b, a mod b)` until the rest is 0. Fibonacci numbers take the most steps (Lamé 1844).
fn euclid(el: &mut Elaborator, [mut a, mut b]: [ExprId; 2], most: i64, span: Span) -> Result<ExprId> {
    let (zero, one) = (el.model.pool.int(0), el.model.pool.int(1));
    let mut fibonacci = (1u64, 1u64);
    while fibonacci.0 <= most.unsigned_abs() {
        el.step(span)?;
        fibonacci = (fibonacci.1, fibonacci.0.saturating_add(fibonacci.1));
        if el.model.pool.constant(b) == Some(0) {
            break;
        }
        let done = el.model.pool.eq(b, zero);
        let done = el.overflow(done, span)?;
        let divisor = el.model.pool.ite(done, one, b);
        let rest = el.model.pool.modulo(a, divisor);
        let rest = el.overflow(rest, span)?;
        (a, b) = (el.model.pool.ite(done, a, b), el.model.pool.ite(done, zero, rest));
    }
    Ok(a)
}

/// A power with a known exponent.
pub(super) fn power(el: &mut Elaborator, args: Args) -> Result<Value> {
    let ((base, base_span), (exponent, at)) = (args.get(0), args.get(1));
    let exponent = match el.if_known_int(exponent) {
        Some(k @ 0..) => k,
        Some(k) => {
            let message = format!("the exponent is {k}, the least is 0");
            return fail(Diagnostic::at(Code::Domain, at, message).help("a fraction is written `1 / power(a, 2)`"));
        }
        None => {
            let error = el.wrong("a known exponent", exponent, at);
            return fail(error.help("the powers of a known number are a list: `[power(2, k) for k in 0..9][e + 1]`"));
        }
    };
    if base.is_fraction() {
        return el.fraction_power(base, exponent, args.span);
    }
    let base = el.number(base, base_span)?;
    // The powers of -1, 0 and 1 repeat.
    let exponent = match el.model.pool.bounds(base) {
        (-1.., ..=1) if exponent > 2 => 2 - exponent % 2,
        _ => exponent,
    };
    if let Some(known) = el.model.pool.constant(base) {
        let power = u32::try_from(exponent).ok().and_then(|exponent| i128::from(known).checked_pow(exponent));
        let power = power.and_then(number_of_any_size).ok_or(Overflow);
        return el.overflow(power, args.span);
    }
    let result = match exponent {
        // `0 * base + 1` is undefined with the base.
        0 => {
            let one = el.model.pool.linear([(0, base)], 1);
            el.overflow(one, args.span)?
        }
        k => raised(el, base, k, args.span)?,
    };
    Ok(el.expr_as_value(result, Kind::Int))
}

/// A positive power, by squares: an even one is never negative.
fn raised(el: &mut Elaborator, base: ExprId, exponent: i64, span: Span) -> Result<ExprId> {
    if exponent == 1 {
        return Ok(base);
    }
    let half = raised(el, base, exponent / 2, span)?;
    let square = el.model.pool.mul(half, half);
    let square = el.overflow(square, span)?;
    if exponent % 2 == 0 {
        return Ok(square);
    }
    let product = el.model.pool.mul(square, base);
    el.overflow(product, span)
}

/// Squares up to the largest value are listed; there can't be more of them.
const MOST_SQUARES: i64 = 1_000_000;

/// Whether a number is a square.
pub(super) fn is_square(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    if let Value::Fraction(..) = value {
        return Ok(Value::Bool(false));
    }
    let e = el.number(value, span)?;
    let (_, most) = el.model.pool.bounds(e);
    let root = if most < 0 { -1 } else { most.isqrt() };
    if let Some(k) = el.model.pool.constant(e) {
        return Ok(Value::Bool(k >= 0 && root * root == k));
    }
    if root > MOST_SQUARES {
        let message = format!("this number can be up to {most}, beyond the square of {MOST_SQUARES}");
        return fail(
            Diagnostic::at(Code::TooLarge, span, message).help("name its root: `var k in 0..5000000; n = k * k`"),
        );
    }
    el.tick_many((root + 1) as usize, span)?;
    let squares = Domain::from_values((0..=root).map(|k| k * k));
    let e = el.model.pool.member(e, &squares);
    Ok(el.condition_as_value(e))
}

/// The largest number up to which primes are listed.
const MOST_FOR_PRIMES: i64 = 10_000_000;

/// The primes up to a number, by the sieve of Eratosthenes.
pub(super) fn primes(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    let most = el.known_int(value, span)?;
    if most > MOST_FOR_PRIMES {
        let message = format!("primes are listed up to {MOST_FOR_PRIMES}, not {most}");
        return fail(Diagnostic::at(Code::TooLarge, span, message));
    }
    let size = most.max(1) as usize + 1;
    el.room_for::<Value>(size, span)?;
    el.tick_many(size, span)?;
    let mut composite = vec![false; size];
    let mut found = vec![];
    for k in 2..size {
        if composite[k] {
            continue;
        }
        found.push(Value::Int(k as i64));
        (k * k..size).step_by(k).for_each(|multiple| composite[multiple] = true);
    }
    Ok(Value::Set(found.into()))
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
        _ if value.is_fraction() => return fractions_up_to_bounds(el, value, span),
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

/// The multiples of a fraction's unit within its bounds.
fn fractions_up_to_bounds(el: &mut Elaborator, value: &Value, span: Span) -> Result<Value> {
    let (e, scale) = el.scaled(value, span)?;
    let (low, high) = el.model.pool.bounds(e);
    let size = usize::try_from(high.saturating_sub(low)).unwrap_or(usize::MAX).saturating_add(1);
    el.room_for::<Value>(size, span)?;
    el.tick_many(size, span)?;
    let mut all = vec![];
    for num in low..=high {
        let num = el.model.pool.int(num);
        all.push(el.over_scale(num, scale, span)?);
    }
    Ok(Value::Set(all.into()))
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
