//! Laws of special encodings: ordered lengths, and labels that are sizes of pieces. Both encodings in all variants have
//! the solutions of brute force.

use super::super::tests::{cases, count, formulas};
use super::Fd;
use crate::lower::Formula;
use crate::solver::sat::{Lit, Reason, Verdict};
use crate::solver::{ENGINES, Engine, new_engine};
use crate::tuning::Sizes;
use proptest::prelude::*;
use sator_base::limits::Limits;
use sator_model::graph::{Edge, Structure};
use sator_model::recipes::{constrain, every_assignment, unknown};
use sator_model::{Assignment, Domain, ExprId, GraphRef, Kind, Model, UnknownId};

/// Every variant counts this many solutions.
fn all_count(model: &Model, expected: usize) {
    for (name, mut formula) in formulas() {
        let taken = formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none());
        assert_eq!(taken, Ok(()), "{name}");
        assert_eq!(count(&mut *formula, model, &[]), expected, "{name}");
    }
}

/// Adjacent cells in rows of this width; the last row can be shorter.
fn neighbours(cells: usize, width: usize) -> Vec<(usize, usize)> {
    let beside = (0..cells - 1).filter(|i| (i + 1) % width != 0).map(|i| (i, i + 1));
    let below = (0..cells.saturating_sub(width)).map(|i| (i, i + width));
    beside.chain(below).collect()
}

/// Adjacent cells are in one piece if their values are equal; the values of some cells are the sizes of their pieces.
fn sizes(model: &mut Model, values: &[ExprId], ends: &[(usize, usize)], sized: &[usize]) -> GraphRef {
    let on: Vec<ExprId> = ends.iter().map(|_| unknown(model, Kind::Bool, Domain::range(0, 1))).collect();
    let edges = ends.iter().zip(&on).map(|(&(a, b), &on)| Edge { ends: (a as u32, b as u32), on }).collect();
    let there = vec![model.pool.bool(true); values.len()];
    let graph = model.pool.graph(Structure { size: values.len(), vertices: Some(there.into()), edges, faces: None });
    for (&(a, b), &on) in ends.iter().zip(&on) {
        let Ok(equal) = model.pool.eq(values[a], values[b]) else { panic!("overflow") };
        let same = model.pool.iff(on, equal);
        constrain(model, same);
    }
    for &v in sized {
        let size = model.pool.piece_size(&graph, v as u32);
        let Ok(equal) = model.pool.eq(size, values[v]) else { panic!("overflow") };
        constrain(model, equal);
    }
    graph
}

/// The number of solutions of a model whose first unknowns are cells and whose other unknowns state which cells are
/// equal.
fn solutions_of(model: &Model, ends: &[(usize, usize)]) -> usize {
    let mut cells = Model::default();
    for u in &model.unknowns[..model.unknowns.len() - ends.len()] {
        unknown(&mut cells, u.kind, u.domain.clone());
    }
    let solves = |a: &&Assignment| {
        let joined = ends.iter().map(|&(x, y)| i64::from(a.0[x] == a.0[y]));
        model.violations(&Assignment(a.0.iter().copied().chain(joined).collect())) == Ok(vec![])
    };
    every_assignment(&cells).iter().filter(solves).count()
}

/// A bound on an unknown removes each value beyond it, and a value each bound that it breaks, without a conflict.
#[test]
fn bounds_and_values_follow_from_each_other() {
    for last in 2..=9 {
        let mut model = Model::default();
        let e = unknown(&mut model, Kind::Int, Domain::range(1, last));
        let m = model.expressions();
        for bound in 1..last {
            for value in 1..=last {
                for bound_first in [true, false] {
                    let mut fd = Fd::new(new_engine(Engine::Sat, 0), Sizes::default(), true);
                    let at_most = fd.at_most_literal(m, e, bound);
                    let equal = fd.value_literal(m, UnknownId(0), value);
                    let broken = if value > bound { at_most } else { !at_most };
                    let assumed = if bound_first { [broken, equal] } else { [equal, broken] };
                    assert_eq!(fd.check(&assumed, &Limits::none()), Verdict::Unsat);
                    let work = fd.work().expect("the engine counts its work");
                    assert_eq!((work.conflicts, work.decisions), (0, 0), "{value} and <= {bound} in 1..{last}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases())]

    /// Rays of conditions from several places, some shared: the number of free ones up to the first that is not.
    #[test]
    fn ordered_lengths(
        rays in proptest::collection::vec(proptest::collection::vec((0usize..9, any::<bool>()), 1..6), 1..4),
        weights in proptest::collection::vec(1i64..3, 3),
        fixed in proptest::option::of(0usize..9),
        bound in 0i64..9,
        exactly: bool,
    ) {
        let mut model = Model::default();
        let low = |i| i64::from(fixed == Some(i));
        let cells: Vec<ExprId> =
            (0..9).map(|i| unknown(&mut model, Kind::Bool, Domain::range(low(i), 1))).collect();
        let mut terms: Vec<(i64, ExprId)> = Vec::new();
        for (ray, weight) in rays.iter().zip(weights) {
            let mut free: Vec<ExprId> = Vec::new();
            for &(cell, positive) in ray {
                free.push(if positive { cells[cell] } else { model.pool.not(cells[cell]) });
                let all = model.pool.and(free.clone());
                terms.push((weight, model.pool.from_bool(all)));
            }
        }
        let (Ok(sum), bound) = (model.pool.linear(terms, 0), model.pool.int(bound)) else { panic!("overflow") };
        let compared = if exactly { model.pool.eq(sum, bound) } else { model.pool.le(bound, sum) };
        let Ok(condition) = compared else { panic!("overflow") };
        constrain(&mut model, condition);
        let holds = |a: &&Assignment| model.violations(a) == Ok(vec![]);
        all_count(&model, every_assignment(&model).iter().filter(holds).count());
    }

    /// The same with all values above a small bound merged until they are asked about: an answer is correct, or there
    /// is none.
    #[test]
    fn sizes_above_a_bound_as_one(
        width in 1usize..7,
        large in proptest::collection::vec(0u64..256, 6),
        givens in proptest::collection::vec(proptest::option::weighted(0.3, 1i64..3), 6),
        more in proptest::option::weighted(0.2, (0usize..6, 1i64..7)),
    ) {
        // Small values, and some large ones.
        let domains = large.iter().map(|bits| Domain::from_values((1..8).filter(|k| *k < 3 || bits >> k & 1 == 1)));
        let mut model = Model::default();
        let values: Vec<ExprId> = domains.map(|d| unknown(&mut model, Kind::Int, d)).collect();
        let ends = neighbours(6, width);
        let graph = sizes(&mut model, &values, &ends, &(0..6).collect::<Vec<usize>>());
        for (&value, given) in values.iter().zip(&givens) {
            let Some(given) = given else { continue };
            let given = model.pool.int(*given);
            let Ok(equal) = model.pool.eq(value, given) else { panic!("overflow") };
            constrain(&mut model, equal);
        }
        if let Some((v, most)) = more {
            let (size, most) = (model.pool.piece_size(&graph, v as u32), model.pool.int(most));
            let Ok(small) = model.pool.le(size, most) else { panic!("overflow") };
            constrain(&mut model, small);
        }
        let solutions = solutions_of(&model, &ends);
        let cells = 0..6u32;
        for &engine in ENGINES {
            let by = engine.name();
            let small = Sizes { merged_above: 2, merged_beyond: 0, merged: 0, ..Sizes::default() };
            let mut formula = Fd::new(new_engine(engine, 0), small, true).on_trial(true);
            let m = model.expressions();
            prop_assert_eq!(formula.add_constraints(m, &model.conditions(), &Limits::none()), Ok(()));
            let mut found = 0;
            loop {
                match formula.check(&[], &Limits::none()) {
                    Verdict::Sat => {}
                    Verdict::Unsat => {
                        prop_assert_eq!(found, solutions, "{}", by);
                        break;
                    }
                    Verdict::Unknown(reason) => {
                        prop_assert_eq!(reason, Reason::NotSoon, "{}", by);
                        break;
                    }
                }
                let assignment = formula.assignment(m);
                prop_assert_eq!(model.violations(&assignment), Ok(vec![]), "{}", by);
                found += 1;
                let other: Vec<Lit> = cells
                    .clone()
                    .map(|u| !formula.value_literal(m, UnknownId(u), assignment.get(UnknownId(u))))
                    .collect();
                formula.clause(&other);
            }
        }
    }

    /// Adjacent cells are in one piece if their values are equal, and the values are the sizes of the pieces.
    #[test]
    fn sizes_that_are_labels(
        width in 1usize..4,
        domains in proptest::collection::vec(proptest::collection::btree_set(0i64..8, 1..4), 6),
        all_of_them: bool,
        other in 0usize..6,
        at_most in 1i64..7,
    ) {
        let mut model = Model::default();
        let values: Vec<ExprId> = domains
            .iter()
            .map(|d| unknown(&mut model, Kind::Int, Domain::from_values(d.iter().copied())))
            .collect();
        let ends = neighbours(6, width);
        let sized: Vec<usize> = (0..6).filter(|&v| all_of_them || v % 2 == 0).collect();
        let graph = sizes(&mut model, &values, &ends, &sized);
        // Another constraint on the same size.
        let (size, most) = (model.pool.piece_size(&graph, other as u32), model.pool.int(at_most));
        let Ok(small) = model.pool.le(size, most) else { panic!("overflow") };
        constrain(&mut model, small);
        all_count(&model, solutions_of(&model, &ends));
    }
}
