//! The default engine: batsat alone, and after some counted effort in a check Z3 beside it on another thread. The first
//! proved answer wins and stops the other engine.

use super::batsat::Batsat;
use super::sat::{Hook, LinearSum, Lit, NativeSum, Reason, Sat, Size, Verdict, Work};
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
    /// Whether the second engine gave the last answer.
    by_second: bool,
}

impl Auto {
    pub(super) fn new(seed: u32) -> Auto {
        Auto {
            first: Batsat::new(seed),
            second: Z3::new(seed),
            others_only: false,
            solo: SOLO_CONFLICTS,
            by_second: false,
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

    /// A check by both engines at once. The second one lacks the clauses that the hook adds meanwhile: `None` if its
    /// model breaks one.
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
            (Verdict::Unknown(_), answer @ (Verdict::Sat | Verdict::Unsat)) => {
                let meets = |clause: &Vec<Lit>| clause.iter().any(|&l| self.second.value(l));
                if answer == Verdict::Sat && !added.iter().all(meets) {
                    return None;
                }
                self.by_second = true;
                Some(answer)
            }
            (Verdict::Unknown(Reason::Interrupted), Verdict::Unknown(_)) => {
                Some(Verdict::Unknown(limits.stop().unwrap_or(Reason::Interrupted)))
            }
            (answer, _) => Some(answer),
        }
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
            if limits.effort.is_some() {
                return self.alone(assumptions, &mut hook, limits, &mut vec![]);
            }
            let Some(verdict) = self.race(assumptions, &mut hook, limits) else { continue };
            let Some(hook) = hook.as_mut().filter(|_| self.by_second && verdict == Verdict::Sat) else {
                return verdict;
            };
            let Some(clause) = hook(&|literal| self.second.value(literal)) else { return verdict };
            self.clause(&clause);
        }
    }

    fn value(&self, literal: Lit) -> bool {
        if self.by_second { self.second.value(literal) } else { self.first.value(literal) }
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
}
