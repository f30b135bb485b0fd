//! Answers to `generate`.

use crate::Grade;
use sator_base::limits::Reason;
use sator_model::{Assignment, UnknownId};

/// Puzzles that were generated.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The puzzles, in the order of their seeds. There can be fewer than were wanted.
    pub puzzles: Vec<Puzzle>,
    /// The number of puzzles asked for.
    pub wanted: u64,
    /// The limit that ended generation.
    pub stopped: Option<Reason>,
    /// Two values that can change places in every solution that was tried while all clues stay the same. So no puzzle was made.
    pub value_symmetry: Option<(String, String)>,
    /// Whether a puzzle that should have been added to the session was not, because it is not as it was asked for.
    pub not_kept: bool,
}

/// A generated puzzle. It was confirmed to have one solution, unless it is `shapes`.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The seed that makes this puzzle again.
    pub seed: u64,
    /// The statements that pose its clues.
    pub text: String,
    /// The values given, where the clues are givens of a grid.
    pub givens: Vec<(UnknownId, i64)>,
    /// The number of clues, regions or lines.
    pub clues: usize,
    /// The number of clues asked for, where the puzzle has more or fewer.
    pub missed: Option<usize>,
    /// The grade of the puzzle where one was asked for, `None` if its steps don't solve it, and whether that is as asked.
    pub grade: Option<(Option<Grade>, bool)>,
    /// The numbers of removed and of added givens, where the puzzle started from givens.
    pub changed: Option<(usize, usize)>,
    /// Whether no smaller set of clues singles out the solution; proved.
    pub fewest: bool,
    /// The solution; empty for shapes.
    pub solution: Assignment,
    /// The singular noun for what `clues` counts: `clue`, `region` or `line`.
    pub counts: &'static str,
    /// Whether these are regions, lines or all clues of a solution, which need not have one solution only.
    pub shapes: bool,
    /// The limit that ended the search for a better puzzle.
    pub stopped: Option<Reason>,
}

impl Puzzle {
    /// Whether the puzzle has the number of clues and the grade that were asked for.
    pub fn is_as_asked(&self) -> bool {
        self.missed.is_none() && self.grade.as_ref().is_none_or(|(_, reached)| *reached)
    }
}
