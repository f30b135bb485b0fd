//! `draw bars`: a chart of tasks over time.

use super::super::Elaborator;
use super::super::value::{Args, Value};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use sator_base::source::Span;
use sator_model::chart::{Amount, Bar, Chart, Row};
use sator_model::{Kind, Node, UnknownId};
use std::sync::Arc;

pub(super) fn bars(el: &mut Elaborator, args: Args) -> Result<Value> {
    let starts = amounts(el, args.get(0))?;
    let lengths = match args.get(1) {
        (value, span) if el.if_list(value).is_none() => vec![amount(el, value, span)?; starts.len()],
        list => amounts(el, list)?,
    };
    fits(starts.len(), lengths.len(), "lengths", args.get(1).1)?;
    let labels = match args.named("label") {
        None => vec![None; starts.len()],
        Some((value, span)) => {
            let labels = flat(el, value, span)?;
            fits(starts.len(), labels.len(), "labels", span)?;
            labels.iter().map(|label| el.clue_words(label)).collect()
        }
    };
    let (rows, labels) = match args.named("row") {
        // Without rows of their own, the labels are the names of the rows.
        None => {
            let named = |(k, label): (usize, Option<Arc<str>>)| {
                Row::Known(k as i64, label.unwrap_or_else(|| (k + 1).to_string().into()))
            };
            let rows = labels.into_iter().enumerate().map(named).collect();
            (rows, vec![None; starts.len()])
        }
        Some((value, span)) => {
            let rows = rows(el, &flat(el, value, span)?, span)?;
            fits(starts.len(), rows.len(), "rows", span)?;
            (rows, labels)
        }
    };
    let bars = starts.into_iter().zip(lengths).zip(rows).zip(labels);
    let bars = bars.map(|(((start, length), row), label)| Bar { start, length, row, label }).collect();
    let name = el.drawing_rule().unwrap_or_else(|| "bars".into());
    el.model.charts.push(Chart { name, bars });
    Ok(Value::None)
}

fn fits(starts: usize, given: usize, what: &str, span: Span) -> Result<()> {
    if starts == given {
        return Ok(());
    }
    fail(Diagnostic::at(Code::Type, span, format!("{starts} starts and {given} {what}")).help("each bar needs one"))
}

/// The elements of a list, of its lists and so on.
fn flat(el: &Elaborator, value: &Value, span: Span) -> Result<Vec<Value>> {
    let mut all = Vec::new();
    for item in el.list(value, span)?.iter() {
        el.step(span)?;
        match el.if_list(item) {
            Some(_) => all.extend(flat(el, item, span)?),
            None => all.push(item.clone()),
        }
    }
    Ok(all)
}

fn amounts(el: &mut Elaborator, (value, span): (&Value, Span)) -> Result<Vec<Amount>> {
    flat(el, value, span)?.iter().map(|item| amount(el, item, span)).collect()
}

fn amount(el: &mut Elaborator, value: &Value, span: Span) -> Result<Amount> {
    match (value, unknown(el, value)) {
        (Value::Int(k), _) => Ok(Amount::Known(*k)),
        (_, Some((u, Kind::Int))) => Ok(Amount::Unknown(u)),
        (Value::Expr(..), _) => {
            let error = Diagnostic::at(Code::Type, span, "a bar can't be drawn from an expression of unknowns");
            fail(error.help("give the number a name: `var t in 0..20; t = a + 3`"))
        }
        _ => el.wrong_type("a number for each bar", value, span),
    }
}

fn rows(el: &mut Elaborator, values: &[Value], span: Span) -> Result<Vec<Row>> {
    let mut words: Vec<&str> = Vec::new();
    let mut rows = Vec::with_capacity(values.len());
    for value in values {
        rows.push(match value {
            Value::Int(k) => Row::Known(*k, k.to_string().into()),
            Value::Enum(_, at) => Row::Known(i64::from(*at), el.text_of(value).into()),
            // Words have the order in which they come first.
            Value::Str(word) => {
                let at = words.iter().position(|known| *known == &**word).unwrap_or(words.len());
                if at == words.len() {
                    words.push(word);
                }
                Row::Known(at as i64, word.clone())
            }
            other => match unknown(el, other) {
                Some((u, Kind::Int | Kind::Enum(_))) => Row::Unknown(u),
                _ => return el.wrong_type("a number, a word or an enum value for each row", other, span),
            },
        });
    }
    Ok(rows)
}

/// The unknown that a value is.
fn unknown(el: &mut Elaborator, value: &Value) -> Option<(UnknownId, Kind)> {
    let u = match value {
        Value::Cell(cell) => el.model.unknown_at(*cell)?,
        Value::Expr(e, _) => match el.model.pool.node(*e) {
            Node::IntVar(u) => *u,
            _ => return None,
        },
        _ => return None,
    };
    Some((u, el.model.unknown(u).kind))
}
