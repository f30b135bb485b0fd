//! The tests that run the built program, in one binary.

mod cases;
mod corpus;
mod language;
mod no_panic;
mod pty;
mod repl;
