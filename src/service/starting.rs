//! Puzzles to start from: a script of the gallery as a small picture, and the same rules on an empty board of another size.

use super::pictures::{BLANK, matrix};
use crate::gallery;
use crate::session::{Files, Session, Settings};
use sator_base::limits::Interrupt;
use sator_base::source::SourceId;
use sator_draw::render::svg::render_inline;
use sator_draw::scene::Figure;
use sator_lang::syntax::ast::{GridShape, PictureKind, Statement, StatementKind};
use sator_lang::syntax::parse;
use std::collections::HashMap;

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
    let mut shapes: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut main = None;
    for statement in &statements {
        if let StatementKind::Grid { name, shape: GridShape::Literal { rows, cols, .. }, hidden, .. } = &statement.kind
        {
            let shape = (*rows as usize, *cols as usize);
            shapes.insert(&name.name, shape);
            main = main.or((!hidden).then_some(shape));
        }
    }
    let mut lines: Vec<String> = vec![];
    for statement in &statements {
        if keeps(statement) {
            lines.push(emptied(text, statement, &shapes, main, size));
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// Whether a statement is about the rules of a genre: not a title, a given or a question, and no use of a rule on some cells.
fn keeps(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Title(_) | StatementKind::Question(_) | StatementKind::Command(_) => false,
        StatementKind::Picture { kind: PictureKind::Givens, .. } => false,
        StatementKind::Expr { expr, .. } => {
            let text = sator_lang::syntax::print::print_expr(expr);
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            !words.into_iter().any(is_cell)
        }
        _ => true,
    }
}

/// Whether a word names a cell, a row or a column.
fn is_cell(word: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let row = word.strip_prefix('r');
    row.is_some_and(|rest| digits(rest) || rest.split_once('c').is_some_and(|(row, col)| digits(row) && digits(col)))
        || word.strip_prefix('c').is_some_and(digits)
}

fn emptied(
    text: &str,
    statement: &Statement,
    shapes: &HashMap<&str, (usize, usize)>,
    main: Option<(usize, usize)>,
    size: Option<(usize, usize)>,
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
