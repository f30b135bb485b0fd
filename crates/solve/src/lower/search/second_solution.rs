//! Searches for a second solution that shares some values with a known one. One search serves many questions, each with
//! other shared values.

use super::propagate::Empty;
use super::{DepthFirst, Ended, depth_first};
use sator_base::limits::Limits;
use sator_model::{Assignment, Model, UnknownId};

/// Work for one question, counted in values read, after which an engine is faster: about half a millisecond.
const WORK: u64 = 100_000;

/// A search for a second solution.
pub struct SecondSolution {
    search: Box<dyn DepthFirst>,
    visible: Vec<UnknownId>,
    other: Option<Assignment>,
}

/// The answer to a question.
pub enum Found<'a> {
    /// A second solution.
    Other(&'a Assignment),
    /// There is no second solution.
    None,
    /// The work is spent, or a limit is met.
    Unknown,
}

impl SecondSolution {
    /// `None` if the model has a condition that isn't supported, or no solution.
    pub fn of(model: &Model, limits: &Limits) -> Option<SecondSolution> {
        let mut search = depth_first(model, &model.conditions(), limits)?;
        search.settle().ok()?;
        Some(SecondSolution { search, visible: model.visible().collect(), other: None })
    }

    /// A solution with the values of `known` for the unknowns `same`, and another value for some visible unknown: for
    /// `differs`, if that is given.
    pub fn find(
        &mut self,
        same: impl Iterator<Item = UnknownId>,
        differs: Option<UnknownId>,
        known: &Assignment,
        limits: &Limits,
    ) -> Found<'_> {
        let SecondSolution { search, visible, other } = self;
        let ended = match restrict(&mut **search, same, differs, known) {
            Err(Empty) => Ended::All,
            Ok(()) => {
                search.allow(WORK);
                search.run(limits, &mut |a| {
                    let is_known = visible.iter().all(|&u| a.get(u) == known.get(u));
                    if !is_known {
                        *other = Some(a.clone());
                    }
                    is_known
                })
            }
        };
        search.start_over();
        match (ended, other) {
            (Ended::Enough, Some(other)) => Found::Other(other),
            (Ended::All, _) => Found::None,
            _ => Found::Unknown,
        }
    }
}

/// Restricts the domains to the values that the second solution can have.
fn restrict(
    search: &mut dyn DepthFirst,
    same: impl Iterator<Item = UnknownId>,
    differs: Option<UnknownId>,
    known: &Assignment,
) -> Result<(), Empty> {
    // No bit if the mask has none for the value.
    let bit = |search: &dyn DepthFirst, u: UnknownId| {
        let at = known.get(u).saturating_sub(search.base(u));
        if (0..64).contains(&at) { 1u64 << at } else { 0 }
    };
    if let Some(u) = differs {
        search.keep(u, !bit(search, u))?;
    }
    for u in same {
        search.keep(u, bit(search, u))?;
    }
    Ok(())
}
