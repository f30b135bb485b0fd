//! One open page: a thread that reads what is typed, and one that answers, so that a long question never keeps the
//! typing waiting. Each has a session of its own, which stays on its thread.

use super::events::Events;
use super::script::Script;
use crate::limits::Interrupt;
use crate::session::Settings;
use serde_json::Value;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Something to do with a session; what it comes to goes back to who asked.
type Job = Box<dyn FnOnce(&mut Script, &Arc<Events>) -> Value + Send>;

/// A thread with a session.
struct Worker {
    jobs: Sender<(Job, Sender<Value>)>,
    interrupt: Interrupt,
}

impl Worker {
    fn start(name: &str, settings: &Settings, events: &Arc<Events>) -> Worker {
        let (jobs, todo) = channel::<(Job, Sender<Value>)>();
        let interrupt = Interrupt::new();
        let (own, settings, events) = (interrupt.clone(), settings.clone(), events.clone());
        // Without a thread the channel is closed, and every job says so.
        let _ = std::thread::Builder::new().name(name.into()).stack_size(64 << 20).spawn(move || {
            let mut script = Script::new(settings, own.clone());
            for (job, reply) in todo {
                own.clear();
                let _ = reply.send(job(&mut script, &events));
            }
        });
        Worker { jobs, interrupt }
    }
}

pub(super) struct Desk {
    pub events: Arc<Events>,
    reader: Mutex<Worker>,
    answerer: Mutex<Worker>,
    stop: [Interrupt; 2],
    used: Mutex<Instant>,
}

/// Which of the two threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Who {
    Reader,
    Answerer,
}

impl Desk {
    pub(super) fn new(settings: &Settings) -> Desk {
        let events = Arc::new(Events::default());
        let reader = Worker::start("page reader", settings, &events);
        let answerer = Worker::start("page answerer", settings, &events);
        let stop = [reader.interrupt.clone(), answerer.interrupt.clone()];
        Desk {
            events,
            reader: Mutex::new(reader),
            answerer: Mutex::new(answerer),
            stop,
            used: Mutex::new(Instant::now()),
        }
    }

    /// Hands over a job and waits for what it comes to.
    pub(super) fn wait(
        &self,
        who: Who,
        job: impl FnOnce(&mut Script, &Arc<Events>) -> Value + Send + 'static,
    ) -> Option<Value> {
        self.start(who, job)?.recv().ok()
    }

    /// Hands over a job.
    pub(super) fn start(
        &self,
        who: Who,
        job: impl FnOnce(&mut Script, &Arc<Events>) -> Value + Send + 'static,
    ) -> Option<std::sync::mpsc::Receiver<Value>> {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let (reply, answer) = channel();
        let worker = if who == Who::Reader { &self.reader } else { &self.answerer };
        let worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
        worker.jobs.send((Box::new(job), reply)).ok()?;
        Some(answer)
    }

    /// Ends the question that runs.
    pub(super) fn stop(&self) {
        self.stop[1].set();
    }

    /// How long nothing was asked.
    pub(super) fn idle(&self) -> Duration {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.stop.iter().for_each(Interrupt::set);
        self.events.close();
    }
}
