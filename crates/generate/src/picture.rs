//! Pictures as text, and the names of pictures and rules that only the generator uses.

use sator_lang::syntax::ast::{Arg, Expr, ExprKind};

/// A picture of tokens, row by row; without spaces where each token is one character.
pub(crate) fn picture_text(head: &str, tokens: &[String], cols: usize) -> String {
    let width = tokens.iter().map(|token| token.chars().count()).max().unwrap_or(1);
    let mut text = format!("{head} {{\n");
    for row in tokens.chunks(cols) {
        let cells: Vec<String> = row.iter().map(|token| format!("{token:>width$}")).collect();
        let line = if width == 1 { cells.concat() } else { cells.join(" ") };
        text.push_str(&format!("  {}\n", line.trim_end()));
    }
    text.push('}');
    text
}

/// The name of a picture or rule without clues. No user can type it.
pub(crate) fn without_clues(name: &str) -> String {
    format!("{name} without clues")
}

/// The name of the picture that shows what a rule refuses.
pub(crate) fn refused(name: &str) -> String {
    format!("{name} refused")
}

/// Whether the expression is this name.
pub(crate) fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(n) if n == name)
}

/// The use of a rule, with another name for the picture among its arguments.
pub(crate) fn renamed(rule: &Expr, from: &str, to: &str) -> Expr {
    let mut rule = rule.clone();
    if let ExprKind::Call { args, .. } = &mut rule.kind {
        for arg in args {
            if let Arg::Positional(e) | Arg::Named { value: e, .. } = arg
                && is_name(e, from)
            {
                e.kind = ExprKind::Name(to.into());
            }
        }
    }
    rule
}
