//! Files that a session asks for: written by whoever drives it.

use crate::atomic::{self, Access};
use crate::session::Format;
use sator_answer::{Answer, Done, Export, Report};
use sator_draw::render::export_bytes;
use sator_lang::diagnostic::{Code, Diagnostic, Result};
use sator_model::Model;
use std::time::Duration;

/// Writes the file that a report asks for, if it does; then the report says so.
pub fn settle(model: &Model, report: Report) -> Result<Report> {
    match &report.answer {
        Answer::Export(export) => {
            write(model, export)?;
            let preferences = if export.format == Format::Smt2 { model.preferences.len() } else { 0 };
            let answer = Answer::Done(Done::Written { path: export.path.clone(), preferences });
            Ok(Report { answer, elapsed: Duration::ZERO, ..report })
        }
        _ => Ok(report),
    }
}

/// Writes a file.
///
/// # Errors
/// A picture that is too large, or a file that can't be written.
pub fn write(model: &Model, export: &Export) -> Result<()> {
    let bytes =
        export_bytes(model, export).map_err(|message| Box::new(Diagnostic::at(Code::Export, export.span, message)))?;
    atomic::write(&export.path, &bytes, Access::Usual).map_err(|e| {
        let message = format!("`{}` can't be written: {e}", export.path.display());
        Box::new(Diagnostic::at(Code::Unwritable, export.span, message))
    })
}
