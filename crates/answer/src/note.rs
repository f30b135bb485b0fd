//! What the user should know besides an answer.

use sator_lang::elaborate::Unread;

/// A remark beside an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    NothingDeclared,
    Unread(Unread),
    /// What is printed has this value in one solution of maybe many.
    OneSolution,
    /// There are no givens and no clues.
    NothingCouldGo,
    /// What the answer names was added to the puzzle.
    Kept,
    /// Only with one solution is it asked what could go.
    NotUnique,
}
