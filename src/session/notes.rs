//! What is said beside an answer.

use super::Session;
use super::answer::Answer;
use crate::syntax::ast::{Question, Redundant};

impl Session {
    /// What the user should know besides the answer; `guessed`: there was no solution at hand before.
    pub(super) fn notes_on(&self, question: &Question, answer: &Answer, guessed: bool) -> Vec<String> {
        let model = self.model();
        let asks = !matches!(question, Question::Print(_) | Question::Show(_) | Question::Expect(_) | Question::Try(_));
        if asks && model.unknowns.is_empty() && model.constraints.is_empty() {
            return vec!["nothing is declared yet: `grid x 9x9 in 1..9` or `var n in 1..9` declares unknowns".into()];
        }
        match (question, answer) {
            (Question::Unique { .. }, _) => self.elaborator.unread_clues(),
            (Question::Print(_), Answer::Print { .. })
                if self.interactive && guessed && self.cache.seen.current.is_some() =>
            {
                vec!["this is so in one solution; `solve` shows which".into()]
            }
            (Question::Redundant(Redundant::Minimal), Answer::Reduced { left_out, kept, clues: 0, .. })
                if left_out.is_empty() && kept.is_empty() =>
            {
                vec!["there are no givens and no clues that could go".into()]
            }
            (Question::Redundant(Redundant::Minimal), Answer::Multiple { .. }) => {
                vec!["givens and clues can go only where there is one solution".into()]
            }
            _ => vec![],
        }
    }
}
