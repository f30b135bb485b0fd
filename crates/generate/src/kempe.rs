//! Kempe chains: neighbouring solutions, found without a solver.
//!
//! Cells that must differ and hold one of two values form chains. Exchanging the two values along one chain keeps all such
//! constraints, so it often leads to another solution. The clues that this solution breaks are a set one of which is needed.

use crate::clue::Meaning;
use crate::clue_reduction::{Orbit, broken};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::{Assignment, Checker, Model, UnknownId, View, view};

/// Evaluates neighbours of a solution: are they solutions, and which of its clues do they break?
pub(crate) struct NeighbourTest<'a> {
    /// The rules, with the conditions of the clues among the expressions.
    model: &'a Model,
    orbits: &'a [Orbit],
    /// Made for the first neighbour; many puzzles have none.
    checker: Option<Checker>,
}

impl<'a> NeighbourTest<'a> {
    /// `None` where clues declare unknowns: exchanging values does not change those along with the others.
    pub(crate) fn of(model: &'a Model, orbits: &'a [Orbit], solution: &Assignment) -> Option<NeighbourTest<'a>> {
        (model.unknowns.len() <= solution.0.len()).then_some(NeighbourTest { model, orbits, checker: None })
    }

    /// Whether this is a solution with the same clues.
    pub(crate) fn has_same_clues(&mut self, other: &Assignment) -> bool {
        self.broken(other).is_some_and(|broken| broken.is_empty())
    }

    /// The orbits whose clues this assignment breaks; `None` if it is no solution.
    fn broken(&mut self, other: &Assignment) -> Option<Vec<usize>> {
        let NeighbourTest { model, orbits, checker } = self;
        let checker = checker.get_or_insert_with(|| {
            let conditions = orbits.iter().flat_map(|orbit| &orbit.clues).flat_map(|clue| match &clue.meaning {
                Meaning::Conditions(list) => list.as_slice(),
                Meaning::Value(..) => &[],
            });
            Checker::watching(model, conditions.copied())
        });
        checker.holds(model.expressions(), other).then(|| broken(orbits, other, checker.values()))
    }
}

/// Neighbours of a solution.
#[derive(Default)]
pub(crate) struct Neighbours {
    /// A neighbour with the same clues.
    pub same_clues: Option<Assignment>,
    /// For each of the other neighbours: the orbits whose clues it breaks.
    pub broken: Vec<Vec<usize>>,
}

/// Limit on the chains of one solution.
const MOST: usize = 1_000;

/// The graph of unknowns that must differ.
pub(crate) struct Chains {
    /// By unknown: the unknowns it must differ from.
    differ: Vec<Vec<UnknownId>>,
}

impl Chains {
    /// Reads the graph off the all-different constraints.
    pub(crate) fn of(model: &Model) -> Chains {
        let mut differ = vec![Vec::new(); model.unknowns.len()];
        for constraint in &model.constraints {
            let View::Distinct(list, _) = View::of(&model.pool, constraint.expr, true) else { continue };
            let list: Vec<UnknownId> = list.iter().filter_map(|&e| view::unknown(&model.pool, e)).collect();
            for &u in &list {
                differ[u.index()].extend(list.iter().filter(|&&other| other != u));
            }
        }
        Chains { differ }
    }

    /// Exchanges two values along one chain at a time, up to the first solution with the same clues.
    pub(crate) fn neighbours(&self, test: &mut NeighbourTest, solution: &Assignment) -> Neighbours {
        let mut near = Neighbours::default();
        let mut with: FxHashMap<i64, Vec<UnknownId>> = FxHashMap::default();
        for u in test.model.visible().filter(|u| !self.differ[u.index()].is_empty()) {
            with.entry(solution.get(u)).or_default().push(u);
        }
        let mut values: Vec<i64> = with.keys().copied().collect();
        values.sort_unstable();
        let mut other = solution.clone();
        let mut seen = 0;
        for (i, &a) in values.iter().enumerate() {
            for &b in &values[i + 1..] {
                let mut left: FxHashSet<UnknownId> = with[&a].iter().chain(&with[&b]).copied().collect();
                for &first in &with[&a] {
                    if !left.remove(&first) {
                        continue;
                    }
                    seen += 1;
                    if seen > MOST {
                        return near;
                    }
                    let chain = self.chain(first, &mut left);
                    chain.iter().for_each(|&u| other.0[u.index()] = a + b - solution.get(u));
                    match test.broken(&other) {
                        Some(broken) if broken.is_empty() => {
                            near.same_clues = Some(other);
                            return near;
                        }
                        broken => near.broken.extend(broken),
                    }
                    chain.iter().for_each(|&u| other.0[u.index()] = solution.get(u));
                }
            }
        }
        near
    }

    /// The chain from `first` through the unknowns left.
    fn chain(&self, first: UnknownId, left: &mut FxHashSet<UnknownId>) -> Vec<UnknownId> {
        let mut chain = vec![first];
        let mut next = 0;
        while next < chain.len() {
            let linked = self.differ[chain[next].index()].iter();
            chain.extend(linked.filter(|&u| left.remove(u)));
            next += 1;
        }
        chain
    }
}
