//! How a run ends, as its exit code says.

use crate::session::Answer;
use sator_base::limits::Reason;

/// How a run ended; the worst one of several decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    Fine,
    ExpectFailed,
    Unknown,
    Error,
    Interrupted,
}

impl End {
    pub(crate) fn code(self) -> u8 {
        match self {
            End::Fine => 0,
            End::ExpectFailed => 1,
            End::Error => 2,
            End::Unknown => 3,
            End::Interrupted => 130,
        }
    }

    /// What an answer says of the run.
    pub(crate) fn of(answer: &Answer) -> End {
        match answer {
            Answer::Expect { ok: false, stopped: None, .. } => End::ExpectFailed,
            answer => answer.stopped().map_or(End::Fine, End::of_reason),
        }
    }

    pub(crate) fn of_reason(reason: &Reason) -> End {
        match reason {
            Reason::Interrupted => End::Interrupted,
            _ => End::Unknown,
        }
    }
}
