//! Declarations: grids, scalars, names, lines on grids, rules and defs.
//!
//! ```text
//! grid NAME (9x9 | expr by expr | like NAME) [in domain] [except NAME]
//! var NAME["[" expr {, expr} "]"] {, ...} in domain        enum NAME { NAME ... }
//! let NAME = expr | let (NAME, ...) = expr        title STRING      author STRING      rulestext STRING      load STRING
//! param NAME [= expr]
//! links NAME [of NAME] [in domain]   fences NAME [of NAME]
//! partition NAME [of NAME] [, (one | two | NUMBER) operand {, ...} in each]
//! def NAME(params) = expr            rule NAME(params) { statements }
//! require expr, expr {, expr}      draw NAME(args)
//! prefer expr [weight expr] [as STRING]
//! sweep NAME in compared { statements }
//! ```
//! Every parser here starts after the statement's first word.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{char, digit1, one_of, satisfy, space0};
use nom::combinator::{map, not, opt};
use nom::multi::{many0, separated_list0, separated_list1};
use nom::sequence::{delimited, pair, preceded, separated_pair, terminated};
use sator_base::text::is_name_char;

use super::ast::{Command, Domain, Expr, GridShape, Ident, Load, Param, PictureKind, Seeds, StatementKind, VarItem};
use super::expression::{compared, expression, tree};
use super::input::Input;
use super::lexical::{self, comma, ends, keyword, need_name, small_number, string, symbol};
use super::operand::{call_arguments, enclosed, operand};
use super::operator::{Level, is_operand_before};
use super::picture::{of_grid, picture_statement};
use super::problem::{self, Failed, Parse, Parsed, failure, need, no_match};
use super::question::BRACKETED;
use super::statement::body;
use super::words;
use crate::diagnostic::{Code, Diagnostic, Help};

const GRID: &str = "write `grid x 9x9 in 1..9`";
const SETS: &str =
    "an unknown set is a yes or no for each possible element: `var chosen[item] in bool`; its size is `count(chosen)`";
const SHAPE: &str = "a size is written `9x9`, `n by m`, or `like NAME`";

/// Whether the word starts a declaration.
pub(super) fn is_declaration(word: &str) -> bool {
    words::DECLARATIONS.contains(&word)
}

/// The declaration that starts with `word`.
pub(super) fn declaration<'a>(word: &str, i: Input<'a>) -> Parsed<'a, StatementKind> {
    match word {
        "hidden" => hidden(i),
        "enum" => enumeration(i),
        "graph" => graph(i),
        "let" => binding(i),
        "param" => parameter(i),
        "title" => {
            map(need(string, "a title in double quotes", "write `title \"Block Party 4\"`"), StatementKind::Title)
                .parse(i)
        }
        "author" => {
            map(need(string, "a name in double quotes", "write `author \"Jane Doe\"`"), StatementKind::Author).parse(i)
        }
        "rulestext" => map(
            need(
                string,
                "the rules in double quotes",
                "write `rulestext \"Digits along a line differ by 3 or more.\"`",
            ),
            StatementKind::RulesText,
        )
        .parse(i),
        "untranslated" => map(
            need(string, "the missing part, in double quotes", "write `untranslated \"the rule of the green line\"`"),
            StatementKind::Untranslated,
        )
        .parse(i),
        "regions" => picture_statement(PictureKind::Regions, i),
        "givens" => picture_statement(PictureKind::Givens, i),
        "clues" => picture_statement(PictureKind::Clues, i),
        "outside" => picture_statement(PictureKind::Outside, i),
        "rule" => rule(i),
        "def" => definition(i),
        "load" => load(i),
        "require" => require(i),
        "prefer" => prefer(i),
        "implied" => implied(i),
        "draw" => draw(i),
        "sweep" => sweep(i),
        _ => unknowns(word, false, i),
    }
}

/// The declarations that `hidden` can precede.
fn unknowns<'a>(word: &str, hidden: bool, i: Input<'a>) -> Parsed<'a, StatementKind> {
    match word {
        "grid" => grid(hidden, i),
        "var" => var(hidden, i),
        "links" => links(hidden, i),
        "fences" => {
            map(drawn("write `fences e of x`"), |(name, of)| StatementKind::Fences { hidden, name, of }).parse(i)
        }
        "partition" => {
            let help = "write `partition p of x`, or `partition p of x, one number in each`";
            let (i, (name, of)) = drawn(help).parse(i)?;
            let (i, seeds) = seeds(i, help)?;
            Ok((i, StatementKind::Partition { hidden, name, of, seeds }))
        }
        _ => Err(no_match()),
    }
}

fn hidden(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let at = i.skip_blank();
    let parsed = lexical::word(at).and_then(|(after, word)| unknowns(word, true, after));
    match parsed {
        Err(nom::Err::Error(_)) => Err(problem::unexpected(
            i,
            "`grid`, `var`, `links`, `fences` or `partition` after `hidden`",
            "write `hidden grid depth 9x9 in 0..99`; only unknowns can be hidden",
        )),
        parsed => parsed,
    }
}

fn grid(hidden: bool, i: Input<'_>) -> Parsed<'_, StatementKind> {
    let (i, name) = need_name("a name for the grid", GRID).parse(i)?;
    let (i, shape) = shape(i)?;
    let (i, domain) = opt(domain).parse(i)?;
    let except = preceded(keyword("except"), need_name("the name of a picture after `except`", "write `except wall`"));
    let (i, except) = opt(except).parse(i)?;
    Ok((i, StatementKind::Grid { hidden, name, shape, domain, except }))
}

fn shape(i: Input<'_>) -> Parsed<'_, GridShape> {
    let like = preceded(keyword("like"), need_name("the name of a grid or a picture after `like`", SHAPE));
    let by = |i| {
        let (i, rows) = need(compared, "the size of the grid", SHAPE).parse(i)?;
        let (i, ()) = need(keyword("by"), "`by` and the number of columns", SHAPE).parse(i)?;
        let (i, columns) = need(compared, "the number of columns", SHAPE).parse(i)?;
        Ok((i, GridShape::By(rows, columns)))
    };
    alt((size, misspelt_size, map(like, GridShape::Like), by)).parse(i)
}

/// `9x9`
pub(super) fn size(i: Input<'_>) -> Parsed<'_, GridShape> {
    let start = i.skip_blank();
    let digits = |i| digit1::<Input, problem::Problem>(i);
    let sides = pair(terminated(digits, char('x')), terminated(digits, not(satisfy(is_name_char))));
    let (end, (rows, cols)) = { sides }.parse(start)?;
    let side = |digits: Input| {
        let after = digits.advance(digits.rest.len());
        digits.rest.parse().map_err(|_| lexical::number_too_large(digits, after, "4294967295"))
    };
    Ok((end, GridShape::Literal { rows: side(rows)?, cols: side(cols)?, span: start.span_to(end) }))
}

/// `9 x 9`, `9X9`
fn misspelt_size(i: Input<'_>) -> Parsed<'_, GridShape> {
    let start = i.skip_blank();
    let times = delimited(space0, one_of("xX×"), space0);
    let (end, (rows, columns)) = separated_pair(digit1, times, digit1).parse(start)?;
    let message = format!("the size of a grid is written without blanks: `{}x{}`", shown(rows), shown(columns));
    Err(failure(Diagnostic::at(Code::Syntax, start.span_to(end), message).help(SHAPE)))
}

fn shown(digits: Input) -> String {
    problem::shorten(digits.rest)
}

/// `in 1..9`, `in {1, 3}`, `in bool`, `in colour`, `in 1..`
fn domain(i: Input<'_>) -> Parsed<'_, Domain> {
    let (i, ()) = keyword("in").parse(i)?;
    let i = problem::after("`in`", i)?;
    if let Ok((end, ())) = keyword("bool").parse(i)
        && !is_operand_before(end, true)
    {
        return Ok((end, Domain::Bool(i.span_to(end))));
    }
    if let Ok((end, ())) = keyword("set").parse(i)
        && keyword("of").parse(end).is_ok()
    {
        let error = Diagnostic::new(Code::Domain, "an unknown can't be a set");
        return Err(failure(error.label(i.span_to(end), "expected the values of one unknown").help(SETS)));
    }
    if let Ok((end, low)) = tree(i, Level::Sum)
        && let Ok((end, ())) = symbol("..").parse(end)
        && (ends(end, false) || keyword("except").parse(end).is_ok())
    {
        return Ok((end, Domain::From(*low.expr)));
    }
    map(
        need(compared, "a domain after `in`", "a domain is `1..9`, `{1, 3, 5}`, `bool` or the name of an enum"),
        Domain::Expr,
    )
    .parse(i)
}

fn var(hidden: bool, i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `var S, E, N in 0..9`, `var q[8] in 1..8` or `var x[nurse, day] in bool`";
    let key = need(expression, "the length of the list, or an enum or regions", help);
    let keys = enclosed("]", terminated(separated_list1(comma, key), opt(comma)));
    // `var 1..9: z`
    let help = match i.skip_blank().first() {
        Some(c) if c.is_ascii_digit() => "the domain follows the name: `var z in 1..9`",
        _ => help,
    };
    let item = pair(need_name("a name for the unknown", help), opt(preceded(not(not(char('['))), keys)));
    let item = map(item, |(name, keys)| VarItem { name, keys: keys.unwrap_or_default() });
    let (i, items) = separated_list1(comma, item).parse(i)?;
    match domain(i) {
        Err(nom::Err::Error(_)) => Err(missing_domain(i, &items, help)),
        parsed => parsed.map(|(i, domain)| (i, StatementKind::Var { hidden, items, domain })),
    }
}

fn missing_domain(i: Input, items: &[VarItem], help: &'static str) -> Failed {
    problem::known_mistake(i).unwrap_or_else(|| {
        let at = i.skip_blank();
        let place = if at.is_at_line_end() { i.span(0) } else { problem::found_span(at) };
        let message = format!("a `var` needs a domain: expected `in`, found {}", problem::found(at));
        let names: Vec<&str> = items.iter().map(|item| item.name.name.as_str()).collect();
        let rest = at.rest.lines().next().unwrap_or_default().split('#').next().unwrap_or_default().trim();
        let help = match at.first() {
            Some(b'=') => {
                format!("write `let {} {}` to name a value; {help}", names.join(", "), problem::shorten(rest))
            }
            _ if names == ["set"] && rest.starts_with("of") || rest.starts_with("subset") => SETS.into(),
            Some(c) if c.is_ascii_digit() || c == b'{' => {
                format!("write `var {} in {}`", names.join(", "), problem::shorten(rest))
            }
            _ => help.to_string(),
        };
        failure(
            Diagnostic::new(Code::MissingDomain, message)
                .label(place, "expected `in` and the possible values")
                .help(help),
        )
    })
}

fn enumeration(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `enum colour { red green blue }`";
    let (i, name) = need_name("a name for the enum", help).parse(i)?;
    if let Ok((i, ())) = equals(i) {
        let (i, from) = need(expression, "a list of words", "write `enum city = cost.city`").parse(i)?;
        return Ok((i, StatementKind::Enum { name, values: vec![], from: Some(from) }));
    }
    let at = i.skip_blank();
    need(char('{'), "`{` and the values of the enum", help).parse(at)?;
    let values = many0(terminated(lexical::name, opt(alt((symbol(","), symbol(";"))))));
    let (end, values) = { values }.parse(at.inside()?)?;
    match symbol("}").parse(end) {
        Ok((end, ())) => Ok((end.back_in(at), StatementKind::Enum { name, values, from: None })),
        Err(_) if lexical::word(end.skip_blank()).is_ok() => Err(lexical::no_name(end, "a value of the enum", help)),
        Err(_) => Err(problem::unexpected(end, "a value of the enum, or `}`", help)),
    }
}

/// A number as the name of a place.
fn numbered_place(i: Input<'_>) -> Parsed<'_, Ident> {
    let i = i.skip_blank();
    let (end, number) = lexical::number(i)?;
    Ok((end, Ident { name: number.to_string(), span: i.span_to(end) }))
}

fn graph(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `graph g { a-b, b-c }`, or `graph g = csv(\"roads.csv\")`";
    let (i, name) = need_name("a name for the graph", help).parse(i)?;
    if let Ok((i, ())) = equals(i) {
        let (i, from) = need(expression, "a list of pairs", help).parse(i)?;
        return Ok((i, StatementKind::Graph { name, chains: vec![], from: Some(from) }));
    }
    let at = i.skip_blank();
    need(char('{'), "`{` and the edges of the graph", help).parse(at)?;
    let chain = separated_list1(symbol("-"), alt((lexical::name, numbered_place)));
    let (end, chains) = many0(terminated(chain, opt(alt((symbol(","), symbol(";")))))).parse(at.inside()?)?;
    match symbol("}").parse(end) {
        Ok((end, ())) => Ok((end.back_in(at), StatementKind::Graph { name, chains, from: None })),
        Err(_) if lexical::word(end.skip_blank()).is_ok() => Err(lexical::no_name(end, "a place of the graph", help)),
        Err(_) => Err(problem::unexpected(end, "an edge such as `a-b`, or `}`", help)),
    }
}

pub(super) fn equals(i: Input<'_>) -> Parsed<'_, ()> {
    let (i, _) = terminated(alt((tag("=="), tag("="))), not(one_of("=<>"))).parse(i.skip_blank())?;
    Ok((problem::after("`=`", i)?, ()))
}

fn binding(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `let n = 9`, or `let (a, b) = pair`";
    let at = i.skip_blank();
    let (i, (names, tuple)) = if at.first() == Some(b'(') {
        let parts = separated_list1(comma, need_name("a name for a part of the tuple", help));
        let (i, names) = enclosed(")", parts)(at)?;
        (i, (names, true))
    } else {
        let (i, name) = need_name("a name for the value", help).parse(i)?;
        (i, (vec![name], false))
    };
    let next = i.skip_blank();
    if next.first() == Some(b'(') && !tuple {
        let message = "a `let` takes no parameters";
        let help = "write `def f(a) = ...` for an expression with parameters";
        return Err(failure(Diagnostic::at(Code::Syntax, next.span(1), message).help(help)));
    }
    if next.first() == Some(b',') {
        let message = "write several names in brackets";
        return Err(failure(
            Diagnostic::at(Code::Syntax, next.span(1), message).help(Help::write("let (a, b) = pair")),
        ));
    }
    if keyword("in").parse(i).is_ok() {
        let message = "a `let` names a value and has no domain";
        let help = format!("an unknown is declared with `var {} in 1..9`", names[0].name);
        return Err(failure(Diagnostic::at(Code::Syntax, next.span(2), message).help(help)));
    }
    let (i, ()) = need(equals, "`=` and a value", help).parse(i)?;
    let (i, value) = need(expression, "a value", help).parse(i)?;
    Ok((i, StatementKind::Let { names, tuple, value }))
}

fn parameter(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `param n = 8`, or `param n` for a value that every call gives";
    let (i, name) = need_name("a name for the parameter", help).parse(i)?;
    if keyword("in").parse(i).is_ok() {
        let message = "a parameter is a known value and has no domain";
        let help = format!("write `param {0} = 8`; an unknown is declared with `var {0} in 1..9`", name.name);
        return Err(failure(Diagnostic::at(Code::Syntax, i.skip_blank().span(2), message).help(help)));
    }
    if ends(i, false) {
        return Ok((i, StatementKind::Param { name, value: None, given: None }));
    }
    let (i, ()) = need(equals, "`=` and a value", help).parse(i)?;
    let (i, value) = need(expression, "a value", help).parse(i)?;
    Ok((i, StatementKind::Param { name, value: Some(value), given: None }))
}

fn drawn<'a>(help: &'static str) -> impl Parse<'a, (Ident, Option<Ident>)> {
    pair(need_name("a name", help), opt(of_grid()))
}

fn links(hidden: bool, i: Input<'_>) -> Parsed<'_, StatementKind> {
    let (i, (name, of)) = drawn("write `links e of x`, or `links b of x in 0..2`").parse(i)?;
    let (i, domain) = opt(domain).parse(i)?;
    Ok((i, StatementKind::Links { hidden, name, of, domain }))
}

/// The number words before the seeds of a partition; larger numbers are written as digits.
pub(super) const SEED_COUNTS: [(&str, u32); 4] = [("one", 1), ("two", 2), ("three", 3), ("four", 4)];

/// `, one number in each` or `, one letter, two number in each`, or nothing.
fn seeds<'a>(i: Input<'a>, help: &'static str) -> Parsed<'a, Option<Seeds>> {
    let Ok((mut i, ())) = comma(i) else { return Ok((i, None)) };
    let mut kinds = vec![];
    loop {
        let (after, kind) = seeds_of_a_kind(i, help)?;
        kinds.push(kind);
        match comma(after) {
            Ok((after, ())) => i = after,
            Err(_) => {
                i = after;
                break;
            }
        }
    }
    let (i, ()) = need(keyword("in"), "`in each`", help).parse(i)?;
    let (i, ()) = need(keyword("each"), "`each`", help).parse(i)?;
    let also = kinds.split_off(1);
    Ok((i, kinds.pop().map(|(count, of)| Seeds { count, of, also })))
}

fn seeds_of_a_kind<'a>(i: Input<'a>, help: &'static str) -> Parsed<'a, (u32, Expr)> {
    let at = i.skip_blank();
    let word = SEED_COUNTS.iter().find_map(|&(word, k)| keyword(word).parse(at).ok().map(|(end, ())| (end, k)));
    let (i, count) = match word {
        Some(found) => found,
        None => {
            let count = |i| map(lexical::number, |k| u32::try_from(k).unwrap_or(u32::MAX)).parse(i);
            need(count, "`one`, `two` or another number of cells", help).parse(at)?
        }
    };
    let of = map(operand, |tree| *tree.expr);
    let (i, of) = need(of, "a picture or a list of cells", help).parse(i.skip_blank())?;
    Ok((i, (count, of)))
}

fn parameters<'a>(help: &'static str, i: Input<'a>) -> Parsed<'a, Vec<Param>> {
    let parameter = move |i: Input<'a>| {
        if i.skip_blank().first() == Some(b')') {
            return Err(no_match());
        }
        let (i, name) = need_name("a parameter", help).parse(i)?;
        let (i, default) =
            opt(preceded(equals, need(expression, "a default value for the parameter", help))).parse(i)?;
        Ok((i, Param { name, default }))
    };
    let at = i.skip_blank();
    if at.first() != Some(b'(') {
        return Err(no_match());
    }
    enclosed(")", terminated(separated_list0(comma, parameter), opt(comma)))(at)
}

/// A name that can stand before `(` at the start of a statement.
fn callable<'a>(what: &'static str, help: &'static str) -> impl Parse<'a, Ident> {
    move |i: Input<'a>| {
        let (end, name) = need_name(what, help).parse(i)?;
        if !BRACKETED.contains(&name.name.as_str()) {
            return Ok((end, name));
        }
        let message = format!("`{}` is a question and can't be {what}", name.name);
        let error = Diagnostic::new(Code::ReservedName, message).label(name.span, format!("expected {what}"));
        Err(failure(error.help("choose another name")))
    }
}

fn definition(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `def f(a, b) = a + b`; a value without parameters is named with `let`";
    let (i, name) = callable("a name for the definition", help).parse(i)?;
    let (i, params) = need(|i| parameters(help, i), "`(` and the parameters", help).parse(i)?;
    let (i, ()) = need(equals, "`=` and an expression", help).parse(i)?;
    let (i, body) = need(expression, "an expression", help).parse(i)?;
    Ok((i, StatementKind::Def { name, params, body }))
}

fn rule(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `rule killer(cage, total) {`, the statements, and `}`";
    let (i, name) = callable("a name for the rule", help).parse(i)?;
    let (i, params) = need(|i| parameters(help, i), "`(` and the parameters", help).parse(i)?;
    let (i, body) = body(i, "`{` and the statements of the rule", help)?;
    Ok((i, StatementKind::Rule { name, params, body }))
}

fn require(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `require size(line) > 1, \"a thermometer has two cells or more\"`";
    let (i, condition) = need(expression, "a condition that must be known", help).parse(i)?;
    let (i, ()) = need(comma, "`,` and the message for when the condition fails", help).parse(i)?;
    let part = need(expression, "the message for when the condition fails", help);
    let (i, message) = separated_list1(comma, part).parse(i)?;
    Ok((i, StatementKind::Require { condition, message }))
}

fn prefer(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `prefer a < b`, or `prefer a < b weight 3`";
    let (i, condition) = need(expression, "a condition to prefer", help).parse(i)?;
    let weight = need(compared, "the weight of the preference", help);
    let (i, weight) = opt(preceded(keyword("weight"), weight)).parse(i)?;
    let part = need(expression, "a label after `as`", "write `as \"Ann beside Bob\"`, or `as \"shift \", k`");
    let (i, label) = opt(preceded(keyword("as"), separated_list1(comma, part))).parse(i)?;
    Ok((i, StatementKind::Prefer { condition, weight, label: label.unwrap_or_default() }))
}

fn implied(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `implied r1c1 = 0 because \"no loop fits into this corner\"`";
    let (i, condition) = need(expression, "a condition that follows from the others", help).parse(i)?;
    let part = need(expression, "a text for explanations", help);
    let (i, because) = opt(preceded(keyword("because"), separated_list1(comma, part))).parse(i)?;
    Ok((i, StatementKind::Implied { condition, because: because.unwrap_or_default() }))
}

fn draw(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `draw line(cells)`, `draw cage(cells, total)` ...; `help draw` lists the shapes";
    let (i, shape) = need_name("a shape to draw", help).parse(i)?;
    let (i, args) = need(call_arguments, "`(` and the arguments of the shape", help).parse(i)?;
    Ok((i, StatementKind::Draw { shape, args }))
}

fn sweep(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = "write `sweep n in 4..10 {`, the statements and questions, and `}`";
    let (i, name) = need_name("a name for the value of each turn", help).parse(i)?;
    let (i, ()) = need(keyword("in"), "`in` and the values", help).parse(i)?;
    let (i, values) = need(compared, "the values", help).parse(i)?;
    let (i, body) = body(i, "`{` and the statements of the sweep", help)?;
    Ok((i, StatementKind::Sweep { name, values, body }))
}

fn load(i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help =
        "write `load \"common.puz\"`, `load \"https://puzz.link/p?...\"`, `load example \"sudoku\"` or `load last`";
    if let Ok((i, ())) = keyword("last").parse(i) {
        let (i, number) = opt(small_number).parse(i)?;
        return Ok((i, StatementKind::Command(Command::LoadLast(number.unwrap_or(1)))));
    }
    let (i, example) = opt(keyword("example")).parse(i)?;
    let at = i.skip_blank();
    let (i, path) = need(string, "a name in double quotes", help).parse(i)?;
    let span = at.span_to(i);
    if example.is_none() {
        let help = "write the genre of the puzzle, as in `load \"rows.txt\" as nurikabe`";
        let (i, genre) = opt(preceded(keyword("as"), need_name("a genre", help))).parse(i)?;
        return Ok((i, StatementKind::Load(Load { path, span, genre })));
    }
    let (i, ask) = opt(pair(keyword("and"), keyword("ask"))).parse(i)?;
    Ok((i, StatementKind::Command(Command::LoadExample { name: path, span, ask: ask.is_some() })))
}
