//! The standard rules that a script itself uses, with their arguments. Other programs know many of these rules, so that
//! exports are written from this list.
//!
//! Rows and columns count from 0.

use super::shape::Place;
use super::{GridId, LinesId, UnknownId};
use std::ops::Range;
use std::sync::Arc;

/// One use of a standard rule. Uses within a standard rule belong to that rule and are not listed.
#[derive(Clone, Debug)]
pub struct RuleUse {
    /// The name of the rule.
    pub rule: Arc<str>,
    /// Its text: `killer(r1c1..r1c3, 15)`.
    pub text: String,
    /// The arguments, by the names of the rule's parameters.
    pub arguments: Vec<(Arc<str>, Argument)>,
    /// The constraints that the use added.
    pub constraints: Range<usize>,
    /// The shapes that it drew.
    pub shapes: Range<usize>,
}

/// An argument of a rule.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// No argument, or `none`.
    None,
    /// A known number.
    Int(i64),
    /// A known condition.
    Bool(bool),
    /// A string, or the word of a direction.
    Word(Arc<str>),
    /// A cell, or a list or region of cells of one grid.
    Places(GridId, Vec<Place>),
    /// A whole grid.
    Grid(GridId),
    /// A picture of regions, clues, or clues outside, by its name.
    Picture(Arc<str>),
    /// Links, fences or a partition.
    Lines(LinesId),
    /// The links of a graph: an unknown for each edge.
    GraphLinks(Vec<UnknownId>),
    /// An unknown number that is no cell.
    Unknown(UnknownId),
    /// A list or tuple of arguments.
    List(Vec<Argument>),
    /// Any other value.
    Other,
}

impl RuleUse {
    /// The argument for a parameter; `None` if the default applies.
    pub fn argument(&self, name: &str) -> &Argument {
        self.arguments.iter().find(|(n, _)| &**n == name).map_or(&Argument::None, |(_, value)| value)
    }

    /// The number given for a parameter, if it is one.
    pub fn number(&self, name: &str) -> Option<i64> {
        if let Argument::Int(n) = self.argument(name) { Some(*n) } else { None }
    }

    /// The cells of an argument, if they lie on this grid.
    pub fn places(&self, name: &str, grid: GridId) -> Option<&[Place]> {
        self.argument(name).places(grid)
    }
}

impl Argument {
    /// The cells, if the argument consists of cells of this grid.
    pub fn places(&self, grid: GridId) -> Option<&[Place]> {
        match self {
            Argument::Places(of, places) if *of == grid => Some(places),
            _ => None,
        }
    }
}
