//! Puzzles whose clues stand in marked cells, such as the black cells of an akari.
//!
//! The rule's function `blank` gives the token of a marked cell without a clue. The marks are the places that `blank` lists, or those
//! in the picture after `like`. Without either they are random, and change until a puzzle has a single solution.

use crate::clue_rule::ClueRule;
use crate::generator::Generator;
use crate::layout::Layout;
use crate::options::Options;
use crate::outcome::{Made, Outcome, Puzzle, Shortfall};
use crate::picture::{renamed, without_clues};
use crate::refusal::Refusal;
use crate::rule_hooks::{Blanks, Function};
use crate::solution::Source;
use crate::symmetry::orbits;
use sator_base::random::Random;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::{Mark, Rule};
use sator_lang::syntax::ast::Generate;

/// Random marks tried for one puzzle.
const TRIED: usize = 200;
/// Percentage of cells that are marked: at least this.
const LEAST: usize = 15;
/// Percentage of cells that are marked: less than this.
const MOST: usize = 35;

impl Generator<'_> {
    /// Makes puzzles with clues in marked cells.
    pub(crate) fn puzzles_on_blanks(
        &mut self,
        wanted: &mut ClueRule,
        rule: &Rule,
        blanks: Blanks,
        asked: &Generate,
        options: &Options,
    ) -> Result<Outcome> {
        let start = self.elaborator.mark();
        let (word, places) = match blanks {
            Blanks::Word(word) => (word, None),
            Blanks::Places(_) if asked.like.is_some() => {
                let rule = rule.name.name.clone();
                return Err(Refusal::PlacesClues { rule }.at(wanted.rule.span));
            }
            Blanks::Places(places) => (String::new(), Some(places)),
        };
        let marked: Vec<(usize, String)> = match (places, &asked.like) {
            (Some(places), _) => places,
            (None, Some(_)) => wanted.allowed.iter().map(|&at| (at, word.clone())).collect(),
            (None, None) => {
                return self.batch(options, |generator, seed| {
                    generator.one_on_random_blanks(wanted, rule, &word, &start, options, seed)
                });
            }
        };
        if marked.is_empty() {
            return Err(Refusal::NoPlaceForClues.at(wanted.rule.span));
        }
        wanted.mark(&marked);
        let mut ground = self.ground(wanted, clue_of(wanted, rule), &start)?;
        if matches!(ground.source, Source::Nothing) {
            return Err(Refusal::NoSolution.at(wanted.rule.span));
        }
        self.batch(options, |generator, seed| generator.one_with_clues(wanted, &start, &mut ground, options, seed))
    }

    fn one_on_random_blanks(
        &mut self,
        wanted: &mut ClueRule,
        rule: &Rule,
        word: &str,
        start: &Mark,
        options: &Options,
        seed: u64,
    ) -> Result<Made<Puzzle>> {
        let mut random = Random::new(seed);
        for _ in 0..TRIED {
            if let Some(reason) = self.context.limits.stop() {
                return Ok(Err(Shortfall::Stopped(reason)));
            }
            let marked = random_places(&wanted.layout, options, &mut random);
            wanted.mark(&marked.into_iter().map(|at| (at, word.to_string())).collect::<Vec<_>>());
            self.elaborator.rollback(start);
            let mut ground = self.ground(wanted, clue_of(wanted, rule), start)?;
            if matches!(ground.source, Source::Nothing) {
                continue;
            }
            match self.one_with_clues(wanted, start, &mut ground, options, seed)? {
                Err(Shortfall::Ambiguous | Shortfall::NoSolution) => {}
                // The marks alone determine the solution.
                Ok(puzzle) if puzzle.clues == 0 && puzzle.stopped.is_none() => {}
                made => return Ok(made),
            }
        }
        Ok(Err(Shortfall::Ambiguous))
    }
}

impl ClueRule<'_> {
    /// Allows clues at these places only, with the token of each place without a clue.
    fn mark(&mut self, marked: &[(usize, String)]) {
        self.blank = vec![None; self.layout.len()];
        for (at, word) in marked {
            self.blank[*at] = Some(word.clone());
        }
        self.allowed = marked.iter().map(|marked| marked.0).collect();
        self.allowed.sort_unstable();
    }
}

/// The function `clue` of the rule. It can read the marks.
fn clue_of(wanted: &ClueRule, rule: &Rule) -> Option<Function> {
    let picture = &wanted.layout.name.name;
    let blank = without_clues(picture);
    Function::of(&renamed(wanted.rule, picture, &blank), rule, "clue", &blank)
}

/// Random places with the wanted symmetry.
fn random_places(layout: &Layout, options: &Options, random: &mut Random) -> Vec<usize> {
    let mut orbits = orbits(&layout.places, layout.shape, options.symmetry);
    random.shuffle(&mut orbits);
    let share = LEAST + random.below(MOST - LEAST);
    let wanted = (layout.places.len() * share).div_ceil(100);
    let mut marked = Vec::new();
    for orbit in orbits {
        if marked.len() >= wanted {
            break;
        }
        marked.extend(orbit);
    }
    marked.sort_unstable();
    marked
}
