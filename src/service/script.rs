//! A session that follows a text as it is typed: statements that are as they were stay, the others are taken anew.

use crate::session::{CallParams, Entry, Files, OnProgress, Overwrite, Report, Session, Settings, TextOrigin};
use sator_base::limits::Interrupt;
use sator_lang::diagnostic::{Code, Diagnostic};
use sator_lang::elaborate::only_prints;
use sator_lang::syntax::ast::{Command, Question, Statement, StatementKind};
use std::path::PathBuf;

/// Texts that a session reads before it is made anew, as it keeps each of them.
const READS: usize = 200;

pub(super) struct Script {
    pub session: Session,
    /// The origin of the text.
    origin: TextOrigin,
    overwrite: bool,
    params: CallParams,
    settings: Settings,
    interrupt: Interrupt,
    /// The statements taken in, with their lines.
    taken: Vec<(u32, String)>,
    reads: usize,
}

/// The contents of a text.
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
    /// A script that is in a file, perhaps; it may overwrite what carries no mark of sator, perhaps.
    pub(super) fn new(settings: Settings, file: Option<PathBuf>, overwrite: bool, interrupt: Interrupt) -> Script {
        let session = Session::new(settings.clone(), interrupt.clone());
        let origin = file.map_or(TextOrigin::Script, TextOrigin::File);
        let params = CallParams::default();
        let mut script = Script { session, origin, overwrite, params, settings, interrupt, taken: vec![], reads: 0 };
        script.start_over(Files::Refused);
        script
    }

    pub(super) fn interrupt(&self) -> &Interrupt {
        &self.interrupt
    }

    pub(super) fn origin(&self) -> &TextOrigin {
        &self.origin
    }

    /// Sets parameters of the texts that follow.
    pub(super) fn give(&mut self, params: CallParams) {
        self.params = params;
        self.start_over(Files::Refused);
    }

    /// A session with nothing but the settings and parameters.
    pub(super) fn fresh_session(&self, files: Files) -> Session {
        let mut session = Session::new(self.settings.clone(), self.interrupt.clone());
        // The command line has reported a fault of the parameters.
        let _ = session.give_all(&self.params);
        session.read_given();
        session.set_files(files);
        session
    }

    /// Forgets all but the settings and parameters.
    fn start_over(&mut self, files: Files) {
        self.session = self.fresh_session(files);
        self.session.texts.overwrite = if self.overwrite { Overwrite::Allow } else { Overwrite::Refuse };
        self.taken.clear();
        self.reads = 0;
    }

    /// Brings the statements of the session up to date with the text.
    pub(super) fn follow(&mut self, text: &str, files: Files) -> Read {
        if *self.session.files() != files || self.reads >= READS {
            self.start_over(files.clone());
        }
        let mut read = Read::default();
        let Some(mut statements) = self.statements(text, &mut read) else { return read };
        let mut lines: Vec<(u32, String)> = statements.iter().map(|s| self.placed(s)).collect();
        // The new text must begin with the statements that were taken in before.
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
                self.session.skip_remarks(statement.span);
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
        self.session.forget_remarks();
        self.read(text).map_err(|error| read.problems.push(*error)).ok()
    }

    /// Reads a text as this script.
    pub(super) fn read(&mut self, text: &str) -> Result<Vec<Statement>, Box<Diagnostic>> {
        self.session.read("script", text, self.origin.clone())
    }

    fn placed(&self, statement: &Statement) -> (u32, String) {
        let sources = self.session.sources();
        let guess = if sources.is_guess(statement.span) { " # guess" } else { "" };
        (sources.line_column(statement.span).0, format!("{}{guess}", sources.slice(statement.span)))
    }

    /// Runs the text from the start, its questions and commands too.
    pub(super) fn run_all(
        &mut self,
        text: &str,
        files: Files,
        progress: OnProgress,
        edits: &mut Vec<Edit>,
        sink: &mut dyn FnMut(&Session, Report),
    ) -> Result<(), Box<Diagnostic>> {
        self.start_over(files);
        // Commands may change what was taken in: the next text starts over too.
        self.reads = READS;
        let statements = self.read(text)?;
        self.session.set_progress(Some(progress));
        for statement in &statements {
            let before = self.session.entries().to_vec();
            self.session.run(statement, sink)?;
            if matches!(statement.kind, StatementKind::Question(_)) {
                edits.extend(self.edits_of_run(statement, &before));
            }
            if self.interrupt.is_set() || self.session.requests.quit {
                break;
            }
        }
        Ok(())
    }

    /// The additions of a question in the script replace the question, which stays as a comment: run once more
    /// it would add again.
    fn edits_of_run(&self, question: &Statement, before: &[Entry]) -> Vec<Edit> {
        let slice = self.session.sources().slice(question.span);
        let comment: String = slice.lines().map(|line| format!("# {line}\n")).collect();
        let instead = |lines: String| Edit {
            instead: Some((question.span.start, slice.to_string())),
            lines: lines.trim_end().to_string(),
        };
        match edit(before, self.session.entries()) {
            None => vec![],
            Some(Edit { instead: None, lines }) => vec![instead(comment + &lines)],
            Some(other) => vec![other, instead(comment)],
        }
    }

    /// Asks something that is not in the text.
    pub(super) fn ask(
        &mut self,
        question: &str,
        edits: &mut Vec<Edit>,
        sink: &mut dyn FnMut(&Session, Report),
    ) -> Result<(), Box<Diagnostic>> {
        let statements = self.session.read("question", question, self.origin.clone())?;
        if let Some(command) = statements.iter().find(|statement| changes_list(statement)) {
            let message = "on the page the script itself is the list of statements";
            let error = Diagnostic::at(Code::Misplaced, command.span, message);
            return Err(Box::new(error.help("change the script; Ctrl-Z takes a change back")));
        }
        self.session.interactive = true;
        let done = statements.iter().try_for_each(|statement| {
            let before = self.session.entries().to_vec();
            self.session.run(statement, sink)?;
            let edit = edit(&before, self.session.entries());
            let typed = self.session.sources().slice(statement.span).to_string();
            edits.extend(match &statement.kind {
                StatementKind::Question(_) | StatementKind::Command(Command::LoadLast(_)) => edit,
                // The setting is part of the puzzle from now on, so it goes into the script too.
                StatementKind::Command(Command::Set { value: Some(_), .. }) => {
                    Some(Edit { instead: None, lines: typed })
                }
                _ => edit.map(|_| Edit { instead: None, lines: typed }),
            });
            Ok(())
        });
        self.session.interactive = false;
        // The next text has the edits, and is taken anew.
        if !edits.is_empty() {
            self.reads = READS;
        }
        done
    }
}

/// A change to the text of the script, for what the session has learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    /// The old text that the lines replace: its start, in bytes, and its characters. Without it the lines go to the end.
    pub instead: Option<(u32, String)>,
    pub lines: String,
}

/// The edit that brings the text up to date with the list of statements.
fn edit(before: &[Entry], after: &[Entry]) -> Option<Edit> {
    let start = before.iter().zip(after).take_while(|(a, b)| a.text == b.text).count();
    let (before, after) = (&before[start..], &after[start..]);
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a.text == b.text).count();
    let (removed, added) = (&before[..before.len() - end], &after[..after.len() - end]);
    if removed.is_empty() && added.is_empty() {
        return None;
    }
    let instead = removed.first().map(|entry| (entry.start(), entry.text.clone()));
    let lines: Vec<&str> = added.iter().map(|entry| entry.text.as_str()).collect();
    Some(Edit { instead, lines: lines.join("\n") })
}

/// Whether the command takes statements back, or moves along the list.
fn changes_list(statement: &Statement) -> bool {
    use Command::{Drop, Edit, Pop, Push, Redo, Reset, Undo};
    let StatementKind::Command(command) = &statement.kind else { return false };
    matches!(command, Undo(_) | Redo(_) | Drop(_) | Edit(_) | Push | Pop | Reset)
}

/// Whether the statement is part of the puzzle, or sets how it is read.
pub(super) fn is_kept(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Question(_) => false,
        StatementKind::Command(command) => matches!(command, Command::Set { .. } | Command::LoadExample { .. }),
        _ => !only_prints(statement),
    }
}

/// Whether asking it adds to the puzzle, and may declare something.
pub(super) fn makes_statements(statement: &Statement) -> bool {
    matches!(&statement.kind, StatementKind::Question(Question::Generate(made)) if made.keep)
}
