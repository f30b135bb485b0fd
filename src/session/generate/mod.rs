//! `generate`: makes puzzles. A random solution (`solution`), and of its clues (`place`) so many that there is no
//! other (`make`, `work`); each puzzle is confirmed by something that had no part in making it (`confirm`).

mod alike;
mod ambiguous;
mod blank;
mod boards;
mod clues;
mod confirm;
mod division;
mod exchange;
mod fewest;
mod follow;
mod givens;
mod grade;
mod layout;
mod make;
mod menu;
mod place;
mod reread;
mod said;
mod shapes;
mod solution;
mod symmetry;
#[cfg(test)]
mod tests;
mod words;
mod work;

use super::{Grade, Session, Sink};
use layout::Layout;
use make::{Goal, Making, Progress};
use sator_answer::{Answer, Generated, Puzzle};
use sator_base::clock;
use sator_base::limits::{Limits, Reason};
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::{ClueCount, Expr, Generate, Ident, PictureKind, Question, Statement, Wanted};
use std::time::Duration;
use symmetry::Symmetry;

/// Puzzles that one question makes at most.
const MOST: i64 = 10_000;
/// What may be used to confirm a puzzle after Ctrl-C or a time limit: it is worth nothing without.
const CONFIRMING: Duration = Duration::from_secs(5);

/// What was asked for, looked up.
struct Asked {
    goal: Goal,
    symmetry: Option<Symmetry>,
    /// Of the first puzzle; the others follow.
    seed: u64,
    count: u64,
    /// The easiest and the hardest that it may be.
    grade: Option<(Grade, Grade)>,
    /// The number of clues was asked for: none is put back to make a puzzle easier.
    strict: bool,
}

impl Session {
    pub(super) fn generate(&mut self, asked: &Generate, span: Span, limits: &Limits) -> Result<Answer> {
        let looked_up = self.look_up_options(asked, span)?;
        let shapes = matches!(asked.what, Wanted::Regions { .. } | Wanted::Lines { .. });
        if shapes && (asked.symmetry.is_some() || asked.like.is_some() || asked.clues.is_some()) {
            let message = "`clues`, `symmetric` and `like` are about clues: shapes have none";
            return fail(Diagnostic::at(Code::Generate, span, message).help("leave them out"));
        }
        if let (true, Some((word, _))) = (shapes, &asked.grade) {
            let message = "shapes alone are no puzzle: they have no grade";
            return fail(Diagnostic::at(Code::Generate, word.span, message).help("leave out `grade`"));
        }
        if asked.from && !matches!(asked.what, Wanted::Givens(_)) {
            let message = "`from` starts from the givens of a grid";
            let help = "write `generate from`, or `generate x from`, after the givens";
            return fail(Diagnostic::at(Code::Generate, span, message).help(help));
        }
        let unknowns = self.elaborator.model.unknowns.len();
        let mut answer = match &asked.what {
            Wanted::Clues { kind, name, of, spots, rule } => {
                let layout = Layout::new(&mut self.elaborator, *kind, name, of.as_ref(), *spots, span)?;
                let present: Vec<bool> = (0..layout.len()).map(|at| layout.places.contains(&at)).collect();
                // The corners of the frame around a board are places of no picture, and no holes either.
                let present = if *kind == PictureKind::Outside { vec![true; layout.len()] } else { present };
                self.check_symmetry(asked.symmetry.as_ref(), &name.name, layout.shape, &present)?;
                self.generate_clues(layout, rule, asked, &looked_up, limits)
            }
            Wanted::Regions { name, of, sizes, rule: None } => {
                self.generate_regions(name, of.as_ref(), sizes, &looked_up, span, limits)
            }
            Wanted::Regions { name, of, sizes, rule: Some(rule) } => {
                self.generate_division(name, of.as_ref(), (sizes, rule), &looked_up, span, limits)
            }
            Wanted::Lines { number, sizes, rule } => self.generate_lines(number, sizes, rule, &looked_up, span, limits),
            Wanted::Givens(grid) => self.generate_givens(grid.as_ref(), asked, &looked_up, span, limits),
        }?;
        // What a rule declares for its own use is no part of the answer.
        if let Answer::Generated(Generated { puzzles, unkept, .. }) = &mut answer {
            *unkept = asked.keep && !puzzles.iter().all(Puzzle::is_as_asked);
            puzzles.iter_mut().for_each(|puzzle| puzzle.solution.0.truncate(unknowns));
        }
        Ok(answer)
    }

    fn look_up_options(&mut self, asked: &Generate, span: Span) -> Result<Asked> {
        let goal = match &asked.clues {
            None | Some(ClueCount::Minimal) => Goal::Minimal,
            Some(ClueCount::Fewest) => Goal::Fewest,
            Some(ClueCount::All) => Goal::All,
            Some(ClueCount::Number(number)) => {
                Goal::Number(self.between(number, 0, i64::MAX, "a number of clues")? as usize)
            }
        };
        let symmetry = asked.symmetry.as_ref().and_then(|word| Symmetry::named(&word.name));
        let count = match &asked.count {
            Some(number) => self.between(number, 1, MOST, "a number of puzzles")? as u64,
            None => 1,
        };
        let seed = match &asked.seed {
            Some(number) => self.between(number, 0, i64::MAX, "a seed")? as u64,
            None => self.next_seed(),
        };
        if asked.keep && count != 1 {
            let error = Diagnostic::at(Code::Domain, span, "only one puzzle can become part of the session");
            return fail(error.help("leave out `keep` or `count`; each puzzle is made again by its seed"));
        }
        if let (Goal::All, Some((word, _))) = (goal, &asked.grade) {
            let message = "all clues together may leave several solutions: they have no grade";
            return fail(Diagnostic::at(Code::Generate, word.span, message).help("leave out `grade` or `all`"));
        }
        let grade = asked.grade.as_ref().map(|(least, most)| grade::range(least, most.as_ref())).transpose()?;
        Ok(Asked { goal, symmetry, seed, count, grade, strict: asked.clues.is_some() })
    }

    fn between(&mut self, number: &Expr, least: i64, most: i64, what: &str) -> Result<i64> {
        let n = self.elaborator.known_number_of(number)?;
        if (least..=most).contains(&n) {
            return Ok(n);
        }
        let help = if most == i64::MAX { format!("it is {least} or more") } else { format!("it is {least} to {most}") };
        fail(Diagnostic::at(Code::Domain, number.span, format!("{n} is not {what}")).help(help))
    }

    /// A seed where none was typed: in a script the same each time it runs, at the prompt any.
    fn next_seed(&mut self) -> u64 {
        self.made += 1;
        let setting = u64::from(self.settings.seed);
        if !self.interactive || setting != 0 {
            return setting + self.made;
        }
        clock::seed() % 1_000_000_000
    }

    /// The board must be one that the symmetry maps to itself: `present` row by row.
    fn check_symmetry(
        &self,
        word: Option<&Ident>,
        name: &str,
        (rows, cols): (usize, usize),
        present: &[bool],
    ) -> Result<()> {
        let Some((word, symmetry)) = word.and_then(|word| Some((word, Symmetry::named(&word.name)?))) else {
            return Ok(());
        };
        if symmetry.wants_square() && rows != cols {
            let message = format!("the symmetry `{}` takes a square, and {name} is {rows}x{cols}", symmetry.name());
            return fail(
                Diagnostic::at(Code::Symmetry, word.span, message)
                    .help("`symmetric` and `symmetric mirror` fit any board"),
            );
        }
        for at in (0..present.len()).filter(|&at| present[at]) {
            if let Some(hole) = symmetry.orbit(at, (rows, cols)).into_iter().find(|&other| !present[other]) {
                let place = |at: usize| format!("r{}c{}", at / cols + 1, at % cols + 1);
                let message = format!(
                    "the board {name} has no such symmetry itself: {} is a cell, and {} is none",
                    place(at),
                    place(hole)
                );
                return fail(Diagnostic::at(Code::Symmetry, word.span, message));
            }
        }
        Ok(())
    }

    /// Limits for confirming a puzzle: those of the question, or if they are used up a short time of their own. What is
    /// read for it is read within them.
    fn limits_to_confirm(&mut self, limits: &Limits) -> Limits {
        let confirming = match limits.stop() {
            None => limits.clone(),
            Some(_) => Limits::none().within(CONFIRMING).with_memory(limits.memory),
        };
        self.elaborator.limits = confirming.clone();
        confirming
    }

    /// Makes puzzles one after the other with `one`, until it is stopped.
    fn one_by_one(
        &mut self,
        asked: &Asked,
        limits: &Limits,
        mut one: impl FnMut(&mut Session, u64) -> Result<One>,
    ) -> Result<Answer> {
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let (mut stopped, mut exchange) = (None, None);
        for i in 0..asked.count {
            if let Some(reason) = limits.stop() {
                stopped = Some(reason);
                break;
            }
            if asked.count > 1 {
                self.teller.before = format!("{i} of {} made, ", asked.count);
            }
            let found = one(self, asked.seed.wrapping_add(i));
            self.teller.before.clear();
            match found? {
                One::Made(puzzle) => {
                    stopped = puzzle.stopped.clone();
                    puzzles.push(*puzzle);
                }
                One::Not(Making::NoSolution) if puzzles.is_empty() => return Ok(Answer::None),
                One::Not(Making::NoSolution | Making::Ambiguous) => break,
                One::Not(Making::Exchange(found)) => {
                    let text = |value: i64| self.elaborator.model.value_text(found.kind, value);
                    exchange = Some((text(found.values.0), text(found.values.1)));
                    break;
                }
                One::Not(Making::Stopped(reason)) => stopped = Some(reason),
                One::Not(Making::Made(_)) => {}
            }
            if stopped.is_some() {
                break;
            }
            self.progress(|| format!("{} of {} made", i + 1, asked.count));
        }
        if let (true, Some(reason)) = (puzzles.is_empty(), &stopped) {
            return Ok(Answer::Unknown(reason.clone()));
        }
        Ok(Answer::Generated(Generated { puzzles, wanted: asked.count, stopped, exchange, unkept: false }))
    }

    /// Takes what is kept into the session: in the place of the givens that it was made from, if it was.
    pub(super) fn take_made(&mut self, question: &Question, kept: &[Statement], sink: Sink) -> Result<()> {
        match (question, kept) {
            (Question::Generate(asked), [givens]) if asked.from => {
                let Wanted::Givens(name) = &asked.what else { return self.take_apart(kept, sink) };
                let grid = self.elaborator.grid_of_picture(name.as_ref(), givens.span)?;
                let number = self.only_givens(grid, givens.span)?;
                self.replace(number, givens, sink)
            }
            _ => self.take_apart(kept, sink),
        }
    }

    /// The statements that a puzzle which is to be kept adds.
    pub(super) fn kept_puzzle(&mut self, question: &Question, answer: &Answer) -> Result<Vec<Statement>> {
        match (question, answer) {
            (Question::Generate(asked), Answer::Generated(Generated { puzzles, .. }))
                if asked.keep && puzzles.len() == 1 && puzzles[0].is_as_asked() =>
            {
                self.read(GENERATED, &puzzles[0].text, None)
            }
            _ => Ok(vec![]),
        }
    }
}

/// The name of the text in which statements that are kept stand.
pub(super) const GENERATED: &str = "<generated>";

/// What came of one seed.
enum One {
    Made(Box<Puzzle>),
    Not(Making),
}

fn progress_text(Progress { clues, checks, bound }: Progress) -> String {
    match bound {
        Some(bound) => format!("{clues} clues, at least {bound} are needed, {checks} checks"),
        None => format!("{clues} clues left, {checks} checks"),
    }
}

/// Why a puzzle could not be confirmed, if that is no mistake.
fn unconfirmed(reason: Reason) -> One {
    One::Not(Making::Stopped(reason))
}
