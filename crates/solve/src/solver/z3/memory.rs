//! What Z3 has in use, and its own cap. It allocates by itself, past Rust's allocator.

use sator_base::memory;
use std::sync::Mutex;
use z3_sys::Z3_get_estimated_alloc_size;

/// Counts Z3's memory from now on; call when Z3 is opened.
pub(super) fn count() {
    // SAFETY: takes nothing, and may be called on any thread at any time.
    memory::count_library(|| unsafe { Z3_get_estimated_alloc_size() });
}

/// Lets Z3 itself give up with "unknown" where it would have more than so many bytes in use: what it
/// takes between two looks at the limits is then bounded as well. The setting is of the whole process.
pub(super) fn cap(bytes: Option<u64>) {
    static NOW: Mutex<u64> = Mutex::new(0);
    // Z3 counts in megabytes; none is no cap.
    let megabytes = bytes.map_or(0, |b| (b >> 20).clamp(1, u64::from(u32::MAX)));
    let mut now = NOW.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if *now != megabytes {
        *now = megabytes;
        z3::set_global_param("memory_max_size", &megabytes.to_string());
    }
}
