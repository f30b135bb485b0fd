//! Running one script.

use super::complain;
use super::output::Output;
use crate::exit::ExitStatus;
use crate::files;
use crate::input::Unread;
use crate::repl::progress::ProgressLine;
use crate::session::{Session, TextOrigin};
use sator_draw::render;
use sator_lang::diagnostic::{Code, Diagnostic};
use sator_lang::syntax::ast::{Statement, StatementKind};
use std::io::Write;
use std::path::Path;

/// Runs a script; a puzzle of another program is turned into one first, and with `ask` it is asked whether it is unique.
pub(super) fn run_puzzle(
    session: &mut Session,
    name: &str,
    text: Result<String, Unread>,
    ask: bool,
    out: &Output,
) -> anyhow::Result<ExitStatus> {
    out.shown_clash.take();
    out.answered.set(false);
    let help = "name a puzzle script: a text file, usually `*.puz`; or a link in quotes";
    let text = match text {
        Ok(text) => text,
        Err(unread @ Unread::Unreadable(_)) => {
            out.error(session, &unread.diagnostic().help(help))?;
            return Ok(ExitStatus::Error);
        }
        Err(Unread::Stopped(reason)) => {
            let end = ExitStatus::of_reason(&reason);
            out.error(session, &Diagnostic::stopped_reading(reason).note(format!("{name} was being read")))?;
            return Ok(end);
        }
    };
    match sator_formats::import(&text) {
        None => {
            let file = Path::new(name);
            let origin = if file.is_file() { TextOrigin::File(file.into()) } else { TextOrigin::Script };
            run_text(session, name, &text, origin, out)
        }
        Some(Ok(imported)) => {
            let question = if ask { "unique\n" } else { "" };
            session.warn_of(&imported);
            run_text(session, imported.format, &format!("{}{question}", imported.script), TextOrigin::Script, out)
        }
        Some(Err(problem)) => {
            out.error(session, &problem.diagnostic())?;
            Ok(ExitStatus::Error)
        }
    }
}

/// Warns about a script without a question: its empty output looks like success.
pub(super) fn warn_if_silent(session: &Session, name: &str, end: ExitStatus, out: &Output) -> anyhow::Result<()> {
    if end != ExitStatus::Success || out.answered.get() {
        return Ok(());
    }
    let message = format!("`{name}` contains no question, so nothing was solved");
    let help = "write `solve`, `unique` or `count` at its end, or `-e solve` after its name";
    let warning = Diagnostic { warning: true, ..Diagnostic::new(Code::AsksNothing, message) };
    Ok(out.warning(session, &warning.help(help))?)
}

/// Runs a script, or with [`TextOrigin::Typed`] some statements.
pub(super) fn run_text(
    session: &mut Session,
    name: &str,
    text: &str,
    origin: TextOrigin,
    out: &Output,
) -> anyhow::Result<ExitStatus> {
    let script = origin != TextOrigin::Typed;
    let statements = match session.read(name, text, origin) {
        Ok(statements) => statements,
        Err(error) => {
            out.error(session, &error)?;
            return Ok(ExitStatus::Error);
        }
    };
    let loads = statements.iter().any(|s| matches!(s.kind, StatementKind::Load { .. }));
    // A file that is loaded can declare the parameter, and so can another script of the session.
    let checks = script && !out.together;
    if checks
        && !loads
        && let Err(error) = session.params.check()
    {
        out.error(session, &error)?;
        return Ok(ExitStatus::Error);
    }
    let progress = out.progress.then(|| ProgressLine::start(Box::new(std::io::stderr()), 80));
    report_progress(session, progress.as_ref(), out);
    session.stream_parts(out.kept.is_none());
    let mut worst = ExitStatus::Success;
    for statement in &statements {
        let (end, error) = run_statement(session, statement, progress.as_ref(), out)?;
        worst = worst.max(end);
        if let Some(error) = error {
            drop(progress);
            session.set_progress(None);
            out.error(session, &error)?;
            return Ok(error.limit().map_or(ExitStatus::Error, |reason| ExitStatus::of_reason(&reason)));
        }
        for warning in session.take_warnings() {
            out.warning(session, &warning)?;
        }
        // It may have come while an answer was drawn.
        if session.interrupt().is_set() {
            worst = ExitStatus::Interrupted;
        }
        if worst == ExitStatus::Interrupted || session.requests.quit {
            break;
        }
    }
    session.set_progress(None);
    if checks && let Err(error) = session.params.check() {
        out.error(session, &error)?;
        worst = worst.max(ExitStatus::Error);
    }
    Ok(worst)
}

/// Sends the progress of questions to a line of the terminal, or as lines to a program.
fn report_progress(session: &mut Session, line: Option<&ProgressLine>, out: &Output) {
    session.set_progress(match (line, out.progress_lines) {
        (Some(line), _) => Some(line.listener()),
        (None, true) => Some(Box::new(complain)),
        (None, false) => None,
    });
    if out.progress_lines && out.json {
        // The reader of a pipe may be gone; the answer then reports that.
        session.set_on_better(Some(Box::new(|model, better| {
            let _ = writeln!(std::io::stdout(), "{}", render::json::better(model, better));
        })));
    }
}

/// Runs a statement and writes its answers. Returns the exit status of these, and the error that ends the script.
fn run_statement(
    session: &mut Session,
    statement: &Statement,
    progress: Option<&ProgressLine>,
    out: &Output,
) -> anyhow::Result<(ExitStatus, Option<Box<Diagnostic>>)> {
    let mut worst = ExitStatus::Success;
    let mut failure = None;
    let mut unwritten = None;
    let done = session.run(statement, &mut |session, report| {
        let report = match files::write_export(session, report) {
            Ok(report) => report,
            Err(error) => {
                unwritten = Some(error);
                return;
            }
        };
        worst = worst.max(ExitStatus::of(&report.answer));
        let write = || out.report(session, &report);
        let done = match progress {
            Some(progress) => progress.aside(write),
            None => write(),
        };
        match done {
            Ok(stopped) => {
                worst = worst.max(stopped.map_or(ExitStatus::Success, |reason| ExitStatus::of_reason(&reason)));
            }
            Err(error) => {
                // Nobody reads on, so the question needs no end.
                session.interrupt().set();
                failure = Some(error);
            }
        }
    });
    match failure {
        Some(error) => Err(error.into()),
        None => Ok((worst, unwritten.or(done.err()))),
    }
}
