//! Solutions, by the names that the script declares.

use sator_model::{Assignment, Kind, Model, UnknownId};
use std::collections::BTreeMap;
use std::ops::Index;

/// The value of a cell or a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Value {
    /// A number.
    Number(i64),
    /// Yes or no.
    Truth(bool),
    /// A value of an enum, by its name.
    Name(String),
}

impl Value {
    pub(super) fn of(model: &Model, unknown: UnknownId, value: i64) -> Value {
        match model.unknown(unknown).kind {
            Kind::Int => Value::Number(value),
            Kind::Bool => Value::Truth(value != 0),
            kind => Value::Name(model.value_text(kind, value)),
        }
    }

    /// The number, if the value is one.
    pub fn number(&self) -> Option<i64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }

    /// Yes or no, if the value is one of these.
    pub fn truth(&self) -> Option<bool> {
        if let Value::Truth(truth) = self { Some(*truth) } else { None }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Truth(truth) => truth.fmt(f),
            Value::Name(name) => name.fmt(f),
        }
    }
}

/// The cells of a grid, with something in each; rows and columns count from 0. A hole holds nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T = Value> {
    rows: usize,
    columns: usize,
    cells: Vec<Option<T>>,
}

impl<T> Grid<T> {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The content of a cell; `None` for a hole, and outside the grid.
    pub fn get(&self, row: usize, column: usize) -> Option<&T> {
        let inside = row < self.rows && column < self.columns;
        self.cells.get(row * self.columns + column).filter(|_| inside)?.as_ref()
    }

    /// All cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = Option<&T>> {
        self.cells.iter().map(Option::as_ref)
    }
}

/// By row and column, from 0.
///
/// # Panics
/// For a hole, and outside the grid: [`Grid::get`] does not.
impl<T> Index<(usize, usize)> for Grid<T> {
    type Output = T;

    fn index(&self, (row, column): (usize, usize)) -> &T {
        self.get(row, column).unwrap_or_else(|| panic!("no cell in row {row}, column {column}"))
    }
}

/// Something for each visible unknown, by the names of the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named<T> {
    grids: BTreeMap<String, Grid<T>>,
    variables: BTreeMap<String, Vec<T>>,
}

impl<T> Named<T> {
    pub(super) fn new(model: &Model, of: impl Fn(UnknownId) -> T) -> Named<T> {
        let grids = model.grids.iter().filter(|grid| !grid.hidden && grid.content.is_some());
        let variables = model.variables.iter().filter(|variable| !variable.hidden);
        let cells = |grid: &sator_model::Grid| grid.unknowns.iter().map(|unknown| unknown.map(&of)).collect();
        Named {
            grids: grids
                .map(|grid| (grid.name.clone(), Grid { rows: grid.rows, columns: grid.cols, cells: cells(grid) }))
                .collect(),
            variables: variables
                .map(|variable| (variable.name.clone(), variable.unknowns.iter().map(|&u| of(u)).collect()))
                .collect(),
        }
    }

    pub(super) fn grid(&self, name: &str) -> Option<&Grid<T>> {
        self.grids.get(name)
    }

    pub(super) fn list(&self, name: &str) -> Option<&[T]> {
        self.variables.get(name).map(|list| &list[..])
    }
}

/// One solution, evaluated against every condition without the solver that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    values: Named<Value>,
    pub(super) assignment: Assignment,
}

impl Solution {
    pub(super) fn new(model: &Model, assignment: Assignment) -> Solution {
        let values = Named::new(model, |u| Value::of(model, u, assignment.get(u)));
        Solution { values, assignment }
    }

    /// The grid of this name.
    pub fn grid(&self, name: &str) -> Option<&Grid> {
        self.values.grid(name)
    }

    /// The value of a variable; of a list the first one.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.list(name)?.first()
    }

    /// The values of a list; of a single variable a list of one.
    pub fn list(&self, name: &str) -> Option<&[Value]> {
        self.values.list(name)
    }
}
