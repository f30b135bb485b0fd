//! The sentences of steps, for puzzles of each kind: short, in words of the puzzle, and without the inner names of its rule.

use crate::support::{self, sample};
use sator_draw::render::{Look, report_object};
use sator_model::{Atom, UnknownId};
use serde_json::Value;
use std::path::Path;

/// The steps of an example, and the names of its hidden unknowns.
pub(super) fn steps(example: &str) -> (Vec<Value>, Vec<String>) {
    // A busy machine may take its time: how long the steps take isn't what is tested.
    let (shown, hidden) = steps_of(&puzzle_of(example), "15m");
    assert_eq!(shown["done"], true, "{example}");
    (shown["steps"].as_array().unwrap().clone(), hidden)
}

pub(super) fn puzzle_of(example: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules").join(format!("{example}.puz"));
    let text = std::fs::read_to_string(&path).unwrap();
    let (puzzle, _) = text.split_once("\nsolve\n").expect("the example solves");
    puzzle.to_string()
}

fn steps_of(puzzle: &str, time: &str) -> (Value, Vec<String>) {
    asked(puzzle, time, "solve steps")
}

/// The answer to a question about steps, as far as it comes in a time, and the names of the puzzle's hidden unknowns.
pub(super) fn asked(puzzle: &str, time: &str, question: &str) -> (Value, Vec<String>) {
    let (mut shown, mut hidden) = (Value::Null, vec![]);
    let text = format!("{puzzle}\nset timeout {time}\n{question}");
    let done = support::run(&mut support::session(&[]), &text, |session, report| {
        shown = report_object(session.elaborator(), &report, false).unwrap_or_default();
        let model = session.model();
        hidden = model.unknowns.iter().filter(|u| u.hidden).map(|u| u.name.clone()).collect();
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    (shown, hidden)
}

/// All sentences of the example, each of which a person can read.
pub(super) fn sentences(example: &str) -> String {
    let (steps, hidden) = steps(example);
    readable(example, &steps, &hidden)
}

fn readable(example: &str, steps: &[Value], hidden: &[String]) -> String {
    let mut all = String::new();
    for step in steps {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let cases = step["cases"].as_array().into_iter().flatten().map(text);
        for sentence in cases.chain([text(&step["reason"])]) {
            assert!(sentence.chars().count() <= 200, "{example}: {sentence}");
            all += &sentence;
            all.push('\n');
        }
        // A step by cases shows its cases, so that no argument is left to a solver.
        let has_argument = step["cases"].is_array() || step["because"].as_array().is_none_or(|b| b.len() < 2);
        assert!(step["technique"] != "cases" || has_argument, "{example}: {step}");
        assert!(!text(&step["reason"]).contains("by a solver"), "{example}: {step}");
        let named =
            |key: &str| step[key].as_array().into_iter().flatten().map(|b| text(&b["text"])).collect::<Vec<_>>();
        // `text` and `from` are conditions that can be typed: `not e[r1c6, up]`.
        let words = [named("because"), vec![text(&step["reason"])]].concat();
        for sentence in [named("from"), vec![text(&step["text"])], words.clone()].concat() {
            let leaks = hidden.iter().find(|name| names(&sentence, name));
            assert!(leaks.is_none(), "{example}: {leaks:?} in {sentence}");
        }
        let statements = step["because"].as_array().map_or(&[][..], Vec::as_slice);
        let twice = (1..statements.len()).find(|&at| statements[..at].contains(&statements[at]));
        assert!(twice.is_none(), "{example}: {step}");
        for sentence in words {
            for sign in [
                "<=>",
                "=>",
                "owner[",
                "count(",
                "sum(",
                "degree(",
                " with c = ",
                "not e[",
                "its no ",
                "between 1 and 1 ",
                "its condition on",
                " = -1",
                " in each",
                "one of [",
            ] {
                // `region_sum(` is the use of a rule.
                let shown = sentence.match_indices(sign).any(|(at, _)| !sentence[..at].ends_with('_'));
                assert!(!shown, "{example}: {sign} in {sentence}");
            }
        }
    }
    all
}

/// Whether a text has the name as a word of its own: a hidden `chosen` is in none.
fn names(sentence: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    sentence
        .match_indices(name)
        .any(|(at, _)| !sentence[..at].ends_with(part) && !sentence[at + name.len()..].starts_with(part))
}

/// The first steps of a part of the examples; with `SATOR_TEST_ALL` all steps of every example that come within a minute.
#[test]
fn every_example_reads_well() {
    let all = std::env::var_os("SATOR_TEST_ALL").is_some();
    let (ask, key) = if all { ("solve steps", "steps") } else { ("hint 5", "hints") };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules");
    let files = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path());
    let mut examples: Vec<String> = files.map(|f| f.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    examples.sort();
    let (mut read, mut asked_of) = (0, 0);
    for example in sample(3, examples.iter().step_by(if all { 1 } else { 6 })) {
        asked_of += 1;
        let (answer, hidden) = asked(&puzzle_of(example), "1m", ask);
        let Some(steps) = answer[key].as_array() else { continue };
        read += steps.len();
        readable(example, steps, &hidden);
    }
    assert!(read > 3 * asked_of, "{read} steps of {asked_of} examples");
}

pub(super) fn assert_sentences(example: &str, parts: &[&str]) {
    let printed = sentences(example);
    for part in parts {
        assert!(printed.contains(part), "{example}: no `{part}` in\n{printed}");
    }
}

#[test]
fn islands_in_the_sea() {
    let parts = [
        "each touches the islands of the 2 at r3c3 and the 4 at r4c2",
        "the island of the 2 at r3c3 is complete",
        "no island reaches r1c4",
        "would have no room for 4 cells",
        "would be cut off from",
        "the 2x2 block at r1c3 is not all shaded",
    ];
    assert_sentences("nurikabe", &parts);
}

/// Numbers that say the size of their piece, and pieces of one size.
#[test]
fn pieces_of_a_division() {
    let parts = [
        "the piece of the 1 at r2c1 is complete",
        "else the piece of the 3 at r5c4 would have no room for 3 cells",
        "a piece of 6 cells has no room at r4c1 r4c2 r5c1 r5c2",
    ];
    assert_sentences("fillomino", &parts);
    // At most the size, no border within a piece, and no two equal ones.
    assert_sentences("ripple_regions", &["else the piece of the 2 at r1c4 would have no room for 2 cells"]);
    sentences("triplace");
    // Once these arguments were left to the solver: clues that count areas, and pieces with one clue each.
    assert_sentences("equal_pieces", &["suppose r"]);
    assert_sentences("kurotto", &["clue 4 at r3c2 can't be met", "r2c1 and r3c1 aren't in one piece"]);
    assert_sentences("nikoji", &["is in the piece of r1c3 (each piece holds 1 clue)"]);
}

/// Of a hundred sizes, one step removes all that have no room.
#[test]
fn pieces_of_any_size() {
    let text = "grid x 3x3 in 1..100\ngivens {\n  3 3 .\n  1 2 .\n  . . .\n}\nfillomino(x)";
    let (shown, hidden) = steps_of(text, "15m");
    assert_eq!(shown["done"], true);
    let printed = readable("fillomino", shown["steps"].as_array().unwrap(), &hidden);
    assert!(printed.contains("a piece of 5 cells or more has no room at r2c3 r3c1 r3c2 r3c3"), "{printed}");
}

/// An argument from several statements together is shown, for each value by itself. Two overlapping counts are compared by their
/// difference.
#[test]
fn arguments_from_statements_together_are_shown() {
    assert_sentences(
        "whispers",
        &[
            "row 1, neighbours on the line from r1c1 differ by 5 or more, together",
            "suppose r1c7 = 8: r1c1 only 1 2 3 4 7 9 (neighbours on the line from r1c1 differ by 5 or more), then 2 cases",
            "case 1: r1c1 only 1 2 3, r1c2 = 9 (neighbours on the line from r1c1 differ by 5 or more), r1c4 = 9",
            "the same for r1c8 = 8, r1c9 = 8",
        ],
    );
    assert_sentences(
        "mosaic",
        &[
            "the 6 at r2c5 needs three more than the 3 at r2c6, and has only three open cells of its own",
            "the 4 at r6c4 needs as many as the 5 at r5c4, which counts all its open cells",
        ],
    );
}

/// A hidden unknown of a rule is worded by the words that the rule has for each of its values.
#[test]
fn words_for_numbers() {
    assert_sentences(
        "lits",
        &[
            "the piece in room.c isn't an I or a T: all tetrominoes that fit into room.c agree",
            "is an S (pieces that share",
        ],
    );
    assert_sentences("maxi", &["is the visit's cell 2", "is followed by the cell "]);
    let own = "rule arrows(x) {\n  var way[2] in -1..1\n  \
               draw words(way, [\"is up\", \"is level\", \"is down\"], from: -1, of: [\"the left arrow\", [\"arrow \", 2]])\n  \
               way[1] + way[2] = x[1, 1]\n}\n";
    let mut wordings = Vec::new();
    let done = support::run(
        &mut support::session(&[]),
        &format!("{own}grid x 1x1 in 0..1\narrows(x)\nsolve"),
        |session, _| {
            let model = session.model();
            let way = |n: i64| {
                let named = |&u: &UnknownId| model.unknown(u).name == format!("way[{n}]");
                (0..model.unknowns.len() as u32).map(UnknownId).find(named).unwrap()
            };
            wordings.push(Atom { unknown: way(1), value: -1, is: true }.wording(model));
            wordings.push(Atom { unknown: way(2), value: 0, is: false }.wording(model));
        },
    );
    done.unwrap_or_else(|e| panic!("{}", e.message));
    assert_eq!(wordings, ["the left arrow is up", "arrow 2 isn't level"]);
}

/// Cells that keep an area connected follow within a case, so that no case needs two more nested inside.
#[test]
fn few_cases_within_cases() {
    for example in ["heyawake", "slitherlink"] {
        let printed = sentences(example);
        assert!(!printed.contains("case 1.1"), "{example}: {printed}");
    }
}

#[test]
fn loops() {
    let parts =
        ["else the loop would close early", "else the loop would end at the", "the 1 at r2c2 has its one border"];
    assert_sentences("slitherlink", &parts);
    assert_sentences("masyu", &["else the loop would close early", "else the loop would branch at r"]);
    assert_sentences("yajilin", &["the loop passes r1c2 unless it is shaded"]);
}

#[test]
fn shading_and_lamps() {
    assert_sentences(
        "heyawake",
        &["are neighbours and not both shaded", "through two room borders", "would be cut off from"],
    );
    assert_sentences(
        "akari",
        &["needs a lamp that lights it", "would light each other", "the 1 at r6c4 has its one lamp"],
    );
}

/// Yes and no of a grid are worded as in its rule, also in hypotheses.
#[test]
fn yes_and_no_in_the_words_of_the_rule() {
    let printed = sentences("heyawake");
    assert!(printed.contains("suppose r1c4 is shaded: r1c3 is unshaded ("), "{printed}");
    assert!(printed.contains("the 0 at r4c3 has no shaded cells"), "{printed}");
    assert!(!printed.contains("not r"), "{printed}");
    assert_sentences("akari", &["the 1 at r6c4 has its one lamp"]);
    let own = "rule lit(bulb) {\n  draw words(bulb, \"has a bulb\", \"is dark\")\n  \
               for a, b in pairs(bulb[1, 1]..bulb[1, 4]) { a or b because a, \" or \", b }\n  count(bulb) = 2\n}\n";
    let text = format!("grid bulb 1x4 in bool\n{own}lit(bulb)\ngivens bulb {{ 0 . 0 . }}\nsolve steps");
    let mut shown = String::new();
    let done = support::run(&mut support::session(&[]), &text, |session, report| {
        shown += &sator_draw::render::draw_report(session.model(), &report, &Look::default()).to_string();
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    assert!(shown.contains("r1c2 has a bulb: ") && shown.contains("r1c4 has a bulb: "), "{shown}");
    assert!(shown.contains("as r1c1 is dark"), "{shown}");
}

/// A hidden choice is worded in the words of its rule, and so can be a hypothesis.
#[test]
fn words_of_what_is_chosen_are_sentences() {
    let own = "rule two_of(x) {\n  let spots = [[a, b] for a, b in pairs(x[1, 1]..x[1, 4])]\n  var chosen[3] in bool\n  \
               draw words(chosen, [\"the \", \"block\", \" is at \"], \"the block isn't at \", spots)\n  \
               for c in x { c <=> any(chosen[n] for n in positions(spots, c)) }\n}\n";
    let mut wordings = Vec::new();
    let text = format!("{own}grid x 1x4 in bool\ntwo_of(x)\nsolve");
    let done = support::run(&mut support::session(&[]), &text, |session, _| {
        let model = session.model();
        let hidden = (0..model.unknowns.len() as u32).map(UnknownId).filter(|&u| model.unknown(u).hidden);
        wordings.extend(hidden.map(|unknown| [1, 0].map(|value| Atom { unknown, value, is: true }.wording(model))));
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    assert_eq!(wordings[1], ["the block is at r1c2 r1c3", "the block isn't at r1c2 r1c3"]);
    for (example, part) in [("place", "piece 1 isn't at "), ("pencils", "suppose a pencil has its tip at ")] {
        let printed = sentences(example);
        assert!(printed.contains(part) && !printed.contains("by a solver"), "{example}: {printed}");
    }
}

/// The hidden owner of a cell is worded as the piece of a seed.
#[test]
fn owners_of_seeded_pieces_have_words() {
    let mut wordings = Vec::new();
    let text = "grid x 2x2 in bool\nlet seeds = [r1c1, r2c2]\npartition p of x, one seeds in each\nsolve";
    let done = support::run(&mut support::session(&[]), text, |session, _| {
        let model = session.model();
        let named = |&u: &UnknownId| model.unknown(u).name == "owner(p, r1c2)";
        let owner = (0..model.unknowns.len() as u32).map(UnknownId).find(named);
        wordings.extend(owner.map(|unknown| [true, false].map(|is| Atom { unknown, value: 2, is }.wording(model))));
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    assert_eq!(wordings, [["r1c2 is in the piece of r2c2", "r1c2 isn't in the piece of r2c2"]]);
}

/// Values are worded by the signs that their rule draws, and counted conditions by the name of their kind.
#[test]
fn signs_and_counts_have_words() {
    assert_sentences("view", &[" is empty ("]);
    assert_sentences("aquarium", &["the 0 above column 1 has no cells with water"]);
    assert_sentences("doppelblock", &[" already", ", and only two cells are left", ", but row "]);
    assert_sentences("creek", &["the 1 at the bottom right corner of r4c4 has its one shaded cell"]);
    assert_sentences("castle_wall", &["clue g 0 left at r1c1 has no lines"]);
}

/// Why a cell has its yes or no, in words of the rule; and cages by their totals.
#[test]
fn what_a_why_asks_for_has_words() {
    let shown = |example: &str, question: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules").join(format!("{example}.puz"));
        let text = std::fs::read_to_string(&path).unwrap();
        let (puzzle, _) = text.split_once("\nsolve\n").expect("the example solves");
        let mut shown = String::new();
        let done = support::run(&mut support::session(&[]), &format!("{puzzle}\n{question}"), |session, report| {
            shown += &sator_draw::render::draw_report(session.model(), &report, &Look::default()).to_string();
        });
        done.unwrap_or_else(|e| panic!("{}", e.message));
        shown
    };
    assert!(shown("aquarium", "why r1c1").contains("that r1c1 has no water follows from:"));
    assert!(shown("aquarium", "hint r1c1").contains("that r1c1 has no water follows, in 1 step"));
    let killer = shown("killer", "why r3c6");
    assert!(killer.contains("-cage at r3c5 [line ") && !killer.contains("killer("), "{killer}");
}

/// Where nothing is hidden, what is supposed is followed to its end, however many statements there are about each cell.
#[test]
fn cases_are_shown() {
    for example in ["anti_taxicab", "hebi"] {
        let (answer, hidden) = steps_of(&puzzle_of(example), "30s");
        let steps = answer["steps"].as_array().unwrap();
        readable(example, steps, &hidden);
        let by_cases: Vec<&Value> = steps.iter().filter(|s| s["technique"] == "cases").collect();
        assert!(!by_cases.is_empty(), "{example}: {} steps", steps.len());
        for step in by_cases {
            assert!(step["cases"].as_array().is_some_and(|c| !c.is_empty()), "{example}: {step}");
        }
    }
}

/// Values of one cell that go by one statement each are one step.
#[test]
fn values_of_one_cell_are_one_step() {
    let (steps, hidden) = steps("hidato");
    let printed = readable("hidato", &steps, &hidden);
    assert!(printed.contains("4 at r1c1 needs 5 beside it, 5 at r1c1 needs 6 beside it, "), "{printed}");
    assert!(printed.contains(" more, each by itself"), "{printed}");
    assert!(steps.len() < 150, "{} steps", steps.len());
}

#[test]
fn numbers() {
    assert_sentences("kakuro", &["the 4 down from r1c2: 1 + 3"]);
    assert_sentences("killer", &["10-cage at r3c5: 10 - 6 is left", "only place for 5 in row 3"]);
    // The conclusion stands before the sentence, which doesn't repeat it.
    let rises = ["values rise along the thermometer from r1c1\n", "values rise along the thermometer from r6c6\n"];
    assert_sentences("thermo", &rises);
}

/// Conclusions about several cells with one reason, or from statements each by itself, are one step and one hint.
#[test]
fn cells_with_one_reason_are_one_step() {
    let (steps, _) = steps("kurotto");
    assert_eq!(steps[0]["reason"].as_str().unwrap().matches("clue ").count(), 10, "{}", steps[0]);
    assert!(steps[0]["reason"].as_str().unwrap().ends_with(" and 1 more, each by itself"), "{}", steps[0]);
    let (steps, _) = self::steps("simple_loop");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/rules/simple_loop.puz");
    let text = std::fs::read_to_string(&path).unwrap();
    let (puzzle, _) = text.split_once("\nsolve\n").expect("the example solves");
    let mut hints = vec![];
    let mut session = support::session(&[]);
    session.settings.staged_hints = false;
    let done = support::run(&mut session, &format!("{puzzle}\nhint\nhint"), |session, report| {
        hints.extend(report_object(session.elaborator(), &report, false));
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    for (hint, step) in hints.iter().zip(&steps) {
        assert_eq!(hint["reason"], step["reason"], "{hint}");
    }
    assert_eq!(hints.len(), 2);
}

/// A turn of a case about hidden unknowns is worded by its statements.
#[test]
fn cases_through_what_is_hidden_are_shown() {
    let chain = "rule chain(x) {\n  var h[4] in bool\n  x[1, 1] => h[1] because \"one\"\n  h[1] => h[2] because \"two\"\n  \
                 h[2] => h[3] because \"three\"\n  h[3] => h[4] because \"four\"\n  \
                 h[3] and h[4] => x[1, 2] because \"five\"\n  h[2] and h[4] => not x[1, 2] because \"six\"\n}\n";
    let mut shown = String::new();
    let text = format!("{chain}grid x 1x2 in bool\nchain(x)\nr1c2\nsolve steps");
    let done = support::run(&mut support::session(&[]), &text, |session, report| {
        shown += &sator_draw::render::draw_report(session.model(), &report, &Look::default()).to_string();
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    assert!(shown.contains("suppose r1c1: one, two, three and 2 more can't be met together"), "{shown}");
}

/// Contributions of steps about hidden unknowns are worded in the words of the rule and not left to a solver.
#[test]
fn contributions_of_hidden_unknowns_have_words() {
    for (example, part) in
        [("numberlink", "on the path of"), ("onsen", "on the loop of"), ("lohkous", "in the piece of the clue at")]
    {
        let printed = sentences(example);
        assert!(printed.contains(part), "{example}:\n{printed}");
        assert!(!printed.contains("by a solver"), "{example}:\n{printed}");
    }
}

/// The steps of a puzzle as they are drawn.
pub(super) fn drawn(text: &str) -> String {
    let mut shown = String::new();
    let done = support::run(&mut support::session(&[]), text, |session, report| {
        shown += &sator_draw::render::draw_report(session.model(), &report, &Look::default()).to_string();
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    shown
}

/// A rule's hidden unknown without words gets a letter in steps, and can be a hypothesis too. A script's hidden unknown has
/// its name.
#[test]
fn hidden_unknowns_without_words_get_letters() {
    let lines = "h[1] or h[2]\nh[1] or not h[2]\nh[1] => h[3] or h[4]\nh[3] => h[4]\nh[4] => r1c2";
    let grid = "grid x 1x2 in bool";
    let inside = drawn(&format!("{grid}\nrule chain(x) {{\nvar h[4] in bool\n{lines}\n}}\nchain(x)\nsolve steps"));
    assert!(inside.contains("A and B are hidden in chain(x)"), "{inside}");
    assert!(inside.contains("so in both choices"), "{inside}");
    let outside = drawn(&format!("{grid}\nhidden var h[4] in bool\n{lines}\nsolve steps"));
    assert!(outside.contains("h[1]: h[1] or h[2], h[1] or not h[2], together"), "{outside}");
    for shown in [inside, outside] {
        assert!(!shown.contains("by a solver"), "{shown}");
    }
}

/// A sum is worded with the row that makes its cells all different, and two statements about the same cells with the choices that
/// they leave.
#[test]
fn statements_about_the_same_cells() {
    let shown = drawn("grid x 1x4 in 1..9\ndistinct(r1)\nr1c1 + r1c2 = 3\nr1c3 + r1c4 = 17\nsolve steps");
    assert!(shown.contains("all different: only 1 2"), "{shown}");
    // A `>` in a statement is no rule before it.
    let counted = "grid x 1x6 in {0, 3, 5, 8}\ncount(c > 0 for c in r1) = 4\nsum(r1) = 29\nr1c1 = 0\nsolve steps";
    let shown = drawn(counted).replace("\n     ", " ");
    let sentence = "count(c > 0 for c in r1) = 4, sum(r1) = 29, together: so in all 60 choices";
    assert!(shown.contains(sentence), "{shown}");
    assert!(!shown.contains("by a solver"), "{shown}");
}

/// A step names the demand of a line, a dot or a clue, not the use of its rule.
#[test]
fn uses_of_rules_are_sentences() {
    for (example, sentence) in [
        ("thermo", "values rise along the thermometer from r1c1"),
        ("whispers", "neighbours on the line from r2c8 differ by 5 or more"),
        ("renban", "the line from r1c1 has consecutive digits"),
        ("arrow", "is the sum along its arrow"),
        ("kropki", "differ by 1"),
        ("skyscraper", "3 buildings are seen from r1c1"),
    ] {
        let all = sentences(example);
        assert!(all.contains(sentence), "{example}: {all}");
        assert!(!all.contains(&format!("{example}(")) && !all.contains("_dot("), "{example}: {all}");
    }
}

/// A step of a hashi is about whole bridges, and no cell without bridges takes a step.
#[test]
fn steps_follow_bridges() {
    let all = sentences("hashi");
    assert!(!all.contains("go straight on"), "{all}");
    assert!(all.contains("the 4 at r3c3 has only two ways left and needs all lines of each"), "{all}");
    assert!(all.lines().count() <= 20, "{all}");
    let text = sator::gallery::find("rules/hashi").expect("an example").text;
    let shown = drawn(&text.replace("solve\nunique", "solve steps"));
    assert!(shown.contains("3. r2c1..r5c1 are joined once:\n"), "{shown}");
}
