//! Puzzles that were made, held against sessions that know nothing of how.

mod clues;
mod grade;
mod progress;
mod rules;

use crate::session::{Answer, Session, Settings};
use sator_answer::{Generated, Puzzle};
use sator_base::limits::{Interrupt, Reason};
use sator_model::Assignment;

const FOUR: &str = "grid x 4x4 in 1..4\nsudoku(x)\n";
const SIX: &str = "grid x 6x6 in 1..6\nsudoku(x, 2, 3)\n";
const NINE: &str = "grid x 9x9 in 1..9\nsudoku(x)\n";

fn session(text: &str) -> Session {
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    say(&mut session, text);
    session
}

fn say(session: &mut Session, text: &str) -> Vec<Answer> {
    let mut answers = vec![];
    for statement in session.read("test", text, None).unwrap_or_else(|e| panic!("{}\n{text}", e.message)) {
        let done = session.run(&statement, &mut |_, report| answers.push(report.answer));
        done.unwrap_or_else(|e| panic!("{}\n{text}", e.message));
    }
    answers
}

fn error(text: &str) -> String {
    let mut session = Session::new(Settings::of_environment(), Interrupt::new());
    let statements = session.read("test", text, None).expect("the text reads");
    let mut message = String::new();
    for statement in &statements {
        if let Err(error) = session.run(statement, &mut |_, _| {}) {
            message = error.message;
        }
    }
    message
}

fn generated(text: &str) -> Generated {
    match say(&mut session(""), text).pop() {
        Some(Answer::Generated(generated)) => generated,
        other => panic!("{other:?}\n{text}"),
    }
}

fn one(text: &str) -> Puzzle {
    let mut puzzles = generated(text).puzzles;
    assert_eq!(puzzles.len(), 1, "{text}");
    puzzles.remove(0)
}

fn is_unique(text: &str) -> bool {
    match say(&mut session(""), &format!("{text}\nunique")).pop() {
        Some(Answer::Unique { .. }) => true,
        Some(Answer::Multiple { .. }) => false,
        other => panic!("{other:?}\n{text}"),
    }
}

/// The text of a picture without its `n`th clue.
fn without(text: &str, n: usize) -> String {
    let (head, rows) = text.split_once('{').expect("a picture");
    let spaced = rows.lines().any(|row| row.trim().contains(' '));
    let mut left = n as i64;
    let mut keep = |token: &str| {
        let clue = !matches!(token, "." | "}" | "top" | "bottom" | "left" | "right");
        left -= i64::from(clue);
        if clue && left == -1 { ".".to_string() } else { token.to_string() }
    };
    let rows: Vec<String> = rows
        .lines()
        .map(|row| match spaced {
            true => row.split_whitespace().map(&mut keep).collect::<Vec<_>>().join(" "),
            false => row.trim().chars().map(|c| keep(&c.to_string())).collect(),
        })
        .collect();
    format!("{head}{{{}", rows.join("\n"))
}

#[test]
fn minimal_puzzles_need_each_of_their_clues() {
    for (rules, seed) in [(FOUR, 1), (FOUR, 2), (SIX, 3)] {
        let puzzle = one(&format!("{rules}generate x clues minimal seed {seed}"));
        assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
        for n in 0..puzzle.clues {
            assert!(!is_unique(&format!("{rules}{}", without(&puzzle.text, n))), "{n} of {}", puzzle.text);
        }
    }
}

#[test]
fn a_seed_makes_its_puzzle_again() {
    let text = |rest: &str| generated(&format!("{SIX}generate clues 12 {rest}"));
    let three = text("seed 5 count 3").puzzles;
    assert_eq!(three.iter().map(|p| p.seed).collect::<Vec<_>>(), [5, 6, 7]);
    assert_eq!(three[1].text, text("seed 6").puzzles[0].text);
    assert_ne!(three[0].text, three[1].text);
    // Without one it is another each time, and the same in each run of a script.
    let [a, b] = &say(&mut session(FOUR), "generate\ngenerate")[..] else { panic!() };
    let again = say(&mut session(FOUR), "generate\ngenerate");
    let text = |answer: &Answer| format!("{answer:?}");
    assert_ne!(text(a), text(b));
    assert_eq!([text(a), text(b)], [text(&again[0]), text(&again[1])]);
}

#[test]
fn as_many_clues_as_asked_for() {
    for clues in [12, 20, 36] {
        let puzzle = one(&format!("{SIX}generate x clues {clues} seed 1"));
        assert_eq!((puzzle.clues, puzzle.missed), (clues, None));
        assert!(is_unique(&format!("{SIX}{}", puzzle.text)));
    }
    // A grid of 16 cells has no more, and the answer reports that too.
    let puzzle = one(&format!("{FOUR}generate clues 20"));
    assert_eq!((puzzle.clues, puzzle.missed), (16, Some(20)));
    // No sudoku of this size has three.
    let puzzle = one(&format!("{FOUR}generate clues 3"));
    assert_eq!(puzzle.missed, Some(3));
    assert!(puzzle.clues >= 4 && is_unique(&format!("{FOUR}{}", puzzle.text)));
}

#[test]
fn clues_have_the_symmetry() {
    let image = |word: &str, (r, c): (usize, usize)| match word {
        "mirror" => (r, 5 - c),
        "diagonal" => (c, r),
        "quarter" => (c, 5 - r),
        _ => (5 - r, 5 - c),
    };
    for word in ["", "half-turn", "mirror", "diagonal", "quarter"] {
        let puzzle = one(&format!("{SIX}generate x symmetric {word} seed 4"));
        let rows: Vec<Vec<char>> = puzzle.text.lines().skip(1).take(6).map(|l| l.trim().chars().collect()).collect();
        for at in (0..36).map(|i| (i / 6, i % 6)) {
            let other = image(word, at);
            assert_eq!(rows[at.0][at.1] == '.', rows[other.0][other.1] == '.', "{word}\n{}", puzzle.text);
        }
        assert!(is_unique(&format!("{SIX}{}", puzzle.text)));
    }
}

#[test]
fn clues_stand_only_where_they_may() {
    let puzzle = one(&format!("{FOUR}generate x like {{ ####; ####; #...; .... }} seed 2"));
    let rows: Vec<&str> = puzzle.text.lines().map(str::trim).collect();
    assert_eq!((&rows[3][1..], rows[4]), ("...", "...."));
    // Two cells are never enough.
    let none = generated(&format!("{FOUR}generate x like {{ #...; ....; ....; ...# }}"));
    assert!(none.puzzles.is_empty() && none.stopped.is_none());
}

#[test]
fn what_is_given_stays() {
    let puzzle = one(&format!("{FOUR}givens {{ 12..; ....; ....; .... }}\nr4c4 = 1\ngenerate x seed 3"));
    assert!(puzzle.text.contains("  12"), "{}", puzzle.text);
    assert_eq!(puzzle.solution.0[15], 1);
}

#[test]
fn a_puzzle_that_is_kept_is_a_statement() {
    let mut session = session(FOUR);
    let statements = session.read("test", "generate x seed 1 keep", None).expect("it reads");
    session.run(&statements[0], &mut |_, _| {}).expect("a puzzle is made");
    assert_eq!(session.entries().len(), 3);
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Unique { .. })));
    say(&mut session, "undo");
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Multiple { .. })));
}

#[test]
fn yes_and_no_and_names_are_given_too() {
    let shade = "grid s 4x4 in bool\nfor l in rows(s) + cols(s) { count(l) = 2 }\n\
                 for l in rows(s) + cols(s) { for k in 1..2 { 1 <= count(l[k..k + 2]) <= 2 } }\n";
    let names = "enum colour { red green blue }\ngrid x 3x3 in colour\nfor l in rows(x) + cols(x) { distinct(l) }\n";
    for rules in [shade, names] {
        let puzzle = one(&format!("{rules}generate seed 9"));
        assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
    }
}

/// The least number of cells whose values no other solution has, by going through all sets of cells.
fn fewest_by_brute_force(text: &str, solution: &Assignment) -> u32 {
    let mut session = session(text);
    let Some(Answer::Solutions { list, complete: true, .. }) = say(&mut session, "solutions 1000").pop() else {
        panic!()
    };
    let others: Vec<u32> = (list.iter().filter(|a| *a != solution))
        .map(|a| (0..16).filter(|&i| a.0[i] != solution.0[i]).fold(0, |bits, i| bits | 1 << i))
        .collect();
    (0u32..1 << 16).filter(|set| others.iter().all(|o| o & set != 0)).map(u32::count_ones).min().unwrap_or(0)
}

#[test]
fn fewest_is_as_few_as_can_be() {
    for seed in 1..6 {
        let puzzle = one(&format!("{FOUR}generate fewest seed {seed}"));
        assert!(puzzle.fewest);
        assert_eq!(puzzle.clues as u32, fewest_by_brute_force(FOUR, &puzzle.solution));
    }
}

#[test]
fn where_there_is_no_puzzle() {
    assert!(matches!(
        say(&mut session(FOUR), "r1c1 = r1c2\ngenerate x").pop(),
        Some(Answer::Clash { because, .. }) if !because.is_empty()
    ));
    let interrupted = session(NINE);
    interrupted.interrupt().set();
    let mut interrupted = interrupted;
    assert!(matches!(say(&mut interrupted, "generate x").pop(), Some(Answer::Unknown(Reason::Interrupted))));
}

#[test]
fn wrong_requests_have_a_message() {
    for (text, wanted) in [
        ("grid x 4x5 in 1..5\ngenerate x symmetric diagonal", "needs a square grid, and x is 4x5"),
        (
            "clues w { #..; ...; ... }\ngrid x 3x3 in 1..3 except w\ngenerate symmetric",
            "r3c3 is a cell, but r1c1 isn't",
        ),
        ("grid x 4x4\ngenerate x", "its cells have no values"),
        ("grid x 4x4 in 1..4\ngenerate y", "no grid is called `y`"),
        ("grid x 4x4 in 1..4\nlet y = 3\ngenerate y", "it isn't a grid"),
        ("grid x 4x4 in 1..4\ngenerate count 0", "0 can't be a number of puzzles"),
        ("grid x 4x4 in 1..4\ngenerate clues 0 - 1", "-1 can't be a number of clues"),
        ("grid x 4x4 in 1..4\ngenerate count 2 keep", "only one puzzle can become part of the session"),
        ("grid x 4x4 in 1..4\ngenerate like { ##; ## }", "row 1 of the picture has 2 cells, expected 4"),
        ("var n in 1..4\ngenerate", "there is no grid"),
    ] {
        let message = error(text);
        assert!(message.contains(wanted), "{message}\n{text}");
    }
}
