//! Parts that are alike: of the solutions that differ in the order of such parts, one is always left.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::{Question, Statement, StatementKind};
use sator_model::recipes::every_assignment;
use sator_model::{Assignment, ExprId, Model, symmetry};

/// The model of a script, and its last line's objective.
fn model(text: &str) -> (Model, ExprId) {
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("test", text);
    let mut goal = None;
    for statement in sator_lang::syntax::parse(source, text).expect("the text reads") {
        match &statement {
            Statement { kind: StatementKind::Question(Question::Minimize(e)), .. } => {
                goal = Some(elaborator.objectives_of(e).expect("a number")[0].0);
            }
            _ => elaborator.add(&statement).expect("the statement is accepted"),
        }
    }
    (elaborator.model, goal.expect("the text has an objective"))
}

/// All assignments without violations.
fn solutions(model: &Model) -> Vec<Assignment> {
    let is_solution = |a: &Assignment| model.violations(a).expect("complete assignments").is_empty();
    every_assignment(model).into_iter().filter(is_solution).collect()
}

/// The number of solutions, and of those in order, after a check that no value of the objective is lost.
fn compared(text: &str) -> (usize, usize) {
    let (mut model, goal) = model(text);
    let solutions = solutions(&model);
    let symmetry = symmetry(&mut model, &[goal]);
    let mut values: Vec<(i64, bool)> = solutions
        .iter()
        .map(|solution| {
            assert!(symmetry.holds_for(&model, &[goal], solution), "{text}\n{solution:?}");
            let all = model.evaluate_all(solution);
            (all[goal], symmetry.order.iter().all(|&c| all[c] != 0))
        })
        .collect();
    let left = values.iter().filter(|value| value.1).count();
    values.sort_unstable();
    values.dedup();
    for &(value, is_left) in &values {
        assert!(is_left || values.contains(&(value, true)), "{text}\n{value} is lost");
    }
    (solutions.len(), left)
}

const NAMED: &str = "var x[3] in 1..3\nvar u[3] in 0..1\n";

const DECLARED: &str = "grid x 3x2 in 0..2\nvar u[3] in 0..1\n";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn each_value_of_an_objective_is_kept(
        of_rows in subsequence(&[
            "sum(x[r, ..]) <= 2 * u[r]", "x[r, 1] <= x[r, 2] or u[r] = 1", "distinct(x[r, ..])",
            "abs(x[r, 1] - x[r, 2]) <= u[r]", "x[r, 1] <= r - 1", "u[r] = 1 => x[r, 2] in {0, 2}",
        ][..], 0..4),
        of_all in subsequence(&[
            "sum(x) >= 5", "sum(x[.., 1]) = 3", "x[1, 1] >= x[2, 1]", "distinct(x[.., 1])", "x[1, 2] + x[3, 2] >= 2",
            "max(x[.., 2]) = 2", "[3, 1, 1][x[1, 1] + 1] <= x[3, 1] + 1",
        ][..], 0..4),
        goal in select(&[
            "sum(u)", "sum(x)", "sum(x[r, 1] * x[r, 2] for r in 1..3)", "u[1] + 2*u[2] + 2*u[3]",
            "max(x[.., 1]) - sum(u)", "sum((if x[r, 1] = 1 then 3 else x[r, 2]) for r in 1..3)",
        ][..]),
    ) {
        let of_rows: String = of_rows.iter().map(|c| format!("for r in 1..3 {{ {c} }}\n")).collect();
        compared(&format!("{DECLARED}{of_rows}{}\nminimize {goal}\n", of_all.join("\n")));
    }

    /// The values of `x` are names of three parts; `u` has a number for each.
    #[test]
    fn each_value_of_an_objective_is_kept_where_values_change_places(
        of_parts in subsequence(&[
            "sum((if x[i] = v then 2 else 0) for i in 1..3) <= 3 * u[v] + 2", "count(x[i] = v for i in 1..3) >= u[v]",
            "x[1] = v => u[v] = 1", "x[2] in {v, 3} or u[v] = 0", "x[v] != x[1] or u[v] = 1",
        ][..], 0..4),
        of_all in subsequence(&[
            "x[1] != x[2]", "distinct(x)", "distinct(x, except: 2)", "x[1] = 1", "x[1] <= x[2]", "x[1] in {1, 3}",
            "u[1] >= u[2]", "[5, 4, 5][x[2]] = 5", "u[x[3]] = 1", "u[x[1]] + u[x[2]] >= 1", "x[1] = x[2] or x[3] = x[2]",
        ][..], 0..4),
        goal in select(&[
            "sum(u)", "u[1] + 2*u[2] + 2*u[3]", "sum([4, 4, 7][x[i]] for i in 1..3)", "max(x)", "x[1]", "u[x[1]]",
            "count(x[1] = x[i] for i in 2..3) + u[2]", "sum((if x[i] = 2 then i else 0) for i in 1..3)", "x[1] * x[2]",
        ][..]),
    ) {
        let of_parts: String = of_parts.iter().map(|c| format!("for v in 1..3 {{ {c} }}\n")).collect();
        compared(&format!("{NAMED}{of_parts}{}\nminimize {goal}\n", of_all.join("\n")));
    }
}

#[test]
fn values_that_are_alike_are_ordered_as_an_index_is() {
    let by_name = |sizes: &str, goal: &str| {
        let bins = format!("for v in 1..3 {{ count(x[i] = v for i in 1..3) <= {sizes}[v] * u[v] }}\n");
        compared(&format!("{NAMED}{bins}minimize {goal}\n"))
    };
    let by_grid = |sizes: &str, goal: &str| {
        let bins = format!("for v in 1..3 {{ sum(x[.., v]) <= {sizes}[v] * u[v] }}\n");
        let items = "grid x 3x3 in 0..1\nvar u[3] in 0..1\nfor i in 1..3 { sum(x[i, ..]) = 1 }\n";
        compared(&format!("{items}{bins}minimize {goal}\n"))
    };
    assert_eq!(by_name("[2, 2, 2]", "sum(u)"), by_grid("[2, 2, 2]", "sum(u)"));
    let (all, left) = by_name("[2, 2, 2]", "sum(u)");
    assert!(left * 3 < all, "{left} of {all}");
    let (all, left) = by_name("[2, 3, 2]", "sum(u)");
    assert!(left < all, "{left} of {all}");
    let (all, left) = by_name("[2, 2, 2]", "sum(u) + x[1] + 2*x[2] + 4*x[3]");
    assert_eq!(all, left);
}

#[test]
fn bars_that_are_alike_are_ordered() {
    let alike = "for r in 1..3 { sum(x[r, ..]) <= 2 * u[r] }\nsum(x[.., 1]) = 2\n";
    let (all, left) = compared(&format!("{DECLARED}{alike}minimize sum(u)\n"));
    assert!(left * 3 < all, "{left} of {all}");
    // One bar is longer: the two others are still alike.
    let longer = "for r in 1..3 { sum(x[r, ..]) <= (if r = 1 then 3 else 2) * u[r] }\nsum(x[.., 1]) = 2\n";
    let (all, left) = compared(&format!("{DECLARED}{longer}minimize sum(u)\n"));
    assert!(left < all && 2 * left >= all, "{left} of {all}");
    let (all, left) = compared(&format!("{DECLARED}{alike}minimize u[1] + 2*u[2] + 3*u[3]\n"));
    assert_eq!(all, left);
}

#[test]
fn arrays_with_several_indices_have_parts_too() {
    let text = "enum bin { a b c }\nvar has[bin, 1..2] in 0..1\nvar used[bin] in 0..1\n\
        for k in bin { sum(has[k, ..]) <= 2 * used[k] }\nfor i in 1..2 { sum(has[.., i]) = 1 }\nminimize sum(used)\n";
    let (all, left) = compared(text);
    assert!(left < all, "{left} of {all}");
}
