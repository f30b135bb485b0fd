//! Numbers of a linear program that stand for variables and literals.
//!
//! A variable with few values for the literals on it has a column of 0 and 1 for each of its values but the first: then
//! every literal on the variable, and the variable itself, is a sum of columns. Another variable has one column for its
//! value, and a literal on it has a column of its own.

use super::rows::{Row, Rows};
use crate::constraints::Part;
use crate::ids::Var;
use crate::literal::{Domains, Literal, Test};
use crate::store::Store;
use rustc_hash::{FxHashMap, FxHashSet};

/// Values of a variable up to which one literal is enough for that; beyond, there must be half as many literals as values.
const FEW: u64 = 8;

/// A number of the linear program.
pub(super) enum Column {
    /// The value of a variable.
    Value(Var),
    /// 1 if the variable has the value, else 0.
    Is(Var, i64),
    /// 1 if the literal holds, else 0.
    Truth(Literal),
}

/// A sum of columns, and a constant.
type Sum = (Vec<(usize, i64)>, i64);

/// The columns that rows need.
#[derive(Default)]
pub(super) struct Columns {
    pub(super) columns: Vec<Column>,
    /// By column: its smallest and largest value at the root of the search.
    pub(super) root: Vec<(i64, i64)>,
    /// By variable: its column, or the first column of its values.
    places: FxHashMap<Var, usize>,
    truths: FxHashMap<Literal, usize>,
    /// By variable with a column for each value: its values.
    values: FxHashMap<Var, Box<[i64]>>,
}

/// A row over columns.
pub(super) struct Sparse {
    pub(super) terms: Box<[(usize, i64)]>,
    pub(super) lo: i64,
    pub(super) hi: i64,
}

impl Columns {
    /// Makes columns for the parts of all rows. Rows that tie columns together are added.
    pub(super) fn of(rows: &mut Rows) -> Columns {
        let mut columns = Columns::default();
        let store = rows.store;
        let mut tests: FxHashMap<Var, FxHashSet<&Literal>> = FxHashMap::default();
        let mut list: Vec<Row> = std::mem::take(&mut rows.rows);
        for (_, part) in list.iter().flat_map(|row| &row.terms) {
            match part {
                Part::Literal(literal) => drop(tests.entry(literal.var).or_default().insert(literal)),
                Part::Var(var) => drop(tests.entry(*var).or_default()),
            }
        }
        let mut vars: Vec<Var> = tests
            .iter()
            .filter(|(var, tests)| {
                let size = store.size(**var);
                let are_worth_it = size == 2 || !tests.is_empty() && (size <= FEW || 2 * tests.len() as u64 >= size);
                size > 1 && are_worth_it && rows.can_split(**var)
            })
            .map(|of| *of.0)
            .collect();
        vars.sort_unstable();
        vars.into_iter().for_each(|var| columns.add_values(store, var));
        for (_, part) in list.iter().flat_map(|row| &row.terms) {
            match part {
                Part::Var(var) => columns.add_var(*var),
                Part::Literal(literal) if !columns.values.contains_key(&literal.var) => {
                    columns.add_truth(literal, rows);
                }
                Part::Literal(_) => {}
            }
        }
        list.append(&mut rows.rows);
        rows.rows = list;
        columns.root = columns.columns.iter().map(|column| column.range(store)).collect();
        columns
    }

    fn add_values(&mut self, store: &Store, var: Var) {
        let values: Box<[i64]> = store.values(var).collect();
        self.places.insert(var, self.columns.len());
        self.columns.extend(values[1..].iter().map(|&value| Column::Is(var, value)));
        self.values.insert(var, values);
    }

    fn add_var(&mut self, var: Var) {
        if !self.places.contains_key(&var) {
            self.places.insert(var, self.columns.len());
            self.columns.push(Column::Value(var));
        }
    }

    /// A column for a literal on a variable whose values have none, with what the bounds of the variable say of it.
    fn add_truth(&mut self, literal: &Literal, rows: &mut Rows) {
        let is_known = self.truths.contains_key(literal) || self.truths.contains_key(&!literal.clone());
        if is_known || rows.store.truth(literal).is_some() {
            return;
        }
        self.add_var(literal.var);
        self.truths.insert(literal.clone(), self.columns.len());
        self.columns.push(Column::Truth(literal.clone()));
        let value = || vec![(1, Part::Var(literal.var))];
        let (min, max) = rows.store.range(literal.var);
        for literal in [literal.clone(), !literal.clone()] {
            let hull = match literal.test {
                Test::IsNot(value) if value == min => Some((min + 1, max)),
                Test::IsNot(value) if value == max => Some((min, max - 1)),
                _ => literal.test.hull(),
            };
            if let Some((lo, hi)) = hull {
                rows.add_if(Some(&literal), value(), lo, hi);
            }
        }
    }

    /// The sums of the columns of each variable that are 1 at most.
    pub(super) fn of_variables(&self) -> impl Iterator<Item = Sparse> {
        let sums = self.values.iter().filter(|(_, values)| values.len() > 2);
        let mut sums: Vec<(usize, usize)> = sums.map(|(var, values)| (self.places[var], values.len() - 1)).collect();
        sums.sort_unstable();
        sums.into_iter().map(|(first, count)| Sparse {
            terms: (first..first + count).map(|column| (column, 1)).collect(),
            lo: 0,
            hi: 1,
        })
    }

    /// A row over columns. `None` if its numbers grow too large.
    pub(super) fn row(&self, row: &Row, store: &Store) -> Option<Sparse> {
        let mut sum: FxHashMap<usize, i64> = FxHashMap::default();
        let mut constant = 0i64;
        for (k, part) in &row.terms {
            let (terms, rest) = self.part(part, store);
            constant = constant.checked_add(k.checked_mul(rest)?)?;
            for (column, a) in terms {
                let total = sum.entry(column).or_default();
                *total = total.checked_add(k.checked_mul(a)?)?;
            }
        }
        let mut terms: Vec<(usize, i64)> = sum.into_iter().filter(|term| term.1 != 0).collect();
        terms.sort_unstable();
        let (lo, hi) = (row.lo.checked_sub(constant)?, row.hi.checked_sub(constant)?);
        Some(Sparse { terms: terms.into(), lo, hi })
    }

    /// A part of a row as a sum of columns.
    pub(super) fn part(&self, part: &Part, store: &Store) -> Sum {
        let by_value = |var: Var, at: &dyn Fn(i64) -> i64| {
            let (values, first) = (&self.values[&var], self.places[&var]);
            let least = at(values[0]);
            let terms = values[1..].iter().enumerate().map(|(i, &value)| (first + i, at(value) - least));
            (terms.filter(|term| term.1 != 0).collect(), least)
        };
        match part {
            Part::Var(var) if self.values.contains_key(var) => by_value(*var, &|value| value),
            Part::Var(var) => match self.places.get(var) {
                Some(&column) => (vec![(column, 1)], 0),
                // A variable without a column is fixed.
                None => (vec![], store.min(*var)),
            },
            Part::Literal(literal) if self.values.contains_key(&literal.var) => {
                by_value(literal.var, &|value| literal.holds(value).into())
            }
            Part::Literal(literal) => match store.truth(literal) {
                Some(truth) => (vec![], truth.into()),
                None => match self.truths.get(literal) {
                    Some(&column) => (vec![(column, 1)], 0),
                    None => (vec![(self.truths[&!literal.clone()], -1)], 1),
                },
            },
        }
    }

    /// The values of a variable that has a column for each but the first, with the number of the first column.
    pub(super) fn values_of(&self, var: Var) -> Option<(&[i64], usize)> {
        self.values.get(&var).map(|values| (&values[..], self.places[&var]))
    }

    /// Whether all variables whose values have columns have two values.
    pub(super) fn are_binary(&self) -> bool {
        self.values.values().all(|values| values.len() == 2)
    }

    /// The value that has no column, of a variable whose other values have one each.
    pub(super) fn first_value(&self, var: Var) -> i64 {
        self.values[&var][0]
    }

    /// The column of a variable that has one for its value.
    pub(super) fn value_of(&self, var: Var) -> Option<usize> {
        self.places.get(&var).copied().filter(|_| !self.values.contains_key(&var))
    }
}

impl Column {
    /// Smallest and largest value.
    pub(super) fn range(&self, store: &Store) -> (i64, i64) {
        match self {
            Column::Value(var) => (store.min(*var), store.max(*var)),
            Column::Is(var, value) if !store.contains(*var, *value) => (0, 0),
            Column::Is(var, _) => ((store.size(*var) == 1).into(), 1),
            Column::Truth(literal) => Part::Literal(literal.clone()).range(store),
        }
    }
}
