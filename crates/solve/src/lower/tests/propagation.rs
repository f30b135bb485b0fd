//! The strength of the `fd` encoding: conditions that propagation alone refutes, without a decision.

use super::*;

/// A value or a bound of an unknown, or the opposite.
#[derive(Clone, Copy)]
struct Fact {
    unknown: usize,
    value: i64,
    is_bound: bool,
    holds: bool,
}

impl Fact {
    fn all(last: i64) -> Vec<Fact> {
        let of = |unknown, value, is_bound| [true, false].map(|holds| Fact { unknown, value, is_bound, holds });
        let both = |unknown| {
            let values = (1..=last).flat_map(move |value| of(unknown, value, false));
            values.chain((2..last).flat_map(move |value| of(unknown, value, true)))
        };
        (0..4).flat_map(both).collect()
    }

    fn fits(&self, assignment: &Assignment) -> bool {
        let value = assignment.0[self.unknown];
        self.holds == if self.is_bound { value <= self.value } else { value == self.value }
    }

    fn literal(&self, fd: &mut Fd, model: &Model, x: &[ExprId]) -> Lit {
        let literal = match self.is_bound {
            true => fd.at_most_literal(model.expressions(), x[self.unknown], self.value),
            false => fd.value_literal(model.expressions(), UnknownId::at(self.unknown), self.value),
        };
        if self.holds { literal } else { !literal }
    }
}

/// Asserts that propagation refutes each two facts with which the condition can't hold.
fn all_refuted(name: &str, condition: impl Fn(&mut Model, &[ExprId]) -> ExprId) {
    const LAST: i64 = 5;
    let mut model = Model::default();
    let x: Vec<ExprId> = (0..4).map(|_| unknown(&mut model, Kind::Int, Domain::range(1, LAST))).collect();
    let e = condition(&mut model, &x);
    let solutions = every_assignment(&model).into_iter().filter(|a| model.evaluate_all(a)[e] != 0);
    let solutions: Vec<Assignment> = solutions.collect();
    let facts = Fact::all(LAST);
    let pairs = facts.iter().enumerate().flat_map(|(n, a)| facts[n + 1..].iter().map(move |b| [a, b]));
    for pair in pairs.filter(|pair| !solutions.iter().any(|s| pair.iter().all(|fact| fact.fits(s)))) {
        let mut fd = Fd::new(new_engine(Engine::Sat, 0), Sizes::default(), false);
        fd.add_unknowns(model.expressions());
        fd.assert(model.expressions(), e, None);
        let assumed = pair.map(|fact| fact.literal(&mut fd, &model, &x));
        assert_eq!(fd.check(&assumed, &Limits::none()), Verdict::Unsat, "{name}");
        let decisions = fd.work().expect("the engine counts its work").decisions;
        let shown = pair.map(|f| (f.unknown, f.value, f.is_bound, f.holds));
        assert_eq!(decisions, 0, "{name}: {shown:?}");
    }
}

fn sum(model: &mut Model, terms: &[(i64, ExprId)], constant: i64) -> ExprId {
    model.pool.linear(terms.iter().copied(), constant).expect("small numbers")
}

fn at_most(model: &mut Model, e: ExprId, most: i64) -> ExprId {
    let most = model.pool.int(most);
    model.pool.le(e, most).expect("small numbers")
}

#[test]
fn smallest_and_largest_values() {
    all_refuted("max(a, b, c) = d", |m, x| {
        let largest = m.pool.max(&x[..3]);
        m.pool.eq(x[3], largest).expect("small numbers")
    });
    all_refuted("max(a, b, c) <= d", |m, x| {
        let largest = m.pool.max(&x[..3]);
        m.pool.le(largest, x[3]).expect("small numbers")
    });
    all_refuted("max(a, b) < min(c, d)", |m, x| {
        let (largest, smallest) = (m.pool.max(&x[..2]), m.pool.min(&x[2..]));
        m.pool.lt(largest, smallest).expect("small numbers")
    });
    all_refuted("max(a, b, c, d) - min(a, b, c, d) <= 1", |m, x| {
        let (largest, smallest) = (m.pool.max(x), m.pool.min(x));
        let spread = sum(m, &[(1, largest), (-1, smallest)], 0);
        at_most(m, spread, 1)
    });
    all_refuted("max(a, b) + max(c, d) <= 5", |m, x| {
        let (first, second) = (m.pool.max(&x[..2]), m.pool.max(&x[2..]));
        let both = sum(m, &[(1, first), (1, second)], 0);
        at_most(m, both, 5)
    });
    all_refuted("min(a, b) + min(c, d) >= 8", |m, x| {
        let (first, second) = (m.pool.min(&x[..2]), m.pool.min(&x[2..]));
        let both = sum(m, &[(-1, first), (-1, second)], 0);
        at_most(m, both, -8)
    });
}

#[test]
fn sums_of_choices_between_two_numbers() {
    all_refuted("sum(if x <= 3 then 100 else 0 for x in ...) <= 150", |m, x| {
        let (low, high) = (m.pool.int(0), m.pool.int(100));
        let choice = |m: &mut Model, e: ExprId| {
            let is_small = at_most(m, e, 3);
            m.pool.ite(is_small, high, low)
        };
        let terms: Vec<(i64, ExprId)> = x.iter().map(|&e| (1, choice(m, e))).collect();
        let total = sum(m, &terms, 0);
        at_most(m, total, 150)
    });
}
