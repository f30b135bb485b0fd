//! Services for a text that is being typed: its colours, completion, its layout, and the names that the session knows. The
//! prompt, the page and the language server use them.

pub(crate) mod bindings;
pub(crate) mod completion;
pub(crate) mod format;
pub(crate) mod highlight;
pub(crate) mod hints;
pub(crate) mod names;
pub(crate) mod textmate;

use sator_lang::syntax::complete::is_complete;

/// Whether the text is complete. It is not while a bracket, a picture or an operator is open, or after help text without its
/// rule.
pub fn is_finished(text: &str) -> bool {
    let mut lines = text.lines().filter(|l| !l.trim().is_empty()).peekable();
    let help_only = lines.peek().is_some() && lines.all(|l| l.trim_start().starts_with("##"));
    let blank_end = text.trim_end_matches([' ', '\t', '\r']).ends_with("\n\n");
    (!help_only || blank_end) && is_complete(text)
}

/// The characters of a line outside of quotes, each with its byte offset. The `#` of a comment is the last one.
pub(crate) fn unquoted(line: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut quoted, mut commented) = (false, false);
    let mut characters = line.char_indices();
    std::iter::from_fn(move || {
        loop {
            let (at, c) = characters.next().filter(|_| !commented)?;
            match c {
                '\\' if quoted => _ = characters.next(),
                '"' => quoted = !quoted,
                _ if quoted => {}
                _ => {
                    commented = c == '#';
                    return Some((at, c));
                }
            }
        }
    })
}
