//! A server that runs, and plain requests to it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Nothing takes so long: a test that waits longer has failed.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Server {
    child: Child,
    pub port: u16,
    /// The first part of every path.
    pub token: String,
    /// Open as long as the server runs, as a terminal would be.
    _output: BufReader<std::process::ChildStdout>,
}

impl Server {
    pub(super) fn start(args: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sator"));
        // Tests run beside each other, and beside a page of the user.
        Server::of(command.args(["--serve", "--port", "0"]).args(args))
    }

    /// Starts this command, which serves.
    pub(super) fn of(command: &mut Command) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("an output"));
        output.read_line(&mut line).expect("an address");
        let parts: Vec<&str> = line.trim().split('/').collect();
        let ["http:", "", host, token, ""] = parts[..] else { panic!("no address: {line}") };
        let port = host.strip_prefix("127.0.0.1:").and_then(|port| port.parse().ok()).expect("a port");
        Server { child, port, token: token.into(), _output: output }
    }

    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Asks a question, or runs the whole text, and listens to what comes.
    pub(super) fn ask(&self, session: &str, text: &str, question: Option<&str>) -> Events<'_> {
        let (status, reply) = call(self, "ask", &json!({"session": session, "text": text, "question": question}));
        assert_eq!(status, 200, "{reply}");
        let next = reply["next"].as_u64().expect("a number");
        Events { server: self, session: session.into(), next: std::cell::Cell::new(next) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) struct Events<'a> {
    server: &'a Server,
    session: String,
    next: std::cell::Cell<u64>,
}

impl Events<'_> {
    /// Waits for events. Returns them, up to the first event of a kind.
    pub(super) fn until(&self, last: &str) -> Vec<(String, Value)> {
        let mut received = Vec::new();
        loop {
            let reply = call(self.server, "events", &json!({"session": self.session, "after": self.next.get()})).1;
            let events = reply["events"].as_array().unwrap_or_else(|| panic!("no events: {reply}"));
            for event in events {
                received.push((event[0].as_str().expect("a kind").to_string(), event[1].clone()));
            }
            self.next.set(reply["next"].as_u64().expect("a number"));
            if received.iter().any(|(kind, _)| kind == last) {
                return received;
            }
        }
    }
}

fn connect(port: u16) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
    stream
}

/// Sends bytes as they are; the status and the body of the answer.
pub(super) fn raw(port: u16, request: &str) -> (u16, Vec<u8>) {
    let mut stream = connect(port);
    stream.write_all(request.as_bytes()).expect("the request is sent");
    let mut answer = BufReader::new(stream);
    let (mut head, mut body) = (String::new(), Vec::new());
    while !head.ends_with("\r\n\r\n") {
        assert!(answer.read_line(&mut head).expect("a head") > 0, "the answer ended: {head}");
    }
    let head = head.to_lowercase();
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
    // Not every server ends the connection when it is asked to.
    match length {
        Some(length) => answer.take(length).read_to_end(&mut body),
        None => answer.read_to_end(&mut body),
    }
    .expect("a body");
    (status, if head.contains("transfer-encoding: chunked") { unchunked(&body) } else { body })
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    while let Some(end) = body.windows(2).position(|w| w == b"\r\n") {
        let size = String::from_utf8_lossy(&body[..end]).to_string();
        let Ok(size) = usize::from_str_radix(size.trim(), 16) else { break };
        if size == 0 || body.len() < end + 4 + size {
            break;
        }
        all.extend(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
    }
    all
}

pub(super) fn post(server: &Server, path: &str, body: &str) -> (u16, Vec<u8>) {
    let (port, token) = (server.port, &server.token);
    raw(
        port,
        &format!(
            "POST /{token}{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
    )
}

/// A request of the page.
pub(super) fn call(server: &Server, what: &str, body: &Value) -> (u16, Value) {
    let (status, bytes) = post(server, &format!("/api/{what}"), &body.to_string());
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}
