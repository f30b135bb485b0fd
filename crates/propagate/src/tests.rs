//! Laws: on random small models every search finds what brute force finds.

use crate::Aim;
use crate::search::{Ended, Search};
use crate::{BranchAndBound, Step};
use proptest::prelude::*;
use sator_base::limits::{Limits, Reason};
use sator_model::recipes::{constrain, cook, every_assignment, graph_model, on_graph, recipe, unknown};
use sator_model::{Assignment, Domain, ExprId, Kind, Model};
use std::collections::BTreeSet;

fn seen(model: &Model, a: &Assignment) -> Vec<i64> {
    model.visible().map(|u| a.get(u)).collect()
}

fn solutions(model: &Model) -> Vec<Assignment> {
    let all = every_assignment(model).into_iter();
    all.filter(|a| model.violations(a) == Ok(vec![])).collect()
}

/// Compares depth-first search with brute force, if it takes the model.
fn finds_each_once(model: &Model) -> Result<(), TestCaseError> {
    let Some(mut search) = Search::of(model, &Aim::default(), &Limits::none()) else { return Ok(()) };
    let mut found = vec![];
    let ended = search.each_solution(&Limits::none(), &mut |a| {
        assert_eq!(model.violations(a), Ok(vec![]));
        found.push(seen(model, a));
        true
    });
    prop_assert_eq!(ended, Ended::All);
    let all: BTreeSet<Vec<i64>> = found.iter().cloned().collect();
    prop_assert_eq!(all.len(), found.len(), "a solution twice");
    let brute: BTreeSet<Vec<i64>> = solutions(model).iter().map(|a| seen(model, a)).collect();
    prop_assert_eq!(all, brute);
    Ok(())
}

/// Compares branch and bound with brute force, if it takes the model.
fn finds_the_best(
    model: &Model,
    objective: ExprId,
    effort: u64,
    [learning, relaxed]: [bool; 2],
) -> Result<(), TestCaseError> {
    let aim = Aim { minimize: Some(objective), ..Aim::default() };
    let Some(mut search) = BranchAndBound::of(model, &aim, &Limits::none()) else { return Ok(()) };
    if !learning {
        search = search.without_learning();
    }
    if relaxed {
        search = search.relaxed_at_once();
    }
    let value = |a: &Assignment| model.evaluate_all(a)[objective];
    let mut best = None;
    loop {
        match search.improve(effort, &Limits::none()) {
            Step::Better(a) => {
                prop_assert_eq!(model.violations(&a), Ok(vec![]));
                prop_assert!(best.is_none_or(|best| value(&a) < best));
                best = Some(value(&a));
            }
            Step::Exhausted => break,
            Step::Hard => {}
            Step::Stopped(reason) => panic!("{reason:?}"),
        }
    }
    prop_assert_eq!(best, solutions(model).iter().map(value).min());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn each_solution_is_found_once(recipe in recipe(), mask: u8) {
        let (mut model, ..) = cook(&recipe);
        for (i, unknown) in model.unknowns.iter_mut().enumerate() {
            unknown.hidden = mask >> i & 1 == 1;
        }
        finds_each_once(&model)?;
    }

    /// A condition on a graph; with a choice, the condition is one of two, so that it has to become a literal.
    #[test]
    fn so_is_each_part_of_a_graph(on_graph in on_graph(), choice: bool) {
        let mut model = graph_model(&on_graph);
        if choice {
            let first = unknown(&mut model, Kind::Bool, Domain::range(0, 1));
            let condition = &mut model.constraints[0].expr;
            *condition = model.pool.iff(first, *condition);
        }
        prop_assert!(Search::of(&model, &Aim::default(), &Limits::none()).is_some());
        finds_each_once(&model)?;
    }

    #[test]
    fn the_best_solution_is_found(recipe in recipe(), effort in 1u64..200, how: [bool; 2]) {
        let (model, _, objective) = cook(&recipe);
        // A goal without a value in some solution has another meaning there.
        if model.pool.defined(objective) != model.pool.bool(true) {
            return Ok(());
        }
        finds_the_best(&model, objective, effort, how)?;
    }

    #[test]
    fn the_least_cover_is_found(
        weights in prop::collection::vec((-4i64..5, any::<bool>()), 3..7),
        clauses in prop::collection::vec(prop::collection::btree_set(0usize..7, 1..6), 1..10),
        odd in any::<prop::sample::Index>(),
        effort in 1u64..200,
        how: [bool; 2],
    ) {
        let mut model = Model::default();
        let truth: Vec<ExprId> =
            weights.iter().map(|_| unknown(&mut model, Kind::Bool, Domain::range(0, 1))).collect();
        let odd = odd.index(2 * clauses.len());
        for (number, clause) in clauses.into_iter().enumerate() {
            // One clause at most holds where the objective is small.
            let costs = |(weight, sign): (i64, bool)| (weight > 0) == (sign == (number != odd));
            let part = |at: usize| {
                let at = at % truth.len();
                if costs(weights[at]) { truth[at] } else { model.pool.not(truth[at]) }
            };
            let parts: Vec<ExprId> = clause.into_iter().map(part).collect();
            let clause = model.pool.or(parts);
            constrain(&mut model, clause);
        }
        let term = |(&(weight, sign), &truth): (&(i64, bool), &ExprId)| {
            let counted = if sign { truth } else { model.pool.not(truth) };
            (weight, model.pool.from_bool(counted))
        };
        let terms: Vec<(i64, ExprId)> = weights.iter().zip(&truth).map(term).collect();
        let objective = model.pool.linear(terms, 1).expect("small numbers");
        finds_the_best(&model, objective, effort, how)?;
    }
}

/// `a < b` and `b < a` over a thousand million values: the bounds creep, and limits end it.
#[test]
fn creeping_bounds_can_be_interrupted() {
    let mut model = Model::default();
    let wide = Domain::range(0, 1 << 30);
    let [a, b] = [wide.clone(), wide].map(|domain| unknown(&mut model, Kind::Int, domain));
    for (a, b) in [(a, b), (b, a)] {
        let before = model.pool.lt(a, b).expect("small numbers");
        constrain(&mut model, before);
    }
    let limits = Limits::none();
    let mut search = BranchAndBound::of(&model, &Aim::default(), &limits).expect("linear conditions");
    assert_eq!(search.improve(10_000_000, &limits), Step::Hard);
    limits.interrupt.set();
    assert_eq!(search.improve(u64::MAX, &limits), Step::Stopped(Reason::Interrupted));
}
