//! How the answers of typical puzzles look: shaded cells, loops, bridges, rooms and pieces, with the clues in their
//! cells, between them and outside.

use sator::limits::Interrupt;
use sator::render::draw_report;
use sator::session::{Session, Settings};

/// All that a script draws.
fn drawn(script: &str) -> String {
    let mut session = Session::new(Settings::default(), Interrupt::new());
    let mut all = String::new();
    for statement in &session.read("test", script, None).expect("the script reads") {
        let done = session.run(statement, &mut |session, report| {
            all += &draw_report(session.model(), &report).to_string();
        });
        done.expect("the script runs");
    }
    all
}

/// The first question of an example of a standard rule: its solution.
fn example(rule: &str) -> String {
    let path = format!("{}/examples/rules/{rule}.puz", env!("CARGO_MANIFEST_DIR"));
    let script = std::fs::read_to_string(&path).expect("the example is there");
    let solve = script.find("\nsolve\n").expect("the example is solved");
    format!("{rule}\n{}", drawn(&format!("{}\nsolve\n", &script[..solve])))
}

fn examples(rules: &[&str]) -> String {
    rules.iter().map(|rule| example(rule)).collect::<Vec<_>>().join("\n")
}

#[test]
fn shading() {
    insta::assert_snapshot!(examples(&["hitori", "nurikabe", "tapa", "heyawake", "mosaic", "battleship"]));
}

#[test]
fn signs() {
    insta::assert_snapshot!(examples(&["star_battle", "tents", "akari", "minesweeper", "gokigen"]));
}

#[test]
fn loops() {
    insta::assert_snapshot!(examples(&["slitherlink", "masyu", "yajilin", "numberlink", "hashi", "country_road"]));
}

#[test]
fn pieces() {
    insta::assert_snapshot!(examples(&["fillomino", "shikaku", "galaxies", "ripple_regions"]));
}

#[test]
fn clues_outside() {
    insta::assert_snapshot!(examples(&["nonogram", "aquarium", "sandwich", "skyscraper", "easy_as_abc"]));
}

#[test]
fn totals_and_dots() {
    insta::assert_snapshot!(examples(&["killers", "kenkens", "kropki", "xv", "inequality"]));
}

/// What a statement adds to a drawing goes with it.
#[test]
fn undo_takes_signs_back() {
    let grid = "grid x 1x2 in 1..2\n";
    let shown = drawn(&format!("{grid}show"));
    let after = drawn(&format!("{grid}push; white_dot(r1c1, r1c2); pop; show"));
    assert!(after.ends_with(&shown) && !after.contains('○'), "{after}");
    assert!(drawn(&format!("{grid}white_dot(r1c1, r1c2); show")).contains('○'));
}

/// Before and during solving: what is not known, and clues that are wider than a cell or under a shaded one.
#[test]
fn parts_that_are_known() {
    insta::assert_snapshot!(drawn(
        "grid s 3x4 in bool\nclues n { . 12 . .; . . 3 .; . . . . }\n\
         outside o { top 1,2 . 10 .; left 1,1 . 3; right . . 2; bottom 3 . 1 . }\nshow\n\
         s.r1c1\ns.r2c3\nnot s.r1c2\nnot s.r3c4\nforced\nsolve\n"
    ));
}

/// A rule of one's own says how yes and no are drawn.
#[test]
fn signs_of_ones_own() {
    insta::assert_snapshot!(drawn(
        "## A queen in each row.\n## Drawn: ♛ -\nrule queens(x) { for r in rows(x) { count(r) = 1 } }\n\
         grid x 2x3 in bool\nqueens(x)\nr1c2\nr2c3\nsolve\n"
    ));
}
