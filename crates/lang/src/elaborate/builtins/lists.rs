//! Functions on lists.

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::value::{Args, Key};
use crate::elaborate::{Elaborator, Value};
use sator_base::source::Span;
use sator_model::{ExprId, Kind, Node};
use std::cmp::Ordering;
use std::sync::Arc;

fn only_list(el: &Elaborator, args: &Args) -> Result<Arc<[Value]>> {
    let (value, span) = args.get(0);
    el.list(value, span)
}

pub(super) fn size(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let (Value::Str(s), _) = args.get(0) {
        return Ok(Value::Int(s.chars().count() as i64));
    }
    Ok(Value::Int(only_list(el, &args)?.len() as i64))
}

/// Compares cells and tuples of cells by place, other elements by known equality.
pub(super) fn contains(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let ((holder, _), (Value::Cell(cell), _)) = (args.get(0), args.get(1))
        && let Some(inside) = el.holds_place(holder, *cell)
    {
        return Ok(Value::Bool(inside));
    }
    let list = only_list(el, &args)?;
    let (wanted, span) = args.get(1);
    for item in list.iter() {
        let is_same = same(el, item, wanted, span).map_err(|mut error| {
            if matches!((item, wanted), (Value::Cell(_), Value::Int(_))) {
                error.help = Some("`contains` is about places; for a value write `5 in r1`".into());
            }
            error
        })?;
        if is_same {
            return Ok(Value::Bool(true));
        }
    }
    Ok(Value::Bool(false))
}

/// The positions of elements that equal the value or, as lists and regions, contain it.
pub(super) fn positions(el: &mut Elaborator, args: Args) -> Result<Value> {
    let list = only_list(el, &args)?;
    let (wanted, span) = args.get(1);
    let mut key = Key::new();
    let written = wanted
        .write_key(&mut key, &el.limits)
        .map_err(|reason| crate::diagnostic::Diagnostic::stopped(reason, span))?;
    let known = written && !matches!(wanted, Value::Expr(..) | Value::Quotient(_));
    match el.index_of(&list, span)?.filter(|_| known) {
        Some(index) => Ok(index.get(&key).map_or_else(|| Value::list([]), |places| Value::List(places.clone()))),
        None => fail(
            Diagnostic::at(Code::NotKnown, span, "`positions` compares places or known values")
                .help("compare unknown values one by one: `l[k] = v`"),
        ),
    }
}

fn same(el: &mut Elaborator, a: &Value, b: &Value, span: Span) -> Result<bool> {
    el.step(span)?;
    match (a, b) {
        (Value::Cell(x), Value::Cell(y)) => Ok(x == y),
        (Value::Cell(_), Value::None) | (Value::None, Value::Cell(_)) => Ok(false),
        (Value::Tuple(x), Value::Tuple(y)) => {
            let mut all = x.len() == y.len();
            for (a, b) in x.iter().zip(y.iter()) {
                all = all && same(el, a, b, span)?;
            }
            Ok(all)
        }
        (Value::Region(r, x), Value::Region(s, y)) => Ok(x == y && Arc::ptr_eq(r, s)),
        (Value::Cell(_), _) => el.wrong_type("a cell", b, span),
        _ => {
            let e = el.equal(a, b, span)?;
            match el.model.pool.constant(e) {
                Some(k) => Ok(k != 0),
                None => fail(
                    Diagnostic::at(Code::NotKnown, span, "`contains` compares places or known values")
                        .help("for a condition on unknown values write `v in l`"),
                ),
            }
        }
    }
}

/// The elements of nested lists, from the outside in.
pub(super) fn flatten(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    let mut flat = Vec::new();
    // The deepest list on top. A list is nested 500 deep at most, as `let` checks.
    let mut open = vec![(el.list(value, span)?, 0)];
    while let Some((list, at)) = open.last_mut() {
        let Some(item) = list.get(*at).cloned() else {
            open.pop();
            continue;
        };
        *at += 1;
        el.step(span)?;
        match &item {
            Value::Tuple(items) => open.push((items.clone(), 0)),
            other if el.if_list(other).is_some() => open.push((el.list(other, span)?, 0)),
            _ => flat.push(item),
        }
    }
    el.room_for::<Value>(flat.len(), span)?;
    Ok(Value::List(flat.into()))
}

pub(super) fn reverse(el: &mut Elaborator, args: Args) -> Result<Value> {
    if let (Value::Str(word), _) = args.get(0) {
        return Ok(Value::str(&word.chars().rev().collect::<String>()));
    }
    Ok(Value::list(only_list(el, &args)?.iter().rev().cloned()))
}

/// A fraction in lowest terms with a positive denominator.
#[derive(PartialEq, Eq)]
struct Ratio(i64, i64);

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        (i128::from(self.0) * i128::from(other.1)).cmp(&(i128::from(other.0) * i128::from(self.1)))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The sort key of a known element.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SortKey {
    Number(Ratio),
    /// An enum and a position in it.
    Enum(usize, u32),
    Word(Arc<str>),
    Place(u32),
    List(Vec<SortKey>),
}

fn sort_key(el: &Elaborator, value: &Value, span: Span) -> Result<SortKey> {
    el.step(span)?;
    Ok(match value {
        Value::Cell(cell) => SortKey::Place(cell.0),
        Value::Tuple(parts) | Value::List(parts) => {
            SortKey::List(parts.iter().map(|part| sort_key(el, part, span)).collect::<Result<_>>()?)
        }
        Value::Fraction(num, den) => SortKey::Number(Ratio(*num, *den)),
        Value::Enum(id, at) => SortKey::Enum(id.index(), *at),
        Value::Str(word) => SortKey::Word(word.clone()),
        number => SortKey::Number(Ratio(el.known_int(number, span)?, 1)),
    })
}

/// The values in increasing order.
pub(super) fn sorted(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (_, span) = args.get(0);
    let list = only_list(el, &args)?;
    let is_unknown = |value: &Value| match value {
        Value::Cell(cell) => el.model.unknown_at(*cell).is_some(),
        value => matches!(value, Value::Expr(..) | Value::Quotient(_) | Value::Wide(_)),
    };
    if list.iter().any(is_unknown) {
        return sort_unknowns(el, &list, span);
    }
    let mut keyed = Vec::with_capacity(list.len());
    for value in list.iter() {
        keyed.push((sort_key(el, value, span)?, value.clone()));
    }
    keyed.sort_by(|a, b| a.0.cmp(&b.0));
    // A known condition sorts as 1 or 0.
    let plain = |value: Value| if let Value::Bool(b) = value { Value::Int(b as i64) } else { value };
    Ok(Value::list(keyed.into_iter().map(|(_, value)| plain(value))))
}

/// A sorting network: Batcher's odd-even merge sort (1968), whose comparators are pairs of minimum and maximum.
fn sort_unknowns(el: &mut Elaborator, list: &[Value], span: Span) -> Result<Value> {
    let kind = list.iter().find_map(|value| el.kind(value).filter(|kind| matches!(kind, Kind::Enum(_))));
    if kind.is_some() && list.iter().any(|value| el.kind(value) != kind) {
        let error = Diagnostic::at(Code::Type, span, "values of different kinds have no order");
        return fail(error.help("sort numbers, or values of one enum"));
    }
    let (mut values, scale) = if kind.is_some() {
        (list.iter().map(|value| el.enum_position(value, span)).collect::<Result<Vec<ExprId>>>()?, 1)
    } else {
        el.scaled_alike(list.iter().map(|value| (value, span)), span)?
    };
    let n = values.len();
    let mut merged = 1;
    while merged < n {
        let mut distance = merged;
        while distance > 0 {
            for first in (distance % merged..n.saturating_sub(distance)).step_by(2 * distance) {
                for a in first..(first + distance).min(n - distance) {
                    let b = a + distance;
                    if a / (2 * merged) == b / (2 * merged) {
                        el.step(span)?;
                        let pair = [values[a], values[b]];
                        (values[a], values[b]) = (el.model.pool.min(&pair), el.model.pool.max(&pair));
                    }
                }
            }
            distance /= 2;
        }
        merged *= 2;
    }
    if scale > 1 {
        let values = values.into_iter().map(|e| el.over_scale(e, scale, span)).collect::<Result<Vec<_>>>()?;
        return Ok(Value::list(values));
    }
    let kind = kind.unwrap_or(Kind::Int);
    Ok(Value::list(values.into_iter().map(|e| el.expr_as_value(e, kind))))
}

pub(super) fn first(el: &mut Elaborator, args: Args) -> Result<Value> {
    Ok(only_list(el, &args)?.first().cloned().unwrap_or(Value::None))
}

pub(super) fn last(el: &mut Elaborator, args: Args) -> Result<Value> {
    Ok(only_list(el, &args)?.last().cloned().unwrap_or(Value::None))
}

pub(super) fn zip(el: &mut Elaborator, args: Args) -> Result<Value> {
    let lists = args.positional.iter().map(|(v, s)| el.list(v, *s)).collect::<Result<Vec<_>>>()?;
    let shortest = lists.iter().map(|l| l.len()).min().unwrap_or(0);
    let tuples = (0..shortest).map(|i| Value::tuple(lists.iter().map(|l| l[i].clone())));
    Ok(Value::list(tuples))
}

/// `windows(line, 3)`: the runs of neighbours in a list.
pub(super) fn windows(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (line, span) = args.get(0);
    if el.as_block(line).is_some_and(|block| block.height > 1 && block.width > 1) {
        let error = el.wrong("a list or a line", line, span);
        return fail(error.help("the windows of a grid have a height and a width: `windows(x, 2, 3)`"));
    }
    let (list, size) = (el.list(line, span)?, el.need_size(&args, 1)? as usize);
    el.tick_many(list.len().saturating_mul(size.min(list.len())), args.span)?;
    Ok(Value::list(list.windows(size).map(|window| Value::List(window.into()))))
}

pub(super) fn pairs(el: &mut Elaborator, args: Args) -> Result<Value> {
    let list = only_list(el, &args)?;
    Ok(Value::list(list.windows(2).map(|w| Value::tuple(w.iter().cloned()))))
}

pub(super) fn all_pairs(el: &mut Elaborator, args: Args) -> Result<Value> {
    let list = only_list(el, &args)?;
    let mut tuples = Vec::new();
    for (i, a) in list.iter().enumerate() {
        for b in &list[i + 1..] {
            el.step(args.span)?;
            tuples.push(Value::tuple([a.clone(), b.clone()]));
        }
    }
    Ok(Value::List(tuples.into()))
}

pub(super) fn label(el: &mut Elaborator, args: Args) -> Result<Value> {
    match args.get(0) {
        (Value::Region(regions, at), _) => {
            let label = &regions.labels[*at];
            Ok(label.parse().map_or_else(|_| Value::Str(label.clone()), Value::Int))
        }
        (other @ Value::List(_), span) => {
            let error = el.wrong("a region", other, span);
            fail(error.help("sator chooses how to search: leave it out, and ask with `solve`"))
        }
        (other, span) => el.wrong_type("a region", other, span),
    }
}

/// Accepts one element where a list is expected: a cell or a list of cells, a clue `3` or `3,1`.
pub(super) fn list(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    Ok(match value {
        Value::None => Value::list([]),
        Value::Tuple(items) => Value::List(items.clone()),
        _ if el.if_list(value).is_some() => Value::List(el.list(value, span)?),
        single => Value::list([single.clone()]),
    })
}

/// The argument of a rule about cells: one or more cells or other unknowns. A single value computed from unknowns is an
/// error, because a call without its brackets looks like that; in a list such a value is allowed.
pub(super) fn unknowns(el: &mut Elaborator, args: Args) -> Result<Value> {
    let (value, span) = args.get(0);
    let items = match value {
        Value::Cell(_) => return Ok(Value::list([value.clone()])),
        Value::Tuple(items) => items.clone(),
        other => match el.if_list(other) {
            Some(_) => el.list(other, span)?,
            None if is_unknown(el, other) => return Ok(Value::list([other.clone()])),
            None => return not_cells(el, other, span),
        },
    };
    // In a written list of values each value is meant.
    let single = |v: &&Value| {
        !v.is_fraction() && !matches!(v, Value::Cell(_) | Value::Int(_) | Value::Bool(_) | Value::Expr(..))
    };
    match items.iter().find(single) {
        Some(odd) => not_cells(el, odd, span),
        None => Ok(Value::List(items)),
    }
}

/// Whether the value is an unknown itself, not an expression of unknowns.
fn is_unknown(el: &Elaborator, value: &Value) -> bool {
    matches!(value, Value::Expr(e, _) if matches!(el.model.pool.node(*e), Node::IntVar(_) | Node::BoolVar(_)))
}

fn not_cells<T>(el: &Elaborator, found: &Value, span: Span) -> Result<T> {
    let error = el.wrong("cells", found, span);
    fail(error.help("a line of cells is `r1c1..r1c3`, several cells are a list: `[r1c1, r1c2]`"))
}
