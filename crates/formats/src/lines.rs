//! A sudoku in one line: 16, 36, 81, 256 or 625 characters, with `.`, `0` or `_` for a blank and A, B, C ... from 10
//! on, or from 1 on without digits. Or 729 characters, nine for each cell, each a candidate or a blank. A comment can follow
//! after a blank, a comma or `#`.

use super::outgoing::Outgoing;
use super::script::{Cell, Script};
use super::{Imported, Problem};
use std::borrow::Cow;

/// Sides of the boards in this format.
const SIDES: [usize; 5] = [4, 6, 9, 16, 25];

/// The puzzle of a line without its comment.
fn body(line: &str) -> &str {
    line.split([' ', '\t', ',', '#', ';']).next().unwrap_or("")
}

fn side(body: &str) -> Option<usize> {
    let sides = SIDES.iter().copied();
    sides.into_iter().find(|side| side * side == body.len()).or((body.len() == 729).then_some(9))
}

/// Whether a line looks like a puzzle: all characters are values and blanks, or so many that the others must be typing
/// errors.
fn is_puzzle(line: &str) -> bool {
    let body = body(line);
    let Some(side) = side(body).filter(|_| body.is_ascii()) else { return false };
    let first = first_letter(body, side);
    let slips = body.bytes().filter(|&c| value(c, side, first).is_none()).count();
    slips == 0 || side >= 9 && slips * 10 < body.len()
}

/// The lines that aren't blank.
fn puzzles(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether the text consists of such lines only.
pub(super) fn is_lines(text: &str) -> bool {
    let mut lines = puzzles(text).peekable();
    lines.peek().is_some() && lines.all(is_puzzle)
}

/// Each puzzle of a file.
pub(super) fn each(text: &str) -> Vec<&str> {
    if is_lines(text) { puzzles(text).collect() } else { vec![] }
}

/// The sudoku in the query of a link of sudokuexchange (`?s=`) or sudokuwiki (`?bd=`), as a line: 81 digits, or a board of
/// sudokuwiki's solver.
pub(super) fn in_query(link: &str) -> Option<Cow<'_, str>> {
    let (_, query) = link.split_once('?')?;
    let is_line = |value: &str| value.len() == 81 && value.bytes().all(|c| c.is_ascii_digit() || c == b'.');
    let board = |value| if is_line(value) { Some(Cow::Borrowed(value)) } else { givens_of(value).map(Cow::Owned) };
    query.split(['&', '#']).filter_map(|field| Some(field.split_once('=')?.1)).find_map(board)
}

/// The givens on a board of sudokuwiki's solver: `S9B` and two digits in base 36 for each cell. These are a given up to 9, beyond
/// it a solved value or candidates.
fn givens_of(board: &str) -> Option<String> {
    let cells = board.strip_prefix("S9B").filter(|cells| cells.len() == 162 && cells.is_ascii())?;
    let given = |at| match u32::from_str_radix(cells.get(at..at + 2)?, 36).ok()? {
        given @ 1..=9 => char::from_digit(given, 10),
        _ => Some('.'),
    };
    (0..162).step_by(2).map(given).collect()
}

/// Reads a text with one puzzle.
pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    let all = each(text);
    let [line] = all[..] else {
        return Err(Problem::new(format!("this text has {} puzzles, one on each line", all.len())).help(
            "name the file on the command line to run each puzzle by itself, or load one line: load \"53..7...\"",
        ));
    };
    let body = body(line);
    let comment = line[body.len()..].trim_matches([' ', '\t', ',', '#', ';']);
    let side = side(body).ok_or_else(|| Problem::new("this line isn't a sudoku"))?;
    let mut script = Script::default();
    script.comment(&format!("A sudoku in one line. {comment}"));
    script.line(&format!("grid x {side}x{side} in 1..{side}"));
    script.line("sudoku(x)");
    if body.len() == side * side {
        let first = first_letter(body, side);
        let mut rows = vec![];
        for (row, part) in body.as_bytes().chunks(side).enumerate() {
            let token = |(col, c): (usize, &u8)| {
                value(*c, side, first).map(token).ok_or_else(|| {
                    Problem::new(format!(
                        "`{}` at {} isn't a value of a {side}x{side} sudoku",
                        char::from(*c),
                        Cell::new(row, col)
                    ))
                })
            };
            rows.push(part.iter().enumerate().map(token).collect::<Result<Vec<Cow<str>>, Problem>>()?);
        }
        script.picture("givens x", &rows);
    } else {
        for (at, flags) in body.as_bytes().chunks(9).enumerate() {
            candidates(Cell::new(at / 9, at % 9), flags, &mut script)?;
        }
    }
    Ok(script.finish("line"))
}

/// A sudoku as a line: its givens, or candidates if some cells have several.
pub(super) fn write(out: &mut Outgoing) -> Result<String, Problem> {
    let side = out.grid.rows;
    let usual = out.is_square_of_digits() && SIDES.contains(&side);
    let sudoku = out.take("sudoku").filter(|used| out.is_whole(used.argument("x")) && used.number("h").is_none());
    if !usual || sudoku.is_none() {
        return Err(Problem::new(
            "a line can contain only a sudoku of 4, 6, 9, 16 or 25 rows with the usual boxes, and its givens",
        )
        .help("write `sudoku(x)` for the whole grid"));
    }
    let letter = |value: i64| char::from_digit(value as u32, 36).unwrap_or('.').to_ascii_uppercase();
    let some = |at: &usize| out.allowed[*at].as_ref().is_some_and(|values| values.len() != 1);
    let several: Vec<usize> = (0..side * side).filter(some).collect();
    if side == 9 && !several.is_empty() {
        let flags = |at: usize| {
            let holds = |v: &i64| out.allowed[at].as_ref().is_none_or(|values| values.contains(v));
            (1..=9).map(|v| if holds(&v) { letter(v) } else { '.' }).collect::<String>()
        };
        return Ok((0..81).map(flags).collect());
    }
    for at in several {
        out.leave_out(format!("the candidates of {}", Cell::new(at / side, at % side)));
    }
    Ok((0..side * side).map(|at| out.given(at).map_or('.', letter)).collect())
}

/// The token of a value or a blank.
fn token(value: Option<usize>) -> Cow<'static, str> {
    const DIGITS: &str = ".123456789";
    match value.unwrap_or(0) {
        digit @ 0..=9 => DIGITS[digit..=digit].into(),
        number => number.to_string().into(),
    }
}

/// The value of the letter A: 1 where letters stand for all values, as letters beyond the largest value show, else 10.
fn first_letter(body: &str, side: usize) -> usize {
    let is_large = |c: u8| c.is_ascii_alphabetic() && usize::from(c.to_ascii_uppercase() - b'A') + 10 > side;
    let has_digits = body.bytes().any(|c| (b'1'..=b'9').contains(&c));
    if side > 9 && !has_digits && body.bytes().any(is_large) { 1 } else { 10 }
}

/// The value of a character; `Some(None)` for a blank, `None` for any other character. `first` is the value of the letter A.
fn value(c: u8, side: usize, first: usize) -> Option<Option<usize>> {
    let value = match c {
        b'.' | b'0' | b'_' | b'*' => return Some(None),
        b'1'..=b'9' => usize::from(c - b'0'),
        c if c.is_ascii_alphabetic() => usize::from(c.to_ascii_uppercase() - b'A') + first,
        _ => return None,
    };
    (value <= side).then_some(Some(value))
}

fn candidates(cell: Cell, flags: &[u8], script: &mut Script) -> Result<(), Problem> {
    let mut left = vec![];
    for (k, &flag) in flags.iter().enumerate() {
        match flag {
            b'.' | b'0' | b'_' | b'*' => {}
            _ if flag == b'1' + k as u8 || flag == b'1' => left.push(k + 1),
            _ => {
                return Err(Problem::new(format!(
                    "`{}` at {cell} can't stand for the candidate {}",
                    char::from(flag),
                    k + 1
                )));
            }
        }
    }
    match left.len() {
        9 => {}
        0 => return Err(Problem::new(format!("no candidate is left at {cell}"))),
        _ => script.values(cell, &left),
    }
    Ok(())
}
