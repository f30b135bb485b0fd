//! Fields of answers about solutions.

use super::super::json::{self, AnswerObject};
use super::super::optimum::optimum_fields;
use super::{status, with_all, with_reason};
use sator_answer::{Atom, CandidateCounts, Fix, Grade, Optimum};
use sator_base::limits::Reason;
use sator_base::natural::Natural;
use sator_model::{Assignment, Domain, Model, UnknownId};
use serde_json::{Value, json};

pub(super) fn one(object: AnswerObject, model: &Model, assignment: &Assignment) -> AnswerObject {
    object.with("status", "sat").with("solution", json::solution(model, assignment))
}

pub(super) fn several(object: AnswerObject, model: &Model, status: &str, list: &[&Assignment]) -> AnswerObject {
    let list: Vec<Value> = list.iter().map(|assignment| json::solution(model, assignment)).collect();
    object.with("status", status).with("solutions", list)
}

/// The values in which two solutions differ, and cells that would make one of them unique.
pub(super) fn difference(object: AnswerObject, model: &Model, changed: &[UnknownId], fix: &Fix) -> AnswerObject {
    let object = object.with("differences", changed.len());
    match fix {
        Fix::Cells(cells) => object.with("fix", cells.iter().map(|l: &Atom| json!(l.text(model))).collect::<Vec<_>>()),
        Fix::None => object.with("fix", Value::Null),
        Fix::Stopped(reason) => object.with("fix", Value::Null).with("reason", reason.text()),
    }
}

/// The largest count that is written as a number: JavaScript reads no larger one exactly.
const LARGEST_NUMBER: u64 = (1 << 53) - 1;

pub(super) fn count(
    object: AnswerObject,
    count: u64,
    beyond: Option<&Natural>,
    exact: bool,
    stopped: &Option<Reason>,
) -> AnswerObject {
    let object = object.with("status", status(stopped, count > 0 || !exact));
    let number = match beyond {
        Some(beyond) => json!(beyond.to_string()),
        None if count > LARGEST_NUMBER => json!(count.to_string()),
        None => json!(count),
    };
    with_reason(object.with("count", number).with("exact", exact), stopped.as_ref())
}

pub(super) fn list(
    object: AnswerObject,
    model: &Model,
    list: &[Assignment],
    complete: bool,
    stopped: &Option<Reason>,
) -> AnswerObject {
    let status = status(stopped, !(list.is_empty() && complete));
    let object = several(object, model, status, &list.iter().collect::<Vec<_>>());
    with_reason(object.with("complete", complete), stopped.as_ref())
}

pub(super) fn candidates(
    object: AnswerObject,
    model: &Model,
    values: &[Domain],
    up_to: Option<Grade>,
    stopped: &Option<Reason>,
) -> AnswerObject {
    let cell = |u: UnknownId| {
        let kind = model.unknown(u).kind;
        values[u].iter().map(|v| json::value(model, kind, v)).collect()
    };
    let object = object.with("status", status(stopped, true));
    let object = up_to.iter().fold(object, |object, grade| object.with("up_to", grade.name()));
    object.with("cells", json::shaped(model, &cell))
}

/// The number of solutions with each candidate.
pub(super) fn counts(object: AnswerObject, model: &Model, counts: Option<&CandidateCounts>) -> AnswerObject {
    let Some(counts) = counts else { return object };
    let of = |u: UnknownId| json!(counts.counts[u]);
    object.with("limit", counts.limit).with("counts", json::shaped(model, &of))
}

pub(super) fn forced(
    object: AnswerObject,
    model: &Model,
    values: &[Option<i64>],
    stopped: &Option<Reason>,
) -> AnswerObject {
    let cell = |u: UnknownId| values[u].map_or(Value::Null, |v| json::value(model, model.unknown(u).kind, v));
    let object = object.with("status", status(stopped, true)).with("cells", json::shaped(model, &cell));
    with_reason(object, stopped.as_ref())
}

pub(super) fn optimum(object: AnswerObject, model: &Model, optimum: &Optimum) -> AnswerObject {
    let object = one(object, model, &optimum.assignment);
    with_reason(with_all(object, optimum_fields(model, optimum)), optimum.stopped.as_ref())
}

pub(super) fn no_value(object: AnswerObject, model: &Model, objective: &str, assignment: &Assignment) -> AnswerObject {
    object
        .with("status", "sat")
        .with("text", objective)
        .with("solution", json::solution(model, assignment))
        .with("value", Value::Null)
}
