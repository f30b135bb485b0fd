//! Code actions: what a message suggests to write, where writing it mends the mistake.

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

/// Suggestions that are tried at a time, each by reading the whole text.
const MOST_TRIED: usize = 8;
/// Longer texts take too long to be read for each suggestion.
const LONGEST: usize = 100_000;
/// How long reading one statement can take.
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

/// The text that the help of a problem suggests: a name in the place of the wrong one, or a line similar to the one that is
/// there.
fn suggestions(text: &str, problem: &Problem, place: &Bytes<usize>) -> Vec<Suggestion> {
    let Some(help) = &problem.help else { return vec![] };
    // Behind each odd one of the marks stands what is to be written.
    let written: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    let mut found = vec![];
    for new in written {
        if new.is_empty() || new.contains('\n') || new == &text[place.clone()] {
            continue;
        }
        let title = format!("Write `{new}`");
        if help.starts_with("did you mean") || help.starts_with("write ") {
            found.push(Suggestion { place: place.clone(), text: new.into(), title: title.clone() });
        }
        let line = statement_around(text, place);
        if help.starts_with("write ") && line != *place && is_alike(new, &text[line.clone()]) {
            found.push(Suggestion { place: line, text: new.into(), title });
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

/// Whether most words of the line that is there stand in the new one too, so that nothing that the user wrote is lost.
fn is_alike(new: &str, old: &str) -> bool {
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
    fn a_line_that_loses_words_is_not_alike() {
        assert!(is_alike("r1c1 = 3", "r1c1 == 3"));
        assert!(!is_alike("csv(\"cost.csv\")", "let clues = csv(board)"));
        assert!(!is_alike("set timeout 10s", "solve"));
    }
}
