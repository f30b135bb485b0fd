//! Pictures: rows of raw tokens in braces.
//!
//! ```text
//! picture = "{" row { (NEWLINE | ";") row } "}"      row = { token }
//! token   = any characters but blanks, ";", "}" and "{"
//! ```
//! In place of the braces `= expr` takes the rows from a value, such as the lines of a file.
//! `#` is a token here, not a comment. Splitting tokens into cells requires the grid's width and happens later.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while1};
use nom::combinator::{map, opt, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{pair, preceded};

use super::ast::{Ident, Picture, PictureKind, PictureRow, Spots, StatementKind, Token};
use super::declaration::equals;
use super::expression::expression;
use super::input::Input;
use super::lexical::{keyword, name, need_name, symbol};
use super::problem::{self, Failed, Parse, Parsed, failure, need};
use crate::diagnostic::{Code, Diagnostic};

const REGIONS: &str = "write `regions cage of x {`, one line a row, and `}`";
const GIVENS: &str = "write `givens x {`, one line a row, and `}`";
const CLUES: &str = "write `clues island of x {`, one line a row, and `}`";
const OUTSIDE: &str = "write `outside sky of x {`, a line for each of `top`, `bottom`, `left`, `right`, and `}`";

/// The rest of a picture statement after its first word.
pub(super) fn picture_statement(kind: PictureKind, i: Input<'_>) -> Parsed<'_, StatementKind> {
    let help = match kind {
        PictureKind::Regions => REGIONS,
        PictureKind::Givens => GIVENS,
        PictureKind::Clues => CLUES,
        PictureKind::Outside => OUTSIDE,
    };
    let (i, name, spots, of) = if kind == PictureKind::Givens {
        let (i, of) = opt(alt((of_grid(), name))).parse(i)?;
        (i, None, Spots::Cells, of)
    } else {
        let (i, name) = need_name("a name for the picture", help).parse(i)?;
        let (i, (spots, of)) = match kind {
            PictureKind::Clues => of_spots(i)?,
            _ => map(opt(of_grid()), |of| (Spots::Cells, of)).parse(i)?,
        };
        (i, Some(name), spots, of)
    };
    if let Some(mistake) = problem::brace_on_next_line(i) {
        return Err(mistake);
    }
    let help = match i.skip_blank().first() {
        Some(b'"') if kind == PictureKind::Givens => {
            "a sudoku in one line is a puzzle of its own: `load \"53..7....6..195...\"`; as a picture it has nine rows: `givens {`"
        }
        _ => help,
    };
    if let Ok((i, ())) = equals(i) {
        let (i, from) =
            need(expression, "a value with the rows of the picture", "write `givens x = lines(\"board.txt\")`")
                .parse(i)?;
        let picture = Picture { rows: vec![], span: from.span, from: Some(Box::new(from)) };
        return Ok((i, StatementKind::Picture { kind, name, of, spots, picture: picture.into() }));
    }
    let (i, picture) = need(picture, "`{` and the picture", help).parse(i)?;
    Ok((i, StatementKind::Picture { kind, name, of, spots, picture: picture.into() }))
}

/// `of x`, `of corners x`, `of borders x`, `of cells and borders x`, or nothing.
pub(super) fn of_spots(i: Input<'_>) -> Parsed<'_, (Spots, Option<Ident>)> {
    let words = alt((
        value(Spots::CellsAndBorders, (keyword("cells"), keyword("and"), keyword("borders"))),
        value(Spots::Corners, keyword("corners")),
        value(Spots::Borders, keyword("borders")),
    ));
    // In `of corners` without a name, `corners` is a grid.
    let spots = preceded(keyword("of"), pair(words, map(name, Some)));
    alt((spots, map(opt(of_grid()), |of| (Spots::Cells, of)))).parse(i)
}

/// `of x`
pub(super) fn of_grid<'a>() -> impl Parse<'a, Ident> {
    preceded(keyword("of"), need_name("the name of a grid after `of`", "write `of x`"))
}

/// `{ ... }`
pub(super) fn picture(i: Input<'_>) -> Parsed<'_, Picture> {
    let start = i.skip_blank();
    let (end, rows) = preceded(symbol("{"), separated_list1(row_end, row)).parse(start)?;
    match end.first() {
        Some(b'}') => {
            let end = end.advance(1);
            let rows = rows.into_iter().flatten().collect();
            Ok((end, Picture { rows, from: None, span: start.span_to(end) }))
        }
        Some(_) => Err(brace_inside(start, end)),
        None => Err(problem::unclosed(end, start.offset() as u32)),
    }
}

fn brace_inside(start: Input, at: Input) -> Failed {
    failure(
        Diagnostic::new(Code::Unclosed, "this picture is not closed before the next `{`")
            .label(start.span(1), "the picture starts here")
            .label(at.span(1), "still open here")
            .help("write the missing `}` below the last row"),
    )
}

fn blanks(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    take_while(|c| c == ' ' || c == '\t').parse(i)
}

fn row_end(i: Input<'_>) -> Parsed<'_, Input<'_>> {
    preceded(blanks, alt((tag("\n"), tag("\r\n"), tag(";")))).parse(i)
}

/// `None` for a blank row.
fn row(i: Input<'_>) -> Parsed<'_, Option<PictureRow>> {
    let (end, tokens) = many0(preceded(blanks, token)).parse(i)?;
    let (end, _) = blanks(end)?;
    let span = match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => return Ok((end, None)),
    };
    Ok((end, Some(PictureRow { tokens, span })))
}

fn token(i: Input<'_>) -> Parsed<'_, Token> {
    let (end, text) = take_while1(|c| !matches!(c, ' ' | '\t' | '\n' | '\r' | ';' | '{' | '}')).parse(i)?;
    end.node()?;
    Ok((end, Token { text: text.rest.to_owned(), span: i.span_to(end) }))
}
