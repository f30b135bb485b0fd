//! Shapes: sorted lists of `(row, column)`, moved to the top left corner, so that equal shapes are equal lists.

use super::Args;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::elaborate::{Elaborator, Value};

type Places = Vec<(i64, i64)>;

/// The shape of the argument: cells, or tuples of row and column.
fn shape_of(el: &Elaborator, args: &Args) -> Result<Places> {
    let (value, span) = args.get(0);
    let list = el.list(value, span)?;
    let mut places = Vec::with_capacity(list.len());
    for item in list.iter() {
        el.step(span)?;
        places.push(match item {
            Value::Cell(cell) => {
                let (row, col) = el.model.position(*cell);
                (row as i64, col as i64)
            }
            Value::Tuple(pair) if pair.len() == 2 => {
                let (row, col) = (el.known_int(&pair[0], span)?, el.known_int(&pair[1], span)?);
                if row.abs().max(col.abs()) > 1 << 40 {
                    return fail(Diagnostic::at(Code::Overflow, span, "a shape has no cells that far away"));
                }
                (row, col)
            }
            other => return el.wrong_type("cells, or tuples `(row, column)`", other, span),
        });
    }
    Ok(at_corner(places))
}

fn at_corner(mut places: Places) -> Places {
    let (top, left) = (places.iter().map(|p| p.0).min(), places.iter().map(|p| p.1).min());
    for (row, col) in &mut places {
        *row -= top.unwrap_or(0) - 1;
        *col -= left.unwrap_or(0) - 1;
    }
    places.sort_unstable();
    places.dedup();
    places
}

fn turn(shape: &Places) -> Places {
    at_corner(shape.iter().map(|&(row, col)| (col, -row)).collect())
}

fn mirror(shape: &Places) -> Places {
    at_corner(shape.iter().map(|&(row, col)| (row, -col)).collect())
}

fn as_value(shape: Places) -> Value {
    Value::list(shape.into_iter().map(|(row, col)| Value::tuple([Value::Int(row), Value::Int(col)])))
}

pub(super) fn shape(el: &mut Elaborator, args: Args) -> Result<Value> {
    Ok(as_value(shape_of(el, &args)?))
}

pub(super) fn turned(el: &mut Elaborator, args: Args) -> Result<Value> {
    Ok(as_value(turn(&shape_of(el, &args)?)))
}

pub(super) fn mirrored(el: &mut Elaborator, args: Args) -> Result<Value> {
    Ok(as_value(mirror(&shape_of(el, &args)?)))
}

/// The four turns of a shape and of its mirror image, each once.
pub(super) fn shapes(el: &mut Elaborator, args: Args) -> Result<Value> {
    let mut found: Vec<Places> = Vec::new();
    let mut next = shape_of(el, &args)?;
    for _ in 0..4 {
        el.tick_many(next.len(), args.span)?;
        for shape in [next.clone(), mirror(&next)] {
            if !found.contains(&shape) {
                found.push(shape);
            }
        }
        next = turn(&next);
    }
    Ok(Value::list(found.into_iter().map(as_value)))
}
