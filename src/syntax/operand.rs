//! Operands: literals, names, brackets, generators, and the calls, indices and fields behind them.
//!
//! ```text
//! operand   = primary { "(" args ")" | "[" expr {"," expr} "]" | "." FIELD }
//! primary   = NUMBER | STRING | NAME | PLACE | true | false | none
//!           | "(" expr ")" | "(" expr "," [expr {"," expr}] ")" | "[" items "]" | "{" items "}"
//! items     = [expr {"," expr} [","]] | expr clauses
//! clauses   = for-clause { "," names "in" ... | for-clause | "where" expr | "while" expr }
//! args      = [arg {"," arg} [","]]         arg = NAME ":" expr | expr [clauses]
//! ```

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::combinator::{map, opt, value};
use nom::multi::separated_list1;
use nom::sequence::{delimited, preceded, terminated};

use super::ast::{Arg, Clause, Expr, ExprKind, Generator, Ident};
use super::expression::{Tree, compared_tree, tree};
use super::input::Input;
use super::lexical::{PlaceError, comma, is_name_char, is_reserved, keyword, name, no_name, number};
use super::lexical::{number_too_large, place, string, symbol, word};
use super::operator::Level;
use super::problem::{self, Failed, Parse, Parsed, failure, need, no_match, unexpected};
use crate::diagnostic::Diagnostic;

/// Several parts and the height of the highest.
struct Parts<T> {
    parts: Vec<T>,
    height: u16,
}

impl<T> Parts<T> {
    fn of(first: T, height: u16) -> Parts<T> {
        Parts { parts: vec![first], height }
    }

    fn push(&mut self, part: T, height: u16) {
        self.parts.push(part);
        self.height = self.height.max(height);
    }
}

/// A primary with all that follows it at once.
pub(super) fn operand(start: Input<'_>) -> Parsed<'_, Tree> {
    let (mut i, mut tree) = primary(start)?;
    loop {
        (i, tree) = match i.first() {
            Some(b'(') => call(start, i, tree)?,
            Some(b'[') => index(start, i, tree)?,
            Some(b'.') if !i.rest.starts_with("..") => field(start, i, tree)?,
            Some(b' ' | b'\t') if may_be_called(&tree.expr) && i.skip_blank().first() == Some(b'(') => {
                call(start, i.skip_blank(), tree)?
            }
            _ => return Ok((i, tree)),
        };
    }
}

fn may_be_called(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Name(_))
}

fn primary(i: Input<'_>) -> Parsed<'_, Tree> {
    let parsed = match i.first() {
        Some(b'0'..=b'9') => {
            let (end, value) = number(i)?;
            if matches!(end.first(), Some(b'(' | b'[')) {
                return Err(number_before_bracket(end));
            }
            (end, Tree::leaf(ExprKind::Int(value), i.span_to(end)))
        }
        Some(b'"') => {
            let (end, text) = string(i)?;
            (end, Tree::leaf(ExprKind::Str(text), i.span_to(end)))
        }
        Some(b'(') => parenthesis(i)?,
        Some(b'[') => items(i, "]", ExprKind::List, ExprKind::ListOf)?,
        Some(b'{') => items(i, "}", ExprKind::Set, ExprKind::SetOf)?,
        _ => word_operand(i)?,
    };
    parsed.0.node()?;
    Ok(parsed)
}

fn number_before_bracket(i: Input) -> Failed {
    failure(
        Diagnostic::at("syntax", i.span(1), "a number stands right before a bracket")
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
            "counts-from-1",
            start.span_to(end),
            format!("there is no `{text}`: rows and columns count from 1"),
        )
        .help("the cell in the top left corner is `r1c1`"),
    )
}

/// `open inner close`, where newlines are blanks.
pub(super) fn enclosed<'a, T>(
    close: &'static str,
    mut inner: impl Parse<'a, T>,
) -> impl FnMut(Input<'a>) -> Parsed<'a, T> {
    move |i| {
        let (end, value) = inner.parse(i.advance(1).opened(i))?;
        match symbol(close).parse(end) {
            Ok((after, ())) => Ok((after.back_in(i), value)),
            Err(_) => Err(not_closed(i, end, close)),
        }
    }
}

fn not_closed(opener: Input, i: Input, close: &'static str) -> Failed {
    problem::known_mistake(i).unwrap_or_else(|| {
        let at = i.skip_blank();
        let message = format!("expected `,` or `{close}`, found {}", problem::found(at));
        let generator = keyword("for").parse(at).is_ok();
        let diagnostic = Diagnostic::new("syntax", message)
            .label(problem::found_span(at), format!("expected `,` or `{close}`"))
            .label(opener.span(1), "inside this bracket");
        failure(if generator {
            diagnostic.help("a list is built with `[E for c in x]`; inside a call the generator stands first and alone")
        } else {
            diagnostic
        })
    })
}

fn parenthesis(i: Input<'_>) -> Parsed<'_, Tree> {
    let empty = preceded(symbol("("), symbol(")"));
    if let Ok((end, ())) = { empty }.parse(i) {
        return Err(failure(
            Diagnostic::at("syntax", i.span_to(end), "these brackets are empty")
                .help("an empty list is `[]`; a tuple has at least one part: `(a,)`"),
        ));
    }
    let (end, (parts, is_tuple)) = enclosed(")", |i| {
        let (i, parts) = need(expressions, "an expression", "").parse(i)?;
        let (i, trailing) = opt(comma).parse(i)?;
        let is_tuple = trailing.is_some() || parts.parts.len() > 1;
        Ok((i, (parts, is_tuple)))
    })(i)?;
    let mut exprs = parts.parts;
    let kind = match exprs.pop() {
        Some(only) if !is_tuple => ExprKind::Paren(Box::new(only)),
        last => {
            exprs.extend(last);
            ExprKind::Tuple(exprs)
        }
    };
    Ok((end, Tree::over(end, parts.height, kind, i.span_to(end))?))
}

/// One expression or more, between commas.
fn expressions(i: Input<'_>) -> Parsed<'_, Parts<Expr>> {
    let (mut i, first) = tree(i, Level::If)?;
    let mut parts = Parts::of(first.expr, first.height);
    while let (next, Some(part)) = opt(preceded(comma, |i| tree(i, Level::If))).parse(i)? {
        parts.push(part.expr, part.height);
        i = next;
    }
    Ok((i, parts))
}

/// A list or set in brackets: the elements, or a generator.
fn items<'a>(
    i: Input<'a>,
    close: &'static str,
    of_elements: fn(Vec<Expr>) -> ExprKind,
    of_generator: fn(Box<Generator>) -> ExprKind,
) -> Parsed<'a, Tree> {
    let (end, (kind, height)) = enclosed(close, |i| {
        let Some((i, mut parts)) = soft(expressions(i))? else {
            return Ok((i, (of_elements(vec![]), 0)));
        };
        if parts.parts.len() == 1
            && let (i, Some(clauses)) = opt(clauses).parse(i)?
            && let Some(body) = parts.parts.pop()
        {
            let height = parts.height.max(clauses.height);
            return Ok((i, (of_generator(Box::new(Generator { body, clauses: clauses.parts })), height)));
        }
        let (i, _) = opt(comma).parse(i)?;
        Ok((i, (of_elements(parts.parts), parts.height)))
    })(i)?;
    Ok((end, Tree::over(end, height, kind, i.span_to(end))?))
}

/// `None` for "not this alternative".
fn soft<T>(parsed: Result<T, Failed>) -> Result<Option<T>, Failed> {
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
    let (mut i, (first, height)) = preceded(keyword("for"), for_clause).parse(i)?;
    let mut all = Parts::of(first, height);
    let next_domain = |i| {
        let (after, ()) = comma(i)?;
        terminated(names, keyword("in")).parse(after)?;
        for_clause(after)
    };
    let next = |i| alt((preceded(keyword("for"), for_clause), next_domain, condition_clause)).parse(i);
    while let Some((end, (clause, height))) = soft(next(i))? {
        all.push(clause, height);
        i = end;
    }
    Ok((i, all))
}

/// The names of a `for`, bare or in round brackets.
fn names(i: Input<'_>) -> Parsed<'_, Vec<Ident>> {
    let bare = || separated_list1(comma, name);
    alt((bare(), delimited(symbol("("), bare(), symbol(")")))).parse(i)
}

fn for_clause(i: Input<'_>) -> Parsed<'_, (Clause, u16)> {
    let i = problem::after("`for`", i)?;
    let Some((i, names)) = soft(names(i))? else {
        return Err(no_name(i, "a name for what the loop runs through", "write `for c in x`"));
    };
    let Ok((i, ())) = keyword("in").parse(i) else {
        return Err(missing_in(i, &names));
    };
    let i = problem::after("`in`", i)?;
    let (i, iterable) = need(compared_tree, "a list, a grid or a range after `in`", "write `for c in x`").parse(i)?;
    Ok((i, (Clause::For { names, iterable: iterable.expr }, iterable.height)))
}

fn missing_in(i: Input, names: &[Ident]) -> Failed {
    problem::known_mistake(i).unwrap_or_else(|| {
        let at = i.skip_blank();
        let name = names.last().map_or("c", |name| name.name.as_str());
        let place = if at.is_at_line_end() { i.span(0) } else { problem::found_span(at) };
        let message = format!("expected `in` after `for {name}`, found {}", problem::found(at));
        failure(
            Diagnostic::new("missing-in", message)
                .label(place, "expected `in`")
                .help(format!("write what to run through: `for {name} in x`, `for {name} in 1..9`")),
        )
    })
}

fn condition_clause(i: Input<'_>) -> Parsed<'_, (Clause, u16)> {
    let (i, make) = alt((
        value(Clause::Where as fn(Expr) -> Clause, keyword("where")),
        value(Clause::While as fn(Expr) -> Clause, keyword("while")),
    ))
    .parse(i)?;
    let i = problem::after("`where`", i)?;
    let (i, condition) = need(|i| tree(i, Level::If), "a condition", "").parse(i)?;
    Ok((i, (make(condition.expr), condition.height)))
}

/// `callee(args)`, at the `(`.
fn call<'a>(start: Input<'a>, i: Input<'a>, callee: Tree) -> Parsed<'a, Tree> {
    let (end, args) = enclosed(")", arguments)(i)?;
    let height = callee.height.max(args.height);
    let kind = ExprKind::Call { callee: Box::new(callee.expr), args: args.parts };
    Ok((end, Tree::over(end, height, kind, start.span_to(end))?))
}

fn arguments(i: Input<'_>) -> Parsed<'_, Parts<Arg>> {
    let mut args = Parts { parts: vec![], height: 0 };
    let mut i = i;
    loop {
        let at = i.skip_blank();
        let Some((end, (arg, height))) = soft(alt((named_argument, argument)).parse(at))? else {
            return Ok((i, args));
        };
        match (&arg, args.parts.last()) {
            (Arg::Generator(_), Some(_)) => {
                return Err(misplaced_argument(at, end, "a generator can stand only first"));
            }
            (Arg::Positional(_), Some(Arg::Named { .. })) => {
                return Err(misplaced_argument(at, end, "an argument without a name follows one with a name"));
            }
            (Arg::Positional(_), Some(Arg::Generator(_))) => {
                return Err(misplaced_argument(at, end, "after a generator only named arguments can follow"));
            }
            _ => args.push(arg, height),
        }
        match soft(comma(end))? {
            Some((next, ())) => i = next,
            None => return Ok((end, args)),
        }
    }
}

fn misplaced_argument(at: Input, end: Input, message: &str) -> Failed {
    failure(
        Diagnostic::at("argument-order", at.span_to(end), message)
            .help("write `f(a, b, name: c)` or `f(E for c in x, name: d)`; for tuples, `f((a, b) for a, b in l)`"),
    )
}

fn named_argument(i: Input<'_>) -> Parsed<'_, (Arg, u16)> {
    let (i, name) = name(i)?;
    let (i, ()) = symbol(":").parse(i)?;
    if i.first() == Some(b'=') {
        return Err(no_match());
    }
    let (i, value) = need(|i| tree(i, Level::If), "a value for the argument", "").parse(i)?;
    Ok((i, (Arg::Named { name, value: value.expr }, value.height)))
}

fn argument(i: Input<'_>) -> Parsed<'_, (Arg, u16)> {
    let (i, body) = tree(i, Level::If)?;
    let Some((i, clauses)) = soft(clauses(i))? else {
        return Ok((i, (Arg::Positional(body.expr), body.height)));
    };
    let height = body.height.max(clauses.height);
    let generator = Generator { body: body.expr, clauses: clauses.parts };
    Ok((i, (Arg::Generator(Box::new(generator)), height)))
}

/// `base[i, j]`, at the `[`.
fn index<'a>(start: Input<'a>, i: Input<'a>, base: Tree) -> Parsed<'a, Tree> {
    let parts = need(expressions, "an index", "the first element is `[1]`");
    let (end, args) = enclosed("]", terminated(parts, opt(comma)))(i)?;
    let height = base.height.max(args.height);
    let kind = ExprKind::Index { base: Box::new(base.expr), args: args.parts };
    Ok((end, Tree::over(end, height, kind, start.span_to(end))?))
}

/// `base.field`, at the `.`: any letters and digits.
fn field<'a>(start: Input<'a>, i: Input<'a>, base: Tree) -> Parsed<'a, Tree> {
    let at = i.advance(1);
    let Some((end, text)) = soft(take_while1(is_name_char)(at))? else {
        let help = "write `cage.a` or `y.r3c4`; a label of other characters goes in brackets: `cage[\"?\"]`";
        return Err(unexpected(at, "a label, a cell or a row right after `.`", help));
    };
    let field = Ident { name: text.rest.to_owned(), span: at.span_to(end) };
    let kind = ExprKind::Field { base: Box::new(base.expr), field };
    Ok((end, Tree::over(end, base.height, kind, start.span_to(end))?))
}
