//! Grading: makes puzzles until one has a wanted grade, the grade of the hardest step that its easiest solution path needs.
//!
//! Without a quick grader, clues are removed from all clues of a solution while steps of the wanted grade still solve the puzzle. A
//! minimal puzzle that is too hard gets clues back. Where the number of clues is fixed, other clues make it up. If nothing
//! helps, the next seed makes another puzzle.

use crate::clue::Clue;
use crate::draft::Draft;
use crate::generator::Generator;
use crate::options::{Goal, Options};
use crate::outcome::{GradeReached, Made, Shortfall};
use crate::progress::Stage;
use rustc_hash::FxHashSet;
use sator_answer::Grade;
use sator_base::limits::Reason;
use sator_base::random::Random;
use sator_explain::LatinGrader;
use sator_lang::diagnostic::Result;

/// Drafts made for one puzzle by [`Approach::AddBack`] and [`Approach::AddBackQuickly`].
const ATTEMPTS: u64 = 200;
/// Drafts made by [`Approach::Remove`]: all clues of a random solution can be insufficient.
const ATTEMPTS_REMOVE: u64 = 500;
/// Drafts made by [`Approach::Whole`], which take longest.
const ATTEMPTS_WHOLE: u64 = 20;
/// Drafts made if steps of the wanted grades get nowhere near a solution.
const ATTEMPTS_FAR: u64 = 5;
/// Percentage of values that the steps must find in some draft to be near.
const NEAR: usize = 67;
/// Limit on the puzzles graded by their steps.
const GRADED: usize = 300;
/// Orders in which clues are added back, and choices of clues that bring up a number.
const ORDERS: usize = 8;
/// Orders in which clues are removed.
const ORDERS_REMOVE: usize = 2;
/// Orders in which clues are added back with a quick grader.
const ORDERS_QUICKLY: usize = 40;
/// Choices of clues that bring up a number, with a quick grader.
const FILLS_QUICKLY: usize = 200;

/// The approach of drafts to the wanted grade.
pub(crate) enum Approach {
    /// Grade each draft as it is.
    Whole,
    /// Add clues back while the puzzle is too hard, or exchange the clues that only bring up the number.
    AddBack,
    /// The same with a quick grader.
    AddBackQuickly(Box<LatinGrader>),
    /// Remove clues while steps of the wanted grades still solve the puzzle.
    Remove,
}

impl Approach {
    /// The approach where no quick grader understands the rules. A puzzle that needs cases is soonest a minimal one.
    pub(crate) fn without_grader(options: &Options) -> Approach {
        match options.grade {
            Some((_, most)) if most < Grade::NeedsCases && !options.strict => Approach::Remove,
            _ => Approach::AddBack,
        }
    }

    /// The goal of a draft. The first draft is proved to have sufficient clues, so that there is some puzzle to return.
    pub(crate) fn goal(&self, options: &Options, first: bool) -> Goal {
        match (self, options.goal) {
            (Approach::Remove, _) => Goal::Graded { proved: first },
            // A quick grader grades several sets of clues faster than the next solution is drawn.
            (Approach::AddBackQuickly(_), Goal::Minimal) if options.strict && !first => Goal::Minimals,
            (_, goal) => goal,
        }
    }

    fn attempts(&self) -> u64 {
        match self {
            Approach::Whole => ATTEMPTS_WHOLE,
            Approach::Remove => ATTEMPTS_REMOVE,
            Approach::AddBack | Approach::AddBackQuickly(_) => ATTEMPTS,
        }
    }
}

/// A draft, with its grade where one was wanted.
pub(crate) struct Graded<P> {
    pub draft: Draft<P>,
    pub grade: Option<GradeReached>,
}

/// The puzzle that is wanted, and the way its drafts become text.
pub(crate) struct Grading<'a, P> {
    pub options: &'a Options,
    pub seed: u64,
    pub approach: &'a Approach,
    pub text_of: &'a dyn Fn(&Draft<P>) -> String,
}

/// Makes the draft of a seed.
pub(crate) type MakeDraft<'a, P> = &'a mut dyn FnMut(&mut Generator, u64) -> Result<Made<Draft<P>>>;

/// The grade of a puzzle; `None` if it is harder than wanted. The error is the limit that left the grade unknown.
type Within = std::result::Result<Option<Grade>, Reason>;

/// Grades drafts, and counts.
struct Grader<'a, P> {
    grading: &'a Grading<'a, P>,
    most: Grade,
    /// Puzzles that can still be graded by their steps.
    left: usize,
    /// The most values that steps found in a puzzle that was too hard.
    known: usize,
}

impl<P: Clone> Grader<'_, P> {
    /// The grade of a draft with some of its spare clues back.
    fn within(&mut self, generator: &mut Generator, draft: &Draft<P>, back: &[Vec<Clue>]) -> Result<Within> {
        if let Approach::AddBackQuickly(grader) = self.grading.approach {
            let given = draft.clues.iter().chain(back.iter().flatten()).filter_map(Clue::value);
            let grade = grader.grade(given, self.most);
            if grade.is_some() || self.most <= Grade::Hard {
                return Ok(Ok(grade));
            }
        }
        self.left = self.left.saturating_sub(1);
        let puzzle = draft.with(back);
        let reach = generator.reach_of(&(self.grading.text_of)(&puzzle), &puzzle.solution, self.most);
        Ok(or_stopped(reach)?.and_then(|reach| reach).map(|reach| {
            self.known = self.known.max(reach.known);
            reach.grade
        }))
    }

    /// Whether the steps found so few values that further drafts are of no use.
    fn is_far(&self, values: usize) -> bool {
        match self.grading.approach {
            Approach::Whole => 100 * self.known < NEAR * values,
            Approach::Remove => self.known == 0,
            Approach::AddBack | Approach::AddBackQuickly(_) => false,
        }
    }

    fn is_quick(&self) -> bool {
        matches!(self.grading.approach, Approach::AddBackQuickly(_)) && self.most <= Grade::Hard
    }
}

impl Generator<'_> {
    /// Makes drafts with `make` until one has a wanted grade; returns the closest one otherwise. The first draft has the seed of the
    /// puzzle.
    pub(crate) fn draft_with_grade<P: Clone>(
        &mut self,
        grading: &Grading<P>,
        make: MakeDraft<P>,
    ) -> Result<Made<Graded<P>>> {
        let Grading { options, seed, approach, text_of } = grading;
        let Some((least, most)) = options.grade else {
            return Ok(make(self, *seed)?.map(|draft| Graded { draft, grade: None }));
        };
        let mut grader = Grader { grading, most, left: GRADED, known: 0 };
        let mut seeds = Random::new(*seed);
        let mut closest: Option<(Option<Grade>, Draft<P>)> = None;
        let mut stopped = None;
        let values = self.elaborator.model.visible().count();
        for tried in 0..approach.attempts() {
            if grader.left == 0 || tried == ATTEMPTS_FAR && grader.is_far(values) {
                break;
            }
            self.report(Stage::GradesMissed(tried));
            let made = make(self, if tried == 0 { *seed } else { seeds.number() });
            let mut draft = match or_stopped(made)?.unwrap_or_else(|reason| Err(Shortfall::Stopped(reason))) {
                Ok(draft) => draft,
                Err(Shortfall::Stopped(reason)) => {
                    stopped = Some(reason);
                    break;
                }
                Err(_) if closest.is_some() => continue,
                Err(shortfall) => return Ok(Err(shortfall)),
            };
            self.take_hardest(least, &mut draft, &mut grader)?;
            let fitted = match approach {
                Approach::Remove => self.remove(least, &mut draft, &mut grader, &mut seeds)?,
                _ if options.strict => self.exchange_filled(least, &mut draft, &mut grader, &mut seeds)?,
                _ => self.add_back(least, &mut draft, &mut grader, &mut seeds)?,
            };
            stopped = draft.stopped.clone();
            let grade = match fitted {
                Ok(Some(grade)) if grade >= least => {
                    let confirming = self.limits_to_confirm();
                    match self.confirmed_grade(&text_of(&draft), &draft.solution, options.step_request, &confirming)? {
                        Some((grade, true)) if grade >= least && grade <= most => {
                            let grade = Some(GradeReached { grade: Some(grade), reached: true });
                            return Ok(Ok(Graded { draft, grade }));
                        }
                        other => other.map(|(grade, _)| grade),
                    }
                }
                Ok(grade) => grade,
                Err(reason) => {
                    stopped = Some(reason);
                    None
                }
            };
            if closest.as_ref().is_none_or(|(other, _)| grade > *other) {
                closest = Some((grade, draft));
            }
            if stopped.is_some() {
                break;
            }
        }
        let Some((mut grade, mut draft)) = closest else {
            return Ok(Err(stopped.map_or(Shortfall::Ambiguous, Shortfall::Stopped)));
        };
        if matches!(approach, Approach::Remove) && grade.is_some() {
            // Coarse grading removed the clues; only confirmed steps prove that the solution is still unique.
            let confirming = self.limits_to_confirm();
            let confirmed =
                self.confirmed_grade(&text_of(&draft), &draft.solution, options.step_request, &confirming)?;
            grade = confirmed.map(|(grade, _)| grade);
            if grade.is_none() {
                draft = draft.with(&draft.spare);
            }
        }
        let grade = Some(GradeReached { grade, reached: false });
        Ok(Ok(Graded { draft: Draft { stopped, ..draft }, grade }))
    }

    /// Takes the hardest of the alternative sets of clues that is not too hard, or the first that is hard enough.
    fn take_hardest<P: Clone>(&mut self, least: Grade, draft: &mut Draft<P>, grader: &mut Grader<P>) -> Result<()> {
        let mut alternatives = std::mem::take(&mut draft.alternatives).into_iter();
        let Some(mut next) = alternatives.next() else { return Ok(()) };
        let mut hardest = grader.within(self, draft, &[])?.unwrap_or(None);
        while hardest < Some(least) {
            std::mem::swap(&mut draft.clues, &mut next);
            let grade = grader.within(self, draft, &[])?.unwrap_or(None);
            match grade > hardest {
                true => hardest = grade,
                false => std::mem::swap(&mut draft.clues, &mut next),
            }
            let Some(other) = alternatives.next() else { break };
            next = other;
        }
        Ok(())
    }

    /// Adds clues back while the puzzle is too hard, and returns its grade.
    ///
    /// Bisection finds the shortest front of the spare clues that is enough; then single clues are left out again while the puzzle
    /// is too easy. Several orders are tried of one solution: grading is quicker than making another draft.
    fn add_back<P: Clone>(
        &mut self,
        least: Grade,
        draft: &mut Draft<P>,
        grader: &mut Grader<P>,
        random: &mut Random,
    ) -> Result<Within> {
        let first = grader.within(self, draft, &[])?;
        if !matches!(first, Ok(None)) {
            return Ok(first);
        }
        let mut spare = draft.spare.clone();
        let mut best: Option<(Grade, Vec<Vec<Clue>>)> = None;
        let orders = if grader.is_quick() { ORDERS_QUICKLY } else { ORDERS };
        for _ in 0..orders {
            // Without spare clues the puzzle is too hard; with all of them it is solved.
            let (mut low, mut high) = (0, spare.len());
            let mut fits = None;
            while low + 1 < high {
                let middle = usize::midpoint(low, high);
                match grader.within(self, draft, &spare[..middle])? {
                    Ok(None) => low = middle,
                    Ok(grade) => (high, fits) = (middle, grade),
                    stopped => return Ok(stopped),
                }
            }
            let Some(mut grade) = fits else { break };
            let mut back = spare[..high].to_vec();
            let mut at = 0;
            while grade < least && at + 1 < back.len() && grader.left > 0 {
                let one = back.remove(at);
                match grader.within(self, draft, &back)? {
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
            if grade >= least || grader.left == 0 {
                break;
            }
            random.shuffle(&mut spare);
        }
        let Some((grade, back)) = best else { return Ok(first) };
        *draft = draft.with(&back);
        Ok(Ok(Some(grade)))
    }

    /// Removes clues from all clues of the solution while steps of the wanted grades solve the puzzle, and returns its grade. Half
    /// of the clues go first, then fewer at a time. Steps that solve the puzzle prove that its solution is unique.
    fn remove<P: Clone>(
        &mut self,
        least: Grade,
        draft: &mut Draft<P>,
        grader: &mut Grader<P>,
        random: &mut Random,
    ) -> Result<Within> {
        let mut all = std::mem::take(&mut draft.spare);
        let bare = draft.clone();
        *draft = bare.with(&all);
        let easiest = match grader.within(self, draft, &[])? {
            Ok(Some(grade)) => grade,
            too_hard => {
                // Drafts that are too hard with all clues do not count.
                grader.left += 1;
                return Ok(too_hard);
            }
        };
        let mut best = easiest;
        let mut stopped = None;
        for _ in 0..ORDERS_REMOVE {
            let (mut kept, mut gone, mut grade) = (all.clone(), vec![], easiest);
            let (mut at, mut step) = (0, kept.len().div_ceil(2));
            while at < kept.len() && grader.left > 0 {
                step = step.min(kept.len() - at);
                let left = bare.clues.len() + kept.iter().map(Vec::len).sum::<usize>();
                self.report(Stage::Grading { clues: left, graded: GRADED - grader.left });
                let some: Vec<Vec<Clue>> = kept.splice(at..at + step, []).collect();
                match grader.within(self, &bare, &kept)? {
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
            if grade > best || draft.spare.is_empty() {
                *draft = Draft { spare: gone, ..bare.with(&kept) };
                best = grade;
            }
            if best >= least || grader.left == 0 || stopped.is_some() {
                break;
            }
            random.shuffle(&mut all);
        }
        draft.stopped = draft.stopped.take().or(stopped);
        Ok(Ok(Some(best)))
    }

    /// Exchanges the clues that only bring up the number for other spare ones, and returns the grade.
    fn exchange_filled<P: Clone>(
        &mut self,
        least: Grade,
        draft: &mut Draft<P>,
        grader: &mut Grader<P>,
        random: &mut Random,
    ) -> Result<Within> {
        let mut best = match grader.within(self, draft, &[])? {
            Ok(grade) if grade >= Some(least) || draft.filled.is_empty() => return Ok(Ok(grade)),
            Ok(grade) => grade,
            stopped => return Ok(stopped),
        };
        let filled: FxHashSet<usize> = draft.filled.iter().flatten().map(|clue| clue.at).collect();
        let mut needed = Draft { spare: vec![], filled: vec![], ..draft.clone() };
        needed.clues.retain(|clue| !filled.contains(&clue.at));
        let mut free: Vec<Vec<Clue>> = draft.filled.iter().chain(&draft.spare).cloned().collect();
        for _ in 0..if grader.is_quick() { FILLS_QUICKLY } else { ORDERS } {
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
            match grader.within(self, &needed, &back)? {
                Ok(grade) if grade > best => {
                    *draft = needed.with(&back);
                    best = grade;
                }
                Ok(_) => {}
                stopped => return Ok(stopped),
            }
            if best >= Some(least) || grader.left == 0 {
                break;
            }
        }
        Ok(Ok(best))
    }
}

/// Splits off a limit met while a text was read. It ends the search for a better draft and is no error here.
fn or_stopped<T>(result: Result<T>) -> Result<std::result::Result<T, Reason>> {
    match result {
        Ok(found) => Ok(Ok(found)),
        Err(error) => error.limit().map_or_else(|| Err(error), |reason| Ok(Err(reason))),
    }
}
