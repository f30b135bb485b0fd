//! The solver kept warm between questions. It is a cache: the statements are the truth, and a new one
//! is built whenever more than additions happened.

use super::Session;
use crate::diagnostic::{Diagnostic, Result};
use crate::lower::{Encoding, Formula, Stopped, new_formula};
use crate::model::{Assignment, Model, UnknownId};
use crate::solver::engine::{Lit, Reason, Verdict};
use crate::solver::limits::Limits;

/// A formula that has taken in the model up to some point.
pub struct Warm {
    pub formula: Box<dyn Formula>,
    /// Assumed to leave out the solutions shown so far, and how many of them it leaves out.
    other: Option<(Lit, usize)>,
}

/// What a check found; a solution has been evaluated without the solver.
pub enum Outcome {
    Sat(Assignment),
    Unsat,
    Unknown(Reason),
}

impl Warm {
    pub fn new(encoding: Encoding, seed: u32) -> Warm {
        Warm { formula: new_formula(encoding, seed, true), other: None }
    }

    /// Looks for a solution under assumptions.
    pub fn check(&mut self, model: &Model, assumptions: &[Lit], limits: &Limits) -> Result<Outcome> {
        match self.formula.check(model, assumptions, limits) {
            Verdict::Unsat => Ok(Outcome::Unsat),
            Verdict::Unknown(reason) => Ok(Outcome::Unknown(reason)),
            Verdict::Sat => {
                let assignment = self.formula.assignment(model);
                verify(model, &assignment)?;
                Ok(Outcome::Sat(assignment))
            }
        }
    }

    /// Under `guard`, rules a solution out: some visible unknown differs.
    pub fn block(&mut self, model: &Model, assignment: &Assignment, guard: Lit) {
        let mut clause = vec![!guard];
        clause.extend(model.visible().map(|u| !self.formula.value_literal(model, u, assignment.get(u))));
        self.formula.clause(&clause);
    }

    /// The assumption that leaves out the solutions shown.
    pub fn unlike(&mut self, model: &Model, shown: &[Assignment]) -> Lit {
        let (guard, done) = match self.other {
            Some((guard, done)) if done <= shown.len() => (guard, done),
            _ => (self.formula.selector(), 0),
        };
        for solution in &shown[done..] {
            self.block(model, solution, guard);
        }
        self.other = Some((guard, shown.len()));
        guard
    }

    /// Ends the use of an assumption.
    pub fn retire(&mut self, guard: Lit) {
        self.formula.clause(&[!guard]);
    }

    fn forget_shown(&mut self) {
        if let Some((guard, _)) = self.other.take() {
            self.retire(guard);
        }
    }
}

/// A wrong grid must never be shown: the rules themselves judge each answer.
fn verify(model: &Model, assignment: &Assignment) -> Result<()> {
    let broken = match model.violations(assignment) {
        Ok(broken) if broken.is_empty() => return Ok(()),
        Ok(broken) => format!("constraint {} of {}", broken[0] + 1, model.constraints.len()),
        Err(unknown) => format!("the domain of {unknown}"),
    };
    Err(Box::new(
        Diagnostic::new("internal", format!("internal error: the solver's answer breaks {broken}"))
            .note("no answer is shown, as it would be wrong")
            .help("please report this with the script (`save \"report.puz\"` writes it)"),
    ))
}

impl Session {
    /// Limits of one question, starting now.
    pub(super) fn limits(&self) -> Limits {
        Limits {
            deadline: self.settings.timeout.and_then(|t| std::time::Instant::now().checked_add(t)),
            interrupt: self.interrupt.clone(),
        }
    }

    /// The warm solver with everything taken in, or why it had to stop on the way.
    pub(super) fn warm(&mut self, limits: &Limits) -> Result<&mut Warm, Reason> {
        let model = &self.elaborator.model;
        let (encoding, seed) = (self.settings.encoding(), self.settings.seed);
        let warm = self.warm.get_or_insert_with(|| Warm::new(encoding, seed));
        warm.formula.add_constraints(model, limits).map_err(|Stopped(reason)| reason)?;
        Ok(warm)
    }

    /// Borrows the warm solver together with the model it was made from.
    pub(super) fn ready(&mut self, limits: &Limits) -> Result<(&mut Warm, &mut Model), Reason> {
        self.warm(limits)?;
        match &mut self.warm {
            Some(warm) => Ok((warm, &mut self.elaborator.model)),
            None => Err(Reason::GaveUp("no solver".into())),
        }
    }

    /// Call after the puzzle grew: what was shown no longer counts, but a solution may still hold.
    pub(super) fn puzzle_grew(&mut self) {
        if let Some(warm) = &mut self.warm {
            warm.forget_shown();
        }
        self.shown.clear();
        let model = &self.elaborator.model;
        let holds = self.current.as_ref().is_some_and(|c| {
            c.0.len() == model.unknowns.len() && model.violations(c).is_ok_and(|broken| broken.is_empty())
        });
        if !holds {
            self.current = None;
        }
    }

    /// Call after anything else: the solver starts anew.
    pub(super) fn puzzle_changed(&mut self) {
        self.warm = None;
        self.explainer = None;
        self.puzzle_grew();
    }

    /// Takes note of a solution that the user sees.
    pub(super) fn note_shown(&mut self, assignment: &Assignment) {
        let visible: Vec<UnknownId> = self.elaborator.model.visible().collect();
        let same = |a: &Assignment| visible.iter().all(|&u| a.get(u) == assignment.get(u));
        if !self.shown.iter().any(same) {
            self.shown.push(assignment.clone());
        }
        self.current = Some(assignment.clone());
    }

    /// The visible unknowns in which two solutions differ.
    pub(super) fn differences(&self, a: &Assignment, b: &Assignment) -> Vec<UnknownId> {
        self.elaborator.model.visible().filter(|&u| a.get(u) != b.get(u)).collect()
    }
}
