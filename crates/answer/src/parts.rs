//! The parts of which answers consist: fixes, optima, expectations, runs.

use crate::{Answer, StatementRef};
use sator_base::limits::Reason;
use sator_base::method::{Encoding, Engine, Size};
use sator_base::text::ratio;
use sator_model::{Assignment, Atom, UnknownId};
use std::time::Duration;

/// The state of the search for the fewest statements that clash, or that force a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fewest {
    /// Whether no fewer statements do; proved.
    pub proved: bool,
    /// The limit that ended the search.
    pub stopped: Option<Reason>,
}

/// The fewest cells that single out the first of two solutions when they are given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// The cells with their values in the first solution.
    Cells(Vec<Atom>),
    /// No set of at most `fix_limit` cells singles it out; proved.
    None,
    /// A limit ended the search.
    Stopped(Reason),
}

/// The aim of an optimisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sense {
    /// The largest value of each objective.
    Most,
    /// The smallest value of each objective.
    Least,
    /// The smallest sum of the weights of the broken preferences.
    Penalty,
}

/// The best solution found.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// The aim.
    pub sense: Sense,
    /// The solution.
    pub assignment: Assignment,
    /// The unknowns whose values differ from the optimum shown before.
    pub changed: Vec<UnknownId>,
    /// One element for each objective. Each objective decides only between solutions that are equal in those before it.
    pub objectives: Vec<ObjectiveValue>,
    /// With [`Sense::Penalty`], the preferences that the solution breaks.
    pub broken: Vec<Unmet>,
    /// The limit that ended the search.
    pub stopped: Option<Reason>,
    /// Whether a formula made anew finds no better solution either.
    pub confirmed: bool,
    /// Whether fractions are shown as decimals.
    pub decimals: bool,
}

/// The value of an objective and its proved bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectiveValue {
    /// The value in the best solution found.
    pub value: i64,
    /// No solution has a better value than this one; `None` where no bound was proved.
    pub bound: Option<i64>,
    /// The factor that made the objective whole: value and bound are divided by it to be shown.
    pub scale: i64,
}

impl ObjectiveValue {
    /// The distance of the bound from the value, relative to the value as in other optimisers: 0.25 for a value of 8
    /// and a bound of 10. `None` without a bound, or if the value is 0 and the bound isn't.
    pub fn gap(&self) -> Option<f64> {
        let distance = self.bound?.abs_diff(self.value);
        match (distance, self.value) {
            (0, _) => Some(0.0),
            (_, 0) => None,
            (distance, value) => Some(distance as f64 / value.unsigned_abs() as f64),
        }
    }
}

/// A statement that can't hold with some facts of a board, whatever the open cells become.
#[derive(Clone, Debug)]
pub struct BrokenStatement {
    /// The statement.
    pub statement: StatementRef,
    /// Facts that it can't hold with. None can be left out.
    pub facts: Vec<Atom>,
}

/// A preference that a solution breaks.
#[derive(Clone, Debug)]
pub struct Unmet {
    /// The preference.
    pub because: StatementRef,
    /// Its weight.
    pub weight: i64,
}

impl Optimum {
    /// Whether no solution is better.
    pub fn is_proved(&self) -> bool {
        self.objectives.iter().all(|objective| objective.bound == Some(objective.value))
    }

    /// A value or bound of an objective as text.
    pub fn text(&self, scaled: i64, objective: &ObjectiveValue) -> String {
        ratio(scaled, objective.scale, self.decimals)
    }

    /// The values of the objectives: `7`, `(7, 3)`.
    pub fn values_text(&self) -> String {
        let values: Vec<String> = self.objectives.iter().map(|o| self.text(o.value, o)).collect();
        if values.len() == 1 { values.concat() } else { format!("({})", values.join(", ")) }
    }
}

/// The expectation of an `expect`.
#[derive(Clone, Debug)]
pub enum Expected {
    /// `expect unique`: exactly one solution.
    Unique,
    /// `expect none`: no solution.
    NoSolution,
    /// `expect count`: this many solutions.
    Count(u64),
    /// A drawing of the grid with this name: the solution is the one drawn.
    Drawn(String),
    /// A condition as it is typed: the current solution meets it.
    Condition(String),
}

/// The finding of an `expect` in place of its expectation.
#[derive(Clone, Debug)]
pub enum Found {
    /// The answer to the question that checks the expectation.
    Answer(Box<Answer>),
    /// The cells that differ from the drawing: each with its value, then the value drawn.
    Cells(Vec<(UnknownId, i64, i64)>),
    /// The sides of a comparison as they are typed, each with its value. A condition that is no comparison has none.
    Sides(Vec<(String, String)>),
}

/// The run of one encoding and engine in `compare`.
#[derive(Clone, Debug)]
pub struct Run {
    /// The encoding.
    pub encoding: Encoding,
    /// The engine.
    pub engine: Engine,
    /// The size of the formula.
    pub size: Size,
    /// The time of encoding and search together.
    pub elapsed: Duration,
    /// The answer of this run.
    pub outcome: Answer,
}
