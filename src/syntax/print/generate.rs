//! `generate` back to text.

use super::Printer;
use crate::syntax::ast::{Clues, Generate, SYMMETRIES, Wanted};

impl Printer {
    pub(super) fn generate(&mut self, made: &Generate) {
        match &made.what {
            Wanted::Givens(grid) => self.named("generate", false, grid.as_ref(), None),
        }
        match &made.clues {
            None => {}
            Some(Clues::Minimal) => self.put(" clues minimal"),
            Some(Clues::Fewest) => self.put(" clues fewest"),
            Some(Clues::Number(number)) => self.word_and_value(" clues", number),
        }
        if let Some(symmetry) = &made.symmetry {
            self.put(" symmetric");
            if symmetry.name != SYMMETRIES[0] {
                self.put(&format!(" {}", symmetry.name));
            }
        }
        for (word, number) in [(" seed", &made.seed), (" count", &made.count)] {
            if let Some(number) = number {
                self.word_and_value(word, number);
            }
        }
        self.flagged("", made.keep, " keep");
        if let Some(picture) = &made.like {
            self.put(" like ");
            self.picture(picture);
        }
    }
}
