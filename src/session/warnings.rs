//! Warnings about statements, which the session collects until its driver takes them.

use super::Session;
use sator_lang::diagnostic::{Code, Diagnostic};

impl Session {
    /// Takes the warnings about the statements run since the last call.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// Collects the warnings of the statement added last. The warning about fractions is given once.
    pub(super) fn note_warnings(&mut self) {
        for warning in self.elaborator.take_warnings() {
            let of_fractions = warning.code == Code::Fraction;
            if !of_fractions || self.settings.fractions && !self.warned_of_fractions {
                self.warned_of_fractions |= of_fractions;
                self.warnings.push(warning);
            }
        }
    }
}
