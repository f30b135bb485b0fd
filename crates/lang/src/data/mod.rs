//! Data files as values: tables, JSON, lines of text.

mod csv;
mod json;
mod lines;
mod number;

pub use csv::{CsvForm, csv};
pub use json::json;
pub use lines::lines;
pub(crate) use number::{Decimal, decimal};

use crate::diagnostic::{Code, Diagnostic, Result};
use crate::elaborate::value::Value;
use sator_base::limits::Limits;
use sator_base::source::{SourceId, Span};

/// A text to read as data.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The source for spans.
    pub source: SourceId,
    /// The text of the source.
    pub text: &'a str,
    /// Limits on the effort.
    pub limits: &'a Limits,
}

impl Text<'_> {
    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, start, end)
    }

    fn step(&self, at: usize) -> Result<()> {
        self.limits.tick().map_err(|reason| Diagnostic::stopped(reason, self.span(at, at)))
    }

    fn error(&self, start: usize, end: usize, message: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::at(Code::Data, self.span(start, end), message))
    }

    /// A number, `true`, `false` or a word, between two bytes of the text. An empty text is a blank.
    fn token(&self, start: usize, end: usize) -> Result<Value> {
        Ok(match &self.text[start..end] {
            "" => Value::None,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            word => match decimal(word) {
                Decimal::Number(value) => value,
                Decimal::NoNumber => Value::str(word),
                Decimal::TooLarge => return Err(self.too_large(start, end)),
            },
        })
    }

    fn too_large(&self, start: usize, end: usize) -> Box<Diagnostic> {
        let error = self.error(start, end, "this number has more digits than 64 bits hold");
        Box::new(error.help("round it, or scale the whole column"))
    }
}

#[cfg(test)]
mod tests;
