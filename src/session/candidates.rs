//! `candidates` and `forced`: every solution seen teaches, and only what is open is asked.

use super::Session;
use super::answer::Answer;
use super::warm::Outcome;
use crate::diagnostic::Result;
use crate::limits::Limits;
use crate::model::{Assignment, Domain, UnknownId};
use crate::solver::sat::Reason;

/// An unknown and a value: that it has it, or with `false` that it has not.
type Wish = (UnknownId, i64, bool);

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
                    let values = &mut seen[u.0 as usize];
                    if !values.contains(&a.get(u)) {
                        values.push(a.get(u));
                    }
                }
                // All values not seen yet: is there a solution with one of them?
                let mut wishes = Vec::new();
                for &u in &visible {
                    let values = &seen[u.0 as usize];
                    for v in domains[u.0 as usize].iter() {
                        limits.work(1 + values.len())?;
                        if !values.contains(&v) {
                            wishes.push((u, v, true));
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
                    let value = &mut values[u.0 as usize];
                    if *value != Some(a.get(u)) {
                        *value = None;
                    }
                }
                Ok(visible.iter().filter_map(|&u| values[u.0 as usize].map(|v| (u, v, false))).collect())
            },
            first,
        )?;
        // What was not refuted in time is not known to be forced.
        if stopped.is_some() {
            values.fill(None);
        }
        Ok(Answer::Forced { values, stopped })
    }

    /// Asks for solutions as long as one of the wishes that `learn` names can be met. A wish is
    /// `unknown = value`, or with `false` its negation.
    fn widen(
        &mut self,
        limits: &Limits,
        visible: &[UnknownId],
        learn: &mut dyn FnMut(&Assignment) -> Result<Vec<Wish>, Reason>,
        first: Assignment,
    ) -> Result<Option<Reason>> {
        let mut last = first;
        let mut rounds = 0;
        loop {
            let wishes = match learn(&last) {
                Ok(wishes) => wishes,
                Err(reason) => return Ok(Some(reason)),
            };
            rounds += 1;
            self.progress(|| format!("{rounds} solutions seen, {} of {} cells open", open(&wishes), visible.len()));
            if wishes.is_empty() {
                return Ok(None);
            }
            if let Some(reason) = limits.stop() {
                return Ok(Some(reason));
            }
            let (warm, model) = match self.ready(limits) {
                Ok(ready) => ready,
                Err(reason) => return Ok(Some(reason)),
            };
            let guard = warm.formula.selector();
            let mut clause = vec![!guard];
            for (u, v, positive) in wishes {
                if let Err(reason) = limits.tick() {
                    warm.retire(guard);
                    return Ok(Some(reason));
                }
                let literal = warm.formula.value_literal(model, u, v);
                clause.push(if positive { literal } else { !literal });
            }
            warm.formula.clause(&clause);
            let found = warm.check(model, &[guard], limits)?;
            warm.retire(guard);
            match found {
                Outcome::Sat(assignment) => last = assignment,
                Outcome::Unsat => return Ok(None),
                Outcome::Unknown(reason) => return Ok(Some(reason)),
            }
        }
    }
}

/// How many unknowns the wishes are about.
fn open(wishes: &[Wish]) -> usize {
    let mut unknowns: Vec<UnknownId> = wishes.iter().map(|w| w.0).collect();
    unknowns.dedup();
    unknowns.len()
}
