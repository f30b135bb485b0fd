//! Files that the program writes: whole, or as they were.
#![cfg(unix)]

use crate::support::Program;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program with a shell's word before it.
fn run_after(before: &str, folder: &Path, arguments: &[&str]) -> std::process::Output {
    let script = format!("{before}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_sator")]).args(arguments).current_dir(folder);
    command.output().expect("a shell")
}

/// What is written to which file, larger than what the disk then takes.
const WRITTEN: [(&str, &[&str]); 6] = [
    ("f.puz", &["-e", "grid x 9x9 in 1..9\nfor i in 1..9 { x[i, i] >= 1 }\n# LONG\nx[1, 1] = 1\nsave \"f.puz\""]),
    ("f.svg", &["-e", "grid x 9x9 in 1..9\nexport svg \"f.svg\""]),
    ("f.html", &["-e", "grid x 9x9 in 1..9\nexport html \"f.html\""]),
    ("f.png", &["-e", "grid x 9x9 in 1..9", "--png", "f.png"]),
    ("g.svg", &["-e", "grid x 9x9 in 1..9", "--svg", "g.svg"]),
    ("f.txt", &["-e", "grid x 9x9 in 1..9\nsudoku(x)\nexport link sudokupad \"f.txt\""]),
];

/// A full disk, and a program killed in the middle, leave the file that was there, and where the program goes on nothing else.
#[test]
fn a_write_that_fails_leaves_the_old_file() {
    let long = "a comment that makes the file long\n# ".repeat(100);
    for (file, arguments) in WRITTEN {
        let arguments: Vec<String> = arguments.iter().map(|a| a.replace("LONG", &long)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let folder = tempfile::tempdir().expect("a folder");
        let old = "# an old file\n";
        fs::write(folder.path().join(file), old).expect("written");
        // A file may not grow beyond 0 blocks: an error where the signal is ignored, as of a full disk; else the signal kills.
        for limit in ["trap '' XFSZ; ulimit -f 0", "ulimit -c 0; ulimit -f 0"] {
            let ran = run_after(limit, folder.path(), &arguments);
            assert!(!ran.status.success(), "{file}: {ran:?}");
            let text = fs::read_to_string(folder.path().join(file)).expect("still there");
            assert_eq!(text, old, "{file} after {limit}: {ran:?}");
            if limit.starts_with("trap") {
                assert_eq!(
                    fs::read_dir(folder.path()).expect("a folder").count(),
                    1,
                    "{file}: nothing is left beside it"
                );
            }
        }
        let ran = run_after(":", folder.path(), &arguments);
        let bytes = fs::read(folder.path().join(file)).expect("written");
        assert!(ran.status.success() && bytes != old.as_bytes(), "{file}: {ran:?}");
    }
}

/// A saved script says in its last line that it is whole, once, however often it is saved.
#[test]
fn a_saved_script_ends_with_a_line_that_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut load = String::from("grid x 2x2 in 1..2\n");
    for _ in 0..3 {
        let said = Program::with(&["-e", &format!("{load}save \"f.puz\"")]).folder(folder.path()).run();
        assert_eq!(said.code, Some(0), "{}", said.all());
        let text = fs::read_to_string(folder.path().join("f.puz")).expect("written");
        assert_eq!(text, "grid x 2x2 in 1..2\n# whole, as saved by sator\n");
        load = text;
    }
}
