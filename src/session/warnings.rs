//! Warnings about statements, until whoever drives the session takes them.

use super::Session;
use sator_lang::diagnostic::{Code, Diagnostic};

impl Session {
    /// Warnings about the statements run since this was last asked.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings)
    }

    /// Keeps the warnings of the statement just taken in; those of fractions once.
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
