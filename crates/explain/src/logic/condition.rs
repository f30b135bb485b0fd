//! Conditions on one unknown: whether a vertex or an edge is there, whether something counted holds.

use crate::group_csp::values_of;
use crate::mask::Mask;
use sator_model::{ExprId, Model, UnknownId, View};

/// The condition for a vertex or an edge to be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cond {
    Always,
    Never,
    /// The unknown has one of these values.
    Where(UnknownId, Mask),
    /// By a condition that is not looked into.
    Unclear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    There,
    Gone,
    Open,
}

impl Cond {
    /// The unknown that it is about.
    pub(crate) fn unknown(&self) -> Option<UnknownId> {
        if let Cond::Where(u, _) = self { Some(*u) } else { None }
    }

    /// The values of the unknown with which it holds.
    pub(crate) fn values(&self) -> Option<Mask> {
        if let Cond::Where(_, values) = self { Some(*values) } else { None }
    }

    pub(crate) fn state(self, masks: &[Mask]) -> State {
        match self {
            Cond::Always => State::There,
            Cond::Never => State::Gone,
            Cond::Unclear => State::Open,
            Cond::Where(u, _) => self.state_with(masks[u]),
        }
    }

    /// The state where its unknown has these candidates.
    pub(crate) fn state_with(self, mask: Mask) -> State {
        let Cond::Where(_, yes) = self else { return self.state(&[]) };
        match (mask & yes, mask & !yes) {
            (0, _) => State::Gone,
            (_, 0) => State::There,
            _ => State::Open,
        }
    }

    /// The condition as one about an unknown, where it is that simple.
    pub(crate) fn of(model: &Model, e: ExprId) -> Cond {
        match View::of(&model.pool, e, true) {
            View::Constant(true) => Cond::Always,
            View::Constant(false) => Cond::Never,
            View::Fix(u, test) => match values_of(model, u) {
                Some(values) => Cond::Where(u, mask_of(&values, |v| test.holds(v))),
                None => Cond::Unclear,
            },
            _ => Cond::Unclear,
        }
    }
}

/// The values that pass, by position.
fn mask_of(values: &[i64], passes: impl Fn(i64) -> bool) -> Mask {
    values.iter().enumerate().filter(|(_, v)| passes(**v)).fold(0, |mask, (at, _)| mask | 1 << at)
}
