//! Tests of the whole stage, and what they share.

mod complete;
mod errors;
mod expressions;
mod laws;
mod limits;
mod statements;

use super::ast::*;
use super::print::print_statement;
use crate::diagnostic::Diagnostic;
use sator_base::source::SourceId;

fn statements(text: &str) -> Vec<Statement> {
    super::parse(SourceId(0), text).unwrap_or_else(|d| panic!("{text:?}: {} {:?}", d.message, d.labels))
}

fn statement(text: &str) -> Statement {
    let mut all = statements(text);
    assert_eq!(all.len(), 1, "{text:?}: {all:?}");
    all.remove(0)
}

fn question(text: &str) -> Question {
    match statement(text).kind {
        StatementKind::Question(question) => question,
        other => panic!("{text:?} is no question: {other:?}"),
    }
}

fn command(text: &str) -> Command {
    match statement(text).kind {
        StatementKind::Command(command) => command,
        other => panic!("{text:?} is no command: {other:?}"),
    }
}

fn expr(text: &str) -> Expr {
    match statement(text).kind {
        StatementKind::Expr { expr, label: None, .. } => expr,
        other => panic!("{text:?} is no expression: {other:?}"),
    }
}

fn error(text: &str) -> Diagnostic {
    match super::parse(SourceId(0), text) {
        Err(diagnostic) => *diagnostic,
        Ok(tree) => panic!("{text:?} is read as {tree:?}"),
    }
}

/// A tree's debug text without spans: equal for trees that are equal apart from spans.
fn without_spans(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once("Span { source: SourceId(") {
        kept.push_str(before);
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    kept + rest
}

/// parse∘print∘parse = parse, and printing once more changes nothing.
fn assert_round_trip(text: &str) {
    let tree = statements(text);
    let printed = tree.iter().map(print_statement).collect::<Vec<_>>().join("\n");
    let again = statements(&printed);
    assert_eq!(without_spans(&tree), without_spans(&again), "{text}\n---\n{printed}");
    let reprinted = again.iter().map(print_statement).collect::<Vec<_>>().join("\n");
    assert_eq!(printed, reprinted);
}

/// An expression in prefix form, every operator in brackets, without the brackets of the text.
fn shape(expr: &Expr) -> String {
    let all = |parts: &[Expr]| parts.iter().map(shape).collect::<Vec<_>>().join(" ");
    match &expr.kind {
        ExprKind::Paren(part) => shape(part),
        ExprKind::Neg(part) => format!("(- {})", shape(part)),
        ExprKind::Not(part) => format!("(not {})", shape(part)),
        ExprKind::Binary { op, left, right, .. } => format!("({} {} {})", op.symbol(), shape(left), shape(right)),
        ExprKind::Compare { operands, ops } => {
            let ops = ops.iter().map(|(op, _)| op.symbol()).collect::<Vec<_>>().join(" ");
            format!("({ops} {})", all(operands))
        }
        ExprKind::Range(ends) => format!("(.. {})", all(ends)),
        ExprKind::If { condition, then, otherwise } => {
            format!("(if {} {} {})", shape(condition), shape(then), shape(otherwise))
        }
        ExprKind::List(parts) => format!("[{}]", all(parts)),
        ExprKind::Tuple(parts) => format!("<{}>", all(parts)),
        ExprKind::Set(parts) => format!("{{{}}}", all(parts)),
        ExprKind::ListOf(generator) => format!("[{}]", generator_shape(generator)),
        ExprKind::SetOf(generator) => format!("{{{}}}", generator_shape(generator)),
        ExprKind::Call { callee, args } => {
            let args = args.iter().map(|arg| match arg {
                Arg::Positional(value) => format!(" {}", shape(value)),
                Arg::Named { name, value } => format!(" {}:{}", name.name, shape(value)),
                Arg::Generator(generator) => format!(" {}", generator_shape(generator)),
            });
            format!("(call {}{})", shape(callee), args.collect::<String>())
        }
        ExprKind::Record(fields) => {
            let fields = fields.iter().map(|(name, value)| format!("{}: {}", name.name, shape(value)));
            format!("(record {})", fields.collect::<Vec<_>>().join(" "))
        }
        ExprKind::Slice { from, to } => {
            let end = |end: &Option<Box<Expr>>| end.as_ref().map_or("-".into(), |end| shape(end));
            format!("(slice {} {})", end(from), end(to))
        }
        ExprKind::Index { base, args } => format!("(index {} {})", shape(base), all(args)),
        ExprKind::Field { base, field } => format!("(field {} {})", shape(base), field.name),
        _ => super::print::print_expr(expr),
    }
}

fn generator_shape(generator: &Generator) -> String {
    let clauses = generator.clauses.iter().map(|clause| match clause {
        Clause::For { names, iterable } => {
            let names: Vec<_> = names.iter().map(|name| name.name.as_str()).collect();
            format!(" | {} <- {}", names.join(" "), shape(iterable))
        }
        Clause::Where(condition) => format!(" | where {}", shape(condition)),
        Clause::While(condition) => format!(" | while {}", shape(condition)),
    });
    format!("{}{}", shape(&generator.body), clauses.collect::<String>())
}
