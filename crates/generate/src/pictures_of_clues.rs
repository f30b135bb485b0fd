//! Requests for a picture of clues: chooses how the rule's clues are found.

use crate::clue_rule::{ClueRule, rule_of};
use crate::generator::Generator;
use crate::layout::Layout;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::rule_words;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::{Expr, Generate};

impl Generator<'_> {
    /// Makes pictures of clues that a rule reads.
    pub(crate) fn rule_clues(
        &mut self,
        layout: Layout,
        rule: &Expr,
        asked: &Generate,
        options: &Options,
    ) -> Result<Outcome> {
        let read_by = rule_of(self.elaborator, rule, &layout.name.name)?;
        let allowed = match &asked.like {
            Some(like) => layout.marked(self.elaborator, like)?,
            None => layout.places.clone(),
        };
        let mut words = rule_words::of_rule(&read_by);
        let enums = self.elaborator.model.enums.iter().filter(|e| !e.directions);
        words.extend(enums.flat_map(|e| e.values.iter().cloned()));
        let blanks = self.blanks(rule, &read_by, &layout)?;
        let mut wanted = ClueRule { layout, rule, words, allowed, own: 0..0, blank: vec![] };
        let mark = self.elaborator.mark();
        let outcome = match blanks {
            Some(blanks) => self.puzzles_on_blanks(&mut wanted, &read_by, blanks, asked, options),
            None => match self.puzzles_that_follow(&wanted, &read_by, asked, options) {
                Ok(None) => self.puzzles_of_clues(&mut wanted, options),
                Ok(Some(outcome)) => Ok(outcome),
                Err(error) => Err(error),
            },
        };
        self.elaborator.rollback(&mark);
        outcome.map_err(|error| wanted.layout.as_typed(*error, wanted.rule.span))
    }
}
