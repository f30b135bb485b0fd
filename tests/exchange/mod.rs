//! Other programs' puzzles: encoded here as their own tools do it, then read, built and solved.

mod fpuzzles;
mod hostile;
mod lines;
mod out;
mod penpa;
mod puzzlink;
mod sudokupad;

use sator::exchange;
use sator::lower::Encoding;
use sator::session::Answer;

/// The script that a text becomes.
pub fn script(text: &str) -> String {
    match exchange::import(text) {
        Some(Ok(imported)) => imported.script,
        Some(Err(problem)) => panic!("{problem:?}\n{text}"),
        None => panic!("taken for a script: {text}"),
    }
}

/// What is wrong with a text, in one message.
pub fn problem(text: &str) -> String {
    match exchange::import(text) {
        Some(Err(problem)) => problem.message,
        Some(Ok(imported)) => panic!("read as\n{}", imported.script),
        None => panic!("taken for a script: {text}"),
    }
}

/// How many solutions a script has, up to a limit.
pub fn count(script: &str, limit: usize) -> u64 {
    let text = format!("{script}\ncount limit {limit}\n");
    let found = crate::topology::run(Encoding::Fd, &text, &|_, answer| match answer {
        Answer::Count { count, .. } => count.to_string(),
        Answer::Expect { ok: true, .. } | Answer::Text(_) => String::new(),
        other => format!("{other:?}"),
    });
    let last = found.iter().rfind(|text| !text.is_empty()).expect("an answer");
    last.parse().unwrap_or_else(|_| panic!("{last}\n{text}"))
}

/// The import has one solution, and what is stated next leaves it or takes it away.
pub fn solves(text: &str, right: &str) {
    let script = script(text);
    assert_eq!(count(&script, 3), 1, "{script}");
    assert_eq!(count(&format!("{script}\n{right}"), 3), 1, "{script}\n{right}");
}
