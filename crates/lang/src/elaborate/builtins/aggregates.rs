//! Functions over the elements of a list or the items of a generator.

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::value::{Args, Item};
use crate::elaborate::{Elaborator, Value};
use sator_base::source::Span;
use sator_model::node::TRUE;
use sator_model::{ExprId, Kind, Overflow};

pub(super) fn all(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let conditions = implied(el, &mut args)?;
    let e = el.model.pool.and(conditions);
    Ok(el.condition_as_value(e))
}

/// The conditions of a list given as a whole.
fn listed(el: &mut Elaborator, args: &Args) -> Result<Option<Vec<ExprId>>> {
    let (None, [(only, span)]) = (&args.items, &args.positional[..]) else { return Ok(None) };
    let list = el.list(only, *span)?;
    list.iter().map(|value| el.condition(value, *span)).collect::<Result<_>>().map(Some)
}

/// `guard => condition` for each item.
fn implied(el: &mut Elaborator, args: &mut Args) -> Result<Vec<ExprId>> {
    if let Some(conditions) = listed(el, args)? {
        return Ok(conditions);
    }
    let items = el.aggregate(args)?;
    let mut conditions = Vec::with_capacity(items.len());
    for item in items {
        let p = el.condition(&item.value, item.span)?;
        conditions.push(el.model.pool.implies(item.guard, p));
    }
    Ok(conditions)
}

/// `guard and condition` for each item.
fn holding(el: &mut Elaborator, args: &mut Args, turns: bool) -> Result<Vec<ExprId>> {
    if let Some(conditions) = listed(el, args)? {
        return Ok(conditions);
    }
    let items = el.aggregate(args)?;
    let mut conditions = Vec::with_capacity(items.len());
    for item in items {
        let p = if turns && counts_itself(el, &item) { TRUE } else { el.condition(&item.value, item.span)? };
        conditions.push(el.model.pool.and([item.guard, p]));
    }
    Ok(conditions)
}

/// Whether an item of `count` stands for its turn instead of a condition. That is a lone loop variable if it is a place
/// without a yes/no, or if the filter of the turns is undecided.
fn counts_itself(el: &Elaborator, item: &Item) -> bool {
    item.bare && (item.guard != TRUE || el.kind(&item.value) != Some(Kind::Bool))
}

pub(super) fn any(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let conditions = holding(el, &mut args, false)?;
    let e = el.model.pool.or(conditions);
    Ok(el.condition_as_value(e))
}

pub(super) fn none(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let conditions = holding(el, &mut args, false)?;
    let some = el.model.pool.or(conditions);
    let e = el.model.pool.not(some);
    Ok(el.condition_as_value(e))
}

pub(super) fn count(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let conditions = holding(el, &mut args, true)?;
    let terms: Vec<(i64, ExprId)> = conditions.into_iter().map(|c| (1, el.model.pool.from_bool(c))).collect();
    let e = el.model.pool.linear(terms, 0);
    let e = el.overflow(e, args.span)?;
    Ok(el.expr_as_value(e, Kind::Int))
}

/// Whether an item can be a fraction.
fn has_fraction(items: &[Item]) -> bool {
    items.iter().any(|item| item.value.is_fraction())
}

/// An element as a number; the error for a list of lists.
fn number_of(el: &mut Elaborator, item: &Item, args: &Args) -> Result<ExprId> {
    let nested = matches!(item.value, Value::List(_) | Value::Keyed(_)) && args.positional.len() == 1;
    if nested {
        let help = format!("for the elements of all lists in it write `flatten({})`", el.sources.slice(item.span));
        return fail(el.wrong("numbers", &item.value, item.span).help(help));
    }
    el.number(&item.value, item.span)
}

pub(super) fn sum(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let items = el.aggregate(&mut args)?;
    if has_fraction(&items) {
        return el.sum_of_fractions(&items, args.span);
    }
    let wide = items.iter().any(|item| matches!(item.value, Value::Wide(_)));
    if wide && items.iter().all(|item| item.guard == TRUE) {
        let parts: Vec<_> = items.iter().map(|item| (1, &item.value, item.span)).collect();
        return el.sum_of_any_size(&parts, args.span);
    }
    let mut terms = Vec::with_capacity(items.len());
    for item in items {
        let e = number_of(el, &item, &args)?;
        terms.push(match (item.guard, el.model.pool.constant(e)) {
            (TRUE, _) => (1, e),
            (guard, Some(k)) => (k, el.model.pool.from_bool(guard)),
            (guard, None) => {
                let zero = el.model.pool.int(0);
                (1, el.model.pool.ite(guard, e, zero))
            }
        });
    }
    if let Ok(e) = el.model.pool.linear(terms.iter().copied(), 0) {
        return Ok(el.expr_as_value(e, Kind::Int));
    }
    let values: Vec<Value> = terms.iter().map(|&(_, e)| el.expr_as_value(e, Kind::Int)).collect();
    let parts: Vec<_> = terms.iter().zip(&values).map(|(&(k, _), value)| (k.into(), value, args.span)).collect();
    el.sum_of_any_size(&parts, args.span)
}

pub(super) fn product(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let span = args.span;
    let items = el.aggregate(&mut args)?;
    if has_fraction(&items) {
        return el.product_of_fractions(&items, span);
    }
    let one = el.model.pool.int(1);
    let mut e = one;
    for item in items {
        el.step(span)?;
        let factor = number_of(el, &item, &args)?;
        let factor = el.model.pool.ite(item.guard, factor, one);
        let product = el.model.pool.mul(e, factor);
        e = el.overflow(product, span)?;
    }
    Ok(el.expr_as_value(e, Kind::Int))
}

pub(super) fn min(el: &mut Elaborator, args: Args) -> Result<Value> {
    extreme(el, args, false)
}

pub(super) fn max(el: &mut Elaborator, args: Args) -> Result<Value> {
    extreme(el, args, true)
}

fn extreme(el: &mut Elaborator, mut args: Args, largest: bool) -> Result<Value> {
    let span = args.span;
    let items = el.aggregate(&mut args)?;
    if has_fraction(&items) {
        return el.extreme_fraction(&items, largest, span);
    }
    let mut list = Vec::with_capacity(items.len());
    for item in &items {
        list.push(number_of(el, item, &args)?);
    }
    if list.is_empty() {
        return fail(Diagnostic::at(
            Code::Type,
            span,
            format!("an empty list has no {}", if largest { "max" } else { "min" }),
        ));
    }
    let some = el.model.pool.or(items.iter().map(|item| item.guard));
    // Items that don't count get the bound farthest from the extreme.
    let bounds = list.iter().map(|&e| el.model.pool.bounds(e));
    let far = if largest { bounds.map(|b| b.0).min() } else { bounds.map(|b| b.1).max() };
    let far = el.model.pool.int(far.unwrap_or(0));
    for (e, item) in list.iter_mut().zip(&items) {
        *e = el.model.pool.ite(item.guard, *e, far);
    }
    let e = if largest { el.model.pool.max(&list) } else { el.model.pool.min(&list) };
    // The extreme of no items is undefined.
    let e = el.model.pool.only_where(e, some);
    let e = el.overflow(e, span)?;
    Ok(el.expr_as_value(e, Kind::Int))
}

/// Warns where `distinct` is about all rows or regions: most who write `distinct(rows(x))` mean the values in each row.
fn warn_of_lines(el: &mut Elaborator, items: &[Item], span: Span) {
    let text = el.sources.slice(span);
    let is_call = ["rows(", "cols(", "boxes("].iter().any(|call| text.contains(call)) && items.iter().all(is_list);
    let is_regions = items.len() > 1 && items.iter().all(|item| matches!(item.value, Value::Region(..)));
    if (is_call || is_regions) && !el.sources.is_library(span) {
        let message = "this compares whole lines or regions: no two of them are alike";
        let help = "for the values in each of them write `for l in rows(x) { distinct(l) }`";
        el.warn(Diagnostic::warning(Code::RegionsByValue, span, message).help(help));
    }
}

fn is_list(item: &Item) -> bool {
    matches!(item.value, Value::List(_))
}

pub(super) fn distinct(el: &mut Elaborator, mut args: Args) -> Result<Value> {
    let except = match args.named("except") {
        None => vec![],
        Some((value, _)) if matches!(value, Value::Int(_)) => vec![value.clone()],
        Some((value, span)) => el.list(&value.clone(), span)?.to_vec(),
    };
    let except_span = args.named("except").map_or(args.span, |(_, s)| s);
    let items = el.aggregate(&mut args)?;
    warn_of_lines(el, &items, args.span);
    let kinds: Vec<Option<Kind>> = items.iter().map(|i| el.kind(&i.value)).collect();
    let filtered = items.iter().any(|item| item.guard != TRUE);
    if kinds.iter().all(|k| matches!(k, Some(Kind::Int))) && items.iter().all(|item| el.has_scale(&item.value)) {
        let (mut list, scale) = el.scaled_alike(items.iter().map(|i| (&i.value, i.span)), args.span)?;
        let mut except = exceptions(el, &except, except_span, scale)?;
        if filtered {
            // Items that don't count share one more value, which can repeat.
            let most = list.iter().map(|&e| el.model.pool.bounds(e).1).chain(except.iter().copied()).max();
            let Some(out) = most.unwrap_or(0).checked_add(1) else {
                return el.overflow(Err(Overflow), args.span);
            };
            except.push(out);
            let out = el.model.pool.int(out);
            for (e, item) in list.iter_mut().zip(&items) {
                *e = el.model.pool.ite(item.guard, *e, out);
            }
        }
        let e = el.model.pool.all_different(&list, &except);
        return Ok(el.condition_as_value(e));
    }
    if !filtered
        && except.is_empty()
        && let Some(Some(Kind::Enum(id))) = kinds.first()
        && kinds.iter().all(|k| *k == Some(Kind::Enum(*id)))
    {
        let list = items.iter().map(|i| el.enum_position(&i.value, i.span)).collect::<Result<Vec<_>>>()?;
        let e = el.model.pool.all_different(&list, &[]);
        return Ok(el.condition_as_value(e));
    }
    // Tuples, words, quotients by unknowns and the like: any two differ, or one is an exception.
    let mut parts = Vec::new();
    for (i, a) in items.iter().enumerate() {
        let known = el.where_known([&a.value], TRUE, a.span)?;
        parts.push(el.model.pool.implies(a.guard, known));
        let mut free = el.model.pool.not(a.guard);
        for v in &except {
            let same = el.equal(&a.value, v, except_span)?;
            free = el.model.pool.or([free, same]);
        }
        for b in &items[i + 1..] {
            let same = el.equal(&a.value, &b.value, a.span)?;
            let differ = el.model.pool.not(same);
            let out = el.model.pool.not(b.guard);
            parts.push(el.model.pool.or([free, differ, out]));
        }
    }
    let e = el.model.pool.and(parts);
    Ok(el.condition_as_value(e))
}

/// Exceptions as whole numbers times one over a scale. A fraction that the scale doesn't make whole equals none of the
/// values, so it is left out.
fn exceptions(el: &Elaborator, except: &[Value], span: Span, scale: i64) -> Result<Vec<i64>> {
    let mut scaled = Vec::with_capacity(except.len());
    for value in except {
        let (num, den) =
            if let Value::Fraction(num, den) = value { (*num, *den) } else { (el.known_int(value, span)?, 1) };
        if scale % den == 0 {
            let product = num.checked_mul(scale / den).ok_or(Overflow);
            scaled.push(el.overflow(product, span)?);
        }
    }
    Ok(scaled)
}

pub(super) fn occurs(el: &mut Elaborator, args: Args) -> Result<Value> {
    let ((list, list_span), (value, _)) = (args.get(0), args.get(1));
    let list = el.list(list, list_span)?;
    let mut terms = Vec::with_capacity(list.len());
    for item in list.iter() {
        let same = el.equal(item, value, args.span)?;
        terms.push((1, el.model.pool.from_bool(same)));
    }
    let e = el.model.pool.linear(terms, 0);
    let e = el.overflow(e, args.span)?;
    Ok(el.expr_as_value(e, Kind::Int))
}
