//! Islands around homes, in a sea that is shaded: each land cell belongs to one home, and a home says how many its island has.
//! A rule tells this by a hidden grid of owners; here it is read back from the conditions on that grid, and told by what is seen.
//!
//! What is recognised: a yes/no cell that holds exactly where its owner is 0, and units by which an owner has a fixed value and
//! a number of the owners have it. Whether a conclusion follows is the solver's word; the sentence is checked by `faults`.

use super::super::groups::Group;
use super::super::knowledge::Knowledge;
use super::super::local::Mask;
use super::graphs::{Gone, State};
use super::{Argument, Board, Finding};
use crate::model::{ExprId, Model, Node, UnknownId};
use crate::session::answer::Atom;
use rustc_hash::FxHashMap;

/// One home.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    pub unit: usize,
    pub cell: usize,
    /// Cells of its island; none where that is open.
    pub size: Option<usize>,
}

/// Cells by their position in `cells`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Islands {
    pub cells: Vec<UnknownId>,
    pub near: Vec<Vec<usize>>,
    pub homes: Vec<Home>,
    /// All units that speak of owners.
    pub units: Vec<usize>,
    owners: FxHashMap<UnknownId, usize>,
    /// By owner's value.
    home_of: FxHashMap<i64, Home>,
}

/// What can't be with islands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// A home is sea.
    Drowned,
    /// The islands of two homes are one.
    Joined(usize, usize),
    /// The island has more cells than its number.
    TooLarge(usize),
    /// The island has no room for its number.
    NoRoom(usize),
    /// No island reaches this land.
    Unreached(usize),
}

impl Islands {
    /// Takes in the channels first, for they say which cells are looked at; then what is said of owners.
    pub(crate) fn read(model: &Model, groups: &[Group]) -> Option<Islands> {
        let mut islands = Islands::default();
        for (unit, group) in groups.iter().enumerate() {
            for &e in &group.constraints {
                if let Some((cell, owner)) = channel(model, e) {
                    islands.owners.insert(owner, islands.cells.len());
                    islands.cells.push(cell);
                    islands.units.push(unit);
                }
            }
        }
        if islands.cells.is_empty() {
            return None;
        }
        for (unit, group) in groups.iter().enumerate() {
            if group.scope.iter().any(|u| islands.owners.contains_key(u)) {
                islands.units.push(unit);
                islands.read_home(model, unit, group);
            }
        }
        islands.units.sort_unstable();
        islands.units.dedup();
        islands.near = vec![vec![]; islands.cells.len()];
        islands.read_neighbours(model, groups);
        islands.homes = islands.home_of.values().cloned().collect();
        islands.homes.sort_by_key(|h| h.cell);
        (!islands.homes.is_empty()).then_some(islands)
    }

    fn read_home(&mut self, model: &Model, unit: usize, group: &Group) {
        let owner_is = |e| match model.pool.node(e) {
            Node::Eq(inner, k) => match model.pool.node(*inner) {
                Node::IntVar(u) => self.owners.get(u).map(|&cell| (cell, *k)),
                _ => None,
            },
            _ => None,
        };
        let fixed = group.constraints.iter().find_map(|&e| owner_is(e));
        let Some((cell, k)) = fixed.filter(|f| f.1 != 0) else { return };
        let count = |e| {
            let Node::Eq(sum, n) = model.pool.node(e) else { return None };
            let Node::Sum(terms, 0) = model.pool.node(*sum) else { return None };
            let one = |&(c, e): &(i64, _)| match model.pool.node(e) {
                Node::FromBool(inner) => c == 1 && owner_is(*inner).is_some_and(|o| o.1 == k),
                _ => false,
            };
            if terms.iter().all(one) { usize::try_from(*n).ok() } else { None }
        };
        let mut size = group.constraints.iter().find_map(|&e| count(e));
        // Of an island of one cell nothing is counted: no other cell has the owner.
        let others = |e| matches!(model.pool.node(e), Node::Not(inner) if owner_is(*inner).is_some_and(|o| o.1 == k));
        let denied: usize = group
            .constraints
            .iter()
            .map(|&e| match model.pool.node(e) {
                Node::And(list) => list.iter().filter(|&&e| others(e)).count(),
                _ => usize::from(others(e)),
            })
            .sum();
        if size.is_none() && denied + 1 == self.cells.len() {
            size = Some(1);
        }
        self.home_of.insert(k, Home { unit, cell, size });
    }

    /// Cells side by side can't be of two islands: `a = 0 or b = 0 or a = b` of their owners.
    fn read_neighbours(&mut self, model: &Model, groups: &[Group]) {
        for group in groups.iter() {
            let cells: Vec<usize> = group.scope.iter().filter_map(|u| self.owners.get(u).copied()).collect();
            let &[a, b] = &cells[..] else { continue };
            let apart = |&e: &_| match model.pool.node(e) {
                Node::Or(parts) => parts.len() == 3,
                _ => false,
            };
            if group.scope.len() == 2 && group.constraints.iter().any(apart) {
                self.near[a].push(b);
                self.near[b].push(a);
            }
        }
    }

    pub(crate) fn is_owner(&self, u: UnknownId) -> bool {
        self.owners.contains_key(&u)
    }

    /// A shaded cell is sea.
    pub(crate) fn land(&self, cell: usize, masks: &[Mask]) -> State {
        match masks[self.cells[cell]] {
            0b01 => State::There,
            0b10 => State::Gone,
            _ if self.homes.iter().any(|h| h.cell == cell) => State::There,
            _ => State::Open,
        }
    }

    /// The land known to be in one piece with a cell.
    fn piece(&self, start: usize, masks: &[Mask]) -> Vec<usize> {
        let mut piece = vec![start];
        let mut next = 0;
        while let Some(&cell) = piece.get(next) {
            next += 1;
            for &near in &self.near[cell] {
                if self.land(near, masks) == State::There && !piece.contains(&near) {
                    piece.push(near);
                }
            }
        }
        piece
    }

    /// The cells that an island can still have, each with the cells that it takes to get there beyond those it has.
    pub(crate) fn reach(&self, home: usize, masks: &[Mask]) -> Vec<usize> {
        let own = self.piece(self.homes[home].cell, masks);
        let mut foreign = vec![false; self.cells.len()];
        for other in self.homes.iter().filter(|h| !own.contains(&h.cell)) {
            for cell in self.piece(other.cell, masks) {
                foreign[cell] = true;
                self.near[cell].iter().for_each(|&near| foreign[near] = true);
            }
        }
        let most = self.homes[home].size.unwrap_or(self.cells.len()).saturating_sub(own.len());
        let mut steps = vec![usize::MAX; self.cells.len()];
        own.iter().for_each(|&cell| steps[cell] = 0);
        let mut reached = own;
        let mut next = 0;
        while let Some(&cell) = reached.get(next) {
            next += 1;
            for &near in &self.near[cell] {
                let free = self.land(near, masks) != State::Gone && !foreign[near];
                if free && steps[near] == usize::MAX && steps[cell] < most {
                    steps[near] = steps[cell] + 1;
                    reached.push(near);
                }
            }
        }
        reached
    }

    /// The cells known to be of an island.
    pub(crate) fn known_size(&self, home: usize, masks: &[Mask]) -> usize {
        self.piece(self.homes[home].cell, masks).len()
    }

    /// What is wrong with the islands, if that is sure.
    pub(crate) fn trouble(&self, masks: &[Mask]) -> Option<Trouble> {
        if self.homes.iter().any(|h| self.land(h.cell, masks) == State::Gone) {
            return Some(Trouble::Drowned);
        }
        for (h, home) in self.homes.iter().enumerate() {
            let piece = self.piece(home.cell, masks);
            if let Some(other) = self.homes.iter().position(|o| o.cell != home.cell && piece.contains(&o.cell)) {
                return Some(Trouble::Joined(h, other));
            }
            if home.size.is_some_and(|n| piece.len() > n) {
                return Some(Trouble::TooLarge(h));
            }
        }
        let mut met = vec![false; self.cells.len()];
        for (h, home) in self.homes.iter().enumerate() {
            let reach = self.reach(h, masks);
            if home.size.is_some_and(|n| reach.len() < n) {
                return Some(Trouble::NoRoom(h));
            }
            reach.into_iter().for_each(|cell| met[cell] = true);
        }
        let lost = (0..self.cells.len()).find(|&c| !met[c] && self.land(c, masks) == State::There);
        lost.map(Trouble::Unreached)
    }

    /// Candidates gone of all cells: what a trouble may rest on.
    pub(crate) fn all_known(&self, masks: &[Mask]) -> Gone {
        let known = |&u: &UnknownId| masks[u].is_power_of_two();
        self.cells.iter().copied().filter(known).map(|u| (u, !masks[u] & 0b11)).collect()
    }
}

/// `cell <=> owner = 0`
fn channel(model: &Model, e: ExprId) -> Option<(UnknownId, UnknownId)> {
    let Node::Iff(a, b) = model.pool.node(e) else { return None };
    let cell = |e: &ExprId| match model.pool.node(*e) {
        Node::BoolVar(u) => Some(*u),
        _ => None,
    };
    let owner = |e: &ExprId| match model.pool.node(*e) {
        Node::Eq(inner, 0) => match model.pool.node(*inner) {
            Node::IntVar(u) => Some(*u),
            _ => None,
        },
        _ => None,
    };
    let found = cell(a).zip(owner(b)).or_else(|| cell(b).zip(owner(a)))?;
    (!model.unknown(found.0).hidden && model.unknown(found.1).hidden).then_some(found)
}

/// What would bring trouble to the islands. Homes, and cells with which an island would be too large, are told together.
pub(crate) fn island_troubles(board: &Board, knowledge: &Knowledge) -> Vec<Finding> {
    let Some(islands) = &board.islands else { return vec![] };
    let mut found: Vec<Finding> = Vec::new();
    let mut masks = board.marks.clone();
    if islands.trouble(&masks).is_some() {
        return found;
    }
    for &cell in &islands.cells {
        let at = cell.index();
        if knowledge.known[at].is_some() {
            continue;
        }
        for (supposed, value) in [(0b01, 1), (0b10, 0)] {
            if masks[at] & supposed == 0 {
                continue;
            }
            let before = std::mem::replace(&mut masks[at], supposed);
            let trouble = islands.trouble(&masks);
            masks[at] = before;
            let Some(trouble) = trouble else { continue };
            let conclusion = Atom { unknown: cell, value, is: true };
            let same = |f: &&mut Finding| match &f.argument {
                Argument::Islands { trouble: other } => {
                    *other == trouble && matches!(trouble, Trouble::TooLarge(_) | Trouble::Drowned)
                }
                _ => false,
            };
            match found.iter_mut().find(same) {
                Some(finding) => finding.conclusions.push(conclusion),
                None => found.push(Finding {
                    argument: Argument::Islands { trouble },
                    conclusions: vec![conclusion],
                    units: islands.units.clone(),
                    gone: islands.all_known(&board.marks),
                }),
            }
        }
    }
    found
}
