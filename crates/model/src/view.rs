//! The constraint view: a condition in the terms of constraint programming.
//!
//! A node is one operation of a condition as a user wrote it. A compiler of constraints asks something else:
//! does it restrict one unknown (`Fix`), bound a weighted sum (`Linear`), keep expressions apart (`Distinct`)?
//! [`View::of`] answers that. Compilers of propagators and recognisers ask it; evaluation, interval propagation and the
//! encodings of expressions go from node to node.
//!
//! | condition | nodes | view |
//! | --- | --- | --- |
//! | `x <= 3` | `Le(IntVar x, 3)` | `Fix(x, AtMost(3))` |
//! | `x != 3` | `Not(Eq(IntVar x, 3))` | `Fix(x, IsNot(3))` |
//! | `2*x + y >= 7` | `Not(Le(Sum[2 x, 1 y], 6))` | `Linear([2 x, 1 y], AtLeast(7))` |
//! | `count(a, b, c) = 2` | `Eq(Sum[FromBool a, ...], 2)` | `Linear([1 FromBool a, ...], Is(2))`, whose [`Sum::counted`] are `a, b, c` |
//! | `not (a and b)` | `Not(And[a, b])` | `Clause([a, b], false)`: one of them is false |
//! | `x * y = 12` | `Eq(Product(x, y), 12)` | `Linear([1 Product(x, y)], Is(12))`: an integer that is no sum is its only term |
//!
//! A view takes two or three look-ups, so it is made where it is needed and can't outlive a rollback of the pool. Truth is
//! part of the question: `View::of(pool, e, false)` is the constraint that `e` fails.

use crate::{Domain, ExprId, GraphRef, Node, Pool, UnknownId};
use std::sync::Arc;

/// A condition that holds, or fails, as a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View<'a> {
    /// The constraint always holds, or never.
    Constant(bool),
    /// One unknown passes a test; a bool counts as 0 or 1.
    Fix(UnknownId, Test),
    /// All conditions have this truth.
    All(&'a [ExprId], bool),
    /// At least one of the conditions has this truth.
    Clause(&'a [ExprId], bool),
    /// Two conditions have the same truth, or different ones.
    Same(ExprId, ExprId, bool),
    /// A weighted sum of anything but a single unknown passes a test.
    Linear(Sum<'a>, Test),
    /// The expressions are all different, except that the listed values can repeat.
    Distinct(&'a [ExprId], &'a [i64]),
    /// The expressions have the values of one of the rows.
    Table(&'a [ExprId], &'a Arc<[Box<[i64]>]>),
    /// The present part of the graph is one piece, or empty.
    Connected(&'a GraphRef),
    /// The present edges form exactly one closed loop.
    Loop(&'a GraphRef),
    /// The present part of the graph has no cycle.
    Acyclic(&'a GraphRef),
    /// Every edge within a piece is present: the edges are those of a division.
    Division(&'a GraphRef),
    /// Two vertices are present, in one piece.
    Joined(&'a GraphRef, u32, u32),
    /// Two vertices are present, in pieces with the same shape on a grid with this many columns.
    Congruent(&'a GraphRef, u32, [u32; 2]),
    /// A constraint of no kind above, such as the negation of one.
    Other,
}

/// A test of a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `v >= k`
    AtLeast(i64),
    /// `v <= k`
    AtMost(i64),
    /// `v = k`
    Is(i64),
    /// `v != k`
    IsNot(i64),
    /// The value is in the set.
    In(Arc<Domain>),
    /// The value is not in the set.
    NotIn(Arc<Domain>),
}

/// A weighted sum: the sum of coefficient times expression, plus a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum<'a> {
    /// The integer that is the sum.
    pub expr: ExprId,
    terms: Terms<'a>,
    /// The number that is added to the terms.
    pub constant: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Terms<'a> {
    One([(i64, ExprId); 1]),
    Many(&'a [(i64, ExprId)]),
}

impl<'a> View<'a> {
    /// The constraint that condition `e` has this truth.
    pub fn of(pool: &'a Pool, e: ExprId, truth: bool) -> View<'a> {
        let (e, truth) = signed(pool, e, truth);
        let compared = |e: ExprId, test: Test| {
            let test = if truth { test } else { !test };
            match pool.node(e) {
                Node::IntVar(u) => View::Fix(*u, test),
                _ => View::Linear(Sum::of(pool, e), test),
            }
        };
        match pool.node(e) {
            Node::Bool(value) => View::Constant(*value == truth),
            Node::BoolVar(u) => View::Fix(*u, Test::Is(i64::from(truth))),
            Node::And(list) if truth => View::All(list, true),
            Node::Or(list) if !truth => View::All(list, false),
            Node::And(list) | Node::Or(list) => View::Clause(list, truth),
            Node::Iff(a, b) => View::Same(*a, *b, truth),
            Node::Eq(e, k) => compared(*e, Test::Is(*k)),
            Node::Le(e, k) => compared(*e, Test::AtMost(*k)),
            Node::Member(e, set) => compared(*e, Test::In(set.clone())),
            Node::AllDifferent(list, except) if truth => View::Distinct(list, except),
            Node::Table(list, rows) if truth => View::Table(list, rows),
            Node::Connected(graph) if truth => View::Connected(graph),
            Node::SingleLoop(graph) if truth => View::Loop(graph),
            Node::Acyclic(graph) if truth => View::Acyclic(graph),
            Node::Closed(graph) if truth => View::Division(graph),
            Node::Reaches(graph, u, v) if truth => View::Joined(graph, *u, *v),
            Node::Congruent(graph, cols, ends) if truth => View::Congruent(graph, *cols, *ends),
            _ => View::Other,
        }
    }
}

/// The same constraint about a condition that is no negation.
pub fn signed(pool: &Pool, e: ExprId, truth: bool) -> (ExprId, bool) {
    match pool.node(e) {
        Node::Not(inner) => (*inner, !truth),
        _ => (e, truth),
    }
}

/// The bool unknown that condition `e` is, and the truth that it has if `e` has this truth.
pub fn bool_literal(pool: &Pool, e: ExprId, truth: bool) -> Option<(UnknownId, bool)> {
    match signed(pool, e, truth) {
        (e, truth) if let Node::BoolVar(u) = pool.node(e) => Some((*u, truth)),
        _ => None,
    }
}

/// The constraint on one unknown that `e` has this truth, if it is one by its form.
pub fn fix(pool: &Pool, e: ExprId, truth: bool) -> Option<(UnknownId, Test)> {
    match View::of(pool, e, truth) {
        View::Fix(u, test) => Some((u, test)),
        _ => None,
    }
}

/// The unknown and the value that `e` gives it, if it is `u = value` by its form.
pub fn value(pool: &Pool, e: ExprId) -> Option<(UnknownId, i64)> {
    match fix(pool, e, true) {
        Some((u, Test::Is(value))) => Some((u, value)),
        _ => None,
    }
}

/// The integer unknown that an expression is.
pub fn unknown(pool: &Pool, e: ExprId) -> Option<UnknownId> {
    match pool.node(e) {
        Node::IntVar(u) => Some(*u),
        _ => None,
    }
}

/// The unknowns that these expressions are, if each is one.
pub fn unknowns<C: FromIterator<UnknownId>>(pool: &Pool, list: &[ExprId]) -> Option<C> {
    list.iter().map(|&e| unknown(pool, e)).collect()
}

/// The sides of `a = b`.
pub fn equal_sides(pool: &Pool, e: ExprId) -> Option<(ExprId, ExprId)> {
    match View::of(pool, e, true) {
        View::Linear(sum, Test::Is(0)) => sum.difference(),
        _ => None,
    }
}

/// The unknowns and the total of `a + b + c = total`.
pub fn total<C: FromIterator<UnknownId>>(pool: &Pool, e: ExprId) -> Option<(C, i64)> {
    match View::of(pool, e, true) {
        View::Linear(sum, Test::Is(total)) => Some((sum.unknowns(pool)?, total)),
        _ => None,
    }
}

/// The bool unknowns that hold exactly where a condition does, each with that condition: none, or the unknowns among the
/// sides of `a <=> b`.
pub fn channels(pool: &Pool, e: ExprId) -> impl Iterator<Item = (UnknownId, ExprId)> {
    let sides = match View::of(pool, e, true) {
        View::Same(a, b, true) => vec![(a, b), (b, a)],
        _ => vec![],
    };
    sides.into_iter().filter_map(|(side, condition)| match pool.node(side) {
        Node::BoolVar(u) => Some((*u, condition)),
        _ => None,
    })
}

/// A statement about the piece of a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSize<'a> {
    /// The graph with the pieces.
    pub graph: &'a GraphRef,
    /// The vertex.
    pub vertex: u32,
    /// The number of vertices in its piece.
    pub size: Size,
}

/// The stated number of vertices in a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// This number.
    Is(i64),
    /// The value of an unknown.
    Of(UnknownId),
    /// The value of an unknown, or more.
    AtLeast(UnknownId),
}

/// The statement about a piece that a condition is: `piece_size(p, c) = n`, `= x` or `>= x` for an unknown `x`.
pub fn piece_size(pool: &Pool, e: ExprId) -> Option<PieceSize<'_>> {
    let View::Linear(sum, test) = View::of(pool, e, true) else { return None };
    let stated = |piece: ExprId, size: Size| match pool.node(piece) {
        Node::PieceSize(graph, vertex) => Some(PieceSize { graph, vertex: *vertex, size }),
        _ => None,
    };
    if let (&[(1, piece)], Test::Is(k)) = (sum.terms(), &test) {
        return stated(piece, Size::Is(*k));
    }
    let (a, b) = sum.difference()?;
    let compared =
        |piece: ExprId, value: ExprId, size: fn(UnknownId) -> Size| stated(piece, size(unknown(pool, value)?));
    match test {
        Test::Is(0) => compared(a, b, Size::Of).or_else(|| compared(b, a, Size::Of)),
        Test::AtLeast(0) => compared(a, b, Size::AtLeast),
        Test::AtMost(0) => compared(b, a, Size::AtLeast),
        _ => None,
    }
}

impl<'a> Sum<'a> {
    /// The sum that an integer is: of itself alone, if it is no sum.
    pub fn of(pool: &'a Pool, e: ExprId) -> Sum<'a> {
        match pool.node(e) {
            Node::Sum(terms, constant) => Sum { expr: e, terms: Terms::Many(terms), constant: *constant },
            _ => Sum { expr: e, terms: Terms::One([(1, e)]), constant: 0 },
        }
    }

    /// The terms, sorted. A coefficient is 0 only for a term that can be undefined.
    pub fn terms(&self) -> &[(i64, ExprId)] {
        match &self.terms {
            Terms::One(one) => one,
            Terms::Many(terms) => terms,
        }
    }

    /// The unknowns, if this is a plain sum of integer unknowns.
    pub fn unknowns<C: FromIterator<UnknownId>>(&self, pool: &Pool) -> Option<C> {
        self.plain(|e| unknown(pool, e))
    }

    /// The conditions, if this is the number of conditions that hold.
    pub fn counted<C: FromIterator<ExprId>>(&self, pool: &Pool) -> Option<C> {
        self.plain(|e| match pool.node(e) {
            Node::FromBool(condition) => Some(*condition),
            _ => None,
        })
    }

    /// The terms as `of` reads them, if this is a sum without coefficients and constant.
    fn plain<T, C: FromIterator<T>>(&self, of: impl Fn(ExprId) -> Option<T>) -> Option<C> {
        let term = |&(k, e): &(i64, ExprId)| if k == 1 { of(e) } else { None };
        (self.constant == 0).then(|| self.terms().iter().map(term).collect())?
    }

    /// `(a, k)`, if this is `a + k`.
    pub fn shifted(&self) -> Option<(ExprId, i64)> {
        match self.terms() {
            &[(1, a)] => Some((a, self.constant)),
            _ => None,
        }
    }

    /// `(a, b)`, if this is `a - b`.
    pub fn difference(&self) -> Option<(ExprId, ExprId)> {
        match (self.terms(), self.constant) {
            (&[(1, a), (-1, b)] | &[(-1, b), (1, a)], 0) => Some((a, b)),
            _ => None,
        }
    }
}

impl Test {
    /// Whether a value passes.
    pub fn holds(&self, value: i64) -> bool {
        match self {
            Test::AtLeast(k) => value >= *k,
            Test::AtMost(k) => value <= *k,
            Test::Is(k) => value == *k,
            Test::IsNot(k) => value != *k,
            Test::In(set) => set.contains(value),
            Test::NotIn(set) => !set.contains(value),
        }
    }

    /// The smallest interval with all values that pass; `None` if all but a few values pass.
    pub fn hull(&self) -> Option<(i64, i64)> {
        match self {
            Test::AtLeast(k) => Some((*k, i64::MAX)),
            Test::AtMost(k) => Some((i64::MIN, *k)),
            Test::Is(k) => Some((*k, *k)),
            Test::In(set) => Some((set.min(), set.max())),
            Test::IsNot(_) | Test::NotIn(_) => None,
        }
    }

    /// The interval of the values that pass, if they are one.
    pub fn interval(&self) -> Option<(i64, i64)> {
        let has_gaps = matches!(self, Test::In(set) if set.ranges().len() > 1);
        self.hull().filter(|_| !has_gaps)
    }

    /// A set with the values of a domain that pass, and with no value that doesn't.
    pub fn values_among(&self, domain: impl FnOnce() -> Domain) -> Domain {
        match self {
            Test::AtLeast(k) => domain().intersect(&Domain::range(*k, i64::MAX)),
            Test::AtMost(k) => domain().intersect(&Domain::range(i64::MIN, *k)),
            Test::Is(k) => Domain::range(*k, *k),
            Test::IsNot(k) => domain().minus(&Domain::range(*k, *k)),
            Test::In(set) => (**set).clone(),
            Test::NotIn(set) => domain().minus(set),
        }
    }
}

impl std::ops::Not for Test {
    type Output = Test;

    fn not(self) -> Test {
        match self {
            Test::AtLeast(k) => Test::AtMost(k - 1),
            Test::AtMost(k) => Test::AtLeast(k + 1),
            Test::Is(k) => Test::IsNot(k),
            Test::IsNot(k) => Test::Is(k),
            Test::In(set) => Test::NotIn(set),
            Test::NotIn(set) => Test::In(set),
        }
    }
}
