//! `help search WORD`: the topics and examples that mention words.

use super::{Topic, topics};
use crate::gallery;

/// Most topics on a page.
const MOST: usize = 25;

/// Letters of a word that stands for all words that begin with it.
const LONG_ENOUGH: usize = 3;

/// The ways in which a topic mentions a word, the closest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Name,
    Summary,
    Text,
}

/// A line for each topic and example that mentions every word, the closest ones first; `None` if nothing does.
pub fn page(words: &str) -> Option<String> {
    let words: Vec<&str> = words.split_whitespace().collect();
    if words.is_empty() {
        return None;
    }
    let found = |texts: [(Place, &str); 3]| {
        let place = |word: &&str| texts.iter().find(|(_, text)| mentions(text, word)).map(|(place, _)| *place);
        words.iter().map(place).collect::<Option<Vec<Place>>>()?.into_iter().max()
    };
    let mut hits: Vec<(Place, String)> = vec![];
    for topic in topics() {
        let Topic { name, also, summary, text, .. } = topic;
        let names = format!("{name} {}", also.join(" "));
        // The examples of errors hold anything.
        let text = if topic.family == "errors" { "" } else { text };
        let place = found([(Place::Name, &names), (Place::Summary, summary), (Place::Text, text)]);
        hits.extend(place.map(|place| (place, format!("help {name}\t{summary}"))));
    }
    for example in gallery::EXAMPLES.iter() {
        let place = found([(Place::Name, example.name), (Place::Summary, &example.about), (Place::Text, example.text)]);
        // The example of a rule mentions what the page of the rule does.
        let place = place.filter(|_| !example.name.starts_with("rules/"));
        hits.extend(place.map(|place| (place, format!("load example \"{}\"\t{}", example.name, example.about))));
    }
    hits.sort_by_key(|(place, _)| *place);
    let more = hits.len().saturating_sub(MOST);
    let lines: Vec<String> = hits.into_iter().take(MOST).map(|(_, line)| format!("  {line}")).collect();
    let rest = if more > 0 { format!("\n\nand {more} more: add a word") } else { String::new() };
    if lines.is_empty() {
        return super::word_of_another_language(&words.join("_"));
    }
    Some(format!("Pages that mention {}:\n\n{}{rest}", words.join(" and "), lines.join("\n")))
}

/// A name in capitals with underscores: `AddMaxEquality` as `add_max_equality`.
fn with_underscores(word: &str) -> String {
    let mut name = String::new();
    for c in word.chars() {
        if c.is_uppercase() && name.ends_with(char::is_lowercase) {
            name.push('_');
        }
        name.extend(c.to_lowercase());
    }
    name
}

/// Whether a word of the text begins with this word, or is this word if it is short: many words begin with `me`. British and
/// American spellings are one.
fn mentions(text: &str, word: &str) -> bool {
    let plain =
        |text: &str| text.to_lowercase().replace("isation", "ization").replace("ise", "ize").replace("our", "or");
    let text = plain(text);
    [plain(word), plain(&with_underscores(word))].iter().any(|word| {
        let is_short = word.chars().count() < LONG_ENOUGH;
        text.match_indices(word).any(|(at, found)| {
            let goes_on = text[at + found.len()..].starts_with(char::is_alphanumeric);
            let is_inside = text[..at].ends_with(char::is_alphanumeric);
            !is_inside && (!is_short || !goes_on)
        })
    })
}
