//! Which help topic goes with an error.

use super::find;
use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;
use crate::text::is_name_char;

/// Codes that are about one construct wherever they come up.
const BY_CODE: [(&str, &str); 9] = [
    ("recursion", "rule"),
    ("load-cycle", "load"),
    ("unreadable", "load"),
    ("unwritable", "save"),
    ("setting", "set"),
    ("foreign-operator", "operators"),
    ("missing-in", "for"),
    ("else-without-if", "if"),
    ("unclosed-string", "strings"),
];

/// The topic to read about an error at the prompt, if there is one: of the function or setting it is in,
/// else of the statement it is in.
pub fn topic_of_error(error: &Diagnostic, sources: &SourceMap) -> Option<&'static str> {
    if let Some((_, topic)) = BY_CODE.iter().find(|(code, _)| *code == error.code) {
        return find(topic).map(|t| t.name);
    }
    // Those that say all there is to say.
    let plain = ["internal", "interrupted", "too-large", "no-topic", "no-example", "no-statement"];
    if plain.contains(&error.code) || error.code.starts_with("nothing-to-") {
        return None;
    }
    let place = error.labels.first()?.span;
    let text = &sources.get(place.source).text;
    let named = |word: &str| find(word).filter(|t| t.name == word).map(|t| t.name);
    if matches!(error.code, "arity" | "unknown-parameter" | "index" | "domain")
        && let Some(function) = sources.slice(place).split(|c: char| !is_name_char(c)).next().and_then(named)
    {
        return Some(function);
    }
    // The first word of the line, or of the line that opens the picture or body it is in.
    let before = text.get(..place.end as usize)?;
    let mut depth = 0;
    for (i, line) in before.lines().rev().enumerate() {
        if i > 0 {
            depth += line.matches('}').count() as i64 - line.matches('{').count() as i64;
        }
        if i == 0 || depth < 0 {
            let word = line.trim_start().split(|c: char| !is_name_char(c)).next()?;
            if let Some(topic) = named(word) {
                return Some(topic);
            }
            depth = 0;
        }
    }
    None
}
