//! Sums of cells that all differ, as in killer sudoku, kakuro and KenKen.
//!
//! A sum of distinct cells is a choice of a *combination* of values: one literal for each, tied to
//! literals "the value is in the cage". That propagates what a sum by itself can't see. And where cages
//! fill up houses of known total, what sticks out or is left over has a known sum as well ("innies" and
//! "outies"): such derived sums are added for few cells.

use super::Fd;
use crate::model::{ExprId, Model, Node, UnknownId};
use crate::solver::engine::{Engine, Lit, Relation};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Most houses and sums that derived sums are looked for in.
const HOUSES_MAX: usize = 100;
const SUMS_MAX: usize = 300;
/// Most regions of up to three houses that are looked at.
const REGIONS_MAX: usize = 3_000;

type Cells = BTreeSet<UnknownId>;

/// What is known for good: only constraints that hold without condition are taken in.
#[derive(Default)]
pub(super) struct Cages {
    /// Cells that all differ.
    different: Vec<Cells>,
    /// Cells and their sum.
    sums: Vec<(Cells, i64)>,
    known: FxHashSet<Vec<UnknownId>>,
}

impl Cages {
    /// Takes in a condition that holds.
    fn add(&mut self, m: &Model, e: ExprId) {
        match m.pool.node(e) {
            Node::And(l) => l.iter().for_each(|&c| self.add(m, c)),
            Node::AllDifferent(l, except) if except.is_empty() => {
                let cells = l.iter().map(|&e| unknown(m, e)).collect::<Option<Cells>>();
                self.different.extend(cells.filter(|c| c.len() == l.len()));
            }
            Node::Eq(a, k) => {
                if let Some(cells) = plain_sum(m, *a)
                    && self.known.insert(cells.iter().copied().collect())
                {
                    self.sums.push((cells, *k));
                }
            }
            _ => {}
        }
    }

    fn all_differ(&self, cells: &Cells) -> bool {
        self.different.iter().any(|d| cells.is_subset(d))
    }

    /// Sums that follow, of at most `most` cells each; `houses` are cells with a known total.
    fn derive(&mut self, houses: &[(Cells, i64)], most: usize) -> Vec<(Cells, i64)> {
        if houses.len() > HOUSES_MAX || self.sums.is_empty() || self.sums.len() > SUMS_MAX {
            return vec![];
        }
        let mut derived = Vec::new();
        let mut regions: Vec<(Cells, i64, usize)> =
            houses.iter().enumerate().map(|(i, h)| (h.0.clone(), h.1, i)).collect();
        let mut at = 0;
        let singles = regions.len();
        let mut pairs = 0;
        while at < regions.len() {
            let (cells, total, last) = regions[at].clone();
            let touching: Vec<&(Cells, i64)> = self.sums.iter().filter(|s| !s.0.is_disjoint(&cells)).collect();
            derived.extend(left_over(&cells, total, &touching));
            derived.extend(sticking_out(&cells, total, &touching));
            // A larger region only where a cage crosses the border between two.
            if at < singles + pairs {
                for (i, house) in houses.iter().enumerate().skip(last + 1) {
                    let crossed = |s: &&(Cells, i64)| !s.0.is_disjoint(&house.0);
                    if regions.len() < REGIONS_MAX && house.0.is_disjoint(&cells) && touching.iter().any(crossed) {
                        regions.push((cells.union(&house.0).copied().collect(), total + house.1, i));
                        pairs += (at < singles) as usize;
                    }
                }
            }
            at += 1;
        }
        derived.retain(|(cells, _)| {
            (1..=most).contains(&cells.len()) && self.known.insert(cells.iter().copied().collect())
        });
        derived
    }
}

/// The cells of a region that no cage inside it covers, and their sum.
fn left_over(region: &Cells, total: i64, sums: &[&(Cells, i64)]) -> Option<(Cells, i64)> {
    let (mut rest, mut sum) = (region.clone(), total);
    for (cells, part) in sums {
        if cells.is_subset(&rest) {
            rest.retain(|c| !cells.contains(c));
            sum -= part;
        }
    }
    (rest.len() < region.len()).then_some((rest, sum))
}

/// The cells outside a region of the cages that cover it, and their sum.
fn sticking_out(region: &Cells, total: i64, sums: &[&(Cells, i64)]) -> Option<(Cells, i64)> {
    let (mut covered, mut sum) = (Cells::new(), -total);
    for (cells, part) in sums {
        if cells.is_disjoint(&covered) {
            covered.extend(cells);
            sum += part;
        }
    }
    region.is_subset(&covered).then(|| (covered.difference(region).copied().collect(), sum))
}

fn unknown(m: &Model, e: ExprId) -> Option<UnknownId> {
    match m.pool.node(e) {
        Node::IntVar(u) => Some(*u),
        _ => None,
    }
}

/// The unknowns of a sum of unknowns, each counted once.
fn plain_sum(m: &Model, e: ExprId) -> Option<Cells> {
    match m.pool.node(e) {
        Node::Sum(terms, 0) => terms.iter().map(|&(k, e)| unknown(m, e).filter(|_| k == 1)).collect(),
        _ => None,
    }
}

impl<E: Engine> Fd<E> {
    /// Takes in the constraints from number `from` on, which hold without condition, and asserts
    /// what follows from all of them together.
    pub(super) fn add_cages(&mut self, m: &Model, from: usize) {
        for constraint in &m.constraints[from..] {
            self.cages.add(m, constraint.expr);
        }
        let mut houses = Vec::new();
        for cells in &self.cages.different {
            if cells.iter().any(|&u| self.domain_of(u).size() > cells.len() as u64) {
                continue;
            }
            let mut values: Vec<i64> = cells.iter().flat_map(|&u| self.domain_of(u).iter()).collect();
            values.sort_unstable();
            values.dedup();
            if values.len() == cells.len() {
                houses.push((cells.clone(), values.iter().sum()));
            }
        }
        for (cells, total) in self.cages.derive(&houses, self.choose.derived_cells) {
            if !self.emit_cage(&cells, total) {
                self.emit_cells(&cells, total);
            }
        }
    }

    /// Asserts a condition as a sum of distinct cells, if it is one of few combinations.
    pub(super) fn emit_as_cage(&mut self, m: &Model, e: ExprId) -> bool {
        match m.pool.node(e) {
            Node::Eq(a, k) => plain_sum(m, *a).is_some_and(|cells| self.emit_cage(&cells, *k)),
            _ => false,
        }
    }

    /// Splits fixed cells off.
    fn open_cells(&self, cells: &Cells, total: i64) -> (Vec<UnknownId>, i64) {
        let fixed: i64 = cells.iter().filter_map(|&u| self.domain_of(u).single()).sum();
        (cells.iter().copied().filter(|&u| self.domain_of(u).single().is_none()).collect(), total - fixed)
    }

    fn emit_cage(&mut self, cells: &Cells, total: i64) -> bool {
        let (open, total) = self.open_cells(cells, total);
        let small = |u: &UnknownId| self.domain_of(*u).size() <= self.choose.one_hot_max;
        if open.len() < 2 || !open.iter().all(small) || !self.cages.all_differ(cells) {
            return false;
        }
        let mut values: Vec<i64> = open.iter().flat_map(|&u| self.domain_of(u).iter()).collect();
        values.sort_unstable();
        values.dedup();
        let mut combinations = Vec::new();
        let limit = self.choose.cage_combinations;
        choose_values(&values, open.len(), total, &mut vec![], &mut combinations, limit);
        if combinations.len() > limit {
            return false;
        }
        let mut present = Vec::with_capacity(values.len());
        for &v in &values {
            let places: Vec<Lit> = open.iter().map(|&u| self.unknown_equals(u, v)).collect();
            present.push(self.or_gate(places));
        }
        let chosen: Vec<Lit> = combinations.iter().map(|_| self.engine.fresh()).collect();
        self.engine.clause(&chosen);
        for (v, &present) in values.iter().zip(&present) {
            let (mut with, mut without) = (vec![!present], vec![present]);
            for (combination, &chosen) in combinations.iter().zip(&chosen) {
                let inside = combination.contains(v);
                self.engine.clause(&[!chosen, if inside { present } else { !present }]);
                if inside { &mut with } else { &mut without }.push(chosen);
            }
            self.engine.clause(&with);
            self.engine.clause(&without);
        }
        true
    }

    /// Asserts the sum of cells that need not differ.
    fn emit_cells(&mut self, cells: &Cells, total: i64) {
        let (open, total) = self.open_cells(cells, total);
        let mut weights = Vec::new();
        let mut bound = total;
        for u in open {
            let Some(view) = self.unknown_view(u) else { return };
            let (values, order) = (self.values(view), self.order(view));
            bound -= values[0].0;
            for (pair, at_most) in values.windows(2).zip(order.iter()) {
                weights.push((pair[1].0 - pair[0].0, !*at_most));
            }
        }
        self.engine.weighted(&weights, Relation::Exactly, bound);
    }
}

/// All ways to choose `count` of the sorted values with the given sum; stops one past the limit.
fn choose_values(
    values: &[i64],
    count: usize,
    total: i64,
    chosen: &mut Vec<i64>,
    found: &mut Vec<Vec<i64>>,
    limit: usize,
) {
    if found.len() > limit || values.len() < count {
        return;
    }
    if count == 0 {
        if total == 0 {
            found.push(chosen.clone());
        }
        return;
    }
    let least: i64 = values[..count].iter().sum();
    let most: i64 = values[values.len() - count..].iter().sum();
    if total < least || total > most {
        return;
    }
    for (i, &v) in values.iter().enumerate() {
        chosen.push(v);
        choose_values(&values[i + 1..], count - 1, total - v, chosen, found, limit);
        chosen.pop();
    }
}
