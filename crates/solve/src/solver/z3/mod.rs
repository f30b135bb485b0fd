//! The only place that imports z3. Its solvers live on threads of their own (a context can't leave its
//! thread), started when the first check needs them; what is asserted is collected as plain data before.

mod checker;
mod clauses;
mod int;
mod lazy;
mod memory;
#[cfg(test)]
mod tests;
mod watch;
mod worker;

pub use clauses::Z3;
pub use int::Integers;
pub use worker::leave_if_abandoned;
