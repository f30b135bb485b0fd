//! Results of commands. `sator-draw` words them.

use crate::{Answer, Claimed};
use sator_base::limits::Reason;
use sator_base::method::{Encoding, Size, Statistic, Work};
use sator_lang::syntax::ast::Query;
use sator_model::Assignment;
use std::path::PathBuf;
use std::time::Duration;

/// The result of a command.
#[derive(Clone, Debug)]
pub enum Done {
    /// `undo`, `redo`: changes of the list of statements were reversed or made again.
    Steps {
        /// The changes, in the order in which they were made.
        steps: Vec<Reversed>,
        /// The number of changes asked for, which can be larger.
        asked: u32,
    },
    /// `drop`: these statements were removed.
    Dropped(Vec<Named>),
    /// `push`: the number of levels that are open now.
    Pushed(usize),
    /// `pop`: the number of statements that were removed.
    Popped(usize),
    /// `param n = 9` after `param n = 8`, or a rule typed again at the prompt: the statement has another text.
    Param {
        /// The statement that stands there now.
        now: Named,
        /// The statement that it replaces.
        before: String,
        /// The numbers of the first and the last statement after it. They were elaborated again.
        again: Option<(u32, u32)>,
    },
    /// `sweep`: a turn begins.
    Turn {
        /// The name that has the value.
        name: String,
        /// The value.
        value: TurnValue,
    },
    /// `reset`: all statements were removed.
    Reset,
    /// `save`: the session was written to a file.
    Saved {
        /// The number of statements written.
        statements: usize,
        /// The file.
        path: PathBuf,
    },
    /// `set`: settings as keys with their values.
    Settings(Vec<(&'static str, String)>),
    /// `show example "sudoku"`: a puzzle of the gallery.
    Example {
        /// The name of the puzzle.
        name: &'static str,
        /// Its script.
        text: &'static str,
    },
    /// `load "f"` of a puzzle in another program's format.
    Imported {
        /// The name of the format.
        format: &'static str,
        /// The numbers of the first and the last statement that the puzzle became.
        numbers: Option<(u32, u32)>,
        /// The parts of the puzzle that no statement stands for.
        untranslated: Vec<String>,
    },
    /// `load` at the prompt: the questions of the script, which were not asked.
    NotAsked(Vec<String>),
    /// `load last`: a session that a prompt kept.
    Resumed(Resumed),
    /// `export` to a file.
    Written {
        /// The file.
        path: PathBuf,
        /// The number of preferences that the format can't hold.
        preferences: usize,
    },
    /// `export certificate`: the folder was written.
    Certified {
        /// The folder.
        path: PathBuf,
        /// The claim.
        claimed: Claimed,
        /// The number of constraints of the formula.
        constraints: usize,
        /// The number of those that follow from graphs.
        cuts: usize,
        /// The number of lines of the proof.
        lines: usize,
        /// The size of all files.
        bytes: usize,
    },
}

/// A kept session that was loaded again.
#[derive(Clone, Debug)]
pub struct Resumed {
    /// The number of statements loaded.
    pub statements: usize,
    /// The time since the session was kept.
    pub age: Duration,
    /// The lines that can't be read, and the file that still contains them.
    pub in_part: Option<(Vec<String>, PathBuf)>,
    /// Other kept sessions: the time since each was kept, whether its prompt is still open, and its first line.
    pub others: Vec<(Duration, bool, String)>,
}

/// A change of the list of statements, made by `undo` or `redo`.
#[derive(Clone, Debug)]
pub struct Reversed {
    /// The statements that were removed.
    pub removed: Vec<Named>,
    /// The statements that replace them.
    pub added: Vec<Named>,
}

/// A statement with its number.
#[derive(Clone, Debug)]
pub struct Named {
    /// The number in `list`.
    pub number: u32,
    /// The statement as it is typed.
    pub text: String,
}

/// Why there is no step to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStep {
    /// The solution has no steps: nothing follows, or all is known.
    Empty,
    /// The step shown before was the last one.
    AtLast,
    /// The step shown before was the first one.
    AtFirst,
}

/// A statement after which the puzzle has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The number of the statement in `list`.
    pub number: u32,
    /// The numbers of the other statements of the clash; `None` where the clash is not known.
    pub with: Option<Vec<u32>>,
}

/// A row of `list`.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The number of the statement.
    pub number: u32,
    /// The statement as it is typed.
    pub text: String,
    /// The clash that was seen when the statement was added.
    pub clash: Option<Clash>,
}

/// The number of explanations that were proved once more, and by what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confirmations {
    /// By the other encoding.
    pub by_encoding: usize,
    /// By a second solver of the same encoding.
    pub by_solver: usize,
    /// By a proof that the kernel of `sator-check` replayed.
    pub by_kernel: usize,
    /// Steps that were found without a solver, by one.
    pub steps: usize,
}

/// Sizes of the session, and how its last question was answered.
#[derive(Clone, Debug)]
pub struct Stats {
    /// The number of statements.
    pub statements: usize,
    /// The number of unknowns.
    pub unknowns: usize,
    /// The number of constraints.
    pub constraints: usize,
    /// The number of nodes in the pool of expressions.
    pub expressions: usize,
    /// The formula that is kept for the next question: its encoding, the name of its engine, its size.
    pub formula: Option<(Encoding, String, Size)>,
    /// The work of that formula's engine so far, if it counts it.
    pub engine: Option<Work>,
    /// The statistics that the engine itself reports, under its own names.
    pub statistics: Vec<Statistic>,
    /// The work of depth-first search for the last question, if it took part.
    pub depth_first: Option<Work>,
    /// Time of reading the statements, and of making formulas for the last question.
    pub times: [Duration; 2],
    /// The values and bounds of the objective in the last question, as they improved.
    pub improvements: Vec<Improvement>,
    /// Bytes in use.
    pub memory: u64,
    /// Whether the last question needed no search, because the current solution meets all statements.
    pub kept: bool,
    /// The confirmations of explanations.
    pub confirmed: Confirmations,
    /// The last question, and its time.
    pub last: Option<(Query, Duration)>,
}

/// A better value, or a better bound, of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// The time since the question began.
    pub at: Duration,
    /// The best value so far.
    pub value: Option<i64>,
    /// The proved bound.
    pub bound: Option<i64>,
}

/// A solution that is better than those before, while a question goes on.
#[derive(Clone, Debug)]
pub struct Better {
    /// The solution.
    pub assignment: Assignment,
    /// The values of the objectives.
    pub values: Vec<i64>,
    /// The proved bound of the objective that is searched now.
    pub bound: Option<i64>,
    /// The time since the question began.
    pub at: Duration,
}

/// The puzzle as text for another program.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The link, or the line.
    pub text: String,
    /// The statements that the format can't hold, as they are typed.
    pub left_out: Vec<String>,
    /// The solutions of the puzzle without those statements; `None` where none are left out or nothing could be counted.
    pub without: Option<SolutionsLeft>,
    /// The file that the text was written to; `None` where it is to be shown.
    pub path: Option<String>,
}

/// The number of solutions of a puzzle in another program's format.
#[derive(Clone, Debug)]
pub struct SolutionsLeft {
    /// The solutions counted.
    pub count: u64,
    /// Whether there are no more.
    pub exact: bool,
    /// The limit that ended counting; `None` where it ended at the number asked for.
    pub stopped: Option<Reason>,
}

/// The answers of a `sweep`, one row a turn.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The name that has the value of the turn.
    pub name: String,
    /// The questions of the body, as typed.
    pub questions: Vec<String>,
    /// The turns, in order.
    pub rows: Vec<SweepRow>,
    /// The number of turns that were not made, because a limit ended the sweep.
    pub left: usize,
}

/// One turn of a `sweep`.
#[derive(Clone, Debug)]
pub struct SweepRow {
    /// The value of the turn.
    pub value: TurnValue,
    /// For each question its answers; a question inside a loop can have several.
    pub answers: Vec<Vec<Answer>>,
}

/// The value of a turn of a `sweep`.
#[derive(Clone, Debug)]
pub enum TurnValue {
    /// A whole number.
    Number(i64),
    /// Any other value as text.
    Text(String),
}

impl std::fmt::Display for TurnValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TurnValue::Number(number) => write!(f, "{number}"),
            TurnValue::Text(text) => f.write_str(text),
        }
    }
}
