//! Input from anything that is read line by line, for tests and where there is no terminal.

use super::{Input, Reader, is_finished};
use crate::editing::names::Names;
use std::io::BufRead;

/// Reads whole statements, without a prompt.
pub struct Lines<R> {
    from: R,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `from`.
    pub fn new(from: R) -> Lines<R> {
        Lines { from }
    }
}

impl<R: BufRead> Reader for Lines<R> {
    /// The text of `edit` is ignored: the next input takes its place.
    fn read(&mut self, _: Names, _: Option<&str>) -> anyhow::Result<Input> {
        let mut text = String::new();
        loop {
            // At the end of the input, an unfinished statement is an error and not lost.
            if self.from.read_line(&mut text)? == 0 {
                return Ok(if text.is_empty() { Input::End } else { Input::Text(text) });
            }
            if is_finished(&text) {
                return Ok(Input::Text(text));
            }
        }
    }
}
