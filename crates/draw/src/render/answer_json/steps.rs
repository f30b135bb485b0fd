//! Fields of hints, steps and grades.

use super::super::done::no_step_text;
use super::super::json::{self, AnswerObject};
use super::super::step_json::{broken_object, step_object};
use super::with_all;
use crate::narration::place;
use sator_answer::{BrokenStatement, Condition, Grade, NoStep, Step, Technique};
use sator_base::limits::Reason;
use sator_model::{Assignment, Model, UnknownId};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;

/// A limit leaves open whether there are more steps.
fn status(stopped: &Option<Reason>) -> &'static str {
    if stopped.is_some() { "unknown" } else { "sat" }
}

fn step_objects(model: &Model, steps: &[Step]) -> Vec<Value> {
    steps.iter().map(|step| step_object(model, step)).collect()
}

fn with_step(object: AnswerObject, model: &Model, step: &Step) -> AnswerObject {
    match step_object(model, step) {
        Value::Object(fields) => with_all(object, fields),
        _ => object,
    }
}

pub(super) fn hint(
    object: AnswerObject,
    model: &Model,
    step: &Step,
    applied: bool,
    known: &[Option<i64>],
) -> AnswerObject {
    let object = object.with("status", "sat").with("applied", applied);
    let object = json::with_known(object, model, known);
    let object = match step.conclusions() {
        [one] => object
            .with("cell", model.unknown(one.unknown).name.as_str())
            .with("value", json::value(model, model.unknown(one.unknown).kind, one.value))
            .with("is", one.is),
        _ => object,
    };
    with_step(object, model, step)
}

/// The place of the next step, and the idea behind it.
pub(super) fn look(object: AnswerObject, model: &Model, step: &Step, known: &[Option<i64>]) -> AnswerObject {
    let object = object.with("status", "sat").with("look", place(model, step));
    let object = object.with("idea", step.idea()).with("technique", step.technique.name());
    json::with_known(object, model, known)
}

pub(super) fn hints(
    object: AnswerObject,
    model: &Model,
    steps: &[Step],
    applied: bool,
    stopped: &Option<Reason>,
) -> AnswerObject {
    let object = object.with("status", status(stopped)).with("hints", step_objects(model, steps));
    if applied { object.with("applied", true) } else { object }
}

/// A step with its number and the number of all steps.
pub(super) fn walk(
    object: AnswerObject,
    model: &Model,
    (number, of): (usize, usize),
    step: &Step,
    known: &[Option<i64>],
) -> AnswerObject {
    let object = object.with("status", "sat").with("step", number).with("of", of);
    with_step(json::with_known(object, model, known), model, step)
}

pub(super) fn no_step(object: AnswerObject, why: NoStep, of: usize) -> AnswerObject {
    object.with("status", "sat").with("step", Value::Null).with("of", of).with("text", no_step_text(why))
}

pub(super) fn no_hint(object: AnswerObject, model: &Model, done: bool, known: &[Option<i64>]) -> AnswerObject {
    let object = object.with("status", "sat").with("done", done).with("because", json!([]));
    json::with_known(object, model, known)
}

/// All steps, the number of the hardest and its grade.
pub(super) fn list(
    object: AnswerObject,
    model: &Model,
    steps: &[Step],
    done: bool,
    stopped: &Option<Reason>,
) -> AnswerObject {
    let hardest = steps.iter().enumerate().max_by_key(|(i, step)| (step.effort(), Reverse(*i)));
    let grade = steps.iter().map(|step| step.technique.grade()).max();
    object
        .with("status", status(stopped))
        .with("done", done)
        .with("steps", step_objects(model, steps))
        .with("hardest", hardest.map(|(i, _)| i + 1))
        .with("grade", grade.map(Grade::name))
}

/// The condition that the steps prove, the solution that they reach, or the cells known after them.
pub(super) fn reached(
    object: AnswerObject,
    model: &Model,
    condition: Option<&Condition>,
    done: bool,
    known: &[Option<i64>],
) -> AnswerObject {
    match condition {
        Some(condition) => object.with("text", condition.text.as_str()),
        None if done => {
            let values = known.iter().map(|v| v.unwrap_or(0)).collect();
            object.with("solution", json::solution(model, &Assignment(values)))
        }
        None => json::with_known(object, model, known),
    }
}

pub(super) fn grade(
    object: AnswerObject,
    grade: Option<Grade>,
    score: Option<u32>,
    steps: usize,
    stopped: &Option<Reason>,
) -> AnswerObject {
    let object = object.with("status", status(stopped)).with("grade", grade.map(Grade::name));
    object.with("score", score).with("count", steps)
}

/// The techniques in use, and the hardest steps with their numbers.
pub(super) fn techniques(
    object: AnswerObject,
    model: &Model,
    used: &[(Technique, usize)],
    hardest: &[(usize, Step)],
) -> AnswerObject {
    let used: Map<String, Value> = used.iter().map(|(t, times)| (t.name().to_string(), json!(times))).collect();
    let numbered = |(number, step): &(usize, Step)| {
        let mut object = step_object(model, step);
        object["step"] = json!(number);
        object
    };
    object.with("used", used).with("hardest", hardest.iter().map(numbered).collect::<Vec<_>>())
}

pub(super) fn checked(
    object: AnswerObject,
    model: &Model,
    wrong: &[UnknownId],
    together: bool,
    broken: &[BrokenStatement],
) -> AnswerObject {
    let names: Vec<&str> = wrong.iter().map(|&u| model.unknown(u).name.as_str()).collect();
    let broken: Vec<Value> = broken.iter().map(|broken| broken_object(model, broken)).collect();
    object.with("wrong", names).with("ok", together).with("broken", broken)
}
