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
    /// Only with one solution is it asked what could go.
    NotUnique,
}
