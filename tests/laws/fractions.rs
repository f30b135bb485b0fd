//! Laws of exact division, on random conditions with fractions: the solutions are those of plain rational arithmetic, in
//! both encodings. A comparison of what has no value is false.

use crate::support;
use proptest::prelude::*;
use sator::session::{Answer, Session};

/// Values of `a`, `b` and `c`.
const LOW: i64 = -2;
const HIGH: i64 = 2;

#[derive(Clone, Debug)]
enum Number {
    Unknown(usize),
    Constant(i64),
    Binary(&'static str, Box<Number>, Box<Number>),
    Abs(Box<Number>),
    Extreme(&'static str, Vec<Number>),
    Filtered(&'static str, Vec<(Number, Condition)>),
    If(Box<Condition>, Box<Number>, Box<Number>),
    Element(Vec<Number>, Box<Number>),
}

#[derive(Clone, Debug)]
enum Condition {
    Compare(&'static str, Number, Number),
    Chain(Number, Number, Number),
    In(&'static str, Number, Vec<Number>),
    Between(&'static str, Number, i64, i64),
    Lists(&'static str, Vec<Number>, Vec<Number>),
    Distinct(Vec<Number>),
    Not(Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

/// A rational number in lowest terms, with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ratio(i128, i128);

impl Ratio {
    fn new(num: i128, den: i128) -> Option<Ratio> {
        let common = (1..=num.abs().max(den.abs())).rev().find(|k| num % k == 0 && den % k == 0)?;
        (den != 0).then(|| Ratio(num / common * den.signum(), den.abs() / common))
    }

    fn whole(self) -> Option<i128> {
        (self.1 == 1).then_some(self.0)
    }

    fn compare(self, other: Ratio) -> std::cmp::Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

fn list(parts: &[Number]) -> String {
    parts.iter().map(Number::text).collect::<Vec<_>>().join(", ")
}

impl Number {
    fn text(&self) -> String {
        match self {
            Number::Unknown(k) => ["a", "b", "c"][*k].into(),
            Number::Constant(k) => k.to_string(),
            Number::Binary(op, x, y) => format!("({} {op} {})", x.text(), y.text()),
            Number::Abs(x) => format!("abs({})", x.text()),
            Number::Extreme(name, parts) => format!("{name}([{}])", list(parts)),
            Number::Filtered(name, items) => {
                let (values, filters): (Vec<_>, Vec<_>) =
                    items.iter().map(|(value, filter)| (value.text(), filter.text())).unzip();
                let (values, filters) = (values.join(", "), filters.join(", "));
                format!("{name}(v for v, p in zip([{values}], [{filters}]) where p)")
            }
            Number::If(p, x, y) => format!("(if {} then {} else {})", p.text(), x.text(), y.text()),
            Number::Element(parts, index) => format!("[{}][{}]", list(parts), index.text()),
        }
    }

    fn value(&self, of: &[i64; 3]) -> Option<Ratio> {
        match self {
            Number::Unknown(k) => Ratio::new(of[*k].into(), 1),
            Number::Constant(k) => Ratio::new((*k).into(), 1),
            Number::Binary(op, x, y) => {
                let (x, y) = (x.value(of)?, y.value(of)?);
                match *op {
                    "+" => Ratio::new(x.0 * y.1 + y.0 * x.1, x.1 * y.1),
                    "-" => Ratio::new(x.0 * y.1 - y.0 * x.1, x.1 * y.1),
                    "*" => Ratio::new(x.0 * y.0, x.1 * y.1),
                    "/" => Ratio::new(x.0 * y.1, x.1 * y.0),
                    "//" => {
                        let quotient = Ratio::new(x.0 * y.1, x.1 * y.0)?;
                        Ratio::new(quotient.0.div_euclid(quotient.1), 1)
                    }
                    _ => {
                        let quotient = Ratio::new(x.0 * y.1, x.1 * y.0)?;
                        let whole = quotient.0.div_euclid(quotient.1);
                        Ratio::new(x.0 * y.1 - whole * y.0 * x.1, x.1 * y.1)
                    }
                }
            }
            Number::Abs(x) => x.value(of).map(|x| Ratio(x.0.abs(), x.1)),
            Number::Extreme(name, parts) => fold(name, parts.iter().map(|x| x.value(of))),
            Number::Filtered(name, items) => {
                fold(name, items.iter().filter(|(_, p)| p.holds(of)).map(|(x, _)| x.value(of)))
            }
            Number::If(p, x, y) => if p.holds(of) { x } else { y }.value(of),
            Number::Element(parts, index) => {
                let index = usize::try_from(index.value(of)?.whole()?).ok()?;
                parts.get(index.checked_sub(1)?)?.value(of)
            }
        }
    }
}

/// `sum`, `product`, `min` or `max`.
fn fold(name: &str, mut values: impl Iterator<Item = Option<Ratio>>) -> Option<Ratio> {
    let values: Vec<Ratio> = values.by_ref().collect::<Option<_>>()?;
    match name {
        "sum" => values.iter().try_fold(Ratio(0, 1), |x, y| Ratio::new(x.0 * y.1 + y.0 * x.1, x.1 * y.1)),
        "product" => values.iter().try_fold(Ratio(1, 1), |x, y| Ratio::new(x.0 * y.0, x.1 * y.1)),
        "min" => values.into_iter().min_by(|x, y| x.compare(*y)),
        _ => values.into_iter().max_by(|x, y| x.compare(*y)),
    }
}

impl Condition {
    fn text(&self) -> String {
        match self {
            Condition::Compare(op, x, y) => format!("({} {op} {})", x.text(), y.text()),
            Condition::Chain(x, y, z) => format!("({} < {} <= {})", x.text(), y.text(), z.text()),
            Condition::In(op, x, set) => format!("({} {op} {{{}}})", x.text(), list(set)),
            Condition::Between(op, x, low, high) => format!("({} {op} {low}..{high})", x.text()),
            Condition::Lists(op, x, y) => format!("([{}] {op} [{}])", list(x), list(y)),
            Condition::Distinct(parts) => format!("distinct([{}])", list(parts)),
            Condition::Not(p) => format!("(not {})", p.text()),
            Condition::Or(p, q) => format!("({} or {})", p.text(), q.text()),
        }
    }

    fn holds(&self, of: &[i64; 3]) -> bool {
        let known = |parts: &[Number]| parts.iter().map(|x| x.value(of)).collect::<Option<Vec<Ratio>>>();
        match self {
            Condition::Compare(op, x, y) => {
                let (Some(x), Some(y)) = (x.value(of), y.value(of)) else { return false };
                let order = x.compare(y);
                match *op {
                    "=" => order.is_eq(),
                    "!=" => order.is_ne(),
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    ">" => order.is_gt(),
                    _ => order.is_ge(),
                }
            }
            Condition::Chain(x, y, z) => match (x.value(of), y.value(of), z.value(of)) {
                (Some(x), Some(y), Some(z)) => x.compare(y).is_lt() && y.compare(z).is_le(),
                _ => false,
            },
            // One option that has no value leaves the others.
            Condition::In("in", x, set) => x.value(of).is_some_and(|x| set.iter().any(|y| y.value(of) == Some(x))),
            Condition::In(_, x, set) => match (x.value(of), known(set)) {
                (Some(x), Some(set)) => !set.contains(&x),
                _ => false,
            },
            Condition::Between(op, x, low, high) => x.value(of).is_some_and(|x| {
                let inside = x.whole().is_some_and(|x| (i128::from(*low)..=i128::from(*high)).contains(&x));
                inside == (*op == "in")
            }),
            Condition::Lists(op, x, y) => match (known(x), known(y)) {
                (Some(x), Some(y)) => (x == y) == (*op == "="),
                _ => false,
            },
            Condition::Distinct(parts) => {
                known(parts).is_some_and(|parts| (0..parts.len()).all(|k| !parts[..k].contains(&parts[k])))
            }
            Condition::Not(p) => !p.holds(of),
            Condition::Or(p, q) => p.holds(of) || q.holds(of),
        }
    }
}

fn leaf() -> BoxedStrategy<Number> {
    prop_oneof![3 => (0..3usize).prop_map(Number::Unknown), 1 => (-3..4i64).prop_map(Number::Constant)].boxed()
}

fn number() -> BoxedStrategy<Number> {
    let operator = prop::sample::select(vec!["+", "-", "*", "/", "/", "/", "//", "%"]);
    let fraction = (leaf(), leaf()).prop_map(|(x, y)| Number::Binary("/", Box::new(x), Box::new(y)));
    let start = prop_oneof![1 => leaf(), 2 => fraction];
    start
        .prop_recursive(2, 6, 3, move |part| {
            let parts = || prop::collection::vec(part.clone(), 1..4);
            let comparison = (prop::sample::select(vec!["=", "<", "!="]), part.clone(), leaf())
                .prop_map(|(op, x, y)| Condition::Compare(op, x, y))
                .boxed();
            let boxed = part.clone().prop_map(Box::new).boxed();
            prop_oneof![
                4 => (operator.clone(), boxed.clone(), boxed.clone()).prop_map(|(op, x, y)| Number::Binary(op, x, y)),
                1 => boxed.clone().prop_map(Number::Abs),
                1 => (prop::sample::select(vec!["sum", "product", "min", "max"]), parts())
                    .prop_map(|(name, parts)| Number::Extreme(name, parts)),
                1 => (
                    prop::sample::select(vec!["sum", "product", "min", "max"]),
                    prop::collection::vec((part.clone(), comparison.clone()), 1..3),
                )
                    .prop_map(|(name, items)| Number::Filtered(name, items)),
                1 => (comparison.prop_map(Box::new), boxed.clone(), boxed).prop_map(|(p, x, y)| Number::If(p, x, y)),
                1 => (parts(), leaf().prop_map(Box::new)).prop_map(|(parts, index)| Number::Element(parts, index)),
            ]
        })
        .boxed()
}

fn condition() -> impl Strategy<Value = Condition> {
    let compared = (prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]), number(), number());
    let membership = prop::sample::select(vec!["in", "not in"]);
    let several = || prop::collection::vec(number(), 1..3);
    let simple: BoxedStrategy<Condition> = prop_oneof![
        6 => compared.prop_map(|(op, x, y)| Condition::Compare(op, x, y)),
        1 => (number(), number(), number()).prop_map(|(x, y, z)| Condition::Chain(x, y, z)),
        1 => (membership.clone(), number(), several()).prop_map(|(op, x, set)| Condition::In(op, x, set)),
        1 => (membership, number(), -2..2i64, 0..4i64)
            .prop_map(|(op, x, low, size)| Condition::Between(op, x, low, low + size)),
        1 => (prop::sample::select(vec!["=", "!="]), several(), several())
            .prop_map(|(op, x, y)| Condition::Lists(op, x, y)),
        1 => several().prop_map(Condition::Distinct),
    ]
    .boxed();
    prop_oneof![
        4 => simple.clone(),
        1 => simple.clone().prop_map(|p| Condition::Not(Box::new(p))),
        1 => (simple.clone(), simple).prop_map(|(p, q)| Condition::Or(Box::new(p), Box::new(q))),
    ]
}

/// The answer to a question about the unknowns; `None` where the expression is refused.
fn answer(encoding: &str, script: &str) -> Option<Answer> {
    let mut session: Session = support::session(&[("encoding", encoding)]);
    support::answers(&mut session, &format!("var a, b, c in {LOW}..{HIGH}"));
    let statements = session.read("law", script, None).expect("it can be read");
    let mut answer = None;
    for statement in &statements {
        if let Err(error) = session.run(statement, &mut |_, report| answer = Some(report.answer)) {
            let known = ["not-whole", "division-by-zero", "index", "type", "too-large"];
            assert!(known.contains(&error.code.word()), "{script}: {}", error.message);
            return None;
        }
    }
    answer
}

fn assignments() -> impl Iterator<Item = [i64; 3]> {
    let values = || LOW..=HIGH;
    values().flat_map(move |a| values().flat_map(move |b| values().map(move |c| [a, b, c])))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        std::env::var("LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(150)
    ))]

    #[test]
    fn fractions_agree_with_rational_arithmetic(condition in condition()) {
        let expected = assignments().filter(|of| condition.holds(of)).count() as u64;
        let text = condition.text();
        for encoding in ["fd", "int"] {
            match answer(encoding, &format!("{text}\ncount\n")) {
                None => {}
                Some(Answer::Count { count, exact: true, .. }) => {
                    prop_assert_eq!(count, expected, "{}: {}", encoding, text);
                }
                other => panic!("{encoding}: {text}: {other:?}"),
            }
        }
    }

    #[test]
    fn optima_agree_with_rational_arithmetic(number in number()) {
        let best = assignments().filter_map(|of| number.value(&of)).max_by(|x, y| x.compare(*y));
        let text = number.text();
        for encoding in ["fd", "int"] {
            match answer(encoding, &format!("maximize {text}\n")) {
                None => {}
                Some(Answer::Optimum(found)) => {
                    prop_assert!(found.is_proved());
                    let [objective] = found.objectives[..] else { panic!("{text}: one objective") };
                    let value = Ratio::new(objective.value.into(), objective.scale.into());
                    prop_assert_eq!(value, best, "{}: {}", encoding, text);
                }
                Some(Answer::NoValue { .. }) => prop_assert_eq!(best, None, "{}: {}", encoding, text),
                other => panic!("{encoding}: {text}: {other:?}"),
            }
        }
    }
}
