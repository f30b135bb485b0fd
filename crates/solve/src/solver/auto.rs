//! The default engine: batsat alone, and after some counted effort in a check Z3 beside it on another thread. The first
//! answer wins and stops the other engine; a model of Z3 counts only once batsat has completed it.

use super::batsat::Batsat;
use super::sat::{Hook, LinearSum, Lit, NativeSum, Reason, Sat, Size, Statistic, Verdict, Work};
use super::z3::Z3;
use crate::tuning::{SOLO_CONFLICTS, SOLO_CONFLICTS_WITH_CUTS};
use sator_base::limits::{Interrupt, Limits};

pub(super) struct Auto {
    first: Batsat,
    /// Receives every clause, but starts searching only when a check needs it.
    second: Z3,
    /// Whether clauses are for the first engine only.
    others_only: bool,
    /// The conflicts of the first engine alone in one check.
    solo: u64,
    /// Whether the second engine proved the last answer.
    by_second: bool,
    /// Whether a model of the second engine broke a clause, so that it isn't asked any more.
    second_is_wrong: bool,
}

impl Auto {
    pub(super) fn new(seed: u32) -> Auto {
        Auto {
            first: Batsat::new(seed),
            second: Z3::new(seed),
            others_only: false,
            solo: SOLO_CONFLICTS,
            by_second: false,
            second_is_wrong: false,
        }
    }

    /// A check by the first engine alone. Both engines receive the clauses that the hook adds; `added` collects them.
    fn alone(
        &mut self,
        assumptions: &[Lit],
        hook: &mut Option<Hook>,
        limits: &Limits,
        added: &mut Vec<Vec<Lit>>,
    ) -> Verdict {
        let Some(hook) = hook else { return self.first.check(assumptions, None, limits) };
        let mut record = |model: &dyn Fn(Lit) -> bool| {
            let clause = hook(model)?;
            added.push(clause.clone());
            Some(clause)
        };
        let verdict = self.first.check(assumptions, Some(&mut record), limits);
        added.iter().for_each(|clause| self.second.clause(clause));
        verdict
    }

    /// A check by both engines at once; `None` if the second one proposed a model that isn't one.
    fn race(&mut self, assumptions: &[Lit], hook: &mut Option<Hook>, limits: &Limits) -> Option<Verdict> {
        let settled = Interrupt::new();
        let shared = limits.unless_settled(&settled);
        let mut added = Vec::new();
        if self.second.begin(assumptions, &shared, Some(settled.clone())).is_err() {
            return Some(self.alone(assumptions, hook, limits, &mut added));
        }
        let first = self.alone(assumptions, hook, &shared, &mut added);
        settled.set();
        match (first, self.second.finish(&shared)) {
            (Verdict::Unknown(_), Verdict::Sat) => self.completed(assumptions, hook, limits),
            (Verdict::Unknown(_), Verdict::Unsat) => {
                self.by_second = true;
                Some(Verdict::Unsat)
            }
            (Verdict::Unknown(Reason::Interrupted), Verdict::Unknown(_)) => {
                Some(Verdict::Unknown(limits.stop().unwrap_or(Reason::Interrupted)))
            }
            (answer, _) => Some(answer),
        }
    }

    /// The model of the second engine, completed by the first one. The second engine lacks the clauses of sums and those
    /// that the hook adds meanwhile, and an interrupt can come at any point of its work. So its model counts only where all
    /// clauses of the first engine and the hook allow it.
    fn completed(&mut self, assumptions: &[Lit], hook: &mut Option<Hook>, limits: &Limits) -> Option<Verdict> {
        let proposed: Vec<Lit> = assumptions.iter().copied().chain(self.second.model()).collect();
        let mut added = Vec::new();
        let verdict = self.alone(&proposed, hook, limits, &mut added);
        if verdict != Verdict::Unsat {
            return Some(verdict);
        }
        self.second_is_wrong = added.is_empty();
        None
    }
}

impl Sat for Auto {
    fn name(&self) -> &'static str {
        if self.by_second { self.second.name() } else { self.first.name() }
    }

    fn fresh(&mut self) -> Lit {
        self.second.fresh();
        self.first.fresh()
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.first.clause(literals);
        if !self.others_only {
            self.second.clause(literals);
        }
    }

    fn linear(&mut self, sum: &LinearSum) -> NativeSum {
        self.second.linear(sum);
        NativeSum::Partly
    }

    fn clauses_for_others(&mut self, on: bool) {
        self.others_only = on;
    }

    fn expect_cuts(&mut self, expected: bool) {
        self.solo = if expected { SOLO_CONFLICTS_WITH_CUTS } else { SOLO_CONFLICTS };
    }

    fn check(&mut self, assumptions: &[Lit], mut hook: Option<Hook>, limits: &Limits) -> Verdict {
        loop {
            self.by_second = false;
            let verdict = self.alone(assumptions, &mut hook, &limits.with_effort(self.solo), &mut vec![]);
            if verdict != Verdict::Unknown(Reason::Effort) || limits.effort.is_some_and(|effort| effort <= self.solo) {
                return verdict;
            }
            // The caller counts the effort, so the answer must be the same on every machine, and there is no race.
            if limits.effort.is_some() || self.second_is_wrong {
                return self.alone(assumptions, &mut hook, limits, &mut vec![]);
            }
            if let Some(verdict) = self.race(assumptions, &mut hook, limits) {
                return verdict;
            }
        }
    }

    fn value(&self, literal: Lit) -> bool {
        self.first.value(literal)
    }

    fn core(&self) -> Vec<Lit> {
        if self.by_second { self.second.core() } else { self.first.core() }
    }

    fn size(&self) -> Size {
        self.first.size()
    }

    fn work(&self) -> Option<Work> {
        self.first.work()
    }

    /// The statistics of the second engine, if it took part: the first has none of its own.
    fn statistics(&self) -> Vec<Statistic> {
        self.second.statistics()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A model of the second engine that breaks a clause which it lacks is no answer, and it isn't asked again.
    #[test]
    fn a_model_that_breaks_a_clause_does_not_count() {
        let mut auto = Auto::new(0);
        let [a, b] = [auto.fresh(), auto.fresh()];
        auto.clause(&[a, b]);
        auto.first.clause(&[!a]);
        auto.first.clause(&[!b]);
        assert_eq!(auto.second.check(&[a], None, &Limits::none()), Verdict::Sat);
        assert_eq!(auto.completed(&[a], &mut None, &Limits::none()), None);
        assert!(auto.second_is_wrong);
        assert_eq!(auto.check(&[a], None, &Limits::none()), Verdict::Unsat);
    }

    /// Nor does one that the hook rejects, but the next one may be accepted.
    #[test]
    fn a_model_that_the_hook_rejects_does_not_count() {
        let mut auto = Auto::new(0);
        let [a, b] = [auto.fresh(), auto.fresh()];
        auto.clause(&[a, b]);
        assert_eq!(auto.second.check(&[a, !b], None, &Limits::none()), Verdict::Sat);
        let mut wants_both = |holds: &dyn Fn(Lit) -> bool| (!holds(b)).then(|| vec![b]);
        assert_eq!(auto.completed(&[a], &mut Some(&mut wants_both), &Limits::none()), None);
        assert!(!auto.second_is_wrong);
        assert_eq!(auto.second.check(&[a], None, &Limits::none()), Verdict::Sat);
        assert_eq!(auto.completed(&[a], &mut None, &Limits::none()), Some(Verdict::Sat));
        assert!(auto.value(a) && auto.value(b));
    }
}
