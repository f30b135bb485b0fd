//! Many puzzles: a session each, on several threads, and what they say whole and in the order of what went in.
//!
//! The items come from a list that is read while they are worked on, so that a pipe can be answered line by line; what
//! is ready waits for what is before it, and reading waits when too much is. A line of a batch is one of
//!
//! ```text
//! puzzles/one.puz                                   a script
//! 53..7....6..195....98....6.8...6...34..8.3...     a sudoku in 81 characters (. 0 _ * are blanks): is it unique?
//! {"id": "a7", "script": "grid x 4x4 ..."}          a script as JSON
//! ```
//!
//! and gives one line of JSON: `{"id": ..., "answers": [...], "exit": 0}`, the answers as with `--json`. Blank lines and
//! those that start with `#` give none.

use crate::diagnostic::Code;
use crate::exchange;
use crate::exit::End;
use crate::limits::Interrupt;
use crate::repl::progress::Progress;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Items for each thread that may wait for one before them.
const AHEAD: usize = 256;
/// How often who waits for an item looks whether to stop.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes of stack of a thread; what goes deeper gets more.
const STACK: usize = 8 << 20;

/// What one item said.
#[derive(Default)]
pub(crate) struct Said {
    pub out: Vec<u8>,
    pub err: Vec<u8>,
}

/// How many items have been written, for whoever reads ahead.
#[derive(Default)]
struct Written {
    count: Mutex<usize>,
    more: Condvar,
}

impl Written {
    /// Waits until item `at` is not too far ahead, or there is no need any more.
    fn wait_for(&self, at: usize, ahead: usize, interrupt: &Interrupt) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        while at > *count + ahead && !interrupt.is_set() {
            count = self.more.wait_timeout(count, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn set(&self, done: usize) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) = done;
        self.more.notify_all();
    }
}

/// Runs `work` on every item, `threads` at a time, and `write`s what each said, in their order. Ends early when one was interrupted, or when
/// nothing can be written any more. The worst end of all.
pub(crate) fn run<T: Send + 'static>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    interrupt: &Interrupt,
    progress: Option<&Progress>,
    work: impl Fn(T) -> (Said, End) + Sync,
    mut write: impl FnMut(&Said) -> std::io::Result<()>,
) -> std::io::Result<End> {
    let threads = threads.max(1);
    let (send, receive) = sync_channel::<(usize, T)>(threads);
    let receive = Mutex::new(receive);
    let (said, listen) = channel();
    let written = Arc::new(Written::default());
    let mut worst = End::Fine;
    let mut failure = None;
    let start = Instant::now();
    // The thread that reads may wait for ever for the next line, so it is not joined at the end.
    let reading = (written.clone(), interrupt.clone());
    let read = move || {
        for item in items.enumerate() {
            reading.0.wait_for(item.0, AHEAD * threads, &reading.1);
            if reading.1.is_set() || send.send(item).is_err() {
                break;
            }
        }
    };
    std::thread::Builder::new().name("reader".into()).spawn(read)?;
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (said, receive, work) = (said.clone(), &receive, &work);
            let spawned = std::thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, move || worker(receive, &said, interrupt, work));
            if let Err(error) = spawned {
                failure.get_or_insert(error);
                break;
            }
        }
        drop(said);
        let mut listener = progress.map(Progress::listener);
        let mut ready: BTreeMap<usize, (Said, End)> = BTreeMap::new();
        let mut next = 0;
        for (at, result) in listen {
            ready.insert(at, result);
            while let Some((said, end)) = ready.remove(&next) {
                worst = worst.max(end);
                if failure.is_none() {
                    let mut out = || write(&said);
                    let done = match progress {
                        Some(progress) => progress.beside(out),
                        None => out(),
                    };
                    if let Err(error) = done {
                        failure = Some(error);
                        interrupt.set();
                    }
                }
                next += 1;
                written.set(next);
            }
            if let Some(listener) = &mut listener {
                let rate = next as f64 / start.elapsed().as_secs_f64().max(0.001);
                listener(&format!("{next} done, {rate:.1} a second"));
            }
        }
    });
    if interrupt.is_set() {
        worst = worst.max(End::Interrupted);
    }
    match failure {
        Some(error) => Err(error),
        None => Ok(worst),
    }
}

fn worker<T>(
    receive: &Mutex<Receiver<(usize, T)>>,
    said: &Sender<(usize, (Said, End))>,
    interrupt: &Interrupt,
    work: &(impl Fn(T) -> (Said, End) + Sync),
) {
    loop {
        let item = receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
        let (at, item) = match item {
            Ok(item) => item,
            Err(RecvTimeoutError::Timeout) if !interrupt.is_set() => continue,
            Err(_) => return,
        };
        if interrupt.is_set() {
            return;
        }
        // A fault in one puzzle is told there, and takes none of the others with it.
        let result = catch_unwind(AssertUnwindSafe(|| work(item))).unwrap_or_else(|_| {
            let fault =
                json!({"error": {"code": Code::Internal.word(), "message": "the program failed on this puzzle"}});
            (Said { out: format!("{fault}\n").into_bytes(), err: vec![] }, End::Error)
        });
        if said.send((at, result)).is_err() {
            return;
        }
    }
}

/// A puzzle of a batch.
pub(crate) struct Item {
    pub id: Value,
    pub puzzle: Puzzle,
}

pub(crate) enum Puzzle {
    File(String),
    /// A script, or a puzzle of another program.
    Text(String),
    /// What is wrong with the line.
    Bad(String),
}

/// The puzzles of a list, one a line, numbered from 1.
pub(crate) fn items(list: impl BufRead) -> impl Iterator<Item = Item> {
    list.split(b'\n').enumerate().filter_map(|(at, line)| {
        let number = json!(at + 1);
        match line.map(String::from_utf8) {
            Ok(Ok(line)) => item(number, line.trim()),
            Ok(Err(_)) => Some(Item { id: number, puzzle: Puzzle::Bad("this line is no UTF-8 text".into()) }),
            Err(error) => Some(Item { id: number, puzzle: Puzzle::Bad(format!("the list can't be read: {error}")) }),
        }
    })
}

/// The puzzle of one line; `None` for a blank or a comment.
fn item(number: Value, line: &str) -> Option<Item> {
    let bad = |message: String| Item { id: number.clone(), puzzle: Puzzle::Bad(message) };
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    if !line.starts_with('{') {
        if exchange::import(line).is_some() {
            return Some(Item { id: number, puzzle: Puzzle::Text(line.into()) });
        }
        return Some(Item { id: json!(line), puzzle: Puzzle::File(line.into()) });
    }
    let object: Value = match serde_json::from_str(line) {
        Ok(object) => object,
        Err(error) => return Some(bad(format!("this is no JSON object: {error}"))),
    };
    let id = object.get("id").cloned().unwrap_or(number.clone());
    Some(match object.get("script") {
        Some(Value::String(text)) => Item { id, puzzle: Puzzle::Text(text.clone()) },
        Some(_) => Item { id, ..bad("`script` must be a string".into()) },
        None => Item { id, ..bad("the object has no `script`: write {\"id\": ..., \"script\": \"...\"}".into()) },
    })
}

/// The line of a batch for what a puzzle said as lines of JSON.
pub(crate) fn line(id: &Value, said: Said, end: End) -> Said {
    let answers: Vec<&str> = std::str::from_utf8(&said.out).unwrap_or("").lines().collect();
    let line = format!("{{\"id\":{id},\"answers\":[{}],\"exit\":{}}}\n", answers.join(","), end.code());
    Said { out: line.into_bytes(), err: said.err }
}

/// What a puzzle that can't be run says.
pub(crate) fn bad(message: &str) -> Said {
    let error = json!({"error": {"code": "batch", "message": message}});
    Said { out: format!("{error}\n").into_bytes(), err: vec![] }
}

/// Writes what one item said to both outputs.
pub(crate) fn write_out(said: &Said) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(&said.out)?;
    stdout.flush()?;
    std::io::stderr().lock().write_all(&said.err)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: String) -> Said {
        Said { out: text.into_bytes(), err: vec![] }
    }

    #[test]
    fn in_order_whoever_is_first() {
        let mut out = String::new();
        let work = |k: usize| {
            // The first of each few is the last to be ready.
            std::thread::sleep(std::time::Duration::from_millis(if k.is_multiple_of(5) { 5 } else { 0 }));
            (said(format!("{k} ")), if k == 7 { End::ExpectFailed } else { End::Fine })
        };
        let end = run(0..40, 4, &Interrupt::new(), None, work, |said| {
            out.push_str(std::str::from_utf8(&said.out).unwrap());
            Ok(())
        });
        assert_eq!(end.unwrap(), End::ExpectFailed);
        assert_eq!(out, (0..40).map(|k| format!("{k} ")).collect::<String>());
    }

    #[test]
    fn a_fault_takes_no_other_with_it() {
        let mut lines = vec![];
        let work = |k: usize| {
            assert!(k != 2, "a fault");
            (said(format!("{k}\n")), End::Fine)
        };
        let end = run(0..4, 2, &Interrupt::new(), None, work, |said| {
            lines.push(String::from_utf8(said.out.clone()).unwrap());
            Ok(())
        });
        assert_eq!(end.unwrap(), End::Error);
        assert_eq!((lines.len(), &*lines[3]), (4, "3\n"));
        assert!(lines[2].contains("internal"), "{}", lines[2]);
    }

    #[test]
    fn who_can_not_write_stops() {
        let work = |k: usize| (said(format!("{k}")), End::Fine);
        let full = |_: &Said| Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe));
        let end = run(0..1_000_000, 2, &Interrupt::new(), None, work, full);
        assert_eq!(end.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    }

    #[test]
    fn kinds_of_lines() {
        let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let list =
            format!("# a comment\n\n{puzzle}\na.puz\n{{\"id\": [1], \"script\": \"solve\"}}\n{{\"id\": 2}}\n{{\n");
        let found: Vec<(String, String)> = items(list.as_bytes())
            .map(|item| {
                let text = match item.puzzle {
                    Puzzle::File(name) => format!("file {name}"),
                    Puzzle::Text(text) => text.lines().next_back().unwrap_or("").to_string(),
                    Puzzle::Bad(message) => message,
                };
                (item.id.to_string(), text)
            })
            .collect();
        let expected = [
            ("3", puzzle),
            ("\"a.puz\"", "file a.puz"),
            ("[1]", "solve"),
            ("2", "the object has no `script`: write {\"id\": ..., \"script\": \"...\"}"),
            ("7", "this is no JSON object: EOF while parsing an object at line 1 column 1"),
        ];
        assert_eq!(found, expected.map(|(id, text)| (id.to_string(), text.to_string())));
    }
}
