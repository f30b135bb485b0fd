//! Errors for two things side by side on a line, where a word suggests what the user means: a misspelt keyword, a word
//! of another language, arguments without brackets.

use super::ast::{Expr, ExprKind, Question, Statement, StatementKind};
use super::input::Input;
use super::lexical::word;
use super::problem::{found, found_span};
use super::{place_name, words};
use crate::diagnostic::{Advice, Code, Diagnostic, Help};
use sator_base::source::Span;
use sator_base::text::is_name_char;

/// First words of statements in other languages, and the help for each.
const FIRST: &[(&[&str], &Advice)] = &[
    (
        &["constraint", "assert", "assume", "enforce", "must", "ensure", "subject", "such", "post", "add"],
        &["a condition is a statement by itself: write it with nothing before it"],
    ),
    (&["include", "import", "from", "using", "source"], &["write ", "load \"file.puz\"", " for another script"]),
    (&["output", "echo", "display", "printf"], &["write ", "print sum(r1), \"text\""]),
    (&["foreach"], &["write ", "for c in x { ... }"]),
    (
        &["loop", "single", "closed"],
        &["one loop is ", "links e of x; single_loop(e)", "; statements are repeated with ", "for c in x { ... }"],
    ),
    (&["shade", "unshade", "fill", "paint", "colour", "color", "mark", "shaded", "unshaded"], SHADING),
    (&["explain"], &["write ", "why r1c1 = 5", ", ", "hint", " or ", "solve steps"]),
    (
        &["function", "func", "predicate", "procedure", "macro"],
        &["write ", "rule name(a, b) { ... }", ", or ", "def name(a, b) = ...", " for a value"],
    ),
    (&["const", "define", "constant"], &["write ", "let n = 9"]),
    (
        &["int", "integer", "variable", "variables", "bool", "dvar"],
        &["write ", "var n in 1..9", " for an unknown, ", "let n = 9", " for a value"],
    ),
    (&["array"], &["write ", "var q[9] in 1..9", ", or ", "grid x 9x9 in 1..9"]),
    (&["minimise", "minimum"], &["write ", "minimize E"]),
    (&["maximise", "maximum"], &["write ", "maximize E"]),
    (&["return"], &["a ", "def", " has no ", "return", ": write ", "def f(a) = a + 1"]),
    (&["begin", "do", "then"], &["write the body in braces: ", "for c in x { ... }"]),
    (&["delete", "remove", "rm", "del"], &["write ", "drop 3", "; ", "list", " shows the numbers"]),
    (&["unknown", "unknowns", "declare"], &["write ", "var n in 1..9"]),
    (&["forall", "every", "each"], &["write ", "for c in x { ... }", ", or ", "all(P for c in x)", " for a condition"]),
    (&["exists"], &["write ", "any(P for c in x)"]),
    (&["elif", "elsif", "elseif"], &["write ", "} else if p {"]),
    (
        &["class", "struct", "type"],
        &["named values are ", "enum colour { red green blue }", ", several unknowns ", "var q[8] in 1..8"],
    ),
    (
        &["how"],
        &[
            "write ",
            "count",
            " for the number of solutions, ",
            "solve steps",
            " for the way to the solution, ",
            "grade",
            " for how hard it is",
        ],
    ),
    (&["what"], &["write ", "print r1c1", ", or ", "candidates", " for the possible values of each cell"]),
    (&["find", "get", "run", "compute"], &["write ", "solve"]),
    (&["thermometer"], &["write ", "thermo(r1c1..r1c5)"]),
    (&["cage"], &["write ", "killer(r1c1..r1c3, 15)"]),
    (&["select", "query"], &["write ", "print r1c1", ", or ", "show", " for all"]),
    (
        &["exactly", "at", "atleast", "atmost"],
        &["write ", "count(c = 5 for c in r1) = 2", ", with ", ">=", " or ", "<=", " for at least or at most"],
    ),
    (&["all"], &["write ", "for l in rows(x) { distinct(l) }", ", or a condition with ", "all(P for c in x)"]),
    (&["par"], &["write ", "let n = 9"]),
    (&["size", "board"], &["write ", "grid x 9x9 in 1..9"]),
    (&["new", "create", "make"], &["write ", "grid x 9x9 in 1..9", ", or ", "var n in 1..9", " for one unknown"]),
    (
        &["no", "never", "forbid", "disallow", "without"],
        &["write ", "not", " before the condition; for no repeats ", "distinct(r1)"],
    ),
];

/// The help for a word that shades a cell.
pub(crate) const SHADING: &Advice =
    &["a cell of a grid ", "in bool", " is a condition: ", "r1c1", " is shaded, ", "not r1c1", " unshaded"];

/// Words between two operands in other languages, and the help for each.
const BETWEEN: &[(&[&str], &Advice)] = &[
    (&["implies"], &["write ", "p => q"]),
    (&["iff", "equivalent"], &["write ", "p <=> q"]),
    (&["equals", "equal", "eq", "be", "are"], &["write ", "="]),
    (&["ne", "differs", "isnt", "isn", "can", "cannot"], &["write ", "!="]),
    (&["not"], &["write ", "!=", ", for several values ", "not in {5, 6}"]),
    (&["shaded", "unshaded", "black", "white", "filled", "empty"], SHADING),
    (
        &["distinct", "different", "unique"],
        &["write ", "distinct(l)", ", for all rows ", "for l in rows(x) { distinct(l) }"],
    ),
    (&["increasing", "increases", "ascending", "sorted"], &["write ", "increasing(l)"]),
    (&["lt", "less", "below"], &["write ", "<"]),
    (&["gt", "greater", "more", "above"], &["write ", ">"]),
    (&["le", "leq"], &["write ", "<="]),
    (&["ge", "geq"], &["write ", ">="]),
    (&["between"], &["write ", "1 <= r1c1 <= 3", ", or ", "r1c1 in 1..3"]),
    (
        &["ins"],
        &["write ", "for c in x { c in 1..9 }", ", or give the domain where it is declared: ", "var q[8] in 1..8"],
    ),
    (&["even", "odd"], &["write ", "even(r1c1)", ", ", "odd(r1c1)"]),
    (&["mod", "rem"], &["write ", "a % b"]),
    (&["div"], &["write ", "a // b"]),
    (&["to", "until", "upto"], &["a range is written ", "1..9"]),
    (&["plus"], &["write ", "+"]),
    (&["minus"], &["write ", "-"]),
    (&["times"], &["write ", "*"]),
    (
        &["sum", "sums", "adds", "add", "total", "totals"],
        &["write ", "sum([r1c1, r1c2]) = 15", ", or ", "killer([r1c1, r1c2], 15)"],
    ),
    (&["contains", "includes", "has"], &["write ", "v in l", ", for a number of them ", "count(c = v for c in l) = 2"]),
    (&["divides"], &["write ", "b % a = 0"]),
    (&["unless"], &["write ", "not q => p"]),
    (&["when", "whenever"], &["write ", "q => p"]),
    (&["but"], &["write ", "and"]),
    (
        &["says", "said", "claims", "states", "tells"],
        &[
            "a speaker who tells the truth is a condition, ",
            "var a in bool",
            ", and what the speaker says holds exactly then: ",
            "a <=> q",
        ],
    ),
    (&["endif", "end", "fi", "done"], &["leave it out: an ", "if", " of values ends with the value after ", "else"]),
    (&["nand", "nor"], &["write ", "not (p and q)", ", ", "not (p or q)"]),
];

/// These words have errors of their own.
const OWN: &[&str] = &["else", "then", "elif", "elsif", "elseif", "for", "where", "while", "if", "as"];

/// The error for `i`, which follows the finished statement `before` on its line.
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
        (Some(c), _) if c.is_ascii_digit() && digits(at).len() < 20 => Help::write(format!("solutions {}", digits(at))),
        (_, Ok("all" | "everything")) => "write `solutions 10` to see some, or `count` to count all".into(),
        (_, Ok("satisfy")) => Help::write("solve").and(" alone"),
        (_, Ok(word @ ("minimize" | "maximize"))) => {
            format!("write `{word}` by itself, with the expression to {word}").into()
        }
        _ => return None,
    };
    let message = format!("expected the end of the question, found {}", found(at));
    Some(Diagnostic::new(Code::Syntax, message).label(found_span(at), "").help(help))
}

fn after_expression(i: Input, expr: &Expr) -> Option<Diagnostic> {
    let at = i.skip_blank();
    if word(at).is_ok_and(|(_, next)| OWN.contains(&next)) {
        return None;
    }
    if let Some(help) = note_or_function(at) {
        return Some(beside(at, expr.span).help(help));
    }
    let text = at.context.text;
    let cell = |name: &str| matches!(place_name(name), Some((Some(_), Some(_))));
    let before = &text[expr.span.start as usize..expr.span.end as usize];
    if let Ok((_, mark @ ("X" | "V"))) = word(at)
        && cell(before)
    {
        let mark = mark.to_lowercase();
        return Some(beside(at, expr.span).help(Help::write(format!("{mark}_mark({before}, r1c2)"))));
    }
    let message = |text: String| Diagnostic::new(Code::SideBySide, text).label(expr.span, "");
    let named = first_name(expr).map(|(name, whole)| (name, name.to_lowercase(), whole));
    let first_word = |lower: &str| FIRST.iter().find(|(words, _)| words.contains(&lower));
    // The first word of a statement is a better hint than a word in the middle.
    if let Some((name, lower, true)) = &named
        && let (Some((_, help)), true) = (first_word(lower), word(at).is_ok())
    {
        return Some(message(format!("`{name}` is no word of this language")).help(*help));
    }
    if let Some(help) = between(at) {
        return Some(beside(at, expr.span).help(help));
    }
    if cell(before) && !digits(at).is_empty() {
        return Some(beside(at, expr.span).help(Help::write(format!("{before} = {}", digits(at)))));
    }
    let (name, lower, whole) = named?;
    let first = first_word(&lower);
    if let (Some((_, help)), Some(b'[' | b'(')) = (first, at.first()) {
        return Some(message(format!("`{name}` is no word of this language")).help(*help));
    }
    // A word, a number or a quote. Other characters have errors of their own.
    if !at.first().is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'"' | b':')) {
        return None;
    }
    if let Some((_, help)) = first {
        return Some(message(format!("`{name}` is no word of this language")).help(*help));
    }
    let numbered = at.first().is_some_and(|c| c.is_ascii_digit());
    if numbered && lower == "sudoku" {
        return Some(beside(at, expr.span).help("declare its grid, `grid x 9x9 in 1..9`, and write `sudoku(x)`"));
    }
    let places = match &lower[..] {
        "row" | "col" | "column" => Some("row 1 is `r1`, column 1 is `c1`"),
        "box" => Some("the first box is `boxes(x, 3, 3)[1]`"),
        _ => None,
    };
    if let (true, Some(help)) = (numbered, places) {
        return Some(beside(at, expr.span).help(help));
    }
    if at.first() == Some(b':') || !whole {
        return None;
    }
    let keywords = words::first().chain(["for"]);
    let near = keywords.map(|k| (strsim::damerau_levenshtein(&lower, k), k)).min()?;
    if near.0 <= if name.len() < 4 { 1 } else { 2 } {
        return Some(message(format!("`{name}` starts no statement")).help(Help::did_you_mean(near.1)));
    }
    let arguments = arguments_without_brackets(name, at)?;
    Some(
        beside(at, expr.span)
            .help(format!("the arguments of a rule or function stand in brackets: `{name}({arguments})`")),
    )
}

/// The arguments that follow the name of a rule or function: `thermo r1c1 r1c2 r1c3`, `sum of row 1 = 45`.
fn arguments_without_brackets(name: &str, at: Input) -> Option<String> {
    let line = at.rest.lines().next().unwrap_or_default();
    let rest = line.split(['#', ';', '}', '{']).next().unwrap_or_default().trim();
    let rest = rest.strip_prefix("of ").unwrap_or(rest);
    let is_list = !rest.contains(|c: char| !c.is_ascii_alphanumeric() && !" _.,".contains(c));
    if rest.len() >= 40 || !(is_list || place_or_name(at)) {
        return None;
    }
    let words: Vec<&str> = rest.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    if let [line @ ("row" | "col" | "column"), number, ..] = words[..]
        && is_number(number)
    {
        return Some(format!("{}{number}", &line[..1]));
    }
    if !is_list {
        return rest.split(|c: char| !is_name_char(c)).next().map(String::from);
    }
    let is_cell = |word: &&str| matches!(place_name(word), Some((Some(_), Some(_))));
    let cells: Vec<&str> = words.iter().copied().filter(is_cell).collect();
    let number = words.iter().find(|word| is_number(word));
    match (cells.len(), number) {
        (2.., Some(number)) => Some(format!("[{}], {number}", cells.join(", "))),
        (3.., None) => Some(format!("[{}]", cells.join(", "))),
        (2, None) => Some(cells.join(", ")),
        _ if rest.contains(',') || name.len() > 1 && words.len() == 1 => Some(words.join(", ")),
        _ => None,
    }
}

fn digits<'a>(at: Input<'a>) -> &'a str {
    at.rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default()
}

/// The error for a word of another language right after an expression, wherever the expression stands.
pub(super) fn foreign_word(i: Input) -> Option<Diagnostic> {
    let expression = i.context.last_expression.get().filter(|span| span.end as usize == i.offset())?;
    let at = i.skip_blank();
    let help = note_or_function(at).or_else(|| between(at))?;
    Some(beside(at, expression).help(help))
}

/// The help for the comments and nameless functions of other languages; a finished expression ends before `at`.
fn note_or_function(at: Input) -> Option<&'static Advice> {
    let (_, next) = word(at).ok()?;
    let line = line_before(at);
    if line.trim_end().ends_with("lambda") {
        return Some(&["write ", "def f(a) = a + 1"]);
    }
    if OWN.contains(&next) {
        return None;
    }
    if line.contains("-- ") {
        return Some(&["comments start with ", "#"]);
    }
    if line.contains("% ") {
        return Some(&["", "%", " is the remainder of a division; comments start with ", "#"]);
    }
    None
}

/// The text of the line before `at`.
fn line_before<'a>(at: Input<'a>) -> &'a str {
    at.context.text[..at.offset()].rsplit('\n').next().unwrap_or_default()
}

/// The help for a word of another language at `at`, which follows a finished expression.
fn between(at: Input) -> Option<&'static Advice> {
    let lower = word(at).ok()?.1.to_lowercase();
    // After a `for` the word stands for `where`, which the loop's own error knows.
    if lower == "when" && line_before(at).contains("for ") {
        return None;
    }
    BETWEEN.iter().find(|(words, _)| words.contains(&lower.as_str())).map(|(_, help)| *help)
}

/// The error for `at`, which follows a finished expression.
fn beside(at: Input, expression: Span) -> Diagnostic {
    let text = format!("two things side by side: {} follows a finished expression", found(at));
    Diagnostic::new(Code::SideBySide, text)
        .label(found_span(at), "an operator, a comma or the end of the line is missing before this")
        .label(expression, "this could end here")
}

fn place_or_name(at: Input) -> bool {
    word(at).is_ok_and(|(_, next)| !OWN.contains(&next))
}

/// The first name of an expression, and whether it is the whole expression.
fn first_name(expr: &Expr) -> Option<(&str, bool)> {
    match &expr.kind {
        ExprKind::Name(name) => Some((name, true)),
        ExprKind::Call { callee: base, .. } | ExprKind::Index { base, .. } => Some((first_name(base)?.0, false)),
        ExprKind::Compare { operands, .. } => Some((first_name(&operands[0])?.0, false)),
        _ => None,
    }
}
