//! The argument of a step as data: its technique, houses, cells and values.

use super::cases::{Branch, End, Turn};
use super::graphs::Fault;
use super::islands::Trouble;
use super::pieces::Misfit;
use super::{Board, HouseKind, chains};
use crate::mask::Mask;
use sator_answer::{Atom, Technique};
use sator_model::UnknownId;

/// The argument of a deduction. Groups are given by number, values as bits of a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    /// The value has no other cell in the house.
    OnlyPlace { house: usize, cell: UnknownId, value: Mask },
    /// The cell has no other value.
    OnlyValue { cell: UnknownId },
    /// In one house the value's places are all in another.
    Locked { from: usize, into: usize, value: Mask },
    /// As many cells of the house as they have values.
    Naked { house: usize, cells: Vec<UnknownId>, values: Mask },
    /// As many values as they have cells in the house.
    Hidden { house: usize, cells: Vec<UnknownId>, values: Mask },
    /// In as many houses as there are covers, the value is only within the covers.
    Fish { base: Vec<usize>, cover: Vec<usize>, value: Mask },
    /// The houses less the cages in them, or with `outside` the cages less the houses: what the cells left sum to.
    Totals { houses: Vec<usize>, cages: Vec<usize>, cells: Vec<UnknownId>, total: i64, outside: bool },
    /// The one count needs as many more than the other as there are open cells of its own.
    Difference { more: usize, less: usize },
    /// The first supposed, each next follows from the one before (yes and no by turns); the last contradicts the first.
    Chain { links: Vec<Atom> },
    /// This unit with what is known of its cells; a sum, or another statement.
    Alone { unit: usize, sum: bool },
    /// To deny it would bring this fault into a net of the board, which this unit is about.
    Graph { net: usize, unit: usize, fault: Fault },
    /// To deny it would bring this trouble to the islands of the board.
    Islands { trouble: Trouble },
    /// To deny it would bring this into a division of the board.
    Pieces { pieces: usize, misfit: Misfit },
    /// The first turn is supposed; each next follows, and the end can't be.
    Cases { turns: Vec<Turn>, end: End },
    /// Statements that imply the conclusions together, and none of them alone.
    Together(Vec<Branch>),
    /// The statements leave `count` choices of values, which agree on the conclusions; `shown` has them where they are few
    /// and describable.
    Choices { count: usize, shown: Vec<Vec<Atom>> },
}

impl Argument {
    pub(crate) fn technique(&self, board: &Board) -> Technique {
        match self {
            Argument::OnlyPlace { .. } => Technique::OnlyPlace,
            Argument::OnlyValue { .. } => Technique::OnlyValue,
            Argument::Locked { from, .. } => match board.house(*from).map(|h| h.kind) {
                Some(HouseKind::Row | HouseKind::Column) => Technique::Claiming,
                _ => Technique::Pointing,
            },
            Argument::Naked { cells, .. } => {
                [Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuad][cells.len().clamp(2, 4) - 2]
            }
            Argument::Hidden { cells, .. } => {
                [Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuad][cells.len().clamp(2, 4) - 2]
            }
            Argument::Fish { base, .. } => {
                [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][base.len().clamp(2, 4) - 2]
            }
            Argument::Totals { .. } => Technique::Innies,
            Argument::Chain { links } if chains::is_xy_wing(links) => Technique::XyWing,
            Argument::Chain { .. } => Technique::Chain,
            Argument::Alone { sum: true, .. } => Technique::Sum,
            Argument::Alone { sum: false, .. } => Technique::Statement,
            Argument::Graph { fault: Fault::Ends(_) | Fault::Branches(_), .. } => Technique::LoopGoesOn,
            Argument::Graph { fault: Fault::ClosesEarly, .. } => Technique::ClosesEarly,
            Argument::Graph { .. } => Technique::CutOff,
            Argument::Islands { trouble: Trouble::Drowned | Trouble::Joined(..) | Trouble::TooLarge(_) } => {
                Technique::Island
            }
            Argument::Islands { .. } => Technique::IslandReach,
            Argument::Pieces { misfit: Misfit::TooLarge(..), .. } => Technique::Piece,
            Argument::Pieces { misfit: Misfit::NoRoom(..), .. } => Technique::PieceRoom,
            Argument::Cases { .. } => Technique::Cases,
            Argument::Together(_) | Argument::Choices { .. } | Argument::Difference { .. } => Technique::Together,
        }
    }
}
