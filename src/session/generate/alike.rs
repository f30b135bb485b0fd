//! Solutions near one that is known, seen without an engine: which of its clues do they break?

use super::place::Says;
use super::work::{Orbit, broken};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::{Assignment, Checker, ExprId, Model, Node, UnknownId};

/// The clues of a solution, and the rules.
pub(super) struct Alike<'a> {
    /// The rules, with what the clues say among the expressions.
    model: &'a Model,
    orbits: &'a [Orbit],
    /// Made when it is first asked: where nothing changes places there is no need for it.
    checker: Option<Checker>,
}

impl<'a> Alike<'a> {
    /// `None` where clues have unknowns of their own: an assignment of the others says nothing then.
    pub(super) fn of(model: &'a Model, orbits: &'a [Orbit], solution: &Assignment) -> Option<Alike<'a>> {
        (model.unknowns.len() <= solution.0.len()).then_some(Alike { model, orbits, checker: None })
    }

    /// Whether this is a solution with the same clues.
    pub(super) fn has(&mut self, other: &Assignment) -> bool {
        self.broken(other).is_some_and(|broken| broken.is_empty())
    }

    /// The orbits with a clue that this one breaks, if it is a solution.
    fn broken(&mut self, other: &Assignment) -> Option<Vec<usize>> {
        let Alike { model, orbits, checker } = self;
        let checker = checker.get_or_insert_with(|| {
            let said = orbits.iter().flat_map(|orbit| &orbit.clues).flat_map(|clue| match &clue.says {
                Says::Conditions(list) => list.as_slice(),
                Says::Value(..) => &[],
            });
            Checker::watching(model, said.copied())
        });
        checker.holds(model.expressions(), other).then(|| broken(orbits, other, checker.values()))
    }
}

/// What is seen of the solutions near one.
#[derive(Default)]
pub(super) struct Near {
    /// One with the same clues.
    pub same: Option<Assignment>,
    /// For each of the others: the orbits with a clue that it breaks.
    pub broken: Vec<Vec<usize>>,
}

/// Chains that are looked at in one solution.
const MOST: usize = 1_000;

/// Which unknowns must differ from which: along a chain of them that have one of two values, both may change places.
pub(super) struct Chains {
    /// By unknown.
    differ: Vec<Vec<UnknownId>>,
}

impl Chains {
    pub(super) fn of(model: &Model) -> Chains {
        let mut differ = vec![Vec::new(); model.unknowns.len()];
        for constraint in &model.constraints {
            let Node::AllDifferent(list, _) = model.pool.node(constraint.expr) else { continue };
            let unknown = |&e: &ExprId| match model.pool.node(e) {
                Node::IntVar(u) => Some(*u),
                _ => None,
            };
            let list: Vec<UnknownId> = list.iter().filter_map(unknown).collect();
            for &u in &list {
                differ[u.index()].extend(list.iter().filter(|&&other| other != u));
            }
        }
        Chains { differ }
    }

    /// Solutions in which two values have changed places along one chain, up to the first with the same clues.
    pub(super) fn near(&self, alike: &mut Alike, solution: &Assignment) -> Near {
        let mut near = Near::default();
        let mut with: FxHashMap<i64, Vec<UnknownId>> = FxHashMap::default();
        for u in alike.model.visible().filter(|u| !self.differ[u.index()].is_empty()) {
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
                    match alike.broken(&other) {
                        Some(broken) if broken.is_empty() => {
                            near.same = Some(other);
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

    /// All of those left that are linked to the first.
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
