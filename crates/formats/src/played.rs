//! Boards that somebody fills in elsewhere: the state that a link holds, and replays, which hold every move.
//!
//! Notes mean nothing here: small digits, colours and pen strokes of SudokuPad are passed over.

use super::{Problem, fpuzzles, penpa, puzzlink::file, sudokupad};

/// Marks of a player on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The rows of the board.
    pub rows: usize,
    /// The columns of the board.
    pub cols: usize,
    /// The marks, in the order of a replay.
    pub marks: Vec<Mark>,
}

/// A mark; `None` takes it away. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A number, a letter or a word in a cell.
    Text {
        /// The cell.
        cell: (usize, usize),
        /// The number, letter or word.
        text: Option<String>,
    },
    /// A cell that is shaded or has the genre's symbol (true), or is marked as one that isn't.
    Shade {
        /// The cell.
        cell: (usize, usize),
        /// Whether it is shaded.
        yes: Option<bool>,
    },
    /// A line from a cell to the next one, to the right or down.
    Link {
        /// The cell on the left, or above.
        cell: (usize, usize),
        /// Whether the line goes to the right.
        across: bool,
        /// The strokes; 0 where a line is crossed out.
        strokes: Option<i64>,
    },
    /// A border of a cell.
    Border {
        /// The cell.
        cell: (usize, usize),
        /// The step from the cell over the border: rows and columns.
        step: (i64, i64),
        /// Whether it is drawn; false where it is crossed out.
        drawn: Option<bool>,
    },
    /// A mark without a meaning for a solution.
    Other,
}

/// Whether a text is a link or JSON, and not rows of values.
pub fn is_played(text: &str) -> bool {
    let text = text.trim();
    super::is_link(text)
        || file::is_file(text)
        || text.starts_with('{')
        || text.starts_with("m=edit&")
        || text.starts_with("m=solve&")
}

/// The marks on the board of a link or a file: a player's digits of f-puzzles, and what a player drew with penpa or
/// pzpr.
///
/// # Errors
/// The text is damaged, or its format holds no marks of players.
pub fn state(text: &str) -> Result<Played, Problem> {
    let text = text.trim();
    if fpuzzles::is_link(text) || fpuzzles::is_json(text) {
        return fpuzzles::state(text);
    }
    if penpa::is_link(text) {
        return penpa::played::state(text);
    }
    if let Some(file) = file::of(text) {
        return file::state(file);
    }
    Err(Problem::new("this text has no board that somebody fills in")
        .help("use rows of values, a link of f-puzzles or penpa, or a file of pzpr"))
}

/// The moves of a replay: of SudokuPad as its JSON, or of penpa as a link with `&r=`. `is_given` holds for the cells that a player
/// can't change.
///
/// # Errors
/// The text is damaged, or no replay.
pub fn replay(text: &str, is_given: &dyn Fn(usize, usize) -> bool) -> Result<Played, Problem> {
    let text = text.trim();
    if text.starts_with('{') {
        return sudokupad::replay::read(text, is_given);
    }
    if penpa::is_link(text) {
        return penpa::played::replay(text);
    }
    Err(Problem::new("this text is no replay")
        .help("use the JSON of a SudokuPad replay, a penpa link with `&r=`, or a list of moves"))
}
