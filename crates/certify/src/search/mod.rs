//! Conflict-driven search over pseudo-Boolean constraints that logs a proof. Constraints propagate as they are, by
//! their slack (Chai & Kuehlmann 2005); reasons and learned constraints are clauses, learned at the first unique
//! implication point (Marques-Silva & Sakallah 1999). So each learned clause follows by unit propagation from the
//! constraints that its analysis used, and these are logged with it. Sums of constraints come from a linear relaxation
//! ([`relax`]), and are logged with the factors of what they add up.

mod heap;
mod learn;
mod propagate;
mod relax;

use crate::formula::{Constraint, Lit};
use heap::Heap;
use learn::{LevelCounter, Mark};
use relax::Relaxation;
use sator_base::limits::{Limits, Reason};

/// The number of a constraint that a proof can name: one of the formula, or a learned clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Source {
    /// The index of a constraint of the formula.
    Given(u32),
    /// The index of a step of the proof.
    Step(u32),
}

/// A constraint of the proof, and the constraints from which it follows: of a clause in the order of propagation.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) derived: Derived,
    pub(crate) hints: Vec<Source>,
}

/// The rule by which a constraint follows from others.
#[derive(Clone, Debug)]
pub(crate) enum Derived {
    /// The clause, by unit propagation.
    Clause(Vec<Lit>),
    /// The sum of the others, each times its factor. No literal counts more than the bound.
    Sum(Vec<i64>),
}

/// Result of a search.
pub(crate) enum Outcome {
    /// All variables have values that meet the constraints; see [`Search::holds`].
    Model,
    /// The last step is the empty clause.
    Contradiction,
    /// A limit ended the search.
    Stopped(Reason),
}

/// Conflicts between two restarts, at least.
const RESTART: u64 = 10;
/// A restart comes when the clauses learned last have literals from this many times as many levels as all on average.
const WORSE: f64 = 1.25;
/// The weight of the last learned clause among those learned last.
const LAST: f64 = 1.0 / 32.0;
/// Learned clauses before half of them are forgotten for the first time, and the growth of this number.
const LEARNED: (usize, usize) = (4_000, 500);
const DECAY: f64 = 0.95;
/// Decisions between two looks at the clock.
const POLL: u64 = 1_024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Decision,
    Clause(u32),
    Sum(u32),
}

#[derive(Debug)]
struct Clause {
    source: Source,
    /// The smallest number of levels that its literals had (Audemard & Simon 2009); 0 for a clause of the formula.
    glue: u32,
    /// Whether it took part in a conflict since clauses were forgotten last.
    used: bool,
    forgotten: bool,
}

/// A constraint that is no clause.
#[derive(Debug)]
struct Sum {
    /// By falling coefficients.
    terms: Vec<(i64, Lit)>,
    /// The coefficients of all literals, less the bound.
    room: i64,
    /// The coefficients of all literals that are not false, less the bound.
    slack: i64,
    source: Source,
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: if it holds, the clause need not be looked at.
    blocker: Lit,
}

/// A search.
#[derive(Default)]
pub(crate) struct Search {
    /// By literal: 1 if it holds, -1 if it fails, 0 if it is open.
    values: Vec<i8>,
    level: Vec<u32>,
    cause: Vec<Cause>,
    /// By variable: its index in the trail.
    place: Vec<u32>,
    /// By variable: the value to try first.
    phase: Vec<bool>,
    clauses: Vec<Clause>,
    /// The literals of all clauses, one clause after the other: a list of its own for each would be read from memory
    /// more slowly.
    literals: Vec<Lit>,
    /// By clause: where its literals begin, which is where those before it end.
    starts: Vec<usize>,
    /// By literal that fails: the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    sums: Vec<Sum>,
    /// By literal that fails: the sums that lose its coefficient.
    terms: Vec<Vec<(u32, i64)>>,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    /// The trail up to here has been propagated.
    done: usize,
    heap: Heap,
    bump: f64,
    /// By variable: its part in the analysis of a conflict.
    marks: Vec<Mark>,
    /// Reasons that an analysis is looking at, one after the other.
    reasons: Vec<Lit>,
    counter: LevelCounter,
    conflicts: u64,
    /// The number of conflicts before the last restart.
    restarted: u64,
    /// Levels of the clauses learned last, and of all.
    levels_last: f64,
    levels_all: u64,
    steps: Vec<Step>,
    /// By variable with a value at level 0: the unit clause of it.
    units: Vec<Option<Source>>,
    /// The trail up to here has unit clauses.
    units_done: usize,
    learned: usize,
    most_learned: usize,
    contradiction: bool,
    relaxation: Relaxation,
}

impl Search {
    /// The same as [`Search::new`], with the linear relaxation as long as that finds conflicts.
    pub(crate) fn relaxed(variables: usize) -> Search {
        Search { relaxation: Relaxation::on(false), ..Search::new(variables) }
    }

    /// The same as [`Search::new`], with the linear relaxation. The search ends where that is too large.
    pub(crate) fn by_relaxation(variables: usize) -> Search {
        Search { relaxation: Relaxation::on(true), ..Search::new(variables) }
    }

    /// A search over this number of variables, which tries "false" first.
    pub(crate) fn new(variables: usize) -> Search {
        let mut search = Search { bump: 1.0, ..Search::default() };
        search.values = vec![0; 2 * variables];
        search.level = vec![0; variables];
        search.cause = vec![Cause::Decision; variables];
        search.place = vec![0; variables];
        search.phase = vec![false; variables];
        search.watches = vec![vec![]; 2 * variables];
        search.terms = vec![vec![]; 2 * variables];
        search.marks = vec![Mark::None; variables];
        search.most_learned = LEARNED.0;
        search.starts = vec![0];
        search.units = vec![None; variables];
        search.heap = Heap::new(variables);
        search
    }

    /// Whether a literal holds in the model.
    pub(crate) fn holds(&self, literal: Lit) -> bool {
        self.value(literal) > 0
    }

    /// Whether a literal holds in all models.
    pub(crate) fn is_known(&self, literal: Lit) -> bool {
        self.holds(literal) && self.level[literal.variable()] == 0
    }

    /// The proof so far.
    pub(crate) fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    fn value(&self, literal: Lit) -> i8 {
        self.values[literal.0 as usize]
    }

    /// Adds the constraint of the formula with this index. The search goes back to level 0.
    pub(crate) fn add(&mut self, index: usize, constraint: &Constraint) {
        self.back_to(0);
        let source = Source::Given(index as u32);
        if constraint.bound == 1 && constraint.terms.iter().all(|t| t.0 == 1) {
            return self.add_clause(constraint.terms.iter().map(|t| t.1).collect(), source, 0);
        }
        let number = self.attach_sum(constraint, source);
        if let Some(conflict) = self.propagate_sum(number) {
            self.refute(conflict);
        }
    }

    /// Stores a constraint that is no clause. Returns its number.
    fn attach_sum(&mut self, constraint: &Constraint, source: Source) -> u32 {
        let mut terms = constraint.terms.clone();
        terms.sort_unstable_by_key(|t| (std::cmp::Reverse(t.0), t.1));
        let number = self.sums.len() as u32;
        let (mut room, mut slack) = (-constraint.bound, -constraint.bound);
        for &(k, literal) in &terms {
            self.terms[literal.0 as usize].push((number, k));
            room += k;
            // A false literal that isn't propagated yet still counts: its propagation subtracts it.
            if self.value(literal) >= 0 || self.place[literal.variable()] as usize >= self.done {
                slack += k;
            }
        }
        self.sums.push(Sum { terms, room, slack, source });
        number
    }

    /// Adds a clause at level 0.
    fn add_clause(&mut self, mut literals: Vec<Lit>, source: Source, glue: u32) {
        // The watched literals come first: those that don't fail.
        literals.sort_by_key(|&l| (self.value(l) < 0, l));
        let open = literals.iter().filter(|&&l| self.value(l) >= 0).count();
        let first = literals.first().copied();
        let number = self.attach(&literals, source, glue);
        match first {
            Some(unit) if open == 1 && self.value(unit) == 0 => self.assign(unit, Cause::Clause(number)),
            _ if open == 0 => self.refute(Cause::Clause(number)),
            _ => {}
        }
    }

    /// Stores a clause, whose first two literals are watched. Returns its number.
    fn attach(&mut self, literals: &[Lit], source: Source, glue: u32) -> u32 {
        let clause = self.clauses.len() as u32;
        if let [first, second, ..] = *literals {
            self.watches[first.0 as usize].push(Watch { clause, blocker: second });
            self.watches[second.0 as usize].push(Watch { clause, blocker: first });
        }
        self.clauses.push(Clause { source, glue, used: false, forgotten: false });
        self.literals.extend(literals);
        self.starts.push(self.literals.len());
        clause
    }

    /// The literals of a clause; none of a forgotten one.
    fn literals(&self, clause: u32) -> &[Lit] {
        &self.literals[self.starts[clause as usize]..self.starts[clause as usize + 1]]
    }

    fn assign(&mut self, literal: Lit, cause: Cause) {
        let variable = literal.variable();
        self.values[literal.0 as usize] = 1;
        self.values[(!literal).0 as usize] = -1;
        self.level[variable] = self.levels.len() as u32;
        self.cause[variable] = cause;
        self.place[variable] = self.trail.len() as u32;
        self.trail.push(literal);
    }

    fn back_to(&mut self, level: usize) {
        if self.levels.len() <= level {
            return;
        }
        let from = self.levels[level];
        for i in (from..self.trail.len()).rev() {
            let literal = self.trail[i];
            if i < self.done {
                for &(sum, k) in &self.terms[(!literal).0 as usize] {
                    self.sums[sum as usize].slack += k;
                }
            }
            self.values[literal.0 as usize] = 0;
            self.values[(!literal).0 as usize] = 0;
            self.phase[literal.variable()] = !literal.is_negated();
            self.heap.insert(literal.variable());
        }
        self.trail.truncate(from);
        self.levels.truncate(level);
        self.done = self.done.min(from);
    }

    /// Logs unit clauses for what was found at level 0.
    fn log_units(&mut self) {
        while self.levels.is_empty() && self.units_done < self.trail.len() {
            let literal = self.trail[self.units_done];
            self.units_done += 1;
            let cause = self.cause[literal.variable()];
            let Some(source) = self.source(cause) else { continue };
            let reason = self.reason(cause, Some(literal));
            let mut hints: Vec<Source> = reason.iter().filter_map(|l| self.units[l.variable()]).collect();
            let unit = match cause {
                Cause::Clause(number) if self.literals(number).len() == 1 => source,
                _ => {
                    hints.push(source);
                    self.log(vec![literal], hints)
                }
            };
            self.units[literal.variable()] = Some(unit);
        }
    }

    fn log(&mut self, clause: Vec<Lit>, hints: Vec<Source>) -> Source {
        self.steps.push(Step { derived: Derived::Clause(clause), hints });
        Source::Step(self.steps.len() as u32 - 1)
    }

    /// Ends the proof: a constraint fails at level 0.
    fn refute(&mut self, conflict: Cause) {
        if std::mem::replace(&mut self.contradiction, true) {
            return;
        }
        self.log_units();
        let failed = self.reason(conflict, None);
        let mut hints: Vec<Source> = failed.iter().filter_map(|l| self.units[l.variable()]).collect();
        hints.extend(self.source(conflict));
        self.log(vec![], hints);
    }

    /// Searches until there is a model or a contradiction. The effort of the limits is the
    /// number of conflicts of all runs, and of looks at the linear relaxation that take as long.
    pub(crate) fn run(&mut self, limits: &Limits) -> Outcome {
        let mut polls = 0;
        loop {
            if self.contradiction {
                return Outcome::Contradiction;
            }
            let mut conflict = self.propagate();
            if self.levels.is_empty() {
                self.log_units();
            }
            if conflict.is_none() {
                conflict = self.relax();
            }
            if let Some(conflict) = conflict {
                if self.levels.is_empty() {
                    self.refute(conflict);
                    continue;
                }
                self.conflicts += 1;
                self.learn(conflict);
                if self.is_beyond(limits.effort) {
                    return Outcome::Stopped(Reason::Effort);
                }
                continue;
            }
            if self.done < self.trail.len() {
                continue;
            }
            if self.relaxation.is_lost() || self.is_beyond(limits.effort) {
                return Outcome::Stopped(Reason::Effort);
            }
            if self.conflicts - self.restarted >= RESTART && self.is_getting_worse() {
                self.restarted = self.conflicts;
                self.back_to(0);
                if self.learned > self.most_learned {
                    self.forget();
                    self.most_learned += LEARNED.1;
                }
                continue;
            }
            polls += 1;
            if polls % POLL == 0
                && let Some(reason) = limits.stop()
            {
                return Outcome::Stopped(reason);
            }
            let Some(variable) = self.next_variable() else { return Outcome::Model };
            self.levels.push(self.trail.len());
            self.assign(Lit(2 * variable as u32 + u32::from(!self.phase[variable])), Cause::Decision);
        }
    }

    fn is_beyond(&self, effort: Option<u64>) -> bool {
        effort.is_some_and(|effort| self.conflicts + self.relaxation.effort() > effort)
    }

    /// Whether the clauses learned last have literals from more levels than usual (Audemard & Simon 2012).
    fn is_getting_worse(&self) -> bool {
        self.levels_last > WORSE * self.levels_all as f64 / self.conflicts as f64
    }

    fn next_variable(&mut self) -> Option<usize> {
        while let Some(variable) = self.heap.pop() {
            if self.values[2 * variable] == 0 {
                return Some(variable);
            }
        }
        None
    }
}
