//! `--upgrade`.

use super::*;
use crate::atomic::{self, Access};
use crate::upgrade::{Upgrade, upgrade};
use sator_lang::diagnostic::Code;

/// Rewrites scripts from when `/` rounded down; that of standard input goes to standard output.
pub(super) fn upgrade_files(args: &Args, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    let out = Output::new(args);
    let mut worst = ExitStatus::Success;
    for file in &args.files {
        let limits = settings.limits(interrupt);
        for (name, text) in puzzles_in(file, &limits) {
            let mut session = Session::new(settings.clone(), interrupt.clone());
            let upgraded = text
                .map_err(|unread| Box::new(unread.diagnostic()))
                .and_then(|text| upgraded(&mut session, &name, text));
            let written = upgraded.and_then(|(text, upgrade)| write_upgraded(file, &name, text, upgrade, &limits));
            if let Err(error) = written {
                out.error(&session, &error)?;
                worst = ExitStatus::Error;
            }
        }
    }
    Ok(worst)
}

/// A text and what there is to do for it; puzzles of other programs divide nothing.
fn upgraded(session: &mut Session, name: &str, text: String) -> Result<(String, Upgrade), Box<Diagnostic>> {
    if sator_formats::import(&text).is_some() {
        return Ok((text, Upgrade::Nothing));
    }
    session.read(name, &text, TextOrigin::Typed)?;
    let upgrade = upgrade(SourceId(0), &text)?;
    Ok((text, upgrade))
}

fn write_upgraded(
    file: &Path,
    name: &str,
    text: String,
    upgrade: Upgrade,
    limits: &Limits,
) -> Result<(), Box<Diagnostic>> {
    let done = match &upgrade {
        Upgrade::Changed { divisions: 1, .. } => "1 division is now written `//`".to_string(),
        Upgrade::Changed { divisions, .. } => format!("{divisions} divisions are now written `//`"),
        Upgrade::Nothing => "nothing to upgrade".to_string(),
        Upgrade::Already => "it has `//` already and is unchanged".to_string(),
    };
    let unwritable = |e: std::io::Error| {
        Box::new(Diagnostic::new(Code::Unwritable, format!("standard output can't be written: {e}")))
    };
    if file == Path::new("-") {
        let text = if let Upgrade::Changed { text, .. } = upgrade { text } else { text };
        return std::io::stdout().write_all(text.as_bytes()).map_err(unwritable);
    }
    if let Upgrade::Changed { text, .. } = upgrade {
        let written = atomic::write(file, text.as_bytes(), Access::Usual, limits);
        written.map_err(|unwritten| Box::new(unwritten.diagnostic(file)))?;
    }
    let written = writeln!(std::io::stdout(), "{name}: {done}");
    written.map_err(unwritable)
}
