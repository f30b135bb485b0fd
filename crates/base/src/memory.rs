//! How much memory the process may use. The program measures what it uses and installs the measure; a library has no allocator of
//! its own.

use std::sync::OnceLock;

/// How the program measures memory, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    /// What Rust code has in use now.
    pub in_use: fn() -> u64,
    /// What [`Memory::Auto`] allows; nothing where the machine doesn't tell.
    pub automatic: fn() -> Option<u64>,
}

static METER: OnceLock<Meter> = OnceLock::new();
static LIBRARY: OnceLock<fn() -> u64> = OnceLock::new();

/// Installs the program's measure, once. Without one nothing counts as in use and no limit is met.
pub fn install(meter: Meter) {
    METER.get_or_init(|| meter);
}

/// Adds what a library that allocates by itself (Z3) has in use, in bytes; any thread may call it, once.
pub fn count_library(in_use: fn() -> u64) {
    LIBRARY.get_or_init(|| in_use);
}

/// Bytes in use now. Takes some nanoseconds, so a loop of short turns asks now and then only.
pub fn in_use() -> u64 {
    METER.get().map_or(0, |meter| (meter.in_use)()) + LIBRARY.get().map_or(0, |library| library())
}

/// How much memory the process may have in use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// 80% of the machine's, or of what its container may use.
    Auto,
    #[default]
    Off,
    /// Bytes.
    AtMost(u64),
}

/// Bytes that any machine has for it: to ask a machine what it has takes as long as to read a small puzzle.
const ANYWHERE: u64 = 8 << 20;

impl Memory {
    /// Bytes that may be in use, if there is a limit.
    pub fn bytes(self) -> Option<u64> {
        match self {
            Memory::Auto => METER.get().and_then(|meter| (meter.automatic)()),
            Memory::Off => None,
            Memory::AtMost(bytes) => Some(bytes),
        }
    }

    /// Whether so many bytes more than are in use now would be too many.
    pub fn is_short_of(self, more: u64) -> bool {
        if self == Memory::Off {
            return false;
        }
        let needed = in_use().saturating_add(more);
        let few = self == Memory::Auto && needed <= ANYWHERE;
        !few && self.bytes().is_some_and(|most| needed > most)
    }
}
