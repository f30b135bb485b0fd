//! Arguments to exit code, nothing else.

fn main() -> std::process::ExitCode {
    sator::cli::run()
}
