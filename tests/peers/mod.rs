//! MiniZinc and OR-Tools give the examples the same optima and the same numbers of solutions.
//!
//! `scripts/setup --tests` installs both, OR-Tools into `.peers`. Without one of them the test reports that, and passes.

use crate::support::Program;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers")
}

/// The first optimum, penalty or number of solutions that an example prints.
fn answer(example: &str) -> i64 {
    let file = format!("{}/examples/{example}.puz", env!("CARGO_MANIFEST_DIR"));
    let objects = Program::with(&["--json", &file]).run().objects();
    let number = |object: &Value| {
        let unique = (object["status"] == "unique").then_some(1);
        ["value", "penalty", "count"].iter().find_map(|key| object[*key].as_i64()).or(unique)
    };
    objects.iter().find_map(number).unwrap_or_else(|| panic!("{example} prints no number"))
}

/// The optimum of a model of MiniZinc, or the number of its solutions; an error where the program doesn't run.
fn minizinc(model: &Path) -> std::io::Result<i64> {
    let output = Command::new("minizinc").args(["--solver", "gecode", "--all-solutions"]).arg(model).output()?;
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        printed.contains("=========="),
        "{}: {printed}{}",
        model.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    let solutions = printed.lines().filter(|line| *line == "----------").count();
    let text = std::fs::read_to_string(model)?;
    Ok(match text.contains("solve satisfy") {
        true => solutions as i64,
        false => printed.lines().filter_map(|line| line.parse().ok()).next_back().expect("an optimum"),
    })
}

#[test]
fn minizinc_agrees_on_the_examples() {
    if Command::new("minizinc").arg("--version").output().is_err() {
        println!("not run: `minizinc` isn't installed; `scripts/setup --tests` installs it");
        return;
    }
    let models = std::fs::read_dir(folder().join("minizinc")).expect("the models are there");
    let mut compared = 0;
    for model in models.map(|entry| entry.expect("an entry").path()) {
        let name = model.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        assert_eq!(answer(name), minizinc(&model).expect("MiniZinc runs"), "{name}");
        compared += 1;
    }
    assert!(compared >= 15, "{compared}");
}

#[test]
fn cp_sat_agrees_on_the_examples() {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join(".peers/bin/python");
    let has_tools = |output: std::process::Output| output.status.success();
    if !Command::new(&python).args(["-c", "import ortools"]).output().is_ok_and(has_tools) {
        println!("not run: OR-Tools isn't in `.peers`; `scripts/setup --tests` installs it");
        return;
    }
    let output = Command::new(&python).arg(folder().join("cp_sat.py")).output().expect("Python runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let answers: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {errors}"));
    let answers = answers.as_object().expect("an object");
    assert!(answers.len() >= 11, "{}", answers.len());
    for (name, theirs) in answers {
        assert_eq!(theirs.as_i64(), Some(answer(name)), "{name}");
    }
}
