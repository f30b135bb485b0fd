//! A few groups as a small constraint problem of their own, searched without the solver: which values do
//! they leave to each unknown? Values of an unknown are bits of a mask, by their position in its domain.
//!
//! Sound and, within its budget, complete: a value is given up only when the search has shown that no
//! choice of values meets all conditions. `narrow` passes bounds up and down their expressions; all-different conditions on
//! plain unknowns also take a value used once out of the others. Large problems, and those about graphs, are not searched beyond
//! that.

mod answers;
mod choices;
mod distinct_sum;
mod graphs;
mod narrow;
mod room;
#[cfg(test)]
mod tests;
mod ways;
mod witnesses;

use crate::mask::{Mask, lowest};
use answers::Answers;
use distinct_sum::DistinctSum;
use room::{Above, Room};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::Atom;
use sator_model::graph::{Edge, Graph, GraphRef, Structure};
use sator_model::view::{self, View};
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

/// Branches of one search, and of all searches for one [`Local::possible`].
const BRANCHES: u32 = 2_000;
const ALL_BRANCHES: u32 = 20_000;

/// A branch looks at every node, about so many times: of large problems there are fewer, so that no search takes long.
const ALL_NODES: usize = 400_000;
const LOOKS: usize = 4;

/// Expressions that one look at a statement is counted for.
const SMALL: usize = 256;

/// The values of an unknown, by position; `None` for a domain too wide for a mask.
pub(super) fn values_of(model: &Model, u: UnknownId) -> Option<Arc<[i64]>> {
    let domain = &model.unknown(u).domain;
    (domain.size() <= WIDEST).then(|| domain.iter().collect())
}

pub(super) struct Local {
    pub unknowns: Vec<UnknownId>,
    values: Vec<Arc<[i64]>>,
    /// Children before parents, children by their position here; unknowns by position as well.
    nodes: Vec<Node>,
    /// What is known of each node at all.
    bounds: Vec<(i64, i64)>,
    /// Conditions that must hold, by position.
    roots: Vec<usize>,
    /// All-different conditions on unknowns of one domain.
    different: Vec<Vec<usize>>,
    /// Unknowns with a known sum.
    totals: Vec<(Vec<usize>, i64)>,
    /// Unknowns of which exactly one is yes.
    ways: Vec<Vec<usize>>,
    /// The graphs that it is about, by position; none where it may be about none.
    graphs: Option<Vec<GraphRef>>,
    /// Set where it is no more than that: the unknowns all differ and have a sum.
    distinct_sum: Option<DistinctSum>,
    /// The house that is taken in: it keeps the unknowns apart.
    pub also: Option<usize>,
    /// Expressions looked at for one answer.
    effort: usize,
    /// Candidate count at which a search was seen to use up its effort without removing anything.
    hopeless: Cell<u32>,
    answers: RefCell<Answers>,
    witnesses: RefCell<Witnesses>,
    above: Above,
    room: RefCell<Room>,
}

impl Local {
    /// The conjunction of some conditions; `None` if it is too large, or about a graph.
    pub(super) fn new(model: &Model, conditions: &[ExprId]) -> Option<Local> {
        Local::of(model, conditions, None)
    }

    /// The same, also of conditions about graphs.
    pub(super) fn with_graphs(model: &Model, conditions: &[ExprId]) -> Option<Local> {
        Local::of(model, conditions, Some(vec![]))
    }

    fn of(model: &Model, conditions: &[ExprId], graphs: Option<Vec<GraphRef>>) -> Option<Local> {
        let mut local = Local {
            graphs,
            unknowns: vec![],
            values: vec![],
            nodes: vec![],
            bounds: vec![],
            roots: vec![],
            different: vec![],
            totals: vec![],
            ways: vec![],
            distinct_sum: None,
            also: None,
            effort: ALL_NODES,
            hopeless: Cell::new(u32::MAX),
            answers: RefCell::default(),
            witnesses: RefCell::default(),
            above: Above::default(),
            room: RefCell::default(),
        };
        let mut places = FxHashMap::default();
        for &e in conditions {
            if let Some(list) = local.plain_different(model, e) {
                local.different.push(list);
                continue;
            }
            let root = local.node(model, e, &mut places)?;
            local.roots.push(root);
            if let Some((cells, total)) = view::total::<Vec<UnknownId>>(&model.pool, e) {
                let places: Option<Vec<usize>> = cells.into_iter().map(|u| local.unknown(model, u)).collect();
                local.totals.push((places?, total));
            }
            if let Some(ways) = local.exactly_one(model, e) {
                local.ways.push(ways);
            }
        }
        if local.unknowns.len() > MOST_UNKNOWNS || local.nodes.len() > MOST_NODES {
            return None;
        }
        local.answers = Answers::of(local.values.iter().map(|values| values.len())).into();
        local.above = Above::new(&local.nodes, &local.roots, local.unknowns.len());
        local.room = Room::new(&local).into();
        local.distinct_sum = local.as_distinct_sum();
        Some(local)
    }

    /// The same where a house of this number keeps all of its unknowns apart.
    pub(super) fn kept_apart_by(mut self, house: Option<usize>) -> Local {
        if house.is_some() {
            self.different.push((0..self.unknowns.len()).collect());
            self.also = house;
            self.distinct_sum = self.as_distinct_sum();
        }
        self
    }

    /// Whether only bounds are passed on, so that values may stay that can't be.
    pub(super) fn is_large(&self) -> bool {
        let graphs = self.graphs.as_ref().is_some_and(|graphs| !graphs.is_empty());
        graphs || self.unknowns.len() > SEARCHED_UNKNOWNS || self.nodes.len() > SEARCHED_NODES
    }

    /// How much one look takes beside one at a small statement.
    pub(super) fn cost(&self) -> usize {
        let ways = self.ways.iter().map(Vec::len).max().unwrap_or(0);
        1 + self.nodes.len() * (1 + ways) / SMALL
    }

    fn unknown(&mut self, model: &Model, u: UnknownId) -> Option<usize> {
        if let Some(at) = self.unknowns.iter().position(|&v| v == u) {
            return Some(at);
        }
        self.values.push(values_of(model, u)?);
        self.unknowns.push(u);
        Some(self.unknowns.len() - 1)
    }

    fn plain_different(&mut self, model: &Model, e: ExprId) -> Option<Vec<usize>> {
        let View::Distinct(list, []) = View::of(&model.pool, e, true) else { return None };
        let unknowns: Vec<UnknownId> = view::unknowns(&model.pool, list)?;
        let same = unknowns.windows(2).all(|w| model.unknown(w[0]).domain == model.unknown(w[1]).domain);
        if !same {
            return None;
        }
        unknowns.into_iter().map(|u| self.unknown(model, u)).collect()
    }

    fn node(&mut self, model: &Model, e: ExprId, places: &mut FxHashMap<ExprId, usize>) -> Option<usize> {
        // Children have smaller ids, so sorting puts them first.
        let (mut all, mut met) = (vec![], FxHashSet::default());
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            if places.contains_key(&e) || !met.insert(e) {
                continue;
            }
            all.push(e);
            if all.len() > MOST_NODES {
                return None;
            }
            model.pool.node(e).for_each_child(|child| open.push(child));
        }
        all.sort_unstable();
        for e in all {
            let node = self.moved(model, model.pool.node(e), places)?;
            places.insert(e, self.nodes.len());
            self.nodes.push(node);
            self.bounds.push(model.pool.bounds(e));
        }
        places.get(&e).copied()
    }

    /// The node with children and unknowns by position.
    fn moved(&mut self, model: &Model, node: &Node, places: &FxHashMap<ExprId, usize>) -> Option<Node> {
        let at = |e: &ExprId| ExprId(places.get(e).map_or(0, |&p| p as u32));
        let list = |l: &Arc<[ExprId]>| l.iter().map(at).collect::<Arc<[ExprId]>>();
        Some(match node {
            Node::BoolVar(u) => Node::BoolVar(UnknownId(self.unknown(model, *u)? as u32)),
            Node::IntVar(u) => Node::IntVar(UnknownId(self.unknown(model, *u)? as u32)),
            Node::Bool(b) => Node::Bool(*b),
            Node::Int(k) => Node::Int(*k),
            Node::Not(a) => Node::Not(at(a)),
            Node::And(l) => Node::And(list(l)),
            Node::Or(l) => Node::Or(list(l)),
            Node::Iff(a, b) => Node::Iff(at(a), at(b)),
            Node::Eq(a, k) => Node::Eq(at(a), *k),
            Node::Le(a, k) => Node::Le(at(a), *k),
            Node::Member(a, set) => Node::Member(at(a), set.clone()),
            Node::Table(l, rows) => Node::Table(list(l), rows.clone()),
            Node::AllDifferent(l, except) => Node::AllDifferent(list(l), except.clone()),
            Node::FromBool(a) => Node::FromBool(at(a)),
            Node::Sum(terms, k) => Node::Sum(terms.iter().map(|(c, e)| (*c, at(e))).collect(), *k),
            Node::Product(a, b) => Node::Product(at(a), at(b)),
            Node::Div(a, b) => Node::Div(at(a), at(b)),
            Node::Mod(a, b) => Node::Mod(at(a), at(b)),
            Node::Abs(a) => Node::Abs(at(a)),
            Node::Min(l) => Node::Min(list(l)),
            Node::Max(l) => Node::Max(list(l)),
            Node::Ite(c, a, b) => Node::Ite(at(c), at(a), at(b)),
            Node::Element(l, i) => Node::Element(list(l), at(i)),
            Node::Connected(g) => Node::Connected(self.graph(g, &at)?),
            Node::Acyclic(g) => Node::Acyclic(self.graph(g, &at)?),
            Node::SingleLoop(g) => Node::SingleLoop(self.graph(g, &at)?),
            Node::Closed(g) => Node::Closed(self.graph(g, &at)?),
            Node::Reaches(g, u, v) => Node::Reaches(self.graph(g, &at)?, *u, *v),
            Node::PieceSize(g, v) => Node::PieceSize(self.graph(g, &at)?, *v),
        })
    }

    /// The graph with conditions by position.
    fn graph(&mut self, graph: &GraphRef, at: &dyn Fn(&ExprId) -> ExprId) -> Option<GraphRef> {
        let graphs = self.graphs.as_mut()?;
        if let Some(known) = graphs.iter().find(|known| **known == *graph) {
            return Some(known.clone());
        }
        let shape = Structure {
            size: graph.size,
            vertices: graph.vertices.as_ref().map(|on| on.iter().map(at).collect()),
            edges: graph.edges.iter().map(|edge| Edge { on: at(&edge.on), ..*edge }).collect(),
            faces: None,
        };
        graphs.push(GraphRef(Graph::new(graph.id, shape.into()).into()));
        graphs.last().cloned()
    }

    /// The values that each unknown can take, out of those in `masks` (by position in `unknowns`), under
    /// all conditions; all masks are 0 if there are none. Where the search gives up, values stay.
    pub(super) fn possible(&self, masks: &[Mask]) -> Arc<[Mask]> {
        if let Some(sum) = &self.distinct_sum {
            return sum.possible(masks).into();
        }
        if let Some(known) = self.answers.borrow().get(masks) {
            return known;
        }
        let candidates = masks.iter().map(|m| m.count_ones()).sum::<u32>();
        if candidates >= self.hopeless.get() {
            return masks.into();
        }
        let (found, gave_up) = match (self.only_different(), self.is_large()) {
            (Some(list), _) => (spread_out(masks, list), false),
            (None, true) => (self.in_every_way(masks), false),
            (None, false) => self.searched(masks),
        };
        if gave_up && found == masks {
            self.hopeless.set(candidates - candidates / 4);
        }
        let found: Arc<[Mask]> = found.into();
        self.answers.borrow_mut().keep(masks, found.clone());
        found
    }

    /// What is left, and whether a search gave up.
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
        if self.is_large() {
            return self.in_every_way(masks).contains(&0);
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
        if self.distinct_sum.is_some() || self.only_different().is_some() {
            return !self.impossible(masks);
        }
        if self.is_large() || masks.contains(&0) {
            return false;
        }
        self.witnesses.borrow().any_within(masks)
            || matches!(self.search(masks, &vec![0; masks.len()], &mut self.branches()), Some(Some(_)))
    }

    /// The unknowns of a problem that is no more than that they differ.
    fn only_different(&self) -> Option<&[usize]> {
        match &self.different[..] {
            [list] if self.nodes.is_empty() && list.len() <= UNKNOWNS_MAX => Some(list),
            _ => None,
        }
    }

    /// The same that gives up after so many expressions.
    pub(super) fn within(self, effort: usize) -> Local {
        Local { effort, ..self }
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

/// What is left of these masks where those of a list differ; all are 0 if they can't.
fn spread_out(masks: &[Mask], list: &[usize]) -> Vec<Mask> {
    let mut possible: Vec<Mask> = list.iter().map(|&at| masks[at]).collect();
    let mut left = masks.to_vec();
    match differing(&mut possible) {
        Some(()) => list.iter().zip(possible).for_each(|(&at, values)| left[at] = values),
        None => left.fill(0),
    }
    left
}
