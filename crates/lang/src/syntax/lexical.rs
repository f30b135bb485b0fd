//! The smallest parts of a text: words, names, numbers, strings and marks.
//!
//! ```text
//! word   = [A-Za-z_] [A-Za-z0-9_]*          name = a word that is neither RESERVED nor a place
//! place  = r DIGITS | c DIGITS | r DIGITS c DIGITS
//! number = DIGITS, not followed by a letter  string = " (plain | \" | \\ | \n | \t)* "
//! ```
//! These parsers skip blanks before a part, never after it.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n, take_while1};
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{all_consuming, map, map_opt, not, opt, recognize, value};
use nom::sequence::{delimited, pair, preceded, terminated};
use sator_base::text::is_name_char;

use super::ast::{ExprKind, Ident};
use super::input::Input;
use super::problem::{self, Failed, Parse, Parsed, failure, no_match};
use crate::diagnostic::{Code, Diagnostic};

/// The reserved words of the expression language, which can't be names.
pub const RESERVED: &[&str] =
    &["and", "or", "xor", "not", "in", "is", "if", "then", "else", "for", "where", "while", "true", "false", "none"];

pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// A word at this position, without skipping blanks.
pub(super) fn word(i: Input<'_>) -> Parsed<'_, &str> {
    recognize(pair(satisfy(|c| c.is_ascii_alphabetic() || c == '_'), take_while(is_name_char)))
        .map(|text: Input| text.rest)
        .parse(i)
}

/// The word `text`.
pub(super) fn keyword<'a>(text: &'static str) -> impl Parse<'a, ()> {
    let mut parser = value((), terminated(tag(text), not(satisfy(is_name_char))));
    move |i: Input<'a>| parser.parse(i.skip_blank())
}

/// A mark such as `(` or `,`.
pub(super) fn symbol<'a>(text: &'static str) -> impl Parse<'a, ()> {
    let mut parser = value((), tag(text));
    move |i: Input<'a>| parser.parse(i.skip_blank())
}

/// A comma; newlines after it are blanks.
pub(super) fn comma(i: Input<'_>) -> Parsed<'_, ()> {
    let (i, ()) = symbol(",").parse(i)?;
    Ok((problem::after("a comma", i)?, ()))
}

/// A word that can be a name.
pub(super) fn name(i: Input<'_>) -> Parsed<'_, Ident> {
    let i = i.skip_blank();
    let (end, text) = word(i)?;
    if is_reserved(text) || place(text).is_some() {
        return Err(no_match());
    }
    end.node()?;
    Ok((end, Ident { name: text.to_owned(), span: i.span_to(end) }))
}

/// A required name; `what` describes it in the error. Words that can't be names have errors of their own.
pub(super) fn need_name<'a>(what: &'static str, help: &'static str) -> impl Parse<'a, Ident> {
    move |i: Input<'a>| match name(i) {
        Err(nom::Err::Error(_)) => Err(no_name(i, what, help)),
        parsed => parsed,
    }
}

/// The error for a missing name.
pub(super) fn no_name(i: Input, what: &'static str, help: &'static str) -> Failed {
    let at = i.skip_blank();
    let Ok((end, text)) = word(at) else {
        return problem::unexpected(i, what, help);
    };
    let meaning = match place(text) {
        None => "is a word of the language".to_owned(),
        Some(Ok(ExprKind::RowName(row))) => format!("always means row {row} of the grid"),
        Some(Ok(ExprKind::ColName(column))) => format!("always means column {column} of the grid"),
        Some(_) => "always means a cell of the grid".to_owned(),
    };
    failure(
        Diagnostic::new(Code::ReservedName, format!("`{text}` {meaning} and can't be {what}"))
            .label(at.span_to(end), format!("expected {what}"))
            .help("choose another name"),
    )
}

/// The meaning of `r3`, `c4` and `r3c4`; `None` for any other word, `Err` for impossible numbers.
pub(super) fn place(word: &str) -> Option<Result<ExprKind, PlaceError>> {
    if !word.starts_with(['r', 'c']) || !word.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let digits = digit1::<&str, ()>;
    let column = |c: &str| index(c).map(ExprKind::ColName);
    let row = |(r, c): (&str, Option<&str>)| match c {
        Some(c) => Ok(ExprKind::CellName { row: index(r)?, col: index(c)? }),
        None => index(r).map(ExprKind::RowName),
    };
    let row_or_cell = preceded(char('r'), pair(digits, opt(preceded(char('c'), digits))));
    let (_, parsed) =
        all_consuming(alt((map(row_or_cell, row), map(preceded(char('c'), digits), column)))).parse(word).ok()?;
    Some(parsed)
}

/// Why a word in the form of a place is no place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PlaceError {
    Zero,
    TooLarge,
}

fn index(digits: &str) -> Result<u32, PlaceError> {
    match digits.parse::<u32>() {
        Ok(0) => Err(PlaceError::Zero),
        Ok(index) => Ok(index),
        Err(_) => Err(PlaceError::TooLarge),
    }
}

/// A number that fits 64 bits.
pub(super) fn number(i: Input<'_>) -> Parsed<'_, i64> {
    let i = i.skip_blank();
    let (end, digits) = digit1(i)?;
    if end.first() == Some(b'.') && end.rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
        let (end, _) = take_while(|c| is_name_char(c) || c == '.')(end)?;
        let text = problem::shorten(&i.rest[..end.offset() - i.offset()]);
        return Err(failure(
            Diagnostic::at(Code::NotAnInteger, i.span_to(end), format!("expected a whole number, found `{text}`"))
                .help("a decimal number is written `1.5`, a range `a..b`"),
        ));
    }
    if let Ok((end, letters)) = take_while1::<_, _, problem::Problem>(is_name_char)(end) {
        let text = format!("{}{}", problem::shorten(digits.rest), problem::shorten(letters.rest));
        let help = match letters.rest.strip_prefix(['x', 'X']) {
            Some(rest) if rest.bytes().all(|b| b.is_ascii_digit()) => {
                "a size like `9x9` is only for `grid NAME 9x9`; write a product with `*`"
            }
            _ if letters.rest.starts_with('_') => "write the digits without `_`",
            _ => "a name can't start with a digit; write a product with `*`",
        };
        let message = format!("`{text}` is neither a number nor a name");
        return Err(failure(Diagnostic::at(Code::Syntax, i.span_to(end), message).help(help)));
    }
    match digits.rest.parse() {
        Ok(number) => Ok((end, number)),
        Err(_) => Err(number_too_large(i, end, "9223372036854775807")),
    }
}

/// A number that counts rows, statements and the like.
pub(super) fn small_number(i: Input<'_>) -> Parsed<'_, u32> {
    let i = i.skip_blank();
    let (end, long) = number(i)?;
    u32::try_from(long).map(|short| (end, short)).map_err(|_| number_too_large(i, end, "4294967295"))
}

pub(super) fn number_too_large(start: Input, end: Input, most: &str) -> Failed {
    let message = format!("this number is too large; the largest here is {most}");
    failure(Diagnostic::at(Code::NumberTooLarge, start.span_to(end), message).help("write a smaller number"))
}

/// `"..."` on one line, with the escapes `\" \\ \n \t \u{301}`.
pub(super) fn string(i: Input<'_>) -> Parsed<'_, String> {
    let start = i.skip_blank();
    let (mut i, _) = char('"')(start)?;
    let mut text = String::new();
    loop {
        let (rest, plain) = take_while(|c| !matches!(c, '"' | '\\' | '\n' | '\r'))(i)?;
        text.push_str(plain.rest);
        match rest.first() {
            Some(b'"') => return Ok((rest.advance(1), text)),
            Some(b'\\') => match escape(rest) {
                Ok((next, c)) => {
                    text.push(c);
                    i = next;
                }
                Err(nom::Err::Error(_)) => return Err(bad_escape(rest)),
                Err(stopped) => return Err(stopped),
            },
            _ => return Err(unclosed_string(start, rest)),
        }
    }
}

fn escape(i: Input<'_>) -> Parsed<'_, char> {
    let digits = take_while_m_n(1, 6, |c: char| c.is_ascii_hexdigit());
    let by_number = delimited(tag("u{"), digits, char('}'));
    let by_number = map_opt(by_number, |digits: Input| char::from_u32(u32::from_str_radix(digits.rest, 16).ok()?));
    let escaped = alt((char('"'), char('\\'), value('\n', char('n')), value('\t', char('t')), by_number));
    preceded(char('\\'), escaped).parse(i)
}

fn bad_escape(at: Input) -> Failed {
    let length = at.rest.chars().take(2).filter(|c| !matches!(c, '\n' | '\r')).map(char::len_utf8).sum();
    let message = format!("`{}` has no meaning in a string", &at.rest[..length]);
    failure(
        Diagnostic::at(Code::BadEscape, at.span(length), message)
            .help("only `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u{301}` are known; a backslash itself is written `\\\\`"),
    )
}

fn unclosed_string(start: Input, end: Input) -> Failed {
    failure(
        Diagnostic::new(Code::UnclosedString, "this string is not closed before the line ends")
            .label(start.span_to(end), "the string starts here")
            .help("write `\"` at its end; a line break inside a string is written `\\n`"),
    )
}

/// Whether a statement ends here; with `or_mark` a `?` after a question counts too.
pub(super) fn ends(i: Input, or_mark: bool) -> bool {
    let at = i.skip_blank();
    at.is_at_line_end() || matches!(at.first(), Some(b';' | b'}')) || or_mark && at.first() == Some(b'?')
}
