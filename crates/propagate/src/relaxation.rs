//! The linear relaxation: linear inequalities that follow from the constraints, without that values are integers.
//!
//! 1. Each constraint adds [`Rows`] over variables and literals ([`crate::propagator::Propagator::relax`]).
//! 2. [`columns`] turns variables and literals into numbers of a linear program.
//! 3. A [simplex](sator_base::simplex) looks for the least objective, in floating point.
//! 4. The multipliers of the rows become integers, and their sum an [`Inequality`] with exact numbers. Whatever the
//!    multipliers are, it follows from the constraints: the floating point decides only how much it excludes.
//! 5. The inequality bounds the objective, removes values (reduced cost fixing) or contradicts the domains, and gives the
//!    reasons, as in the linear constraint of CP-SAT (Perron, Didier & Gay, The CP-SAT-LP Solver, 2023).

mod columns;
pub(crate) mod inequality;
pub(crate) mod rows;
#[cfg(test)]
mod tests;
mod turns;

use crate::constraints::Part;
use crate::ids::Var;
use crate::network::Network;
use crate::store::Store;
use columns::{Columns, Sparse};
use inequality::Inequality;
use rows::Rows;
use sator_base::simplex::{Outcome, Simplex, proportional};
use turns::Turns;

/// Most numbers of a tableau: a pivot takes some milliseconds then.
const NUMBERS: usize = 3_000_000;
/// Most terms of all rows.
const TERMS: usize = 1_000_000;
/// Most pivots of one call, and the numbers that they may write: some ten milliseconds, so that limits can be polled.
const PIVOTS: u64 = 500;
const SLICE: u64 = 30_000_000;
/// Numbers of a tableau that take as long as reading one value of a domain.
const NUMBERS_PER_EFFORT: u64 = 32;
/// Most cuts that are added at a time, and how often they are looked for.
const CUTS: usize = 30;
const ROUNDS: u32 = 100;
/// Pivots after which the tableau is made anew, as errors of rounding add up.
const LIFETIME: u64 = 10_000;

/// The result of a look at the domains.
pub(crate) enum Look {
    /// The inequality removes something from the domains, or contradicts them.
    Found(Inequality),
    Nothing,
    /// Nothing so far; it can go on.
    Unfinished,
}

/// The linear relaxation of a network, with the basis of its last use.
pub(crate) struct Relaxation {
    columns: Columns,
    rows: Vec<Sparse>,
    /// By column: its coefficient in the objective.
    cost: Vec<i64>,
    simplex: Simplex,
    /// The column of the objective, if it has one.
    objective: Option<usize>,
    /// The values of the last look.
    values: Vec<f64>,
    /// Rounds of cuts so far.
    rounds: u32,
    /// The nodes of the search at which it is looked at.
    pub(crate) turns: Turns,
}

impl Relaxation {
    /// The relaxation of the constraints of a network with its domains of now, from which the least value of the objective
    /// is looked for. `None` if there is nothing to relax, or it gets too large.
    pub(crate) fn of(network: &Network, objective: Option<Var>) -> Option<Relaxation> {
        let store = &network.store;
        let mut rows = Rows::new(store);
        network.relax(&mut rows, TERMS)?;
        if let Some(var) = objective {
            // So that the objective has columns.
            rows.rows.push(rows::Row { terms: vec![(1, Part::Var(var))], lo: store.min(var), hi: store.max(var) });
        }
        let columns = Columns::of(&mut rows);
        let mut list: Vec<Sparse> = rows.rows.iter().filter_map(|row| columns.row(row, store)).collect();
        list.extend(columns.of_variables());
        // A row of one column is a bound.
        list.retain(|row| row.terms.len() > 1);
        if list.is_empty() || list.len().saturating_mul(columns.columns.len()) > NUMBERS {
            return None;
        }
        let mut cost = vec![0; columns.columns.len()];
        if let Some(var) = objective {
            columns.part(&Part::Var(var), store).0.into_iter().for_each(|(column, k)| cost[column] = k);
        }
        Some(Relaxation {
            simplex: Relaxation::simplex(&columns, &list, &cost),
            objective: objective.and_then(|var| columns.value_of(var)),
            columns,
            rows: list,
            cost,
            values: vec![],
            rounds: 0,
            turns: Turns::default(),
        })
    }

    /// The linear program, with the slacks as its basis.
    fn simplex(columns: &Columns, rows: &[Sparse], cost: &[i64]) -> Simplex {
        let dense = |row: &Sparse| {
            let mut dense = vec![0.0; cost.len()];
            row.terms.iter().for_each(|&(column, k)| dense[column] = k as f64);
            dense
        };
        let cost = cost.iter().map(|&k| k as f64).collect();
        let bounds = columns.root.iter().map(|&(lo, hi)| (lo as f64, hi as f64));
        let sums = rows.iter().map(|row| (row.lo as f64, row.hi as f64));
        Simplex::new(cost, bounds, rows.iter().map(dense).collect(), sums)
    }

    /// Looks for an inequality that removes something from the domains, or contradicts them.
    pub(crate) fn look(&mut self, store: &mut Store) -> Look {
        if self.simplex.pivots > LIFETIME {
            self.simplex = Relaxation::simplex(&self.columns, &self.rows, &self.cost);
        }
        for (at, column) in self.columns.columns.iter().enumerate() {
            let (lo, hi) = column.range(store);
            // With a bound that it has given itself, the objective would be equal wherever it is feasible.
            let lo = if Some(at) == self.objective { self.columns.root[at].0 } else { lo };
            self.simplex.set_bounds(at, lo as f64, hi as f64);
        }
        let before = self.simplex.pivots;
        let outcome = self.simplex.solve((SLICE / self.simplex.size()).clamp(1, PIVOTS));
        let effort = (self.simplex.pivots - before + 2) * self.simplex.size() / NUMBERS_PER_EFFORT;
        store.effort += effort;
        self.values = self.simplex.values();
        let multipliers = self.simplex.multipliers(outcome);
        let found = self.combined(&multipliers).filter(|inequality| inequality.removes(store));
        self.turns.note(effort, found.as_ref().map(|inequality| inequality.slack(store) < 0));
        match found {
            Some(inequality) => Look::Found(inequality),
            None if outcome == Outcome::Stopped => Look::Unfinished,
            None => Look::Nothing,
        }
    }

    /// Adds the inequalities that the values of the last look don't meet: those of the constraints at the root of the
    /// search. False if there are none.
    pub(crate) fn cut(&mut self, network: &Network) -> bool {
        if self.rounds == ROUNDS {
            return false;
        }
        self.rounds += 1;
        let mut rows = Rows::new(&network.store);
        let value = |var| self.share(var).or_else(|| network.store.value(var).map(|value| value as f64));
        network.cut(&value, &mut rows);
        let mut cuts: Vec<Sparse> = rows.rows.iter().filter_map(|row| self.columns.row(row, &network.store)).collect();
        let room = NUMBERS / self.columns.columns.len() - self.rows.len();
        cuts.truncate(room.min(CUTS));
        for cut in &cuts {
            let terms: Vec<(usize, f64)> = cut.terms.iter().map(|&(column, k)| (column, k as f64)).collect();
            self.simplex.add_row(&terms, cut.lo as f64, cut.hi as f64);
        }
        let is_cut = !cuts.is_empty();
        self.rows.append(&mut cuts);
        is_cut
    }

    /// The value of a variable in the last solution.
    fn share(&self, var: Var) -> Option<f64> {
        let at = |column: usize| self.values.get(column).copied();
        let Some((values, first)) = self.columns.values_of(var) else { return at(self.columns.value_of(var)?) };
        let least = values[0] as f64;
        let terms = values[1..].iter().enumerate().map(|(i, &value)| Some((value as f64 - least) * at(first + i)?));
        terms.sum::<Option<f64>>().map(|sum| least + sum)
    }

    /// The sum of the rows with these multipliers, rounded.
    fn combined(&self, multipliers: &[f64]) -> Option<Inequality> {
        let mut sum = vec![0i128; self.columns.columns.len()];
        let mut least = 0i128;
        for (row, multiplier) in self.rows.iter().zip(proportional(multipliers)?) {
            if multiplier != 0 {
                least += multiplier * i128::from(if multiplier > 0 { row.lo } else { row.hi });
                row.terms.iter().for_each(|&(column, k)| sum[column] += multiplier * i128::from(k));
            }
        }
        Some(Inequality::new(&sum, &self.columns, least))
    }

    /// The value of a variable in the relaxation's last solution, or one near it.
    pub(crate) fn value(&self, var: Var) -> Option<i64> {
        let at = |column: usize| self.values.get(column).copied();
        if let Some((values, first)) = self.columns.values_of(var) {
            let shares = (0..values.len() - 1).map(|i| at(first + i)).collect::<Option<Vec<f64>>>()?;
            let rest = 1.0 - shares.iter().sum::<f64>();
            let (mut best, mut most) = (values[0], rest);
            for (&value, share) in values[1..].iter().zip(shares) {
                if share > most {
                    (best, most) = (value, share);
                }
            }
            return Some(best);
        }
        at(self.columns.value_of(var)?).map(|value| value.round() as i64)
    }

    /// Whether all variables whose values have columns have two values.
    pub(crate) fn is_binary(&self) -> bool {
        self.columns.are_binary()
    }
}
