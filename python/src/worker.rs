//! A thread that owns a driver and does one job after the other.

use crate::driver::Driver;
use crate::events::{Events, Failure};
use crate::running::Running;
use sator::Interrupt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel, sync_channel};

/// The stack of the thread: statements can be nested deeply.
const STACK: usize = 256 << 20;
/// Events that wait for Python. A job that finds many solutions waits with them.
const WAITING: usize = 16;

type Work = Box<dyn FnOnce(&mut Driver, &Events) -> Result<String, Failure> + Send>;

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
                if events.is_cancelled() {
                    own.set();
                }
                let result = match is_broken {
                    true => Err(Failure::fault()),
                    false => catch_unwind(AssertUnwindSafe(|| work(&mut driver, &events))).unwrap_or_else(|_| {
                        is_broken = true;
                        Err(Failure::fault())
                    }),
                };
                events.end(result);
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
        let events = Events::new(out, cancelled, self.interrupt.clone());
        // If the thread were gone, the events would end without a result, which Python reports.
        let _ = self.jobs.send(Job { work: Box::new(work), events });
        running
    }
}
