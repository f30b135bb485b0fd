//! Who may ask, and where each request goes.

use super::api;
use super::http::{self, Request};
use super::reply::Reply;
use super::sessions::Sessions;
use sator_base::limits::Interrupt;
use sator_draw::render::svg;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Requests at a time.
const MAX_REQUESTS: usize = 64;
/// The time between two looks of the server whether it is interrupted.
const TICK: Duration = Duration::from_millis(50);

/// The permissions that the browser gives the page: nothing but to show it and to talk to this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every reply.
const HEADERS: [(&str, &str); 5] = [
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
];

/// The page that a browser shows if it comes without the token.
const NO_TOKEN: &str = "This page is for those who have its whole address: the one that `sator --serve` printed.\n\
                        A copied link holds a script. To read it, open that address and paste the link into the script there.\n";

/// The address that a request must have.
pub(super) struct AllowedAddress {
    pub port: u16,
    /// The first part of every path.
    pub token: String,
}

/// Answers requests until it is interrupted.
pub(super) fn run(listener: TcpListener, door: AllowedAddress, sessions: &Arc<Sessions>, interrupt: &Interrupt) {
    let shared = sessions.clone();
    let accepting = std::thread::Builder::new().name("page".into()).spawn(move || accept(&listener, door, &shared));
    while accepting.is_ok() && !interrupt.is_set() {
        std::thread::sleep(TICK);
    }
    sessions.close_all();
}

fn accept(listener: &TcpListener, door: AllowedAddress, sessions: &Arc<Sessions>) {
    let (door, running) = (Arc::new(door), Arc::new(AtomicUsize::new(0)));
    for stream in listener.incoming() {
        // Out of file descriptors, say: those in use come free.
        let Ok(stream) = stream else {
            std::thread::sleep(TICK);
            continue;
        };
        if running.fetch_add(1, Ordering::SeqCst) >= MAX_REQUESTS {
            running.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let (door, sessions, done) = (door.clone(), sessions.clone(), running.clone());
        let spawned = std::thread::Builder::new().name("request".into()).spawn(move || {
            handle(&stream, &door, &sessions);
            done.fetch_sub(1, Ordering::SeqCst);
        });
        if spawned.is_err() {
            running.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

fn handle(stream: &TcpStream, door: &AllowedAddress, sessions: &Sessions) {
    let reply = http::receive(stream).map_or_else(|reply| reply, |request| reply(&request, door, sessions));
    http::send(stream, &reply, &HEADERS);
}

fn reply(request: &Request, door: &AllowedAddress, sessions: &Sessions) -> Reply {
    if let Some(why) = refusal(request, door) {
        return Reply::error(403, why);
    }
    let Some(path) = door.inside(&request.path) else {
        return Reply { status: 403, ..Reply::text("text/plain; charset=utf-8", NO_TOKEN) };
    };
    match request.method.as_str() {
        "GET" => asset(path),
        "POST" => match body(request) {
            Ok(body) => api::answer(sessions, path, &body),
            Err(reply) => reply,
        },
        _ => Reply::error(405, "the server answers only GET and POST"),
    }
}

impl AllowedAddress {
    /// The path behind the token, if the path starts with the token. The comparison takes the same time for any path, so
    /// its time reveals nothing about the token.
    fn inside<'a>(&self, path: &'a str) -> Option<&'a str> {
        let (token, rest) = path.strip_prefix('/')?.split_once('/')?;
        let differs = token.bytes().zip(self.token.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b));
        (token.len() == self.token.len() && differs == 0).then_some(rest)
    }
}

/// Why the request is none of ours, if it is not: another site may make a browser ask us, under its own name or under one that
/// it has let point here.
fn refusal(request: &Request, door: &AllowedAddress) -> Option<&'static str> {
    let ours = [format!("127.0.0.1:{}", door.port), format!("localhost:{}", door.port)];
    let host = request.header("Host").unwrap_or_default();
    if !ours.iter().any(|own| own == host) {
        return Some("another host was asked for");
    }
    if let Some(origin) = request.header("Origin")
        && !ours.iter().any(|own| origin.strip_prefix("http://") == Some(own))
    {
        return Some("another origin asks");
    }
    match request.header("Sec-Fetch-Site") {
        None | Some("same-origin" | "none") => None,
        // A link to the page may be followed, but nothing else.
        Some(_) if request.method == "GET" && door.inside(&request.path).is_none_or(str::is_empty) => None,
        Some(_) => Some("another site asks"),
    }
}

fn body(request: &Request) -> Result<serde_json::Value, Reply> {
    if !request.header("Content-Type").is_some_and(|kind| kind.starts_with("application/json")) {
        return Err(Reply::error(415, "requests are JSON"));
    }
    serde_json::from_slice(&request.body).map_err(|e| Reply::error(400, &format!("this is no JSON: {e}")))
}

fn asset(path: &str) -> Reply {
    let (css, script) = ("text/css; charset=utf-8", "text/javascript; charset=utf-8");
    match path {
        "" => Reply::text("text/html; charset=utf-8", include_str!("assets/index.html")),
        "style.css" => Reply::text(css, include_str!("assets/style.css")),
        "board.css" => Reply::text(css, include_str!("assets/board.css")),
        "theme.css" => Reply::text(css, &svg::page_css()),
        "answers.js" => Reply::text(script, include_str!("assets/answers.js")),
        "asking.js" => Reply::text(script, include_str!("assets/asking.js")),
        "board.js" => Reply::text(script, include_str!("assets/board.js")),
        "cards.js" => Reply::text(script, include_str!("assets/cards.js")),
        "driver.js" => Reply::text(script, include_str!("assets/driver.js")),
        "editor.js" => Reply::text(script, include_str!("assets/editor.js")),
        "elements.js" => Reply::text(script, include_str!("assets/elements.js")),
        "files.js" => Reply::text(script, include_str!("assets/files.js")),
        "generating.js" => Reply::text(script, include_str!("assets/generating.js")),
        "inking.js" => Reply::text(script, include_str!("assets/inking.js")),
        "link.js" => Reply::text(script, include_str!("assets/link.js")),
        "live.js" => Reply::text(script, include_str!("assets/live.js")),
        "marks.js" => Reply::text(script, include_str!("assets/marks.js")),
        "page.js" => Reply::text(script, include_str!("assets/page.js")),
        "palette.js" => Reply::text(script, include_str!("assets/palette.js")),
        "places.js" => Reply::text(script, include_str!("assets/places.js")),
        "play.js" => Reply::text(script, include_str!("assets/play.js")),
        "qr.js" => Reply::text(script, include_str!("assets/qr.js")),
        "script.js" => Reply::text(script, include_str!("assets/script.js")),
        "setting.js" => Reply::text(script, include_str!("assets/setting.js")),
        "starting.js" => Reply::text(script, include_str!("assets/starting.js")),
        "strokes.js" => Reply::text(script, include_str!("assets/strokes.js")),
        "theme.js" => Reply::text(script, include_str!("assets/theme.js")),
        "favicon.ico" => Reply { status: 204, kind: "image/x-icon", body: vec![] },
        _ => Reply::error(404, "there is nothing here"),
    }
}
