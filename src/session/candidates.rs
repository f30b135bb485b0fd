//! `candidates` and `forced`: every solution seen teaches, and only what is open is asked.

use super::incremental::Outcome;
use super::{ProgressSink, Session};
use rustc_hash::FxHashSet;
use sator_answer::Answer;
use sator_base::limits::Limits;
use sator_lang::diagnostic::Result;
use sator_lang::verify::verify;
use sator_model::{Assignment, Atom, Checker, Domain, Model, UnknownId};
use sator_solve::lower::search::Hunt;
use sator_solve::lower::{BrokenSolution, Formula, formula_of};
use sator_solve::solver::sat::{Reason, Verdict};
use sator_solve::tuning::HUNT_AFTER;

impl Session {
    /// For each unknown the values it takes in some solution.
    pub(super) fn candidates(&mut self, limits: &Limits) -> Result<Answer> {
        let first = match self.current_solution(limits)? {
            Outcome::Sat(first) => first,
            Outcome::Unsat => return Ok(Answer::None),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let visible: Vec<UnknownId> = self.elaborator.model.visible().collect();
        let domains: Vec<Domain> = self.elaborator.model.unknowns.iter().map(|u| u.domain.clone()).collect();
        let mut seen: Vec<Vec<i64>> = first.0.iter().map(|&v| vec![v]).collect();
        let stopped = self.widen(
            limits,
            &visible,
            &mut |a| {
                for &u in &visible {
                    let values = &mut seen[u];
                    if !values.contains(&a.get(u)) {
                        values.push(a.get(u));
                    }
                }
                // All values not seen yet: is there a solution with one of them?
                let mut wishes = Vec::new();
                for &u in &visible {
                    let values = &seen[u];
                    for v in domains[u].iter() {
                        limits.work(1 + values.len())?;
                        if !values.contains(&v) {
                            wishes.push(Atom { unknown: u, value: v, is: true });
                        }
                    }
                }
                Ok(wishes)
            },
            first,
        )?;
        Ok(Answer::Candidates { values: seen.into_iter().map(Domain::from_values).collect(), stopped })
    }

    /// The unknowns that have the same value in every solution (the backbone).
    pub(super) fn forced(&mut self, limits: &Limits) -> Result<Answer> {
        let first = match self.current_solution(limits)? {
            Outcome::Sat(first) => first,
            Outcome::Unsat => return Ok(Answer::None),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let visible: Vec<UnknownId> = self.elaborator.model.visible().collect();
        let mut values: Vec<Option<i64>> = first.0.iter().map(|&v| Some(v)).collect();
        let stopped = self.widen(
            limits,
            &visible,
            &mut |a| {
                for &u in &visible {
                    let value = &mut values[u];
                    if *value != Some(a.get(u)) {
                        *value = None;
                    }
                }
                let differs = |&u: &UnknownId| values[u].map(|value| Atom { unknown: u, value, is: false });
                Ok(visible.iter().filter_map(differs).collect())
            },
            first,
        )?;
        // What was not refuted in time is not known to be forced.
        if stopped.is_some() {
            values.fill(None);
        }
        Ok(Answer::Forced { values, stopped })
    }

    /// Asks for solutions as long as one of the wishes that `learn` names can be met, in a formula of its own that
    /// each time is told: one of them.
    fn widen(
        &mut self,
        limits: &Limits,
        visible: &[UnknownId],
        learn: &mut dyn FnMut(&Assignment) -> Result<Vec<Atom>, Reason>,
        first: Assignment,
    ) -> Result<Option<Reason>> {
        let wishes = match learn(&first) {
            Ok(wishes) => wishes,
            Err(reason) => return Ok(Some(reason)),
        };
        if wishes.is_empty() {
            return Ok(None);
        }
        let method = self.method();
        let Session { elaborator, progress, .. } = self;
        let model = &elaborator.model;
        let mut formula = match formula_of(model, method, limits) {
            Ok(formula) => formula,
            Err(reason) => return Ok(Some(reason)),
        };
        let mut checker = Checker::new(model);
        let mut seen = Seen { learn, progress, solutions: 1, cells: visible.len(), wishes, stopped: None };
        // What the limits count is counted once; else a bounded effort for each solution comes first.
        let soon = if limits.effort.is_some() { limits.clone() } else { limits.with_effort(HUNT_AFTER) };
        let mut ended = seen.run(&mut *formula, model, &mut checker, &soon);
        if matches!(ended, Ok(Verdict::Unknown(Reason::Effort))) && limits.effort.is_none() {
            seen.hunt(model, &mut checker, limits);
            if seen.wishes.is_empty() || seen.stopped.is_some() {
                return Ok(seen.stopped);
            }
            ended = seen.run(&mut *formula, model, &mut checker, limits);
        }
        match ended {
            Ok(Verdict::Unknown(reason)) => Ok(Some(reason)),
            Ok(Verdict::Sat | Verdict::Unsat) => Ok(seen.stopped),
            Err(BrokenSolution(assignment)) => verify(model, &assignment).map(|()| None),
        }
    }
}

/// What solutions have taught, and what is open.
struct Seen<'a> {
    learn: &'a mut dyn FnMut(&Assignment) -> Result<Vec<Atom>, Reason>,
    progress: &'a mut ProgressSink,
    solutions: usize,
    cells: usize,
    wishes: Vec<Atom>,
    stopped: Option<Reason>,
}

impl Seen<'_> {
    /// Takes in a solution; whether there is more to ask.
    fn take(&mut self, a: &Assignment) -> bool {
        match (self.learn)(a) {
            Ok(wishes) => self.wishes = wishes,
            Err(reason) => {
                self.stopped = Some(reason);
                return false;
            }
        }
        self.solutions += 1;
        let Seen { progress, solutions, cells, wishes, .. } = self;
        progress.report(|| format!("{solutions} solutions seen, {} of {cells} cells open", open(wishes)));
        !self.wishes.is_empty()
    }

    /// Asks a formula for one solution after the other; it alone can say that there are no more.
    fn run(
        &mut self,
        formula: &mut dyn Formula,
        model: &Model,
        checker: &mut Checker,
        limits: &Limits,
    ) -> Result<Verdict, BrokenSolution> {
        let m = model.expressions();
        formula.want(m, &self.wishes);
        formula.each_solution(m, checker, limits, &mut |a| self.take(a).then(|| self.wishes.clone()))
    }

    /// Solutions by many short searches: where each takes the formula long, these find most of them far sooner.
    fn hunt(&mut self, model: &Model, checker: &mut Checker, limits: &Limits) {
        let Some(mut hunt) = Hunt::of(model, limits) else { return };
        let mut missed = FxHashSet::default();
        while !hunt.is_over() {
            let open: Vec<Atom> = self.wishes.iter().copied().filter(|wish| !missed.contains(wish)).collect();
            let Some(&wish) = hunt.choose(&open) else { return };
            match hunt.find(&wish, limits) {
                Some(found) if !checker.holds(model.expressions(), found) || !self.take(found) => return,
                Some(_) => {}
                None => drop(missed.insert(wish)),
            }
        }
    }
}

/// How many unknowns the wishes are about.
fn open(wishes: &[Atom]) -> usize {
    let mut unknowns: Vec<UnknownId> = wishes.iter().map(|w| w.unknown).collect();
    unknowns.dedup();
    unknowns.len()
}
