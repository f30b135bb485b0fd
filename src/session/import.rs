//! Puzzles of other programs as statements of this session: a link or a file becomes a script, and each of its
//! statements is one of the list.

use super::{Report, Session, Sink};
use crate::input::Unread;
use sator_answer::{Answer, Done};
use sator_base::source::Span;
use sator_formats::{self, Imported};
use sator_lang::diagnostic::{Diagnostic, Result};
use std::time::Duration;

impl Session {
    /// What `load` names, if that is another program's puzzle: a link or a line itself, or a file with one.
    pub(super) fn imported(&mut self, path: &str, span: Span) -> Result<Option<Imported>> {
        let located = |problem: sator_formats::Problem| Box::new(problem.diagnostic().label(span, ""));
        if let Some(read) = sator_formats::import(path) {
            return read.map(Some).map_err(located);
        }
        self.files_allowed(span)?;
        let file = self.resolve(path, span);
        let text = match self.text_of(&file) {
            Ok(text) => text,
            Err(Unread::Stopped(reason)) => return Err(sator_lang::diagnostic::Diagnostic::stopped(reason, span)),
            // What is wrong with the file itself, `load` says.
            Err(Unread::Unreadable(_)) => return Ok(None),
        };
        let imported = sator_formats::import(&text).transpose().map_err(located)?;
        self.read_ahead = imported.is_none().then_some((file, text));
        Ok(imported)
    }

    /// Faults of an import that were mended are warnings of this session.
    pub fn warn_of(&mut self, imported: &Imported) {
        self.warnings.extend(imported.warnings());
    }

    /// Takes the statements of an import one by one. On an error the session is as it was.
    pub fn take_import(&mut self, imported: &Imported, line: u32, sink: Sink) -> Result<()> {
        self.warn_of(imported);
        let (entries, past, future) = (self.entries.len(), self.past.len(), self.future.clone());
        let remarks = self.remarks.clone();
        let outer = std::mem::replace(&mut self.importing, true);
        let done = self
            .read(imported.format, &imported.script, None)
            .and_then(|statements| statements.iter().try_for_each(|statement| self.run(statement, sink)));
        self.importing = outer;
        self.remarks = remarks;
        if let Err(error) = done {
            let added = self.entries.len() - entries;
            if added > 0 {
                self.change(entries, added, vec![])?;
            }
            self.past.truncate(past);
            self.future = future;
            return Err(in_words(error, imported));
        }
        let numbers =
            self.entries.get(entries).zip(self.entries.last()).map(|(first, last)| (first.number, last.number));
        let untranslated = imported.untranslated.clone();
        let answer = Answer::Done(Done::Imported { format: imported.format, numbers, untranslated });
        sink(self, Report { query: "load", line, elapsed: Duration::ZERO, answer, notes: vec![] });
        Ok(())
    }
}

/// What is wrong with a clue is said of the script that the import made.
fn in_words(mut error: Box<Diagnostic>, imported: &Imported) -> Box<Diagnostic> {
    error.notes.push(format!(
        "this is how the {} puzzle reads in the language; `--to-script` prints all of it",
        imported.format
    ));
    error
}
