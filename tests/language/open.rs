//! Numbers without an upper end: what is found is shown, an absence is never claimed.

use crate::support::Program;

fn output(script: &str) -> String {
    let run = Program::with(&["--color", "never", "-e", script]).run();
    assert!(!run.all().contains("internal error"), "{}", run.all());
    run.all()
}

#[test]
fn a_solution_is_found() {
    assert_eq!(output("var a, b in 1..\na * b = 391\nb > a > 1\nsolve"), "a = 17, b = 23\n");
    assert_eq!(output("var a in 1..\na > 2000000\na < 2000002\nsolve"), "a = 2000001\n");
    assert_eq!(output("grid x 2x2 in 3..\nr1c1 = 7\nr1c2 + r2c1 + r2c2 = 9\nsolve"), "7 3\n3 3\n");
}

#[test]
fn an_absence_is_unknown() {
    let up_to = "with values up to 1073741824; larger ones were not tried";
    for (script, what) in [
        ("var a in 1..\na > 1500000000\nsolve", "unknown: no solution"),
        ("var a in 1..\na > 2000000000\nsolve", "unknown: no solution"),
        ("var a in 1..\na > 2000000000\nwhy", "unknown: no solution"),
        ("var a in 1..\na * a = 25\nunique", "unknown: only one solution"),
        ("var a in 1..\na * a = 25\nsolve\nanother", "unknown: no other solution"),
        ("var a in 1..\na * a = 25\ncount", "at least 1 solution, then stopped: no more"),
        ("var a in 1..\na * a = 25\nsolutions", "1 solution; then stopped: no more"),
        ("var a, b in 1..\na > 4\nminimize a", "best found 5, not proved: nothing better"),
        ("var a in 1..\na * a = 25\nexpect unique", "unknown: the check covers only solutions"),
        ("var a in 1..\na > 2000000000\nexpect unsat", "unknown: the check covers only solutions"),
    ] {
        let output = output(script);
        assert!(output.contains(&format!("{what} {up_to}")), "{script}\n{output}");
    }
    for question in ["candidates", "forced", "hint", "solve steps", "grade", "redundant", "generate", "why a = 5"] {
        let output = output(&format!("grid x 1x1 in 1..\nvar a in 1..\na * a = 25\n{question}"));
        assert!(output.contains("unknown: the answer depends on all solutions"), "{question}\n{output}");
    }
}

#[test]
fn two_solutions_are_two() {
    let output = output("var a in 1..\nunique\nexpect unsat");
    assert!(output.starts_with("not unique") && output.contains("expect failed"), "{output}");
}

#[test]
fn it_is_written_as_it_was_read() {
    assert_eq!(output("var a in 1..\nlist"), "#1 var a in 1..\n");
    assert!(output("grid x 2x2 in bool\nlinks e of x in 0..").contains("the number of links needs an upper end"));
}

/// A linear condition on terms of one sign closes what it is about, also through others that it closes.
#[test]
fn linear_conditions_give_an_end() {
    for (script, expected) in [
        ("var n[3] in 0..\nsum(n) = 5\ncount", "21 solutions"),
        ("var n[2] in 0..\n2 * n[1] + 3 * n[2] <= 6\ncount", "7 solutions"),
        ("var a, b in 1..\n-a - b >= -4\ncount", "6 solutions"),
        ("var a, b, c in 0..\na + b = 3\nc <= 2 * a\ncount", "16 solutions"),
        ("var a, b in 0..\nnot (a > 2 or b >= 2)\ncount", "6 solutions"),
        ("var a in 1..\na in {2, 4}\ncount", "2 solutions"),
        ("var a, b in 0..\na / 2 + b / 3 = 2\ncount", "3 solutions"),
        ("var a, b in 0..\na + b = 1\na > b\nunique", "unique"),
        ("var a, b in 0..\na + b = 1\na + b = 2\nsolve", "no solution"),
        ("var a in 1..\na < 1\nsolve", "no solution"),
        ("var a, b in 0..\n2 * a - 2 * b = 1\nsolve", "no solution"),
        ("var a, b in 0..\na + b = 7\nmaximize a - b", "maximum 7"),
        ("var a, b in 0..\na + b = 7\na > 2 * b + 3\ncandidates", "a in {6, 7}, b in {0, 1}"),
    ] {
        let output = output(script);
        assert!(output.contains(expected) && !output.contains("not tried"), "{script}\n{output}");
    }
    // The subtrahend can be as large as the minuend. An upper end beyond the numbers that are tried counts as none.
    for script in [
        "var a, b in 0..\na - b = 1\na * a = 4\nunique",
        "var a, b in 0..\na + b = 3 or a = b\na * b = 2\na > b\nunique",
        "var a in 0..\n2 * a <= 4000000000\na >= 1073741824\nunique",
        "var a in 0..\na = 5 or a = 2000000000\nunique",
        "var a in 0..\na in {5, 2000000000}\nunique",
        "var a in 0..\nabs(a - 2000000000) = 1999999995\nunique",
        "var a in 0..\n(if a > 1073741824 then 0 else a) = 5\nunique",
        "var a, b in 0..\n(a + b = 3) <=> (b = 3)\na = 0\nb * b = 9\nunique",
    ] {
        let output = output(script);
        assert!(output.contains("unknown: only one solution with values up to"), "{script}\n{output}");
    }
}

/// A goal closes its unknowns: no better solution has larger numbers.
#[test]
fn a_goal_gives_an_end() {
    for (script, expected) in [
        ("var a in 1..\na > 4\nminimize a", "minimum 5, proved best"),
        (
            "var x, y in 0..\n6 * x + 8 * y >= 100\n7 * x + 12 * y >= 120\nminimize 12 * x + 20 * y",
            "minimum 208, proved best",
        ),
        ("var x, y in 0..\nx + y >= 7\nmaximize -(2 * x + y)", "maximum -7, proved best"),
        ("var x in 0..\nvar y in -5..\nx - y = 3\nminimize (x + 2 * y, x)", "minimum (-6, 0)"),
        ("var x, y in 0..\nx * y = 12\nminimize x + y", "minimum 7, proved best"),
        ("var x, y in 0..\nx >= 2 * y - 3\nminimize (x, -y)", "minimum (0, -1)"),
    ] {
        let output = output(script);
        assert!(output.contains(expected) && !output.contains("not tried"), "{script}\n{output}");
    }
    for script in [
        "var x, y in 0..\nx + y >= 7\nminimize x",
        "var x, y in 0..\nminimize x - y",
        "var x, y in 0..\nx * y = 12\nminimize abs(x - y)",
    ] {
        let output = output(script);
        let found = output.contains("proved best");
        assert!(!found && output.contains("not tried"), "{script}\n{output}");
    }
}
