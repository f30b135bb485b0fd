//! `sator --mcp`: the Model Context Protocol on standard input and output, for assistants that call tools.
//!
//! ```text
//! lines ──▶ handle ──▶ requests of `rpc` ──▶ workers ──▶ events, results ──▶ translate ──▶ lines
//! ```
//!
//! A tool is a row of `tools::TOOLS`. It stands for a method of `service::METHODS`, and its call is a request of `rpc`.
//!
//! The protocol is <https://modelcontextprotocol.io/specification/2025-06-18>.

mod resources;
mod tools;

use crate::rpc::{Worker, converse};
use crate::service::Method;
use crate::session::Settings;
use sator_base::limits::Interrupt;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The versions of the protocol, the newest first. They agree in everything that is used here.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];
/// The limit on one call without `--timeout`.
const PATIENCE: Duration = Duration::from_secs(60);

/// Errors of JSON-RPC 2.0, and that of MCP for an unknown resource.
const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
const METHOD_NOT_FOUND: i32 = -32_601;
const INVALID_PARAMS: i32 = -32_602;
const RESOURCE_NOT_FOUND: i32 = -32_002;

/// A call of a tool that has no result yet.
#[derive(Default)]
struct Call {
    /// Its answers and problems.
    events: Vec<Value>,
    cancelled: bool,
}

/// The calls, by their ids as JSON.
type Calls = Arc<Mutex<HashMap<String, Call>>>;

fn lock(calls: &Calls) -> MutexGuard<'_, HashMap<String, Call>> {
    calls.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Serves an assistant until the input ends or the program is interrupted.
///
/// # Errors
/// The input can't be read, or the output takes no more.
pub(crate) fn run(
    settings: &Settings,
    interrupt: &Interrupt,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> anyhow::Result<()> {
    // Each call stands alone, so a hint has no second stage.
    let timeout = settings.timeout.or(Some(PATIENCE));
    let settings = Settings { timeout, staged_hints: false, ..settings.clone() };
    let calls = Calls::default();
    let shared = calls.clone();
    let translate = move |message: Value| translate(message, &shared);
    converse(&settings, interrupt, input, output, translate, move |line, workers, deliver| {
        if let Some(reply) = handle(line, workers, &calls) {
            deliver(reply);
        }
    })
}

/// The message to the client for a message of a worker, or for a message that is ready.
fn translate(message: Value, calls: &Calls) -> Option<Value> {
    if message["jsonrpc"].is_string() {
        return Some(message);
    }
    let mut calls = lock(calls);
    let id = message["id"].to_string();
    match message["event"].as_str() {
        Some("answer" | "problem") => {
            calls.get_mut(&id)?.events.push(message["data"].clone());
            None
        }
        Some(_) => None,
        None => {
            let call = calls.remove(&id)?;
            let result = match message["error"]["message"].as_str() {
                Some(error) => tools::failure(error),
                None => tools::result(&call.events, &message["result"]),
            };
            // A client that has cancelled a call takes no result.
            (!call.cancelled).then(|| reply(&message["id"], &result))
        }
    }
}

fn reply(id: &Value, result: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
}

/// Answers a message, or hands a call to the worker for it.
fn handle(line: &[u8], workers: &[Worker; 2], calls: &Calls) -> Option<Value> {
    if line.trim_ascii().is_empty() {
        return None;
    }
    let message: Value = match serde_json::from_slice(line) {
        Ok(message) => message,
        Err(found) => return Some(error(&Value::Null, PARSE_ERROR, &format!("this is no JSON: {found}"))),
    };
    let (id, params) = (&message["id"], &message["params"]);
    let Some(method) = message["method"].as_str().filter(|_| message["jsonrpc"] == "2.0") else {
        // A response: the server asks nothing, so it needs none.
        let is_response = !message["result"].is_null() || !message["error"].is_null();
        let text = "a message has `jsonrpc` \"2.0\", `id`, `method` and `params`";
        return (!is_response).then(|| error(&Value::Null, INVALID_REQUEST, text));
    };
    if id.is_null() {
        if method == "notifications/cancelled" {
            let request = &params["requestId"];
            if let Some(call) = lock(calls).get_mut(&request.to_string()) {
                call.cancelled = true;
            }
            workers.iter().for_each(|worker| worker.cancel(request));
        }
        return None;
    }
    if !matches!(id, Value::Number(_) | Value::String(_)) {
        return Some(error(&Value::Null, INVALID_REQUEST, "an `id` is a number or a text"));
    }
    Some(match method {
        "initialize" => reply(id, &greeting(params)),
        "ping" => reply(id, &json!({})),
        "tools/list" => reply(id, &tools::list()),
        "tools/call" => return call(id, params, workers, calls),
        "resources/list" => reply(id, &resources::list()),
        "resources/templates/list" => reply(id, &resources::templates()),
        "resources/read" => match params["uri"].as_str() {
            None => error(id, INVALID_PARAMS, "`uri` is a text"),
            Some(uri) => match resources::read(uri) {
                Some(found) => reply(id, &found),
                None => error(id, RESOURCE_NOT_FOUND, &format!("there is no resource {uri}")),
            },
        },
        _ => error(id, METHOD_NOT_FOUND, &format!("there is no method `{method}`")),
    })
}

/// The reply to `initialize`.
fn greeting(params: &Value) -> Value {
    let wanted = params["protocolVersion"].as_str();
    let version = VERSIONS.into_iter().find(|version| wanted == Some(version)).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}, "resources": {}},
        "serverInfo": {"name": "sator", "version": env!("CARGO_PKG_VERSION")},
        "instructions": "sator solves, checks and makes logic puzzles written in a small language. Read the resource \
            sator://card, or call `help` with the topic `card`, before you write a puzzle. sator://rules lists the \
            standard rules, and `help` with the name of a rule shows how to use it.",
    })
}

/// Starts a call; the reply if it can't be started.
fn call(id: &Value, params: &Value, workers: &[Worker; 2], calls: &Calls) -> Option<Value> {
    let name = params["name"].as_str().unwrap_or_default();
    let Some(tool) = tools::find(name) else {
        return Some(error(id, INVALID_PARAMS, &format!("there is no tool `{name}`")));
    };
    let (method, params) = match tool.request(&params["arguments"]) {
        Ok(request) => request,
        Err(message) => return Some(reply(id, &tools::failure(&message))),
    };
    let request = json!({"id": id, "method": method, "params": params});
    let is_long = match Method::of(&request) {
        Ok(method) => method.is_long,
        Err(message) => return Some(reply(id, &tools::failure(&message))),
    };
    if lock(calls).contains_key(&id.to_string()) {
        return Some(error(id, INVALID_REQUEST, "another call of this `id` has no result yet"));
    }
    lock(calls).insert(id.to_string(), Call::default());
    workers[usize::from(is_long)].send(request);
    None
}
