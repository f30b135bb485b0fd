//! How much memory the process has in use: what Rust code has allocated, and what libraries that
//! allocate by themselves say of theirs.

use cap::Cap;
use std::alloc::System;
use std::sync::OnceLock;

/// Counts; never refuses.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

static LIBRARY: OnceLock<fn() -> u64> = OnceLock::new();

/// Adds what a library has in use, in bytes; called by any thread. For the one library that has been
/// opened (Z3), once.
pub fn count_library(in_use: fn() -> u64) {
    LIBRARY.get_or_init(|| in_use);
}

/// Bytes in use now. Some nanoseconds, so not for every turn of a loop.
pub fn in_use() -> u64 {
    ALLOCATOR.allocated() as u64 + LIBRARY.get().map_or(0, |library| library())
}

/// What `auto` stands for: 80% of the machine's memory, or of what its container may use; in bytes.
/// Nothing where that can't be found out.
pub fn automatic() -> Option<u64> {
    static FOUND: OnceLock<Option<u64>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let memory = sysinfo::MemoryRefreshKind::nothing().with_ram();
        let system = sysinfo::System::new_with_specifics(sysinfo::RefreshKind::nothing().with_memory(memory)).ok()?;
        let whole = system.cgroup_limits().map_or(u64::MAX, |c| c.total_memory).min(system.total_memory());
        (whole > 0).then(|| whole / 10 * 8)
    })
}
