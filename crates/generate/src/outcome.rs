//! The outcome of generation: puzzles, and the reason why there are fewer than were wanted.

use crate::value_symmetry::ValueSymmetry;
use sator_answer::Grade;
use sator_base::limits::Reason;
use sator_model::{Assignment, UnknownId};

/// The puzzles of one request.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The puzzles, in the order of their seeds.
    pub puzzles: Vec<Puzzle>,
    /// Why generation ended, unless all puzzles were made in full.
    pub shortfall: Option<Shortfall>,
}

/// Why no puzzle was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shortfall {
    /// The rules have no solution.
    NoSolution,
    /// No solution that was tried is singled out by its clues.
    Ambiguous,
    /// The same, and the reason: exchanging two values turns a solution into another one with the same clues.
    ValueSymmetry(ValueSymmetry),
    /// A limit stopped the search.
    Stopped(Reason),
}

/// Something that was made, or why it was not.
pub(crate) type Made<T> = Result<T, Shortfall>;

/// A generated puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The seed that makes this puzzle again.
    pub seed: u64,
    /// The statements to add to the rules.
    pub text: String,
    /// The number of clues, regions or lines, as `counts` states.
    pub clues: usize,
    /// The things that `clues` counts.
    pub counts: Counted,
    /// Whether the solution was proved to be the only one. Shapes, and all clues of a solution, are returned without that proof.
    pub unique: bool,
    /// The solution; empty for shapes.
    pub solution: Assignment,
    /// The values given, where the clues are givens of a grid.
    pub givens: Vec<(UnknownId, i64)>,
    /// The number of clues wanted, where the puzzle has more or fewer.
    pub missed: Option<usize>,
    /// The grade, where one was wanted.
    pub grade: Option<GradeReached>,
    /// The numbers of removed and of added givens, where the puzzle started from givens.
    pub changed: Option<(usize, usize)>,
    /// Whether no smaller set of clues singles out the solution; proved.
    pub fewest: bool,
    /// The limit that ended the search for a better puzzle.
    pub stopped: Option<Reason>,
}

/// The things that a puzzle is made of, for the number in its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Givens, or clues that a rule reads.
    Clues,
    /// Regions of a board.
    Regions,
    /// Uses of a rule on lines of cells.
    Lines,
}

/// The grade of a puzzle for which a range of grades was wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradeReached {
    /// The grade; `None` where the steps do not solve the puzzle.
    pub grade: Option<Grade>,
    /// Whether the grade is in the wanted range.
    pub reached: bool,
}

impl Puzzle {
    /// A puzzle with a unique solution and nothing else to report.
    pub(crate) fn new(seed: u64, text: String, clues: usize, solution: Assignment) -> Puzzle {
        Puzzle {
            seed,
            text,
            clues,
            counts: Counted::Clues,
            unique: true,
            solution,
            givens: vec![],
            missed: None,
            grade: None,
            changed: None,
            fewest: false,
            stopped: None,
        }
    }
}
