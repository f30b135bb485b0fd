//! A value typed into a cell of the picture becomes text of the script: a token of the grid's `givens`, or a line of its own.

use super::script::Script;
use sator_base::source::Span;
use sator_lang::syntax::ast::{PictureKind, Statement, StatementKind};
use sator_model::{CellId, Kind, Model};

/// Behind the lines that the page writes.
const GIVEN: &str = "  # given";
const GUESS: &str = "  # guess";

/// A value as a condition, and as a token of a picture.
struct Typed {
    condition: String,
    token: String,
}

/// The text with what was typed into a cell, or without a value there; the error is a sentence.
pub(super) fn edit(
    script: &mut Script,
    text: &str,
    cell: &str,
    typed: Option<&str>,
    guess: bool,
) -> Result<String, String> {
    let statements = script.read(text).map_err(|_| "mend the script's error first")?;
    let model = script.session.model();
    let found = model.grids.iter().flat_map(|g| g.cells()).find(|&c| model.cell_name(c) == cell);
    let place = found.ok_or_else(|| format!("there is no cell {cell}"))?;
    let value = typed.map(|typed| value(model, place, cell, typed)).transpose()?;
    let mut new: String = text.split_inclusive('\n').filter(|line| !is_about(line, cell)).collect();
    // The picture's places are those of the text that was read.
    if new == text
        && let Some(span) = token_at(model, &statements, place)
    {
        let range = span.start as usize..span.end as usize;
        let blank = matches!(&text[range.clone()], "." | "_" | "?");
        match &value {
            None => new.replace_range(range, "."),
            Some(value) if !guess || !blank => {
                // Tokens without spaces between them have one character each.
                let fits =
                    value.token.chars().count() == text[range.clone()].chars().count() || !is_packed(text, &span);
                if fits {
                    new.replace_range(range, &value.token);
                    return Ok(new);
                }
                new.replace_range(range, ".");
            }
            Some(_) => {}
        }
    }
    if let Some(value) = value {
        if !new.is_empty() && !new.ends_with('\n') {
            new.push('\n');
        }
        new.push_str(&value.condition);
        new.push_str(if guess { GUESS } else { GIVEN });
        new.push('\n');
    }
    Ok(new)
}

/// Whether the page wrote this line, about this cell.
fn is_about(line: &str, cell: &str) -> bool {
    let line = line.trim_end();
    let Some(condition) = line.strip_suffix(GIVEN).or_else(|| line.strip_suffix(GUESS)) else { return false };
    let subject = condition.strip_prefix("not ").unwrap_or(condition);
    subject.split(" = ").next() == Some(cell)
}

fn value(model: &Model, place: CellId, cell: &str, typed: &str) -> Result<Typed, String> {
    let unknown = model.unknown_at(place).ok_or_else(|| format!("{cell} holds no value"))?;
    let unknown = model.unknown(unknown);
    let equal = |word: String| Typed { condition: format!("{cell} = {word}"), token: word };
    match unknown.kind {
        Kind::Int => {
            let number: i64 = typed.parse().map_err(|_| format!("{cell} takes a number, not {typed}"))?;
            match unknown.domain.contains(number) {
                true => Ok(equal(number.to_string())),
                false => Err(format!("{cell} can't be {number}")),
            }
        }
        Kind::Bool => match typed {
            "1" | "#" | "x" | "y" => Ok(Typed { condition: cell.to_string(), token: "#".into() }),
            "0" | "-" | "n" => Ok(Typed { condition: format!("not {cell}"), token: "-".into() }),
            _ => Err(format!("{cell} takes 1 or 0, not {typed}")),
        },
        kind => {
            let words = unknown.domain.iter().map(|v| model.value_text(kind, v));
            let near: Vec<String> =
                words.filter(|word| word.to_lowercase().starts_with(&typed.to_lowercase())).collect();
            match &near[..] {
                [] => Err(format!("{cell} has no value that starts with {typed}")),
                [one] => Ok(equal(one.clone())),
                several => match several.iter().find(|word| *word == typed) {
                    Some(exact) => Ok(equal(exact.clone())),
                    None => Err(format!("{}: which?", several.join(", "))),
                },
            }
        }
    }
}

/// The token of a cell in the `givens` of its grid.
fn token_at(model: &Model, statements: &[Statement], place: CellId) -> Option<Span> {
    let id = model.grid_of(place);
    let grid = model.grid(id);
    let (row, col) = grid.position(place);
    statements.iter().find_map(|statement| {
        let StatementKind::Picture { kind: PictureKind::Givens, name, of, picture, .. } = &statement.kind else {
            return None;
        };
        let named = name.as_ref().or(of.as_ref()).map(|n| n.name.as_str());
        let about = named.map_or(model.main_grid() == Some(id), |name| name == grid.name);
        if !about || picture.rows.len() != grid.rows {
            return None;
        }
        match &picture.rows[row].tokens[..] {
            [packed] if grid.cols > 1 && packed.text.chars().count() == grid.cols => {
                let (at, character) = packed.text.char_indices().nth(col)?;
                let start = packed.span.start + at as u32;
                Some(Span { start, end: start + character.len_utf8() as u32, ..packed.span })
            }
            tokens if tokens.len() == grid.cols => Some(tokens[col].span),
            _ => None,
        }
    })
}

/// Whether the token touches another one.
fn is_packed(text: &str, span: &Span) -> bool {
    let blank = |c: Option<char>| c.is_none_or(|c| c.is_whitespace() || matches!(c, '{' | '}' | ';'));
    !blank(text[..span.start as usize].chars().next_back()) || !blank(text[span.end as usize..].chars().next())
}
