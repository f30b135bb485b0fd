//! The local page: a script on the left, its picture on the right, and the session's questions as buttons.
//!
//! ```text
//! browser ──HTTP──▶ server ──▶ api ──jobs──▶ session (two threads, each with a `service`: one reads what is typed, one answers)
//!    ◀───polled requests──── events ◀───────────┘
//! ```
//!
//! Only the user may ask: the server listens on 127.0.0.1, refuses other hosts and origins, and every path starts with a token that
//! the printed address holds. A script that was pasted or came with a link may not touch files until the user allows it.

mod api;
mod events;
mod http;
mod permission;
mod reply;
mod server;
mod session;
mod sessions;
mod token;

use crate::session::{CallParams, Settings};
use anyhow::Context;
use sator_base::limits::Interrupt;
pub(crate) use session::Opened;
use std::io::Write;
use std::path::Path;
use token::Signpost;

/// The port of a page for which none is named: `SATO` on the keys of a phone.
const USUAL_PORT: u16 = 7286;

/// The text and the settings that the page starts with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    pub opened: Option<Opened>,
    /// 0: any that is free. Without one the usual port, or any if that is taken.
    pub port: Option<u16>,
    /// Show it in a browser.
    pub open: bool,
    /// Files without a mark of sator may be overwritten.
    pub overwrite: bool,
    /// The parameters that the command line sets.
    pub params: CallParams,
}

/// Serves until it is interrupted; the address is the first line written.
pub(crate) fn serve(
    start: Start,
    settings: Settings,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let bind = |port: u16| std::net::TcpListener::bind(("127.0.0.1", port));
    let listener = match start.port {
        Some(port) => bind(port).with_context(|| format!("port {port} of 127.0.0.1 can't be used"))?,
        None => bind(USUAL_PORT).or_else(|_| bind(0))?,
    };
    let port = listener.local_addr()?.port();
    // A port that stays the same keeps its token, so that bookmarks and the storage of the browser stay the page's own.
    let is_lasting = start.port.map_or(port == USUAL_PORT, |port| port != 0);
    let token = if is_lasting { token::token_of(port) } else { token::random_token() };
    let token = token.context("the system gives no random numbers")?;
    let address = format!("http://127.0.0.1:{port}/{token}/");
    writeln!(out, "{address}")?;
    writeln!(out, "Ctrl-C ends it")?;
    out.flush()?;
    let _signpost = if start.open { open_browser(&address, port, out)? } else { None };
    let sessions = sessions::Sessions::new(settings, start.overwrite, start.params, start.opened);
    server::run(listener, server::AllowedAddress { port, token }, &sessions, interrupt);
    Ok(())
}

/// Asks the system to show an address. The file that names it is there as long as the server.
fn open_browser(address: &str, port: u16, out: &mut dyn Write) -> std::io::Result<Option<Signpost>> {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Signpost::to(address, port).and_then(|signpost| start(program, signpost.file()).map(|()| signpost));
    match started {
        Ok(signpost) => Ok(Some(signpost)),
        Err(error) => writeln!(out, "no browser was opened ({program}: {error})").map(|()| None),
    }
}

/// Starts a program, quietly.
fn start(program: &str, file: &Path) -> std::io::Result<()> {
    let quiet = std::process::Stdio::null;
    let mut child = std::process::Command::new(program).arg(file).stdout(quiet()).stderr(quiet()).spawn()?;
    std::thread::spawn(move || child.wait());
    Ok(())
}
