//! Texts from files, pipes and standard input, within limits: size, time, memory and Ctrl-C.

use sator_base::limits::{Limits, Reason};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Larger texts are no puzzles.
pub(crate) const MAX_BYTES: usize = 64 << 20;
/// Bytes read between two looks at the limits.
const PIECE: usize = 64 << 10;
/// Pieces that are read ahead.
const AHEAD: usize = 16;
/// The time between two looks at the limits while a pipe is waited for.
const LOOK: Duration = Duration::from_millis(20);

/// Why there is no text.
#[derive(Clone, Debug)]
pub(crate) enum Unread {
    Stopped(Reason),
    /// A sentence for the user.
    Unreadable(String),
}

impl Unread {
    /// The error of a statement that names the file.
    pub(crate) fn at(self, span: Span) -> Box<Diagnostic> {
        Box::new(self.diagnostic().label(span, ""))
    }

    pub(crate) fn diagnostic(self) -> Diagnostic {
        match self {
            Unread::Stopped(reason) => Diagnostic::stopped_reading(reason),
            Unread::Unreadable(message) => Diagnostic::new(Code::Unreadable, message),
        }
    }
}

/// The text of a script. A pipe is waited for no longer than the limits allow.
pub(crate) fn text_of_file(path: &Path, limits: &Limits) -> Result<String, Unread> {
    text_of(path, Kind::Script, limits)
}

/// The text of a data file, within limits as that of a script.
pub(crate) fn text_of_data(path: &Path, limits: &Limits) -> Result<String, Unread> {
    text_of(path, Kind::Data, limits)
}

/// The text that was given for a file of this name.
pub(crate) fn text_given(given: &BTreeMap<String, String>, path: &Path) -> Result<String, Unread> {
    let path = path.strip_prefix(".").unwrap_or(path);
    path.to_str().and_then(|name| given.get(name)).cloned().ok_or_else(|| {
        let names: Vec<String> = given.keys().map(|name| format!("`{name}`")).collect();
        let there = match &names[..] {
            [] => "no file was given to this script".to_string(),
            names => format!("given were {}", names.join(", ")),
        };
        Unread::Unreadable(format!("there is no file `{}`: {there}", path.display()))
    })
}

/// The purpose of a text.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Script,
    Data,
}

fn text_of(path: &Path, kind: Kind, limits: &Limits) -> Result<String, Unread> {
    let name = format!("`{}`", path.display());
    let metadata = std::fs::metadata(path).map_err(|error| {
        Unread::Unreadable(match error.kind() {
            io::ErrorKind::NotFound => format!("there is no file {name}"),
            io::ErrorKind::PermissionDenied => format!("{name} may not be read"),
            _ => unreadable(&name, &error),
        })
    })?;
    if metadata.is_dir() {
        let wanted = if kind == Kind::Script { "script" } else { "data file" };
        return Err(Unread::Unreadable(format!("{name} is a directory, not a {wanted}")));
    }
    let bytes = if metadata.is_file() {
        all_of(&|| File::open(path), &name, limits)
    } else {
        let path = path.to_path_buf();
        within(move || File::open(&path), &name, limits)
    };
    decode(bytes?, &name, kind)
}

/// All of standard input.
pub(crate) fn text_of_stdin(limits: &Limits) -> Result<String, Unread> {
    let name = "standard input";
    decode(within(|| Ok(io::stdin()), name, limits)?, name, Kind::Script)
}

fn unreadable(name: &str, error: &io::Error) -> String {
    format!("{name} can't be read: {error}")
}

/// The bytes read so far, with the limits on their number and on time.
struct Bytes<'a> {
    read: Vec<u8>,
    name: &'a str,
    limits: &'a Limits,
}

impl Bytes<'_> {
    fn add(&mut self, piece: &[u8]) -> Result<(), Unread> {
        if self.read.len() + piece.len() > MAX_BYTES {
            return Err(Unread::Unreadable(format!("{} is larger than 64 MiB", self.name)));
        }
        self.read.extend_from_slice(piece);
        self.limits.stop().map_or(Ok(()), |reason| Err(Unread::Stopped(reason)))
    }
}

/// Reads something that does not keep one waiting.
fn all_of<R: Read>(open: &dyn Fn() -> io::Result<R>, name: &str, limits: &Limits) -> Result<Vec<u8>, Unread> {
    let failed = |error: io::Error| Unread::Unreadable(unreadable(name, &error));
    let mut from = open().map_err(failed)?;
    let mut bytes = Bytes { read: vec![], name, limits };
    let mut piece = vec![0; PIECE];
    loop {
        match from.read(&mut piece) {
            Ok(0) => return Ok(bytes.read),
            Ok(n) => bytes.add(&piece[..n])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(error)),
        }
    }
}

/// Reads something that may keep one waiting for ever, already when it is opened: on another thread, which is left to itself where
/// the limits end the wait. Without a thread there is no end to the wait.
fn within<R: Read>(
    open: impl Fn() -> io::Result<R> + Clone + Send + 'static,
    name: &str,
    limits: &Limits,
) -> Result<Vec<u8>, Unread> {
    let (send, receive) = sync_channel(AHEAD);
    let own = open.clone();
    let spawned = std::thread::Builder::new().name("input".into()).spawn(move || send_pieces(&own, &send));
    if spawned.is_err() {
        return all_of(&open, name, limits);
    }
    let mut bytes = Bytes { read: vec![], name, limits };
    loop {
        match receive.recv_timeout(LOOK) {
            Ok(Ok(piece)) => bytes.add(&piece)?,
            Ok(Err(error)) => return Err(Unread::Unreadable(unreadable(name, &error))),
            Err(RecvTimeoutError::Disconnected) => return Ok(bytes.read),
            Err(RecvTimeoutError::Timeout) => bytes.add(&[])?,
        }
    }
}

fn send_pieces<R: Read>(open: &impl Fn() -> io::Result<R>, send: &SyncSender<io::Result<Vec<u8>>>) {
    let mut piece = vec![0; PIECE];
    let mut next = |from: &mut R| loop {
        match from.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read.map(|n| piece[..n].to_vec()),
        }
    };
    match open() {
        Err(error) => _ = send.send(Err(error)),
        Ok(mut from) => loop {
            let read = next(&mut from);
            let last = read.as_ref().map_or(true, Vec::is_empty);
            // Nobody listens any more once the limits are over.
            if read.as_ref().is_ok_and(Vec::is_empty) || send.send(read).is_err() || last {
                break;
            }
        },
    }
}

/// Bytes as text: UTF-8, and not one of the binary files that also end in `.puz`.
fn decode(bytes: Vec<u8>, name: &str, kind: Kind) -> Result<String, Unread> {
    // Across Lite: a two-byte checksum, then the file magic.
    if bytes.get(2..13) == Some(b"ACROSS&DOWN") {
        return Err(Unread::Unreadable(format!(
            "{name} is an Across Lite crossword, which also ends in `.puz`; sator reads puzzle scripts, which are text"
        )));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let doubt = if kind == Kind::Script { ": is it a puzzle script?" } else { "" };
        Unread::Unreadable(format!("{name} is not UTF-8 text (byte {} is not){doubt}", at + 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::memory::Memory;

    /// A pipe whose other end never writes.
    #[derive(Clone)]
    struct Silent;

    impl Read for Silent {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            loop {
                std::thread::park();
            }
        }
    }

    #[test]
    fn a_silent_pipe_is_waited_for_within_the_limits() {
        let limits = Limits::none().within(Duration::from_millis(1));
        let read = within(|| Ok(Silent), "a pipe", &limits);
        assert!(matches!(read, Err(Unread::Stopped(Reason::Timeout))), "{read:?}");
        let limits = Limits::none();
        limits.interrupt.set();
        let read = within(|| Ok(Silent), "a pipe", &limits);
        assert!(matches!(read, Err(Unread::Stopped(Reason::Interrupted))), "{read:?}");
    }

    #[test]
    fn what_never_ends_is_too_large() {
        crate::memory::install();
        let read = within(|| Ok(io::repeat(b'a')), "it", &Limits::none());
        assert!(matches!(&read, Err(Unread::Unreadable(m)) if m == "it is larger than 64 MiB"));
        let few = Limits::none().with_memory(Memory::AtMost(sator_base::memory::in_use()));
        for read in [within(|| Ok(io::repeat(b'a')), "it", &few), all_of(&|| Ok(io::repeat(b'a')), "it", &few)] {
            assert!(matches!(read, Err(Unread::Stopped(Reason::Memory))));
        }
    }

    #[test]
    fn all_is_read_in_order() {
        let text: String = (0..50_000).map(|k| format!("{k}\n")).collect();
        let own = text.clone();
        let read = within(move || Ok(io::Cursor::new(own.clone().into_bytes())), "it", &Limits::none());
        assert_eq!(read.ok(), Some(text.into_bytes()));
    }
}
