//! `sator --lsp`: a language server on standard input and output, for editors.
//!
//! ```text
//! editor ──▶ inbox (a thread: interrupts the reading of a text that has changed) ──▶ server ──▶ documents ──▶ service
//!    ◀────────────────────── replies, diagnostics ────────────────────────────────────┘
//! ```
//!
//! Diagnostics are published when nothing else is to do. A text is read as far as it can be; what an editor asks of it in the
//! meantime is answered from that.
//!
//! The protocol is LSP 3.17: <https://microsoft.github.io/language-server-protocol/>.

mod actions;
mod document;
mod features;
mod symbols;

use crate::service::Problem;
use crate::session::Settings;
use anyhow::Context;
use document::Document;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, Position, Range,
    TextDocumentIdentifier,
};
use sator_base::limits::Interrupt;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

/// How often the server looks whether the program is interrupted.
const TICK: Duration = Duration::from_millis(100);

/// The classes of tokens, in the order of their numbers.
const TOKEN_TYPES: [&str; 11] = [
    "keyword",
    "function",
    "macro",
    "variable",
    "parameter",
    "number",
    "string",
    "comment",
    "event",
    "method",
    "enumMember",
];

/// The answer to a request, or why there is none.
type Answer = Result<Value, String>;

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
    let mut server = Server { settings: settings.clone(), reading, documents: BTreeMap::new(), send, ended: false };
    let ended = server.serve(&inbox, interrupt);
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

/// The capabilities of the server.
fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": {"openClose": true, "change": 2},
            "completionProvider": {"triggerCharacters": ["."]},
            "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": {"prepareProvider": true},
            "documentSymbolProvider": true,
            "foldingRangeProvider": true,
            "documentFormattingProvider": true,
            "codeActionProvider": {"codeActionKinds": ["quickfix"]},
            "semanticTokensProvider": {"legend": {"tokenTypes": TOKEN_TYPES, "tokenModifiers": []}, "full": true},
        },
        "serverInfo": {"name": "sator", "version": env!("CARGO_PKG_VERSION")},
    })
}

struct Server {
    settings: Settings,
    /// Ends the reading of a text.
    reading: Interrupt,
    /// The texts that are open, by their addresses.
    documents: BTreeMap<String, Document>,
    send: Box<dyn Fn(Message) -> anyhow::Result<()>>,
    /// The editor has asked for the end.
    ended: bool,
}

impl Server {
    /// Handles messages; true if the editor ended the conversation.
    fn serve(&mut self, inbox: &Receiver<Message>, interrupt: &Interrupt) -> anyhow::Result<bool> {
        loop {
            if interrupt.is_set() {
                return Ok(false);
            }
            let message = match inbox.try_recv() {
                Ok(message) => message,
                Err(TryRecvError::Disconnected) => return Ok(true),
                Err(TryRecvError::Empty) => {
                    if self.publish_next()? {
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
                Message::Request(request) => self.request(request)?,
                Message::Notification(note) if note.method == "exit" => return Ok(true),
                Message::Notification(note) => self.notification(note)?,
                Message::Response(_) => {}
            }
        }
    }

    fn notification(&mut self, note: Notification) -> anyhow::Result<()> {
        match note.method.as_str() {
            "textDocument/didOpen" => {
                let Ok(DidOpenTextDocumentParams { text_document: opened }) = params(note.params) else {
                    return Ok(());
                };
                let uri = opened.uri.as_str().to_string();
                let file = file_of(&uri);
                let document = Document::new(opened.text, opened.version, file, &self.settings, &self.reading);
                self.documents.insert(uri, document);
            }
            "textDocument/didChange" => {
                self.reading.clear();
                let Ok(changed) = params::<DidChangeTextDocumentParams>(note.params) else { return Ok(()) };
                if let Some(document) = self.documents.get_mut(changed.text_document.uri.as_str()) {
                    for change in changed.content_changes {
                        document.change(change.range, &change.text);
                    }
                    document.version = changed.text_document.version;
                }
            }
            "textDocument/didClose" => {
                let Ok(closed) = params::<DidCloseTextDocumentParams>(note.params) else { return Ok(()) };
                let uri = closed.text_document.uri.as_str().to_string();
                self.documents.remove(&uri);
                self.publish(&uri, None, &[])?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Publishes the problems of one text; false if the editor has those of all, or a change is about to arrive.
    fn publish_next(&mut self) -> anyhow::Result<bool> {
        let Some((uri, document)) = self.documents.iter_mut().find(|(_, document)| !document.published) else {
            return Ok(false);
        };
        // An interrupted reading is followed by a change, which clears the interrupt.
        let Some(problems) = document.problems() else { return Ok(false) };
        document.published = true;
        let list: Vec<Value> = problems.iter().map(|problem| diagnostic(document, problem)).collect();
        let (uri, version) = (uri.clone(), document.version);
        self.publish(&uri, Some(version), &list)?;
        Ok(true)
    }

    fn publish(&self, uri: &str, version: Option<i32>, diagnostics: &[Value]) -> anyhow::Result<()> {
        let params = json!({"uri": uri, "version": version, "diagnostics": diagnostics});
        (self.send)(Message::Notification(Notification { method: "textDocument/publishDiagnostics".into(), params }))
    }

    fn request(&mut self, request: Request) -> anyhow::Result<()> {
        let Request { id, method, params } = request;
        let response = match method.as_str() {
            "shutdown" => {
                self.ended = true;
                Response::new_ok(id, Value::Null)
            }
            _ => match self.answer(&method, params) {
                Some(Ok(result)) => Response::new_ok(id, result),
                Some(Err(message)) => Response::new_err(id, ErrorCode::RequestFailed as i32, message),
                None => Response::new_err(id, ErrorCode::MethodNotFound as i32, format!("there is no method {method}")),
            },
        };
        (self.send)(Message::Response(response))
    }

    /// The answer to a request about a text; `None` if there is no such request.
    fn answer(&mut self, method: &str, given: Value) -> Option<Answer> {
        let answer: fn(&mut Document, &About) -> Answer = match method {
            "textDocument/completion" => features::completion,
            "textDocument/signatureHelp" => features::signature_help,
            "textDocument/hover" => features::hover,
            "textDocument/foldingRange" => features::folding,
            "textDocument/formatting" => features::formatting,
            "textDocument/semanticTokens/full" => features::semantic_tokens,
            "textDocument/definition" => symbols::definition,
            "textDocument/references" => symbols::references,
            "textDocument/documentHighlight" => symbols::highlights,
            "textDocument/prepareRename" => symbols::prepare_rename,
            "textDocument/rename" => symbols::rename,
            "textDocument/documentSymbol" => symbols::document_symbols,
            "textDocument/codeAction" => {
                let settings = self.settings.clone();
                return Some(self.about(given, |document, about| actions::code_actions(document, about, &settings)));
            }
            _ => return None,
        };
        Some(self.about(given, answer))
    }

    fn about(&mut self, given: Value, answer: impl FnOnce(&mut Document, &About) -> Answer) -> Answer {
        let about: About = params(given)?;
        let uri = about.text_document.uri.as_str();
        let document = self.documents.get_mut(uri).ok_or("this text is not open")?;
        answer(document, &about)
    }
}

/// The parameters of all requests about a text.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct About {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
    range: Option<Range>,
    new_name: Option<String>,
    context: Option<ReferenceContext>,
}

/// The context of a request for references.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReferenceContext {
    include_declaration: Option<bool>,
}

impl About {
    fn position(&self) -> Result<Position, String> {
        self.position.ok_or_else(|| "the position is missing".into())
    }
}

fn params<T: DeserializeOwned>(given: Value) -> Result<T, String> {
    serde_json::from_value(given).map_err(|error| error.to_string())
}

/// A problem as the editor shows it.
fn diagnostic(document: &Document, problem: &Problem) -> Value {
    let place = problem.place.clone().unwrap_or(0..0);
    let lines = std::iter::once(&problem.message).chain(&problem.notes).chain(&problem.help);
    json!({
        "range": Range { start: document.position(place.start), end: document.position(place.end) },
        "severity": if problem.warning { 2 } else { 1 },
        "code": problem.code.word(),
        "source": "sator",
        "message": lines.map(String::as_str).collect::<Vec<_>>().join("\n"),
    })
}

/// The file of an address; `None` for a text that is in no file.
fn file_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = vec![];
    let mut all = path.bytes();
    while let Some(byte) = all.next() {
        match byte {
            b'%' => {
                let digits = [all.next()?, all.next()?];
                bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn files_of_addresses() {
        let file = |uri| super::file_of(uri).map(|path| path.display().to_string());
        assert_eq!(file("file:///a/b%20c/%C3%A9.puz").as_deref(), Some("/a/b c/é.puz"));
        assert_eq!(file("untitled:Untitled-1"), None);
        assert_eq!(file("file:///a%"), None);
    }
}
