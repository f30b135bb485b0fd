//! The clock. Without a system clock, as in a WebAssembly module, the host supplies one.
//!
//! `std::time::Instant::now` panics on `wasm32-unknown-unknown`. There the module imports `sator_now` from `env`: the
//! milliseconds since any fixed moment, as `performance.now` gives them.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use imported::Instant;

/// A number that differs from one run of the program to the next.
pub fn seed() -> u64 {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    {
        use std::time::{SystemTime, UNIX_EPOCH};
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as u64
    }
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    imported::seed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod imported {
    use std::ops::Sub;
    use std::time::Duration;

    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        safe fn sator_now() -> f64;
    }

    /// A moment of the host's clock, with the part of the API of `std::time::Instant` that sator uses.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Instant(Duration);

    impl Instant {
        /// The moment of the call.
        pub fn now() -> Instant {
            Instant(Duration::try_from_secs_f64(sator_now() / 1000.0).unwrap_or_default())
        }

        /// The time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now() - *self
        }

        /// The moment that is later by a duration; `None` where it has no number.
        pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
            self.0.checked_add(duration).map(Instant)
        }
    }

    impl Sub for Instant {
        type Output = Duration;

        fn sub(self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }
    }

    pub(super) fn seed() -> u64 {
        (sator_now() * 1e6) as u64
    }
}
