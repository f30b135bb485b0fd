//! The unknowns of a hypothesis and its cases.

use sator_model::UnknownId;

/// Tests for the unknowns of an argument.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    /// Unknowns that turns can be about.
    pub within: &'a dyn Fn(UnknownId) -> bool,
    /// Unknowns of hypotheses.
    pub supposed: &'a dyn Fn(UnknownId) -> bool,
    /// Unknowns whose hypotheses come first.
    pub first: &'a dyn Fn(UnknownId) -> bool,
    /// Unknowns that a case split can be about.
    pub split: &'a dyn Fn(UnknownId) -> bool,
}
