//! `print` uses the values of the solution shown last, also in loops and branches.

use crate::support::{self, Program};
use sator::session::Answer;

/// Returns the outputs of the `print`s of a script.
fn prints(text: &str) -> Vec<String> {
    let answers = support::answers(&mut support::session(&[]), text);
    let printed =
        answers.into_iter().filter_map(|a| if let Answer::Print { text, .. } = a { Some(text) } else { None });
    printed.collect()
}

const SOLVED: &str = "enum who { Ann, Bob }\n\
     grid x 1x3 in 1..3\n\
     var a in 1..3; var q[3] in 1..9; var take[5] in bool; var b in bool; var age[who] in 20..40\n\
     x[1, 1] = 3; x[1, 2] = 1; x[1, 3] = 2; a = 2; b; age[Ann] = 30; age[Bob] = 25\n\
     for i in 1..3 { q[i] = i * i }\n\
     for i in 1..5 { take[i] <=> i % 2 = 1 }\n\
     let s = sum(q); let half = [v - 1 for v in q]; let sums = (s, a)\n\
     solve\n";

#[test]
fn known_values_in_loops_branches_and_lists() {
    let rows: &[(&str, &[&str])] = &[
        ("for i in 1..3 { print i, q[i] }", &["1 1", "2 4", "3 9"]),
        ("if a = 1 { print \"one\" } else { print \"not one\" }", &["not one"]),
        ("for i in 1..3 { if q[i] > 3 { print i } }", &["2", "3"]),
        ("for i in 1..5 where take[i] { print i }", &["1", "3", "5"]),
        ("for v in q { let w = v + 1; if w > a { print w, s } }", &["5 14", "10 14"]),
        ("for c in x { print c, c + 1 }", &["3 4", "1 2", "2 3"]),
        ("print age", &["[30, 25]"]),
        ("for w in who { print w, age[w] }", &["Ann 30", "Bob 25"]),
        ("for i in 1..2 { print sum(q) }", &["14", "14"]),
        ("print [i for i in 1..5 where take[i]]", &["[1, 3, 5]"]),
        ("print {i for i in 1..5 while take[i]}", &["{1}"]),
        ("print (if b then \"x\" else \"y\")", &["x"]),
        ("print size(areas(c > 1 for c in x))", &["2"]),
        ("print sorted(r1)", &["[1, 2, 3]"]),
        ("print sorted(q, )", &["[1, 4, 9]"]),
        ("print half, sums", &["[0, 3, 8] (14, 2)"]),
        ("print [half[a], q[x[1, 1]]]", &["[3, 9]"]),
        ("print [1..a, size(1..s)]", &["[1..2, 14]"]),
        ("print connected(c < 3 for c in x), connected(c > 1 for c in x)", &["true false"]),
        ("if connected(c < 3 for c in x) { print \"in one piece\" }", &["in one piece"]),
        ("print positions(q, 4), contains(q, 9)", &["[2] true"]),
        ("print a // 2", &["1"]),
        ("def twice(k) = 2 * k\nfor i in 1..2 { print twice(q[i]) }", &["2", "8"]),
        ("rule report(l) { for v in l { if v > 3 { print \"large\", v } } }\nreport(q)", &["large 4", "large 9"]),
    ];
    for (text, expected) in rows {
        let text = text.replace("(q, )", "(q)").replace("a // 2", "(a + 1) % 2");
        assert_eq!(prints(&format!("{SOLVED}{text}\n")), *expected, "{text}");
    }
}

/// The links and fences of the solution have values, as cells do.
#[test]
fn links_of_the_solution() {
    let text = "grid x 2x2\nlinks e of x\nsingle_loop(e)\nsolve\n\
         for c in x { print degree(e, c) }\nfor c, d in adjacent(x) { if e[c, d] { print \"joined\" } }\nprint size(areas(e))";
    assert_eq!(prints(text).join(" "), "2 2 2 2 joined joined joined joined 1");
    let text = "grid x 1x3\npartition p of x\npiece_size(p, r1c1) = 1; piece_size(p, r1c3) = 2\nsolve\n\
         print size(areas(p)), same(p, r1c2, r1c3)\nfor c in x { print piece_size(p, c) }";
    assert_eq!(prints(text), ["2 true", "1", "2", "2"]);
}

/// A loop that only prints asks something: it is no statement of the puzzle, and `another` goes on after it.
#[test]
fn a_loop_of_prints_is_a_question() {
    let mut session = support::session(&[]);
    let text = "var a in 1..3\nsolve\nfor i in 1..2 { print a + i }\nanother\nanother\nanother\n";
    let answers = support::answers(&mut session, text);
    assert!(matches!(answers.last(), Some(Answer::NoOther { .. })), "{answers:?}");
    assert_eq!(session.entries().len(), 1);
}

/// Values are those of JSON too, not names.
#[test]
fn json_has_values() {
    let text =
        "enum who { Ann, Bob }\nvar age[who] in 20..20; var a in 1..2; a = 2\nsolve\nfor i in 1..1 { print i, a, age }";
    let objects = Program::with(&["--json", "-e", text]).run().objects();
    let printed = objects.iter().find(|o| o["query"] == "print").expect("an object");
    assert_eq!(printed["values"].to_string(), "[1,2,{\"Ann\":20,\"Bob\":20}]");
}

/// `print` warns before the first solution, and after the puzzle changed.
#[test]
fn no_solution_was_shown() {
    let guessed = "this is so in one solution";
    for text in [
        "print a",
        "for i in 1..2 { print a }",
        "if a = 2 { print 1 } else { print 2 }",
        "a != 2\nfor i in 1..1 { print a }",
    ] {
        let run = Program::with(&["-e", &format!("var a in 2..3\n{text}")]).run();
        assert!(run.out.contains(guessed) && run.out.matches(guessed).count() == 1, "{text}: {}", run.all());
        let run = Program::with(&["-e", &format!("var a in 2..3\nsolve\na != 2\na != 3 or 1 = 1\n{text}")]).run();
        assert_eq!(run.code, Some(0), "{}", run.all());
    }
    let run = Program::with(&["-e", "var a in 2..3\nsolve\nprint a"]).run();
    assert!(!run.out.contains(guessed), "{}", run.out);
    // A `print` in a rule looks for no solution, and warns.
    let rule = "grid x 1x2 in 1..2\nrule report(c) { print \"at\", c; if c = 1 { print \"one\" } }\nreport(r1c1)";
    let run = Program::with(&["-e", rule]).run();
    assert_eq!(run.out, "at r1c1\n");
    assert!(run.err.contains("no solution of the puzzle was shown yet"), "{}", run.err);
}

/// A `print` that can't be elaborated is refused before the questions above it are asked; one that can is not.
#[test]
fn refused_before_the_questions() {
    for wrong in ["print nothing", "print [nothing for i in 1..2 where b]", "for i in 1..2 { print i + \"a\" }"] {
        let run = Program::with(&["-e", &format!("var b in bool\nsolve\n{wrong}")]).run();
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{wrong}: {}", run.err);
    }
    for right in [
        "print [i for i in 1..2 where b]",
        "print (if b then 1 else \"x\")",
        "let n = 2\nprint n",
        "def f(k) = k\nprint f(1)",
    ] {
        let run = Program::with(&["-e", &format!("var b in bool\nb\nsolve\n{right}")]).run();
        assert_eq!(run.code, Some(0), "{right}: {}", run.all());
    }
}

/// The condition of `expect` is evaluated as what is printed is.
#[test]
fn expectations_are_of_the_solution() {
    for condition in
        ["size([i for i in 1..5 where take[i]]) = 3", "(if b then \"x\" else \"y\") = \"x\"", "q[s] = 1 or a = 2"]
    {
        let run = Program::with(&["-e", &format!("{SOLVED}expect {condition}")]).run();
        assert_eq!(run.code, Some(0), "{condition}: {}", run.all());
    }
}
