//! The words that a rule compares tokens with: candidates for clues.

use sator_lang::elaborate::Rule;
use sator_lang::syntax::ast::{Arg, BinaryOp, Clause, Expr, ExprKind, Statement, StatementKind};

/// Marks for an unknown value, a hole and a blank. They depend on no solution.
const NO_CLUE: &[&str] = &["?", "#", "."];

/// The words, each once, in the order of the text, without the messages of errors.
pub(crate) fn of_rule(rule: &Rule) -> Vec<String> {
    let mut words = Vec::new();
    rule.body.iter().for_each(|statement| of_statement(statement, &mut words));
    words
}

fn of_statement(statement: &Statement, words: &mut Vec<String>) {
    match &statement.kind {
        StatementKind::Expr { expr, .. } => of_expr(expr, words),
        StatementKind::Let { value, .. } => of_expr(value, words),
        StatementKind::Require { condition, .. } => of_expr(condition, words),
        StatementKind::For { clauses, body } => {
            for clause in clauses {
                let (Clause::For { iterable: e, .. } | Clause::Where(e) | Clause::While(e)) = clause;
                of_expr(e, words);
            }
            body.iter().for_each(|statement| of_statement(statement, words));
        }
        StatementKind::If { condition, then, otherwise } => {
            of_expr(condition, words);
            then.iter().chain(otherwise).for_each(|statement| of_statement(statement, words));
        }
        _ => {}
    }
}

fn of_expr(expr: &Expr, words: &mut Vec<String>) {
    match &expr.kind {
        ExprKind::Compare { operands, .. } => {
            for operand in operands {
                match &operand.kind {
                    ExprKind::Str(word) => add(word, words),
                    ExprKind::List(items) | ExprKind::Set(items) => items.iter().for_each(|item| {
                        if let ExprKind::Str(word) = &item.kind {
                            add(word, words);
                        }
                    }),
                    _ => of_expr(operand, words),
                }
            }
        }
        ExprKind::Binary {
            op: BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Implies | BinaryOp::Iff,
            left,
            right,
            ..
        } => {
            of_expr(left, words);
            of_expr(right, words);
        }
        ExprKind::Not(e) | ExprKind::Paren(e) => of_expr(e, words),
        ExprKind::If { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|e| of_expr(e, words));
        }
        ExprKind::Call { args, .. } => {
            for arg in args {
                match arg {
                    // A helper rule can receive the word to look for.
                    Arg::Positional(e) | Arg::Named { value: e, .. } => match &e.kind {
                        ExprKind::Str(word) => add(word, words),
                        _ => of_expr(e, words),
                    },
                    Arg::Generator(generator) => {
                        of_expr(&generator.body, words);
                        for clause in &generator.clauses {
                            if let Clause::Where(e) | Clause::While(e) = clause {
                                of_expr(e, words);
                            }
                        }
                    }
                }
            }
        }
        _ => {}
    }
}

fn add(word: &str, words: &mut Vec<String>) {
    let clue = !word.is_empty() && !word.contains(char::is_whitespace) && !NO_CLUE.contains(&word);
    if clue && word.parse::<i64>().is_err() && !words.iter().any(|w| w == word) {
        words.push(word.into());
    }
}
