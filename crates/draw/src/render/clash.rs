//! Clashes in words.

use sator_answer::Clash;

/// Statements that a message names.
const NAMED: usize = 4;

/// The way in which a statement in the list clashes.
pub(super) fn clash_state(clash: &Clash) -> String {
    match clash.with.as_deref() {
        Some([]) => "can never hold".into(),
        Some(with) => format!("clashes with {}", names(with)),
        None => "no solution from here on".into(),
    }
}

/// A line for the user, after the statement with number `last` was typed.
pub fn clash_message(clash: &Clash, last: u32) -> String {
    let this = if clash.number == last { "this".to_string() } else { format!("#{}", clash.number) };
    match clash.with.as_deref() {
        Some([]) => format!("{this} can never hold"),
        Some(with) => format!("{this} clashes with {} (`why` explains)", names(with)),
        None => format!("with {this} there is no solution (`why` explains)"),
    }
}

/// `#1, #2 and #3`
fn names(with: &[u32]) -> String {
    let mut names: Vec<String> = with.iter().take(NAMED).map(|n| format!("#{n}")).collect();
    if with.len() > NAMED {
        names.push(format!("{} more", with.len() - NAMED));
    }
    match names.pop() {
        Some(last) if !names.is_empty() => format!("{} and {last}", names.join(", ")),
        last => last.unwrap_or_default(),
    }
}
