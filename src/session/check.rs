//! The quick check after a statement at the prompt: does the statement clash with those before it?
//!
//! Narrowing domains comes first and can name the statements that clash. Once a question was asked, a check of the
//! solver with a small budget follows. A clash is always proved; no clash found proves nothing.

use super::Session;
use super::incremental::Outcome;
use super::list::StatementList;
use sator_answer::Clash;
use sator_base::limits::Limits;
use sator_model::Model;
use sator_solve::lower::Narrow;
use sator_solve::tuning::UNKNOWN_FD;
use std::cell::Cell;
use std::ops::Range;

/// Conflict budget of the solver's check.
const SHORT: u64 = 500;
/// Largest number of times that domains are narrowed from the start to name the statements of a clash.
const MOST_NARROWINGS: u32 = 40;

/// Domains narrowed by the first `constraints` constraints of the model.
pub(super) struct Narrowed {
    narrow: Narrow,
    constraints: usize,
}

impl Session {
    /// Checks the statement added last. Returns a clash that is new; the statement stays.
    pub fn check_last(&mut self) -> Option<Clash> {
        // Domains of unknowns without an upper end are cut off, so narrowing them proves nothing.
        if !self.settings.check
            || !self.model().open.is_empty()
            || self.cache.clash.is_some()
            || self.cache.seen.current.is_some()
            || self.list.entries.is_empty()
        {
            return None;
        }
        self.cache.clash = self.narrow_last().or_else(|| self.short_solve());
        self.cache.clash.clone()
    }

    fn narrow_last(&mut self) -> Option<Clash> {
        let limits = self.limits();
        let model = &self.elaborator.model;
        let narrowed = self.cache.narrowed.get_or_insert_with(|| Narrowed { narrow: Narrow::new(), constraints: 0 });
        let from = narrowed.constraints;
        if from == model.constraints.len() {
            return None;
        }
        limits.check_memory(model.unknowns.len(), UNKNOWN_FD).ok()?;
        narrowed.narrow.add_unknowns(model.expressions());
        narrowed.constraints = model.constraints.len();
        let new = model.constraints[from..].iter().map(|c| c.expr);
        if narrowed.narrow.add(model.expressions(), new, &limits).is_ok() {
            return None;
        }
        self.cache.narrowed = None;
        Some(name_clash(model, &self.list, &limits))
    }

    /// After a question the solver has learned clauses, so a small budget can be enough for a solution or a proof.
    fn short_solve(&mut self) -> Option<Clash> {
        if !self.cache.solver.as_ref().is_some_and(|solver| solver.asked) {
            return None;
        }
        let limits = self.limits().with_effort(SHORT);
        let (solver, model) = self.solver(&limits).ok()?;
        let found = solver.check(model, &[], &limits);
        self.end_trial(None);
        match found {
            Ok(Outcome::Sat(found)) => {
                self.cache.seen.current = Some(found);
                None
            }
            Ok(Outcome::Unsat) => self.list.entries.last().map(|e| Clash { number: e.number, with: None }),
            _ => None,
        }
    }
}

/// Names the statements of a clash: the first statement that can't hold with all those before it, then as few of
/// those as narrowing needs.
fn name_clash(model: &Model, list: &StatementList, limits: &Limits) -> Clash {
    let left = Cell::new(MOST_NARROWINGS);
    let ranges = list.ranges(model.constraints.len());
    let clash = |chosen: &[usize]| {
        left.set(left.get().saturating_sub(1));
        clashes(model, chosen.iter().map(|&i| ranges[i].clone()), limits)
    };
    let before = |n: usize, kept: &[usize]| -> Vec<usize> { (0..n).chain(kept.iter().copied()).collect() };
    // Find the shortest prefix of the list that clashes, keep its last statement, and repeat with the kept
    // statements added, until the kept statements clash by themselves.
    let mut kept: Vec<usize> = Vec::new();
    let mut end = list.entries.len();
    while kept.is_empty() || !clash(&kept) {
        let (mut low, mut high) = (1, end);
        while low < high {
            let middle = (low + high) / 2;
            if clash(&before(middle, &kept)) { high = middle } else { low = middle + 1 }
        }
        if left.get() == 0 || limits.stop().is_some() || !clash(&before(low, &kept)) {
            let number = list.entries.last().map_or(0, |e| e.number);
            return Clash { number, with: None };
        }
        kept.push(low - 1);
        end = low - 1;
        if end == 0 {
            break;
        }
    }
    let number = |i: &usize| list.entries[*i].number;
    let mut with: Vec<u32> = kept[1..].iter().map(number).collect();
    with.sort_unstable();
    Clash { number: number(&kept[0]), with: Some(with) }
}

/// Whether narrowing alone proves that these constraints can't hold together.
fn clashes(model: &Model, chosen: impl Iterator<Item = Range<usize>>, limits: &Limits) -> bool {
    let mut narrow = Narrow::new();
    narrow.add_unknowns(model.expressions());
    let conditions = chosen.flat_map(|range| &model.constraints[range]).map(|c| c.expr);
    // A reached limit looks like "no clash".
    limits.stop().is_none() && narrow.add(model.expressions(), conditions, limits).is_err()
}
