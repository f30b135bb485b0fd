//! HTTP/1.1 as far as a browser on this machine needs it: one request a connection, bounded in bytes and in time.
//!
//! The parser is `httparse`. What reads the bytes is here, because another user of the machine may connect too, and may send
//! a header that never ends.

use super::reply::Reply;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Bytes of a request line with its headers.
const MAX_HEAD: usize = 16 << 10;
const MAX_HEADERS: usize = 64;
/// Bytes of a body.
const MAX_BODY: usize = 1 << 20;
/// Time for a whole request to arrive, and for a reply to be taken.
const PATIENCE: Duration = Duration::from_secs(10);
/// Time and bytes granted to a client that still sends when its reply is written. Closing sooner resets the connection, and
/// the client loses the reply.
const LINGER: Duration = Duration::from_secs(1);
const MAX_LINGER: u64 = 4 << 20;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub method: String,
    /// Without the query.
    pub path: String,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// A connection whose every read and write ends at a deadline.
struct Timed<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl Timed<'_> {
    fn left(&self) -> std::io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(std::io::ErrorKind::TimedOut.into()) } else { Ok(Some(left)) }
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

/// Reads the request of a connection; the error is the reply to one that can't be read.
pub(super) fn receive(stream: &TcpStream) -> Result<Request, Reply> {
    let timed = Timed { stream, deadline: Instant::now() + PATIENCE };
    read_request(timed, &mut |part| (&*stream).write_all(part))
}

/// Reads a request; `interim` sends what a client waits for before its body.
fn read_request(mut from: impl Read, interim: &mut dyn FnMut(&[u8]) -> std::io::Result<()>) -> Result<Request, Reply> {
    let early = || Reply::error(400, "the request ended early");
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = head_end(&bytes) {
            break end;
        }
        if bytes.len() >= MAX_HEAD {
            return Err(Reply::error(431, "the headers are longer than 16 KiB"));
        }
        let mut part = [0; 2048];
        match from.read(&mut part) {
            Ok(0) => return Err(early()),
            Ok(n) => bytes.extend_from_slice(&part[..n]),
            Err(_) => return Err(Reply::error(408, "the request took too long")),
        }
    };
    let mut body = bytes.split_off(end);
    let mut request = parse_head(&bytes)?;
    if request.header("Transfer-Encoding").is_some() {
        return Err(Reply::error(411, "a body needs a Content-Length"));
    }
    let length = match request.header("Content-Length").map(str::parse) {
        None => 0,
        Some(Ok(length)) => length,
        Some(Err(_)) => return Err(Reply::error(400, "the Content-Length is no number")),
    };
    if length > MAX_BODY {
        return Err(Reply::error(413, "a request may have 1 MiB at most"));
    }
    if request.header("Expect").is_some() && body.len() < length {
        interim(b"HTTP/1.1 100 Continue\r\n\r\n").map_err(|_| early())?;
    }
    let missing = length.saturating_sub(body.len()) as u64;
    from.take(missing).read_to_end(&mut body).map_err(|_| Reply::error(408, "the request took too long"))?;
    if body.len() < length {
        return Err(early());
    }
    body.truncate(length);
    request.body = body;
    Ok(request)
}

/// The start of the body, once the head is complete.
fn head_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|w| w == b"\r\n\r\n").map(|at| at + 4)
}

fn parse_head(bytes: &[u8]) -> Result<Request, Reply> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut head = httparse::Request::new(&mut headers);
    match head.parse(bytes) {
        Ok(httparse::Status::Complete(_)) => {}
        Err(httparse::Error::TooManyHeaders) => return Err(Reply::error(431, "there are more than 64 headers")),
        _ => return Err(Reply::error(400, "this is no HTTP/1.1 request")),
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let path = head.path.unwrap_or_default().split('?').next().unwrap_or_default().to_string();
    let headers = head.headers.iter().map(|h| (h.name.to_string(), text(h.value))).collect();
    Ok(Request { method: head.method.unwrap_or_default().into(), path, headers, body: vec![] })
}

/// Writes the reply and closes the connection. A client that is gone needs no reply.
pub(super) fn send(stream: &TcpStream, reply: &Reply, headers: &[(&str, &str)]) {
    let mut head = format!("HTTP/1.1 {} {}\r\n", reply.status, reason(reply.status));
    for (name, value) in [("Content-Type", reply.kind)].iter().chain(headers) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(&format!("Content-Length: {}\r\nConnection: close\r\n\r\n", reply.body.len()));
    let _ = stream.set_write_timeout(Some(PATIENCE));
    let mut out = stream;
    let written = out.write_all(head.as_bytes()).and_then(|()| out.write_all(&reply.body)).and_then(|()| out.flush());
    if written.is_ok() && stream.shutdown(Shutdown::Write).is_ok() {
        let mut rest = Timed { stream, deadline: Instant::now() + LINGER }.take(MAX_LINGER);
        let _ = std::io::copy(&mut rest, &mut std::io::sink());
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(bytes: &[u8]) -> Result<Request, u16> {
        read_request(bytes, &mut |_| Ok(())).map_err(|reply| reply.status)
    }

    /// A reader that gives a few bytes at a time, as a network does.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
            let n = self.1.min(bytes.len()).min(self.0.len());
            bytes[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    #[test]
    fn a_request_is_read_in_any_pieces() {
        let bytes = b"POST /a/b?c HTTP/1.1\r\nHost: here\r\ncontent-length: 3\r\n\r\nabcd";
        for size in 1..bytes.len() {
            let request = read_request(Slow(bytes, size), &mut |_| Ok(())).expect("it is in order");
            assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/a/b"));
            assert_eq!((request.header("HOST"), &request.body[..]), (Some("here"), &b"abc"[..]));
        }
    }

    #[test]
    fn what_has_no_end_is_refused() {
        let endless = |start: &str| read_request(start.as_bytes().chain(std::io::repeat(b'a')), &mut |_| Ok(()));
        for start in ["", "GET /", "GET / HTTP/1.1\r\nX: ", "GET / HTTP/1.1\r\nX"] {
            assert_eq!(endless(start).map_err(|reply| reply.status), Err(431), "{start}");
        }
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MAX_HEADERS + 1));
        assert_eq!(read(many.as_bytes()), Err(431));
        assert_eq!(read(b"POST / HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n"), Err(413));
        assert_eq!(read(b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n"), Err(400));
        assert_eq!(read(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), Err(411));
        assert_eq!(read(b"POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\nabc"), Err(400));
    }

    #[test]
    fn a_waiting_client_gets_a_continue() {
        let mut reply = Vec::new();
        let head = b"POST / HTTP/1.1\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n";
        let body = (&head[..]).chain(&b"abc"[..]);
        let request = read_request(body, &mut |part| reply.write_all(part)).expect("it is in order");
        assert_eq!((&request.body[..], &reply[..]), (&b"abc"[..], &b"HTTP/1.1 100 Continue\r\n\r\n"[..]));
    }

    proptest! {
        #[test]
        fn any_bytes_are_answered(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let _ = read(&bytes);
        }
    }
}
