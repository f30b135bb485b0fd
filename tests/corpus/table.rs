//! The results of a file of the corpus: kind | puzzles | right | too slow | can't be expressed | median ms | max ms.

use super::Case;
use super::run::{Outcome, Run};
use std::collections::BTreeMap;
use std::fmt::Write;

/// A table in Markdown, then the puzzles that were not right, and those whose answer is computed here.
pub(super) fn table(file: &str, cases: &[Case], runs: &[Run]) -> String {
    let mut kinds: BTreeMap<&str, Vec<&Run>> = BTreeMap::new();
    for (case, run) in cases.iter().zip(runs) {
        kinds.entry(&case.kind).or_default().push(run);
    }
    let mut out = format!("\n## {file}\n\n");
    out += "| kind | puzzles | right | wrong | too slow | can't be said | median ms | max ms |\n";
    out += "| --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for (kind, runs) in kinds {
        let number = |f: fn(&Outcome) -> bool| runs.iter().filter(|r| f(&r.outcome)).count();
        let mut times: Vec<f64> = runs.iter().filter(|r| r.outcome == Outcome::Right).map(|r| r.ms).collect();
        times.sort_by(f64::total_cmp);
        let ms = |t: Option<&f64>| t.map_or("-".to_string(), |t| format!("{t:.0}"));
        let _ = writeln!(
            out,
            "| {kind} | {} | {} | {} | {} | {} | {} | {} |",
            runs.len(),
            number(|o| *o == Outcome::Right),
            number(|o| matches!(o, Outcome::Wrong(_))),
            number(|o| *o == Outcome::TooSlow),
            number(|o| matches!(o, Outcome::CantSay(_))),
            ms(times.get(times.len().saturating_sub(1) / 2)),
            ms(times.last()),
        );
    }
    for (case, run) in cases.iter().zip(runs).filter(|(_, run)| run.outcome != Outcome::Right) {
        let _ = writeln!(out, "- {}: {:?}", case.id, run.outcome);
    }
    let computed: Vec<&str> =
        cases.iter().filter(|c| c.checks.iter().any(|k| k.computed_here)).map(|c| c.id.as_str()).collect();
    if !computed.is_empty() {
        let _ = writeln!(out, "\nThe answer's rule is computed in the test, from the grid: {}.", computed.join(", "));
    }
    out
}
