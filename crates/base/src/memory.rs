//! The memory that the process can use. The program installs a meter; a library has no allocator of its own and
//! installs none.

use std::sync::OnceLock;

/// The program's measure of memory, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    /// Bytes that Rust code has in use now.
    pub in_use: fn() -> u64,
    /// Bytes that [`Memory::Auto`] allows; `None` where the machine gives no figure.
    pub automatic: fn() -> Option<u64>,
}

static METER: OnceLock<Meter> = OnceLock::new();
static LIBRARY: OnceLock<fn() -> u64> = OnceLock::new();

/// Installs the program's meter, once. Without a meter nothing counts as in use, and no limit is ever met.
pub fn install(meter: Meter) {
    METER.get_or_init(|| meter);
}

/// Adds the bytes in use by a library with its own allocator (Z3). Any thread can call it, once.
pub fn count_library(in_use: fn() -> u64) {
    LIBRARY.get_or_init(|| in_use);
}

/// Bytes in use now. A call takes some nanoseconds, so loops of short turns call it rarely.
pub fn in_use() -> u64 {
    METER.get().map_or(0, |meter| (meter.in_use)()) + LIBRARY.get().map_or(0, |library| library())
}

/// The memory that the process can use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Memory {
    /// 80% of the machine's memory, or of its container's.
    Auto,
    /// No limit.
    #[default]
    Off,
    /// Bytes.
    AtMost(u64),
}

/// Bytes that any machine can spare. Asking a machine for its memory takes as long as reading a small puzzle, so that
/// smaller amounts are not checked.
const ANYWHERE: u64 = 8 << 20;

impl Memory {
    /// The limit in bytes, if there is one.
    pub fn bytes(self) -> Option<u64> {
        match self {
            Memory::Auto => METER.get().and_then(|meter| (meter.automatic)()),
            Memory::Off => None,
            Memory::AtMost(bytes) => Some(bytes),
        }
    }

    /// Whether `more` bytes beside those in use now exceed the limit.
    pub fn is_short_of(self, more: u64) -> bool {
        if self == Memory::Off {
            return false;
        }
        let needed = in_use().saturating_add(more);
        let few = self == Memory::Auto && needed <= ANYWHERE;
        !few && self.bytes().is_some_and(|most| needed > most)
    }
}
