//! Any text as the script of a file of `export json`: one message, or a script that reads and has no command.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let file = serde_json::json!({"format": "sator", "version": 1, "script": text}).to_string();
    let Some(Ok(imported)) = sator_formats::import(&file) else { return };
    assert!(sator_lang::syntax::parse(sator_base::source::SourceId(0), &imported.script).is_ok());
    let _ = sator_formats::import(&format!("{{\"format\":\"sator\",{text}"));
});
