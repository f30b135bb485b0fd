//! Weakens answers about an import that was not understood in full, and refuses questions about an empty puzzle.

use sator_answer::Answer;
use sator_base::limits::Reason;
use sator_lang::syntax::ast::Question;
use sator_model::Model;

/// The answer "unknown" to a question about an empty puzzle, or about an import of which nothing was
/// understood.
pub(super) fn nothing_to_solve(model: &Model, question: &Question) -> Option<Answer> {
    let reason = match (model.untranslated.is_empty(), model.unknowns.is_empty()) {
        _ if !question.needs_conditions() || !model.constraints.is_empty() => return None,
        (false, _) => "no rule of the puzzle was understood; `list` names what is missing",
        (true, true) => "there is nothing to solve: declare a grid or a variable, and write conditions on it",
        (true, false) => return None,
    };
    Some(Answer::Unknown(Reason::GaveUp(reason.into())))
}

/// The answer without the claim that there is no solution, if part of an import was not understood: that part can
/// relax the rules that were read.
pub(super) fn as_understood(model: &Model, answer: Answer) -> Answer {
    let none = match &answer {
        Answer::None | Answer::Count { count: 0, exact: true, .. } => true,
        Answer::Solutions { list, complete: true, .. } => list.is_empty(),
        _ => false,
    };
    if model.untranslated.is_empty() || !none {
        return answer;
    }
    let reason = "the part of the puzzle that was understood has no solution; `why` names statements that clash";
    Answer::Unknown(Reason::GaveUp(reason.into()))
}
