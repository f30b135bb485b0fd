//! The dim text behind the cursor: the rest of the most likely word, or the parameters of what is being
//! called.

use super::completion::{complete, statement_start};
use super::names::Names;
use sator_base::text::is_name_char;
use sator_lang::syntax::words;

/// The text shown behind the cursor, and the part of it that the right arrow takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub display: String,
    pub completion: Option<String>,
}

pub(crate) fn hint(text: &str, pos: usize, names: &Names) -> Option<Hint> {
    // Behind the last word of a line only.
    if text[pos..].chars().next().is_some_and(|c| c != '\n') {
        return None;
    }
    let before = &text[..pos];
    let start = statement_start(before);
    let statement = &before[start..];
    if statement.contains('"') || statement.contains('#') || in_picture(before, start) {
        return None;
    }
    let length = statement.chars().rev().take_while(|c| is_name_char(*c)).count();
    if length == 0 {
        return call(statement, names);
    }
    let (head, word) = statement.split_at(statement.len() - length);
    if head.ends_with('.') || word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let first = head.trim().is_empty();
    let statement_words = words::first().filter(|_| first).map(String::from);
    let own = names.all.iter().map(|n| n.completed());
    // A single letter is a hint only where few words can stand.
    if !first && word.len() < 2 {
        return None;
    }
    // A word that is complete gets no hint.
    let finished = names.get(word).is_some() || first && words::first().any(|w| w == word);
    if finished {
        return None;
    }
    let (_, offered) = complete(text, pos, names);
    let likely = statement_words.chain(own).find(|w| w.starts_with(word) && offered.iter().any(|o| o.text == *w));
    let likely = likely.or_else(|| offered.first().map(|first| first.text.clone()))?;
    let rest = likely.strip_prefix(word)?.to_string();
    Some(Hint { display: rest.clone(), completion: Some(rest) })
}

/// Right behind the bracket of a call: its parameters.
fn call(statement: &str, names: &Names) -> Option<Hint> {
    let callee = statement.strip_suffix('(')?;
    let callee = &callee[callee.trim_end_matches(is_name_char).len()..];
    let signature = names.get(callee)?.signature.as_deref()?;
    let parameters = signature.split_once('(')?.1;
    Some(Hint { display: parameters.into(), completion: None })
}

/// Whether the brace before opens a picture.
fn in_picture(before: &str, start: usize) -> bool {
    let head = &before[..start];
    let Some(open) = head.rfind('{') else { return false };
    if head[open..].contains('}') {
        return false;
    }
    let line = &head[..open];
    let line = &line[statement_start(line)..];
    let word = line.split_whitespace().next().unwrap_or("");
    matches!(word, "regions" | "givens" | "clues" | "outside" | "expect" | "enum" | "graph")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        hint(text, text.len(), &Names::plain()).map_or(String::new(), |h| h.display)
    }

    #[test]
    fn the_most_likely_word() {
        assert_eq!(shown("s"), "olve");
        assert_eq!(shown("so"), "lve");
        assert_eq!(shown("sol; un"), "ique");
        assert_eq!(shown("solve"), "");
        assert_eq!(shown("g"), "rid");
        assert_eq!(shown("gr"), "id");
        assert_eq!(shown("x = dis"), "tinct(");
        assert_eq!(shown("givens {\n  so"), "");
        assert_eq!(shown("for c in x {\n  dis"), "tinct(");
        assert_eq!(shown("print \"so"), "");
        // Only what Tab would complete.
        assert_eq!(shown("help sud"), "oku");
        assert_eq!(shown("set en"), "coding");
        assert_eq!(shown("set engine sa"), "t");
    }

    #[test]
    fn parameters_of_a_call() {
        assert_eq!(shown("boxes("), "x, h, w)");
        assert_eq!(hint("boxes(", 6, &Names::plain()).unwrap().completion, None);
        assert_eq!(shown("unknown("), "");
    }
}
