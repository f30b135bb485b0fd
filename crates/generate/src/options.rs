//! The options of a request, looked up: number of clues, symmetry, seed, number of puzzles, grade.

use crate::symmetry::Symmetry;
use sator_answer::Grade;
use sator_base::source::Span;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::{ClueCount, Expr, Generate, Ident};

/// Limit on the puzzles of one request.
const MOST_PUZZLES: i64 = 10_000;

/// Which sets of clues are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A minimal set: every clue of it is needed.
    Minimal,
    /// Several minimal sets of one solution.
    Minimals,
    /// A set of this size, grown from a minimal set.
    Number(usize),
    /// All clues of a solution, for grading to remove. With `proved` the solver proves first that they single out the solution;
    /// without it the solver gives up soon, and the steps of grading are the proof.
    Graded { proved: bool },
    /// A smallest set for its solution, with a proof.
    Fewest,
    /// All clues of a solution, even where they leave another one.
    All,
}

/// The options of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    pub goal: Goal,
    pub symmetry: Option<Symmetry>,
    /// The seed of the first puzzle. The next puzzle has the next seed.
    pub seed: u64,
    pub count: u64,
    /// The easiest and the hardest grade allowed.
    pub grade: Option<(Grade, Grade)>,
    /// Whether the question fixes the number of clues. Grading then adds none.
    pub strict: bool,
}

impl Options {
    /// Evaluates the options. The second value is the seed, where the question has one.
    ///
    /// # Errors
    /// An option is out of range, or does not fit another one.
    pub(crate) fn read(elaborator: &mut Elaborator, asked: &Generate, span: Span) -> Result<(Options, Option<u64>)> {
        let goal = match &asked.clues {
            None | Some(ClueCount::Minimal) => Goal::Minimal,
            Some(ClueCount::Fewest) => Goal::Fewest,
            Some(ClueCount::All) => Goal::All,
            Some(ClueCount::Number(number)) => {
                Goal::Number(number_in(elaborator, number, 0, i64::MAX, "a number of clues")? as usize)
            }
        };
        let symmetry = asked.symmetry.as_ref().and_then(|word| Symmetry::named(&word.name));
        let count = match &asked.count {
            Some(number) => number_in(elaborator, number, 1, MOST_PUZZLES, "a number of puzzles")? as u64,
            None => 1,
        };
        let seed = match &asked.seed {
            Some(number) => Some(number_in(elaborator, number, 0, i64::MAX, "a seed")? as u64),
            None => None,
        };
        if asked.keep && count != 1 {
            let error = Diagnostic::at(Code::Domain, span, "only one puzzle can become part of the session");
            return fail(error.help("leave out `keep` or `count`; its seed makes each puzzle again"));
        }
        if let (Goal::All, Some((word, _))) = (goal, &asked.grade) {
            let message = "all clues together can leave several solutions, so they have no grade";
            return fail(Diagnostic::at(Code::Generate, word.span, message).help("leave out `grade` or `all`"));
        }
        let grade = asked.grade.as_ref().map(|(least, most)| grades(least, most.as_ref())).transpose()?;
        let strict = asked.clues.is_some();
        Ok((Options { goal, symmetry, seed: seed.unwrap_or(0), count, grade, strict }, seed))
    }

    /// The number of clues wanted, if the puzzle has another number.
    pub(crate) fn missed(&self, clues: usize) -> Option<usize> {
        match self.goal {
            Goal::Number(wanted) if clues != wanted => Some(wanted),
            _ => None,
        }
    }
}

/// A number that is known before solving, between two limits; `what` is the noun for the error.
pub(crate) fn number_in(elaborator: &mut Elaborator, number: &Expr, least: i64, most: i64, what: &str) -> Result<i64> {
    let n = elaborator.known_number_of(number)?;
    if (least..=most).contains(&n) {
        return Ok(n);
    }
    let help = if most == i64::MAX {
        format!("write {least} or more")
    } else {
        format!("write a number from {least} to {most}")
    };
    fail(Diagnostic::at(Code::Domain, number.span, format!("{n} can't be {what}")).help(help))
}

/// The range of grades, each by its name or its number.
fn grades(least: &Ident, most: Option<&Ident>) -> Result<(Grade, Grade)> {
    let named = |word: &Ident| {
        let number = word.name.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let by_number = number.and_then(|n| Grade::ALL.get(n)).copied();
        match by_number.or_else(|| Grade::ALL.into_iter().find(|g| g.name() == word.name)) {
            Some(grade) => Ok(grade),
            None => {
                let message = format!("there is no grade `{}`", word.name);
                let help = "the grades are easy, medium, hard, very hard and needs cases, or 1 to 5";
                fail(Diagnostic::at(Code::Domain, word.span, message).help(help))
            }
        }
    };
    let from = named(least)?;
    let Some(word) = most else { return Ok((from, from)) };
    let to = named(word)?;
    if to < from {
        let message = format!("`{to}` is easier than `{from}`");
        return fail(Diagnostic::at(Code::Domain, word.span, message).help(format!("write `grade {to}..{from}`")));
    }
    Ok((from, to))
}
