//! Clauses that a search learns from conflicts, and the choice of those that it forgets.

use super::{Cause, DECAY, GLUE, Search, Source};
use crate::formula::Lit;

impl Search {
    /// Learns a clause from a conflict above level 0 and goes back to where it implies a literal.
    pub(super) fn learn(&mut self, conflict: Cause) {
        let level = self.levels.len() as u32;
        let mut learned = vec![Lit::TRUE];
        // The variables whose causes the clause follows from.
        let mut used: Vec<usize> = Vec::new();
        let mut units: Vec<usize> = Vec::new();
        let mut touched: Vec<usize> = Vec::new();
        let mut reason = self.reason(conflict, None);
        let (mut open, mut at) = (0, self.trail.len());
        loop {
            for literal in reason {
                let variable = literal.variable();
                if std::mem::replace(&mut self.seen[variable], true) {
                    continue;
                }
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
                if self.seen[self.trail[at].variable()] && self.level[self.trail[at].variable()] == level {
                    break self.trail[at];
                }
            };
            open -= 1;
            if open == 0 {
                learned[0] = !literal;
                break;
            }
            used.push(literal.variable());
            reason = self.reason(self.cause[literal.variable()], Some(literal));
        }
        self.minimise(&mut learned, &mut used, &mut units);
        touched.iter().for_each(|&variable| self.seen[variable] = false);
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

    /// Leaves out literals whose reasons consist of other literals of the clause. They stay marked: they follow from
    /// those that are kept.
    fn minimise(&self, learned: &mut Vec<Lit>, used: &mut Vec<usize>, units: &mut Vec<usize>) {
        let mut kept = vec![learned[0]];
        for &literal in &learned[1..] {
            let cause = self.cause[literal.variable()];
            let reason = self.reason(cause, Some(!literal));
            let implied = cause != Cause::Decision
                && reason.iter().all(|l| self.seen[l.variable()] || self.level[l.variable()] == 0);
            if implied {
                used.push(literal.variable());
                units.extend(reason.iter().map(|l| l.variable()).filter(|&v| self.level[v] == 0));
            } else {
                kept.push(literal);
            }
        }
        *learned = kept;
    }

    /// Goes back to the level where the clause implies its first literal, and adds it.
    fn keep(&mut self, mut learned: Vec<Lit>, source: Source) {
        let mut levels: Vec<u32> = learned.iter().map(|l| self.level[l.variable()]).collect();
        if let Some(second) = (1..learned.len()).max_by_key(|&i| levels[i]) {
            learned.swap(1, second);
            levels.swap(1, second);
        }
        let back = levels.get(1).copied().unwrap_or(0) as usize;
        levels.sort_unstable();
        levels.dedup();
        self.back_to(back);
        let first = learned[0];
        if learned.len() == 1 {
            return self.add_clause(learned, source, 1);
        }
        let number = self.attach(learned, source, levels.len() as u32);
        self.learned += 1;
        self.assign(first, Cause::Clause(number));
    }

    /// Forgets the half of the learned clauses with literals from most levels. At level 0 no clause is a reason that
    /// analysis needs.
    pub(super) fn forget(&mut self) {
        let mut glues: Vec<u32> =
            self.clauses.iter().filter(|c| c.glue > GLUE && !c.forgotten).map(|c| c.glue).collect();
        glues.sort_unstable();
        let Some(&limit) = glues.get(glues.len() / 2) else { return };
        for clause in &mut self.clauses {
            if clause.glue > GLUE && clause.glue >= limit && !clause.forgotten {
                clause.forgotten = true;
                clause.literals = vec![];
                self.learned -= 1;
            }
        }
        for watches in &mut self.watches {
            watches.retain(|watch| !self.clauses[watch.clause as usize].forgotten);
        }
    }
}
