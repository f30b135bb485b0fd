//! Solutions other than one that is known, with some of its values: asked again and again, for other values.

use super::Search;
use super::propagate::Empty;
use crate::limits::Limits;
use crate::model::{Assignment, Model, UnknownId};

/// Work for one question, in looked-at values, before it is better put to an engine: some half a millisecond.
const WORK: u64 = 100_000;

pub(crate) struct Others {
    search: Search,
}

/// What came of a question.
pub(crate) enum Found<'a> {
    Other(&'a Assignment),
    None,
    /// It takes too much work, or time is up.
    Unknown,
}

impl Others {
    /// `None` where the model has a condition that is not understood, or no solution.
    pub(crate) fn of(model: &Model, limits: &Limits) -> Option<Others> {
        let mut search = Search::of(model, limits)?;
        search.space.propagate().ok()?;
        Some(Others { search })
    }

    /// A solution in which these unknowns have the same values as in the known one, and some visible unknown another: this one,
    /// where it is known that it must.
    pub(crate) fn find(
        &mut self,
        same: impl Iterator<Item = UnknownId>,
        differs: Option<UnknownId>,
        known: &Assignment,
        limits: &Limits,
    ) -> Found<'_> {
        let root = self.search.space.mark();
        let until = self.search.space.work.saturating_add(WORK);
        let mut state = self.give(same, differs, known);
        let found = loop {
            state = match state {
                Err(Empty) => match self.search.next_branch() {
                    Some(next) => next,
                    None => break Some(false),
                },
                Ok(()) if self.search.space.work > until || limits.tick().is_err() => break None,
                Ok(()) => match self.search.open() {
                    Some(u) => self.decide(u, known),
                    None => {
                        self.search.show(&mut |_| false);
                        let Search { visible, assignment, .. } = &self.search;
                        if visible.iter().any(|&u| assignment.get(UnknownId(u)) != known.get(UnknownId(u))) {
                            break Some(true);
                        }
                        self.search.leave_hidden();
                        Err(Empty)
                    }
                },
            };
        };
        self.search.frames.clear();
        self.search.space.undo(root);
        match found {
            Some(true) => Found::Other(&self.search.assignment),
            Some(false) => Found::None,
            None => Found::Unknown,
        }
    }

    fn give(
        &mut self,
        same: impl Iterator<Item = UnknownId>,
        differs: Option<UnknownId>,
        known: &Assignment,
    ) -> Result<(), Empty> {
        if let Some(u) = differs {
            let others = !self.bit(u.0, known);
            self.search.space.keep(u.0, others)?;
        }
        for u in same {
            let bit = self.bit(u.0, known);
            self.search.space.keep(u.0, bit)?;
        }
        self.search.space.propagate()
    }

    /// Another value than the known one first.
    fn decide(&mut self, unknown: u32, known: &Assignment) -> Result<(), Empty> {
        let others = self.search.space.masks[unknown as usize] & !self.bit(unknown, known);
        self.search.take(unknown, others & others.wrapping_neg())
    }

    /// Nothing where the value can't be.
    fn bit(&self, unknown: u32, known: &Assignment) -> u64 {
        let at = known.get(UnknownId(unknown)).saturating_sub(self.search.space.base[unknown as usize]);
        if (0..64).contains(&at) { 1 << at } else { 0 }
    }
}
