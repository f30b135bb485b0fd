//! One line while a question runs: the time after the first second, how far it is, and how to stop it. It is
//! wiped before anything else is written.
//!
//! The question has its thread to itself; another one ticks and writes. Invariant: whoever writes to the
//! terminal holds the lock, and the line is wiped when it is let go for other output.

use sator_draw::palette::{Tone, WIPE_LINE, paint};
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Nothing is shown before.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(250);

/// A terminal to write to, from any thread.
pub(crate) type Terminal = Box<dyn Write + Send>;

struct State {
    out: Terminal,
    width: usize,
    /// The start of the running question.
    since: Option<Instant>,
    /// The last report of progress.
    reported: String,
    shown: bool,
    closed: bool,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows progress until it is dropped.
pub(crate) struct ProgressLine {
    shared: Arc<Shared>,
    ticker: Option<std::thread::JoinHandle<()>>,
}

impl ProgressLine {
    /// Starts the clock; the line goes to `out` and keeps to `width` columns.
    pub(crate) fn start(out: Terminal, width: usize) -> ProgressLine {
        let since = Some(Instant::now());
        let state = State { out, width, since, reported: String::new(), shown: false, closed: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), wake: Condvar::new() });
        let own = shared.clone();
        let ticker = std::thread::Builder::new().name("progress".into()).spawn(move || tick(&own)).ok();
        ProgressLine { shared, ticker }
    }

    /// The callback for the progress of a session.
    pub(crate) fn listener(&self) -> Box<dyn FnMut(&str)> {
        let shared = self.shared.clone();
        Box::new(move |text| shared.lock().reported = text.to_string())
    }

    /// Takes the progress that is shown from now on.
    pub(crate) fn report(&self, text: String) {
        self.shared.lock().reported = text;
    }

    /// Does something that writes to the terminal: the line is wiped first, and the clock starts anew after it.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut state = self.shared.lock();
        state.wipe();
        let done = write();
        state.since = Some(Instant::now());
        state.reported.clear();
        done
    }
}

impl ProgressLine {
    /// Does something that writes to the terminal while the clock runs on.
    pub(crate) fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut state = self.shared.lock();
        state.wipe();
        write()
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        {
            let mut state = self.shared.lock();
            state.closed = true;
            state.wipe();
        }
        self.shared.wake.notify_all();
        if let Some(ticker) = self.ticker.take() {
            let _ = ticker.join();
        }
    }
}

impl State {
    fn draw(&mut self) {
        let Some(elapsed) = self.since.map(|since| since.elapsed()).filter(|e| *e >= PATIENCE) else { return };
        let mut line = format!("{} s", elapsed.as_secs());
        for part in [self.reported.as_str(), "Ctrl-C stops"] {
            if !part.is_empty() {
                line = format!("{line} | {part}");
            }
        }
        // The last column stays free, so that no terminal wraps the line.
        let line: String = line.chars().take(self.width.saturating_sub(1)).collect();
        // A terminal that takes nothing more needs no progress.
        let _ = write!(self.out, "{WIPE_LINE}{}", paint(&line, Tone::Dim));
        let _ = self.out.flush();
        self.shown = true;
    }

    fn wipe(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = write!(self.out, "{WIPE_LINE}");
            let _ = self.out.flush();
        }
    }
}

fn tick(shared: &Shared) {
    let mut state = shared.lock();
    while !state.closed {
        state.draw();
        state = shared.wake.wait_timeout(state, TICK).unwrap_or_else(PoisonError::into_inner).0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn silent_at_first_and_wiped_at_the_end() {
        let page = Page::default();
        let progress = ProgressLine::start(Box::new(page.clone()), 30);
        assert_eq!(progress.aside(|| 1), 1);
        progress.shared.lock().draw();
        assert!(page.0.lock().unwrap().is_empty());
        progress.listener()("12 solutions so far, and a long tale");
        {
            let mut state = progress.shared.lock();
            state.since = Instant::now().checked_sub(Duration::from_secs(3));
            state.draw();
        }
        drop(progress);
        let text = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text, "\r\x1b[K\x1b[2m3 s | 12 solutions so far, an\x1b[0m\r\x1b[K");
    }
}
