//! Files that are no text, which Markdown can't hold: they stand in `tests/data`.

use crate::support::Program;
use std::path::Path;

fn printed(file: &str) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let run = Program::with(&["--color", "never", file]).folder(&data).run();
    assert_eq!(run.code, Some(2), "{}", run.all());
    run.all()
}

#[test]
fn a_nul_byte() {
    insta::assert_snapshot!(printed("nul-byte.puz"));
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let run = Program::with(&["--json", "nul-byte.puz"]).folder(&data).run();
    assert!(run.all().contains("\"code\":\"control-character\""), "{}", run.all());
}

#[test]
fn bytes_that_are_not_utf8() {
    insta::assert_snapshot!(printed("invalid-utf8.puz"));
}

/// Across Lite's crosswords have the same suffix.
#[test]
fn a_crossword_of_another_program() {
    insta::assert_snapshot!(printed("crossword.puz"));
}
