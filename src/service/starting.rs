//! Puzzles to start from: a script of the gallery as a small picture, its rules on an empty board of another size, and its
//! rules with other clues.

use super::pictures::{BLANK, matrix};
use crate::gallery;
use crate::session::{Files, Session, Settings};
use sator_base::limits::Interrupt;
use sator_base::source::SourceId;
use sator_draw::render::svg::render_inline;
use sator_draw::scene::Figure;
use sator_lang::syntax::ast::{GridShape, PictureKind, Spots, Statement, StatementKind};
use sator_lang::syntax::{parse, place_name};
use serde_json::Value;
use std::collections::HashMap;

/// Rows and columns.
type Size = (usize, usize);

/// The picture of a script of the gallery, as posed.
pub(super) fn picture(text: &str) -> String {
    let mut session = Session::new(Settings::default(), Interrupt::new());
    session.set_files(Files::Refused);
    let statements = session.read("example", text, crate::session::TextOrigin::Script).unwrap_or_default();
    for statement in statements.iter().filter(|statement| super::script::is_kept(statement)) {
        if session.run(statement, &mut |_, _| {}).is_err() {
            break;
        }
    }
    render_inline(&Figure::posed(session.model()))
}

/// A script of the gallery without its title, clues and questions, on a board of this size if its grid has a size.
pub(super) fn empty(name: &str, size: Option<(usize, usize)>) -> Result<String, String> {
    let example = gallery::find(name).ok_or_else(|| format!("there is no example `{name}`"))?;
    let text = example.text;
    let statements = parse(SourceId(0), text).map_err(|error| error.message.clone())?;
    let (shapes, main) = shapes(&statements);
    let mut lines: Vec<String> = vec![];
    for statement in &statements {
        if keeps(statement) {
            lines.push(emptied(text, statement, &shapes, main, size));
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// The sizes of the grids by name, and that of the first one that is shown.
fn shapes(statements: &[Statement]) -> (HashMap<&str, Size>, Option<Size>) {
    let mut shapes: HashMap<&str, Size> = HashMap::new();
    let mut main = None;
    for statement in statements {
        if let StatementKind::Grid { name, shape: GridShape::Literal { rows, cols, .. }, hidden, .. } = &statement.kind
        {
            let shape = (*rows as usize, *cols as usize);
            shapes.insert(&name.name, shape);
            main = main.or((!hidden).then_some(shape));
        }
    }
    (shapes, main)
}

/// Whether a statement is about the rules of a genre: not a title, a given or a question, and no use of a rule on some cells.
fn keeps(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Title(_) | StatementKind::Question(_) | StatementKind::Command(_) => false,
        StatementKind::Picture { kind: PictureKind::Givens, .. } => false,
        StatementKind::Expr { expr, .. } => {
            let text = sator_lang::syntax::print::print_expr(expr);
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            !words.into_iter().any(|word| place_name(word).is_some())
        }
        _ => true,
    }
}

fn emptied(
    text: &str,
    statement: &Statement,
    shapes: &HashMap<&str, Size>,
    main: Option<Size>,
    size: Option<Size>,
) -> String {
    let own = &text[statement.span.start as usize..statement.span.end as usize];
    match &statement.kind {
        StatementKind::Grid { shape: GridShape::Literal { rows, cols, span }, .. } => match size {
            Some((high, wide)) if Some((*rows as usize, *cols as usize)) == main => {
                let (from, to) = (span.start as usize, span.end as usize);
                let start = statement.span.start as usize;
                let new = format!("{}{high}x{wide}{}", &text[start..from], &text[to..statement.span.end as usize]);
                with_largest_value(new, (*rows as usize, *cols as usize), (high, wide))
            }
            _ => own.to_string(),
        },
        StatementKind::Picture { kind, of, spots, picture, .. } if picture.from.is_none() => {
            let Some(old) = of.as_ref().map_or(main, |of| shapes.get(of.name.as_str()).copied()) else {
                return own.to_string();
            };
            let same = size.is_none_or(|size| size == old);
            let head = &text[statement.span.start as usize..picture.span.start as usize];
            if *kind == PictureKind::Outside {
                return format!("{head}{{\n}}");
            }
            if *kind == PictureKind::Regions && same {
                return own.to_string();
            }
            let (rows, cols) = spots.shape(size.filter(|_| Some(old) == main).unwrap_or(old));
            // Holes of a board stay where they are.
            let holes = matrix(picture, cols).filter(|_| same);
            let token = |row: usize, col: usize| match &holes {
                Some(tokens) if tokens.get(row).is_some_and(|tokens| tokens[col] == "#") => "#",
                _ => BLANK,
            };
            let row = |row: usize| (0..cols).map(|col| token(row, col)).collect::<Vec<_>>().join(" ");
            let rows: String = (0..rows).map(|k| format!("  {}\n", row(k))).collect();
            format!("{head}{{\n{rows}}}")
        }
        _ => own.to_string(),
    }
}

/// Numbers up to the length of a row go up to the new length.
fn with_largest_value(text: String, old: (usize, usize), new: (usize, usize)) -> String {
    match old.0 == old.1 && new.0 == new.1 && text.ends_with(&format!("1..{}", old.0)) {
        true => format!("{}1..{}", text.trim_end_matches(&format!("1..{}", old.0)), new.0),
        false => text,
    }
}

/// The puzzle of a rule with these clues: the rule's example with other pictures. `clues` is the rows of its only picture, or an
/// object with those of each picture by its name.
///
/// # Errors
/// A sentence: no such rule, a picture that it doesn't have, or one that is missing.
pub(super) fn posed(rule: &str, clues: &Value) -> Result<String, String> {
    let example = gallery::find(&format!("rules/{rule}")).filter(|example| example.name == format!("rules/{rule}"));
    let example = example
        .ok_or_else(|| format!("there is no standard rule `{rule}` with an example; `help rules` lists them"))?;
    let text = example.text;
    let statements = parse(SourceId(0), text).map_err(|error| error.message.clone())?;
    let calls = |statement: &Statement| {
        keeps(statement)
            && text[statement.span.start as usize..statement.span.end as usize].starts_with(&format!("{rule}("))
    };
    if !statements.iter().any(calls) {
        return Err(format!("clues of `{rule}` are lists of cells and no picture: write the puzzle as `text`"));
    }
    let names: Vec<&str> = statements.iter().filter_map(picture_name).collect();
    let given = by_name(rule, &names, clues)?;
    let mut size = None;
    for statement in &statements {
        let StatementKind::Picture { spots: Spots::Cells, kind, .. } = &statement.kind else { continue };
        let rows = picture_name(statement).and_then(|name| given.get(name)).filter(|_| *kind != PictureKind::Outside);
        size = size.or(rows.map(|rows| (rows.len(), rows.first().map_or(0, |row| tokens(row).len()))));
    }
    let (shapes, main) = shapes(&statements);
    let mut lines: Vec<String> = vec![];
    for statement in &statements {
        match (&statement.kind, picture_name(statement).map(|name| (name, given.get(name)))) {
            (StatementKind::Picture { picture, .. }, Some((_, Some(rows)))) => {
                let head = &text[statement.span.start as usize..picture.span.start as usize];
                let rows: String = rows.iter().map(|row| format!("  {row}\n")).collect();
                lines.push(format!("{head}{{\n{rows}}}"));
            }
            (StatementKind::Picture { kind: PictureKind::Regions, .. }, Some((name, None))) => {
                return Err(format!("`{rule}` needs the regions `{name}` among its clues"));
            }
            _ if keeps(statement) => lines.push(emptied(text, statement, &shapes, main, size)),
            _ => {}
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// The name of a picture, or the word that declares it.
fn picture_name(statement: &Statement) -> Option<&str> {
    let StatementKind::Picture { kind, name, .. } = &statement.kind else { return None };
    Some(match (kind, name) {
        (_, Some(name)) => &name.name,
        (PictureKind::Givens, None) => "givens",
        (PictureKind::Regions, None) => "regions",
        (PictureKind::Outside, None) => "outside",
        (PictureKind::Clues, None) => "clues",
    })
}

/// The rows of each picture.
fn by_name(rule: &str, names: &[&str], clues: &Value) -> Result<HashMap<String, Vec<String>>, String> {
    let listed = || names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let Value::Object(fields) = clues else {
        let [name] = names else {
            return Err(format!("`clues` of `{rule}` is an object with rows for {}", listed()));
        };
        return Ok(HashMap::from([(name.to_string(), rows(clues)?)]));
    };
    if let Some(other) = fields.keys().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("`{rule}` has no picture `{other}`; it has {}", listed()));
    }
    fields.iter().map(|(name, clues)| Ok((name.clone(), rows(clues)?))).collect()
}

/// The rows of a picture: texts, lists of values, or one text with all of them.
fn rows(clues: &Value) -> Result<Vec<String>, String> {
    let token = |value: &Value| match value {
        Value::Null => Some(BLANK.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) if !text.contains(char::is_whitespace) && !text.is_empty() => Some(text.clone()),
        _ => None,
    };
    let row = |row: &Value| match row {
        Value::String(text) => Some(text.trim().to_string()),
        Value::Array(values) => Some(values.iter().map(token).collect::<Option<Vec<_>>>()?.join(" ")),
        _ => None,
    };
    let rows: Option<Vec<String>> = match clues {
        Value::String(text) => Some(text.split(['\n', ';']).map(|row| row.trim().into()).collect()),
        Value::Array(rows) => rows.iter().map(row).collect(),
        _ => None,
    };
    let is_plain = |row: &String| !row.contains(['{', '}', ';', '\n']);
    let rows = rows.map(|rows| rows.into_iter().filter(|row| !row.is_empty()).collect::<Vec<_>>());
    rows.filter(|rows| !rows.is_empty() && rows.iter().all(is_plain))
        .ok_or_else(|| "`clues` are rows: texts such as \"..2.\", or lists of values with null where no clue is".into())
}

/// The tokens of a row.
fn tokens(row: &str) -> Vec<String> {
    match row.contains(char::is_whitespace) {
        true => row.split_whitespace().map(String::from).collect(),
        false => row.chars().map(String::from).collect(),
    }
}
