//! Conditions on one unknown: whether a vertex or an edge is there, whether something counted holds.

use crate::local::values_of;
use crate::mask::{Mask, all_of};
use sator_model::pool::Pool;
use sator_model::{ExprId, Model, Node, UnknownId};

/// When a vertex or an edge is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cond {
    Always,
    Never,
    /// Where the unknown has one of these values.
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
            Cond::Where(u, yes) => match (masks[u] & yes, masks[u] & !yes) {
                (0, _) => State::Gone,
                (_, 0) => State::There,
                _ => State::Open,
            },
        }
    }

    /// The condition as one about an unknown, where it is that simple.
    pub(crate) fn of(model: &Model, e: ExprId) -> Cond {
        cond(model, &model.pool, e)
    }
}

fn cond(model: &Model, pool: &Pool, e: ExprId) -> Cond {
    let with = |e: &ExprId, holds: &dyn Fn(i64) -> bool| {
        let (Node::IntVar(u) | Node::BoolVar(u)) = pool.node(*e) else { return Cond::Unclear };
        let Some(values) = values_of(model, *u) else { return Cond::Unclear };
        let yes = values.iter().enumerate().filter(|(_, v)| holds(**v)).fold(0, |mask, (at, _)| mask | 1 << at);
        Cond::Where(*u, yes)
    };
    match pool.node(e) {
        Node::Bool(true) => Cond::Always,
        Node::Bool(false) => Cond::Never,
        Node::BoolVar(_) => with(&e, &|v| v != 0),
        Node::Eq(e, k) => with(e, &|v| v == *k),
        Node::Member(e, set) => with(e, &|v| set.contains(v)),
        Node::Not(inner) => match (cond(model, pool, *inner), pool.node(*inner)) {
            (Cond::Where(u, yes), Node::BoolVar(_) | Node::Eq(..) | Node::Member(..)) => {
                Cond::Where(u, !yes & all_of(model.unknown(u).domain.size() as usize))
            }
            _ => Cond::Unclear,
        },
        _ => Cond::Unclear,
    }
}
