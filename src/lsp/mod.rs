//! A language server, for editors. `sator --lsp` reads messages from standard input; the WebAssembly module gets them by
//! [`Server::receive`].
//!
//! ```text
//! editor ──▶ inbox (a thread: interrupts the reading of a text that has changed) ──▶ server ──▶ documents ──▶ service
//!    ◀────────────────────── replies, diagnostics ────────────────────────────────────┘
//! ```
//!
//! Diagnostics are published when nothing else is to do. A text is read as far as it can be; what an editor asks of it in the
//! meantime is answered from that.
//!
//! The protocol is LSP 3.17: <https://microsoft.github.io/language-server-protocol/>. One notification is added to it, for a
//! server that can't read files: `sator/files` has the `textDocument` and `files`, an object with the text of each file that the
//! script may read, by its name.

mod actions;
mod document;
mod features;
mod server;
#[cfg(feature = "cli")]
mod stdio;
mod symbols;

pub use server::{Deliver, Server};
#[cfg(feature = "cli")]
pub(crate) use stdio::run;

use crate::service::Problem;
use document::Document;
use lsp_types::{Position, Range, TextDocumentIdentifier};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::path::PathBuf;

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
    #[test]
    fn files_of_addresses() {
        let file = |uri| super::file_of(uri).map(|path| path.display().to_string());
        assert_eq!(file("file:///a/b%20c/%C3%A9.puz").as_deref(), Some("/a/b c/é.puz"));
        assert_eq!(file("untitled:Untitled-1"), None);
        assert_eq!(file("file:///a%"), None);
    }
}
