//! The local page: a script on the left, its picture on the right, and the session's questions as buttons.
//!
//! ```text
//! browser ──HTTP──▶ server ──▶ api ──jobs──▶ desk (two threads: one reads what is typed, one answers)
//!    ◀──server-sent events── events ◀────────┘
//! ```
//!
//! Only this machine may ask: the server listens on 127.0.0.1 and refuses other hosts and origins. A script that came with a link may
//! not touch files until the user allows it.

mod api;
mod cells;
mod desk;
mod events;
mod reply;
mod script;
mod server;
mod table;

use crate::limits::Interrupt;
use crate::session::Settings;
use anyhow::Context;
use std::io::Write;

/// What the page starts with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Start {
    /// The name and the text of a script that the user opened.
    pub script: Option<(String, String)>,
    /// 0: any that is free.
    pub port: u16,
    /// Show it in a browser.
    pub open: bool,
}

/// Serves until it is interrupted; the address is the first line written.
pub(crate) fn serve(
    start: Start,
    settings: Settings,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let listener = std::net::TcpListener::bind(("127.0.0.1", start.port))
        .with_context(|| format!("port {} of 127.0.0.1 can't be used", start.port))?;
    let port = listener.local_addr()?.port();
    let address = format!("http://127.0.0.1:{port}/");
    let listening = tiny_http::Server::from_listener(listener, None).map_err(|e| anyhow::anyhow!("no server: {e}"))?;
    writeln!(out, "{address}")?;
    writeln!(out, "Ctrl-C ends it")?;
    out.flush()?;
    if start.open {
        open_browser(&address, out)?;
    }
    server::run(&listening, port, table::Table::new(settings, start.script), interrupt);
    Ok(())
}

/// Asks the system to show an address.
fn open_browser(address: &str, out: &mut dyn Write) -> std::io::Result<()> {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let quiet = std::process::Stdio::null;
    let started = std::process::Command::new(program).arg(address).stdout(quiet()).stderr(quiet()).spawn();
    match started {
        Ok(mut child) => {
            std::thread::spawn(move || child.wait());
            Ok(())
        }
        Err(error) => writeln!(out, "no browser was opened ({program}: {error})"),
    }
}
