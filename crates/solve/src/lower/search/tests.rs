//! Laws: a supported model has the solutions of brute force, each visible one once; the searched part of the space and the
//! rest make up all of it.

use super::shape::Posted;
use super::{DepthFirst, Ended, Found, RestartingSearch, Search, SecondSolution, Shape, planes, post};
use proptest::prelude::*;
use sator_base::limits::Limits;
use sator_model::node;
use sator_model::recipes::{constrain, cook, every_assignment, recipe, unknown};
use sator_model::{Assignment, Atom, Domain, ExprId, Kind, Model, UnknownId};
use std::collections::BTreeSet;

/// The values of the visible unknowns.
fn seen(model: &Model, a: &Assignment) -> Vec<i64> {
    model.visible().map(|u| a.get(u)).collect()
}

/// The visible values of all solutions.
fn by_brute_force(model: &Model) -> BTreeSet<Vec<i64>> {
    let all = every_assignment(model).into_iter();
    all.filter(|a| model.violations(a) == Ok(vec![])).map(|a| seen(model, &a)).collect()
}

fn hide(model: &mut Model, mask: u8) {
    for (i, unknown) in model.unknowns.iter_mut().enumerate() {
        unknown.hidden = mask >> i & 1 == 1;
    }
}

fn givens() -> impl Strategy<Value = Vec<(u8, i64)>> {
    prop::collection::vec((any::<u8>(), -4..8i64), 6)
}

fn kept() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 4)
}

/// A model whose conditions are differences of unknowns.
fn differences() -> impl Strategy<Value = Model> {
    let domain = prop::collection::btree_set(-1..4i64, 1..5);
    let houses = prop::collection::vec(any::<u8>(), 0..4);
    (prop::collection::vec(domain, 2..6), houses).prop_map(|(domains, houses)| {
        let mut model = Model::default();
        let all: Vec<ExprId> =
            domains.into_iter().map(|domain| unknown(&mut model, Kind::Int, Domain::from_values(domain))).collect();
        for house in houses {
            let list: Vec<ExprId> =
                all.iter().enumerate().filter(|(i, _)| house >> i & 1 == 1).map(|(_, &e)| e).collect();
            let differ = model.pool.all_different(&list, &[]);
            constrain(&mut model, differ);
        }
        model
    })
}

/// The end of a search, and its solutions, each of them once.
fn found_by(search: &mut dyn DepthFirst, model: &Model) -> (Ended, BTreeSet<Vec<i64>>) {
    let mut all = BTreeSet::new();
    let ended = search.run(&Limits::none(), &mut |a| {
        assert_eq!(model.violations(a), Ok(vec![]));
        assert!(all.insert(seen(model, a)), "a solution twice");
        true
    });
    (ended, all)
}

/// One puzzle of a shape must not change the answer about the next.
fn check_shape(mut model: Model, givens: Vec<(u8, i64)>) -> Result<(), TestCaseError> {
    let mut shape = Shape::of(&model);
    let plain = model.constraints.len();
    for (i, (unknown, value)) in givens.into_iter().enumerate() {
        let unknown = UnknownId::at(usize::from(unknown) % model.unknowns.len());
        let given = model.value_is(unknown, value);
        if i % 3 == 0 {
            model.constraints.truncate(plain);
        }
        constrain(&mut model, given);
        if !shape.fits(&model) {
            // A value outside the domain can't be given.
            prop_assert!(model.constraints.iter().any(|c| [node::FALSE, node::TRUE].contains(&c.expr)));
            continue;
        }
        let all = by_brute_force(&model);
        let only = shape.only_solution(&model, &Limits::none());
        if let Some(only) = &only {
            prop_assert_eq!(model.violations(only), Ok(vec![]));
            prop_assert_eq!(all, BTreeSet::from([seen(&model, only)]));
        } else if let Posted::Yes(_) = shape.search {
            prop_assert!(all.len() != 1, "{:?}", all);
        }
    }
    Ok(())
}

/// Asks several questions, as one question must not change the answer to the next.
fn check_others(model: &Model, kept: &[u8]) -> Result<(), TestCaseError> {
    let all: Vec<Assignment> =
        every_assignment(model).into_iter().filter(|a| model.violations(a) == Ok(vec![])).collect();
    let Some(mut others) = SecondSolution::of(model, &Limits::none()) else { return Ok(()) };
    for known in all.iter().take(5) {
        for kept in kept {
            let same: Vec<UnknownId> = model.visible().filter(|u| kept >> (u.index() % 8) & 1 == 1).collect();
            for differs in model.visible().filter(|u| !same.contains(u)).map(Some).chain([None]) {
                let is_other = |a: &Assignment| {
                    same.iter().all(|&u| a.get(u) == known.get(u))
                        && match differs {
                            Some(u) => a.get(u) != known.get(u),
                            None => seen(model, a) != seen(model, known),
                        }
                };
                let wanted = all.iter().any(is_other);
                match others.find(same.iter().copied(), differs, known, &Limits::none()) {
                    Found::Other(found) => prop_assert!(is_other(found) && model.violations(found) == Ok(vec![])),
                    Found::None => prop_assert!(!wanted),
                    Found::Unknown => prop_assert!(false, "little to search"),
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn finds_what_brute_force_finds(recipe in recipe(), mask: u8) {
        let (mut model, ..) = cook(&recipe);
        hide(&mut model, mask);
        let Some(mut search) = Search::of(&model, &Limits::none()) else { return Ok(()) };
        let mut found = Vec::new();
        let ended = search.run(&Limits::none(), &mut |a| {
            assert_eq!(model.violations(a), Ok(vec![]));
            found.push(seen(&model, a));
            true
        });
        prop_assert_eq!(ended, Ended::All);
        let all: BTreeSet<Vec<i64>> = found.iter().cloned().collect();
        prop_assert_eq!(all.len(), found.len(), "a solution twice");
        prop_assert_eq!(all, by_brute_force(&model));
    }

    #[test]
    fn leaves_exactly_the_rest(recipe in recipe(), mask: u8, most in 0..40usize) {
        let (mut model, ..) = cook(&recipe);
        hide(&mut model, mask);
        let Some(mut search) = Search::of(&model, &Limits::none()) else { return Ok(()) };
        let mut found = BTreeSet::new();
        search.until = 0;
        let run = |search: &mut Search, found: &mut BTreeSet<Vec<i64>>| search.run(&Limits::none(), &mut |a| {
            found.insert(seen(&model, a));
            found.len() < most
        });
        // A little work lets the search stop in the middle.
        search.until = most as u64 * 3;
        if run(&mut search, &mut found) != Ended::Hard {
            return Ok(());
        }
        let clauses = search.gone_through();
        for solution in by_brute_force(&model) {
            let visible: Vec<UnknownId> = model.visible().collect();
            let meets = |atom: &Atom| {
                let at = visible.iter().position(|&u| u == atom.unknown).expect("only visible unknowns are named");
                (solution[at] == atom.value) == atom.is
            };
            let left = clauses.iter().all(|clause| clause.iter().any(meets));
            prop_assert_eq!(left, !found.contains(&solution), "{:?} {:?}", solution, clauses);
        }
    }

    #[test]
    fn the_only_solution_is_found_where_there_is_one(recipe in recipe(), mask: u8, givens in givens()) {
        let (mut model, ..) = cook(&recipe);
        hide(&mut model, mask);
        check_shape(model, givens)?;
    }

    #[test]
    fn another_solution_is_found_where_there_is_one(recipe in recipe(), mask: u8, kept in kept()) {
        let (mut model, ..) = cook(&recipe);
        hide(&mut model, mask);
        check_others(&model, &kept)?;
    }

    #[test]
    fn planes_find_what_brute_force_finds(model in differences(), given in any::<(u8, u8)>(), most in 0..400u64) {
        let space = post::space(model.expressions(), &model.conditions(), &Limits::none());
        let Some(mut planes) = space.and_then(|space| planes::of(&space, &model)) else { return Ok(()) };
        let all = by_brute_force(&model);
        if planes.settle().is_err() {
            prop_assert!(all.is_empty());
            return Ok(());
        }
        // One search must not change the next.
        for _ in 0..2 {
            planes.allow(1 << 40);
            let unknown = UnknownId::at(usize::from(given.0) % model.unknowns.len());
            let mask = 1 << (given.1 % 4);
            let value = planes.base(unknown) + i64::from(given.1 % 4);
            let with: BTreeSet<Vec<i64>> = all.iter().filter(|a| a[unknown.index()] == value).cloned().collect();
            if planes.keep(unknown, mask).is_ok() {
                prop_assert_eq!(found_by(&mut *planes, &model), (Ended::All, with));
            } else {
                prop_assert!(with.is_empty());
            }
            planes.start_over();
            prop_assert_eq!(found_by(&mut *planes, &model), (Ended::All, all.clone()));
            planes.start_over();
            planes.allow(most);
            let (ended, found) = found_by(&mut *planes, &model);
            let clauses = planes.gone_through();
            let left = |a: &Vec<i64>| clauses.iter().all(|c| c.iter().any(|atom| (a[atom.unknown.index()] == atom.value) == atom.is));
            if ended == Ended::Hard {
                prop_assert!(all.iter().all(|a| left(a) != found.contains(a)));
            }
            planes.start_over();
        }
    }

    #[test]
    fn planes_know_the_only_solution_and_others(model in differences(), givens in givens(), kept in kept()) {
        check_others(&model, &kept)?;
        check_shape(model, givens)?;
    }

    #[test]
    fn restarts_find_existing_solutions(recipe in recipe(), mask: u8) {
        let (mut model, ..) = cook(&recipe);
        hide(&mut model, mask);
        let all: Vec<Assignment> = every_assignment(&model).into_iter().filter(|a| model.violations(a) == Ok(vec![])).collect();
        let Some(mut search) = RestartingSearch::of(&model, &Limits::none()) else { return Ok(()) };
        for (u, unknown) in model.unknowns.iter().enumerate() {
            for (value, is) in unknown.domain.iter().flat_map(|v| [(v, true), (v, false)]) {
                let target = Atom { unknown: UnknownId::at(u), value, is };
                let meets = |a: &Assignment| (a.get(target.unknown) == value) == is;
                let found = search.find(&target, &Limits::none()).cloned();
                // A search that gave up claims nothing.
                prop_assert!(found.is_some() || search.is_over() || !all.iter().any(meets));
                if let Some(found) = found {
                    prop_assert!(meets(&found) && model.violations(&found) == Ok(vec![]));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    /// Latin squares with further pairs of values that exclude each other.
    #[test]
    fn restarts_use_pointing_and_claiming(apart in prop::collection::vec((0..16usize, 0..16usize, -3..=3i64), 0..14)) {
        let mut model = Model::default();
        let cells: Vec<ExprId> = (0..16).map(|_| unknown(&mut model, Kind::Int, Domain::range(1, 4))).collect();
        for k in 0..4 {
            let [row, column]: [Vec<ExprId>; 2] = [(0..4).map(|i| cells[4 * k + i]).collect(), (0..4).map(|i| cells[4 * i + k]).collect()];
            for line in [row, column] {
                let different = model.pool.all_different(&line, &[]);
                constrain(&mut model, different);
            }
        }
        for (a, b, k) in apart.into_iter().filter(|&(a, b, _)| a != b) {
            let k = model.pool.int(k);
            let same = model.pool.add(cells[a], k).and_then(|sum| model.pool.eq(sum, cells[b])).expect("small numbers");
            let differ = model.pool.not(same);
            constrain(&mut model, differ);
        }
        let mut all = Vec::new();
        let mut search = Search::of(&model, &Limits::none()).expect("differences and pairs");
        let ended = search.run(&Limits::none(), &mut |a| { all.push(a.clone()); true });
        prop_assert_eq!(ended, Ended::All);
        let Some(mut search) = RestartingSearch::of(&model, &Limits::none()) else {
            prop_assert!(all.is_empty());
            return Ok(());
        };
        for (unknown, value) in (0..16).flat_map(|u| (1..=4).map(move |value| (UnknownId::at(u), value))) {
            let found = search.find(&Atom { unknown, value, is: true }, &Limits::none());
            prop_assert_eq!(found.is_some(), all.iter().any(|a| a.get(unknown) == value));
            if let Some(found) = found {
                prop_assert!(all.contains(found) && found.get(unknown) == value);
            }
        }
    }
}
