//! `sator --rpc`: requests as JSON, one a line of standard input, and messages that answer them, one a line of standard output.
//!
//! ```text
//! lines ──▶ requests ─┬─ short ─▶ reader ───┬─▶ messages
//!                     └─ long ──▶ answerer ─┘
//! ```
//!
//! Each of the two threads has a `Service`, so that a long question never keeps a short request waiting. `cancel` ends a request
//! that runs, or takes it back before it starts.

use crate::service::{Deliver, METHODS, Method, Service, answer, reply};
use crate::session::Settings;
use anyhow::Context;
use sator_base::limits::Interrupt;
use sator_draw::render::json::VERSION;
use serde_json::{Value, json};
use std::io::{BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Bytes of a request.
const MAX_REQUEST: u64 = 64 << 20;
/// The time between two looks of the program whether it is interrupted.
pub(crate) const TICK: Duration = Duration::from_millis(50);
/// Requests that are read ahead.
const AHEAD: usize = 64;
/// As deep as scripts of a prompt go.
const STACK: usize = 64 << 20;

/// The information that a client needs before its first request, beside the methods of a service.
const OWN_METHODS: [(&str, &str, &str); 2] = [
    ("cancel", "id", "cancelled: whether the request of this id was waiting or running"),
    ("about", "", "program, version, protocol, json and methods"),
];

/// The requests of one thread: those that wait, and the one that runs.
#[derive(Default)]
struct Queue {
    waiting: Vec<Value>,
    running: Option<Value>,
    cancelled: Vec<Value>,
}

/// A thread with a service.
pub(crate) struct Worker {
    requests: Sender<Value>,
    queue: Arc<Mutex<Queue>>,
    interrupt: Interrupt,
    thread: JoinHandle<()>,
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Worker {
    fn start(name: &str, settings: &Settings, deliver: &Deliver) -> std::io::Result<Worker> {
        let (requests, received) = channel::<Value>();
        let (queue, interrupt) = (Arc::new(Mutex::new(Queue::default())), Interrupt::new());
        let own = (settings.clone(), queue.clone(), interrupt.clone(), deliver.clone());
        let thread = std::thread::Builder::new().name(name.into()).stack_size(STACK).spawn(move || {
            let (settings, queue, interrupt, deliver) = own;
            let new_service = || Service::new(settings.clone(), interrupt.clone());
            let mut service = new_service();
            let shared = queue.clone();
            let deliver: Deliver = Arc::new(move |message| {
                // Before the client sees the result, as it can use the id again then.
                if message["event"].is_null() {
                    lock(&shared).running = None;
                }
                deliver(message);
            });
            for request in received {
                if !begin(&queue, &request["id"], &interrupt) {
                    deliver(reply(&request["id"], Err("cancelled".into())));
                    continue;
                }
                let answered = catch_unwind(AssertUnwindSafe(|| answer(&mut service, &request, &deliver)));
                if answered.is_err() {
                    // The panic could have left the service in a broken state.
                    service = new_service();
                    deliver(reply(&request["id"], Err("the program failed on this request".into())));
                }
            }
        })?;
        Ok(Worker { requests, queue, interrupt, thread })
    }

    pub(crate) fn send(&self, request: Value) {
        lock(&self.queue).waiting.push(request["id"].clone());
        // The thread ends only after this sender does.
        let _ = self.requests.send(request);
    }

    fn has(&self, id: &Value) -> bool {
        let queue = lock(&self.queue);
        queue.running.as_ref() == Some(id) || queue.waiting.contains(id)
    }

    pub(crate) fn cancel(&self, id: &Value) {
        let mut queue = lock(&self.queue);
        if queue.running.as_ref() == Some(id) {
            self.interrupt.set();
        } else if queue.waiting.contains(id) {
            queue.cancelled.push(id.clone());
        }
    }

    /// Ends what runs, and everything that waits.
    fn abandon(&self) {
        let mut queue = lock(&self.queue);
        queue.cancelled = queue.waiting.clone();
        self.interrupt.set();
    }
}

/// Takes the next request from those that wait; false if it was cancelled. The interrupt counts for this request from now on.
fn begin(queue: &Mutex<Queue>, id: &Value, interrupt: &Interrupt) -> bool {
    let mut queue = lock(queue);
    if let Some(at) = queue.waiting.iter().position(|waiting| waiting == id) {
        queue.waiting.remove(at);
    }
    let cancelled = queue.cancelled.iter().position(|cancelled| cancelled == id).map(|at| queue.cancelled.remove(at));
    queue.running = Some(id.clone());
    interrupt.clear();
    cancelled.is_none()
}

/// Answers requests until the input ends or the program is interrupted.
///
/// # Errors
/// The input can't be read, or the output takes no more.
pub(crate) fn run(
    settings: &Settings,
    interrupt: &Interrupt,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> anyhow::Result<()> {
    converse(settings, interrupt, input, output, Some, handle)
}

/// Reads lines until the input ends or the program is interrupted. `handle` answers a line or sends a request to a worker: short
/// requests to the first, long ones to the second. `translate` makes the line of a message, or takes the message away.
///
/// # Errors
/// The input can't be read, or the output takes no more.
pub(crate) fn converse(
    settings: &Settings,
    interrupt: &Interrupt,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    translate: impl Fn(Value) -> Option<Value> + Send + Sync + 'static,
    handle: impl Fn(&[u8], &[Worker; 2], &Deliver),
) -> anyhow::Result<()> {
    let (failed, failure) = channel();
    let output = Mutex::new(output);
    let deliver: Deliver = Arc::new(move |message| {
        let Some(message) = translate(message) else { return };
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(error) = write_line(&mut *output, &message) {
            let _ = failed.send(error);
        }
    });
    let lines = lines_of(input)?;
    let start = |name| Worker::start(name, settings, &deliver).context("the system gives no thread");
    let workers = [start("rpc reader")?, start("rpc answerer")?];
    let ended = loop {
        if let Ok(error) = failure.try_recv() {
            break Err(error);
        }
        if interrupt.is_set() {
            break Ok(());
        }
        match lines.recv_timeout(TICK) {
            Ok(Ok(line)) => handle(&line, &workers, &deliver),
            Ok(Err(error)) => break Err(error),
            Err(RecvTimeoutError::Timeout) => {}
            // Requests before the end of the input are answered.
            Err(RecvTimeoutError::Disconnected) => return finish(workers, interrupt, &failure),
        }
    };
    workers.iter().for_each(Worker::abandon);
    join(workers);
    Ok(ended?)
}

/// Waits for the requests that are left.
fn finish(workers: [Worker; 2], interrupt: &Interrupt, failure: &Receiver<std::io::Error>) -> anyhow::Result<()> {
    let busy = |worker: &Worker| {
        let queue = lock(&worker.queue);
        queue.running.is_some() || !queue.waiting.is_empty()
    };
    let mut failed = None;
    while workers.iter().any(busy) && failed.is_none() && !interrupt.is_set() {
        std::thread::sleep(Duration::from_millis(5));
        failed = failure.try_recv().ok();
    }
    workers.iter().for_each(Worker::abandon);
    join(workers);
    failed.or_else(|| failure.try_recv().ok()).map_or(Ok(()), |error| Err(error.into()))
}

fn join(workers: [Worker; 2]) {
    for Worker { requests, thread, .. } in workers {
        drop(requests);
        let _ = thread.join();
    }
}

/// Writes a value as a line at once: by itself it is written piece by piece.
pub(crate) fn write_line(output: &mut impl Write, value: &Value) -> std::io::Result<()> {
    output.write_all(format!("{value}\n").as_bytes())?;
    output.flush()
}

/// Reads lines on a thread of its own, as a read can't be interrupted.
pub(crate) fn lines_of(
    mut input: impl BufRead + Send + 'static,
) -> std::io::Result<Receiver<std::io::Result<Vec<u8>>>> {
    let (send, lines): (SyncSender<_>, _) = sync_channel(AHEAD);
    std::thread::Builder::new().name("input".into()).spawn(move || {
        loop {
            let mut line = Vec::new();
            let read = input.by_ref().take(MAX_REQUEST + 1).read_until(b'\n', &mut line);
            let read = match read {
                Ok(0) => break,
                Ok(_) if line.len() as u64 > MAX_REQUEST => Err(std::io::Error::other("a line is larger than 64 MiB")),
                Ok(_) => Ok(line),
                Err(error) => Err(error),
            };
            let last = read.is_err();
            if send.send(read).is_err() || last {
                break;
            }
        }
    })?;
    Ok(lines)
}

/// Answers a request, or hands it to the worker for it.
fn handle(line: &[u8], workers: &[Worker; 2], deliver: &Deliver) {
    if line.trim_ascii().is_empty() {
        return;
    }
    let request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return deliver(reply(&Value::Null, Err(format!("this is no JSON: {error}")))),
    };
    let id = &request["id"];
    if !matches!(id, Value::Number(_) | Value::String(_)) {
        return deliver(reply(&Value::Null, Err("a request has an `id`, a number or a text".into())));
    }
    match request["method"].as_str() {
        Some("cancel") => {
            let other = &request["params"]["id"];
            let cancelled = workers.iter().any(|worker| worker.has(other));
            workers.iter().for_each(|worker| worker.cancel(other));
            deliver(reply(id, Ok(json!({"cancelled": cancelled}))));
        }
        Some("about") => deliver(reply(id, Ok(about()))),
        _ if workers.iter().any(|worker| worker.has(id)) => {
            deliver(reply(id, Err("another request of this `id` has no result yet".into())));
        }
        _ => match Method::of(&request) {
            Ok(method) => workers[usize::from(method.is_long)].send(request),
            Err(message) => deliver(reply(id, Err(message))),
        },
    }
}

/// The protocol in numbers and names.
fn about() -> Value {
    let row = |(name, takes, returns): (&str, &str, &str)| json!({"name": name, "takes": takes, "returns": returns});
    let methods = METHODS.iter().map(|method| (method.name, method.takes, method.returns)).chain(OWN_METHODS);
    json!({
        "program": "sator",
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": 1,
        "json": VERSION,
        "methods": methods.map(row).collect::<Vec<_>>(),
    })
}

/// The table of methods for help.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    METHODS.iter().map(|method| method.name).chain(OWN_METHODS.map(|(name, ..)| name))
}
