//! Solutions other than one that is known, with some of its values: asked again and again, for other values.

use super::propagate::Empty;
use super::{Ended, Walk, walk};
use sator_base::limits::Limits;
use sator_model::{Assignment, Model, UnknownId};

/// Work for one question, in looked-at values, before it is better put to an engine: some half a millisecond.
const WORK: u64 = 100_000;

/// A search for a second solution.
pub struct Others {
    search: Box<dyn Walk>,
    visible: Vec<UnknownId>,
    other: Option<Assignment>,
}

/// What came of a question.
pub enum Found<'a> {
    /// A second solution.
    Other(&'a Assignment),
    /// There is no second solution.
    None,
    /// It takes too much work, or time is up.
    Unknown,
}

impl Others {
    /// `None` where the model has a condition that is not understood, or no solution.
    pub fn of(model: &Model, limits: &Limits) -> Option<Others> {
        let mut search = walk(model, &model.conditions(), limits)?;
        search.settle().ok()?;
        Some(Others { search, visible: model.visible().collect(), other: None })
    }

    /// A solution in which these unknowns have the same values as in the known one, and some visible unknown another: this one,
    /// where it is known that it must.
    pub fn find(
        &mut self,
        same: impl Iterator<Item = UnknownId>,
        differs: Option<UnknownId>,
        known: &Assignment,
        limits: &Limits,
    ) -> Found<'_> {
        let Others { search, visible, other } = self;
        let ended = match give(&mut **search, same, differs, known) {
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

/// What is known of the solution looked for.
fn give(
    search: &mut dyn Walk,
    same: impl Iterator<Item = UnknownId>,
    differs: Option<UnknownId>,
    known: &Assignment,
) -> Result<(), Empty> {
    // Nothing where the value can't be.
    let bit = |search: &dyn Walk, u: UnknownId| {
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
