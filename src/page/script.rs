//! A session that follows a text as it is typed: statements that are as they were stay, the others are taken anew.

use crate::diagnostic::Diagnostic;
use crate::limits::Interrupt;
use crate::session::{Files, ProgressHearer, Report, Session, Settings};
use crate::syntax::ast::{Command, Question, Statement, StatementKind};

/// Texts that a session reads before it is made anew, as it keeps each of them.
const READS: usize = 200;

pub(super) struct Script {
    pub session: Session,
    settings: Settings,
    interrupt: Interrupt,
    /// The statements taken in, with their lines.
    taken: Vec<(u32, String)>,
    reads: usize,
}

/// What a text holds.
#[derive(Default)]
pub(super) struct Read {
    /// Errors and warnings; after an error nothing more was taken in.
    pub problems: Vec<Diagnostic>,
    /// Its questions and commands, which wait until they are asked.
    pub waiting: Vec<Statement>,
}

impl Read {
    pub(super) fn error(&self) -> Option<&Diagnostic> {
        self.problems.iter().find(|problem| !problem.warning)
    }
}

impl Script {
    pub(super) fn new(settings: Settings, interrupt: Interrupt) -> Script {
        let session = Session::new(settings.clone(), interrupt.clone());
        Script { session, settings, interrupt, taken: vec![], reads: 0 }
    }

    /// Forgets all but the settings.
    fn start_over(&mut self, files: Files) {
        self.session = Session::new(self.settings.clone(), self.interrupt.clone());
        self.session.files = files;
        self.taken.clear();
        self.reads = 0;
    }

    /// Makes the session say what the text says.
    pub(super) fn follow(&mut self, text: &str, files: Files) -> Read {
        if self.session.files != files || self.reads >= READS {
            self.start_over(files);
        }
        let mut read = Read::default();
        let Some(mut statements) = self.statements(text, &mut read) else { return read };
        let mut lines: Vec<(u32, String)> = statements.iter().map(|s| self.placed(s)).collect();
        // What was taken in before must be how the new text begins.
        let kept = statements.iter().zip(&lines).filter(|(s, _)| is_kept(s)).map(|(_, line)| line);
        if !self.taken.iter().eq(kept.take(self.taken.len())) {
            self.start_over(files);
            let Some(again) = self.statements(text, &mut read) else { return read };
            statements = again;
            lines = statements.iter().map(|s| self.placed(s)).collect();
        }
        let mut known = self.taken.len();
        for (statement, line) in statements.into_iter().zip(lines) {
            if !is_kept(&statement) {
                read.waiting.push(statement);
                continue;
            }
            if known > 0 {
                known -= 1;
                continue;
            }
            let done = self.session.run(&statement, &mut |_, _| {});
            read.problems.extend(self.session.take_warnings());
            if let Err(error) = done {
                // It may speak of what `generate ... keep` makes, which is there when that was asked.
                if !read.waiting.iter().any(makes_statements) {
                    read.problems.push(*error);
                }
                return read;
            }
            self.taken.push(line);
        }
        read
    }

    fn statements(&mut self, text: &str, read: &mut Read) -> Option<Vec<Statement>> {
        self.reads += 1;
        self.session.read("script", text, None).map_err(|error| read.problems.push(*error)).ok()
    }

    fn placed(&self, statement: &Statement) -> (u32, String) {
        let sources = self.session.sources();
        (sources.line_column(statement.span).0, sources.slice(statement.span).to_string())
    }

    /// Runs the text from the start, its questions and commands too.
    pub(super) fn run_all(
        &mut self,
        text: &str,
        files: Files,
        progress: ProgressHearer,
        sink: &mut dyn FnMut(&Session, Report),
    ) -> Result<(), Box<Diagnostic>> {
        self.start_over(files);
        // Commands may change what was taken in: the next text starts over too.
        self.reads = READS;
        let statements = self.session.read("script", text, None)?;
        self.session.set_progress(Some(progress));
        for statement in &statements {
            self.session.run(statement, sink)?;
            if self.interrupt.is_set() || self.session.has_quit() {
                break;
            }
        }
        Ok(())
    }

    /// Asks something that is not in the text.
    pub(super) fn ask(
        &mut self,
        question: &str,
        sink: &mut dyn FnMut(&Session, Report),
    ) -> Result<(), Box<Diagnostic>> {
        let statements = self.session.read("question", question, None)?;
        self.session.interactive = true;
        let (entries, before) = (self.session.entries().len(), self.taken.len());
        let done = statements.iter().try_for_each(|statement| self.session.run(statement, sink));
        self.session.interactive = false;
        // What it added is not in the text.
        if self.session.entries().len() != entries || self.taken.len() != before {
            self.taken.push((0, question.to_string()));
        }
        done
    }
}

/// Whether the statement is part of the puzzle, or sets how it is read.
fn is_kept(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Question(_) => false,
        StatementKind::Command(command) => matches!(command, Command::Set { .. } | Command::LoadExample { .. }),
        _ => true,
    }
}

/// Whether asking it adds to the puzzle.
fn makes_statements(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Question(Question::Generate(made)) if made.keep)
}
