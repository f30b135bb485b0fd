//! The caches of a session: solver, domains, solutions and proofs that follow from the statements. Each can be computed
//! again and is dropped when the statements that imply it change.

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
use sator_solve::lower::search::Shape;
use sator_solve::solver::sat::Reason;

#[derive(Default)]
pub(super) struct Cache {
    /// The formula that has taken in the statements.
    pub solver: Option<IncrementalSolver>,
    pub explainer: Option<Explainer>,
    /// The conditions of the puzzle, without its givens, that was asked last whether it is unique.
    pub shape: Option<Shape>,
    /// Domains narrowed by the statements, for the quick check after each statement.
    pub narrowed: Option<Narrowed>,
    /// The clash that the quick check found.
    pub clash: Option<Clash>,
    /// The steps that `next` and `back` go through.
    pub walk: Option<Walk>,
    pub seen: SeenSolutions,
    /// The optimum shown last; `another` after it asks for other optima.
    pub optimum: Option<ProvedOptimum>,
}

/// Solutions by their visible values, in the order in which they were shown.
pub(super) type ShownSolutions = IndexMap<Box<[i64]>, Assignment, FxBuildHasher>;

/// The solutions found so far.
#[derive(Clone, Default)]
pub(super) struct SeenSolutions {
    /// The current solution: it meets all statements.
    pub current: Option<Assignment>,
    /// The solutions shown since the puzzle last changed. The key makes it fast to add many solutions without duplicates.
    pub shown: ShownSolutions,
    /// Whether the current solution was found before the last statement was added.
    pub kept: bool,
    /// Whether the current solution is proved to be the only one.
    pub only: bool,
}

/// A proved optimum and the optimal solutions shown so far.
pub(super) struct ProvedOptimum {
    pub sense: Sense,
    /// The expressions that are minimised, in order of priority, each with its least value.
    pub goals: Vec<(ExprId, i64)>,
    /// By objective of the user: the factor that made it a whole number.
    pub scales: Vec<i64>,
    /// A second formula, built afresh, proved the optimum too.
    pub confirmed: bool,
    /// The optimal solutions shown.
    pub seen: Vec<Assignment>,
}

/// A change of the session that outdates caches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// Statements were added.
    Extended,
    /// The elaborator was rolled back past some statements.
    RolledBack,
    /// The encoding or engine changed.
    Method,
    /// The memory limit was reached.
    MemoryPressure,
}

impl Cache {
    /// Drops the caches that an event outdates, and extends those that still hold. Call it after every change.
    pub(super) fn update(&mut self, model: &Model, event: Event) {
        match event {
            // `another` starts afresh, but the current solution can still hold.
            Event::Extended => {
                if let Some(solver) = &mut self.solver {
                    solver.clear_exclusion();
                }
                self.optimum = None;
                self.seen.extend(model);
            }
            Event::RolledBack => {
                self.seen.only = false;
                self.walk = None;
                self.optimum = None;
                self.clash = None;
                self.narrowed = None;
                self.explainer = None;
                self.shape.take_if(|shape| !shape.stands(model));
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

    /// Drops solver, explainer and domains. Solutions and proofs stay.
    pub(super) fn forget_formulas(&mut self) {
        self.solver = None;
        self.explainer = None;
        self.shape = None;
        self.narrowed = None;
    }

    /// Restores the solutions seen before a question that showed none of those it found.
    pub(super) fn restore_seen(&mut self, before: SeenSolutions) {
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

impl SeenSolutions {
    /// After statements were added: keeps the current solution if it meets them.
    fn extend(&mut self, model: &Model) {
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

    /// Records whether an answer proves that there is only one solution.
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

    /// Records a solution that is shown to the user.
    pub(super) fn note(&mut self, model: &Model, assignment: &Assignment) {
        let visible = model.visible().map(|u| assignment.get(u)).collect();
        self.shown.entry(visible).or_insert_with(|| assignment.clone());
        self.kept &= self.current.as_ref() == Some(assignment);
        self.current = Some(assignment.clone());
    }
}

impl Session {
    /// Updates the caches. Call it after every change.
    pub(super) fn changed(&mut self, event: Event) {
        self.cache.update(&self.elaborator.model, event);
    }

    /// Whether a trial of an encoding has ended without an answer. From then on the session makes no trials.
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

    /// Takes the puzzle back to its state at `mark`.
    pub(super) fn roll_back(&mut self, mark: &Mark) {
        self.elaborator.rollback(mark);
        self.changed(Event::RolledBack);
    }

    /// Records a solution that is shown to the user, also as an optimum where one was shown last.
    pub(super) fn note_shown(&mut self, assignment: &Assignment) {
        self.cache.seen.note(&self.elaborator.model, assignment);
        if let Some(optimum) = &mut self.cache.optimum {
            optimum.seen.push(assignment.clone());
        }
    }

    /// Runs `work` with other settings and an empty cache, and restores both afterwards.
    pub(super) fn isolated<T>(&mut self, settings: Settings, work: impl FnOnce(&mut Session) -> T) -> T {
        let before = (std::mem::replace(&mut self.settings, settings), std::mem::take(&mut self.cache));
        let done = work(self);
        (self.settings, self.cache) = before;
        done
    }
}
