//! Input of scripts from the command line: parameters, data, texts before and after a file, one session for several files.

use super::run;
use std::path::Path;
use tempfile::TempDir;

const SQUARE: &str = "param n = 3\nparam name = \"ann\"\ngrid x n by n in 1..n\nlatin(x)\nprint n, name\ncount\n";

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    }
    folder
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// The output without the path of the folder.
fn printed(folder: &TempDir, args: &[&str]) -> String {
    let name = |dir: &Path| format!("{}/", dir.display());
    run(args, "").replace(&name(folder.path()), "")
}

#[test]
fn a_call_sets_parameters() {
    let folder = folder(&[("square.puz", SQUARE)]);
    let file = path(&folder, "square.puz");
    assert_eq!(printed(&folder, &[&file]), "3 ann\n12 solutions\n--- exit 0");
    assert_eq!(printed(&folder, &["--param", "n=2", &file]), "2 ann\n2 solutions\n--- exit 0");
    // A word without a meaning in the script stands for itself.
    assert_eq!(printed(&folder, &[&file, "--param", "n = 1", "--param", "name=bob"]), "1 bob\n1 solution\n--- exit 0");
    // The last one counts.
    assert_eq!(printed(&folder, &["--param", "n=1", "--param", "n=2", &file]), "2 ann\n2 solutions\n--- exit 0");
    assert!(run(&["--param", "n=2", "-"], SQUARE).starts_with("2 ann\n"));
}

#[test]
fn mistakes_of_a_call_are_errors_before_anything_is_answered() {
    let folder = folder(&[("square.puz", SQUARE)]);
    let file = path(&folder, "square.puz");
    insta::assert_snapshot!(printed(&folder, &["--param", "m=2", &file]));
    insta::assert_snapshot!(printed(&folder, &["--param", "n=[1, 2]", &file]));
    insta::assert_snapshot!(printed(&folder, &["--param", "n=1 +", &file]));
    insta::assert_snapshot!(printed(&folder, &["--param", "n=1; solve", &file]));
    assert!(run(&["--param", "n", &file], "").contains("write NAME=VALUE, as in n=8"));
}

#[test]
fn data_sets_parameters_by_name() {
    let files = [
        ("square.puz", SQUARE),
        ("d.json", "{\"n\": 2, \"name\": \"bob\", \"unit price\": 3, \"more\": []}"),
        ("list.json", "[1, 2]"),
        ("bad.json", "{\"n\": }"),
        ("needs.puz", "param cost\nprint sum(cost)\n"),
        ("cost.json", "{\"cost\": [1, 2.5]}"),
    ];
    let folder = folder(&files);
    let (file, data) = (path(&folder, "square.puz"), path(&folder, "d.json"));
    assert_eq!(printed(&folder, &["--data", &data, &file]), "2 bob\n2 solutions\n--- exit 0");
    assert_eq!(printed(&folder, &["--data", &data, "--param", "n=1", &file]), "1 bob\n1 solution\n--- exit 0");
    let cost = path(&folder, "cost.json");
    assert_eq!(printed(&folder, &[&path(&folder, "needs.puz"), "--data", &cost]), "3.5\n--- exit 0");
    insta::assert_snapshot!(printed(&folder, &["--data", &path(&folder, "list.json"), &file]));
    insta::assert_snapshot!(printed(&folder, &["--data", &path(&folder, "bad.json"), &file]));
    insta::assert_snapshot!(printed(&folder, &["--data", &path(&folder, "none.json"), &file]));
}

#[test]
fn a_parameter_of_a_file_that_is_loaded_is_set_too() {
    let folder = folder(&[("square.puz", SQUARE), ("main.puz", "load \"square.puz\"\ncount\n")]);
    let file = path(&folder, "main.puz");
    assert_eq!(printed(&folder, &["--param", "n=2", &file]), "2 ann\n2 solutions\n2 solutions\n--- exit 0");
    assert!(printed(&folder, &["--param", "m=2", &file]).ends_with("--- exit 2"));
}

#[test]
fn texts_stand_where_they_stand_on_the_command_line() {
    let folder = folder(&[("a.puz", "let a = k + 1\nprint a\n"), ("b.puz", "print 7\n")]);
    let (a, b) = (path(&folder, "a.puz"), path(&folder, "b.puz"));
    assert_eq!(printed(&folder, &["-e", "let k = 4", &a, "-e", "print a + k"]), "5\n9\n--- exit 0");
    // Each script is a puzzle of its own.
    assert!(printed(&folder, &["-e", "let k = 4", &a, &b, "-e", "print k"]).contains("nothing is called `k`"));
}

#[test]
fn files_share_a_session_where_that_is_asked_for() {
    let folder =
        folder(&[("data.puz", "let n = 2\n"), ("model.puz", "param k = 1\ngrid x n by n in 1..n\nlatin(x)\ncount\n")]);
    let (data, model) = (path(&folder, "data.puz"), path(&folder, "model.puz"));
    let together = printed(&folder, &["--together", &data, &model, "-e", "print k"]);
    assert_eq!(together, "2 solutions\n1\n--- exit 0");
    let set = printed(&folder, &["--together", "--param", "k=3", &data, &model, "-e", "print k"]);
    assert_eq!(set, "2 solutions\n3\n--- exit 0");
    assert!(
        printed(&folder, &["--together", "--param", "q=3", &data, &model]).contains("no script has a parameter `q`")
    );
    assert!(printed(&folder, &[&data, &model]).contains("nothing is called `n`"));
}

#[test]
fn the_value_of_a_call_is_what_the_session_has() {
    let folder = folder(&[("square.puz", "param n = 3\nprint n\n")]);
    let file = path(&folder, "square.puz");
    let shown = printed(&folder, &["--param", "n=2", &file, "-e", "list", "-e", "param n = 5", "-e", "print n"]);
    assert_eq!(
        shown,
        "2\n#1 param n = 2\n#1 is `param n = 5` now, not `param n = 2`; no statement depends on it\n5\n--- exit 0"
    );
}
