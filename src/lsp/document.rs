//! A text that an editor has open: its places, and what is known of it.

use crate::editing::bindings::{Bindings, declarations};
use crate::editing::names::Names;
use crate::service::{Problem, Service};
use crate::session::{Files, Settings};
use lsp_types::{Position, Range};
use sator_base::limits::Interrupt;
use sator_base::source::{SourceId, Span};
use sator_lang::syntax::ast::Statement;
use sator_lang::syntax::parse;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// A text, its version, and the session that follows it.
pub(super) struct Document {
    pub text: String,
    pub version: i32,
    /// From its folder, paths start.
    pub file: Option<PathBuf>,
    /// The files that the text reads.
    pub files: Files,
    service: Service,
    /// The text whose problems the editor has.
    pub published: bool,
}

impl Document {
    pub(super) fn new(
        text: String,
        version: i32,
        file: Option<PathBuf>,
        settings: &Settings,
        files: Files,
        interrupt: &Interrupt,
    ) -> Document {
        let service = Service::of_file(settings.clone(), file.clone(), false, interrupt.clone());
        Document { text, version, file, files, service, published: false }
    }

    /// Gives the text these files to read.
    pub(super) fn give(&mut self, files: BTreeMap<String, String>) {
        self.files = Files::Given(Arc::new(files));
        self.published = false;
    }

    /// The problems of the text; `None` if the reading was interrupted.
    pub(super) fn problems(&mut self) -> Option<Vec<Problem>> {
        self.service.problems(&self.text, self.files.clone())
    }

    /// The names that the text knows, as far as it can be read.
    pub(super) fn names(&mut self) -> Names {
        self.service.problems(&self.text, self.files.clone());
        Names::of(self.service.session())
    }

    /// The statements; `None` if the text can't be parsed.
    pub(super) fn statements(&self) -> Option<Vec<Statement>> {
        parse(SourceId(0), &self.text).ok()
    }

    /// The declarations and uses of names; `None` if the text can't be parsed.
    pub(super) fn bindings(&self) -> Option<Bindings> {
        self.statements().map(|statements| Bindings::of(&statements))
    }

    /// The `##` lines above the rule or function of this name.
    pub(super) fn doc(&self, name: &str) -> Option<String> {
        self.statements()?.into_iter().find_map(|statement| {
            let own = declarations(&statement).iter().any(|(declared, _)| declared.name == name);
            (own && !statement.doc.is_empty()).then_some(statement.doc)
        })
    }

    /// The place of a byte.
    pub(super) fn position(&self, byte: usize) -> Position {
        position(&self.text, byte)
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start as usize), end: self.position(span.end as usize) }
    }

    /// The byte at a place. A place behind the end of its line is that end.
    pub(super) fn byte(&self, position: Position) -> usize {
        byte(&self.text, position)
    }

    /// Replaces a part of the text, or all of it.
    pub(super) fn change(&mut self, range: Option<Range>, text: &str) {
        match range {
            None => self.text = text.to_string(),
            Some(range) => {
                let (start, end) = (self.byte(range.start), self.byte(range.end));
                self.text.replace_range(start.min(end)..end.max(start), text);
            }
        }
        self.published = false;
    }
}

/// The place of a byte, in lines and UTF-16 units.
pub(super) fn position(text: &str, byte: usize) -> Position {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    Position { line: before.matches('\n').count() as u32, character: before[start..].encode_utf16().count() as u32 }
}

/// The byte at a place in lines and UTF-16 units.
pub(super) fn byte(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(at) => start += at + 1,
            None => return text.len(),
        }
    }
    let mut left = position.character as usize;
    let line = text[start..].split('\n').next().unwrap_or_default();
    let line = line.strip_suffix('\r').unwrap_or(line);
    for (at, c) in line.char_indices() {
        if left < c.len_utf16() {
            return start + at;
        }
        left -= c.len_utf16();
    }
    start + line.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_utf_16() {
        let text = "é𝄞 b\r\nc\n";
        for (at, _) in text.char_indices().filter(|(_, c)| !matches!(c, '\r' | '\n')) {
            assert_eq!(byte(text, position(text, at)), at);
        }
        assert_eq!(position(text, text.find('b').expect("b")), Position { line: 0, character: 4 });
        assert_eq!(byte(text, Position { line: 0, character: 99 }), text.find('\r').expect("an end"));
        assert_eq!(byte(text, Position { line: 9, character: 0 }), text.len());
        // Inside of a pair of units.
        assert_eq!(byte(text, Position { line: 0, character: 2 }), 2);
    }
}
