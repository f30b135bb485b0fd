//! Cases without what they can do without: turns that nothing follows from, and cells that need no split. Each
//! cut is judged by `check` alone.

use super::super::deletion::remove_needless;
use super::super::knowledge::Knowledge;
use super::branch::length;
use super::{Board, Branch, By, ConstraintId, End, Subproblems, Turn, holds};
use crate::logic::argument::Argument;
use crate::logic::finding::{Finding, Gone};
use crate::mask::Mask;
use sator_model::UnknownId;

/// Turns looked at again for one argument: each time all of it is.
const LOOKS: usize = 20_000;

/// The finding with fewer turns, cases and groups, where it is about cases.
pub(crate) fn shortened(
    board: &Board,
    knowledge: &Knowledge,
    candidates: &[Mask],
    finding: &Finding,
    csp: Subproblems,
) -> Option<Finding> {
    let Argument::Cases { turns, end } = &finding.argument else { return None };
    let with = |Branch { turns, end }: Branch, groups: Vec<usize>, gone: Gone| Finding {
        argument: Argument::Cases { turns, end },
        conclusions: finding.conclusions.clone(),
        groups,
        gone,
    };
    let mut left = LOOKS;
    let mut fits = |branch: &Branch, groups: &[usize]| {
        let looks = size(branch);
        if left < looks {
            return false;
        }
        left -= looks;
        holds(board, knowledge, candidates, &with(branch.clone(), groups.to_vec(), vec![]), csp)
    };
    let mut branch = Branch { turns: turns.clone(), end: end.clone() };
    let mut groups = finding.groups.clone();
    if !fits(&branch, &groups) {
        return None;
    }
    // From the end on, so that what led to a turn goes after it.
    for at in (0..size(&branch)).rev() {
        for cut in [lifted as fn(&mut Branch, usize, usize) -> bool, without_turn] {
            for n in 0.. {
                let mut fewer = branch.clone();
                if at >= size(&branch) || !cut(&mut fewer, at, n) {
                    break;
                }
                if fits(&fewer, &groups) {
                    branch = fewer;
                    break;
                }
            }
        }
    }
    remove_needless(&mut groups, 0, &mut |groups| fits(&branch, groups));
    let mut cells = Vec::new();
    looked_at(board, csp, &branch, &mut cells);
    cells.sort_unstable();
    cells.dedup();
    let mut gone = finding.gone.clone();
    gone.extend(cells.into_iter().map(|u| (u, knowledge.full(u) & !candidates[u])));
    Some(with(branch, groups, gone))
}

/// The unknowns of the statements and houses by which turns follow and cases end: what is gone of them before now matters more.
fn looked_at(board: &Board, csp: Subproblems, branch: &Branch, cells: &mut Vec<UnknownId>) {
    let mut of = |of: ConstraintId| {
        cells.extend(csp(of).map_or(&[][..], |searched| &searched.csp.unknowns));
        if let ConstraintId::Group(group) = of {
            cells.extend(board.house(group).map_or(&[][..], |house| &house.cells));
        }
    };
    for turn in &branch.turns {
        match turn.by {
            By::Group(group) => of(ConstraintId::Group(group)),
            By::Pattern(pattern) => of(ConstraintId::Pattern(pattern)),
            _ => {}
        }
    }
    match &branch.end {
        End::Broken(group) | End::NoPlace(group, _) => of(ConstraintId::Group(*group)),
        End::BrokenPattern(pattern) => of(ConstraintId::Pattern(*pattern)),
        End::NoValue(cell) => cells.push(*cell),
        End::Either(cell, branches) => {
            cells.push(*cell);
            branches.iter().for_each(|inner| looked_at(board, csp, inner, cells));
        }
        End::GraphConstraint(..) | End::Islands(_) | End::Pieces(..) => {}
    }
    cells.extend(branch.turns.iter().filter(|turn| turn.by == By::OnlyValue).map(|turn| turn.cell));
}

fn size(branch: &Branch) -> usize {
    length(&branch.turns, &branch.end)
}

/// Takes out the turn of this number, if it is no more than what follows; there is one way to (`n` is 0).
fn without_turn(branch: &mut Branch, at: usize, n: usize) -> bool {
    n == 0
        && within(branch, at, &mut |branch, at| match branch.turns.get(at) {
            Some(Turn { by: By::Supposed, .. }) | None => false,
            Some(_) => {
                branch.turns.remove(at);
                true
            }
        })
}

/// Replaces the case split after the turn of this number by the turns of its `n`th case without the hypothesis; false if no split
/// follows the turn.
fn lifted(branch: &mut Branch, at: usize, n: usize) -> bool {
    within(branch, at, &mut |branch, at| match &mut branch.end {
        End::Either(_, branches) if at + 1 == branch.turns.len() && n < branches.len() => {
            let Branch { turns, end } = branches.swap_remove(n);
            branch.turns.extend(turns.into_iter().skip(1));
            branch.end = end;
            true
        }
        _ => false,
    })
}

/// Changes the branch that has the turn of this number.
fn within(branch: &mut Branch, at: usize, change: &mut dyn FnMut(&mut Branch, usize) -> bool) -> bool {
    if at < branch.turns.len() {
        return change(branch, at);
    }
    let mut at = at - branch.turns.len();
    let End::Either(_, branches) = &mut branch.end else { return false };
    for inner in branches {
        match at.checked_sub(size(inner)) {
            Some(rest) => at = rest,
            None => return within(inner, at, change),
        }
    }
    false
}
