//! The constraint view means the same as the condition, and names each constraint as documented.

use sator_lang::elaborate::Elaborator;
use sator_model::evaluate::Assignment;
use sator_model::node::Node;
use sator_model::view::{self, Size, Sum, Test, View};
use sator_model::{ExprId, Model, Pool};

const DECLARATIONS: &str = "var x, y, z in 0..3\nvar a, b, c in bool\n";

fn elaborated(statement: &str) -> Model {
    let text = format!("{DECLARATIONS}{statement}\n");
    let mut elaborator = Elaborator::default();
    let source = elaborator.sources.add("test", &text);
    for statement in sator_lang::syntax::parse(source, &text).expect("the text reads") {
        elaborator.add(&statement).expect("the statement is accepted");
    }
    elaborator.model
}

/// The value of a node, from its meaning alone.
fn value(pool: &Pool, e: ExprId, assignment: &Assignment) -> i64 {
    let node: &Node = pool.node(e);
    sator_model::evaluate::node_value(node, |u| assignment.get(u), |child| value(pool, child, assignment))
}

/// Whether the constraint of a view is met.
fn is_met(pool: &Pool, view: &View, assignment: &Assignment) -> bool {
    let value = |e: ExprId| value(pool, e, assignment);
    let truth = |e: ExprId| value(e) != 0;
    match view {
        View::Constant(met) => *met,
        View::Fix(u, test) => test.holds(assignment.get(*u)),
        View::All(list, wanted) => list.iter().all(|&e| truth(e) == *wanted),
        View::Clause(list, wanted) => list.iter().any(|&e| truth(e) == *wanted),
        View::Same(a, b, same) => (truth(*a) == truth(*b)) == *same,
        View::Linear(sum, test) => {
            test.holds(sum.terms().iter().map(|&(k, e)| k * value(e)).sum::<i64>() + sum.constant)
        }
        View::Distinct(list, except) => {
            let mut values: Vec<i64> = list.iter().map(|&e| value(e)).filter(|v| !except.contains(v)).collect();
            values.sort_unstable();
            values.windows(2).all(|w| w[0] != w[1])
        }
        View::Table(list, rows) => rows.iter().any(|row| list.iter().zip(row.iter()).all(|(&e, &v)| value(e) == v)),
        _ => panic!("{view:?} is about a graph, or about nothing"),
    }
}

/// Conditions, and the start of their view as text.
const CONDITIONS: [(&str, &str); 24] = [
    ("x <= 1", "Fix(UnknownId(0), AtMost(1))"),
    ("x >= 2", "Fix(UnknownId(0), AtLeast(2))"),
    ("x = 2", "Fix(UnknownId(0), Is(2))"),
    ("x != 2", "Fix(UnknownId(0), IsNot(2))"),
    ("x in {0, 2}", "Fix(UnknownId(0), In("),
    ("x not in {0, 2}", "Fix(UnknownId(0), NotIn("),
    ("a", "Fix(UnknownId(3), Is(1))"),
    ("not a", "Fix(UnknownId(3), Is(0))"),
    ("a and x = 1", "All("),
    ("not (a or x = 1)", "All("),
    ("a or x = 1", "Clause("),
    ("not (a and x = 1)", "Clause("),
    ("a <=> x = 1", "Same("),
    ("a xor b", "Same("),
    ("x + y + z = 4", "Linear("),
    ("2*x - y <= 3", "Linear("),
    ("2*x + 4*y != 6", "Linear("),
    ("x + y in {1, 3, 4}", "Linear("),
    ("not (x + y in {1, 3, 4})", "Linear("),
    ("x * y = z", "Linear("),
    ("count([a, b, x = 2]) >= 2", "Linear("),
    ("distinct([x, y, z])", "Distinct("),
    ("distinct([x, y, z], except: 0)", "Distinct("),
    ("(x, y) in [(0, 1), (2, 2)]", "Table("),
];

#[test]
fn views_mean_what_their_conditions_mean() {
    for (statement, start) in CONDITIONS {
        let model = elaborated(statement);
        let pool = &model.pool;
        let condition = model.constraints[0].expr;
        let seen = View::of(pool, condition, true);
        assert!(format!("{seen:?}").starts_with(start), "{statement}: {seen:?}");
        let (holds, fails) = (seen, View::of(pool, condition, false));
        for mixed in 0..4 * 4 * 4 * 8 {
            let digits = [mixed & 3, mixed >> 2 & 3, mixed >> 4 & 3, mixed >> 6 & 1, mixed >> 7 & 1, mixed >> 8 & 1];
            let assignment = Assignment(digits.to_vec());
            let truth = value(pool, condition, &assignment) != 0;
            assert_eq!(is_met(pool, &holds, &assignment), truth, "{statement}: {assignment:?}");
            if fails != View::Other {
                assert_eq!(is_met(pool, &fails, &assignment), !truth, "not {statement}: {assignment:?}");
            }
        }
    }
}

#[test]
fn sums_are_recognised() {
    let sum_of = |statement: &str, recognised: fn(&Pool, &Sum) -> String| {
        let model = elaborated(statement);
        match View::of(&model.pool, model.constraints[0].expr, true) {
            View::Linear(sum, _) => recognised(&model.pool, &sum),
            other => format!("{other:?}"),
        }
    };
    let unknowns = |pool: &Pool, sum: &Sum| format!("{:?}", sum.unknowns::<Vec<_>>(pool).map(|list| list.len()));
    let counted = |pool: &Pool, sum: &Sum| format!("{:?}", sum.counted::<Vec<_>>(pool).map(|list| list.len()));
    let difference = |_: &Pool, sum: &Sum| format!("{}", sum.difference().is_some());
    assert_eq!(sum_of("x + y + z = 4", unknowns), "Some(3)");
    assert_eq!(sum_of("2*x + y + z = 4", unknowns), "None");
    assert_eq!(sum_of("count([a, b, x = 2]) = 2", counted), "Some(3)");
    assert_eq!(sum_of("count([a, b]) + x = 2", counted), "None");
    assert_eq!(sum_of("x = y", difference), "true");
    assert_eq!(sum_of("y >= x + 1", difference), "true");
    assert_eq!(sum_of("x + y = 1", difference), "false");
    let model = elaborated("x = y");
    assert!(view::equal_sides(&model.pool, model.constraints[0].expr).is_some());
    let model = elaborated("x + y + z = 4");
    assert_eq!(view::total::<Vec<_>>(&model.pool, model.constraints[0].expr).map(|found| found.1), Some(4));
}

#[test]
fn tests_are_negated_and_bounded() {
    let set = std::sync::Arc::new(sator_model::Domain::from_values([0, 2]));
    let all = [Test::AtLeast(1), Test::AtMost(1), Test::Is(1), Test::IsNot(1), Test::In(set.clone()), Test::NotIn(set)];
    for test in all {
        let negated = !test.clone();
        let domain = sator_model::Domain::range(-1, 3);
        for v in domain.iter() {
            assert_ne!(test.holds(v), negated.holds(v), "{test:?} of {v}");
            assert_eq!(test.holds(v), test.values_among(|| domain.clone()).contains(v), "{test:?} of {v}");
            assert!(!test.holds(v) || test.hull().is_none_or(|(lo, hi)| lo <= v && v <= hi), "{test:?} of {v}");
            assert!(test.interval().is_none_or(|(lo, hi)| (lo <= v && v <= hi) == test.holds(v)), "{test:?} of {v}");
        }
        assert_eq!(!negated, test);
    }
}

#[test]
fn statements_about_pieces_are_recognised() {
    let last = |statement: &str| {
        let model = elaborated(&format!("grid g 2x2 in 1..4\npartition p of g\n{statement}"));
        let condition = model.constraints.last().expect("the statement is a condition").expr;
        (model, condition)
    };
    let size = |statement: &str| {
        let (model, condition) = last(statement);
        view::piece_size(&model.pool, condition).map(|stated| (stated.vertex, stated.size))
    };
    let (model, _) = last("r1c1 = 1");
    let corner = model.unknown_at(model.grid(model.main_grid().expect("there is a grid")).first);
    let corner = corner.expect("the cell has an unknown");
    assert_eq!(size("piece_size(p, r1c1) = 3"), Some((0, Size::Is(3))));
    assert_eq!(size("piece_size(p, r1c1) = r1c1"), Some((0, Size::Of(corner))));
    assert_eq!(size("piece_size(p, r1c1) >= r1c1"), Some((0, Size::AtLeast(corner))));
    assert_eq!(size("r1c1 <= piece_size(p, r1c1)"), Some((0, Size::AtLeast(corner))));
    assert_eq!(size("piece_size(p, r1c1) <= r1c1"), None);
    assert_eq!(size("piece_size(p, r1c1) > r1c1"), None);
    let (model, condition) = last("same(p, r1c1, r1c2) <=> r1c1 = r1c2");
    let channels: Vec<_> = view::channels(&model.pool, condition).collect();
    assert_eq!(channels.len(), 1);
    assert!(view::equal_sides(&model.pool, channels[0].1).is_some());
}
