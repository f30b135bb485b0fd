//! Warnings about statements, which the session collects until its driver takes them.

use super::Session;
use sator_lang::diagnostic::{Code, Diagnostic};

#[derive(Default)]
pub(super) struct Warnings {
    pub list: Vec<Diagnostic>,
    /// Whether the warning about a `/` that can leave a fraction was given: it is given once.
    of_fractions: bool,
}

impl Warnings {
    /// Adds the warnings of the statement added last, with those about fractions if they are `wanted`.
    pub(super) fn note(&mut self, found: Vec<Diagnostic>, wanted: bool) {
        for warning in found {
            let of_fractions = warning.code == Code::Fraction;
            if !of_fractions || wanted && !self.of_fractions {
                self.of_fractions |= of_fractions;
                self.list.push(warning);
            }
        }
    }
}

impl Session {
    /// Takes the warnings about the statements run since the last call.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings.list)
    }
}
