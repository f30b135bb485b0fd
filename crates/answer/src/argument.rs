//! The argument of a step as data: technique, statements, cells and values, from which `sator-draw` makes the sentences.
//!
//! Values are those of the language, and are about the unknown beside them. What an argument needs of the candidates is in it, so
//! that a sentence can be made of the argument and the model alone.

use crate::{StatementName, Technique};
use sator_model::{Atom, UnknownId};

/// What follows from some statements, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    pub conclusions: Vec<Atom>,
    pub technique: Technique,
    /// The statements that it needs.
    pub statements: Vec<StatementName>,
    pub argument: Argument,
}

/// How conclusions follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// All values but the one concluded are gone.
    NothingElse,
    /// The value has no other cell in the house.
    OnlyPlace { house: StatementName, cell: UnknownId, value: i64 },
    /// The cell has no other value.
    OnlyValue { cell: UnknownId },
    /// All cells of one house with the value are in another house (pointing, claiming).
    Locked { from: StatementName, into: StatementName, cell: UnknownId, value: i64 },
    /// As many cells of the house as they have values.
    Naked { house: StatementName, cells: Vec<UnknownId>, values: Vec<i64> },
    /// As many values as they have cells in the house.
    Hidden { house: StatementName, cells: Vec<UnknownId>, values: Vec<i64> },
    /// In as many houses as there are covers, the value stands only within the covers.
    Fish { base: Vec<StatementName>, cover: Vec<StatementName>, cell: UnknownId, value: i64 },
    /// The houses less the cages in them, or with `outside` the cages less the houses: what the cells left sum to. `whole` is the
    /// sum of the houses, `part` that of the cages.
    Totals { houses: Vec<StatementName>, whole: i64, part: i64, cells: Vec<UnknownId>, total: i64, outside: bool },
    /// One count needs as many more than the other as it has open cells of its own.
    Difference { more: StatementName, less: StatementName, own: usize },
    /// The first is supposed, each next one follows from the one before; the last contradicts the first.
    Chain { kind: ChainKind, links: Vec<Atom> },
    /// One statement with what is known of its cells.
    Statement(Single),
    /// Statements each of which implies some of the conclusions by itself.
    Each(Vec<Single>),
    /// Otherwise a loop, or what is connected, would be violated.
    Loop(LoopViolated),
    /// Otherwise the islands would be violated. `complete`: the island has all of its cells.
    Islands { violation: IslandViolation, complete: bool },
    /// Otherwise a piece would be violated. `complete`: the piece has all of its cells.
    Pieces { violation: PieceViolation, complete: bool },
    /// The first turn is supposed, each next one follows, and the end is impossible.
    Cases { pattern: Option<Pattern>, case: Case },
    /// Statements that imply the conclusions together; the cases show it, if there are any.
    Together { pattern: Option<Pattern>, denials: Vec<Case> },
    /// The statements leave `count` choices of values, which agree on the conclusions. `shown` has them where they are few.
    Choices { pattern: Option<Pattern>, count: usize, shown: Vec<Vec<Atom>> },
    /// A solver proved it of the statements, and no argument for a person was found.
    Solver,
}

/// What a chain runs through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainKind {
    /// Three cells with two values each.
    XyWing,
    /// One value.
    X,
    /// Cells with two values.
    Xy,
    Mixed,
}

/// One statement and what it leaves to its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    pub statement: StatementName,
    /// Whether another statement keeps the cells of its sum apart.
    pub all_different: bool,
    pub leaves: Leaves,
}

/// What a statement leaves to its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// The total less the known cells.
    Rest { total: i64, known: i64 },
    /// These values, to all cells of the sum together.
    Only { cell: UnknownId, values: Vec<i64> },
    /// A count is reached, or what is left is needed.
    Count(Count),
    /// By cell, with those left the same together: what is left of its values.
    Bounds(Vec<(Bound, Vec<UnknownId>)>),
}

/// A statement that counts conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    pub total: i64,
    /// One of the unknowns that it is about.
    pub about: UnknownId,
    /// The conditions, that a cell is yes or no, where all are such.
    pub conditions: Option<Vec<(UnknownId, bool)>>,
    /// No more than the total are left, so all of them hold; else the total is reached, so no other one holds.
    pub all_hold: bool,
}

/// What is left of the values of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    AtMost(i64),
    AtLeast(i64),
    Only(Vec<i64>),
}

/// Where strokes of a loop meet, or a part of what is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vertex {
    Cell(UnknownId),
    /// Strokes that meet there.
    Meeting(Vec<UnknownId>),
    /// The edge of the board.
    Edge,
}

/// What a loop, or what is connected, can't be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopViolation {
    Branches(Vertex),
    Ends(Vertex),
    /// Some strokes are a loop, and there are others.
    ClosesEarly,
    /// There is no way back to its other end.
    NoReturn,
    /// There is no way between the two.
    CutOff(Vertex, Vertex),
}

/// A loop, or what is connected, with the violation that a step or a case would bring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopViolated {
    pub violation: LoopViolation,
    /// The statement about the loop.
    pub statement: StatementName,
    /// Whether the loop is hidden, so that words can speak of its statement only.
    pub hidden: bool,
}

/// What islands, each with a clue, can't be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IslandViolation {
    /// A clue stands in the sea.
    ClueInSea,
    /// The islands of two clues are one.
    Joined(StatementName, StatementName),
    /// The island has more cells than its clue.
    TooLarge { clue: StatementName, size: usize },
    /// The island has no room for as many cells as its clue.
    NoRoom { clue: StatementName, size: usize },
    /// No island reaches this land.
    Unreached(UnknownId),
}

/// What a piece of a division can't be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceViolation {
    pub kind: PieceViolationKind,
    /// The number of cells of the piece.
    pub size: usize,
    /// The unknown that has the number of cells as its value, or that many at most; `exact` where it is the number.
    pub number: Option<(UnknownId, bool)>,
    /// The statement that states the number of cells.
    pub statement: StatementName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceViolationKind {
    TooLarge,
    NoRoom,
}

/// What is supposed, what follows from it one after the other, and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub turns: Vec<Turn>,
    pub end: End,
}

/// One thing that follows within a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub cell: UnknownId,
    /// The values left to the cell, and all others of its domain.
    pub left: Vec<i64>,
    pub removed: Vec<i64>,
    pub by: Cause,
}

/// Why a turn follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    Supposed,
    /// The cell has no other value.
    OnlyValue,
    /// The house with no other place, or the statement.
    Statement(StatementName),
    Loop(LoopViolated),
    Islands(IslandViolation),
    Pieces(PieceViolation),
}

/// How a case ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    NoValue(UnknownId),
    /// A value, which is one of this cell's, has no cell left in the house. `hidden`: words can't speak of the house.
    NoPlace {
        house: StatementName,
        value: Option<(UnknownId, i64)>,
        hidden: bool,
    },
    /// The statement can't be met.
    Unmet(StatementName),
    Loop(LoopViolated),
    Islands(IslandViolation),
    Pieces(PieceViolation),
    /// Each value of a cell ends.
    Split(Vec<Case>),
}

/// A pattern that solvers of Slitherlink know by heart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    InCorner(i64),
    /// Two 3s that share a side.
    AdjacentThrees,
    /// Two 3s that touch at a corner.
    DiagonalThrees,
}
