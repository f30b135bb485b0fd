//! Warnings of expressions with another meaning than most people who write them intend.

use super::Elaborator;
use super::definition::Rule;
use super::value::Value;
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::syntax::ast::{Arg, BinaryOp, Expr, ExprKind};
use sator_base::source::Span;

impl Elaborator {
    /// Warns of `a +- 1`, which is one number, where both are meant.
    pub(super) fn warn_of_plus_minus(&mut self, op: BinaryOp, op_span: Span, left: &Expr, right: &Expr) {
        if op != BinaryOp::Add || !matches!(right.kind, ExprKind::Neg(_)) || op_span.end != right.span.start {
            return;
        }
        let (a, b) = (self.sources.slice(left.span), self.sources.slice(right.span)[1..].trim());
        let message = format!("this is `{a} - {b}` alone");
        let difference = format!("abs(p - q) = {b}");
        let help = Help::of(&["for a difference in either direction write ", &difference]);
        self.warn(Diagnostic::warning(Code::PlusMinus, op_span, message).help(help));
    }

    /// Warns of a cage from corner to corner, `killer(r1c1..r2c2, 10)`, which has only the cells of a diagonal.
    pub(super) fn warn_of_diagonal_cage(&mut self, rule: &Rule, bound: &[Option<Value>], args: &[Arg]) {
        let Some(Arg::Positional(cage)) = args.first() else { return };
        let is_cage = rule.params.first().is_some_and(|param| param.name.name == "cage");
        if !is_cage || !self.sources.is_library(rule.name.span) || !matches!(&cage.kind, ExprKind::Range(_)) {
            return;
        }
        let Some(Some(Value::List(cells))) = bound.first() else { return };
        let (Some(Value::Cell(first)), Some(Value::Cell(last))) = (cells.first(), cells.last()) else { return };
        let ((r, c), (s, d)) = (self.model.position(*first), self.model.position(*last));
        // The cells of a diagonal alone: as many as rows, and as columns.
        if r == s || r.abs_diff(s) != c.abs_diff(d) || cells.len() != r.abs_diff(s) + 1 {
            return;
        }
        let (high, wide) = (r.abs_diff(s) + 1, c.abs_diff(d) + 1);
        let grid = &self.model.grid(self.model.grid_of(*first)).name;
        let block = format!("block({grid}, {}, {}, {high}, {wide})", r.min(s) + 1, c.min(d) + 1);
        let message = format!("this cage has the {} cells of a diagonal", cells.len());
        let help = Help::of(&["for all cells between the two corners write ", &block]);
        self.warn(Diagnostic::warning(Code::DiagonalCage, cage.span, message).help(help));
    }
}
