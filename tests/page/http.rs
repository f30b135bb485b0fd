//! A server that runs, and plain requests to it.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Nothing takes so long: a test that waits longer has failed.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Server {
    child: Child,
    pub port: u16,
    /// Open as long as the server runs, as a terminal would be.
    _said: BufReader<std::process::ChildStdout>,
}

impl Server {
    pub(super) fn start(args: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sator"))
            .arg("--serve")
            .args(args)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut said = BufReader::new(child.stdout.take().expect("an output"));
        said.read_line(&mut line).expect("an address");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|p| p.parse().ok());
        Server { child, port: port.unwrap_or_else(|| panic!("no address: {line}")), _said: said }
    }

    /// Listens to what a session is told from now on.
    pub(super) fn events(&self, session: &str) -> Events {
        let mut stream = connect(self.port);
        let request = format!(
            "GET /api/events?session={session} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.port
        );
        stream.write_all(request.as_bytes()).expect("the request is sent");
        let mut lines = BufReader::new(stream);
        // The head, and what says that it listens.
        let mut line = String::new();
        while !line.starts_with("retry:") {
            line.clear();
            assert!(lines.read_line(&mut line).expect("a line") > 0, "the stream ended");
        }
        Events { lines: std::cell::RefCell::new(lines) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(super) struct Events {
    lines: std::cell::RefCell<BufReader<TcpStream>>,
}

impl Events {
    /// What is told, up to the first event of a kind.
    pub(super) fn until(&self, last: &str) -> Vec<(String, Value)> {
        let (mut told, mut kind) = (Vec::new(), String::new());
        loop {
            let mut line = String::new();
            assert!(self.lines.borrow_mut().read_line(&mut line).expect("a line") > 0, "the stream ended: {told:?}");
            if let Some(name) = line.strip_prefix("event: ") {
                kind = name.trim().to_string();
            } else if let Some(data) = line.strip_prefix("data: ") {
                told.push((kind.clone(), serde_json::from_str(data).expect("JSON")));
                if kind == last {
                    return told;
                }
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

pub(super) fn post(port: u16, path: &str, body: &str) -> (u16, Vec<u8>) {
    raw(
        port,
        &format!(
            "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
    )
}

/// A request of the page.
pub(super) fn call(port: u16, what: &str, body: &Value) -> (u16, Value) {
    let (status, bytes) = post(port, &format!("/api/{what}"), &body.to_string());
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}
