//! Parts of declarations.

use super::{Expr, Ident};
use sator_base::source::Span;

/// One unknown or list of a `var`.
#[derive(Clone, Debug, PartialEq)]
pub struct VarItem {
    /// The name.
    pub name: Ident,
    /// The indices of an array: its length in `q[8]`, an enum in `age[pet]`; empty for one unknown.
    pub keys: Vec<Expr>,
}

/// A parameter of a rule or def.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// The name.
    pub name: Ident,
    /// The default value.
    pub default: Option<Expr>,
}

/// The shape of a grid.
#[derive(Clone, Debug, PartialEq)]
pub enum GridShape {
    /// `9x9`
    Literal {
        /// The number of rows.
        rows: u32,
        /// The number of columns.
        cols: u32,
        /// The place of the size.
        span: Span,
    },
    /// `n by m`
    By(Expr, Expr),
    /// `like cage`: the shape of an earlier grid or picture.
    Like(Ident),
}

/// `one number in each`: each piece of a partition contains this many of the cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Seeds {
    /// The number of seeds in each piece.
    pub count: u32,
    /// The cells.
    pub of: Expr,
    /// More kinds of cells, as in `one letter, two number in each`: their numbers and their cells.
    pub also: Vec<(u32, Expr)>,
}

/// The values of unknowns.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// `bool`
    Bool(Span),
    /// A range, a set, the name of an enum, or an expression whose value is a set or list of integers.
    Expr(Expr),
    /// `1..`: all numbers from this one on.
    From(Expr),
}
