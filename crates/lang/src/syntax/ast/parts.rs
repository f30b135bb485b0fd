//! The parts of an expression, for those who look at every expression of a text.

use super::{Arg, Expr, ExprKind, Generator};

/// A direct part of an expression.
pub enum Part<'a> {
    /// An operand, an element, an argument.
    Expr(&'a Expr),
    /// `E for ...`: its names are local to it.
    Generator(&'a Generator),
}

impl Arg {
    /// The value of the argument.
    pub fn part(&self) -> Part<'_> {
        match self {
            Arg::Positional(value) | Arg::Named { value, .. } => Part::Expr(value),
            Arg::Generator(generator) => Part::Generator(generator),
        }
    }
}

impl Expr {
    /// Calls `f` with each direct part, in the order of the text.
    pub fn for_each_part<'a>(&'a self, mut f: impl FnMut(Part<'a>)) {
        match &self.kind {
            ExprKind::Int(_)
            | ExprKind::Decimal(_)
            | ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Str(_)
            | ExprKind::Name(_)
            | ExprKind::CellName { .. }
            | ExprKind::RowName(_)
            | ExprKind::ColName(_) => {}
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) | ExprKind::Range(items) => {
                items.iter().for_each(|item| f(Part::Expr(item)));
            }
            ExprKind::ListOf(generator) | ExprKind::SetOf(generator) => f(Part::Generator(generator)),
            ExprKind::Slice { from, to } => from.iter().chain(to).for_each(|end| f(Part::Expr(end))),
            ExprKind::Record(fields) => fields.iter().for_each(|(_, value)| f(Part::Expr(value))),
            ExprKind::Neg(a) | ExprKind::Not(a) | ExprKind::Paren(a) | ExprKind::Field { base: a, .. } => {
                f(Part::Expr(a));
            }
            ExprKind::Binary { left, right, .. } => [left, right].into_iter().for_each(|side| f(Part::Expr(side))),
            ExprKind::Compare { operands, .. } => operands.iter().for_each(|operand| f(Part::Expr(operand))),
            ExprKind::If { condition, then, otherwise } => {
                [condition, then, otherwise].into_iter().for_each(|part| f(Part::Expr(part)));
            }
            ExprKind::Call { callee, args } => {
                f(Part::Expr(callee));
                args.iter().for_each(|arg| f(arg.part()));
            }
            ExprKind::Index { base, args } => {
                f(Part::Expr(base));
                args.iter().for_each(|arg| f(Part::Expr(arg)));
            }
        }
    }
}
