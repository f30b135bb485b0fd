//! Real puzzles with confirmed answers, written as scripts and run on the built program.
//!
//! Some small ones of our own are in `own/`, each answer found by trying all boards. The others are read from `../shared/corpus`,
//! next to the project; as that is not everywhere, `cargo test` reports these tests as ignored, and `scripts/test` runs them
//! where the corpus is. One module a file of the corpus turns each puzzle
//! into a [`Case`]: the script that a person would write, and the questions with what must come back. The quick ones are
//! run; `scripts/test --all` runs all, and writes a table of how it went.

mod counts;
mod jane_street;
mod pencil;
mod picture;
mod run;
mod seed;
mod sudoku;
mod table;
mod variant;
mod words;

use run::{Outcome, run_all};
use serde_json::Value;
use std::io::Write;
use std::path::Path;

/// One puzzle of the corpus as a script.
pub(crate) struct Case {
    pub kind: String,
    pub id: String,
    /// Declarations and rules, without the questions.
    pub script: String,
    pub checks: Vec<Check>,
    pub when: When,
}

/// When a case is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// In every test run.
    Always,
    /// With `SATOR_TEST_ALL=1`: it takes long, or it needs a part of the language that is not there.
    All,
}

type Judge = Box<dyn Fn(&Value) -> Result<(), String> + Send + Sync>;

/// A question, and what its JSON answer must be.
pub(crate) struct Check {
    pub question: String,
    pub judge: Judge,
    /// The language can't say the answer's rule; it is computed here, from the grid.
    pub computed_here: bool,
}

/// Values by row; a hole is `None`, a yes is 1.
pub(crate) type Grid = Vec<Vec<Option<i64>>>;

impl Check {
    fn new(question: impl Into<String>, judge: impl Fn(&Value) -> Result<(), String> + Send + Sync + 'static) -> Check {
        Check { question: question.into(), judge: Box::new(judge), computed_here: false }
    }

    /// There is a solution; the checks that follow speak of it.
    pub(crate) fn solves() -> Check {
        Check::new("solve", |answer| same("status", answer["status"].as_str(), Some("sat")))
    }

    /// There is exactly one solution, and its `name` is this grid.
    pub(crate) fn unique_grid(name: &'static str, expected: Grid) -> Check {
        Check::new("unique", move |answer| {
            same("status", answer["status"].as_str(), Some("unique"))?;
            same(name, grid(&answer["solutions"][0][name]), expected.clone())
        })
    }

    /// There is exactly one solution, with these values of scalars or lists.
    pub(crate) fn unique_values(expected: Vec<(String, Value)>) -> Check {
        Check::new("unique", move |answer| {
            same("status", answer["status"].as_str(), Some("unique"))?;
            expected.iter().try_for_each(|(name, value)| same(name, &answer["solutions"][0][name], value))
        })
    }

    /// `unique` answers with this status: `unique`, `multiple` or `unsat`.
    pub(crate) fn unique_status(expected: &'static str) -> Check {
        Check::new("unique", move |answer| same("status", answer["status"].as_str(), Some(expected)))
    }

    pub(crate) fn count(expected: u64) -> Check {
        Check::new("count", move |answer| {
            same("exact", answer["exact"].as_bool(), Some(true))?;
            same("count", answer["count"].as_u64(), Some(expected))
        })
    }

    /// A `maximize` or `minimize` that must be proved best.
    pub(crate) fn optimum(question: &str, expected: i64) -> Check {
        Check::new(question, move |answer| {
            same("optimal", answer["optimal"].as_bool(), Some(true))?;
            same("value", answer["value"].as_i64(), Some(expected))
        })
    }

    /// The value of an expression in the current solution.
    pub(crate) fn prints(expression: &str, expected: i64) -> Check {
        Check::new(format!("print {expression}"), move |answer| {
            same("values", answer["values"][0].as_i64(), Some(expected))
        })
    }

    /// No solution is left when the statement is added.
    pub(crate) fn impossible(statement: &str) -> Check {
        Check::new(format!("try {statement}"), |answer| same("status", answer["status"].as_str(), Some("unsat")))
    }

    /// A number computed here from the grid `x` of a solution.
    pub(crate) fn computes(rule: fn(&Grid) -> i64, expected: i64) -> Check {
        let check = Check::new("solve", move |answer| same("answer", rule(&grid(&answer["solution"]["x"])), expected));
        Check { computed_here: true, ..check }
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: found {found:?}, expected {expected:?}")) }
}

/// A grid of an answer or of the corpus; anything that is neither a number nor a boolean is a hole.
pub(crate) fn grid(value: &Value) -> Grid {
    let cell = |v: &Value| v.as_i64().or_else(|| v.as_bool().map(i64::from));
    let row = |r: &Value| r.as_array().map(|r| r.iter().map(cell).collect()).unwrap_or_default();
    value.as_array().map(|rows| rows.iter().map(row).collect()).unwrap_or_default()
}

/// The puzzles of one file as cases.
pub(crate) fn cases(file: &str) -> Vec<Case> {
    cases_in(CORPUS, file)
}

/// Where the corpus is, and the part of it that is our own.
const CORPUS: &str = "../shared/corpus";
const OWN: &str = "tests/corpus/own";

fn cases_in(folder: &str, file: &str) -> Vec<Case> {
    let (_, converter) = FILES.iter().find(|(name, _)| *name == file).expect("a file of the corpus");
    puzzles(folder, file).iter().map(converter).collect()
}

fn puzzles(folder: &str, file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let file: Value = serde_json::from_str(&text).expect("the corpus is JSON");
    file["puzzles"].as_array().expect("a list of puzzles").clone()
}

/// A line on standard error that the test harness does not swallow.
fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

type Converter = fn(&Value) -> Case;

const FILES: [(&str, Converter); 6] = [
    ("seed_puzzles.json", seed::case),
    ("sudoku.json", sudoku::case),
    ("jane_street.json", jane_street::case),
    ("word_and_counts.json", words::case),
    ("variant_sudoku.json", variant::case),
    ("pencil.json", pencil::case),
];

/// Name and statements of every puzzle, without the questions; none where the corpus isn't there.
pub(crate) fn scripts() -> impl Iterator<Item = (String, String)> {
    let there = |file: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(CORPUS).join(file).is_file();
    let all = FILES.iter().filter(move |(file, _)| there(file)).flat_map(|(file, _)| cases(file));
    all.map(|case| (case.id, case.script))
}

/// Runs the quick cases of a file; every one must be right. Returns how many there were.
fn quick(file: &str) -> usize {
    all_right(cases(file).into_iter().filter(|c| c.when == When::Always).collect())
}

fn all_right(cases: Vec<Case>) -> usize {
    let wrong: Vec<String> = (cases.iter().zip(run_all(&cases)))
        .filter(|(_, run)| run.outcome != Outcome::Right)
        .map(|(case, run)| format!("{}: {:?}\n{}", case.id, run.outcome, case.text()))
        .collect();
    assert!(wrong.is_empty(), "{} of {} are not right\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    cases.len()
}

/// The same check where the corpus isn't.
#[test]
fn our_own() {
    let n = all_right(
        ["sudoku.json", "pencil.json", "word_and_counts.json"].iter().flat_map(|file| cases_in(OWN, file)).collect(),
    );
    assert_eq!(n, 14);
}

#[test]
#[ignore = "needs ../shared/corpus: scripts/test --corpus"]
fn seed_puzzles() {
    quick("seed_puzzles.json");
}

#[test]
#[ignore = "needs ../shared/corpus: scripts/test --corpus"]
fn sudokus() {
    let n = quick("sudoku.json");
    assert!(n >= 243, "all 9x9 sudokus are run, not {n}");
}

#[test]
#[ignore = "needs ../shared/corpus: scripts/test --corpus"]
fn jane_street_puzzles() {
    quick("jane_street.json");
}

#[test]
#[ignore = "needs ../shared/corpus: scripts/test --corpus"]
fn words_and_counts() {
    let n = quick("word_and_counts.json");
    assert!(n >= 90, "only {n} of the word and count problems are run");
}

#[test]
#[ignore = "needs ../shared/corpus: scripts/test --corpus"]
fn variant_sudokus() {
    let n = quick("variant_sudoku.json");
    assert!(n >= 130, "only {n} of the variant sudokus are run");
}

#[test]
#[ignore = "needs ../shared/corpus: scripts/test --corpus"]
fn pencil_puzzles() {
    quick("pencil.json");
}

/// The scripts as files, to be run by hand, in the folder that `SATOR_CORPUS_OUT` names.
#[test]
#[ignore = "by hand: SATOR_CORPUS_OUT=folder cargo test -- --ignored written_out"]
fn written_out() {
    let folder = std::env::var_os("SATOR_CORPUS_OUT").expect("SATOR_CORPUS_OUT names a folder");
    for (file, _) in FILES {
        for case in cases(file) {
            let path = Path::new(&folder).join(format!("{}--{}.puz", file.trim_end_matches(".json"), case.id));
            std::fs::write(path, case.text()).expect("the folder can be written");
        }
    }
}

/// Every puzzle, quick or not, and the table. A wrong answer fails; a slow one is counted.
#[test]
#[ignore = "takes ten minutes: scripts/test --all"]
fn all_with_table() {
    let mut wrong = vec![];
    let mut tables = String::new();
    for (file, _) in FILES {
        let cases = cases(file);
        let runs = run_all(&cases);
        for (case, run) in cases.iter().zip(&runs) {
            if let Outcome::Wrong(why) = &run.outcome {
                wrong.push(format!("{}: {why}", case.id));
            }
        }
        tables += &table::table(file, &cases, &runs);
    }
    say(&tables);
    assert!(wrong.is_empty(), "wrong answers:\n{}", wrong.join("\n"));
}
