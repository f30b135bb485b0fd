//! Puzzles of a grade, and puzzles made of others.

use super::{FOUR, NINE, error, is_unique, one, say, session, without};
use crate::session::{Answer, Grade};
use sator_answer::{Puzzle, Technique};

/// The grade in a session that knows nothing of how the puzzle was made.
fn grade(rules: &str, puzzle: &Puzzle) -> Option<Grade> {
    match say(&mut session(""), &format!("{rules}{}\ngrade", puzzle.text)).pop() {
        Some(Answer::Graded { grade, .. }) => grade,
        other => panic!("{other:?}"),
    }
}

#[test]
fn puzzles_are_as_hard_as_asked_for() {
    for (word, wanted) in [("easy", Grade::Easy), ("medium", Grade::Medium), ("very hard", Grade::VeryHard)] {
        let puzzle = one(&format!("{NINE}generate x grade {word} seed 5"));
        assert_eq!((puzzle.grade, grade(NINE, &puzzle)), (Some((Some(wanted), true)), Some(wanted)), "{}", puzzle.text);
        assert!(is_unique(&format!("{NINE}{}", puzzle.text)));
    }
    let rules = "grid x 5x5\nfences e of x\n";
    let puzzle = one(&format!("{rules}generate number for slitherlink(e, number) grade 1..5 seed 2"));
    let found = grade(rules, &puzzle);
    assert!(found.is_some() && puzzle.grade == Some((found, true)), "{puzzle:?}");
}

#[test]
fn clues_of_a_rule_are_taken_away_down_to_a_grade() {
    for (shape, what) in
        [("fences e of x\n", "number for slitherlink(e, number)"), ("links e of x\n", "pearl for masyu(e, pearl)")]
    {
        let rules = &format!("grid x 6x6\n{shape}");
        let puzzle = one(&format!("{rules}generate {what} grade medium seed 3"));
        let found = grade(rules, &puzzle);
        assert_eq!((puzzle.grade, found), (Some((Some(Grade::Medium), true)), Some(Grade::Medium)), "{}", puzzle.text);
        assert!(is_unique(&format!("{rules}{}", puzzle.text)));
        // No grade is as hard as that here: the closest has one solution all the same. A small board has all stages of the search.
        let rules = &format!("grid x 4x4\n{shape}");
        let puzzle = one(&format!("{rules}generate {what} grade very hard seed 3"));
        assert!(is_unique(&format!("{rules}{}", puzzle.text)), "{}", puzzle.text);
        let Some((Some(found), _)) = puzzle.grade else { panic!("{puzzle:?}") };
        assert_eq!(Some(found), grade(rules, &puzzle));
    }
}

/// A score, a technique among the steps, no hypotheses: as `grade` finds them.
#[test]
fn puzzles_by_their_steps() {
    let graded = |puzzle: &Puzzle| match say(&mut session(""), &format!("{NINE}{}\ngrade", puzzle.text)).pop() {
        Some(Answer::Graded { grade: Some(grade), score: Some(score), used, .. }) => (grade, score, used),
        other => panic!("{other:?}"),
    };
    let puzzle = one(&format!("{NINE}generate x score 26..39 seed 3"));
    assert_eq!(puzzle.grade, Some((Some(Grade::Medium), true)), "{puzzle:?}");
    assert!((26..=39).contains(&graded(&puzzle).1), "{}", puzzle.text);
    let puzzle = one(&format!("{NINE}generate x using \"Naked pair\" seed 3"));
    let (grade, _, used) = graded(&puzzle);
    assert_eq!((grade, puzzle.grade), (Grade::Medium, Some((Some(Grade::Medium), true))), "{puzzle:?}");
    assert!(used.iter().any(|(technique, _)| *technique == Technique::NakedPair), "{used:?}");
    let puzzle = one(&format!("{NINE}generate x without cases seed 3"));
    assert!(graded(&puzzle).0 < Grade::NeedsCases, "{}", puzzle.text);
    for (wish, message) in [
        ("score 0", "0 can't be a score"),
        ("score 40..120", "120 can't be a score"),
        ("score 60..40", "40 is less than 60"),
        ("using \"y-wing\"", "there is no technique `y-wing`"),
        ("score 90 without cases", "no puzzle has steps of all these grades"),
        ("grade easy using \"X-wing\"", "no puzzle has steps of all these grades"),
    ] {
        let found = error(&format!("{NINE}generate x {wish}"));
        assert_eq!(found, message, "{wish}");
    }
}

/// Steps so easy need each clue: nobody would look for the others.
#[test]
fn no_clue_is_left_that_steps_of_the_grade_do_not_need() {
    let rules = "grid x 5x5\nfences e of x\n";
    let puzzle = one(&format!("{rules}generate number for slitherlink(e, number) grade easy seed 4"));
    assert_eq!(puzzle.grade, Some((Some(Grade::Easy), true)));
    let (picture, rule) = puzzle.text.split_once("}").expect("a picture");
    for n in 0..puzzle.clues {
        let fewer = Puzzle { text: without(&format!("{picture}}}"), n) + rule, ..puzzle.clone() };
        assert_ne!(grade(rules, &fewer), Some(Grade::Easy), "{}", fewer.text);
    }
}

#[test]
fn puzzles_that_are_rarely_so_hard() {
    let puzzle = one(&format!("{NINE}generate x grade hard seed 5"));
    assert_eq!((puzzle.grade, grade(NINE, &puzzle)), (Some((Some(Grade::Hard), true)), Some(Grade::Hard)));
    assert!(is_unique(&format!("{NINE}{}", puzzle.text)));
}

#[test]
fn minimal_puzzles_that_are_rarely_so_hard() {
    // Triples are the hardest step of one in a hundred minimal puzzles.
    let puzzle = one(&format!("{NINE}generate x clues minimal grade hard seed 1"));
    assert_eq!((puzzle.grade, grade(NINE, &puzzle)), (Some((Some(Grade::Hard), true)), Some(Grade::Hard)));
    assert!(is_unique(&format!("{NINE}{}", puzzle.text)));
    for n in 0..puzzle.clues {
        assert!(!is_unique(&format!("{NINE}{}", without(&puzzle.text, n))));
    }
}

#[test]
fn a_number_of_clues_and_a_grade() {
    let puzzle = one(&format!("{NINE}generate x clues 32 grade easy seed 2"));
    assert_eq!((puzzle.clues, puzzle.grade), (32, Some((Some(Grade::Easy), true))));
    // So small a board needs no such steps: the closest is shown, and that it is not as asked.
    let puzzle = one(&format!("{FOUR}generate x grade very hard seed 1"));
    assert!(matches!(puzzle.grade, Some((Some(grade), false)) if grade < Grade::VeryHard), "{puzzle:?}");
}

const LOOSE: &str = "givens { 1...; ..3.; ....; .... }\n";

#[test]
fn givens_become_a_puzzle() {
    // Too few: as few as can be are added.
    let puzzle = one(&format!("{FOUR}{LOOSE}generate from seed 1"));
    assert!(is_unique(&format!("{FOUR}{}", puzzle.text)), "{}", puzzle.text);
    let (out, into) = puzzle.changed.expect("it started from something");
    assert_eq!(puzzle.clues, 2 - out + into);
    let Some(Answer::Multiple { fix: sator_answer::Fix::Cells(cells), .. }) =
        say(&mut session(""), &format!("{FOUR}{LOOSE}unique fix")).pop()
    else {
        panic!("two or three cells are enough")
    };
    assert_eq!(into, cells.len());
    // Too many: what is redundant goes.
    let all = "givens { 1234; 3412; 2143; 432. }\n";
    let puzzle = one(&format!("{FOUR}{all}generate from seed 1"));
    assert_eq!(puzzle.changed, Some((15 - puzzle.clues, 0)));
    for n in 0..puzzle.clues {
        assert!(!is_unique(&format!("{FOUR}{}", super::without(&puzzle.text, n))), "{n} of {}", puzzle.text);
    }
    // Moved to a symmetry, and made easier.
    let puzzle = one(&format!("{FOUR}{LOOSE}generate from symmetric seed 1"));
    let cells: Vec<char> = puzzle.text.lines().skip(1).take(4).flat_map(|line| line.trim().chars()).collect();
    assert!((0..16).all(|at| (cells[at] == '.') == (cells[15 - at] == '.')), "{}", puzzle.text);
    let puzzle = one(&format!("{FOUR}{LOOSE}generate from grade easy seed 1"));
    assert_eq!(grade(FOUR, &puzzle), Some(Grade::Easy));
}

#[test]
fn what_is_kept_takes_the_place_of_the_givens() {
    let mut session = session(&format!("{FOUR}{LOOSE}"));
    say(&mut session, "generate from seed 1 keep");
    assert_eq!(session.entries().len(), 3);
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Unique { .. })));
    say(&mut session, "undo");
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Multiple { .. })));
    let message = error(&format!("{FOUR}{LOOSE}givens {{ ....; ....; ....; ...1 }}\ngenerate from keep"));
    assert!(message.contains("they can't be replaced"), "{message}");
    // Givens that clash are no start.
    let clash = say(&mut super::session(FOUR), "givens { 11..; ....; ....; .... }\ngenerate from");
    assert!(matches!(clash[..], [.., Answer::None, Answer::Clash { .. }]));
}
