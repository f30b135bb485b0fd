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
//! and gives one line of JSON: `{"id": ..., "answers": [...], "exit": 0, "version": 1}`, the answers as with `--json`. Blank
//! lines and those that start with `#` give none.

mod list;

use crate::exit::ExitStatus;
use crate::repl::progress::ProgressLine;
use crate::session::OnProgress;
use sator_base::limits::Interrupt;
use sator_draw::render::json::VERSION;
use sator_lang::diagnostic::Code;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::iter::Enumerate;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(crate) use list::{Item, Puzzle, items};

/// Items for each thread that may wait for one before them.
const AHEAD: usize = 256;
/// How often who waits for an item looks whether to stop.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes of stack of a thread; what goes deeper gets more.
const STACK: usize = 8 << 20;

/// The output of one item.
#[derive(Default)]
pub(crate) struct ItemOutput {
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

/// Runs `work` on every item, with `threads` threads or as many as the system grants, and `write`s the outputs in the order of
/// the items. Ends early after an interrupt, or when nothing can be written any more. Returns the worst exit status.
pub(crate) fn run<T: Send + 'static>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    interrupt: &Interrupt,
    progress: Option<&ProgressLine>,
    work: impl Fn(T) -> (ItemOutput, ExitStatus) + Sync,
    write: impl FnMut(&ItemOutput) -> std::io::Result<()>,
) -> std::io::Result<ExitStatus> {
    let threads = threads.max(1);
    let written = Arc::new(Written::default());
    let mut writer = Writer::new(write, interrupt, progress, &written);
    // Shared, so that they are still there where the system grants no thread to read them on.
    let items = Arc::new(Mutex::new(items.enumerate()));
    let next_of = |items: &Mutex<Enumerate<_>>| items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (send, receive) = sync_channel::<(usize, T)>(threads);
    let reading = (items.clone(), written.clone(), interrupt.clone());
    let read = move || {
        while let Some(item) = next_of(&reading.0) {
            reading.1.wait_for(item.0, AHEAD * threads, &reading.2);
            if reading.2.is_set() || send.send(item).is_err() {
                break;
            }
        }
    };
    // The thread that reads may wait for ever for the next line, so it is not joined at the end.
    if std::thread::Builder::new().name("reader".into()).spawn(read).is_err() {
        while !interrupt.is_set()
            && let Some((at, item)) = next_of(&items)
        {
            writer.take(at, attempt(item, &work));
        }
        return writer.end();
    }
    let receive = Mutex::new(receive);
    let (done, results) = channel();
    std::thread::scope(|scope| {
        let mut workers = 0;
        for _ in 0..threads {
            let (done, receive, work) = (done.clone(), &receive, &work);
            let take = move || {
                while let Some((at, item)) = next_item(receive, interrupt) {
                    if done.send((at, attempt(item, work))).is_err() {
                        return;
                    }
                }
            };
            if std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, take).is_err() {
                break;
            }
            workers += 1;
        }
        drop(done);
        if workers == 0 {
            while let Some((at, item)) = next_item(&receive, interrupt) {
                writer.take(at, attempt(item, &work));
            }
        }
        for (at, result) in results {
            writer.take(at, result);
        }
    });
    writer.end()
}

/// The next item that was read, once it is there; none at the end of all, or of what may be done.
fn next_item<T>(receive: &Mutex<Receiver<(usize, T)>>, interrupt: &Interrupt) -> Option<(usize, T)> {
    loop {
        let item = receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK);
        if interrupt.is_set() {
            return None;
        }
        match item {
            Ok(item) => return Some(item),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}

/// Runs one item. A panic is reported as the output of its puzzle, and the other puzzles go on.
fn attempt<T>(item: T, work: &(impl Fn(T) -> (ItemOutput, ExitStatus) + Sync)) -> (ItemOutput, ExitStatus) {
    catch_unwind(AssertUnwindSafe(|| work(item))).unwrap_or_else(|_| {
        let fault = error(Code::Internal.word(), "the program failed on this puzzle");
        (ItemOutput { out: format!("{fault}\n").into_bytes(), err: vec![] }, ExitStatus::Error)
    })
}

/// Writes the outputs in the order of the items.
struct Writer<'a, W> {
    write: W,
    interrupt: &'a Interrupt,
    progress: Option<&'a ProgressLine>,
    listener: Option<OnProgress>,
    written: &'a Written,
    start: Instant,
    /// Outputs that wait for an earlier item.
    ready: BTreeMap<usize, (ItemOutput, ExitStatus)>,
    next: usize,
    worst: ExitStatus,
    failure: Option<std::io::Error>,
}

impl<'a, W: FnMut(&ItemOutput) -> std::io::Result<()>> Writer<'a, W> {
    fn new(write: W, interrupt: &'a Interrupt, progress: Option<&'a ProgressLine>, written: &'a Written) -> Self {
        let listener = progress.map(ProgressLine::listener);
        let (ready, start) = (BTreeMap::new(), Instant::now());
        let (next, worst, failure) = (0, ExitStatus::Success, None);
        Writer { write, interrupt, progress, listener, written, start, ready, next, worst, failure }
    }

    fn take(&mut self, at: usize, result: (ItemOutput, ExitStatus)) {
        self.ready.insert(at, result);
        while let Some((output, end)) = self.ready.remove(&self.next) {
            self.worst = self.worst.max(end);
            if self.failure.is_none() {
                let mut out = || (self.write)(&output);
                let done = match self.progress {
                    Some(progress) => progress.beside(out),
                    None => out(),
                };
                if let Err(error) = done {
                    self.failure = Some(error);
                    self.interrupt.set();
                }
            }
            self.next += 1;
            self.written.set(self.next);
        }
        if let Some(listener) = &mut self.listener {
            let rate = self.next as f64 / self.start.elapsed().as_secs_f64().max(0.001);
            listener(&format!("{} done, {rate:.1} a second", self.next));
        }
    }

    fn end(self) -> std::io::Result<ExitStatus> {
        match self.failure {
            Some(error) => Err(error),
            None if self.interrupt.is_set() => Ok(self.worst.max(ExitStatus::Interrupted)),
            None => Ok(self.worst),
        }
    }
}

/// The line of a batch for one puzzle, made of its lines of JSON.
pub(crate) fn line(id: &Value, output: ItemOutput, end: ExitStatus) -> ItemOutput {
    let answers: Vec<&str> = std::str::from_utf8(&output.out).unwrap_or("").lines().collect();
    let (answers, exit) = (answers.join(","), end.code());
    let line = format!("{{\"id\":{id},\"answers\":[{answers}],\"exit\":{exit},\"version\":{VERSION}}}\n");
    ItemOutput { out: line.into_bytes(), err: output.err }
}

/// The output of a puzzle that can't be run.
pub(crate) fn bad(message: &str) -> ItemOutput {
    ItemOutput { out: format!("{}\n", error("batch", message)).into_bytes(), err: vec![] }
}

/// An error that has no place in a script.
fn error(code: &str, message: &str) -> Value {
    let error = json!({"code": code, "message": message, "line": null, "column": null, "help": null, "notes": []});
    json!({"error": error, "version": VERSION})
}

/// Writes the output of one item to standard output and standard error.
pub(crate) fn write_out(output: &ItemOutput) -> std::io::Result<()> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(&output.out)?;
    stdout.flush()?;
    // An error of standard error can't be reported anywhere, and the answers go on.
    let _ = std::io::stderr().lock().write_all(&output.err);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: String) -> ItemOutput {
        ItemOutput { out: text.into_bytes(), err: vec![] }
    }

    #[test]
    fn in_order_whoever_is_first() {
        let mut out = String::new();
        let work = |k: usize| {
            // The first of each few is the last to be ready.
            std::thread::sleep(std::time::Duration::from_millis(if k.is_multiple_of(5) { 5 } else { 0 }));
            (output(format!("{k} ")), if k == 7 { ExitStatus::ExpectFailed } else { ExitStatus::Success })
        };
        let end = run(0..40, 4, &Interrupt::new(), None, work, |item| {
            out.push_str(std::str::from_utf8(&item.out).unwrap());
            Ok(())
        });
        assert_eq!(end.unwrap(), ExitStatus::ExpectFailed);
        assert_eq!(out, (0..40).map(|k| format!("{k} ")).collect::<String>());
    }

    #[test]
    fn a_fault_takes_no_other_with_it() {
        let mut lines = vec![];
        let work = |k: usize| {
            assert!(k != 2, "a fault");
            (output(format!("{k}\n")), ExitStatus::Success)
        };
        let end = run(0..4, 2, &Interrupt::new(), None, work, |item| {
            lines.push(String::from_utf8(item.out.clone()).unwrap());
            Ok(())
        });
        assert_eq!(end.unwrap(), ExitStatus::Error);
        assert_eq!((lines.len(), &*lines[3]), (4, "3\n"));
        assert!(lines[2].contains("internal"), "{}", lines[2]);
    }

    #[test]
    fn who_can_not_write_stops() {
        let work = |k: usize| (output(format!("{k}")), ExitStatus::Success);
        let full = |_: &ItemOutput| Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe));
        let end = run(0..1_000_000, 2, &Interrupt::new(), None, work, full);
        assert_eq!(end.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    }
}
