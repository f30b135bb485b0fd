//! Why there is no solution.

use super::Session;
use super::answer::Answer;
use crate::solver::limits::Limits;

impl Session {
    /// The answer where it is proved that nothing meets all statements.
    pub(super) fn clash(&mut self, _limits: &Limits) -> Answer {
        Answer::None { because: vec![] }
    }
}
