//! What a question comes back with: data, no text. `render` makes drawings and JSON of it.

use crate::elaborate::Value;
use crate::lower::Encoding;
use crate::model::{Assignment, Domain, UnknownId};
use crate::solver::engine::{Reason, Size};
use std::time::Duration;

/// One answer, with the question it is to.
#[derive(Clone, Debug)]
pub struct Report {
    /// The question word.
    pub query: &'static str,
    /// Line of the question in its source, from 1.
    pub line: u32,
    pub elapsed: Duration,
    pub answer: Answer,
}

/// A statement that takes part in a clash or forces something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Because {
    pub line: u32,
    pub text: String,
}

#[derive(Clone, Debug)]
pub enum Answer {
    /// `solve`, `another`, `try`: a solution; `changed` against the one shown before.
    Solution {
        assignment: Assignment,
        changed: Vec<UnknownId>,
    },
    /// No solution, or for `another` no other; proved.
    None {
        because: Vec<Because>,
    },
    Unknown(Reason),
    /// The only solution, proved; `shown` when it was drawn already.
    Unique {
        assignment: Assignment,
        shown: bool,
    },
    Multiple {
        first: Assignment,
        second: Assignment,
        changed: Vec<UnknownId>,
    },
    /// `stopped` says why counting ended early, if it was not the limit asked for.
    Count {
        count: u64,
        exact: bool,
        stopped: Option<Reason>,
    },
    Solutions {
        list: Vec<Assignment>,
        complete: bool,
        stopped: Option<Reason>,
    },
    /// By unknown: the values that occur in some solution.
    Candidates {
        values: Vec<Domain>,
        stopped: Option<Reason>,
    },
    /// By unknown: the value it has in every solution.
    Forced {
        values: Vec<Option<i64>>,
        stopped: Option<Reason>,
    },
    Optimum {
        assignment: Assignment,
        value: i64,
        optimal: bool,
        stopped: Option<Reason>,
    },
    Print {
        values: Vec<Value>,
        text: String,
    },
    /// The current solution, or what is given.
    Show {
        assignment: Option<Assignment>,
        grids: Vec<String>,
    },
    /// `found` describes what is there instead.
    Expect {
        ok: bool,
        expected: String,
        found: String,
        stopped: Option<Reason>,
    },
    Compare {
        question: &'static str,
        runs: Vec<Run>,
        agree: bool,
    },
    /// A session command's own words.
    Text(String),
}

/// One encoding's part in `compare`.
#[derive(Clone, Debug)]
pub struct Run {
    pub encoding: Encoding,
    pub size: Size,
    pub elapsed: Duration,
    /// The answer in words.
    pub outcome: String,
}

impl Answer {
    /// Why the question ended without a full answer.
    pub fn stopped(&self) -> Option<&Reason> {
        match self {
            Answer::Unknown(reason) => Some(reason),
            Answer::Count { stopped, .. }
            | Answer::Solutions { stopped, .. }
            | Answer::Candidates { stopped, .. }
            | Answer::Forced { stopped, .. }
            | Answer::Optimum { stopped, .. }
            | Answer::Expect { stopped, .. } => stopped.as_ref(),
            _ => None,
        }
    }
}
