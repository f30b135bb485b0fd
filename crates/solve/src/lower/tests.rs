//! Laws: both encodings, with every choice of the sizes, count the same solutions as brute force on random small
//! models.

mod chains;
mod effort;
mod large;
mod propagation;

use super::fd::Fd;
use super::{Formula, int};
use crate::solver::sat::{Lit, Verdict};
use crate::solver::{ENGINES, Engine, new_engine};
use crate::tuning::Sizes;
use proptest::prelude::*;
use sator_base::limits::Limits;
use sator_model::graph::{Edge, Structure};
use sator_model::recipes::{
    ACYCLIC, CONNECTED, Parts, Recipe, SINGLE_LOOP, constrain, cook, every_assignment, graph_model, on_graph, recipe,
    unknown,
};
use sator_model::{Assignment, Domain, ExprId, Kind, Model, UnknownId};

/// Counts solutions under the assumptions; each is checked.
///
/// # Panics
/// Panics if there are more solutions than assignments, because then one occurred twice.
pub(super) fn count(formula: &mut dyn Formula, model: &Model, assumptions: &[Lit]) -> usize {
    let assignments: usize = model.unknowns.iter().map(|u| u.domain.size() as usize).product();
    let active = formula.selector();
    let assumed: Vec<Lit> = assumptions.iter().copied().chain([active]).collect();
    let mut found = 0;
    loop {
        match formula.check(&assumed, &Limits::none()) {
            Verdict::Sat => {}
            Verdict::Unsat => return found,
            Verdict::Unknown(reason) => panic!("{reason:?}"),
        }
        let assignment = formula.assignment(model.expressions());
        assert_eq!(model.violations(&assignment), Ok(vec![]), "{assignment:?}");
        found += 1;
        assert!(found <= assignments, "a solution came twice: {assignment:?}");
        let mut block = vec![!active];
        for (i, &value) in assignment.0.iter().enumerate() {
            block.push(!formula.value_literal(model.expressions(), UnknownId::at(i), value));
        }
        formula.clause(&block);
    }
}

/// All choices of encodings: the measured sizes; no tuples, order literals or deferred counts; no views and large
/// coefficients; bit-vectors.
fn ways() -> Vec<(&'static str, Sizes)> {
    let usual = Sizes::default();
    let no_tuples = Sizes { pair_tuples: 0, triple_tuples: 0, pairwise: 2, group: 2, totalizer: 0, ..usual.clone() };
    let order =
        Sizes { order_tuples: 0, triple_tuples: 0, weighted_coefficient: 1, deferred_count: 0, ..usual.clone() };
    let no_views = Sizes { view_max: 0, cube_max: 0, pair_tuples: 0, triple_tuples: 0, ..usual.clone() };
    let bits = Sizes { one_hot_max: 3, label_max: 3, weighted_literals: 3, order_tuples: 0, ..no_views.clone() };
    let mixed = Sizes { one_hot_max: 3, cube_max: 12, chain_height: 2, ..usual.clone() };
    vec![
        ("usual", usual),
        ("no tuples", no_tuples),
        ("order", order),
        ("no views", no_views),
        ("bits", bits),
        ("mixed", mixed),
    ]
}

pub(super) fn formulas() -> Vec<(String, Box<dyn Formula>)> {
    let mut all: Vec<(String, Box<dyn Formula>)> = vec![("int".into(), Box::new(int::Int::new(0, false)))];
    for (name, sizes) in ways() {
        for narrow in [true, false] {
            for &engine in ENGINES {
                let by = engine.name();
                let fd = Fd::new(new_engine(engine, 0), sizes.clone(), narrow);
                all.push((format!("fd by {by}, {name}, narrow {narrow}"), Box::new(fd)));
            }
        }
    }
    all
}

/// The number of cases: the environment variable LAWS, or 48.
pub(super) fn cases() -> ProptestConfig {
    let cases = std::env::var("LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(48);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn both_encodings_agree_with_brute_force(recipe in recipe()) {
        let (model, asked, number) = cook(&recipe);
        let solutions: Vec<Vec<i64>> = every_assignment(&model)
            .iter()
            .filter(|a| model.violations(a) == Ok(vec![]))
            .map(|a| model.evaluate_all(a))
            .collect();
        let yes = solutions.iter().filter(|v| v[asked] != 0).count();
        let low = solutions.iter().filter(|v| v[number] <= recipe.bound).count();
        for (name, mut formula) in formulas() {
            let formula = &mut *formula;
            prop_assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()));
            prop_assert_eq!(count(formula, &model, &[]), solutions.len(), "{}", name);
            let literal = formula.literal(model.expressions(), asked);
            prop_assert_eq!(count(formula, &model, &[literal]), yes, "{}: literal", name);
            prop_assert_eq!(count(formula, &model, &[!literal]), solutions.len() - yes, "{}: not literal", name);
            let at_most = formula.at_most_literal(model.expressions(), number, recipe.bound);
            prop_assert_eq!(count(formula, &model, &[at_most]), low, "{}: at most", name);
            prop_assert_eq!(count(formula, &model, &[!at_most]), solutions.len() - low, "{}: more than", name);
        }
    }

    #[test]
    fn guards_and_growth(recipe in recipe()) {
        let (full, asked, _) = cook(&recipe);
        let mut model = full.clone();
        model.constraints.truncate(1);
        let all = |model: &Model| -> Vec<Assignment> {
            every_assignment(model).into_iter().filter(|a| model.violations(a) == Ok(vec![])).collect()
        };
        let (first, both) = (all(&model).len(), all(&full).len());
        let yes = all(&full).iter().filter(|a| full.evaluate_all(a)[asked] != 0).count();
        for (name, mut formula) in formulas() {
            let formula = &mut *formula;
            prop_assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()));
            prop_assert_eq!(count(formula, &model, &[]), first, "{}: first", name);
            prop_assert_eq!(formula.add_constraints(full.expressions(), &full.conditions()[model.constraints.len()..], &Limits::none()), Ok(()));
            let guard = formula.selector();
            formula.assert(full.expressions(), asked, Some(guard));
            prop_assert_eq!(count(formula, &full, &[guard]), yes, "{}: guarded", name);
            prop_assert_eq!(count(formula, &full, &[!guard]), both, "{}: unguarded", name);
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    /// After expressions are dropped, their numbers can be reused: replaces the first and last condition of one recipe
    /// by those of another.
    #[test]
    fn what_is_forgotten_leaves_no_trace(recipe in recipe(), other in recipe()) {
        let (full, asked, _) = cook(&recipe);
        let mut model = Model::default();
        for unknown in &full.unknowns {
            self::unknown(&mut model, unknown.kind, unknown.domain.clone());
        }
        let all = every_assignment(&model).len();
        // Both have the unknowns of the first recipe.
        let (instead, other_asked, _) = cook(&Recipe { domains: recipe.domains.clone(), bools: recipe.bools, ..other });
        for (name, mut formula) in formulas() {
            let formula = &mut *formula;
            formula.add_unknowns(model.expressions());
            for (m, asked) in [(&full, asked), (&instead, other_asked), (&full, asked)] {
                let guard = formula.selector();
                formula.assert(m.expressions(), asked, Some(guard));
                let mut free = m.clone();
                free.constraints.clear();
                let yes = every_assignment(m).iter().filter(|a| m.evaluate_all(a)[asked] != 0).count();
                prop_assert_eq!(count(formula, &free, &[guard]), yes, "{}", name);
                formula.clause(&[!guard]);
                formula.forget(model.expressions());
                prop_assert_eq!(count(formula, &model, &[]), all, "{}: afterwards", name);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    /// A condition on a graph of a form that the language makes; with a choice, the condition is one of two, so that it has to become a literal.
    #[test]
    fn conditions_on_graphs(on_graph in on_graph(), choice: bool) {
        let made = match on_graph.0 {
            CONNECTED | ACYCLIC => on_graph.1 != Parts::Both,
            SINGLE_LOOP => on_graph.1 == Parts::Edges,
            _ => on_graph.1 == Parts::Partition,
        };
        prop_assume!(made);
        let mut model = graph_model(&on_graph);
        if choice {
            let first = unknown(&mut model, Kind::Bool, Domain::range(0, 1));
            let condition = &mut model.constraints[0].expr;
            *condition = model.pool.iff(first, *condition);
        }
        let solutions = every_assignment(&model).iter().filter(|a| model.violations(a) == Ok(vec![])).count();
        prop_assume!(solutions < 50);
        let fd = |narrow| Box::new(Fd::new(new_engine(Engine::Auto, 0), Sizes::default(), narrow)) as Box<dyn Formula>;
        let formulas = [("narrowed", fd(true)), ("plain", fd(false))];
        for (name, mut formula) in formulas {
            prop_assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()));
            prop_assert_eq!(count(&mut *formula, &model, &[]), solutions, "{}", name);
        }
    }
}

fn subset() -> impl Strategy<Value = u8> {
    (1u8..64).prop_filter("two or more", |s| s.count_ones() > 1)
}

proptest! {
    #![proptest_config(cases())]

    /// Houses and cages: combinations and derived sums lose no solution, under guards too.
    #[test]
    fn sums_of_distinct_cells(
        top in 3i64..=5,
        houses in prop::collection::vec(subset(), 1..4),
        cages in prop::collection::vec((subset(), 3i64..14), 1..4),
    ) {
        let mut model = Model::default();
        let cells: Vec<ExprId> = (0..6).map(|_| unknown(&mut model, Kind::Int, Domain::range(1, top))).collect();
        let part = |bits: u8| -> Vec<ExprId> { (0..6).filter(|i| bits >> i & 1 == 1).map(|i| cells[i]).collect() };
        for &house in &houses {
            let e = model.pool.all_different(&part(house), &[]);
            constrain(&mut model, e);
        }
        for &(cage, total) in &cages {
            let terms = part(cage).into_iter().map(|e| (1, e));
            let total = model.pool.int(total);
            let equal = model.pool.linear(terms, 0).and_then(|sum| model.pool.eq(sum, total));
            equal.into_iter().for_each(|e| constrain(&mut model, e));
        }
        let solutions = every_assignment(&model).iter().filter(|a| model.violations(a) == Ok(vec![])).count();
        prop_assume!(solutions < 300);
        let mut formula = Fd::new(new_engine(Engine::Auto, 0), Sizes::default(), true);
        prop_assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()));
        prop_assert_eq!(count(&mut formula, &model, &[]), solutions);

        // The same under guards: each set with one guard left out has its own solutions.
        let mut formula = Fd::new(new_engine(Engine::Auto, 0), Sizes::default(), false);
        formula.add_unknowns(model.expressions());
        let guards: Vec<Lit> = model.constraints.iter().map(|_| formula.selector()).collect();
        let guarded: Vec<_> = model.constraints.iter().zip(&guards).map(|(c, &g)| (c.expr, Some(g))).collect();
        prop_assert_eq!(formula.assert_all(model.expressions(), &guarded, &Limits::none()), Ok(()));
        prop_assert_eq!(formula.check(&guards, &Limits::none()) == Verdict::Sat, solutions > 0);
        for left_out in 0..guards.len() {
            let mut fewer = guards.clone();
            fewer.remove(left_out);
            let possible = every_assignment(&model).iter().any(|a| {
                let values = model.evaluate_all(a);
                model.constraints.iter().enumerate().all(|(i, c)| i == left_out || values[c.expr] != 0)
            });
            prop_assert_eq!(formula.check(&fewer, &Limits::none()) == Verdict::Sat, possible);
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    /// One piece in a grid larger than a block of a chain, with or without a known cell and a known size. Of some
    /// neighbours one is always present.
    #[test]
    fn one_piece(
        width in 2usize..8,
        there in proptest::collection::vec(0u8..8, 24),
        open in proptest::collection::btree_set(0usize..24, 1..9),
        anchor in proptest::option::of(0usize..24),
        size in proptest::option::of(1i64..12),
        alternatives in proptest::collection::vec(0usize..160, 0..24),
    ) {
        let mut model = Model::default();
        let open_or = |i: usize| open.contains(&i) || anchor == Some(i);
        let domain = |i: usize| if open_or(i) { (0, 1) } else { ((there[i] == 0) as i64, (there[i] == 0) as i64) };
        let cells: Vec<ExprId> = (0..24)
            .map(|i| unknown(&mut model, Kind::Bool, Domain::range(domain(i).0, domain(i).1)))
            .collect();
        let beside = (0..24).filter(|i| (i + 1) % width != 0).map(|i| (i, i + 1));
        let below = (0..24usize).map(|i| (i, i + width));
        let on = model.pool.bool(true);
        let edges = beside.chain(below).filter(|e| e.1 < 24);
        let edges: Box<[Edge]> = edges.map(|(a, b)| Edge { ends: (a as u32, b as u32), on }).collect();
        for ends in alternatives.iter().filter_map(|&at| edges.get(at)).map(|edge| edge.ends) {
            let either = model.pool.or([cells[ends.0 as usize], cells[ends.1 as usize]]);
            constrain(&mut model, either);
        }
        let graph =
            model.pool.graph(Structure { size: 24, vertices: Some(cells.clone().into()), edges, faces: None });
        let connected = model.pool.connected(&graph);
        constrain(&mut model, connected);
        if let Some(anchor) = anchor {
            constrain(&mut model, cells[anchor]);
        }
        if let Some(size) = size {
            let terms: Vec<ExprId> = cells.iter().map(|&c| model.pool.from_bool(c)).collect();
            let (Ok(sum), k) = (model.pool.linear(terms.into_iter().map(|e| (1, e)), 0), model.pool.int(size)) else {
                panic!("overflow")
            };
            let Ok(exactly) = model.pool.eq(sum, k) else { panic!("overflow") };
            constrain(&mut model, exactly);
        }
        let holds = |a: &&Assignment| model.violations(a) == Ok(vec![]);
        let expected = every_assignment(&model).iter().filter(holds).count();
        for (name, mut formula) in formulas() {
            prop_assert_eq!(formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none()), Ok(()));
            prop_assert_eq!(count(&mut *formula, &model, &[]), expected, "{}", name);
        }
    }
}

/// A graph on the cells whose pieces in another graph have three cells: its conditions use constraints on sizes.
#[test]
fn a_graph_about_another_one() {
    let mut model = Model::default();
    let cells: Vec<ExprId> = (0..36).map(|_| unknown(&mut model, Kind::Bool, Domain::range(0, 1))).collect();
    let on = model.pool.bool(true);
    let beside = (0..35).map(|i| Edge { ends: (i, i + 1), on });
    let edges: Box<[Edge]> = beside.collect();
    let pieces = model.pool.graph(Structure {
        size: 36,
        vertices: Some(cells.clone().into()),
        edges: edges.clone(),
        faces: None,
    });
    let sizes: Vec<ExprId> = (0..36).map(|v| model.pool.piece_size(&pieces, v)).collect();
    let three = model.pool.int(3);
    let mut large = Vec::new();
    for &size in &sizes {
        let (Ok(le), Ok(eq)) = (model.pool.le(size, three), model.pool.eq(size, three)) else { panic!("overflow") };
        constrain(&mut model, le);
        large.push(eq);
    }
    let some = model.pool.or(large.clone());
    constrain(&mut model, some);
    let outer = model.pool.graph(Structure { size: 36, vertices: Some(large.into()), edges, faces: None });
    let connected = model.pool.connected(&outer);
    // The graph comes first, so that lowering it lowers everything it depends on.
    let mut conditions = model.conditions();
    conditions.insert(0, connected);
    constrain(&mut model, connected);
    for (name, mut formula) in formulas() {
        assert_eq!(formula.add_constraints(model.expressions(), &conditions, &Limits::none()), Ok(()));
        assert!(formula.size().variables < 1_000, "{name}: {}", formula.size().variables);
        assert_eq!(formula.check(&[], &Limits::none()), Verdict::Sat, "{name}");
        let assignment = formula.assignment(model.expressions());
        assert_eq!(model.violations(&assignment), Ok(vec![]), "{name}");
    }
}
