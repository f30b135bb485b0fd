//! Any text in the place of a puzzle's data, and any as the lines that were compressed to it: one message or a script, never a panic.
#![no_main]

use sator_formats::{base64, import};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let packed = base64::encode(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 1));
    for data in [text, &base64::escape(&packed)] {
        let _ = import(&format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={data}"));
    }
});
