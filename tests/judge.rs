//! `judge` and `when`: boards of the gallery's puzzles, steps as claims, and `sator --judge` as a program.

use crate::support::{Program, sample};
use sator::Interrupt;
use sator::service::{Events, Form, Service};
use sator::session::{Files, Settings};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

/// Boards of one puzzle.
const BOARDS: usize = 6;

fn service() -> Service {
    Service::new(Settings::of_environment(), Interrupt::new())
}

/// The first answer to a question, as `--json` has it.
fn asked(text: &str, question: &str) -> Value {
    let seen = Arc::new(Mutex::new(Value::Null));
    let all = seen.clone();
    let events: Events = Arc::new(move |kind, data| {
        let mut first = all.lock().expect("no panic");
        if kind == "answer" && first.is_null() {
            *first = data;
        }
    });
    service().ask(text, Files::Refused, Some(question), Form::Json, &events);
    let found = seen.lock().expect("no panic");
    found.clone()
}

/// The places of a solution's values, in their order.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(parts) => {
            parts.iter().enumerate().for_each(|(i, part)| leaves(part, &format!("{path}/{i}"), found));
        }
        Value::Object(parts) => parts.iter().for_each(|(name, part)| leaves(part, &format!("{path}/{name}"), found)),
        Value::Null => {}
        _ => found.push(path.into()),
    }
}

/// A board with the first `count` values of a solution.
fn prefix(solution: &Value, places: &[String], count: usize) -> Value {
    let mut board = solution.clone();
    for place in &places[count..] {
        *board.pointer_mut(place).expect("a place") = Value::Null;
    }
    board
}

/// Other values for a cell that the puzzle's domains may have.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(yes) => vec![json!(!yes)],
        Value::Number(number) => number.as_i64().map_or(vec![], |n| vec![json!(n + 1), json!(n - 1)]),
        _ => vec![],
    }
}

/// Verdicts that are wrong, and the number of boards without a solution.
#[derive(Default)]
struct Judged {
    wrong: Vec<String>,
    dead: usize,
}

impl Judged {
    /// Judges prefixes of the one solution of a puzzle, which are alive or solved, and each with another value in one more cell,
    /// which are dead or broken. Returns whether the puzzle has one solution.
    fn prefixes(&mut self, name: &str, text: &str) -> bool {
        let unique = asked(text, "unique");
        let Some(mut solution) = unique["solutions"].get(0).filter(|_| unique["status"] == "unique").cloned() else {
            return false;
        };
        let mut service = service();
        let mut judge = |board: &Value| service.judge(text, Files::Refused, &json!({"board": board}));
        // Regions are drawn as pieces in a solution; a board has their borders.
        if let Value::Object(parts) = &mut solution {
            parts.retain(|name, part| judge(&json!({name: part})).is_ok());
        }
        let mut places = vec![];
        leaves(&solution, "", &mut places);
        for number in 0..BOARDS.min(places.len()) {
            let count = number * places.len() / BOARDS.min(places.len());
            let mut board = prefix(&solution, &places, count);
            match judge(&board) {
                Ok(answer) if answer["verdict"] == "alive" || answer["verdict"] == "solved" => {}
                other => self.wrong.push(format!("{name}: {other:?} for {board}")),
            }
            let place = &places[count];
            for other in others(&solution.pointer(place).expect("a place").clone()) {
                *board.pointer_mut(place).expect("a place") = other;
                match judge(&board) {
                    Ok(answer) if answer["verdict"] == "dead" || answer["verdict"] == "broken" => self.dead += 1,
                    Err(message) if message.contains("can't be") => {}
                    other => self.wrong.push(format!("{name}: {other:?} for {board}")),
                }
            }
        }
        true
    }

    fn check(&self, least: usize) {
        assert!(self.wrong.is_empty(), "{} wrong\n{}", self.wrong.len(), self.wrong.join("\n"));
        assert!(self.dead > least, "{}", self.dead);
    }
}

#[test]
fn boards_of_the_gallery() {
    let mut judged = Judged::default();
    let rules = sator::gallery::EXAMPLES.iter().filter(|example| example.name.starts_with("rules/"));
    let rules: Vec<_> = sample(4, rules).collect();
    for example in &rules {
        judged.prefixes(example.name, example.text);
    }
    judged.check(rules.len() * 3 / 4);
}

/// Published boards: the first of each genre, or with `SATOR_TEST_ALL` all.
#[test]
#[ignore = "needs ../shared/golden: scripts/test --corpus"]
fn published_boards_of_the_corpus() {
    let text = std::fs::read_to_string("../shared/golden/golden.json").expect("the boards");
    let golden: Value = serde_json::from_str(&text).expect("JSON");
    let is_all = std::env::var_os("SATOR_TEST_ALL").is_some();
    let (mut judged, mut genres, mut unique) = (Judged::default(), std::collections::BTreeSet::new(), 0);
    for puzzle in golden["puzzles"].as_array().expect("puzzles") {
        let (genre, link) = (puzzle["genre"].as_str().expect("a genre"), puzzle["link"].as_str().expect("a link"));
        if !genres.insert(genre) && !is_all {
            continue;
        }
        let imported =
            sator_formats::import(link).expect("a link").unwrap_or_else(|problem| panic!("{link}: {problem:?}"));
        unique += usize::from(judged.prefixes(link, &imported.script));
    }
    assert!(unique >= genres.len(), "{unique} boards have one solution");
    judged.check(4 * unique);
}

/// Each step follows from what it cites, and from a minimal set of statements without one of them it doesn't.
#[test]
fn steps_follow_from_their_citations() {
    let mut claims = 0;
    for name in [
        "rules/killer",
        "rules/kenkens",
        "rules/thermo",
        "rules/kropki",
        "rules/nurikabe",
        "rules/slitherlink",
        "rules/skyscraper",
    ] {
        let text = sator::gallery::find(name).unwrap_or_else(|| panic!("{name}")).text;
        let steps = asked(text, "solve steps")["steps"].as_array().cloned().unwrap_or_default();
        assert!(!steps.is_empty(), "{name}");
        let mut service = service();
        let mut moves: Vec<Value> = vec![];
        for step in steps.iter().take(12) {
            let concludes = step["concludes"].as_array().expect("conclusions");
            if concludes.is_empty() {
                continue;
            }
            let mut judge = |because: &Value| {
                let request = json!({"moves": moves, "claim": {"concludes": concludes, "because": because}});
                service.judge(text, Files::Refused, &request).expect("a verdict")["claim"].clone()
            };
            let claim = judge(&step["because"]);
            assert_eq!(claim["verdict"], "follows", "{name}: {step}\n{claim}");
            let enough = claim["because"].as_array().expect("statements").clone();
            // One sentence of nurikabe names a statement for each cell, so a set without one of them can still be enough.
            let is_exact = name != "rules/nurikabe";
            for left_out in (0..enough.len()).filter(|_| is_exact) {
                let mut fewer = enough.clone();
                let gone = fewer.remove(left_out);
                assert_eq!(judge(&json!(fewer))["verdict"], "uncited", "{name}: {step} without {gone}");
            }
            claims += 1;
            moves.extend(concludes.iter().cloned());
        }
    }
    assert!(claims > 30, "{claims}");
}

/// The walkthroughs of a part of the examples, with `SATOR_TEST_ALL` of all: each step follows from the steps that it names,
/// what it cites and the conclusions before it.
#[test]
fn walkthroughs_follow() {
    let all = std::env::var_os("SATOR_TEST_ALL").is_some();
    let rules = sator::gallery::EXAMPLES.iter().filter(|example| example.name.starts_with("rules/"));
    let (mut claims, mut asked_of, mut others) = (0, 0, vec![]);
    for example in sample(3, rules.step_by(if all { 1 } else { 10 })) {
        let question = if all { "set timeout 60s; solve steps" } else { "hint 8" };
        let answer = asked(example.text, question);
        let steps = &answer[if all { "steps" } else { "hints" }];
        if !steps.is_array() {
            continue;
        }
        asked_of += 1;
        let judged = service().judge(example.text, Files::Refused, &json!({"steps": steps})).expect("verdicts");
        for (step, verdict) in steps.as_array().into_iter().flatten().zip(judged["steps"].as_array().expect("a list")) {
            assert_eq!(verdict.is_null(), step["concludes"].as_array().is_none_or(Vec::is_empty), "{step}");
            if !verdict.is_null() && verdict["verdict"] != "follows" {
                others.push(format!("{}: {step}\n{verdict}", example.name));
            }
            claims += 1;
        }
    }
    assert!(others.is_empty(), "{} of {claims}\n{}", others.len(), others.join("\n"));
    assert!(claims > 4 * asked_of, "{claims} steps of {asked_of} examples");
}

/// Only true conclusions of a step are known in the steps after it.
#[test]
fn steps_of_a_walkthrough() {
    let verdicts = |steps: Value| -> Vec<Value> {
        let answer = judged(PUZZLE, &[json!({"steps": steps})]).remove(0);
        let list = answer["steps"].as_array().unwrap_or_else(|| panic!("{answer}"));
        list.iter().map(|verdict| verdict["verdict"].clone()).collect()
    };
    let row = json!(["sudoku(x) > row 1", "r1c1 = 1"]);
    let filled = json!([
        {"concludes": ["r1c3 = 4"]},
        {"concludes": [], "because": ["sudoku(x) > column 2", "r3c2 = 3"]},
        {"concludes": ["r1c2 != 4"], "because": row},
        {"concludes": ["r1c2 = 2"], "because": row, "from": [{"step": 2}]},
        {"concludes": ["r1c2 != 3"], "because": row, "from": [2]},
    ]);
    assert_eq!(verdicts(filled), [json!("follows"), json!(null), json!("follows"), json!("follows"), json!("follows")]);
    // Each statement is cited once, however many steps rest on one another.
    let chain: Vec<Value> = (0..60)
        .map(|at| json!({"concludes": [], "because": row, "from": (1..=at).rev().take(2).collect::<Vec<_>>()}))
        .chain([json!({"concludes": ["r1c3 != 1"], "because": [], "from": [60]})])
        .collect();
    assert_eq!(verdicts(json!(chain)).last(), Some(&json!("follows")));
    assert_eq!(verdicts(json!(["r1c3 = 3", {"concludes": ["r1c4 = 3"], "because": row}])), ["false", "uncited"]);
    for (steps, error) in [
        (
            json!([{"concludes": ["r1c3 = 4"], "from": [1]}]),
            "step 1: `from` names steps before this one by their numbers, and not 1",
        ),
        (json!(["r1c3 = 4", {"concludes": ["r9c9 = 4"]}]), "step 2: there is no cell `r9c9`"),
        (json!("r1c3 = 4"), "`steps` is a list of steps, as `solve steps` gives them"),
    ] {
        let answer = judged(PUZZLE, &[json!({"steps": steps})]).remove(0);
        assert_eq!(answer["error"]["message"], error, "{answer}");
    }
}

const PUZZLE: &str = "grid x 4x4 in 1..4\nsudoku(x)\nr1c1 = 1; r2c3 = 2; r3c2 = 3; r4c4 = 4\n";

/// The answers to lines, whose first one names the puzzle.
fn judged(puzzle: &str, lines: &[Value]) -> Vec<Value> {
    let mut text = json!({"text": puzzle}).to_string();
    lines.iter().for_each(|line| text += &format!("\n{line}"));
    let run = Program::with(&["--judge"]).input(text).run();
    let answers: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), lines.len() + 1, "{}{}", run.out, run.err);
    answers[1..].to_vec()
}

#[test]
fn verdicts() {
    let answers = judged(
        PUZZLE,
        &[
            json!("12../..../..../...."),
            json!(["1.1.", "....", "....", "...."]),
            json!({"id": "a", "moves": ["r1c3 = 3"]}),
            json!("1243 / 3421 / 4312 / 2134"),
            json!({"moves": ["r1c2 != 2", "r1c2 != 4"]}),
            json!({"board": [[1, [3, 4], null, null], "....", "....", "...."]}),
            json!({"moves": ["r1c2 = 3"]}),
        ],
    );
    let verdicts: Vec<&str> = answers.iter().filter_map(|answer| answer["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["alive", "broken", "dead", "solved", "dead", "dead", "broken"], "{answers:#?}");
    assert_eq!((&answers[0]["open"], &answers[3]["open"], &answers[2]["id"]), (&json!(11), &json!(0), &json!("a")));
    let broken = &answers[1]["broken"];
    assert_eq!(broken.as_array().map(Vec::len), Some(1), "{broken}");
    assert_eq!(broken[0]["statement"]["text"], "sudoku(x) > row 1");
    assert_eq!(broken[0]["cells"], json!(["r1c1", "r1c3"]));
    assert_eq!(broken[0]["facts"], json!(["r1c1 = 1", "r1c3 = 1"]));
    assert_eq!(answers[6]["broken"][0]["cells"], json!(["r1c2", "r3c2"]), "a given counts: {}", answers[6]);
}

#[test]
fn reasons_of_a_verdict() {
    let answers = judged(
        PUZZLE,
        &[json!({"moves": ["r1c2 = 3"], "reasons": true}), json!({"moves": ["r1c2 = 2"], "reasons": true})],
    );
    assert_eq!((&answers[0]["verdict"], &answers[0]["facts"]), (&json!("broken"), &json!(["r1c2 = 3"])));
    let because: Vec<&str> =
        answers[0]["because"].as_array().expect("a clash").iter().filter_map(|b| b["text"].as_str()).collect();
    assert_eq!(because, ["sudoku(x) > column 2", "r3c2 = 3"]);
    assert_eq!((&answers[1]["forced"], &answers[1]["open"]), (&json!(11), &json!(11)), "{}", answers[1]);
    assert!(answers[1]["next"]["reason"].as_str().is_some_and(|text| text.contains("only place")), "{}", answers[1]);
}

/// The clash of a board with two wrong facts is the one of a single fact, and is as small as a search finds it.
#[test]
fn the_smallest_clash() {
    let size = |line: Value| {
        let answer = &judged(PUZZLE, &[line])[0];
        let length = |key: &str| answer[key].as_array().map_or(0, Vec::len);
        (answer["verdict"].as_str().expect("a verdict").to_string(), length("because"), length("facts"))
    };
    let moves = |moves: &[&str]| json!({"moves": moves, "reasons": true});
    // Two facts and a row; a fact, a given and its column.
    assert_eq!(size(moves(&["r1c2 = 4", "r1c3 = 4"])), ("broken".into(), 1, 2));
    assert_eq!(size(moves(&["r1c2 = 4", "r1c3 = 4", "r2c2 = 3"])).0, "broken");
    assert_eq!(size(moves(&["r1c2 = 3"])), ("broken".into(), 2, 1));
    // A given is replaced: it clashes with the fact alone.
    assert_eq!(size(moves(&["r1c2 = 4", "r1c3 = 4", "r1c1 = 2"])), ("broken".into(), 1, 1));
    // Four facts, one of them a given that the board repeats, leave no place for 2.
    let three = json!({"board": [["1", "4", ".", "."], "....", "....", "...."], "moves": ["r1c3 != 2", "r1c4 != 2"], "reasons": true});
    assert_eq!(size(three), ("broken".into(), 1, 4));
}

#[test]
fn claims() {
    let open = "grid x 2x2 in 1..2\nlatin(x)\n";
    let claim = |puzzle: &str, claim: Value| judged(puzzle, &[json!({"claim": claim})])[0]["claim"].clone();
    assert_eq!(claim(PUZZLE, json!("r1c2 = 2"))["verdict"], "follows");
    let uncited = claim(PUZZLE, json!({"concludes": ["r1c2 = 2"], "because": ["sudoku(x) > row 1", 3]}));
    assert_eq!(uncited["verdict"], "uncited", "{uncited}");
    let missing: Vec<&Value> = uncited["missing"].as_array().expect("a list").iter().map(|one| &one["line"]).collect();
    assert!(!missing.is_empty() && missing.iter().all(|line| **line == 2), "{uncited}");
    assert_eq!(claim(PUZZLE, json!("r1c2 = 3"))["verdict"], "false");
    let counterexample = claim(open, json!("r1c1 = 1"));
    assert_eq!((&counterexample["verdict"], &counterexample["counterexample"]["x"][0][0]), (&json!("open"), &json!(2)));
    // Everything follows from a board without a solution.
    let dead = judged(PUZZLE, &[json!({"moves": ["r1c3 = 3"], "claim": "r1c2 = 4"})]);
    assert_eq!((&dead[0]["verdict"], &dead[0]["claim"]), (&json!("dead"), &Value::Null));
}

#[test]
fn the_move_after_which_no_solution_is_left() {
    let open = "grid x 2x2 in 1..2\nlatin(x)\n";
    let when = |puzzle: &str, moves: Value| judged(puzzle, &[json!({"when": true, "moves": moves})])[0].clone();
    let fatal = when(PUZZLE, json!(["r1c2 = 2", "r1c3 = 3", "r1c4 = 4"]));
    assert_eq!((&fatal["move"], &fatal["text"], &fatal["verdict"]), (&json!(2), &json!("r1c3 = 3"), &json!("dead")));
    assert_eq!((&fatal["guesses"], &fatal["facts"]), (&json!([2]), &json!(["r1c3 = 3"])));
    let guess = when(open, json!(["r1c1 = 1", "r1c2 = 2", "r2c2 = 2"]));
    assert_eq!((&guess["move"], &guess["verdict"], &guess["guesses"]), (&json!(3), &json!("broken"), &json!([1, 3])));
    let fine = when(open, json!(["r1c1 = 1", "r1c2 = 2", "r2c2 = 1", "r2c1 = 2"]));
    assert_eq!((&fine["move"], &fine["verdict"], &fine["guesses"]), (&Value::Null, &json!("solved"), &json!([1])));
    assert_eq!(when("var a in 1..2\na > 2\n", json!([]))["move"], 0);
}

#[test]
fn a_bad_line_says_what_to_write() {
    let cases = [
        (json!("12/34"), "`x` has 4 rows, not 2"),
        (json!(["12345", "....", "....", "...."]), "row 1 of `x` has 4 values, not 5"),
        (json!("15../..../..../...."), "r1c2 can't be 5; `.` or null is an open cell"),
        (json!({"board": {"y": 1}}), "the board has no `y`; it has `x`"),
        (json!({"moves": ["r9c9 = 1"]}), "there is no cell `r9c9`"),
        (json!({"moves": ["r1c1"]}), "write `r1c1 = 5` with the value of r1c1"),
        (json!({"moves": 7}), "`moves` is a list of moves, such as `r1c1 = 5`"),
        (
            json!({"claim": {"concludes": ["r1c1 = 1"], "because": ["no"]}}),
            "no statement is called \"no\"; there are sudoku(x) > row 1",
        ),
        (json!({"text": "grid x 2x2 in\n"}), "line 1: "),
        (
            json!({"text": "untranslated \"a rule\"\ngrid x 2x2\n"}),
            "boards of this puzzle can't be judged: no statement expresses a rule",
        ),
        (
            json!({"text": "var a in 1..\n"}),
            "boards of this puzzle can't be judged: one of its numbers has no upper end",
        ),
    ];
    for (line, expected) in cases {
        let answer = judged(PUZZLE, std::slice::from_ref(&line))[0].clone();
        let message = answer["error"]["message"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
        assert!(message.starts_with(expected), "{line}: {message}");
    }
    let run = Program::with(&["--judge"]).input("{\n[]\n").run();
    assert_eq!((run.code, run.out.lines().count()), (Some(2), 2), "{}", run.out);
    assert!(run.out.contains("this is no JSON") && run.out.contains("name a puzzle"), "{}", run.out);
}
