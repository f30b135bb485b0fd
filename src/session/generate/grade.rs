//! `grade medium..hard`: a puzzle is accepted when the hardest step that its easiest way needs has such a grade. One
//! that is too hard gets clues back, unless their number was asked for; else another one is made.

use super::Asked;
use super::confirm::completed;
use super::make::{Made, Making};
use super::place::Clue;
use crate::diagnostic::{Code, Diagnostic, Result, fail};
use crate::limits::{Limits, Reason};
use crate::model::Assignment;
use crate::random::Random;
use crate::session::answer::Answer;
use crate::session::explain::Quick;
use crate::session::{Grade, Session};
use crate::syntax::ast::Ident;

/// Puzzles that are made until one has the grade.
const ATTEMPTS: u64 = 200;
/// Orders in which the clues of one solution are put back, where each puzzle is read and where it is judged quickly.
const ORDERS: usize = 8;
const ORDERS_QUICKLY: usize = 40;

/// The grades from one to another, by their names or numbers.
pub(super) fn range(least: &Ident, most: Option<&Ident>) -> Result<(Grade, Grade)> {
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

/// A puzzle, with its grade and whether that is as asked, where it was.
type Found = (Making, Option<(Option<Grade>, bool)>);

/// How hard a puzzle is, if it is no harder than was asked for; or why that is not known.
type Within = std::result::Result<Option<Grade>, Reason>;

impl Session {
    /// Makes puzzles until one has the grade that was asked for; else the closest of them. `quick` judges those whose clues
    /// are values.
    pub(super) fn made_with_grade(
        &mut self,
        options: &Asked,
        seed: u64,
        limits: &Limits,
        make: &mut dyn FnMut(&mut Session, u64) -> Result<Making>,
        text_of: &dyn Fn(&Made) -> String,
        quick: Option<&Quick>,
    ) -> Result<Found> {
        let Some((least, most)) = options.grade else { return Ok((make(self, seed)?, None)) };
        let mut seeds = Random::new(seed);
        let mut closest: Option<(Option<Grade>, Box<Made>)> = None;
        let mut stopped = None;
        for tried in 0..ATTEMPTS {
            self.progress(|| format!("{tried} tried, none of them has the grade"));
            let mut made = match make(self, if tried == 0 { seed } else { seeds.number() })? {
                Making::Made(made) => made,
                Making::Stopped(reason) => {
                    stopped = Some(reason);
                    break;
                }
                _ if closest.is_some() => continue,
                other => return Ok((other, None)),
            };
            stopped = made.stopped.clone();
            if options.strict {
                made.spare.clear();
            }
            let grade = match self.fit((least, most), &mut made, &mut seeds, quick, text_of, limits)? {
                Ok(Some(grade)) if grade >= least => match self.confirmed(&text_of(&made), &made.solution, limits)? {
                    Some(grade) if grade >= least && grade <= most => {
                        return Ok((Making::Made(made), Some((Some(grade), true))));
                    }
                    grade => grade,
                },
                Ok(grade) => grade,
                Err(reason) => {
                    stopped = Some(reason);
                    None
                }
            };
            if closest.as_ref().is_none_or(|(other, _)| grade > *other) {
                closest = Some((grade, made));
            }
            if stopped.is_some() {
                break;
            }
        }
        Ok(match (closest, stopped) {
            (Some((grade, made)), stopped) => (Making::Made(Box::new(Made { stopped, ..*made })), Some((grade, false))),
            (None, Some(reason)) => (Making::Stopped(reason), None),
            (None, None) => (Making::Ambiguous, None),
        })
    }

    /// The grade of a puzzle, which gets clues back while it is too hard.
    ///
    /// First those at the front, as few as are enough; without some of them it may be harder, and not too hard yet. Of
    /// one solution several orders are tried: to judge is quicker than to make another.
    fn fit(
        &mut self,
        (least, most): (Grade, Grade),
        made: &mut Made,
        random: &mut Random,
        quick: Option<&Quick>,
        text_of: &dyn Fn(&Made) -> String,
        limits: &Limits,
    ) -> Result<Within> {
        let mut within = |back: &[Vec<Clue>]| {
            if let Some(quick) = quick {
                let given = made.clues.iter().chain(back.iter().flatten()).filter_map(Clue::value);
                let grade = quick.grade(given, most);
                if grade.is_some() || most <= Grade::Hard {
                    return Ok(Ok(grade));
                }
            }
            let puzzle = with(made, back);
            self.within(most, &text_of(&puzzle), &puzzle.solution, limits)
        };
        let first = within(&[])?;
        if !matches!(first, Ok(None)) {
            return Ok(first);
        }
        let mut spare = made.spare.clone();
        let mut best: Option<(Grade, Vec<Vec<Clue>>)> = None;
        let orders = if quick.is_some() { ORDERS_QUICKLY } else { ORDERS };
        for _ in 0..orders {
            // With none put back it is too hard, with all of them nothing is left to find.
            let (mut low, mut high) = (0, spare.len());
            let mut fits = None;
            while low + 1 < high {
                let middle = usize::midpoint(low, high);
                match within(&spare[..middle])? {
                    Ok(None) => low = middle,
                    Ok(grade) => (high, fits) = (middle, grade),
                    stopped => return Ok(stopped),
                }
            }
            let Some(mut grade) = fits else { break };
            let mut back = spare[..high].to_vec();
            let mut at = 0;
            while grade < least && at + 1 < back.len() {
                let one = back.remove(at);
                match within(&back)? {
                    Ok(Some(harder)) => grade = harder,
                    Ok(None) => {
                        back.insert(at, one);
                        at += 1;
                    }
                    stopped => return Ok(stopped),
                }
            }
            if best.as_ref().is_none_or(|best| grade > best.0) {
                best = Some((grade, back));
            }
            if grade >= least {
                break;
            }
            random.shuffle(&mut spare);
        }
        let Some((grade, back)) = best else { return Ok(first) };
        *made = with(made, &back);
        Ok(Ok(Some(grade)))
    }

    fn within(&mut self, most: Grade, text: &str, solution: &Assignment, limits: &Limits) -> Result<Within> {
        self.with_puzzle(text, solution, |session| Ok(session.grade_within(most, limits)))
    }

    /// The grade that the steps make, each of them confirmed.
    fn confirmed(&mut self, text: &str, solution: &Assignment, limits: &Limits) -> Result<Option<Grade>> {
        let answer = self.with_puzzle(text, solution, |session| session.grade(limits))?;
        Ok(match answer {
            Answer::Graded { grade, stopped: None, .. } => grade,
            _ => None,
        })
    }

    /// Asks something of the rules with this text, of which this is the solution.
    fn with_puzzle<T>(
        &mut self,
        text: &str,
        solution: &Assignment,
        ask: impl FnOnce(&mut Session) -> Result<T>,
    ) -> Result<T> {
        let teller = self.teller.take();
        let answer = self.with_text(text, |session| {
            session.aside(session.settings.clone(), |session| {
                let (model, method) = (&session.elaborator.model, session.settings.method());
                let current = completed(model, solution, method, &session.elaborator.limits)?;
                session.cache.seen.current = current.ok().flatten();
                ask(session)
            })
        });
        self.teller = teller;
        answer
    }
}

/// A puzzle with some of its spare clues put back.
fn with(made: &Made, back: &[Vec<Clue>]) -> Made {
    let mut more = Made { spare: vec![], ..made.clone() };
    more.clues.extend(back.iter().flatten().cloned());
    more
}
