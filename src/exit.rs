//! The exit status of a run, as its exit code.

use crate::session::Answer;
use sator_base::limits::Reason;

/// The end of a run; the worst one of several decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ExitStatus {
    Success,
    ExpectFailed,
    Unknown,
    Error,
    Interrupted,
}

impl ExitStatus {
    pub(crate) fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::ExpectFailed => 1,
            ExitStatus::Error => 2,
            ExitStatus::Unknown => 3,
            ExitStatus::Interrupted => 130,
        }
    }

    /// The exit status that an answer implies.
    pub(crate) fn of(answer: &Answer) -> ExitStatus {
        match answer {
            Answer::Expect { ok: false, stopped: None, .. } => ExitStatus::ExpectFailed,
            answer => answer.stopped().map_or(ExitStatus::Success, ExitStatus::of_reason),
        }
    }

    pub(crate) fn of_reason(reason: &Reason) -> ExitStatus {
        match reason {
            Reason::Interrupted => ExitStatus::Interrupted,
            _ => ExitStatus::Unknown,
        }
    }
}
