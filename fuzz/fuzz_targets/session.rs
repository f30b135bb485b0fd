//! Any text typed into a session line by line: answers or messages, never a mistake of the program.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut settings = sator::session::Settings::default();
    for (key, value) in [("timeout", "50ms"), ("limit", "2000"), ("engine", "sat")] {
        settings.set(key, value).expect("the setting is right");
    }
    let mut session = sator::session::Session::new(settings, sator_base::limits::Interrupt::new());
    session.set_files(sator::session::Files::Refused);
    for line in text.lines() {
        let Ok(statements) = session.read("prompt", line, None) else { continue };
        for statement in &statements {
            if let Err(error) = session.run(statement, &mut |_, _| {}) {
                assert_ne!(error.code, sator_lang::diagnostic::Code::Internal);
            }
        }
    }
});
