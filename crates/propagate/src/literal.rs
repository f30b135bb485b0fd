//! Literals: conditions on one variable, which a domain decides or can be narrowed to meet.

use crate::ids::Var;
use sator_model::Domain;
pub use sator_model::view::Test;

/// A condition on one variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The variable.
    pub var: Var,
    /// The test of its value.
    pub test: Test,
}

impl Literal {
    /// `var = value`
    pub fn is(var: Var, value: i64) -> Literal {
        Literal { var, test: Test::Is(value) }
    }

    /// Whether a value of the variable meets it.
    pub fn holds(&self, value: i64) -> bool {
        self.test.holds(value)
    }
}

/// A condition on one variable that follows from its bounds and single values: what changes of a domain are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fact {
    /// The variable.
    pub var: Var,
    /// Its comparison with a value.
    pub relation: Relation,
}

/// A comparison with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `v >= k`
    AtLeast(i64),
    /// `v <= k`
    AtMost(i64),
    /// `v = k`
    Is(i64),
    /// `v != k`
    IsNot(i64),
}

impl Fact {
    /// `var >= value`
    pub fn at_least(var: Var, value: i64) -> Fact {
        Fact { var, relation: Relation::AtLeast(value) }
    }

    /// `var <= value`
    pub fn at_most(var: Var, value: i64) -> Fact {
        Fact { var, relation: Relation::AtMost(value) }
    }

    /// `var = value`
    pub fn is(var: Var, value: i64) -> Fact {
        Fact { var, relation: Relation::Is(value) }
    }

    /// `var != value`
    pub fn is_not(var: Var, value: i64) -> Fact {
        Fact { var, relation: Relation::IsNot(value) }
    }

    /// Whether a value of the variable agrees with it.
    pub fn holds(&self, value: i64) -> bool {
        Literal::from(*self).holds(value)
    }
}

impl From<Fact> for Literal {
    fn from(Fact { var, relation }: Fact) -> Literal {
        let test = match relation {
            Relation::AtLeast(k) => Test::AtLeast(k),
            Relation::AtMost(k) => Test::AtMost(k),
            Relation::Is(k) => Test::Is(k),
            Relation::IsNot(k) => Test::IsNot(k),
        };
        Literal { var, test }
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { var: self.var, test: !self.test }
    }
}

/// Domains that decide literals: those of now, or those of an earlier time.
pub trait Domains {
    /// Smallest and largest value.
    fn range(&self, var: Var) -> (i64, i64);

    /// The values in increasing order. Only for domains with bits.
    fn values(&self, var: Var) -> impl Iterator<Item = i64>;

    /// Whether the variable can have the value.
    fn contains(&self, var: Var, value: i64) -> bool;

    /// Whether every value between the bounds can be removed on its own.
    fn has_bits(&self, var: Var) -> bool;

    /// Whether the literal holds, if its domain decides it.
    fn truth(&self, literal: &Literal) -> Option<bool> {
        let var = literal.var;
        let (min, max) = self.range(var);
        let decide = |all: bool, none: bool| if all { Some(true) } else { none.then_some(false) };
        match &literal.test {
            Test::AtLeast(k) => decide(min >= *k, max < *k),
            Test::AtMost(k) => decide(max <= *k, min > *k),
            Test::Is(k) => decide(min == *k && max == *k, !self.contains(var, *k)),
            Test::IsNot(k) => decide(!self.contains(var, *k), min == *k && max == *k),
            Test::In(set) => self.inside(var, set),
            Test::NotIn(set) => self.inside(var, set).map(|inside| !inside),
        }
    }

    /// Whether all values are in the set, or none.
    fn inside(&self, var: Var, set: &Domain) -> Option<bool> {
        if !self.has_bits(var) {
            let (min, max) = self.range(var);
            let ranges = set.ranges();
            let at = ranges.partition_point(|r| r.1 < min);
            return match ranges.get(at) {
                Some(&(a, b)) if a <= min && max <= b => Some(true),
                Some(&(a, _)) if a <= max => None,
                _ => Some(false),
            };
        }
        let mut values = self.values(var).map(|value| set.contains(value));
        let first = values.next()?;
        values.all(|inside| inside == first).then_some(first)
    }
}
