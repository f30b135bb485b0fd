//! What may be claimed of a puzzle that was not understood in full, or of none at all.

use super::Session;
use sator_answer::Answer;
use sator_base::limits::Reason;
use sator_lang::syntax::ast::{Expectation, Question};

impl Session {
    /// Why a question about the puzzle has no answer: there is nothing to find, or nothing of the puzzle was understood.
    pub(super) fn nothing_to_solve(&self, question: &Question) -> Option<Answer> {
        let about_the_puzzle = match question {
            Question::Solve { .. }
            | Question::Best
            | Question::Another
            | Question::Unique { .. }
            | Question::Count { .. }
            | Question::Solutions(_)
            | Question::Candidates
            | Question::Forced
            | Question::Maximize(_)
            | Question::Minimize(_)
            | Question::Why(_)
            | Question::Hint { .. }
            | Question::Check
            | Question::Walk(_)
            | Question::Grade
            | Question::Redundant(_)
            | Question::Try(_)
            | Question::Expect(Expectation::Unique | Expectation::Unsat | Expectation::Count(_)) => true,
            Question::Print(_)
            | Question::Show(_)
            | Question::Expect(Expectation::Solution { .. } | Expectation::Condition(_))
            | Question::Generate(_)
            | Question::Compare(_) => false,
        };
        let model = self.model();
        let reason = match (model.untranslated.is_empty(), model.unknowns.is_empty()) {
            _ if !about_the_puzzle || !model.constraints.is_empty() => return None,
            (false, _) => "no rule of the puzzle was understood; `list` names what is missing",
            (true, true) => "there is nothing to solve: declare a grid or a variable, and say what holds of it",
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
        let reason =
            "what was understood has no solution, and not all of the puzzle was; `why` names statements that clash";
        Answer::Unknown(Reason::GaveUp(reason.into()))
    }
}
