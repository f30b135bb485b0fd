//! Islands around homes, in a sea that is shaded: each land cell belongs to one home, and a home gives the number of its cells.
//! A rule encodes this by a hidden grid of owners. Islands are read back from the conditions on that grid, so that words can speak of visible cells.
//!
//! Islands are recognised by a yes/no cell that holds exactly where its owner is 0, and by groups that fix the value of an owner,
//! connect the cells with this owner, and can count them. Whether a conclusion follows is judged by `violation_check`.

mod find;
mod reach;
#[cfg(test)]
mod tests;

pub(crate) use find::island_violations;

use super::super::groups::Group;
use rustc_hash::FxHashMap;
use sator_model::view::{self, Test, View};
use sator_model::{ExprId, Model, UnknownId};

/// One home.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub group: usize,
    pub cell: usize,
    /// Cells of its island; none where that is open.
    pub size: Option<usize>,
}

/// Cells by their position in `cells`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    pub cells: Vec<UnknownId>,
    /// By cell: the group that ties land to owners.
    pub channel_by: Vec<usize>,
    /// By cell: those side by side, each with the group that keeps islands apart there.
    pub near: Vec<Vec<(usize, usize)>>,
    pub homes: Vec<Home>,
    /// By cell.
    pub home_at: Vec<Option<usize>>,
    /// All groups that speak of owners.
    pub groups: Vec<usize>,
    owners: FxHashMap<UnknownId, usize>,
    /// By owner's value.
    home_of: FxHashMap<i64, Home>,
}

impl Islands {
    /// Takes in the channels first, as they name the cells; then the conditions on owners.
    pub(crate) fn read(model: &Model, groups: &[Group]) -> Option<Islands> {
        let mut islands = Islands::default();
        for (number, group) in groups.iter().enumerate() {
            for &e in &group.constraints {
                if let Some((cell, owner)) = channel(model, e) {
                    islands.owners.insert(owner, islands.cells.len());
                    islands.cells.push(cell);
                    islands.channel_by.push(number);
                    islands.groups.push(number);
                }
            }
        }
        if islands.cells.is_empty() {
            return None;
        }
        for (number, group) in groups.iter().enumerate() {
            if group.scope.iter().any(|u| islands.owners.contains_key(u)) {
                islands.groups.push(number);
                islands.read_home(model, number, group);
            }
        }
        islands.groups.sort_unstable();
        islands.groups.dedup();
        islands.near = vec![vec![]; islands.cells.len()];
        islands.read_neighbours(model, groups);
        islands.homes = islands.home_of.values().cloned().collect();
        islands.homes.sort_by_key(|h| h.cell);
        islands.home_at = vec![None; islands.cells.len()];
        islands.homes.iter().enumerate().for_each(|(h, home)| islands.home_at[home.cell] = Some(h));
        (!islands.homes.is_empty()).then_some(islands)
    }

    fn read_home(&mut self, model: &Model, number: usize, group: &Group) {
        let owner_is = |e| view::value(&model.pool, e).and_then(|(u, k)| Some((*self.owners.get(&u)?, k)));
        let fixed = group.constraints.iter().find_map(|&e| owner_is(e));
        let Some((cell, k)) = fixed.filter(|f| f.1 != 0) else { return };
        let is_own = |&e: &ExprId| owner_is(e).is_some_and(|(_, owner)| owner == k);
        let count = |&e: &ExprId| {
            let View::Linear(sum, Test::Is(n)) = View::of(&model.pool, e, true) else { return None };
            let conditions: Vec<ExprId> = sum.counted(&model.pool)?;
            if conditions.iter().all(is_own) { usize::try_from(n).ok() } else { None }
        };
        let mut size = group.constraints.iter().find_map(count);
        // Nothing is counted for an island of one cell: no other cell has the owner.
        let denied = |e: ExprId| match view::fix(&model.pool, e, true) {
            Some((u, Test::IsNot(owner))) => usize::from(owner == k && self.owners.contains_key(&u)),
            _ => 0,
        };
        let denied_by = |&e: &ExprId| match View::of(&model.pool, e, true) {
            View::All(list, true) => list.iter().map(|&e| denied(e)).sum(),
            _ => denied(e),
        };
        let all_denied: usize = group.constraints.iter().map(denied_by).sum();
        if size.is_none() && all_denied + 1 == self.cells.len() {
            size = Some(1);
        }
        // A number that is used for something else makes no island. One cell is connected by itself.
        let connected = |&e: &ExprId| matches!(View::of(&model.pool, e, true), View::Connected(_));
        if size != Some(1) && !group.constraints.iter().any(connected) {
            return;
        }
        self.home_of.insert(k, Home { group: number, cell, size });
    }

    /// Cells side by side can't be of two islands: `a = 0 or b = 0 or a = b` of their owners.
    fn read_neighbours(&mut self, model: &Model, groups: &[Group]) {
        for (number, group) in groups.iter().enumerate() {
            let cells: Vec<usize> = group.scope.iter().filter_map(|u| self.owners.get(u).copied()).collect();
            let &[a, b] = &cells[..] else { continue };
            let apart = |&e: &_| matches!(View::of(&model.pool, e, true), View::Clause(&[_, _, _], true));
            if group.scope.len() == 2 && group.constraints.iter().any(apart) {
                self.near[a].push((b, number));
                self.near[b].push((a, number));
            }
        }
    }

    pub(crate) fn is_owner(&self, u: UnknownId) -> bool {
        self.owners.contains_key(&u)
    }
}

/// `cell <=> owner = 0`
fn channel(model: &Model, e: ExprId) -> Option<(UnknownId, UnknownId)> {
    let owner = |(cell, definition)| match view::value(&model.pool, definition) {
        Some((owner, 0)) => Some((cell, owner)),
        _ => None,
    };
    let (cell, owner) = view::channels(&model.pool, e).find_map(owner)?;
    (!model.unknown(cell).hidden && model.unknown(owner).hidden).then_some((cell, owner))
}
