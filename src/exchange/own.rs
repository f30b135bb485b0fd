//! What `export json` writes. Its `script` says all of the puzzle; the rest of the file spares other programs reading it.

use super::script::Script;
use super::{Imported, MOST, Problem};
use crate::source::SourceMap;
use crate::syntax::ast::{Question, Statement, StatementKind};
use serde_json::Value;

/// The version of the format that is read.
const VERSION: u64 = 1;

/// By its `"format": "sator"`, also where the file is damaged behind it.
pub(super) fn is_json(text: &str) -> bool {
    let start: String = text.chars().take(4096).filter(|c| !c.is_whitespace()).collect();
    text.starts_with('{') && start.contains("\"format\":\"sator\"")
}

pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    let again = "export it once more with `export json \"f\"`";
    if text.len() > MOST {
        return Err(Problem::new("this file has more than 8 MiB: it is no puzzle"));
    }
    let read: Value = serde_json::from_str(text)
        .map_err(|error| Problem::new(format!("this puzzle file is damaged or cut short: {error}")).help(again))?;
    match read.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        found => {
            let found = found.map_or("none".to_string(), |version| version.to_string());
            return Err(Problem::new(format!("this program reads version {VERSION} of its puzzle files, not {found}")));
        }
    }
    let Some(script) = read.get("script").and_then(Value::as_str) else {
        return Err(Problem::new("this puzzle file has no `script`, a string with the puzzle").help(again));
    };
    let statements = crate::syntax::parse(SourceMap::default().add("script", script), script)
        .map_err(|error| Problem::new(format!("the script of this puzzle file does not read: {}", error.message)))?;
    let mut untranslated = vec![];
    for statement in &statements {
        match &statement.kind {
            StatementKind::Untranslated(what) => untranslated.push(what.clone()),
            // A file from elsewhere is a puzzle and no program.
            StatementKind::Load { .. } | StatementKind::Command(_) => {
                let rest = script.get(statement.span.start as usize..).unwrap_or("");
                let word = rest.split_whitespace().next().unwrap_or("");
                return Err(Problem::new(format!("the script of this puzzle file has the command `{word}`"))
                    .help("a puzzle from elsewhere is statements and questions: take the command out of the file"));
            }
            _ => {}
        }
    }
    let mut script = script.to_string();
    if !script.ends_with('\n') {
        script.push('\n');
    }
    let asked = |s: &Statement| matches!(s.kind, StatementKind::Question(Question::Expect(_)));
    if let Some(solution) = read.get("solution").filter(|_| !statements.iter().any(asked)) {
        script.push_str(&expected(solution, read.get("unique") == Some(&Value::Bool(true))));
        crate::syntax::parse(SourceMap::default().add("script", &script), &script)
            .map_err(|_| Problem::new("the solution of this puzzle file does not read").help(again))?;
    }
    Ok(Imported { script, format: "sator", untranslated })
}

/// The stored solution: expected of the puzzle where it was proved the only one, else a comment.
fn expected(solution: &Value, only: bool) -> String {
    let mut script = Script::default();
    let grids = solution.as_object().into_iter().flatten().filter(|(name, _)| is_name(name));
    for (name, rows) in grids.filter_map(|(name, value)| Some((name, rows(value)?))) {
        let head = format!("expect solution {name}");
        if only {
            script.picture(&head, &rows);
        } else {
            script.comment("A solution, not known to be the only one:");
            script.commented_picture(&head, &rows);
        }
    }
    script.finish("sator").script
}

/// A grid's values as the signs of a picture; `None` for strokes, lists and what is no solution.
fn rows(value: &Value) -> Option<Vec<Vec<String>>> {
    let sign = |value: &Value| match value {
        Value::Null => Some(".".to_string()),
        Value::Bool(yes) => Some(if *yes { "#" } else { "-" }.to_string()),
        Value::Number(number) => number.as_i64().map(|number| number.to_string()),
        Value::String(text) => is_name(text).then(|| text.clone()),
        _ => None,
    };
    let row = |row: &Value| row.as_array()?.iter().map(sign).collect::<Option<Vec<String>>>();
    value.as_array()?.iter().map(row).collect()
}

/// A single word, which neither ends a statement nor begins a comment.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
