//! Texts of the puzzlekit data set: a line with the numbers of rows and columns, a row of clues for each row of the board
//! and, in genres with rooms, a row of the rooms' labels for each.
//!
//! The text doesn't name its genre: `load "FILE" as nurikabe` does. Only a genre whose clues stand in cells and rooms is
//! read.

use super::codec::Read;
use super::{Genre, LONGEST_SIDE, Part, clip, genre_named, janko};
use crate::{Imported, Problem};

/// A text, row by row.
struct Rows<'a> {
    rows: usize,
    cols: usize,
    /// The rows of the board, below them rows of other things.
    lines: Vec<Vec<&'a str>>,
    /// Whether the head has nothing but rows and columns, and all lines are rows of the board or of its rooms.
    is_plain: bool,
}

impl<'a> Rows<'a> {
    fn read(text: &'a str) -> Option<Rows<'a>> {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        let head: Vec<usize> = lines.next()?.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let &[rows, cols, ..] = &head[..] else { return None };
        let lines: Vec<Vec<&str>> = lines.map(|line| line.split_whitespace().collect()).collect();
        let is_side = |side: usize| (1..=LONGEST_SIDE).contains(&side);
        // A board without a head can begin with a row of numbers.
        if !is_side(rows) || !is_side(cols) || head.len() == cols {
            return None;
        }
        let last = lines.get(lines.len().checked_sub(rows)?..)?;
        let are_whole = |lines: &[Vec<&str>], cols: usize| lines.iter().all(|row| row.len() == cols);
        let has_corners = lines.len() == rows + 1 && are_whole(&lines, cols + 1);
        let has_cells = [rows, 2 * rows].contains(&lines.len()) && are_whole(&lines, cols);
        let is_plain = head.len() == 2 && (has_corners || has_cells);
        (has_corners || are_whole(last, cols)).then_some(Rows { rows, cols, lines, is_plain })
    }
}

/// Whether the text is one of these.
pub(crate) fn is_text(text: &str) -> bool {
    Rows::read(text).is_some()
}

/// Refuses a text, as it has no genre.
///
/// # Errors
/// Always.
pub(crate) fn import(_: &str) -> Read<Imported> {
    let help = "name the genre after the file: `load \"FILE\" as nurikabe`";
    Err(Problem::new("these rows of clues don't contain the genre of their puzzle").help(help))
}

/// Reads a text as a puzzle of this genre.
///
/// # Errors
/// Another text, a genre that isn't known or has clues outside of its cells and rooms, or a clue that isn't read.
pub(crate) fn import_as(text: &str, name: &str) -> Read<Imported> {
    let Some(Rows { rows, cols, lines, .. }) = Rows::read(text).filter(|rows| rows.is_plain) else {
        let help = "such a text is a line with the numbers of rows and columns, a row of clues for each row and, in genres \
                    with rooms, a row of labels for each; other texts and links name their genre: leave out `as`";
        return Err(Problem::new(format!("this is no text to read as `{}`", clip(name))).help(help));
    };
    let genre = genre(name)?;
    let has_rooms = genre.parts.iter().any(|part| matches!(part, Part::Rooms(_)));
    let (high, wide) = janko::clue_places(genre, rows, cols);
    if lines[0].len() != wide {
        return Err(Problem::new(format!("the clues of a {} of this size stand in {high}x{wide} tokens", genre.title)));
    }
    let (clues, areas) = match (has_rooms, lines.len() == high) {
        (false, true) => (Some(lines), None),
        (true, true) if genre.parts.len() == 1 => (None, Some(lines)),
        (true, false) => {
            let mut clues = lines;
            let areas = clues.split_off(rows);
            (Some(clues), Some(areas))
        }
        (true, true) => {
            let message =
                format!("a {} has rooms, but below the clues of this text are no labels of rooms", genre.title);
            return Err(Problem::new(message));
        }
        (false, false) => {
            let message = format!("a {} has no rooms, but this text has labels of rooms below its clues", genre.title);
            return Err(Problem::new(message));
        }
    };
    let tokens = clues.map_or_else(|| vec!["-"; rows * cols], |clues| clues.concat());
    let areas = areas.map(|areas| areas.concat());
    janko::script(genre, (rows, cols), &tokens, areas.as_deref(), &[], "puzzlekit")
}

/// A genre that is read.
fn genre(name: &str) -> Read<&'static Genre> {
    genre_named(name).filter(|genre| READ.contains(&genre.name)).ok_or_else(|| {
        Problem::new(format!("sator doesn't read a text of rows as `{}`", clip(name)))
            .help(format!("it reads {}", READ.join(", ")))
    })
}

/// The genres that are read, by their names at pzpr: three boards of each have one solution. Other genres write their clues
/// in another way, or have other rules, as the Renban of the data set.
const READ: [&str; 54] = [
    "akari",
    "aqre",
    "araf",
    "balance",
    "canal",
    "castle",
    "cave",
    "chocona",
    "cocktail",
    "cojun",
    "country",
    "creek",
    "curving",
    "detour",
    "dotchi",
    "factors",
    "fillomino",
    "geradeweg",
    "gokigen",
    "hakoiri",
    "hanare",
    "hashi",
    "heyawake",
    "hitori",
    "juosan",
    "koburin",
    "kurodoko",
    "kurotto",
    "lits",
    "mashu",
    "moonsun",
    "nanro",
    "nawabari",
    "norinori",
    "numlin",
    "nurikabe",
    "nurimisaki",
    "paintarea",
    "putteria",
    "ripple",
    "shakashaka",
    "shikaku",
    "shimaguni",
    "simpleloop",
    "slither",
    "sudoku",
    "suguru",
    "sukoro",
    "tatamibari",
    "usoone",
    "wblink",
    "yajilin",
    "yajilin-regions",
    "yinyang",
];
