//! How the answers of typical puzzles look: shaded cells, loops, bridges, rooms and pieces, with the clues in their
//! cells, between them and outside.

mod charts;
mod media;

use crate::support;
use sator::session::{ExportOptions, Format, Session};
use sator_base::source::{SourceId, Span};
use sator_draw::render::{Labels, Look, draw_report};
use sator_lang::syntax::ast::{Question, StatementKind};

fn nowhere() -> Span {
    Span::new(SourceId(0), 0, 0)
}

/// All that a script draws.
fn drawn(script: &str) -> String {
    drawn_as(script, &Look::default())
}

fn drawn_as(script: &str, look: &Look) -> String {
    let mut all = String::new();
    let draw = |session: &Session, report| {
        let report = sator::files::write_export(session, report).expect("the file is written");
        all += &draw_report(session.model(), &report, look).to_string();
    };
    support::run(&mut support::session(&[]), script, draw).expect("the script runs");
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

/// Links of a graph run in any direction: their ends stand below the board, and the picture has a line for each.
#[test]
fn lines_of_a_graph() {
    let puzzle = "clues letter { o.o; ...; o.o }\ngrid x like letter\ngraph g = lines_of_sight(letter)\nlinks e of g\n\
        kouchoku(e, letter)\ne[r1c1, r1c3]\ne[r1c1, r3c1]\nsolve\n";
    let board = drawn(puzzle);
    assert!(board.contains("e: r1c1..r1c3, r1c1..r3c1, r1c3..r3c3, r3c1..r3c3"), "{board}");
    assert!(!board.contains("true"), "{board}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.svg");
    drawn(&format!("{puzzle}export svg {file:?}\n"));
    let svg = std::fs::read_to_string(&file).expect("the picture is there");
    assert_eq!(svg.matches("class=\"line-blue\"").count(), 4, "{svg}");
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

/// Values that are drawn as signs, and black cells with clues among them.
#[test]
fn signs_for_values() {
    insta::assert_snapshot!(examples(&["shakashaka", "hebi", "dosufuwa", "doppelblock", "castle_wall", "balance"]));
    let grid = "grid x 1x4 in -1..2\ngivens { -1 0 1 2 }\n";
    let rule = |draw: &str| drawn(&format!("{grid}rule mine(x) {{ {draw} }}\nmine(x)\nsolve"));
    assert!(
        rule("draw values(x, \"·\", \"●\")").starts_with("-1  ·  ●  2\n"),
        "{}",
        rule("draw values(x, \"·\", \"●\")")
    );
    assert!(rule("draw values(x, \"·\", from: -1)").starts_with("· 0 1 2\n"));
}

/// `undo` of a statement removes its shapes from the drawing.
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

/// Two clue pictures on one grid are both there: above the value of a cell, or beside each other where it has none.
#[test]
fn two_clue_pictures() {
    let clues = "clues n of x { 1 . .; . 12 .; . . 3 }\nclues circle of x { . w .; . b .; w . . }\n";
    insta::assert_snapshot!(drawn(&format!(
        "grid x 3x3 in 1..3\n{clues}r1c1 = 1\nshow\nreset\ngrid x 3x3\n{clues}links e of x\nsingle_loop(e)\n\
         degree(e, r1c2) = 2\nfor c in c1 + [r3c3] {{ degree(e, c) = 0 }}\nsolve\nreset\n\
         enum way {{ up_here down }}\ngrid x 3x3 in way\n{clues}for c in x {{ c = up_here }}\nsolve\nreset\n\
         grid x 2x2 in 1..2\nfor c in x {{ c = 1 }}\nclues n of corners x {{ 12 . 3; . . .; . . 4 }}\nclues m of corners x {{ w . .; . b .; . . w }}\nsolve\n"
    )));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.svg");
    drawn(&format!("grid x 3x3 in 1..3\n{clues}solve\nexport svg {file:?}\n"));
    let svg = std::fs::read_to_string(&file).expect("the picture is there");
    assert!(svg.contains("clue 12 ● at r2c2"), "{svg}");
}

/// Beside an `a` the words b, o and w are letters too. In another picture on the same grid they are circles.
#[test]
fn letters_and_circles_on_one_grid() {
    let text = drawn(
        "grid x 3x3\nclues n { a . b; . . .; a w b }\nclues pearl { . w .; . b .; . . . }\nlinks e of x\nfor a, b in adjacent(e) { not e[a, b] }\nsolve\n",
    );
    assert!(text.contains("a   ○   b\n") && text.contains("·   ●   ·\n") && text.contains("a   w   b\n"), "{text}");
}

/// A user's rule can choose the signs for yes and no.
#[test]
fn signs_of_ones_own() {
    insta::assert_snapshot!(drawn(
        "## A queen in each row.\nrule queens(x) { draw values(x, \"♛\", \"-\"); for r in rows(x) { count(r) = 1 } }\n\
         grid x 2x3 in bool\nqueens(x)\nr1c2\nr2c3\nsolve\n"
    ));
}

/// Everything that `draw` draws, each in its place, and a legend for the rest.
#[test]
fn lines_and_marks() {
    insta::assert_snapshot!(drawn(
        "grid x 6x6 in 1..6\nsudoku(x)\nkiller(r1c1..r1c3, 9)\nkiller([r2c1, r2c2, r3c2])\nthermo(r4c1..r4c3)\n\
         whispers(r5c2..r6c3, gap: 2)\narrow(r1c6..r4c6)\narrow(r5c5..r5c4, circle: [r6c5, r6c6])\nwhite_dot(r3c4, r4c4)\n\
         black_dot(r2c4, r2c5, ratio: 3)\nx_mark(r6c3, r6c4)\nquadruple(r2c4, [1, 4])\nodd(r6c1)\neven(r5c1)\nminimum(r3c3)\n\
         little_killer(r1c2..r5c6, 15)\nsandwich(r2, 4, high: 6)\nextra_region([r3c5, r4c5, r5c6])\nshow\n"
    ));
}

/// Grids in ASCII, and with labels, and folded where they are wider than the page.
#[test]
fn looks() {
    let script =
        "grid x 6x8 in 1..9\nkiller(r1c1..r1c3, 9)\nthermo(r4c1..r4c3)\ndraw borders([r1 + r2, r3 + r4])\nshow\n";
    let look = Look { width: 24, labels: Labels::On, ..Look::default() };
    let ascii = Look { width: 80, labels: Labels::Large, ascii: true, ..Look::default() };
    insta::assert_snapshot!(format!("{}\n{}", drawn_as(script, &look), drawn_as(script, &ascii)));
}

/// No example draws anything but ASCII when asked for it, and nothing without a picture in ASCII.
#[test]
fn every_example_in_ascii() {
    let look = Look { ascii: true, ..Look::default() };
    for example in sator::gallery::EXAMPLES.iter() {
        let mut session = support::session(&[]);
        let mut statements = session.read("test", example.text, None).expect("the example reads");
        // `generate ... keep` adds to the puzzle; no other question does.
        statements.retain(|s| match &s.kind {
            StatementKind::Question(Question::Generate(made)) => made.keep,
            StatementKind::Question(_) => false,
            _ => true,
        });
        statements.extend(session.read("test", "show", None).expect("a question"));
        let mut drawn = [String::new(), String::new()];
        for statement in &statements {
            let done = session.run(statement, &mut |session, report| {
                drawn[0] += &draw_report(session.model(), &report, &look).to_string();
                drawn[1] += &draw_report(session.model(), &report, &Look::default()).to_string();
            });
            done.expect("the example runs");
        }
        let [ascii, full] = &drawn;
        assert!(ascii.is_ascii(), "{}\n{ascii}", example.name);
        assert!(!ascii.trim().is_empty(), "{}", example.name);
        // A `?` is one that was there before.
        assert_eq!(ascii.matches('?').count(), full.matches('?').count(), "{}\n{ascii}\n{full}", example.name);
    }
}

/// Checks that the tags of an SVG are nested, and returns their number.
fn well_formed(svg: &str) -> usize {
    let mut open: Vec<&str> = vec![];
    let mut count = 0;
    for part in svg.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        count += 1;
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{svg}"),
            // A comment is no tag.
            None if tag.ends_with('/') || tag.starts_with("!--") => {}
            None => open.push(tag.split_whitespace().next().unwrap_or_default()),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    count
}

#[test]
fn a_picture_of_every_example() {
    for example in sator::gallery::EXAMPLES.iter() {
        let mut session = support::session(&[]);
        let mut statements = session.read("test", example.text, None).expect("the example reads");
        // `generate ... keep` adds to the puzzle; no other question does.
        statements.retain(|s| match &s.kind {
            StatementKind::Question(Question::Generate(made)) => made.keep,
            StatementKind::Question(_) => false,
            _ => true,
        });
        for statement in &statements {
            session.run(statement, &mut |_, _| {}).expect("the example runs");
        }
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.svg");
        let export =
            session.export(Format::Svg, ExportOptions::default(), &file, nowhere()).expect("there is a picture");
        sator::files::write(&session, &export).expect("the picture is written");
        let svg = std::fs::read_to_string(&file).expect("the picture is there");
        assert!(well_formed(&svg) > 5, "{}", example.name);
        assert!(!svg.contains("NaN") && !svg.contains("inf "), "{}", example.name);
    }
}

/// Each thing that is drawn has its class and its title; text of the user's is escaped.
#[test]
fn what_a_picture_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, page) = (folder.path().join("a.svg"), folder.path().join("a.html"));
    let script = format!(
        "title \"a < b & c\"\ngrid x 4x4 in 1..4\nsudoku(x)\nkiller(r1c1..r1c2, 5)\nthermo(r2c1..r2c3)\nwhispers(r4c1..r4c2, gap: 2)\n\
         white_dot(r3c1, r3c2)\nodd(r4c4)\ngivens {{ 1...;....;....;.... }}\nsolve\nexport svg {:?} both\nexport svg {:?} both\n\
         export html {:?}\n",
        svg, svg, page
    );
    let drawing = drawn(&script);
    assert!(drawing.contains("wrote "), "{drawing}");
    let text = std::fs::read_to_string(&svg).expect("the picture is there");
    well_formed(&text);
    for part in [
        "<title>a &lt; b &amp; c</title>",
        "<title>killer 5</title>",
        "<title>thermo: r2c1..r2c3</title>",
        "class=\"line-green\"",
        "<title>white dot: r3c1 r3c2</title>",
        "<title>odd: r4c4</title>",
        "class=\"value given\"",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let page = std::fs::read_to_string(&page).expect("the page is there");
    assert!(page.contains("<p>Digits don't repeat in a cage.") && page.contains("thermo(r2c1..r2c3)"), "{page}");
}

/// Steps are numbered pictures; candidates are small digits.
#[test]
fn pictures_of_steps_and_candidates() {
    let folder = tempfile::tempdir().expect("a folder");
    let (steps, small) = (folder.path().join("steps.svg"), folder.path().join("small.svg"));
    let puzzle = "grid x 2x2 in 1..2\nlatin(x)\n";
    drawn(&format!("{puzzle}export svg {small:?} candidates\nr1c1 = 1\nexport svg {steps:?} steps\n"));
    let (steps, small) = (std::fs::read_to_string(&steps), std::fs::read_to_string(&small));
    assert!(steps.expect("steps are there").contains("aria-label=\"1. r1c2 = 2"));
    assert!(small.expect("candidates are there").contains("class=\"candidate\""));
}

/// A PNG is the picture's size, and not blank.
#[test]
fn a_png() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.png");
    drawn(&format!("grid x 4x4 in 1..4\nsudoku(x)\nsolve\nexport png {file:?}\n"));
    let bytes = std::fs::read(&file).expect("the picture is there");
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    let side = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    assert!((380..500).contains(&side(16)) && (380..500).contains(&side(20)), "{}x{}", side(16), side(20));
    assert!(bytes.len() > 3000, "{}", bytes.len());
}

/// A clash with a clue outside marks the clue too, whether a standard rule reads it or a rule of one's own.
#[test]
fn a_clash_marks_the_clues_outside() {
    let grid = "grid x 4x4 in 1..4\noutside seen { top 4 . . .; bottom 4 . . 2 }\nlatin(x)\n";
    let own = "def visible(line, i) = all(line[i] > d for d in line[1..i - 1])\n\
        for k, line in seen { count(visible(line, i) for i in 1..size(line)) = k }\n";
    for rule in ["skyscraper(seen)\n", own, "for k, line in seen { skyscraper(line, k) }\n"] {
        let drawing = drawn(&format!("{grid}{rule}solve\n"));
        assert_eq!(drawing.matches("4!").count(), 2, "{drawing}");
        assert!(!drawing.contains("2!"), "{drawing}");
    }
}

/// A clash that was found is marked in a file as on the terminal, until the puzzle is another.
#[test]
fn an_exported_clash_is_marked() {
    let folder = tempfile::tempdir().expect("a folder");
    let (clash, mended) = (folder.path().join("a.json"), folder.path().join("b.json"));
    let script = "grid x 4x4 in 1..4\noutside seen { top 4 . . .; bottom 4 . . . }\nlatin(x)\nskyscraper(seen)\n";
    drawn(&format!("push\n{script}solve\nexport json {clash:?}\npop\ngrid x 2x2 in 1..2\nexport json {mended:?}\n"));
    let marks = |file| std::fs::read_to_string(file).expect("the file is there").matches("\"clash\"").count();
    assert!(marks(&clash) >= 4, "{}", marks(&clash));
    assert_eq!(marks(&mended), 0);
}

/// The puzzle for programs: its script reads back, and the scene holds what is drawn.
#[test]
fn json_of_a_puzzle() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.json");
    let script =
        "title \"T\"\ngrid x 2x2 in 1..2\nlatin(x)\nkiller(r1c1..r1c2, 3)\nthermo(r1c1..r2c1)\ngivens { 1 .; . . }\n";
    drawn(&format!("{script}solve\nexport json {file:?}\n"));
    let text = std::fs::read_to_string(&file).expect("the file is there");
    let object: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!(object["format"], "sator");
    assert_eq!(object["title"], "T");
    assert_eq!(object["script"], script);
    assert_eq!(object["solution"], serde_json::json!({"x": [[1, 2], [2, 1]]}));
    assert_eq!(object["rules"][1]["name"], "killer");
    let board = &object["scenes"][0]["boards"][0];
    assert_eq!(board["cells"][0][0], serde_json::json!({"text": "1", "style": ["given"]}));
    assert_eq!(board["cages"][0]["clue"], "3");
    assert_eq!(board["lines"][0]["start"], "bulb");
    drawn(object["script"].as_str().expect("a script"));
}

#[test]
fn themes_and_sizes() {
    let folder = tempfile::tempdir().expect("a folder");
    let [light, dark] = ["a.svg", "b.svg"].map(|name| folder.path().join(name));
    drawn(&format!("grid x 2x2 in 1..2\nexport svg {light:?}\nexport svg {dark:?} dark puzzle print\n"));
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("the picture is there");
    let (light, dark) = (read(&light), read(&dark));
    assert!(light.contains(".back{fill:#ffffff}") && light.contains("px\""), "{light}");
    assert!(dark.contains(".back{fill:#17191e}") && dark.contains("mm\""), "{dark}");
}
