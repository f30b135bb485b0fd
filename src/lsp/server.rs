//! The server: what it does with each message.

use super::document::Document;
use super::{About, Answer, TOKEN_TYPES, actions, diagnostic, features, file_of, params, symbols};
use crate::session::{Files, Settings};
use anyhow::Context;
use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, TextDocumentIdentifier,
};
use sator_base::limits::Interrupt;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Takes the messages of a server.
pub type Deliver = Box<dyn Fn(Value)>;

/// Sends a message; an error if the editor has gone.
type Send = Box<dyn Fn(Message) -> anyhow::Result<()>>;

/// The files of a text, by their names.
#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct GivenFiles {
    text_document: TextDocumentIdentifier,
    files: BTreeMap<String, String>,
}

/// The capabilities of the server.
pub(super) fn capabilities() -> Value {
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

/// A language server, with the texts that its editor has open.
pub struct Server {
    settings: Settings,
    /// Ends the reading of a text.
    reading: Interrupt,
    /// The texts that are open, by their addresses.
    documents: BTreeMap<String, Document>,
    /// The files that texts read.
    files: Files,
    send: Send,
    /// The editor has asked for the end.
    pub(super) ended: bool,
}

impl Server {
    /// A server that can read no files, for a driver that hands it messages as JSON and takes its own by `deliver`.
    pub fn new(settings: Settings, deliver: Deliver) -> Server {
        let send: Send = Box::new(move |message| {
            let mut message = serde_json::to_value(message)?;
            message["jsonrpc"] = "2.0".into();
            deliver(message);
            Ok(())
        });
        Server::with(settings, Files::Refused, Interrupt::new(), send)
    }

    pub(super) fn with(settings: Settings, files: Files, reading: Interrupt, send: Send) -> Server {
        Server { settings, reading, documents: BTreeMap::new(), files, send, ended: false }
    }

    /// Handles a message, and publishes the problems of the texts that it changed.
    ///
    /// # Errors
    /// The message breaks the protocol.
    pub fn receive(&mut self, message: Value) -> anyhow::Result<()> {
        match serde_json::from_value(message).context("this is no message of the protocol")? {
            Message::Request(request) => self.request(request)?,
            Message::Notification(note) => self.notification(note)?,
            Message::Response(_) => {}
        }
        while self.publish_next()? {}
        Ok(())
    }

    pub(super) fn notification(&mut self, note: Notification) -> anyhow::Result<()> {
        match note.method.as_str() {
            "textDocument/didOpen" => {
                let Ok(DidOpenTextDocumentParams { text_document: opened }) = params(note.params) else {
                    return Ok(());
                };
                let uri = opened.uri.as_str().to_string();
                // Files that are given go by their names, from no folder.
                let file = file_of(&uri).filter(|_| self.files == Files::Allowed);
                let document =
                    Document::new(opened.text, opened.version, file, &self.settings, self.files.clone(), &self.reading);
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
            "sator/files" if self.files == Files::Refused => {
                let Ok(GivenFiles { text_document, files }) = params(note.params) else { return Ok(()) };
                if let Some(document) = self.documents.get_mut(text_document.uri.as_str()) {
                    document.give(files);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Publishes the problems of one text; false if the editor has those of all, or a change is about to arrive.
    pub(super) fn publish_next(&mut self) -> anyhow::Result<bool> {
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

    pub(super) fn request(&mut self, request: Request) -> anyhow::Result<()> {
        let Request { id, method, params } = request;
        let response = match method.as_str() {
            "initialize" => Response::new_ok(id, capabilities()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// The diagnostics that a server without files publishes for a text, and again once it is given files.
    fn diagnostics(text: &str, files: Value) -> Vec<Vec<String>> {
        let seen = Rc::new(RefCell::new(vec![]));
        let all = seen.clone();
        let mut server =
            Server::new(Settings::of_environment(), Box::new(move |message| all.borrow_mut().push(message)));
        let mut receive = |mut message: Value| {
            message["jsonrpc"] = "2.0".into();
            server.receive(message).expect("a message of the protocol");
        };
        receive(json!({"id": 1, "method": "initialize", "params": {"capabilities": {}}}));
        let opened = json!({"uri": "file:///p.puz", "languageId": "sator", "version": 1, "text": text});
        receive(json!({"method": "textDocument/didOpen", "params": {"textDocument": opened}}));
        let given = json!({"textDocument": {"uri": "file:///p.puz"}, "files": files});
        receive(json!({"method": "sator/files", "params": given}));
        let messages = seen.borrow();
        assert_eq!(messages[0]["result"]["capabilities"]["hoverProvider"], true, "{messages:?}");
        let code = |diagnostic: &Value| diagnostic["code"].as_str().unwrap_or_default().to_string();
        let codes = |message: &Value| {
            message["params"]["diagnostics"].as_array().expect("a list").iter().map(code).collect::<Vec<String>>()
        };
        messages[1..].iter().map(codes).collect()
    }

    #[test]
    fn a_server_without_files_reads_those_that_it_is_given() {
        let text = "let clues = csv(\"clues.csv\")\ngrid x 2x2 in 1..2\nr1c1 = clues[1]\n";
        assert_eq!(diagnostics(text, json!({"clues.csv": "2\n"})), [vec!["files-refused"], vec![]]);
        assert_eq!(diagnostics("grid x 2x2 in 1..2\nr1c9 = 1\n", json!({})).len(), 2);
    }

    #[test]
    fn a_message_that_breaks_the_protocol_is_refused() {
        let mut server = Server::new(Settings::of_environment(), Box::new(|_| ()));
        let error = server.receive(json!({"jsonrpc": "2.0"})).expect_err("no method");
        assert_eq!(error.to_string(), "this is no message of the protocol");
    }
}
