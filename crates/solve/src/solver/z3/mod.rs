//! The only module that imports z3. Its solvers live on threads of their own, because a context can't leave its thread.
//! A thread starts when the first check needs it; until then, assertions are collected as plain data.

mod checker;
mod clauses;
#[cfg(not(any(feature = "vendored", feature = "gh-release")))]
mod functions;
mod int;
mod library;
mod memory;
#[cfg(test)]
mod tests;
mod watch;
mod worker;

pub use clauses::Z3;
pub use int::Integers;
pub use library::{can_load, search_z3_in};
pub use worker::leave_if_abandoned;
