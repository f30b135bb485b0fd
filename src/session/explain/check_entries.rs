//! `check`: compares the values that the user entered with the solution.

use super::clash_answer;
use super::why::answered;
use crate::session::Session;
use sator_answer::Answer;
use sator_base::limits::Limits;
use sator_explain::Entries;
use sator_lang::diagnostic::Result;

impl Session {
    pub(in crate::session) fn check_entries(&mut self, limits: &Limits) -> Result<Answer> {
        answered(self.with_explainer(limits, |_, explainer, context| {
            Ok(match explainer.check_entries(context)? {
                Entries::Clash(clash) => clash_answer(clash),
                Entries::Checked { filled, wrong, together, broken } => {
                    Answer::Checked { filled, wrong, together, broken }
                }
            })
        }))
    }
}
