//! Any text as a script: read and printed again, or one message.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(statements) = sator_lang::syntax::parse(sator_base::source::SourceId(0), text) else { return };
    for statement in &statements {
        assert!(!sator_lang::syntax::print::print_statement(statement).is_empty());
    }
});
