//! Files that a session asks for: written by whoever drives it.

use crate::atomic::{self, Access};
use crate::session::{Format, Session};
use sator_answer::{Answer, Done, Export, Report};
use sator_draw::render::export_bytes;
use sator_lang::diagnostic::{Code, Diagnostic, Result};
use std::time::Duration;

/// Writes the file of an export. The returned report names the written file; other reports stay as they are.
pub fn write_export(session: &Session, report: Report) -> Result<Report> {
    match &report.answer {
        Answer::Export(export) => {
            write(session, export)?;
            let preferences = if export.format == Format::Smt2 { session.model().preferences.len() } else { 0 };
            let answer = Answer::Done(Done::Written { path: export.path.clone(), preferences });
            Ok(Report { answer, elapsed: Duration::ZERO, ..report })
        }
        _ => Ok(report),
    }
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
