//! One open page: a thread that reads what is typed, one that answers, and one for the live view, so that a long question never
//! keeps the typing waiting. Each has a session of its own, which stays on its thread.

use super::events::Events;
use super::permission::Permission;
use crate::atomic::{self, Access};
use crate::service::Service;
use crate::session::{CallParams, Files, Settings};
use sator_base::limits::{Interrupt, Limits};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The script that the user opened.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub name: String,
    pub text: String,
    /// Its path, if it is a file.
    pub file: Option<PathBuf>,
}

impl Opened {
    /// The text of the file as it is now.
    pub(super) fn on_disk(&self) -> Option<String> {
        std::fs::read_to_string(self.file.as_ref()?).ok()
    }

    /// Writes a text into the file. `before` is the text that the page knows to be there.
    ///
    /// # Errors
    /// A sentence: there is no such file, another program has changed it, or it can't be written.
    pub(super) fn save(&self, text: &str, before: Option<&str>) -> Result<(), String> {
        let file = self.file.as_ref().ok_or("the script is in no file: download it")?;
        let there = self.on_disk().unwrap_or_default();
        if matches!(sator_formats::import(&there), Some(Ok(_))) {
            return Err(format!("{} holds a puzzle of another program: download the script", self.name));
        }
        if before.is_some_and(|before| before != there) {
            return Err(format!("{} was changed by another program since the page read it", self.name));
        }
        let written = atomic::write(file, text.as_bytes(), Access::Usual, &Limits::default());
        written.map_err(|unwritten| unwritten.diagnostic(file).message)
    }
}

/// Something to do with a session; what it comes to goes back to who asked.
type Job = Box<dyn FnOnce(&mut Service, &Arc<Events>) -> Value + Send>;

/// A thread with a session.
struct Worker {
    jobs: Sender<(Job, Sender<Value>)>,
    interrupt: Interrupt,
}

impl Worker {
    fn start(name: &str, make: impl FnOnce(Interrupt) -> Service + Send + 'static, events: &Arc<Events>) -> Worker {
        let (jobs, todo) = channel::<(Job, Sender<Value>)>();
        let interrupt = Interrupt::new();
        let (own, events) = (interrupt.clone(), events.clone());
        // Without a thread the channel is closed, and every job returns an error.
        let _ = std::thread::Builder::new().name(name.into()).stack_size(64 << 20).spawn(move || {
            let mut service = make(own.clone());
            for (job, reply) in todo {
                own.clear();
                let _ = reply.send(job(&mut service, &events));
            }
        });
        Worker { jobs, interrupt }
    }
}

pub(super) struct PageSession {
    pub events: Arc<Events>,
    reader: Mutex<Worker>,
    answerer: Mutex<Worker>,
    watcher: Mutex<Worker>,
    stop: [Interrupt; 3],
    used: Mutex<Instant>,
    permission: Arc<Mutex<Permission>>,
    /// Questions that are asked and not answered yet.
    running: Arc<AtomicUsize>,
    /// The number of the newest request of the live view.
    watched: Arc<AtomicUsize>,
}

/// The thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Reader,
    Answerer,
    Watcher,
}

impl PageSession {
    pub(super) fn new(
        settings: &Settings,
        overwrite: bool,
        params: &CallParams,
        opened: Option<&Opened>,
    ) -> PageSession {
        let events = Arc::new(Events::default());
        let file = opened.and_then(|opened| opened.file.clone());
        let worker = |name| {
            let (settings, file, params) = (settings.clone(), file.clone(), params.clone());
            let make = move |interrupt| {
                let mut service = Service::of_file(settings, file, overwrite, interrupt);
                service.give(params);
                service
            };
            Worker::start(name, make, &events)
        };
        let (reader, answerer, watcher) = (worker("page reader"), worker("page answerer"), worker("page watcher"));
        let stop = [&reader, &answerer, &watcher].map(|worker| worker.interrupt.clone());
        let permission = opened.map_or_else(Permission::default, |opened| Permission::given(&opened.text));
        PageSession {
            events,
            reader: Mutex::new(reader),
            answerer: Mutex::new(answerer),
            watcher: Mutex::new(watcher),
            stop,
            used: Mutex::new(Instant::now()),
            permission: Arc::new(Mutex::new(permission)),
            running: Arc::default(),
            watched: Arc::default(),
        }
    }

    /// Hands over a job and waits for what it comes to.
    pub(super) fn wait(
        &self,
        role: Role,
        job: impl FnOnce(&mut Service, &Arc<Events>) -> Value + Send + 'static,
    ) -> Option<Value> {
        self.start(role, job)?.recv().ok()
    }

    /// Hands over a job.
    pub(super) fn start(
        &self,
        role: Role,
        job: impl FnOnce(&mut Service, &Arc<Events>) -> Value + Send + 'static,
    ) -> Option<std::sync::mpsc::Receiver<Value>> {
        self.touch();
        let (reply, answer) = channel();
        let running = self.running.clone();
        running.fetch_add(1, Ordering::SeqCst);
        let counted = move |service: &mut Service, events: &Arc<Events>| {
            let value = job(service, events);
            running.fetch_sub(1, Ordering::SeqCst);
            value
        };
        let worker = match role {
            Role::Reader => &self.reader,
            Role::Answerer => &self.answerer,
            Role::Watcher => &self.watcher,
        };
        let worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
        worker.jobs.send((Box::new(counted), reply)).ok()?;
        Some(answer)
    }

    /// Hands over a job of the live view, in the place of one that runs or waits: its answer would be about an old text.
    pub(super) fn watch(&self, job: impl FnOnce(&mut Service) -> Value + Send + 'static) -> Option<Value> {
        let number = self.watched.fetch_add(1, Ordering::SeqCst) + 1;
        let newest = self.watched.clone();
        self.stop[2].set();
        self.wait(Role::Watcher, move |service, _| {
            let is_newest = || newest.load(Ordering::SeqCst) == number;
            let value = if is_newest() { job(service) } else { Value::Null };
            if is_newest() { value } else { serde_json::json!({"outdated": true}) }
        })
    }

    /// The file access of the script now that the page has this text.
    pub(super) fn files(&self, text: &str) -> Files {
        self.permission.lock().unwrap_or_else(PoisonError::into_inner).of(text)
    }

    /// Gives this text file access, or takes it away, as the user of the page decides.
    pub(super) fn allow(&self, allowed: bool, text: &str) {
        self.permission.lock().unwrap_or_else(PoisonError::into_inner).set(allowed, text);
    }

    /// A callback for the lines that the page is to insert into its text.
    pub(super) fn expecting(&self) -> impl Fn(&str) + Send + 'static {
        let permission = self.permission.clone();
        move |lines| permission.lock().unwrap_or_else(PoisonError::into_inner).expect(lines)
    }

    /// Ends the question that runs.
    pub(super) fn stop(&self) {
        self.stop[1].set();
    }

    /// The page is there.
    pub(super) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// The time since the last request.
    pub(super) fn idle(&self) -> Duration {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }

    pub(super) fn is_busy(&self) -> bool {
        self.running.load(Ordering::SeqCst) > 0
    }
}

impl Drop for PageSession {
    fn drop(&mut self) {
        self.stop.iter().for_each(Interrupt::set);
        self.events.close();
    }
}
