//! Parameters: known values that a call of the program can set.

use super::Elaborator;
use super::value::Value;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::syntax::ast::{Expr, ExprKind, Ident};
use sator_model::Kind;

impl Elaborator {
    /// `param n = 8`, with the value that the call gives, if any.
    pub(super) fn declare_param(&mut self, name: &Ident, value: Option<&Expr>, given: Option<&Expr>) -> Result<()> {
        if !self.scope.is_global() {
            let error = Diagnostic::at(Code::Misplaced, name.span, "a parameter can't stand inside a body");
            return fail(error.help("declare it at the top of the script; inside a body `let` names a value"));
        }
        self.check_new(name)?;
        let own = match value {
            Some(expr) => Some((self.expression(expr)?, expr.span)),
            None => None,
        };
        let set = match given {
            Some(expr) => Some((self.given_value(expr)?, expr.span)),
            None => None,
        };
        if let (Some((own, own_span)), Some((set, set_span))) = (&own, &set)
            && self.sort(own) != self.sort(set)
        {
            let message = format!("`{}` is {} in the script; this is {}", name.name, self.sort(own), self.sort(set));
            return fail(Diagnostic::at(Code::Type, *set_span, message).label(*own_span, "the value in the script"));
        }
        let Some((value, span)) = set.or(own) else {
            let message = format!("the parameter `{}` has no value", name.name);
            let help = format!(
                "write `param {0} = 8`; a call gives it: `--param {0}=8`, `Session(..., {0}=8)` in Python",
                name.name
            );
            return fail(Diagnostic::at(Code::NotKnown, name.span, message).help(help));
        };
        if self.has_unknowns(&value).map_err(|reason| Diagnostic::stopped(reason, span))? {
            let message = "a parameter is a known value, but this depends on unknowns";
            return fail(Diagnostic::at(Code::NotKnown, span, message).help("`let` names an expression of unknowns"));
        }
        self.scope.declare(&name.name, value);
        Ok(())
    }

    /// The value that a call gives. A word without a meaning in the script stands for itself, because quotes are
    /// awkward in a shell.
    fn given_value(&mut self, expr: &Expr) -> Result<Value> {
        match &expr.kind {
            ExprKind::Name(word) if self.look_up(word)?.is_none() => Ok(Value::str(word)),
            _ => self.expression(expr),
        }
    }

    /// The sort of a parameter. A call can't replace a value by one of another sort.
    fn sort(&self, value: &Value) -> &'static str {
        match (self.kind(value), value) {
            (Some(Kind::Int), _) => "a number",
            (Some(Kind::Bool), _) => "a condition",
            (Some(Kind::Enum(_)), _) | (_, Value::Str(_)) => "a word",
            (_, Value::Set(_)) => "a list",
            _ if self.if_list(value).is_some() => "a list",
            (_, other) => other.type_name(),
        }
    }
}
