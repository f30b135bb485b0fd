//! Stops a running check of Z3 when its limits say so.
//!
//! One thread for the whole process, started with the first check, looks at the limits of every running check each 10
//! ms. It interrupts checks beyond their limits repeatedly until they return, because Z3 loses an interrupt that comes
//! just before it begins. The thread sleeps while there are no checks and is woken only from that sleep, so that a
//! check costs two uncontended locks.

use crate::solver::sat::Reason;
use sator_base::limits::Limits;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use z3::Context;
use z3_sys::{Z3_context, Z3_interrupt};

const PERIOD: Duration = Duration::from_millis(10);
/// The number of periods without a check after which the thread sleeps.
const PATIENCE: u32 = 50;

static WATCH: Mutex<Watch> = Mutex::new(Watch { checks: Vec::new(), next_id: 0, thread: Thread::NotStarted });
static WAKE: Condvar = Condvar::new();

struct Watch {
    checks: Vec<Check>,
    next_id: u64,
    thread: Thread,
}

#[derive(PartialEq)]
enum Thread {
    NotStarted,
    Awake,
    Asleep,
}

struct Check {
    id: u64,
    context: Z3_context,
    limits: Limits,
    stopped: Option<Reason>,
}

// SAFETY: the only function of the context called on another thread is `Z3_interrupt`, which Z3 allows, and only while
// the check is listed, during which `Guard` keeps the context alive.
unsafe impl Send for Check {}

fn lock() -> MutexGuard<'static, Watch> {
    WATCH.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A check being watched. Call [`Guard::finish`] as soon as Z3 returns.
pub(super) struct Guard {
    id: u64,
    /// Keeps the context alive while it can be interrupted.
    _context: Context,
}

/// Begins to watch a check that is about to run in this context.
pub(super) fn begin(context: &Context, limits: &Limits) -> Guard {
    let mut watch = lock();
    let id = watch.next_id;
    watch.next_id += 1;
    watch.checks.push(Check { id, context: context.get_z3_context(), limits: limits.clone(), stopped: None });
    match watch.thread {
        Thread::Awake => {}
        Thread::Asleep => WAKE.notify_one(),
        Thread::NotStarted => {
            let spawned = std::thread::Builder::new().name("limits".into()).spawn(run);
            if spawned.is_ok() {
                watch.thread = Thread::Awake;
            }
        }
    }
    Guard { id, _context: context.clone() }
}

impl Guard {
    /// Ends the watch and returns why the check was interrupted, if it was.
    pub(super) fn finish(self) -> Option<Reason> {
        lock().end(self.id)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        lock().end(self.id);
    }
}

impl Watch {
    fn end(&mut self, id: u64) -> Option<Reason> {
        let place = self.checks.iter().position(|check| check.id == id)?;
        self.checks.swap_remove(place).stopped
    }
}

fn run() {
    let mut idle = 0;
    let mut watch = lock();
    loop {
        if watch.checks.is_empty() {
            idle += 1;
        } else {
            idle = 0;
        }
        for check in &mut watch.checks {
            if let Some(reason) = check.limits.stop() {
                check.stopped.get_or_insert(reason);
                // SAFETY: see `Check`; the list is locked.
                unsafe { Z3_interrupt(check.context) };
            }
        }
        if idle < PATIENCE {
            watch = WAKE.wait_timeout(watch, PERIOD).unwrap_or_else(PoisonError::into_inner).0;
        } else {
            watch.thread = Thread::Asleep;
            watch = WAKE.wait(watch).unwrap_or_else(PoisonError::into_inner);
            watch.thread = Thread::Awake;
            idle = 0;
        }
    }
}
