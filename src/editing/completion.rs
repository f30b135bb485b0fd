//! The candidates of Tab: by the place in the statement, from the names that the session knows.

use super::names::{Class, Names};
use crate::settings::KEYS;
use crate::{gallery, help};
use sator_base::text::is_name_char;
use sator_lang::syntax::{command, question, words};
use std::path::Path;

/// One thing that could be typed here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// In the list of several.
    pub display: String,
    /// The text that replaces the word typed so far.
    pub text: String,
}

impl Candidate {
    fn plain(text: impl Into<String>) -> Candidate {
        let text = text.into();
        Candidate { display: text.clone(), text }
    }
}

/// The candidates at `pos`, and the position at which the word being typed starts.
pub(crate) fn complete(text: &str, pos: usize, names: &Names) -> (usize, Vec<Candidate>) {
    let Some(before) = text.get(..pos) else { return (pos, vec![]) };
    let statement = &before[statement_start(before)..];
    let word_length = statement.chars().rev().take_while(|c| is_name_char(*c)).count();
    let word_start = pos - word_length;
    let word = &before[word_start..];
    let head = &statement[..statement.len() - word_length];
    let words: Vec<&str> = head.split_whitespace().collect();

    if let Some(quote) = open_quote(statement) {
        return in_quotes(&statement[..quote], pos - (statement.len() - quote - 1), &statement[quote + 1..]);
    }
    if let Some(rest) = statement.trim_start().strip_prefix("help ") {
        let typed = rest.trim_start();
        let topics = help::topics().iter().map(|t| t.name).chain(help::families().iter().map(|f| f.name));
        return (pos - typed.len(), matching(typed, topics.chain(["topics"]).map(Candidate::plain)));
    }
    if let Some(owner) = head.strip_suffix('.').filter(|h| !h.ends_with('.')) {
        let owner = &owner[owner.trim_end_matches(is_name_char).len()..];
        return (word_start, matching(word, names.fields(owner).iter().map(Candidate::plain)));
    }
    let fixed = |list: &[&str]| (word_start, matching(word, list.iter().map(|w| Candidate::plain(*w))));
    match words[..] {
        ["set"] => return (word_start, matching(word, KEYS.iter().map(|k| Candidate::plain(k.name)))),
        ["set", key] => {
            let values = KEYS.iter().find(|k| k.name == key).map_or("", |k| k.values);
            let values = values.split(", ").flat_map(|v| v.split(" or ")).filter(|v| !v.contains(' '));
            return (word_start, matching(word, values.map(Candidate::plain)));
        }
        ["drop" | "edit"] => {
            let last = (words[0] == "drop").then(|| Candidate::plain("last"));
            let numbered = names.statements.iter().map(|(number, text)| Candidate {
                display: format!("{number} {}", text.chars().take(30).collect::<String>()),
                text: number.to_string(),
            });
            return (word_start, matching(word, numbered.chain(last)));
        }
        ["compare"] => return (word_start, matching(word, words::questions().map(Candidate::plain))),
        // Nothing but some words can follow.
        [first] if question::QuestionForm::of(first).is_some_and(|form| form.is_closed()) => {
            return fixed(after(&words));
        }
        ["export"] | ["grid", _] | ["hidden", "grid", _] => return fixed(after(&words)),
        ["drop", ..] => return fixed(&[]),
        ["show"] if "example".starts_with(word) && !word.is_empty() => return fixed(&["example"]),
        ["show"] => return (word_start, matching(word, of_class(names, &[Class::Unknown]))),
        ["load"] if !word.is_empty() => return fixed(&["example", "last"]),
        _ => {}
    }
    let mut candidates = Vec::new();
    if head.trim().is_empty() || matches!(words[..], ["try"]) {
        candidates.extend(words::first().chain(["for", "if"]).map(Candidate::plain));
    }
    let next = after(&words);
    candidates.extend(next.iter().map(|w| Candidate::plain(*w)));
    // Nothing else is offered before a letter is typed if only some words can follow.
    if word.is_empty() && !next.is_empty() {
        return (word_start, matching(word, candidates.into_iter()));
    }
    candidates.extend(names.all.iter().map(|name| Candidate {
        display: name.signature.clone().unwrap_or_else(|| name.text.clone()),
        text: name.completed(),
    }));
    let mut found = matching(word, candidates.into_iter());
    // At an empty place everything is possible: only what starts a statement is worth a list.
    if word.is_empty() {
        found.truncate(words::first().count());
    }
    (word_start, found)
}

/// Words that can follow others.
fn after(words: &[&str]) -> &'static [&'static str] {
    match words {
        ["is"] => &["it unique?", "there another solution?"],
        ["grid", _] | ["hidden", "grid", _] => &["like"],
        ["grid", _, "like", _] | ["hidden", "grid", _, "like", _] => &["in", "except"],
        ["grid", _, "like"] | ["hidden", "grid", _, "like"] => &[],
        ["grid", _, _] | ["hidden", "grid", _, _] => &["in", "like", "by", "except"],
        ["grid" | "hidden" | "var", .., "in"] => &["bool"],
        ["var", _, ..] | ["hidden", "var", _, ..] if !words.contains(&"in") => &["in"],
        ["regions" | "clues" | "outside" | "givens", ..] => &["of"],
        [word] => match (question::QuestionForm::of(word), command::CommandForm::of(word)) {
            (Some(form), _) => form.next,
            (None, Some(form)) => form.next,
            (None, None) => &[],
        },
        _ => &[],
    }
}

fn of_class<'a>(names: &'a Names, classes: &'a [Class]) -> impl Iterator<Item = Candidate> + 'a {
    names.all.iter().filter(|n| classes.contains(&n.class)).map(|n| Candidate::plain(&n.text))
}

/// The candidates that start with the typed text, each once.
fn matching(typed: &str, candidates: impl Iterator<Item = Candidate>) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for candidate in candidates.filter(|c| c.text.starts_with(typed)) {
        if !found.iter().any(|f| f.text == candidate.text) {
            found.push(candidate);
        }
    }
    found
}

/// The start of the statement at the end of the text.
pub(super) fn statement_start(before: &str) -> usize {
    before.rfind(['\n', ';', '{', '}']).map_or(0, |n| n + 1)
}

/// The quote that is still open at the end.
fn open_quote(statement: &str) -> Option<usize> {
    let mut open = None;
    for (i, _) in statement.match_indices('"') {
        open = if open.is_none() { Some(i) } else { None };
    }
    open
}

/// A file or example name inside quotes; `start` is where it starts.
fn in_quotes(head: &str, start: usize, typed: &str) -> (usize, Vec<Candidate>) {
    let words: Vec<&str> = head.split_whitespace().collect();
    match words[..] {
        ["load", "example"] => {
            let names =
                gallery::EXAMPLES.iter().map(|e| Candidate { display: e.name.into(), text: format!("{}\"", e.name) });
            (start, matching(typed, names))
        }
        ["load" | "save"] => files(start, typed, words[0] == "load"),
        _ => (start, vec![]),
    }
}

/// Files in the folder that is being typed; for `load`, scripts and folders.
fn files(start: usize, typed: &str, scripts: bool) -> (usize, Vec<Candidate>) {
    let (folder, prefix) = match typed.rfind('/') {
        Some(n) => typed.split_at(n + 1),
        None => ("", typed),
    };
    let place = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with(prefix) || name.starts_with('.') && !prefix.starts_with('.') || name.contains('"') {
            continue;
        }
        if entry.path().is_dir() {
            // Windows takes `/` too, and `\` starts an escape in a text.
            let text = format!("{name}/");
            found.push(Candidate { display: text.clone(), text });
        } else if !scripts || name.ends_with(".puz") {
            found.push(Candidate { text: format!("{name}\""), display: name });
        }
    }
    found.sort_unstable_by(|a, b| a.display.cmp(&b.display));
    (start + folder.len(), found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Session, Settings};
    use sator_base::limits::Interrupt;

    fn session() -> Session {
        let text = "grid x 4x4 in 1..4\nregions cage { a a b b; a a b b; c c d d; c c d d }\n\
                    rule killer(cells, total = 3) { sum(cells) = total }\nenum colour { red green }";
        let mut session = Session::new(Settings::default(), Interrupt::new());
        for statement in session.read("test", text, None).unwrap() {
            session.run(&statement, &mut |_, _| {}).unwrap();
        }
        session
    }

    fn offered(text: &str) -> Vec<String> {
        complete(text, text.len(), &Names::of(&session())).1.into_iter().map(|c| c.text).collect()
    }

    #[test]
    fn by_place() {
        assert_eq!(offered("sol"), ["solve", "solutions"]);
        assert_eq!(offered("r1c1 = 1; uniq"), ["unique"]);
        assert_eq!(offered("kil")[0], "killer(");
        assert_eq!(offered("distinct(ca")[0], "cage");
        assert_eq!(offered("distinct(cage."), ["a", "b", "c", "d"]);
        assert_eq!(offered("distinct(x.r"), ["r1", "r2", "r3", "r4"]);
        assert_eq!(offered("set en"), ["encoding", "engine"]);
        assert_eq!(offered("set encoding "), ["fd", "int", "auto"]);
        assert_eq!(offered("help giv"), ["givens"]);
        assert!(offered("help is it").is_empty());
        assert!(offered("load example \"block-p").contains(&"block-party-4\"".to_string()));
        assert_eq!(offered("drop 1"), ["1"]);
        assert_eq!(offered("x = gre"), ["green"]);
        assert_eq!(offered("why r1c1 = co")[..3], ["colour", "count(", "contains("]);
    }

    #[test]
    fn rules_show_their_parameters() {
        let candidates = complete("kil", 3, &Names::of(&session())).1;
        assert_eq!(candidates[0].display, "killer(cells, total = 3)");
    }

    #[test]
    fn files_of_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("one.puz"), "").unwrap();
        std::fs::write(folder.path().join("two.txt"), "").unwrap();
        let path = folder.path().display();
        assert_eq!(offered(&format!("load \"{path}/")), ["one.puz\""]);
        assert_eq!(offered(&format!("save \"{path}/")), ["one.puz\"", "two.txt\""]);
    }
}
