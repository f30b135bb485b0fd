//! A report as one JSON object, for programs.

mod solutions;
mod steps;

use super::PAGE_WIDTH;
use super::answer::{answer_words, expected_words, found_words};
use super::done::{done_fields, turn_value};
use super::generated::generated_fields;
use super::json::{self, AnswerObject};
use super::manual::manual;
use super::notes::note_text;
use super::scene_json::scene_object;
use super::stats::stats_fields;
use super::step_json::statements;
use crate::scene::figures;
use sator_answer::{
    Answer, Condition, Expected, Fewest, Found, Listed, Report, Run, Shared, StatementRef, Sweep, SweepRow,
};
use sator_base::limits::Reason;
use sator_lang::elaborate::{Elaborator, Value as Known};
use sator_model::{Assignment, Kind, Model, UnknownId};
use serde_json::{Value, json};

/// The object that a question or a session command prints, with its `scenes` too where they are wanted.
pub fn report_object(elaborator: &Elaborator, report: &Report, scenes: bool) -> Option<Value> {
    let model = &elaborator.model;
    let object = AnswerObject::new(report.query, report.line);
    let mut object = answer_fields(object, elaborator, &report.answer)?;
    if !model.untranslated.is_empty() {
        object = object.with("untranslated", model.untranslated.clone());
    }
    let shown = if scenes { figures(model, &report.answer) } else { vec![] };
    if !shown.is_empty() {
        object = object.with("scenes", shown.iter().map(|p| scene_object(&p.scene)).collect::<Vec<_>>());
    }
    if !report.notes.is_empty() {
        object = object.with("notes", report.notes.iter().map(note_text).collect::<Vec<_>>());
    }
    Some(object.finish(report.elapsed))
}

/// The fields of an answer; `None` for a part of a list, which follows in one object.
fn answer_fields(object: AnswerObject, elaborator: &Elaborator, answer: &Answer) -> Option<AnswerObject> {
    let model = &elaborator.model;
    Some(match answer {
        Answer::OneSolution { .. } | Answer::OneStep { .. } => return None,
        Answer::Solution { assignment, .. } => solutions::one(object, model, assignment),
        Answer::None => object.with("status", "unsat"),
        Answer::Unexplained(reason) => with_reason(because(object, "unsat", vec![]), Some(reason)),
        Answer::NoOther { .. } => because(object, "unsat", vec![]),
        Answer::Unknown(reason) => with_reason(object.with("status", "unknown"), Some(reason)),
        Answer::Unique { assignment, .. } => solutions::several(object, model, "unique", &[assignment]),
        Answer::Multiple { first, second, changed, fix, .. } => {
            let object = solutions::several(object, model, "multiple", &[first, second]);
            solutions::difference(object, model, changed, fix)
        }
        Answer::Count { count, beyond, exact, stopped } => {
            solutions::count(object, *count, beyond.as_ref(), *exact, stopped)
        }
        Answer::Solutions { list, complete, stopped, .. } => solutions::list(object, model, list, *complete, stopped),
        Answer::Candidates { values, up_to, counts, stopped } => {
            let object = solutions::candidates(object, model, values, *up_to, stopped);
            with_reason(solutions::counts(object, model, counts.as_ref()), stopped.as_ref())
        }
        Answer::Forced { values, stopped } => solutions::forced(object, model, values, stopped),
        Answer::Optimum(optimum) => solutions::optimum(object, model, optimum),
        Answer::NoValue { objective, assignment } => solutions::no_value(object, model, objective, assignment),
        Answer::Clash { because: list, is_minimal, fewest } => {
            let object = with_fewest(because(object, "unsat", statements(model, list)), fewest.as_ref());
            with_minimal(object, *is_minimal)
        }
        Answer::OneClash { number, because: list } => {
            object.with("status", "unsat").with("clash", *number).with("because", statements(model, list))
        }
        Answer::Clashes { list, stopped, .. } => clashes(object, model, list, stopped.as_ref()),
        Answer::NoClash { assignment } => {
            because(object, "sat", vec![]).with("solution", json::solution(model, assignment))
        }
        Answer::Because { condition, because, is_minimal, fewest } => {
            let object = with_fewest(forced(object, model, condition, because), fewest.as_ref());
            with_minimal(object, *is_minimal)
        }
        Answer::NotForced { condition, assignment, .. } => not_forced(object, model, condition, assignment),
        Answer::Redundant { list, together, .. } => {
            object.with("status", "unique").with("redundant", statements(model, list)).with("together", *together)
        }
        Answer::Reduced { left_out, kept, clues_out, clues } => {
            reduced(object, model, (left_out, kept), (clues_out, *clues))
        }
        Answer::Hint { step, applied, known } => steps::hint(object, model, step, *applied, known),
        Answer::Look { step, known } => steps::look(object, model, step, known),
        Answer::Hints { steps, stopped, known, applied } => {
            let object = steps::hints(object, model, steps, applied.is_some(), stopped);
            with_reason(json::with_known(object, model, known), stopped.as_ref())
        }
        Answer::Walk { number, of, step, known } => steps::walk(object, model, (*number, *of), step, known),
        Answer::NoStep { why, of } => steps::no_step(object, *why, *of),
        Answer::NoHint { done, known } => steps::no_hint(object, model, *done, known),
        Answer::Steps { steps, known, done, condition, stopped, .. } => {
            let object = steps::list(object, model, steps, *done, stopped);
            with_reason(steps::reached(object, model, condition.as_ref(), *done, known), stopped.as_ref())
        }
        Answer::Graded { grade, score, steps, hardest, used, stopped } => {
            let object = steps::grade(object, *grade, *score, *steps, stopped);
            with_reason(steps::techniques(object, model, used, hardest), stopped.as_ref())
        }
        Answer::Checked { filled, wrong, together, broken } => {
            let object = object.with("status", "sat").with("count", filled.len());
            steps::checked(object, model, wrong, *together, broken)
        }
        Answer::Generated(generated) => {
            with_reason(with_all(object, generated_fields(model, generated)), generated.stopped.as_ref())
        }
        Answer::Print { values, text } => {
            object.with("values", known_values(elaborator, values)).with("text", text.as_str())
        }
        Answer::Show { assignment, .. } => {
            object.with("solution", assignment.as_ref().map_or(Value::Null, |a| json::solution(model, a)))
        }
        Answer::Expect { ok, expected, found, stopped } => {
            let object = expectation(object.with("ok", *ok), model, expected, found.as_ref().filter(|_| !ok));
            with_reason(object, stopped.as_ref())
        }
        Answer::Compare { question, runs, agree } => compare(object, question.word(), runs, *agree),
        Answer::Sweep(sweep) => sweep_table(object, sweep),
        Answer::Done(done) => with_all(object, done_fields(done)),
        Answer::Page(page) => object.with("text", manual(page, PAGE_WIDTH)),
        Answer::List { entries, undone, .. } => statement_list(object, entries, undone),
        Answer::Stats(stats) => stats_fields(object, stats),
        Answer::Certificate(folder) => object.with("text", format!("{} is to be written", folder.path.display())),
        Answer::Export(export) => object.with("text", format!("{} is to be written", export.path.display())),
        Answer::Shared(shared) => line_for_others(object, shared),
    })
}

fn with_all<K: AsRef<str>>(object: AnswerObject, fields: impl IntoIterator<Item = (K, Value)>) -> AnswerObject {
    fields.into_iter().fold(object, |object, (key, value)| object.with(key.as_ref(), value))
}

/// A status and the statements that it follows from.
fn because(object: AnswerObject, status: &str, statements: Vec<Value>) -> AnswerObject {
    object.with("status", status).with("because", statements)
}

fn clashes(object: AnswerObject, model: &Model, list: &[Vec<StatementRef>], stopped: Option<&Reason>) -> AnswerObject {
    let list: Vec<Value> = list.iter().map(|b| Value::Array(statements(model, b))).collect();
    let first = list.first().cloned().unwrap_or_else(|| json!([]));
    let object = object.with("status", "unsat").with("because", first).with("clashes", list);
    with_reason(object.with("complete", stopped.is_none()), stopped)
}

/// A condition that follows, and the statements that force it.
fn forced(object: AnswerObject, model: &Model, condition: &Condition, because: &[StatementRef]) -> AnswerObject {
    let object = object.with("status", "forced").with("text", condition.text.as_str());
    object.with("because", statements(model, because))
}

/// A condition that doesn't follow, and a solution in which it is false.
fn not_forced(object: AnswerObject, model: &Model, condition: &Condition, assignment: &Assignment) -> AnswerObject {
    let object = object.with("status", "open").with("text", condition.text.as_str());
    object.with("because", json!([])).with("solution", json::solution(model, assignment))
}

/// Givens left out and kept, clues left out and the number of all clues.
fn reduced(
    object: AnswerObject,
    model: &Model,
    (left_out, kept): (&[StatementRef], &[(UnknownId, i64)]),
    (clues_out, clues): (&[StatementRef], usize),
) -> AnswerObject {
    let mut known = vec![None; model.unknowns.len()];
    kept.iter().for_each(|&(u, v)| known[u] = Some(v));
    let object = object.with("status", "unique").with("givens", json::known_cells(model, &known));
    let left_out: Vec<StatementRef> = left_out.iter().chain(clues_out).cloned().collect();
    let object = object.with("count", kept.len()).with("clues", clues - clues_out.len());
    object.with("redundant", statements(model, &left_out))
}

fn expectation(object: AnswerObject, model: &Model, expected: &Expected, found: Option<&Found>) -> AnswerObject {
    match found {
        Some(found) => object.with("expected", expected_words(expected)).with("found", found_words(model, found)),
        None => object,
    }
}

fn compare(object: AnswerObject, question: &str, runs: &[Run], agree: Option<bool>) -> AnswerObject {
    let run = |run: &Run| {
        json!({
            "encoding": run.encoding.name(), "engine": run.engine.name(),
            "variables": run.size.variables, "assertions": run.size.assertions,
            "ms": run.elapsed.as_secs_f64() * 1000.0, "outcome": answer_words(&run.outcome),
        })
    };
    object.with("question", question).with("runs", runs.iter().map(run).collect::<Vec<_>>()).with("agree", agree)
}

fn sweep_table(object: AnswerObject, sweep: &Sweep) -> AnswerObject {
    let row = |row: &SweepRow| {
        let words = |answers: &Vec<Answer>| answers.iter().map(answer_words).collect::<Vec<_>>().join("; ");
        json!({"value": turn_value(&row.value), "answers": row.answers.iter().map(words).collect::<Vec<_>>()})
    };
    let rows: Vec<Value> = sweep.rows.iter().map(row).collect();
    let object = object.with("name", sweep.name.as_str()).with("questions", sweep.questions.clone());
    object.with("rows", rows).with("left", sweep.left)
}

fn statement_list(object: AnswerObject, entries: &[Listed], undone: &[String]) -> AnswerObject {
    let listed = |entry: &Listed| {
        let clash = entry.clash.as_ref().map(|c| json!({"with": c.with}));
        json!({"number": entry.number, "text": entry.text, "clash": clash})
    };
    object.with("statements", entries.iter().map(listed).collect::<Vec<_>>()).with("undone", undone.to_vec())
}

/// A puzzle as one line for another program.
fn line_for_others(object: AnswerObject, shared: &Shared) -> AnswerObject {
    object
        .with("text", shared.text.as_str())
        .with("left_out", shared.left_out.clone())
        .with("solutions", shared.without.as_ref().map(|left| json!({"count": left.count, "exact": left.exact})))
        .with("path", shared.path.clone())
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

fn with_minimal(object: AnswerObject, is_minimal: bool) -> AnswerObject {
    if is_minimal { object } else { object.with("minimal", false) }
}

fn with_reason(object: AnswerObject, reason: Option<&Reason>) -> AnswerObject {
    match reason {
        Some(reason) => object.with("reason", reason.text()),
        None => object,
    }
}

fn known_values(elaborator: &Elaborator, values: &[Known]) -> Vec<Value> {
    values.iter().map(|value| known(elaborator, value)).collect()
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
