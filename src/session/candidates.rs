//! `candidates` and `forced`: every solution seen teaches, and only what is open is asked.

use super::Session;
use super::answer::Answer;
use super::warm::{Outcome, verify};
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::lower::{Broken, formula_of};
use crate::model::{Assignment, Atom, Checker, Domain, UnknownId};
use crate::solver::sat::{Reason, Verdict};

impl Session {
    /// For each unknown the values it takes in some solution.
    pub(super) fn candidates(&mut self, limits: &Limits) -> Result<Answer> {
        let first = match self.current_solution(limits)? {
            Outcome::Sat(first) => first,
            Outcome::Unsat => return self.clash(limits),
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
            Outcome::Unsat => return self.clash(limits),
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
        let Session { elaborator, teller, .. } = self;
        let model = &elaborator.model;
        let m = model.expressions();
        let mut formula = match formula_of(model, method, limits) {
            Ok(formula) => formula,
            Err(reason) => return Ok(Some(reason)),
        };
        formula.want(m, &wishes);
        let (mut seen, mut stopped) = (1, None);
        let ended = formula.each_solution(m, &mut Checker::new(model), limits, &mut |a| {
            let wishes = learn(a).map_err(|reason| stopped = Some(reason)).ok()?;
            seen += 1;
            teller.tell(|| format!("{seen} solutions seen, {} of {} cells open", open(&wishes), visible.len()));
            (!wishes.is_empty()).then_some(wishes)
        });
        match ended {
            Ok(Verdict::Unknown(reason)) => Ok(Some(reason)),
            Ok(Verdict::Sat | Verdict::Unsat) => Ok(stopped),
            Err(Broken(assignment)) => verify(model, &assignment).map(|()| None),
        }
    }
}

/// How many unknowns the wishes are about.
fn open(wishes: &[Atom]) -> usize {
    let mut unknowns: Vec<UnknownId> = wishes.iter().map(|w| w.unknown).collect();
    unknowns.dedup();
    unknowns.len()
}
