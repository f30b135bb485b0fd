//! A sudoku in rows of text, as in `.sdk`, `.sdx` and `.ss` files and in forums: a row for each row of the board, with `.`, `0`,
//! `_` or `*` for a blank, blanks or bars between cells, and lines of `-` and `+` between boxes. Several digits in a cell are its
//! candidates. Lines that start with `#` describe the puzzle; of a file with sections, `[Puzzle]` is read.

use super::script::{Cell, Script};
use super::{Imported, Problem};

/// Sides of the boards in this format.
const SIDES: [usize; 3] = [6, 9, 16];

/// The tokens of the cells, row by row; `None` if the text is no such board.
fn rows(text: &str) -> Option<Vec<Vec<String>>> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_head = |line: &&str| line.starts_with('[') && line.ends_with(']');
    let lines: Vec<&str> = match lines().any(|line| line.eq_ignore_ascii_case("[puzzle]")) {
        true => {
            lines().skip_while(|l| !l.eq_ignore_ascii_case("[puzzle]")).skip(1).take_while(|l| !is_head(l)).collect()
        }
        false => lines().collect(),
    };
    let is_border = |line: &str| line.contains("--") && line.chars().all(|c| "-+*:.'`,|= ".contains(c));
    let rows: Vec<&str> = lines.into_iter().filter(|line| !is_border(line)).collect();
    let side = rows.len();
    if !SIDES.contains(&side) {
        return None;
    }
    let cells = |row: &&str| {
        let row = row.replace('|', " ");
        let words: Vec<String> = row.split_whitespace().map(String::from).collect();
        let cells = if words.len() == side { words } else { words.concat().chars().map(String::from).collect() };
        (cells.len() == side && cells.iter().all(|cell| values(cell, side).is_some())).then_some(cells)
    };
    rows.iter().map(cells).collect()
}

/// The values of a cell: none for a blank, several for candidates.
fn values(cell: &str, side: usize) -> Option<Vec<usize>> {
    // A value after `u` in a `.sdx` file is the player's.
    let is_played = cell.strip_prefix('u').is_some_and(|value| value.parse::<u8>().is_ok());
    if matches!(cell, "." | "0" | "_" | "*") || is_played {
        return Some(vec![]);
    }
    if side > 9 {
        let letter = |c: char| c.to_digit(36).filter(|_| c.is_ascii_alphabetic());
        let value =
            cell.parse().ok().or_else(|| Some(letter(cell.chars().next().filter(|_| cell.len() == 1)?)? as usize));
        return value.filter(|value| (1..=side).contains(value)).map(|value| vec![value]);
    }
    let digit = |c: char| c.to_digit(10).map(|d| d as usize).filter(|d| (1..=side).contains(d));
    cell.chars().map(digit).collect()
}

/// Whether the text is such a board.
pub(super) fn is_board(text: &str) -> bool {
    rows(text).is_some()
}

/// Reads the board.
pub(super) fn import(text: &str) -> Result<Imported, Problem> {
    let rows = rows(text).ok_or_else(|| Problem::new("these rows are no sudoku"))?;
    let side = rows.len();
    let mut script = Script::default();
    script.comment("A sudoku in rows of text.");
    script.line(&format!("grid x {side}x{side} in 1..{side}"));
    script.line("sudoku(x)");
    let all: Vec<Vec<Vec<usize>>> =
        rows.iter().map(|row| row.iter().map(|cell| values(cell, side).unwrap_or_default()).collect()).collect();
    let given = |cell: &Vec<usize>| match cell[..] {
        [value] => value.to_string(),
        _ => ".".into(),
    };
    let givens: Vec<Vec<String>> = all.iter().map(|row| row.iter().map(given).collect()).collect();
    script.picture("givens x", &givens);
    for (r, row) in all.iter().enumerate() {
        for (c, several) in row.iter().enumerate().filter(|(_, cell)| cell.len() > 1) {
            script.values(Cell::new(r, c), several);
        }
    }
    Ok(script.finish("text"))
}
