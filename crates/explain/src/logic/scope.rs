//! Which unknowns a hypothesis and its cases range over.

use sator_model::UnknownId;

/// Which unknowns an argument may be about.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    /// What may follow within a case.
    pub within: &'a dyn Fn(UnknownId) -> bool,
    /// What may be supposed.
    pub supposed: &'a dyn Fn(UnknownId) -> bool,
    /// What is supposed first.
    pub first: &'a dyn Fn(UnknownId) -> bool,
    /// Whose values may be cases within a case.
    pub split: &'a dyn Fn(UnknownId) -> bool,
}
