//! Any files in the place of a certificate: accepted or refused, never a panic.
#![no_main]

use sator_check::{Certificate, check};

libfuzzer_sys::fuzz_target!(|files: (String, String, Option<String>, Option<String>)| {
    let (formula, proof, solution, cuts) = files;
    let mut certificate = Certificate { formula, proof, solution, cuts, digest: String::new() };
    certificate.digest = certificate.digest_of_files();
    let _ = check(&certificate);
});
