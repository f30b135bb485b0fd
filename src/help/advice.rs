//! The help topic that goes with an error.

use super::find;
use sator_base::source::SourceMap;
use sator_base::text::is_name_char;
use sator_lang::diagnostic::{Code, Diagnostic};

/// Codes that are about one construct wherever they come up.
const BY_CODE: [(Code, &str); 9] = [
    (Code::Recursion, "rule"),
    (Code::LoadCycle, "load"),
    (Code::Unreadable, "load"),
    (Code::Unwritable, "save"),
    (Code::Setting, "set"),
    (Code::ForeignOperator, "operators"),
    (Code::MissingIn, "for"),
    (Code::ElseWithoutIf, "if"),
    (Code::UnclosedString, "strings"),
];

/// Errors whose message is complete without a topic.
const SAY_ALL: [Code; 9] = [
    Code::Internal,
    Code::Interrupted,
    Code::TooLarge,
    Code::NoTopic,
    Code::NoExample,
    Code::NoStatement,
    Code::NothingToUndo,
    Code::NothingToRedo,
    Code::NothingToPop,
];

/// The topic to read about an error at the prompt, if there is one: of the function or setting it is in,
/// else of the statement it is in, else its code.
pub fn topic_of_error(error: &Diagnostic, sources: &SourceMap) -> Option<&'static str> {
    if let Some((_, topic)) = BY_CODE.iter().find(|(code, _)| *code == error.code) {
        return find(topic).map(|t| t.name);
    }
    if SAY_ALL.contains(&error.code) {
        return None;
    }
    let by_code = || Some(error.code.word());
    let Some(place) = error.labels.first().map(|label| label.span) else { return by_code() };
    let text = &sources.get(place.source).text;
    let named = |word: &str| find(word).filter(|t| t.name == word).map(|t| t.name);
    if matches!(error.code, Code::Arity | Code::UnknownParameter | Code::Index | Code::Domain)
        && let Some(function) = sources.slice(place).split(|c: char| !is_name_char(c)).next().and_then(named)
    {
        return Some(function);
    }
    // The first word of the line, or of the line that opens the picture or body it is in.
    let Some(before) = text.get(..place.end as usize) else { return by_code() };
    let mut depth = 0;
    for (i, line) in before.lines().rev().enumerate() {
        if i > 0 {
            depth += line.matches('}').count() as i64 - line.matches('{').count() as i64;
        }
        if i == 0 || depth < 0 {
            let word = line.trim_start().split(|c: char| !is_name_char(c)).next().unwrap_or_default();
            if let Some(topic) = named(word) {
                return Some(topic);
            }
            depth = 0;
        }
    }
    by_code()
}
