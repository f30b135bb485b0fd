//! A thread that owns a driver and does one job after the other.

use crate::driver::Driver;
use crate::running::Running;
use sator::{Diagnostic, Interrupt};
use sator_base::source::SourceMap;
use sator_draw::render::{fold, json, render_diagnostic};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};

/// The stack of the thread: statements can be nested deeply.
const STACK: usize = 256 << 20;
/// Events that wait for Python. A job that finds many solutions waits with them.
const WAITING: usize = 16;
/// Columns of an error's excerpt.
const WIDTH: usize = 100;

type Work = Box<dyn FnOnce(&mut Driver, &Events) -> Result<String, Failure> + Send>;

/// A failure as a JSON object: the fields of an error in `--json`, and its `excerpt`.
#[derive(Debug)]
pub(crate) struct Failure(Value);

impl Failure {
    pub(crate) fn new(error: &Diagnostic, sources: &SourceMap) -> Failure {
        let object = json::error(error, sources);
        let mut fields = object["error"].clone();
        fields["excerpt"] = json!(fold(&render_diagnostic(error, sources, false, WIDTH), WIDTH).trim_end());
        Failure(fields)
    }

    /// A failure without a place in a text.
    pub(crate) fn of_words(error: &Diagnostic) -> Failure {
        Failure::new(error, &SourceMap::default())
    }

    /// A fault of sator itself.
    fn fault() -> Failure {
        let message = "sator failed by a fault of its own, and this session can't go on";
        Failure(json!({
            "code": "fault", "message": message, "line": null, "column": null,
            "help": "start a new session; please report the script", "notes": [], "excerpt": format!("error: {message}"),
        }))
    }

    pub(crate) fn json(&self) -> String {
        self.0.to_string()
    }
}

/// An event of a job.
pub(crate) enum Event {
    /// Its kind and its data.
    Happened(&'static str, String),
    /// The last one: what the job returns.
    Ended(Result<String, Failure>),
}

/// The receiver of a job's events.
#[derive(Clone)]
pub(crate) struct Events {
    out: SyncSender<Event>,
    /// Nobody waits for the job any more, or Ctrl-C was pressed.
    cancelled: Arc<AtomicBool>,
    interrupt: Interrupt,
}

impl Events {
    pub(crate) fn send(&self, kind: &'static str, data: String) {
        if self.out.send(Event::Happened(kind, data)).is_err() {
            self.interrupt.set();
        }
    }
}

struct Job {
    work: Work,
    events: Events,
}

/// The thread; it ends when the worker is dropped.
pub(crate) struct Worker {
    jobs: Sender<Job>,
    interrupt: Interrupt,
}

impl Worker {
    /// Starts the thread, which makes its driver.
    ///
    /// # Errors
    /// The system has no thread left.
    pub(crate) fn start(driver: impl FnOnce(Interrupt) -> Driver + Send + 'static) -> std::io::Result<Worker> {
        let (jobs, next) = channel::<Job>();
        let interrupt = Interrupt::new();
        let own = interrupt.clone();
        std::thread::Builder::new().name("sator".into()).stack_size(STACK).spawn(move || {
            let mut driver = driver(own.clone());
            let mut is_broken = false;
            for Job { work, events } in next {
                // An interrupt that was for an earlier job is over; one for this job counts, also from before its start.
                own.clear();
                if events.cancelled.load(Ordering::SeqCst) {
                    own.set();
                }
                let result = match is_broken {
                    true => Err(Failure::fault()),
                    false => catch_unwind(AssertUnwindSafe(|| work(&mut driver, &events))).unwrap_or_else(|_| {
                        is_broken = true;
                        Err(Failure::fault())
                    }),
                };
                // Nobody may be waiting any more.
                let _ = events.out.send(Event::Ended(result));
            }
        })?;
        Ok(Worker { jobs, interrupt })
    }

    /// Starts a job behind those that wait.
    pub(crate) fn run(
        &self,
        work: impl FnOnce(&mut Driver, &Events) -> Result<String, Failure> + Send + 'static,
    ) -> Running {
        let (out, events) = sync_channel(WAITING);
        let cancelled = Arc::new(AtomicBool::new(false));
        let running = Running::new(events, cancelled.clone(), self.interrupt.clone());
        let events = Events { out, cancelled, interrupt: self.interrupt.clone() };
        // If the thread were gone, the events would end without a result, which Python reports.
        let _ = self.jobs.send(Job { work: Box::new(work), events });
        running
    }
}
