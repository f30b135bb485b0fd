//! The argument of a step as data: its technique, houses, cells and values.

use super::branch::{Branch, End, Turn};
use super::violation::{IslandViolation, LoopViolation, PieceViolation};
use crate::mask::Mask;
use sator_answer::Atom;
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
    /// In as many houses as there are covers, the value is only within the covers. With a `fin`, other places of the value all lie in
    /// this house: then the conclusions do too.
    Fish { base: Vec<usize>, cover: Vec<usize>, fin: Option<usize>, value: Mask },
    /// A cell with three values sees two with two of these each; the value that the three cells share stands in one of them.
    XyzWing { pivot: UnknownId, wings: [UnknownId; 2], value: Mask },
    /// The houses less the cages in them, or with `outside` the cages less the houses: what the cells left sum to.
    Totals { houses: Vec<usize>, cages: Vec<usize>, cells: Vec<UnknownId>, total: i64, outside: bool },
    /// The one count needs as many more than the other as there are open cells of its own.
    Difference { more: usize, less: usize },
    /// The count needs one of each of these pairs, of which both can't hold, and all other cells that are left.
    OneOfEachPair { count: usize, pairs: Vec<[UnknownId; 2]> },
    /// The first supposed, each next follows from the one before (yes and no by turns); the last contradicts the first.
    /// `by` has the group through which each follows, none for the first and where it follows through a cell.
    Chain { links: Vec<Atom>, by: Vec<Option<usize>> },
    /// This group with what is known of its cells; a sum, or another statement.
    Alone { group: usize, sum: bool },
    /// This implied condition of a rule, with what is known of its cells.
    Pattern { pattern: usize },
    /// To deny it would bring this violation into a net of the board, which this group is about.
    Graph { net: usize, group: usize, violation: LoopViolation },
    /// To deny it would bring this violation to the islands of the board.
    Islands { violation: IslandViolation },
    /// To deny it would bring this into a division of the board.
    Pieces { pieces: usize, violation: PieceViolation },
    /// The first turn is supposed; each next follows, and the end can't be.
    Cases { turns: Vec<Turn>, end: End },
    /// Statements that imply the conclusions together, and none of them alone.
    Together(Vec<Branch>),
    /// The statements leave `count` choices of values, which agree on the conclusions; `shown` has them where they are few
    /// and describable.
    Choices { count: usize, shown: Vec<Vec<Atom>> },
}

/// `a` supposed, then three cells in which one of two values goes and the other stays.
pub(crate) fn is_xy_wing(links: &[Atom]) -> bool {
    links.len() == 7 && links[1..].chunks(2).all(|p| p[0].unknown == p[1].unknown && p[0].value != p[1].value)
}
