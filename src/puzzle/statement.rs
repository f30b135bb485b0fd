//! Statements of the puzzle, as clashes and steps name them.

use sator_draw::narration::statement_text;
use sator_model::Model;

/// A statement of the puzzle, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatementRef {
    /// Line in the text, from 1.
    pub line: u32,
    /// The statement, or the part of it that takes part here.
    pub text: String,
}

impl StatementRef {
    pub(super) fn new(model: &Model, statement: &sator_answer::StatementRef) -> StatementRef {
        StatementRef { line: statement.line, text: statement_text(model, &statement.name) }
    }
}
