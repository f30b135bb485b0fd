//! Expressions as text, and where they need brackets.

use std::fmt::Write;

use super::super::ast::*;
use super::super::operator::Level;
use super::{Printer, quoted};

fn level(expr: &Expr) -> Level {
    match &expr.kind {
        ExprKind::If { .. } => Level::If,
        ExprKind::Binary { op, .. } => Level::of(*op),
        ExprKind::Not(_) => Level::Not,
        ExprKind::Compare { .. } => Level::Compare,
        ExprKind::Range(_) => Level::Range,
        ExprKind::Neg(_) => Level::Negation,
        ExprKind::Int(value) if *value < 0 => Level::Negation,
        _ => Level::Postfix,
    }
}

/// Whether the expression ends in an `if` without brackets, which would absorb what follows.
fn ends_in_if(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::If { .. } => true,
        ExprKind::Compare { operands, .. } => operands.last().is_some_and(|last| level(last) == Level::If),
        ExprKind::Not(part) => level(part) >= Level::Not && ends_in_if(part),
        ExprKind::Binary { op, right, .. } => level(right) >= Level::right_of(*op) && ends_in_if(right),
        _ => false,
    }
}

fn left_level(op: BinaryOp) -> Level {
    if op == BinaryOp::Implies { Level::Implies.tighter() } else { Level::of(op) }
}

impl Printer {
    pub(super) fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Calls `write`, inside brackets if `brackets` is true.
    pub(super) fn bracketed(&mut self, brackets: bool, write: impl FnOnce(&mut Printer)) {
        self.between(if brackets { "()" } else { "" }, write);
    }

    /// Calls `write` between the two characters of `pair`, if there are any.
    fn between(&mut self, pair: &str, write: impl FnOnce(&mut Printer)) {
        let (before, after) = pair.split_at(pair.len() / 2);
        self.put(before);
        write(self);
        self.put(after);
    }

    /// The parts, separated by ", ".
    pub(super) fn listed<T>(&mut self, parts: &[T], write: impl Fn(&mut Printer, &T)) {
        self.separated(parts, ", ", write);
    }

    fn separated<T>(&mut self, parts: &[T], separator: &str, write: impl Fn(&mut Printer, &T)) {
        for (k, part) in parts.iter().enumerate() {
            if k > 0 {
                self.put(separator);
            }
            write(self, part);
        }
    }

    pub(super) fn exprs(&mut self, parts: &[Expr]) {
        self.listed(parts, |p, part| p.expr(part, Level::If));
    }

    pub(super) fn names(&mut self, names: &[Ident]) {
        self.listed(names, |p, name| p.put(&name.name));
    }

    /// An expression, in brackets unless its operators bind at least as tightly as `least`.
    pub(super) fn expr(&mut self, expr: &Expr, least: Level) {
        self.bracketed(level(expr) < least, |p| p.bare(expr));
    }

    /// An operand before an operator.
    pub(super) fn left(&mut self, expr: &Expr, least: Level) {
        self.bracketed(level(expr) < least || ends_in_if(expr), |p| p.bare(expr));
    }

    /// An expression after a comparison operator or `in`.
    pub(super) fn compared(&mut self, expr: &Expr) {
        let bare = level(expr) == Level::If || level(expr) >= Level::Range;
        self.bracketed(!bare, |p| p.bare(expr));
    }

    pub(super) fn bare(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(value) => _ = write!(self.text, "{value}"),
            ExprKind::Decimal(text) => self.put(text),
            ExprKind::Bool(value) => _ = write!(self.text, "{value}"),
            ExprKind::None => self.put("none"),
            ExprKind::Str(text) => self.put(&quoted(text)),
            ExprKind::Name(name) => self.put(name),
            ExprKind::CellName { row, col } => _ = write!(self.text, "r{row}c{col}"),
            ExprKind::RowName(row) => _ = write!(self.text, "r{row}"),
            ExprKind::ColName(col) => _ = write!(self.text, "c{col}"),
            ExprKind::List(parts) => self.between("[]", |p| p.exprs(parts)),
            ExprKind::Tuple(parts) => {
                self.put("(");
                self.exprs(parts);
                self.put(if parts.len() == 1 { ",)" } else { ")" });
            }
            ExprKind::Set(parts) => self.between("{}", |p| p.exprs(parts)),
            ExprKind::ListOf(generator) => self.between("[]", |p| p.generator(generator)),
            ExprKind::SetOf(generator) => self.between("{}", |p| p.generator(generator)),
            ExprKind::Neg(part) => {
                self.put("-");
                self.expr(part, Level::Negation);
            }
            ExprKind::Not(part) => {
                self.put("not ");
                self.expr(part, Level::Not);
            }
            ExprKind::Binary { op, left, right, .. } => {
                self.left(left, left_level(*op));
                _ = write!(self.text, " {} ", op.symbol());
                self.expr(right, Level::right_of(*op));
            }
            ExprKind::Compare { operands, ops } => self.comparison(operands, ops.iter().map(|(op, _)| *op)),
            ExprKind::Range(ends) => self.separated(ends, "..", |p, end| p.expr(end, Level::Sum)),
            ExprKind::If { condition, then, otherwise } => {
                self.word_and_expr("if", condition);
                self.word_and_expr(" then", then);
                self.word_and_expr(" else", otherwise);
            }
            ExprKind::Record(fields) => self.between("()", |p| {
                p.listed(fields, |p, (name, value)| {
                    p.put(&name.name);
                    p.word_and_expr(":", value);
                });
            }),
            ExprKind::Slice { from, to } => {
                if let Some(from) = from {
                    self.expr(from, Level::If);
                }
                self.put("..");
                if let Some(to) = to {
                    self.expr(to, Level::Sum);
                }
            }
            ExprKind::Call { callee, args } => {
                self.postfix_base(callee);
                self.arguments(args);
            }
            ExprKind::Index { base, args } => {
                self.postfix_base(base);
                self.between("[]", |p| p.exprs(args));
            }
            ExprKind::Field { base, field } => self.field(base, &field.name),
            ExprKind::Paren(part) => self.bracketed(true, |p| p.bare(part)),
        }
    }

    fn field(&mut self, base: &Expr, field: &str) {
        // `9.q` parses as a field, but `9.5` would be another number.
        let is_plain_number = matches!(base.kind, ExprKind::Int(n) if n >= 0);
        if is_plain_number && !field.starts_with(|c: char| c.is_ascii_digit()) {
            self.bare(base);
        } else {
            self.postfix_base(base);
        }
        _ = write!(self.text, ".{field}");
    }

    pub(super) fn arguments(&mut self, args: &[Arg]) {
        self.put("(");
        self.listed(args, |p, arg| match arg {
            Arg::Positional(value) => p.expr(value, Level::If),
            Arg::Named { name, value } => {
                _ = write!(p.text, "{}: ", name.name);
                p.expr(value, Level::If);
            }
            Arg::Generator(generator) => p.generator(generator),
        });
        self.put(")");
    }

    /// The operand before `(`, `[` or `.`.
    pub(super) fn postfix_base(&mut self, expr: &Expr) {
        let brackets = level(expr) < Level::Postfix || matches!(expr.kind, ExprKind::Int(_) | ExprKind::Decimal(_));
        self.bracketed(brackets, |p| p.bare(expr));
    }

    pub(super) fn comparison(&mut self, operands: &[Expr], ops: impl Iterator<Item = CompareOp>) {
        let mut ops = ops.map(CompareOp::symbol);
        for (k, operand) in operands.iter().enumerate() {
            if k > 0 {
                _ = write!(self.text, " {} ", ops.next().unwrap_or("="));
            }
            if k > 0 && k + 1 == operands.len() {
                self.compared(operand);
            } else {
                self.expr(operand, Level::Range);
            }
        }
    }

    pub(super) fn generator(&mut self, generator: &Generator) {
        self.expr(&generator.body, Level::If);
        self.put(" ");
        self.clauses(&generator.clauses);
    }

    pub(super) fn clauses(&mut self, clauses: &[Clause]) {
        for (k, clause) in clauses.iter().enumerate() {
            match clause {
                Clause::For { names, iterable } => {
                    self.put(if k == 0 { "for " } else { ", " });
                    self.names(names);
                    self.put(" in ");
                    self.compared(iterable);
                }
                Clause::Where(condition) => {
                    self.put(" where ");
                    self.expr(condition, Level::If);
                }
                Clause::While(condition) => {
                    self.put(" while ");
                    self.expr(condition, Level::If);
                }
            }
        }
    }
}
