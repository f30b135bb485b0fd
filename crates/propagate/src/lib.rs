//! Constraint propagation: domains that shrink by what the conditions of a model exclude, and depth-first search on
//! them.
//!
//! In eleven steps:
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
//! 8. [`Search`] branches, depth first, for all solutions. [`BranchAndBound`] looks for one, and for the best.
//! 9. A *relaxation* is the linear program of the inequalities that constraints add: it bounds the objective of the
//!    branch and bound.
//! 10. A [`store_at::StoreAt`] is the state before a change. There a propagator gives the *reason* of the change, from
//!     which the branch and bound learns clauses.
//! 11. A [`LocalSearch`] has no domains: it changes complete assignments until they violate nothing.
//!
//! No answer depends on a propagator that removes too little: whatever is fixed is checked. Tests compare each
//! propagator, and whole searches, with brute force.

#![warn(missing_docs)]

mod analysis;
mod branch_and_bound;
mod clauses;
pub mod constraints;
pub mod event;
pub mod facts;
pub mod history;
pub mod ids;
pub mod literal;
mod local_search;
pub mod network;
mod post;
mod preference;
pub mod propagator;
mod relaxation;
pub mod search;
pub mod store;
pub mod store_at;
#[cfg(test)]
mod tests;
pub mod tuples;

pub use branch_and_bound::{BranchAndBound, Step};
pub use local_search::LocalSearch;
pub use post::{Aim, Posted, is_cover, post};
pub use preference::{is_linear_in_choices, prefers_branch_and_bound, prefers_search};
pub use relaxation::rows::Rows;
pub use search::{Ended, Search};
