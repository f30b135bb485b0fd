//! `candidates` and `forced`: the values that each unknown takes in some solution, and the backbone.
//!
//! Every solution found shows new values. The next search asks for a solution with at least one value that none has
//! shown, until there is none.

mod counts;

use super::incremental::Outcome;
use super::progress::Listeners;
use super::{ProgressSink, Session};
use rustc_hash::FxHashSet;
use sator_answer::Answer;
use sator_base::limits::Limits;
use sator_lang::diagnostic::Result;
use sator_lang::syntax::ast::Ident;
use sator_lang::verify::verify;
use sator_model::{Assignment, Atom, Checker, Domain, Model, UnknownId};
use sator_solve::lower::search::RestartingSearch;
use sator_solve::lower::{BrokenSolution, Formula, formula_of};
use sator_solve::solver::sat::{Reason, Verdict};
use sator_solve::tuning::RESTARTS_AFTER;

impl Session {
    /// For each unknown the values it takes in some solution, or those that steps up to a grade leave.
    pub(super) fn candidates(&mut self, up_to: Option<&Ident>, limits: &Limits) -> Result<Answer> {
        if let Some(grade) = up_to {
            return self.candidates_up_to(grade, limits);
        }
        let first = match self.current_solution(limits)? {
            Outcome::Sat(first) => first,
            Outcome::Unsat => return Ok(Answer::None),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let visible: Vec<UnknownId> = self.elaborator.model.visible().collect();
        let domains: Vec<Domain> = self.elaborator.model.unknowns.iter().map(|u| u.domain.clone()).collect();
        let mut seen: Vec<Vec<i64>> = first.0.iter().map(|&v| vec![v]).collect();
        let stopped = self.search_targets(
            limits,
            &visible,
            &mut |a| {
                for &u in &visible {
                    let values = &mut seen[u];
                    if !values.contains(&a.get(u)) {
                        values.push(a.get(u));
                    }
                }
                // The next solution must show one of the values not seen yet.
                let mut targets = Vec::new();
                for &u in &visible {
                    let values = &seen[u];
                    for v in domains[u].iter() {
                        limits.tick_many(1 + values.len())?;
                        if !values.contains(&v) {
                            targets.push(Atom { unknown: u, value: v, is: true });
                        }
                    }
                }
                Ok(targets)
            },
            first,
        )?;
        let values = seen.into_iter().map(Domain::from_values).collect();
        Ok(Answer::Candidates { values, up_to: None, counts: None, stopped })
    }

    /// The backbone: the unknowns that have the same value in every solution.
    pub(super) fn forced(&mut self, limits: &Limits) -> Result<Answer> {
        let first = match self.current_solution(limits)? {
            Outcome::Sat(first) => first,
            Outcome::Unsat => return Ok(Answer::None),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        };
        let visible: Vec<UnknownId> = self.elaborator.model.visible().collect();
        let mut values: Vec<Option<i64>> = first.0.iter().map(|&v| Some(v)).collect();
        let stopped = self.search_targets(
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
        // A value is only proved to be forced once the search is complete.
        if stopped.is_some() {
            values.fill(None);
        }
        Ok(Answer::Forced { values, stopped })
    }

    /// Finds solutions until none meets any of the targets that `learn` returns for the solution before. The search
    /// runs in a formula of its own, which takes the targets of each round as a clause.
    fn search_targets(
        &mut self,
        limits: &Limits,
        visible: &[UnknownId],
        learn: &mut dyn FnMut(&Assignment) -> Result<Vec<Atom>, Reason>,
        first: Assignment,
    ) -> Result<Option<Reason>> {
        let targets = match learn(&first) {
            Ok(targets) => targets,
            Err(reason) => return Ok(Some(reason)),
        };
        if targets.is_empty() {
            return Ok(None);
        }
        let method = self.method();
        let Session { elaborator, listeners: Listeners { progress, .. }, .. } = self;
        let model = &elaborator.model;
        let mut formula = match formula_of(model, method, limits) {
            Ok(formula) => formula,
            Err(reason) => return Ok(Some(reason)),
        };
        let mut checker = Checker::new(model);
        let mut search = TargetSearch { learn, progress, solutions: 1, cells: visible.len(), targets, stopped: None };
        // Without a limit on effort, each solution gets a bounded effort first, and restarts follow. With such a limit,
        // the effort is spent only once, here.
        let soon = if limits.effort.is_some() { limits.clone() } else { limits.with_effort(RESTARTS_AFTER) };
        let mut ended = search.run(&mut *formula, model, &mut checker, &soon);
        if matches!(ended, Ok(Verdict::Unknown(Reason::Effort))) && limits.effort.is_none() {
            search.restart(model, &mut checker, limits);
            if search.targets.is_empty() || search.stopped.is_some() {
                return Ok(search.stopped);
            }
            ended = search.run(&mut *formula, model, &mut checker, limits);
        }
        match ended {
            Ok(Verdict::Unknown(reason)) => Ok(Some(reason)),
            Ok(Verdict::Sat | Verdict::Unsat) => Ok(search.stopped),
            Err(BrokenSolution(assignment)) => verify(model, &assignment).map(|()| None),
        }
    }
}

/// The state of a search for targets.
struct TargetSearch<'a> {
    learn: &'a mut dyn FnMut(&Assignment) -> Result<Vec<Atom>, Reason>,
    progress: &'a mut ProgressSink,
    solutions: usize,
    cells: usize,
    targets: Vec<Atom>,
    stopped: Option<Reason>,
}

impl TargetSearch<'_> {
    /// Takes in a solution. Returns whether targets remain.
    fn take(&mut self, a: &Assignment) -> bool {
        match (self.learn)(a) {
            Ok(targets) => self.targets = targets,
            Err(reason) => {
                self.stopped = Some(reason);
                return false;
            }
        }
        self.solutions += 1;
        let TargetSearch { progress, solutions, cells, targets, .. } = self;
        progress.report(|| format!("{solutions} solutions seen, {} of {cells} cells open", open(targets)));
        !self.targets.is_empty()
    }

    /// Finds targets with a formula, the only one of the two searches that can prove that no solution meets the others.
    fn run(
        &mut self,
        formula: &mut dyn Formula,
        model: &Model,
        checker: &mut Checker,
        limits: &Limits,
    ) -> Result<Verdict, BrokenSolution> {
        let m = model.expressions();
        formula.want(m, &self.targets);
        formula.each_solution(m, checker, limits, &mut |a| self.take(a).then(|| self.targets.clone()))
    }

    /// Finds targets with restarts of a depth-first search. Where the formula takes long for each solution, restarts
    /// meet most targets far sooner.
    fn restart(&mut self, model: &Model, checker: &mut Checker, limits: &Limits) {
        let Some(mut restarts) = RestartingSearch::of(model, limits) else { return };
        let mut missed = FxHashSet::default();
        while !restarts.is_over() {
            let open: Vec<Atom> = self.targets.iter().copied().filter(|target| !missed.contains(target)).collect();
            let Some(&target) = restarts.choose(&open) else { return };
            match restarts.find(&target, limits) {
                Some(found) if !checker.holds(model.expressions(), found) || !self.take(found) => return,
                Some(_) => {}
                None => drop(missed.insert(target)),
            }
        }
    }
}

/// The number of unknowns with targets.
fn open(targets: &[Atom]) -> usize {
    let mut unknowns: Vec<UnknownId> = targets.iter().map(|w| w.unknown).collect();
    unknowns.dedup();
    unknowns.len()
}
