//! The progress that is reported while puzzles are made.

use super::{FOUR, SIX, say, session};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Every report of progress of a question.
fn reports_of(text: &str, question: &str) -> Vec<String> {
    let mut session = session(text);
    let reports = Arc::new(Mutex::new(Vec::new()));
    let callback = reports.clone();
    session.set_progress(Some(Box::new(move |text: &str| {
        callback.lock().expect("no other thread panicked").push(text.to_string());
    })));
    session.listeners.progress.every = Duration::ZERO;
    say(&mut session, question);
    let reports = reports.lock().expect("no other thread panicked");
    reports.clone()
}

/// The numbers of a text, and the words around them.
fn parts(text: &str) -> (Vec<usize>, String) {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
    let words = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    (numbers, words)
}

#[test]
fn the_clues_left_go_down_as_checks_go_up() {
    let reports = reports_of(SIX, "generate x seed 1");
    let parts: Vec<(Vec<usize>, String)> =
        reports.iter().filter(|text| text.contains("clues left")).map(|text| parts(text)).collect();
    assert!(parts.len() > 2, "{reports:?}");
    assert!(parts.iter().all(|part| part.1 == " clues left,  checks"), "{reports:?}");
    assert!(parts.windows(2).all(|two| two[0].0[0] >= two[1].0[0] && two[0].0[1] < two[1].0[1]), "{reports:?}");
}

#[test]
fn of_several_puzzles_how_many_are_made() {
    let reports = reports_of(SIX, "generate x seed 1 count 3");
    for (i, wanted) in ["0 of 3 made, ", "1 of 3 made, ", "2 of 3 made, "].iter().enumerate() {
        assert!(reports.iter().any(|text| text.starts_with(wanted) && text.contains("clues left")), "{i}: {reports:?}");
    }
    assert_eq!(reports.last().map(String::as_str), Some("3 of 3 made"));
}

#[test]
fn of_fewest_clues_how_many_are_needed_at_least() {
    let reports = reports_of(FOUR, "generate x clues fewest seed 1");
    let bounds: Vec<Vec<usize>> =
        reports.iter().filter(|text| text.contains("at least")).map(|text| parts(text).0).collect();
    assert!(bounds.len() > 1, "{reports:?}");
    // Clues, bound, checks.
    assert!(bounds.iter().all(|numbers| numbers[1] <= numbers[0]), "{reports:?}");
    assert!(bounds.windows(2).all(|two| two[0][1] <= two[1][1]), "{reports:?}");
}

#[test]
fn of_a_grade_how_many_were_tried() {
    let reports = reports_of(SIX, "generate x grade hard seed 1");
    assert_eq!(reports.first().map(String::as_str), Some("0 tried, none of them has the grade"), "{reports:?}");
}

#[test]
fn of_clues_taken_down_to_a_grade_how_many_are_left() {
    let reports =
        reports_of("grid x 6x6\nfences e of x\n", "generate number for slitherlink(e, number) grade easy seed 1");
    let left: Vec<Vec<usize>> =
        reports.iter().filter(|text| text.contains("puzzles judged")).map(|text| parts(text).0).collect();
    assert_eq!(left.first().map(|numbers| numbers[0]), Some(36), "{reports:?}");
    assert!(left.windows(2).all(|two| two[1][0] <= two[0][0] && two[1][1] > two[0][1]), "{reports:?}");
}

#[test]
fn no_more_are_tried_where_steps_so_easy_get_nowhere() {
    let killer = format!("{SIX}generate cage sizes 3..4 seed 1 keep\n");
    for (rules, what) in [
        ("grid sea 8x8 in bool\n", "island for nurikabe(sea, island)"),
        // Taken away from all clues.
        (&killer, "total for killers(cage, total)"),
    ] {
        let reports = reports_of(rules, &format!("generate {what} grade easy seed 1"));
        let tried: Vec<&String> = reports.iter().filter(|text| text.contains("none of them has the grade")).collect();
        assert_eq!(tried.len(), 5, "{what}: {tried:?}");
    }
}

#[test]
fn of_clues_that_follow_how_many_solutions_were_tried() {
    let reports = reports_of("grid sea 5x5 in bool\n", "generate island for nurikabe(sea, island) seed 1");
    assert_eq!(reports.first().map(String::as_str), Some("0 solutions tried"), "{reports:?}");
}

#[test]
fn of_regions_how_many_divisions_were_tried() {
    let reports = reports_of("grid star 6x6 in bool\n", "generate room sizes 3..9 for star_battle(star, room) seed 3");
    assert_eq!(reports.first().map(String::as_str), Some("0 divisions tried"), "{reports:?}");
}
