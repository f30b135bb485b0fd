//! The techniques of a person: each file looks for one kind of argument among the candidates on the board.
//!
//! A finding names its argument as data. `support` says which statements and facts the candidates that it relies on were
//! crossed out by; `check`, which shares no code with the finders, says whether the argument holds on what these leave; only
//! then is it told, in the words of `tell`.

mod board;
mod case;
mod cases;
mod chains;
mod check;
mod counts;
mod cuts;
mod faults;
mod fish;
mod graphs;
mod islands;
mod names;
mod patterns;
mod pieces;
mod queue;
mod reach;
mod shorten;
mod singles;
mod subsets;
mod support;
mod tell;
#[cfg(test)]
mod tests;
mod totals;
mod trace;
mod tree;
mod words;

pub(super) use board::{Board, House, HouseKind, Total};
pub(super) use cases::{Branch, By, Doomed, End, Scope, Turn, cases, length};
pub(super) use check::holds;
pub(super) use graphs::Fault;
pub(super) use islands::{Islands, Trouble, island_troubles};
pub(super) use names::{Names, lettered};
pub(super) use pieces::{Misfit, Pieces, misfits};
pub(super) use shorten::shortened;
pub(super) use singles::bits;
pub(super) use support::support;
pub(super) use tell::{LONGEST, cases as told_cases, sentence};
pub(super) use tree::{Effort, each_denied, in_every_case, in_few_cases};

use super::knowledge::Knowledge;
use super::local::{Local, Mask};
use sator_answer::{Atom, Technique};
use sator_model::UnknownId;

/// Why something follows. Units are told by number, values as bits of a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Argument {
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
    /// Statements that say together what none of them says: the same for each of the conclusions.
    Together(Vec<Branch>),
    /// They leave so many choices of values, all of which agree; these, where they are few and can be told.
    Choices { count: usize, shown: Vec<Vec<Atom>> },
}

impl Argument {
    pub(super) fn technique(&self, board: &Board) -> Technique {
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

/// An argument with what follows from it, and what it rests on.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub argument: Argument,
    pub conclusions: Vec<Atom>,
    /// The units that the argument itself is about.
    pub units: Vec<usize>,
    /// Candidates that must be gone, by unknown.
    pub gone: Vec<(UnknownId, Mask)>,
}

/// What something rests on: candidates that are gone, and units.
#[derive(Clone, Debug, Default)]
pub(super) struct Grounds {
    pub gone: Vec<(UnknownId, Mask)>,
    pub units: Vec<usize>,
}

impl Grounds {
    /// No more than candidates that are gone.
    fn gone(gone: Vec<(UnknownId, Mask)>) -> Grounds {
        Grounds { gone, units: vec![] }
    }
}

type Finder = fn(&Board, &Knowledge) -> Vec<Finding>;

/// The search of a unit by itself, where it is small enough for one.
pub(super) type Search<'a> = &'a dyn Fn(usize) -> Option<&'a Local>;

/// What is tried before single statements, and after them, easiest first.
pub(super) const SINGLES: [Finder; 3] =
    [singles::only_places, singles::only_values, |b, k| graphs::loop_goes_on(b, k, &b.marks)];
pub(super) const REST: [Finder; 11] = [
    |b, k| graphs::closes_early(b, k, &b.marks),
    |b, k| graphs::cut_off(b, k, &b.marks),
    subsets::locked,
    |b, k| subsets::naked(b, k, 2),
    |b, k| subsets::hidden(b, k, 2),
    totals::innies_and_outies,
    |b, k| subsets::naked(b, k, 3),
    |b, k| subsets::hidden(b, k, 3),
    |b, k| subsets::naked(b, k, 4),
    |b, k| subsets::hidden(b, k, 4),
    counts::differences,
];
pub(super) const HARDEST: [Finder; 5] = [
    |b, k| fish::fish(b, k, 2),
    chains::xy_wings,
    |b, k| fish::fish(b, k, 3),
    |b, k| fish::fish(b, k, 4),
    chains::chains,
];

/// Calls `each` with every choice of `k` of the items, in order.
fn combinations(items: &[usize], k: usize, chosen: &mut Vec<usize>, each: &mut dyn FnMut(&[usize])) {
    if chosen.len() == k {
        return each(chosen);
    }
    for (i, &item) in items.iter().enumerate() {
        if items.len() - i < k - chosen.len() {
            break;
        }
        chosen.push(item);
        combinations(&items[i + 1..], k, chosen, each);
        chosen.pop();
    }
}
