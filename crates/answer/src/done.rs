//! What commands come back with: data, no text. `render/done.rs` and `render/session.rs` word it.

use sator_base::limits::Reason;
use sator_base::method::{Encoding, Size};
use sator_lang::syntax::ast::Query;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub enum Done {
    /// `undo` and `redo`, `asked` for so many steps.
    Steps {
        steps: Vec<Reversed>,
        asked: u32,
    },
    /// `drop`
    Dropped(Vec<Named>),
    /// `push`: how many are open now.
    Pushed(usize),
    /// `pop`: how many statements it took back.
    Popped(usize),
    Reset,
    /// `save`: how many statements, and where to.
    Saved {
        statements: usize,
        path: PathBuf,
    },
    /// `set`, `set timeout`: keys with their values.
    Settings(Vec<(&'static str, String)>),
    /// `show example "sudoku"`
    Example {
        name: &'static str,
        text: &'static str,
    },
    /// `load "f"` of another program's puzzle: its statements, as the numbers of the first and the last, and what is not understood.
    Imported {
        format: &'static str,
        numbers: Option<(u32, u32)>,
        untranslated: Vec<String>,
    },
    /// `load example "sudoku"` at the prompt: the questions in it.
    NotAsked(Vec<String>),
    /// `load last`
    Resumed(Resumed),
    /// `export` to a file; `preferences` are how many it can't hold.
    Written {
        path: PathBuf,
        preferences: usize,
    },
}

/// A session that a prompt kept and that came back.
#[derive(Clone, Debug)]
pub struct Resumed {
    pub statements: usize,
    /// How long ago it was written.
    pub age: Duration,
    /// Where not all of it could be read: the lines left out, and the file in which it stays.
    pub in_part: Option<(Vec<String>, PathBuf)>,
    /// The other sessions kept: how long ago they were written, whether their prompt goes on, and their first line.
    pub others: Vec<(Duration, bool, String)>,
}

/// A step of `undo` or `redo`: the statements it took away, and those it put there instead.
#[derive(Clone, Debug)]
pub struct Reversed {
    pub removed: Vec<Named>,
    pub added: Vec<Named>,
}

/// A statement of the list.
#[derive(Clone, Debug)]
pub struct Named {
    pub number: u32,
    pub text: String,
}

/// Why a walk through the steps of a solution goes no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStep {
    /// Nothing follows, or all is known.
    Empty,
    AtLast,
    AtFirst,
}

/// A statement with which the puzzle has no solution any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    pub number: u32,
    /// The other statements it clashes with; `None` where they are not known.
    pub with: Option<Vec<u32>>,
}

/// A statement of the session.
#[derive(Clone, Debug)]
pub struct Listed {
    pub number: u32,
    pub text: String,
    /// With which others it was seen to have no solution.
    pub clash: Option<Clash>,
}

/// Sizes, and how the last question went.
#[derive(Clone, Debug)]
pub struct Stats {
    pub statements: usize,
    pub unknowns: usize,
    pub constraints: usize,
    pub expressions: usize,
    /// Of the formula kept for the next question: who answers it, and its size.
    pub formula: Option<(Encoding, String, Size)>,
    /// The current solution met what was added since, so that nothing was searched.
    pub kept: bool,
    /// Explanations confirmed by the other encoding, by a second solver of the same, and named steps by a solver.
    pub confirmed: [usize; 3],
    /// The last question and how long it took.
    pub last: Option<(Query, Duration)>,
}

/// The puzzle for another program.
#[derive(Clone, Debug)]
pub struct Shared {
    pub text: String,
    /// What that program can't hold.
    pub left_out: Vec<String>,
    /// The solutions without what is left out; `None` where nothing is, or where they can't be counted.
    pub without: Option<SolutionsLeft>,
    /// The file it was written to, instead of being shown.
    pub path: Option<String>,
}

/// How many solutions a puzzle has in another program's format, counted up to a limit.
#[derive(Clone, Debug)]
pub struct SolutionsLeft {
    pub count: u64,
    /// Whether there are no more.
    pub exact: bool,
    /// Why counting ended, if the limit did not end it.
    pub stopped: Option<Reason>,
}
