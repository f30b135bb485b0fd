//! Errors from the bodies of rules and defs: the use that leads there, and the argument at fault.

use super::Elaborator;
use super::value::Value;
use crate::code::ErrorKind;
use crate::diagnostic::{Code, Diagnostic, Label};
use crate::library;
use crate::syntax::ast::{Arg, Ident, Param};
use sator_base::source::Span;
use sator_model::Kind;

/// The help that shows the use of a standard rule.
pub(super) fn used_like(shown: &[&str]) -> String {
    format!("it is used like this: `{}`", shown.join("; "))
}

impl Elaborator {
    /// An error from the body of a standard rule, moved from a parameter to its argument. In a use by the user it also
    /// names the rule and what it takes, since the user knows neither its text nor its parameters.
    pub(super) fn at_argument(
        &mut self,
        mut error: Box<Diagnostic>,
        name: &Ident,
        params: &[Param],
        args: &[Arg],
        span: Span,
    ) -> Box<Diagnostic> {
        let Some(inner) = error.labels.first().map(|l| l.span).filter(|&at| self.sources.is_library(at)) else {
            return error;
        };
        let about_arguments = error.code.info().kind == ErrorKind::User && error.code != Code::Recursion;
        if error.code == Code::Require || !about_arguments || !self.sources.is_library(name.span) {
            return error;
        }
        // The text of another rule can have a parameter of the same name.
        let is_own = inner.source == name.span.source;
        let param = params.iter().position(|p| is_own && p.name.name == self.sources.slice(inner));
        let given = param.and_then(|at| argument_span(&params[at].name.name, at, args));
        if self.sources.is_library(span) {
            if let Some(given) = given {
                error.labels[0].span = given;
            }
            return error;
        }
        let text = self.sources.slice(inner).to_string();
        error.labels.retain(|l| !self.sources.is_library(l.span));
        error.labels.insert(0, Label { span: given.unwrap_or(span), text: String::new() });
        error.trace.insert(0, Label { span: inner, text });
        let Some(shown) = library::find(&name.name).and_then(|rule| rule.shown_use()) else { return error };
        if let Some((at, wrong, message)) = self.wrong_kind(name, params, args, &shown) {
            error.labels[0].span = wrong;
            error.message = format!("`{}` takes {message} as `{}`", name.name, params[at].name.name);
            error.trace.clear();
            error.help = None;
        } else {
            let what = match param.filter(|_| given.is_some()) {
                Some(at) => format!("this as `{}`", params[at].name.name),
                None => "these arguments".into(),
            };
            error.message = format!("`{}` can't use {what}: {}", name.name, error.message);
        }
        // A help about the rule's own text is no help to users, who can't change it.
        if given.is_none() || error.help.is_none() {
            error.help = Some(used_like(&shown));
        }
        error
    }

    /// The first argument of another kind than the one that the shown use declares: its number, its place, and both
    /// kinds in words.
    fn wrong_kind(
        &mut self,
        name: &Ident,
        params: &[Param],
        args: &[Arg],
        shown: &[&str],
    ) -> Option<(usize, Span, String)> {
        let (call, declared) = shown.split_last()?;
        let arguments = call.strip_prefix(name.name.as_str())?.strip_prefix('(')?.strip_suffix(')')?;
        let values = self.positional(args);
        if values.len() != args.len() {
            return None;
        }
        let mut each = arguments.split(", ").zip(values).take(params.len()).enumerate();
        each.find_map(|(at, (argument, (value, span)))| {
            let expected = declared.iter().find_map(|part| declared_kind(part, argument))?;
            let found = self.argument_kind(&value)?;
            (expected != found && (expected != PLACES || !matches!(value, Value::Grid(_))))
                .then(|| (at, span, format!("{expected}, not {found},")))
        })
    }

    /// The kind of an argument in the words of `declared_kind`; `None` if it can stand for several kinds, as a list can.
    fn argument_kind(&self, value: &Value) -> Option<&'static str> {
        match value {
            Value::Grid(grid) => Some(match &self.model.grids[*grid].content {
                None => PLACES,
                Some((Kind::Bool, _)) => YES_OR_NO,
                Some(_) => NUMBERS,
            }),
            Value::Clues(clues) if self.is_list(clues) => None,
            Value::Clues(_) | Value::Regions(_) | Value::Outside(_) | Value::Lines(_) => Some(value.type_name()),
            _ => None,
        }
    }

    /// Adds the use at `span` to an error from its body. If the error lies in a standard rule or a `require` raised it,
    /// the main place becomes the use, because that is what the user can change, or the clue that the `require` reads.
    pub(super) fn add_use_to_error(&self, mut error: Box<Diagnostic>, span: Span, text: String) -> Box<Diagnostic> {
        let required = error.code == Code::Require;
        let in_library = error.labels.first().is_some_and(|l| self.sources.is_library(l.span));
        if in_library && self.sources.is_library(span) && required {
            return error;
        }
        if in_library && !self.sources.is_library(span) || required && error.labels.len() == 1 {
            if in_library && required {
                error.labels.clear();
            } else if required {
                error.labels[0].text = "required here".into();
            }
            error.labels.insert(0, Label { span, text: String::new() });
            if required {
                if let Some(clue) = self.reading.first {
                    error.labels[0].text = "used here".into();
                    error.labels.insert(0, Label { span: clue, text: String::new() });
                }
                return error;
            }
        }
        // A runaway recursion repeats itself: each use appears once.
        let label = Label { span, text };
        if error.trace.len() < 8 && !error.trace.contains(&label) {
            error.trace.push(label);
        }
        error
    }
}

const PLACES: &str = "a grid without unknowns";
const YES_OR_NO: &str = "a yes/no grid";
const NUMBERS: &str = "a grid of numbers";

/// The kind of unknowns or picture that a declaration gives `name`, in words; `None` if it declares something else.
fn declared_kind(declaration: &str, name: &str) -> Option<&'static str> {
    let (kind, rest) = declaration.split_once(' ')?;
    if rest.split([' ', ',']).next() != Some(name) {
        return None;
    }
    Some(match kind {
        "grid" if rest.contains(" in bool") => YES_OR_NO,
        "grid" if rest.contains(" in ") => NUMBERS,
        "grid" => PLACES,
        "clues" => "a clues picture",
        "regions" => "a regions picture",
        "outside" => "an outside picture",
        "links" => "links",
        "fences" => "fences",
        "partition" => "a partition",
        _ => return None,
    })
}

/// The place of the argument for the parameter `name`, number `at`.
fn argument_span(name: &str, at: usize, args: &[Arg]) -> Option<Span> {
    let named = args.iter().find_map(|arg| match arg {
        Arg::Named { name: other, value } if other.name == name => Some(value.span),
        _ => None,
    });
    let mut positional = args.iter().filter_map(|arg| match arg {
        Arg::Positional(e) => Some(e.span),
        _ => None,
    });
    named.or_else(|| positional.nth(at))
}
