//! Events of domains, and the tiers in which propagators run.

/// A domain would be empty: the constraints contradict the decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// The result of narrowing a domain. What was removed before a conflict stays on the trail.
pub type Narrowed = Result<(), Conflict>;

/// A change of a domain. Each event implies those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// It lost a value.
    Value,
    /// Its smallest or largest value changed.
    Bound,
    /// One value is left.
    Fixed,
}

/// The cost of a propagator. A tier runs when all lower tiers have nothing left to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Time in proportion to the variables that changed.
    Quick,
    /// Time in proportion to all variables of the constraint.
    Linear,
    /// More than that.
    Slow,
}

/// Number of tiers.
pub const TIERS: usize = 3;
