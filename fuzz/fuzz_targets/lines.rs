//! Any text in the place of a puzzle's data: one message or a script, never a panic.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = sator_formats::import(text);
});
