//! Constraint propagation: domains that shrink by what the conditions of a model exclude, and depth-first search on
//! them.
//!
//! In eight steps:
//!
//! 1. A [`store::Store`] holds a domain for each variable. The unknowns of the model are variables, and so are the
//!    values of expressions inside conditions (`b - a` in a distinct list) and the truth of conditions inside others.
//! 2. Every change of a domain goes on the *trail*, so that a search takes decisions back by undoing the trail.
//! 3. A [`literal::Literal`] is a condition on one variable: `v >= 3`, `v = 5`, `v in {1, 4}`.
//! 4. A [`propagator::Propagator`] removes values that its constraint excludes. It watches the variables it depends
//!    on, and runs when one of them changes in a way that matters.
//! 5. A [`propagator::Condition`] can also fail. `Reified` makes it the meaning of a literal.
//! 6. The [`network::Network`] runs the propagators until nothing changes, cheap ones first.
//! 7. [`post()`] makes a network from a model; it refuses a model with a condition that it has no propagator for.
//! 8. [`mod@search`] branches, depth first: for all solutions, for one, or for the best.
//!
//! No answer depends on a propagator that removes too little: whatever is fixed is checked. Tests compare each
//! propagator, and whole searches, with brute force.

#![warn(missing_docs)]

pub mod constraints;
pub mod facts;
pub mod literal;
pub mod network;
mod post;
mod preference;
pub mod propagator;
pub mod search;
pub mod store;
#[cfg(test)]
mod tests;
pub mod tuples;

pub use post::{Aim, Posted, post};
pub use preference::{has_wide_numbers, prefers_branch_and_bound};
pub use search::{Ended, Search};
