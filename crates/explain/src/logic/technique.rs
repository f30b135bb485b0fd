//! Which technique an argument is.

use super::argument::{Argument, is_xy_wing};
use super::board::{Board, HouseKind};
use super::branch::length;
use super::violation::{IslandViolation, LoopViolation, PieceViolation};
use sator_answer::Technique;

/// Turns of a short case: what is supposed, and three that follow.
const SHORT: usize = 4;

/// The technique of an argument about this board. Where there are houses, people look for fish and chains instead of short cases.
pub(crate) fn technique(board: &Board, argument: &Argument) -> Technique {
    match argument {
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
        Argument::Chain { links } if is_xy_wing(links) => Technique::XyWing,
        Argument::Chain { .. } => Technique::Chain,
        Argument::Alone { sum: true, .. } => Technique::Sum,
        Argument::Alone { sum: false, .. } => Technique::Statement,
        Argument::Graph { violation: LoopViolation::Ends(_) | LoopViolation::Branches(_), .. } => Technique::LoopGoesOn,
        Argument::Graph { violation: LoopViolation::ClosesEarly, .. } => Technique::ClosesEarly,
        Argument::Graph { .. } => Technique::CutOff,
        Argument::Islands {
            violation: IslandViolation::ClueInSea | IslandViolation::Joined(..) | IslandViolation::TooLarge(_),
        } => Technique::Island,
        Argument::Islands { .. } => Technique::IslandReach,
        Argument::Pieces { violation: PieceViolation::TooLarge(..), .. } => Technique::Piece,
        Argument::Pieces { violation: PieceViolation::NoRoom(..), .. } => Technique::PieceRoom,
        Argument::Cases { turns, end } if board.houses.is_empty() && length(turns, end) <= SHORT => {
            Technique::ShortCase
        }
        Argument::Cases { .. } => Technique::Cases,
        Argument::Together(_) | Argument::Choices { .. } | Argument::Difference { .. } => Technique::Together,
    }
}
