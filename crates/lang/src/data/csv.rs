//! Tables of comma-separated values, after RFC 4180.

use super::Text;
use crate::diagnostic::{Diagnostic, Result};
use crate::elaborate::value::Value;
use std::sync::Arc;

/// The form of a table, where the text alone doesn't show it.
#[derive(Clone, Copy, Debug, Default)]
pub struct CsvForm {
    /// Whether the first line names the columns.
    pub header: Option<bool>,
    /// The character between two values.
    pub separator: Option<char>,
}

/// A value of the table with its place.
struct Cell {
    value: Value,
    start: usize,
    end: usize,
}

/// A table as a value: records if its first line names the columns; else a list of lists, or a flat list if each line
/// has one value.
///
/// The first line names the columns if it has only words and blanks, and some later line has a number. The separator is
/// a comma, else a semicolon or a tab, whichever the first line contains.
///
/// # Errors
/// A quote that isn't closed, lines of different lengths, columns with one name, a number that is too large, or a limit.
pub fn csv(text: Text, form: CsvForm) -> Result<Value> {
    let rows = cells(text, form)?;
    let Some(first) = rows.first() else { return Ok(Value::list([])) };
    if let Some((row, cell)) = rows.iter().find_map(|row| (row.len() != first.len()).then_some((row, row.last()?))) {
        let message = format!("this line has {}, and the first line {}", values(row.len()), first.len());
        let error = text.error(row[0].start, cell.end, message);
        return Err(Box::new(error.help("a value with a comma in it is written in double quotes")));
    }
    let is_word = |cell: &Cell| matches!(cell.value, Value::Str(_));
    let is_number = |cell: &Cell| matches!(cell.value, Value::Int(_) | Value::Fraction(..));
    let names_columns = || {
        let no_number = first.iter().all(|cell| is_word(cell) || matches!(cell.value, Value::None));
        no_number && first.iter().any(is_word) && rows[1..].iter().flatten().any(is_number)
    };
    let lists = |row: Vec<Cell>| row.into_iter().map(|cell| cell.value).collect::<Arc<[Value]>>();
    if !form.header.unwrap_or_else(names_columns) {
        return Ok(Value::list(rows.into_iter().map(|row| match &row[..] {
            [only] => only.value.clone(),
            _ => Value::List(lists(row)),
        })));
    }
    let names = names(text, first)?;
    let record = |row: Vec<Cell>| Value::record(names.clone(), lists(row));
    Ok(Value::list(rows.into_iter().skip(1).map(record)))
}

fn values(count: usize) -> String {
    format!("{count} value{}", if count == 1 { "" } else { "s" })
}

/// The names of the columns. A column without a name is reached only by its position.
fn names(text: Text, first: &[Cell]) -> Result<Arc<[Arc<str>]>> {
    let mut names: Vec<Arc<str>> = vec![];
    for cell in first {
        let name = text.text[cell.start..cell.end].trim_matches('"');
        if !name.is_empty() && names.iter().any(|other| **other == *name) {
            let error = text.error(cell.start, cell.end, format!("two columns are called `{name}`"));
            return Err(Box::new(error.help("rename one; if this line names no columns, write `header: false`")));
        }
        names.push(name.into());
    }
    Ok(names.into())
}

/// The lines that aren't blank, cut into values.
fn cells(text: Text, form: CsvForm) -> Result<Vec<Vec<Cell>>> {
    let start = if text.text.starts_with('\u{feff}') { 3 } else { 0 };
    let line = text.text[start..].lines().next().unwrap_or_default();
    let separator = form.separator.or_else(|| [',', ';', '\t'].into_iter().find(|&c| line.contains(c))).unwrap_or(',');
    let mut rows = vec![];
    let mut row = vec![];
    let mut at = start;
    while at < text.text.len() || !row.is_empty() {
        text.step(at)?;
        let (cell, after) = cell(text, at, separator)?;
        row.push(cell);
        let rest = &text.text[after..];
        if let Some(rest) = rest.strip_prefix(separator) {
            at = text.text.len() - rest.len();
            // A separator at the end of the text is followed by one more blank.
            continue;
        }
        at = after + if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
        let line = std::mem::take(&mut row);
        if !matches!(&line[..], [Cell { value: Value::None, .. }]) {
            rows.push(line);
        }
    }
    Ok(rows)
}

/// The value at byte `at`, and the byte after it.
fn cell(text: Text, at: usize, separator: char) -> Result<(Cell, usize)> {
    let rest = &text.text[at..];
    let ends = |c: char| c == separator || c == '\n';
    let blank = |c: char| c != separator && (c == ' ' || c == '\t');
    let start = at + rest.find(|c| !blank(c)).unwrap_or(rest.len());
    if !text.text[start..].starts_with('"') {
        let length = rest.find(ends).unwrap_or(rest.len());
        let after = at + rest[..length].strip_suffix('\r').map_or(length, str::len);
        let end = at + text.text[at..after].trim_end_matches(blank).len();
        let (start, end) = (start.min(end), end);
        return Ok((Cell { value: text.token(start, end)?, start, end }, after));
    }
    let mut word = String::new();
    let mut from = start + 1;
    loop {
        let Some(quote) = text.text[from..].find('"').map(|offset| from + offset) else {
            let error = text.error(start, start + 1, "this quote is not closed");
            return Err(Box::new(error.help("a quote inside a value is doubled: \"a \"\"b\"\" c\"")));
        };
        word.push_str(&text.text[from..quote]);
        if text.text[quote + 1..].starts_with('"') {
            word.push('"');
            from = quote + 2;
            continue;
        }
        let end = quote + 1;
        let tail = &text.text[end..];
        let after = end + tail.find(|c| !blank(c)).unwrap_or(tail.len());
        let next = &text.text[after..];
        if !(next.is_empty() || next.starts_with(ends) || next.starts_with("\r\n")) {
            let width = next.chars().next().map_or(0, char::len_utf8);
            return Err(expected_end(text, after, width, separator));
        }
        return Ok((Cell { value: Value::str(&word), start, end }, after));
    }
}

fn expected_end(text: Text, at: usize, width: usize, separator: char) -> Box<Diagnostic> {
    let error =
        text.error(at, at + width, format!("expected `{separator}` or the end of the line after a quoted value"));
    Box::new(error.help("a quote inside a value is doubled: \"a \"\"b\"\" c\""))
}
