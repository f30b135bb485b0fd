//! Verification: evaluates a solver's answer against the model before it is shown.

use crate::diagnostic::{Code, Diagnostic, Result};
use sator_model::{Assignment, Model};

/// Evaluates every constraint of the model.
///
/// # Errors
/// The assignment breaks a constraint or lies outside a domain: an internal error.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elaborate::Elaborator;

    #[test]
    fn an_answer_that_breaks_a_rule_is_not_shown() {
        let mut elaborator = Elaborator::default();
        let text = "var y in 1..2\ny = 1";
        let source = elaborator.sources.add("test", text);
        for statement in crate::syntax::parse(source, text).expect("the text reads") {
            elaborator.add(&statement).expect("the statement is accepted");
        }
        assert_eq!(verify(&elaborator.model, &Assignment(vec![1])), Ok(()));
        assert_eq!(verify(&elaborator.model, &Assignment(vec![2])).unwrap_err().code, Code::Internal);
    }
}
