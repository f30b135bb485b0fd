//! Z3's integers compute as documented, return cores, and continue after a stop.

use super::{Integers, Z3};
use crate::solver::sat::{Reason, Sat, Verdict};
use crate::solver::terms::Terms;
use proptest::prelude::*;
use sator_base::limits::Limits;
use std::time::Duration;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn integers_compute(a in -30i64..30, b in -30i64..30, p: bool) {
        let (mut int, mut solver) = (Terms::default(), Integers::new(0));
        let (x, y, q) = (int.int_fresh(), int.int_fresh(), int.bool_fresh());
        for (unknown, value) in [(x, a), (y, b)] {
            let value = int.int_value(value);
            let same = int.eq(unknown, value);
            int.assert(same);
        }
        let truth = int.bool_value(p);
        let same = int.eq(q, truth);
        int.assert(same);
        let mut expected = Vec::new();
        let mut found = Vec::new();
        let terms = [int.add(&[x, y, q]), int.mul(x, y), int.ite(q, x, y), int.add(&[]), int.count(&[q, q])];
        let values = [a + b + i64::from(p), a * b, if p { a } else { b }, 0, 2 * i64::from(p)];
        let conditions = [
            (int.le(x, y), a <= b),
            (int.lt(x, y), a < b),
            (int.distinct(&[x, y]), a != b),
            (int.iff(q, truth), true),
            (int.and(&[]), true),
            (int.or(&[]), false),
            (int.implies(truth, q), true),
        ];
        let mut pairs: Vec<_> = terms.into_iter().zip(values).collect();
        if b != 0 {
            pairs.push((int.div(x, y), a.div_euclid(b)));
            pairs.push((int.modulo(x, y), a.rem_euclid(b)));
        }
        for (term, value) in pairs {
            let unknown = int.int_fresh();
            let same = int.eq(unknown, term);
            int.assert(same);
            found.push(unknown);
            expected.push(value);
        }
        let mut truths = Vec::new();
        for (term, _) in conditions {
            let unknown = int.bool_fresh();
            let same = int.eq(unknown, term);
            int.assert(same);
            truths.push(unknown);
        }
        prop_assert_eq!(solver.check(&mut int, &[], &Limits::none()), Verdict::Sat);
        prop_assert_eq!(found.iter().map(|&t| solver.in_model(&int, t)).collect::<Vec<_>>(), expected);
        prop_assert_eq!(truths.iter().map(|&t| solver.in_model(&int, t) != 0).collect::<Vec<_>>(), conditions.map(|(_, value)| value));
    }
}

#[test]
fn a_core_of_integer_conditions() {
    let (mut int, mut solver) = (Terms::default(), Integers::new(0));
    let x = int.int_fresh();
    let limits = [3, 5, 9].map(|k| int.int_value(k));
    let below = int.lt(x, limits[0]);
    let above = int.lt(limits[1], x);
    let small = int.lt(x, limits[2]);
    assert_eq!(solver.check(&mut int, &[small, below, above], &Limits::none()), Verdict::Unsat);
    assert_eq!(solver.core(), [below, above]);
    assert_eq!(solver.check(&mut int, &[small, above], &Limits::none()), Verdict::Sat);
    assert!((6..9).contains(&solver.in_model(&int, x)));
}

#[test]
fn an_engine_that_was_stopped_answers_the_next_question() {
    let (mut int, mut solver) = (Terms::default(), Integers::new(0));
    // x^3 + y^3 + z^3 = 33 has only large solutions.
    let unknowns = [int.int_fresh(), int.int_fresh(), int.int_fresh()];
    let cubes = unknowns.map(|x| {
        let square = int.mul(x, x);
        int.mul(square, x)
    });
    let (sum, target) = (int.add(&cubes), int.int_value(33));
    let hard = int.eq(sum, target);
    let limits = Limits::none().within(Duration::from_millis(30));
    assert_eq!(solver.check(&mut int, &[hard], &limits), Verdict::Unknown(Reason::Timeout));
    let zero = int.int_value(0);
    let easy = unknowns.map(|x| int.eq(x, zero));
    assert_eq!(solver.check(&mut int, &easy, &Limits::none()), Verdict::Sat);
    assert_eq!(solver.in_model(&int, unknowns[0]), 0);
}

/// Out of memory, Z3 returns null instead of a term, which must not become the empty clause.
#[test]
fn a_failure_of_z3_is_no_proof() {
    // The cap on memory applies to the whole process, so the test starts itself as a child.
    const CHILD: &str = "SATOR_TEST_Z3_FAILS";
    const NAME: &str = "solver::z3::tests::a_failure_of_z3_is_no_proof";
    if std::env::var_os(CHILD).is_none() {
        let program = std::env::current_exe().expect("this program has a path");
        let child = std::process::Command::new(program).args(["--exact", NAME]).env(CHILD, "1").output();
        let child = child.expect("it starts");
        let output = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success() && output.contains("1 passed"), "{output}");
        return;
    }
    let (mut engine, mut int, mut solver) = (Z3::new(0), Terms::default(), Integers::new(0));
    let unknowns: Vec<_> = (0..1000).map(|_| int.int_fresh()).collect();
    (0..1000).for_each(|_| _ = engine.fresh());
    assert_eq!(engine.check(&[], None, &Limits::none()), Verdict::Sat);
    assert_eq!(solver.check(&mut int, &[], &Limits::none()), Verdict::Sat);
    z3::set_global_param("memory_max_size", "1");
    for i in 0..1000 {
        for j in 0..100 {
            let [a, b, c] = [i, i + j + 1, i + 2 * j + 3].map(|n| crate::solver::sat::Lit(n % 1000 + 2));
            engine.clause(&[a, !b, c]);
            let sum = int.add(&[unknowns[i as usize], unknowns[((i + j + 1) % 1000) as usize]]);
            let bound = int.int_value(i64::from(i + j));
            let holds = int.le(sum, bound);
            int.assert(holds);
        }
    }
    // The failure is permanent, because an assertion is missing.
    for _ in 0..2 {
        let (clauses, integers) =
            (engine.check(&[], None, &Limits::none()), solver.check(&mut int, &[], &Limits::none()));
        assert!(matches!(clauses, Verdict::Unknown(Reason::GaveUp(_))), "{clauses:?}");
        assert!(matches!(integers, Verdict::Unknown(Reason::GaveUp(_))), "{integers:?}");
    }
}
