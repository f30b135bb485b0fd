//! Pictures whose rows are a value: `givens x = lines("board.txt")`.

use super::Elaborator;
use super::value::{Keyed, Value};
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::{Arg, Expr, ExprKind, Picture, PictureRow, Token};
use sator_base::source::{SourceId, Span};
use std::borrow::Cow;

impl Elaborator {
    /// The rows of a picture. The tokens of `lines("board.txt")` have their places in the file; those of another value
    /// have places in a text made for it.
    pub(super) fn picture_from(&mut self, from: &Expr) -> Result<Picture> {
        let source = match self.lines_of_file(from)? {
            Some(source) => source,
            None => {
                let value = self.expression(from)?;
                let rows = self.list(&value, from.span)?;
                let rows = rows.iter().map(|row| self.picture_row(row, from.span)).collect::<Result<Vec<String>>>()?;
                let name = format!("rows of {}", beginning(self.sources.slice(from.span)));
                self.sources.add(name, rows.join("\n"))
            }
        };
        let rows = rows_of(source, &self.sources.get(source).text);
        Ok(Picture { rows, from: None, span: from.span })
    }

    /// The source of the file that `lines("board.txt")` reads; `None` for any other expression.
    fn lines_of_file(&mut self, from: &Expr) -> Result<Option<SourceId>> {
        let ExprKind::Call { callee, args } = &from.kind else { return Ok(None) };
        let (ExprKind::Name(function), [Arg::Positional(path)]) = (&callee.kind, &args[..]) else { return Ok(None) };
        if function != "lines" || !matches!(self.look_up(function)?, Some(Value::Builtin(_))) {
            return Ok(None);
        }
        let value = self.expression(path)?;
        self.lines_source((&value, path.span), from.span).map(Some)
    }

    /// The tokens of a row as text.
    fn picture_row(&self, row: &Value, span: Span) -> Result<String> {
        let items = match row {
            Value::List(items) | Value::Tuple(items) => items,
            Value::Keyed(list) => {
                let Keyed { items, .. } = &**list;
                items
            }
            one => return self.picture_token(one, span),
        };
        Ok(items.iter().map(|item| self.picture_token(item, span)).collect::<Result<Vec<String>>>()?.join(" "))
    }

    fn picture_token(&self, value: &Value, span: Span) -> Result<String> {
        let text = match value {
            Value::None => ".".into(),
            Value::Bool(holds) => String::from(if *holds { "#" } else { "-" }),
            Value::Str(word) => word.to_string(),
            Value::Int(_) | Value::Enum(..) | Value::Direction(_) => self.text_of(value),
            other => {
                let error = self.wrong("rows of numbers and words", other, span);
                return fail(error.help("a row is a list, or a word with a character for each cell"));
            }
        };
        if text.is_empty() || text.contains(|c: char| c.is_whitespace() || matches!(c, ';' | '{' | '}')) {
            let message = format!("\"{text}\" can't be a token of a picture");
            let help = "a token has no blanks, braces or semicolons";
            return fail(Diagnostic::at(Code::PictureShape, span, message).help(help));
        }
        Ok(text)
    }
}

/// The text, cut where it is too long for the name of a source.
fn beginning(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} ...", &text[..end]).into(),
        None => text.into(),
    }
}

/// The rows of a text, without blank lines.
fn rows_of(source: SourceId, text: &str) -> Vec<PictureRow> {
    let place = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        Span::new(source, start, start + word.len())
    };
    let row = |line: &str| {
        let tokens: Vec<Token> =
            line.split_whitespace().map(|word| Token { text: word.into(), span: place(word) }).collect();
        let span = tokens.first()?.span.to(tokens.last()?.span);
        Some(PictureRow { tokens, span })
    };
    text.strip_prefix('\u{feff}').unwrap_or(text).lines().filter_map(row).collect()
}
