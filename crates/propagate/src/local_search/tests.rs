//! Laws: local search finds solutions only, and all small models that have some.

use super::LocalSearch;
use proptest::prelude::*;
use sator_base::limits::Limits;
use sator_model::recipes::{cook, every_assignment, recipe};

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
    use sator_model::recipes::{constrain, unknown};
    use sator_model::{Domain, Kind, Model};
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
