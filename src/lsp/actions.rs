//! Code actions: the fixes of a problem that mend it.

use super::document::Document;
use super::{About, Answer};
use crate::service::{Problem, Service};
use crate::session::Settings;
use lsp_types::Range;
use sator_base::limits::Interrupt;
use sator_base::text::is_name_char;
use serde_json::{Value, json};
use std::ops::Range as Bytes;
use std::time::Duration;

/// Fixes tried for one request, each by reading the whole text.
const MOST_TRIED: usize = 8;
/// Longer texts take too long to be read for each suggestion.
const LONGEST: usize = 100_000;
/// Time limit for reading a text with a fix.
const PATIENCE: Duration = Duration::from_secs(1);

/// A text in the place of another.
struct Suggestion {
    place: Bytes<usize>,
    text: String,
    title: String,
}

pub(super) fn code_actions(document: &mut Document, about: &About, settings: &Settings) -> Answer {
    let range = about.range.ok_or("the range is missing")?;
    let (start, end) = (document.byte(range.start), document.byte(range.end));
    let Some(problems) = document.problems() else { return Ok(json!([])) };
    if document.text.len() > LONGEST {
        return Ok(json!([]));
    }
    let mut actions = vec![];
    let mut tried = 0;
    for problem in &problems {
        let Some(place) = problem.place.clone().filter(|place| place.start <= end && place.end >= start) else {
            continue;
        };
        for suggestion in suggestions(&document.text, problem, &place) {
            tried += 1;
            if tried > MOST_TRIED {
                break;
            }
            if mends(document, &suggestion, &problems, problem, settings) {
                actions.push(action(document, about, problem, suggestion));
            }
        }
    }
    Ok(actions.into())
}

/// The fixes of a problem: each in its place, or in the place of its statement if the two are similar.
fn suggestions(text: &str, problem: &Problem, place: &Bytes<usize>) -> Vec<Suggestion> {
    let mut found = vec![];
    for new in problem.fixes.iter().filter(|new| **new != text[place.clone()]) {
        let title = format!("Write `{new}`");
        found.push(Suggestion { place: place.clone(), text: new.clone(), title: title.clone() });
        let line = statement_around(text, place);
        if line != *place && is_similar(new, &text[line.clone()]) {
            found.push(Suggestion { place: line, text: new.clone(), title });
        }
    }
    found
}

/// The statement of one line around a place, without its comment.
fn statement_around(text: &str, place: &Bytes<usize>) -> Bytes<usize> {
    let start = text[..place.start].rfind(['\n', ';', '{']).map_or(0, |at| at + 1);
    let end = text[place.end..].find(['\n', ';', '}', '#']).map_or(text.len(), |at| place.end + at);
    let piece = &text[start..end];
    let from = start + piece.len() - piece.trim_start().len();
    from..from.max(start + piece.trim_end().len())
}

/// Whether the new line has most words of the old one, so that a fix loses nothing that the user wrote.
fn is_similar(new: &str, old: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c| !is_name_char(c)).filter(|word| !word.is_empty()).map(String::from).collect()
    };
    let (new, old) = (words(new), words(old));
    let kept = old.iter().filter(|word| new.contains(word)).count();
    kept > 0 && 3 * kept >= 2 * old.len()
}

/// Whether the problem is gone with the suggestion, and no other one has come.
fn mends(
    document: &Document,
    suggestion: &Suggestion,
    all: &[Problem],
    problem: &Problem,
    settings: &Settings,
) -> bool {
    let mut text = document.text.clone();
    text.replace_range(suggestion.place.clone(), &suggestion.text);
    let settings = Settings { timeout: Some(PATIENCE), ..settings.clone() };
    let mut service = Service::of_file(settings, document.file.clone(), false, Interrupt::new());
    let Some(left) = service.problems(&text, document.files.clone()) else { return false };
    let errors = |problems: &[Problem]| problems.iter().filter(|problem| !problem.warning).count();
    let same = |other: &&Problem| other.message == problem.message && other.code == problem.code;
    let (before, after) = (all.iter().filter(same).count(), left.iter().filter(same).count());
    after < before && errors(&left) <= errors(all) - usize::from(!problem.warning)
}

fn action(document: &Document, about: &About, problem: &Problem, suggestion: Suggestion) -> Value {
    let Suggestion { place, text, title } = suggestion;
    let range = Range { start: document.position(place.start), end: document.position(place.end) };
    json!({
        "title": title,
        "kind": "quickfix",
        "diagnostics": [super::diagnostic(document, problem)],
        "isPreferred": true,
        "edit": {"changes": {about.text_document.uri.as_str(): [{"range": range, "newText": text}]}},
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_statement_around_a_place() {
        let text = "a = 1\n  b = nine  # c\nfor k in l { d = 2 }";
        let around = |piece: &str| {
            let start = text.find(piece).expect("a piece");
            &text[statement_around(text, &(start..start + piece.len()))]
        };
        assert_eq!(["nine", "a", "2"].map(around), ["b = nine", "a = 1", "d = 2"]);
    }

    #[test]
    fn a_line_that_loses_words_is_not_similar() {
        assert!(is_similar("r1c1 = 3", "r1c1 == 3"));
        assert!(!is_similar("csv(\"cost.csv\")", "let clues = csv(board)"));
        assert!(!is_similar("set timeout 10s", "solve"));
    }
}
