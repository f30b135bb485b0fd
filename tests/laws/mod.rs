//! Laws of the questions, on random small puzzles: they agree with all solutions listed by brute force.

mod endless;
mod fractions;

use crate::support::{self, answers as say};
use proptest::prelude::*;
use sator::session::{Answer, Session};
use sator_model::{Assignment, Model, UnknownId};
use std::collections::BTreeSet;

/// A statement about a 2x2 grid `x` over 0..3 and a yes/no `b`.
fn statement() -> impl Strategy<Value = String> {
    let cell = prop::sample::select(vec!["r1c1", "r1c2", "r2c1", "r2c2"]);
    let number = prop_oneof![
        cell.clone().prop_map(str::to_string),
        (0..4i64).prop_map(|k| k.to_string()),
        (cell.clone(), cell.clone()).prop_map(|(a, c)| format!("({a} + {c})")),
        (cell.clone(), cell.clone()).prop_map(|(a, c)| format!("({a} * {c} - 2)")),
        (cell.clone(), cell.clone()).prop_map(|(a, c)| format!("({a} / {c})")),
        (cell.clone(), cell.clone()).prop_map(|(a, c)| format!("({a} // {c})")),
        (cell.clone(), cell.clone()).prop_map(|(a, c)| format!("({a} % {c})")),
        (cell.clone(), cell.clone()).prop_map(|(a, c)| format!("(if b then {a} else abs({a} - {c}))")),
        cell.clone().prop_map(|a| format!("[2, 0, 3][{a}]")),
        cell.prop_map(|a| format!("max({a}, occurs(r1, {a}))")),
    ];
    let condition = (number.clone(), prop::sample::select(vec!["=", "!=", "<", "<="]), number)
        .prop_map(|(a, op, c)| format!("{a} {op} {c}"));
    prop_oneof![
        6 => condition.clone(),
        1 => condition.clone().prop_map(|p| format!("not ({p})")),
        1 => (condition.clone(), condition.clone()).prop_map(|(p, q)| format!("({p}) or ({q})")),
        1 => (condition.clone(), condition).prop_map(|(p, q)| format!("if {p} {{ {q} }}")),
        1 => Just("distinct(r1 + r2, except: 0)".to_string()),
        1 => Just("b => distinct(c1)".to_string()),
        1 => Just("(r1c1, r2c2) in {(0, 1), (2, 2), (3, 0)}".to_string()),
    ]
}

fn session(encoding: &str, statements: &[String]) -> Session {
    let mut session = support::session(&[("encoding", encoding)]);
    say(&mut session, "grid x 2x2 in 0..3\nvar b in bool");
    for text in statements {
        say(&mut session, text);
    }
    session
}

/// A statement about a 2x3 grid `x` of yes/no and its links `e`.
fn about_graphs() -> impl Strategy<Value = String> {
    let graph = prop_oneof![
        Just("connected(c for c in x where c)".to_string()),
        Just("connected(x[c] for c in x)".to_string()),
        Just("connected(e)".to_string()),
        Just("no_loops(e)".to_string()),
        Just("single_loop(e)".to_string()),
    ];
    let cell = prop::sample::select(vec!["r1c1", "r1c3", "r2c2", "e[r1c1, right]", "e[r1c2, down]"]);
    prop_oneof![
        3 => graph.clone(),
        1 => graph.clone().prop_map(|p| format!("not {p}")),
        1 => (cell.clone(), graph.clone()).prop_map(|(c, p)| format!("{c} => {p}")),
        1 => (graph.clone(), graph).prop_map(|(p, q)| format!("{p} or {q}")),
        2 => cell.clone().prop_map(str::to_string),
        1 => cell.prop_map(|c| format!("not {c}")),
        1 => Just("count(x) = 3".to_string()),
        1 => Just("degree(e, r1c2) = 2".to_string()),
    ]
}

fn ask(session: &mut Session, question: &str) -> Answer {
    say(session, question).pop().expect("a question is answered")
}

/// All solutions, by trying every assignment against the constraints.
fn brute_force(model: &Model) -> BTreeSet<Vec<i64>> {
    let mut all = vec![vec![]];
    for unknown in &model.unknowns {
        all = all.iter().flat_map(|p: &Vec<i64>| unknown.domain.iter().map(|v| [&p[..], &[v]].concat())).collect();
    }
    all.into_iter().filter(|a| model.violations(&Assignment(a.clone())).is_ok_and(|v| v.is_empty())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn questions_agree_with_brute_force(
        statements in prop::collection::vec(statement(), 1..4),
        encoding in prop::sample::select(vec!["fd", "int"]),
    ) {
        let mut s = session(encoding, &statements);
        let all = brute_force(s.model());
        let visible: Vec<UnknownId> = s.model().visible().collect();

        let Answer::Count { count, exact: true, .. } = ask(&mut s, "count") else { panic!("count ends") };
        prop_assert_eq!(count as usize, all.len());

        // `another` goes through all of them, none twice.
        let mut seen = BTreeSet::new();
        loop {
            match ask(&mut s, "another") {
                Answer::Solution { assignment, .. } => prop_assert!(seen.insert(assignment.0), "shown twice"),
                Answer::Clash { .. } | Answer::NoOther { .. } => break,
                other => panic!("{other:?}"),
            }
        }
        prop_assert_eq!(&seen, &all);

        let unique = ask(&mut s, "unique");
        match all.len() {
            0 => prop_assert!(matches!(unique, Answer::Clash { .. }), "{:?}", unique),
            1 => prop_assert!(matches!(unique, Answer::Unique { .. }), "{:?}", unique),
            _ => prop_assert!(matches!(unique, Answer::Multiple { .. }), "{:?}", unique),
        }
        if all.is_empty() {
            return Ok(());
        }
        let Answer::Candidates { values, stopped: None, .. } = ask(&mut s, "candidates") else { panic!("candidates end") };
        let Answer::Forced { values: forced, stopped: None } = ask(&mut s, "forced") else { panic!("forced ends") };
        for u in visible {
            let taken: BTreeSet<i64> = all.iter().map(|a| a[u.0 as usize]).collect();
            prop_assert_eq!(values[u.0 as usize].iter().collect::<BTreeSet<_>>(), taken.clone());
            let only = (taken.len() == 1).then(|| *taken.first().expect("one"));
            prop_assert_eq!(forced[u.0 as usize], only);
        }
        let best = |a: &Vec<i64>| a[0] + 2 * a[1] - a[2];
        for (question, expected) in [
            ("maximize r1c1 + 2 * r1c2 - r2c1", all.iter().map(best).max()),
            ("minimize r1c1 + 2 * r1c2 - r2c1", all.iter().map(best).min()),
        ] {
            let Answer::Optimum(optimum) = ask(&mut s, question) else { panic!("an optimum") };
            assert!(optimum.is_proved());
            let value = optimum.objectives[0].value;
            prop_assert_eq!(Some(value), expected);
        }
    }

    #[test]
    fn graphs_agree_with_brute_force(
        statements in prop::collection::vec(about_graphs(), 1..4),
        encoding in prop::sample::select(vec!["fd", "int"]),
    ) {
        let mut s = support::session(&[("encoding", encoding)]);
        say(&mut s, "grid x 2x3 in bool\nlinks e of x");
        for text in &statements {
            say(&mut s, text);
        }
        let all = brute_force(s.model());
        let Answer::Count { count, exact: true, .. } = ask(&mut s, "count") else { panic!("count ends") };
        prop_assert_eq!(count as usize, all.len(), "{:?}", statements);
        // Learned clauses hold for the next question, and go when their statement goes.
        say(&mut s, "push\nr1c1\nconnected(e)");
        let with = brute_force(s.model());
        let Answer::Count { count, exact: true, .. } = ask(&mut s, "count") else { panic!("count ends") };
        prop_assert_eq!(count as usize, with.len(), "{:?}", statements);
        say(&mut s, "pop");
        let solved = ask(&mut s, "solve");
        prop_assert_eq!(matches!(solved, Answer::Solution { .. }), !all.is_empty());
    }

    #[test]
    fn what_is_taken_back_leaves_no_trace(
        statements in prop::collection::vec(statement(), 1..3),
        more in statement(),
        encoding in prop::sample::select(vec!["fd", "int"]),
    ) {
        let mut s = session(encoding, &statements);
        let before = brute_force(s.model());
        ask(&mut s, "solve");
        let tried = ask(&mut s, &format!("try {more}"));
        say(&mut s, &more);
        let with = brute_force(s.model());
        prop_assert_eq!(matches!(tried, Answer::Solution { .. }), !with.is_empty());
        let solved = ask(&mut s, "solve");
        prop_assert_eq!(matches!(solved, Answer::Solution { .. }), !with.is_empty());
        for way in ["undo", "redo\npush\npop\nundo"] {
            say(&mut s, way);
            prop_assert_eq!(brute_force(s.model()), before.clone());
            let Answer::Count { count, .. } = ask(&mut s, "count") else { panic!("count ends") };
            prop_assert_eq!(count as usize, before.len());
        }
        let number = s.entries().last().expect("there are statements").number;
        say(&mut s, &more);
        say(&mut s, &format!("drop {}", number + 1));
        prop_assert_eq!(brute_force(s.model()), before);
    }
}
