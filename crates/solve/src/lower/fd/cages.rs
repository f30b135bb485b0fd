//! Sums of cells that all differ, as in killer sudoku, kakuro and KenKen.
//!
//! A sum of distinct cells is a choice of a *combination* of values: one literal for each, tied to
//! literals "the value is in the cage". That propagates what a sum by itself can't see. And where cages
//! fill up houses of known total, what sticks out or is left over has a known sum as well ("innies" and
//! "outies"): such derived sums are added for few cells.

use super::Fd;
use crate::encode::Relation;
use crate::solver::sat::Lit;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::{ExprId, Expressions, Node, UnknownId};
use std::collections::{BTreeMap, BTreeSet};

/// Most houses and sums that derived sums are looked for in.
const HOUSES_MAX: usize = 100;
const SUMS_MAX: usize = 300;
/// Most regions that are looked at, and most houses of one: the sums of all houses and cages would often
/// contradict each other before any search, and a clash of all of them explains nothing.
const REGIONS_MAX: usize = 3_000;
const REGION_HOUSES: usize = 3;

/// Larger values and totals are left alone, so that no total here can leave 64 bits.
const LARGEST: i64 = 1 << 30;

type Cells = BTreeSet<UnknownId>;

/// The guards under which something holds; none if it holds for good.
type Guards = BTreeSet<Lit>;

/// Cells of a known sum.
#[derive(Clone)]
struct Sum {
    cells: Cells,
    total: i64,
    guards: Guards,
}

/// What is known: constraints that are asserted, each for good or under a guard.
#[derive(Default)]
pub(super) struct Cages {
    /// Cells that all differ.
    different: Vec<(Cells, Guards)>,
    sums: Vec<Sum>,
    /// Cells of which it is known for good that they take all their values; the total of these.
    houses: Vec<(Cells, i64)>,
    expressions: FxHashMap<UnknownId, ExprId>,
    /// Sums that were taken in or derived.
    known: FxHashSet<(Vec<UnknownId>, Option<Lit>)>,
}

impl Cages {
    /// Takes in a condition that holds where the guard does.
    fn add(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>) {
        match m.pool.node(e) {
            Node::And(l) => l.iter().for_each(|&c| self.add(m, c, guard)),
            Node::AllDifferent(l, except) if except.is_empty() => {
                let cells = l.iter().map(|&e| self.cell(m, e)).collect::<Option<Cells>>();
                self.different.extend(cells.filter(|c| c.len() == l.len()).map(|c| (c, guard.into_iter().collect())));
            }
            Node::Eq(a, k) if is_small(*k) => {
                if let Some(cells) = plain_sum(m, *a)
                    && self.known.insert((cells.iter().copied().collect(), guard))
                {
                    self.sums.push(Sum { cells, total: *k, guards: guard.into_iter().collect() });
                }
            }
            _ => {}
        }
    }

    fn cell(&mut self, m: Expressions, e: ExprId) -> Option<UnknownId> {
        let cell = unknown(m, e)?;
        self.expressions.insert(cell, e);
        Some(cell)
    }

    /// A sum of fewer cells, and what it is equal to where this one is equal to `total`: where most cells of a house
    /// count alike, its total stands for them and the other cells are taken off again.
    pub(super) fn shortened(
        &self,
        m: Expressions,
        terms: &[(i64, ExprId)],
        mut total: i64,
    ) -> Option<(Vec<(i64, ExprId)>, i64)> {
        let mut weights: BTreeMap<UnknownId, i64> = BTreeMap::new();
        let mut others = Vec::new();
        for &(weight, e) in terms {
            match unknown(m, e) {
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

    /// The fewest guards under which these cells all differ, besides those that are there anyway.
    fn all_differ(&self, cells: &Cells, anyway: &Guards) -> Option<&Guards> {
        let differ = self.different.iter().filter(|(d, _)| cells.is_subset(d)).map(|(_, guards)| guards);
        differ.min_by_key(|guards| guards.difference(anyway).count())
    }

    /// Sums that follow, of at most `most` cells each; `houses` are cells with a known total. A sum of no
    /// cells that is not 0 is a contradiction.
    fn derive(&mut self, houses: &[Sum], most: usize) -> Vec<Sum> {
        if houses.len() > HOUSES_MAX || self.sums.is_empty() || self.sums.len() > SUMS_MAX {
            return vec![];
        }
        let mut derived = Vec::new();
        // A region, its last house and how many houses it has.
        let mut regions: Vec<(Sum, usize, usize)> = houses.iter().enumerate().map(|(i, h)| (h.clone(), i, 1)).collect();
        let mut at = 0;
        while at < regions.len() {
            let (region, last, size) = regions[at].clone();
            let touching: Vec<&Sum> = self.sums.iter().filter(|s| !s.cells.is_disjoint(&region.cells)).collect();
            derived.extend(left_over(&region, &touching));
            derived.extend(sticking_out(&region, &touching));
            // A larger region only where a cage crosses the border between two.
            for (next, house) in houses.iter().enumerate().skip(last + 1) {
                let crossed = |s: &&Sum| !s.cells.is_disjoint(&house.cells);
                if size < REGION_HOUSES
                    && regions.len() < REGIONS_MAX
                    && house.cells.is_disjoint(&region.cells)
                    && touching.iter().any(crossed)
                {
                    regions.push((joined(&region, house), next, size + 1));
                }
            }
            at += 1;
        }
        // Of two ways to the same sum the one under fewer guards.
        derived.sort_by_key(|sum| sum.guards.len());
        derived.retain(|sum| {
            let mut new = || self.known.insert((sum.cells.iter().copied().collect(), None));
            if sum.cells.is_empty() { sum.total != 0 } else { sum.cells.len() <= most && new() }
        });
        derived
    }
}

/// Two regions without a cell in common as one.
fn joined(a: &Sum, b: &Sum) -> Sum {
    Sum {
        cells: a.cells.union(&b.cells).copied().collect(),
        total: a.total + b.total,
        guards: a.guards.union(&b.guards).copied().collect(),
    }
}

/// The cells of a region that no cage inside it covers, and their sum.
fn left_over(region: &Sum, sums: &[&Sum]) -> Option<Sum> {
    let mut rest = region.clone();
    for sum in sums {
        if sum.cells.is_subset(&rest.cells) {
            rest.cells.retain(|c| !sum.cells.contains(c));
            rest.total -= sum.total;
            rest.guards.extend(&sum.guards);
        }
    }
    (rest.cells.len() < region.cells.len()).then_some(rest)
}

/// The cells outside a region of the cages that cover it, and their sum.
fn sticking_out(region: &Sum, sums: &[&Sum]) -> Option<Sum> {
    let mut covered = Sum { cells: Cells::new(), total: -region.total, guards: region.guards.clone() };
    for sum in sums {
        if sum.cells.is_disjoint(&covered.cells) {
            covered.cells.extend(&sum.cells);
            covered.total += sum.total;
            covered.guards.extend(&sum.guards);
        }
    }
    region.cells.is_subset(&covered.cells).then(|| {
        covered.cells.retain(|c| !region.cells.contains(c));
        covered
    })
}

fn is_small(value: i64) -> bool {
    value.unsigned_abs() <= LARGEST as u64
}

fn unknown(m: Expressions, e: ExprId) -> Option<UnknownId> {
    match m.pool.node(e) {
        Node::IntVar(u) => Some(*u),
        _ => None,
    }
}

/// The unknowns of a sum of unknowns, each counted once.
fn plain_sum(m: Expressions, e: ExprId) -> Option<Cells> {
    match m.pool.node(e) {
        Node::Sum(terms, 0) => terms.iter().map(|&(k, e)| unknown(m, e).filter(|_| k == 1)).collect(),
        _ => None,
    }
}

impl Fd {
    /// Takes in conditions, each of which holds where its guard does, and asserts what follows from
    /// all of them together.
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

    /// Asserts a condition as a sum of distinct cells, if it is one of few combinations.
    pub(super) fn emit_as_cage(&mut self, m: Expressions, e: ExprId, guard: Option<Lit>) -> bool {
        let Node::Eq(a, k) = m.pool.node(e) else { return false };
        plain_sum(m, *a)
            .is_some_and(|cells| self.emit_cage(&Sum { cells, total: *k, guards: guard.into_iter().collect() }, true))
    }

    /// Splits fixed cells off.
    fn open_cells(&self, cells: &Cells, total: i64) -> (Vec<UnknownId>, i64) {
        let fixed: i64 = cells.iter().filter_map(|&u| self.domain_of(u).single()).sum();
        (cells.iter().copied().filter(|&u| self.domain_of(u).single().is_none()).collect(), total - fixed)
    }

    /// Asserts the combinations of a sum of cells that all differ, if they do (`alone`: under no more guards than the
    /// sum's own) and if there are few.
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

    /// Asserts the sum of cells that need not differ.
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
