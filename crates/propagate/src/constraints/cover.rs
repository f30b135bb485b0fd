//! Clauses over the literals that an objective weighs: a covering problem. A literal that becomes true adds its weight and
//! meets the clauses that it is in. No choice of open literals within a budget meets more clauses than the fractional
//! choice that takes the most clauses for their weight first (the linear relaxation of a knapsack, Dantzig 1957). That
//! bounds the objective from below. A literal with which the rest of the budget can't meet what is left is false.

use crate::event::{Event, Narrowed, Tier};
use crate::ids::Var;
use crate::literal::{Domains, Literal};
use crate::propagator::Propagator;
use crate::store::Store;

/// A literal with its positive weight.
struct Item {
    literal: Literal,
    weight: i64,
    /// A bit for each clause that it is in.
    clauses: Box<[u64]>,
}

/// The sum of the weights of true literals is at most the objective, and each clause has a true literal.
pub struct Cover {
    items: Vec<Item>,
    objective: Var,
    /// The constant of the objective, added to the weights.
    constant: i64,
    clauses: usize,
}

/// The open literals that meet clauses, those with the most clauses for their weight first.
struct Relaxation {
    /// Weights and numbers of clauses, added up: the first pair is zero.
    sums: Vec<(i64, i64)>,
}

impl Relaxation {
    /// Sorts pairs of a weight and a number of clauses.
    fn of(mut open: Vec<(i64, i64)>) -> Relaxation {
        open.sort_unstable_by_key(|&(weight, clauses)| {
            std::cmp::Reverse((i128::from(clauses) << 64) / i128::from(weight))
        });
        let mut sums = vec![(0, 0)];
        let mut sum = (0, 0);
        for (weight, clauses) in open {
            sum = (sum.0 + weight, sum.1 + clauses);
            sums.push(sum);
        }
        Relaxation { sums }
    }

    /// Most clauses that a budget meets.
    fn most(&self, budget: i64) -> i64 {
        let after = self.sums.partition_point(|sum| sum.0 <= budget);
        let Some(&(weight, clauses)) = after.checked_sub(1).and_then(|at| self.sums.get(at)) else { return 0 };
        let Some(&next) = self.sums.get(after) else { return clauses };
        let part = i128::from(budget - weight) * i128::from(next.1 - clauses) / i128::from(next.0 - weight);
        clauses + part as i64
    }

    /// The least budget that meets as many clauses. `None` if all literals meet fewer.
    fn least(&self, clauses: i64) -> Option<i64> {
        let after = self.sums.partition_point(|sum| sum.1 < clauses);
        let to = self.sums.get(after)?;
        let Some(from) = after.checked_sub(1).map(|at| self.sums[at]) else { return Some(0) };
        let (need, gain) = (i128::from(clauses - from.1), i128::from(to.1 - from.1));
        let part = (need * i128::from(to.0 - from.0) + gain - 1) / gain;
        Some(from.0 + part as i64)
    }
}

impl Cover {
    /// A bound of the objective, which is the sum of the weights of the true literals and a constant, from clauses, each a
    /// list of numbers of literals. The weights are positive, and their sum has at most 62 bits.
    pub fn new(weighed: Vec<(i64, Literal)>, constant: i64, clauses: &[Vec<usize>], objective: Var) -> Cover {
        let words = clauses.len().div_ceil(u64::BITS as usize);
        let item = |(weight, literal)| Item { literal, weight, clauses: vec![0; words].into() };
        let mut items: Vec<Item> = weighed.into_iter().map(item).collect();
        for (number, clause) in clauses.iter().enumerate() {
            for &at in clause {
                items[at].clauses[number / 64] |= 1 << (number % 64);
            }
        }
        Cover { items, objective, constant, clauses: clauses.len() }
    }
}

impl Propagator for Cover {
    fn watches(&self, watch: &mut dyn FnMut(Var, Event)) {
        self.items.iter().for_each(|item| watch(item.literal.var, Event::Value));
        watch(self.objective, Event::Bound);
    }

    fn tier(&self) -> Tier {
        Tier::Slow
    }

    fn propagate(&mut self, store: &mut Store) -> Narrowed {
        let words = self.clauses.div_ceil(u64::BITS as usize);
        let mut left = vec![!0; words];
        if let Some(last) = left.last_mut() {
            *last >>= words * u64::BITS as usize - self.clauses;
        }
        let mut spent = self.constant;
        let mut open = vec![];
        for item in &self.items {
            match store.truth(&item.literal) {
                Some(true) => {
                    spent += item.weight;
                    left.iter_mut().zip(&item.clauses).for_each(|(left, met)| *left &= !met);
                }
                Some(false) => {}
                None => open.push(item),
            }
        }
        store.effort += (self.items.len() + open.len() * words) as u64;
        let count = |clauses: &[u64]| -> i64 {
            clauses.iter().zip(&left).map(|(clauses, left)| i64::from((clauses & left).count_ones())).sum()
        };
        let need = count(&left);
        let gains: Vec<i64> = open.iter().map(|item| count(&item.clauses)).collect();
        let useful = open.iter().zip(&gains).map(|(item, &gain)| (item.weight, gain)).filter(|pair| pair.1 > 0);
        let relaxation = Relaxation::of(useful.collect());
        // A clause without an open literal fails by itself.
        let Some(least) = relaxation.least(need) else { return Ok(()) };
        store.at_least(self.objective, spent + least)?;
        let budget = store.max(self.objective) - spent;
        for (item, gain) in open.iter().zip(gains) {
            if item.weight <= budget && gain + relaxation.most(budget - item.weight) < need {
                store.assert(&!item.literal.clone())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{changes_follow, run, solutions, var};
    use super::*;
    use crate::event::Conflict;
    use crate::network::Network;
    use proptest::prelude::*;

    type Problem = (Vec<(i64, bool)>, Vec<Vec<usize>>, i64, Vec<i64>);

    /// Weights of up to five literals with their signs, clauses, a constant and the values of the objective.
    fn problem() -> impl Strategy<Value = Problem> {
        (1usize..6).prop_flat_map(|items| {
            let clause = prop::collection::btree_set(0..items, 1..=items).prop_map(|set| set.into_iter().collect());
            let objective = prop::collection::btree_set(-3i64..14, 1..9).prop_map(|set| set.into_iter().collect());
            let clauses = prop::collection::vec(clause, 0..70);
            (prop::collection::vec((1i64..4, any::<bool>()), items), clauses, -2i64..3, objective)
        })
    }

    fn domains((items, .., objective): &Problem) -> Vec<Vec<i64>> {
        let mut domains = vec![vec![0, 1]; items.len()];
        domains.push(objective.clone());
        domains
    }

    /// Posts the clauses, the bound, and the propagator that follows from them.
    fn post((items, clauses, constant, _): &Problem, network: &mut Network) -> super::super::tests::Holds {
        let objective = var(items.len());
        let weighed = items.iter().enumerate().map(|(at, &(k, sign))| (k, Literal::is(var(at), i64::from(sign))));
        let weighed: Vec<(i64, Literal)> = weighed.collect();
        let cover = Cover::new(weighed, *constant, clauses, objective);
        let (items, clauses, constant) = (items.clone(), clauses.clone(), *constant);
        super::super::tests::add(network, cover, move |v| {
            let chosen = |at: usize| (v[at] == 1) == items[at].1;
            let sum: i64 = (0..items.len()).filter(|&at| chosen(at)).map(|at| items[at].0).sum();
            constant + sum <= v[items.len()] && clauses.iter().all(|clause| clause.iter().any(|&at| chosen(at)))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

        #[test]
        fn no_cover_is_lost(problem in problem(), decided in prop::collection::vec((0usize..5, any::<bool>()), 0..4)) {
            let mut domains = domains(&problem);
            for (at, value) in decided.into_iter().filter(|decision| decision.0 < problem.0.len()) {
                domains[at] = vec![i64::from(value)];
            }
            let (left, holds) = run(&domains, |network| post(&problem, network));
            let all = solutions(&domains, &holds);
            match left {
                Err(Conflict) => prop_assert!(all.is_empty(), "{:?}", all),
                Ok(left) => for solution in &all {
                    let kept = solution.iter().zip(&left).all(|(value, domain)| domain.contains(value));
                    prop_assert!(kept, "{:?} {:?}", solution, left);
                },
            }
        }

        #[test]
        fn reasons_hold_and_suffice(
            problem in problem(),
            decisions in prop::collection::vec((0usize..6, any::<prop::sample::Index>()), 0..6),
        ) {
            let decisions = decisions.into_iter().filter(|decision| decision.0 <= problem.0.len()).collect();
            changes_follow(&domains(&problem), decisions, false, |network| post(&problem, network))?;
        }
    }

    /// Six clauses in a circle, each literal in two of them: half a literal a clause makes three.
    #[test]
    fn the_bound_is_that_of_the_relaxation() {
        let mut network = Network::default();
        for _ in 0..6 {
            network.store.add_var(&sator_model::Domain::range(0, 1));
        }
        let objective = network.store.add_var(&sator_model::Domain::range(0, 6));
        let clauses: Vec<Vec<usize>> = (0..6).map(|at| vec![at, (at + 1) % 6]).collect();
        let weighed = (0..6).map(|at| (1, Literal::is(var(at), 1))).collect();
        network.add(Cover::new(weighed, 0, &clauses, objective), [].into());
        assert_eq!(network.propagate(), Ok(()));
        assert_eq!(network.store.min(objective), 3);
    }
}
