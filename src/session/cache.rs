//! What is derived from the statements: all of it can be made again, and nothing of it outlives what it was derived from.

use super::check::Narrowed;
use super::explain::Walk;
use super::incremental::IncrementalSolver;
use super::{Session, Settings};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use sator_answer::{Answer, Clash, Expected, Sense};
use sator_explain::Explainer;
use sator_lang::elaborate::Mark;
use sator_model::{Assignment, ExprId, Model};
use sator_solve::solver::sat::Reason;

#[derive(Default)]
pub(super) struct Cache {
    /// The formula that has taken in the statements.
    pub solver: Option<IncrementalSolver>,
    pub explainer: Option<Explainer>,
    /// Domains narrowed by the statements, for the check after each of them.
    pub narrowed: Option<Narrowed>,
    /// The statement that a check found to clash, if any.
    pub clash: Option<Clash>,
    /// The steps last shown, to walk through.
    pub walk: Option<Walk>,
    pub seen: Seen,
    /// The optimum shown last, where no other question has led away from it.
    pub optimum: Option<Proved>,
}

/// Solutions by their visible values.
pub(super) type Shown = IndexMap<Box<[i64]>, Assignment, FxBuildHasher>;

/// Solutions that were found.
#[derive(Clone, Default)]
pub(super) struct Seen {
    /// The current one: it meets all statements.
    pub current: Option<Assignment>,
    /// Those shown since the puzzle last changed, in that order, each by its visible values: a list of many solutions is
    /// not searched for each of them.
    pub shown: Shown,
    /// Whether the current one was found before the last statement was added.
    pub kept: bool,
    /// The statements have one solution: proved.
    pub only: bool,
}

/// The optimum shown last, proved: `another` goes through the others.
pub(super) struct Proved {
    pub sense: Sense,
    /// What is minimised, and the least that it can be.
    pub goals: Vec<(ExprId, i64)>,
    /// A new formula says so too.
    pub confirmed: bool,
    /// It, and the solutions shown since.
    pub seen: Vec<Assignment>,
}

/// What happened to the puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// Statements were added.
    Extended,
    /// The elaborator was rolled back past some.
    RolledBack,
    /// Another encoding or engine is to answer.
    Method,
    /// The memory is needed.
    MemoryPressure,
}

impl Cache {
    /// Call after every change: drops what doesn't follow any more, and extends what does.
    pub(super) fn follow(&mut self, model: &Model, event: Event) {
        match event {
            // What was shown no longer counts, but a solution may still hold.
            Event::Extended => {
                if let Some(solver) = &mut self.solver {
                    solver.clear_exclusion();
                }
                self.optimum = None;
                self.seen.grow(model);
            }
            Event::RolledBack => {
                self.seen.only = false;
                self.walk = None;
                self.optimum = None;
                self.clash = None;
                self.narrowed = None;
                self.explainer = None;
                if self.solver.as_mut().is_some_and(|solver| !solver.roll_back(model)) {
                    self.solver = None;
                }
            }
            Event::Method => {
                self.solver = None;
                self.explainer = None;
            }
            Event::MemoryPressure => self.forget_formulas(),
        }
    }

    /// Forgets what was made of the statements; what was found stays.
    pub(super) fn forget_formulas(&mut self) {
        self.solver = None;
        self.explainer = None;
        self.narrowed = None;
    }

    /// Puts the solutions seen back to what they were: those found since were not shown.
    pub(super) fn see_again(&mut self, before: Seen) {
        if self.seen.shown.len() > before.shown.len() {
            self.seen.shown.truncate(before.shown.len());
            if let Some(solver) = &mut self.solver {
                solver.clear_exclusion();
            }
        }
        if before.current.is_some() {
            (self.seen.current, self.seen.kept) = (before.current, before.kept);
        }
    }
}

impl Seen {
    /// The statements are more than they were.
    fn grow(&mut self, model: &Model) {
        self.shown.clear();
        let unknowns = model.unknowns.len();
        self.current = self.current.take().and_then(|mut current| {
            current.0.truncate(unknowns);
            let holds = current.0.len() == unknowns && model.violations(&current).is_ok_and(|broken| broken.is_empty());
            holds.then_some(current)
        });
        self.kept = self.current.is_some();
        self.only &= self.kept;
    }

    /// Takes note of an answer that proves the solution to be the only one.
    pub(super) fn learn(&mut self, answer: &Answer) {
        self.only |= match answer {
            Answer::Unique { .. } => true,
            Answer::NoOther { optimal: false } => self.shown.len() == 1,
            Answer::Count { count, exact, .. } => *exact && *count == 1,
            Answer::Solutions { list, complete, .. } => *complete && list.len() == 1,
            Answer::Expect { ok, expected, .. } => *ok && matches!(expected, Expected::Unique | Expected::Count(1)),
            _ => false,
        };
    }

    /// Takes note of a solution that the user sees.
    pub(super) fn note(&mut self, model: &Model, assignment: &Assignment) {
        let visible = model.visible().map(|u| assignment.get(u)).collect();
        self.shown.entry(visible).or_insert_with(|| assignment.clone());
        self.kept &= self.current.as_ref() == Some(assignment);
        self.current = Some(assignment.clone());
    }
}

impl Session {
    /// Call after a change of the puzzle.
    pub(super) fn changed(&mut self, event: Event) {
        self.cache.follow(&self.elaborator.model, event);
    }

    /// Whether a trial has ended without an answer; then there is none from now on.
    pub(super) fn end_trial(&mut self, answer: Option<&Reason>) -> bool {
        let not_soon = Some(Reason::NotSoon);
        let solver = self.cache.solver.as_ref().and_then(|solver| solver.formula.spent());
        let ended = answer == not_soon.as_ref() || solver == not_soon;
        if ended {
            self.trial_ended = true;
            self.changed(Event::Method);
        }
        ended
    }

    pub(super) fn mark(&self) -> Mark {
        self.elaborator.mark()
    }

    /// Takes the puzzle back to what it was at `mark`.
    pub(super) fn roll_back(&mut self, mark: &Mark) {
        self.elaborator.rollback(mark);
        self.changed(Event::RolledBack);
    }

    /// Takes note of a solution that the user sees.
    pub(super) fn note_shown(&mut self, assignment: &Assignment) {
        self.cache.seen.note(&self.elaborator.model, assignment);
        if let Some(optimum) = &mut self.cache.optimum {
            optimum.seen.push(assignment.clone());
        }
    }

    /// Works with other settings and nothing in the cache; afterwards both are as they were.
    pub(super) fn aside<T>(&mut self, settings: Settings, work: impl FnOnce(&mut Session) -> T) -> T {
        let before = (std::mem::replace(&mut self.settings, settings), std::mem::take(&mut self.cache));
        let done = work(self);
        (self.settings, self.cache) = before;
        done
    }

    /// Works without finding out why there is no solution: nobody will read it.
    pub(super) fn unexplained<T>(&mut self, work: impl FnOnce(&mut Session) -> T) -> T {
        let before = std::mem::replace(&mut self.unexplained, true);
        let done = work(self);
        self.unexplained = before;
        done
    }
}
