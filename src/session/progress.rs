//! Reports while a question runs.

use super::Session;
use sator_answer::Better;
use sator_base::clock::Instant;
use sator_model::{Assignment, Model};
use std::time::Duration;

/// Shortest time between two progress reports.
const PROGRESS_EVERY: Duration = Duration::from_millis(200);

/// Callback that receives the progress of a long question as a line of text.
pub type OnProgress = Box<dyn FnMut(&str)>;

/// Callback that receives each better solution while a question searches for the best one.
pub type OnBetter = Box<dyn FnMut(&Model, &Better)>;

/// Callback that receives each solution that `solutions` finds.
pub type OnSolution = Box<dyn FnMut(&Assignment)>;

/// The receivers of what a question reports before it ends.
#[derive(Default)]
pub(super) struct Listeners {
    pub progress: ProgressSink,
    pub on_better: Option<OnBetter>,
    pub on_solution: Option<OnSolution>,
    /// Whether each solution of `solutions` and each step of `solve steps` is reported when it is found.
    pub streams: bool,
}

/// Reports the progress of a long question, at intervals.
pub(super) struct ProgressSink {
    pub callback: Option<OnProgress>,
    /// Shortest time between two reports.
    pub every: Duration,
    pub last: Instant,
}

impl Default for ProgressSink {
    fn default() -> ProgressSink {
        ProgressSink { callback: None, every: PROGRESS_EVERY, last: Instant::now() }
    }
}

impl ProgressSink {
    /// Lends the sink out. What stays reports nothing.
    pub(super) fn take(&mut self) -> ProgressSink {
        ProgressSink { callback: self.callback.take(), every: self.every, last: self.last }
    }

    pub(super) fn report(&mut self, text: impl FnOnce() -> String) {
        if let Some(callback) = &mut self.callback
            && self.last.elapsed() >= self.every
        {
            self.last = Instant::now();
            callback(&text());
        }
    }
}

impl Session {
    /// Sets the callback that receives progress while a question runs.
    pub fn set_progress(&mut self, callback: Option<OnProgress>) {
        self.listeners.progress.callback = callback;
    }

    /// Sets the callback that receives each better solution while a question runs.
    pub fn set_on_better(&mut self, callback: Option<OnBetter>) {
        self.listeners.on_better = callback;
    }

    /// Sets the callback that receives each solution that `solutions` finds. The answer then lists none, so that their number
    /// needs no memory.
    pub fn set_on_solution(&mut self, callback: Option<OnSolution>) {
        // A trial of the integer encoding would find the same solutions again.
        self.trial_ended |= callback.is_some();
        self.listeners.on_solution = callback;
    }

    /// Reports each solution of `solutions` and each step of `solve steps` when it is found, before the answer.
    pub fn stream_parts(&mut self, streams: bool) {
        self.listeners.streams = streams;
    }
}
