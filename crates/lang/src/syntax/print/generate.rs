//! `generate` as text.

use super::{Printer, quoted};
use crate::syntax::ast::{ClueCount, Generate, PictureKind, PuzzlePart, SYMMETRIES};
use crate::syntax::operator::Level;

impl Printer {
    pub(super) fn generate(&mut self, made: &Generate) {
        match &made.what {
            PuzzlePart::Givens(grid) => self.named("generate", false, grid.as_ref(), None),
            PuzzlePart::Regions { name, of, sizes, rule } => {
                self.named("generate", false, Some(name), of.as_ref());
                self.word_and_value(" sizes", sizes);
                if let Some(rule) = rule {
                    self.put(" for ");
                    self.expr(rule, Level::If);
                }
            }
            PuzzlePart::Lines { number, sizes, rule } => {
                self.word_and_value("generate lines", number);
                self.word_and_value(" sizes", sizes);
                self.put(&format!(" for {}", rule.name));
            }
            PuzzlePart::Clues { kind, name, of, spots, rule } => {
                self.put(if *kind == PictureKind::Outside { "generate outside " } else { "generate " });
                self.put(&name.name);
                if let Some(of) = of {
                    self.put(&format!(" of {}{}", spots.words(), of.name));
                }
                self.put(" for ");
                self.expr(rule, Level::If);
            }
        }
        match &made.clues {
            None => {}
            Some(ClueCount::Minimal) => self.put(" clues minimal"),
            Some(ClueCount::Fewest) => self.put(" clues fewest"),
            Some(ClueCount::All) => self.put(" clues all"),
            Some(ClueCount::Number(number)) => self.word_and_value(" clues", number),
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
        self.flagged("", made.from, " from");
        if let Some((least, most)) = &made.grade {
            self.put(&format!(" grade {}", least.name));
            self.put(&most.as_ref().map_or(String::new(), |most| format!("..{}", most.name)));
        }
        if let Some((least, most)) = &made.score {
            self.put(&format!(" score {}", least.name));
            self.put(&most.as_ref().map_or(String::new(), |most| format!("..{}", most.name)));
        }
        if let Some(technique) = &made.using {
            self.put(&format!(" using {}", quoted(&technique.name)));
        }
        self.flagged("", made.without.is_some(), " without cases");
        self.flagged("", made.keep, " keep");
        if let Some(picture) = &made.like {
            self.put(" like ");
            self.picture(picture);
        }
    }
}
