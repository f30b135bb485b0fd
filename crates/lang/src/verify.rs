//! A solver's answer, evaluated against the model before anyone sees it.

use crate::diagnostic::{Code, Diagnostic, Result};
use sator_model::{Assignment, Model};

/// Evaluates every constraint of the model.
///
/// # Errors
/// The assignment breaks a constraint or leaves a domain: an internal error.
pub fn verify(model: &Model, assignment: &Assignment) -> Result<()> {
    let broken = match model.violations(assignment) {
        Ok(broken) if broken.is_empty() => return Ok(()),
        Ok(broken) => format!("constraint {} of {}", broken[0] + 1, model.constraints.len()),
        Err(unknown) => format!("the domain of {unknown}"),
    };
    Err(Box::new(
        Diagnostic::new(Code::Internal, format!("internal error: the solver's answer breaks {broken}"))
            .note("no answer is shown, as it would be wrong")
            .help("please report this with the script (`save \"report.puz\"` writes it)"),
    ))
}
