//! Clauses that a search learns from conflicts, and the choice of those that it forgets.

use super::{Cause, DECAY, LAST, Search, Source};
use crate::formula::{Constraint, Lit};
use std::cmp::Reverse;

/// Learned clauses whose literals come from this many levels or fewer are never forgotten.
const KEPT: u32 = 2;
/// Learned clauses whose literals come from this many levels or fewer stay while they take part in conflicts.
const KEPT_IF_USED: u32 = 6;
/// Limit on the implications that are followed back from a literal that may be left out.
const DEPTH: u32 = 500;

/// The part of a variable in the analysis of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// Its literal belongs to the clause, or was replaced by its reason.
    Seen,
    /// It follows from literals of the clause.
    Implied,
    /// The same, and its cause is among those that the clause follows from.
    Used,
    /// It doesn't follow from literals of the clause.
    Free,
}

/// Counts the levels of literals.
#[derive(Debug, Default)]
pub(super) struct LevelCounter {
    /// By level: the last count that had it.
    last: Vec<u64>,
    counts: u64,
}

impl LevelCounter {
    /// The number of different levels of some literals. `level` has the level of each variable.
    pub(super) fn count(&mut self, literals: &[Lit], level: &[u32]) -> u32 {
        self.counts += 1;
        let mut levels = 0;
        for literal in literals {
            let level = level[literal.variable()] as usize;
            if level >= self.last.len() {
                self.last.resize(level + 1, 0);
            }
            levels += u32::from(self.last[level] != self.counts);
            self.last[level] = self.counts;
        }
        levels
    }

    /// Whether the last count had a literal of this level.
    fn has(&self, level: u32) -> bool {
        self.last.get(level as usize) == Some(&self.counts)
    }
}

impl Search {
    /// Learns a clause from a conflict above level 0 and goes back to where it implies a literal.
    pub(super) fn learn(&mut self, conflict: Cause) {
        let level = self.levels.len() as u32;
        let mut learned = vec![Lit::TRUE];
        // The variables whose causes the clause follows from.
        let mut used: Vec<usize> = Vec::new();
        let mut units: Vec<usize> = Vec::new();
        let mut touched: Vec<usize> = Vec::new();
        let mut reason = std::mem::take(&mut self.reasons);
        let (mut cause, mut implied) = (conflict, None);
        let (mut open, mut at) = (0, self.trail.len());
        loop {
            self.use_clause(cause);
            reason.clear();
            self.explain(cause, implied, &mut reason);
            for &literal in &reason {
                let variable = literal.variable();
                if self.marks[variable] != Mark::None {
                    continue;
                }
                self.marks[variable] = Mark::Seen;
                touched.push(variable);
                self.heap.bump(variable, self.bump);
                if self.level[variable] == 0 {
                    units.push(variable);
                } else if self.level[variable] == level {
                    open += 1;
                } else {
                    learned.push(literal);
                }
            }
            let literal = loop {
                at -= 1;
                let variable = self.trail[at].variable();
                if self.marks[variable] == Mark::Seen && self.level[variable] == level {
                    break self.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                learned[0] = !literal;
                break;
            }
            used.push(literal.variable());
            (cause, implied) = (self.cause[literal.variable()], Some(literal));
        }
        reason.clear();
        self.reasons = reason;
        self.minimise(&mut learned, &mut used, &mut units, &mut touched);
        touched.iter().for_each(|&variable| self.marks[variable] = Mark::None);
        self.bump /= DECAY;
        if self.bump > 1e100 {
            self.heap.rescale(1e-100);
            self.bump *= 1e-100;
        }
        units.sort_unstable();
        units.dedup();
        let mut hints: Vec<Source> = units.iter().filter_map(|&variable| self.units[variable]).collect();
        used.sort_unstable_by_key(|&variable| self.place[variable]);
        hints.extend(used.iter().filter_map(|&variable| self.source(self.cause[variable])));
        hints.extend(self.source(conflict));
        let source = self.log(learned.clone(), hints);
        self.keep(learned, source);
    }

    /// Adds a clause of the formula that fails in the model that was found. The search goes back no further than the clause
    /// demands, as after a conflict: most of the model stays.
    pub(crate) fn add_cut(&mut self, index: usize, constraint: &Constraint) {
        let mut literals: Vec<Lit> = constraint.terms.iter().map(|t| t.1).collect();
        let fails = |search: &Search, l: Lit| search.value(l) < 0;
        literals.sort_by_key(|&l| (fails(self, l), Reverse(self.level[l.variable()])));
        let level = |literal: Option<&Lit>| literal.map_or(0, |l| self.level[l.variable()] as usize);
        let (last, before) = (level(literals.first()), level(literals.get(1)));
        let open = literals.iter().filter(|&&l| !fails(self, l)).count();
        let number = self.attach(&literals, Source::Given(index as u32), 0);
        self.relax_clause(&literals, Source::Given(index as u32));
        let cause = Cause::Clause(number);
        match literals.first() {
            // Earlier cuts can have taken back some of the model.
            Some(&unit) if open == 1 && self.value(unit) == 0 => {
                self.back_to(before);
                self.assign(unit, cause);
            }
            _ if open > 0 => {}
            _ if last == 0 => self.refute(cause),
            Some(&first) if last > before => {
                self.back_to(before);
                self.assign(first, cause);
            }
            _ => {
                self.back_to(last);
                self.conflicts += 1;
                self.learn(cause);
            }
        }
    }

    /// Counts the levels of a learned clause again that takes part in a conflict: fewer than before make it better.
    fn use_clause(&mut self, cause: Cause) {
        let Cause::Clause(number) = cause else { return };
        let glue = self.clauses[number as usize].glue;
        if glue <= KEPT {
            return;
        }
        let of_clause = self.starts[number as usize]..self.starts[number as usize + 1];
        let now = self.counter.count(&self.literals[of_clause], &self.level);
        let clause = &mut self.clauses[number as usize];
        (clause.glue, clause.used) = (glue.min(now), true);
    }

    /// Leaves out literals that follow from others of the clause (Sörensson & Biere 2009).
    fn minimise(
        &mut self,
        learned: &mut Vec<Lit>,
        used: &mut Vec<usize>,
        units: &mut Vec<usize>,
        touched: &mut Vec<usize>,
    ) {
        self.counter.count(learned, &self.level);
        let mut open: Vec<usize> = Vec::new();
        learned.retain(|&literal| {
            let variable = literal.variable();
            let is_first = self.level[variable] == self.levels.len() as u32;
            let implied =
                !is_first && self.cause[variable] != Cause::Decision && self.reason_is_implied(variable, 0, touched);
            if implied {
                open.push(variable);
            }
            !implied
        });
        // The causes from which they follow.
        let mut reason = std::mem::take(&mut self.reasons);
        while let Some(variable) = open.pop() {
            used.push(variable);
            reason.clear();
            self.explain(self.cause[variable], Some(self.trail[self.place[variable] as usize]), &mut reason);
            for literal in &reason {
                let variable = literal.variable();
                if self.level[variable] == 0 {
                    units.push(variable);
                } else if self.marks[variable] == Mark::Implied {
                    self.marks[variable] = Mark::Used;
                    open.push(variable);
                }
            }
        }
        reason.clear();
        self.reasons = reason;
    }

    /// Whether all literals that imply the variable follow from the clause.
    fn reason_is_implied(&mut self, variable: usize, depth: u32, touched: &mut Vec<usize>) -> bool {
        let mut reasons = std::mem::take(&mut self.reasons);
        let from = reasons.len();
        self.explain(self.cause[variable], Some(self.trail[self.place[variable] as usize]), &mut reasons);
        let end = reasons.len();
        self.reasons = reasons;
        let implied = (from..end).all(|i| self.is_implied(self.reasons[i].variable(), depth + 1, touched));
        self.reasons.truncate(from);
        implied
    }

    fn is_implied(&mut self, variable: usize, depth: u32, touched: &mut Vec<usize>) -> bool {
        match self.marks[variable] {
            Mark::Seen | Mark::Implied | Mark::Used => return true,
            Mark::Free => return false,
            Mark::None if self.level[variable] == 0 => return true,
            Mark::None => {}
        }
        // A literal of a level that the clause has none of depends on the decision of this level.
        let implied = self.cause[variable] != Cause::Decision
            && depth < DEPTH
            && self.counter.has(self.level[variable])
            && self.reason_is_implied(variable, depth, touched);
        self.marks[variable] = if implied { Mark::Implied } else { Mark::Free };
        touched.push(variable);
        implied
    }

    /// Goes back to the level where the clause implies its first literal, and adds it.
    fn keep(&mut self, mut learned: Vec<Lit>, source: Source) {
        if let Some(second) = (1..learned.len()).max_by_key(|&i| self.level[learned[i].variable()]) {
            learned.swap(1, second);
        }
        let back = learned.get(1).map_or(0, |second| self.level[second.variable()]);
        let glue = self.counter.count(&learned, &self.level);
        self.levels_all += u64::from(glue);
        self.levels_last += LAST * (f64::from(glue) - self.levels_last);
        self.back_to(back as usize);
        let first = learned[0];
        if learned.len() == 1 {
            return self.add_clause(learned, source, 1);
        }
        let number = self.attach(&learned, source, glue);
        self.learned += 1;
        self.assign(first, Cause::Clause(number));
    }

    /// Forgets half of the learned clauses, those with literals from most levels. At level 0 no clause is a reason that
    /// analysis needs.
    pub(super) fn forget(&mut self) {
        let mut worst: Vec<usize> = (0..self.clauses.len())
            .filter(|&i| {
                let clause = &self.clauses[i];
                let kept = clause.glue <= KEPT || (clause.glue <= KEPT_IF_USED && clause.used);
                !kept && !clause.forgotten
            })
            .collect();
        worst.sort_by_key(|&i| (self.clauses[i].glue, self.literals(i as u32).len()));
        for &i in &worst[worst.len() / 2..] {
            self.clauses[i].forgotten = true;
            self.learned -= 1;
        }
        let (mut literals, mut starts) = (Vec::with_capacity(self.literals.len()), vec![0]);
        for (i, clause) in (0..).zip(&mut self.clauses) {
            clause.used = false;
            if !clause.forgotten {
                literals.extend(&self.literals[self.starts[i]..self.starts[i + 1]]);
            }
            starts.push(literals.len());
        }
        (self.literals, self.starts) = (literals, starts);
        for watches in &mut self.watches {
            watches.retain(|watch| !self.clauses[watch.clause as usize].forgotten);
        }
    }
}
