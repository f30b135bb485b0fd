//! Cases as data: what is supposed, what follows from it one after the other, and how it ends.

use super::violation::{IslandViolation, LoopViolation, PieceViolation};
use crate::mask::Mask;
use sator_answer::arguments_of;
use sator_model::UnknownId;

/// One consequence within a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub cell: UnknownId,
    /// The values left to the cell.
    pub left: Mask,
    pub by: By,
}

/// Why a turn follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Supposed,
    /// The cell has no other value.
    OnlyValue,
    /// The house with no other place, or the statement.
    Group(usize),
    /// The pattern, which follows from statements.
    Pattern(usize),
    /// Else this net would have the violation.
    GraphConstraint(usize, LoopViolation),
    /// Else a piece of this division would not fit.
    Pieces(usize, PieceViolation),
    /// Else the islands would have this violation.
    Islands(IslandViolation),
}

impl By {
    /// Whether both are what one statement, house or loop implies.
    pub(super) fn is_same_statement(&self, other: &By) -> bool {
        match (self, other) {
            (By::Group(a), By::Group(b)) | (By::Pattern(a), By::Pattern(b)) => a == b,
            (By::GraphConstraint(a, _), By::GraphConstraint(b, _)) => a == b,
            _ => false,
        }
    }
}

/// The conflict at the end of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    NoValue(UnknownId),
    NoPlace(usize, Mask),
    /// The statement can't be met.
    Broken(usize),
    /// The pattern, which follows from statements, can't be met.
    BrokenPattern(usize),
    /// The net has this violation.
    GraphConstraint(usize, LoopViolation),
    Islands(IslandViolation),
    Pieces(usize, PieceViolation),
    /// Every value of the cell ends like this.
    Either(UnknownId, Vec<Branch>),
}

/// One value of a cell, supposed by the first turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    pub turns: Vec<Turn>,
    pub end: End,
}

/// The number of arguments of a case, as [`sator_answer::Case::arguments`] counts them.
pub(crate) fn arguments(turns: &[Turn], end: &End) -> usize {
    let inner = if let End::Either(_, branches) = end { &branches[..] } else { &[] };
    let own = arguments_of(turns, |a, b| a.by.is_same_statement(&b.by));
    own + inner.iter().map(|b| arguments(&b.turns, &b.end)).sum::<usize>()
}

/// All turns, also those within cases.
pub(crate) fn length(turns: &[Turn], end: &End) -> usize {
    let inner = if let End::Either(_, branches) = end { &branches[..] } else { &[] };
    turns.len() + inner.iter().map(|b| length(&b.turns, &b.end)).sum::<usize>()
}

/// The patterns by which turns follow and cases end.
pub(crate) fn patterns_in(turns: &[Turn], end: &End) -> Vec<usize> {
    let by = turns.iter().filter_map(|turn| if let By::Pattern(pattern) = turn.by { Some(pattern) } else { None });
    let mut found: Vec<usize> = by.collect();
    match end {
        End::BrokenPattern(pattern) => found.push(*pattern),
        End::Either(_, branches) => found.extend(branches.iter().flat_map(|b| patterns_in(&b.turns, &b.end))),
        _ => {}
    }
    found
}
