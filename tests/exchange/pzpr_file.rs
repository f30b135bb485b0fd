//! Files of pzpr: the same puzzles as links hold, and what a player filled in.

use super::{problem, script};
use sator_formats::played::{Mark, Played, state};

/// A script without its comments, which name where it is from.
fn statements(text: &str) -> String {
    script(text).lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_file_holds_the_puzzle_of_a_link() {
    for (file, link) in [
        ("pzprv3/nurikabe/1/3/2 + # /", "nurikabe/3/1/2h"),
        ("pzprv3/yajilin/2/3/. 2,1 # /. . . /", "yajilin/3/2/a21+c"),
        ("pzprv3/tapa/1/3/1,1 # - /", "tapa/3/1/a7g."),
        ("pzprv3/starbattle/4/4/1/1/0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /", "starbattle/4/4/1/000000"),
        ("pzprv3/heyawake/2/2/2/0 1 /0 1 /1 . /. . /", "heyawake/2/2/o01g"),
        ("pzprv3.1/heyawake/2/2/1 /1 /0 0 /1 . /. . /# . /. . /", "heyawake/2/2/o01g"),
        ("pzprv3.2/country/2/2//1 /1 /0 0 /1 . /. . /0 /0 /0 0 /", "country/2/2/o01g"),
        ("pzprv3/fillomino/2/2/2 . /. . /. . /. 2 /", "fillomino/2/2/2i"),
        ("pzprv3/sudoku/4/1 . . . /. . 2 . /. 3 . . /. . . 4 /", "sudoku/4/4/1k2h3k4"),
        // Borders of rooms are given, other borders are the player's.
        ("pzprv3/numcity/2/2/1 . /. . /. . /. . /X /X /0 1 /", "numcity/2/2/1io0"),
        ("pzprv3/mashu/3/3/1 . . /. . . /. . 2 /", "masyu/3/3/902"),
        ("pzprv3/lightup/1/2/0 - /", "akari/2/1/0."),
        // A setting of the genre, which the link has as a flag, and a history of moves.
        ("pzprv3/slither/2/2/f/2 . /. . /", "slither/f/2/2/cg"),
        ("pzprv3.1/slither/2/2/2 . /. . /0 0 /0 0 /history:{/type:pzpr/}", "slither/2/2/cg"),
    ] {
        let expected = statements(&format!("https://puzz.link/p?{link}"));
        for text in
            [file.to_string(), file.replace('/', "\n"), format!("https://puzz.link/p?{}", file.replace(' ', "%20"))]
        {
            assert_eq!(statements(&text), expected, "{text}");
        }
    }
}

#[test]
fn a_file_holds_the_marks_of_a_player() {
    let marks = |file: &str| state(file).expect("a board").marks;
    let shade = |row, col, yes| Mark::Shade { cell: (row, col), yes: Some(yes) };
    let board = state("https://puzz.link/p?pzprv3/nurikabe/1/3/2%20+%20%23%20/").expect("a board");
    assert_eq!(board, Played { rows: 1, cols: 3, marks: vec![shade(0, 1, false), shade(0, 2, true)] });
    let border = |cell, step, drawn| Mark::Border { cell, step, drawn: Some(drawn) };
    assert_eq!(
        marks("pzprv3.1/slither/1/2/2 . /1 0 /1 0 -1 /0 1 /0 0 /"),
        [border((0, 0), (0, -1), true), border((0, 1), (0, 1), false), border((0, 1), (-1, 0), true)]
    );
    assert_eq!(
        marks("pzprv3/shikaku/2/2/2 . /. 2 /1 /0 /-1 0 /"),
        [border((0, 0), (0, 1), true), border((0, 0), (1, 0), false)]
    );
    let link = |cell, across, strokes| Mark::Link { cell, across, strokes: Some(strokes) };
    assert_eq!(marks("pzprv3/hashikake/2/2/2 . /. . /2 /0 /0 -1 /"), [link((0, 0), true, 2), link((0, 1), false, 0)]);
    let text = |cell, text: &str| Mark::Text { cell, text: Some(text.into()) };
    assert_eq!(marks("pzprv3/sudoku/2/1 . /. . /. 2 /.[1,2,,] + /"), [text((0, 1), "2"), Mark::Other]);
    // A `+` stands before notes about arrows, and a goal is no arrow.
    assert_eq!(marks("pzprv3/roma/1/2/1/0 0 /5 . /. +3 /"), [text((0, 0), "0"), Mark::Other]);
    assert_eq!(marks("pzprv3/arrowflow/1/2/1 . /. 3 /"), [text((0, 0), "0"), text((0, 1), "3")]);
    // The sections of a player can be missing.
    assert_eq!(marks("pzprv3/heyawake/2/2/2/0 1 /0 1 /1 . /. . /"), []);
}

/// Cells of a whole piece have its number, and different letters are in different pieces.
#[test]
fn marks_follow_from_borders_and_letters() {
    let marks = |file: &str| state(file).expect("a board").marks;
    let two = Mark::Text { cell: (0, 1), text: Some("2".into()) };
    assert_eq!(marks("pzprv3/fillomino/1/3/2 . . /. . . /0 1 /"), [two]);
    assert_eq!(marks("pzprv3/fillomino/1/3/2 . . /. . . /0 0 /"), []);
    let border = |cell| Mark::Border { cell, step: (0, 1), drawn: Some(true) };
    assert_eq!(marks("pzprv3/tetrominous/1/3/0 . . /. 1 . /0 0 /"), [border((0, 0))]);
    // A letter is compared with the given ones, too; a drawn border is one mark.
    assert_eq!(marks("pzprv3/tetrominous/1/3/0 . . /. 1 0 /1 0 /"), [border((0, 0)), border((0, 1))]);
    let link = |cell, strokes| Mark::Link { cell, across: true, strokes: Some(strokes) };
    let shade = Mark::Shade { cell: (0, 0), yes: Some(true) };
    assert_eq!(marks("pzprv3/lapaz/1/3/. . . /0 0 /# . . /"), [shade, link((0, 0), 0), link((0, 1), 1)]);
    assert_eq!(marks("pzprv3/lapaz/1/4/. . . . /0 0 0 /. . . . /"), []);
    for (file, message) in [
        ("pzprv3/icewalk/2/2/. . /. . /1 1 0 /0 0 0 /0 0 /0 0 /0 0 /", "a line over the edge at the left of line 1"),
        ("pzprv3/fillomino/1/2/2 . /. 2 /1 /", "a border between the equal numbers of r1c1 and r1c2"),
    ] {
        let problem = state(file).expect_err(file).message;
        assert!(problem.contains(message), "{file}: {problem}");
    }
}

#[test]
fn a_damaged_file_is_refused() {
    for (file, message) in [
        ("pzprv3", "ends too early"),
        ("pzprv3/nurikabe/3", "ends too early"),
        ("pzprv3/nurikabe/x/3/", "has a number, not `x`"),
        ("pzprv3/nurikabe/101/3/", "1 to 100 rows and columns"),
        ("pzprv3/nurikabe/2/2/. . /", "ends too early"),
        ("pzprv3/nurikabe/2/2/. . . /. . /", "a row of this file of pzpr has 3 values, not 2"),
        ("pzprv3/nurikabe/1/2/. q /", "the value `q`"),
        ("pzprv3/yajilin/1/2/. 7,1 /", "the value `7,1`"),
        ("pzprv3/mashu/1/2/1 . /x /", "a border of this file of pzpr has the value `x`"),
        ("pzprv3/midloop/1/2/.3. /0 /", "the value `3`"),
        ("pzprv3/midloop/1/2/.1/0 /", "a row of this file of pzpr has 2 values, not 3"),
        ("pzprv3/haisu/1/2/1 1 5 1/0 /. . /0 /", "a place of this file lies outside its board"),
        ("pzprv3/icelom/2/2/1/8/allwhite/. . /. . /", "starts or ends inside the board"),
        ("pzprv3/curvedata/1/2/1/. . /0/1/0 /", "a curve of this file of pzpr has no size"),
        ("pzprv3/compass/1/2/1,2,3 . /0 /", "the value `1,2,3`"),
        ("pzprv3.2/country/2/2/country_empty/1 /1 /0 0 /", "the variant rule `country_empty`"),
        ("pzprv3/ladders/2/2/", "sator doesn't know the genre `ladders` of this file of pzpr"),
    ] {
        assert!(problem(file).contains(message), "{file}: {}", problem(file));
    }
}
