//! What was probably meant by a statement whose first word stands side by side with something else: a
//! misspelt keyword, a word of another language, arguments without brackets.

use super::ast::{Expr, ExprKind, Question, Statement, StatementKind};
use super::input::Input;
use super::lexical::word;
use super::problem::{found, found_span};
use super::words;
use crate::diagnostic::{Code, Diagnostic};

/// First words of other languages: what to say of the statement.
const FIRST: &[(&[&str], &str)] = &[
    (
        &["constraint", "assert", "assume", "enforce", "must", "ensure", "subject", "post", "add"],
        "a condition is a statement as it is: write it with nothing in front",
    ),
    (&["include", "import", "from", "using", "source"], "write `load \"file.puz\"` for another script"),
    (&["output", "echo", "display", "printf"], "write `print sum(r1), \"text\"`"),
    (&["foreach", "loop"], "write `for c in x { ... }`"),
    (
        &["function", "func", "predicate", "procedure", "macro"],
        "write `rule name(a, b) { ... }`, or `def name(a, b) = ...` for a value",
    ),
    (&["const", "define", "constant"], "write `let n = 9`"),
    (
        &["int", "integer", "variable", "variables", "bool", "dvar"],
        "write `var n in 1..9` for an unknown, `let n = 9` for a value",
    ),
    (&["array"], "write `var q[9] in 1..9`, or `grid x 9x9 in 1..9`"),
    (&["return"], "a `def` has no `return`: write `def f(a) = a + 1`"),
    (&["begin", "do", "then"], "bodies stand in braces: `for c in x { ... }`"),
    (&["delete", "remove", "rm", "del"], "write `drop 3`; `list` shows the numbers"),
    (&["unknown", "unknowns", "declare"], "write `var n in 1..9`"),
];

/// What follows these has messages of its own.
const OWN: &[&str] = &["else", "then", "elif", "elsif", "elseif", "for", "where", "while", "if", "as"];

/// The message for `i`, which follows the finished statement `before` on its line.
pub(super) fn side_by_side(i: Input, before: &Statement) -> Option<Diagnostic> {
    match &before.kind {
        StatementKind::Question(Question::Solve { steps: false }) => after_solve(i),
        StatementKind::Expr { expr, .. } => after_expression(i, expr),
        _ => None,
    }
}

/// `solve 5`, `solve all`, `solve minimize E`
fn after_solve(i: Input) -> Option<Diagnostic> {
    let at = i.skip_blank();
    let help = match (at.first(), word(at).map(|(_, word)| word)) {
        (Some(c), _) if c.is_ascii_digit() => {
            let digits: String = at.rest.chars().take_while(char::is_ascii_digit).take(20).collect();
            format!("write `solutions {digits}`")
        }
        (_, Ok("all" | "everything")) => "write `solutions 10` to see some, or `count` to count all".into(),
        (_, Ok("satisfy")) => "write `solve` alone".into(),
        (_, Ok(word @ ("minimize" | "maximize"))) => format!("write `{word}` alone, with what to {word}"),
        _ => return None,
    };
    let message = format!("expected the end of the question, found {}", found(at));
    Some(Diagnostic::new(Code::Syntax, message).label(found_span(at), "").help(help))
}

fn after_expression(i: Input, expr: &Expr) -> Option<Diagnostic> {
    let at = i.skip_blank();
    let (name, whole) = first_name(expr)?;
    if word(at).is_ok_and(|(_, next)| OWN.contains(&next)) {
        return None;
    }
    let lower = name.to_lowercase();
    let message = |text: String| Diagnostic::new(Code::SideBySide, text).label(expr.span, "");
    let first = FIRST.iter().find(|(words, _)| words.contains(&lower.as_str()));
    if let (Some((_, help)), Some(b'[')) = (first, at.first()) {
        return Some(message(format!("`{name}` is no word of this language")).help(*help));
    }
    // A word, a number or a quote: what else can follow has messages of its own.
    if !at.first().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'"' | b':')) {
        return None;
    }
    if let Some((_, help)) = first {
        return Some(message(format!("`{name}` is no word of this language")).help(*help));
    }
    if at.first() == Some(b':') || !whole {
        return None;
    }
    let keywords = words::first().chain(["for"]);
    let near = keywords.map(|k| (strsim::damerau_levenshtein(&lower, k), k)).min()?;
    if near.0 <= if name.len() < 4 { 1 } else { 2 } {
        return Some(message(format!("`{name}` starts no statement")).help(format!("did you mean `{}`?", near.1)));
    }
    let line = at.rest.lines().next().unwrap_or_default();
    let rest = line.split(['#', ';', '}', '{']).next().unwrap_or_default().trim();
    let separated = !rest.contains(|c: char| !c.is_ascii_alphanumeric() && !" _.,".contains(c));
    (separated && rest.len() < 40).then(|| {
        let arguments =
            if rest.contains(',') { rest.to_string() } else { rest.split(' ').collect::<Vec<_>>().join(", ") };
        let text = format!("two things side by side: {} follows a finished expression", found(at));
        Diagnostic::new(Code::SideBySide, text)
            .label(found_span(at), "an operator, a comma or the end of the line is missing before this")
            .label(expr.span, "this could end here")
            .help(format!("the arguments of a rule or function stand in brackets: `{name}({arguments})`"))
    })
}

/// The name that an expression starts with, and whether it is all of it.
fn first_name(expr: &Expr) -> Option<(&str, bool)> {
    match &expr.kind {
        ExprKind::Name(name) => Some((name, true)),
        ExprKind::Call { callee: base, .. } | ExprKind::Index { base, .. } => Some((first_name(base)?.0, false)),
        ExprKind::Compare { operands, .. } => Some((first_name(&operands[0])?.0, false)),
        _ => None,
    }
}
