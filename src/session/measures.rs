//! Figures of the last question, for `stats`.

use sator_answer::Improvement;
use sator_base::clock::Instant;
use sator_base::method::Work;
use sator_lang::syntax::ast::Query;
use std::time::Duration;

/// Figures of the last question, and of reading the statements.
#[derive(Default)]
pub(super) struct Measures {
    /// The start of the question.
    started: Option<Instant>,
    /// Time of reading all statements so far.
    pub reading: Duration,
    /// Time of making formulas for the question.
    pub encoding: Duration,
    /// The work of depth-first search, if it took part.
    pub depth_first: Option<Work>,
    /// Values and bounds of the objective, as they improved.
    pub improvements: Vec<Improvement>,
    /// The last question that was answered, and the time it took.
    pub last: Option<(Query, Duration)>,
}

impl Measures {
    /// A question begins.
    pub(super) fn start(&mut self, at: Instant) {
        *self = Measures { started: Some(at), reading: self.reading, last: self.last, ..Measures::default() };
    }

    /// Records the best value and the bound, where one of them is new.
    pub(super) fn improved(&mut self, value: Option<i64>, bound: Option<i64>) {
        if self.improvements.last().is_some_and(|last| (last.value, last.bound) == (value, bound)) {
            return;
        }
        self.improvements.push(Improvement { at: self.elapsed(), value, bound });
    }

    /// The time since the question began.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.map_or(Duration::ZERO, |started| started.elapsed())
    }
}
