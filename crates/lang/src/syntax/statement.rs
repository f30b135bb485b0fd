//! Statements: dispatch on the first word, control flow, bodies, and the end of a statement.
//!
//! ```text
//! program   = { statement (NEWLINE | ";") }      body = "{" program "}"
//! statement = declaration | question | command
//!           | for clauses body | if expr body [else (body | if ...)] | expr [as STRING]
//! ```
//! A word of a statement form is an ordinary name when `(`, `[`, `.` or an operator follows it.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, peek};
use nom::sequence::preceded;

use super::ast::{Command, CompareOp, Expr, ExprKind, Question, Statement, StatementKind};
use super::command::{command, is_command};
use super::declaration::{declaration, is_declaration, size};
use super::expression::{expression, if_expression, tree};
use super::input::Input;
use super::lexical::{ends, is_reserved, keyword, string, symbol, word};
use super::mistake::{foreign_word, side_by_side};
use super::operand::clause_list;
use super::operator::{Level, is_operand_before};
use super::problem::{self, Failed, Parsed, Problem, failure, found, found_span, known_character, need, unexpected};
use super::question::{asks, asks_in_words, generate::instead, question};
use crate::diagnostic::{Code, Diagnostic, Help};

/// A whole text.
pub(super) fn program(i: Input<'_>) -> Parsed<'_, Vec<Statement>> {
    let (i, statements) = statements(i)?;
    if i.rest.is_empty() { Ok((i, statements)) } else { Err(problem::unopened(i)) }
}

/// `{ ... }` on the line of its statement; `what` and `help` are for the error if it is missing.
pub(super) fn body<'a>(i: Input<'a>, what: &'static str, help: &'static str) -> Parsed<'a, Vec<Statement>> {
    let start = i.skip_blank();
    let Ok((inside, ())) = symbol("{").parse(start) else {
        return Err(no_body(i, what, help));
    };
    let (end, body) = statements(inside.deeper()?.line_by_line())?;
    match symbol("}").parse(end) {
        Ok((end, ())) => Ok((end.back_in(i), body)),
        Err(_) => Err(problem::unclosed(end, start.offset() as u32)),
    }
}

fn no_body(i: Input, what: &str, help: &str) -> Failed {
    let at = i.skip_blank();
    if at.first() == Some(b':') {
        let message = "the body of a statement needs braces";
        return failure(
            Diagnostic::at(Code::Syntax, at.span(1), message).help("write `{` here and `}` after the body"),
        );
    }
    let help = match word(at) {
        Ok((_, "if" | "when" | "such")) => {
            "write `for c in x where c > 1 {`; for a condition on unknowns put an `if` into the body"
        }
        _ => help,
    };
    if let Ok((_, open @ ("do" | "then" | "begin"))) = word(at) {
        let message = format!("`{open}` can't open a body: bodies have braces");
        let help = "write `{` here and `}` after the body";
        return failure(Diagnostic::at(Code::Syntax, found_span(at), message).help(help));
    }
    let one_line = format!("{help}; {ONE_LINE}");
    let help = if breaks_at(i) { &one_line } else { help };
    problem::brace_on_next_line(i).unwrap_or_else(|| unexpected(i, what, help))
}

/// The help for a line break before the `{` of a body.
const ONE_LINE: &str = "up to its `{` it stays on one line, or breaks after a comma or an operator";

/// Whether a line ends at `i` and the text goes on after it.
fn breaks_at(i: Input) -> bool {
    i.skip_blank().is_at_line_end() && !i.skip_lines().rest.is_empty()
}

/// Statements up to the end of the text or a `}`.
fn statements(i: Input<'_>) -> Parsed<'_, Vec<Statement>> {
    let mut all = vec![];
    let mut i = i;
    let mut new_line = true;
    loop {
        let (start, doc) = gap(i, new_line);
        if matches!(start.first(), None | Some(b'}')) {
            return Ok((start, all));
        }
        let (end, mut next) = statement(start)?;
        if matches!(next.kind, StatementKind::Rule { .. } | StatementKind::Def { .. }) {
            next.doc = doc.join("\n");
        }
        if !ends(end, false) {
            return Err(no_end(end, &next));
        }
        all.push(next);
        i = end;
        new_line = false;
    }
}

/// Skips what stands between two statements. Returns the `##` lines directly above the second.
fn gap(i: Input<'_>, at_line_start: bool) -> (Input<'_>, Vec<&str>) {
    let mut i = i;
    let mut doc = vec![];
    let mut blank_so_far = at_line_start;
    loop {
        match i.first() {
            Some(b' ' | b'\t') => i = i.advance(1),
            Some(b'#') => {
                let end = i.skip_blank();
                let line = i.rest[..end.offset() - i.offset()].lines().next().unwrap_or_default();
                match line.strip_prefix("##") {
                    Some(text) if blank_so_far => doc.push(text.strip_prefix(' ').unwrap_or(text).trim_end()),
                    _ => doc.clear(),
                }
                blank_so_far = false;
                i = i.advance(line.len());
            }
            Some(b'\n' | b'\r') => {
                if blank_so_far {
                    doc.clear();
                }
                blank_so_far = true;
                i = i.advance(if i.first() == Some(b'\r') { 2 } else { 1 });
            }
            Some(b';') => {
                blank_so_far = false;
                i = i.advance(1);
            }
            _ => return (i, doc),
        }
    }
}

/// One statement without its end.
pub(super) fn statement(i: Input<'_>) -> Parsed<'_, Statement> {
    let start = i.skip_blank();
    start.node()?;
    // Two levels, because statements are large: an `else if` recurses without a body in between.
    let (end, kind) = kind(start.deeper()?.deeper()?)?;
    Ok((end.back_in(i), Statement { kind, span: start.span_to(end), doc: String::new() }))
}

fn kind(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let Ok((after, word)) = word(i) else {
        // `?` alone
        return match i.first() {
            Some(b'?') if ends(i.advance(1), false) => Ok((i.advance(1), StatementKind::Command(Command::Help(None)))),
            _ => condition(i),
        };
    };
    match word {
        "show" => {
            if let Ok((end, (at, name))) = preceded(keyword("example"), placed_string).parse(after) {
                let span = at.span_to(end);
                return Ok((end, StatementKind::Command(Command::ShowExample { name, span })));
            }
        }
        "if" => return if_statement(i, after),
        "for" => return for_statement(i),
        "is" => return map(asks_in_words, StatementKind::Question).parse(after),
        "let" if after.first() == Some(b'(') => return declaration(word, after),
        _ => {}
    }
    if declares(word, after) {
        return declaration(word, after);
    }
    if asks(word, after) {
        return map(|i| question(word, i), StatementKind::Question).parse(after);
    }
    if is_command(word, after) {
        return map(|i| command(word, i), StatementKind::Command).parse(after);
    }
    condition(i)
}

/// A string and its start.
fn placed_string(i: Input<'_>) -> Parsed<'_, (Input<'_>, String)> {
    let at = i.skip_blank();
    let (end, text) = string(at)?;
    Ok((end, (at, text)))
}

/// Whether `word`, which ends at `after`, starts a declaration there. After some words a bracket never means the
/// arguments of a use.
fn declares(word: &str, after: Input) -> bool {
    is_declaration(word)
        && (!is_operand_before(after, matches!(word, "let" | "rule" | "def" | "require" | "prefer" | "implied"))
            || is_misnamed(after))
}

/// Whether an operator stands where a name belongs, as in `var in in 1..9`. `x not in s` is a condition.
fn is_misnamed(after: Input) -> bool {
    let Ok((end, name)) = word(after.skip_blank()) else { return false };
    let after = end.skip_blank();
    is_reserved(name)
        && name != "not"
        && (size(after).is_ok() || alt((keyword("in"), keyword("of"), symbol("="), symbol(","))).parse(end).is_ok())
}

/// Whether `text` is no condition, because its first word starts another form.
pub(super) fn starts_a_form(i: Input) -> bool {
    let Ok((after, word)) = word(i) else {
        return false;
    };
    word == "let" && after.first() == Some(b'(')
        || declares(word, after)
        || asks(word, after)
        || is_command(word, after)
}

fn condition(i: Input<'_>) -> Parsed<'_, StatementKind> {
    match expression(i) {
        Err(nom::Err::Error(_)) => Err(no_statement(i)),
        parsed => {
            let (i, expr) = parsed?;
            labelled(i, expr)
        }
    }
}

fn labelled(i: Input<'_>, expr: Expr) -> Parsed<'_, StatementKind> {
    let (i, label) = opt(preceded(keyword("as"), label)).parse(i)?;
    let part = need(expression, "a text for explanations", "write `because \"no two \", a, \" touch\"`");
    let (i, because) =
        opt(preceded(keyword("because"), nom::multi::separated_list1(super::lexical::comma, part))).parse(i)?;
    Ok((i, StatementKind::Expr { expr, label, because: because.unwrap_or_default() }))
}

/// The text after `as`.
pub(super) fn label(i: Input<'_>) -> Parsed<'_, String> {
    need(string, "a label in double quotes after `as`", "write `as \"left cage\"`").parse(i)
}

fn for_statement(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let (i, clauses) = clause_list(i).map_err(|failed| broken_head(i, failed))?;
    let (i, body) = body(i, "`{` and the statements of the loop", "write `for c in x {`, the statements, and `}`")?;
    Ok((i, StatementKind::For { clauses, body }))
}

/// An error in the head of the loop at `start`; a mistake at a line break gets the advice to write one line.
fn broken_head(start: Input, mut failed: Failed) -> Failed {
    if let nom::Err::Failure(Problem { diagnostic: Some(mistake), .. }) = &mut failed
        && let Some(label) = mistake.labels.first()
        && breaks_at(start.advance(label.span.start as usize - start.offset()))
    {
        let own = mistake.help.take().map_or_else(String::new, |help| format!("{help}; "));
        mistake.help = Some(format!("{own}this is the head of a loop: {ONE_LINE}"));
    }
    failed
}

/// An `if` with bodies, or the expression `if p then a else b`; `start` is before the `if`, `i` after it.
fn if_statement<'a>(start: Input<'a>, i: Input<'a>) -> Parsed<'a, StatementKind> {
    let help = "write `if n > 4 { ... }`, or `if p then a else b` for a value";
    let i = problem::after("`if`", i)?;
    let (i, condition) = need(|i| tree(i, Level::If), "a condition after `if`", help).parse(i)?;
    if keyword("then").parse(i).is_ok() {
        let (i, tree) = if_expression(start, i, condition)?;
        return labelled(i, *tree.expr);
    }
    if matches!(condition.expr.kind, ExprKind::Set(_) | ExprKind::SetOf(_)) && ends(i, false) {
        let message = "this `if` has no condition";
        return Err(failure(Diagnostic::at(Code::Syntax, start.span(2), message).help(help)));
    }
    let (i, then) = body(i, "`{` or `then`", help)?;
    let Ok((after_else, ())) = keyword("else").parse(i.skip_lines()) else {
        return Ok((i, StatementKind::If { condition: *condition.expr, then, otherwise: vec![] }));
    };
    let (i, otherwise) = if peek(keyword("if")).parse(after_else).is_ok() {
        let (i, chained) = statement(after_else)?;
        (i, vec![chained])
    } else {
        body(after_else, "`{` and the statements for the other case", "write `else {`, the statements, and `}`")?
    };
    Ok((i, StatementKind::If { condition: *condition.expr, then, otherwise }))
}

/// The error for text that starts no statement.
fn no_statement(i: Input) -> Failed {
    let help = match word(i).map(|(_, word)| word) {
        Ok("else") => {
            return failure(
                Diagnostic::at(Code::ElseWithoutIf, i.span(4), "this `else` has no `if`")
                    .help("write `} else {` after the body of an `if`; at the prompt, on the line of its `}`"),
            );
        }
        Ok("where" | "while") => "write it after a `for`: `for c in x where ... {`",
        Ok("then") => "write `if p then a else b`",
        Ok("and" | "or" | "xor" | "in") => {
            "write the operator at the end of the line before, or put the whole in brackets"
        }
        _ if i.first() == Some(b'%') => "comments start with `#`",
        _ if matches!(i.first(), Some(b'=' | b'<' | b'>' | b'+' | b'*' | b'/' | b'%')) => {
            "write the operator at the end of the line before, or put the whole in brackets"
        }
        _ if i.rest.starts_with("?-") => "write a question as its word: `solve`, `count`, `unique`",
        _ if i.first() == Some(b'?') => "write `help` for the list of questions, `help killer` for one rule",
        _ => "",
    };
    unexpected(i, "a statement", help)
}

/// Whether `, b = ...` follows.
fn assigns(at: Input) -> bool {
    let line = at.rest.lines().next().unwrap_or_default();
    line.split_once('=')
        .is_some_and(|(names, _)| names.chars().all(|c| sator_base::text::is_name_char(c) || ", ".contains(c)))
}

/// The error for `x = 3 // 2 hints say so`: `//` is followed by more than a divisor.
fn note_after_division(at: Input) -> Option<Diagnostic> {
    let before = &at.context.text[..at.offset()];
    let line = before.rsplit('\n').next()?;
    let divisor = line.rsplit_once("//")?.1;
    let prose = !divisor.contains(['"', ';']) && at.first().is_some_and(|c| c.is_ascii_alphanumeric());
    prose.then(|| {
        Diagnostic::new(Code::SideBySide, format!("two things side by side: {} follows a division", found(at)))
            .label(found_span(at), "an operator, a comma or the end of the line is missing before this")
            .help("`//` divides and rounds down; comments start with `#`")
    })
}

/// The error for text after a finished statement.
fn no_end(i: Input, before: &Statement) -> Failed {
    if let Some(known) = known_character(i) {
        return known;
    }
    let at = i.skip_blank();
    if let Some(known) = note_after_division(at) {
        return failure(known);
    }
    if let Some(known) = side_by_side(i, before).or_else(|| foreign_word(i)) {
        return failure(known);
    }
    failure(misplaced_word(at, before).or_else(|| misplaced_sign(at, before)).unwrap_or_else(|| unfinished(at, before)))
}

/// The error for a word that belongs to another place.
fn misplaced_word(at: Input, before: &Statement) -> Option<Diagnostic> {
    let message = |text: String| Diagnostic::new(Code::Syntax, text).label(found_span(at), "");
    let found = found(at);
    Some(match word(at).ok()?.1 {
        "else" => Diagnostic::new(Code::ElseWithoutIf, "this `else` has no `if`")
            .label(found_span(at), "")
            .help("write `if p then a else b`, or `if p { ... } else { ... }`"),
        "then" => message("this `then` has no `if`".into()).help("write `if p then a else b`, or `p => a`"),
        "elif" | "elsif" | "elseif" => {
            message(format!("{found} is written `else if`")).help(Help::write("} else if p {"))
        }
        "for" => {
            message("a `for` follows its statement".into()).help("write `for c in x { ... }`, or `all(... for c in x)`")
        }
        "where" | "while" | "if" => message(format!("{found} can't follow a statement"))
            .help("write `if p { ... }` or `p => ...`; `where` and `while` belong after a `for`"),
        "all" if matches!(before.kind, StatementKind::Command(_)) => {
            message(format!("expected the end of the statement, found {found}"))
                .help("`reset` drops all statements, `undo 3` drops the last three")
        }
        "as" => message("only a condition or the use of a rule can have a label with `as`".into()),
        _ => return None,
    })
}

fn is_equality(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Compare { ops, .. } if matches!(ops[..], [(CompareOp::Eq, _)]))
}

/// Whether a number follows the sign at `at`.
fn starts_with_digit(at: Input) -> bool {
    at.advance(1).skip_blank().first().is_some_and(|c| c.is_ascii_digit())
}

/// The error for a sign that belongs to another place.
fn misplaced_sign(at: Input, before: &Statement) -> Option<Diagnostic> {
    let message = |text: &str| Diagnostic::new(Code::Syntax, text).label(found_span(at), "");
    Some(match (at.first()?, &before.kind) {
        (b'?', _) => message("only a question can end in `?`")
            .help("ask `why ...?`, `is it unique?`, or write `if p then a else b` for a choice"),
        (b'{', StatementKind::Expr { .. }) => message("nothing before this `{` takes a body or a picture")
            .help("bodies belong to `for`, `if` and `rule`; pictures to `regions`, `givens`, `clues` and `outside`"),
        (b':', _) if at.rest.starts_with("://") => message("a link stands in quotes")
            .help("write `load \"https://puzz.link/p?...\"`, or the link by itself at the prompt"),
        (b':', StatementKind::Expr { expr, .. }) if starts_with_digit(at) => {
            let name = &at.context.text[expr.span.start as usize..expr.span.end as usize];
            let value: String = at.advance(1).skip_blank().rest.chars().take_while(char::is_ascii_digit).collect();
            message("a `:` has no meaning here").help(Help::write(format!("{name} = {value}")))
        }
        (b':', _) => message("a `:` has no meaning here")
            .help("write a body in braces: `for c in x { ... }`; write a named argument in a call: `f(a, gap: 4)`"),
        (b',', StatementKind::Expr { expr, .. }) if is_equality(expr) => message("this `,` stands outside brackets")
            .help(
                "for one of several values write `r1c1 in {1, 2}`; write two statements on two lines, or with `;` \
                     between them",
            ),
        (b',', StatementKind::Expr { expr, .. }) if matches!(expr.kind, ExprKind::Name(_)) && assigns(at) => {
            message("this `,` stands outside brackets")
                .help("declare unknowns with `var S, E in 0..9`, name values with `let (a, b) = (1, 2)`")
        }
        (b',', _) => message("this `,` stands outside brackets")
            .help("write two statements, on two lines or with `;` between them; write a tuple in brackets: `(a, b)`"),
        (b'(', StatementKind::Expr { .. }) => {
            message("this bracket follows a finished expression").help("an operator or a comma is missing before it")
        }
        _ => return None,
    })
}

/// The error for anything else after a statement of this kind.
fn unfinished(at: Input, before: &Statement) -> Diagnostic {
    let found = found(at);
    let message = |text: String| Diagnostic::new(Code::Syntax, text).label(found_span(at), "");
    match &before.kind {
        StatementKind::Grid { domain: None, except: None, .. } => {
            message(format!("expected `in` and a domain, or the end of the statement, found {found}"))
                .help("write `grid x 9x9 in 1..9`, or without unknowns `grid x 9x9`")
        }
        StatementKind::Question(Question::Why(_)) => {
            message(format!("expected the end of the question, found {found}"))
                .help("write `why r1c1 = 5` or `why is r1c1 5?`")
        }
        StatementKind::Question(Question::Print(_)) => {
            message(format!("expected the end of the question, found {found}"))
                .help(Help::of(&["write commas between values: ", "print r1c1, r1c2"]))
        }
        StatementKind::Question(Question::Show(_)) => {
            message(format!("expected the end of the question, found {found}"))
                .help("`show` takes names of grids and variables; for the value of an expression write `print r1c1`")
        }
        StatementKind::Question(Question::Generate(_)) => {
            let words: String = at.rest.chars().take_while(|&c| sator_base::text::is_name_char(c)).collect();
            message(format!("expected the end of the question, found {found}")).help(instead(&words))
        }
        StatementKind::Question(Question::Maximize(_) | Question::Minimize(_)) => {
            message(format!("expected the end of the question, found {found}"))
                .help("a condition is a statement by itself: write it before the question")
        }
        StatementKind::Question(asked) => {
            let word = asked.query().word();
            message(format!("expected the end of the question, found {found}"))
                .help(format!("`{word}` takes nothing after it and concerns the whole puzzle; see `help {word}`"))
        }
        StatementKind::Expr { .. } => {
            Diagnostic::new(Code::SideBySide, format!("two things side by side: {found} follows a finished expression"))
                .label(found_span(at), "an operator, a comma or the end of the line is missing before this")
                .label(before.span, "this could end here")
        }
        _ => message(format!("expected the end of the statement, found {found}"))
            .help("a statement ends with its line; write `;` between two on one line"),
    }
}
