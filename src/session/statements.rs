//! The list of statements: `list undo redo drop push pop reset save`, and `set`.

use super::answer::Answer;
use super::settings::KEYS;
use super::{Report, Session, Sink};
use crate::diagnostic::{Diagnostic, Result, fail};
use crate::elaborate::Mark;
use crate::source::{SourceId, Span};
use crate::syntax::ast::{Command, Ident, Statement};
use std::time::Duration;

/// One typed statement that is part of the puzzle.
#[derive(Clone, Debug)]
pub struct Entry {
    pub number: u32,
    pub text: String,
    /// Itself; for a `load`, those of the file.
    statements: Vec<Statement>,
    /// The state before it.
    mark: Mark,
}

impl Entry {
    /// Where its text stands.
    pub(super) fn sources(&self) -> impl Iterator<Item = SourceId> + '_ {
        self.statements.iter().map(|s| s.span.source)
    }
}

impl Session {
    /// The statements of the puzzle, in order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(super) fn push_entry(&mut self, statement: &Statement, statements: Vec<Statement>, mark: Mark) {
        let number = self.entries.last().map_or(0, |e| e.number) + 1;
        let text = self.elaborator.sources.slice(statement.span).to_string();
        self.undone.clear();
        self.entries.push(Entry { number, text, statements, mark });
    }

    pub(super) fn command(&mut self, command: &Command, span: Span, sink: Sink) -> Result<()> {
        let (query, text) = match command {
            Command::List => ("list", self.list()),
            Command::Undo => ("undo", self.undo(span)?),
            Command::Redo => ("redo", self.redo(span)?),
            Command::Drop(number) => ("drop", self.drop_statement(*number, span)?),
            Command::Push => {
                self.pushed.push(self.entries.len());
                ("push", format!("level {}", self.pushed.len()))
            }
            Command::Pop => ("pop", self.pop(span)?),
            Command::Reset => {
                self.entries.clear();
                self.undone.clear();
                self.pushed.clear();
                self.start_over();
                ("reset", "all statements dropped".into())
            }
            Command::Save(path) => ("save", self.save(path, span)?),
            Command::Set { key, value } => ("set", self.set(key.as_ref(), value.as_ref(), span)?),
            Command::Stats => ("stats", self.stats()),
            Command::Quit => {
                self.quit = true;
                return Ok(());
            }
            _ => return fail(Diagnostic::at("unknown-command", span, "there is no such command here")),
        };
        let line = self.elaborator.sources.line_column(span).0;
        if !text.is_empty() {
            sink(self, Report { query, line, elapsed: Duration::ZERO, answer: Answer::Text(text) });
        }
        Ok(())
    }

    fn list(&self) -> String {
        if self.entries.is_empty() {
            return "no statements yet".into();
        }
        let row = |e: &Entry| format!("#{} {}", e.number, e.text);
        self.entries.iter().map(row).collect::<Vec<_>>().join("\n")
    }

    fn undo(&mut self, span: Span) -> Result<String> {
        let Some(entry) = self.entries.pop() else {
            return fail(Diagnostic::at("nothing-to-undo", span, "there is no statement to undo"));
        };
        self.elaborator.rollback(&entry.mark);
        self.puzzle_changed();
        let text = format!("took back #{} {}", entry.number, first_line(&entry.text));
        self.undone.push(entry);
        Ok(text)
    }

    fn redo(&mut self, span: Span) -> Result<String> {
        let Some(entry) = self.undone.pop() else {
            return fail(
                Diagnostic::at("nothing-to-redo", span, "there is nothing to redo").help("`redo` takes back an `undo`"),
            );
        };
        let mark = self.mark();
        for statement in &entry.statements {
            self.elaborator.add(statement)?;
        }
        self.puzzle_grew();
        let text = format!("#{} {}", entry.number, first_line(&entry.text));
        self.entries.push(Entry { mark, ..entry });
        Ok(text)
    }

    fn drop_statement(&mut self, number: u32, span: Span) -> Result<String> {
        let Some(at) = self.entries.iter().position(|e| e.number == number) else {
            return fail(
                Diagnostic::at("no-statement", span, format!("there is no statement #{number}"))
                    .help("`list` shows the numbers"),
            );
        };
        let before = self.entries.clone();
        let dropped = self.entries.remove(at);
        if let Err((needs, error)) = self.replay(at, &dropped.mark) {
            // All statements stood before, so they stand again.
            let _ = self.restore(before);
            let mut error = *error;
            error.message = format!("#{number} can't be dropped: #{needs} needs it ({})", error.message);
            return fail(error.help(format!("drop #{needs} first")));
        }
        self.undone.clear();
        self.pushed.retain(|&n| n <= self.entries.len());
        Ok(format!("dropped #{number} {}", first_line(&dropped.text)))
    }

    /// Elaborates the statements from position `at` on again, after going back to `mark`.
    fn replay(&mut self, at: usize, mark: &Mark) -> Result<(), (u32, Box<Diagnostic>)> {
        self.elaborator.rollback(mark);
        for i in at..self.entries.len() {
            self.entries[i].mark = self.mark();
            for statement in self.entries[i].statements.clone() {
                self.elaborator.add(&statement).map_err(|e| (self.entries[i].number, e))?;
            }
        }
        self.puzzle_changed();
        Ok(())
    }

    fn restore(&mut self, entries: Vec<Entry>) -> Result<(), (u32, Box<Diagnostic>)> {
        self.entries = entries;
        match self.entries.first().map(|e| e.mark.clone()) {
            Some(mark) => self.replay(0, &mark),
            None => Ok(()),
        }
    }

    fn pop(&mut self, span: Span) -> Result<String> {
        let Some(length) = self.pushed.pop() else {
            return fail(Diagnostic::at("nothing-to-pop", span, "there is no `push` to go back to"));
        };
        let count = self.entries.len().saturating_sub(length);
        if let Some(first) = self.entries.get(length) {
            let mark = first.mark.clone();
            self.entries.truncate(length);
            self.elaborator.rollback(&mark);
            self.puzzle_changed();
        }
        self.undone.clear();
        Ok(format!("took back {count} statement{}", if count == 1 { "" } else { "s" }))
    }

    fn save(&mut self, path: &str, span: Span) -> Result<String> {
        let mut text: String = self.entries.iter().map(|e| format!("{}\n", e.text)).collect();
        if text.is_empty() {
            text = "# an empty session\n".into();
        }
        match std::fs::write(path, text) {
            Ok(()) => Ok(format!("saved {} statements to {path}", self.entries.len())),
            Err(e) => fail(Diagnostic::at("unwritable", span, format!("`{path}` can't be written: {e}"))),
        }
    }

    fn set(&mut self, key: Option<&Ident>, value: Option<&Ident>, span: Span) -> Result<String> {
        let shown = |key: &str| format!("{key} = {}", self.settings.get(key));
        let (key, value) = match (key, value) {
            (None, _) => return Ok(KEYS.iter().map(|k| shown(k.name)).collect::<Vec<_>>().join("\n")),
            (Some(key), None) if KEYS.iter().any(|k| k.name == key.name) => return Ok(shown(&key.name)),
            (Some(key), None) => (key, ""),
            (Some(key), Some(value)) => (key, value.name.as_str()),
        };
        let mut settings = self.settings.clone();
        if let Err(message) = settings.set(&key.name, value) {
            return fail(Diagnostic::at("setting", span, message));
        }
        let rebuild = (settings.encoding, settings.seed) != (self.settings.encoding, self.settings.seed);
        self.elaborator.limits.size = settings.limit;
        self.settings = settings;
        if rebuild {
            self.warm = None;
            self.explainer = None;
        }
        Ok(String::new())
    }

    fn stats(&self) -> String {
        let model = self.model();
        let mut lines = vec![format!(
            "{} statements, {} unknowns, {} constraints, {} expressions",
            self.entries.len(),
            model.unknowns.len(),
            model.constraints.len(),
            model.pool.len()
        )];
        if let Some(warm) = &self.warm {
            let size = warm.formula.size();
            lines.push(format!(
                "{} formula: {} variables, {} assertions",
                self.settings.get("encoding"),
                size.variables,
                size.assertions
            ));
        }
        lines.extend(self.explainer.as_ref().and_then(|e| e.in_words()));
        lines.extend(self.last.clone());
        lines.join("\n")
    }
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}
