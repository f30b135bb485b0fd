//! The only place that imports z3: engines for the encodings, their limits and interrupts.
//!
//! `fd` speaks to the [`engine::Engine`] interface, behind which [`z3_fd::Z3Fd`] stands; `int`
//! builds terms with [`z3_int::Z3Int`]. Both use the Z3 context of the thread they live on.

mod checker;
pub mod engine;
pub use crate::limits;
pub mod linear;
mod watch;
pub mod z3_fd;
pub mod z3_int;
mod z3_memory;

#[cfg(test)]
mod tests;

/// Version of the libz3 in use.
///
/// ```
/// assert!(sator::solver::version().contains('.'));
/// ```
pub fn version() -> String {
    let version = z3::full_version();
    version.strip_prefix("Z3 ").unwrap_or(version).to_string()
}
