//! Errors a user sees: what was found, where, and what to write instead.
//!
//! Every stage reports with this one type; `render::diagnostic` draws it for a terminal and
//! `render::json` as an object.

use crate::source::Span;

pub use crate::code::{Code, ErrorExample};

/// A located remark inside a diagnostic.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub span: Span,
    pub text: String,
}

/// One error, complete with advice. `labels[0]` is the place of the error itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub code: Code,
    /// Nothing is wrong yet, but it hardly means what it says.
    pub warning: bool,
    pub message: String,
    pub labels: Vec<Label>,
    pub notes: Vec<String>,
    /// What to write instead.
    pub help: Option<String>,
    /// The rule uses and loops that the error came through, innermost first.
    pub trace: Vec<Label>,
}

impl Diagnostic {
    pub fn new(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            warning: false,
            message: message.into(),
            labels: vec![],
            notes: vec![],
            help: None,
            trace: vec![],
        }
    }

    /// An error at `span`, with nothing to add at the place itself.
    pub fn at(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, message).label(span, "")
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { warning: true, ..Diagnostic::at(code, span, message) }
    }

    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }
}

pub type Result<T, E = Box<Diagnostic>> = std::result::Result<T, E>;

/// Shorthand for `Err(Box::new(diagnostic))`.
pub fn fail<T>(diagnostic: Diagnostic) -> Result<T> {
    Err(Box::new(diagnostic))
}
