//! Signals that ask the program to stop: Ctrl-C (SIGINT) ends the running question, SIGTERM (which `timeout 60 sator ...` sends)
//! also everything after it.
//!
//! The handler itself sets the interrupt, so that a signal counts from the first moment on, and two of them at once are no more
//! than one.

use sator_base::limits::Interrupt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Makes the signals set this interrupt instead of ending the process. Once in a process.
///
/// # Errors
/// The system refuses a handler.
pub(crate) fn install(interrupt: Interrupt) -> std::io::Result<()> {
    system::install(interrupt)
}

/// Waits for a line that is typed. SIGTERM then ends the process: nothing else would, as the wait has no limits.
pub(crate) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    system::while_waiting(wait)
}

/// Keeps keys that are typed during a question for the next line, until this value is dropped: the terminal is in a mode in which it
/// neither edits nor shows keys, and Ctrl-C discards none.
pub(crate) struct TypeAhead;

static KEEPS_KEYS: AtomicBool = AtomicBool::new(false);

impl TypeAhead {
    pub(crate) fn start() -> TypeAhead {
        KEEPS_KEYS.store(true, Ordering::Relaxed);
        system::keep_keys();
        TypeAhead
    }

    /// Runs another program, which gets the terminal as sator found it.
    pub(crate) fn paused<T>(run: impl FnOnce() -> T) -> T {
        let keeps = KEEPS_KEYS.load(Ordering::Relaxed);
        if keeps {
            system::restore_terminal();
        }
        let done = run();
        if keeps {
            system::keep_keys();
        }
        done
    }
}

impl Drop for TypeAhead {
    fn drop(&mut self) {
        KEEPS_KEYS.store(false, Ordering::Relaxed);
        system::restore_terminal();
    }
}

#[cfg(unix)]
mod system {
    use super::Interrupt;
    use crate::exit::ExitStatus;
    use std::mem::MaybeUninit;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();
    /// The main thread waits for a line.
    static WAITING: AtomicBool = AtomicBool::new(false);
    /// The state of the terminal before the prompt changed it; none without a terminal.
    static TERMINAL: OnceLock<Option<libc::termios>> = OnceLock::new();

    /// Ends the bracketed paste that the line editor has asked the terminal for.
    const LEAVE: &[u8] = b"\x1b[?2004l\r\n";

    /// Only what POSIX allows in a handler: atomics, `tcsetattr`, `write` and `_exit`.
    extern "C" fn handle(signal: libc::c_int) {
        let Some(interrupt) = INTERRUPT.get() else { return };
        if signal != libc::SIGTERM {
            interrupt.set();
            return;
        }
        interrupt.end();
        if WAITING.load(Ordering::SeqCst) {
            leave();
        }
    }

    fn leave() -> ! {
        // SAFETY: all three may be called in a handler of signals; the length is that of the bytes.
        unsafe {
            if let Some(Some(terminal)) = TERMINAL.get() {
                libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, terminal);
            }
            libc::write(libc::STDOUT_FILENO, LEAVE.as_ptr().cast(), LEAVE.len());
            libc::_exit(ExitStatus::Interrupted.code().into())
        }
    }

    pub(super) fn install(interrupt: Interrupt) -> std::io::Result<()> {
        let _ = INTERRUPT.set(interrupt);
        for signal in [libc::SIGINT, libc::SIGTERM] {
            // SAFETY: zero is a valid `sigaction`: no flags, an empty mask once that is cleared.
            let done = unsafe {
                let mut action: libc::sigaction = MaybeUninit::zeroed().assume_init();
                action.sa_sigaction = handle as extern "C" fn(libc::c_int) as libc::sighandler_t;
                action.sa_flags = libc::SA_RESTART;
                libc::sigemptyset(&mut action.sa_mask);
                libc::sigaction(signal, &action, std::ptr::null_mut())
            };
            if done != 0 {
                return Err(std::io::Error::last_os_error());
            }
        }
        Ok(())
    }

    /// The terminal as it is at the first call.
    fn terminal() -> Option<libc::termios> {
        *TERMINAL.get_or_init(|| {
            let mut terminal = MaybeUninit::zeroed();
            // SAFETY: zero is a valid `termios`, and the call fills it where there is a terminal.
            unsafe {
                let done = libc::tcgetattr(libc::STDIN_FILENO, terminal.as_mut_ptr());
                (done == 0).then_some(terminal.assume_init())
            }
        })
    }

    fn set_terminal(terminal: &libc::termios) {
        // SAFETY: the modes come from `tcgetattr`. A terminal that refuses them stays as it was, which loses no more than keys.
        unsafe { libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, terminal) };
    }

    pub(super) fn keep_keys() {
        let Some(mut kept) = terminal() else { return };
        kept.c_lflag &= !(libc::ECHO | libc::ICANON | libc::IEXTEN);
        kept.c_lflag |= libc::NOFLSH;
        // Enter stays what the line editor reads.
        kept.c_iflag &= !libc::ICRNL;
        set_terminal(&kept);
    }

    pub(super) fn restore_terminal() {
        if let Some(terminal) = terminal() {
            set_terminal(&terminal);
        }
    }

    pub(super) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
        terminal();
        WAITING.store(true, Ordering::SeqCst);
        // It may have come just before.
        if INTERRUPT.get().is_some_and(Interrupt::is_final) {
            leave();
        }
        let done = wait();
        WAITING.store(false, Ordering::SeqCst);
        done
    }
}

#[cfg(not(unix))]
mod system {
    use super::Interrupt;

    pub(super) fn install(interrupt: Interrupt) -> std::io::Result<()> {
        ctrlc::set_handler(move || interrupt.set()).map_err(std::io::Error::other)
    }

    pub(super) fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
        wait()
    }

    pub(super) fn keep_keys() {}

    pub(super) fn restore_terminal() {}
}
