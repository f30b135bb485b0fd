//! Literals: conditions on one variable, which a domain decides or can be narrowed to meet.

use crate::store::Var;
use sator_model::Domain;
use std::sync::Arc;

/// A condition on one variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The variable.
    pub var: Var,
    /// The test of its value.
    pub test: Test,
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

impl Literal {
    /// `var = value`
    pub fn is(var: Var, value: i64) -> Literal {
        Literal { var, test: Test::Is(value) }
    }

    /// Whether a value of the variable meets it.
    pub fn holds(&self, value: i64) -> bool {
        match &self.test {
            Test::AtLeast(k) => value >= *k,
            Test::AtMost(k) => value <= *k,
            Test::Is(k) => value == *k,
            Test::IsNot(k) => value != *k,
            Test::In(set) => set.contains(value),
            Test::NotIn(set) => !set.contains(value),
        }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        let test = match self.test {
            Test::AtLeast(k) => Test::AtMost(k - 1),
            Test::AtMost(k) => Test::AtLeast(k + 1),
            Test::Is(k) => Test::IsNot(k),
            Test::IsNot(k) => Test::Is(k),
            Test::In(set) => Test::NotIn(set),
            Test::NotIn(set) => Test::In(set),
        };
        Literal { var: self.var, test }
    }
}
