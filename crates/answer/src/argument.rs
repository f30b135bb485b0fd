//! The argument of a step as data: technique, statements, cells and values. `sator-draw` makes the sentences.
//!
//! A value is a number of the language. Its wording depends on the unknown that has it, so each value stands beside an
//! unknown. An argument contains the candidates that it uses, so that the model suffices for its wording.

use crate::{Case, StatementName, Technique};
use sator_model::{Atom, UnknownId};
use std::sync::Arc;

/// Conclusions with the argument for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference {
    /// The conclusions, the most important atom first.
    pub conclusions: Vec<Atom>,
    /// The technique, which is the difficulty too.
    pub technique: Technique,
    /// The statements that the argument needs.
    pub statements: Vec<StatementName>,
    /// Why the conclusions follow.
    pub argument: Argument,
}

/// Whether conclusions are about several unknowns.
pub fn is_about_several(conclusions: &[Atom]) -> bool {
    conclusions.iter().any(|c| c.unknown != conclusions[0].unknown)
}

/// The argument from which conclusions follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// All values but the concluded one are removed already.
    NothingElse,
    /// The value has no other cell in the house (hidden single).
    OnlyPlace {
        /// The house.
        house: StatementName,
        /// The cell that gets the value.
        cell: UnknownId,
        /// The value.
        value: i64,
    },
    /// The cell has no other value (naked single).
    OnlyValue {
        /// The cell.
        cell: UnknownId,
    },
    /// All cells of one house that can have the value are in another house (pointing, claiming).
    Locked {
        /// The house whose cells with the value are in `into`.
        from: StatementName,
        /// The house whose other cells lose the value.
        into: StatementName,
        /// A cell that loses the value, for the wording of the value.
        cell: UnknownId,
        /// The value.
        value: i64,
    },
    /// Cells of the house that have as many values between them as there are cells (naked pair, triple, quad).
    Naked {
        /// The house.
        house: StatementName,
        /// The cells.
        cells: Vec<UnknownId>,
        /// Their values.
        values: Vec<i64>,
    },
    /// Values that have as many cells of the house between them as there are values (hidden pair, triple, quad).
    Hidden {
        /// The house.
        house: StatementName,
        /// The cells.
        cells: Vec<UnknownId>,
        /// The values.
        values: Vec<i64>,
    },
    /// The value stands in the base houses only where the cover houses meet them, and there are as many of each (fish).
    Fish {
        /// The base houses.
        base: Vec<StatementName>,
        /// The cover houses, whose other cells lose the value.
        cover: Vec<StatementName>,
        /// The house of all other places in the base houses (finned fish, empty rectangle). Only its cells lose the value.
        fin: Option<StatementName>,
        /// A cell that loses the value, for the wording of the value.
        cell: UnknownId,
        /// The value.
        value: i64,
    },
    /// Three cells of which one has the value, whatever the pivot has (XYZ-wing).
    XyzWing {
        /// The cells with their values: the pivot with three, and two that it sees with two of these each.
        cells: [(UnknownId, Vec<i64>); 3],
        /// The value that all three can have.
        value: i64,
    },
    /// The sum of the cells that are left when cages are taken from houses (innies), or houses from cages (outies).
    Totals {
        /// The houses.
        houses: Vec<StatementName>,
        /// The sum of the houses.
        whole: i64,
        /// The sum of the cages.
        part: i64,
        /// The cells that are left and not known.
        cells: Vec<UnknownId>,
        /// The sum of `cells`.
        total: i64,
        /// Whether the cells are in the cages and outside the houses (outies).
        outside: bool,
    },
    /// One count exceeds the other by as much as it has open cells of its own.
    Difference {
        /// The statement with the larger count.
        more: StatementName,
        /// The statement with the smaller count.
        less: StatementName,
        /// The number of open cells that only `more` counts, and by which its count is larger.
        own: usize,
    },
    /// A count needs one of each pair of cells that exclude each other, and all other cells that are left.
    OneOfEachPair {
        /// The statement that counts.
        count: StatementName,
        /// The pairs, which share no cell.
        pairs: Vec<[UnknownId; 2]>,
    },
    /// Each atom implies the next one, and the last contradicts the first.
    Chain {
        /// The kinds of links.
        kind: ChainKind,
        /// The atoms; the first is the hypothesis.
        links: Vec<Atom>,
        /// For each atom the house through which it follows from the one before; `None` if it follows through a cell.
        by: Vec<Option<StatementName>>,
    },
    /// One statement, given what is known of its cells.
    Statement(Single),
    /// Statements by one line of a rule, each of which implies the same of another cell from the same facts.
    Likewise {
        /// The first of the statements.
        single: Single,
        /// The cells of the others.
        cells: Vec<UnknownId>,
    },
    /// A pattern that the rule names (`implied`), given what is known of its cells.
    Pattern {
        /// Its `because` text.
        name: Arc<str>,
    },
    /// Statements each of which implies some of the conclusions by itself.
    Each(Vec<Single>),
    /// Otherwise a loop or a connected area would be violated.
    Loop(LoopViolated),
    /// Otherwise the islands would be violated.
    Islands {
        /// The violation.
        violation: IslandViolation,
        /// Whether the island has all of its cells.
        complete: bool,
    },
    /// Otherwise a piece would be violated.
    Pieces {
        /// The violation.
        violation: PieceViolation,
        /// Whether the piece has all of its cells.
        complete: bool,
    },
    /// The opposite of the conclusion is a hypothesis that ends in a conflict.
    Cases {
        /// The hypothesis and what follows from it.
        case: Case,
    },
    /// Statements that imply the conclusions together.
    Together {
        /// The steps from the opposites of the conclusions to a conflict; empty where no short refutation was found.
        denials: Vec<Case>,
    },
    /// The statements have few solutions among themselves, which agree on the conclusions.
    Choices {
        /// The number of solutions.
        count: usize,
        /// The solutions, each as atoms; empty where there are too many to show.
        shown: Vec<Vec<Atom>>,
    },
    /// A solver proved it of the statements. No argument that a person can follow was found.
    Solver,
    /// The same, from so many statements that a list of them helps nobody.
    NoShortOne,
}

impl Argument {
    /// The statements by themselves that it is made of; none where it is another argument.
    pub fn singles(&self) -> &[Single] {
        match self {
            Argument::Statement(single) | Argument::Likewise { single, .. } => std::slice::from_ref(single),
            Argument::Each(singles) => singles,
            _ => &[],
        }
    }

    /// Whether a person who looks at the board sees the argument: candidates of cells and houses alone, without a sum or a case.
    pub fn is_about_houses(&self) -> bool {
        use Argument::*;
        matches!(
            self,
            OnlyPlace { .. }
                | OnlyValue { .. }
                | Locked { .. }
                | Naked { .. }
                | Hidden { .. }
                | Fish { .. }
                | XyzWing { .. }
                | Chain { .. }
        )
    }

    /// Whether the sentence is a whole reason, so that it needs no names for the parts of the rule behind it.
    pub fn is_whole(&self) -> bool {
        use Argument::*;
        matches!(self, OneOfEachPair { .. } | Pattern { .. } | Loop(_) | Islands { .. } | Pieces { .. } | Cases { .. })
    }
}

/// The kinds of links in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChainKind {
    /// Three cells with two values each.
    XyWing,
    /// Two parallel lines with two places each for a value, where one place of each lies in one line across them.
    Skyscraper,
    /// A row and a column with two places each for a value, where one place of each lies in one box.
    TwoStringKite,
    /// Two cells with the same two values, joined by a house with two places for one of these.
    WWing,
    /// All links go through cells with the same two values.
    RemotePair,
    /// All links are on one value.
    X,
    /// All links go through cells with two values.
    Xy,
    /// Links of both kinds.
    Mixed,
}

impl ChainKind {
    /// The name in sentences, as in Sudopedia.
    pub fn name(self) -> &'static str {
        match self {
            ChainKind::XyWing => "XY-wing",
            ChainKind::Skyscraper => "skyscraper",
            ChainKind::TwoStringKite => "two-string kite",
            ChainKind::WWing => "W-wing",
            ChainKind::RemotePair => "remote pair",
            ChainKind::X => "X-chain",
            ChainKind::Xy => "XY-chain",
            ChainKind::Mixed => "chain",
        }
    }
}

/// One statement and what it leaves to its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Single {
    /// The statement.
    pub statement: StatementName,
    /// Whether another statement makes the cells of its sum all different.
    pub all_different: bool,
    /// The values that the statement leaves to its cells.
    pub leaves: Leaves,
}

/// The rest that a statement leaves to its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// The rest of a sum.
    Rest {
        /// The total of the sum.
        total: i64,
        /// The sum of its known cells.
        known: i64,
    },
    /// A number of lines between cells needs each of the lines that are left at its largest number. The value counts these lines.
    Most(usize),
    /// The cells of a sum have these values, in some order.
    Only {
        /// A cell of the sum, for the wording of the values.
        cell: UnknownId,
        /// The values.
        values: Vec<i64>,
        /// Whether the cells have each value once: the values are the terms of the sum.
        are_terms: bool,
    },
    /// A count is reached, or needs all conditions that are left.
    Count(Count),
    /// Cells that the blocks of a line cover or don't reach.
    Blocks(Vec<BlockReason>),
    /// The rest for each list of cells that share it.
    Bounds(Vec<(Bound, Vec<UnknownId>)>),
}

/// Why cells of a line belong to its blocks of consecutive cells, or don't.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockReason {
    /// The reason.
    pub kind: BlockKind<UnknownId>,
    /// The block; `None` if the reason is about all blocks of the line.
    pub block: Option<Block>,
    /// The concluded cells with this reason.
    pub cells: Vec<UnknownId>,
}

/// A block of consecutive cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its number of cells; `None` for a block of any length.
    pub length: Option<usize>,
    /// Its position among the blocks of this length in the line, from 1, if there are several.
    pub number: Option<usize>,
}

/// A reason of solvers for a cell of a line of blocks. `C` is a cell of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind<C> {
    /// Every place of the block covers the cells.
    Overlap,
    /// The block has one place, which covers the cells.
    OnePlace,
    /// The block has one place, as this cell of the block is at the edge or beside a cell of no block.
    Edge(C),
    /// All cells of the block are known, so the cells beside the block belong to none.
    Finished,
    /// The blocks with a gap between any two need the whole line.
    Full,
    /// All cells of all blocks are known.
    Complete,
    /// No place of any block covers the cells.
    OutOfReach,
}

impl<C> BlockKind<C> {
    /// The same reason, with a cell of another form.
    pub fn map<D>(self, cell: impl FnOnce(C) -> D) -> BlockKind<D> {
        match self {
            BlockKind::Overlap => BlockKind::Overlap,
            BlockKind::OnePlace => BlockKind::OnePlace,
            BlockKind::Edge(at) => BlockKind::Edge(cell(at)),
            BlockKind::Finished => BlockKind::Finished,
            BlockKind::Full => BlockKind::Full,
            BlockKind::Complete => BlockKind::Complete,
            BlockKind::OutOfReach => BlockKind::OutOfReach,
        }
    }

    /// The name of the reason in a hint.
    pub fn idea(&self) -> &'static str {
        match self {
            BlockKind::Overlap => "an overlap",
            BlockKind::OnePlace => "a block with one place",
            BlockKind::Edge(_) => "a block at an edge",
            BlockKind::Finished => "a finished block",
            BlockKind::Full => "a full line",
            BlockKind::Complete => "a complete line",
            BlockKind::OutOfReach => "cells out of reach",
        }
    }
}

/// A statement that counts conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of conditions that hold.
    pub total: i64,
    /// An unknown that the conditions are about.
    pub about: UnknownId,
    /// The conditions as cells that are yes (`true`) or no; `None` where a condition is of another kind.
    pub conditions: Option<Vec<(UnknownId, bool)>>,
    /// Whether only `total` conditions can still hold, so that all of them do. Otherwise `total` hold, and no others do.
    pub all_hold: bool,
}

/// The values left to a cell, as a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// This value and smaller ones.
    AtMost(i64),
    /// This value and larger ones.
    AtLeast(i64),
    /// These values.
    Only(Vec<i64>),
}

/// A place where a loop or a connected area goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vertex {
    /// A cell.
    Cell(UnknownId),
    /// The point where these strokes meet.
    Meeting(Vec<UnknownId>),
    /// The edge of the board.
    Edge,
}

/// The ways in which a loop or a connected area can be impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopViolation {
    /// More than two strokes meet.
    Branches(Vertex),
    /// The loop has a loose end.
    Ends(Vertex),
    /// Some strokes are a whole loop, and there are others.
    ClosesEarly,
    /// Lines or cells close a loop where none is allowed.
    Cycle,
    /// A border lies between two cells of one piece.
    BorderInside,
    /// A part of the loop has no way back to its other end.
    NoReturn,
    /// No way connects the two places.
    CutOff(Vertex, Vertex),
}

/// The violation of a loop or a connected area that a step prevents or a case ends in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopViolated {
    /// The violation.
    pub violation: LoopViolation,
    /// The statement about the loop.
    pub statement: StatementName,
    /// Whether the loop consists of hidden unknowns without words, so that sentences can name its statement only.
    pub hidden: bool,
}

/// The ways in which islands, each with a clue, can be impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IslandViolation {
    /// A clue stands in the sea.
    ClueInSea,
    /// The islands of these two clues are one.
    Joined(StatementName, StatementName),
    /// An island has more cells than its clue.
    TooLarge {
        /// The clue of the island.
        clue: StatementName,
        /// The number of cells that the clue states.
        size: usize,
    },
    /// An island can't grow to as many cells as its clue.
    NoRoom {
        /// The clue of the island.
        clue: StatementName,
        /// The number of cells that the clue states.
        size: usize,
    },
    /// No island reaches this land cell.
    Unreached(UnknownId),
}

/// The ways in which a piece of a division can be impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceViolation {
    /// Whether the piece is too large or too small.
    pub kind: PieceViolationKind,
    /// The number of cells that the piece must have, or that it has at least.
    pub size: usize,
    /// An unknown that states the size: with `true` the size is its value, with `false` at least its value.
    pub number: Option<(UnknownId, bool)>,
    /// The statement about the size.
    pub statement: StatementName,
}

/// The direction in which the size of a piece is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceViolationKind {
    /// The piece has more cells than its size.
    TooLarge,
    /// The piece can't grow to its size.
    NoRoom,
}
