//! Laws of unknowns without an upper end that linear conditions close: the count is exact, and that of brute force.

use crate::support;
use proptest::prelude::*;
use sator::session::Answer;

const NAMES: [&str; 3] = ["a", "b", "c"];
/// Above all that the conditions allow.
const HIGH: i64 = 26;

/// `sum(coefficient * unknown) RELATION constant`
#[derive(Clone, Debug)]
struct Linear {
    coefficients: [i64; 3],
    relation: &'static str,
    constant: i64,
    /// Written with both sides negated and exchanged.
    turned: bool,
}

impl Linear {
    fn text(&self) -> String {
        let sign = if self.turned { -1 } else { 1 };
        let terms: Vec<String> =
            NAMES.iter().zip(self.coefficients).map(|(n, k)| format!("{} * {n}", sign * k)).collect();
        let (left, right) = (terms.join(" + "), (sign * self.constant).to_string());
        match (self.relation, self.turned) {
            ("=", _) => format!("{left} = {right}"),
            ("<=", true) => format!("{left} >= {right}"),
            ("<", true) => format!("not {left} <= {right}"),
            (relation, _) => format!("{left} {relation} {right}"),
        }
    }

    fn holds(&self, of: &[i64; 3]) -> bool {
        let sum: i64 = self.coefficients.iter().zip(of).map(|(k, v)| k * v).sum();
        match self.relation {
            "=" => sum == self.constant,
            "<=" => sum <= self.constant,
            _ => sum < self.constant,
        }
    }
}

fn linear(
    coefficients: impl Strategy<Value = [i64; 3]>,
    constant: std::ops::Range<i64>,
) -> impl Strategy<Value = Linear> {
    let relation = prop::sample::select(vec!["=", "<=", "<"]);
    (coefficients, relation, constant, any::<bool>()).prop_map(|(coefficients, relation, constant, turned)| Linear {
        coefficients,
        relation,
        constant,
        turned,
    })
}

/// One that closes `a` and `b`, one that closes `c` by them, and one more.
fn conditions() -> impl Strategy<Value = [Linear; 3]> {
    let positive = (1..4i64, 1..4i64, 0..2i64).prop_map(|(a, b, c)| [a, b, c]);
    let through = (-2..1i64, -2..1i64, 1..3i64).prop_map(|(a, b, c)| [a, b, c]);
    let other = (-3..4i64, -3..4i64, -3..4i64).prop_map(|(a, b, c)| [a, b, c]);
    (linear(positive, 0..9), linear(through, -2..5), linear(other, -4..9)).prop_map(|(p, q, r)| [p, q, r])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn closed_domains_are_counted(conditions in conditions()) {
        let values = || 0..=HIGH;
        let all = values().flat_map(|a| values().flat_map(move |b| values().map(move |c| [a, b, c])));
        let solutions: Vec<[i64; 3]> = all.filter(|of| conditions.iter().all(|c| c.holds(of))).collect();
        prop_assert!(solutions.iter().flatten().all(|&v| v < HIGH), "the box is large enough");
        let text: Vec<String> = conditions.iter().map(Linear::text).collect();
        let text = format!("var a, b, c in 0..\n{}\ncount", text.join("\n"));
        for encoding in ["fd", "int"] {
            let answer = support::answers(&mut support::session(&[("encoding", encoding)]), &text).pop();
            let Some(Answer::Count { count, exact: true, .. }) = answer else {
                return Err(TestCaseError::fail(format!("{encoding} {text}: {answer:?}")));
            };
            prop_assert_eq!(count as usize, solutions.len(), "{} {}", encoding, text);
        }
    }
}
