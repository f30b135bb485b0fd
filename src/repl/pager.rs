//! Long pages of help: a program of the user's choice shows them screen by screen.

use crate::signals::TypeAhead;
use std::io::Write;
use std::process::{Command, Stdio};

/// Shows a text that is longer than the screen in the program that `PAGER` names, else in `less`. False if the text is shorter,
/// or there is no such program: then it is still to be written.
pub(super) fn show(text: &str) -> bool {
    let Some((_, terminal_size::Height(rows))) = terminal_size::terminal_size_of(std::io::stdout()) else {
        return false;
    };
    // One row is the prompt's.
    if text.lines().count() < usize::from(rows) {
        return false;
    }
    let named = std::env::var("PAGER").ok().filter(|named| !named.trim().is_empty());
    let named = named.as_deref().unwrap_or("less");
    let mut words = named.split_whitespace();
    let Some(program) = words.next().filter(|program| *program != "cat") else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if std::env::var_os("LESS").is_none() {
        // Colours as they are, and what was shown stays on the screen.
        command.env("LESS", "FRX");
    }
    TypeAhead::paused(|| {
        let Ok(mut child) = command.spawn() else { return false };
        if let Some(mut stdin) = child.stdin.take() {
            // A reader who leaves the page early closes the pipe.
            let _ = stdin.write_all(text.as_bytes());
        }
        child.wait().is_ok_and(|status| status.code() != Some(127))
    })
}
