//! The events of a session for its page: progress and answers, numbered. The page asks for the events that it has not seen.
//!
//! Each question of the page for events is a request of its own, which waits a moment. A stream that stays open would hold
//! one of the six connections that browsers open to a host, and six pages would lock each other out.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Events kept for a page that has not asked for them yet.
const KEPT: usize = 64;
/// The time that a request waits for an event.
const WAIT: Duration = Duration::from_secs(1);

struct Event {
    number: u64,
    kind: &'static str,
    data: Value,
}

#[derive(Default)]
struct State {
    next: u64,
    list: VecDeque<Event>,
    closed: bool,
}

#[derive(Default)]
pub(super) struct Events {
    state: Mutex<State>,
    wake: Condvar,
}

impl Events {
    pub(super) fn push(&self, kind: &'static str, data: Value) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // Only the latest progress matters, and must not push answers out.
        if kind == "progress" {
            state.list.retain(|event| event.kind != kind);
        }
        let number = state.next;
        state.next += 1;
        state.list.push_back(Event { number, kind, data });
        if state.list.len() > KEPT {
            state.list.pop_front();
        }
        self.wake.notify_all();
    }

    /// The number of the next event.
    pub(super) fn next(&self) -> u64 {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).next
    }

    /// Answers those that wait.
    pub(super) fn close(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).closed = true;
        self.wake.notify_all();
    }

    /// The events from a number on, and the number of the next one; waits a moment if there are none yet.
    pub(super) fn since(&self, number: u64) -> Value {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing = |state: &mut State| !state.closed && state.next <= number;
        let (state, _) = self.wake.wait_timeout_while(state, WAIT, nothing).unwrap_or_else(PoisonError::into_inner);
        let new = state.list.iter().filter(|event| event.number >= number);
        let events: Vec<Value> = new.map(|event| json!([event.kind, event.data])).collect();
        json!({"events": events, "next": state.next})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_does_not_push_answers_out() {
        let events = Events::default();
        events.push("answer", json!(1));
        (0..1000).for_each(|n| events.push("progress", json!(n)));
        events.push("done", json!(2));
        let all = json!({"events": [["answer", 1], ["progress", 999], ["done", 2]], "next": 1002});
        assert_eq!(events.since(0), all);
        assert_eq!(events.since(1001)["events"], json!([["done", 2]]));
    }
}
