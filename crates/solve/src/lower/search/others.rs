//! Solutions other than one that is known, with some of its values: asked again and again, for other values.

use super::propagate::{Empty, Space};
use super::{Ended, Search};
use sator_base::limits::Limits;
use sator_model::{Assignment, Model, UnknownId};

/// Work for one question, in looked-at values, before it is better put to an engine: some half a millisecond.
const WORK: u64 = 100_000;

/// A search for a second solution.
pub struct Others {
    search: Search,
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
        let mut search = Search::of(model, limits)?;
        search.space.propagate().ok()?;
        Some(Others { search })
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
        let Others { search } = self;
        let root = search.space.mark();
        let ended = match give(&mut search.space, same, differs, known) {
            Err(Empty) => Ended::All,
            Ok(()) => {
                search.until = search.space.work.saturating_add(WORK);
                let visible = search.visible.clone();
                let is_known = |a: &Assignment| visible.iter().all(|&u| a.get(UnknownId(u)) == known.get(UnknownId(u)));
                search.run(limits, &mut |a| is_known(a))
            }
        };
        search.frames.clear();
        search.space.undo(root);
        match ended {
            Ended::Enough => Found::Other(&search.assignment),
            Ended::All => Found::None,
            Ended::Hard | Ended::Stopped(_) => Found::Unknown,
        }
    }
}

/// What is known of the solution looked for.
fn give(
    space: &mut Space,
    same: impl Iterator<Item = UnknownId>,
    differs: Option<UnknownId>,
    known: &Assignment,
) -> Result<(), Empty> {
    // Nothing where the value can't be.
    let bit = |space: &Space, u: UnknownId| {
        let at = known.get(u).saturating_sub(space.base[u]);
        if (0..64).contains(&at) { 1u64 << at } else { 0 }
    };
    if let Some(u) = differs {
        space.keep(u.0, !bit(space, u))?;
    }
    for u in same {
        space.keep(u.0, bit(space, u))?;
    }
    Ok(())
}
