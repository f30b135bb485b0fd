//! Propagation of clauses and sums, and the reasons of what they imply.

use super::{Cause, Search, Source, Sum, Watch};
use crate::formula::Lit;

impl Search {
    /// Propagates to a fixed point. Returns the constraint that can't be met, if there is one.
    pub(super) fn propagate(&mut self) -> Option<Cause> {
        while let Some(&literal) = self.trail.get(self.done) {
            self.done += 1;
            let failed = !literal;
            // All sums lose the coefficient before any is looked at, so that a conflict leaves them consistent.
            for i in 0..self.terms[failed.0 as usize].len() {
                let (sum, k) = self.terms[failed.0 as usize][i];
                self.sums[sum as usize].slack -= k;
            }
            if let Some(conflict) = self.propagate_clauses(failed) {
                return Some(conflict);
            }
            for i in 0..self.terms[failed.0 as usize].len() {
                if let Some(conflict) = self.propagate_sum(self.terms[failed.0 as usize][i].0) {
                    return Some(conflict);
                }
            }
        }
        None
    }

    fn propagate_clauses(&mut self, failed: Lit) -> Option<Cause> {
        let mut watches = std::mem::take(&mut self.watches[failed.0 as usize]);
        let (mut kept, mut conflict) = (0, None);
        let mut i = 0;
        'watches: while i < watches.len() {
            let watch = watches[i];
            i += 1;
            if self.value(watch.blocker) > 0 {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let of_clause = self.starts[watch.clause as usize]..self.starts[watch.clause as usize + 1];
            let literals = &mut self.literals[of_clause];
            if literals[0] == failed {
                literals.swap(0, 1);
            }
            let first = literals[0];
            watches[kept] = Watch { clause: watch.clause, blocker: first };
            kept += 1;
            if self.values[first.0 as usize] > 0 {
                continue;
            }
            for k in 2..literals.len() {
                let literal = literals[k];
                if self.values[literal.0 as usize] >= 0 {
                    literals.swap(1, k);
                    self.watches[literal.0 as usize].push(Watch { clause: watch.clause, blocker: first });
                    kept -= 1;
                    continue 'watches;
                }
            }
            if self.value(first) < 0 {
                conflict = Some(Cause::Clause(watch.clause));
                break;
            }
            self.assign(first, Cause::Clause(watch.clause));
        }
        watches.copy_within(i.., kept);
        watches.truncate(kept + watches.len() - i);
        self.watches[failed.0 as usize] = watches;
        conflict
    }

    pub(super) fn propagate_sum(&mut self, number: u32) -> Option<Cause> {
        let slack = self.sums[number as usize].slack;
        if slack < 0 {
            return Some(Cause::Sum(number));
        }
        for i in 0..self.sums[number as usize].terms.len() {
            let (k, literal) = self.sums[number as usize].terms[i];
            if k <= slack {
                break;
            }
            if self.value(literal) == 0 {
                self.assign(literal, Cause::Sum(number));
            }
        }
        None
    }

    pub(super) fn source(&self, cause: Cause) -> Option<Source> {
        match cause {
            Cause::Decision => None,
            Cause::Clause(number) => Some(self.clauses[number as usize].source),
            Cause::Sum(number) => Some(self.sums[number as usize].source),
        }
    }

    /// Appends to `reason` the false literals by which a constraint implies `implied`; with `None`, those by which the constraint
    /// fails.
    pub(super) fn explain(&self, cause: Cause, implied: Option<Lit>, reason: &mut Vec<Lit>) {
        match cause {
            Cause::Decision => {}
            Cause::Clause(number) => {
                reason.extend(self.literals(number).iter().filter(|&&l| Some(l) != implied));
            }
            Cause::Sum(number) => {
                let Sum { terms, room, .. } = &self.sums[number as usize];
                let before = implied.map_or(u32::MAX, |l| self.place[l.variable()]);
                let own = implied.and_then(|l| terms.iter().find(|t| t.1 == l)).map_or(0, |t| t.0);
                let failed = |t: &&(i64, Lit)| self.value(t.1) < 0 && self.place[t.1.variable()] < before;
                let failed = terms.iter().filter(failed);
                let mut rest = room - own;
                // The earliest that are enough: one, if each is.
                if terms.last().is_some_and(|least| least.0 > rest) {
                    return reason.extend(failed.map(|t| t.1).min_by_key(|l| self.place[l.variable()]));
                }
                let mut failed: Vec<&(i64, Lit)> = failed.collect();
                failed.sort_unstable_by_key(|t| self.place[t.1.variable()]);
                for (k, literal) in failed {
                    if rest < 0 {
                        break;
                    }
                    rest -= k;
                    reason.push(*literal);
                }
                debug_assert!(rest < 0, "the failed literals imply the change");
            }
        }
    }

    pub(super) fn reason(&self, cause: Cause, implied: Option<Lit>) -> Vec<Lit> {
        let mut reason = Vec::new();
        self.explain(cause, implied, &mut reason);
        reason
    }
}
