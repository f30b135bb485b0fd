//! Clues that stand in marked cells, as the numbers in the black cells of an akari: a function `blank` of the rule says what
//! a cell holds that is marked and has no clue.
//!
//! Where it names no places, those that `like` marks are taken, else random ones: others for each puzzle, until there is
//! one with a single solution.

use crate::rule_clues::renamed;
use crate::derived_clues::without_clues;
use crate::layout::Layout;
use crate::draft::Making;
use crate::token_meanings::ClueRule;
use crate::rule_hooks::{Blanks, Function};
use crate::symmetry::orbits;
use super::{Asked, One};
use crate::generator::Session;
use crate::generator::generate::solution::Source;
use sator_answer::Answer;
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::Rule;
use sator_lang::syntax::ast::Generate;
use sator_model::Assignment;

/// Random marks that are tried for one puzzle, and how many cells are marked: of a hundred, so many at least and less than so many.
const TRIED: usize = 200;
const LEAST: usize = 15;
const MOST: usize = 35;

impl Generator<'_> {
    /// Puzzles whose clues stand in marked cells.
    pub(crate) fn puzzles_on_blanks(
        &mut self,
        wanted: &mut ClueRule,
        rule: &Rule,
        blanks: Blanks,
        asked: &Generate,
        options: &Asked,
        limits: &Limits,
    ) -> Result<Answer> {
        let start = self.elaborator.mark();
        let (word, places) = match blanks {
            Blanks::Word(word) => (word, None),
            Blanks::Places(_) if asked.like.is_some() => {
                let message = format!("the rule `{}` says itself where its clues stand", rule.name.name);
                return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message).help("leave out `like`"));
            }
            Blanks::Places(places) => (String::new(), Some(places)),
        };
        let marked: Vec<(usize, String)> = match (places, &asked.like) {
            (Some(places), _) => places,
            (None, Some(_)) => wanted.allowed.iter().map(|&at| (at, word.clone())).collect(),
            (None, None) => {
                return self.one_by_one(options, limits, |generator, seed| {
                    generator.one_on_random_blanks(wanted, rule, &word, &start, options, seed, limits)
                });
            }
        };
        if marked.is_empty() {
            let message = "there is no cell in which a clue could stand";
            return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message));
        }
        wanted.mark(&marked);
        let mut ground = self.ground(wanted, clue_of(wanted, rule), &start, limits)?;
        if matches!(ground.source, Source::Nothing) {
            let message = "with this rule there is no solution, even without clues";
            return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message));
        }
        self.one_by_one(options, limits, |generator, seed| {
            generator.one_with_clues(wanted, &start, &mut ground, options, seed, limits)
        })
    }

    #[expect(clippy::too_many_arguments, reason = "what a puzzle is made of")]
    fn one_on_random_blanks(
        &mut self,
        wanted: &mut ClueRule,
        rule: &Rule,
        word: &str,
        start: &sator_lang::elaborate::Mark,
        options: &Asked,
        seed: u64,
        limits: &Limits,
    ) -> Result<One> {
        let mut random = Random::new(seed);
        for _ in 0..TRIED {
            if let Some(reason) = limits.stop() {
                return Ok(One::Not(Making::Stopped(reason)));
            }
            let marked = random_places(&wanted.layout, options, &mut random);
            wanted.mark(&marked.into_iter().map(|at| (at, word.to_string())).collect::<Vec<_>>());
            self.elaborator.rollback(start);
            let mut ground = self.ground(wanted, clue_of(wanted, rule), start, limits)?;
            if matches!(ground.source, Source::Nothing) {
                continue;
            }
            match self.one_with_clues(wanted, start, &mut ground, options, seed, limits)? {
                One::Not(Making::Ambiguous | Making::NoSolution) => {}
                // The marks alone leave nothing to find.
                One::Made(puzzle) if puzzle.clues == 0 && puzzle.stopped.is_none() => {}
                made => return Ok(made),
            }
        }
        Ok(One::Not(Making::Ambiguous))
    }

    /// For each place the clue that the rule says follows from the solution.
    pub(crate) fn following_clues(
        &mut self,
        clue: &Function,
        wanted: &ClueRule,
        solution: &Assignment,
    ) -> Result<Vec<Option<String>>> {
        let mut found = vec![None; wanted.layout.len()];
        for mut group in self.listed_clues(clue, &wanted.layout, solution, wanted.rule.span)? {
            // The same one each time for a solution; which is as good as random.
            let mix = solution.0.iter().fold(group.len() as u64, |mix, &v| mix.wrapping_mul(31).wrapping_add(v as u64));
            let (at, token) = group.swap_remove(Random::new(mix).below(group.len()));
            found[at] = Some(token).filter(|token| wanted.without(at).as_ref() != Some(token));
        }
        Ok(found)
    }
}

impl ClueRule<'_> {
    /// Clues stand in these places, and this stands there without.
    fn mark(&mut self, marked: &[(usize, String)]) {
        self.blank = vec![None; self.layout.len()];
        for (at, word) in marked {
            self.blank[*at] = Some(word.clone());
        }
        self.allowed = marked.iter().map(|marked| marked.0).collect();
        self.allowed.sort_unstable();
    }
}

/// The function `clue` of the rule, which may read the marks.
fn clue_of(wanted: &ClueRule, rule: &Rule) -> Option<Function> {
    let picture = &wanted.layout.name.name;
    let blank = without_clues(picture);
    Function::of(&renamed(wanted.rule, picture, &blank), rule, "clue", &blank)
}

/// Some places, as symmetric as was asked for.
fn random_places(layout: &Layout, options: &Asked, random: &mut Random) -> Vec<usize> {
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
