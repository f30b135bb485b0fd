//! Expressions: operators by precedence climbing, `if`, and postfixes of operands.
//!
//! ```text
//! lowest  if p then a else b  (at the start, or right after a comparison)
//!         <=>   =>(right)   or xor   and   not
//!         = != < <= > >= in, not in, is, is not     (a chain is one comparison)
//!         ..   + -   * / %   unary -
//! highest f(...)   a[i]   a.b
//! ```
//! Invariant: no tree is higher than `MAX_HEIGHT`, so that recursion over a tree is safe on a small stack. `Tree`
//! carries the height up.

use nom::Parser;

use super::ast::{BinaryOp, CompareOp, Expr, ExprKind};
use super::input::Input;
use super::lexical::keyword;
use super::operand::operand;
use super::operator::{Level, Operator, operator};
use super::problem::{self, Failed, Parsed, failure, found, known_mistake, no_match};
use crate::diagnostic::{Code, Diagnostic};
use sator_base::source::Span;

/// The longest path from an expression to one of its leaves.
pub(super) const MAX_HEIGHT: u16 = 1000;

/// An expression with its height.
pub(super) struct Tree {
    pub expr: Box<Expr>,
    pub height: u16,
}

impl Tree {
    pub(super) fn leaf(kind: ExprKind, span: Span) -> Tree {
        Tree { expr: Box::new(Expr { kind, span }), height: 1 }
    }

    /// A tree over parts, the highest of which has `height`.
    pub(super) fn over(i: Input, height: u16, kind: ExprKind, span: Span) -> Result<Tree, Failed> {
        if height >= MAX_HEIGHT {
            return Err(problem::too_long(i, MAX_HEIGHT));
        }
        Ok(Tree { expr: Box::new(Expr { kind, span }), height: height + 1 })
    }
}

/// Any expression.
pub(super) fn expression(i: Input<'_>) -> Parsed<'_, Expr> {
    tree(i, Level::If).map(|(i, t)| (i, *t.expr))
}

/// The right side of a comparison operator: a range, a sum, or an `if`.
pub(super) fn compared(i: Input<'_>) -> Parsed<'_, Expr> {
    compared_tree(i).map(|(i, t)| (i, *t.expr))
}

pub(super) fn compared_tree(i: Input<'_>) -> Parsed<'_, Tree> {
    if keyword("if").parse(i).is_ok() { tree(i, Level::If) } else { tree(i, Level::Range) }
}

/// An expression whose operators bind at least as tightly as `level`. No match if no expression starts here.
///
/// Brackets recurse through this function. Small helper functions keep its stack frame small.
pub(super) fn tree(outer: Input<'_>, level: Level) -> Parsed<'_, Tree> {
    let start = outer.skip_blank();
    let (mut i, mut left) = first_operand(start.deeper()?, level)?;
    while let Some((after, operator)) = operator(i)?.filter(|(_, operator)| operator.level() >= level) {
        // `l[2..]`: a slice without an upper end.
        if operator == Operator::Range && matches!(after.skip_blank().first(), Some(b']' | b',')) {
            break;
        }
        (i, left) = operation(start, after, operator, left)?;
    }
    i.context.last_expression.set(Some(start.span_to(i)));
    Ok((i.back_in(outer), left))
}

fn first_operand(i: Input<'_>, level: Level) -> Parsed<'_, Tree> {
    match i.first() {
        Some(b'-') => negation(i),
        Some(b'n') if keyword("not").parse(i).is_ok() => inversion(i, level),
        Some(b'i') if keyword("if").parse(i).is_ok() => conditional(i, level),
        _ => operand(i),
    }
}

/// `left operator ...` with the rest of the same chain; `i` is after the operator.
fn operation<'a>(start: Input<'a>, i: Input<'a>, operator: Operator, left: Tree) -> Parsed<'a, Tree> {
    let i = problem::after(operator.name(), i)?;
    match operator {
        Operator::Binary(op, op_span) => binary(i, op, op_span, left),
        Operator::Compare(op, op_span) => comparison(start, i, left, (op, op_span)),
        Operator::Range => range(start, i, left),
    }
}

fn negation(i: Input<'_>) -> Parsed<'_, Tree> {
    if i.rest.starts_with("->") {
        return Err(known_mistake(i).unwrap_or_else(no_match));
    }
    let (end, part) = right_operand(problem::after("`-`", i.advance(1))?, Level::Negation, "`-`")?;
    Ok((end, Tree::over(end, part.height, ExprKind::Neg(part.expr), i.span_to(end))?))
}

fn inversion(i: Input<'_>, level: Level) -> Parsed<'_, Tree> {
    if level > Level::Not {
        return Err(needs_brackets(i, "not"));
    }
    let (end, part) = right_operand(problem::after("`not`", i.advance(3))?, Level::Not, "`not`")?;
    Ok((end, Tree::over(end, part.height, ExprKind::Not(part.expr), i.span_to(end))?))
}

fn needs_brackets(i: Input, word: &'static str) -> Failed {
    let message = format!("`{word}` binds more loosely than the operator before it");
    failure(
        Diagnostic::at(Code::NeedsBrackets, i.span(word.len()), message)
            .help(format!("put it in brackets: `({word} ...)`")),
    )
}

/// `if p then a else b`
fn conditional(start: Input<'_>, level: Level) -> Parsed<'_, Tree> {
    if level > Level::If {
        return Err(needs_brackets(start, "if"));
    }
    let (i, condition) = part(problem::after("`if`", start.advance(2))?, "a condition after `if`")?;
    if_expression(start, i, condition)
}

/// The rest of an `if` expression that starts at `start`; `i` is after the condition.
pub(super) fn if_expression<'a>(start: Input<'a>, i: Input<'a>, condition: Tree) -> Parsed<'a, Tree> {
    let Ok((i, ())) = keyword("then").parse(i) else {
        return Err(problem::unexpected(i, "`then`", "write `if p then a else b`, or `if p { ... }` as a statement"));
    };
    // Outside brackets the prompt doesn't wait for more lines, which could be statements of their own.
    if i.open.is_none() && i.skip_lines().rest.is_empty() {
        let message = "a value must follow `then` on its line";
        return Err(failure(
            Diagnostic::new(Code::MissingElse, message)
                .label(i.span(0), "expected a value")
                .help("write `if p then a else b` on one line, or `if p { ... }` for statements"),
        ));
    }
    let (i, then) = part(problem::after("`then`", i)?, "a value after `then`")?;
    let Ok((i, ())) = keyword("else").parse(i.skip_lines()) else {
        return Err(missing_else(start, i));
    };
    let (i, otherwise) = part(problem::after("`else`", i)?, "a value after `else`")?;
    let height = condition.height.max(then.height).max(otherwise.height);
    let kind = ExprKind::If { condition: condition.expr, then: then.expr, otherwise: otherwise.expr };
    Ok((i, Tree::over(i, height, kind, start.span_to(i))?))
}

fn missing_else(start: Input, i: Input) -> Failed {
    known_mistake(i).unwrap_or_else(|| {
        let found = found(i.skip_blank());
        let diagnostic = Diagnostic::new(Code::MissingElse, format!("expected `else`, found {found}"))
            .label(i.span(0), "expected `else`")
            .label(start.span(2), "this `if` gives a value, so it needs both branches")
            .help("write `if p then a else b` on one line or in brackets; for a condition alone write `p => a`");
        // Outside brackets the next line would be swallowed.
        let waits = i.open.is_some() && i.skip_lines().rest.is_empty();
        if waits { problem::unfinished(diagnostic) } else { failure(diagnostic) }
    })
}

fn part<'a>(i: Input<'a>, what: &str) -> Parsed<'a, Tree> {
    match tree(i, Level::If) {
        Err(nom::Err::Error(_)) => Err(problem::unexpected(i, what, "")),
        parsed => parsed,
    }
}

fn right_operand<'a>(i: Input<'a>, level: Level, operator: &'static str) -> Parsed<'a, Tree> {
    let parsed = if level == Level::Range { compared_tree(i) } else { tree(i, level) };
    match parsed {
        Err(nom::Err::Error(_)) => Err(no_operand(i, operator)),
        parsed => parsed,
    }
}

/// The error for an operator without an operand.
fn no_operand(i: Input, operator: &'static str) -> Failed {
    known_mistake(i).unwrap_or_else(|| {
        let at = i.skip_blank();
        let message = format!("{operator} needs something on its right, found {}", found(at));
        let diagnostic = Diagnostic::new(Code::Syntax, message).label(problem::found_span(at), "expected a value");
        failure(if at.first() == Some(b'+') { diagnostic.help("leave the sign `+` out") } else { diagnostic })
    })
}

fn binary(i: Input<'_>, op: BinaryOp, op_span: Span, left: Tree) -> Parsed<'_, Tree> {
    let (i, right) = right_operand(i, Level::right_of(op), Operator::Binary(op, op_span).name())?;
    let span = left.expr.span.to(right.expr.span);
    let height = left.height.max(right.height);
    if let BinaryOp::Div | BinaryOp::FloorDiv = op {
        i.context.divisions.borrow_mut().push((op, op_span));
    }
    let kind = ExprKind::Binary { op, op_span, left: left.expr, right: right.expr };
    Ok((i, Tree::over(i, height, kind, span)?))
}

fn comparison<'a>(start: Input<'a>, i: Input<'a>, left: Tree, first: (CompareOp, Span)) -> Parsed<'a, Tree> {
    let mut ops = vec![first];
    let mut height = left.height;
    let mut operands = vec![*left.expr];
    let mut i = i;
    loop {
        let (end, operand) = right_operand(i, Level::Range, ops[ops.len() - 1].0.name())?;
        height = height.max(operand.height);
        operands.push(*operand.expr);
        let Some((after, Operator::Compare(op, span))) = operator(end)? else {
            return Ok((end, Tree::over(end, height, ExprKind::Compare { operands, ops }, start.span_to(end))?));
        };
        ops.push((op, span));
        i = problem::after("a comparison", after)?;
    }
}

fn range<'a>(start: Input<'a>, i: Input<'a>, left: Tree) -> Parsed<'a, Tree> {
    let mut height = left.height;
    let mut ends = vec![*left.expr];
    let mut i = i;
    loop {
        let (end, operand) = right_operand(i, Level::Sum, Operator::Range.name())?;
        height = height.max(operand.height);
        ends.push(*operand.expr);
        let Some((after, Operator::Range)) = operator(end)? else {
            return Ok((end, Tree::over(end, height, ExprKind::Range(ends), start.span_to(end))?));
        };
        i = problem::after("`..`", after)?;
    }
}
