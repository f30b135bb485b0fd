//! Explanations as they are shown: to people, and as JSON.

mod nonograms;
mod patterns;
mod replay;
mod sentences;
mod words;

use crate::support;
use sator_draw::render::{Look, draw_report, report_object};
use serde_json::Value;

const LATIN: &str = "grid x 3x3 in 1..3
rule latin(g) {
  for r in rows(g) { distinct(r) }
  for c in cols(g) { distinct(c) }
}
latin(x)
";

/// The last answer, as a drawing and as an object without its time and version.
fn last(text: &str) -> String {
    let mut shown = (String::new(), Value::Null);
    let done = support::run(&mut support::session(&[]), text, |session, report| {
        let object = report_object(session.elaborator(), &report, false).unwrap_or_default();
        shown = (draw_report(session.model(), &report, &Look::default()).to_string(), object);
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    if let Some(fields) = shown.1.as_object_mut() {
        fields.remove("ms");
        fields.remove("version");
    }
    format!("{}\n{:#}", shown.0, shown.1)
}

#[test]
fn a_clash() {
    let output = last(&format!("{LATIN}givens x {{ 1.1 ; ... ; ..2 }}\nsolve"));
    insta::assert_snapshot!(output);
}

/// Once in full, then in a line until it is another; `why` and JSON have it each time, and so has another script.
#[test]
fn a_clash_in_full_once() {
    let text = "var a, b in 1..3\na < b\npush\nb < 2\nsolve\nunique\nwhy\npop\na > 2\nsolve\nsolve\n";
    let full = "these can't hold together:\n  a < b [line 2]\n  b < 2 [line 4]\n";
    let other = "these can't hold together:\n  a < b [line 2]\n  a > 2 [line 9]\n";
    let again = "the clash is the one shown before, of 2 statements; `why` shows it again\n";
    let output = support::Program::with(&["-"]).input(text).run().out;
    assert_eq!(output.matches(full).count(), 2, "{output}");
    assert_eq!(output.matches(other).count(), 1, "{output}");
    assert_eq!(output.matches(again).count(), 2, "{output}");
    let objects = support::Program::with(&["--json", "-"]).input(text).run().objects();
    let has_two = |o: &&Value| o["because"].as_array().is_some_and(|b| b.len() == 2);
    assert_eq!(objects.iter().filter(has_two).count(), 5, "{objects:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.puz");
    std::fs::write(&file, "var a, b in 1..3\na < b\n\nb < 2\nsolve\n").unwrap();
    let file = file.to_str().unwrap();
    let output = support::Program::with(&[file, file]).run().out;
    assert_eq!(output.matches(full).count(), 2, "{output}");
}

#[test]
fn why_and_why_not() {
    let text = format!("{LATIN}r1c1 = 1; r2c2 = 1");
    let output = last(&format!("{text}\nwhy r3c3 = 1"));
    insta::assert_snapshot!(output);
    // So that there is one solution to show.
    let text = format!("{text}; r1c2 = 2");
    let output = last(&format!("{text}\nwhy r3c2 = 1"));
    insta::assert_snapshot!(output);
}

/// The common ending of a group of statements is printed once; a group of several sentences keeps them.
#[test]
fn a_long_why_in_groups() {
    let rules = "grid x 9x9 in 1..9\nfor line in rows(x) + cols(x) + boxes(x, 3, 3) { distinct(line) }\n\
                 anti_knight(x)\nanti_king(x)\nnonconsecutive(x)\nr5c3 = 1\nr6c7 = 2\n";
    let output = last(&format!("{rules}why r1c1 = 4"));
    let output = output.split("{\n").next().unwrap();
    for ending in ["are neighbours and not consecutive [line 5]", "touch and differ [line 4]", " [line 2]"] {
        assert_eq!(output.matches(ending).count(), 1, "{output}");
    }
    assert!(output.contains("\n  houses: row "), "{output}");
    assert!(output.contains("nonconsecutive(x) > r1c2 and r1c3, "), "{output}");
    assert!(output.contains("others: r5c3 = 1 [line 6], r6c7 = 2 [line 7]"), "{output}");
}

#[test]
fn nothing_to_grade() {
    assert!(last("var a in 1..3\na = 2\ngrade").starts_with("everything is known: there are no steps to grade\n"));
}

#[test]
fn a_hint() {
    let text = format!("{LATIN}r1c1 = 1; r2c2 = 2; r1c2 = 3");
    let place = last(&format!("{text}\nhint"));
    assert!(place.starts_with("look at row 1: an only place\n1 3 .\n"), "{place}");
    assert!(place.contains("\n`hint` again shows the step\n"), "{place}");
    assert!(place.contains("\"look\": \"row 1\"") && place.contains("\"idea\": \"an only place\""), "{place}");
    let text = format!("{text}\nset hints whole");
    let output = last(&format!("{text}\nhint"));
    insta::assert_snapshot!(output);
    let output = last(&format!("{text}\nhint\nhint\nhint apply\nlist"));
    insta::assert_snapshot!(output);
}

#[test]
fn a_solution_in_steps() {
    let output = last(&format!("{LATIN}givens x {{ 1.. ; .2. ; ... }}\nsolve steps"));
    insta::assert_snapshot!(output);
}

#[test]
fn a_candidate_removed() {
    let output = last("var a, b, c in 1..4\ndistinct([a, b, c])\na < 3; b < 3; c < 4\nwhy steps c = 3");
    insta::assert_snapshot!(output);
}

#[test]
fn what_is_redundant() {
    let text = format!("{LATIN}givens x {{ 12. ; 2.. ; ... }}\n");
    let output = last(&format!("{text}redundant"));
    insta::assert_snapshot!(output);
    let output = last(&format!("{text}redundant minimal"));
    insta::assert_snapshot!(output);
}

#[test]
fn what_makes_it_unique_is_kept() {
    let session = format!("{LATIN}r1c1 = 1\nunique fix keep\nunique");
    assert!(last(&session).contains("this is the only solution") || last(&session).contains("there is no other"));
    let list = last(&format!("{LATIN}unique fix keep\nlist"));
    // A conjunction of values, as if it had been typed in the place of the question.
    assert!(list.lines().any(|l| l.contains(" = ") && l.contains(" and ")), "{list}");
    let undone = last(&format!("{LATIN}unique fix keep\nundo\nunique"));
    assert!(undone.contains("not unique"), "{undone}");
    // Where there is one solution, or none, nothing is added.
    let one = format!("{LATIN}givens x {{ 12. ; 2.. ; ... }}\n");
    assert_eq!(last(&format!("{one}unique fix keep\nlist")), last(&format!("{one}unique\nlist")));
}

#[test]
fn what_would_make_it_unique() {
    let output = last(&format!("{LATIN}r1c1 = 1\nunique"));
    insta::assert_snapshot!(output);
    // Engines differ in which two solutions they find. The cells named must single out the first one, and none of them can
    // be missing.
    let output = last(&format!("{LATIN}unique fix"));
    let fix = output.lines().find_map(|l| l.strip_suffix(" the first would be the only solution"));
    let cells: Vec<&str> = fix.and_then(|f| f.strip_prefix("with ")).expect("cells are named").split(" and ").collect();
    assert_eq!(cells.len(), 2, "{output}");
    for cell in &cells {
        let alone = last(&format!("{LATIN}{cell}\nunique"));
        assert!(alone.starts_with("not unique"), "{alone}");
    }
    let both = last(&format!("{LATIN}{}\nunique", cells.join("\n")));
    assert!(both.contains("unique: this is the only solution"), "{both}");
}

#[test]
fn the_fewest_and_all() {
    let text = "var a, b, c in 1..3\na < b\nb < c\nc < a\nb = 3\n";
    let output = last(&format!("{text}why fewest"));
    insta::assert_snapshot!(output);
    // Found in any order.
    let output = last(&format!("{text}why all"));
    let (summary, object) = output.split_once("\n\n").expect("text, then an object");
    let mut object: Value = serde_json::from_str(object).expect("an object");
    let first = object["because"].take();
    let clashes = object["clashes"].as_array_mut().expect("the clashes");
    assert_eq!(first, clashes[0]);
    clashes.sort_by_key(|c| c.as_array().map(Vec::len));
    insta::assert_snapshot!(format!("{summary}\n\n{object:#}"));
}

/// `why all` prints each clash as `why` does: a long one in groups.
#[test]
fn all_clashes_in_groups() {
    let uses: String = (1..14).map(|c| format!("less(r1c{c}, r1c{})\n", c + 1)).collect();
    let text = format!("grid x 1x14 in 1..13\nrule less(a, b) {{ a < b }}\n{uses}why all");
    let mut output = String::new();
    let done = support::run(&mut support::session(&[]), &text, |session, report| {
        output += &draw_report(session.model(), &report, &Look::default()).to_string();
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    let start = "clash 1: these can't hold together:\n  less: less(r1c1, r1c2) [line 3], less(r1c2, r1c3) [line 4],\n";
    assert!(output.starts_with(start), "{output}");
}

/// `hint 5` numbers its steps, and its JSON has the values that are known after them.
#[test]
fn several_hints_are_numbered() {
    let output =
        last("grid x 4x4 in 1..4\nsudoku(x)\ngivens { 1 . . 4 ; . 4 1 . ; . 1 4 . ; 4 . . 1 }\nr1c2 = 2\nhint 3");
    for number in 1..=3 {
        assert!(output.lines().any(|l| l.starts_with(&format!("{number}. r"))), "{output}");
    }
    assert!(output.contains("\"cells\""), "{output}");
}

#[test]
fn each_clash_is_reported_when_it_is_found() {
    let text = "var a, b, c in 1..3\na < b\nb < c\nc < a\nb = 3\nwhy all";
    let mut numbers = vec![];
    let done = support::run(&mut support::session(&[]), text, |session, report| {
        let object = report_object(session.elaborator(), &report, false).unwrap_or_default();
        numbers.push(object["clash"].as_u64());
        if object["clash"].is_null() {
            assert_eq!(object["clashes"].as_array().map(Vec::len), Some(numbers.len() - 1));
        }
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    assert_eq!(numbers, [Some(1), Some(2), None]);
}

#[test]
fn parts_of_a_rule_with_equal_names_are_joined() {
    let text = "clues k { 2 . }\ngrid x 1x2 in 1..3\nrule both(x, k) {\n  for c in x where k[c] is not none {\n    \
                c >= k[c] because \"the clue at \", c\n    c <= k[c] because \"the clue at \", c\n  }\n}\nboth(x, k)\nwhy r1c1 = 2";
    let output = last(text);
    assert!(output.contains("both(x, k) > the clue at r1c1"), "{output}");
    assert_eq!(output.matches("\"text\": \"both").count(), 1, "{output}");
}

/// Where somebody reads along, each step is a report of its own; together they are what is shown at once otherwise. JSON has
/// them in one object.
#[test]
fn steps_are_reported_when_they_are_found() {
    let text = format!("{LATIN}givens x {{ 1.. ; .2. ; ... }}\nsolve steps\n");
    let shown = |streams: bool| {
        let mut session = support::session(&[]);
        session.stream_parts(streams);
        let (mut text_shown, mut reports) = (String::new(), 0);
        let done = support::run(&mut session, &text, |session, report| {
            text_shown += &draw_report(session.model(), &report, &Look::default()).to_string();
            reports += 1;
        });
        done.unwrap_or_else(|e| panic!("{}", e.message));
        (text_shown, reports)
    };
    let (at_once, one) = shown(false);
    let (one_by_one, several) = shown(true);
    assert_eq!(one, 1);
    assert!(several > 3, "{several}");
    assert_eq!(at_once, one_by_one);
    let printed = support::Program::with(&["-"]).input(&text).run().out;
    assert_eq!(printed.matches("  1. ").count(), 1, "{printed}");
    let objects = support::Program::with(&["--json", "-"]).input(&text).run().objects();
    assert_eq!(objects.iter().filter(|o| !o["steps"].is_null() || !o["step"].is_null()).count(), 1, "{objects:?}");
}
