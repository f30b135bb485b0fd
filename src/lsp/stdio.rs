//! The server on standard input and output.

use super::server::{Server, capabilities};
use crate::session::{Files, Settings};
use anyhow::Context;
use lsp_server::{Connection, Message};
use sator_base::limits::Interrupt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// The time between two looks of the server whether the program is interrupted.
const TICK: Duration = Duration::from_millis(100);

/// Answers an editor until it ends the conversation; true if the editor asked for the end first.
///
/// # Errors
/// The editor's message breaks the protocol, or the output is closed.
pub(crate) fn run(settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<bool> {
    let (connection, threads) = Connection::stdio();
    let (id, _) = connection.initialize_start().context("the editor did not start with `initialize`")?;
    connection.initialize_finish(id, capabilities())?;
    let reading = Interrupt::new();
    let Connection { sender, receiver } = connection;
    let (forward, inbox) = channel();
    let changed = reading.clone();
    let forwarding = move || forward_all(receiver, &changed, |message| forward.send(message).is_ok());
    std::thread::Builder::new().name("lsp inbox".into()).spawn(forwarding).context("the system gives no thread")?;
    let send = Box::new(move |message| sender.send(message).context("the editor has gone"));
    let mut server = Server::with(settings.clone(), Files::Allowed, reading, send);
    let ended = serve(&mut server, &inbox, interrupt);
    let asked = server.ended;
    drop(server);
    // The reader of standard input ends with the input alone.
    if ended? {
        threads.join()?;
    }
    Ok(asked)
}

/// Forwards messages as long as they are taken. A change of a text first interrupts the reading of the text before it, so
/// that whoever takes the change can clear the interrupt: a later one would end the reading of the new text.
fn forward_all(
    messages: impl IntoIterator<Item = Message>,
    changed: &Interrupt,
    mut forward: impl FnMut(Message) -> bool,
) {
    for message in messages {
        if matches!(&message, Message::Notification(n) if n.method == "textDocument/didChange") {
            changed.set();
        }
        if !forward(message) {
            break;
        }
    }
}

/// Handles messages; true if the editor ended the conversation.
fn serve(server: &mut Server, inbox: &Receiver<Message>, interrupt: &Interrupt) -> anyhow::Result<bool> {
    loop {
        if interrupt.is_set() {
            return Ok(false);
        }
        let message = match inbox.try_recv() {
            Ok(message) => message,
            Err(TryRecvError::Disconnected) => return Ok(true),
            Err(TryRecvError::Empty) => {
                if server.publish_next()? {
                    continue;
                }
                match inbox.recv_timeout(TICK) {
                    Ok(message) => message,
                    Err(RecvTimeoutError::Timeout) => continue,
                    Err(RecvTimeoutError::Disconnected) => return Ok(true),
                }
            }
        };
        match message {
            Message::Request(request) => server.request(request)?,
            Message::Notification(note) if note.method == "exit" => return Ok(true),
            Message::Notification(note) => server.notification(note)?,
            Message::Response(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_server::Notification;
    use serde_json::Value;

    /// A late interrupt would end the reading of the new text, and a request about it would find nothing.
    #[test]
    fn a_change_interrupts_before_it_is_forwarded() {
        let note = |method: &str| Message::Notification(Notification { method: method.into(), params: Value::Null });
        let changed = Interrupt::new();
        let mut seen = vec![];
        forward_all(["textDocument/didOpen", "textDocument/didChange"].map(note), &changed, |_| {
            seen.push(changed.is_set());
            true
        });
        assert_eq!(seen, [false, true]);
    }
}
