//! Files that a session asks for: written by whoever drives it.

use crate::atomic::{self, Access, Unwritten};
use crate::session::{Format, Session};
use sator_answer::{Answer, CertificateFolder, Done, Export, Report};
use sator_draw::render::export_bytes;
use sator_lang::diagnostic::{Code, Diagnostic, Result};
use std::time::Duration;

/// Writes the file of an export. The returned report names the written file; other reports stay as they are.
///
/// # Errors
/// A file that can't be written, or what the format can't hold.
pub fn write_export(session: &Session, report: Report) -> Result<Report> {
    match &report.answer {
        Answer::Export(export) => {
            write(session, export)?;
            let preferences = if export.format == Format::Smt2 { session.model().preferences.len() } else { 0 };
            let answer = Answer::Done(Done::Written { path: export.path.clone(), preferences });
            Ok(Report { answer, elapsed: Duration::ZERO, ..report })
        }
        Answer::Certificate(folder) => {
            let bytes = write_folder(session, folder)?;
            let CertificateFolder { path, claimed, constraints, cuts, lines, .. } = *folder.clone();
            let answer = Answer::Done(Done::Certified { path, claimed, constraints, cuts, lines, bytes });
            Ok(Report { answer, ..report })
        }
        _ => Ok(report),
    }
}

/// Writes the files of a certificate. Returns their size.
fn write_folder(session: &Session, folder: &CertificateFolder) -> Result<usize> {
    let failed = |error: std::io::Error| Unwritten::from(error).at(&folder.path, folder.span);
    std::fs::create_dir_all(&folder.path).map_err(failed)?;
    // A file of an older certificate would be read as a part of this one.
    for name in ["solution", "cuts"] {
        let path = folder.path.join(name);
        if folder.files.iter().all(|(file, _)| *file != name) && path.exists() {
            std::fs::remove_file(&path).map_err(failed)?;
        }
    }
    for (name, text) in &folder.files {
        let path = folder.path.join(name);
        atomic::write(&path, text.as_bytes(), Access::Usual, &session.limits())
            .map_err(|unwritten| unwritten.at(&path, folder.span))?;
    }
    Ok(folder.files.iter().map(|(_, text)| text.len()).sum())
}

/// Writes a file.
///
/// # Errors
/// A picture that is too large, or a file that can't be written, or not within the limits.
pub fn write(session: &Session, export: &Export) -> Result<()> {
    let bytes = export_bytes(session.model(), export)
        .map_err(|message| Box::new(Diagnostic::at(Code::Export, export.span, message)))?;
    atomic::write(&export.path, &bytes, Access::Usual, &session.limits())
        .map_err(|unwritten| unwritten.at(&export.path, export.span))
}
