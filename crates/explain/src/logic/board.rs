//! The board as a person sees it: houses, sums, and the candidates of each cell once known values are crossed out.

use super::super::group_csp::WIDEST;
use super::super::groups::Group;
use super::super::knowledge::{Knowledge, Source};
use super::branch::{By, Turn};
use super::count::Count;
use super::graph_constraint::{GraphConstraint, NetPart};
use super::islands::Islands;
use super::net_state::NetState;
use super::pieces::Pieces;
use super::violation::LoopViolation;
use crate::mask::Mask;
use sator_answer::Atom;
use sator_model::view::{self, Test, View};
use sator_model::wording::is_describable;
use sator_model::{ExprId, Model, Node, UnknownId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HouseKind {
    Row,
    Column,
    Region,
}

/// Unknowns that are all different, of one domain.
#[derive(Clone, Debug)]
pub(crate) struct House {
    pub group: usize,
    pub cells: Vec<UnknownId>,
    /// With as many cells as values: each value once.
    pub full: bool,
    pub kind: HouseKind,
}

/// Unknowns with a known sum.
#[derive(Clone, Debug)]
pub(crate) struct Total {
    pub group: usize,
    pub cells: Vec<UnknownId>,
    pub total: i64,
}

/// A constraint on more than single cells and statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structure {
    /// The net of this number.
    Net(usize),
    Islands,
    /// The division of this number.
    Pieces(usize),
}

/// Largest set of which one at most is yes that is read as pairs: neighbours, or a block with one star.
const EXCLUSIVE: usize = 4;

/// Grid, row and column.
type Place = (usize, usize, usize);

#[derive(Default)]
pub(crate) struct Board {
    pub houses: Vec<House>,
    pub totals: Vec<Total>,
    pub counts: Vec<Count>,
    pub nets: Vec<GraphConstraint>,
    pub islands: Option<Islands>,
    pub pieces: Vec<Pieces>,
    /// By unknown: those that must differ from it, each with the group that requires it.
    pub peers: Vec<Vec<(UnknownId, usize)>>,
    /// By yes/no unknown: the others that can't be yes together with it, each with the group that excludes both.
    pub apart: Vec<Vec<(UnknownId, usize)>>,
    /// By unknown: the houses that it is in, by position.
    pub houses_of: Vec<Vec<usize>>,
    /// By unknown: the strokes of loops that it is, each with its net.
    pub strokes_of: Vec<Vec<(usize, u32)>>,
    /// By unknown: the parts of nets that it decides, each with its net.
    pub parts_of: Vec<Vec<(usize, NetPart)>>,
    /// By net: its state under `candidates`.
    pub states: Vec<NetState>,
    /// By unknown: the loops, connected areas, islands and divisions that it is part of.
    pub structures_of: Vec<Vec<Structure>>,
    /// By unknown: the candidates left.
    pub candidates: Vec<Mask>,
    /// By unknown: whether words can speak of it: it is visible, or its rule has words for it.
    pub is_describable: Vec<bool>,
    /// By group: whether it requires only that unknowns differ.
    pub plain: Vec<bool>,
    /// By group: whether it requires only that one of some yes/no unknowns at most is yes, of one such set or several.
    pub excludes: Vec<bool>,
    /// By group: the unknowns it is about, sorted.
    pub scopes: Vec<Box<[UnknownId]>>,
    /// By pattern: the unknowns it is about.
    pub pattern_scopes: Vec<Box<[UnknownId]>>,
    places: Vec<Option<Place>>,
    groups: usize,
}

impl Board {
    /// The cause of conclusions, for the one about this unknown.
    pub(super) fn cause_of(&self, by: &By, conclusions: &[Atom], own: UnknownId) -> By {
        match by {
            By::GraphConstraint(net, violation) => {
                By::GraphConstraint(*net, self.nets[*net].violation_of(violation, conclusions, own))
            }
            by => by.clone(),
        }
    }

    /// Takes in the groups added since the last time.
    pub(crate) fn extend(&mut self, model: &Model, groups: &[Group]) {
        self.peers.resize(model.unknowns.len(), vec![]);
        self.apart.resize(model.unknowns.len(), vec![]);
        self.places.resize(model.unknowns.len(), None);
        self.is_describable = (0..model.unknowns.len()).map(UnknownId::at).map(|u| is_describable(model, u)).collect();
        for (g, grid) in model.grids.iter().enumerate() {
            for (i, u) in grid.unknowns.iter().enumerate() {
                if let Some(u) = u {
                    self.places[*u] = Some((g, i / grid.cols, i % grid.cols));
                }
            }
        }
        for (number, group) in groups.iter().enumerate().skip(self.groups) {
            let mut plain = !group.constraints.is_empty();
            for &e in &group.constraints {
                plain &= self.take(model, number, e);
            }
            self.plain.push(plain);
            let sets: Vec<Option<Vec<Vec<UnknownId>>>> =
                group.constraints.iter().map(|&e| exclusive_sets(model, e, true)).collect();
            self.excludes.push(sets.iter().all(Option::is_some));
            for set in sets.iter().flatten().flatten().filter(|set| set.len() <= EXCLUSIVE) {
                for &a in set {
                    self.apart[a].extend(set.iter().filter(|&&b| b != a).map(|&b| (b, number)));
                }
            }
            self.scopes.push(group.scope.as_slice().into());
        }
        if self.groups < groups.len() {
            self.islands = Islands::read(model, groups);
            self.pieces = Pieces::read(model, groups);
            if let Some(islands) = &self.islands {
                for net in &mut self.nets {
                    let idle = net.cells().any(|u| islands.is_owner(u));
                    net.is_superseded = idle;
                }
            }
        }
        self.groups = groups.len();
        self.houses_of = vec![vec![]; model.unknowns.len()];
        for (h, house) in self.houses.iter().enumerate() {
            house.cells.iter().for_each(|&u| self.houses_of[u].push(h));
        }
        self.strokes_of = vec![vec![]; model.unknowns.len()];
        let live = self.nets.iter().enumerate().filter(|(_, net)| net.is_loop() && !net.is_superseded);
        for (n, net) in live {
            for (e, u) in net.strokes() {
                self.strokes_of[u].push((n, e));
            }
        }
        self.read_structures(model.unknowns.len());
    }

    /// Notes which structures each unknown is part of.
    fn read_structures(&mut self, unknowns: usize) {
        self.structures_of = vec![vec![]; unknowns];
        let of = &mut self.structures_of;
        let mut add = |u: UnknownId, structure: Structure| {
            if !of[u].contains(&structure) {
                of[u].push(structure);
            }
        };
        for (n, net) in self.nets.iter().enumerate().filter(|(_, net)| !net.is_superseded) {
            net.cells().for_each(|u| add(u, Structure::Net(n)));
        }
        self.parts_of = vec![vec![]; unknowns];
        for (n, net) in self.nets.iter().enumerate().filter(|(_, net)| !net.is_superseded) {
            net.parts().for_each(|(u, part)| self.parts_of[u].push((n, part)));
        }
        self.islands.iter().flat_map(|islands| &islands.cells).for_each(|&u| add(u, Structure::Islands));
        for (n, pieces) in self.pieces.iter().enumerate() {
            pieces.cells().for_each(|u| add(u, Structure::Pieces(n)));
        }
    }

    /// The structures that have one of these cells, each once.
    pub(crate) fn structures(&self, cells: impl Iterator<Item = UnknownId>) -> Vec<Structure> {
        let mut found: Vec<Structure> = Vec::new();
        for structure in cells.flat_map(|u| &self.structures_of[u]) {
            if !found.contains(structure) {
                found.push(*structure);
            }
        }
        found
    }

    /// Every structure.
    pub(crate) fn all_structures(&self) -> Vec<Structure> {
        let nets = self.live_nets().map(|(n, _)| Structure::Net(n));
        let islands = self.islands.iter().map(|_| Structure::Islands);
        nets.chain(islands).chain((0..self.pieces.len()).map(Structure::Pieces)).collect()
    }

    /// Whether the turn does no more than cross out what is beside a yes: a neighbour of a shaded cell, the other cells that a lamp
    /// lights, or the ways that are left where a loop passes.
    pub(super) fn crosses_out(&self, turn: &Turn) -> bool {
        match turn.by {
            By::Group(group) => self.excludes[group],
            By::GraphConstraint(_, LoopViolation::Branches(_)) => true,
            _ => false,
        }
    }

    /// Takes in a condition; true if it requires only that unknowns differ.
    fn take(&mut self, model: &Model, group: usize, e: ExprId) -> bool {
        let pool = &model.pool;
        match View::of(pool, e, true) {
            View::Distinct(list, []) => {
                let Some(cells) = view::unknowns(pool, list) else { return false };
                self.add_house(model, group, cells)
            }
            View::Linear(sum, Test::IsNot(0)) => {
                let Some((a, b)) = sum.difference() else { return false };
                match (view::unknown(pool, a), view::unknown(pool, b)) {
                    (Some(a), Some(b)) if same_domain(model, a, b) => {
                        self.peers[a].push((b, group));
                        self.peers[b].push((a, group));
                        true
                    }
                    _ => false,
                }
            }
            View::Linear(_, Test::Is(_)) => {
                let total = view::total(pool, e).map(|(cells, total)| Total { group, cells, total });
                self.totals.extend(total);
                self.counts.extend(Count::read(model, group, e));
                false
            }
            _ => {
                self.nets.extend(GraphConstraint::new(model, group, e));
                false
            }
        }
    }

    fn add_house(&mut self, model: &Model, group: usize, cells: Vec<UnknownId>) -> bool {
        let size = model.unknown(cells[0]).domain.size();
        if size > WIDEST || cells.iter().any(|&c| !same_domain(model, c, cells[0])) {
            return false;
        }
        for &a in &cells {
            self.peers[a].extend(cells.iter().filter(|&&b| b != a).map(|&b| (b, group)));
        }
        let at = |u: UnknownId| self.places[u];
        let first = at(cells[0]);
        let all = |same: fn(Place, Place) -> bool| {
            cells.iter().all(|&c| at(c).zip(first).is_some_and(|(a, b)| a.0 == b.0 && same(a, b)))
        };
        let kind = match (all(|a, b| a.1 == b.1), all(|a, b| a.2 == b.2)) {
            (true, _) => HouseKind::Row,
            (_, true) => HouseKind::Column,
            _ => HouseKind::Region,
        };
        self.houses.push(House { group, full: cells.len() as u64 == size, cells, kind });
        true
    }

    /// Crosses out what known values leave no room for.
    pub(crate) fn update(&mut self, knowledge: &Knowledge) {
        self.candidates = cross_out(&self.peers, &knowledge.domains, &|u| pinned(knowledge, u), &|_| true);
        self.states = self.nets_under(&self.candidates);
    }

    /// The state of each net under these candidates.
    pub(super) fn nets_under(&self, masks: &[Mask]) -> Vec<NetState> {
        self.nets.iter().map(|net| NetState::new(net, masks)).collect()
    }

    pub(crate) fn candidates_of(&self, u: UnknownId) -> Mask {
        self.candidates[u]
    }

    /// Whether it has islands or pieces, whose arguments are about many statements.
    pub(crate) fn names_many(&self) -> bool {
        self.islands.is_some() || !self.pieces.is_empty()
    }

    /// Whether its nets, islands or pieces say all there is in this condition of a group.
    pub(crate) fn draws(&self, model: &Model, group: usize, condition: ExprId) -> bool {
        self.nets.iter().any(|net| net.condition == condition && net.is_clear())
            || self.islands.as_ref().is_some_and(|islands| islands.groups.binary_search(&group).is_ok())
            || Pieces::states_size(model, condition)
    }

    /// The house that keeps the cells of a sum apart, where that is another group.
    pub(crate) fn kept_apart_by(&self, group: usize) -> Option<usize> {
        let total = self.totals.iter().find(|t| t.group == group)?;
        let around = |h: &&House| total.cells.iter().all(|c| h.cells.contains(c));
        let own = self.houses.iter().any(|h| h.group == group);
        let smallest = self.houses.iter().filter(around).min_by_key(|h| h.cells.len())?;
        (!own && total.cells.len() > 1).then_some(smallest.group)
    }

    /// The nets that are looked at, with their numbers.
    pub(crate) fn live_nets(&self) -> impl Iterator<Item = (usize, &GraphConstraint)> {
        self.nets.iter().enumerate().filter(|(_, net)| !net.is_superseded)
    }

    /// The strokes that meet a stroke of a loop.
    pub(crate) fn beside(&self, u: UnknownId) -> Vec<UnknownId> {
        self.nets.iter().filter(|net| net.is_loop()).flat_map(|net| net.beside(u)).collect()
    }

    pub(crate) fn house(&self, group: usize) -> Option<&House> {
        self.houses.iter().find(|h| h.group == group)
    }

    /// The grid, and the line that a row or column is.
    pub(crate) fn line(&self, house: &House) -> Option<(usize, usize)> {
        let (grid, row, col) = self.places[house.cells[0]]?;
        match house.kind {
            HouseKind::Row => Some((grid, row)),
            HouseKind::Column => Some((grid, col)),
            HouseKind::Region => None,
        }
    }

    /// The candidates that these groups and facts leave, by themselves.
    pub(crate) fn candidates_from(&self, knowledge: &Knowledge, groups: &[usize], facts: &[usize]) -> Vec<Mask> {
        let mut masks: Vec<Mask> = knowledge.all_full().to_vec();
        for &f in facts {
            let fact = &knowledge.facts[f];
            masks[fact.unknown] &= fact.allowed;
        }
        let single = |u: usize| masks[u].is_power_of_two() && knowledge.values[u].is_some();
        cross_out(&self.peers, &masks, &single, &|group| groups.contains(&group))
    }
}

/// Whether one fact, or the domain, fixes the value.
fn pinned(knowledge: &Knowledge, u: usize) -> bool {
    knowledge.known[u].is_some() && knowledge.values[u].is_some()
}

fn cross_out(
    peers: &[Vec<(UnknownId, usize)>],
    masks: &[Mask],
    known: &dyn Fn(usize) -> bool,
    allowed: &dyn Fn(usize) -> bool,
) -> Vec<Mask> {
    let mut left = masks.to_vec();
    for u in (0..masks.len()).filter(|&u| known(u)) {
        for &(peer, group) in &peers[u] {
            if allowed(group) {
                left[peer] &= !masks[u];
            }
        }
    }
    left
}

fn same_domain(model: &Model, a: UnknownId, b: UnknownId) -> bool {
    model.unknown(a).domain == model.unknown(b).domain
}

/// The facts that say what is known of an unknown, by number.
pub(super) fn facts_of(knowledge: &Knowledge, u: UnknownId) -> Vec<usize> {
    let mut found: Vec<usize> = knowledge.facts_of(u).to_vec();
    found.sort_by_key(|&f| {
        (knowledge.facts[f].allowed.count_ones(), !matches!(knowledge.facts[f].source, Source::Statement(_)))
    });
    found
}

/// Sets of yes/no unknowns of which one at most is yes, if the condition is no more than that.
fn exclusive_sets(model: &Model, e: ExprId, truth: bool) -> Option<Vec<Vec<UnknownId>>> {
    let plain = |e: &ExprId| match model.pool.node(*e) {
        Node::BoolVar(u) => Some(*u),
        _ => None,
    };
    let set = |all: &[ExprId]| Some(vec![all.iter().map(plain).collect::<Option<Vec<_>>>()?]);
    match View::of(&model.pool, e, truth) {
        View::All(all, truth) => {
            let sets: Option<Vec<_>> = all.iter().map(|&e| exclusive_sets(model, e, truth)).collect();
            Some(sets?.concat())
        }
        View::Clause(both, false) if both.len() == 2 => set(both),
        View::Linear(sum, Test::AtMost(1)) => set(&sum.counted::<Vec<ExprId>>(&model.pool)?),
        _ => None,
    }
}
