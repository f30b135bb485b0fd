//! `save`: writes the session as a script that gives the same session when it is loaded.

use super::list::StatementList;
use super::remarks::Remarks;
use super::{Entry, Session};
use crate::atomic::{self, Access};
use sator_answer::Done;
use sator_base::source::{SourceMap, Span};
use sator_draw::mark;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::print::quoted;
use std::path::{Path, PathBuf};

/// The last line of a saved script. It shows that sator wrote the script and that none of it is missing.
pub(crate) const LAST_LINE: &str = mark::SCRIPT;

impl Session {
    /// The session as a script, if it has statements that were not saved.
    pub fn unsaved(&self) -> Option<String> {
        let text = self.list.script(&self.elaborator, Path::new(""));
        (!self.list.entries.is_empty() && self.list.saved.as_ref() != Some(&text)).then(|| text + LAST_LINE + "\n")
    }

    pub(super) fn save(&mut self, path: &str, span: Span) -> Result<Done> {
        let file = self.texts.file_to_write(path, span)?;
        let folder = file.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let text = self.list.script(&self.elaborator, &folder) + LAST_LINE + "\n";
        let written = atomic::write(&file, text.as_bytes(), Access::Usual, &self.limits());
        written.map_err(|unwritten| unwritten.at(Path::new(path), span))?;
        self.list.saved = Some(self.list.script(&self.elaborator, Path::new("")));
        Ok(Done::Saved { statements: self.list.entries.len(), path: file })
    }

    /// The statements for a reader without the files: the text of each file stands in the place of its `load`.
    pub fn whole_script(&self) -> String {
        let sources = &self.elaborator.sources;
        self.list.script_of(sources, &|entry| match entry.text.starts_with("load ") {
            true => entry.statements.iter().map(|s| sources.slice(s.span)).collect::<Vec<_>>().join("\n"),
            false => entry.text.clone(),
        })
    }

    /// Forgets the comments that belong to no statement, before the text that has them is read again.
    pub(crate) fn forget_remarks(&mut self) {
        self.list.remarks = Remarks::default();
    }

    /// Skips a statement that the list already has, and its comments.
    pub(crate) fn skip_remarks(&mut self, span: Span) {
        self.list.remarks.take(&self.elaborator.sources, span);
    }
}

impl StatementList {
    /// The statements as typed, with their comments. Paths after `load` are relative to `folder`, or absolute.
    pub(super) fn script(&self, elaborator: &Elaborator, folder: &Path) -> String {
        self.script_of(&elaborator.sources, &|entry| match entry.file {
            Some(_) => statement_text(entry, folder),
            None => data_text(entry, elaborator, folder),
        })
    }

    fn script_of(&self, sources: &SourceMap, text_of: &dyn Fn(&Entry) -> String) -> String {
        let mut text = String::new();
        for entry in &self.entries {
            text.push_str(&entry.above);
            text.push_str(&text_of(entry));
            if !entry.behind.is_empty() {
                text.push_str("  ");
                text.push_str(&entry.behind);
            }
            text.push('\n');
        }
        text.push_str(self.remarks.clone().finish(sources));
        if text.is_empty() {
            text = "# an empty session\n".into();
        }
        text
    }
}

/// The text of an entry for a script in `folder`, where paths of data files still name the same files.
fn data_text(entry: &Entry, elaborator: &Elaborator, folder: &Path) -> String {
    let mut text = entry.text.clone();
    let [statement] = &entry.statements[..] else { return text };
    let span = statement.span;
    if elaborator.sources.slice(span) != text {
        return text;
    }
    let mut read = elaborator.data_read(span);
    read.sort_by_key(|(call, _)| std::cmp::Reverse(call.start));
    for (call, file) in read {
        let call = (call.start - span.start) as usize..(call.end - span.start) as usize;
        let Some((open, close)) = literal_in(&text[call.clone()]) else { continue };
        let path = call.start + open..call.start + close;
        let Ok(real) = file.canonicalize() else { continue };
        let typed = folder.join(&text[path.start + 1..path.end - 1]);
        if !typed.canonicalize().is_ok_and(|found| found == real)
            && let Some(real) = real.to_str()
        {
            text.replace_range(path, &quoted(real));
        }
    }
    text
}

fn statement_text(entry: &Entry, folder: &Path) -> String {
    let Some(file) = &entry.file else { return entry.text.clone() };
    let Ok(real) = file.canonicalize() else { return entry.text.clone() };
    let typed = entry.text.split('"').nth(1).unwrap_or("");
    if folder.join(typed).canonicalize().is_ok_and(|found| found == real) {
        return entry.text.clone();
    }
    match real.to_str() {
        Some(real) => format!("load {}", quoted(real)),
        None => entry.text.clone(),
    }
}

/// The place of the first string in a call, without escapes, quotes included.
fn literal_in(call: &str) -> Option<(usize, usize)> {
    let open = call.find('"')?;
    let close = open + 1 + call[open + 1..].find('"')?;
    (!call[open..close].contains('\\')).then_some((open, close + 1))
}
