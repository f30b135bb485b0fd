//! A report as one JSON object, for programs.

use super::PAGE_WIDTH;
use super::answer::{answer_words, expected_words, found_words};
use super::done::{done_fields, no_step_text, turn_value};
use super::json::{self, AnswerObject};
use super::manual::manual;
use super::notes::note_text;
use super::scene_json::scene_object;
use super::stats::stats_fields;
use super::step_json::{broken_object, statements, step_object};
use crate::narration::place;
use crate::scene::figures;
use sator_answer::{Answer, Atom, Fewest, Fix, Listed, Report, StatementRef, SweepRow};
use sator_base::limits::Reason;
use sator_lang::elaborate::{Elaborator, Value as Known};
use sator_model::{Assignment, Kind, Model};
use serde_json::{Value, json};

/// The object that a question or a session command prints, with its `scenes` too where they are wanted.
pub fn report_object(elaborator: &Elaborator, report: &Report, scenes: bool) -> Option<Value> {
    let model = &elaborator.model;
    let object = AnswerObject::new(report.query, report.line);
    let solution = |a: &Assignment| json::solution(model, a);
    let object = match &report.answer {
        Answer::Done(done) => {
            done_fields(done).into_iter().fold(object, |object, (key, value)| object.with(key, value))
        }
        Answer::Sweep(sweep) => {
            let row = |row: &SweepRow| {
                let words = |answers: &Vec<Answer>| answers.iter().map(answer_words).collect::<Vec<_>>().join("; ");
                json!({"value": turn_value(&row.value), "answers": row.answers.iter().map(words).collect::<Vec<_>>()})
            };
            let rows: Vec<Value> = sweep.rows.iter().map(row).collect();
            let object = object.with("name", sweep.name.as_str()).with("questions", sweep.questions.clone());
            object.with("rows", rows).with("left", sweep.left)
        }
        Answer::NoStep { why, of } => {
            object.with("status", "sat").with("step", Value::Null).with("of", *of).with("text", no_step_text(*why))
        }
        Answer::Page(page) => object.with("text", manual(page, PAGE_WIDTH)),
        Answer::List { entries, undone, .. } => {
            let listed = |e: &Listed| {
                let clash = e.clash.as_ref().map(|c| json!({"with": c.with}));
                json!({"number": e.number, "text": e.text, "clash": clash})
            };
            object.with("statements", entries.iter().map(listed).collect::<Vec<_>>()).with("undone", undone.clone())
        }
        Answer::Stats(stats) => stats_fields(object, stats),
        Answer::Certificate(folder) => object.with("text", format!("{} is to be written", folder.path.display())),
        Answer::Export(export) => object.with("text", format!("{} is to be written", export.path.display())),
        Answer::Shared(shared) => object
            .with("text", shared.text.as_str())
            .with("left_out", shared.left_out.clone())
            .with("solutions", shared.without.as_ref().map(|left| json!({"count": left.count, "exact": left.exact})))
            .with("path", shared.path.clone()),
        Answer::Solution { assignment, .. } => object.with("status", "sat").with("solution", solution(assignment)),
        Answer::None => object.with("status", "unsat"),
        Answer::Unexplained(reason) => {
            with_reason(object.with("status", "unsat").with("because", Vec::<Value>::new()), Some(reason))
        }
        Answer::NoOther { .. } => object.with("status", "unsat").with("because", Vec::<Value>::new()),
        Answer::Unknown(reason) => with_reason(object.with("status", "unknown"), Some(reason)),
        Answer::Unique { assignment, .. } => {
            object.with("status", "unique").with("solutions", vec![solution(assignment)])
        }
        Answer::Multiple { first, second, changed, fix, .. } => {
            let object = object.with("status", "multiple").with("solutions", vec![solution(first), solution(second)]);
            let object = object.with("differences", changed.len());
            match fix {
                Fix::Cells(cells) => object.with("fix", texts(model, cells)),
                Fix::None => object.with("fix", Value::Null),
                Fix::Stopped(reason) => object.with("fix", Value::Null).with("reason", reason.text()),
            }
        }
        Answer::Count { count, exact, stopped } => with_reason(
            object.with("status", status(stopped, *count > 0 || !exact)).with("count", *count).with("exact", *exact),
            stopped.as_ref(),
        ),
        // The list follows in one object.
        Answer::OneSolution { .. } | Answer::OneStep { .. } => return None,
        Answer::Solutions { list, complete, stopped, .. } => {
            let list: Vec<Value> = list.iter().map(solution).collect();
            let object =
                object.with("status", status(stopped, !(list.is_empty() && *complete))).with("solutions", list);
            with_reason(object.with("complete", *complete), stopped.as_ref())
        }
        Answer::Candidates { values, up_to, counts, stopped } => {
            let cell = |u: sator_model::UnknownId| {
                let kind = model.unknown(u).kind;
                values[u].iter().map(|v| json::value(model, kind, v)).collect()
            };
            let object = object.with("status", status(stopped, true));
            let object = up_to.iter().fold(object, |object, grade| object.with("up_to", grade.name()));
            let object = object.with("cells", json::shaped(model, &cell));
            let object = counts.iter().fold(object, |object, counts| {
                let of = |u: sator_model::UnknownId| json!(counts.counts[u]);
                object.with("limit", counts.limit).with("counts", json::shaped(model, &of))
            });
            with_reason(object, stopped.as_ref())
        }
        Answer::Forced { values, stopped } => {
            let cell = |u: sator_model::UnknownId| {
                values[u].map_or(Value::Null, |v| json::value(model, model.unknown(u).kind, v))
            };
            with_reason(
                object.with("status", status(stopped, true)).with("cells", json::shaped(model, &cell)),
                stopped.as_ref(),
            )
        }
        Answer::Optimum(optimum) => {
            let object = super::optimum::optimum_fields(model, optimum).into_iter().fold(
                object.with("status", "sat").with("solution", solution(&optimum.assignment)),
                |object, (key, value)| object.with(key, value),
            );
            with_reason(object, optimum.stopped.as_ref())
        }
        Answer::NoValue { objective, assignment } => object
            .with("status", "sat")
            .with("text", objective.as_str())
            .with("solution", solution(assignment))
            .with("value", Value::Null),
        Answer::Print { values, text } => {
            let values: Vec<Value> = values.iter().map(|v| known(elaborator, v)).collect();
            object.with("values", values).with("text", text.as_str())
        }
        Answer::Show { assignment, .. } => object.with("solution", assignment.as_ref().map_or(Value::Null, solution)),
        Answer::Expect { ok, expected, found, stopped } => {
            let object = object.with("ok", *ok);
            let object = match found {
                Some(found) if !ok => {
                    object.with("expected", expected_words(expected)).with("found", found_words(model, found))
                }
                _ => object,
            };
            with_reason(object, stopped.as_ref())
        }
        Answer::Clash { because, fewest } => {
            with_fewest(object.with("status", "unsat").with("because", statements(model, because)), fewest.as_ref())
        }
        Answer::OneClash { number, because } => {
            object.with("status", "unsat").with("clash", *number).with("because", statements(model, because))
        }
        Answer::Clashes { list, stopped, .. } => {
            let list: Vec<Value> = list.iter().map(|b| Value::Array(statements(model, b))).collect();
            let first = list.first().cloned().unwrap_or_else(|| json!([]));
            let object = object.with("status", "unsat").with("because", first).with("clashes", list);
            with_reason(object.with("complete", stopped.is_none()), stopped.as_ref())
        }
        Answer::NoClash { assignment } => {
            object.with("status", "sat").with("because", json!([])).with("solution", solution(assignment))
        }
        Answer::Because { condition, because, fewest } => {
            let object = object.with("status", "forced").with("text", condition.text.as_str());
            with_fewest(object.with("because", statements(model, because)), fewest.as_ref())
        }
        Answer::NotForced { condition, assignment, .. } => object
            .with("status", "open")
            .with("text", condition.text.as_str())
            .with("because", json!([]))
            .with("solution", solution(assignment)),
        Answer::Hint { step, applied, known } => {
            let object = object.with("status", "sat").with("applied", *applied);
            let object = json::with_known(object, model, known);
            let object = match step.conclusions() {
                [one] => object
                    .with("cell", model.unknown(one.unknown).name.as_str())
                    .with("value", json::value(model, model.unknown(one.unknown).kind, one.value))
                    .with("is", one.is),
                _ => object,
            };
            let Value::Object(fields) = step_object(model, step) else { return None };
            fields.into_iter().fold(object, |object, (key, value)| object.with(&key, value))
        }
        Answer::Look { step, known } => {
            let object = object.with("status", "sat").with("look", place(model, step));
            let object = object.with("idea", step.technique.idea()).with("technique", step.technique.name());
            json::with_known(object, model, known)
        }
        Answer::Hints { steps, stopped, known, applied } => {
            let list: Vec<Value> = steps.iter().map(|s| step_object(model, s)).collect();
            let status = if stopped.is_some() { "unknown" } else { "sat" };
            let object = object.with("status", status).with("hints", list);
            let object = applied.iter().fold(object, |object, _| object.with("applied", true));
            let object = json::with_known(object, model, known);
            with_reason(object, stopped.as_ref())
        }
        Answer::Walk { number, of, step, known } => {
            let object = object.with("status", "sat").with("step", *number).with("of", *of);
            let object = json::with_known(object, model, known);
            let Value::Object(fields) = step_object(model, step) else { return None };
            fields.into_iter().fold(object, |object, (key, value)| object.with(&key, value))
        }
        Answer::Checked { filled, wrong, together, broken } => {
            let names: Vec<&str> = wrong.iter().map(|&u| model.unknown(u).name.as_str()).collect();
            let broken: Vec<Value> = broken.iter().map(|broken| broken_object(model, broken)).collect();
            let object = object.with("status", "sat").with("count", filled.len()).with("wrong", names);
            object.with("ok", *together).with("broken", broken)
        }
        Answer::NoHint { done, known } => {
            let object = object.with("status", "sat").with("done", *done).with("because", json!([]));
            json::with_known(object, model, known)
        }
        Answer::Steps { steps, known, done, condition, stopped, .. } => {
            let list: Vec<Value> = steps.iter().map(|s| step_object(model, s)).collect();
            let hardest = steps.iter().enumerate().max_by_key(|(i, s)| (s.effort(), std::cmp::Reverse(*i)));
            let status = if stopped.is_some() { "unknown" } else { "sat" };
            let object = object.with("status", status).with("done", *done).with("steps", list);
            let object = object.with("hardest", hardest.map_or(Value::Null, |(i, _)| json!(i + 1)));
            let grade = steps.iter().map(|s| s.technique.grade()).max();
            let object = object.with("grade", grade.map_or(Value::Null, |g| json!(g.name())));
            let object = match condition {
                Some(condition) => object.with("text", condition.text.as_str()),
                None if *done => {
                    let values = known.iter().map(|v| v.unwrap_or(0)).collect();
                    object.with("solution", solution(&Assignment(values)))
                }
                None => json::with_known(object, model, known),
            };
            with_reason(object, stopped.as_ref())
        }
        Answer::Graded { grade, score, steps, hardest, used, stopped } => {
            let object = object.with("status", if stopped.is_some() { "unknown" } else { "sat" });
            let used: serde_json::Map<String, Value> =
                used.iter().map(|(t, times)| (t.name().to_string(), json!(times))).collect();
            let list = hardest.iter().map(|(number, step)| {
                let mut object = step_object(model, step);
                object["step"] = json!(number);
                object
            });
            let list: Vec<Value> = list.collect();
            let object = object.with("grade", grade.map_or(Value::Null, |g| json!(g.name())));
            let object = object.with("score", *score).with("count", *steps);
            with_reason(object.with("used", used).with("hardest", list), stopped.as_ref())
        }
        Answer::Redundant { list, together } => {
            object.with("status", "unique").with("redundant", statements(model, list)).with("together", *together)
        }
        Answer::Reduced { left_out, kept, clues_out, clues } => {
            let mut known = vec![None; model.unknowns.len()];
            kept.iter().for_each(|&(u, v)| known[u] = Some(v));
            let object = object.with("status", "unique").with("givens", json::known_cells(model, &known));
            let left_out: Vec<StatementRef> = left_out.iter().chain(clues_out).cloned().collect();
            let object = object.with("count", kept.len()).with("clues", clues - clues_out.len());
            object.with("redundant", statements(model, &left_out))
        }
        Answer::Generated(generated) => {
            let fields = super::generated::generated_fields(model, generated);
            let object = fields.into_iter().fold(object, |object, (key, value)| object.with(key, value));
            with_reason(object, generated.stopped.as_ref())
        }
        Answer::Compare { question, runs, agree } => {
            let runs: Vec<Value> = runs
                .iter()
                .map(|r| {
                    json!({"encoding": r.encoding.name(), "engine": r.engine.name(),
                        "variables": r.size.variables, "assertions": r.size.assertions,
                        "ms": r.elapsed.as_secs_f64() * 1000.0, "outcome": answer_words(&r.outcome)})
                })
                .collect();
            object.with("question", question.word()).with("runs", runs).with("agree", *agree)
        }
    };
    let object = match &model.untranslated[..] {
        [] => object,
        parts => object.with("untranslated", parts.to_vec()),
    };
    let shown = if scenes { figures(model, &report.answer) } else { vec![] };
    let object = match &shown[..] {
        [] => object,
        shown => object.with("scenes", shown.iter().map(|p| scene_object(&p.scene)).collect::<Vec<_>>()),
    };
    let object = if report.notes.is_empty() {
        object
    } else {
        object.with("notes", report.notes.iter().map(note_text).collect::<Vec<_>>())
    };
    Some(object.finish(report.elapsed))
}

fn status(stopped: &Option<Reason>, some: bool) -> &'static str {
    match stopped {
        Some(_) => "unknown",
        None if some => "sat",
        None => "unsat",
    }
}

/// With whether no fewer statements do, where that was asked.
fn with_fewest(object: AnswerObject, fewest: Option<&Fewest>) -> AnswerObject {
    match fewest {
        Some(fewest) => with_reason(object.with("fewest", fewest.proved), fewest.stopped.as_ref()),
        None => object,
    }
}

fn with_reason(object: AnswerObject, reason: Option<&Reason>) -> AnswerObject {
    match reason {
        Some(reason) => object.with("reason", reason.text()),
        None => object,
    }
}

fn texts(model: &Model, literals: &[Atom]) -> Vec<Value> {
    literals.iter().map(|l| json!(l.text(model))).collect()
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
        Known::Keyed(list) => {
            let labels = elaborator.key_labels(&list.keys);
            Value::Object(labels.into_iter().zip(list.items.iter().map(|v| known(elaborator, v))).collect())
        }
        // A decimal that a script writes is a number here; a ratio such as 7/3 has no exact one.
        Known::Fraction(..) => {
            let text = elaborator.text_of(value);
            text.parse::<f64>().map_or_else(|_| json!(text), |number| json!(number))
        }
        other => json!(elaborator.text_of(other)),
    }
}
