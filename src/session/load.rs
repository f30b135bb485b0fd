//! `load "f"`: runs the statements of another file. In a script they are one entry together; at the prompt each is an
//! entry.

use super::{Session, Sink};
use crate::gallery;
use sator_answer::{Answer, Done};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Help, Result, fail};
use sator_lang::elaborate::{only_prints, suggest};
use sator_lang::syntax::ast::{Command, Load, Query, Statement, StatementKind};
use std::path::{Path, PathBuf};

/// Largest depth of files that load files.
const MAX_DEPTH: usize = 50;

impl Session {
    /// Runs a text as part of one entry.
    pub(super) fn run_loaded(&mut self, loaded: Loaded, taken: &mut Vec<Statement>, sink: Sink) -> Result<()> {
        self.texts.loading.push(loaded.real);
        let done = self
            .read_loaded(&loaded.name, &loaded.text, loaded.file)
            .and_then(|statements| statements.iter().try_for_each(|statement| self.run_one(statement, taken, sink)));
        self.texts.loading.pop();
        done
    }

    /// As [`Session::read`], but refuses commands that change the session that loads the text.
    fn read_loaded(&mut self, name: &str, text: &str, file: Option<PathBuf>) -> Result<Vec<Statement>> {
        let statements = self.read(name, text, file)?;
        let changes = |s: &&Statement| matches!(&s.kind, StatementKind::Command(command) if changes_session(command));
        match statements.iter().find(changes) {
            None => Ok(statements),
            Some(statement) => {
                let message = "a loaded file can't change the session that loads it";
                let error = Diagnostic::at(Code::Misplaced, statement.span, message);
                fail(error.help("take this command out of the file"))
            }
        }
    }

    /// Runs a `load` at the prompt, where each loaded statement becomes an entry. `None` for any other statement.
    pub(super) fn load_separately(&mut self, statement: &Statement, sink: Sink) -> Option<Result<()>> {
        if !self.interactive || !self.texts.loading.is_empty() {
            return None;
        }
        let loaded = match &statement.kind {
            StatementKind::Load(load) => self.file_to_load(&load.path, load.span),
            StatementKind::Command(Command::LoadLast(number)) => {
                return Some(self.load_kept(*number, statement.span, sink));
            }
            StatementKind::Command(Command::LoadExample { name, span, .. }) => Loaded::example(name, *span),
            _ => return None,
        };
        let ask = !matches!(&statement.kind, StatementKind::Command(Command::LoadExample { ask: false, .. }));
        Some(loaded.and_then(|loaded| self.take_loaded(loaded, ask, statement.span, sink)))
    }

    pub(super) fn take_loaded(&mut self, loaded: Loaded, ask: bool, span: Span, sink: Sink) -> Result<()> {
        let fresh = self.list.entries.is_empty();
        let mut statements = self.read_loaded(&loaded.name, &loaded.text, loaded.file)?;
        let mut asked = Vec::new();
        if !ask {
            statements.retain(|s| {
                let question = matches!(s.kind, StatementKind::Question(_)) || only_prints(s);
                if question {
                    asked.push(s.span);
                }
                !question
            });
        }
        self.texts.loading.push(loaded.real);
        let done = self.take_separately(&statements, sink);
        self.texts.loading.pop();
        if !fresh {
            let note = "the session had statements before, and they stay: `reset` drops them, `undo` brings them back";
            done.map_err(|error| Box::new(error.note(note)))?;
        } else {
            done?;
            self.list.saved = Some(self.list.script(&self.elaborator, Path::new("")));
        }
        if !asked.is_empty() {
            let question = |&s: &Span| self.elaborator.sources.slice(s).to_string();
            let done = Done::NotAsked(asked.iter().map(question).collect());
            self.report(Query::Load, Answer::Done(done), span, sink);
        }
        Ok(())
    }

    /// Reads a file. Fails if it is being loaded already.
    fn file_to_load(&mut self, path: &str, span: Span) -> Result<Loaded> {
        self.texts.can_read(span)?;
        let full = self.texts.resolve(path, span);
        let text = self.texts.read(&full, &self.limits()).map_err(|unread| unread.at(span))?;
        let real = full.canonicalize().unwrap_or_else(|_| full.clone());
        let own = self.texts.origin(span).file().and_then(|f| f.canonicalize().ok());
        if self.texts.loading.len() >= MAX_DEPTH {
            let message = format!("`{path}` is loaded through more than {MAX_DEPTH} files");
            return fail(
                Diagnostic::at(Code::TooDeep, span, message).help("load them one after the other from one file"),
            );
        }
        if self.texts.loading.contains(&real) || own.as_ref() == Some(&real) {
            return fail(
                Diagnostic::at(
                    Code::LoadCycle,
                    span,
                    format!("`{path}` is being loaded already: the files load each other"),
                )
                .help("put what both need into a third file"),
            );
        }
        Ok(Loaded { name: full.display().to_string(), text, file: Some(full), real })
    }

    pub(super) fn load(&mut self, load: &Load, taken: &mut Vec<Statement>, sink: Sink) -> Result<()> {
        if let Some(imported) = self.imported(load)? {
            self.warn_of(&imported);
            let (name, text) = (imported.format.to_string(), imported.script);
            return self.run_loaded(Loaded { real: imported.format.into(), name, text, file: None }, taken, sink);
        }
        let loaded = self.file_to_load(&load.path, load.span)?;
        self.run_loaded(loaded, taken, sink)
    }
}

/// The example of this name.
pub(super) fn example_named(name: &str, span: Span) -> Result<&'static gallery::Example> {
    let Some(example) = gallery::find(name) else {
        let error = Diagnostic::at(Code::NoExample, span, format!("there is no example `{name}`"));
        let near = suggest(name, gallery::EXAMPLES.iter().map(|e| e.name));
        return fail(match near {
            Some(near) => error.help(Help::did_you_mean(near).and(" `examples` lists all")),
            None => error.help("`examples` lists all"),
        });
    };
    Ok(example)
}

/// Whether a command changes the list of statements, or ends the session.
pub(super) fn changes_session(command: &Command) -> bool {
    match command {
        Command::Undo(_)
        | Command::Redo(_)
        | Command::Drop(_)
        | Command::Edit(_)
        | Command::Push
        | Command::Pop
        | Command::Reset
        | Command::LoadLast(_)
        | Command::Quit => true,
        Command::List
        | Command::Save(_)
        | Command::Export { .. }
        | Command::Share { .. }
        | Command::Set { .. }
        | Command::Stats
        | Command::Help(_)
        | Command::Examples
        | Command::LoadExample { .. }
        | Command::ShowExample { .. } => false,
    }
}

/// The warning about a command of a loaded file that only writes or shows something: it applies only when the file
/// itself is run.
pub(super) fn passed_over(span: Span) -> Diagnostic {
    Diagnostic::warning(Code::Misplaced, span, "this command is skipped, because its file is loaded")
        .help("it runs when you run the file itself: `sator FILE`")
}

/// A text that `load` has read.
pub(super) struct Loaded {
    pub name: String,
    pub text: String,
    /// The path of the file, to resolve its own paths and for messages.
    pub file: Option<PathBuf>,
    /// The canonical path, which identifies the file among those being loaded.
    pub real: PathBuf,
}

impl Loaded {
    /// An example of the program.
    pub(super) fn example(name: &str, span: Span) -> Result<Loaded> {
        let text = example_named(name, span)?.text.into();
        Ok(Loaded { name: format!("example {name}"), text, file: None, real: name.into() })
    }
}
