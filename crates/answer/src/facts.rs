//! Facts that every kind of answer has: the limit met, what it claims, what it shows, what must be the same however
//! it is found.

use crate::{Answer, CandidateCounts, StatementRef, Step};
use sator_base::limits::Reason;
use sator_model::{Assignment, Domain, UnknownId};

/// One row of the table of answers, [`Answer::facts`].
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// The limit that kept the question from a full answer.
    pub stopped: Option<&'a Reason>,
    /// The claim about solutions that were not seen.
    pub claim: Claim,
    /// Numbers that are the same by every encoding and engine.
    pub numbers: Vec<u64>,
    /// Values that are the same by every encoding and engine.
    pub values: Values<'a>,
    /// The picture of the puzzle.
    pub picture: Picture<'a>,
}

/// A claim about all solutions. A search among some numbers does not prove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No claim: what was found is shown.
    Nothing,
    /// There is no solution.
    NoSolution,
    /// There is no other solution.
    NoOther,
    /// There is only one solution.
    OnlyOne,
    /// All solutions share something.
    AllSolutions,
    /// A part of the answer is such a claim.
    InPart,
}

/// The values in an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Values<'a> {
    /// None, or such that several answers are right.
    None,
    /// A set of values for each unknown.
    Domains(&'a [Domain]),
    /// A value for some unknowns.
    Known(&'a [Option<i64>]),
    /// The only solution. Hidden unknowns can differ.
    Solution(&'a Assignment),
    /// The values as text.
    Text(String),
}

/// The picture that an answer has.
#[derive(Clone, Copy, Debug)]
pub enum Picture<'a> {
    /// Nothing.
    None,
    /// The puzzle as posed.
    Posed,
    /// A solution, with some unknowns marked.
    Solution(&'a Assignment, &'a [UnknownId]),
    /// Two solutions, with the unknowns in which they differ.
    Two(&'a Assignment, &'a Assignment, &'a [UnknownId]),
    /// Solutions with their numbers.
    Numbered(&'a [Assignment]),
    /// The candidates of each unknown, and how many solutions each leaves.
    Candidates(&'a [Domain], Option<&'a CandidateCounts>),
    /// The knowledge of each unknown.
    Known(&'a [Option<i64>]),
    /// Statements that clash.
    Clash(&'a [StatementRef]),
    /// A step, with what is known of each unknown.
    Step(&'a Step, &'a [Option<i64>]),
    /// The puzzle and each step, with the limit that ended the search for more.
    Steps(&'a [Step], Option<&'a Reason>),
    /// All pictures of these answers.
    All(&'a [Answer]),
}

impl<'a> Facts<'a> {
    /// An answer in words, with nothing that must be the same.
    pub(crate) fn new(claim: Claim) -> Facts<'a> {
        Facts { stopped: None, claim, numbers: vec![], values: Values::None, picture: Picture::None }
    }

    /// An answer that shows a solution.
    pub(crate) fn solution(claim: Claim, assignment: &'a Assignment, marked: &'a [UnknownId]) -> Facts<'a> {
        Facts::new(claim).picture(Picture::Solution(assignment, marked))
    }

    pub(crate) fn stopped(self, stopped: impl Into<Option<&'a Reason>>) -> Facts<'a> {
        Facts { stopped: stopped.into(), ..self }
    }

    pub(crate) fn numbers<const N: usize>(self, numbers: [usize; N]) -> Facts<'a> {
        Facts { numbers: numbers.map(|number| number as u64).into(), ..self }
    }

    pub(crate) fn values(self, values: Values<'a>) -> Facts<'a> {
        Facts { values, ..self }
    }

    pub(crate) fn picture(self, picture: Picture<'a>) -> Facts<'a> {
        Facts { picture, ..self }
    }
}
