//! The techniques of a person: each file looks for one kind of argument among the candidates on the board.
//!
//! A finding names its argument as data. `support` finds the statements and facts that removed the candidates it relies
//! on; `check`, which shares no code with the finders, decides whether the argument holds on what these leave; only
//! then does it become a step.

mod argument;
mod board;
mod branch;
mod case_split;
mod chains;
mod check;
mod condition;
mod conflict_analysis;
mod count;
mod counts;
mod detour;
mod exclusions;
mod finding;
mod fish;
mod graph_constraint;
mod graphs;
mod hypothesis;
mod hypothesis_budget;
mod islands;
mod net_state;
mod net_walk;
mod open_case;
mod pieces;
mod queue;
mod refutation;
mod scope;
mod shorten;
mod singles;
mod structures;
mod subsets;
mod support;
mod technique;
#[cfg(test)]
mod tests;
mod totals;
mod trees;
mod violation;
mod violation_check;
mod wings;

pub(super) use argument::Argument;
pub(super) use board::{Board, House, HouseKind, Structure, Total};
pub(super) use branch::{Branch, By, End, Turn, length, patterns_in};
pub(super) use case_split::{Effort, RefutedFar, each_denied, in_every_case, in_few_cases};
pub(super) use chains::chain_kind;
pub(super) use check::holds;
pub(super) use condition::{Cond, State};
pub(super) use count::{counted_conditions, holds_in};
pub(super) use finding::Finding;
pub(super) use hypothesis_budget::effort_after;
pub(super) use islands::island_violations;
pub(super) use pieces::Size;
pub(super) use pieces::find::piece_violations;
pub(super) use refutation::{CaseLength, Refuted, cases, consequences};
pub(super) use scope::Scope;
pub(super) use shorten::shortened;
pub(super) use support::support;
pub(super) use technique::technique;
pub(super) use violation::{IslandViolation, LoopViolation, PieceViolation};

use super::group_csp::GroupCsp;
use super::knowledge::Knowledge;

type Finder = fn(&Board, &Knowledge) -> Vec<Finding>;

/// A statement or a pattern that leaves values to some unknowns by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConstraintId {
    /// The statement of this group.
    Group(usize),
    /// The pattern of this number, which follows from statements.
    Pattern(usize),
}

impl ConstraintId {
    /// A number of its own, for a queue.
    fn number(self) -> usize {
        match self {
            ConstraintId::Group(group) => 2 * group,
            ConstraintId::Pattern(pattern) => 2 * pattern + 1,
        }
    }

    fn from_number(number: usize) -> ConstraintId {
        if number.is_multiple_of(2) { ConstraintId::Group(number / 2) } else { ConstraintId::Pattern(number / 2) }
    }
}

/// A statement or a pattern as a small CSP, and the groups that it takes in beside its own.
#[derive(Clone, Copy)]
pub(super) struct Subproblem<'a> {
    pub csp: &'a GroupCsp,
    pub also: &'a [usize],
}

impl Subproblem<'_> {
    /// Whether what it takes in is among these groups.
    fn takes_in(&self, groups: &[usize]) -> bool {
        self.also.iter().all(|group| groups.contains(group))
    }
}

/// The CSP of each statement and pattern that is small enough for one.
pub(super) type Subproblems<'a> = &'a dyn Fn(ConstraintId) -> Option<Subproblem<'a>>;

/// The finders before single statements, and those after them, the easiest first.
pub(super) const SINGLES: [Finder; 3] = [singles::only_places, singles::only_values, graphs::loop_goes_on];
pub(super) const REST: [Finder; 13] = [
    graphs::closes_early,
    net_walk::decided_by_trees,
    net_walk::cut_off,
    subsets::locked,
    |b, k| subsets::naked(b, k, 2),
    |b, k| subsets::hidden(b, k, 2),
    totals::innies_and_outies,
    |b, k| subsets::naked(b, k, 3),
    |b, k| subsets::hidden(b, k, 3),
    |b, k| subsets::naked(b, k, 4),
    |b, k| subsets::hidden(b, k, 4),
    counts::differences,
    exclusions::one_of_each_pair,
];
pub(super) const HARD: &[Finder] = &[|b, k| fish::fish(b, k, 2), wings::xy_wings, wings::xyz_wings];
pub(super) const HARDEST: &[Finder] = &[
    |b, k| fish::fish(b, k, 3),
    |b, k| fish::finned(b, k, 2),
    fish::empty_rectangles,
    |b, k| fish::fish(b, k, 4),
    chains::chains,
    |b, k| fish::finned(b, k, 3),
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
