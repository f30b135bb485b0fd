//! A queue of things to be looked at, each once.

use std::collections::VecDeque;

/// Numbers, the first that came out first; one that is in it already is not taken in again.
#[derive(Default)]
pub(super) struct Queue {
    waiting: VecDeque<usize>,
    is_in: Vec<bool>,
}

impl Queue {
    pub(super) fn push(&mut self, number: usize) {
        if number >= self.is_in.len() {
            self.is_in.resize(number + 1, false);
        }
        if !std::mem::replace(&mut self.is_in[number], true) {
            self.waiting.push_back(number);
        }
    }

    pub(super) fn pop(&mut self) -> Option<usize> {
        let number = self.waiting.pop_front()?;
        self.is_in[number] = false;
        Some(number)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.waiting.iter().copied()
    }

    pub(super) fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}
