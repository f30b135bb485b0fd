//! Cases: a hypothesis, the changes that follow from it, and the conflict at the end.

use crate::{IslandViolation, LoopViolated, PieceViolation, StatementName};
use sator_model::UnknownId;

/// A hypothesis, what follows from it, and the conflict that it ends in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The hypothesis first, then each change that follows, in order.
    pub turns: Vec<Turn>,
    /// The conflict.
    pub end: End,
}

/// Turns by one statement in a row that count as one argument: people see at once what a statement leaves, or where a loop goes on.
const IN_A_ROW: usize = 8;

/// The number of arguments that turns make, where those by one statement in a row count together.
pub fn arguments_of<T>(turns: &[T], is_same_statement: impl FnMut(&T, &T) -> bool) -> usize {
    turns.chunk_by(is_same_statement).map(|run| run.len().div_ceil(IN_A_ROW)).sum()
}

impl Case {
    /// The number of arguments that the turns which `counts` accepts make, also within cases.
    pub fn arguments(&self, counts: &dyn Fn(&Turn) -> bool) -> usize {
        let turns: Vec<&Turn> = self.turns.iter().filter(|turn| counts(turn)).collect();
        let own = arguments_of(&turns, |a, b| a.by.is_same_statement(&b.by));
        own + self.cases_within().iter().map(|case| case.arguments(counts)).sum::<usize>()
    }

    /// The cases that the conflict is split into.
    pub fn cases_within(&self) -> &[Case] {
        if let End::Split(cases) = &self.end { cases } else { &[] }
    }
}

/// One change of a domain within a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The cell that changes.
    pub cell: UnknownId,
    /// The values that the cell keeps.
    pub left: Vec<i64>,
    /// All other values of its domain.
    pub removed: Vec<i64>,
    /// Why it changes.
    pub by: Cause,
}

/// Why a turn follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The turn is the hypothesis.
    Supposed,
    /// The cell has no other value.
    OnlyValue,
    /// This statement, or this house, in which the value has no other place.
    Statement(StatementName),
    /// Otherwise a loop would be violated.
    Loop(LoopViolated),
    /// Otherwise the islands would be violated.
    Islands(IslandViolation),
    /// Otherwise a piece would be violated.
    Pieces(PieceViolation),
}

impl Cause {
    /// Whether both are what one statement, house or loop implies.
    fn is_same_statement(&self, other: &Cause) -> bool {
        match (self, other) {
            (Cause::Statement(a), Cause::Statement(b)) => a == b,
            (Cause::Loop(a), Cause::Loop(b)) => a.statement == b.statement,
            _ => false,
        }
    }
}

/// The conflict at the end of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// This cell has no value left.
    NoValue(UnknownId),
    /// A value has no cell left in a house.
    NoPlace {
        /// The house.
        house: StatementName,
        /// The value, with a cell for its wording.
        value: Option<(UnknownId, i64)>,
        /// Whether the house consists of hidden unknowns, so that sentences can't name it.
        hidden: bool,
    },
    /// This statement can't be met.
    Unmet(StatementName),
    /// A loop is violated.
    Loop(LoopViolated),
    /// The islands are violated.
    Islands(IslandViolation),
    /// A piece is violated.
    Pieces(PieceViolation),
    /// Each value of some cell ends in a conflict of its own.
    Split(Vec<Case>),
}
