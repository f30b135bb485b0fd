//! The dual simplex method with bounded variables, on a dense tableau in floating point.
//!
//! A row `s = sum(a * x)` has a variable of its own, the *slack* `s`, and every variable has two bounds, so the slacks
//! are a dual feasible basis from the start. Bounds change from call to call and the basis stays, as in a search. The
//! leaving row is chosen by steepest edge (Forrest & Goldfarb 1992), the entering column by the ratio test with bound
//! flipping (Maros 2003).
//!
//! Nothing here is proved. A result is what follows from the multipliers of the rows, as integers and in exact arithmetic.

use crate::random::Random;

/// Coefficients below this are zero.
const ZERO: f64 = 1e-11;
/// The least coefficient that a pivot may have.
const PIVOT: f64 = 1e-7;
/// The distance by which a value may miss its bound.
const FEASIBLE: f64 = 1e-7;
/// The distance within which reduced costs and ratios are equal.
const EQUAL: f64 = 1e-9;

/// Denominators that are tried for multipliers, and the distance from an integer that counts as none.
const DENOMINATORS: u32 = 120;
const NEAR: f64 = 1e-7;
/// Bits of the largest multiplier where no denominator fits.
const BITS: i32 = 36;

/// The size of the random part of costs, for a variable between 0 and 1.
const PERTURBATION: f64 = 1e-5;

/// The end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The values are optimal.
    Optimal,
    /// The basic variable of this row can't meet its bounds.
    Infeasible(usize),
    /// The pivots were used up; the reduced costs give a bound all the same.
    Stopped,
}

/// A linear program: least cost of variables within bounds.
pub struct Simplex {
    /// By row: its coefficients of the nonbasic variables.
    table: Vec<Vec<f64>>,
    /// By column: the reduced cost, with a small random part against stalling.
    cost: Vec<f64>,
    /// By column: the reduced cost without it.
    plain: Vec<f64>,
    /// By row: the basic variable and its value.
    basic: Vec<usize>,
    value: Vec<f64>,
    /// By column: the nonbasic variable, and whether its value is the upper bound.
    nonbasic: Vec<usize>,
    at_upper: Vec<bool>,
    /// By variable: its bounds. The slack of row `i` follows the variables of the program.
    bounds: Vec<(f64, f64)>,
    /// The variables of the program.
    variables: usize,
    /// Pivots so far.
    pub pivots: u64,
}

/// Integers in nearly the same proportion as these multipliers. `None` if all are zero.
pub fn proportional(multipliers: &[f64]) -> Option<Vec<i128>> {
    let largest = multipliers.iter().fold(0.0f64, |most, m| most.max(m.abs()));
    if largest < NEAR || !largest.is_finite() {
        return None;
    }
    let is_near = |scale: f64| multipliers.iter().all(|m| (m * scale - (m * scale).round()).abs() < NEAR * scale);
    let scale = match (1..=DENOMINATORS).map(f64::from).find(|&scale| is_near(scale)) {
        Some(scale) if largest * scale < f64::from(BITS).exp2() => scale,
        _ => f64::from(BITS).exp2() / largest,
    };
    Some(multipliers.iter().map(|multiplier| (multiplier * scale).round() as i128).collect())
}

impl Simplex {
    /// A program with these costs, the bounds of the variables, and rows of coefficients with the bounds of their sums.
    pub fn new(
        plain: Vec<f64>,
        bounds: impl Iterator<Item = (f64, f64)>,
        table: Vec<Vec<f64>>,
        sums: impl Iterator<Item = (f64, f64)>,
    ) -> Simplex {
        let (variables, rows) = (plain.len(), table.len());
        let bounds: Vec<(f64, f64)> = bounds.chain(sums).collect();
        let mut random = Random::new(0);
        let perturbed = |(&cost, (lower, upper)): (&f64, &(f64, f64))| {
            let part = PERTURBATION * (1.0 + random.below(1 << 20) as f64 / f64::from(1 << 20));
            cost + part.copysign(cost) / (upper - lower).max(1.0)
        };
        Simplex {
            at_upper: plain.iter().map(|&cost| cost < 0.0).collect(),
            cost: plain.iter().zip(&bounds).map(perturbed).collect(),
            plain,
            basic: (variables..variables + rows).collect(),
            value: vec![0.0; rows],
            nonbasic: (0..variables).collect(),
            table,
            bounds,
            variables,
            pivots: 0,
        }
    }

    /// Adds a row; its slack is basic.
    pub fn add_row(&mut self, terms: &[(usize, f64)], lower: f64, upper: f64) {
        let mut row = vec![0.0; self.nonbasic.len()];
        let mut of = vec![0.0; self.bounds.len()];
        terms.iter().for_each(|&(variable, k)| of[variable] = k);
        for (a, &variable) in row.iter_mut().zip(&self.nonbasic) {
            *a += of[variable];
        }
        for (other, &variable) in self.table.iter().zip(&self.basic) {
            if of[variable] != 0.0 {
                row.iter_mut().zip(other).for_each(|(a, b)| *a += of[variable] * b);
            }
        }
        self.basic.push(self.bounds.len());
        self.bounds.push((lower, upper));
        self.value.push(0.0);
        self.table.push(row);
    }

    /// Sets the bounds of a variable.
    pub fn set_bounds(&mut self, variable: usize, lower: f64, upper: f64) {
        self.bounds[variable] = (lower, upper);
    }

    /// Coefficients that a pivot reads and writes.
    pub fn size(&self) -> u64 {
        (self.basic.len() as u64 + 1) * self.cost.len() as u64
    }

    /// Looks for optimal values with at most this many pivots.
    pub fn solve(&mut self, pivots: u64) -> Outcome {
        for (cost, at_upper) in self.cost.iter().zip(&mut self.at_upper) {
            if cost.abs() > EQUAL {
                *at_upper = *cost < 0.0;
            }
        }
        let place: Vec<f64> = (0..self.nonbasic.len()).map(|column| self.place(column)).collect();
        let mut norms: Vec<f64> = Vec::with_capacity(self.table.len());
        for (row, value) in self.table.iter().zip(&mut self.value) {
            *value = row.iter().zip(&place).map(|(a, x)| a * x).sum();
            norms.push(norm(row));
        }
        let until = self.pivots + pivots;
        loop {
            let Some((row, missing)) = self.leaving(&norms) else { return Outcome::Optimal };
            if self.pivots >= until {
                return Outcome::Stopped;
            }
            match self.entering(row, missing) {
                Some(column) => self.pivot(row, column, missing, &mut norms),
                None => return Outcome::Infeasible(row),
            }
        }
    }

    /// The value of a nonbasic variable.
    fn place(&self, column: usize) -> f64 {
        let (lower, upper) = self.bounds[self.nonbasic[column]];
        if self.at_upper[column] { upper } else { lower }
    }

    /// By how much a row's value has to grow to reach its bounds.
    fn missing(&self, row: usize) -> f64 {
        let (lower, upper) = self.bounds[self.basic[row]];
        let value = self.value[row];
        let short = if value < lower {
            lower - value
        } else if value > upper {
            upper - value
        } else {
            0.0
        };
        if short.abs() > FEASIBLE * (1.0 + value.abs()) { short } else { 0.0 }
    }

    /// The row that misses its bounds by most, in proportion to its norm, and by how much.
    fn leaving(&self, norms: &[f64]) -> Option<(usize, f64)> {
        let mut best: Option<(f64, usize, f64)> = None;
        for (row, norm) in norms.iter().enumerate() {
            let missing = self.missing(row);
            let score = missing * missing / (1.0 + norm);
            if missing != 0.0 && best.is_none_or(|best| score > best.0) {
                best = Some((score, row, missing));
            }
        }
        best.map(|(_, row, missing)| (row, missing))
    }

    /// The column that enters for a row. Columns that reach their other bound before are moved there. `None` if the row
    /// can't reach its bounds at all.
    fn entering(&mut self, row: usize, missing: f64) -> Option<usize> {
        let sign = missing.signum();
        let mut candidates: Vec<(f64, f64, usize)> = vec![];
        for (column, &a) in self.table[row].iter().enumerate() {
            let a = sign * a;
            let (lower, upper) = self.bounds[self.nonbasic[column]];
            if a.abs() > PIVOT && lower < upper && self.at_upper[column] == (a < 0.0) {
                candidates.push((self.cost[column].abs() / a.abs(), a.abs(), column));
            }
        }
        candidates.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let mut open = missing.abs();
        let width = |&(_, a, column): &(f64, f64, usize)| {
            let (lower, upper) = self.bounds[self.nonbasic[column]];
            a * (upper - lower)
        };
        let widths: Vec<f64> = candidates.iter().map(width).collect();
        let mut at = widths.iter().position(|width| {
            open -= width;
            open <= 0.0
        });
        if at.is_none() && open <= FEASIBLE * (1.0 + missing.abs()) {
            at = candidates.len().checked_sub(1);
        }
        let at = at?;
        // The largest coefficient of equal ratios is the safest.
        let equal = |other: &usize| (candidates[*other].0 - candidates[at].0).abs() <= EQUAL;
        let same = (0..=at).rev().take_while(equal);
        let chosen = same.max_by(|&a, &b| candidates[a].1.total_cmp(&candidates[b].1)).unwrap_or(at);
        for &(.., column) in &candidates[..chosen] {
            self.flip(column);
        }
        Some(candidates[chosen].2)
    }

    /// Moves a nonbasic variable to its other bound.
    fn flip(&mut self, column: usize) {
        let before = self.place(column);
        self.at_upper[column] = !self.at_upper[column];
        let step = self.place(column) - before;
        for (row, value) in self.table.iter().zip(&mut self.value) {
            *value += row[column] * step;
        }
    }

    /// Exchanges the basic variable of a row for a nonbasic one.
    fn pivot(&mut self, row: usize, column: usize, missing: f64, norms: &mut [f64]) {
        self.pivots += 1;
        let (lower, upper) = self.bounds[self.basic[row]];
        let target = if missing > 0.0 { lower } else { upper };
        let pivot = self.table[row][column];
        let step = (target - self.value[row]) / pivot;
        let entered = self.place(column) + step;
        let mut leaving = std::mem::take(&mut self.table[row]);
        for a in &mut leaving {
            *a /= -pivot;
        }
        leaving[column] = 1.0 / pivot;
        let sum: Vec<(usize, f64)> = leaving.iter().copied().enumerate().filter(|term| term.1 != 0.0).collect();
        for (at, other) in self.table.iter_mut().enumerate() {
            if at == row || other[column] == 0.0 {
                continue;
            }
            self.value[at] += other[column] * step;
            norms[at] = (norms[at] + substitute(other, &sum, column)).max(0.0);
        }
        substitute(&mut self.cost, &sum, column);
        substitute(&mut self.plain, &sum, column);
        norms[row] = norm(&leaving);
        self.table[row] = leaving;
        self.value[row] = entered;
        std::mem::swap(&mut self.basic[row], &mut self.nonbasic[column]);
        self.at_upper[column] = missing < 0.0;
    }

    /// The multipliers of the rows whose sum proves the outcome: a bound of the cost, or the contradiction.
    pub fn multipliers(&self, outcome: Outcome) -> Vec<f64> {
        let mut multipliers = vec![0.0; self.basic.len()];
        let (from, sign) = match outcome {
            Outcome::Optimal | Outcome::Stopped => (&self.plain, 1.0),
            Outcome::Infeasible(row) => {
                let sign = self.missing(row).signum();
                if let Some(slack) = self.basic[row].checked_sub(self.variables) {
                    multipliers[slack] = sign;
                }
                (&self.table[row], -sign)
            }
        };
        for (&a, &variable) in from.iter().zip(&self.nonbasic) {
            if let Some(slack) = variable.checked_sub(self.variables) {
                multipliers[slack] = sign * a;
            }
        }
        multipliers
    }

    /// The values of the variables of the program.
    pub fn values(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.bounds.len()];
        for (&variable, &value) in self.basic.iter().zip(&self.value) {
            values[variable] = value;
        }
        for (column, &variable) in self.nonbasic.iter().enumerate() {
            values[variable] = self.place(column);
        }
        values.truncate(self.variables);
        values
    }
}

/// Replaces the variable of a column by the sum that it equals. Returns by how much the row's norm grows.
fn substitute(row: &mut [f64], sum: &[(usize, f64)], column: usize) -> f64 {
    let factor = std::mem::take(&mut row[column]);
    if factor == 0.0 {
        return 0.0;
    }
    let mut grown = -factor * factor;
    for &(at, k) in sum {
        let before = row[at];
        let after = before + factor * k;
        row[at] = if after.abs() < ZERO { 0.0 } else { after };
        grown += after * after - before * before;
    }
    grown
}

fn norm(row: &[f64]) -> f64 {
    row.iter().map(|a| a * a).sum()
}
