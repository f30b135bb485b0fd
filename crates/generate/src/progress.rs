//! Progress of a long generation, as data; the caller puts it into words.

/// Receives progress. It is called often, so the caller decides how much of it to show.
pub type OnProgress<'a> = &'a dyn Fn(&Progress);

/// The present activity of the generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The number of puzzles finished so far and the number wanted, where several are.
    pub batch: Option<(u64, u64)>,
    /// The step in progress.
    pub stage: Stage,
}

/// A step of generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Another puzzle of a batch is finished.
    Finished,
    /// Clues of one solution are being removed.
    Reducing {
        /// Clues of the smallest sufficient set so far.
        clues: usize,
        /// Solver checks so far.
        checks: u64,
        /// Proved lower bound on the number of clues, where the smallest set is wanted.
        bound: Option<usize>,
    },
    /// Random solutions tried without finding clues that single one out.
    SolutionsTried(usize),
    /// Random divisions into regions tried without finding one with a unique solution.
    DivisionsTried(usize),
    /// Puzzles made whose grade is outside the wanted range.
    GradesMissed(u64),
    /// Clues are being removed down to a grade.
    Grading {
        /// Clues left.
        clues: usize,
        /// Puzzles graded so far.
        graded: usize,
    },
}

/// The caller's sink, with the position in the batch.
#[derive(Clone, Copy)]
pub(crate) struct Reporter<'a> {
    pub sink: OnProgress<'a>,
    pub batch: Option<(u64, u64)>,
}

impl Reporter<'_> {
    /// Drops all progress.
    pub(crate) const SILENT: Reporter<'static> = Reporter { sink: &|_| {}, batch: None };

    pub(crate) fn report(&self, stage: Stage) {
        (self.sink)(&Progress { batch: self.batch, stage });
    }
}
