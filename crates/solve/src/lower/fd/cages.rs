//! Sums of distinct cells, as in killer sudoku, kakuro and KenKen.
//!
//! A sum of distinct cells is a choice among *combinations* of values. Each combination has a literal, channelled with
//! literals "the value is in the cage". That propagates more than the sum alone. Sums that follow from cages and houses
//! together (`derived_sums`) are added if they have few cells.

use super::Fd;
use super::derived_sums::{Cells, Guards, Sum, derived_sums};
use crate::encode::Relation;
use crate::solver::sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::view::{self, Test, View};
use sator_model::{ExprId, Expressions, UnknownId};
use std::collections::BTreeMap;

/// Cages with larger values or totals are skipped, so that no total leaves 64 bits.
const LARGEST: i64 = 1 << 30;

/// The constraints asserted so far that concern distinct cells and sums.
#[derive(Default)]
pub(super) struct Cages {
    /// Cells that all differ.
    different: Vec<(Cells, Guards)>,
    sums: Vec<Sum>,
    /// Cells that take all their values unconditionally, with the total of these.
    houses: Vec<(Cells, i64)>,
    expressions: FxHashMap<UnknownId, ExprId>,
    /// The sums that were recorded or derived.
    known: FxHashSet<(Vec<UnknownId>, Option<Lit>)>,
}

impl Cages {
    /// Records a condition that holds under a guard.
    fn add(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>) {
        match View::of(m.pool, e, true) {
            View::All(list, true) => list.iter().for_each(|&c| self.add(m, c, guard)),
            View::Distinct(list, []) => {
                let cells = list.iter().map(|&e| self.cell(m, e)).collect::<Option<Cells>>();
                let cells = cells.filter(|cells| cells.len() == list.len());
                self.different.extend(cells.map(|cells| (cells, guard.into_iter().collect())));
            }
            View::Linear(sum, Test::Is(total)) if is_small(total) => {
                if let Some(cells) = sum.unknowns::<Cells>(m.pool)
                    && self.known.insert((cells.iter().copied().collect(), guard))
                {
                    self.sums.push(Sum { cells, total, guards: guard.into_iter().collect() });
                }
            }
            _ => {}
        }
    }

    fn cell(&mut self, m: Expressions, e: ExprId) -> Option<UnknownId> {
        let cell = view::unknown(m.pool, e)?;
        self.expressions.insert(cell, e);
        Some(cell)
    }

    /// An equivalent sum with fewer cells, and its total. If most cells of a house have the same weight, the house's
    /// total replaces them, and its other cells are subtracted.
    pub(super) fn shortened(
        &self,
        m: Expressions,
        terms: &[(i64, ExprId)],
        mut total: i64,
    ) -> Option<(Vec<(i64, ExprId)>, i64)> {
        let mut weights: BTreeMap<UnknownId, i64> = BTreeMap::new();
        let mut others = Vec::new();
        for &(weight, e) in terms {
            match view::unknown(m.pool, e) {
                Some(_) if !is_small(weight) => return None,
                Some(cell) => *weights.entry(cell).or_insert(0) += weight,
                None => others.push((weight, e)),
            }
        }
        let mut shorter = false;
        loop {
            let mut best = (0, 0, 0);
            for (at, (cells, _)) in self.houses.iter().enumerate() {
                let all: Vec<i64> = cells.iter().map(|c| weights.get(c).copied().unwrap_or(0)).collect();
                let how_often = |w: i64| all.iter().filter(|&&v| v == w).count();
                for &weight in all.iter().filter(|&&w| w != 0) {
                    best = best.max((how_often(weight).saturating_sub(how_often(0)), weight, at));
                }
            }
            let (gain, weight, at) = best;
            if gain == 0 {
                break;
            }
            let (cells, house) = &self.houses[at];
            for &cell in cells {
                let rest = weights.entry(cell).or_insert(0);
                *rest = rest.checked_sub(weight).filter(|&rest| is_small(rest))?;
            }
            total = total.checked_sub(weight.checked_mul(*house)?)?;
            shorter = true;
        }
        let cells = weights.into_iter().filter(|&(_, weight)| weight != 0);
        others.extend(
            cells
                .map(|(cell, weight)| self.expressions.get(&cell).map(|&e| (weight, e)))
                .collect::<Option<Vec<_>>>()?,
        );
        shorter.then_some((others, total))
    }

    /// The smallest set of guards under which these cells all differ, not counting `anyway`.
    fn all_differ(&self, cells: &Cells, anyway: &Guards) -> Option<&Guards> {
        let differ = self.different.iter().filter(|(d, _)| cells.is_subset(d)).map(|(_, guards)| guards);
        differ.min_by_key(|guards| guards.difference(anyway).count())
    }

    /// The sums that follow from houses and cages together, with at most `most` cells each, and that were not known.
    fn derive(&mut self, houses: &[Sum], most: usize) -> Vec<Sum> {
        let mut derived = derived_sums(houses, &self.sums, most);
        // The sum under fewer guards comes first among equal ones.
        derived.sort_by_key(|sum| sum.guards.len());
        derived.retain(|sum| match sum.cells.is_empty() {
            true => sum.total != 0,
            false => self.known.insert((sum.cells.iter().copied().collect(), None)),
        });
        derived
    }
}

fn is_small(value: i64) -> bool {
    value.unsigned_abs() <= LARGEST as u64
}

impl Fd {
    /// Records conditions, each of which holds under its guard, and asserts what follows from them together.
    pub(super) fn add_cages(&mut self, m: Expressions, conditions: impl Iterator<Item = (ExprId, Option<Lit>)>) {
        for (e, guard) in conditions {
            self.cages.add(m, e, guard);
        }
        let mut houses = Vec::new();
        for (cells, guards) in &self.cages.different {
            if cells.iter().any(|&u| self.domain_of(u).size() > cells.len() as u64) {
                continue;
            }
            let mut values: Vec<i64> = cells.iter().flat_map(|&u| self.domain_of(u).iter()).collect();
            values.sort_unstable();
            values.dedup();
            if values.len() == cells.len() && values.iter().all(|&v| is_small(v)) {
                houses.push(Sum { cells: cells.clone(), total: values.iter().sum(), guards: guards.clone() });
            }
        }
        let known = houses.iter().filter(|house| house.guards.is_empty());
        self.cages.houses = known.map(|house| (house.cells.clone(), house.total)).collect();
        for sum in self.cages.derive(&houses, self.sizes.derived_cells) {
            if !self.emit_cage(&sum, false) {
                self.emit_cells(&sum);
            }
        }
    }

    /// Asserts a condition as a sum of distinct cells, if it is one with few combinations.
    pub(super) fn emit_as_cage(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>) -> bool {
        view::total(m.pool, e).is_some_and(|(cells, total)| {
            self.emit_cage(&Sum { cells, total, guards: guard.into_iter().collect() }, true)
        })
    }

    /// Separates the fixed cells; returns the open ones and the remaining total.
    fn open_cells(&self, cells: &Cells, total: i64) -> (Vec<UnknownId>, i64) {
        let fixed: i64 = cells.iter().filter_map(|&u| self.domain_of(u).single()).sum();
        (cells.iter().copied().filter(|&u| self.domain_of(u).single().is_none()).collect(), total - fixed)
    }

    /// Asserts the combinations of a sum of distinct cells, if they are few. With `alone` the cells must differ under
    /// no more guards than the sum's own.
    fn emit_cage(&mut self, sum: &Sum, alone: bool) -> bool {
        let (open, total) = self.open_cells(&sum.cells, sum.total);
        let small = |u: &UnknownId| {
            let domain = self.domain_of(*u);
            domain.size() <= self.sizes.one_hot_max && is_small(domain.min()) && is_small(domain.max())
        };
        if open.len() < 2 || !open.iter().all(small) {
            return false;
        }
        let Some(differ) = self.cages.all_differ(&sum.cells, &sum.guards) else { return false };
        if alone && !differ.is_subset(&sum.guards) {
            return false;
        }
        let unless: Vec<Lit> = sum.guards.union(differ).map(|&guard| !guard).collect();
        let mut values: Vec<i64> = open.iter().flat_map(|&u| self.domain_of(u).iter()).collect();
        values.sort_unstable();
        values.dedup();
        let mut combinations = Vec::new();
        let limit = self.sizes.cage_combinations;
        choose_values(&values, open.len(), total, &mut vec![], &mut combinations, limit);
        if combinations.len() > limit {
            return false;
        }
        let mut present = Vec::with_capacity(values.len());
        for &v in &values {
            let places: Vec<Lit> = open.iter().map(|&u| self.unknown_equals(u, v)).collect();
            present.push(self.or_gate(places));
        }
        let chosen: Vec<Lit> = combinations.iter().map(|_| self.encoder.fresh()).collect();
        self.clause_with(&unless, &chosen);
        for (v, &present) in values.iter().zip(&present) {
            let (mut with, mut without) = (vec![!present], vec![present]);
            for (combination, &chosen) in combinations.iter().zip(&chosen) {
                let inside = combination.contains(v);
                self.encoder.clause(&[!chosen, if inside { present } else { !present }]);
                if inside { &mut with } else { &mut without }.push(chosen);
            }
            self.clause_with(&unless, &with);
            self.clause_with(&unless, &without);
        }
        true
    }

    /// Asserts the sum of cells that can be equal.
    fn emit_cells(&mut self, sum: &Sum) {
        let (open, total) = self.open_cells(&sum.cells, sum.total);
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
        let unless: Vec<Lit> = sum.guards.iter().map(|&guard| !guard).collect();
        if weights.is_empty() {
            if bound != 0 {
                self.encoder.clause(&unless);
            }
        } else if unless.is_empty() {
            self.encoder.weighted(&weights, Relation::Exactly, bound);
        } else {
            let exact = self.encoder.weighted_literal(&weights, Relation::Exactly, bound);
            self.clause_with(&unless, &[exact]);
        }
    }
}

/// All choices of `count` of the sorted values with the given sum; stops one past the limit.
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
