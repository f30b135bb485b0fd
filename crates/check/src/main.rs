//! `sator-check FOLDER` checks a certificate. The exit code is 0 if it is accepted.

use sator_check::{Certificate, check};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let checked = std::env::args_os()
        .nth(1)
        .ok_or("usage: sator-check FOLDER".to_string())
        .and_then(|folder| read(Path::new(&folder)))
        .and_then(|certificate| check(&certificate).map_err(|failure| format!("refused: {failure}")));
    match checked {
        Ok(checked) => {
            println!("verified: {checked}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn read(folder: &Path) -> Result<Certificate, String> {
    let text = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let optional = |name: &str| folder.join(name).exists().then(|| text(name)).transpose();
    Ok(Certificate {
        formula: text("formula.opb")?,
        proof: text("proof")?,
        solution: optional("solution")?,
        cuts: optional("cuts")?,
        digest: text("digest")?,
    })
}
