//! The names of a text: where each is declared and used, and other names for them.

use super::document::Document;
use super::{About, Answer};
use crate::editing::bindings::{Bindings, Symbol, SymbolKind};
use sator_base::source::{SourceId, Span};
use sator_base::text::is_name_char;
use sator_lang::syntax::parse;
use serde_json::{Value, json};

const UNREADABLE: &str = "the text has an error that hides its names";

/// The symbol at the place of a request, and the place of its name there.
fn symbol_at(document: &Document, about: &About) -> Result<Option<(Symbol, Span)>, String> {
    let at = document.byte(about.position()?);
    let bindings = document.bindings().ok_or(UNREADABLE)?;
    Ok(bindings.at(at).map(|(symbol, span)| (symbol.clone(), span)))
}

fn location(document: &Document, about: &About, span: Span) -> Value {
    json!({"uri": about.text_document.uri.as_str(), "range": document.range(span)})
}

pub(super) fn definition(document: &mut Document, about: &About) -> Answer {
    let Some((symbol, _)) = symbol_at(document, about)? else { return Ok(Value::Null) };
    Ok(symbol.declared.iter().map(|(name, _)| location(document, about, *name)).collect())
}

pub(super) fn references(document: &mut Document, about: &About) -> Answer {
    let Some((symbol, _)) = symbol_at(document, about)? else { return Ok(Value::Null) };
    let declarations = about.context.as_ref().and_then(|context| context.include_declaration) != Some(false);
    let wanted = |span: &&Span| declarations || symbol.declared.iter().all(|(name, _)| name != *span);
    Ok(symbol.places.iter().filter(wanted).map(|span| location(document, about, *span)).collect())
}

pub(super) fn highlights(document: &mut Document, about: &About) -> Answer {
    let Ok(Some((symbol, _))) = symbol_at(document, about) else { return Ok(Value::Null) };
    Ok(symbol.places.iter().map(|span| json!({"range": document.range(*span)})).collect())
}

pub(super) fn prepare_rename(document: &mut Document, about: &About) -> Answer {
    let Some((symbol, span)) = symbol_at(document, about)? else { return Ok(Value::Null) };
    refusal(&symbol)?;
    Ok(json!({"range": document.range(span), "placeholder": symbol.name}))
}

/// Why a symbol can't be renamed, if it can't.
fn refusal(symbol: &Symbol) -> Result<(), String> {
    match symbol.kind {
        SymbolKind::EnumValue => {
            Err(format!("`{}` is a value of an enum, which pictures name too: change it by hand", symbol.name))
        }
        _ => Ok(()),
    }
}

/// A new name for a symbol, if the text means the same with it.
pub(super) fn rename(document: &mut Document, about: &About) -> Answer {
    let new = about.new_name.as_deref().unwrap_or_default();
    let Some((symbol, _)) = symbol_at(document, about)? else { return Ok(Value::Null) };
    refusal(&symbol)?;
    let is_name = new.starts_with(|c: char| c.is_alphabetic() || c == '_') && new.chars().all(is_name_char);
    if !is_name {
        return Err(format!("`{new}` is no name: a name has letters, digits and `_`"));
    }
    let mut text = document.text.clone();
    for span in symbol.places.iter().rev() {
        text.replace_range(span.start as usize..span.end as usize, new);
    }
    let before = document.bindings().ok_or(UNREADABLE)?;
    let after = parse(SourceId(0), &text).ok().map(|statements| Bindings::of(&statements));
    // Another symbol of this name would be meant in some places, or a word of the language.
    let is_language = crate::editing::names::Names::plain().get(new).is_some();
    if is_language || after.is_none_or(|after| after.shape() != before.shape()) {
        return Err(format!("`{new}` means something else already"));
    }
    let edits: Vec<Value> =
        symbol.places.iter().map(|span| json!({"range": document.range(*span), "newText": new})).collect();
    Ok(json!({"changes": {about.text_document.uri.as_str(): edits}}))
}

pub(super) fn document_symbols(document: &mut Document, _: &About) -> Answer {
    let Some(bindings) = document.bindings() else { return Ok(json!([])) };
    let mut list: Vec<(u32, Value)> = vec![];
    for symbol in bindings.symbols.iter().filter(|symbol| symbol.kind != SymbolKind::Local) {
        for (name, statement) in &symbol.declared {
            let line =
                document.text[statement.start as usize..statement.end as usize].lines().next().unwrap_or_default();
            let shown = json!({
                "name": symbol.name,
                "detail": line.trim_end_matches('{').trim_end(),
                "kind": symbol_kind(symbol.kind),
                "range": document.range(*statement),
                "selectionRange": document.range(*name),
            });
            list.push((name.start, shown));
        }
    }
    list.sort_by_key(|(start, _)| *start);
    Ok(list.into_iter().map(|(_, shown)| shown).collect())
}

/// `SymbolKind` of the protocol.
fn symbol_kind(kind: SymbolKind) -> u32 {
    match kind {
        SymbolKind::Grid => 18,
        SymbolKind::Unknown | SymbolKind::Local => 13,
        SymbolKind::Enum => 10,
        SymbolKind::EnumValue => 22,
        SymbolKind::Known | SymbolKind::Parameter => 14,
        SymbolKind::Picture => 19,
        SymbolKind::Structure => 23,
        SymbolKind::Function => 12,
        SymbolKind::Rule => 6,
    }
}
