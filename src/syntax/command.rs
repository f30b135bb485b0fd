//! Session commands.
//!
//! ```text
//! list undo [N] redo [N] push pop reset stats examples quit exit   drop (N [.. N] | last)   edit N
//! save STRING   export FORMAT STRING [NAME]   set [KEY [rest of line]]   help [rest of line]
//! ```
//! Every parser here starts after the command's word.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::combinator::{map, opt, value};
use nom::sequence::{pair, preceded};

use super::ast::{Command, DropWhat, Ident};
use super::input::Input;
use super::lexical::{keyword, name, need_name, small_number, string, symbol};
use super::operator::{is_operand_before, operator};
use super::problem::{Parsed, need, no_match};
use super::statement::ends;

/// True when `word`, which ends at `after`, is a command there.
pub(super) fn is_command(word: &str, after: Input) -> bool {
    match word {
        "list" | "undo" | "redo" | "push" | "pop" | "reset" | "stats" | "examples" | "quit" | "exit" | "drop"
        | "edit" | "save" | "export" | "set" => !is_operand_before(after, false),
        // `help =` asks about an operator, `help = 3` says what a name equals.
        "help" => match operator(after) {
            Ok(Some((after, _))) => ends(after, false),
            _ => !is_operand_before(after, true),
        },
        _ => false,
    }
}

/// The command that `word` starts.
pub(super) fn command<'a>(word: &str, i: Input<'a>) -> Parsed<'a, Command> {
    let plain = |command| Ok((i, command));
    match word {
        "list" => plain(Command::List),
        "undo" => map(opt(small_number), |n| Command::Undo(n.unwrap_or(1))).parse(i),
        "redo" => map(opt(small_number), |n| Command::Redo(n.unwrap_or(1))).parse(i),
        "push" => plain(Command::Push),
        "pop" => plain(Command::Pop),
        "reset" => plain(Command::Reset),
        "stats" => plain(Command::Stats),
        "examples" => plain(Command::Examples),
        "quit" | "exit" => plain(Command::Quit),
        "drop" => {
            let help = "write `drop 3`, `drop 4..7` or `drop last`; `list` shows the numbers";
            let to = preceded(symbol(".."), need(small_number, "the number of the last statement", help));
            let numbers = pair(small_number, opt(to));
            let what = alt((
                value(DropWhat::Last, keyword("last")),
                map(numbers, |(from, to)| DropWhat::Range(from, to.unwrap_or(from))),
            ));
            map(need(what, "the number of a statement", help), Command::Drop).parse(i)
        }
        "edit" => map(
            need(small_number, "the number of a statement", "write `edit 3`; `list` shows the numbers"),
            Command::Edit,
        )
        .parse(i),
        "save" => {
            map(need(string, "a file name in double quotes", "write `save \"mine.puz\"`"), Command::Save).parse(i)
        }
        "export" => {
            let help = "write `export svg \"mine.svg\"`, png or html, and behind it what: solution, puzzle, both, candidates, steps";
            let (i, (format, path)) =
                pair(need_name("a format", help), need(string, "a file name in double quotes", help)).parse(i)?;
            let (i, what) = opt(name).parse(i)?;
            Ok((i, Command::Export { format, path, what }))
        }
        "set" => {
            let help = "write `set`, or a setting and its value: `set timeout 10s`";
            if ends(i, false) {
                return plain(Command::Set { key: None, value: None });
            }
            let (i, key) = need(name, "the name of a setting", help).parse(i)?;
            let (i, value) = opt(rest_of_line).parse(i)?;
            Ok((i, Command::Set { key: Some(key), value }))
        }
        "help" => map(opt(rest_of_line), |topic| Command::Help(topic.map(|topic| topic.name))).parse(i),
        _ => Err(no_match()),
    }
}

/// What is left of the line, without blanks at its ends; soft error when nothing is.
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
