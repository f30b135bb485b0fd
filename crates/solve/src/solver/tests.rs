//! The behaviour required of every engine: random formulas agree with a truth table; assumptions, cores, hooks,
//! interrupts and counted effort work; a stopped engine continues.

use super::sat::{LinearSum, Lit, NativeSum, Reason, Sat, Verdict};
use super::{ENGINES, new_engine};
use proptest::prelude::*;
use sator_base::limits::{Interrupt, Limits};
use std::time::Duration;

const VARIABLES: i32 = 6;

fn engines() -> Vec<Box<dyn Sat>> {
    let mut all = Vec::new();
    for &engine in ENGINES {
        for seed in [0, 7] {
            all.push(new_engine(engine, seed));
        }
    }
    all
}

/// Every engine with this many variables.
fn engines_with(variables: i32) -> Vec<Box<dyn Sat>> {
    let mut all = engines();
    for engine in &mut all {
        for n in 0..variables {
            assert_eq!(engine.fresh(), Lit(n + 2));
        }
    }
    all
}

fn sat(engine: &mut dyn Sat, assumptions: &[Lit]) -> bool {
    match engine.check(assumptions, None, &Limits::none()) {
        Verdict::Sat => true,
        Verdict::Unsat => false,
        Verdict::Unknown(reason) => panic!("unknown: {reason:?}"),
    }
}

/// All assignments of the variables, each as the list of true literals.
fn assignments() -> impl Iterator<Item = Vec<Lit>> {
    (0..1 << VARIABLES)
        .map(|bits: i32| (0..VARIABLES).map(|i| Lit(if bits >> i & 1 == 1 { i + 2 } else { -i - 2 })).collect())
}

fn is_true(literal: Lit, assignment: &[Lit]) -> bool {
    literal == Lit::TRUE || assignment.contains(&literal)
}

fn meets(clauses: &[Vec<Lit>], assignment: &[Lit]) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|&l| is_true(l, assignment)))
}

fn literal() -> impl Strategy<Value = Lit> {
    (1..VARIABLES + 2, any::<bool>()).prop_map(|(n, sign)| Lit(if sign { n } else { -n }))
}

fn clauses() -> impl Strategy<Value = Vec<Vec<Lit>>> {
    proptest::collection::vec(proptest::collection::vec(literal(), 0..4), 0..14)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn formulas_in_two_parts_have_the_models_of_their_truth_tables(
        first in clauses(), second in clauses(), assumptions in proptest::collection::vec(literal(), 0..4), cuts: bool
    ) {
        let both: Vec<Vec<Lit>> = first.iter().chain(&second).cloned().collect();
        for mut engine in engines_with(VARIABLES) {
            for (part, whole) in [(&first, &first), (&second, &both)] {
                part.iter().for_each(|clause| engine.clause(clause));
                engine.expect_cuts(cuts);
                let assumed = |a: &Vec<Lit>| assumptions.iter().all(|&l| is_true(l, a));
                let expected = assignments().any(|a| meets(whole, &a) && assumed(&a));
                prop_assert_eq!(sat(&mut *engine, &assumptions), expected);
                if expected {
                    let model: Vec<Lit> = (2..VARIABLES + 2).map(Lit).map(|l| if engine.value(l) { l } else { !l }).collect();
                    prop_assert!(meets(whole, &model) && assumed(&model));
                    prop_assert!(engine.value(Lit::TRUE) && !engine.value(Lit::FALSE));
                } else {
                    let core = engine.core();
                    prop_assert!(core.iter().all(|l| assumptions.contains(l)));
                    let alone = assignments().any(|a| meets(whole, &a) && core.iter().all(|&l| is_true(l, &a)));
                    prop_assert!(!alone, "the core can hold");
                }
            }
        }
    }

    #[test]
    fn a_hook_runs_through_all_models(clauses in clauses(), guarded: bool) {
        let expected = assignments().filter(|a| meets(&clauses, a)).count();
        for mut engine in engines_with(VARIABLES) {
            let guard = if guarded { engine.fresh() } else { Lit::TRUE };
            clauses.iter().for_each(|clause| engine.clause(clause));
            let mut found = 0;
            let mut block = |holds: &dyn Fn(Lit) -> bool| {
                found += 1;
                let other = (2..VARIABLES + 2).map(Lit).map(|l| if holds(l) { !l } else { l });
                Some(other.chain([!guard]).collect())
            };
            let assumed: Vec<Lit> = [guard].into_iter().filter(|_| guarded).collect();
            prop_assert_eq!(engine.check(&assumed, Some(&mut block), &Limits::none()), Verdict::Unsat);
            prop_assert_eq!(found, expected);
            // Models blocked under a guard return without the guard.
            prop_assert_eq!(sat(&mut *engine, &[]), guarded && expected > 0);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn a_hook_may_be_about_few_of_the_variables(clauses in clauses(), few in 1..VARIABLES) {
        let part = |holds: &dyn Fn(Lit) -> bool| (2..few + 2).map(|v| holds(Lit(v))).collect::<Vec<bool>>();
        let expected: std::collections::BTreeSet<_> =
            assignments().filter(|a| meets(&clauses, a)).map(|a| part(&|l| is_true(l, &a))).collect();
        for mut engine in engines_with(VARIABLES) {
            clauses.iter().for_each(|clause| engine.clause(clause));
            let mut found = Vec::new();
            let mut block = |holds: &dyn Fn(Lit) -> bool| {
                found.push(part(holds));
                Some((2..few + 2).map(Lit).map(|l| if holds(l) { !l } else { l }).collect())
            };
            prop_assert_eq!(engine.check(&[], Some(&mut block), &Limits::none()), Verdict::Unsat);
            prop_assert_eq!(found.len(), expected.len(), "{}", engine.name());
            prop_assert_eq!(found.into_iter().collect::<std::collections::BTreeSet<_>>(), expected.clone());
        }
    }
}

#[test]
fn a_core_names_the_assumptions_that_clash() {
    for mut engine in engines_with(4) {
        let [a, b, c, d] = [Lit(2), Lit(3), Lit(4), Lit(5)];
        engine.clause(&[!a, b]);
        engine.clause(&[!b, !c]);
        assert!(!sat(&mut *engine, &[Lit::TRUE, d, a, c]));
        let mut core = engine.core();
        core.sort();
        assert_eq!(core, [a, c]);
        assert!(sat(&mut *engine, &[d, a, !c]));
        assert!(!sat(&mut *engine, &[d, !d]));
        assert_eq!(engine.core().len(), 2);
        assert!(!sat(&mut *engine, &[d, Lit::FALSE]));
        assert_eq!(engine.core(), [Lit::FALSE]);
        engine.clause(&[]);
        assert!(!sat(&mut *engine, &[a]));
        assert!(engine.core().is_empty());
    }
}

#[test]
fn a_hook_that_accepts_leaves_the_model() {
    for mut engine in engines_with(2) {
        let mut models = 0;
        let mut wants_both = |holds: &dyn Fn(Lit) -> bool| {
            models += 1;
            [Lit(2), Lit(3)].into_iter().find(|&l| !holds(l)).map(|l| vec![l])
        };
        assert_eq!(engine.check(&[], Some(&mut wants_both), &Limits::none()), Verdict::Sat);
        assert!(engine.value(Lit(2)) && engine.value(Lit(3)));
        // The hook's clause stays: at least one of the other three models was shown before.
        let both_can_fail = sat(&mut *engine, &[Lit(-2), Lit(-3)]);
        assert!(models == 1 || !both_can_fail);
    }
}

#[test]
fn what_a_model_leaves_open_is_false() {
    for mut engine in engines() {
        assert!(sat(&mut *engine, &[]));
        let late = engine.fresh();
        assert!(!engine.value(late) && engine.value(!late));
    }
}

/// More pigeons than holes: easy to state, very hard to refute.
fn pigeons(engine: &mut dyn Sat, holes: usize) {
    let at: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| engine.fresh()).collect()).collect();
    at.iter().for_each(|pigeon| engine.clause(pigeon));
    for hole in 0..holes {
        for (i, pigeon) in at.iter().enumerate() {
            at[..i].iter().for_each(|other| engine.clause(&[!pigeon[hole], !other[hole]]));
        }
    }
}

#[test]
fn an_interrupt_from_another_thread_stops_a_check_and_the_engine_goes_on() {
    for mut engine in engines() {
        pigeons(&mut *engine, 12);
        let free = engine.fresh();
        let interrupt = Interrupt::new();
        let limits = Limits::interrupted_by(interrupt.clone());
        let stopper = {
            let interrupt = interrupt.clone();
            std::thread::spawn(move || {
                std::thread::sleep(Duration::from_millis(50));
                interrupt.set();
            })
        };
        assert_eq!(engine.check(&[], None, &limits), Verdict::Unknown(Reason::Interrupted));
        assert!(stopper.join().is_ok());
        assert_eq!(engine.check(&[], None, &limits), Verdict::Unknown(Reason::Interrupted));
        interrupt.clear();
        let short = limits.within(Duration::from_millis(50));
        assert_eq!(engine.check(&[free], None, &short), Verdict::Unknown(Reason::Timeout));
        // Two pigeons in one hole are refuted at once.
        assert!(!sat(&mut *engine, &[Lit(2), Lit(14)]));
    }
}

#[test]
fn a_counted_effort_ends_a_check_and_the_next_one_has_it_anew() {
    for mut engine in engines() {
        pigeons(&mut *engine, 12);
        let free = engine.fresh();
        let little = Limits::none().with_effort(20);
        assert_eq!(engine.check(&[], None, &little), Verdict::Unknown(Reason::Effort));
        assert_eq!(engine.check(&[free], None, &little), Verdict::Unknown(Reason::Effort));
        assert!(!sat(&mut *engine, &[Lit(2), Lit(14)]));
    }
}

/// Stopped repeatedly at arbitrary points, an engine neither loses nor invents clauses.
#[test]
fn an_engine_that_is_stopped_often_keeps_its_clauses() {
    for mut engine in engines() {
        let (guard, first) = (engine.fresh(), engine.fresh());
        let mut counted = vec![first];
        // The pigeons exist only under the guard.
        let at: Vec<Vec<Lit>> = (0..11).map(|_| (0..10).map(|_| engine.fresh()).collect()).collect();
        for pigeon in &at {
            let clause: Vec<Lit> = pigeon.iter().copied().chain([!guard]).collect();
            engine.clause(&clause);
        }
        for hole in 0..10 {
            for (i, pigeon) in at.iter().enumerate() {
                at[..i].iter().for_each(|other| engine.clause(&[!pigeon[hole], !other[hole]]));
            }
        }
        for round in 0..8 {
            let little = Limits::none().with_effort(1 + round % 3);
            assert_eq!(engine.check(&[guard], None, &little), Verdict::Unknown(Reason::Effort), "{}", engine.name());
            // Each round adds something, including a sum that an engine can accept directly.
            let next = engine.fresh();
            engine.clause(&[!counted[counted.len() - 1], next]);
            counted.push(next);
            if counted.len() % 8 == 0 {
                let terms = counted.iter().map(|&l| (1, l)).collect();
                let most = counted.len() as i64 - 2;
                let sum = LinearSum { terms, exactly: false, bound: most, holds: None };
                if engine.linear(&sum) != NativeSum::Yes {
                    engine.clauses_for_others(true);
                    engine.clause(&[counted[2]]);
                    engine.clauses_for_others(false);
                }
            }
            assert!(sat(&mut *engine, &[!guard]));
            assert!(!sat(&mut *engine, &[!guard, first, !next]), "{}", engine.name());
            assert!(!sat(&mut *engine, &[!guard, at[0][3], at[7][3]]));
        }
        // At most two of the eight counted first are false, and each implies the one before.
        assert!(!sat(&mut *engine, &[!guard, !counted[2]]), "{}", engine.name());
        assert!(sat(&mut *engine, &[!guard, !counted[1]]));
    }
}

#[test]
fn what_is_over_before_it_begins_is_not_begun() {
    for mut engine in engines() {
        let limits = Limits::none().within(Duration::ZERO);
        assert_eq!(engine.check(&[], None, &limits), Verdict::Unknown(Reason::Timeout));
        limits.interrupt.set();
        assert_eq!(engine.check(&[], None, &limits), Verdict::Unknown(Reason::Interrupted));
        assert!(sat(&mut *engine, &[]));
    }
}

#[test]
fn two_engines_of_one_thread_do_not_mix() {
    for (mut one, mut other) in engines_with(1).into_iter().zip(engines_with(1)) {
        one.clause(&[Lit(2)]);
        other.clause(&[Lit(-2)]);
        assert!(sat(&mut *one, &[]) && one.value(Lit(2)));
        assert!(sat(&mut *other, &[]) && !other.value(Lit(2)));
        assert!(one.value(Lit(2)));
    }
}

#[test]
fn an_engine_moves_to_another_thread_and_goes_on() {
    for mut engine in engines_with(2) {
        engine.clause(&[Lit(2), Lit(3)]);
        assert!(sat(&mut *engine, &[Lit(-2)]));
        let moved = std::thread::spawn(move || {
            engine.clause(&[Lit(-3)]);
            sat(&mut *engine, &[]) && engine.value(Lit(2)) && !sat(&mut *engine, &[Lit(-2)])
        });
        assert!(moved.join().unwrap_or(false));
    }
}

#[test]
fn an_assumption_against_what_holds_for_good_is_the_core() {
    for mut engine in engines_with(VARIABLES) {
        assert!(sat(&mut *engine, &[Lit(6)]));
        assert!(!sat(&mut *engine, &[Lit(6), Lit(-6)]));
        engine.clause(&[Lit(6)]);
        assert!(!sat(&mut *engine, &[Lit(6), Lit(-6)]));
        assert!(engine.core().contains(&Lit(-6)), "{} {:?}", engine.name(), engine.core());
    }
}
