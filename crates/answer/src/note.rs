//! Remarks beside an answer.

use sator_lang::elaborate::Unread;

/// A remark beside an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The puzzle declares no unknowns.
    NothingDeclared,
    /// No statement reads these clues.
    Unread(Unread),
    /// The values are those of the current solution. Other solutions can have others.
    OneSolution,
    /// `redundant`: the puzzle has no givens and no clues.
    NothingCouldGo,
    /// The contents of the answer were added to the puzzle.
    Kept,
    /// `redundant`: givens and clues can be left out only of a puzzle with one solution.
    NotUnique,
}
