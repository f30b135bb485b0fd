//! What a built-in function is, and what it is called with.

use super::Elaborator;
use super::generator::Item;
use super::value::Value;
use crate::diagnostic::Result;
use crate::source::Span;
use std::ops::RangeInclusive;

/// A function of the language.
pub struct Builtin {
    pub name: &'static str,
    /// How it is written, for help and for messages about its arguments.
    pub signature: &'static str,
    /// One line for help.
    pub help: &'static str,
    pub(super) arity: RangeInclusive<usize>,
    /// Whether its first argument may be `E for ...`.
    pub(super) generator: bool,
    pub(super) named: &'static [&'static str],
    pub(super) run: fn(&mut Elaborator, Args) -> Result<Value>,
}

impl std::fmt::Debug for Builtin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Builtin({})", self.name)
    }
}

/// The arguments of one call.
pub(super) struct Args {
    pub span: Span,
    pub positional: Vec<(Value, Span)>,
    /// The turns of a generator as first argument.
    pub items: Option<Vec<Item>>,
    pub named: Vec<(String, Value, Span)>,
}

impl Args {
    pub(super) fn named(&self, name: &str) -> Option<(&Value, Span)> {
        self.named.iter().find(|(n, ..)| n == name).map(|(_, v, s)| (v, *s))
    }

    /// The argument in this position; `none` when it was left out.
    pub(super) fn get(&self, at: usize) -> (&Value, Span) {
        self.positional.get(at).map_or((&Value::None, self.span), |(v, s)| (v, *s))
    }
}
