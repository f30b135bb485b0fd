//! Laws of what is recognised: ordered lengths, and labels that are the sizes of their pieces. Both encodings and every
//! way of them have the solutions of brute force.

use super::super::tests::{cases, constrain, count, every_assignment, formulas, unknown};
use crate::limits::Limits;
use crate::model::graph::{Edge, Structure};
use crate::model::{Assignment, Domain, ExprId, Kind, Model};
use proptest::prelude::*;

/// Every way counts so many solutions.
fn all_count(model: &Model, expected: usize) {
    for (name, mut formula) in formulas() {
        let taken = formula.add_constraints(model.expressions(), &model.conditions(), &Limits::none());
        assert_eq!(taken, Ok(()), "{name}");
        assert_eq!(count(&mut *formula, model, &[]), expected, "{name}");
    }
}

proptest! {
    #![proptest_config(cases())]

    /// Rays of conditions from several places, some of them shared, and how many are free up to the first that is not.
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

    /// Neighbours are of one piece where their values are equal, and the values are the sizes of the pieces.
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
        let beside = (0..5).filter(|i| (i + 1) % width != 0).map(|i| (i, i + 1));
        let below = (0..6 - width).map(|i| (i, i + width));
        let ends: Vec<(usize, usize)> = beside.chain(below).collect();
        let on: Vec<ExprId> = ends.iter().map(|_| unknown(&mut model, Kind::Bool, Domain::range(0, 1))).collect();
        let edges = ends.iter().zip(&on).map(|(&(a, b), &on)| Edge { ends: (a as u32, b as u32), on }).collect();
        let there = vec![model.pool.bool(true); 6];
        let graph = model.pool.graph(Structure { size: 6, vertices: Some(there.into()), edges, faces: None });
        for (&(a, b), &on) in ends.iter().zip(&on) {
            let Ok(equal) = model.pool.eq(values[a], values[b]) else { panic!("overflow") };
            let same = model.pool.iff(on, equal);
            constrain(&mut model, same);
        }
        for v in (0..6).filter(|&v| all_of_them || v % 2 == 0) {
            let size = model.pool.piece_size(&graph, v as u32);
            let Ok(equal) = model.pool.eq(size, values[v]) else { panic!("overflow") };
            constrain(&mut model, equal);
        }
        // The same size, said of otherwise too.
        let (size, most) = (model.pool.piece_size(&graph, other as u32), model.pool.int(at_most));
        let Ok(small) = model.pool.le(size, most) else { panic!("overflow") };
        constrain(&mut model, small);
        // The edges follow from the values.
        let mut plain = Model::default();
        for d in &domains {
            unknown(&mut plain, Kind::Int, Domain::from_values(d.iter().copied()));
        }
        let solves = |a: &Assignment| {
            let joined = ends.iter().map(|&(x, y)| i64::from(a.0[x] == a.0[y]));
            model.violations(&Assignment(a.0.iter().copied().chain(joined).collect())) == Ok(vec![])
        };
        all_count(&model, every_assignment(&plain).iter().filter(|a| solves(a)).count());
    }
}
