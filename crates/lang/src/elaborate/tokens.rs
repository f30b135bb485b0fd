//! Tokens of pictures: cuts a picture into rows of tokens, and reads a token as a clue.

use super::value::Value;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::{Picture, PictureRow, Token};
use sator_base::source::Span;
use sator_base::text::counted;
use sator_model::GridId;

/// The tokens of a one-row picture that is a list, because no grid has that shape.
pub(super) fn one_row(picture: &Picture, named: bool, expected: Option<(GridId, usize, usize)>) -> Option<Vec<Token>> {
    let [row] = &picture.rows[..] else { return None };
    let [token] = &row.tokens[..] else {
        let grid_row = expected.is_some_and(|e| (e.1, e.2) == (1, row.tokens.len()));
        return (!named && !grid_row).then(|| row.tokens.clone());
    };
    let length = token.text.chars().count();
    match expected {
        _ if named => None,
        Some((_, 1, cols)) if cols == length || cols == 1 => None,
        Some((_, rows, cols)) if [rows, cols].contains(&length) => Some(characters(token)),
        _ => Some(row.tokens.clone()),
    }
}

pub(super) fn side_fits(clues: usize, lines: usize, row: Span) -> Result<()> {
    if clues == lines {
        return Ok(());
    }
    let message = format!("this side has {clues} clues, the grid {lines} lines there");
    fail(Diagnostic::at(Code::PictureShape, row, message).help("write `.` for a line without a clue"))
}

/// A clue: a number, a word, a list `1,3`, or none.
pub(super) fn clue(token: &Token) -> Result<Value> {
    let text = token.text.as_str();
    if matches!(text, "." | "_") {
        return Ok(Value::None);
    }
    if text.len() > 1 && text.contains(',') {
        let part = |p: &str| clue(&Token { text: p.into(), span: token.span });
        let parts = text.split(',').map(part).collect::<Result<Vec<_>>>()?;
        return Ok(Value::List(parts.into()));
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        return match text.parse() {
            Ok(k) => Ok(Value::Int(k)),
            Err(_) => {
                fail(Diagnostic::at(Code::NumberTooLarge, token.span, format!("{text} does not fit into 64 bits")))
            }
        };
    }
    Ok(Value::str(text))
}

/// One token for each character.
pub(super) fn characters(token: &Token) -> Vec<Token> {
    let mut at = token.span.start;
    let one = |c: char| {
        let span = Span { start: at, end: at + c.len_utf8() as u32, ..token.span };
        at = span.end;
        Token { text: c.to_string(), span }
    };
    token.text.chars().map(one).collect()
}

/// Cuts a picture into rows of equal length, which is the grid's width if that is known. A row without blanks is read
/// as one token a character if that fits.
pub(super) fn cut(picture: &Picture, shape: Option<(usize, usize)>) -> Result<Vec<Vec<Token>>> {
    if picture.rows.is_empty() {
        return fail(Diagnostic::at(Code::PictureShape, picture.span, "this picture is empty"));
    }
    let spaced = |row: &PictureRow| row.tokens.len();
    let dense = |row: &PictureRow| row.tokens[0].text.chars().count();
    let fits = |row: &PictureRow, width: usize| spaced(row) == width || (spaced(row) == 1 && dense(row) == width);
    let own = || picture.rows.iter().map(spaced).max().filter(|&n| n > 1).unwrap_or_else(|| dense(&picture.rows[0]));
    let width = shape.map_or_else(own, |s| s.1);
    let mut rows = Vec::with_capacity(picture.rows.len());
    for (i, row) in picture.rows.iter().enumerate() {
        if !fits(row, width) {
            let found = if spaced(row) == 1 { dense(row) } else { spaced(row) };
            let message =
                format!("row {} of the picture has {}, expected {width}", i + 1, counted(found as u64, "cell"));
            let one_line = picture.rows.len() == 1 && shape.is_some_and(|(h, w)| h > 1 && found == h * w);
            let help = match found < width {
                _ if one_line => "rows end with a new line or `;`",
                true => "write `.` for each blank",
                false => "is a space missing or a cell too many?",
            };
            return fail(Diagnostic::at(Code::PictureShape, row.span, message).help(help));
        }
        rows.push(if spaced(row) == width { row.tokens.clone() } else { characters(&row.tokens[0]) });
    }
    if let Some((height, _)) = shape
        && rows.len() != height
    {
        let message = format!("the picture has {}, the grid {height}", counted(rows.len() as u64, "row"));
        let help = match rows.len() < height {
            true => "rows end with a new line or `;`, and a row of blanks is written too",
            false => "is a row too many, or the grid declared with too few?",
        };
        return fail(Diagnostic::at(Code::PictureShape, picture.span, message).help(help));
    }
    Ok(rows)
}
