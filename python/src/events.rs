//! The events of a job on the way to Python, and its failures.

use sator::{Diagnostic, Interrupt};
use sator_base::source::SourceMap;
use sator_draw::render::{fold, json, render_diagnostic};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;

/// Columns of an error's excerpt.
const WIDTH: usize = 100;

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
    pub(crate) fn fault() -> Failure {
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
    cancelled: Arc<AtomicBool>,
    interrupt: Interrupt,
}

impl Events {
    pub(crate) fn new(out: SyncSender<Event>, cancelled: Arc<AtomicBool>, interrupt: Interrupt) -> Events {
        Events { out, cancelled, interrupt }
    }

    /// Whether nobody waits for the job any more, or Ctrl-C was pressed.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// Ends the job.
    pub(crate) fn end(&self, result: Result<String, Failure>) {
        // Nobody may be waiting any more.
        let _ = self.out.send(Event::Ended(result));
    }

    pub(crate) fn send(&self, kind: &'static str, data: String) {
        if self.out.send(Event::Happened(kind, data)).is_err() {
            self.interrupt.set();
        }
    }
}
