//! What may be claimed of a puzzle that was not understood in full, or of none at all.

use super::Session;
use sator_answer::Answer;
use sator_base::limits::Reason;
use sator_lang::syntax::ast::Question;

impl Session {
    /// Why a question about the puzzle has no answer: there is nothing to find, or nothing of the puzzle was understood.
    pub(super) fn nothing_to_solve(&self, question: &Question) -> Option<Answer> {
        let model = self.model();
        let reason = match (model.untranslated.is_empty(), model.unknowns.is_empty()) {
            _ if !question.needs_conditions() || !model.constraints.is_empty() => return None,
            (false, _) => "no rule of the puzzle was understood; `list` names what is missing",
            (true, true) => "there is nothing to solve: declare a grid or a variable, and write conditions on it",
            (true, false) => return None,
        };
        Some(Answer::Unknown(Reason::GaveUp(reason.into())))
    }

    /// The answer, without a claim that what was not understood could make false: a variant may allow more than the rules
    /// that were read.
    pub(super) fn as_understood(&self, answer: Answer) -> Answer {
        let none = match &answer {
            Answer::None | Answer::Count { count: 0, exact: true, .. } => true,
            Answer::Solutions { list, complete: true, .. } => list.is_empty(),
            _ => false,
        };
        if self.model().untranslated.is_empty() || !none {
            return answer;
        }
        let reason = "the part of the puzzle that was understood has no solution; `why` names statements that clash";
        Answer::Unknown(Reason::GaveUp(reason.into()))
    }
}
