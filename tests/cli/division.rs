//! Exact division: the warning, and scripts from when `/` rounded down.

use crate::support::Program;

fn output(script: &str) -> String {
    Program::with(&["--color", "never", "-"]).input(script).run().all()
}

#[test]
fn a_script_is_warned_once() {
    let script = "var a, b in 1..9\na / b = 2\nb / a != 3\na / 2 = 3\nprint 7 / 2, a / 4\n";
    let shown = output(script);
    assert_eq!(shown.matches("warning:").count(), 1, "{shown}");
    assert!(shown.contains("<stdin>:2:3") && shown.contains("7/2 3/2"), "{shown}");
    assert!(!output(&format!("set fractions off\n{script}")).contains("warning"));
    // A division without remainder, and `//`, need no warning.
    let even =
        output("var a, b in 1..9\n6 * a / 3 = 8 / 2\na // b = 2\nfor k in 1..4 / 2 { a != k * 4 / 2 + 1 }\nsolve\n");
    assert!(!even.contains("warning") && even.contains("a = 2"), "{even}");
}

#[test]
fn a_division_without_rounding_finds_fractions() {
    let shown = output("var m, w, c in 0..100; m + w + c = 100; 3*m + 2*w + c/2 = 100; count");
    assert!(shown.contains("7 solutions"), "{shown}");
    let shown = output("var A in 1..9; var B in 10..99; A/B + A/B = 1; count");
    assert!(shown.contains("5 solutions"), "{shown}");
}

#[test]
fn files_are_upgraded() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.puz");
    let run = || Program::with(&["--upgrade", "old.puz"]).folder(folder.path()).run();
    std::fs::write(&path, "# a / b\nlet n = 7 / 2\nprint n, \"7 / 2\"\n").expect("it is written");
    let first = run();
    assert_eq!((first.out.as_str(), first.code), ("old.puz: 1 division is now written `//`\n", Some(0)));
    let text = || std::fs::read_to_string(&path).expect("it can be read");
    assert_eq!(text(), "# a / b\nlet n = 7 // 2\nprint n, \"7 / 2\"\n");
    assert_eq!(run().out, "old.puz: it has `//` already and is unchanged\n");
    std::fs::write(&path, "let n = 7 /\n").expect("it is written");
    let wrong = run();
    assert!(wrong.code == Some(2) && wrong.err.contains("old.puz:1"), "{}", wrong.err);
    assert_eq!(text(), "let n = 7 /\n");
    let piped = Program::with(&["--upgrade", "-"]).input("print 7/2\n").run();
    assert_eq!(piped.out, "print 7//2\n");
}
