//! When to stop: a deadline, and an interrupt that any thread (or Ctrl-C) can set.
//!
//! Long computations outside the solver poll [`Limits::stop`]; during a check of Z3 the watcher
//! thread of `solver::watch` does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Why something ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Ctrl-C.
    Interrupted,
    Timeout,
    /// The counted effort that one check may take.
    Effort,
    /// The engine's own words.
    GaveUp(String),
}

/// A flag that asks whatever is running to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Asks to stop; a running check ends within about 10 ms.
    pub fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Takes the request back, before the next question.
    pub fn clear(&self) {
        self.0.store(false, Ordering::SeqCst);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// What bounds a question.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub deadline: Option<Instant>,
    pub interrupt: Interrupt,
    /// Set where somebody else has the answer.
    pub settled: Option<Interrupt>,
    /// How hard one check may try, counted so that it is the same on every machine: conflicts of a SAT engine.
    pub effort: Option<u64>,
}

impl Limits {
    /// No deadline, and an interrupt that nobody else holds.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// The same, for checks of so many conflicts each.
    pub fn with_effort(&self, conflicts: u64) -> Limits {
        Limits { effort: Some(self.effort.map_or(conflicts, |e| e.min(conflicts))), ..self.clone() }
    }

    /// Why to stop now, if at all.
    pub fn stop(&self) -> Option<Reason> {
        if self.interrupt.is_set() || self.settled.as_ref().is_some_and(Interrupt::is_set) {
            Some(Reason::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Reason::Timeout)
        } else {
            None
        }
    }
}

/// Makes Ctrl-C set the interrupt instead of ending the process. Once in a process.
pub fn install_ctrl_c(interrupt: Interrupt) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || interrupt.set())
}
