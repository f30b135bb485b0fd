//! `another` after an optimum, and after an objective without a value.

use crate::support::{answers, session};
use sator::Assignment;
use sator::session::{Answer, Session};

const GRID: &str = "grid x 1x2 in 1..3";

fn last(session: &mut Session, text: &str) -> Answer {
    answers(session, text).pop().expect("it is answered")
}

/// A question that shows no solution of its own keeps the optimum.
#[test]
fn questions_in_between_keep_the_optimum() {
    for between in [
        "expect unsat",
        "expect unique",
        "expect count = 9",
        "expect r1c1 = 1",
        "expect solution { 1 1 }",
        "count",
        "count limit 2",
        "candidates",
        "forced",
        "try r1c1 = 3",
        "why r1c1 = 1",
        "print r1c1",
        "show",
        "unique",
        "compare count",
    ] {
        let mut session = session(&[]);
        let Answer::Optimum(first) = last(&mut session, &format!("{GRID}\nminimize r1c1")) else { panic!("{between}") };
        let mut seen = vec![first.assignment];
        // `unique` shows two solutions, of which some may be optima.
        if let Answer::Multiple { first, second, .. } = last(&mut session, between) {
            seen.extend([first, second]);
        }
        loop {
            match last(&mut session, "another") {
                Answer::Optimum(next) => {
                    assert_eq!(next.assignment.0[0], 1, "{between}");
                    assert!(!seen.contains(&next.assignment), "{between}: {:?}", next.assignment);
                    seen.push(next.assignment);
                }
                Answer::NoOther { optimal: true } => break,
                other => panic!("{between}: {other:?}"),
            }
        }
        let optima = (1..=3).filter(|&v| seen.contains(&Assignment(vec![1, v])));
        assert_eq!(optima.count(), 3, "{between}");
    }
}

#[test]
fn solutions_shown_since_are_not_shown_again() {
    let mut session = session(&[]);
    answers(&mut session, &format!("{GRID}\nminimize r1c1\nsolutions 9"));
    assert!(matches!(last(&mut session, "another"), Answer::NoOther { optimal: true }));
    // `solve` leads back to all solutions.
    answers(&mut session, "solve");
    assert!(matches!(last(&mut session, "another"), Answer::NoOther { optimal: false }));
}

#[test]
fn an_objective_without_a_value_shows_a_solution() {
    let mut session = session(&[]);
    let answer = last(&mut session, &format!("{GRID}\nmaximize [1, 2][r1c1 + 5]"));
    let Answer::NoValue { assignment, .. } = answer else { panic!("{answer:?}") };
    let mut seen = vec![assignment];
    while let Answer::Solution { assignment, .. } = last(&mut session, "another") {
        assert!(!seen.contains(&assignment), "{assignment:?}");
        seen.push(assignment);
    }
    assert_eq!(seen.len(), 9);
}
