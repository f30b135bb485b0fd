//! The memory that the process allocates, counted by the program's allocator, and the memory of the machine. A program that installs [`Counted`]
//! as its global allocator has limits on memory.

use sator_base::memory::Meter;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

/// The system's allocator, counted: a program's global allocator.
pub struct Counted;

#[cfg(test)]
#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// Bytes in use, by the reports of the threads.
static IN_USE: AtomicI64 = AtomicI64::new(0);

/// Bytes that a thread allocates or frees before it reports the sum. A shared count at each allocation takes a tenth of the
/// time of reading a puzzle.
const BATCH: u64 = 1 << 16;

thread_local! {
    /// Bytes that this thread has not reported yet.
    static UNREPORTED: Cell<i64> = const { Cell::new(0) };
}

/// The memory that an allocation takes: allocators keep a word beside it, and round up to two of them (as malloc of
/// glibc does; others are not far from it). Of many short texts that is more than the texts.
fn taken(size: usize) -> i64 {
    (size.saturating_add(8 + 15) & !15).max(32) as i64
}

fn count(bytes: i64) {
    // A thread that ends has no cell any more, so the bytes that it still frees are reported at once.
    let due = UNREPORTED.try_with(|unreported| {
        let sum = unreported.get() + bytes;
        let is_due = sum.unsigned_abs() >= BATCH;
        unreported.set(if is_due { 0 } else { sum });
        if is_due { sum } else { 0 }
    });
    match due.unwrap_or(bytes) {
        0 => {}
        bytes => {
            // Whatever allocates by this allocator has its limits measured by it, tests too.
            install();
            IN_USE.fetch_add(bytes, Ordering::Relaxed);
        }
    }
}

// SAFETY: every call goes to the system's allocator as it came; counting allocates nothing.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let new = unsafe { System.alloc(layout) };
        if !new.is_null() {
            count(taken(layout.size()));
        }
        new
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as the caller promises.
        let new = unsafe { System.alloc_zeroed(layout) };
        if !new.is_null() {
            count(taken(layout.size()));
        }
        new
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(old, layout) };
        count(-taken(layout.size()));
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as the caller promises.
        let new = unsafe { System.realloc(old, layout, size) };
        if !new.is_null() {
            count(taken(size) - taken(layout.size()));
        }
        new
    }
}

/// Bytes in use now, but for less than `BATCH` of each other thread.
fn in_use() -> u64 {
    let own = IN_USE.load(Ordering::Relaxed) + UNREPORTED.try_with(Cell::get).unwrap_or(0);
    own.max(0) as u64
}

/// 80% of what the machine has, or of what its container may use. Nothing where that can't be found out.
fn automatic() -> Option<u64> {
    static FOUND: OnceLock<Option<u64>> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let memory = sysinfo::MemoryRefreshKind::nothing().with_ram();
        let system = sysinfo::System::new_with_specifics(sysinfo::RefreshKind::nothing().with_memory(memory)).ok()?;
        let whole = system.cgroup_limits().map_or(u64::MAX, |c| c.total_memory).min(system.total_memory());
        (whole > 0).then(|| whole / 10 * 8)
    })
}

/// Makes limits on memory count what [`Counted`] allocates.
pub fn install() {
    sator_base::memory::install(Meter { in_use, automatic });
}

#[cfg(test)]
mod tests {
    use sator_base::limits::{Limits, Reason};
    use sator_base::memory::{self, Memory};

    #[test]
    fn memory_in_use_is_counted() {
        super::install();
        let before = memory::in_use();
        let limits = Limits::none().with_memory(Memory::AtMost(before + (512 << 20)));
        assert_eq!(limits.stop(), None);
        let large = Vec::<u8>::with_capacity(1 << 30);
        assert_eq!(limits.stop(), Some(Reason::Memory));
        drop(large);
        assert_eq!(limits.stop(), None);
    }
}
