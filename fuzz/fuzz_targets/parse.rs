//! Any text as a script: read and printed again, or one message.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(statements) = sator::syntax::parse(sator::source::SourceId(0), text) else { return };
    for statement in &statements {
        assert!(!sator::syntax::print::print_statement(statement).is_empty());
    }
});
