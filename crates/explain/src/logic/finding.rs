//! The result of a finder (`Finding`), and the premises of a conclusion: removed candidates and groups (`Grounds`).

use super::argument::Argument;
use crate::mask::Mask;
use sator_answer::Atom;
use sator_model::UnknownId;

/// Candidates that are gone, by unknown.
pub(crate) type Gone = Vec<(UnknownId, Mask)>;

/// An argument with what follows from it, and what it rests on.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub argument: Argument,
    pub conclusions: Vec<Atom>,
    /// The groups that the argument itself is about.
    pub groups: Vec<usize>,
    /// Candidates that must be gone, by unknown.
    pub gone: Gone,
}

/// Premises: removed candidates, and groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grounds {
    pub gone: Gone,
    pub groups: Vec<usize>,
}

impl Grounds {
    /// No more than candidates that are gone.
    pub(super) fn gone(gone: Gone) -> Grounds {
        Grounds { gone, groups: vec![] }
    }
}
