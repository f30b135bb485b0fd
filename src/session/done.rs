//! What a command comes back with: data, no text. `render/done.rs` words it.

use std::path::PathBuf;

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
    /// `export` to a file; `preferences` are how many it can't hold.
    Written {
        path: PathBuf,
        preferences: usize,
    },
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
