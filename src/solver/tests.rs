//! Both engines against brute force and plain arithmetic.

use super::engine::{Bits, Engine, Lit, Reason, Relation, Verdict};
use super::linear::{Linear, Rest, normalise};
use super::z3_fd::Z3Fd;
use super::z3_int::Z3Int;
use crate::limits::{Interrupt, Limits};
use proptest::prelude::*;
use std::time::Duration;

fn sat(engine: &mut Z3Fd, assumptions: &[Lit]) -> bool {
    match engine.check(assumptions, &Limits::none()) {
        Verdict::Sat => true,
        Verdict::Unsat => false,
        Verdict::Unknown(reason) => panic!("unknown: {reason:?}"),
    }
}

fn holds(sum: i128, relation: Relation, bound: i64) -> bool {
    match relation {
        Relation::AtMost => sum <= bound.into(),
        Relation::AtLeast => sum >= bound.into(),
        Relation::Exactly => sum == bound.into(),
    }
}

const VARIABLES: i32 = 5;

/// Every assignment of the variables 2.. as assumptions.
fn assignments() -> impl Iterator<Item = Vec<Lit>> {
    (0..1 << VARIABLES)
        .map(|bits: i32| (0..VARIABLES).map(|i| Lit(if bits >> i & 1 == 1 { i + 2 } else { -i - 2 })).collect())
}

fn is_true(literal: Lit, assignment: &[Lit]) -> bool {
    literal == Lit::TRUE || assignment.contains(&literal)
}

fn sum(terms: &[(i64, Lit)], assignment: &[Lit]) -> i128 {
    terms.iter().filter(|(_, l)| is_true(*l, assignment)).map(|&(c, _)| i128::from(c)).sum()
}

fn literal() -> impl Strategy<Value = Lit> {
    (1..VARIABLES + 2, any::<bool>()).prop_map(|(n, sign)| Lit(if sign { n } else { -n }))
}

fn relation() -> impl Strategy<Value = Relation> {
    prop_oneof![Just(Relation::AtMost), Just(Relation::AtLeast), Just(Relation::Exactly)]
}

/// Sums of few and of many different coefficients, of small and of huge ones, with repeated and
/// opposite literals, and bounds that some of the assignments meet exactly.
fn weighted() -> impl Strategy<Value = (Vec<(i64, Lit)>, Relation, i64)> {
    let coefficient = prop_oneof![-2i64..3, -9i64..10, Just(6), Just(-4)];
    let scale = prop_oneof![4 => Just(1i64), 1 => Just(3), 1 => Just(i64::MAX / 64)];
    let terms = proptest::collection::vec((coefficient, literal()), 0..9);
    (terms, relation(), scale, any::<prop::sample::Index>(), -1i64..2).prop_map(|(terms, relation, scale, at, off)| {
        let terms: Vec<_> = terms.into_iter().map(|(c, l)| (c * scale, l)).collect();
        let assignment = assignments().nth(at.index(1 << VARIABLES)).unwrap_or_default();
        let bound = i64::try_from(sum(&terms, &assignment)).unwrap_or(i64::MAX).saturating_add(off);
        (terms, relation, bound)
    })
}

fn engine() -> Z3Fd {
    let mut engine = Z3Fd::new(0);
    for _ in 0..VARIABLES {
        engine.fresh();
    }
    engine
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn weighted_sums_mean_what_they_say((terms, relation, bound) in weighted()) {
        let mut engine = engine();
        engine.weighted(&terms, relation, bound);
        for assignment in assignments() {
            prop_assert_eq!(sat(&mut engine, &assignment), holds(sum(&terms, &assignment), relation, bound));
        }
    }

    #[test]
    fn weighted_literals_hold_exactly_when_their_sums_do((terms, relation, bound) in weighted()) {
        let mut engine = engine();
        let literal = engine.weighted_literal(&terms, relation, bound);
        for assignment in assignments() {
            prop_assert!(sat(&mut engine, &assignment));
            let expected = holds(sum(&terms, &assignment), relation, bound);
            prop_assert_eq!(engine.value(literal), expected);
            let mut denied = assignment;
            denied.push(if expected { !literal } else { literal });
            prop_assert!(!sat(&mut engine, &denied));
        }
    }

    #[test]
    fn cardinalities_count(literals in proptest::collection::vec(literal(), 0..9), relation in relation(), k in 0u32..9) {
        let mut engine = engine();
        engine.cardinality(&literals, relation, k);
        for assignment in assignments() {
            let count = literals.iter().filter(|&&l| is_true(l, &assignment)).count();
            prop_assert_eq!(sat(&mut engine, &assignment), holds(count as i128, relation, k.into()));
        }
    }

    #[test]
    fn clauses_want_one_literal(clauses in proptest::collection::vec(proptest::collection::vec(literal(), 0..4), 0..9)) {
        let mut engine = engine();
        clauses.iter().for_each(|clause| engine.clause(clause));
        for assignment in assignments() {
            let expected = clauses.iter().all(|clause| clause.iter().any(|&l| is_true(l, &assignment)));
            prop_assert_eq!(sat(&mut engine, &assignment), expected);
        }
    }

    #[test]
    fn normal_forms_are_normal_and_mean_the_same((terms, relation, bound) in weighted()) {
        let Linear { forced, rest } = normalise(&terms, relation, bound);
        match &rest {
            Rest::Sum { terms, bound, .. } => {
                prop_assert!(terms.iter().all(|&(c, _)| 0 < c && c <= *bound));
                prop_assert!(terms.iter().any(|&(c, _)| c > 1));
            }
            Rest::Count { literals, bound, .. } => prop_assert!((1..literals.len()).contains(&(*bound as usize))),
            _ => {}
        }
        for assignment in assignments() {
            let count = |literals: &[Lit]| literals.iter().filter(|&&l| is_true(l, &assignment)).count() as i128;
            let rest = match &rest {
                Rest::True => true,
                Rest::False => false,
                Rest::Clause(literals) => count(literals) > 0,
                Rest::Count { literals, exactly: true, bound } => count(literals) == i128::from(*bound),
                Rest::Count { literals, exactly: false, bound } => count(literals) >= i128::from(*bound),
                Rest::Sum { terms, exactly, bound } => {
                    let sum: i128 = terms.iter().filter(|(_, l)| is_true(*l, &assignment)).map(|&(c, _)| c).sum();
                    if *exactly { sum == *bound } else { sum >= *bound }
                }
            };
            let meant = rest && count(&forced) == forced.len() as i128;
            prop_assert_eq!(meant, holds(sum(&terms, &assignment), relation, bound));
        }
    }

    #[test]
    fn bits_compute(a in -200i64..200, b in -200i64..200, constant: bool, width in prop_oneof![Just(20u32), Just(64), Just(70)]) {
        let mut engine = Z3Fd::new(0);
        let choice = engine.fresh();
        let number = |engine: &mut Z3Fd, value: i64| -> Bits {
            let known = engine.bits_const(value, 10);
            if constant {
                return engine.bits_extend(known, width);
            }
            let unknown = engine.bits_fresh(10);
            let same = engine.bits_eq(unknown, known);
            engine.clause(&[same]);
            engine.bits_extend(unknown, width)
        };
        let (x, y) = (number(&mut engine, a), number(&mut engine, b));
        let product = engine.bits_mul(x, y);
        let negated = engine.bits_neg(product);
        let total = engine.bits_add(negated, x);
        let chosen = engine.bits_ite(choice, total, y);
        let result = engine.bits_fresh(width);
        let same = engine.bits_eq(chosen, result);
        engine.clause(&[same]);
        let less = engine.bits_le(x, y);
        let equal = engine.bits_eq(x, y);
        for (assumption, expected) in [(choice, a - a * b), (!choice, b)] {
            prop_assert!(sat(&mut engine, &[assumption]));
            prop_assert_eq!(engine.bits_value(result), expected);
            prop_assert_eq!(engine.value(less), a <= b);
            prop_assert_eq!(engine.value(equal), a == b);
            prop_assert_eq!(engine.bits_width(result), width);
        }
    }

    #[test]
    fn integers_compute(a in -30i64..30, b in -30i64..30, p: bool) {
        let mut int = Z3Int::new(0);
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
        let terms = [int.add(&[x, y, q]), int.mul(x, y), int.neg(x), int.ite(q, x, y), int.add(&[]), int.count(&[q, q])];
        let values = [a + b + i64::from(p), a * b, -a, if p { a } else { b }, 0, 2 * i64::from(p)];
        let conditions = [
            (int.le(x, y), a <= b),
            (int.lt(x, y), a < b),
            (int.distinct(&[x, y]), a != b),
            (int.xor(q, truth), false),
            (int.iff(q, truth), true),
            (int.and(&[]), true),
            (int.or(&[]), false),
            (int.at_most(&[q, truth], 1), !p),
            (int.at_least(&[q, truth], 1), p),
            (int.exactly(&[q, truth], 1), false),
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
        prop_assert_eq!(int.check(&[], &Limits::none()), Verdict::Sat);
        prop_assert_eq!(found.iter().map(|&t| int.int_in_model(t)).collect::<Vec<_>>(), expected);
        prop_assert_eq!(truths.iter().map(|&t| int.bool_in_model(t)).collect::<Vec<_>>(), conditions.map(|(_, value)| value));
    }
}

#[test]
fn a_core_names_the_assumptions_that_clash() {
    let mut engine = engine();
    let [a, b, c, d] = [Lit(2), Lit(3), Lit(4), Lit(5)];
    engine.clause(&[!a, b]);
    engine.clause(&[!b, !c]);
    assert!(!sat(&mut engine, &[Lit::TRUE, d, a, c]));
    let mut core = engine.core();
    core.sort();
    assert_eq!(core, [a, c]);
    assert!(sat(&mut engine, &[d, a, !c]));
    assert!(!sat(&mut engine, &[d, !d]));
    assert_eq!(engine.core().len(), 2);
    assert!(!sat(&mut engine, &[d, Lit::FALSE]));
    assert_eq!(engine.core(), [Lit::FALSE]);
    engine.clause(&[]);
    assert!(!sat(&mut engine, &[a]));
    assert!(engine.core().is_empty());
}

#[test]
fn a_core_of_integer_conditions() {
    let mut int = Z3Int::new(0);
    let x = int.int_fresh();
    let limits = [3, 5, 9].map(|k| int.int_value(k));
    let below = int.lt(x, limits[0]);
    let above = int.lt(limits[1], x);
    let small = int.lt(x, limits[2]);
    assert_eq!(int.check(&[small, below, above], &Limits::none()), Verdict::Unsat);
    assert_eq!(int.core(), [below, above]);
    assert_eq!(int.check(&[small, above], &Limits::none()), Verdict::Sat);
    assert!((6..9).contains(&int.int_in_model(x)));
}

#[test]
fn enumeration_finds_every_solution() {
    let mut engine = engine();
    let literals: Vec<Lit> = (2..VARIABLES + 2).map(Lit).collect();
    engine.cardinality(&literals, Relation::Exactly, 2);
    let mut count = 0;
    while sat(&mut engine, &[]) {
        count += 1;
        let block: Vec<Lit> = literals.iter().map(|&l| if engine.value(l) { !l } else { l }).collect();
        engine.clause(&block);
    }
    assert_eq!(count, 10);
}

#[test]
fn what_a_model_leaves_open_is_false_and_zero() {
    let mut engine = Z3Fd::new(3);
    let (free, bits) = (engine.fresh(), engine.bits_fresh(8));
    assert!(sat(&mut engine, &[]));
    assert!(!engine.value(free) && engine.value(!free) && engine.value(Lit::TRUE));
    assert_eq!(engine.bits_value(bits), 0);
}

/// More pigeons than holes: easy to say, very hard to refute.
fn pigeons(holes: usize) -> Z3Fd {
    let mut engine = Z3Fd::new(0);
    let at: Vec<Vec<Lit>> = (0..=holes).map(|_| (0..holes).map(|_| engine.fresh()).collect()).collect();
    at.iter().for_each(|pigeon| engine.clause(pigeon));
    for hole in 0..holes {
        for (i, pigeon) in at.iter().enumerate() {
            at[..i].iter().for_each(|other| engine.clause(&[!pigeon[hole], !other[hole]]));
        }
    }
    engine
}

#[test]
fn an_interrupt_from_another_thread_stops_a_check_and_the_engine_goes_on() {
    let mut engine = pigeons(12);
    let free = engine.fresh();
    let bits = engine.bits_fresh(8);
    let three = engine.bits_const(3, 8);
    let is_three = engine.bits_eq(bits, three);
    let interrupt = Interrupt::new();
    let limits = Limits::interrupted_by(interrupt.clone());
    let stopper = {
        let interrupt = interrupt.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            interrupt.set();
        })
    };
    assert_eq!(engine.check(&[], &limits), Verdict::Unknown(Reason::Interrupted));
    assert!(stopper.join().is_ok());
    assert_eq!(engine.check(&[], &limits), Verdict::Unknown(Reason::Interrupted));
    interrupt.clear();
    let short = limits.within(Duration::from_millis(50));
    assert_eq!(engine.check(&[free, is_three], &short), Verdict::Unknown(Reason::Timeout));
}

#[test]
fn an_engine_that_was_stopped_answers_the_next_question() {
    let mut int = Z3Int::new(0);
    // x^3 + y^3 + z^3 = 33 has only large solutions.
    let unknowns = [int.int_fresh(), int.int_fresh(), int.int_fresh()];
    let cubes = unknowns.map(|x| {
        let square = int.mul(x, x);
        int.mul(square, x)
    });
    let (sum, target) = (int.add(&cubes), int.int_value(33));
    let hard = int.eq(sum, target);
    let limits = Limits::none().within(Duration::from_millis(30));
    assert_eq!(int.check(&[hard], &limits), Verdict::Unknown(Reason::Timeout));
    let zero = int.int_value(0);
    let easy = unknowns.map(|x| int.eq(x, zero));
    assert_eq!(int.check(&easy, &Limits::none()), Verdict::Sat);
    assert_eq!(int.int_in_model(unknowns[0]), 0);

    let mut engine = pigeons(11);
    let limits = Limits::none().within(Duration::from_millis(30));
    assert_eq!(engine.check(&[], &limits), Verdict::Unknown(Reason::Timeout));
    // Two pigeons in one hole are refuted at once.
    assert!(!sat(&mut engine, &[Lit(2), Lit(13)]));
}

#[test]
fn what_is_over_before_it_begins_is_not_begun() {
    let mut engine = engine();
    let limits = Limits::none().within(Duration::ZERO);
    assert_eq!(engine.check(&[], &limits), Verdict::Unknown(Reason::Timeout));
    limits.interrupt.set();
    assert_eq!(engine.check(&[], &limits), Verdict::Unknown(Reason::Interrupted));
    assert!(sat(&mut engine, &[]));
}

#[test]
fn two_engines_of_one_thread_do_not_mix() {
    let (mut one, mut other) = (engine(), engine());
    one.clause(&[Lit(2)]);
    other.clause(&[Lit(-2)]);
    assert!(sat(&mut one, &[]) && one.value(Lit(2)));
    assert!(sat(&mut other, &[]) && !other.value(Lit(2)));
    assert!(one.value(Lit(2)));
}
