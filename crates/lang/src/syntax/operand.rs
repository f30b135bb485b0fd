//! Operands: literals, names, brackets, generators, and the calls, indices and fields after them.
//!
//! ```text
//! operand   = primary { "(" args ")" | "[" index {"," index} "]" | "." FIELD }
//! index     = expr | [expr] ".." [expr]
//! primary   = NUMBER | STRING | NAME | PLACE | true | false | none
//!           | "(" expr ")" | "(" expr "," [expr {"," expr}] ")" | "(" NAME ":" expr {"," NAME ":" expr} ")"
//!           | "[" items "]" | "{" items "}"
//! items     = [expr {"," expr} [","]] | expr clauses
//! clauses   = for-clause { "," names "in" ... | for-clause | "where" expr | "while" expr }
//! args      = [arg {"," arg} [","]]         arg = NAME ":" expr | expr [clauses]
//! ```

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{map, not, opt, value};
use nom::multi::separated_list1;
use nom::sequence::{delimited, terminated};
use sator_base::text::is_name_char;

use super::ast::{Arg, Clause, Expr, ExprKind, Generator, Ident};
use super::expression::{Tree, compared_tree, tree};
use super::index::{field, index};
use super::input::Input;
use super::lexical::{
    PlaceError, comma, is_reserved, keyword, name, no_name, number, number_too_large, place, string, symbol, word,
};
use super::operator::Level;
use super::problem::{self, Failed, Parse, Parsed, failure, need, no_match, unexpected};
use crate::data::{Decimal, decimal};
use crate::diagnostic::{Code, Diagnostic, Help};

/// Several parts, and the height of the highest.
pub(super) struct Parts<T> {
    pub parts: Vec<T>,
    pub height: u16,
}

impl<T> Parts<T> {
    pub(super) fn of(first: T, height: u16) -> Parts<T> {
        Parts { parts: vec![first], height }
    }

    pub(super) fn push(&mut self, part: T, height: u16) {
        self.parts.push(part);
        self.height = self.height.max(height);
    }
}

/// A primary with its postfixes.
pub(super) fn operand(start: Input<'_>) -> Parsed<'_, Tree> {
    let mut parsed = primary(start)?;
    parsed.0.node()?;
    loop {
        let (i, tree) = parsed;
        parsed = match i.first() {
            Some(b'(') => call(start, i, tree)?,
            Some(b'[') => index(start, i, tree)?,
            Some(b'.') if !i.rest.starts_with("..") => field(start, i, tree)?,
            Some(b' ' | b'\t') if is_called(i, &tree) => call(start, i.skip_blank(), tree)?,
            _ => return Ok((i, tree)),
        };
    }
}

/// Blanks can stand between a name and its arguments.
fn is_called(i: Input, tree: &Tree) -> bool {
    matches!(tree.expr.kind, ExprKind::Name(_)) && i.skip_blank().first() == Some(b'(')
}

fn primary(i: Input<'_>) -> Parsed<'_, Tree> {
    match i.first() {
        Some(b'0'..=b'9') => number_operand(i),
        Some(b'"') => string_operand(i),
        Some(b'(') => parenthesis(i),
        Some(b'[') => items(i, "]", ExprKind::List, ExprKind::ListOf),
        Some(b'{') => items(i, "}", ExprKind::Set, ExprKind::SetOf),
        _ => word_operand(i),
    }
}

fn number_operand(i: Input<'_>) -> Parsed<'_, Tree> {
    let (end, kind) =
        alt((map(decimal_point, |text| ExprKind::Decimal(text.into())), map(number, ExprKind::Int))).parse(i)?;
    if matches!(end.first(), Some(b'(' | b'[')) {
        return Err(number_before_bracket(end));
    }
    Ok((end, Tree::leaf(kind, i.span_to(end))))
}

/// `1.5`
fn decimal_point(i: Input<'_>) -> Parsed<'_, &str> {
    // `1.5..2` is a range.
    let point = (char('.'), not(char('.')));
    let (end, _) = (digit1, char('.'), digit1, not(satisfy(is_name_char)), not(point)).parse(i)?;
    let text = &i.rest[..end.offset() - i.offset()];
    match decimal(text) {
        Decimal::Number(_) => Ok((end, text)),
        Decimal::TooLarge => Err(number_too_large(i, end, "what 64 bits hold, without the point")),
        Decimal::NoNumber => Err(failure(
            Diagnostic::at(Code::Syntax, i.span_to(end), "this number has superfluous zeros in front")
                .help("delete the zeros in front of the number"),
        )),
    }
}

fn string_operand(i: Input<'_>) -> Parsed<'_, Tree> {
    let (end, text) = string(i)?;
    Ok((end, Tree::leaf(ExprKind::Str(text.into()), i.span_to(end))))
}

fn number_before_bracket(i: Input) -> Failed {
    failure(
        Diagnostic::at(Code::Syntax, i.span(1), "a number stands right before a bracket")
            .help("write the product with `*`: `3 * (a + b)`"),
    )
}

fn word_operand(i: Input<'_>) -> Parsed<'_, Tree> {
    let (end, text) = word(i)?;
    let kind = match text {
        "true" => ExprKind::Bool(true),
        "false" => ExprKind::Bool(false),
        "none" => ExprKind::None,
        reserved if is_reserved(reserved) => return Err(no_match()),
        other => match place(other) {
            None => ExprKind::Name(other.to_owned()),
            Some(Ok(place)) => place,
            Some(Err(PlaceError::TooLarge)) => return Err(number_too_large(i, end, "4294967295")),
            Some(Err(PlaceError::Zero)) => return Err(counts_from_one(i, end, other)),
        },
    };
    Ok((end, Tree::leaf(kind, i.span_to(end))))
}

fn counts_from_one(start: Input, end: Input, text: &str) -> Failed {
    failure(
        Diagnostic::at(
            Code::CountsFrom1,
            start.span_to(end),
            format!("there is no `{text}`: rows and columns count from 1"),
        )
        .help("the cell in the top left corner is `r1c1`"),
    )
}

/// `open inner close`; newlines inside are blanks.
pub(super) fn enclosed<'a, T>(
    close: &'static str,
    mut inner: impl Parse<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |i| {
        let (end, value) = inner.parse(i.inside()?)?;
        Ok((closed(i, end, close)?, value))
    }
}

/// Skips the `close` of the bracket at `opener`.
pub(super) fn closed<'a>(opener: Input<'a>, i: Input<'a>, close: &'static str) -> Result<Input<'a>, Failed> {
    match symbol(close).parse(i) {
        Ok((after, ())) => Ok(after.back_in(opener)),
        Err(_) => Err(not_closed(opener, i, close)),
    }
}

/// The help for slices as in tables of other languages.
pub(super) const LINES: &str = "row 1 is `rows(x)[1]`, column 1 is `cols(x)[1]`, and a part of a list `l[2..4]`";

fn not_closed(opener: Input, i: Input, close: &'static str) -> Failed {
    problem::known_mistake(i).unwrap_or_else(|| {
        let at = i.skip_blank();
        let expected = format!("expected `,` or `{close}`");
        let message = format!("{expected}, found {}", problem::found(at));
        let diagnostic = Diagnostic::new(Code::Syntax, message)
            .label(problem::found_span(at), expected)
            .label(opener.span(1), "inside this bracket");
        failure(match at.first() {
            Some(b',') => Diagnostic::at(Code::Syntax, at.span(1), "there is nothing before this comma")
                .help("write the missing part, or delete a comma"),
            Some(b':' | b'.') if close == "]" => {
                let inside = opener.context.text[opener.offset() + 1..at.offset()].trim_end();
                diagnostic.help(match inside.ends_with(',') {
                    true => LINES,
                    false => "write part of a list as `l[2..4]`, both ends included, counted from 1",
                })
            }
            Some(b':') if close == "}" => diagnostic.help("a set is `{E for c in x where P}`"),
            Some(b'i' | b'w') if keyword("if").parse(at).is_ok() || keyword("when").parse(at).is_ok() => {
                let inside = &opener.context.text[opener.offset()..at.offset()];
                diagnostic.help(match inside.contains(" for ") {
                    true => Help::write("where").and(": `sum(c for c in x where c > 2)`"),
                    false => "a choice is written `if p then a else b`".into(),
                })
            }
            Some(b'f') if keyword("for").parse(at).is_ok() => diagnostic.help(
                "write a list as `[E for c in x]`; in a call the generator must be the first argument without a name",
            ),
            Some(b'w') if keyword("where").parse(at).is_ok() => {
                diagnostic.help("`where` follows a `for`: `all(P for c in x where Q)`, `for c in x where Q { ... }`")
            }
            Some(c) if c.is_ascii_alphanumeric() || c == b'"' => {
                diagnostic.help("a comma or an operator is missing before this")
            }
            _ => diagnostic,
        })
    })
}

fn parenthesis(i: Input<'_>) -> Parsed<'_, Tree> {
    let inside = i.inside()?;
    if soft(argument_name(inside))?.is_some() {
        return record(i, inside);
    }
    let Some((end, mut parts)) = soft(expressions(inside))? else {
        return Err(empty_brackets(i, inside));
    };
    let (end, trailing) = opt(comma).parse(end)?;
    let end = closed(i, end, ")")?;
    let kind = match parts.parts.pop() {
        Some(only) if parts.parts.is_empty() && trailing.is_none() => ExprKind::Paren(Box::new(only)),
        last => {
            parts.parts.extend(last);
            ExprKind::Tuple(parts.parts)
        }
    };
    Ok((end, Tree::over(end, parts.height, kind, i.span_to(end))?))
}

/// `(weight: 3, value: 4)`
fn record<'a>(i: Input<'a>, inside: Input<'a>) -> Parsed<'a, Tree> {
    let mut fields: Vec<(Ident, Expr)> = vec![];
    let (mut end, mut height) = (inside, 0);
    while let Some((after, name)) = soft(argument_name(end))? {
        let (after, value) = match tree(after, Level::If) {
            Err(nom::Err::Error(_)) => return Err(unexpected(after, "a value for the field", "")),
            parsed => parsed?,
        };
        height = height.max(value.height);
        fields.push((name, *value.expr));
        end = after;
        match soft(comma(end))? {
            Some((next, ())) => end = next,
            None => break,
        }
    }
    let end = closed(i, end, ")")?;
    Ok((end, Tree::over(end, height, ExprKind::Record(fields), i.span_to(end))?))
}

fn empty_brackets(i: Input, inside: Input) -> Failed {
    match symbol(")").parse(inside) {
        Ok((end, ())) => failure(
            Diagnostic::at(Code::Syntax, i.span_to(end), "these brackets are empty")
                .help("an empty list is `[]`; a tuple has at least one part: `(a,)`"),
        ),
        Err(_) => unexpected(inside, "an expression", ""),
    }
}

/// One or more expressions, separated by commas.
fn expressions(i: Input<'_>) -> Parsed<'_, Parts<Expr>> {
    let (mut i, first) = tree(i, Level::If)?;
    let mut parts = Parts::of(*first.expr, first.height);
    while let Some((next, ())) = soft(comma(i))? {
        let Some((end, part)) = soft(tree(next, Level::If))? else {
            break;
        };
        parts.push(*part.expr, part.height);
        i = end;
    }
    Ok((i, parts))
}

/// A list or set in brackets: elements, or a generator.
fn items<'a>(
    i: Input<'a>,
    close: &'static str,
    of_elements: fn(Vec<Expr>) -> ExprKind,
    of_generator: fn(Box<Generator>) -> ExprKind,
) -> Parsed<'a, Tree> {
    let inside = i.inside()?;
    let (end, parts) = soft(expressions(inside))?.unwrap_or((inside, Parts { parts: vec![], height: 0 }));
    let (end, height, kind) = if parts.parts.len() == 1 && keyword("for").parse(end).is_ok() {
        let (end, (generator, height)) = generator(end, parts)?;
        (end, height, of_generator(Box::new(generator)))
    } else {
        let (end, _) = if parts.parts.is_empty() { (end, None) } else { opt(comma).parse(end)? };
        (end, parts.height, of_elements(parts.parts))
    };
    let end = closed(i, end, close)?;
    Ok((end, Tree::over(end, height, kind, i.span_to(end))?))
}

/// The clauses after the only part of a list.
fn generator(i: Input<'_>, mut body: Parts<Expr>) -> Parsed<'_, (Generator, u16)> {
    let (end, clauses) = clauses(i)?;
    let body_expr = body.parts.pop().ok_or_else(no_match)?;
    Ok((end, (Generator { body: body_expr, clauses: clauses.parts }, body.height.max(clauses.height))))
}

/// `None` for "not this alternative".
pub(super) fn soft<T>(parsed: Result<T, Failed>) -> Result<Option<T>, Failed> {
    match parsed {
        Err(nom::Err::Error(_)) => Ok(None),
        parsed => parsed.map(Some),
    }
}

/// `for a, b in l, k in 1..9 where P`, as expressions.
pub(super) fn clause_list(i: Input<'_>) -> Parsed<'_, Vec<Clause>> {
    map(clauses, |clauses| clauses.parts).parse(i)
}

fn clauses(i: Input<'_>) -> Parsed<'_, Parts<Clause>> {
    let (i, ()) = keyword("for").parse(i)?;
    let (mut i, (first, height)) = for_clause(i)?;
    let mut all = Parts::of(first, height);
    while let Some((end, (clause, height))) = soft(next_clause(i))? {
        all.push(clause, height);
        i = end;
    }
    Ok((i, all))
}

fn next_clause(i: Input<'_>) -> Parsed<'_, (Clause, u16)> {
    if let Some((after, make)) = soft(condition_word(i))? {
        return condition_clause(after, make);
    }
    let (after, ()) = alt((keyword("for"), next_domain)).parse(i)?;
    for_clause(after)
}

/// The comma before `names in`. In a call, an argument can follow a comma too.
fn next_domain(i: Input<'_>) -> Parsed<'_, ()> {
    let (after, ()) = comma(i)?;
    terminated(names, keyword("in")).parse(after)?;
    Ok((after, ()))
}

/// The names of a `for`, with or without round brackets.
fn names(i: Input<'_>) -> Parsed<'_, Vec<Ident>> {
    let bare = || separated_list1(comma, name);
    alt((bare(), delimited(symbol("("), bare(), symbol(")")))).parse(i)
}

fn for_clause(i: Input<'_>) -> Parsed<'_, (Clause, u16)> {
    let i = problem::after("`for`", i)?;
    let Some((i, names)) = soft(names(i))? else {
        let help = match i.skip_blank().first() {
            Some(b'(') => "write it without brackets: `for c in x { ... }`, `for i in 1..9 { ... }`",
            _ => "write `for c in x`",
        };
        return Err(no_name(i, "a name for the loop variable", help));
    };
    let Ok((i, ())) = keyword("in").parse(i) else {
        return Err(missing_in(i, &names));
    };
    // The call chain to here is long, so it counts as a level of its own.
    let inside = problem::after("`in`", i)?.deeper()?;
    let (end, iterable) =
        need(compared_tree, "a list, a grid or a range after `in`", "write `for c in x`").parse(inside)?;
    let i = end.back_in(i);
    Ok((i, (Clause::For { names, iterable: *iterable.expr }, iterable.height)))
}

fn missing_in(i: Input, names: &[Ident]) -> Failed {
    problem::known_mistake(i).unwrap_or_else(|| {
        let at = i.skip_blank();
        let name = names.last().map_or("c", |name| name.name.as_str());
        let place = if at.is_at_line_end() { i.span(0) } else { problem::found_span(at) };
        let message = format!("expected `in` after `for {name}`, found {}", problem::found(at));
        let help = match at.first() {
            Some(b',') => {
                "a loop takes one level of tuples apart: write `for p, q in l`, and `p[1]` or `let (a, b) = p` inside"
                    .to_string()
            }
            _ if matches!(name, "each" | "every" | "all") && word(at).is_ok() => {
                format!("leave out `{name}`: `for c in x`, `for i in 1..9`")
            }
            _ => format!("write what the loop runs through: `for {name} in x`, `for {name} in 1..9`"),
        };
        failure(Diagnostic::new(Code::MissingIn, message).label(place, "expected `in`").help(help))
    })
}

fn condition_word(i: Input<'_>) -> Parsed<'_, fn(Expr) -> Clause> {
    let where_ = value(Clause::Where as fn(Expr) -> Clause, keyword("where"));
    alt((where_, value(Clause::While as fn(Expr) -> Clause, keyword("while")))).parse(i)
}

fn condition_clause(i: Input<'_>, make: fn(Expr) -> Clause) -> Parsed<'_, (Clause, u16)> {
    let i = problem::after("`where` or `while`", i)?;
    match tree(i, Level::If) {
        Err(nom::Err::Error(_)) => Err(unexpected(i, "a condition", "")),
        parsed => parsed.map(|(end, condition)| (end, (make(*condition.expr), condition.height))),
    }
}

/// `callee(args)`, at the `(`.
fn call<'a>(start: Input<'a>, i: Input<'a>, callee: Tree) -> Parsed<'a, Tree> {
    let (end, args) = arguments(i.inside()?)?;
    let end = closed(i, end, ")")?;
    let height = callee.height.max(args.height);
    let kind = ExprKind::Call { callee: callee.expr, args: args.parts };
    Ok((end, Tree::over(end, height, kind, start.span_to(end))?))
}

/// `(args)` after a word that is no expression.
pub(super) fn call_arguments(i: Input<'_>) -> Parsed<'_, Vec<Arg>> {
    let at = i.skip_blank();
    if at.first() != Some(b'(') {
        return Err(no_match());
    }
    let (end, args) = arguments(at.inside()?)?;
    Ok((closed(at, end, ")")?, args.parts))
}

fn arguments(i: Input<'_>) -> Parsed<'_, Parts<Arg>> {
    let mut args = Parts { parts: vec![], height: 0 };
    let mut i = i;
    while let Some((end, (arg, height))) = soft(argument(i))? {
        check_order(i, end, args.parts.last(), &arg)?;
        args.push(arg, height);
        match soft(comma(end))? {
            Some((next, ())) => i = next,
            None => return Ok((end, args)),
        }
    }
    Ok((i, args))
}

fn check_order(i: Input, end: Input, before: Option<&Arg>, arg: &Arg) -> Result<(), Failed> {
    let message = match (arg, before) {
        (Arg::Generator(_), Some(_)) => "a generator can stand only first",
        (Arg::Positional(_), Some(Arg::Named { .. })) => "an argument without a name follows one with a name",
        (Arg::Positional(_), Some(Arg::Generator(_))) => "after a generator only named arguments can follow",
        _ => return Ok(()),
    };
    Err(misplaced_argument(i.skip_blank(), end, message))
}

fn misplaced_argument(at: Input, end: Input, message: &str) -> Failed {
    failure(
        Diagnostic::at(Code::ArgumentOrder, at.span_to(end), message)
            .help("write `f(a, b, name: c)` or `f(E for c in x, name: d)`; for tuples, `f((a, b) for a, b in l)`"),
    )
}

fn argument(i: Input<'_>) -> Parsed<'_, (Arg, u16)> {
    match soft(argument_name(i))? {
        Some((i, name)) => named_argument(i, name),
        None => plain_argument(i),
    }
}

fn argument_name(i: Input<'_>) -> Parsed<'_, Ident> {
    // Most arguments have no name, so nothing is copied before one is found.
    let (end, _) = word(i.skip_blank())?;
    let (end, ()) = terminated(symbol(":"), not(char('='))).parse(end)?;
    let (_, name) = name(i)?;
    Ok((end, name))
}

fn named_argument(i: Input<'_>, name: Ident) -> Parsed<'_, (Arg, u16)> {
    match tree(i, Level::If) {
        Err(nom::Err::Error(_)) => Err(unexpected(i, "a value for the argument", "")),
        parsed => parsed.map(|(end, value)| (end, (Arg::Named { name, value: *value.expr }, value.height))),
    }
}

fn plain_argument(i: Input<'_>) -> Parsed<'_, (Arg, u16)> {
    let (i, body) = tree(i, Level::If)?;
    if keyword("for").parse(i).is_err() {
        return Ok((i, (Arg::Positional(*body.expr), body.height)));
    }
    let (i, (generator, height)) = generator(i, Parts::of(*body.expr, body.height))?;
    Ok((i, (Arg::Generator(Box::new(generator)), height)))
}
