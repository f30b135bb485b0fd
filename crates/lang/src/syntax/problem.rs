//! The failures of parsers: a cheap "no match" for an alternative that doesn't fit, or a diagnostic for
//! a mistake.

use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use super::input::Input;
use super::mistake::foreign_word;
use super::question::QUESTIONS;
use crate::diagnostic::{Advice, Code, Diagnostic};
use sator_base::source::Span;
use sator_base::text::is_name_char;

/// Limit on the recursion of the parsers. A bracket or a statement counts two, an operator read by recursion one. Each
/// takes up to 6 KB of stack in a debug build, and a thread has 2 MiB.
const MAX_DEPTH: u16 = 256;
/// Limit on the numbers, names, statements and picture tokens of one source.
const MAX_NODES: u32 = 1_000_000;

/// Why a parser stopped. Without a diagnostic it means "not this alternative".
#[derive(Debug)]
pub(super) struct Problem {
    pub diagnostic: Option<Box<Diagnostic>>,
    /// Whether more lines can complete the text.
    pub unfinished: bool,
}

pub(super) type Failed = nom::Err<Problem>;
pub(super) type Parsed<'a, T> = IResult<Input<'a>, T, Problem>;

/// A nom parser over our input and error.
pub(super) trait Parse<'a, T>: Parser<Input<'a>, Output = T, Error = Problem> {}
impl<'a, T, P: Parser<Input<'a>, Output = T, Error = Problem>> Parse<'a, T> for P {}

impl ParseError<Input<'_>> for Problem {
    fn from_error_kind(_: Input<'_>, _: ErrorKind) -> Problem {
        Problem { diagnostic: None, unfinished: false }
    }

    fn append(_: Input<'_>, _: ErrorKind, other: Problem) -> Problem {
        other
    }
}

/// "Not this alternative."
pub(super) fn no_match() -> Failed {
    nom::Err::Error(Problem { diagnostic: None, unfinished: false })
}

/// A mistake. No other alternative is tried.
pub(super) fn failure(diagnostic: Diagnostic) -> Failed {
    nom::Err::Failure(Problem { diagnostic: Some(Box::new(diagnostic)), unfinished: false })
}

impl<'a> Input<'a> {
    /// One level deeper; an error if there are too many.
    pub(super) fn deeper(self) -> Result<Input<'a>, Failed> {
        if self.depth >= MAX_DEPTH {
            return Err(too_deep(self));
        }
        Ok(Input { depth: self.depth + 1, ..self })
    }

    /// Inside the bracket that stands here, where newlines are blanks.
    pub(super) fn inside(self) -> Result<Input<'a>, Failed> {
        Ok(Input { open: Some(self.offset() as u32), ..self.advance(1).deeper()? })
    }

    /// Counts one more node of the tree.
    pub(super) fn node(self) -> Result<(), Failed> {
        self.context.limits.tick().map_err(|reason| failure(*Diagnostic::stopped(reason, self.span(0))))?;
        let nodes = self.context.nodes.get() + 1;
        self.context.nodes.set(nodes);
        if nodes > MAX_NODES { Err(too_large(self, MAX_NODES)) } else { Ok(()) }
    }
}

/// A mistake that more text can repair.
pub(super) fn unfinished(diagnostic: Diagnostic) -> Failed {
    nom::Err::Failure(Problem { diagnostic: Some(Box::new(diagnostic)), unfinished: true })
}

/// Turns a missing match of `parser` into "expected `what`".
pub(super) fn need<'a, T>(
    mut parser: impl Parse<'a, T>,
    what: &'static str,
    help: &'static str,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |i| match parser.parse(i) {
        Err(nom::Err::Error(_)) => Err(unexpected(i, what, help)),
        parsed => parsed,
    }
}

/// Continues after an operator, a comma or a word that can't end a statement. Newlines there are blanks.
pub(super) fn after<'a>(what: &str, i: Input<'a>) -> Result<Input<'a>, Failed> {
    let next = i.skip_lines();
    if next.rest.is_empty() && next.open.is_none() {
        let message = format!("the text ends after {what}, where something must follow");
        return Err(unfinished(Diagnostic::new(Code::Unfinished, message).label(i.span(0), "the rest is missing")));
    }
    Ok(next)
}

/// "expected `what`, found ...", or a better error if a known mistake stands here.
pub(super) fn unexpected(i: Input, what: &str, help: &str) -> Failed {
    let at = i.skip_blank();
    if let Some(known) = known_mistake(i) {
        return known;
    }
    let message = format!("expected {what}, found {}", found(at));
    let label = if what.len() < 50 { format!("expected {what}") } else { String::new() };
    let place = if at.is_at_line_end() { i.span(0) } else { found_span(at) };
    failure(with_help(Diagnostic::new(Code::Syntax, message).label(place, label), help))
}

fn with_help(diagnostic: Diagnostic, help: &str) -> Diagnostic {
    if help.is_empty() { diagnostic } else { diagnostic.help(help) }
}

/// Mistakes that are recognised everywhere: those of [`known_character`], and words of other languages after an
/// expression.
pub(super) fn known_mistake(i: Input) -> Option<Failed> {
    known_character(i).or_else(|| foreign_word(i).map(failure))
}

/// Mistakes that a character shows: an unclosed bracket at the end, characters and operators of other languages,
/// closing brackets without an opening one.
pub(super) fn known_character(i: Input) -> Option<Failed> {
    let at = i.skip_blank();
    let first = at.rest.chars().next();
    if let Some(opener) = at.open {
        let new_line = at.context.text[i.offset()..at.offset()].contains('\n');
        if first.is_none() || new_line {
            return Some(unclosed(at, opener));
        }
    }
    let first = first?;
    if let Some(stopped) = odd_character(at, first) {
        return Some(stopped);
    }
    if let Some((text, help)) = foreign_operator(at) {
        let declared = ["Int(", "Ints(", "Bool(", "Bools(", "IntVar(", "BoolVar("];
        let vectors = ["IntVector(", "BoolVector(", "Array("];
        let before = &at.context.text[..at.offset()];
        let quoted = at.rest[1..].split('\'').next().unwrap_or_default();
        let help: &Advice = match text {
            "'" if declared.iter().any(|d| before.ends_with(d)) => &["declare unknowns with ", "var x in 0..9"],
            "'" if vectors.iter().any(|d| before.ends_with(d)) => &["declare unknowns with ", "var q[8] in 1..8"],
            "'" if !quoted.is_empty() && quoted.bytes().all(|b| b.is_ascii_digit()) => {
                &["write numbers without quotes"]
            }
            "\\" if before.ends_with('/') => &["", "/\\", " is written ", "and"],
            "|" if starts_operand(before) => &["the distance of two numbers is ", "abs(a - b)"],
            "|" if at.open.is_some_and(|open| at.context.text.as_bytes()[open as usize] == b'[') => {
                &["a list of all there are is ", "[E for c in l]", "; for \"one or the other\" write ", "or"]
            }
            _ => help,
        };
        let message = match text {
            "//" => "`//` divides and rounds down: it starts no comment".to_string(),
            "'" | "`" | "\\" | "@" | "$" | "/*" => format!("`{text}` has no meaning here"),
            _ => format!("`{text}` is not an operator of this language"),
        };
        return Some(failure(Diagnostic::at(Code::ForeignOperator, at.span(text.len()), message).help(help)));
    }
    let Some(opener) = at.open else {
        return (first == ')' || first == ']').then(|| unopened(at));
    };
    let closer = closer_of(at, opener);
    (matches!(first, ')' | ']' | '}') && first != closer).then(|| {
        let open = &at.context.text[opener as usize..=opener as usize];
        let message = format!("`{first}` can't close `{open}`");
        failure(
            Diagnostic::new(Code::Unclosed, message)
                .label(at.span(1), format!("expected `{closer}`"))
                .label(opener_span(at, opener), "opened here"),
        )
    })
}

/// The error for a closing bracket without an opening one.
pub(super) fn unopened(at: Input) -> Failed {
    let message = format!("this `{}` closes nothing", &at.rest[..1]);
    failure(
        Diagnostic::at(Code::Unopened, at.span(1), message).help("delete it, or write the opening bracket before it"),
    )
}

/// The error for a bracket at `opener` that is unclosed where the text ends or a statement starts.
pub(super) fn unclosed(at: Input, opener: u32) -> Failed {
    let open = &at.context.text[opener as usize..=opener as usize];
    let closer = closer_of(at, opener);
    let diagnostic = Diagnostic::new(Code::Unclosed, format!("this `{open}` is never closed"))
        .label(opener_span(at, opener), "opened here")
        .help(format!("write the missing `{closer}`"));
    let line = at.context.text[opener as usize..].lines().next().unwrap_or_default();
    if ["#=", "#\\=", "#<", "#>", "#/"].iter().any(|sign| line.contains(sign)) {
        let help = "`#` starts a comment: comparisons are `=`, `!=`, `<`, `<=`, `>` and `>=`";
        return failure(Diagnostic { help: Some(help.into()), ..diagnostic });
    }
    if at.rest.is_empty() {
        return unfinished(diagnostic);
    }
    let diagnostic = match assigned_picture(at, opener) {
        Some(name) => diagnostic.help(format!("the known values of a grid are a picture: `givens {name} {{`")),
        None => diagnostic,
    };
    failure(diagnostic.label(found_span(at), format!("still open here, where `{closer}` was expected")))
}

/// The name in `NAME = {` if rows follow on separate lines, as in an array of another language.
fn assigned_picture<'a>(at: Input<'a>, opener: u32) -> Option<&'a str> {
    let (before, after) = at.context.text.split_at(opener as usize);
    let line = before.rsplit('\n').next()?;
    let name = line.trim().trim_end_matches('=').trim_end();
    let rows = after[1..].lines().next().is_none_or(|rest| rest.trim().is_empty());
    (rows && name.len() < line.trim().len() && !name.is_empty() && name.chars().all(is_name_char)).then_some(name)
}

fn closer_of(at: Input, opener: u32) -> char {
    match at.context.text.as_bytes()[opener as usize] {
        b'(' => ')',
        b'[' => ']',
        _ => '}',
    }
}

fn opener_span(at: Input, opener: u32) -> Span {
    Span::new(at.context.source, opener as usize, opener as usize + 1)
}

pub(super) fn too_deep(at: Input) -> Failed {
    failure(
        Diagnostic::at(Code::TooDeep, found_span(at), "this is nested too deeply")
            .help("name a part of it: `let part = ...`, or `def`, or `rule`"),
    )
}

/// The error for an expression with too many operators, calls or indices in a row.
pub(super) fn too_long(at: Input, most: u16) -> Failed {
    let message = format!("this expression strings together more than {most} operators");
    failure(
        Diagnostic::at(Code::TooLong, found_span(at), message).help(
            "write a long sum as `sum([a, b, c])` or `sum(E for ...)`, long conditions as `all(...)` or `any(...)`",
        ),
    )
}

pub(super) fn too_large(at: Input, most: u32) -> Failed {
    let message = format!("this text has more than {most} numbers, names and statements");
    failure(Diagnostic::at(Code::TooLarge, at.span(0), message).help("write repeated statements as `for` loops"))
}

/// Operators of other languages, longest first, with the help for each.
const FOREIGN: &[(&str, &Advice)] = &[
    ("===", &["write ", "="]),
    ("==>", &["write ", "=>", " for \"implies\""]),
    ("!==", &["write ", "!="]),
    ("<->", &["write ", "<=>", " for \"if and only if\""]),
    ("=\\=", &["write ", "!="]),
    ("=:=", &["write ", "="]),
    ("...", &["write ", ".."]),
    ("..=", &["write ", "..", ": a range includes both its ends"]),
    ("..<", &["write ", "..", ": a range includes both its ends, so ", "1..<n", " is ", "1..n - 1"]),
    ("&&", &["write ", "and"]),
    ("||", &["write ", "or"]),
    ("->", &["write ", "=>", " for \"implies\""]),
    ("<>", &["write ", "!="]),
    ("=<", &["write ", "<="]),
    (":=", &["write ", "=", " to assert that two things are equal, or ", "let x = 3", " to name a value"]),
    ("+=", &["no value ever changes here: name a new one with ", "let"]),
    ("-=", &["no value ever changes here: name a new one with ", "let"]),
    ("*=", &["no value ever changes here: name a new one with ", "let"]),
    ("**", &["write ", "x * x", " for a square, ", "power(x, 3)", " for a power"]),
    ("//", &["comments start with ", "#"]),
    ("/*", &["comments start with ", "#"]),
    ("\\/", &["write ", "or"]),
    ("\\=", &["write ", "!="]),
    ("\\+", &["write ", "not"]),
    (
        ":-",
        &[
            "standard rules need no loading; write a condition by itself, and a rule of your own as ",
            "rule name(a, b) { ... }",
        ],
    ),
    ("::", &["sator chooses how to search: leave it out"]),
    ("&", &["write ", "and"]),
    ("|", &["write ", "or"]),
    ("^", &["write ", "xor", " for \"one of the two\", ", "x * x", " for a square, ", "power(x, 3)", " for a power"]),
    ("!", &["write ", "not"]),
    ("~", &["write ", "not"]),
    ("'", &["strings stand in double quotes: \"...\""]),
    ("`", &["strings stand in double quotes: \"...\""]),
    ("\\", &["a statement continues after an operator, after a comma and inside brackets, without a mark"]),
    ("@", &["the language has only numbers, names and strings; see ", "help syntax"]),
    ("$", &["write a name without ", "$"]),
];

/// The operator of another language at this position, and the help for it.
pub(super) fn foreign_operator(at: Input) -> Option<(&'static str, &'static Advice)> {
    if !b"=!<.&|-:+*/^~'`\\@$".contains(&at.first()?) {
        return None;
    }
    let (text, help) = FOREIGN.iter().find(|(text, _)| at.rest.starts_with(text))?;
    (*text != "!" || !at.rest.starts_with("!=")).then_some((*text, *help))
}

/// Words that can follow an operand, besides those of questions: `generate x clues a // b symmetric`.
const FOLLOWERS: &[&str] = &[
    "and", "or", "xor", "in", "not", "is", "then", "else", "for", "where", "while", "as", "because", "weight", "by",
    "except", "sizes",
];

/// Whether the `//` at this position starts a comment, as in other languages: prose follows it on the line.
pub(super) fn is_note(at: Input) -> bool {
    let line = at.rest[2..].lines().next().unwrap_or_default().trim_start();
    let end = line.find(|c: char| !is_name_char(c)).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    if !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return word.is_empty() && line.starts_with(|c: char| !"([{-\"#".contains(c));
    }
    let next = rest.trim_start();
    let follower = &next[..next.find(|c: char| !is_name_char(c)).unwrap_or(next.len())];
    let goes_on = FOLLOWERS.contains(&follower) || QUESTIONS.iter().any(|form| form.next.contains(&follower));
    let two_words = next.len() < rest.len() && !follower.is_empty() && !goes_on;
    two_words || matches!(rest.trim_end(), "." | "!" | "?" | ":")
}

/// Whether an operand must follow this text.
fn starts_operand(before: &str) -> bool {
    before.trim_end_matches(' ').chars().next_back().is_none_or(|c| "\n;{(,=<>+-*/%".contains(c))
}

/// The error for a character allowed only in strings, comments and pictures.
fn odd_character(at: Input, c: char) -> Option<Failed> {
    if c.is_ascii() || matches!(c, '≠' | '≤' | '≥') {
        return None;
    }
    let instead: &Advice = match c {
        '“' | '”' | '„' | '«' | '»' => &["write ", "\""],
        '‘' | '’' => &["strings stand in double quotes: \"...\""],
        '×' | '·' | '⋅' => &["write ", "*"],
        '÷' => &["write ", "/"],
        '−' | '–' | '—' => &["write ", "-"],
        '∧' => &["write ", "and"],
        '∨' => &["write ", "or"],
        '⊕' => &["write ", "xor"],
        '¬' => &["write ", "not"],
        '⇒' | '→' => &["write ", "=>"],
        '⇔' | '↔' => &["write ", "<=>"],
        '∈' => &["write ", "in"],
        '∉' => &["write ", "not in"],
        '…' => &["write ", ".."],
        '∑' => &["write ", "sum(E for ...)"],
        '∀' => &["write ", "for c in ... { ... }", " or ", "all(E for ...)"],
        '∃' => &["write ", "any(E for ...)"],
        '（' => &["write ", "("],
        '）' => &["write ", ")"],
        '，' => &["write ", ","],
        '±' => &["write ", "abs(a - b) = 1", " for a distance"],
        '²' => &["write ", "x * x"],
        '\u{feff}' => &["delete this invisible mark"],
        c if c.is_whitespace() => &["write a plain space"],
        c if c.is_alphanumeric() => {
            &["names consist of a-z, A-Z, 0-9 and _; other letters can stand in strings, comments and pictures"]
        }
        _ => &["outside strings, comments and pictures only plain ASCII and ≠ ≤ ≥ have a meaning"],
    };
    let shown = if c.is_whitespace() || c == '\u{feff}' { String::new() } else { format!("`{c}` ") };
    let message = format!("the character {shown}(U+{:04X}) has no meaning here", c as u32);
    Some(failure(Diagnostic::at(Code::Unicode, at.span(c.len_utf8()), message).help(instead)))
}

/// The error for the first control character of a text, if it has one.
pub(super) fn control_character(start: Input) -> Option<Diagnostic> {
    let bytes = start.rest.as_bytes();
    let allowed = |k: usize| match bytes[k] {
        b'\t' | b'\n' => true,
        b'\r' => bytes.get(k + 1) == Some(&b'\n'),
        b => b >= 0x20 && b != 0x7f,
    };
    let place = (0..bytes.len()).find(|&k| !allowed(k))?;
    let (name, help) = match bytes[place] {
        0 => ("a NUL byte".to_owned(), "is this a text file? save it as UTF-8"),
        b'\r' => ("a carriage return without a newline".to_owned(), "end lines with a newline"),
        b => (format!("the control character U+{b:04X}"), "delete it; a script can contain only tabs and newlines"),
    };
    let at = start.advance(place);
    Some(Diagnostic::at(Code::ControlCharacter, at.span(1), format!("the text contains {name}")).help(help))
}

/// The error for a `{` that belongs on the line before.
pub(super) fn brace_on_next_line(i: Input) -> Option<Failed> {
    let (here, next) = (i.skip_blank(), i.skip_lines());
    (here.is_at_line_end() && next.first() == Some(b'{')).then(|| {
        let message = "this `{` stands on a line of its own";
        failure(Diagnostic::at(Code::Syntax, next.span(1), message).help("write it at the end of the line before"))
    })
}

/// The span of the token at this position, for a label.
pub(super) fn found_span(at: Input) -> Span {
    at.span(found_text(at).len())
}

fn found_text<'a>(at: Input<'a>) -> &'a str {
    let word = at.rest.find(|c: char| !is_name_char(c)).unwrap_or(at.rest.len());
    let length = match at.first() {
        None | Some(b'\n' | b'\r') => 0,
        Some(b'"') => match at.rest[1..].find(['"', '\n']) {
            Some(n) if at.rest.as_bytes()[n + 1] == b'"' => n + 2,
            other => other.map_or(at.rest.len(), |n| n + 1),
        },
        _ if word > 0 => word,
        _ => ["<=>", "<=", ">=", "=>", "==", "!=", ".."]
            .iter()
            .find(|symbol| at.rest.starts_with(**symbol))
            .map_or_else(|| at.rest.chars().next().map_or(0, char::len_utf8), |symbol| symbol.len()),
    };
    &at.rest[..length]
}

/// A description of the token at this position.
pub(super) fn found(at: Input) -> String {
    let text = found_text(at);
    match text.chars().next() {
        None if at.rest.is_empty() => "the end of the text".to_owned(),
        None => "the end of the line".to_owned(),
        Some('"') => "a string".to_owned(),
        Some(_) => format!("`{}`", shorten(text)),
    }
}

/// The first 24 characters of `text`.
pub(super) fn shorten(text: &str) -> String {
    sator_base::text::clip(text, 24).into_owned()
}
