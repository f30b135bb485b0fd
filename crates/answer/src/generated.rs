//! Puzzles that were made.

use crate::Grade;
use sator_base::limits::Reason;
use sator_model::{Assignment, UnknownId};

/// Puzzles, each of which was confirmed to have one solution.
#[derive(Clone, Debug)]
pub struct Generated {
    pub puzzles: Vec<Puzzle>,
    /// How many were asked for.
    pub wanted: u64,
    pub stopped: Option<Reason>,
    /// Two values that could change places in all solutions that were tried, and leave their clues as they are.
    pub exchange: Option<(String, String)>,
    /// It was to become part of the session, and is not: it is not what was asked for.
    pub unkept: bool,
}

#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Makes it again.
    pub seed: u64,
    /// The statement that poses its clues.
    pub text: String,
    /// The values given, where these are its clues.
    pub givens: Vec<(UnknownId, i64)>,
    pub clues: usize,
    /// The number of clues that was asked for, where there are more or fewer.
    pub missed: Option<usize>,
    /// How hard it is, as far as known, where that was asked for, and whether as hard as asked for.
    pub grade: Option<(Option<Grade>, bool)>,
    /// Of the givens it started from: those taken away and those added.
    pub changed: Option<(usize, usize)>,
    /// Proved: no fewer clues leave its solution alone.
    pub fewest: bool,
    pub solution: Assignment,
    /// What `clues` counts.
    pub counts: &'static str,
    /// It is no puzzle yet, but shapes to make one on.
    pub shapes: bool,
    pub stopped: Option<Reason>,
}

impl Puzzle {
    /// It has no more clues than were asked for, and the grade.
    pub fn is_as_asked(&self) -> bool {
        self.missed.is_none() && self.grade.as_ref().is_none_or(|(_, reached)| *reached)
    }

    /// A puzzle of clues, of which nothing more is known.
    pub fn new(seed: u64, text: String, clues: usize, solution: Assignment) -> Puzzle {
        Puzzle {
            seed,
            text,
            givens: vec![],
            clues,
            missed: None,
            grade: None,
            changed: None,
            fewest: false,
            solution,
            counts: "clue",
            shapes: false,
            stopped: None,
        }
    }
}
