//! A few groups as a small constraint problem of their own, searched without the solver: which values do
//! they leave to each unknown? Values of an unknown are bits of a mask, by their position in its domain.
//!
//! Sound, and complete within its budget: a value is removed only after the search has shown that no choice of values with it
//! meets all conditions. `narrow` passes bounds up and down the expressions. An all-different condition on plain unknowns also
//! removes the value of a decided unknown from the others. Large problems and problems about graphs are narrowed, not searched.

mod answers;
mod constructive_disjunction;
mod distinct_sum;
mod graphs;
mod group_solutions;
mod hc4;
mod hc4_state;
mod read;
#[cfg(test)]
mod tests;
mod witnesses;

use crate::mask::{Mask, lowest};
use answers::Answers;
use distinct_sum::{DistinctSum, matches_a_set};
use hc4_state::{Hc4State, Parents};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::Atom;
use sator_model::graph::GraphRef;
use sator_model::view;
use sator_model::{ExprId, Model, Node, UnknownId};
use sator_solve::lower::differing::{UNKNOWNS_MAX, differing};
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use witnesses::Witnesses;

/// Domains with more values have no mask.
pub(super) const WIDEST: u64 = Mask::BITS as u64;

/// Problems larger than this are not searched.
pub(super) const SEARCHED_UNKNOWNS: usize = 48;
const SEARCHED_NODES: usize = 1500;

/// Problems larger than this are left to the solver.
const MOST_UNKNOWNS: usize = 400;
const MOST_NODES: usize = 6000;

/// Branches of one search, and of all searches for one [`GroupCsp::possible`].
const BRANCHES: u32 = 2_000;
const ALL_BRANCHES: u32 = 20_000;

/// Nodes that all searches for one answer evaluate. The branches are this number divided by the cost of one branch, so a large
/// problem has fewer.
const ALL_NODES: usize = 400_000;
/// Evaluations of a node in one branch, on average.
const LOOKS: usize = 4;

/// Nodes that are evaluated in the time of a step of a walk through a graph, as measured on Double Choco boards of 10x10.
const WALK: usize = 4;

/// Nodes of a problem that counts as one unit of effort.
const SMALL: usize = 256;

/// The values of an unknown, by position; `None` for a domain too wide for a mask.
pub(super) fn values_of(model: &Model, u: UnknownId) -> Option<Arc<[i64]>> {
    let domain = &model.unknown(u).domain;
    (domain.size() <= WIDEST).then(|| domain.iter().collect())
}

/// A graph, with the vertices that remain of it by number; `None` for all.
type GraphPart = (Option<Vec<bool>>, GraphRef);

pub(super) struct GroupCsp {
    pub unknowns: Vec<UnknownId>,
    values: Vec<Arc<[i64]>>,
    /// Children before parents, children by their position here; unknowns by position as well.
    nodes: Vec<Node>,
    /// Bounds of each node for all values of the unknowns.
    bounds: Vec<(i64, i64)>,
    /// Conditions that must hold, by position.
    roots: Vec<usize>,
    /// All-different conditions on unknowns of one domain.
    different: Vec<Vec<usize>>,
    /// Unknowns with a known sum.
    totals: Vec<(Vec<usize>, i64)>,
    /// Unknowns of which exactly one is yes.
    exactly_one_of: Vec<Vec<usize>>,
    /// The vertices of the graphs of all nodes about graphs: each such node is a walk.
    walked: usize,
    /// The graphs in the conditions, by position, each with the vertices of the part that a condition depends on. `None` where the
    /// problem can't have any.
    graphs: Option<Vec<GraphPart>>,
    /// Set if the problem is exactly this: all unknowns differ and have a sum.
    distinct_sum: Option<DistinctSum>,
    /// Whether the problem is exactly a table of the values of its unknowns, of which narrowing leaves the possible values.
    is_table: bool,
    /// The house that makes all unknowns differ, if the problem has one beside its groups.
    pub distinct_by: Option<usize>,
    /// Nodes evaluated for one answer.
    effort: usize,
    /// Candidate count at which a search was seen to use up its effort without removing anything.
    give_up_above: Cell<u32>,
    answers: RefCell<Answers>,
    witnesses: RefCell<Witnesses>,
    parents: Parents,
    hc4: RefCell<Hc4State>,
}

impl GroupCsp {
    /// The conjunction of some conditions; `None` if it is too large, or about a graph.
    pub(super) fn new(model: &Model, conditions: &[ExprId]) -> Option<GroupCsp> {
        GroupCsp::of(model, conditions, None)
    }

    /// The conjunction of some conditions, also about graphs; `None` if it is too large.
    pub(super) fn with_graphs(model: &Model, conditions: &[ExprId]) -> Option<GroupCsp> {
        GroupCsp::of(model, conditions, Some(vec![]))
    }

    fn of(model: &Model, conditions: &[ExprId], graphs: Option<Vec<GraphPart>>) -> Option<GroupCsp> {
        let mut csp = GroupCsp {
            graphs,
            walked: 0,
            unknowns: vec![],
            values: vec![],
            nodes: vec![],
            bounds: vec![],
            roots: vec![],
            different: vec![],
            totals: vec![],
            exactly_one_of: vec![],
            distinct_sum: None,
            is_table: false,
            distinct_by: None,
            effort: ALL_NODES,
            give_up_above: Cell::new(u32::MAX),
            answers: RefCell::default(),
            witnesses: RefCell::default(),
            parents: Parents::default(),
            hc4: RefCell::default(),
        };
        let mut places = FxHashMap::default();
        for &e in conditions {
            if let Some(list) = csp.plain_different(model, e) {
                csp.different.push(list);
                continue;
            }
            let root = csp.node(model, e, &mut places)?;
            csp.roots.push(root);
            if let Some((cells, total)) = view::total::<Vec<UnknownId>>(&model.pool, e) {
                let places: Option<Vec<usize>> = cells.into_iter().map(|u| csp.unknown(model, u)).collect();
                csp.totals.push((places?, total));
            }
            if let Some(list) = csp.exactly_one(model, e) {
                csp.exactly_one_of.push(list);
            }
        }
        if csp.unknowns.len() > MOST_UNKNOWNS || csp.nodes.len() > MOST_NODES {
            return None;
        }
        csp.walked = csp.nodes.iter().filter_map(Node::graph).map(|graph| graph.size).sum();
        csp.answers = Answers::of(csp.values.iter().map(|values| values.len())).into();
        csp.parents = Parents::new(&csp.nodes, &csp.roots, csp.unknowns.len());
        csp.hc4 = Hc4State::new(&csp.bounds, csp.unknowns.len(), &csp.parents).into();
        csp.distinct_sum = csp.as_distinct_sum();
        csp.is_table = csp.is_table_of_unknowns();
        Some(csp)
    }

    /// This problem with all unknowns different, as the house of this number implies.
    pub(super) fn kept_apart_by(mut self, house: Option<usize>) -> GroupCsp {
        if house.is_some() {
            self.different.push((0..self.unknowns.len()).collect());
            self.distinct_by = house;
            self.distinct_sum = self.as_distinct_sum();
            self.is_table = false;
        }
        self
    }

    /// Whether the problem is narrowed by bounds only, so that impossible values can stay.
    pub(super) fn is_large(&self) -> bool {
        if self.is_table {
            return false;
        }
        let graphs = self.graphs.as_ref().is_some_and(|graphs| !graphs.is_empty());
        graphs || self.unknowns.len() > SEARCHED_UNKNOWNS || self.nodes.len() > SEARCHED_NODES
    }

    /// The effort of one narrowing, in narrowings of a small statement.
    pub(super) fn cost(&self) -> usize {
        let branches = self.exactly_one_of.iter().map(Vec::len).max().unwrap_or(0);
        1 + (self.nodes.len() + WALK * self.walked) * (1 + branches) / SMALL
    }

    /// The values that each unknown can take, out of those in `masks` (by position in `unknowns`), under
    /// all conditions; all masks are 0 if there are none. Where the search gives up, values stay.
    pub(super) fn possible(&self, masks: &[Mask]) -> Arc<[Mask]> {
        if let Some(sum) = &self.distinct_sum {
            return sum.possible(masks).into();
        }
        // A large problem keeps its bounds up to date, which is faster than to look answers up in a table.
        let is_kept = !self.is_large() || !self.exactly_one_of.is_empty();
        if is_kept && let Some(known) = self.answers.borrow_mut().get(masks) {
            return known;
        }
        let candidates = masks.iter().map(|m| m.count_ones()).sum::<u32>();
        if candidates >= self.give_up_above.get() {
            return masks.into();
        }
        let (found, gave_up) = match (self.only_different(), self.is_large()) {
            (Some(list), _) => (spread_out(masks, list), false),
            (None, _) if self.is_table => (self.narrowed(masks), false),
            (None, true) => (self.by_constructive_disjunction(masks), false),
            (None, false) => self.searched(masks),
        };
        if gave_up && found == masks {
            self.give_up_above.set(candidates - candidates / 4);
        }
        let found: Arc<[Mask]> = found.into();
        if is_kept {
            self.answers.borrow_mut().keep(masks, found.clone());
        }
        found
    }

    /// The values that some solution has, and whether a search gave up. Values of a search that gave up stay.
    fn searched(&self, masks: &[Mask]) -> (Vec<Mask>, bool) {
        let mut gave_up = false;
        let mut left = self.branches();
        let narrowed = self.narrowed(masks);
        let masks = &narrowed[..];
        let mut met = self.witnesses.borrow().within(masks);
        for at in 0..masks.len() {
            let mut bit: Mask = 1;
            while bit != 0 && bit <= masks[at] {
                if masks[at] & bit != 0 && met[at] & bit == 0 {
                    let mut start = masks.to_vec();
                    start[at] = bit;
                    match self.search(&start, &met, &mut left) {
                        Some(Some(solution)) => met.iter_mut().zip(solution).for_each(|(m, s)| *m |= s),
                        Some(None) => {}
                        None => {
                            met[at] |= bit;
                            gave_up = true;
                        }
                    }
                }
                bit <<= 1;
            }
            if met[at] == 0 {
                return (vec![0; masks.len()], gave_up);
            }
        }
        (met, gave_up)
    }

    /// Whether it is sure that no choice of these values meets all conditions.
    pub(super) fn impossible(&self, masks: &[Mask]) -> bool {
        if let Some(sum) = &self.distinct_sum {
            return sum.possible(masks).contains(&0);
        }
        if let Some(list) = self.only_different() {
            return spread_out(masks, list).contains(&0);
        }
        if self.is_table {
            return self.narrowed(masks).contains(&0);
        }
        if self.is_large() {
            return self.by_constructive_disjunction(masks).contains(&0);
        }
        if self.witnesses.borrow().any_within(masks) {
            return false;
        }
        self.search(masks, &vec![0; masks.len()], &mut self.branches()) == Some(None)
    }

    /// The values that facts leave, by position in `unknowns`.
    pub(super) fn masks_of(&self, facts: &[Atom]) -> Vec<Mask> {
        let left = |(&unknown, values): (&UnknownId, &Arc<[i64]>)| {
            let about = || facts.iter().filter(|fact| fact.unknown == unknown);
            let agrees = |value: &i64| about().all(|fact| (fact.value == *value) == fact.is);
            values.iter().enumerate().filter(|(_, value)| agrees(value)).fold(0, |mask, (at, _)| mask | 1 << at)
        };
        self.unknowns.iter().zip(&self.values).map(left).collect()
    }

    /// Whether it is sure that some choice of these values meets all conditions.
    pub(super) fn can_hold(&self, masks: &[Mask]) -> bool {
        if self.distinct_sum.is_some() || self.only_different().is_some() || self.is_table {
            return !self.impossible(masks);
        }
        if self.is_large() || masks.contains(&0) {
            return false;
        }
        self.witnesses.borrow().any_within(masks)
            || matches!(self.search(masks, &vec![0; masks.len()], &mut self.branches()), Some(Some(_)))
    }

    /// The problem as a sum of cells that differ, if it is one and no more.
    fn as_distinct_sum(&self) -> Option<DistinctSum> {
        let ([list], [_], [(summed, total)]) = (&self.different[..], &self.roots[..], &self.totals[..]) else {
            return None;
        };
        let mut summed = summed.clone();
        let mut differing = list.clone();
        summed.sort_unstable();
        differing.sort_unstable();
        let all: Vec<usize> = (0..self.unknowns.len()).collect();
        let same = self.values.iter().all(|values| *values == self.values[0]);
        if summed != all || differing != all || !same {
            return None;
        }
        DistinctSum::new(&self.values[0], all.len(), i128::from(*total))
    }

    /// Whether the problem is one table, each column of which is an unknown of its own.
    fn is_table_of_unknowns(&self) -> bool {
        let [root] = self.roots[..] else { return false };
        let Node::Table(list, _) = &self.nodes[root] else { return false };
        let unknown = |e: &ExprId| match &self.nodes[*e] {
            Node::BoolVar(u) | Node::IntVar(u) => Some(*u),
            Node::FromBool(a) => match &self.nodes[*a] {
                Node::BoolVar(u) => Some(*u),
                _ => None,
            },
            _ => None,
        };
        let columns: Option<FxHashSet<UnknownId>> = list.iter().map(unknown).collect();
        self.different.is_empty() && columns.is_some_and(|columns| columns.len() == list.len())
    }

    /// Whether dynamic programming answers it, not a search.
    pub(super) fn is_distinct_sum(&self) -> bool {
        self.distinct_sum.is_some()
    }

    /// Whether no set of values has the sum and can be matched to the cells (Kuhn, The Hungarian method for the assignment
    /// problem, 1955): the same answer by another method.
    pub(super) fn is_refuted_by_matching(&self, masks: &[Mask], total: i64) -> bool {
        self.values.first().is_some_and(|values| !matches_a_set(values, masks, i128::from(total)))
    }

    /// The unknowns of a problem that is no more than that they differ.
    fn only_different(&self) -> Option<&[usize]> {
        match &self.different[..] {
            [list] if self.nodes.is_empty() && list.len() <= UNKNOWNS_MAX => Some(list),
            _ => None,
        }
    }

    /// This problem with another number of nodes after which a search gives up.
    pub(super) fn within(self, effort: usize) -> GroupCsp {
        GroupCsp { effort, ..self }
    }

    /// Branches of all searches for one answer.
    fn branches(&self) -> u32 {
        ((self.effort / (LOOKS * self.nodes.len()).max(1)) as u32).min(ALL_BRANCHES)
    }

    /// A choice of values that meets all conditions, with values not in `met` if possible; the outer `None` when
    /// the search gave up.
    fn search(&self, masks: &[Mask], met: &[Mask], left: &mut u32) -> Option<Option<Vec<Mask>>> {
        let mut budget = BRANCHES.min(*left);
        let before = budget;
        let found = self.branch(masks.to_vec(), met, &mut budget);
        *left -= before - budget;
        if let Some(Some(solution)) = &found {
            self.witnesses.borrow_mut().keep(solution);
        }
        found
    }

    fn branch(&self, mut masks: Vec<Mask>, met: &[Mask], budget: &mut u32) -> Option<Option<Vec<Mask>>> {
        if *budget == 0 {
            return None;
        }
        *budget -= 1;
        let Some(settled) = self.narrow(&mut masks) else { return Some(None) };
        let open = |at: &usize| !masks[*at].is_power_of_two();
        let all = 0..masks.len();
        let next = match settled {
            // Only all-different conditions are left.
            true => self.different.iter().flatten().copied().filter(open).min_by_key(|&at| masks[at].count_ones()),
            false => all.filter(open).min_by_key(|&at| masks[at].count_ones()),
        };
        let Some(at) = next else {
            let pick = |(&mask, &met): (&Mask, &Mask)| lowest(if mask & !met != 0 { mask & !met } else { mask });
            return Some(Some(masks.iter().zip(met).map(pick).collect()));
        };
        let fresh = masks[at] & !met[at];
        for part in [fresh, masks[at] & !fresh] {
            let mut rest = part;
            while rest != 0 {
                let bit = lowest(rest);
                rest &= !bit;
                let mut chosen = masks.clone();
                chosen[at] = bit;
                match self.branch(chosen, met, budget) {
                    Some(None) => {}
                    other => return other,
                }
            }
        }
        Some(None)
    }

    /// Takes values used once out of the others of an all-different list; false if that can't be.
    fn spread(&self, masks: &mut [Mask]) -> bool {
        let mut changed = true;
        while changed {
            changed = false;
            for list in &self.different {
                let (mut once, mut union): (Mask, Mask) = (0, 0);
                for &at in list {
                    union |= masks[at];
                    if masks[at].is_power_of_two() {
                        if once & masks[at] != 0 {
                            return false;
                        }
                        once |= masks[at];
                    }
                }
                if (union.count_ones() as usize) < list.len() {
                    return false;
                }
                for &at in list {
                    if !masks[at].is_power_of_two() && masks[at] & once != 0 {
                        masks[at] &= !once;
                        if masks[at] == 0 {
                            return false;
                        }
                        changed |= masks[at].is_power_of_two();
                    }
                }
            }
        }
        true
    }
}

/// The masks narrowed by the condition that those of a list differ; all 0 if that is impossible.
fn spread_out(masks: &[Mask], list: &[usize]) -> Vec<Mask> {
    let mut possible: Vec<Mask> = list.iter().map(|&at| masks[at]).collect();
    let mut left = masks.to_vec();
    match differing(&mut possible) {
        Some(()) => list.iter().zip(possible).for_each(|(&at, values)| left[at] = values),
        None => left.fill(0),
    }
    left
}
