//! What is told to a page as it happens: progress and answers, as server-sent events.

use serde_json::Value;
use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Events kept for a page that connects anew.
const KEPT: usize = 64;
/// How often an empty event is sent, to learn that the page is gone.
const HEARTBEAT: Duration = Duration::from_secs(5);

#[derive(Default)]
struct State {
    /// Number of the first event in `list`.
    first: u64,
    list: VecDeque<String>,
    listeners: usize,
    closed: bool,
}

#[derive(Default)]
pub(super) struct Events {
    state: Mutex<State>,
    wake: Condvar,
}

impl Events {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells all that listen.
    pub(super) fn tell(&self, kind: &str, data: &Value) {
        let mut state = self.lock();
        let number = state.first + state.list.len() as u64;
        state.list.push_back(format!("id: {number}\nevent: {kind}\ndata: {data}\n\n"));
        if state.list.len() > KEPT {
            state.list.pop_front();
            state.first += 1;
        }
        self.wake.notify_all();
    }

    /// Ends all streams.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.wake.notify_all();
    }

    pub(super) fn is_heard(&self) -> bool {
        self.lock().listeners > 0
    }

    /// Writes what is told from now on, or after the event of a number, until the other end is gone.
    pub(super) fn stream(&self, after: Option<u64>, mut out: Box<dyn Write + Send>) {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\
                    Connection: close\r\nX-Content-Type-Options: nosniff\r\n\r\nretry: 500\n\n";
        // From before the other end knows that it is heard: what it asks then is not missed.
        let mut state = self.lock();
        let mut next = after.map_or(state.first + state.list.len() as u64, |after| after + 1);
        drop(state);
        if out.write_all(head.as_bytes()).and_then(|()| out.flush()).is_err() {
            return;
        }
        state = self.lock();
        state.listeners += 1;
        loop {
            let from = next.max(state.first).saturating_sub(state.first) as usize;
            let mut text: String = state.list.range(from.min(state.list.len())..).map(String::as_str).collect();
            next = state.first + state.list.len() as u64;
            let closed = state.closed;
            if text.is_empty() && !closed {
                let (woken, timeout) = self.wake.wait_timeout(state, HEARTBEAT).unwrap_or_else(PoisonError::into_inner);
                state = woken;
                if !timeout.timed_out() {
                    continue;
                }
                text = ": still here\n\n".into();
            }
            drop(state);
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            state = self.lock();
            if written.is_err() || closed {
                break;
            }
        }
        state.listeners -= 1;
    }
}
