//! The destinations of answers and errors.

use super::*;
use std::cell::Cell;
use terminal_size::{Height, Width, terminal_size_of};

/// The destinations of answers and errors.
pub(super) struct Output {
    pub(super) json: bool,
    /// With JSON: scenes too.
    pub(super) scene: bool,
    pub(super) quiet: bool,
    pub(super) color: bool,
    pub(super) error_color: bool,
    /// Show on the terminal how far a long question is.
    pub(super) progress: bool,
    /// Report progress line by line.
    pub(super) progress_lines: bool,
    /// Columns of the terminal.
    pub(super) width: usize,
    /// The column at which answers and errors are folded: only a terminal has one.
    page: (usize, usize),
    pub(super) ascii: bool,
    /// Whether all scripts share one session.
    pub(super) together: bool,
    /// Whether the script that is run was answered anything.
    pub(super) answered: Cell<bool>,
    /// The clash that the running script showed last.
    pub(super) shown_clash: RefCell<ShownClash>,
    /// Keeps the output until its turn to be printed.
    pub(super) kept: Option<RefCell<ItemOutput>>,
}

impl Output {
    pub(super) fn new(args: &Args) -> Output {
        let choice = match args.color {
            ColorArg::Auto => ColorChoice::Auto,
            ColorArg::Always => ColorChoice::Always,
            ColorArg::Never => ColorChoice::Never,
        };
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let end = |size: Option<(Width, Height)>| size.map_or(usize::MAX, |(width, _)| width.0.into());
        let color = |terminal: bool| render::use_color(choice, terminal, no_color);
        Output {
            json: args.json,
            scene: args.scene,
            quiet: args.quiet,
            color: color(std::io::stdout().is_terminal()),
            error_color: color(std::io::stderr().is_terminal()),
            progress: !args.json && !args.quiet && std::io::stdout().is_terminal() && repl::has_terminal(),
            progress_lines: args.progress,
            width: repl::page_width(),
            page: (end(terminal_size_of(std::io::stdout())), end(terminal_size_of(std::io::stderr()))),
            ascii: args.ascii || render::terminal::without_utf8(),
            together: args.together,
            answered: Cell::default(),
            shown_clash: RefCell::default(),
            kept: None,
        }
    }

    pub(super) fn keeping(args: &Args, json: bool) -> Output {
        Output { json, progress: false, progress_lines: false, kept: Some(RefCell::default()), ..Output::new(args) }
    }

    pub(super) fn print(&self, session: &Session, text: &str) -> std::io::Result<()> {
        match &self.kept {
            Some(kept) => kept.borrow_mut().out.write_all(text.as_bytes()),
            None => print_text(session, text, &mut std::io::stdout().lock()),
        }
    }

    pub(super) fn print_error(&self, text: &str) -> std::io::Result<()> {
        match &self.kept {
            Some(kept) => kept.borrow_mut().err.write_all(text.as_bytes()),
            None => {
                // An error of standard error can't be reported anywhere, and the answers go on.
                let _ = std::io::stderr().lock().write_all(text.as_bytes());
                Ok(())
            }
        }
    }

    /// Writes an answer, and returns what ended that before its end.
    pub(super) fn report(&self, session: &Session, report: &Report) -> std::io::Result<Option<Reason>> {
        self.answered.set(true);
        let limits = session.limits_after(report.elapsed);
        if let (true, Answer::OneSolution { number, assignment }) = (self.json, &report.answer) {
            if self.progress_lines {
                let object = render::json::one_solution(session.model(), *number, assignment, report.elapsed);
                self.print(session, &format!("{object}\n"))?;
            }
            return Ok(None);
        }
        if matches!((self.json, &report.answer), (true, Answer::OneStep { .. })) {
            // All steps follow in one object.
            return Ok(None);
        }
        if self.json {
            // A part is small, and an object that breaks off can't be read: Ctrl-C ends it between parts.
            return render::write_object(
                session.elaborator(),
                report,
                self.scene,
                &limits,
                &mut |part| match &self.kept {
                    Some(kept) => kept.borrow_mut().out.write_all(part.as_bytes()),
                    None => std::io::stdout().write_all(part.as_bytes()),
                },
            );
        }
        let failed = matches!(report.answer, Answer::Expect { ok: false, .. });
        if self.quiet && !failed {
            return Ok(None);
        }
        let mut look = session.settings.look(false, self.width, self.ascii);
        look.clash_shown = self.shown_clash.borrow_mut().again(report);
        render::draw_in_parts(session.model(), report, &look, &limits, &mut |drawing| {
            if drawing.is_empty() {
                return Ok(());
            }
            self.print(session, &render::fold(&render::render_terminal(&drawing, self.color), self.page.0))
        })
    }

    pub(super) fn warning(&self, session: &Session, warning: &Diagnostic) -> std::io::Result<()> {
        match (self.quiet, self.json) {
            (true, _) => Ok(()),
            // A program that reads the answers finds nothing but answers and errors among them.
            (false, true) => self.print_error(&format!("{}\n", render::json::error(warning, session.sources()))),
            (false, false) => self.error(session, warning),
        }
    }

    pub(super) fn error(&self, session: &Session, error: &Diagnostic) -> std::io::Result<()> {
        if self.json {
            return self.print(session, &format!("{}\n", render::json::error(error, session.sources())));
        }
        let text = render::render_diagnostic(error, session.sources(), self.error_color, self.page.1);
        self.print_error(&render::fold(&text, self.page.1))
    }
}

/// Writes piece by piece, so that Ctrl-C ends that too. What a question found before Ctrl-C ended it is written.
fn print_text(session: &Session, text: &str, out: &mut impl Write) -> std::io::Result<()> {
    let ended = session.interrupt().is_set();
    for piece in text.as_bytes().chunks(PIECE) {
        if !ended && session.interrupt().is_set() {
            break;
        }
        out.write_all(piece)?;
    }
    out.flush()
}
