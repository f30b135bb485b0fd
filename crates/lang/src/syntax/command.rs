//! Session commands.
//!
//! ```text
//! list undo [N] redo [N] push pop reset stats examples quit exit   drop (N [.. N] | last)   edit N
//! save STRING   export (FORMAT STRING {NAME} | link NAME [STRING] | line [STRING])   set [KEY [rest of line]]   help [rest of line]
//! ```
//! Every parser here starts after the first word of the command.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::combinator::{map, opt, value};
use nom::multi::many0;
use nom::sequence::{pair, preceded};

use super::ast::{Command, DropWhat, Ident, Query};
use super::input::Input;
use super::lexical::{ends, keyword, name, need_name, small_number, string, symbol};
use super::operator::{is_operand_before, operator};
use super::problem::{Parsed, need, no_match};

/// A session command: everything known about it before it runs.
pub struct CommandForm {
    /// The first word.
    pub query: Query,
    /// Words that can follow the first word.
    pub next: &'static [&'static str],
    parse: for<'a> fn(Input<'a>) -> Parsed<'a, Command>,
}

/// In the order of completion. `load` and `show example` start like a declaration and a question, whose parsers read
/// them.
pub const COMMANDS: &[CommandForm] = &[
    CommandForm { query: Query::List, next: &[], parse: |i| Ok((i, Command::List)) },
    CommandForm {
        query: Query::Undo,
        next: &[],
        parse: |i| map(opt(small_number), |n| Command::Undo(n.unwrap_or(1))).parse(i),
    },
    CommandForm {
        query: Query::Redo,
        next: &[],
        parse: |i| map(opt(small_number), |n| Command::Redo(n.unwrap_or(1))).parse(i),
    },
    CommandForm { query: Query::Drop, next: &["last"], parse: drop_numbers },
    CommandForm {
        query: Query::Edit,
        next: &[],
        parse: |i| {
            let number = need(small_number, "the number of a statement", "write `edit 3`; `list` shows the numbers");
            map(number, Command::Edit).parse(i)
        },
    },
    CommandForm { query: Query::Push, next: &[], parse: |i| Ok((i, Command::Push)) },
    CommandForm { query: Query::Pop, next: &[], parse: |i| Ok((i, Command::Pop)) },
    CommandForm { query: Query::Reset, next: &[], parse: |i| Ok((i, Command::Reset)) },
    CommandForm {
        query: Query::Save,
        next: &[],
        parse: |i| {
            map(need(string, "a file name in double quotes", "write `save \"mine.puz\"`"), Command::Save).parse(i)
        },
    },
    CommandForm {
        query: Query::Export,
        next: &["svg", "png", "html", "json", "smt2", "certificate", "link", "line"],
        parse: export,
    },
    CommandForm { query: Query::Set, next: &[], parse: set },
    CommandForm { query: Query::Stats, next: &[], parse: |i| Ok((i, Command::Stats)) },
    CommandForm {
        query: Query::Help,
        next: &[],
        parse: |i| map(opt(rest_of_line), |topic| Command::Help(topic.map(|topic| topic.name))).parse(i),
    },
    CommandForm { query: Query::Examples, next: &[], parse: |i| Ok((i, Command::Examples)) },
    CommandForm { query: Query::Quit, next: &[], parse: |i| Ok((i, Command::Quit)) },
    CommandForm { query: Query::Exit, next: &[], parse: |i| Ok((i, Command::Quit)) },
];

impl CommandForm {
    /// The first word as text.
    pub fn word(&self) -> &'static str {
        self.query.word()
    }

    /// The command with this first word.
    pub fn of(word: &str) -> Option<&'static CommandForm> {
        COMMANDS.iter().find(|form| form.word() == word)
    }
}

/// The first words of session commands.
pub fn words<'a>() -> impl Iterator<Item = &'a str> {
    COMMANDS.iter().map(|form| form.word())
}

/// Whether `word`, which ends at `after`, starts a command there.
pub(super) fn is_command(word: &str, after: Input) -> bool {
    match CommandForm::of(word).map(|form| form.query) {
        // `help =` asks about an operator, but `help = 3` is a condition. `help or-tools` names a program.
        Some(Query::Help) => match operator(after) {
            Ok(Some((after, _))) => ends(after, false) || after.first() == Some(b'-'),
            _ => !is_operand_before(after, true),
        },
        Some(_) => !is_operand_before(after, false),
        None => false,
    }
}

/// The command that starts with `word`.
pub(super) fn command<'a>(word: &str, i: Input<'a>) -> Parsed<'a, Command> {
    match CommandForm::of(word) {
        Some(form) => (form.parse)(i),
        None => Err(no_match()),
    }
}

fn drop_numbers(i: Input<'_>) -> Parsed<'_, Command> {
    let help = "write `drop 3`, `drop 4..7` or `drop last`; `list` shows the numbers";
    let to = preceded(symbol(".."), need(small_number, "the number of the last statement", help));
    let numbers = pair(small_number, opt(to));
    let what = alt((
        value(DropWhat::Last, keyword("last")),
        map(numbers, |(from, to)| DropWhat::Range(from, to.unwrap_or(from))),
    ));
    map(need(what, "the number of a statement", help), Command::Drop).parse(i)
}

fn export(i: Input<'_>) -> Parsed<'_, Command> {
    let help = "write `export svg \"mine.svg\"`, or png, html, json, smt2, and behind it what: solution, puzzle, both, candidates, steps; or `export certificate \"folder\"`; or `export link fpuzzles`";
    let (i, format) = need_name("a format", help).parse(i)?;
    match format.name.as_str() {
        "link" => {
            let help = "write `export link fpuzzles`, sudokupad, iss, puzzlink, penpa, kudamono or tatham, and a file name behind it if it should go there";
            let (i, to) = need_name("a program", help).parse(i)?;
            return map(opt(string), |path| Command::Share { to: to.clone(), path }).parse(i);
        }
        // `export line` takes no name of a program; the session reports extra words.
        "line" if ends(i, false) => return Ok((i, Command::Share { to: format, path: None })),
        _ => {}
    }
    // Words can stand before and after the file.
    let (i, mut words) = many0(name).parse(i)?;
    let (i, path) = need(string, "a file name in double quotes", help).parse(i)?;
    let (i, after) = many0(name).parse(i)?;
    words.extend(after);
    if format.name == "line" && words.is_empty() {
        return Ok((i, Command::Share { to: format, path: Some(path) }));
    }
    Ok((i, Command::Export { format, path, words }))
}

fn set(i: Input<'_>) -> Parsed<'_, Command> {
    let help = "write `set`, or a setting and its value: `set timeout 10s`";
    if ends(i, false) {
        return Ok((i, Command::Set { key: None, value: None }));
    }
    let (i, key) = need(name, "the name of a setting", help).parse(i)?;
    let (i, value) = opt(rest_of_line).parse(i)?;
    Ok((i, Command::Set { key: Some(key), value }))
}

/// The rest of the line without blanks at its ends; no match if it is empty.
fn rest_of_line(i: Input<'_>) -> Parsed<'_, Ident> {
    let start = i.skip_blank();
    let (_, text) = take_while(|c| !matches!(c, '\n' | '\r' | ';' | '#' | '}')).parse(start)?;
    let text = text.rest.trim_end();
    if text.is_empty() {
        return Err(no_match());
    }
    let end = start.advance(text.len());
    Ok((end, Ident { name: text.to_owned(), span: start.span_to(end) }))
}
