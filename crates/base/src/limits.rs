//! Limits of a computation: a deadline, an interrupt that any thread (or Ctrl-C) can set, counted effort, and memory.
//!
//! Every loop that can be long polls them: [`Limits::tick`] where one turn is short, [`Limits::stop`] where one turn is
//! long by itself. While Z3 checks, the watcher thread of `solver::watch` polls.

use crate::clock::Instant;
use crate::memory::Memory;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};
use std::time::Duration;

/// Why a computation ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Ctrl-C.
    Interrupted,
    /// The deadline passed.
    Timeout,
    /// The memory limit was met.
    Memory,
    /// The counted effort of one check ([`Limits::effort`]).
    Effort,
    /// The first method tried gave no answer soon enough, so another one is tried. The user never sees this reason.
    NotSoon,
    /// The engine's own words.
    GaveUp(String),
}

impl Reason {
    /// The reason in a word or two.
    pub fn text(&self) -> &str {
        match self {
            Reason::Interrupted => "interrupted",
            Reason::Timeout => "time limit",
            Reason::Effort | Reason::NotSoon => "effort limit",
            Reason::Memory => "memory limit",
            Reason::GaveUp(why) => why,
        }
    }
}

/// A flag that asks the running computation to stop. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicU8>);

/// States of an interrupt: no request, a request to stop, a request to stop for good.
const NOTHING: u8 = 0;
const STOP: u8 = 1;
const END: u8 = 2;

impl Interrupt {
    /// A flag without a request.
    pub fn new() -> Interrupt {
        Interrupt::default()
    }

    /// Asks to stop; a running check ends within about 10 ms.
    pub fn set(&self) {
        self.0.fetch_max(STOP, Ordering::SeqCst);
    }

    /// Asks to stop for good: no question follows.
    pub fn end(&self) {
        self.0.store(END, Ordering::SeqCst);
    }

    /// Withdraws a request to stop, before the next question.
    pub fn clear(&self) {
        let _ = self.0.compare_exchange(STOP, NOTHING, Ordering::SeqCst, Ordering::SeqCst);
    }

    /// Whether there is a request to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst) != NOTHING
    }

    /// Whether the request is to stop for good.
    pub fn is_final(&self) -> bool {
        self.0.load(Ordering::SeqCst) == END
    }
}

/// Time for confirming what was found before a limit was met.
const CONFIRMING: Duration = Duration::from_secs(2);

/// Ticks between two looks at the clock: about a millisecond if one turn takes a microsecond.
const TICKS: u32 = 1024;

/// Bounds of a statement or a question. A clone has the same bounds and shares the interrupt.
#[derive(Debug, Default)]
pub struct Limits {
    /// The moment at which to stop.
    pub deadline: Option<Instant>,
    /// The flag of whoever can interrupt the computation.
    pub interrupt: Interrupt,
    /// The limit on the memory of the whole process.
    pub memory: Memory,
    /// The counted effort of one check of a solver, the same on every machine: conflicts of a SAT engine since the
    /// check began, or since its hook saw a model. The rounds of cuts of a check are limited in proportion.
    pub effort: Option<u64>,
    /// Set as soon as another thread has the answer.
    pub settled: Option<Interrupt>,
    ticks: AtomicU32,
}

impl Clone for Limits {
    fn clone(&self) -> Limits {
        let Limits { deadline, interrupt, memory, effort, settled, ticks: _ } = self;
        Limits {
            deadline: *deadline,
            interrupt: interrupt.clone(),
            memory: *memory,
            effort: *effort,
            settled: settled.clone(),
            ticks: AtomicU32::new(0),
        }
    }
}

impl Limits {
    /// No deadline, no cap, and an interrupt that nobody else holds.
    pub fn none() -> Limits {
        Limits::default()
    }

    /// No deadline, no cap, and this interrupt.
    pub fn interrupted_by(interrupt: Interrupt) -> Limits {
        Limits { interrupt, ..Limits::default() }
    }

    /// These limits, with this deadline instead.
    pub fn until(&self, deadline: Option<Instant>) -> Limits {
        Limits { deadline, ..self.clone() }
    }

    /// These limits, with a deadline at most `time` from now.
    pub fn within(&self, time: Duration) -> Limits {
        let soon = Instant::now().checked_add(time);
        self.until(match (self.deadline, soon) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        })
    }

    /// These limits, with this much memory instead.
    pub fn with_memory(&self, memory: Memory) -> Limits {
        Limits { memory, ..self.clone() }
    }

    /// These limits, with at most this many conflicts a check.
    pub fn with_effort(&self, conflicts: u64) -> Limits {
        Limits { effort: Some(self.effort.map_or(conflicts, |e| e.min(conflicts))), ..self.clone() }
    }

    /// These limits, with time to confirm what was found before one of them was met. A request to stop for good leaves none.
    #[must_use]
    pub fn to_confirm(&self) -> Limits {
        let soon = Instant::now().checked_add(CONFIRMING);
        if self.interrupt.is_set() && !self.interrupt.is_final() {
            return Limits { interrupt: Interrupt::new(), ..self.until(soon) };
        }
        self.until(self.deadline.map(|deadline| soon.map_or(deadline, |soon| deadline.max(soon))))
    }

    /// These limits, until another thread has the answer.
    pub fn unless_settled(&self, settled: &Interrupt) -> Limits {
        Limits { settled: Some(settled.clone()), ..self.clone() }
    }

    /// The reason to stop now, if there is one.
    pub fn stop(&self) -> Option<Reason> {
        if self.interrupt.is_set() || self.settled.as_ref().is_some_and(Interrupt::is_set) {
            Some(Reason::Interrupted)
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            Some(Reason::Timeout)
        } else if self.memory.is_short_of(0) {
            Some(Reason::Memory)
        } else {
            None
        }
    }

    /// Whether the memory limit allows this many more `things` of `bytes` each. Call it before one large allocation.
    ///
    /// # Errors
    /// [`Reason::Memory`] if the limit does not allow them.
    pub fn check_memory(&self, things: usize, bytes: u64) -> Result<(), Reason> {
        let needed = (things as u64).saturating_mul(bytes);
        if self.memory.is_short_of(needed) { Err(Reason::Memory) } else { Ok(()) }
    }

    /// [`Limits::stop`] for loops of short turns: looks at the clock once in 1,024 calls.
    ///
    /// # Errors
    /// As [`Limits::stop`].
    #[inline]
    pub fn tick(&self) -> Result<(), Reason> {
        self.tick_many(1)
    }

    /// Counts as this many ticks, for one operation as long as that many short turns.
    ///
    /// # Errors
    /// As [`Limits::stop`].
    #[inline]
    pub fn tick_many(&self, turns: usize) -> Result<(), Reason> {
        let ticks = self.ticks.load(Ordering::Relaxed).saturating_add(turns.min(TICKS as usize) as u32);
        if ticks < TICKS {
            self.ticks.store(ticks, Ordering::Relaxed);
            return Ok(());
        }
        self.ticks.store(0, Ordering::Relaxed);
        self.stop().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Meter;

    /// A machine of 1 GiB on which the process has two bytes in use.
    fn small_machine() {
        crate::memory::install(Meter { in_use: || 2, automatic: || Some(1 << 30) });
    }

    #[test]
    fn each_limit_has_its_own_reason() {
        small_machine();
        let limits = Limits::none();
        assert_eq!(limits.stop(), None);
        assert_eq!(limits.within(Duration::ZERO).stop(), Some(Reason::Timeout));
        assert_eq!(limits.with_memory(Memory::AtMost(1)).stop(), Some(Reason::Memory));
        assert_eq!(limits.with_memory(Memory::AtMost(u64::MAX)).stop(), None);
        limits.interrupt.set();
        assert_eq!(limits.with_memory(Memory::AtMost(1)).stop(), Some(Reason::Interrupted));
    }

    #[test]
    fn an_end_is_not_taken_back() {
        let interrupt = Interrupt::new();
        interrupt.set();
        interrupt.clear();
        assert!(!interrupt.is_set());
        interrupt.end();
        interrupt.set();
        interrupt.clear();
        assert!(interrupt.is_set() && interrupt.is_final());
    }

    #[test]
    fn the_nearer_of_two_deadlines_counts() {
        let now = Limits::none().within(Duration::ZERO);
        assert_eq!(now.within(Duration::from_secs(1000)).deadline, now.deadline);
        assert_eq!(now.within(Duration::MAX).deadline, now.deadline);
        assert_eq!(now.until(None).stop(), None);
    }

    #[test]
    fn limits_that_were_met_leave_time_to_confirm() {
        let late = Limits::none().within(Duration::ZERO);
        assert_eq!((late.stop(), late.to_confirm().stop()), (Some(Reason::Timeout), None));
        assert!(late.to_confirm().deadline.is_some());
        let limits = Limits::none();
        assert_eq!(limits.to_confirm().deadline, None);
        limits.interrupt.set();
        assert_eq!(limits.to_confirm().stop(), None);
        assert!(limits.to_confirm().deadline.is_some() && limits.stop().is_some());
        limits.interrupt.end();
        assert_eq!(limits.to_confirm().stop(), Some(Reason::Interrupted));
    }

    #[test]
    fn ticking_ends_a_loop() {
        let limits = Limits::none().within(Duration::ZERO);
        let turns = (0..).take_while(|_| limits.tick().is_ok()).count();
        assert_eq!(turns as u32, TICKS - 1);
        assert_eq!(limits.tick_many(usize::MAX), Err(Reason::Timeout));
    }

    #[test]
    fn little_is_never_too_much_for_a_machine() {
        small_machine();
        assert!(!Memory::Auto.is_short_of(0));
        assert!(Memory::Auto.is_short_of(u64::MAX));
        assert!(!Memory::Off.is_short_of(u64::MAX));
        assert!(Memory::AtMost(1 << 40).is_short_of(1 << 40));
    }

    #[test]
    fn limits_go_to_other_threads() {
        fn check<T: Send + Sync + Clone>() {}
        check::<Limits>();
    }
}
