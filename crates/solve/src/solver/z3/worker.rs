//! A thread that owns a solver of Z3 and does one job after the other.

use crate::solver::sat::Reason;
use sator_base::limits::Limits;
use sator_base::method::Statistic;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

const NAME: &str = "z3";

/// Bytes of address space for the stack of such a thread; only the used part takes memory. Z3 recurses into deep
/// expressions, and a product of 8,000 numbers needs more than the usual 2 MiB.
const STACK: usize = 1 << 30;

/// The work that runs on the thread.
pub(super) trait Work: 'static {
    type Job: Send + 'static;
    type Answer: Send + 'static;
    fn work(&mut self, job: Self::Job) -> Self::Answer;
    fn statistics(&self) -> Vec<Statistic>;
}

enum Request<J> {
    Job(J),
    Statistics(Sender<Vec<Statistic>>),
}

/// The handle of the thread. Dropping it lets the thread end after its job.
pub(super) struct Worker<W: Work> {
    jobs: Sender<Request<W::Job>>,
    /// The error is a sentence about why Z3 is missing.
    answers: Receiver<Result<W::Answer, String>>,
}

impl<W: Work> Worker<W> {
    /// Starts the thread. Z3 is loaded and `make` runs there, so that a library that hangs delays nobody beyond the
    /// limits.
    pub(super) fn start(make: impl FnOnce() -> W + Send + 'static) -> Result<Worker<W>, Reason> {
        keep_quiet();
        let (jobs, to_do) = channel::<Request<W::Job>>();
        let (done, answers) = channel();
        let run = move || {
            // A panic of the bindings, such as Z3 out of memory, ends the thread, and later jobs fail.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                let mut work = super::library::load().map(|()| make());
                for request in to_do {
                    let job = match request {
                        Request::Job(job) => job,
                        Request::Statistics(reply) => {
                            let _ = reply.send(work.as_ref().map_or(vec![], Work::statistics));
                            continue;
                        }
                    };
                    let answer = work.as_mut().map(|work| work.work(job)).map_err(|failed| failed.clone());
                    if done.send(answer).is_err() {
                        break;
                    }
                }
            }));
        };
        let spawned = std::thread::Builder::new().name(NAME.into()).stack_size(STACK).spawn(run);
        spawned.map_err(|error| Reason::GaveUp(format!("no thread for Z3: {error}")))?;
        Ok(Worker { jobs, answers })
    }

    /// Does a job and waits for its answer, as [`Worker::wait`].
    pub(super) fn ask(&self, job: W::Job, limits: &Limits) -> Result<W::Answer, Reason> {
        self.begin(job)?;
        self.wait(limits)
    }

    pub(super) fn begin(&self, job: W::Job) -> Result<(), Reason> {
        self.jobs.send(Request::Job(job)).map_err(|_| broken())
    }

    /// Z3's own statistics; none while it is busy.
    pub(super) fn statistics(&self) -> Vec<Statistic> {
        let (reply, answer) = channel();
        match self.jobs.send(Request::Statistics(reply)) {
            Ok(()) => answer.recv_timeout(GRACE).unwrap_or_default(),
            Err(_) => vec![],
        }
    }

    /// Waits for an answer. Z3 sometimes reacts late to an interrupt: a little after the limits are met the wait ends,
    /// and the worker can't be used any more.
    pub(super) fn wait(&self, limits: &Limits) -> Result<W::Answer, Reason> {
        let mut over = None;
        loop {
            match self.answers.recv_timeout(LOOK) {
                Ok(answer) => return answer.map_err(Reason::GaveUp),
                Err(RecvTimeoutError::Disconnected) => return Err(broken()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(reason) = limits.stop() {
                let since = *over.get_or_insert_with(Instant::now);
                if since.elapsed() >= GRACE {
                    ABANDONED.store(true, Ordering::Relaxed);
                    return Err(reason);
                }
            }
        }
    }
}

/// Ends the process at once if a thread of Z3 was abandoned. An orderly end would free Z3's memory while that thread
/// still uses it.
pub fn leave_if_abandoned(code: u8) {
    if ABANDONED.load(Ordering::Relaxed) {
        // SAFETY: ends the process.
        unsafe { libc::_exit(i32::from(code)) }
    }
}

static ABANDONED: AtomicBool = AtomicBool::new(false);

/// The time between two looks of a waiting thread at the limits.
const LOOK: Duration = Duration::from_millis(20);
/// The time that Z3 can take to stop.
const GRACE: Duration = Duration::from_millis(200);

fn broken() -> Reason {
    Reason::GaveUp("Z3 failed".into())
}

/// A panic on a thread of Z3 becomes the answer "unknown", so it isn't printed.
fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() != Some(NAME) {
                print(panic);
            }
        }));
    });
}
