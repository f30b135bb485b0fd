//! A job as an iterator of Python: waiting for its events leaves the interpreter to other threads, and Ctrl-C ends the job.

use crate::events::Event;
use pyo3::prelude::*;
use sator::Interrupt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Time between two looks for signals.
const STEP: Duration = Duration::from_millis(20);

/// The events of a job: pairs of a kind and a text. The last one is `done` with what the job returns.
#[pyclass(frozen)]
pub(crate) struct Running {
    events: Mutex<Receiver<Event>>,
    cancelled: Arc<AtomicBool>,
    interrupt: Interrupt,
    ended: AtomicBool,
}

impl Running {
    pub(crate) fn new(events: Receiver<Event>, cancelled: Arc<AtomicBool>, interrupt: Interrupt) -> Running {
        Running { events: Mutex::new(events), cancelled, interrupt, ended: AtomicBool::new(false) }
    }
}

#[pymethods]
impl Running {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(&'static str, String)>> {
        loop {
            let next = py.detach(|| self.events.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(STEP));
            match next {
                Ok(Event::Happened(kind, data)) => return Ok(Some((kind, data))),
                Ok(Event::Ended(result)) => {
                    self.ended.store(true, Ordering::SeqCst);
                    return Ok(Some(("done", result?)));
                }
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| self.cancel())?,
            }
        }
    }

    /// Ends the job soon: what it has found until then still comes.
    fn cancel(&self) {
        self.cancelled.store(true, Ordering::SeqCst);
        if !self.ended.load(Ordering::SeqCst) {
            self.interrupt.set();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel();
    }
}
