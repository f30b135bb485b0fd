//! `understand`: drawings whose rules were taken off, and rules that a drawing leaves open.

use crate::support::Program;
use sator::Interrupt;
use sator::service::Service;
use sator::session::{Answer, Files, Settings};
use serde_json::{Value, json};

/// Two thermometers and four dots, as f-puzzles draws them without a rule.
fn drawing(solution: bool) -> String {
    let mut puzzle = json!({
        "size": 4,
        "grid": vec![vec![json!({}); 4]; 4],
        "line": [
            {"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]], "outlineC": "#CFCFCF"},
            {"lines": [["R4C4", "R4C3", "R4C2", "R4C1"]], "outlineC": "#CFCFCF"},
        ],
        "circle": [{"cells": ["R2C1", "R2C2"], "baseC": "#FFFFFF"}, {"cells": ["R3C1", "R3C2"], "baseC": "#FFFFFF"}],
    });
    if solution {
        puzzle["solution"] = json!("1234341221434321");
    }
    puzzle.to_string()
}

fn understood(text: &str, solution: &Value) -> Value {
    let mut service = Service::new(Settings::of_environment(), Interrupt::new());
    service.understand(text, Files::Refused, solution).expect("an answer")
}

/// The rules of a kind that fit.
fn fitting(answer: &Value, kind: usize) -> Vec<String> {
    let rules = answer["kinds"][kind]["rules"].as_array().cloned().unwrap_or_default();
    rules
        .iter()
        .filter(|rule| rule["fits"] == true)
        .filter_map(|rule| rule["rule"].as_str().map(String::from))
        .collect()
}

/// With the solution and without it the rules that were taken off are among those that fit, and each script that is written
/// has one solution.
#[test]
fn rules_of_a_drawing() {
    for solution in [true, false] {
        let answer = understood(&drawing(solution), &Value::Null);
        assert_eq!(answer["solution"], if solution { "stored" } else { "none" });
        assert!(fitting(&answer, 0).iter().any(|rule| rule == "thermo"), "{answer}");
        assert!(fitting(&answer, 1).iter().any(|rule| rule == "white_dot"), "{answer}");
        let text = answer["text"].as_str().expect("a script");
        let unique = crate::support::answers(&mut crate::support::session(&[]), &format!("{text}unique"));
        assert!(matches!(unique.last(), Some(Answer::Unique { .. })), "{text}");
    }
}

/// A solution that breaks a known rule is refused, and a drawing without kinds has none.
#[test]
fn answers_without_rules() {
    let mut service = Service::new(Settings::of_environment(), Interrupt::new());
    let wrong = json!(["1111", "1111", "1111", "1111"]);
    let refused = service.understand(&drawing(false), Files::Refused, &wrong);
    assert_eq!(refused, Err("the solution breaks the rules that the drawing has already".into()));
    let plain = understood("grid x 4x4 in 1..4\nsudoku(x)\n", &Value::Null);
    assert_eq!((&plain["kinds"], &plain["combinations"]["fit"]), (&json!([]), &json!(0)));
}

/// A rule with unknowns of its own is tried too: the line is two segments with the sum 5.
#[test]
fn rules_with_unknowns_of_their_own() {
    let puzzle = json!({
        "size": 4,
        "grid": vec![vec![json!({}); 4]; 4],
        "line": [{"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]], "outlineC": "#CFCFCF"}],
        "solution": "1423231432414132",
    });
    let answer = understood(&puzzle.to_string(), &Value::Null);
    let rules = answer["kinds"][0]["rules"].as_array().expect("rules");
    let bits = |name: &str| rules.iter().find(|rule| rule["rule"] == name).map(|rule| rule["bits"].as_f64().unwrap());
    assert!(bits("sum_line with total 5").is_some_and(|bits| bits > 0.5), "{answer}");
    assert!(bits("sum_line with total 10").is_some_and(|bits| bits < 0.1), "{answer}");
    assert_eq!(bits("sum_line with total 15"), None, "{answer}");
}

/// An untagged penpa link of an example, without its solution.
fn untagged(example: &str) -> String {
    let text = sator::gallery::find(example).expect("an example").text;
    let text = text.split("\nsolve").next().expect("a puzzle");
    let run = Program::with(&["--json", "-"]).input(format!("{text}\nexport link penpa\n")).run();
    let answer: Value = serde_json::from_str(run.out.lines().last().expect("an answer")).expect("JSON");
    let link = answer["text"].as_str().expect("a link");
    let data = link.split(['&', '#']).find_map(|part| part.strip_prefix("p=")).expect("data");
    let bytes = sator_formats::base64::decode(data).expect("base64");
    let data = String::from_utf8(miniz_oxide::inflate::decompress_to_vec(&bytes).expect("deflated")).expect("text");
    let mut lines: Vec<&str> = data.split('\n').collect();
    lines[17] = "[]";
    let packed = miniz_oxide::deflate::compress_to_vec(lines.join("\n").as_bytes(), 6);
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={}", sator_formats::base64::encode(&packed))
}

/// A penpa drawing without a tag is read as each genre that takes all of it. The right one fits, and what is written is a puzzle
/// with one solution.
#[test]
fn genres_of_a_drawing() {
    for rule in ["nurikabe", "slitherlink", "masyu", "akari"] {
        let answer = understood(&untagged(&format!("rules/{rule}")), &Value::Null);
        assert!(fitting(&answer, 0).iter().any(|fits| fits == rule), "{rule}: {answer}");
        let text = answer["text"].as_str().expect("a script");
        assert!(!text.contains("untranslated"), "{text}");
        let unique = crate::support::answers(&mut crate::support::session(&[]), &format!("{text}\nunique"));
        assert!(matches!(unique.last(), Some(Answer::Unique { .. })), "{text}");
    }
}

#[test]
fn a_title_and_a_solution_choose_among_genres() {
    // An Aho-ni-Narikire fits too, but the drawing has a title.
    let answer = understood(&untagged("rules/shikaku"), &Value::Null);
    assert!(fitting(&answer, 0).iter().any(|fits| fits == "aho"), "{answer}");
    assert!(answer["text"].as_str().is_some_and(|text| text.contains("\nshikaku(p, ")), "{answer}");
    // Another solution than that of a genre speaks against it.
    let mut service = Service::new(Settings::of_environment(), Interrupt::new());
    let other = json!(vec!["######"; 6]);
    let answer = service.understand(&untagged("rules/nurikabe"), Files::Refused, &other).expect("an answer");
    assert!(!fitting(&answer, 0).iter().any(|fits| fits == "nurikabe"), "{answer}");
}

/// `load ... as GENRE` gives a drawing its rule. What the genre doesn't take, and a genre that isn't known, are named.
#[test]
fn a_drawing_gets_the_genre_that_load_names() {
    let link = untagged("rules/nurikabe");
    let run = |genre: &str| Program::with(&["-"]).input(format!("load \"{link}\" as {genre}\nunique\n")).run();
    let one = run("nurikabe");
    assert!(one.out.contains("unique: this is the only solution"), "{} {}", one.out, one.err);
    let other = run("masyu");
    assert!(other.code == Some(2) && other.err.contains("can't be read as Masyu"), "{}", other.err);
    let unknown = run("nonsense");
    assert!(unknown.code == Some(2) && unknown.err.contains("no penpa drawing as `nonsense`"), "{}", unknown.err);
    assert!(unknown.err.contains("<stdin>:1:6"), "{}", unknown.err);
}

/// The program prints the script; a drawing that nothing fits stays untranslated.
#[test]
fn the_program_prints_a_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("drawing.json");
    std::fs::write(&file, drawing(true)).expect("written");
    let path = file.to_str().expect("a path");
    let run = Program::with(&["--understand", path]).run();
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("# a line of colour #CFCFCF: thermo, "), "{}", run.out);
    assert!(!run.out.contains("\nuntranslated "), "{}", run.out);
    let open =
        "grid x 4x4 in 1..4\nlet line_1 = [r1c1, r1c2]\nuntranslated \"line_1, a line of colour red: r1c1..r1c2\"\n";
    std::fs::write(&file, open).expect("written");
    let run = Program::with(&["--understand", path]).run();
    assert!(run.out.contains("\nuntranslated \"line_1"), "{}", run.out);
    assert_eq!(run.code, Some(3), "{}", run.out);
}

/// A grid with holes has fewer cells than places.
#[test]
fn a_grid_with_holes() {
    let text = "clues hole { #..; ...; ... }\ngrid x 3x3 in 1..3 except hole\nlatin(x)\nlet line_1 = [r2c1, r2c2, r2c3]\n\
                untranslated \"line_1, a line\"\n";
    let answer = understood(text, &Value::Null);
    assert!(answer["text"].is_string(), "{answer}");
}
