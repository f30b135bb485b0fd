//! A report as one JSON object, for programs.

use super::json::{self, Query};
use crate::elaborate::{Elaborator, Value as Known};
use crate::model::{Assignment, Kind};
use crate::session::answer::{Answer, Because, Report};
use crate::session::reason_text;
use crate::solver::engine::Reason;
use serde_json::{Value, json};

/// The object that a question prints; `None` for session commands, which print nothing.
pub fn report_object(elaborator: &Elaborator, report: &Report) -> Option<Value> {
    let model = &elaborator.model;
    let query = Query::new(report.query, report.line);
    let solution = |a: &Assignment| json::solution(model, a);
    let query = match &report.answer {
        Answer::Text(_) => return None,
        Answer::Solution { assignment, .. } => query.with("status", "sat").with("solution", solution(assignment)),
        Answer::None { because } => query.with("status", "unsat").with("because", reasons(because)),
        Answer::Unknown(reason) => with_reason(query.with("status", "unknown"), Some(reason)),
        Answer::Unique { assignment, .. } => {
            query.with("status", "unique").with("solutions", vec![solution(assignment)])
        }
        Answer::Multiple { first, second, .. } => {
            query.with("status", "multiple").with("solutions", vec![solution(first), solution(second)])
        }
        Answer::Count { count, exact, stopped } => with_reason(
            query.with("status", status(stopped, *count > 0)).with("count", *count).with("exact", *exact),
            stopped.as_ref(),
        ),
        Answer::Solutions { list, complete, stopped } => {
            let list: Vec<Value> = list.iter().map(solution).collect();
            let query = query.with("status", status(stopped, !list.is_empty())).with("solutions", list);
            with_reason(query.with("complete", *complete), stopped.as_ref())
        }
        Answer::Candidates { values, stopped } => {
            let cell = |u: crate::model::UnknownId| {
                let kind = model.unknown(u).kind;
                values[u.0 as usize].iter().map(|v| json::value(model, kind, v)).collect()
            };
            with_reason(
                query.with("status", status(stopped, true)).with("cells", json::shaped(model, &cell)),
                stopped.as_ref(),
            )
        }
        Answer::Forced { values, stopped } => {
            let cell = |u: crate::model::UnknownId| {
                values[u.0 as usize].map_or(Value::Null, |v| json::value(model, model.unknown(u).kind, v))
            };
            with_reason(
                query.with("status", status(stopped, true)).with("cells", json::shaped(model, &cell)),
                stopped.as_ref(),
            )
        }
        Answer::Optimum { assignment, value, optimal, stopped } => {
            let query = query.with("status", "sat").with("solution", solution(assignment));
            with_reason(query.with("value", *value).with("optimal", *optimal), stopped.as_ref())
        }
        Answer::Print { values, text } => {
            let values: Vec<Value> = values.iter().map(|v| known(elaborator, v)).collect();
            query.with("values", values).with("text", text.as_str())
        }
        Answer::Show { assignment, .. } => query.with("solution", assignment.as_ref().map_or(Value::Null, solution)),
        Answer::Expect { ok, expected, found, stopped } => {
            let query = query.with("ok", *ok);
            let query =
                if *ok { query } else { query.with("expected", expected.as_str()).with("found", found.as_str()) };
            with_reason(query, stopped.as_ref())
        }
        Answer::Compare { question, runs, agree } => {
            let runs: Vec<Value> = runs
                .iter()
                .map(|r| {
                    json!({"encoding": if r.encoding == crate::lower::Encoding::Fd { "fd" } else { "int" },
                        "variables": r.size.variables, "assertions": r.size.assertions,
                        "ms": r.elapsed.as_secs_f64() * 1000.0, "outcome": r.outcome})
                })
                .collect();
            query.with("question", *question).with("runs", runs).with("agree", *agree)
        }
    };
    Some(query.finish(report.elapsed))
}

fn status(stopped: &Option<Reason>, some: bool) -> &'static str {
    match stopped {
        Some(_) => "unknown",
        None if some => "sat",
        None => "unsat",
    }
}

fn with_reason(query: Query, reason: Option<&Reason>) -> Query {
    match reason {
        Some(reason) => query.with("reason", reason_text(reason)),
        None => query,
    }
}

fn reasons(because: &[Because]) -> Vec<Value> {
    because.iter().map(|b| json::because(b.line, &b.text)).collect()
}

/// A known value of the language; places and the like by their text.
fn known(elaborator: &Elaborator, value: &Known) -> Value {
    match value {
        Known::None => Value::Null,
        Known::Int(k) => json!(k),
        Known::Bool(b) => json!(b),
        Known::Str(s) => json!(&**s),
        Known::Enum(id, at) => json!(elaborator.model.value_text(Kind::Enum(*id), *at as i64)),
        Known::List(items) | Known::Tuple(items) | Known::Set(items) => {
            items.iter().map(|v| known(elaborator, v)).collect()
        }
        other => json!(elaborator.text_of(other)),
    }
}
