//! The tests that run the built program, in one binary.

mod cases;
mod certificates;
mod cli;
mod corpus;
mod drawing;
mod examples;
mod exchange;
mod explain;
mod grammar;
mod judge;
mod language;
mod laws;
mod limits;
mod lsp;
mod mcp;
mod no_panic;
mod page;
mod peers;
mod played;
mod played_files;
mod pty;
mod redundant;
mod repl;
mod rpc;
mod saving;
mod smt2;
mod support;
mod system;
mod topology;
mod understand;

/// Limits on memory count what tests allocate in this process.
#[global_allocator]
static ALLOCATOR: sator::memory::Counted = sator::memory::Counted;
