//! `load` of another program's puzzle: the link or file becomes a script, whose statements join the list.

use super::{Report, Session, Sink};
use crate::input::Unread;
use sator_answer::{Answer, Done};
use sator_formats::{self, Imported};
use sator_lang::diagnostic::{Diagnostic, Result};
use sator_lang::syntax::ast::{Load, Query};
use std::time::Duration;

impl Session {
    /// Imports the argument of `load` if it is another program's puzzle: a link, a line of text, or a file that holds
    /// one.
    pub(super) fn imported(&mut self, load: &Load) -> Result<Option<Imported>> {
        let Load { path, span, genre } = load;
        let span = *span;
        let located = |problem: sator_formats::Problem| Box::new(problem.diagnostic().label(span, ""));
        let read = match genre {
            Some(genre) => sator_formats::is_link(path).then(|| sator_formats::import_as(path, &genre.name)),
            None => sator_formats::import(path),
        };
        if let Some(read) = read {
            return read.map(Some).map_err(located);
        }
        self.texts.can_read(span)?;
        let file = self.texts.resolve(path, span);
        let text = match self.texts.read(&file, &self.limits()) {
            Ok(text) => text,
            Err(Unread::Stopped(reason)) => {
                return Err(Box::new(sator_lang::diagnostic::Diagnostic::stopped_reading(reason).label(span, "")));
            }
            // `load` reports a file that can't be read.
            Err(Unread::Unreadable(_)) => return Ok(None),
        };
        if let Some(genre) = genre {
            return sator_formats::import_as(&text, &genre.name).map(Some).map_err(located);
        }
        let imported = sator_formats::import(&text).transpose().map_err(located)?;
        self.texts.read_ahead = imported.is_none().then_some((file, text));
        Ok(imported)
    }

    /// Adds the faults of an import that were mended to the session's warnings.
    pub fn warn_of(&mut self, imported: &Imported) {
        self.warnings.list.extend(imported.warnings());
    }

    /// Runs the statements of an import; each becomes an entry. `line` is the line of the report.
    ///
    /// # Errors
    /// The fault of a statement. The session is as it was before.
    pub fn take_import(&mut self, imported: &Imported, line: u32, sink: Sink) -> Result<()> {
        self.warn_of(imported);
        let (entries, past, future) = (self.list.entries.len(), self.list.past.len(), self.list.future.clone());
        let remarks = self.list.remarks.clone();
        let outer = std::mem::replace(&mut self.texts.importing, true);
        let done = self
            .read(imported.format, &imported.script, None)
            .and_then(|statements| statements.iter().try_for_each(|statement| self.run(statement, sink)));
        self.texts.importing = outer;
        self.list.remarks = remarks;
        if let Err(error) = done {
            let added = self.list.entries.len() - entries;
            if added > 0 {
                self.change(entries, added, vec![])?;
            }
            self.list.past.truncate(past);
            self.list.future = future;
            return Err(with_import_note(error, imported));
        }
        let numbers = self
            .list
            .entries
            .get(entries)
            .zip(self.list.entries.last())
            .map(|(first, last)| (first.number, last.number));
        let untranslated = imported.untranslated.clone();
        let answer = Answer::Done(Done::Imported { format: imported.format, numbers, untranslated });
        sink(self, Report { query: Query::Load, line, elapsed: Duration::ZERO, answer, notes: vec![] });
        Ok(())
    }
}

/// Adds a note that the error is located in the script made by the import.
fn with_import_note(mut error: Box<Diagnostic>, imported: &Imported) -> Box<Diagnostic> {
    error.notes.push(format!(
        "this is how the {} puzzle reads in the language; `--to-script` prints all of it",
        imported.format
    ));
    error
}
