//! Laws: each inequality holds in every solution, and what it removes follows from its reason.

use super::{Look, Relaxation};
use crate::constraints::tests::{Holds, changes_follow, constraint, domain, network, rows_hold, solutions, var};
use crate::network::Network;
use crate::{Aim, BranchAndBound, Step};
use proptest::prelude::*;
use sator_base::limits::Limits;
use sator_base::simplex::{Outcome, Simplex};
use sator_model::recipes::{constrain, unknown};
use sator_model::{Domain, ExprId, Kind, Model};

/// A search for the best solution, with the relaxation from the start.
fn relaxed_search(model: &Model, goal: Option<ExprId>) -> BranchAndBound {
    let aim = Aim { minimize: goal, ..Aim::default() };
    let search = BranchAndBound::of(model, &aim, &Limits::none());
    search.expect("every condition has a propagator").relaxed_at_once()
}

/// The result of such a search: the bound and the conflicts.
fn searched(model: &Model, goal: Option<ExprId>) -> (Option<i64>, u64) {
    let mut search = relaxed_search(model, goal);
    let mut best = None;
    loop {
        match search.improve(u64::MAX, &Limits::none()) {
            Step::Better(_) => best = search.bound(),
            Step::Exhausted => return (best, search.work().conflicts),
            Step::Hard | Step::Stopped(_) => panic!("no limit was set"),
        }
    }
}

/// Without the relaxation, an assignment of 14 takes thousands of conflicts.
#[test]
fn an_assignment_needs_no_search() {
    let cost = |task: i64, place: i64| (task * task * 37 + place * place * 61 + task * place * 17) % 97;
    let mut model = Model::default();
    let places: Vec<ExprId> = (0..14).map(|_| unknown(&mut model, Kind::Int, Domain::range(1, 14))).collect();
    let distinct = model.pool.all_different(&places, &[]);
    constrain(&mut model, distinct);
    let mut costs = vec![];
    for (&place, task) in places.iter().zip(0..) {
        let list: Vec<ExprId> = (0..14).map(|at| model.pool.int(cost(task, at))).collect();
        costs.push((1, model.pool.element(&list, place).expect("small numbers")));
    }
    let goal = model.pool.linear(costs, 0).expect("small numbers");
    let (best, conflicts) = searched(&model, Some(goal));
    assert!(best.is_some() && conflicts <= 5, "{conflicts} conflicts");
}

/// Each of 6 days needs 3 of 7 people, who work on 2 days at most: 18 shifts are needed and 14 are there.
#[test]
fn a_roster_with_too_few_people_needs_no_search() {
    let mut model = Model::default();
    let works: Vec<ExprId> = (0..42).map(|_| unknown(&mut model, Kind::Int, Domain::range(0, 1))).collect();
    let mut bounded = |at: &dyn Fn(usize) -> bool, lo: i64, hi: i64| {
        let terms: Vec<(i64, ExprId)> = (0..42).filter(|&i| at(i)).map(|i| (1, works[i])).collect();
        let sum = model.pool.linear(terms, 0).expect("small numbers");
        for (k, sign) in [(lo, 1), (-hi, -1)] {
            let [k, sum] = [model.pool.int(k), model.pool.linear([(sign, sum)], 0).expect("small numbers")];
            let enough = model.pool.le(k, sum).expect("small numbers");
            constrain(&mut model, enough);
        }
    };
    (0..6).for_each(|day| bounded(&|i| i % 6 == day, 3, 3));
    (0..7).for_each(|person| bounded(&|i| i / 6 == person, 0, 2));
    assert_eq!(searched(&model, None), (None, 1));
}

/// Shops are assigned to warehouses, each number 0 or 1. The first solution follows the relaxation, whose bound is close.
#[test]
fn a_first_solution_follows_the_relaxation() {
    const SHOPS: usize = 16;
    const PLACES: usize = 8;
    let mut model = Model::default();
    let mut numbers = |count: usize| -> Vec<ExprId> {
        (0..count).map(|_| unknown(&mut model, Kind::Int, Domain::range(0, 1))).collect()
    };
    let (serves, open) = (numbers(SHOPS * PLACES), numbers(PLACES));
    let pool = &mut model.pool;
    let mut conditions = vec![];
    for shop in serves.chunks(PLACES) {
        let one = pool.int(1);
        let sum = pool.linear(shop.iter().map(|&place| (1, place)), 0).expect("small numbers");
        conditions.push(pool.eq(sum, one).expect("small numbers"));
        conditions.extend(shop.iter().zip(&open).map(|(&serves, &open)| pool.le(serves, open).expect("small numbers")));
    }
    let cost = |at: usize| (1 + (at * 37 + at / PLACES * 61) % 89) as i64;
    let terms = (0..).zip(&serves).map(|(at, &e)| (cost(at), e)).chain(open.iter().map(|&e| (40, e)));
    let goal = pool.linear(terms.collect::<Vec<_>>(), 0).expect("small numbers");
    conditions.into_iter().for_each(|condition| constrain(&mut model, condition));
    let mut search = relaxed_search(&model, Some(goal));
    let mut values = vec![];
    while let Step::Better(solution) = search.improve(u64::MAX, &Limits::none()) {
        values.push(model.evaluate_all(&solution)[goal]);
    }
    let (first, best) = (values[0], values[values.len() - 1]);
    assert!(first <= best + best / 10, "{values:?}");
}

/// Several constraints at once.
fn constraints(numbers: &[(u8, [i64; 3])], network: &mut Network) -> Holds {
    let all: Vec<Holds> = numbers.iter().map(|&(number, k)| constraint(number, k, network)).collect();
    Box::new(move |tuple| all.iter().all(|holds| holds(tuple)))
}

fn numbers() -> impl Strategy<Value = Vec<(u8, [i64; 3])>> {
    prop::collection::vec((any::<u8>(), [-3i64..5, -3i64..5, -3i64..5]), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn rows_hold_in_every_solution(
        domains in [domain(), domain(), domain()], wide in any::<[bool; 3]>(), numbers in numbers(),
    ) {
        let widened = |(mut domain, wide): (Vec<i64>, bool)| { domain.extend(wide.then_some(1_000_000)); domain };
        let domains: Vec<Vec<i64>> = domains.into_iter().zip(wide).map(widened).chain([vec![0, 1]]).collect();
        rows_hold(&domains, &[], |network| constraints(&numbers, network))?;
    }

    /// Any multipliers give an inequality that keeps all solutions, and the best ones too.
    #[test]
    fn inequalities_keep_every_solution(
        domains in [domain(), domain(), domain()],
        numbers in numbers(),
        multipliers in prop::collection::vec(-3.0f64..3.0, 40),
        best: bool,
    ) {
        let domains: Vec<Vec<i64>> = domains.into_iter().chain([vec![0, 1]]).collect();
        let mut network = network(&domains);
        let holds = constraints(&numbers, &mut network);
        let Some(mut relaxation) = Relaxation::of(&network, Some(var(2))) else { return Ok(()) };
        let found = match best {
            true => match relaxation.look(&mut network.store) {
                Look::Found(inequality) => Some(inequality),
                Look::Nothing | Look::Unfinished => None,
            },
            false => {
                let multipliers: Vec<f64> = multipliers.into_iter().cycle().take(relaxation.rows.len()).collect();
                relaxation.combined(&multipliers)
            }
        };
        let Some(inequality) = found else { return Ok(()) };
        let all = solutions(&domains, &holds);
        if network.propagate_inequality(inequality, true).is_err() {
            prop_assert!(all.is_empty());
            return Ok(());
        }
        for tuple in all {
            for (at, value) in tuple.into_iter().enumerate() {
                prop_assert!(network.store.contains(var(at), value), "{} lost {}", at, value);
            }
        }
    }

    #[test]
    fn what_is_removed_follows_from_its_reason(
        domains in [domain(), domain(), domain()],
        numbers in numbers(),
        decisions in prop::collection::vec((0..4usize, any::<prop::sample::Index>()), 0..5),
        wide in any::<[bool; 3]>(),
    ) {
        let widened = |(mut domain, wide): (Vec<i64>, bool)| { domain.extend(wide.then_some(1_000_000)); domain };
        let domains: Vec<Vec<i64>> = domains.into_iter().zip(wide).map(widened).chain([vec![0, 1]]).collect();
        changes_follow(&domains, decisions, true, |network| constraints(&numbers, network))?;
    }

    /// Least cost over the corners of a box, cut by rows, after changes of the bounds.
    #[test]
    fn the_simplex_finds_the_least_cost(
        cost in [-4i32..5, -4i32..5, -4i32..5],
        rows in prop::collection::vec(([-3i32..4, -3i32..4, -3i32..4], -5i32..6, 0i32..6), 1..4),
        boxes in prop::collection::vec([(-3i32..4, 0i32..5), (-3i32..4, 0i32..5), (-3i32..4, 0i32..5)], 1..4),
    ) {
        let float = |numbers: [i32; 3]| numbers.map(f64::from).to_vec();
        let table = rows.iter().map(|row| float(row.0)).collect();
        let sums = rows.iter().map(|row| (f64::from(row.1), f64::from(row.1 + row.2)));
        let mut simplex = Simplex::new(float(cost), std::iter::repeat_n((-3.0, 7.0), 3), table, sums);
        for bounds in boxes {
            for (at, (lo, width)) in bounds.into_iter().enumerate() {
                simplex.set_bounds(at, f64::from(lo), f64::from(lo + width));
            }
            let outcome = simplex.solve(1_000);
            let x = simplex.values();
            let meets = |x: &[f64], slack: f64| rows.iter().all(|(row, lo, width)| {
                let sum: f64 = row.iter().zip(x).map(|(&a, x)| f64::from(a) * x).sum();
                f64::from(*lo) - slack <= sum && sum <= f64::from(lo + width) + slack
            });
            let value = |x: &[f64]| cost.iter().zip(x).map(|(&c, x)| f64::from(c) * x).sum::<f64>();
            // The integer points are among the others.
            let points = |at: usize| bounds[at].0..=bounds[at].0 + bounds[at].1;
            let all = points(0).flat_map(|a| points(1).flat_map(move |b| points(2).map(move |c| [a, b, c])));
            let inside: Vec<Vec<f64>> = all.map(float).filter(|x| meets(x, 0.0)).collect();
            match outcome {
                Outcome::Optimal => {
                    prop_assert!(meets(&x, 1e-6), "{:?}", x);
                    prop_assert!(inside.iter().all(|point| value(point) >= value(&x) - 1e-3));
                }
                Outcome::Infeasible(_) => prop_assert!(inside.is_empty()),
                Outcome::Stopped => prop_assert!(false, "1,000 pivots for three variables"),
            }
        }
    }
}
