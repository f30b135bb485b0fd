//! sator's own JSON, which `export json` writes. Its `script` is the complete puzzle; the other fields serve other
//! programs.

use super::script::{Cell, Script};
use super::{Imported, MOST, Problem};
use sator_base::source::SourceMap;
use sator_lang::syntax::ast::{Question, Statement, StatementKind};
use serde_json::Value;
use std::collections::BTreeMap;

/// The supported version of the format.
const VERSION: u64 = 1;

/// Whether the text is of this format, by its `"format": "sator"`; the rest can be damaged.
pub(super) fn is_json(text: &str) -> bool {
    let start: String = text.chars().take(4096).filter(|c| !c.is_whitespace()).collect();
    text.starts_with('{') && start.contains("\"format\":\"sator\"")
}

pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    let again = "export it again with `export json \"f\"`";
    if text.len() > MOST {
        return Err(Problem::new("this file has more than 8 MiB, too much for a puzzle"));
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
        return Err(Problem::new("this puzzle file has no string `script` with the puzzle").help(again));
    };
    let statements = sator_lang::syntax::parse(SourceMap::default().add("script", script), script)
        .map_err(|error| Problem::new(format!("the script of this puzzle file has an error: {}", error.message)))?;
    let mut untranslated = vec![];
    for statement in &statements {
        match &statement.kind {
            StatementKind::Untranslated(what) => untranslated.push(what.clone()),
            // A file from elsewhere is a puzzle, so it can't load files or run commands.
            StatementKind::Load { .. } | StatementKind::Command(_) => {
                let rest = script.get(statement.span.start as usize..).unwrap_or("");
                let word = rest.split_whitespace().next().unwrap_or("");
                return Err(Problem::new(format!("the script of this puzzle file has the command `{word}`")).help(
                    "a puzzle from elsewhere can have statements and questions only: delete the command from the file",
                ));
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
        script.push_str(&expected(solution, &statements, read.get("unique") == Some(&Value::Bool(true))));
        sator_lang::syntax::parse(SourceMap::default().add("script", &script), &script)
            .map_err(|_| Problem::new("the solution of this puzzle file can't be read").help(again))?;
    }
    Ok(Imported { script, format: "sator", untranslated, mended: vec![] })
}

/// The stored solution: an expectation if it was proved unique, else a comment.
fn expected(solution: &Value, statements: &[Statement], only: bool) -> String {
    let mut script = Script::default();
    for (name, value) in solution.as_object().into_iter().flatten().filter(|(name, _)| is_name(name)) {
        let mut stated = Script::default();
        match (drawn(name, statements, value), rows(value)) {
            (Some(conditions), _) => stated.expect_all(&conditions),
            (None, Some(rows)) => stated.picture(&format!("expect solution {name}"), &rows),
            (None, None) => {}
        }
        if only {
            script.append(stated);
        } else if !stated.is_empty() {
            script.comment("A solution, not known to be the only one:");
            script.append(stated.commented());
        }
    }
    script.finish("sator").script
}

/// The conditions for the stored strokes of links, fences or a partition; `None` if the name is something else.
fn drawn(name: &str, statements: &[Statement], value: &Value) -> Option<Vec<String>> {
    let named = |statement: &&Statement| match &statement.kind {
        StatementKind::Links { name: n, .. } | StatementKind::Fences { name: n, .. } => n.name == name,
        StatementKind::Partition { name: n, .. } => n.name == name,
        _ => false,
    };
    let declared = &statements.iter().find(named)?.kind;
    let (StatementKind::Links { of, .. } | StatementKind::Fences { of, .. } | StatementKind::Partition { of, .. }) =
        declared
    else {
        return None;
    };
    let mut grids = statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Grid { name, hidden: false, .. } => Some(&name.name),
        _ => None,
    });
    // Only cells of the first grid have short names.
    let first = grids.next();
    let other = of.as_ref().map(|grid| &grid.name).filter(|grid| Some(*grid) != first);
    let cell = |row: usize, col: usize| match other {
        Some(grid) => format!("{grid}[{}, {}]", row + 1, col + 1),
        None => Cell::new(row, col).to_string(),
    };
    let there =
        |(_, value): &((usize, usize), &Value)| !matches!(value, Value::Null | Value::Bool(false)) && **value != 0;
    let mut conditions = vec![];
    match declared {
        StatementKind::Links { .. } => {
            for (key, (down, right)) in [("right", (0, 1)), ("down", (1, 0))] {
                for ((row, col), value) in places(value.get(key)?).into_iter().filter(there) {
                    let link = format!("{name}[{}, {}]", cell(row, col), cell(row + down, col + right));
                    conditions.push(value.as_i64().map_or(link.clone(), |times| format!("{link} = {times}")));
                }
            }
        }
        StatementKind::Fences { .. } => {
            let (level, upright) = (value.get("horizontal")?, value.get("vertical")?);
            // The last row and column of fences lie on the far sides of the last cells.
            let (rows, cols) = (upright.as_array()?.len(), level.get(0)?.as_array()?.len());
            for ((row, col), _) in places(level).into_iter().filter(there) {
                let (row, way) = if row < rows { (row, "up") } else { (row.checked_sub(1)?, "down") };
                conditions.push(format!("{name}[{}, {way}]", cell(row, col)));
            }
            for ((row, col), _) in places(upright).into_iter().filter(there) {
                let (col, way) = if col < cols { (col, "left") } else { (col.checked_sub(1)?, "right") };
                conditions.push(format!("{name}[{}, {way}]", cell(row, col)));
            }
        }
        _ => {
            let pieces: BTreeMap<(usize, usize), &Value> = places(value).into_iter().filter(there).collect();
            for (&(row, col), piece) in &pieces {
                for there in [(row, col + 1), (row + 1, col)] {
                    let Some(other) = pieces.get(&there) else { continue };
                    let not = if piece == other { "" } else { "not " };
                    conditions.push(format!("{not}same({name}, {}, {})", cell(row, col), cell(there.0, there.1)));
                }
            }
        }
    }
    Some(conditions)
}

/// The values in a list of lists, with their places.
fn places(rows: &Value) -> Vec<((usize, usize), &Value)> {
    let mut all = vec![];
    for (row, values) in rows.as_array().into_iter().flatten().enumerate() {
        all.extend(values.as_array().into_iter().flatten().enumerate().map(|(col, value)| ((row, col), value)));
    }
    all
}

/// The values of a grid as tokens of a picture; `None` for lists and other values.
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

/// Whether the text is a single word, which can't end a statement or begin a comment.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
