//! The notes beside an answer, for example that printed values come from one solution of several.

use super::Session;
use sator_answer::{Answer, Fix, Note};
use sator_lang::syntax::ast::{Question, Redundant};

impl Session {
    /// The notes for the user about an answer. `found`: the values come from a solution that the question had to find first.
    pub(super) fn notes_on(&self, question: &Question, answer: &Answer, found: bool) -> Vec<Note> {
        let model = self.model();
        let asks = !matches!(question, Question::Print(_) | Question::Show(_) | Question::Expect(_) | Question::Try(_));
        if asks && model.unknowns.is_empty() && model.constraints.is_empty() {
            return vec![Note::NothingDeclared];
        }
        match (question, answer) {
            (Question::Unique { keep, .. }, _) => {
                let unread = self.elaborator.unread_clues().into_iter().map(Note::Unread);
                let fixed = matches!(answer, Answer::Multiple { fix: Fix::Cells(_), .. });
                unread.chain((*keep && fixed).then_some(Note::Kept)).collect()
            }
            (Question::Print(_), Answer::Print { .. }) if found => vec![Note::OneSolution],
            (Question::Redundant(Redundant::Minimal), Answer::Reduced { left_out, kept, clues: 0, .. })
                if left_out.is_empty() && kept.is_empty() =>
            {
                vec![Note::NothingCouldGo]
            }
            (Question::Redundant(Redundant::Minimal), Answer::Multiple { .. }) => {
                vec![Note::NotUnique]
            }
            _ => vec![],
        }
    }
}
