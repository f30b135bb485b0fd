//! Requests of the page while a puzzle is set and played: edits, the live view, play, files and links.

use super::http::{Server, call};
use super::{look, open, serving};
use serde_json::{Value, json};

const FOUR: &str = "grid x 4x4 in 1..4\nsudoku(x)\n";

/// The text after an edit, or the message of its refusal.
fn edited(server: &Server, session: &str, text: &str, edit: Value) -> String {
    let reply = call(server, "edit", &json!({"session": session, "text": text, "edit": edit})).1;
    let refused = || format!("refused: {}", reply["error"]["message"].as_str().unwrap_or_default());
    reply["text"].as_str().map_or_else(refused, String::from)
}

#[test]
fn a_rule_is_put_on_cells() {
    let server = Server::start(&[]);
    let session = open(&server);
    let put = |text: &str, rule: &str, cells: &[&str], typed: Option<&str>| {
        edited(&server, &session, text, json!({"kind": "use", "rule": rule, "cells": cells, "typed": typed}))
    };
    let thermo = put(FOUR, "thermo", &["r1c1", "r1c2", "r1c3", "r2c4"], None);
    assert_eq!(thermo, format!("{FOUR}thermo(r1c1..r1c3..r2c4)\n"));
    // The same stroke takes it away.
    assert_eq!(put(&thermo, "thermo", &["r1c1", "r1c2", "r1c3", "r2c4"], None), FOUR);
    let cage = put(FOUR, "killer", &["r2c1", "r1c1", "r1c2"], None);
    assert_eq!(cage, format!("{FOUR}killer([r1c1, r1c2, r2c1])\n"));
    // Its total comes later, and another one takes its place.
    let total = put(&cage, "killer", &["r2c1", "r1c1", "r1c2"], Some("7"));
    assert_eq!(total, format!("{FOUR}killer([r1c1, r1c2, r2c1], 7)\n"));
    assert_eq!(put(&total, "killer", &["r1c1", "r1c2", "r2c1"], Some("8")), total.replace('7', "8"));
    assert_eq!(put(FOUR, "killer", &["r3c1", "r3c2"], Some("5")), format!("{FOUR}killer(r3c1..r3c2, 5)\n"));
    assert_eq!(put(FOUR, "white_dot", &["r1c1", "r2c1"], None), format!("{FOUR}white_dot(r1c1, r2c1)\n"));
    assert_eq!(put(FOUR, "even", &["r1c1"], None), format!("{FOUR}even([r1c1])\n"));
    let corner = ["r1c1", "r1c2", "r2c1", "r2c2"];
    assert_eq!(put(FOUR, "quadruple", &corner, Some("14")), format!("{FOUR}quadruple(r1c1, [1, 4])\n"));
    let row = ["r2c4", "r2c3", "r2c2", "r2c1"];
    assert_eq!(put(FOUR, "skyscraper", &row, Some("3")), format!("{FOUR}skyscraper(reverse(r2), 3)\n"));
    assert_eq!(put(FOUR, "region_sum", &["r1c1", "r1c2"], None), format!("{FOUR}region_sum(r1c1..r1c2, boxes(x))\n"));
    assert_eq!(put(FOUR, "kenken", &["r1c1", "r1c2"], Some("3-")), format!("{FOUR}kenken(r1c1..r1c2, 3, \"-\")\n"));
    assert_eq!(put(FOUR, "anti_knight", &[], None), format!("{FOUR}anti_knight(x)\n"));
    // Behind the rule's other uses, before the questions.
    let text = format!("{FOUR}thermo(r4c1..r4c2)  # the first\nr1c1 = 1\n\nunique\n");
    let more = put(&text, "thermo", &["r3c1", "r3c2"], None);
    assert_eq!(more, text.replace("first\n", "first\nthermo(r3c1..r3c2)\n"));
    assert_eq!(put(&text, "even", &["r1c2"], None), text.replace("= 1\n", "= 1\neven([r1c2])\n"));
    assert!(put(FOUR, "sum_cage", &["r1c1"], None).starts_with("refused: sum_cage needs a value"));
    assert!(put(FOUR, "slitherlink", &["r1c1"], None).starts_with("refused: `slitherlink` is not used on cells"));
    assert!(put(FOUR, "killer", &["r1c1"], Some("3)")).starts_with("refused: "));
}

#[test]
fn a_clue_of_a_picture_is_changed() {
    let server = Server::start(&[]);
    let session = open(&server);
    let put = |text: &str, edit: Value| edited(&server, &session, text, edit);
    let clue = |at: Value, typed: Option<&str>| json!({"kind": "clue", "picture": "island", "at": at, "typed": typed});
    let head = "grid sea 2x3 in bool\n";
    let packed = format!("{head}clues island {{\n  1..  \n  ..2\n}}\nnurikabe(sea, island)\n");
    assert_eq!(put(&packed, clue(json!([[0, 1]]), Some("3"))), packed.replace("1..", "13."));
    assert_eq!(put(&packed, clue(json!([[0, 0]]), None)), packed.replace("1..", "..."));
    // A longer clue needs room: all rows get blanks.
    assert_eq!(
        put(&packed, clue(json!([[0, 1]]), Some("12"))),
        packed.replace("1..", "1 12 .").replace("..2", ". .  2")
    );
    // Regions are painted with many cells at once, and a picture that is not there is declared before the rules.
    let paint = json!({"kind": "clue", "picture": "cage", "declare": "regions", "grid": "sea", "at": [[0, 0], [1, 0]], "typed": "a"});
    let painted = put(&packed, paint);
    assert_eq!(painted, packed.replace("nurikabe(", "regions cage of sea {\n  a . .\n  a . .\n}\nnurikabe("));
    // Outside, on a side that is there and on one that is not.
    let sky = "grid x 3x3 in 1..3\noutside sky of x {\n  top 1 . .\n}\nskyscraper(sky)\n";
    let outside = |side: &str, index: usize| json!({"kind": "clue", "picture": "sky", "side": side, "index": index, "typed": "2"});
    assert_eq!(put(sky, outside("top", 2)), sky.replace("1 . .", "1 . 2"));
    assert_eq!(put(sky, outside("left", 1)), sky.replace("1 . .\n", "1 . .\n  left . 2 .\n"));
    assert!(put(sky, outside("left", 3)).starts_with("refused: "));
    assert!(
        put(sky, json!({"kind": "clue", "picture": "sky", "typed": "1 2"}))
            .starts_with("refused: a clue has no blanks")
    );
}

#[test]
fn strokes_turn_and_things_are_erased() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = "grid x 2x2\nclues n { 3 .; . . }\nfences e of x\nslitherlink(e, n)\n";
    let turn = |text: &str| {
        edited(&server, &session, text, json!({"kind": "cycle", "statements": ["e[r1c1, up]", "not e[r1c1, up]"]}))
    };
    let once = turn(text);
    assert_eq!(once, format!("{text}e[r1c1, up]\n"));
    assert_eq!(turn(&once), format!("{text}not e[r1c1, up]\n"));
    assert_eq!(turn(&turn(&once)), text);
    // A drag turns several together; those that stand differently all start with the first.
    let lists = json!([["e[r1c1, up]", "not e[r1c1, up]"], ["e[r1c1, left]", "not e[r1c1, left]"]]);
    let stroke = |text: &str| edited(&server, &session, text, json!({"kind": "cycle", "statements": lists}));
    let both = format!("{text}e[r1c1, up]\ne[r1c1, left]\n");
    assert_eq!(stroke(text), both);
    assert_eq!(stroke(&format!("{text}not e[r1c1, up]\n")), both);
    assert_eq!(stroke(&both), format!("{text}not e[r1c1, up]\nnot e[r1c1, left]\n"));
    assert_eq!(stroke(&stroke(&both)), text);
    let none = json!({"kind": "cycle", "statements": [[]]});
    assert_eq!(edited(&server, &session, text, none), "refused: no statements were given");
    let cage = format!("{FOUR}killer(r1c1..r1c2, 3); r1c1 = 1  # given\nthermo(r2c1..r2c2)\n");
    let erase = |text: &str, cell: &str| edited(&server, &session, text, json!({"kind": "erase", "cells": [cell]}));
    assert_eq!(erase(&cage, "r2c2"), cage.replace("thermo(r2c1..r2c2)\n", ""));
    assert_eq!(erase(&cage, "r1c2"), cage.replace("killer(r1c1..r1c2, 3); ", ""));
    assert_eq!(erase(&cage, "r4c4"), cage);
    // Moved by rows and columns, a comment behind it stays.
    let shift = |text: &str, cell: &str, by: [i64; 2]| {
        edited(&server, &session, text, json!({"kind": "move", "cells": [cell], "by": by}))
    };
    let line = format!("{FOUR}thermo(r2c1..r2c2)  # r2c1\n");
    assert_eq!(shift(&line, "r2c2", [1, 2]), format!("{FOUR}thermo(r3c3..r3c4)  # r2c1\n"));
    assert_eq!(shift(&line, "r2c2", [0, -1]), "refused: r2c1 would leave the board");
    assert_eq!(shift(FOUR, "r2c2", [0, 1]), "refused: nothing is drawn there that could be moved");
    assert_eq!(
        edited(&server, &session, FOUR, json!({"kind": "erase", "cells": ["r0c0"]})),
        "refused: there is no cell r0c0"
    );
    assert!(edited(&server, &session, FOUR, json!({"kind": "burn"})).contains("there is no edit `burn`"));
}

/// A picture of the script says what it holds, and each board where it stands.
#[test]
fn a_look_has_boards_and_pictures() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = "grid x 2x3\nclues n { 3 . .; . . 2 }\nfences e of x\nslitherlink(e, n)\n";
    let reply = look(&server, &session, text);
    let board = &reply["boards"][0];
    assert_eq!(
        (&board["rows"], &board["cols"], &board["strokes"]),
        (&json!(2), &json!(3), &json!("fences")),
        "{reply}"
    );
    assert_eq!(reply["pictures"][0]["tokens"], json!([["3", ".", "."], [".", ".", "2"]]));
    assert_eq!(reply["pictures"][0]["used_in"], "slitherlink(e, n)");
    assert!(reply["rules"][0].as_str().is_some_and(|words| words.contains("loop")), "{reply}");
}

/// A mistake hides its own line, and nothing of what stands behind it.
#[test]
fn what_stands_behind_a_mistake_is_drawn() {
    let server = Server::start(&[]);
    let session = open(&server);
    for mistake in ["killer(r1c1..r1c3, 2)", "r1c1 = nine", "killer(r1c1, = )"] {
        let reply = look(&server, &session, &format!("{FOUR}{mistake}\n\nthermo(r2c1..r2c3)\nr4c4 = 3\n"));
        assert_eq!(reply["problems"][0]["line"], 3, "{reply}");
        let picture = reply["picture"].as_str().expect("a picture");
        // A text that can't be parsed shows what was read before it.
        assert!(picture.contains("line-grey") && picture.contains("value given"), "{mistake}: {picture}");
    }
}

#[test]
fn the_live_view_counts_to_two() {
    let server = Server::start(&[]);
    let session = open(&server);
    let live = |text: &str, more: &str| {
        let mut body = json!({"session": session, "text": text});
        body[more] = json!(true);
        call(&server, "live", &body).1
    };
    assert_eq!(live(FOUR, "")["solutions"], "several");
    let one = format!("{FOUR}givens x {{ 1...; ..3.; .4..; ...2 }}\n");
    assert_eq!(live(&one, "")["solutions"], "one");
    let none = live(&format!("{one}r1c2 = 1\n"), "candidates");
    assert_eq!(none["solutions"], "none");
    assert!(none["picture"].as_str().is_some_and(|svg| svg.contains("clash-cell")), "{none}");
    assert!(
        live(&format!("{FOUR}r1c1 = 1\n"), "candidates")["picture"]
            .as_str()
            .is_some_and(|svg| svg.contains("candidate"))
    );
    assert!(live(&one, "forced")["picture"].is_string());
    // With r1c1 = 1 each other value of its row leaves more solutions than are counted.
    let counted = live(&format!("{FOUR}r1c1 = 1\n"), "counts");
    assert!(counted["picture"].as_str().is_some_and(|svg| svg.contains("aria-label=\"8+\"")), "{counted}");
    // In a Latin square of two, each value leaves one.
    let counted = live("grid x 2x2 in 1..2\nlatin(x)\n", "counts");
    assert!(counted["picture"].as_str().is_some_and(|svg| svg.contains("class=\"count one\"")), "{counted}");
    assert_eq!(live("grid x 4x4 in", "")["solutions"], Value::Null);
}

/// Givens, guesses of the user and values that were found have three looks, here and in all pictures.
#[test]
fn a_guess_has_a_look_of_its_own() {
    let server = Server::start(&[]);
    let session = open(&server);
    let classes = |text: &str| {
        let picture = look(&server, &session, text)["picture"].as_str().expect("a picture").to_string();
        ["value given", "value mine"].map(|class| picture.matches(&format!("class=\"{class}\"")).count())
    };
    assert_eq!(classes(&format!("{FOUR}r1c1 = 1  # given\nr1c2 = 2  # guess\n")), [1, 1]);
    // The comment alone changes.
    assert_eq!(classes(&format!("{FOUR}r1c1 = 1  # guess\nr1c2 = 2  # guess\n")), [0, 2]);
    assert_eq!(classes(&format!("{FOUR}r1c1 = 1  # a guess of mine\nr1c2 = 2\n")), [2, 0]);
    let text = format!("{FOUR}r1c1 = 1\nr1c2 = 2  # guess\n");
    let solved = super::ask(&server, &session, &text, Some("solve"));
    let picture = solved.iter().find(|t| t.0 == "answer").expect("an answer").1["pictures"][0]["svg"].clone();
    let picture = picture.as_str().expect("a picture");
    for class in ["value given", "value mine", "value"] {
        assert!(picture.contains(&format!("class=\"{class}\"")), "{class}: {picture}");
    }
    // Among candidates too.
    let candidates = super::ask(&server, &session, &text, Some("candidates"));
    let picture = candidates.iter().find(|t| t.0 == "answer").expect("an answer").1["pictures"][0]["svg"].clone();
    assert!(picture.as_str().is_some_and(|svg| svg.contains("value mine")), "{picture}");
}

#[test]
fn a_player_is_told_what_is_wrong_and_nothing_else() {
    let server = Server::start(&[]);
    let session = open(&server);
    let play = |text: &str, entries: &[&str]| {
        call(&server, "play", &json!({"session": session, "text": text, "entries": entries, "check": true})).1
    };
    // The values of the script are the puzzle's, even as statements of their own.
    let text = format!("{FOUR}r1c1 = 1  # given\ngivens x {{ ....; ..3.; .4..; ...2 }}\n");
    let reply = play(&text, &["r1c2 = 2", "r1c3 = 1"]);
    assert_eq!((&reply["solved"], &reply["wrong"]), (&json!(false), &json!(["r1c2", "r1c3"])), "{reply}");
    assert_eq!(play(&text, &[])["solved"], false);
    assert!(play(&text, &["r9c9 = 1"])["error"]["message"].is_string());
    let solution = ["r1c2 = 3", "r1c3 = 2", "r1c4 = 4", "r2c1 = 4", "r2c2 = 2", "r2c4 = 1"];
    let rest = ["r3c1 = 2", "r3c3 = 1", "r3c4 = 3", "r4c1 = 3", "r4c2 = 1", "r4c3 = 4"];
    let all: Vec<&str> = solution.into_iter().chain(rest).collect();
    assert_eq!(play(&text, &all)["solved"], true);
    // A loop is drawn without crossing anything out.
    let loop_ = "grid x 1x1\nclues n { 4 }\nfences e of x\nslitherlink(e, n)\n";
    let sides = ["e[r1c1, up]", "e[r1c1, down]", "e[r1c1, left]", "e[r1c1, right]"];
    assert_eq!(play(loop_, &sides)["solved"], true);
    assert_eq!(play(loop_, &sides[1..])["solved"], false);
}

/// The result of `redundant` and `unique fix` comes with the edit that applies it, and so does each puzzle that is made.
#[test]
fn answers_can_be_applied() {
    let server = Server::start(&[]);
    let session = open(&server);
    let fix = |text: &str, question: &str| {
        let received = super::ask(&server, &session, text, Some(question));
        let answer = &received.iter().find(|(kind, _)| kind == "answer").expect("an answer").1;
        answer["fixes"].as_array().expect("a list").first().cloned().unwrap_or_else(|| panic!("{answer}"))
    };
    let count = |text: &str| {
        let received = super::ask(&server, &session, text, Some("count limit 9"));
        received.iter().find_map(|(_, data)| data["words"].as_str().map(String::from)).expect("words")
    };
    let text = format!("{FOUR}givens x {{ 12..; 3.21; .143; 4... }}\nr1c3 = 3\n");
    let minimal = edited(&server, &session, &text, fix(&text, "redundant minimal")["edit"].clone());
    assert_ne!(minimal, text);
    assert!(count(&minimal).starts_with("1 solution"), "{minimal}");
    let open_ = format!("{FOUR}givens x {{ 12..; 3...; ....; .... }}\n");
    let fixed = edited(&server, &session, &open_, fix(&open_, "unique fix")["edit"].clone());
    assert!(count(&fixed).starts_with("1 solution"), "{fixed}");
    let made = edited(&server, &session, FOUR, fix(FOUR, "generate x seed 3")["edit"].clone());
    assert!(count(&made).starts_with("1 solution"), "{made}");
    let clues = "grid sea 5x5 in bool\nclues island { 3 . . . .; . . . . .; . . 2 . .; . . . . .; . . . . 3 }\nnurikabe(sea, island)\n";
    let used = format!("{clues}not sea.r1c1\n");
    let each = super::ask(&server, &session, &used, Some("redundant"));
    assert!(each.iter().any(|(kind, _)| kind == "answer"));
}

#[test]
fn the_file_is_saved_and_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.puz");
    let server = serving(folder.path(), FOUR);
    let session = open(&server);
    let save =
        |text: &str, before: &str| call(&server, "save", &json!({"session": session, "text": text, "before": before}));
    let new = format!("{FOUR}r1c1 = 1\n");
    assert_eq!(save(&new, FOUR).0, 200);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), new);
    std::fs::write(&file, "# another program\n").expect("it is written");
    assert_eq!(call(&server, "disk", &json!({"session": session})).1["text"], "# another program\n");
    let (status, reply) = save(FOUR, &new);
    assert_eq!(status, 422, "{reply}");
    assert!(reply["error"]["message"].as_str().is_some_and(|words| words.contains("another program")));
    // Without a file there is nothing to save.
    let server = Server::start(&[]);
    let session = open(&server);
    assert_eq!(call(&server, "save", &json!({"session": session, "text": FOUR})).0, 422);
}

#[test]
fn a_link_is_written_and_read_back() {
    let server = Server::start(&[]);
    let session = open(&server);
    let text = format!("{FOUR}givens x {{ 1...; ..3.; .4..; ...2 }}\n");
    for to in ["sudokupad", "fpuzzles", "penpa"] {
        let reply = call(&server, "link", &json!({"session": session, "text": text, "to": to})).1;
        let link = reply["link"].as_str().unwrap_or_else(|| panic!("{to}: {reply}"));
        let imported = look(&server, &session, link);
        assert!(imported["imported"].as_str().is_some_and(|script| script.contains("4x4")), "{to}: {imported}");
    }
    assert!(
        call(&server, "link", &json!({"session": session, "text": text, "to": "nowhere"})).1["error"]["message"]
            .is_string()
    );
    // A link that can't be read is not read as a script.
    let unread = look(&server, &session, "https://puzz.link/p?nosuch/6/6/zzz");
    let found = &unread["problems"][0];
    assert_eq!(found["message"], "sator doesn't know the genre `nosuch`");
    assert!(found["help"].as_str().is_some_and(|help| help.contains("akari")), "{found}");
}

/// Every example has a picture, and its rules start on an empty board of its size that has no error.
#[test]
fn examples_start_empty() {
    let server = Server::start(&[]);
    let session = open(&server);
    let examples = |params: Value| {
        let mut body = params;
        body["session"] = json!(session);
        call(&server, "examples", &body).1
    };
    let all = examples(json!({}));
    for example in all["list"].as_array().expect("a list") {
        let name = example["name"].as_str().expect("a name");
        assert!(
            examples(json!({"name": name, "picture": true}))["picture"]
                .as_str()
                .is_some_and(|svg| svg.ends_with("</svg>"))
        );
    }
    for name in ["killer", "slitherlink", "nurikabe", "masyu", "kakuro", "skyscraper", "sudoku", "hitori"] {
        let text = examples(json!({"name": format!("rules/{name}"), "empty": true}))["text"]
            .as_str()
            .expect("a text")
            .to_string();
        // A rule can want clues before it means anything.
        let problems = look(&server, &session, &text)["problems"].clone();
        let only_clues = problems.as_array().is_some_and(|all| all.iter().all(|one| one["code"] == "require"));
        assert!(only_clues, "{name}: {problems}\n{text}");
    }
    let large = examples(json!({"name": "rules/sudoku", "empty": true, "rows": 9, "cols": 9}));
    assert_eq!(large["text"], "grid x 9x9 in 1..9\nsudoku(x)\n");
}
