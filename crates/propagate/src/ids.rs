//! The numbers of what a network consists of.

sator_base::ids::id! {
    /// The number of a variable. The unknowns of the model come first, each under its own number.
    pub struct Var;
    /// The number of an integer that belongs to a propagator and is restored with the domains.
    pub struct StateId;
    /// The number of a propagator.
    pub struct PropagatorId;
    /// The number of a clause of a network.
    pub struct ClauseId;
}
