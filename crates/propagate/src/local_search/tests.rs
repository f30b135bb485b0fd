//! Laws: local search finds solutions only, and all small models that have some.

use super::LocalSearch;
use proptest::prelude::*;
use sator_base::limits::Limits;
use sator_model::recipes::{constrain, cook, every_assignment, recipe, unknown};
use sator_model::{Domain, Kind, Model};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn what_is_found_is_a_solution(recipe in recipe(), seed: u64, most in -5i64..10) {
        let (model, _, objective) = cook(&recipe);
        let defined = model.pool.defined(objective);
        let Some(mut search) = LocalSearch::of(&model, &[defined], Some(objective), seed) else { return Ok(()) };
        let good = |a: &sator_model::Assignment| {
            let values = model.evaluate_all(a);
            model.violations(a) == Ok(vec![]) && values[defined] != 0 && values[objective] <= most
        };
        let found = search.run(&model, most, None, 100_000, &Limits::none());
        match found {
            Some(a) => prop_assert!(good(&a)),
            None => prop_assert!(!every_assignment(&model).iter().any(good), "nothing was found"),
        }
    }
}

/// Sums of numbers that are all different: many solutions, few of them near each other.
#[test]
fn a_square_of_equal_sums_is_found() {
    let mut model = Model::default();
    let cells: Vec<_> = (0..16).map(|_| unknown(&mut model, Kind::Int, Domain::range(1, 60))).collect();
    let lines =
        (0..4).flat_map(|i| [(0..4).map(|j| cells[4 * i + j]).collect(), (0..4).map(|j| cells[4 * j + i]).collect()]);
    let lines: Vec<Vec<_>> = lines.collect();
    for line in lines {
        let sum = model.pool.linear(line.into_iter().map(|e| (1, e)), 0).expect("small");
        let wanted = model.pool.int(100);
        let equal = model.pool.eq(sum, wanted).expect("small");
        constrain(&mut model, equal);
    }
    let different = model.pool.all_different(&cells, &[]);
    constrain(&mut model, different);
    let mut search = LocalSearch::of(&model, &[], None, 0).expect("small");
    let found = search.run(&model, 0, None, 200_000_000, &Limits::none()).expect("a solution");
    assert_eq!(model.violations(&found), Ok(vec![]));
}

/// A permutation that meets three weighted sums: only exchanges of values lead from one permutation to another.
#[test]
fn a_permutation_of_given_sums_is_found() {
    let weights = [
        [44, 2, 18, 39, 43, 45, 11, 45, 21, 35, 37, 37, 7, 46, 42, 14, 41, 37, 18, 19],
        [8, 5, 31, 41, 31, 6, 23, 5, 27, 10, 2, 19, 28, 50, 27, 8, 3, 39, 40, 49],
        [3, 25, 46, 38, 22, 36, 18, 33, 16, 3, 20, 1, 5, 7, 39, 35, 3, 13, 27, 19],
    ];
    let mut model = Model::default();
    let places: Vec<_> = (0..20).map(|_| unknown(&mut model, Kind::Int, Domain::range(1, 20))).collect();
    let different = model.pool.all_different(&places, &[]);
    constrain(&mut model, different);
    for (weights, total) in weights.into_iter().zip([6805, 4531, 4056]) {
        let sum = model.pool.linear(weights.into_iter().zip(places.iter().copied()), 0).expect("small");
        let wanted = model.pool.int(total);
        let equal = model.pool.eq(sum, wanted).expect("small");
        constrain(&mut model, equal);
    }
    for seed in 0..5 {
        let mut search = LocalSearch::of(&model, &[], None, seed).expect("small");
        let found = search.run(&model, 0, None, 100_000_000, &Limits::none()).expect("a solution");
        assert_eq!(model.violations(&found), Ok(vec![]));
    }
}
