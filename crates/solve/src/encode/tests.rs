//! Encodings compared with plain arithmetic, on every engine and with every choice of the sizes.

use super::linear::{Linear, Rest, normalise};
use super::{Bits, Encoder, Relation};
use crate::solver::sat::{Hook, LinearSum, Lit, NativeSum, Reason, Sat, Size, Verdict};
use crate::solver::{ENGINES, Engine, new_engine};
use crate::tuning::Sizes;
use proptest::prelude::*;
use sator_base::limits::{Interrupt, Limits};

fn sat(encoder: &mut Encoder, assumptions: &[Lit]) -> bool {
    match encoder.check(assumptions, None, &Limits::none()) {
        Verdict::Sat => true,
        Verdict::Unsat => false,
        Verdict::Unknown(reason) => panic!("unknown: {reason:?}"),
    }
}

/// An encoder for each engine and each choice of sizes.
fn encoders() -> Vec<Encoder> {
    let small = Sizes { pairwise: 2, group: 2, totalizer: 0, ..Sizes::default() };
    let mut all = Vec::new();
    for &engine in ENGINES {
        for sizes in [Sizes::default(), small.clone()] {
            all.push(Encoder::new(new_engine(engine, 0), sizes));
        }
    }
    all
}

fn encoders_with(variables: i32) -> Vec<Encoder> {
    let mut all = encoders();
    for encoder in &mut all {
        (0..variables).for_each(|_| _ = encoder.fresh());
    }
    all
}

fn holds(sum: i128, relation: Relation, bound: i64) -> bool {
    match relation {
        Relation::AtMost => sum <= bound.into(),
        Relation::AtLeast => sum >= bound.into(),
        Relation::Exactly => sum == bound.into(),
    }
}

const VARIABLES: i32 = 5;

/// Every assignment of the variables from 2 on, as assumptions.
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

/// Sums with few and with many different coefficients, small and huge ones, with repeated and opposite literals, and
/// bounds that some assignments meet exactly.
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

/// Whether variable 2 implies 3, and 3 implies 4.
fn in_order(assignment: &[Lit]) -> bool {
    let holds = |n: i32| assignment.contains(&Lit(n));
    (!holds(2) || holds(3)) && (!holds(3) || holds(4))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn weighted_sums_mean_what_they_say((terms, relation, bound) in weighted(), chained: bool) {
        for mut encoder in encoders_with(VARIABLES) {
            // The first three variables are a chain: each implies the next.
            if chained {
                encoder.chain(&[Lit(2), Lit(3), Lit(4)]);
                encoder.clause(&[Lit(-2), Lit(3)]);
                encoder.clause(&[Lit(-3), Lit(4)]);
            }
            encoder.weighted(&terms, relation, bound);
            for assignment in assignments().filter(|a| !chained || in_order(a)) {
                let expected = holds(sum(&terms, &assignment), relation, bound);
                prop_assert_eq!(sat(&mut encoder, &assignment), expected, "{}", encoder.engine().name());
            }
        }
    }

    #[test]
    fn weighted_literals_hold_exactly_when_their_sums_do((terms, relation, bound) in weighted(), more in 0i64..3) {
        for mut encoder in encoders_with(VARIABLES) {
            // The same sum with another bound.
            for bound in [bound, bound.saturating_add(more)] {
                let literal = encoder.weighted_literal(&terms, relation, bound);
                for assignment in assignments() {
                    prop_assert!(sat(&mut encoder, &assignment));
                    let expected = holds(sum(&terms, &assignment), relation, bound);
                    prop_assert_eq!(encoder.value(literal), expected);
                    let mut denied = assignment;
                    denied.push(if expected { !literal } else { literal });
                    prop_assert!(!sat(&mut encoder, &denied));
                }
            }
        }
    }

    #[test]
    fn at_most_one_of_many(count in 1usize..60, prefixed: bool) {
        for mut encoder in encoders_with(count as i32 + 1) {
            let literals: Vec<Lit> = (2..count as i32 + 2).map(Lit).collect();
            let guard = Lit(count as i32 + 2);
            let prefix: Vec<Lit> = [guard].into_iter().filter(|_| prefixed).collect();
            encoder.at_most_one(&literals, &prefix);
            let none: Vec<Lit> = literals.iter().map(|&l| !l).chain([!guard]).collect();
            prop_assert!(sat(&mut encoder, &none));
            for first in 0..count {
                let mut one = none.clone();
                one[first] = !one[first];
                prop_assert!(sat(&mut encoder, &one));
                let second = (first + 1 + count / 2) % count;
                if second != first {
                    one[second] = !one[second];
                    prop_assert!(!sat(&mut encoder, &one));
                    one[count] = guard;
                    prop_assert_eq!(sat(&mut encoder, &one), prefixed);
                }
            }
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
        for mut engine in encoders() {
        let choice = engine.fresh();
        let number = |engine: &mut Encoder, value: i64| -> Bits {
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
    }
}

#[test]
fn writing_ends_at_a_limit_and_nothing_is_claimed_then() {
    let mut encoder = Encoder::new(new_engine(Engine::Sat, 0), Sizes::default());
    let limits = Limits::interrupted_by(Interrupt::new());
    encoder.within(&limits);
    let literals: Vec<Lit> = (0..600).map(|_| encoder.fresh()).collect();
    encoder.clause(&literals);
    limits.interrupt.set();
    encoder.at_most_one(&literals, &[]);
    assert_eq!(encoder.stopped(), Some(&Reason::Interrupted));
    let written = encoder.size().assertions;
    literals.iter().for_each(|&l| encoder.clause(&[!l]));
    assert_eq!(encoder.size().assertions, written);
    assert_eq!(encoder.check(&[], None, &Limits::none()), Verdict::Unknown(Reason::Interrupted));
}

#[test]
fn products_of_wide_numbers() {
    for mut encoder in encoders() {
        let (a, b) = (123_456_789i64, -987_654_321i64);
        let (x, y) = (encoder.bits_fresh(31), encoder.bits_fresh(31));
        for (number, value) in [(x, a), (y, b)] {
            let known = encoder.bits_const(value, 31);
            let same = encoder.bits_eq(number, known);
            encoder.clause(&[same]);
        }
        let [x, y] = [x, y].map(|n| encoder.bits_extend(n, 62));
        let product = encoder.bits_mul(x, y);
        assert!(sat(&mut encoder, &[]));
        assert_eq!(encoder.bits_value(product), a * b);
    }
}

/// An engine beside others that takes each sum as it is, here by leaving it out.
struct TakesSums {
    sat: Box<dyn Sat>,
    others_only: bool,
}

impl Sat for TakesSums {
    fn name(&self) -> &'static str {
        "takes sums"
    }

    fn fresh(&mut self) -> Lit {
        self.sat.fresh()
    }

    fn clause(&mut self, literals: &[Lit]) {
        if !self.others_only {
            self.sat.clause(literals);
        }
    }

    fn linear(&mut self, _sum: &LinearSum) -> NativeSum {
        NativeSum::Partly
    }

    fn clauses_for_others(&mut self, on: bool) {
        self.others_only = on;
    }

    fn check(&mut self, assumptions: &[Lit], hook: Option<Hook>, limits: &Limits) -> Verdict {
        self.sat.check(assumptions, hook, limits)
    }

    fn value(&self, literal: Lit) -> bool {
        self.sat.value(literal)
    }

    fn core(&self) -> Vec<Lit> {
        self.sat.core()
    }

    fn size(&self) -> Size {
        self.sat.size()
    }
}

/// A gate made for a sum isn't taken for one that the engine of the sum knows.
#[test]
fn gates_of_sums_stay_with_the_engines_that_have_their_clauses() {
    for totalizer in [0, Sizes::default().totalizer] {
        let sizes = Sizes { totalizer, ..Sizes::default() };
        let engine = TakesSums { sat: new_engine(Engine::Sat, 0), others_only: false };
        let mut encoder = Encoder::new(Box::new(engine), sizes);
        let [a, b, c, d, e] = [(); 5].map(|()| encoder.fresh());
        encoder.chain(&[a, b]);
        for relation in [Relation::Exactly, Relation::AtLeast] {
            encoder.weighted_literal(&[(2, a), (3, b)], relation, 3);
            encoder.weighted_literal(&[(1, c), (3, d), (7, e)], relation, 7);
            encoder.weighted_literal(&[(5, c), (5, d), (7, e)], relation, 10);
        }
        for assignment in assignments() {
            let holds = |l: Lit| is_true(l, &assignment);
            let gates = [
                (encoder.and(&[b, !a]), holds(b) && !holds(a)),
                (encoder.and(&[c, d]), holds(c) && holds(d)),
                (encoder.or(&[d, e]), holds(d) || holds(e)),
                (encoder.xor([c, d, Lit::FALSE]), holds(c) != holds(d)),
                (encoder.xor([d, e, Lit::FALSE]), holds(d) != holds(e)),
                (encoder.xor([c, d, e]), holds(c) ^ holds(d) ^ holds(e)),
                (encoder.majority([c, d, e]), [c, d, e].into_iter().filter(|&l| holds(l)).count() > 1),
            ];
            for (gate, value) in gates {
                let wrong: Vec<Lit> = assignment.iter().copied().chain([if value { !gate } else { gate }]).collect();
                assert!(!sat(&mut encoder, &wrong), "totalizer {totalizer}");
            }
        }
    }
}
