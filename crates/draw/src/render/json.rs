//! Objects for programs, as `--json` prints them one a line: solutions, errors and the answers to
//! questions.

use super::lines_json;
use sator_answer::Better;
use sator_base::source::SourceMap;
use sator_lang::diagnostic::Diagnostic;
use sator_lang::syntax::ast::Query;
use sator_model::{ArrayKey, Assignment, Grid, Kind, LineKind, Lines, Model, UnknownId};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The version of these objects, in each as `version`. It goes up when a field that a program can rely on goes, or
/// gets another meaning or type (`help json stable`); a new field leaves it.
pub const VERSION: u32 = 1;

/// A solution: grids as rows of values, with null for holes; lists; scalars. Only what is visible and
/// has unknowns, in order of declaration.
pub fn solution(model: &Model, assignment: &Assignment) -> Value {
    entries(model, &|u| value(model, model.unknown(u).kind, assignment.get(u)), &|lines| match lines.kind {
        LineKind::Partition => Some(lines_json::pieces(model, lines, &|u| assignment.get(u) != 0)),
        _ => None,
    })
}

/// One value: a number, true or false, or the name of an enum value.
pub fn value(model: &Model, kind: Kind, value: i64) -> Value {
    match kind {
        Kind::Int => json!(value),
        Kind::Bool => json!(value != 0),
        Kind::Enum(_) => json!(model.value_text(kind, value)),
    }
}

/// An object in the shape of a solution with something else for each unknown, as `candidates` (a list
/// of values) and `forced` (a value or null) have.
pub fn shaped(model: &Model, value: &dyn Fn(UnknownId) -> Value) -> Value {
    entries(model, value, &|_| None)
}

/// An object with a value for each unknown; lines may be shown in a way of their own.
fn entries(model: &Model, value: &dyn Fn(UnknownId) -> Value, own: &dyn Fn(&Lines) -> Option<Value>) -> Value {
    // Grids and variables are kept apart in the model; their unknowns are numbered as declared.
    let mut entries: Vec<(u32, &str, Value)> = vec![];
    let mut arrays: Vec<(u32, &str, Value)> = vec![];
    for grid in model.grids.iter().filter(|g| !g.hidden && g.content.is_some()) {
        let first = grid.unknowns.iter().flatten().next().map_or(u32::MAX, |u| u.0);
        entries.push((first, &grid.name, rows(grid, value)));
    }
    for variable in model.variables.iter().filter(|v| !v.hidden) {
        let first = variable.unknowns.first().map_or(u32::MAX, |u| u.0);
        let shown = match variable.unknowns[..] {
            [u] if !variable.list => value(u),
            _ => variable.unknowns.iter().map(|&u| value(u)).collect(),
        };
        match &variable.place {
            None => entries.push((first, &variable.name, shown)),
            Some(place) => {
                if arrays.last().is_none_or(|(_, name, _)| *name != place.array) {
                    arrays.push((first, &place.array, Value::Null));
                }
                let shown = match (&place.heads, shown) {
                    (Some(heads), Value::Array(values)) => Value::Object(heads.iter().cloned().zip(values).collect()),
                    (_, shown) => shown,
                };
                if let Some((.., array)) = arrays.last_mut() {
                    put(array, &place.path, shown);
                }
            }
        }
    }
    entries.extend(arrays);
    for lines in model.lines.iter().filter(|l| !l.hidden) {
        let first = lines.unknowns().next().map_or(u32::MAX, |u| u.0);
        entries.push((first, &lines.name, own(lines).unwrap_or_else(|| lines_json::strokes(lines, value))));
    }
    entries.sort_by_key(|e| e.0);
    Value::Object(entries.into_iter().map(|(_, name, shown)| (name.to_string(), shown)).collect())
}

/// Puts a part of an array in its place: names are the fields of an object, numbers the positions in an array.
fn put(array: &mut Value, path: &[ArrayKey], part: Value) {
    let Some((first, rest)) = path.split_first() else {
        *array = part;
        return;
    };
    match first {
        ArrayKey::Name(name) => {
            if !array.is_object() {
                *array = json!({});
            }
            put(&mut array[name], rest, part);
        }
        ArrayKey::Number(at) => {
            if !array.is_array() {
                *array = json!([]);
            }
            if let Value::Array(items) = array {
                if items.len() <= *at {
                    items.resize(at + 1, Value::Null);
                }
                put(&mut items[*at], rest, part);
            }
        }
    }
}

fn rows(grid: &Grid, value: &dyn Fn(UnknownId) -> Value) -> Value {
    if grid.is_empty() {
        return json!([]);
    }
    let cell = |u: &Option<UnknownId>| u.map_or(Value::Null, value);
    grid.unknowns.chunks(grid.cols).map(|row| row.iter().map(cell).collect::<Value>()).collect()
}

/// `{"error":{"code":"...","message":"...","line":L,"column":C,"help":"...","notes":["..."]},"version":V}`, or
/// `{"warning":...}`; line and column are null for an error without a place, help is null where there is none.
pub fn error(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let place = diagnostic.labels.first().map(|label| sources.line_column(label.span));
    let mut notes = diagnostic.notes.clone();
    notes.extend(super::diagnostic::trace(diagnostic, sources));
    let kind = if diagnostic.warning { "warning" } else { "error" };
    json!({
        kind: {
            "code": diagnostic.code.word(),
            "message": diagnostic.message,
            "line": place.map(|p| p.0),
            "column": place.map(|p| p.1),
            "help": diagnostic.help,
            "notes": notes,
        },
        "version": VERSION,
    })
}

/// `{"progress":"better","value":[...],"bound":B,"solution":{...},"version":V,"ms":T}`: a solution that is better than those
/// before, while the question goes on. `bound` is null where none is proved yet.
pub fn better(model: &Model, found: &Better) -> Value {
    let values = match &found.values[..] {
        [one] => json!(one),
        several => json!(several),
    };
    let object = AnswerObject { fields: Map::new() }.with("progress", "better").with("value", values);
    object.with("bound", found.bound).with("solution", solution(model, &found.assignment)).finish(found.at)
}

/// The JSON object of a solution of `solutions` when it is found.
pub fn one_solution(model: &Model, number: usize, assignment: &Assignment, at: Duration) -> Value {
    let object = AnswerObject { fields: Map::new() }.with("progress", "solution").with("number", number);
    object.with("solution", solution(model, assignment)).finish(at)
}

/// The JSON object of an answer: `query` and `line` first, `version` and `ms` last.
#[derive(Clone, Debug)]
pub struct AnswerObject {
    fields: Map<String, Value>,
}

impl AnswerObject {
    /// Begins the object of a question, given with its line from 1.
    pub fn new(query: Query, line: u32) -> AnswerObject {
        AnswerObject { fields: Map::new() }.with("query", query.word()).with("line", line)
    }

    /// Adds a field.
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> AnswerObject {
        self.fields.insert(key.into(), value.into());
        self
    }

    /// Adds the version of the format, and the time in milliseconds, rounded to one decimal.
    pub fn finish(self, elapsed: std::time::Duration) -> Value {
        let ms = (elapsed.as_secs_f64() * 10_000.0).round() / 10.0;
        Value::Object(self.with("version", VERSION).with("ms", ms).fields)
    }
}

/// The values that steps have found so far, in the shape of a solution: `null` where nothing is known. Where there are partitions, `joined`
/// has which neighbours are known to be in one piece, or apart, as the numbers of pieces say less.
pub(super) fn with_known(object: AnswerObject, model: &Model, known: &[Option<i64>]) -> AnswerObject {
    let of = |u: UnknownId| known.get(u.index()).copied().flatten();
    let shown = |u: UnknownId| of(u).map_or(Value::Null, |v| value(model, model.unknown(u).kind, v));
    let partition = |lines: &&Lines| lines.kind == LineKind::Partition && !lines.hidden;
    let cells = entries(model, &shown, &|lines| {
        partition(&lines).then(|| lines_json::known_pieces(model, lines, &|u| of(u).map(|v| v != 0)))
    });
    let object = object.with("cells", cells);
    let joined: Map<String, Value> = (model.lines.iter().filter(partition))
        .map(|lines| (lines.name.clone(), lines_json::strokes(lines, &shown)))
        .collect();
    if joined.is_empty() { object } else { object.with("joined", joined) }
}

/// The cells of what is known, `null` for the others.
pub(super) fn known_cells(model: &Model, known: &[Option<i64>]) -> Value {
    shaped(model, &|u| {
        let known = known.get(u.index()).copied().flatten();
        known.map_or(Value::Null, |v| value(model, model.unknown(u).kind, v))
    })
}
