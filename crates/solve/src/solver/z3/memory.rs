//! Z3's memory in use, and its cap. Z3 allocates by itself, past Rust's allocator.

use sator_base::memory;
use std::sync::Mutex;
use z3_sys::Z3_get_estimated_alloc_size;

/// Counts Z3's memory from now on. Call it when Z3 is opened.
pub(super) fn count() {
    // SAFETY: no arguments, and callable on any thread at any time.
    memory::count_library(|| unsafe { Z3_get_estimated_alloc_size() });
}

/// Makes Z3 itself give up with "unknown" beyond this many bytes, which also limits what it allocates between two looks
/// at the limits. The setting applies to the whole process.
pub(super) fn cap(bytes: Option<u64>) {
    static NOW: Mutex<u64> = Mutex::new(0);
    // Z3 counts in megabytes; 0 means no cap.
    let megabytes = bytes.map_or(0, |b| (b >> 20).clamp(1, u64::from(u32::MAX)));
    let mut now = NOW.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if *now != megabytes {
        *now = megabytes;
        z3::set_global_param("memory_max_size", &megabytes.to_string());
    }
}
