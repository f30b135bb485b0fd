//! The linear relaxation: sums of constraints that exclude what the search has assigned, though no constraint alone does.
//!
//! A simplex in floating point proposes the factors. Their sum is made in exact arithmetic, and whatever the factors are, it
//! follows from the constraints: that is a step of the proof. A clause that the sum implies is the reason of a conflict or of a
//! literal.

use super::{Cause, Derived, Search, Source, Step};
use crate::formula::{Constraint, Lit};
use rustc_hash::FxHashMap;
use sator_base::simplex::{Outcome, Simplex, proportional};
use std::cmp::Reverse;

/// Most numbers of a tableau: a pivot takes some milliseconds then.
const NUMBERS: usize = 1_000_000;
/// Most pivots of one look, and the numbers that they may write: some milliseconds.
const PIVOTS: u64 = 500;
const SLICE: u64 = 30_000_000;
/// Pivots after which the tableau is made anew, as errors of rounding add up.
const LIFETIME: u64 = 10_000;
/// Limit on the sum of the coefficients of a constraint, so that nothing overflows.
const TOTAL: i128 = 1 << 60;
/// Looks after which conflicts are counted. If fewer than one in this many looks finds one, the relaxation is given up.
const JUDGED: u64 = 30;
const RARE: u64 = 20;
/// Numbers of a tableau that take as long to read as a conflict to analyse: some 100 microseconds.
const NUMBERS_PER_CONFLICT: u64 = 600_000;

/// The linear relaxation of a search.
#[derive(Default)]
pub(super) struct Relaxation {
    program: Option<Program>,
    /// Whether the search looks at it.
    is_on: bool,
    /// Whether the search ends without it.
    is_needed: bool,
    looks: u64,
    conflicts: u64,
    /// Numbers of the tableau read so far.
    numbers: u64,
}

impl Relaxation {
    /// A relaxation that the search looks at.
    pub(super) fn on(is_needed: bool) -> Relaxation {
        Relaxation { is_on: true, is_needed, ..Relaxation::default() }
    }

    /// Whether the search ends, as the relaxation is too large.
    pub(super) fn is_lost(&self) -> bool {
        self.is_needed && !self.is_on
    }

    /// The effort so far, in conflicts.
    pub(super) fn effort(&self) -> u64 {
        self.numbers / NUMBERS_PER_CONFLICT
    }
}

/// A linear program with the basis of its last use.
struct Program {
    simplex: Simplex,
    /// By row of the program: a constraint.
    rows: Vec<Row>,
    /// The last sum of the formula, whose left side is to be as large as possible.
    goal: Row,
    /// By column: its variable.
    variables: Vec<usize>,
    /// By variable: its column, if it has one.
    columns: Vec<Option<usize>>,
}

/// A constraint of the formula, `sum(coefficient * literal) >= bound`, and one that bounds the same sum from above: two rows
/// would make the tableau twice as large.
struct Row {
    terms: Vec<(i64, Lit)>,
    least: (Source, i64),
    most: Option<(Source, i64)>,
}

impl Row {
    fn new(source: Source, terms: Vec<(i64, Lit)>, bound: i64) -> Row {
        Row { terms, least: (source, bound), most: None }
    }

    /// Puts rows that bound the same sum from below and from above together.
    fn merged(rows: Vec<Row>) -> Vec<Row> {
        let mut merged: Vec<Row> = Vec::with_capacity(rows.len());
        let mut places: FxHashMap<Vec<(i64, Lit)>, usize> = FxHashMap::default();
        for row in rows {
            let mut terms = row.terms.clone();
            terms.sort_unstable_by_key(|t| t.1);
            let opposite: Vec<(i64, Lit)> = terms.iter().map(|&(k, l)| (k, !l)).collect();
            match places.get(&opposite) {
                Some(&at) if merged[at].most.is_none() => {
                    // `sum(k * ~l) >= bound` is `sum(k * l) <= sum(k) - bound`.
                    let total: i64 = terms.iter().map(|t| t.0).sum();
                    merged[at].most = Some((row.least.0, total - row.least.1));
                }
                _ => {
                    places.insert(terms, merged.len());
                    merged.push(row);
                }
            }
        }
        merged
    }

    /// The constraint that a factor of the sum multiplies, and its bound.
    fn side(&self, is_negative: bool) -> Option<(Source, i64)> {
        if is_negative { self.most } else { Some(self.least) }
    }
}

impl Search {
    /// Looks for a sum of constraints that fails, or that implies literals; these are assigned. Returns the conflict.
    pub(super) fn relax(&mut self) -> Option<Cause> {
        if !self.relaxation.is_on {
            return None;
        }
        let old = self.relaxation.program.take().filter(|program| program.simplex.pivots < LIFETIME);
        let Some(mut program) = old.or_else(|| self.program()) else {
            self.relaxation.is_on = false;
            return None;
        };
        let before = program.simplex.pivots;
        let found = program.look(&self.values);
        self.relaxation.numbers += (program.simplex.pivots - before + 2) * program.simplex.size();
        self.relaxation.program = Some(program);
        let conflict = found.and_then(|(sum, step)| self.apply(&sum, step));
        let Relaxation { looks, conflicts, is_on, is_needed, .. } = &mut self.relaxation;
        *looks += 1;
        *conflicts += u64::from(conflict.is_some());
        *is_on = *is_needed || *looks < JUDGED || *conflicts * RARE >= *looks;
        conflict
    }

    /// The linear program of the formula's constraints that aren't met at level 0. `None` if it is too large, or there is
    /// nothing to enlarge.
    fn program(&self) -> Option<Program> {
        let sums = self.sums.iter().filter(|sum| matches!(sum.source, Source::Given(_)));
        let row = |sum: &super::Sum| {
            let total: i64 = sum.terms.iter().map(|t| t.0).sum();
            Row::new(sum.source, sum.terms.clone(), total - sum.room)
        };
        let mut rows: Vec<Row> = sums.map(row).collect();
        let goal = rows.pop()?;
        for (number, clause) in (0..).zip(&self.clauses) {
            if matches!(clause.source, Source::Given(_)) && clause.glue == 0 {
                let terms = self.literals(number).iter().map(|&l| (1, l)).collect();
                rows.push(Row::new(clause.source, terms, 1));
            }
        }
        rows.retain(|row| !row.terms.iter().any(|t| row.least.1 == 1 && self.is_known(t.1)));
        let rows = Row::merged(rows);
        let mut columns = vec![None; self.level.len()];
        let mut variables = vec![];
        for (_, literal) in rows.iter().chain([&goal]).flat_map(|row| &row.terms) {
            let variable = literal.variable();
            if columns[variable].is_none() && !self.is_known(*literal) && !self.is_known(!*literal) {
                columns[variable] = Some(variables.len());
                variables.push(variable);
            }
        }
        if variables.is_empty() || rows.len().saturating_mul(variables.len()) > NUMBERS {
            return None;
        }
        let dense = |row: &Row| {
            let mut dense = vec![0.0; variables.len()];
            let (terms, bounds) = self.row(row, &columns);
            terms.into_iter().for_each(|(column, k)| dense[column] = k);
            (dense, bounds)
        };
        let cost = dense(&goal).0.into_iter().map(|k| -k).collect();
        let (table, bounds): (Vec<_>, Vec<_>) = rows.iter().map(dense).unzip();
        let unit = variables.iter().map(|_| (0.0, 1.0));
        let simplex = Simplex::new(cost, unit, table, bounds.into_iter());
        Some(Program { simplex, rows, goal, variables, columns })
    }

    /// A row as a sum over columns with its bounds: `k ~x` is `k - k x`.
    fn row(&self, row: &Row, columns: &[Option<usize>]) -> (Vec<(usize, f64)>, (f64, f64)) {
        let (mut constant, mut largest) = (0.0, 0.0);
        let mut terms = Vec::with_capacity(row.terms.len());
        for &(k, literal) in &row.terms {
            let k = k as f64;
            match columns[literal.variable()] {
                None => constant += if self.is_known(literal) { k } else { 0.0 },
                Some(column) if literal.is_negated() => {
                    terms.push((column, -k));
                    constant += k;
                }
                Some(column) => {
                    terms.push((column, k));
                    largest += k;
                }
            }
        }
        let least = row.least.1 as f64 - constant;
        let most = row.most.map_or(largest, |most| most.1 as f64 - constant);
        (terms, (least, most.max(least)))
    }

    /// Adds a clause of the formula to the linear program, if there is one that has all of its variables.
    pub(super) fn relax_clause(&mut self, literals: &[Lit], source: Source) {
        let Some(mut program) = self.relaxation.program.take() else { return };
        let has_column = |l: &Lit| program.columns[l.variable()].is_some() || self.is_known(*l) || self.is_known(!*l);
        if (program.rows.len() + 1) * program.variables.len() <= NUMBERS && literals.iter().all(has_column) {
            let row = Row::new(source, literals.iter().map(|&l| (1, l)).collect(), 1);
            let (terms, (least, most)) = self.row(&row, &program.columns);
            program.simplex.add_row(&terms, least, most);
            program.rows.push(row);
        }
        self.relaxation.program = Some(program);
    }

    /// Applies a sum to the assignment: adds clauses that it implies, and assigns their literals. Returns a conflict.
    fn apply(&mut self, sum: &Constraint, step: Step) -> Option<Cause> {
        let open = sum.terms.iter().filter(|t| self.value(t.1) >= 0);
        let slack = open.map(|t| i128::from(t.0)).sum::<i128>() - i128::from(sum.bound);
        let is_implied = |t: &&(i64, Lit)| slack >= 0 && i128::from(t.0) > slack && self.value(t.1) == 0;
        let implied: Vec<(i64, Lit)> = sum.terms.iter().filter(is_implied).copied().collect();
        if slack >= 0 && implied.is_empty() {
            return None;
        }
        self.steps.push(step);
        let source = Source::Step(self.steps.len() as u32 - 1);
        let mut failed: Vec<(i64, Lit)> = sum.terms.iter().copied().filter(|t| self.value(t.1) < 0).collect();
        failed.sort_unstable_by_key(|t| self.place[t.1.variable()]);
        let total: i128 = sum.terms.iter().map(|t| i128::from(t.0)).sum();
        // The earliest failing literals without which the sum can't reach its bound, the last one first.
        let enough = |own: i64| {
            let mut rest = total - i128::from(sum.bound) - i128::from(own);
            let before = |t: &&(i64, Lit)| {
                let needed = rest >= 0;
                rest -= i128::from(t.0);
                needed
            };
            failed.iter().take_while(before).map(|t| t.1).collect::<Vec<Lit>>()
        };
        let add = |search: &mut Search, mut literals: Vec<Lit>| {
            literals.sort_by_key(|l| Reverse(if search.value(*l) < 0 { search.level[l.variable()] } else { u32::MAX }));
            search.learned += 1;
            let glue = search.counter.count(&literals, &search.level);
            Cause::Clause(search.attach(&literals, source, glue.max(1)))
        };
        if slack < 0 {
            let reason = enough(0);
            let level = reason.iter().map(|l| self.level[l.variable()]).max().unwrap_or(0);
            let cause = add(self, reason);
            self.back_to(level as usize);
            return Some(cause);
        }
        for (k, literal) in implied {
            let mut clause = vec![literal];
            clause.extend(enough(k));
            let cause = add(self, clause);
            self.assign(literal, cause);
        }
        None
    }
}

impl Program {
    /// Looks for a sum that excludes something from the assignment.
    fn look(&mut self, values: &[i8]) -> Option<(Constraint, Step)> {
        for (column, &variable) in self.variables.iter().enumerate() {
            let (lower, upper) = match values[2 * variable] {
                0 => (0.0, 1.0),
                1 => (1.0, 1.0),
                _ => (0.0, 0.0),
            };
            self.simplex.set_bounds(column, lower, upper);
        }
        let outcome = self.simplex.solve((SLICE / self.simplex.size()).clamp(1, PIVOTS));
        let mut factors = self.simplex.multipliers(outcome);
        factors.push(if matches!(outcome, Outcome::Infeasible(_)) { 0.0 } else { 1.0 });
        let rows = || self.rows.iter().chain([&self.goal]);
        for (row, factor) in rows().zip(&mut factors) {
            // Rounding gives some factors the wrong sign.
            if row.side(*factor < 0.0).is_none() {
                *factor = 0.0;
            }
        }
        let chosen = rows().zip(proportional(&factors)?).filter(|(_, factor)| *factor != 0);
        let (mut hints, mut numbers) = (vec![], vec![]);
        let mut bound = 0i128;
        let mut sum = vec![0i128; values.len() / 2];
        for (row, factor) in chosen {
            let (source, side) = row.side(factor < 0)?;
            hints.push(source);
            numbers.push(i64::try_from(factor.abs()).ok()?);
            bound += factor * i128::from(side);
            for &(k, literal) in &row.terms {
                let k = factor * i128::from(k);
                if literal.is_negated() {
                    bound -= k;
                    sum[literal.variable()] -= k;
                } else {
                    sum[literal.variable()] += k;
                }
            }
        }
        bound -= sum.iter().filter(|&&k| k < 0).sum::<i128>();
        if bound <= 0 || bound > TOTAL {
            return None;
        }
        let literal = |variable: usize, k: i128| Lit(2 * variable as u32 + u32::from(k < 0));
        let terms = sum.iter().enumerate().filter(|(_, k)| **k != 0);
        let terms: Vec<(i64, Lit)> = terms.map(|(v, &k)| (k.abs().min(bound) as i64, literal(v, k))).collect();
        if terms.iter().map(|t| i128::from(t.0)).sum::<i128>() > TOTAL {
            return None;
        }
        let sum = Constraint { label: String::new(), terms, bound: bound as i64 };
        Some((sum, Step { derived: Derived::Sum(numbers), hints }))
    }
}
