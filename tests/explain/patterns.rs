//! Steps by patterns that rules name, and by structures: graphs without loops, owners of cells.

use super::sentences::{asked, assert_sentences, puzzle_of, sentences, steps};
use crate::support::Program;
use sator::puzzle::{Options, Puzzle};
use serde_json::Value;

/// Patterns known by heart name their steps.
#[test]
fn patterns_have_names() {
    assert_sentences("slitherlink", &["a 3 in a corner, at r6c6", "a 2 in a corner, at r6c1"]);
    assert_sentences("whispers", &["r1c1..r1c5 differ from each other, and neighbours by 5 or more"]);
    assert_sentences("arrow", &["row 2 has the sum 21, and its arrow that of the number at r2c1"]);
    assert_sentences("galaxies", &["r1c4 turned by half around another centre lies off the grid"]);
    assert_sentences("shikaku", &["only the 3 at r1c6 reaches r1c4"]);
    assert_sentences("magnets", &["there are 5 poles in row 2"]);
}

/// Short chains in rows, columns and boxes have the names that solvers of sudokus give them.
#[test]
fn short_chains_have_names() {
    let chain = |givens: &str, name: &str| {
        let text = format!("grid x 9x9 in 1..9\nsudoku(x)\ngivens x {{ {givens} }}");
        let (shown, _) = asked(&text, "15m", "solve steps");
        let of_this_name = |step: &&Value| step["reason"].as_str().is_some_and(|reason| reason.starts_with(name));
        let step = shown["steps"].as_array().expect("steps").iter().find(of_this_name);
        let step = step.unwrap_or_else(|| panic!("no {name}"));
        ["reason", "notation"].map(|key| step[key].as_str().unwrap_or_default().to_string())
    };
    assert_eq!(
        chain(
            "6...8.23.; ...2..1..; ..5..16.9; ....2....; 4.98...21; ...3.....; 59..14...; 1.....5..; ..3.....4",
            "skyscraper"
        ),
        [
            "skyscraper: 7 in row 5 is in r5c2 or r5c7, in row 9 in r9c7 or r9c1; r5c7 and r9c7 share column 7, so one of \
             r5c2 and r9c1 is 7",
            "Skyscraper: 7 in r5c27, r9c17 => r8c2<>7"
        ]
    );
    assert_eq!(
        chain(
            "63...1.9.; 9........; .8.7..2.5; .1..8....; ..8...14.; 59...3..8; .6..78..1; 7..4.....; ....2....",
            "two-string kite"
        ),
        [
            "two-string kite: 6 in column 4 is in r9c4 or r4c4, in row 5 in r5c5 or r5c9; r4c4 and r5c5 share box 5, so one \
             of r9c4 and r5c9 is 6",
            "Two-String Kite: 6 in r49c4, r5c59 => r9c9<>6"
        ]
    );
    assert_eq!(
        chain(
            "3.6....75; .2..81...; .........; .....9.18; ..8....3.; .5......2; 6...2.3..; .8.3..6..; 2.469....",
            "W-wing"
        ),
        [
            "W-wing: 4 in row 3 is in r3c8 or r3c2; r6c8 and r5c2 (4 9) see these, so one of r6c8 and r5c2 is 9",
            "W-Wing: 9/4 in r6c8, r5c2 by 4 in r3c28 => r6c1<>9"
        ]
    );
    assert_eq!(
        chain(
            "9..24....; .5.69.231; .2..5..9.; .9.7..32.; ..29356.7; .7...29..; .69.2..73; 51..79.62; 2.7.86..9",
            "XY-wing"
        ),
        [
            "XY-wing: r1c2 (3 8) sees r2c3 (4 8) and r9c2 (3 4), so one of r2c3 and r9c2 is 4",
            "XY-Wing: 8/3/4 in r1c2, r2c3, r9c2 => r8c3<>4"
        ]
    );
}

/// The other steps about houses have a notation too, and steps of other kinds none.
#[test]
fn steps_about_houses_have_a_notation() {
    let text = "grid x 9x9 in 1..9
sudoku(x)
givens x {
.....1.4.
..2.8.69.
.6.7.....
.....5.3.
..9.1...4
.8.2.....
.....45..
8.3....1.
.5......7
}";
    let (shown, _) = asked(text, "15m", "solve steps");
    let steps = shown["steps"].as_array().expect("steps");
    for notation in [
        "Hidden Single: 7 in b3 => r1c7=7",
        "Naked Single: r2c6=3",
        "Pointing: 3 in b1 by r1 => r1c9<>3",
        "Naked Pair: 3/9 in r1c12 => r3c1<>9",
        "Hidden Triple: 5/6/7 in r5c8, r6c89 => r6c9<>1, r6c9<>9",
        "X-Wing: 7 in c35 by r47 => r4c12<>7",
        "Finned X-Wing: 9 in r69 by c57, fin b8 => r8c5<>9",
        "Chain: (3)r6c1=(3)r6c5-(4)r6c5=(4)r3c5-(4=5)r2c4-(5)r2c9=(5)r6c9 => r6c1<>5",
    ] {
        assert!(steps.iter().any(|step| step["notation"] == notation), "no {notation} in {shown:#}");
    }
    let case = steps.iter().find(|step| step["technique"] == "cases").expect("a case");
    assert_eq!(case["notation"], Value::Null);
}

/// A shaded cell takes all of its neighbours in one step.
#[test]
fn statements_of_one_line_are_one_step() {
    let sentence = "r2c3 and r3c3 are neighbours and not both shaded, likewise for r3c2, r3c4 and r4c3";
    assert_sentences("hitori", &[sentence]);
    assert_sentences("star_battle", &["r6c2 and r7c3 touch and are not both stars, likewise for r6c4"]);
}

/// One clue by itself comes before the clue with a line whose heights all differ.
#[test]
fn a_clue_for_buildings_comes_before_its_line() {
    let printed = sentences("skyscraper");
    assert!(printed.starts_with("3 buildings are seen from r1c1: r2c1 at most 4"), "{printed}");
}

/// A diagonal between corners of one tree, or a cell beside two cells of one tree, would close a loop, so it is absent.
#[test]
fn nothing_closes_a_loop() {
    assert_sentences("gokigen", &["else a loop would be closed"]);
    assert_sentences("nurimaze", &["else a loop would be closed"]);
}

/// A place that is always in the network has a name.
#[test]
fn a_link_that_joins_known_places_is_needed() {
    let text = "grid x 1x4 in bool\nlinks e of x\nall(x)\n\
                connected((a, b) for a, b in adjacent(x) where e[a, b], places: cells(x))\n";
    let (shown, _) = asked(text, "15m", "solve steps");
    let reasons: Vec<&str> =
        shown["steps"].as_array().expect("steps").iter().filter_map(|step| step["reason"].as_str()).collect();
    assert!(reasons.iter().any(|reason| reason.starts_with("else r1c")), "{reasons:?}");
    assert!(reasons.iter().all(|reason| !reason.contains("the edge")), "{reasons:?}");
}

/// A hint looks at a clue, or at a statement of a rule in quotes, as most are sentences.
#[test]
fn a_hint_says_where_to_look() {
    let place = |example: &str| {
        let text = format!("{}\nhint\n", puzzle_of(example));
        Program::with(&["-"]).input(text).run().out.lines().next().unwrap_or_default().to_string()
    };
    assert_eq!(place("skyscraper"), "look at `3 buildings are seen from r1c1`: one statement is enough");
    assert_eq!(place("galaxies"), "look at `the cells of one centre are in one piece`: a pattern");
    assert_eq!(place("heyawake"), "look at clue 0 at r4c3: one statement is enough");
}

/// The owner of a cell is hidden, but words can speak of it: it is a step of its own, and others refer to it.
#[test]
fn an_owner_is_a_step() {
    let (steps, _) = steps("galaxies");
    let texts: Vec<&str> = steps.iter().filter_map(|step| step["text"].as_str()).collect();
    assert!(texts.contains(&"r5c2 is in the piece of the centre at r3c3"), "{texts:?}");
    let joins = steps.iter().find(|step| step["text"] == "same(p, r1c1, r1c2)").expect("a step joins two cells");
    let from: Vec<&str> = joins["from"].as_array().unwrap().iter().filter_map(|fact| fact["text"].as_str()).collect();
    assert_eq!(from, ["r1c1 is in the piece of the centre at r3c3", "r1c2 is in the piece of the centre at r3c3"]);
    assert_eq!(joins["technique"], "one statement");
    let puzzle = Puzzle::parse(&puzzle_of("galaxies")).expect("a puzzle");
    let steps = puzzle.solver(&Options::default()).steps().expect("steps");
    assert!(steps[0].conclusions().is_empty(), "{steps:?}");
    assert!(steps[0].text().starts_with("r5c2 is in the piece of the centre at r3c3: r1c4 turned"), "{steps:?}");
}

/// Every clue has one of its rectangles, as in Shikaku, so that no rule of rectangles needs cases.
#[test]
fn rectangles_around_clues_need_no_cases() {
    for rule in ["tatamibari", "usotatami", "nawabari", "family_photo"] {
        let shown = sentences(rule);
        assert!(shown.contains("every rectangle ") && !shown.contains("suppose "), "{rule}: {shown}");
    }
}

/// A border that follows from other borders doesn't come between those inside a piece.
#[test]
fn borders_inside_a_piece_are_one_step() {
    let (found, _) = steps("shikaku");
    let joined = found[0]["concludes"].as_array().unwrap();
    // Seven borders inside the 2x3 at the top left, two inside the 1x3 at the top right.
    assert_eq!(joined.len(), 9, "{joined:?}");
}
