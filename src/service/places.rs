//! The places of statements in a script, which come and go as whole lines, so that comments and layout stay.

use super::script::is_kept;
use sator_lang::syntax::ast::{ExprKind, Statement, StatementKind};
use sator_lang::syntax::print::print_statement;

/// The text with a statement more: behind the last use of the same rule, else behind the last statement of the puzzle, so that
/// the questions of the script come after it.
pub(super) fn with_statement(text: &str, statements: &[Statement], line: &str) -> String {
    let rule = line.split('(').next().unwrap_or_default();
    let of_rule = statements.iter().rfind(|statement| rule_of(statement) == Some(rule));
    let last = of_rule.or_else(|| statements.iter().rfind(|statement| is_kept(statement)));
    let at = last.map_or(0, |last| line_end(text, last.span.end as usize));
    let (before, behind) = text.split_at(at);
    let gap = if before.is_empty() || before.ends_with('\n') { "" } else { "\n" };
    format!("{before}{gap}{line}\n{behind}")
}

/// The rule that a statement uses.
pub(super) fn rule_of(statement: &Statement) -> Option<&str> {
    let StatementKind::Expr { expr, .. } = &statement.kind else { return None };
    let ExprKind::Call { callee, .. } = &expr.kind else { return None };
    let ExprKind::Name(name) = &callee.kind else { return None };
    Some(name)
}

/// The text without a statement. Its line goes too if nothing else stands there but a comment.
pub(super) fn without_statement(text: &str, statement: &Statement) -> String {
    let (start, end) = (statement.span.start as usize, statement.span.end as usize);
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let to_line_end = line_end(text, end);
    let before = &text[line_start..start];
    let behind = text[end..to_line_end].trim();
    if before.trim().is_empty() && (behind.is_empty() || behind.starts_with('#')) {
        return format!("{}{}", &text[..line_start], &text[to_line_end..]);
    }
    match behind.starts_with(';') {
        true => {
            let rest = text[end..].trim_start().trim_start_matches(';').trim_start_matches(' ');
            format!("{}{rest}", &text[..start])
        }
        false => {
            let kept = text[..start].trim_end().trim_end_matches(';').trim_end();
            format!("{kept}{}", &text[end..])
        }
    }
}

/// Just behind the line break that ends a line.
fn line_end(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |at| from + at + 1)
}

/// The statement that is the same as a text but for blanks.
pub(super) fn same<'a>(statements: &'a [Statement], wanted: &Statement) -> Option<&'a Statement> {
    let wanted = print_statement(wanted);
    statements.iter().rfind(|statement| print_statement(statement) == wanted)
}
