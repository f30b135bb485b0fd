//! `docs/reference.md`, made of the same topics as the help pages.

use super::{Topic, families, topics};

/// The whole reference, in Markdown.
pub fn reference() -> String {
    let mut page = String::from(
        "# The sator reference\n\n\
         Made by `sator --help-reference` from what `help` shows at the prompt; don't edit it by hand.\n\n",
    );
    // The errors have a page of their own.
    let families = || families().iter().filter(|family| family.name != "errors");
    for family in families() {
        page.push_str(&format!("- [{}](#{})\n", family.title, anchor(family.title)));
    }
    page.push_str("\nThe errors are on [a page of their own](errors.md).\n");
    for family in families() {
        page.push_str(&format!("\n## {}\n", family.title));
        if !family.text.is_empty() {
            page.push_str(&format!("\n{}\n", family.text));
        }
        if family.rules {
            let file = format!("crates/lang/src/library/{}.puz", family.name);
            page.push_str(&format!("\nStandard rules, in [{file}](../{file}).\n"));
        }
        let members = topics().iter().filter(|t| t.family == family.name);
        if matches!(family.name, "functions" | "settings") {
            page.push('\n');
            members.for_each(|topic| page.push_str(&format!("- {}\n", item(topic))));
        } else {
            members.for_each(|topic| page.push_str(&section(topic)));
        }
    }
    page
}

fn section(topic: &Topic) -> String {
    format!("\n### {}\n\n{}\n", topic.name, topic.text.trim_end())
}

/// `f(x)`: what it does.
fn item(topic: &Topic) -> String {
    match topic.summary.split_once(": ") {
        // An argument by name has a colon too.
        _ if topic.family == "functions" => match topic.summary.split_once("): ") {
            Some((signature, help)) => format!("`{signature})`: {help}"),
            None => topic.summary.clone(),
        },
        Some((values, help)) => format!("`{}` ({values}): {help}", topic.name),
        None => topic.summary.clone(),
    }
}

/// The link to a heading, as GitHub makes it.
fn anchor(title: &str) -> String {
    let kept =
        title.to_lowercase().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-')).collect::<String>();
    kept.replace(' ', "-")
}
