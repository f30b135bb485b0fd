//! Arguments to exit code, nothing else.

/// Counts what is allocated, for limits on memory.
#[global_allocator]
static ALLOCATOR: sator::memory::Counted = sator::memory::Counted;

fn main() -> std::process::ExitCode {
    sator::cli::run()
}
