//! Numbers without an upper end: what is found is shown, an absence is never claimed.

use crate::support::Program;

fn said(script: &str) -> String {
    let run = Program::with(&["--color", "never", "-e", script]).run();
    assert!(!run.all().contains("internal error"), "{}", run.all());
    run.all()
}

#[test]
fn a_solution_is_found() {
    assert_eq!(said("var a, b in 1..\na * b = 391\nb > a > 1\nsolve"), "a = 17, b = 23\n");
    assert_eq!(said("var a in 1..\na > 2000000\na < 2000002\nsolve"), "a = 2000001\n");
    assert_eq!(said("grid x 2x2 in 3..\nr1c1 = 7\nr1c2 + r2c1 + r2c2 = 9\nsolve"), "7 3\n3 3\n");
}

#[test]
fn an_absence_is_unknown() {
    let up_to = "with values up to 1073741824; larger ones were not looked at";
    for (script, what) in [
        ("var a in 1..\na < 1\nsolve", "unknown: no solution"),
        ("var a in 1..\na > 2000000000\nsolve", "unknown: no solution"),
        ("var a in 1..\na < 1\nwhy", "unknown: no solution"),
        ("var a in 1..\na = 5\nunique", "unknown: only one solution"),
        ("var a in 1..\na = 5\nsolve\nanother", "unknown: no other solution"),
        ("var a in 1..\na = 5\ncount", "at least 1 solution, then stopped: no more"),
        ("var a in 1..\na = 5\nsolutions", "1 solution; then stopped: no more"),
        ("var a in 1..\na > 4\nminimize a", "best found 5, not proved: nothing better"),
        ("var a in 1..\na = 5\nexpect unique", "unknown: this was asked of solutions"),
        ("var a in 1..\na < 1\nexpect unsat", "unknown: this was asked of solutions"),
    ] {
        let said = said(script);
        assert!(said.contains(&format!("{what} {up_to}")), "{script}\n{said}");
    }
    for question in ["candidates", "forced", "hint", "solve steps", "grade", "redundant", "generate", "why a = 5"] {
        let said = said(&format!("grid x 1x1 in 1..\nvar a in 1..\na = 5\n{question}"));
        assert!(said.contains("unknown: this is asked of all solutions"), "{question}\n{said}");
    }
}

#[test]
fn two_solutions_are_two() {
    let said = said("var a in 1..\nunique\nexpect unsat");
    assert!(said.starts_with("not unique") && said.contains("expect failed"), "{said}");
}

#[test]
fn it_is_written_as_it_was_read() {
    assert_eq!(said("var a in 1..\nlist"), "#1 var a in 1..\n");
    assert!(said("grid x 2x2 in bool\nlinks e of x in 0..").contains("links without an upper end"));
}
