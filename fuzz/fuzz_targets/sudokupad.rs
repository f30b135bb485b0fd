//! Any text in the place of a puzzle's data, and any as what was compressed to it: one message or a script, never a panic.
#![no_main]

use sator_formats::{import, lz_string};

libfuzzer_sys::fuzz_target!(|text: &str| {
    for data in [text, &lz_string::compress(text)] {
        let _ = import(&format!("https://sudokupad.app/scl{data}"));
    }
});
