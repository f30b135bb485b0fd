//! Explanations as they are shown: to people, and as JSON.

mod replay;
mod sentences;

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
    let said = last(&format!("{LATIN}givens x {{ 1.1 ; ... ; ..2 }}\nsolve"));
    insta::assert_snapshot!(said);
}

/// Once in full, then in a line until it is another; `why` and JSON have it each time, and so has another script.
#[test]
fn a_clash_in_full_once() {
    let text = "var a, b in 1..3\na < b\npush\nb < 2\nsolve\nunique\nwhy\npop\na > 2\nsolve\nsolve\n";
    let full = "these can't hold together:\n  a < b [line 2]\n  b < 2 [line 4]\n";
    let other = "these can't hold together:\n  a < b [line 2]\n  a > 2 [line 9]\n";
    let again = "the clash is the one shown before, of 2 statements; `why` shows it again\n";
    let said = support::Program::with(&["-"]).input(text).run().out;
    assert_eq!(said.matches(full).count(), 2, "{said}");
    assert_eq!(said.matches(other).count(), 1, "{said}");
    assert_eq!(said.matches(again).count(), 2, "{said}");
    let objects = support::Program::with(&["--json", "-"]).input(text).run().objects();
    let told = |o: &&Value| o["because"].as_array().is_some_and(|b| b.len() == 2);
    assert_eq!(objects.iter().filter(told).count(), 5, "{objects:?}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.puz");
    std::fs::write(&file, "var a, b in 1..3\na < b\n\nb < 2\nsolve\n").unwrap();
    let file = file.to_str().unwrap();
    let said = support::Program::with(&[file, file]).run().out;
    assert_eq!(said.matches(full).count(), 2, "{said}");
}

#[test]
fn why_and_why_not() {
    let text = format!("{LATIN}r1c1 = 1; r2c2 = 1");
    let said = last(&format!("{text}\nwhy r3c3 = 1"));
    insta::assert_snapshot!(said);
    // So that there is one solution to show.
    let text = format!("{text}; r1c2 = 2");
    let said = last(&format!("{text}\nwhy r3c2 = 1"));
    insta::assert_snapshot!(said);
}

/// What ends all of a group is said once; a group of several sentences keeps them.
#[test]
fn a_long_why_in_groups() {
    let rules = "grid x 9x9 in 1..9\nfor line in rows(x) + cols(x) + boxes(x, 3, 3) { distinct(line) }\n\
                 anti_knight(x)\nanti_king(x)\nnonconsecutive(x)\nr5c3 = 1\nr6c7 = 2\n";
    let said = last(&format!("{rules}why r1c1 = 4"));
    let said = said.split("{\n").next().unwrap();
    for ending in ["are neighbours and not consecutive [line 5]", "touch and differ [line 4]", " [line 2]"] {
        assert_eq!(said.matches(ending).count(), 1, "{said}");
    }
    assert!(said.contains("\n  houses: row "), "{said}");
    assert!(said.contains("nonconsecutive(x) > r1c2 and r1c3, "), "{said}");
    assert!(said.contains("others: r5c3 = 1 [line 6], r6c7 = 2 [line 7]"), "{said}");
}

#[test]
fn nothing_to_grade() {
    assert!(last("var a in 1..3\na = 2\ngrade").starts_with("everything is known: there are no steps to grade\n"));
}

#[test]
fn a_hint() {
    let text = format!("{LATIN}r1c1 = 1; r2c2 = 2; r1c2 = 3");
    let said = last(&format!("{text}\nhint"));
    insta::assert_snapshot!(said);
    let said = last(&format!("{text}\nhint\nhint\nhint apply\nlist"));
    insta::assert_snapshot!(said);
}

#[test]
fn a_solution_in_steps() {
    let said = last(&format!("{LATIN}givens x {{ 1.. ; .2. ; ... }}\nsolve steps"));
    insta::assert_snapshot!(said);
}

#[test]
fn a_candidate_removed() {
    let said = last("var a, b, c in 1..4\ndistinct([a, b, c])\na < 3; b < 3; c < 4\nwhy steps c = 3");
    insta::assert_snapshot!(said);
}

#[test]
fn what_is_redundant() {
    let text = format!("{LATIN}givens x {{ 12. ; 2.. ; ... }}\n");
    let said = last(&format!("{text}redundant"));
    insta::assert_snapshot!(said);
    let said = last(&format!("{text}redundant minimal"));
    insta::assert_snapshot!(said);
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
    let said = last(&format!("{LATIN}r1c1 = 1\nunique"));
    insta::assert_snapshot!(said);
    // Which two solutions are found is up to the engine; what it names must make the first the only one, and no less.
    let said = last(&format!("{LATIN}unique fix"));
    let fix = said.lines().find_map(|l| l.strip_suffix(" the first would be the only solution"));
    let cells: Vec<&str> = fix.and_then(|f| f.strip_prefix("with ")).expect("cells are named").split(" and ").collect();
    assert_eq!(cells.len(), 2, "{said}");
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
    let said = last(&format!("{text}why fewest"));
    insta::assert_snapshot!(said);
    // Found in any order.
    let said = last(&format!("{text}why all"));
    let (summary, object) = said.split_once("\n\n").expect("text, then an object");
    let mut object: Value = serde_json::from_str(object).expect("an object");
    let first = object["because"].take();
    let clashes = object["clashes"].as_array_mut().expect("the clashes");
    assert_eq!(first, clashes[0]);
    clashes.sort_by_key(|c| c.as_array().map(Vec::len));
    insta::assert_snapshot!(format!("{summary}\n\n{object:#}"));
}

/// Each clash is told as `why` tells it: a long one in groups.
#[test]
fn all_clashes_in_groups() {
    let uses: String = (1..14).map(|c| format!("less(r1c{c}, r1c{})\n", c + 1)).collect();
    let text = format!("grid x 1x14 in 1..13\nrule less(a, b) {{ a < b }}\n{uses}why all");
    let mut said = String::new();
    let done = support::run(&mut support::session(&[]), &text, |session, report| {
        said += &draw_report(session.model(), &report, &Look::default()).to_string();
    });
    done.unwrap_or_else(|e| panic!("{}", e.message));
    let start = "clash 1: these can't hold together:\n  less: less(r1c1, r1c2) [line 3], less(r1c2, r1c3) [line 4],\n";
    assert!(said.starts_with(start), "{said}");
}

/// `hint 5` numbers its steps, and JSON says what is known after them.
#[test]
fn several_hints_are_numbered() {
    let said =
        last("grid x 4x4 in 1..4\nsudoku(x)\ngivens { 1 . . 4 ; . 4 1 . ; . 1 4 . ; 4 . . 1 }\nr1c2 = 2\nhint 3");
    for number in 1..=3 {
        assert!(said.lines().any(|l| l.starts_with(&format!("{number}. r"))), "{said}");
    }
    assert!(said.contains("\"cells\""), "{said}");
}

#[test]
fn each_clash_is_told_when_it_is_found() {
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
fn what_a_rule_says_of_a_clue_in_the_same_words_is_one() {
    let text = "clues k { 2 . }\ngrid x 1x2 in 1..3\nrule both(x, k) {\n  for c in x where k[c] is not none {\n    \
                c >= k[c] because \"the clue at \", c\n    c <= k[c] because \"the clue at \", c\n  }\n}\nboth(x, k)\nwhy r1c1 = 2";
    let said = last(text);
    assert!(said.contains("both(x, k) > the clue at r1c1"), "{said}");
    assert_eq!(said.matches("\"text\": \"both").count(), 1, "{said}");
}
