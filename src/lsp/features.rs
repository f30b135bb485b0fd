//! Answers about a place of a text: completion, parameters, help, colours, folds, layout.

use super::document::Document;
use super::{About, Answer, TOKEN_TYPES};
use crate::editing::completion::complete;
use crate::editing::format::format;
use crate::editing::highlight;
use crate::editing::names::{Class, Names};
use crate::help;
use sator_base::text::is_name_char;
use sator_lang::syntax::ast::{Expectation, Question, Statement, StatementKind};
use serde_json::{Value, json};
use std::ops::Range;

/// Names that completion offers at a time.
const MOST_OFFERS: usize = 200;
/// Columns of a help page.
const COLUMNS: usize = 80;

pub(super) fn completion(document: &mut Document, about: &About) -> Answer {
    let names = document.names();
    let at = document.byte(about.position()?);
    let (start, found) = complete(&document.text, at, &names);
    let range = lsp_types::Range { start: document.position(start), end: document.position(at) };
    let item = |(order, candidate): (usize, crate::editing::completion::Candidate)| {
        let word = candidate.text.trim_end_matches('(');
        let name = names.get(word);
        json!({
            "label": word,
            "detail": name.and_then(|name| name.signature.clone()).unwrap_or(candidate.display),
            "kind": completion_kind(name.map(|name| name.class)),
            // Editors sort by this text, and the session's own order is the better one.
            "sortText": format!("{order:04}"),
            "filterText": candidate.text,
            "textEdit": {"range": range, "newText": candidate.text},
        })
    };
    let items: Vec<Value> = found.into_iter().take(MOST_OFFERS).enumerate().map(item).collect();
    Ok(json!({"isIncomplete": items.len() == MOST_OFFERS, "items": items}))
}

/// `CompletionItemKind` of the protocol.
fn completion_kind(class: Option<Class>) -> u32 {
    match class {
        Some(Class::Function) => 3,
        Some(Class::Rule) => 2,
        Some(Class::Unknown) => 6,
        Some(Class::Known) => 21,
        Some(Class::Text) => 17,
        _ => 14,
    }
}

/// The call that a place stands in: the name, and how many commas stand before the place.
fn call_at(text: &str, at: usize) -> Option<(&str, usize)> {
    let statement = &text[text[..at].rfind(['\n', ';']).map_or(0, |n| n + 1)..at];
    let (mut depth, mut commas) = (0, 0);
    for (i, c) in statement.char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth > 0 => depth -= 1,
            '(' => {
                let head = &statement[..i];
                let name = &head[head.trim_end_matches(is_name_char).len()..];
                return (!name.is_empty()).then_some((name, commas));
            }
            '[' | '{' => return None,
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

pub(super) fn signature_help(document: &mut Document, about: &About) -> Answer {
    let names = document.names();
    let at = document.byte(about.position()?);
    let Some((name, commas)) = call_at(&document.text, at) else { return Ok(Value::Null) };
    let Some(signature) = names.get(name).and_then(|name| name.signature.clone()) else { return Ok(Value::Null) };
    let parameters: Vec<Value> = parameters(&signature).into_iter().map(|label| json!({"label": label})).collect();
    Ok(json!({
        "signatures": [{"label": signature, "parameters": parameters, "documentation": summary(document, name)}],
        "activeSignature": 0,
        "activeParameter": commas.min(parameters.len().saturating_sub(1)),
    }))
}

/// The parameters of `killer(cells, total = 3)`.
fn parameters(signature: &str) -> Vec<&str> {
    let Some(inside) = signature.split_once('(').map(|(_, rest)| rest.trim_end().trim_end_matches(')')) else {
        return vec![];
    };
    let (mut depth, mut start, mut found) = (0, 0, vec![]);
    for (at, c) in inside.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(inside[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(inside[start..].trim());
    found.retain(|parameter| !parameter.is_empty());
    found
}

/// The `##` lines of a name of the text, or the first line of its help.
fn summary(document: &Document, name: &str) -> Option<String> {
    document.doc(name).or_else(|| help::find(name).map(|topic| topic.summary.clone()))
}

pub(super) fn hover(document: &mut Document, about: &About) -> Answer {
    let at = document.byte(about.position()?);
    let Some(word) = word_at(&document.text, at) else { return Ok(Value::Null) };
    let name = &document.text[word.clone()];
    let own = document.bindings().and_then(|bindings| {
        let (symbol, _) = bindings.at(at)?;
        let (_, statement) = symbol.declared.first()?;
        let line = document.text[statement.start as usize..statement.end as usize].lines().next().unwrap_or_default();
        let doc = document.doc(&symbol.name).map_or(String::new(), |doc| format!("\n\n{doc}"));
        Some(format!("{}{doc}", line.trim_end_matches('{').trim_end()))
    });
    let known = || {
        help::find(name)?;
        Some(sator_draw::render::manual(&help::page(name)?, COLUMNS))
    };
    let Some(text) = own.or_else(known) else { return Ok(Value::Null) };
    let range = lsp_types::Range { start: document.position(word.start), end: document.position(word.end) };
    Ok(json!({"contents": {"kind": "plaintext", "value": text}, "range": range}))
}

/// The word at a place, outside of comments and texts.
fn word_at(text: &str, at: usize) -> Option<Range<usize>> {
    let class = highlight::pieces(text, &Names::plain()).into_iter().find(|(range, _)| range.contains(&at));
    if class.is_some_and(|(_, class)| matches!(class, Class::Comment | Class::Text | Class::Token | Class::Blank)) {
        return None;
    }
    let start = text[..at].trim_end_matches(is_name_char).len();
    let end = text.len() - text[at..].trim_start_matches(is_name_char).len();
    (start < end).then_some(start..end)
}

/// The number of the token type of a class.
fn token_type(class: Class) -> Option<usize> {
    let name = match class {
        Class::Plain | Class::Bracket | Class::Blank => return None,
        Class::Keyword | Class::Declaration => "keyword",
        Class::Question => "event",
        Class::Command => "method",
        Class::Function => "function",
        Class::Rule => "macro",
        Class::Unknown => "variable",
        Class::Known => "parameter",
        Class::Number => "number",
        Class::Text => "string",
        Class::Comment => "comment",
        Class::Token => "enumMember",
    };
    TOKEN_TYPES.iter().position(|known| *known == name)
}

pub(super) fn semantic_tokens(document: &mut Document, _: &About) -> Answer {
    let names = document.names();
    let (mut data, mut line, mut column) = (vec![], 0_u32, 0_u32);
    let (mut last_line, mut last_column) = (0, 0);
    for (range, class) in highlight::pieces(&document.text, &names) {
        // A token ends with its line.
        for part in document.text[range].split_inclusive('\n') {
            let length = part.trim_end_matches(['\n', '\r']).encode_utf16().count() as u32;
            if let Some(kind) = token_type(class).filter(|_| length > 0) {
                let before = if line == last_line { last_column } else { 0 };
                data.extend([line - last_line, column - before, length, kind as u32, 0]);
                (last_line, last_column) = (line, column);
            }
            if part.ends_with('\n') {
                (line, column) = (line + 1, 0);
            } else {
                column += part.encode_utf16().count() as u32;
            }
        }
    }
    Ok(json!({"data": data}))
}

pub(super) fn folding(document: &mut Document, _: &About) -> Answer {
    let mut folds = vec![];
    for statement in document.statements().iter().flatten() {
        fold(document, statement, &mut folds);
    }
    Ok(folds.into())
}

/// The lines of a statement with a picture or a body, and of those inside.
fn fold(document: &Document, statement: &Statement, folds: &mut Vec<Value>) {
    let inside: Vec<&Statement> = match &statement.kind {
        StatementKind::For { body, .. } | StatementKind::Rule { body, .. } | StatementKind::Sweep { body, .. } => {
            body.iter().collect()
        }
        StatementKind::If { then, otherwise, .. } => then.iter().chain(otherwise).collect(),
        StatementKind::Picture { .. }
        | StatementKind::Enum { .. }
        | StatementKind::Question(Question::Expect(Expectation::Solution { .. })) => vec![],
        _ => return,
    };
    let range = document.range(statement.span);
    if range.end.line > range.start.line {
        folds.push(
            json!({"startLine": range.start.line, "endLine": range.end.line.saturating_sub(1), "kind": "region"}),
        );
    }
    inside.into_iter().for_each(|inner| fold(document, inner, folds));
}

pub(super) fn formatting(document: &mut Document, _: &About) -> Answer {
    let Some(formatted) = format(&document.text) else {
        return Err("a script with an error in it can't be laid out".into());
    };
    if formatted == document.text {
        return Ok(json!([]));
    }
    let (end, start) = (document.position(document.text.len()), document.position(0));
    Ok(json!([{"range": lsp_types::Range { start, end }, "newText": formatted}]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_call_at_a_place() {
        let at = |text: &str| call_at(text, text.len()).map(|(name, commas)| (name.to_string(), commas));
        assert_eq!(at("killer(r1c1, 3"), Some(("killer".into(), 1)));
        assert_eq!(at("x = 1; killer([a, b], f(1, 2), "), Some(("killer".into(), 2)));
        assert_eq!(at("killer(f(1, "), Some(("f".into(), 1)));
        assert_eq!(at("killer(a)"), None);
        assert_eq!(at("(1, "), None);
        assert_eq!(at("l[1, "), None);
    }

    #[test]
    fn parameters_of_a_signature() {
        assert_eq!(parameters("killer(cells, total = 3)"), ["cells", "total = 3"]);
        assert_eq!(parameters("f(a = [1, 2], b)"), ["a = [1, 2]", "b"]);
        assert!(parameters("f()").is_empty());
    }
}
