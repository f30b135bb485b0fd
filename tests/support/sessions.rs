//! Runs of scripts in a session in memory.

use sator::session::{Answer, Report, Session, Settings};
use sator_base::limits::Interrupt;
use sator_base::method::Encoding;
use sator_lang::diagnostic::Result;

/// A session with these settings.
pub(crate) fn session(settings: &[(&str, &str)]) -> Session {
    let mut chosen = Settings::of_environment();
    for (key, value) in settings {
        chosen.set(key, value).expect("the setting is right");
    }
    Session::new(chosen, Interrupt::new())
}

/// Runs a text, statement by statement, up to the first error.
pub(crate) fn run(session: &mut Session, text: &str, mut on_report: impl FnMut(&Session, Report)) -> Result<()> {
    let statements = session.read("test", text, None)?;
    statements.iter().try_for_each(|statement| session.run(statement, &mut on_report))
}

/// Every answer to a script as text; a failed statement's message ends it.
pub(crate) fn run_under(encoding: Encoding, script: &str, show: &dyn Fn(&Session, &Answer) -> String) -> Vec<String> {
    let mut session = session(&[("encoding", encoding.name())]);
    let mut lines = Vec::new();
    let done = run(&mut session, script, |session, report| lines.push(show(session, &report.answer)));
    lines.extend(done.err().map(|error| format!("error: {}", error.message)));
    lines
}

/// The number of a complete count.
pub(crate) fn count_of(_: &Session, answer: &Answer) -> String {
    match answer {
        Answer::Count { count, exact: true, .. } => count.to_string(),
        other => format!("{other:?}"),
    }
}
