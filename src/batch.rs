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
use sator_base::limits::Interrupt;
use sator_draw::render::json::VERSION;
use sator_lang::diagnostic::Code;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

pub(crate) use list::{Item, Puzzle, items};

/// Items for each thread that may wait for one before them.
const AHEAD: usize = 256;
/// The time between two looks of a waiting thread whether to stop.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes of stack of a thread; what goes deeper gets more.
const STACK: usize = 8 << 20;

/// The output of one item.
#[derive(Default)]
pub(crate) struct ItemOutput {
    pub out: Vec<u8>,
    pub err: Vec<u8>,
}

/// The items that were read, for the threads that work on them.
struct Queue<T> {
    state: Mutex<Waiting<T>>,
    /// There is an item, or no more will come.
    filled: Condvar,
    /// Half of the items that may wait have been written.
    emptied: Condvar,
    /// The most items from the next to be written to the last one read.
    ahead: usize,
    interrupt: Interrupt,
}

struct Waiting<T> {
    items: VecDeque<(usize, T)>,
    /// The number of items read, and of those written.
    read: usize,
    written: usize,
    /// The reader waits for `emptied`.
    is_full: bool,
    ended: bool,
}

impl<T> Queue<T> {
    fn new(ahead: usize, interrupt: Interrupt) -> Queue<T> {
        let state = Waiting { items: VecDeque::new(), read: 0, written: 0, is_full: false, ended: false };
        Queue { state: Mutex::new(state), filled: Condvar::new(), emptied: Condvar::new(), ahead, interrupt }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an item; waits while too many are not written yet. False after an interrupt.
    fn push(&self, item: T) -> bool {
        let mut state = self.lock();
        let number = state.read;
        state.read += 1;
        state.is_full = number - state.written >= self.ahead;
        while state.is_full && !self.interrupt.is_set() {
            state = self.emptied.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.items.push_back((number, item));
        drop(state);
        self.filled.notify_one();
        !self.interrupt.is_set()
    }

    /// The next item, once it is there; none at the end, or after an interrupt.
    fn next(&self) -> Option<(usize, T)> {
        let mut state = self.lock();
        while !self.interrupt.is_set() {
            if let Some(item) = state.items.pop_front() {
                return Some(item);
            }
            if state.ended {
                return None;
            }
            state = self.filled.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    fn end(&self) {
        self.lock().ended = true;
        self.filled.notify_all();
    }

    fn set_written(&self, written: usize) {
        let mut state = self.lock();
        state.written = written;
        if state.is_full && state.read - written <= self.ahead / 2 {
            state.is_full = false;
            self.emptied.notify_one();
        }
    }
}

/// Does the work of `threads` threads, or as many as the system grants, on every item, and `write`s the outputs in the order of
/// the items. Each thread makes a worker for itself. Ends early after an interrupt, or when nothing can be written any more.
/// Returns the worst exit status.
pub(crate) fn run<T: Send + 'static, W: FnMut(T) -> (ItemOutput, ExitStatus)>(
    items: impl Iterator<Item = T> + Send + 'static,
    threads: usize,
    interrupt: &Interrupt,
    progress: Option<&ProgressLine>,
    worker: impl Fn() -> W + Sync,
    write: impl FnMut(&ItemOutput) -> std::io::Result<()> + Send,
) -> std::io::Result<ExitStatus> {
    let threads = threads.max(1);
    let queue = Arc::new(Queue::new(AHEAD * threads, interrupt.clone()));
    let writer = Mutex::new(Writer::new(write, &queue, progress));
    let take = |at, result| writer.lock().unwrap_or_else(PoisonError::into_inner).take(at, result);
    // Shared, so that they are still there where the system grants no thread to read them on.
    let items = Arc::new(Mutex::new(items));
    let next_of = |items: &Mutex<_>| Iterator::next(&mut *items.lock().unwrap_or_else(PoisonError::into_inner));
    let reading = (items.clone(), queue.clone());
    let read = move || {
        while let Some(item) = next_of(&reading.0)
            && reading.1.push(item)
        {}
        reading.1.end();
    };
    // The thread that reads may wait for ever for the next line, so it is not joined at the end.
    if std::thread::Builder::new().name("reader".into()).spawn(read).is_err() {
        let mut work = Worker::new(&worker);
        for at in 0.. {
            let Some(item) = next_of(&items).filter(|_| !interrupt.is_set()) else { break };
            take(at, work.attempt(item));
        }
        drop(work);
        return writer.into_inner().unwrap_or_else(PoisonError::into_inner).end();
    }
    let run = || {
        let mut work = Worker::new(&worker);
        while let Some((at, item)) = queue.next() {
            take(at, work.attempt(item));
        }
    };
    std::thread::scope(|scope| {
        let spawn = || std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).is_ok();
        if (0..threads).filter(|_| spawn()).count() == 0 {
            run();
        }
    });
    writer.into_inner().unwrap_or_else(PoisonError::into_inner).end()
}

/// Works on one item after the other.
struct Worker<'a, M, W> {
    make: &'a M,
    work: W,
}

impl<'a, M: Fn() -> W, W> Worker<'a, M, W> {
    fn new(make: &'a M) -> Self {
        Worker { make, work: make() }
    }

    /// Works on an item. A panic is reported as the output of its puzzle, and the other puzzles go on.
    fn attempt<T>(&mut self, item: T) -> (ItemOutput, ExitStatus)
    where
        W: FnMut(T) -> (ItemOutput, ExitStatus),
    {
        catch_unwind(AssertUnwindSafe(|| (self.work)(item))).unwrap_or_else(|_| {
            // The panic could have left the worker in a broken state.
            self.work = (self.make)();
            let fault = error(Code::Internal.word(), "the program failed on this puzzle");
            (ItemOutput { out: format!("{fault}\n").into_bytes(), err: vec![] }, ExitStatus::Error)
        })
    }
}

/// Writes the outputs in the order of the items.
struct Writer<'a, T, W> {
    write: W,
    queue: &'a Queue<T>,
    progress: Option<&'a ProgressLine>,
    start: Instant,
    /// Outputs that wait for an earlier item.
    ready: BTreeMap<usize, (ItemOutput, ExitStatus)>,
    next: usize,
    worst: ExitStatus,
    failure: Option<std::io::Error>,
}

impl<'a, T, W: FnMut(&ItemOutput) -> std::io::Result<()>> Writer<'a, T, W> {
    fn new(write: W, queue: &'a Queue<T>, progress: Option<&'a ProgressLine>) -> Self {
        let (next, worst, failure) = (0, ExitStatus::Success, None);
        Writer { write, queue, progress, start: Instant::now(), ready: BTreeMap::new(), next, worst, failure }
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
                    self.queue.interrupt.set();
                }
            }
            self.next += 1;
        }
        self.queue.set_written(self.next);
        if let Some(progress) = self.progress {
            let rate = self.next as f64 / self.start.elapsed().as_secs_f64().max(0.001);
            progress.report(format!("{} done, {rate:.1} a second", self.next));
        }
    }

    fn end(self) -> std::io::Result<ExitStatus> {
        match self.failure {
            Some(error) => Err(error),
            None if self.queue.interrupt.is_set() => Ok(self.worst.max(ExitStatus::Interrupted)),
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
        let end = run(
            0..40,
            4,
            &Interrupt::new(),
            None,
            || work,
            |item| {
                out.push_str(std::str::from_utf8(&item.out).unwrap());
                Ok(())
            },
        );
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
        let end = run(
            0..4,
            2,
            &Interrupt::new(),
            None,
            || work,
            |item| {
                lines.push(String::from_utf8(item.out.clone()).unwrap());
                Ok(())
            },
        );
        assert_eq!(end.unwrap(), ExitStatus::Error);
        assert_eq!((lines.len(), &*lines[3]), (4, "3\n"));
        assert!(lines[2].contains("internal"), "{}", lines[2]);
    }

    #[test]
    fn who_can_not_write_stops() {
        let work = |k: usize| (output(format!("{k}")), ExitStatus::Success);
        let full = |_: &ItemOutput| Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe));
        let end = run(0..1_000_000, 2, &Interrupt::new(), None, || work, full);
        assert_eq!(end.unwrap_err().kind(), std::io::ErrorKind::BrokenPipe);
    }
}
