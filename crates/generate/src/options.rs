//! The options of a request, looked up: number of clues, symmetry, seed, number of puzzles, grade.

use crate::refusal::Refusal;
use crate::symmetry::Symmetry;
use sator_answer::{Grade, Step, Technique, score};
use sator_base::source::Span;
use sator_lang::diagnostic::Result;
use sator_lang::elaborate::Elaborator;
use sator_lang::syntax::ast::{ClueCount, Expr, Generate, Ident};

/// Limit on the puzzles of one request.
const MOST_PUZZLES: i64 = 10_000;

/// The sets of clues that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A minimal set: every clue of it is needed.
    Minimal,
    /// Several minimal sets of one solution.
    Minimals,
    /// A set of this size, grown from a sufficient set that is no larger.
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
    /// More wishes for the steps.
    pub step_request: StepRequest,
    /// Whether the question fixes the number of clues. Grading then adds none.
    pub strict: bool,
}

/// Wishes for the steps beside their grade.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StepRequest {
    /// The least and the greatest score allowed.
    score: Option<(u32, u32)>,
    /// A technique that the steps must use.
    using: Option<Technique>,
}

impl StepRequest {
    fn read(asked: &Generate) -> Result<StepRequest> {
        let using = asked.using.as_ref().map(|word| {
            let unknown = || Refusal::NoTechnique { name: word.name.clone() }.at(word.span);
            Technique::named(&word.name).ok_or_else(unknown)
        });
        let score = asked.score.as_ref().map(|(least, most)| scores(least, most.as_ref()));
        Ok(StepRequest { score: score.transpose()?, using: using.transpose()? })
    }

    /// The grades of puzzles that can meet all wishes; `None` without any.
    fn grades(&self, asked: &Generate) -> Result<Option<(Grade, Grade)>> {
        let Some(word) = asked.of_steps() else { return Ok(None) };
        let own = asked.grade.as_ref().map(|(least, most)| grades(least, most.as_ref())).transpose()?;
        let scored = self.score.map(|(least, most)| (Grade::of_score(least), Grade::of_score(most)));
        let most = if asked.without.is_some() { Grade::VeryHard } else { Grade::NeedsCases };
        // A puzzle whose hardest technique is the wanted one, unless harder ones are allowed.
        let using = self.using.map(|technique| match (own, scored) {
            (None, None) => (technique.grade(), technique.grade()),
            _ => (technique.grade(), Grade::NeedsCases),
        });
        let all = [own, scored, using, Some((Grade::Easy, most))];
        let least = all.iter().flatten().map(|range| range.0).max().unwrap_or(Grade::Easy);
        let most = all.iter().flatten().map(|range| range.1).min().unwrap_or(most);
        if most < least { Err(Refusal::NoSuchGrade.at(word.span)) } else { Ok(Some((least, most))) }
    }

    /// Whether steps that solve a puzzle meet the wishes.
    pub(crate) fn is_met(&self, steps: &[Step]) -> bool {
        let reached = score(steps.iter()).unwrap_or(1);
        self.score.is_none_or(|(least, most)| (least..=most).contains(&reached))
            && self.using.is_none_or(|technique| steps.iter().any(|step| step.technique == technique))
    }
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
            return Err(Refusal::KeepsSeveral.at(span));
        }
        if let (Goal::All, Some(word)) = (goal, asked.of_steps()) {
            return Err(Refusal::GradeOfAll.at(word.span));
        }
        let step_request = StepRequest::read(asked)?;
        let grade = step_request.grades(asked)?;
        let strict = asked.clues.is_some();
        Ok((Options { goal, symmetry, seed: seed.unwrap_or(0), count, grade, step_request, strict }, seed))
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
pub(crate) fn number_in(
    elaborator: &mut Elaborator,
    number: &Expr,
    least: i64,
    most: i64,
    what: &'static str,
) -> Result<i64> {
    let n = elaborator.known_number_of(number)?;
    if (least..=most).contains(&n) {
        return Ok(n);
    }
    Err(Refusal::OutOfRange { number: n, what, least, most }.at(number.span))
}

/// The range of scores.
fn scores(least: &Ident, most: Option<&Ident>) -> Result<(u32, u32)> {
    let (first, last) = (Grade::Easy.scores().0, Grade::NeedsCases.scores().1);
    let read = |word: &Ident| match word.name.parse::<u32>() {
        Ok(score) if (first..=last).contains(&score) => Ok(score),
        number => {
            let number = number.map_or(i64::MAX, i64::from);
            let (least, most) = (i64::from(first), i64::from(last));
            Err(Refusal::OutOfRange { number, what: "a score", least, most }.at(word.span))
        }
    };
    let from = read(least)?;
    let Some(word) = most else { return Ok((from, from)) };
    let to = read(word)?;
    if to < from {
        return Err(Refusal::ScoresBackward { from, to }.at(word.span));
    }
    Ok((from, to))
}

/// The range of grades, each by its name or its number.
fn grades(least: &Ident, most: Option<&Ident>) -> Result<(Grade, Grade)> {
    let named = |word: &Ident| {
        Grade::named(&word.name).ok_or_else(|| Refusal::NoGrade { name: word.name.clone() }.at(word.span))
    };
    let from = named(least)?;
    let Some(word) = most else { return Ok((from, from)) };
    let to = named(word)?;
    if to < from {
        return Err(Refusal::GradesBackward { from, to }.at(word.span));
    }
    Ok((from, to))
}
