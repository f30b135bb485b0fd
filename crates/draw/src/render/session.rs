//! `list` and `stats` in words.

use super::clash::clash_state;
use sator_answer::{Listed, Stats};

/// The statements with their numbers, what is known of them, and the levels of `push` between them.
pub(super) fn list_text(entries: &[Listed], pushed: &[usize], undone: &[String]) -> String {
    let mut lines = Vec::new();
    let width = entries.iter().map(|e| e.number.to_string().len()).max().unwrap_or(1);
    for (i, entry) in entries.iter().enumerate() {
        for level in (1..).zip(pushed).filter(|(_, at)| **at == i).map(|(level, _)| level) {
            lines.push(format!("-- push {level} --"));
        }
        let number = format!("#{:<width$} ", entry.number);
        let indent = " ".repeat(number.len());
        let state = entry.clash.as_ref().map_or(String::new(), |clash| format!("   <- {}", clash_state(clash)));
        let mut text = entry.text.lines();
        lines.push(format!("{number}{}{state}", text.next().unwrap_or("")));
        lines.extend(text.map(|line| format!("{indent}{line}")));
    }
    for level in (1..).zip(pushed).filter(|(_, at)| **at >= entries.len()).map(|(level, _)| level) {
        lines.push(format!("-- push {level} --"));
    }
    lines.extend(undone.iter().map(|first_line| format!("   {first_line} (undone)")));
    if lines.is_empty() {
        lines.push("no statements yet; `help` shows how to start".into());
    }
    lines.join("\n")
}

pub(super) fn stats_text(stats: &Stats) -> String {
    let mut lines = vec![format!(
        "{} statements, {} unknowns, {} constraints, {} expressions",
        stats.statements, stats.unknowns, stats.constraints, stats.expressions
    )];
    if let Some((encoding, engine, size)) = &stats.formula {
        lines.push(format!(
            "{} formula by {engine}: {} variables, {} assertions",
            encoding.name(),
            size.variables,
            size.assertions
        ));
    }
    if stats.kept {
        lines.push("the current solution was kept without a search: it meets what was added since".into());
    }
    let [other, same, named] = stats.confirmed;
    if other + same > 0 {
        lines.push(format!(
            "explanations confirmed: {other} by the other encoding, {same} by a second solver of the same"
        ));
    }
    if named > 0 {
        lines.push(format!("steps found without a solver and confirmed by one: {named}"));
    }
    lines
        .extend(stats.last.map(|(query, took)| format!("{} took {:.1} ms", query.word(), took.as_secs_f64() * 1000.0)));
    lines.join("\n")
}
