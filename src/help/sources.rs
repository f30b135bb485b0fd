//! The sources of topics. A new source is one more function that returns a family and its topics.

use super::{Book, Family, Topic, errors};
use crate::gallery;
use crate::settings::KEYS;
use sator_lang::elaborate::BUILTINS;
use sator_lang::library;

/// The written families, by the word typed after `help`.
const WRITTEN: [(&str, &str); 12] = [
    ("tutorial", include_str!("topics/tutorial.md")),
    ("declarations", include_str!("topics/declarations.md")),
    ("drawing", include_str!("topics/pictures.md")),
    ("expressions", include_str!("topics/expressions.md")),
    ("pieces", include_str!("topics/pieces.md")),
    ("statements", include_str!("topics/statements.md")),
    ("questions", include_str!("topics/questions.md")),
    ("techniques", include_str!("topics/techniques.md")),
    ("session", include_str!("topics/session.md")),
    ("prompt", include_str!("topics/prompt.md")),
    ("coming", include_str!("topics/coming.md")),
    ("json", include_str!("topics/json.md")),
];

/// All sources, in the order in which the reference has them.
pub(super) fn collect() -> Book {
    let mut book = Book { families: vec![], topics: vec![] };
    let written = WRITTEN.iter().map(|(name, text)| written(name, text));
    for (family, topics) in
        written.chain([drawings(), settings(), functions()]).chain(rules()).chain([errors::family()])
    {
        book.families.push(family);
        book.topics.extend(topics);
    }
    book
}

/// A file of `topics/`.
fn written(name: &'static str, text: &'static str) -> (Family, Vec<Topic>) {
    let mut parts = text.split("\n## ");
    let head = parts.next().unwrap_or_default();
    let (title, prose) = head.split_once('\n').unwrap_or((head, ""));
    let family = Family { name, title: title.trim_start_matches("# "), text: prose.trim().to_string(), rules: false };
    let topic = |part: &'static str| {
        let (heading, mut body) = part.split_once('\n').unwrap_or((part, ""));
        let mut also = vec![];
        if let Some(rest) = body.strip_prefix("also: ") {
            let (names, after) = rest.split_once('\n').unwrap_or((rest, ""));
            also = names.split(", ").map(str::trim).collect();
            body = after;
        }
        let text = body.trim().to_string();
        let summary = first_sentence(&text);
        Topic { name: heading.trim(), also, family: name, summary, text, source: None }
    };
    (family, parts.map(topic).collect())
}

/// The keys of `set`.
fn settings() -> (Family, Vec<Topic>) {
    let family = Family {
        name: "settings",
        title: "Settings",
        text: "`set` shows the settings, `set KEY VALUE` changes one. Some are also options of the command line."
            .into(),
        rules: false,
    };
    let topic = |key: &crate::settings::Key| Topic {
        name: key.name,
        also: vec![],
        family: "settings",
        summary: format!("{}: {}", key.values, key.help),
        text: format!("set {}: {}.\n\n    set {} ...   ({})", key.name, key.help, key.name, key.values),
        source: None,
    };
    (family, KEYS.iter().map(topic).collect())
}

/// The shapes of `draw`.
fn drawings() -> (Family, Vec<Topic>) {
    let text = "The shapes that `draw` takes, for example `draw line(cells)`.".into();
    let family = Family { name: "drawings", title: "Drawings", text, rules: false };
    let topic = |shape: &'static sator_lang::elaborate::Builtin| Topic {
        name: shape.name,
        also: vec![],
        family: "drawings",
        summary: format!("draw {}: {}", shape.signature, shape.help),
        text: format!("    draw {}\n\n{}.", shape.signature, shape.help),
        source: None,
    };
    (family, sator_lang::elaborate::SHAPES.iter().map(topic).collect())
}

/// The built-in functions.
fn functions() -> (Family, Vec<Topic>) {
    let family = Family {
        name: "functions",
        title: "Functions",
        text: "A list `l` can also be a row, region, grid or generator; `c` is a cell, `x` a grid.".into(),
        rules: false,
    };
    let topic = |f: &'static sator_lang::elaborate::Builtin| Topic {
        name: f.name,
        also: vec![],
        family: "functions",
        summary: format!("{}: {}", f.signature, f.help),
        text: format!("    {}\n\n{}.", f.signature, f.help),
        source: None,
    };
    (family, BUILTINS.iter().map(topic).collect())
}

/// The standard rules: each family of the library is one of topics.
fn rules() -> Vec<(Family, Vec<Topic>)> {
    let mut families: Vec<(Family, Vec<Topic>)> = vec![];
    for rule in library::rules().iter().filter(|r| r.is_listed()) {
        if families.last().is_none_or(|(f, _)| f.name != rule.family) {
            let about = library::family_text(rule.family).map_or("", opening_line);
            let title = about.split([':', '.', ',']).next().unwrap_or(about).trim();
            families.push((Family { name: rule.family, title, text: about.into(), rules: true }, vec![]));
        }
        if let Some((_, topics)) = families.last_mut() {
            topics.push(rule_topic(rule));
        }
    }
    families
}

fn rule_topic(rule: &'static library::RuleInfo) -> Topic {
    let doc = rule.doc();
    let also = rule.other_names().collect();
    let first = first_sentence(&doc);
    let mut text = format!("    {}\n\n{}", rule.signature(), with_uses_as_code(doc.trim_end()));
    let example = format!("rules/{}", rule.name);
    if gallery::find(&example).is_some() {
        text.push_str(&format!("\n    load example \"{example}\""));
    }
    Topic {
        name: rule.name,
        also,
        family: rule.family,
        summary: format!("{}: {first}", rule.signature()),
        text,
        source: Some(rule.text),
    }
}

/// The first sentence of a text, over all lines that it has.
fn first_sentence(text: &str) -> String {
    let prose = text.lines().take_while(|line| !line.is_empty() && !line.starts_with("Source:"));
    let paragraph = prose.collect::<Vec<_>>().join(" ");
    let end = paragraph.match_indices(". ").find(|(at, _)| paragraph[at + 2..].starts_with(char::is_uppercase));
    end.map_or(paragraph.clone(), |(at, _)| paragraph[..=at].to_string())
}

/// `Use: a; b, c with d` as lines of code.
fn with_uses_as_code(doc: &str) -> String {
    let Some((prose, uses)) = doc.split_once("\nUse: ") else { return doc.to_string() };
    let mut text = format!("{prose}\nUse:\n\n    ");
    let uses = uses.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut depth = 0;
    for (at, c) in uses.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        let words_follow =
            || uses[at + 1..].strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_alphabetic));
        // The second half of `partition p of x, one number in each`.
        let seeds_follow = || [" one ", " two "].iter().any(|word| uses[at + 1..].starts_with(word));
        match c {
            ',' if depth == 0 && seeds_follow() => text.push(c),
            ';' | ',' if depth == 0 => text.push_str("\n   "),
            ')' if depth == 0 && words_follow() => text.push_str(")   #"),
            _ => text.push(c),
        }
    }
    text
}

/// The first line of a script, which describes the puzzle.
fn opening_line(text: &'static str) -> &'static str {
    text.lines().next().unwrap_or_default().trim_start_matches('#').trim()
}
