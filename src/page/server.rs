//! HTTP: who may ask, what is too much, and where each request goes.

use super::api;
use super::reply::Reply;
use super::table::Table;
use crate::limits::Interrupt;
use crate::session::Theme;
use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response, Server};

/// Bytes that a request may bring.
const MOST_BYTES: usize = 1 << 20;
/// Requests at a time, event streams among them.
const MOST_REQUESTS: usize = 64;

/// What the browser may do with the page: nothing but show it, and talk to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Answers requests until it is interrupted.
pub(super) fn run(server: &Server, port: u16, table: Arc<Table>, interrupt: &Interrupt) {
    let running = Arc::new(AtomicUsize::new(0));
    while !interrupt.is_set() {
        let Ok(Some(request)) = server.recv_timeout(Duration::from_millis(100)) else { continue };
        if running.fetch_add(1, Ordering::SeqCst) >= MOST_REQUESTS {
            running.fetch_sub(1, Ordering::SeqCst);
            send(request, Reply::error(503, "too many requests at a time"));
            continue;
        }
        let (table, done) = (table.clone(), running.clone());
        let spawned = std::thread::Builder::new().name("page".into()).spawn(move || {
            handle(request, port, &table);
            done.fetch_sub(1, Ordering::SeqCst);
        });
        if spawned.is_err() {
            running.fetch_sub(1, Ordering::SeqCst);
        }
    }
    table.close_all();
}

fn header<'a>(request: &'a Request, name: &'static str) -> Option<&'a str> {
    request.headers().iter().find(|h| h.field.equiv(name)).map(|h| h.value.as_str())
}

/// Why the request is none of ours, if it is not: another site may make a browser ask us, under its own name or under one that
/// it has let point here.
fn refusal(request: &Request, port: u16) -> Option<&'static str> {
    let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let host = header(request, "Host").unwrap_or_default();
    if !ours.iter().any(|own| own == host) {
        return Some("another host was asked for");
    }
    if let Some(origin) = header(request, "Origin")
        && !ours.iter().any(|own| origin.strip_prefix("http://") == Some(own))
    {
        return Some("another origin asks");
    }
    match header(request, "Sec-Fetch-Site") {
        None | Some("same-origin" | "none") => None,
        // A link to the page may be followed, but nothing else.
        Some(_) if *request.method() == Method::Get && path(request) == "/" => None,
        Some(_) => Some("another site asks"),
    }
}

fn path(request: &Request) -> &str {
    request.url().split('?').next().unwrap_or("/")
}

/// A value of the query part of the address.
fn asked<'a>(request: &'a Request, key: &str) -> Option<&'a str> {
    let pairs = request.url().split_once('?')?.1.split('&');
    pairs.filter_map(|pair| pair.split_once('=')).find(|(name, _)| *name == key).map(|(_, value)| value)
}

fn handle(mut request: Request, port: u16, table: &Table) {
    if let Some(why) = refusal(&request, port) {
        return send(request, Reply::error(403, why));
    }
    match request.method() {
        Method::Get if path(&request) == "/api/events" => {
            let Some(desk) = asked(&request, "session").and_then(|name| table.get(name)) else {
                return send(request, Reply::error(404, "there is no such session"));
            };
            let after = header(&request, "Last-Event-ID").and_then(|id| id.parse().ok());
            let events = desk.events.clone();
            // The stream must not keep the session.
            drop(desk);
            events.stream(after, request.into_writer());
        }
        Method::Get => {
            let reply = asset(path(&request));
            send(request, reply);
        }
        Method::Post => {
            let reply = match body(&mut request) {
                Ok(body) => api::answer(table, path(&request), &body),
                Err(reply) => reply,
            };
            send(request, reply);
        }
        _ => send(request, Reply::error(405, "only GET and POST are answered")),
    }
}

fn body(request: &mut Request) -> Result<serde_json::Value, Reply> {
    let too_much = || Reply::error(413, "a request may have 1 MiB at most");
    if request.body_length().is_some_and(|length| length > MOST_BYTES) {
        return Err(too_much());
    }
    let is_json = header(request, "Content-Type").is_some_and(|kind| kind.starts_with("application/json"));
    if !is_json {
        return Err(Reply::error(415, "requests are JSON"));
    }
    let mut bytes = Vec::new();
    let read = request.as_reader().take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes);
    match read {
        Ok(n) if n > MOST_BYTES => Err(too_much()),
        Ok(_) => serde_json::from_slice(&bytes).map_err(|e| Reply::error(400, &format!("this is no JSON: {e}"))),
        Err(_) => Err(Reply::error(400, "the request ended early")),
    }
}

fn asset(path: &str) -> Reply {
    match path {
        "/" => Reply::text("text/html; charset=utf-8", include_str!("assets/index.html")),
        "/style.css" => Reply::text("text/css; charset=utf-8", include_str!("assets/style.css")),
        "/theme.css" => {
            let (light, dark) = (Theme::Light.css(), Theme::Dark.css());
            Reply::text("text/css; charset=utf-8", &format!("{light}\n@media (prefers-color-scheme:dark){{{dark}}}\n"))
        }
        "/editor.js" => Reply::text("text/javascript; charset=utf-8", include_str!("assets/editor.js")),
        "/board.js" => Reply::text("text/javascript; charset=utf-8", include_str!("assets/board.js")),
        "/page.js" => Reply::text("text/javascript; charset=utf-8", include_str!("assets/page.js")),
        "/favicon.ico" => Reply { status: 204, kind: "image/x-icon", body: vec![] },
        _ => Reply::error(404, "there is nothing here"),
    }
}

fn send(request: Request, reply: Reply) {
    let headers = [
        ("Content-Type", reply.kind),
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ];
    let mut response = Response::from_data(reply.body).with_status_code(reply.status);
    for header in headers.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok()) {
        response.add_header(header);
    }
    // Who has gone needs no answer.
    let _ = request.respond(response);
}
