//! The choice of the integer encoding before finite domains: puzzles in which every condition compares a linear sum of
//! unknowns with a number, and the domains are wide ([`WIDE_VALUES`]).

use crate::tuning::WIDE_VALUES;
use sator_model::{ExprId, Expressions, Kind, Node, View, view};

/// Whether all conditions are linear sums, over domains with at least [`WIDE_VALUES`] values together.
pub fn prefers_integers(m: Expressions, conditions: &[ExprId]) -> bool {
    let mut values = 0u64;
    for &e in conditions {
        match values_compared(m, e) {
            Some(more) => values = values.saturating_add(more),
            None => return false,
        }
    }
    values >= WIDE_VALUES
}

/// Whether all conditions compare linear sums of numbers and of yes/no unknowns.
pub fn is_linear(m: Expressions, conditions: &[ExprId]) -> bool {
    conditions.iter().all(|&e| is_linear_condition(m, e))
}

fn is_linear_condition(m: Expressions, e: ExprId) -> bool {
    let is_term = |&(_, e): &(i64, ExprId)| match m.pool.node(e) {
        Node::IntVar(_) => true,
        Node::FromBool(inner) => matches!(m.pool.node(*inner), Node::BoolVar(_)),
        _ => false,
    };
    match View::of(m.pool, e, true) {
        View::Constant(_) | View::Fix(..) => true,
        View::All(parts, true) => parts.iter().all(|&part| is_linear_condition(m, part)),
        View::Linear(sum, _) => sum.terms().iter().all(is_term),
        _ => false,
    }
}

/// The number of values of the unknowns in sums of three terms or more, of zeros and ones their weights; `None` for a
/// condition that isn't a linear comparison with a number.
fn values_compared(m: Expressions, e: ExprId) -> Option<u64> {
    let size = |e: ExprId| view::unknown(m.pool, e).map(|u| m.unknown(u).domain.size());
    match View::of(m.pool, e, true) {
        View::Constant(_) => Some(0),
        View::All(parts, true) => parts.iter().map(|&part| values_compared(m, part)).sum(),
        View::Fix(u, _) => (m.unknown(u).kind != Kind::Bool).then_some(0),
        View::Linear(sum, _) => {
            let terms = sum.terms();
            // A weight makes a choice of zero or one as wide as a number.
            let range = |&(k, e): &(i64, ExprId)| size(e).map(|size| if size == 2 { k.unsigned_abs() } else { size });
            let values: u64 = terms.iter().map(range).sum::<Option<u64>>()?;
            Some(if terms.len() < 3 { 0 } else { values })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_lang::elaborate::Elaborator;

    fn holds(text: &str, test: fn(Expressions, &[ExprId]) -> bool) -> bool {
        let mut elaborator = Elaborator::default();
        let source = elaborator.sources.add("test", text);
        for statement in sator_lang::syntax::parse(source, text).expect("the text reads") {
            elaborator.add(&statement).expect("the statement is accepted");
        }
        let model = &elaborator.model;
        test(model.expressions(), &model.conditions())
    }

    fn wide(text: &str) -> bool {
        holds(text, prefers_integers)
    }

    #[test]
    fn sums_of_numbers_and_choices_are_linear() {
        let start = "var t[3] in bool\nvar x, y in 0..90\n";
        for linear in ["sum(t) <= 2", "x <= 9 * t[1]", "t[2]", "not t[3]", "x + y != 7", "x = y + t[1]", "x in {1, 5}"]
        {
            assert!(holds(&format!("{start}{linear}"), is_linear), "{linear}");
        }
        for other in ["t[1] => x = 3", "x * y = 12", "abs(x - y) = 3", "max(x, y) < 5", "count([x = 1, y = 1]) = 1"] {
            assert!(!holds(&format!("{start}{other}"), is_linear), "{other}");
        }
    }

    #[test]
    fn only_linear_sums_of_wide_numbers() {
        let differences =
            |hi| format!("grid x 8x8 in 1..{hi}\nfor c in x {{ c = sum(c - d for d in neighbors(c)) }}\n");
        assert!(wide(&differences(60)));
        assert!(!wide(&differences(9)));
        assert!(wide(&(differences(60) + "r1c1 = 7\nr1c2 != 8\nr2c2 in {1, 5}")));
        for more in ["distinct(r1)", "r1c1 * r1c2 = 12", "abs(r1c1 - r1c2) = 3", "r1c1 = 1 or r1c2 = 1", "r1c1 % 2 = 0"]
        {
            assert!(!wide(&(differences(60) + more)), "{more}");
        }
        // Weights make a sum of zeros and ones as wide.
        let load = |least: usize| format!("var t[40] in 0..1\nsum(({least} + i) * t[i] for i in 1..40) <= 900");
        assert!(wide(&load(100)));
        assert!(!wide(&load(20)));
        // Two terms are an order, which literals express well.
        assert!(!wide("var s[200] in 1..500\nfor k in 1..199 { s[k] + 3 <= s[k + 1] }"));
        assert!(!wide("grid x 9x9 in 1..9\nsudoku(x)"));
    }
}
