//! The sessions of the scripts on a command line.

use super::args::Args;
use crate::repl;
use crate::session::{CallParams, Overwrite, Session, Settings};
use sator_base::limits::Interrupt;
use sator_lang::diagnostic::Diagnostic;
use std::io::IsTerminal;

/// Sessions for puzzles one after the other. Each is new, but takes over what the one before has elaborated.
pub(super) struct Sessions<'a> {
    args: &'a Args,
    settings: &'a Settings,
    interrupt: &'a Interrupt,
    /// The first session, if it is made already.
    first: Option<Session>,
    last: Option<Session>,
}

impl<'a> Sessions<'a> {
    pub(super) fn new(args: &'a Args, settings: &'a Settings, interrupt: &'a Interrupt) -> Sessions<'a> {
        Sessions { args, settings, interrupt, first: None, last: None }
    }

    /// The same sessions, of which the first is this one.
    pub(super) fn starting_with(self, first: Session) -> Sessions<'a> {
        Sessions { first: Some(first), ..self }
    }

    /// A session as the arguments want it.
    pub(super) fn next(&mut self) -> &mut Session {
        let session = self.first.take().unwrap_or_else(|| new_session(self.args, self.settings, self.interrupt));
        let session = match self.last.take() {
            Some(last) => session.follows(last),
            None => session,
        };
        self.last.insert(session)
    }
}

/// A session as the arguments want it.
fn new_session(args: &Args, settings: &Settings, interrupt: &Interrupt) -> Session {
    let mut session = Session::new(settings.clone(), interrupt.clone());
    // The first session has reported a fault of the arguments.
    let _ = set_up(&mut session, args);
    session
}

/// Makes a session overwrite what the arguments allow, and gives it the values of parameters.
pub(super) fn set_up(session: &mut Session, args: &Args) -> Result<(), Box<Diagnostic>> {
    let asks = !args.json && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    session.texts.overwrite = match asks {
        _ if args.overwrite => Overwrite::Allow,
        true => Overwrite::Ask(Box::new(repl::may_overwrite)),
        false => Overwrite::Refuse,
    };
    session.give_all(&params(args))
}

/// The parameters that the arguments set.
pub(super) fn params(args: &Args) -> CallParams {
    CallParams { data: args.data.clone(), params: args.param.clone() }
}
