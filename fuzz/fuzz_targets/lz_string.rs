//! Any text: what is compressed comes back, and what is not is refused.
#![no_main]

use sator_formats::lz_string;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = lz_string::decompress(text, 1 << 20);
    if text.len() < 1 << 16 {
        assert_eq!(lz_string::decompress(&lz_string::compress(text), 1 << 20).as_deref(), Ok(text));
    }
});
