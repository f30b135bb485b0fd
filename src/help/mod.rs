//! Help: one collection of topics, from which the pages at the prompt and `docs/reference.md` are made.
//!
//! Topics come from several sources: what is written in `topics/*.md`, and the tables of functions,
//! settings, codes of errors and standard rules, each kept where the thing itself is. The format of the written ones:
//!
//! ```text
//! # Family title        prose about the family
//! ## topic              also: other, names      (the line may be left out)
//! first paragraph, which is the summary; then text and examples (indented by four)
//! ```

mod advice;
mod errors;
mod reference;
mod sources;

pub use advice::topic_of_error;
pub use reference::reference;

use std::sync::LazyLock;

/// One thing there is help on.
#[derive(Clone, Debug)]
pub struct Topic {
    /// What is typed after `help`.
    pub name: &'static str,
    pub also: Vec<&'static str>,
    pub family: &'static str,
    /// One line, for lists.
    pub summary: String,
    /// Summary, text and examples.
    pub text: String,
    /// Of a standard rule, the rule itself.
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
    /// What is typed after `help`.
    pub name: &'static str,
    pub title: &'static str,
    pub text: String,
    /// Whether it is one of the standard rules.
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

pub fn families() -> &'static [Family] {
    &BOOK.families
}

/// The topic of this name, or the one that also goes by it.
pub fn find(name: &str) -> Option<&'static Topic> {
    let exact = topics().iter().find(|t| t.name == name);
    exact.or_else(|| topics().iter().find(|t| t.also.contains(&name)))
}

/// `help`: fits a screen.
pub fn first_page() -> String {
    include_str!("topics/first.txt").trim_end().to_string()
}

/// `help TOPIC`; `None` if there is no such topic. Paragraphs are a line each, names and what they are have a tab between
/// them: who shows a page knows how wide it is.
pub fn page(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches('?').trim_end();
    match name {
        "topics" => return Some(index("help TOPIC, with one of:\n", |_| true)),
        "rules" => return Some(index("The standard rules; `help rule` is about your own.\n", |f| f.rules)),
        _ => {}
    }
    // A word can be several things, as `count` is a question and a function.
    let mut parts: Vec<String> = topics().iter().filter(|t| t.name == name).map(Topic::page).collect();
    parts.extend(families().iter().filter(|f| f.name == name).map(family_page));
    if parts.is_empty() {
        parts.extend(find(name).map(Topic::page));
    }
    (!parts.is_empty()).then(|| parts.join("\n\n"))
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

/// The text with each of its paragraphs in one line; what is indented stays as it is.
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

#[cfg(test)]
mod tests;
