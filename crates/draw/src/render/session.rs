//! `list` in words.

use super::clash::clash_state;
use sator_answer::Listed;

/// The statements with their numbers, what is known of them, and the levels of `push` between them.
pub(super) fn list_text(entries: &[Listed], levels: &[usize], undone: &[String]) -> String {
    let mut lines = Vec::new();
    let width = entries.iter().map(|e| e.number.to_string().len()).max().unwrap_or(1);
    for (i, entry) in entries.iter().enumerate() {
        for level in (1..).zip(levels).filter(|(_, at)| **at == i).map(|(level, _)| level) {
            lines.push(format!("-- push {level} --"));
        }
        let number = format!("#{:<width$} ", entry.number);
        let indent = " ".repeat(number.len());
        let state = entry.clash.as_ref().map_or(String::new(), |clash| format!("   <- {}", clash_state(clash)));
        let mut text = entry.text.lines();
        lines.push(format!("{number}{}{state}", text.next().unwrap_or("")));
        lines.extend(text.map(|line| format!("{indent}{line}")));
    }
    for level in (1..).zip(levels).filter(|(_, at)| **at >= entries.len()).map(|(level, _)| level) {
        lines.push(format!("-- push {level} --"));
    }
    lines.extend(undone.iter().map(|first_line| format!("   {first_line} (undone)")));
    if lines.is_empty() {
        lines.push("no statements yet; `help` shows how to start".into());
    }
    lines.join("\n")
}
