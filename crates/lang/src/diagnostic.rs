//! Diagnostics: errors and warnings for users, with their place and what to write instead.
//!
//! Every stage reports with this one type; `render::diagnostic` draws it for a terminal, `render::json` as an object.

use sator_base::limits::Reason;
use sator_base::source::Span;

pub use crate::code::{Code, ErrorExample};

/// A remark at a place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The remark; can be empty.
    pub text: String,
}

/// Advice: what to write instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// The advice in words.
    pub text: String,
    /// The texts of the language in the advice. In the place of the error, or of its statement, one of them can mend the
    /// mistake.
    pub fixes: Vec<String>,
}

impl Help {
    /// Words and texts of the language in turn, beginning with words.
    pub fn of(pieces: &[&str]) -> Help {
        let mut help = Help::default();
        for (at, piece) in pieces.iter().enumerate() {
            if at % 2 == 0 {
                help.text += piece;
            } else {
                help = help.and(&format!("`{piece}`")).fix(*piece);
            }
        }
        help
    }

    /// "write `TEXT`"
    pub fn write(text: impl Into<String>) -> Help {
        let text = text.into();
        Help { text: format!("write `{text}`"), fixes: vec![text] }
    }

    /// "did you mean `NAME`?"
    pub fn did_you_mean(name: impl Into<String>) -> Help {
        let name = name.into();
        Help { text: format!("did you mean `{name}`?"), fixes: vec![name] }
    }

    /// Adds words after the advice.
    pub fn and(mut self, more: &str) -> Help {
        self.text += more;
        self
    }

    /// Adds a text of the language.
    pub fn fix(mut self, text: impl Into<String>) -> Help {
        self.fixes.push(text.into());
        self
    }
}

impl From<String> for Help {
    fn from(text: String) -> Help {
        Help { text, fixes: vec![] }
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Help {
        text.to_string().into()
    }
}

impl From<&Advice> for Help {
    fn from(advice: &Advice) -> Help {
        Help::of(advice)
    }
}

/// Advice that stands in a table: words and texts of the language in turn, beginning with words.
pub(crate) type Advice = [&'static str];

/// An error or warning with its advice. `labels[0]` is the place of the error itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The kind of error.
    pub code: Code,
    /// A warning: the text is allowed, but probably not what the user means.
    pub warning: bool,
    /// The fault, in one sentence.
    pub message: String,
    /// Remarks at places in the text.
    pub labels: Vec<Label>,
    /// Further facts.
    pub notes: Vec<String>,
    /// The text to write instead, in words.
    pub help: Option<String>,
    /// The texts of the language in the advice ([`Help::fixes`]).
    pub fixes: Vec<String>,
    /// The rule uses and loops around the error, innermost first.
    pub trace: Vec<Label>,
}

impl Diagnostic {
    /// An error without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            warning: false,
            message: message.into(),
            labels: vec![],
            notes: vec![],
            help: None,
            fixes: vec![],
            trace: vec![],
        }
    }

    /// An error at `span` without a remark there.
    pub fn at(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, message).label(span, "")
    }

    /// A warning at `span`.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { warning: true, ..Diagnostic::at(code, span, message) }
    }

    /// The error of a statement that a limit stopped at `span`; the statement changes nothing.
    pub fn stopped(reason: Reason, span: Span) -> Box<Diagnostic> {
        Box::new(Diagnostic::during("this was read", "make its loops smaller, or ", reason).label(span, ""))
    }

    /// The error where a limit ended the reading of a file.
    pub fn stopped_reading(reason: Reason) -> Diagnostic {
        Diagnostic::during("this was read", "", reason)
    }

    /// The error where a limit ended the writing of a file.
    pub fn stopped_writing(reason: Reason) -> Diagnostic {
        Diagnostic::during("this was written", "", reason)
    }

    /// `advice` comes before the setting that allows more.
    fn during(task: &str, advice: &str, reason: Reason) -> Diagnostic {
        let error = |code, what| Diagnostic::new(code, format!("{what} while {task}"));
        match reason {
            Reason::Interrupted => error(Code::Interrupted, "stopped"),
            Reason::Timeout => error(Code::Timeout, "the time limit was met")
                .help(format!("{advice}allow more time with `set timeout`")),
            Reason::Memory => error(Code::Memory, "the memory limit was met")
                .help(format!("{advice}allow more memory with `set memory`")),
            Reason::Effort | Reason::NotSoon => error(Code::GaveUp, "the effort allowed was spent"),
            Reason::GaveUp(why) => error(Code::GaveUp, "no end was found").note(why),
        }
    }

    /// The limit behind an error made by [`Diagnostic::stopped`].
    pub fn limit(&self) -> Option<Reason> {
        match self.code {
            Code::Interrupted => Some(Reason::Interrupted),
            Code::Timeout => Some(Reason::Timeout),
            Code::Memory => Some(Reason::Memory),
            _ => None,
        }
    }

    /// Adds a remark at a place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Sets what to write instead.
    pub fn help(mut self, help: impl Into<Help>) -> Diagnostic {
        let Help { text, fixes } = help.into();
        self.help = Some(text);
        self.fixes = fixes;
        self
    }
}

/// A result with a diagnostic as error.
pub type Result<T, E = Box<Diagnostic>> = std::result::Result<T, E>;

/// Shorthand for `Err(Box::new(diagnostic))`.
///
/// # Errors
/// Always the diagnostic.
pub fn fail<T>(diagnostic: Diagnostic) -> Result<T> {
    Err(Box::new(diagnostic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_keeps_the_texts_of_the_language() {
        let help = Help::of(&["write ", "=", " or ", "let x = 3", " here"]);
        assert_eq!(help.text, "write `=` or `let x = 3` here");
        assert_eq!(help.fixes, ["=", "let x = 3"]);
        assert_eq!(Help::of(&["write ", "="]), Help::write("="));
        assert_eq!(Help::from("no `text` to write").fixes, [""; 0]);
    }

    #[test]
    fn a_limit_is_read_back_from_its_error() {
        let span = Span::new(sator_base::source::SourceId(0), 0, 0);
        for reason in [Reason::Interrupted, Reason::Timeout, Reason::Memory] {
            assert_eq!(Diagnostic::stopped(reason.clone(), span).limit(), Some(reason));
        }
        // A file that is slow to read has no loops.
        let help = |error: Diagnostic| error.help.unwrap_or_default();
        assert_eq!(help(Diagnostic::stopped_reading(Reason::Timeout)), "allow more time with `set timeout`");
        assert_eq!(help(Diagnostic::stopped_writing(Reason::Memory)), "allow more memory with `set memory`");
        assert!(help(*Diagnostic::stopped(Reason::Timeout, span)).starts_with("make its loops smaller, or allow"));
        let error = Diagnostic::stopped(Reason::GaveUp("no reason given".into()), span);
        assert_eq!((error.code, &error.notes[..]), (Code::GaveUp, &["no reason given".to_string()][..]));
        assert_eq!(Diagnostic::stopped(Reason::Effort, span).code, Code::GaveUp);
    }
}
