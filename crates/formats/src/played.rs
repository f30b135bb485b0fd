//! Boards that somebody fills in elsewhere: the state that a link holds, and replays, which hold every move.
//!
//! Notes mean nothing here: small digits, colours and pen strokes of SudokuPad are passed over.

pub use super::marks::{Mark, Played};
use super::{Problem, fpuzzles, penpa, puzzlink::file, sudokupad};

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
