//! Nodes of expressions. A node refers to its children by their numbers.

use super::expr_id::ExprId;
use super::graph::GraphRef;
use super::{Domain, UnknownId};
use std::sync::Arc;

/// The condition that never holds; with [`TRUE`] the first two nodes of every pool.
pub const FALSE: ExprId = ExprId(0);
/// The condition that always holds.
pub const TRUE: ExprId = ExprId(1);

/// A node of a pool: a condition or an integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    // Conditions
    /// A constant condition.
    Bool(bool),
    /// A bool unknown.
    BoolVar(UnknownId),
    /// `not a`
    Not(ExprId),
    /// At least two parts, sorted, none of them an `And` or a constant.
    And(Arc<[ExprId]>),
    /// At least two parts, sorted, none of them an `Or` or a constant.
    Or(Arc<[ExprId]>),
    /// `a <=> b`
    Iff(ExprId, ExprId),
    /// `e = k`; `e` has no constant part, its first coefficient is positive, the gcd is 1.
    Eq(ExprId, i64),
    /// `e <= k`; normal form as in `Eq`.
    Le(ExprId, i64),
    /// `e in set`; `e` has no constant part, the set has at least two values.
    Member(ExprId, Arc<Domain>),
    /// `(e1, e2, ...)` is one of the rows; each row is as long as the list.
    Table(Arc<[ExprId]>, Arc<[Box<[i64]>]>),
    /// All different, except that the values of the second list can repeat.
    AllDifferent(Arc<[ExprId]>, Arc<[i64]>),
    /// The present part of the graph is one piece, or empty.
    Connected(GraphRef),
    /// The present part of the graph has no cycle.
    Acyclic(GraphRef),
    /// The present edges form exactly one closed loop.
    SingleLoop(GraphRef),
    /// Every edge within a piece is present.
    Closed(GraphRef),
    /// Both vertices are present, in one piece.
    Reaches(GraphRef, u32, u32),
    /// Both vertices are present, in pieces with the same shape. The vertices of the graph are the cells of a grid with this
    /// many columns, row by row.
    Congruent(GraphRef, u32, [u32; 2]),

    // Integers
    /// A constant.
    Int(i64),
    /// An integer or enum unknown.
    IntVar(UnknownId),
    /// 1 if the condition holds, 0 otherwise.
    FromBool(ExprId),
    /// `sum(coefficient * e) + constant`; the terms are sorted and are no sums themselves. A coefficient is 0 only for
    /// a term that can be undefined.
    Sum(Arc<[(i64, ExprId)]>, i64),
    /// `a * b`
    Product(ExprId, ExprId),
    /// Floor division; 0 when the divisor is 0.
    Div(ExprId, ExprId),
    /// Remainder with the sign of the divisor; 0 when the divisor is 0.
    Mod(ExprId, ExprId),
    /// The absolute value.
    Abs(ExprId),
    /// At least two.
    Min(Arc<[ExprId]>),
    /// At least two.
    Max(Arc<[ExprId]>),
    /// `if condition then a else b`, on integers.
    Ite(ExprId, ExprId, ExprId),
    /// `list[index]`, indexed from 1; the first element if the index is outside.
    Element(Arc<[ExprId]>, ExprId),
    /// The number of vertices in the piece of this one; 0 if it is absent.
    PieceSize(GraphRef, u32),
}

/// The patterns of all integers that concern no graph. Together with the two macros below a match names all nodes, and
/// the compiler lists the matches that lack a new kind.
#[macro_export]
macro_rules! plain_integer {
    () => {
        $crate::Node::Int(_)
            | $crate::Node::IntVar(_)
            | $crate::Node::FromBool(_)
            | $crate::Node::Sum(..)
            | $crate::Node::Product(..)
            | $crate::Node::Div(..)
            | $crate::Node::Mod(..)
            | $crate::Node::Abs(_)
            | $crate::Node::Min(_)
            | $crate::Node::Max(_)
            | $crate::Node::Ite(..)
            | $crate::Node::Element(..)
    };
}

/// All conditions on a graph.
#[macro_export]
macro_rules! graph_condition {
    () => {
        $crate::Node::Connected(_)
            | $crate::Node::Acyclic(_)
            | $crate::Node::SingleLoop(_)
            | $crate::Node::Closed(_)
            | $crate::Node::Reaches(..)
            | $crate::Node::Congruent(..)
    };
}

/// All other conditions.
#[macro_export]
macro_rules! plain_condition {
    () => {
        $crate::Node::Bool(_)
            | $crate::Node::BoolVar(_)
            | $crate::Node::Not(_)
            | $crate::Node::And(_)
            | $crate::Node::Or(_)
            | $crate::Node::Iff(..)
            | $crate::Node::Eq(..)
            | $crate::Node::Le(..)
            | $crate::Node::Member(..)
            | $crate::Node::Table(..)
            | $crate::Node::AllDifferent(..)
    };
}

pub use crate::{graph_condition, plain_condition, plain_integer};

impl Node {
    /// Calls `f` with each child.
    pub fn for_each_child(&self, mut f: impl FnMut(ExprId)) {
        match self {
            Node::Bool(_) | Node::BoolVar(_) | Node::Int(_) | Node::IntVar(_) => {}
            Node::Not(a) | Node::Eq(a, _) | Node::Le(a, _) | Node::Member(a, _) | Node::FromBool(a) | Node::Abs(a) => {
                f(*a)
            }
            Node::And(l) | Node::Or(l) | Node::Table(l, _) | Node::AllDifferent(l, _) | Node::Min(l) | Node::Max(l) => {
                l.iter().for_each(|&a| f(a))
            }
            Node::Iff(a, b) | Node::Product(a, b) | Node::Div(a, b) | Node::Mod(a, b) => {
                f(*a);
                f(*b)
            }
            Node::Sum(terms, _) => terms.iter().for_each(|t| f(t.1)),
            Node::Ite(c, a, b) => {
                f(*c);
                f(*a);
                f(*b)
            }
            Node::Element(l, i) => {
                l.iter().for_each(|&a| f(a));
                f(*i)
            }
            Node::Connected(g)
            | Node::Acyclic(g)
            | Node::SingleLoop(g)
            | Node::Closed(g)
            | Node::Reaches(g, ..)
            | Node::Congruent(g, ..)
            | Node::PieceSize(g, _) => g.for_each_condition(f),
        }
    }

    /// The graph that the node refers to.
    pub fn graph(&self) -> Option<&GraphRef> {
        match self {
            Node::Connected(g)
            | Node::Acyclic(g)
            | Node::SingleLoop(g)
            | Node::Closed(g)
            | Node::Reaches(g, ..)
            | Node::Congruent(g, ..)
            | Node::PieceSize(g, _) => Some(g),
            plain_condition!() | plain_integer!() => None,
        }
    }

    /// Whether the node is a condition.
    pub fn is_condition(&self) -> bool {
        match self {
            plain_condition!() | graph_condition!() => true,
            plain_integer!() | Node::PieceSize(..) => false,
        }
    }
}
