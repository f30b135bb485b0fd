//! The technique of an argument.

use super::argument::{Argument, is_xy_wing};
use super::board::{Board, HouseKind};
use super::branch::{By, End, Turn, arguments};
use super::violation::{IslandViolation, LoopViolation, PieceViolation};
use sator_answer::{Technique, arguments_of};
use sator_model::UnknownId;

/// Arguments of a short case, the hypothesis among them: few, or some more that follow side by side in as few rounds.
const SHORT: usize = 4;
const SHORT_IN_ROUNDS: usize = 7;

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
        Argument::Fish { base, fin: Some(_), .. } => match base.len() {
            _ if base.iter().any(|&h| board.house(h).is_some_and(|h| h.kind == HouseKind::Region)) => {
                Technique::EmptyRectangle
            }
            2 => Technique::FinnedXWing,
            _ => Technique::FinnedSwordfish,
        },
        Argument::XyzWing { .. } => Technique::XyzWing,
        Argument::Fish { base, .. } => {
            [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][base.len().clamp(2, 4) - 2]
        }
        Argument::Totals { .. } => Technique::Innies,
        Argument::Chain { links, .. } if is_xy_wing(links) => Technique::XyWing,
        Argument::Chain { .. } => Technique::Chain,
        Argument::Alone { sum: true, .. } => Technique::Sum,
        Argument::Alone { sum: false, .. } => Technique::Statement,
        Argument::Pattern { .. } => Technique::Pattern,
        Argument::Graph { violation: LoopViolation::Ends(_) | LoopViolation::Branches(_), .. } => Technique::LoopGoesOn,
        Argument::Graph { violation: LoopViolation::ClosesEarly | LoopViolation::Cycle, .. } => Technique::ClosesEarly,
        Argument::Graph { violation: LoopViolation::BorderInside, .. } => Technique::Piece,
        Argument::Graph { .. } => Technique::CutOff,
        Argument::Islands {
            violation: IslandViolation::ClueInSea | IslandViolation::Joined(..) | IslandViolation::TooLarge(_),
        } => Technique::Island,
        Argument::Islands { .. } => Technique::IslandReach,
        Argument::Pieces { violation: PieceViolation::TooLarge(..), .. } => Technique::Piece,
        Argument::Pieces { violation: PieceViolation::NoRoom(..), .. } => Technique::PieceRoom,
        Argument::Cases { turns, end } if board.houses.is_empty() && is_short(board, turns, end) => {
            Technique::ShortCase
        }
        Argument::Cases { .. } => Technique::Cases,
        Argument::Together(_)
        | Argument::Choices { .. }
        | Argument::Difference { .. }
        | Argument::OneOfEachPair { .. } => Technique::Together,
    }
}

/// Whether a case ends after at most three turns, where what follows side by side is one turn. What is crossed out beside a yes belongs
/// to the turn that it follows from: people mark the neighbours of a shaded cell with it.
fn is_short(board: &Board, turns: &[Turn], end: &End) -> bool {
    if arguments(turns, end) <= SHORT {
        return true;
    }
    let counted: Vec<&Turn> = turns.iter().filter(|turn| !board.crosses_out(turn)).collect();
    let is_split = matches!(end, End::Either(..));
    let few = || arguments_of(&counted, |a, b| a.by.is_same_statement(&b.by)) <= SHORT_IN_ROUNDS;
    !is_split && few() && rounds(board, turns) <= SHORT
}

/// The number of rounds in which the turns of a case follow: a turn starts a new one if it rests on a cell that changed in the
/// current one.
fn rounds(board: &Board, turns: &[Turn]) -> usize {
    let (mut rounds, mut changed): (usize, Vec<UnknownId>) = (0, vec![]);
    for (at, turn) in turns.iter().enumerate() {
        let goes_on = at > 0 && turn.by.is_same_statement(&turns[at - 1].by);
        let rests_on_changes = match turn.by {
            _ if board.crosses_out(turn) => false,
            By::Group(group) => board.scopes[group].iter().any(|u| changed.contains(u)),
            By::Pattern(pattern) => board.pattern_scopes[pattern].iter().any(|u| changed.contains(u)),
            By::OnlyValue => changed.contains(&turn.cell),
            By::Supposed | By::GraphConstraint(..) | By::Pieces(..) | By::Islands(_) => true,
        };
        if !goes_on && rests_on_changes {
            rounds += 1;
            changed.clear();
        }
        changed.push(turn.cell);
    }
    rounds
}
