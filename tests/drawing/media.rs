//! The terminal, pictures and scenes show the same: clues at the same places, and the same marks.

use super::drawn;
use crate::support::Program;
use serde_json::Value;
use std::path::Path;

/// A picture or a scene of what a script draws.
fn exported(script: &str, format: &str, folder: &Path) -> String {
    let file = folder.join(format!("a.{format}"));
    drawn(&format!("{script}export {format} {file:?}\n"));
    std::fs::read_to_string(file).expect("it is written")
}

fn board(script: &str, folder: &Path) -> Value {
    let whole: Value = serde_json::from_str(&exported(script, "json", folder)).expect("JSON");
    whole["scenes"][0]["boards"][0].clone()
}

/// Row and column, from 0 on: -1 and the number of rows or columns are outside.
type Spot = (i64, i64);

/// Where a clue stands on the terminal, around a board of unknown cells; its text ends at the end of a column.
fn on_terminal(text: &str, clue: &str) -> Spot {
    let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let dots = |line: &[char]| -> Vec<usize> { (0..line.len()).filter(|&i| line[i] == '.').collect() };
    let rows: Vec<usize> = (0..lines.len()).filter(|&i| !dots(&lines[i]).is_empty()).collect();
    let columns = dots(&lines[rows[0]]);
    let wanted: Vec<char> = clue.chars().collect();
    let found = lines.iter().enumerate().find_map(|(y, line)| Some((y, line.windows(3).position(|w| w == wanted)?)));
    let (y, x) = found.unwrap_or_else(|| panic!("no {clue} in\n{text}"));
    let row =
        rows.iter().position(|&row| row == y).map_or(if y < rows[0] { -1 } else { rows.len() as i64 }, |r| r as i64);
    let end = x + wanted.len() - 1;
    let col = match columns.iter().position(|&column| column == end) {
        Some(col) => col as i64,
        None if end < columns[0] => -1,
        None => {
            assert!(x > *columns.last().expect("a column"), "{text}");
            columns.len() as i64
        }
    };
    (row, col)
}

/// Where the only clue outside stands in a scene.
fn in_scene(board: &Value) -> Spot {
    let (rows, cols) = (board["rows"].as_i64().expect("rows"), board["cols"].as_i64().expect("columns"));
    let outside = board["outside"].as_object().expect("a clue outside");
    let line = |key: &str| {
        let lines = outside[key].as_array().expect("a list");
        lines.iter().position(|words| words != &serde_json::json!([])).expect("a clue") as i64
    };
    let [key] = &outside.keys().map(String::as_str).collect::<Vec<_>>()[..] else { panic!("{board}") };
    match *key {
        "top" => (-1, line("top")),
        "bottom" => (rows, line("bottom")),
        "left" => (line("left"), -1),
        "right" => (line("right"), cols),
        "top_left" => (-1, -1),
        "top_right" => (-1, cols),
        "bottom_left" => (rows, -1),
        "bottom_right" => (rows, cols),
        other => panic!("{other}"),
    }
}

/// Where the only clue outside stands in a picture, in cells of 100.
fn in_picture(svg: &str) -> Spot {
    let number = |text: &str| {
        text.split([' ', 'v', 'h', '"', ')']).next().and_then(|n| n.parse::<f64>().ok()).expect("a number")
    };
    let lattice = svg.split("class=\"thin\" d=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a lattice");
    let corners =
        lattice.split('M').skip(1).map(|part| (number(part), number(&part[part.find(' ').expect("two") + 1..])));
    let (left, top) = corners.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))).expect("a corner");
    let clue = svg.split("class=\"given outside\"").nth(1).expect("a clue");
    let glyphs: Vec<(f64, f64)> = clue
        .split("</g>")
        .next()
        .expect("an end")
        .split("translate(")
        .skip(1)
        .map(|part| (number(part), number(&part[part.find(' ').expect("two") + 1..])))
        .collect();
    let (first, last) = (glyphs[0], glyphs[glyphs.len() - 1]);
    // The middle of the text: a glyph is some 25 wide, and 28 above its line.
    let (x, y) = ((first.0 + last.0 + 25.0) / 2.0, first.1 - 14.0);
    (((y - top) / 100.0).floor() as i64, ((x - left) / 100.0).floor() as i64)
}

/// Every medium leaves out a board that is too large to draw, and names it. Its values are in the answer's JSON.
#[test]
fn large_boards_are_named_and_not_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let large = "grid x 201x200 in 1..1\ngrid y 2x2 in 1..1\n";
    let sentence = "`x` is not drawn: it has 40200 cells, and a picture has at most 40000";
    assert_eq!(drawn("grid x 201x200 in 1..1\nshow x").trim_end(), sentence);
    assert!(!drawn("grid x 200x200 in 1..1\nshow x").contains("not drawn"));
    for question in ["show", "solve", "candidates"] {
        let text = drawn(&format!("{large}{question}"));
        assert!(text.contains(sentence) && text.lines().count() < 9, "{question}: {text}");
    }
    let scene: Value = serde_json::from_str(&exported(large, "json", folder.path())).expect("JSON");
    let scene = &scene["scenes"][0];
    assert_eq!(scene["too_large"], serde_json::json!([sentence]));
    assert_eq!(scene["boards"].as_array().map(Vec::len), Some(1));
    let names = |script: &str| exported(script, "svg", folder.path()).matches("class=\"name\"").count();
    assert!(names(large) > names("grid y 2x2 in 1..1\n"), "the picture names the board");
    assert!(exported(large, "html", folder.path()).len() < 100_000, "nor is it in a page");
}

/// The clue of a diagonal stands one step before its first cell: beside the board or at its corner.
#[test]
fn clues_of_diagonals() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rows, cols) = (4, 5);
    let inside = |(r, c): Spot| (0..rows).contains(&r) && (0..cols).contains(&c);
    let mut slots = std::collections::BTreeSet::new();
    for (step, arrow) in [((1, 1), '↘'), ((1, -1), '↙'), ((-1, 1), '↗'), ((-1, -1), '↖')] {
        for first in (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))) {
            let along = |k: i64| (first.0 + k * step.0, first.1 + k * step.1);
            if inside(along(-1)) || !inside(along(1)) {
                continue;
            }
            let cells: Vec<String> =
                (0..).map(along).take_while(|&at| inside(at)).map(|(r, c)| format!("r{}c{}", r + 1, c + 1)).collect();
            let script = format!("grid x {rows}x{cols} in 0..99\nlittle_killer([{}], 77)\nshow\n", cells.join(", "));
            let text = drawn(&script);
            assert_eq!(on_terminal(&text, &format!("77{arrow}")), along(-1), "{script}{text}");
            assert_eq!(in_scene(&board(&script, folder.path())), along(-1), "{script}");
            assert_eq!(in_picture(&exported(&script, "svg", folder.path())), along(-1), "{script}");
            slots.insert(along(-1));
        }
    }
    assert_eq!(slots.len() as i64, 2 * rows + 2 * cols + 4);
    // One that starts inside would be another diagonal out there: it stands at its first cell.
    let script = "grid x 4x4 in 1..4\nlittle_killer(r2c2..r4c4, 7)\nshow\n";
    let board = board(script, folder.path());
    assert_eq!(board["corners"], serde_json::json!([{"down": 1.0, "right": 1.0, "clue": "7↘"}]));
    assert_eq!(
        (&board["outside"], &board["lines"][0]["cells"]),
        (&Value::Null, &serde_json::json!(["r2c2", "r3c3", "r4c4"]))
    );
    // So is one that ends inside, and one cell alone cuts its corner.
    let script = "grid x 4x4 in 1..4\nlittle_killer(r1c1..r3c3, 7)\nlittle_killer([r1c1], 1)\nshow\n";
    let board = self::board(script, folder.path());
    assert_eq!(board["lines"][0]["cells"], serde_json::json!(["r1c1", "r2c2", "r3c3"]));
    assert_eq!(board["outside"], serde_json::json!({"top": [[], ["1↙"], [], []], "top_left": ["7↘"]}));
}

/// Whatever is marked of a clash is marked in all media.
#[test]
fn marks_of_a_clash() {
    let folder = tempfile::tempdir().expect("a folder");
    let clashes = [
        "grid x 3x3 in 1..3\nlatin(x)\ngivens { 1.1; ...; ... }\n",
        "grid x 4x4\nclues number { 3..3; ....; .3.3; 33.. }\nfences e of x\nslitherlink(e, number)\n",
        "grid x 2x2\nclues number { 44; .. }\nfences e of x\nslitherlink(e, number)\ne[r1c1, left]\n",
        "grid sea 4x4 in bool\nclues island { 1.1.; ....; ..2.; 3... }\nnurikabe(sea, island)\n",
        "grid sea 3x3 in bool\nclues island { 1..; ...; ... }\nnurikabe(sea, island)\nsea[1, 1]\nsea[1, 2]\n",
        "grid x 2x2\nlinks e of x\nsingle_loop(e)\nnot e[r1c1, r1c2]\ndegree(e, r1c1) = 2\n",
        "grid x 2x2\npartition p of x\nsame(p, r1c1, r1c2)\nnot same(p, r1c1, r1c2)\n",
        "grid x 2x2 in 1..2\nlatin(x)\nlittle_killer(r1c1..r2c2, 3)\n",
        "grid x 2x2 in 1..2\nlatin(x)\noutside o { top 1 1 }\nskyscraper(o)\n",
        "clues sums { # 3,. 3,.; .,9 . .; .,3 . . }\ngrid x 3x3 in 1..9 except sums\nkakuro(x, sums)\n",
    ];
    for clash in clashes {
        let script = format!("{clash}solve\n");
        let text = drawn(&script);
        assert!(text.starts_with("no solution"), "{clash}{text}");
        let on_terminal = text.matches('!').count();
        let svg = exported(&script, "svg", folder.path());
        let in_picture: usize = ["\"clash-cell\"", "\"clash-frame\"", "\"clash-clue outside\""]
            .iter()
            .map(|class| svg.matches(class).count())
            .sum();
        let board = board(&script, folder.path());
        // A border of pieces has its marks in the cells beside it.
        let pieces = board["strokes"]["kind"] == "partition";
        let shown = if pieces { &board["cells"] } else { &board };
        let cells = shown.to_string().matches("\"clash\"").count();
        let holes = board["clue_clash"].as_array().map_or(0, |clues| {
            clues
                .iter()
                .filter(|clue| match clue["cell"].as_str() {
                    None => true,
                    Some(name) => {
                        let (r, c) = name[1..].split_once('c').expect("a cell");
                        let at = |n: &str| n.parse::<usize>().expect("a number") - 1;
                        board["cells"][at(r)][at(c)].is_null()
                    }
                })
                .count()
        });
        assert!(on_terminal > 0, "{clash}{text}");
        assert_eq!((in_picture, cells + holes), (on_terminal, on_terminal), "{clash}{text}{board}");
    }
}

/// The middle and the size of each circle whose class is `class`.
fn circles(svg: &str, class: &str) -> Vec<(f64, f64, f64)> {
    let elements = svg.split("<circle ").skip(1).map(|element| element.split('>').next().expect("an end"));
    let number = |element: &str, name: &str| -> f64 {
        let (_, value) = element.split_once(&format!(" {name}=\"")).expect("an attribute");
        value.split('"').next().expect("an end").parse().expect("a number")
    };
    let wanted = elements.filter(|element| element.starts_with(&format!("class=\"{class}\"")));
    wanted.map(|element| (number(element, "cx"), number(element, "cy"), number(element, "r"))).collect()
}

/// The disc that ends a line at a clue cuts no mark: neither that of the cell below nor one on the line.
#[test]
fn no_disc_cuts_a_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    let clashes = [
        "grid x 2x2\nclues number { 33; 33 }\nfences e of x\nslitherlink(e, number)\nnot e[r1c1, up]\nnot e[r1c1, left]\n",
        "grid x 2x2\nclues number { 1 1; . . }\nlinks e of x\nnumberlink(e, number)\nnot e[r1c1, r1c2]\nnot e[r1c1, r2c1]\n",
    ];
    for clash in clashes {
        let svg = exported(&format!("{clash}solve\n"), "svg", folder.path());
        let marks = circles(&svg, "clash-cell");
        assert!(!marks.is_empty() && svg.contains("<rect class=\"clash-cell\""), "{svg}");
        for (x, y, r) in circles(&svg, "back") {
            let inside = |corner: &str| {
                let (left, top) = corner.split_once("\" y=\"").expect("two numbers");
                let (left, top): (f64, f64) = (left.parse().expect("a number"), top.parse().expect("a number"));
                (left..left + 100.0).contains(&x) && (top..top + 100.0).contains(&y)
            };
            let squares = svg.split("<rect class=\"clash-cell\" x=\"").skip(1);
            assert!(!squares.map(|square| square.split("\" width").next().expect("an end")).any(inside), "{svg}");
            for (cx, cy, mark) in &marks {
                assert!((cx - x).hypot(cy - y) >= r + mark, "{svg}");
            }
        }
    }
}

/// The puzzle and its solution as a picture each.
fn both(script: &str) -> [String; 2] {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["a.svg", "b.svg"].map(|name| folder.path().join(name));
    drawn(&format!("{script}\nexport svg {:?} puzzle\nsolve\nexport svg {:?} solution\n", files[0], files[1]));
    files.map(|file| std::fs::read_to_string(file).expect("the picture is there"))
}

/// The puzzle of an example, without its questions.
fn example(name: &str) -> String {
    let text = sator::gallery::find(&format!("rules/{name}")).expect("an example").text;
    text.split("\nsolve").next().unwrap_or(text).to_string()
}

/// Bridges join circles, without a grid, before they are drawn too. A loop has a frame.
#[test]
fn islands_are_circles_without_a_grid() {
    for picture in both(&example("hashi")) {
        assert!(picture.contains("class=\"ring\"") && !picture.contains("<title>cells</title>"), "{picture}");
    }
    for picture in both(&example("masyu")) {
        assert!(picture.contains("<title>cells</title>") && picture.contains("<path class=\"thick\""), "{picture}");
    }
}

#[test]
fn ships_have_round_ends_and_a_fleet() {
    let [posed, solved] = both(&example("battleship"));
    for picture in [&posed, &solved] {
        assert_eq!(picture.matches("<title>ship: ").count(), 6);
        assert!(!picture.contains("shaded</title>"), "{picture}");
    }
    assert!(!posed.contains("rotate(") && solved.contains("rotate(90)") && solved.contains("<rect class=\"ship \""));
    let parts =
        "grid s 1x7 in bool\noutside sky { left 3 }\nclues p of s { ~ . . ^ m s o }\nbattleship(s, [3], sky, p)";
    let [posed, _] = both(parts.split("battleship").next().expect("a start"));
    assert!(!posed.contains("class=\"ship"), "{posed}");
}

/// Clues look like what they stand for, and stand where a magazine has them.
#[test]
fn clues_have_their_looks() {
    for (name, parts) in [
        ("tents", &["class=\"leaves\"", "class=\"trunk\""][..]),
        ("moonsun", &["class=\"moon\"", "class=\"sun\""]),
        ("sheep_and_wolves", &["class=\"wolf\""]),
        ("anglers", &["class=\"water\""]),
        ("firefly", &["class=\"ring\"", "class=\"dot black\""]),
        ("kurarin", &["class=\"dot grey\""]),
    ] {
        for picture in both(&example(name)) {
            for part in parts {
                assert!(picture.contains(part), "{name}: {part}\n{picture}");
            }
        }
    }
    // Two numbers of a Tapa stand in opposite corners, never as one text.
    for picture in both(&example("tapa")) {
        assert!(!picture.contains("aria-label=\"1,1\""), "{picture}");
    }
    let list = "grid x 2x2 in bool\nclues n { a .; . . }\ndraw icon(n, \"house\")";
    let wrong = Program::with(&["-"]).input(list).run();
    assert!(wrong.err.contains("circle") && wrong.err.contains("tree"), "{}", wrong.err);
}

#[test]
fn what_stands_on_black_stays_visible() {
    let [posed, solved] = both(&example("statue_park"));
    assert!(!posed.contains("dot black ringed") && solved.contains("dot black ringed"), "{solved}");
}

/// A grey cell hides no part of the frame and of borders.
#[test]
fn grey_lies_below_borders() {
    for picture in both(&example("double_choco")) {
        let (grey, border) = (picture.rfind("class=\"shade-grey\""), picture.find("<path class=\"thick\""));
        assert!(grey.is_some() && grey < border, "{picture}");
    }
}

/// Each value has its sign: none is drawn as the box of a missing character, and none hides behind a clue.
#[test]
fn signs_of_values_are_drawn() {
    for name in ["juosan", "tateyoko", "kinkonkan", "magnets", "pencils"] {
        let [_, solved] = both(&example(name));
        for missing in ["│", "─", "╲", "╱", "−", "▼"] {
            assert!(!solved.contains(&format!("aria-label=\"{missing}\"")), "{name}: {missing}\n{solved}");
        }
    }
    let [_, solved] = both(&example("nondango"));
    assert!(solved.contains("dot black found"), "{solved}");
    let [_, solved] = both(&example("hanare"));
    assert!(!solved.contains("aria-label=\"#\""), "{solved}");
}

/// Letters tell lines apart on paper only.
#[test]
fn lines_have_letters_in_print() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["a.svg", "b.svg"].map(|name| folder.path().join(name));
    let script = "grid x 4x4 in 1..4\nwhispers(r1c1..r1c4, gap: 2)";
    drawn(&format!("{script}\nexport svg {:?} puzzle\nexport svg {:?} puzzle print\n", files[0], files[1]));
    let [screen, print] = files.map(|file| std::fs::read_to_string(file).expect("the picture is there"));
    assert!(!screen.contains("aria-label=\"w\"") && print.contains("aria-label=\"w\""));
}

#[test]
fn a_nonogram_has_heavier_fives() {
    let [posed, _] = both(&example("nonogram"));
    assert!(posed.contains("class=\"five\" d=\"M"), "{posed}");
}

/// In ASCII a `#` is a shaded cell, and the clue `#` another sign beside it.
#[test]
fn a_hash_has_one_meaning_in_ascii() {
    let script = "grid s 2x3 in bool\nclues c { # . .; . . . }\ns[1, 3]\nsum(s) = 1\nsolve\n";
    let run = Program::with(&["--ascii", "-"]).input(script).run();
    assert!(run.out.contains('%') && run.out.contains('#'), "{}", run.out);
}

/// Each of two clues in a cell has the look that its picture gives it.
#[test]
fn clues_of_several_pictures_keep_their_signs() {
    let script = "grid x 1x3 in bool\nclues a { 1 . 2 }\nclues b { 4 w t }\nclues c { . 5 . }\n\
                  draw icon(a, \"circle\")\ndraw icon(b, \"tree\", \"t\")\nx[1, 1]\nsolve\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.svg");
    let shown = drawn(&format!("{script}export svg {file:?} puzzle\n"));
    let svg = std::fs::read_to_string(file).expect("the picture is there");
    let cell = |at: &str| {
        let (_, from) = svg.split_once(&format!("at {at}</title>")).expect("a clue");
        from.split("<title>").next().expect("text").to_string()
    };
    assert_eq!(cell("r1c1").matches("class=\"ring\"").count(), 1, "{}", cell("r1c1"));
    assert!(cell("r1c1").contains("aria-label=\"1\"") && cell("r1c1").contains("aria-label=\"4\""));
    assert!(cell("r1c2").contains("dot white") && cell("r1c2").contains("aria-label=\"5\""), "{}", cell("r1c2"));
    assert!(cell("r1c3").contains("class=\"ring\"") && cell("r1c3").contains("class=\"leaves\""), "{}", cell("r1c3"));
    assert!(shown.contains("2 t") && shown.contains("1 4"), "{shown}");
}
