//! The prompt: lines read with rustyline drive a session.

use crate::render;
use crate::session::{Report, Session};
use crate::syntax::complete::is_complete;
use rustyline::error::ReadlineError;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Completer, Editor, Helper, Highlighter, Hinter};

/// Keeps reading lines while a statement is unfinished.
#[derive(Completer, Helper, Highlighter, Hinter)]
struct Lines;

impl Validator for Lines {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        Ok(if is_complete(context.input()) { ValidationResult::Valid(None) } else { ValidationResult::Incomplete })
    }
}

/// Reads and runs statements until `quit` or the end of input.
pub fn run(session: &mut Session, color: bool) -> anyhow::Result<()> {
    let mut editor: Editor<Lines, rustyline::history::DefaultHistory> = Editor::new()?;
    editor.set_helper(Some(Lines));
    session.interactive = true;
    println!("sator {}: `help` for help, Ctrl-D to leave", env!("CARGO_PKG_VERSION"));
    while !session.has_quit() {
        match editor.readline("> ") {
            Ok(line) => {
                editor.add_history_entry(&line)?;
                session.interrupt().clear();
                run_line(session, &line, color);
            }
            Err(ReadlineError::Interrupted) => println!("Ctrl-D or `quit` leaves"),
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Runs the statements of one input, printing answers and the first error.
fn run_line(session: &mut Session, line: &str, color: bool) {
    let statements = match session.read("<input>", line, None) {
        Ok(statements) => statements,
        Err(error) => return eprint!("{}", render::render_diagnostic(&error, session.sources(), color)),
    };
    for statement in &statements {
        let done = session.run(statement, &mut |session: &Session, report: Report| {
            print!("{}", render::render_terminal(&render::draw_report(session.model(), &report), color));
        });
        if let Err(error) = done {
            eprint!("{}", render::render_diagnostic(&error, session.sources(), color));
            return;
        }
    }
}
