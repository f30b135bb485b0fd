//! `grade medium..hard`: a puzzle is accepted when the hardest step that its easiest way needs has such a grade.
//!
//! Clues are taken away from all of them as long as steps no harder than that still solve it, which takes no solver; or, where
//! a quick guess judges puzzles, a minimal one that is too hard gets clues back. Where their number was asked for, others make it
//! up. Else another puzzle is made.

use super::Asked;
use crate::confirm::completed;
use crate::draft::{Goal, Made, Making};
use crate::clue::Clue;
use crate::generator::{Grade, Session};
use rustc_hash::FxHashSet;
use sator_answer::Answer;
use sator_base::limits::{Limits, Reason};
use sator_base::random::Random;
use sator_explain::Quick;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::syntax::ast::Ident;
use sator_model::Assignment;

/// Puzzles that are made until one has the grade; more where all clues may not be enough, fewer where each has to be found as a
/// whole, and so few where steps no harder than was asked for find less than these hundredths of the values in all of them, or
/// with all clues nothing.
const ATTEMPTS: u64 = 200;
const ATTEMPTS_DOWN: u64 = 500;
const ATTEMPTS_WHOLE: u64 = 20;
const ATTEMPTS_FAR: u64 = 5;
const NEAR: usize = 67;
/// Puzzles that are read and judged by their steps, of all attempts, but for those that are too hard with all clues.
const JUDGED: usize = 300;
/// Orders in which the clues of one solution are put back or taken away, where each puzzle is read and where it is judged
/// quickly; and choices of the clues that make up a number.
const ORDERS: usize = 8;
const ORDERS_DOWN: usize = 2;
const ORDERS_QUICKLY: usize = 40;
const FILLS_QUICKLY: usize = 200;

/// How puzzles come to a grade.
pub(crate) enum Judged {
    /// As they are made.
    Whole,
    /// Clues are put back while it is too hard, or others make up the number.
    PutBack,
    /// The same, where a guess is quick.
    Quickly(Box<Quick>),
    /// From all clues down, as far as steps no harder than asked for still solve it.
    Down,
}

impl Judged {
    /// What a puzzle is made for: of the first there is to be one in any case.
    pub(crate) fn goal(&self, options: &Asked, first: bool) -> Goal {
        match (self, options.goal) {
            (Judged::Down, _) => Goal::Graded { proved: first },
            // To judge them is quicker than to draw another solution.
            (Judged::Quickly(_), Goal::Minimal) if options.strict && !first => Goal::Minimals,
            (_, goal) => goal,
        }
    }

    fn attempts(&self) -> u64 {
        match self {
            Judged::Whole => ATTEMPTS_WHOLE,
            Judged::Down => ATTEMPTS_DOWN,
            Judged::PutBack | Judged::Quickly(_) => ATTEMPTS,
        }
    }
}

impl Asked {
    /// How puzzles whose clues no quick guess judges come to the grade: what needs cases is a minimal puzzle soonest.
    pub(crate) fn judged_down(&self) -> Judged {
        match self.grade {
            Some((_, most)) if most < Grade::NeedsCases && !self.strict => Judged::Down,
            _ => Judged::PutBack,
        }
    }
}

/// The grades from one to another, by their names or numbers.
pub(crate) fn range(least: &Ident, most: Option<&Ident>) -> Result<(Grade, Grade)> {
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

/// Asks how hard puzzles are.
struct Judge<'a> {
    judged: &'a Judged,
    text_of: &'a dyn Fn(&Made) -> String,
    most: Grade,
    limits: &'a Limits,
    /// How many may still be read.
    left: usize,
    /// The most values that were found of one that was too hard.
    known: usize,
}

impl Judge<'_> {
    /// How hard it is, with some of its spare clues back.
    fn within(&mut self, generator: &mut Generator, made: &Made, back: &[Vec<Clue>]) -> Result<Within> {
        if let Judged::Quickly(quick) = self.judged {
            let given = made.clues.iter().chain(back.iter().flatten()).filter_map(Clue::value);
            let grade = quick.grade(given, self.most);
            if grade.is_some() || self.most <= Grade::Hard {
                return Ok(Ok(grade));
            }
        }
        self.left = self.left.saturating_sub(1);
        let puzzle = with(made, back);
        let (most, limits) = (self.most, self.limits);
        let reach = generator
            .with_puzzle(&(self.text_of)(&puzzle), &puzzle.solution, |generator| Ok(generator.grade_within(most, limits)));
        Ok(or_stopped(reach)?.and_then(|reach| reach).map(|reach| {
            self.known = self.known.max(reach.known);
            reach.grade
        }))
    }

    /// Whether the steps found so little that other puzzles are no use either.
    fn is_far(&self, values: usize) -> bool {
        match self.judged {
            Judged::Whole => 100 * self.known < NEAR * values,
            Judged::Down => self.known == 0,
            Judged::PutBack | Judged::Quickly(_) => false,
        }
    }

    fn is_quick(&self) -> bool {
        matches!(self.judged, Judged::Quickly(_)) && self.most <= Grade::Hard
    }
}

impl Generator<'_> {
    /// Makes puzzles until one has the grade that was asked for; else the closest of them.
    pub(crate) fn made_with_grade(
        &mut self,
        options: &Asked,
        seed: u64,
        limits: &Limits,
        make: &mut dyn FnMut(&mut Generator, u64) -> Result<Making>,
        text_of: &dyn Fn(&Made) -> String,
        judged: &Judged,
    ) -> Result<Found> {
        let Some((least, most)) = options.grade else { return Ok((make(self, seed)?, None)) };
        let mut judge = Judge { judged, text_of, most, limits, left: JUDGED, known: 0 };
        let mut seeds = Random::new(seed);
        let mut closest: Option<(Option<Grade>, Box<Made>)> = None;
        let mut stopped = None;
        let values = self.elaborator.model.visible().count();
        for tried in 0..judged.attempts() {
            if judge.left == 0 || tried == ATTEMPTS_FAR && judge.is_far(values) {
                break;
            }
            self.progress(|| format!("{tried} tried, none of them has the grade"));
            let making = make(self, if tried == 0 { seed } else { seeds.number() });
            let mut made = match or_stopped(making)?.unwrap_or_else(Making::Stopped) {
                Making::Made(made) => made,
                Making::Stopped(reason) => {
                    stopped = Some(reason);
                    break;
                }
                _ if closest.is_some() => continue,
                other => return Ok((other, None)),
            };
            self.hardest_of(least, &mut made, &mut judge)?;
            let fitted = match judged {
                Judged::Down => self.taken_down(least, &mut made, &mut judge, &mut seeds)?,
                _ if options.strict => self.filled_otherwise(least, &mut made, &mut judge, &mut seeds)?,
                _ => self.put_back(least, &mut made, &mut judge, &mut seeds)?,
            };
            stopped = made.stopped.clone();
            let grade = match fitted {
                Ok(Some(grade)) if grade >= least => {
                    let confirming = self.limits_to_confirm(limits);
                    match self.confirmed(&text_of(&made), &made.solution, &confirming)? {
                        Some(grade) if grade >= least && grade <= most => {
                            return Ok((Making::Made(made), Some((Some(grade), true))));
                        }
                        grade => grade,
                    }
                }
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
        let Some((mut grade, mut made)) = closest else {
            return Ok((stopped.map_or(Making::Ambiguous, Making::Stopped), None));
        };
        if matches!(judged, Judged::Down) && grade.is_some() {
            // That there is no other solution is only a guess where clues were taken away by it.
            let confirming = self.limits_to_confirm(limits);
            grade = self.confirmed(&text_of(&made), &made.solution, &confirming)?;
            if grade.is_none() {
                *made = with(&made, &made.spare);
            }
        }
        Ok((Making::Made(Box::new(Made { stopped, ..*made })), Some((grade, false))))
    }

    /// Takes the hardest of the choices of clues that is not too hard, or the first that is hard enough.
    fn hardest_of(&mut self, least: Grade, made: &mut Made, judge: &mut Judge) -> Result<()> {
        let mut alternatives = std::mem::take(&mut made.alternatives).into_iter();
        let Some(mut next) = alternatives.next() else { return Ok(()) };
        let mut hardest = judge.within(self, made, &[])?.unwrap_or(None);
        while hardest < Some(least) {
            std::mem::swap(&mut made.clues, &mut next);
            let grade = judge.within(self, made, &[])?.unwrap_or(None);
            match grade > hardest {
                true => hardest = grade,
                false => std::mem::swap(&mut made.clues, &mut next),
            }
            let Some(other) = alternatives.next() else { break };
            next = other;
        }
        Ok(())
    }

    /// The grade of a puzzle that gets clues while it is too hard.
    ///
    /// First those at the front, as few as are enough; without some of them it may be harder, and not too hard yet. Of
    /// one solution several orders are tried: to judge is quicker than to make another.
    fn put_back(&mut self, least: Grade, made: &mut Made, judge: &mut Judge, random: &mut Random) -> Result<Within> {
        let first = judge.within(self, made, &[])?;
        if !matches!(first, Ok(None)) {
            return Ok(first);
        }
        let mut spare = made.spare.clone();
        let mut best: Option<(Grade, Vec<Vec<Clue>>)> = None;
        let orders = if judge.is_quick() { ORDERS_QUICKLY } else { ORDERS };
        for _ in 0..orders {
            // With none put back it is too hard, with all of them nothing is left to find.
            let (mut low, mut high) = (0, spare.len());
            let mut fits = None;
            while low + 1 < high {
                let middle = usize::midpoint(low, high);
                match judge.within(self, made, &spare[..middle])? {
                    Ok(None) => low = middle,
                    Ok(grade) => (high, fits) = (middle, grade),
                    stopped => return Ok(stopped),
                }
            }
            let Some(mut grade) = fits else { break };
            let mut back = spare[..high].to_vec();
            let mut at = 0;
            while grade < least && at + 1 < back.len() && judge.left > 0 {
                let one = back.remove(at);
                match judge.within(self, made, &back)? {
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
            if grade >= least || judge.left == 0 {
                break;
            }
            random.shuffle(&mut spare);
        }
        let Some((grade, back)) = best else { return Ok(first) };
        *made = with(made, &back);
        Ok(Ok(Some(grade)))
    }

    /// The grade of a puzzle whose spare clues are taken away as long as steps no harder than asked for solve it: with all of
    /// them it has one solution, which the steps show where it is not proved. Half of them first, then fewer, at last one after the other.
    fn taken_down(&mut self, least: Grade, made: &mut Made, judge: &mut Judge, random: &mut Random) -> Result<Within> {
        let mut all = std::mem::take(&mut made.spare);
        let bare = made.clone();
        *made = with(&bare, &all);
        let easiest = match judge.within(self, made, &[])? {
            Ok(Some(grade)) => grade,
            too_hard => {
                // Only what is taken away counts.
                judge.left += 1;
                return Ok(too_hard);
            }
        };
        let mut best = easiest;
        let mut stopped = None;
        for _ in 0..ORDERS_DOWN {
            let (mut kept, mut gone, mut grade) = (all.clone(), vec![], easiest);
            let (mut at, mut step) = (0, kept.len().div_ceil(2));
            while at < kept.len() && judge.left > 0 {
                step = step.min(kept.len() - at);
                let left = bare.clues.len() + kept.iter().map(Vec::len).sum::<usize>();
                self.progress(|| format!("{left} clues left, {} puzzles judged", JUDGED - judge.left));
                let some: Vec<Vec<Clue>> = kept.splice(at..at + step, []).collect();
                match judge.within(self, &bare, &kept)? {
                    Ok(Some(harder)) => {
                        grade = harder;
                        gone.extend(some);
                    }
                    Ok(None) => {
                        kept.splice(at..at, some);
                        if step == 1 {
                            at += 1;
                        }
                        step = (step / 2).max(1);
                    }
                    Err(reason) => {
                        kept.splice(at..at, some);
                        stopped = Some(reason);
                        break;
                    }
                }
            }
            if grade > best || made.spare.is_empty() {
                *made = Made { spare: gone, ..with(&bare, &kept) };
                best = grade;
            }
            if best >= least || judge.left == 0 || stopped.is_some() {
                break;
            }
            random.shuffle(&mut all);
        }
        made.stopped = made.stopped.take().or(stopped);
        Ok(Ok(Some(best)))
    }

    /// The grade of a puzzle with a number of clues, of which those that only make up the number may be others.
    fn filled_otherwise(
        &mut self,
        least: Grade,
        made: &mut Made,
        judge: &mut Judge,
        random: &mut Random,
    ) -> Result<Within> {
        let mut best = match judge.within(self, made, &[])? {
            Ok(grade) if grade >= Some(least) || made.filled.is_empty() => return Ok(Ok(grade)),
            Ok(grade) => grade,
            stopped => return Ok(stopped),
        };
        let filled: FxHashSet<usize> = made.filled.iter().flatten().map(|clue| clue.at).collect();
        let mut needed = Made { spare: vec![], filled: vec![], ..made.clone() };
        needed.clues.retain(|clue| !filled.contains(&clue.at));
        let mut free: Vec<Vec<Clue>> = made.filled.iter().chain(&made.spare).cloned().collect();
        for _ in 0..if judge.is_quick() { FILLS_QUICKLY } else { ORDERS } {
            random.shuffle(&mut free);
            let mut left = filled.len();
            let mut back = free.clone();
            back.retain(|orbit| {
                orbit.len() <= left && {
                    left -= orbit.len();
                    true
                }
            });
            if left > 0 {
                continue;
            }
            match judge.within(self, &needed, &back)? {
                Ok(grade) if grade > best => {
                    *made = with(&needed, &back);
                    best = grade;
                }
                Ok(_) => {}
                stopped => return Ok(stopped),
            }
            if best >= Some(least) || judge.left == 0 {
                break;
            }
        }
        Ok(Ok(best))
    }

    /// The grade that the steps make, each of them confirmed.
    fn confirmed(&mut self, text: &str, solution: &Assignment, limits: &Limits) -> Result<Option<Grade>> {
        let answer = self.with_puzzle(text, solution, |generator| generator.grade(limits))?;
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
        ask: impl FnOnce(&mut Generator) -> Result<T>,
    ) -> Result<T> {
        let teller = self.teller.take();
        let answer = self.with_text(text, |generator| {
            generator.aside(generator.settings.clone(), |generator| {
                let (model, method) = (&generator.elaborator.model, generator.settings.method());
                let current = completed(model, solution, method, &generator.elaborator.limits)?;
                generator.cache.seen.current = current.ok().flatten();
                ask(generator)
            })
        });
        self.teller = teller;
        answer
    }
}

/// That something was stopped while a text was read is no error here: the best so far is kept.
fn or_stopped<T>(result: Result<T>) -> Result<std::result::Result<T, Reason>> {
    match result {
        Ok(found) => Ok(Ok(found)),
        Err(error) => error.limit().map_or_else(|| Err(error), |reason| Ok(Err(reason))),
    }
}

/// A puzzle with some of its spare clues put back.
fn with(made: &Made, back: &[Vec<Clue>]) -> Made {
    let mut more = Made { spare: vec![], ..made.clone() };
    more.clues.extend(back.iter().flatten().cloned());
    more
}
