//! Syntax: from text to syntax tree, with nom.
//!
//! `parse` reads a whole text, `is_complete` decides whether the prompt reads another line, `print` turns a tree back
//! into text. Backtracking is cheap (`problem::no_match`); an error is raised once, where the user made the mistake
//! (`problem::failure`).

pub mod ast;
pub mod command;
pub mod complete;
mod declaration;
mod expression;
mod index;
mod input;
mod lexical;
mod mistake;
pub(crate) use mistake::SHADING;
mod operand;
mod operator;
mod picture;
pub mod print;
mod problem;
pub mod question;
mod statement;
#[cfg(test)]
mod tests;
pub mod words;

use crate::diagnostic::{Code, Diagnostic, Result, fail};
use ast::{BinaryOp, Statement};
use input::{Context, Input};
use problem::Parsed;
use sator_base::limits::Limits;
use sator_base::source::{SourceId, Span};

/// Limit on the size of a text, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Reads the statements of a text. The first mistake is the error.
///
/// # Errors
/// The first mistake of the text.
pub fn parse(source: SourceId, text: &str) -> Result<Vec<Statement>> {
    parse_within(source, text, &Limits::none())
}

/// [`parse`], where meeting a limit is an error too.
///
/// # Errors
/// The first mistake of the text, or a limit.
pub fn parse_within(source: SourceId, text: &str, limits: &Limits) -> Result<Vec<Statement>> {
    parse_from(source, text, 0, limits)
}

/// [`parse_within`] from a byte on at which a statement starts.
///
/// # Errors
/// The first mistake from there on.
pub fn parse_from(source: SourceId, text: &str, start: usize, limits: &Limits) -> Result<Vec<Statement>> {
    read_all(&Context::within(source, text, limits), start)
}

/// The divisions of a text, exact and rounded down, with their spans.
///
/// # Errors
/// The first mistake of the text.
pub fn divisions(source: SourceId, text: &str) -> Result<Vec<(BinaryOp, Span)>> {
    let context = Context::new(source, text);
    read_all(&context, 0)?;
    let mut found = context.divisions.into_inner();
    found.sort_by_key(|(_, span)| span.start);
    found.dedup();
    Ok(found)
}

fn read_all(context: &Context, start: usize) -> Result<Vec<Statement>> {
    let (source, text) = (context.source, context.text);
    if text.len() > MAX_BYTES {
        let message = "the text is longer than 64 MiB";
        return fail(
            Diagnostic::at(Code::TooLarge, Span::new(source, 0, 0), message).help("split it and `load` the parts"),
        );
    }
    match read(context, start) {
        Ok((_, statements)) => Ok(statements),
        Err(nom::Err::Error(problem) | nom::Err::Failure(problem)) => Err(problem.diagnostic.unwrap_or_else(|| {
            Box::new(Diagnostic::at(Code::Syntax, Span::new(source, 0, text.len()), "this text can't be read"))
        })),
        Err(nom::Err::Incomplete(_)) => {
            fail(Diagnostic::at(Code::Syntax, Span::new(source, text.len(), text.len()), "the text ends too early"))
        }
    }
}

fn read<'a>(context: &'a Context<'a>, start: usize) -> Parsed<'a, Vec<Statement>> {
    let start = Input::new(context).advance(start);
    // Some editors start a UTF-8 file with a byte order mark.
    let start = if start.rest.starts_with('\u{feff}') { start.advance(3) } else { start };
    match problem::control_character(start) {
        Some(diagnostic) => Err(problem::failure(diagnostic)),
        None => statement::program(start),
    }
}

/// Reads `r3c4`, `r3` or `c4`: row and column, from 1.
pub fn place_name(name: &str) -> Option<(Option<u32>, Option<u32>)> {
    let (row, rest) = match name.strip_prefix('r') {
        Some(rest) => {
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            (Some(rest[..digits].parse().ok()?), &rest[digits..])
        }
        None => (None, name),
    };
    if rest.is_empty() && row.is_some() {
        return Some((row, None));
    }
    let digits = rest.strip_prefix('c')?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((row, Some(digits.parse().ok()?)))
}
