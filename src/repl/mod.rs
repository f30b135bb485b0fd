//! The prompt: reads statements, runs them in a session and writes the answers.
//!
//! [`run`] takes any reader and writer, so that tests run it in memory. `editor` reads from a terminal, `lines` from
//! anything else.

mod echo;
pub(crate) mod editor;
pub(crate) mod history;
mod lines;
mod pager;
pub(crate) mod progress;

use crate::editing::names::Names;
use crate::session::{Report, Session, Sink};
use crate::{files, help, kept};
use progress::ProgressLine;
use sator_answer::Answer;
use sator_base::text::counted;
use sator_draw::palette::{Tone, paint};
use sator_draw::render::{self, ShownClash};
use sator_formats::{self, Imported};
use sator_lang::diagnostic::{Code, Diagnostic};
use sator_lang::syntax::ast::{Command, Statement, StatementKind};
use sator_lang::syntax::print::quoted;
use sator_solve::solver::sat::Reason;
use std::io::{IsTerminal, Write};
use std::path::Path;

pub use crate::editing::is_finished;
pub use lines::Lines;

/// The result of one read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Whole statements.
    Text(String),
    /// Ctrl-C.
    Interrupted {
        /// Whether the line was empty.
        empty: bool,
    },
    /// The end of the input.
    End,
}

/// A source of statements.
pub trait Reader {
    /// Reads the next input, which is whole statements. An editor starts with the text `initial`.
    ///
    /// # Errors
    /// The input can't be read.
    fn read(&mut self, names: Names, initial: Option<&str>) -> anyhow::Result<Input>;

    /// Whether a person types the input. Typed work is kept for `load last`.
    fn is_typed(&self) -> bool {
        false
    }

    /// The columns to draw boards in.
    fn width(&mut self) -> usize {
        80
    }

    /// The columns to fold text at. Only a terminal has a limit.
    fn page(&mut self) -> usize {
        usize::MAX
    }
}

/// The look of the prompt.
#[derive(Clone, Copy, Debug)]
pub struct PromptLook {
    /// Whether to write colours.
    pub color: bool,
    /// Whether to greet, and to print what each statement adds.
    pub echo: bool,
    /// Whether to show the progress of long questions.
    pub progress: bool,
    /// Whether to draw with ASCII characters only.
    pub ascii: bool,
}

/// Reads and runs statements until `quit` or the end of the input.
///
/// # Errors
/// The input can't be read, or an answer can't be written.
pub fn run(
    session: &mut Session,
    reader: &mut dyn Reader,
    out: &mut dyn Write,
    look: PromptLook,
) -> anyhow::Result<()> {
    session.interactive = true;
    let keeper = reader.is_typed().then(Keeper::default);
    let mut prompt =
        Prompt { session, out, look, width: 80, page: usize::MAX, shown_clash: ShownClash::default(), keeper };
    if look.echo {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(prompt.out, "sator {version}: `help` shows how to start, Ctrl-D leaves")?;
    }
    while !prompt.session.requests.quit && !prompt.session.interrupt().is_final() {
        prompt.out.flush()?;
        prompt.keep();
        let edit = prompt.session.requests.edit.take();
        let input = reader.read(Names::of(prompt.session), edit.as_ref().map(|(_, text)| text.as_str()))?;
        prompt.width = reader.width();
        prompt.page = reader.page();
        prompt.session.interrupt().clear();
        match (input, edit) {
            (Input::End, _) => break,
            (Input::Interrupted { empty: true }, None) => writeln!(prompt.out, "`quit` or Ctrl-D leaves")?,
            (Input::Interrupted { .. }, _) => {}
            (Input::Text(text), Some((number, old))) => prompt.replace(number, &old, &text)?,
            (Input::Text(text), None) => prompt.run_text(&text)?,
        }
    }
    Ok(())
}

/// Reads the user's own file before the first prompt, if there is one.
///
/// # Errors
/// An output that can't be written.
pub fn run_init_file(session: &mut Session, out: &mut dyn Write, look: PromptLook) -> anyhow::Result<()> {
    let Some(file) = history::init_file() else { return Ok(()) };
    run_once(session, out, look, &format!("load {}", quoted(&file.display().to_string())))
}

/// Brings back the statements that the prompt was left with.
///
/// # Errors
/// An output that can't be written.
pub fn resume(session: &mut Session, out: &mut dyn Write, look: PromptLook) -> anyhow::Result<()> {
    run_once(session, out, look, "load last")
}

/// Runs one text as if it were typed at a prompt, without pages.
fn run_once(session: &mut Session, out: &mut dyn Write, look: PromptLook, text: &str) -> anyhow::Result<()> {
    session.interactive = true;
    let mut prompt = Prompt {
        session,
        out,
        look,
        width: page_width(),
        page: usize::MAX,
        shown_clash: ShownClash::default(),
        keeper: None,
    };
    Ok(prompt.run_text(text)?)
}

/// Asks on the terminal whether a file that sator did not write is to be overwritten.
pub(crate) fn may_overwrite(file: &Path) -> bool {
    let question = format!("`{}` exists, and sator did not write it. Overwrite it? [y/N] ", file.display());
    let answer = rustyline::DefaultEditor::new().and_then(|mut editor| editor.readline(&question));
    answer.is_ok_and(|answer| matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// Reports that statements in no file are kept, and the command that brings them back.
///
/// # Errors
/// An output that can't be written.
pub fn say_kept(session: &Session, out: &mut dyn Write) -> std::io::Result<()> {
    let Some(text) = session.unsaved() else { return Ok(()) };
    // Leaving must go on where nothing can be written.
    match kept::write(&text) {
        Ok(false) => Ok(()),
        Ok(true) => {
            let n = counted(session.entries().len() as u64, "statement");
            let line = format!("{n} kept: `sator --resume` or `load last` brings them back");
            writeln!(out, "{}", render::fold(&line, page_width()))
        }
        Err(error) => writeln!(out, "this session can't be kept: {error}"),
    }
}

/// Keeps the statements that are in no file as they are now: what ends a prompt may leave no time for that.
#[derive(Default)]
struct Keeper {
    written: Option<String>,
}

impl Keeper {
    fn keep(&mut self, session: &Session) {
        let text = session.unsaved();
        if text == self.written {
            return;
        }
        match &text {
            // Typing must go on after a failure; leaving the prompt reports that nothing was kept.
            Some(text) => _ = kept::write(text),
            // A session that was dropped as a whole may still be wanted.
            None if session.entries().is_empty() => {}
            None => kept::forget(),
        }
        self.written = text;
    }
}

struct Prompt<'a> {
    session: &'a mut Session,
    out: &'a mut dyn Write,
    look: PromptLook,
    width: usize,
    /// Columns at which text is folded.
    page: usize,
    /// The clash shown last.
    shown_clash: ShownClash,
    /// Writes the session to disk as it grows, where a person types.
    keeper: Option<Keeper>,
}

impl Prompt<'_> {
    fn keep(&mut self) {
        if let Some(keeper) = &mut self.keeper {
            keeper.keep(self.session);
        }
    }

    /// Runs the statements of one input, up to the first error.
    fn run_text(&mut self, text: &str) -> std::io::Result<()> {
        match sator_formats::import(text) {
            Some(Ok(imported)) => return self.take_import(&imported),
            Some(Err(problem)) => return self.error(Box::new(problem.diagnostic())),
            None => {}
        }
        let statements = match self.session.read("<input>", text, None) {
            Ok(statements) => statements,
            Err(error) => return self.error(error),
        };
        let mut added = false;
        for (i, statement) in statements.iter().enumerate() {
            // A question may take long.
            if matches!(statement.kind, StatementKind::Question(_)) {
                self.keep();
            }
            let before = self.session.entries().last().map(|e| e.number);
            let count = self.session.entries().len();
            let (done, stopped) = self.run_statement(statement, None)?;
            let grew = self.session.entries().last().map(|e| e.number) > before;
            let left = statements.len() - i - 1;
            if let Err(error) = done {
                self.error(error)?;
                return self.not_run(left);
            }
            if grew && adds(statement) {
                added = true;
                // An imported puzzle has already printed its own description.
                let one = self.session.entries().len() == count + self.session.just_added();
                if let Some(line) = echo::echo(self.session).filter(|_| one && self.look.echo) {
                    self.quiet(&line)?;
                }
            }
            if stopped {
                return self.not_run(left);
            }
        }
        if added { self.check() } else { Ok(()) }
    }

    /// A link, or another program's data, that was pasted.
    fn take_import(&mut self, imported: &Imported) -> std::io::Result<()> {
        let (done, stopped) = self.with_sink(|session, sink| session.take_import(imported, 1, sink))?;
        match done {
            Err(error) => self.error(error),
            Ok(()) if stopped => Ok(()),
            Ok(()) => self.check(),
        }
    }

    /// Puts a text in the place of statement `number`.
    fn replace(&mut self, number: u32, old: &str, text: &str) -> std::io::Result<()> {
        if text.trim().is_empty() || text.trim_end() == old.trim_end() {
            return self.quiet(&format!("#{number} is as it was"));
        }
        let statement = match self.session.read("<input>", text, None) {
            Ok(statements) => match <[Statement; 1]>::try_from(statements) {
                Ok([one]) => one,
                Err(several) => {
                    let message = format!("only one statement can replace #{number}, found {}", several.len());
                    let error = match several.get(1) {
                        Some(second) => Diagnostic::at(Code::Edit, second.span, message),
                        None => Diagnostic::new(Code::Edit, message),
                    };
                    return self.error(Box::new(error.help("type the others on lines of their own")));
                }
            },
            Err(error) => return self.error(error),
        };
        match self.run_statement(&statement, Some(number))?.0 {
            Err(error) => self.error(error),
            Ok(()) => {
                let first = self.session.entries().iter().find(|e| e.number == number).map(|e| e.first_line());
                self.quiet(&format!("#{number} {}", first.unwrap_or_default()))?;
                self.check()
            }
        }
    }

    /// Runs one statement, or puts it in the place of another. The flag is true after an interrupt.
    fn run_statement(
        &mut self,
        statement: &Statement,
        instead: Option<u32>,
    ) -> std::io::Result<(Result<(), Box<Diagnostic>>, bool)> {
        self.with_sink(|session, sink| match instead {
            Some(number) => session.replace(number, statement, sink),
            None => session.run(statement, sink),
        })
    }

    /// Runs `act` and writes its answers as they come. The flag is true after an interrupt.
    fn with_sink(
        &mut self,
        act: impl FnOnce(&mut Session, Sink) -> Result<(), Box<Diagnostic>>,
    ) -> std::io::Result<(Result<(), Box<Diagnostic>>, bool)> {
        let progress = self.look.progress.then(|| ProgressLine::start(Box::new(std::io::stderr()), self.width));
        self.session.set_progress(progress.as_ref().map(ProgressLine::listener));
        self.session.stream_parts(true);
        let (mut stopped, mut written, mut failed) = (false, Ok(()), None);
        let (out, color, width, ascii) = (&mut *self.out, self.look.color, self.width, self.look.ascii);
        let page = self.page;
        let shown_clash = &mut self.shown_clash;
        let mut sink = |session: &Session, report: Report| {
            stopped |= report.answer.stopped() == Some(&Reason::Interrupted);
            let report = match files::write_export(session, report) {
                Ok(report) => report,
                Err(error) => {
                    failed = Some(error);
                    return;
                }
            };
            let mut look = session.settings.look(true, width, ascii);
            look.clash_shown = shown_clash.again(&report);
            let limits = session.limits_after(report.elapsed);
            let is_page = progress.is_some() && matches!(report.answer, Answer::Page(_));
            let mut show = |drawing: render::Drawing| {
                let text = render::fold(&render::render_terminal(&drawing, color), page);
                if is_page && pager::show(&text) {
                    return Ok(());
                }
                out.write_all(text.as_bytes()).and_then(|()| out.flush())
            };
            let mut write = || render::draw_in_parts(session.model(), &report, &look, &limits, &mut show);
            let done = match &progress {
                Some(progress) => progress.aside(write),
                None => write(),
            };
            if written.is_ok() {
                written = done.map(|_| ());
            }
        };
        let done = act(self.session, &mut sink);
        let done = failed.map_or(done, Err);
        self.session.set_progress(None);
        written?;
        for warning in self.session.take_warnings() {
            self.error(Box::new(warning))?;
        }
        Ok((done, stopped))
    }

    /// A word if the new statement is seen to clash with others.
    fn check(&mut self) -> std::io::Result<()> {
        let Some(clash) = self.session.check_last() else { return Ok(()) };
        let last = self.session.entries().last().map_or(0, |e| e.number);
        let text = render::fold(&render::clash_message(&clash, last), self.page);
        self.tinted(&text, Tone::Warning)
    }

    fn not_run(&mut self, left: usize) -> std::io::Result<()> {
        match left {
            0 => Ok(()),
            1 => self.quiet("the statement after it was not run"),
            n => self.quiet(&format!("the {n} statements after it were not run")),
        }
    }

    fn quiet(&mut self, text: &str) -> std::io::Result<()> {
        let text = render::fold(text, self.page);
        self.tinted(&text, Tone::Dim)
    }

    fn tinted(&mut self, text: &str, tone: Tone) -> std::io::Result<()> {
        if self.look.color { writeln!(self.out, "{}", paint(text, tone)) } else { writeln!(self.out, "{text}") }
    }

    fn error(&mut self, mut error: Box<Diagnostic>) -> std::io::Result<()> {
        if let Some(topic) = help::topic_of_error(&error, self.session.sources()) {
            error.notes.push(format!("`help {topic}` tells more"));
        }
        let text = render::render_diagnostic(&error, self.session.sources(), self.look.color, self.page);
        write!(self.out, "{}", render::fold(&text, self.page))
    }
}

/// Whether the statement itself becomes part of the puzzle; a `redo`, say, only brings one back.
fn adds(statement: &Statement) -> bool {
    !matches!(&statement.kind, StatementKind::Command(c) if !matches!(c, Command::LoadExample { .. } | Command::LoadLast(_)))
}

/// Whether progress can be shown.
pub fn has_terminal() -> bool {
    std::io::stderr().is_terminal()
}

/// Columns of the terminal that output goes to; 80 where there is none.
pub fn page_width() -> usize {
    terminal_size::terminal_size_of(std::io::stdout()).map_or(render::PAGE_WIDTH, |(width, _)| width.0.into())
}
