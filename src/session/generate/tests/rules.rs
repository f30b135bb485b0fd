//! Rules of the library that say what their clues are.

use super::{error, is_unique, one, say, session};
use crate::session::Answer;
use std::collections::BTreeSet;

/// Puzzles of these rules have one solution, which is the one they were made of.
fn check(rules: &str, question: &str) -> Vec<String> {
    let text = |seed: u32| {
        let puzzle = one(&format!("{rules}{question} seed {seed}"));
        assert!(puzzle.clues > 0, "{}", puzzle.text);
        match say(&mut session(""), &format!("{rules}{}\nunique", puzzle.text)).pop() {
            Some(Answer::Unique { assignment: solution, .. }) => {
                assert_eq!(solution.0[..puzzle.solution.0.len()], puzzle.solution.0[..], "{}", puzzle.text);
            }
            other => panic!("{other:?}\n{}", puzzle.text),
        }
        puzzle.text
    };
    (1..3).map(text).collect()
}

/// The same, and none of the clues could be a mark alone.
fn check_marks(rules: &str, question: &str, mark: &str) {
    for text in check(rules, question) {
        let (picture, rule) = text.split_once("}\n").expect("a picture, then the rule");
        let tokens: Vec<&str> = picture.split_whitespace().skip(3).collect();
        let row = picture.lines().nth(1).map_or(1, |line| line.split_whitespace().count());
        // Narrow rows have a character for each place.
        let cells: Vec<String> = match row {
            1 => tokens.iter().flat_map(|row| row.chars().map(String::from)).collect(),
            _ => tokens.iter().map(|&token| token.into()).collect(),
        };
        let width = cells.len() / picture.lines().skip(1).count();
        let clues: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] != "." && cells[at] != mark).collect();
        assert!(!clues.is_empty(), "{text}");
        for clue in clues {
            let mut fewer = cells.clone();
            fewer[clue] = mark.into();
            let rows: Vec<String> = fewer.chunks(width).map(|row| row.join(" ")).collect();
            let head = picture.lines().next().expect("a head");
            assert!(!is_unique(&format!("{rules}{head}\n{}\n}}\n{rule}", rows.join("\n"))), "{clue} of {text}");
        }
    }
}

#[test]
fn clues_in_random_black_cells() {
    check_marks("grid lamp 5x5 in bool\n", "generate black for akari(lamp, black)", "#");
    check_marks("grid corner 4x4 in 0..4\n", "generate black for shakashaka(corner, black)", "#");
    check("grid x 4x4 in 0..5\n", "generate black for hebi(x, black)");
}

#[test]
fn clues_in_marked_cells() {
    let rules = "grid lamp 4x4 in bool\n";
    let puzzle = one(&format!("{rules}generate black for akari(lamp, black) like {{ #..#; ....; ....; .#.# }} seed 1"));
    let black = |at: usize| !puzzle.text.lines().skip(1).flat_map(|line| line.trim().chars()).nth(at).eq(&Some('.'));
    assert_eq!((0..16).filter(|&at| black(at)).collect::<Vec<_>>(), [0, 3, 13, 15], "{}", puzzle.text);
    let symmetric = one(&format!("{rules}generate black for akari(lamp, black) symmetric seed 2"));
    let cells: Vec<char> = symmetric.text.lines().skip(1).take(4).flat_map(|line| line.trim().chars()).collect();
    assert!((0..16).all(|at| (cells[at] == '.') == (cells[15 - at] == '.')), "{}", symmetric.text);
    let message = error(&format!("{rules}generate black for akari(lamp, black) like {{ ....; ....; ....; .... }}"));
    assert!(message.contains("no cell can have a clue"), "{message}");
}

#[test]
fn clues_in_the_holes_of_a_grid() {
    let kakuro = "clues hole { ####; #..#; #...; ##.. }\ngrid x 4x4 in 1..9 except hole\n";
    check_marks(kakuro, "generate sum for kakuro(x, sum)", "#");
    let message = error(&format!("{kakuro}generate sum for kakuro(x, sum) like {{ ####; ....; ....; .... }}"));
    assert!(message.contains("itself determines where its clues stand"), "{message}");
    // Nearly all random solutions have others with the same sums.
    let kakuro = "clues hole { ######; #..#..; #.....; ##...#; #.....; #..#.. }\ngrid x 6x6 in 1..9 except hole\n";
    check(kakuro, "generate sum for kakuro(x, sum)");
    let triplace = "clues hole { ####; #...; #...; #... }\ngrid x 4x4 except hole\npartition p of x\n";
    check_marks(triplace, "generate sum for triplace(p, sum)", "#");
    let str8ts = "clues hole { .#..; ...#; #...; ..#. }\ngrid x 4x4 in 1..4 except hole\n";
    let mut session = session(str8ts);
    say(&mut session, "generate black for str8ts(x, black) clues all seed 1 keep\ngenerate x seed 1 keep");
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Unique { .. })));
}

#[test]
fn what_is_not_as_asked_for_is_not_kept() {
    for question in ["generate x clues 3 seed 1 keep", "generate x clues 14 grade needs cases seed 1 keep"] {
        let mut session = session("grid x 4x4 in 1..4\nsudoku(x)\n");
        match say(&mut session, question).pop() {
            Some(Answer::Generated(generated)) => assert!(generated.not_kept && generated.puzzles.len() == 1),
            other => panic!("{other:?}"),
        }
        assert_eq!(session.entries().len(), 2);
    }
}

#[test]
fn all_of_a_picture() {
    for text in check("grid shade 4x4 in bool\n", "generate number for hitori(shade, number)") {
        assert!(!text.contains('.'), "{text}");
    }
    for text in check("grid x 3x4\nlinks e of x\n", "generate number for dominoes(e, number)") {
        assert!(!text.contains('.'), "{text}");
    }
    let message = error("grid x 3x3\nlinks e of x\ngenerate number for dominoes(e, number)");
    assert!(message.contains("no set of dominoes has 9 cells"), "{message}");
}

/// A board of 3x4 has 11 tilings by dominoes, and many pictures for each.
#[test]
fn pictures_that_the_rule_has_unknowns_for_are_random() {
    let puzzles: BTreeSet<String> = (1..=12)
        .map(|seed| one(&format!("grid x 3x4\nlinks e of x\ngenerate number for dominoes(e, number) seed {seed}")).text)
        .collect();
    assert!(puzzles.len() > 8, "{}", puzzles.len());
}

#[test]
fn clues_of_unknowns_that_the_rule_has_for_them() {
    check("grid x 4x4\npartition p of x\n", "generate centre of cells and borders x for galaxies(p, centre)");
    let rooms = "grid x 4x4\nregions room { aabb; aabb; ccdd; ccdd }\nlinks e of x\n";
    check(rooms, "generate mark for moonsun(e, room, mark)");
    check(rooms, "generate circle for onsen(e, room, circle)");
    check("grid x 3x3\nregions room { aab; abb; ccc }\nlinks e of x\n", "generate number for haisu(e, room, number)");
    check("grid tip 4x4 in 0..4\nlinks e of tip\n", "generate pencil for pencils(tip, e, pencil)");
}

/// A place without a dot carries information too.
#[test]
fn dots_are_all_given() {
    let rules = "grid x 4x4 in 1..4\nlatin(x)\n";
    check(rules, "generate dot of borders x for kropki(x, dots: dot)");
    let mut session = session(rules);
    say(
        &mut session,
        "generate dot of borders x for kropki(x, dots: dot) clues all seed 3 keep\ngenerate x seed 1 keep",
    );
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Unique { .. })));
}

#[test]
fn sums_of_columns() {
    let mut session = session("grid x 2x10 in 0..9\n");
    say(&mut session, "generate outside sum for tenner(x, sum) clues all seed 1 keep\ngenerate x seed 1 keep");
    assert!(matches!(say(&mut session, "unique").pop(), Some(Answer::Unique { .. })));
    let message = error("grid x 2x10 in 0..9\noutside sum { left 45 . }\ntenner(x, sum)");
    assert!(message.contains("below their columns"), "{message}");
}
