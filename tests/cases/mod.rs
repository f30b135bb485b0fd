//! Literate cases: scripts, most with one mistake, and what the program prints for each.
//!
//! `markdown.rs` describes the form of the files. Every case runs in a folder of its own.
//! `UPDATE_CASES=1 cargo test --test main cases` writes the outputs.

mod bytes;
mod markdown;
mod reading;

use crate::support::{Program, object};
use markdown::{Case, Expected};
use sator_lang::diagnostic::{Code, ErrorExample};
use serde_json::Value;
use similar::TextDiff;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

fn read(topic: &str) -> (String, Vec<Case>) {
    let path = folder().join(format!("{topic}.md"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let cases = markdown::read(&text).unwrap_or_else(|e| panic!("tests/cases/{topic}.md:{e}"));
    (text, cases)
}

/// Runs the cases of a file, and shows each mismatch or writes what is printed now.
fn check(topic: &str) {
    let (text, cases) = read(topic);
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let mut wrong = vec![];
    // From the end, as what is written moves the lines behind it.
    for case in cases.iter().rev() {
        for expected in case.expected.iter().rev() {
            let failed = match printed(case, expected) {
                Err(fault) => fault,
                Ok(printed) if is_same(expected, &printed) => continue,
                Ok(printed) if std::env::var_os("UPDATE_CASES").is_some() => {
                    lines.splice(expected.lines.clone(), printed.lines().map(String::from));
                    continue;
                }
                Ok(printed) => {
                    let diff = TextDiff::from_lines(&expected.text, &printed);
                    diff.unified_diff().header("expected", "printed").to_string()
                }
            };
            wrong.push(format!("tests/cases/{topic}.md:{}: {}\n{failed}", case.line, case.heading));
        }
    }
    let written = lines.join("\n") + "\n";
    if written != text {
        std::fs::write(folder().join(format!("{topic}.md")), written).expect("the file can be written");
    }
    wrong.reverse();
    assert!(wrong.is_empty(), "{}\nUPDATE_CASES=1 writes what is printed now", wrong.join("\n"));
}

/// Returns the output of the program for a script.
///
/// # Errors
/// The run is wrong whatever the case expects: an internal error, or an exit code that doesn't fit the output.
fn printed(case: &Case, expected: &Expected) -> Result<String, String> {
    let place = tempfile::tempdir().expect("a folder can be made");
    for file in case.others.iter().chain([&case.script]) {
        let path = place.path().join(&file.name);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder can be made");
        std::fs::write(path, &file.text).expect("a file can be written");
    }
    let form: &[&str] = if expected.json { &["--json"] } else { &["--color", "never"] };
    let run = Program::with(&[form, &[&case.script.name]].concat()).folder(place.path()).run();
    let all = run.all();
    let error = |line: &str| line.starts_with("error: ") || line.contains(r#""error":{"#);
    let is_error = all.lines().any(error);
    if all.contains("panicked") || all.contains("internal error") || all.contains("```") {
        return Err(all);
    }
    if run.code.is_none() || is_error != (run.code == Some(2)) {
        return Err(format!("exit code {:?}\n{all}", run.code));
    }
    // Answers, and the warnings on standard error.
    Ok(if expected.json { all.lines().map(|line| format!("{}\n", object(line))).collect() } else { all })
}

/// JSON is compared by its values, so that objects can be laid out to be read.
fn is_same(expected: &Expected, printed: &str) -> bool {
    let values =
        |text: &str| -> Result<Vec<Value>, _> { serde_json::Deserializer::from_str(text).into_iter().collect() };
    match (expected.json, values(&expected.text), values(printed)) {
        (true, Ok(expected), Ok(printed)) => expected == printed,
        _ => expected.text == printed,
    }
}

/// Every error code that a script can show has one example, and the script is answered with the code.
#[test]
fn every_code_has_an_example() {
    let mut examples: BTreeMap<String, String> = BTreeMap::new();
    let mut wrong = vec![];
    for topic in TOPICS {
        for case in read(topic).1 {
            let Some(code) = case.code.clone() else { continue };
            let here = format!("tests/cases/{topic}.md:{}", case.line);
            let json = Expected { json: true, text: String::new(), lines: 0..0 };
            let printed = printed(&case, &json).unwrap_or_else(|fault| fault);
            if !printed.contains(&format!("\"code\":\"{code}\"")) {
                wrong.push(format!("{here}: no {code} in {printed}"));
            }
            if let Some(first) = examples.insert(code.clone(), here.clone()) {
                wrong.push(format!("{here}: {code} has an example at {first}"));
            }
        }
    }
    for &code in Code::ALL {
        let marked = matches!(code.info().example, ErrorExample::Case);
        if marked != examples.remove(code.word()).is_some() {
            wrong.push(format!("{}: an example is {}", code.word(), if marked { "missing" } else { "superfluous" }));
        }
    }
    wrong.extend(examples.into_iter().map(|(code, here)| format!("{here}: {code} is no code")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

macro_rules! topics {
    ($($topic:ident)*) => {
        const TOPICS: &[&str] = &[$(stringify!($topic)),*];

        $(#[test]
        fn $topic() {
            check(stringify!($topic));
        })*
    };
}

topics! {
    answers arguments arrays card characters data domains draw files fractions from_english from_minizinc from_prolog
    from_python from_setters from_z3 generate graphs implied indices known limits lists names params pictures
    pictures_of_grids preferences questions rules_cages rules_division rules_lines rules_loops rules_models rules_outside
    rules_placing rules_shading rules_sudoku syntax types warnings
}

#[test]
fn every_file_is_a_topic() {
    let files = std::fs::read_dir(folder()).expect("the folder is there").flatten();
    let names = files.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".md")?.to_string()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, TOPICS, "sort them into `topics!`");
}
