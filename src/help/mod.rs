//! Help: a collection of topics, of which the pages at the prompt and `docs/reference.md` are made.
//!
//! The topics come from the files `topics/*.md`, and from the tables of functions, settings, error codes and standard rules,
//! each of which stands beside its code. The format of the files:
//!
//! ```text
//! # Family title        prose about the family
//! ## topic              also: other, names      (the line may be left out)
//! first paragraph, which is the summary; then text and examples (indented by four)
//! ```

mod advice;
mod errors;
mod reference;
mod search;
mod sources;

pub use advice::topic_of_error;
pub use reference::reference;

use std::sync::LazyLock;

/// A subject of help.
#[derive(Clone, Debug)]
pub struct Topic {
    /// The word after `help`.
    pub name: &'static str,
    /// Other words for it.
    pub also: Vec<&'static str>,
    /// The name of its family.
    pub family: &'static str,
    /// A description of one line, for lists.
    pub summary: String,
    /// Summary, text and examples.
    pub text: String,
    /// The source of a standard rule.
    pub source: Option<&'static str>,
}

impl Topic {
    fn page(&self) -> String {
        let mut page = reflow(&self.text);
        if let Some(source) = self.source {
            page.push_str("\n\nIts text:\n");
            // The page above already contains the `##` comments.
            let lines = source.lines().filter(|l| !l.starts_with("##"));
            lines.for_each(|line| page.push_str(&format!("\n    {line}")));
        }
        page
    }
}

/// A chapter of topics.
#[derive(Clone, Debug)]
pub struct Family {
    /// The word after `help`.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The introduction.
    pub text: String,
    /// Whether its topics are standard rules.
    pub rules: bool,
}

struct Book {
    families: Vec<Family>,
    topics: Vec<Topic>,
}

static BOOK: LazyLock<Book> = LazyLock::new(sources::collect);

/// All topics, family by family.
pub fn topics() -> &'static [Topic] {
    &BOOK.topics
}

/// All families, in the order of the reference.
pub fn families() -> &'static [Family] {
    &BOOK.families
}

/// Finds a topic by its name, or else by another word for it, in capitals or not, with or without `_` and `-`.
pub fn find(name: &str) -> Option<&'static Topic> {
    let exact = topics().iter().find(|t| t.name == name);
    let other = || topics().iter().find(|t| t.also.contains(&name));
    let plain = plain(name);
    let alike = || {
        let is_alike = |topic: &&Topic| topic.also.iter().chain([&topic.name]).any(|word| self::plain(word) == plain);
        topics().iter().filter(|_| !plain.is_empty()).find(is_alike)
    };
    // `technique locked candidates` is the page that solvers also know as `locked candidates`.
    let technique = || {
        let name = name.strip_prefix("technique ")?;
        topics().iter().find(|t| t.family == "techniques" && t.also.contains(&name))
    };
    exact.or_else(other).or_else(technique).or_else(alike)
}

/// A word as it is compared: `AddAllDifferent`, `add_all_different`.
fn plain(word: &str) -> String {
    word.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

/// The page of `help` by itself. It fits a screen.
pub fn first_page() -> String {
    include_str!("topics/first.txt").trim_end().to_string()
}

/// The page of `help TOPIC`, or what mentions the word; `None` if nothing does. Each paragraph is one line, and a tab stands between a name
/// and its description, so that the caller can lay the page out for any width.
pub fn page(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches('?').trim_end();
    match name {
        "topics" => return Some(index("help TOPIC, with one of:\n", |_| true)),
        "rules" => return Some(index("The standard rules; `help rule` is about your own.\n", |f| f.rules)),
        _ => {}
    }
    if let Some(words) = name.strip_prefix("search ") {
        return search::page(words);
    }
    // A word can be several things, as `count` is a question and a function.
    let mut parts: Vec<String> = topics().iter().filter(|t| t.name == name).map(Topic::page).collect();
    parts.extend(families().iter().filter(|f| f.name == name).map(family_page));
    if parts.is_empty() {
        parts.extend(find(name).map(Topic::page));
    }
    if parts.is_empty() {
        parts.extend(word_of_another_language(name));
    }
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// The words to write in place of a word of another language, and the page of the first function or rule in that.
fn word_of_another_language(word: &str) -> Option<String> {
    let instead = sator_lang::elaborate::instead(word)?;
    let mut page = format!("`{word}` is no word of this language: {}.", instead.text);
    let called = instead.fixes.iter().filter_map(|code| code.split('(').next()).find_map(find);
    if let Some(topic) = called {
        page.push_str("\n\n");
        page.push_str(&topic.page());
    }
    Some(page)
}

/// A family's text, and a line for each of its topics.
fn family_page(family: &Family) -> String {
    let mut page = if family.text.is_empty() { family.title.to_string() } else { reflow(&family.text) };
    page.push('\n');
    let members: Vec<&Topic> = topics().iter().filter(|t| t.family == family.name).collect();
    for member in members {
        page.push_str(&format!("\n  {}\t{}", member.name, member.summary));
    }
    page
}

/// The text with each of its paragraphs in one line; indented lines stay as they are.
fn reflow(text: &str) -> String {
    let mut out: Vec<String> = vec![];
    let mut open = false;
    for line in text.trim_end().lines() {
        let prose = !line.is_empty() && !line.starts_with(' ');
        // `Source: ...` and the like start anew, and so do the items of a list.
        let first = line.split(' ').next().unwrap_or_default();
        let heads = first == "-" || first.ends_with(':') && first.starts_with(|c: char| c.is_ascii_uppercase());
        match out.last_mut() {
            Some(paragraph) if prose && open && !heads => *paragraph += &format!(" {line}"),
            _ => out.push(line.to_string()),
        }
        open = prose;
    }
    out.join("\n")
}

/// The names of all topics of some families.
fn index(head: &str, wanted: impl Fn(&Family) -> bool) -> String {
    let mut page = String::from(head);
    for family in families().iter().filter(|f| wanted(f)) {
        let names = topics().iter().filter(|t| t.family == family.name).map(|t| t.name);
        page.push_str(&format!("\n{}\n  {}\n", family.title, names.collect::<Vec<_>>().join("  ")));
    }
    page
}

pub use search::page as search;

#[cfg(test)]
mod tests;
