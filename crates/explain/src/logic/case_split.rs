//! Case splits: where the propagation of a hypothesis ends without a conflict, every value of some cell becomes a case.
//!
//! The branching heuristic propagates every candidate once on the board and keeps the domains it leads to. Two candidates whose
//! domains are disjoint in some cell can't both hold, so this look-ahead table predicts which values of a cell fail at once. The
//! cell with the fewest surviving values is split.

use super::super::group_consistency::GroupConsistency;
use super::super::knowledge::Knowledge;
use super::branch::Branch;
use super::conflict_analysis::{Ending, Followed};
use super::hypothesis::{Ended, Hypothesis};
use super::hypothesis_budget::{AMONG, FAR, NEAR, NEARLY_SPENT, effort_after};
use super::open_case::{CellCandidates, Changes};
use super::refutation::{Puzzle, Refuted, Shortest, candidates, is_open};
use super::scope::Scope;
use super::{Board, holds, shortened};
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::{Mask, bits};
use rustc_hash::FxHashMap;
use sator_answer::Atom;
use sator_base::limits::{Limits, Reason};
use sator_model::UnknownId;
use std::cell::RefCell;
use std::cmp::Reverse;

/// Largest depth of case splits, and largest number of conflicts in one argument.
const DEPTH: usize = 12;
const ENDS: usize = 256;
/// Number of values up to which each value of a cell is a case of its own. More values are split in two halves.
const EACH: u32 = 3;
/// Applications of single statements for each conclusion of a step of several statements.
const FOR_EACH: usize = 2_000;

/// Largest depth of case splits in a search over all candidates.
const DEEPEST: usize = 40;
/// Candidates that the look-ahead table ranks: those with the most consequences.
const MOVING: usize = 300;
/// Rounds of a search over all candidates: the number of candidates, the most promising first, and the conflicts of each.
const TRIED: [(usize, usize); 4] = [(64, 4), (24, 8), (12, 32), (8, 256)];

/// Refutations longer than the shortest by this factor are not kept: later searches may find shorter ones.
const NOT_LONGER: usize = 2;

/// Number of arguments of a refutation without a split above which a search for a split comes first.
const LONG: usize = 24;
/// Applications of single statements for a shorter argument after the first one.
const SHORTER: usize = 60_000;

/// Changes of the board up to which an open case is resumed. After more of them it is propagated anew: resumed cases of a heyawake of
/// 31x45 examined the whole area for changes far away.
const RESUMED: usize = 12;

/// Cells ranked by the look-ahead table for the effort of one application.
const LOOKED_UP: usize = 4;

/// The effort of a search over all candidates: applications of single statements, and conflicts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub applications: usize,
    pub ends: usize,
}

impl Effort {
    /// The effort after `fruitless` searches in a row.
    pub(crate) fn after(self, fruitless: u32) -> Effort {
        Effort { applications: effort_after(self.applications, fruitless), ..self }
    }
}

/// The effort that remains.
struct Budget {
    applications: usize,
    ends: usize,
}

impl Budget {
    /// Spends the effort of one ranking of all cells; false if too little remains.
    fn looks_up(&mut self, case: &Hypothesis) -> bool {
        let cost = case.masks.len() / LOOKED_UP;
        let is_left = self.applications > cost;
        self.applications = self.applications.saturating_sub(cost);
        is_left
    }
}

/// An argument by cases for the conclusion. With `among`, only these statements and houses propagate.
pub(crate) fn in_every_case(
    board: &Board,
    knowledge: &Knowledge,
    consistency: &GroupConsistency,
    scope: Scope,
    conclusion: Atom,
    (among, effort): (Option<&[usize]>, Effort),
    limits: &Limits,
) -> Result<Option<Finding>, Reason> {
    let Some(supposed) = contrary(knowledge, conclusion).filter(|_| (scope.supposed)(conclusion.unknown)) else {
        return Ok(None);
    };
    let mut budget = Budget { applications: effort.applications, ends: effort.ends };
    let reach = if among.is_some() { &AMONG } else { &NEAR };
    let mut case = Hypothesis::new((board, knowledge, consistency, None), scope, among, reach);
    let tree = case.tree(conclusion.unknown, supposed, (DEPTH, None), &mut budget, limits)?;
    Ok(tree.map(|tree| case.finding(&tree)))
}

/// For each conclusion, the case that refutes its denial from these statements and facts alone. `None` if the denial of some
/// conclusion is not refuted.
pub(crate) fn each_denied(
    board: &Board,
    knowledge: &Knowledge,
    consistency: &GroupConsistency,
    conclusions: &[Atom],
    (groups, facts): (&[usize], &[usize]),
    limits: &Limits,
) -> Result<Option<Vec<Branch>>, Reason> {
    let is_describable = |u: UnknownId| board.is_describable[u];
    let scope = Scope { within: &|_| true, supposed: &is_describable, first: &is_describable, split: &is_describable };
    let candidates = board.candidates_from(knowledge, groups, facts);
    let mut groups = groups.to_vec();
    groups.sort_unstable();
    let mut denied = Vec::new();
    for &conclusion in conclusions {
        let Some(supposed) = contrary(knowledge, conclusion).filter(|_| is_describable(conclusion.unknown)) else {
            return Ok(None);
        };
        let mut budget = Budget { applications: FOR_EACH, ends: ENDS };
        let case = Hypothesis::new((board, knowledge, consistency, None), scope, None, &AMONG);
        let mut case = case.with_only(&groups, candidates.clone());
        let Some(tree) = case.tree(conclusion.unknown, supposed, (DEPTH, None), &mut budget, limits)? else {
            return Ok(None);
        };
        let found = Finding { conclusions: vec![conclusion], groups: groups.clone(), ..case.finding(&tree) };
        match shortened(board, knowledge, &candidates, &found, &|of| consistency.search(of)).unwrap_or(found).argument {
            Argument::Cases { turns, end } => denied.push(Branch { turns, end }),
            _ => return Ok(None),
        }
    }
    let argument = Argument::Together(denied.clone());
    let found = Finding { argument, conclusions: conclusions.to_vec(), groups, gone: vec![] };
    Ok(holds(board, knowledge, &candidates, &found, &|of| consistency.search(of)).then_some(denied))
}

/// The values that the denial of a conclusion leaves.
fn contrary(knowledge: &Knowledge, conclusion: Atom) -> Option<Mask> {
    let bit = knowledge.bit(conclusion.unknown, conclusion.value)?;
    Some(if conclusion.is { knowledge.full(conclusion.unknown) & !bit } else { bit })
}

/// Results of propagation of any length, kept from one search to the next.
#[derive(Default)]
pub(crate) struct RefutedFar {
    /// Candidates with short refutations.
    short: Vec<(UnknownId, Mask)>,
    /// The candidates that propagation does not refute.
    results: Refuted,
}

/// A short refutation of any candidate: by propagation of any length, else with few case splits.
pub(crate) fn in_few_cases(
    puzzle: Puzzle,
    scope: Scope,
    skip: &dyn Fn(UnknownId, i64) -> bool,
    refuted: &RefCell<RefutedFar>,
    effort: Effort,
    limits: &Limits,
) -> Result<Vec<Finding>, Reason> {
    let (board, knowledge, consistency, _) = puzzle;
    let refuted = &mut *refuted.borrow_mut();
    refuted.results.update(puzzle);
    let mut budget = Budget { applications: effort.applications, ends: 0 };
    let mut case = Hypothesis::new((board, knowledge, consistency, None), scope, None, &FAR);
    let known = std::mem::take(&mut refuted.short);
    let still = |&(cell, bit): &(UnknownId, Mask)| is_open(board, knowledge, cell, bit);
    let found = case.far(known.into_iter().filter(still), skip, None, refuted, &mut budget, limits)?;
    if found.arguments().is_some_and(|arguments| arguments <= LONG) {
        return Ok(found.found());
    }
    let mut look_ahead = LookAhead::default();
    let either = |u: UnknownId| (scope.supposed)(u) || (scope.split)(u);
    let all = candidates(board, knowledge, &either, &|_, _| false);
    let mut shortest = case.far(all, skip, Some(&mut look_ahead), refuted, &mut budget, limits)?;
    if shortest.arguments().is_some_and(|arguments| arguments <= LONG) {
        return Ok(shortest.found());
    }
    if shortest.is_some() {
        budget.applications = budget.applications.min(SHORTER);
    }
    let mut moving: Vec<(Reverse<usize>, UnknownId, Mask)> = candidates(board, knowledge, scope.supposed, skip)
        .filter_map(|(cell, bit)| Some((Reverse(look_ahead.left(cell, bit)?.len()), cell, bit)))
        .collect();
    moving.sort_unstable();
    moving.truncate(MOVING);
    // Among the candidates with the most consequences, those that leave some cell the fewest surviving values come first.
    let mut open = Vec::new();
    for (_, cell, bit) in moving {
        limits.stop().map_or(Ok(()), Err)?;
        let Some(left) = look_ahead.left(cell, bit).filter(|_| budget.looks_up(&case)) else { continue };
        left.iter().for_each(|&(u, mask)| case.masks[u] = mask);
        let promise = look_ahead.promising(&case, 1).first().map(|p| p.0);
        left.iter().for_each(|&(u, _)| case.masks[u] = board.candidates_of(u));
        open.extend(promise.map(|promise| ((!(scope.first)(cell), promise, Reverse(left.len())), cell, bit)));
    }
    open.sort_unstable();
    for (tried, ends) in TRIED.into_iter().filter(|t| t.1 <= effort.ends) {
        for &(_, cell, bit) in open.iter().take(tried) {
            budget.ends = ends;
            if let Some(followed) = case.tree(cell, bit, (DEEPEST, Some(&look_ahead)), &mut budget, limits)? {
                shortest.keep(board, case.finding(&followed));
            }
        }
        if shortest.is_some() {
            break;
        }
    }
    Ok(shortest.found())
}

/// The look-ahead table: for each candidate that propagation doesn't refute, the cells it changes with the values left to them.
#[derive(Default)]
struct LookAhead {
    left: FxHashMap<(UnknownId, Mask), CellCandidates>,
}

impl LookAhead {
    fn left(&self, cell: UnknownId, bit: Mask) -> Option<&[(UnknownId, Mask)]> {
        self.left.get(&(cell, bit)).map(|left| &left[..])
    }

    /// The best cells to split: those with the fewest surviving values, then with the most consequences of each value. Each comes
    /// with its number of surviving values.
    fn promising(&self, case: &Hypothesis, most: usize) -> Vec<(usize, UnknownId)> {
        let mut found: Vec<((usize, Reverse<usize>), UnknownId)> = Vec::new();
        for at in 0..case.masks.len() {
            let cell = UnknownId::at(at);
            if !case.may_split(cell) {
                continue;
            }
            let (mut on, mut moved) = (0, usize::MAX);
            for bit in bits(case.masks[cell]) {
                // A candidate without an entry was refuted on the board.
                let Some(left) = self.left(cell, bit) else { continue };
                if left.iter().all(|&(u, mask)| case.masks[u] & mask != 0) {
                    on += 1;
                    moved = moved.min(left.iter().filter(|&&(u, mask)| case.masks[u] & !mask != 0).count());
                }
            }
            found.push(((on, Reverse(moved)), cell));
        }
        found.sort_unstable();
        found.truncate(most);
        found.into_iter().map(|((on, _), cell)| (on, cell)).collect()
    }
}

impl Hypothesis<'_> {
    /// The shortest refutation of one of these candidates by propagation of any length. Candidates of `scope.first` come before
    /// others. Keeps the candidates with short refutations in `refuted`, and the domains after the others in `look_ahead`. A candidate
    /// that was propagated before costs what it cost then, so that the effort left for splits doesn't depend on what is kept.
    fn far(
        &mut self,
        candidates: impl Iterator<Item = (UnknownId, Mask)>,
        skip: &dyn Fn(UnknownId, i64) -> bool,
        mut look_ahead: Option<&mut LookAhead>,
        refuted: &mut RefutedFar,
        budget: &mut Budget,
        limits: &Limits,
    ) -> Result<Shortest, Reason> {
        let start = self.mark();
        let [mut first, mut other] = [Shortest::default(), Shortest::default()];
        let mut ends: Vec<(usize, (UnknownId, Mask))> = Vec::new();
        for (cell, bit) in candidates {
            limits.stop().map_or(Ok(()), Err)?;
            if let Some(look_ahead) = &mut look_ahead
                && let Some((open, log)) = refuted.results.open_case((cell, bit))
                && (!open.is_stale || log.len() - open.logged <= RESUMED)
                && self.still_goes_on((cell, bit), open, log, &mut { budget.applications }, limits)?
            {
                budget.applications = budget.applications.saturating_sub(open.cost);
                look_ahead.left.insert((cell, bit), open.changes.cells.clone());
                continue;
            }
            let before = budget.applications;
            let ended = self.refute(cell, bit, &mut budget.applications, limits)?;
            let can_be = self.knowledge.value_at(cell, bit).is_some_and(|v| skip(cell, v));
            match (ended, &mut look_ahead) {
                (Some(ended), _) => {
                    let followed = self.since(start, Ending::End(ended));
                    self.undo(start);
                    refuted.results.close((cell, bit));
                    if (self.scope.supposed)(cell) && !can_be {
                        let of = if (self.scope.first)(cell) { &mut first } else { &mut other };
                        let turns = of.keep(self.board, self.finding(&followed));
                        ends.push((turns, (cell, bit)));
                    }
                }
                (None, Some(look_ahead)) => {
                    let changes = Changes::of(self);
                    look_ahead.left.insert((cell, bit), changes.cells.clone());
                    if budget.applications >= NEARLY_SPENT {
                        refuted.results.keep_open((cell, bit), changes, before - budget.applications);
                    }
                }
                (None, None) => {}
            }
            self.undo(start);
        }
        let found = if first.is_some() { first } else { other };
        let short =
            ends.into_iter().filter(|(turns, _)| found.arguments().is_some_and(|best| *turns <= NOT_LONGER * best));
        refuted.short = short.map(|(_, candidate)| candidate).collect();
        Ok(found)
    }

    /// The refutation of a hypothesis by propagation, else by case splits.
    fn tree(
        &mut self,
        cell: UnknownId,
        left: Mask,
        (depth, look_ahead): (usize, Option<&LookAhead>),
        budget: &mut Budget,
        limits: &Limits,
    ) -> Result<Option<Followed>, Reason> {
        let start = self.mark();
        let ending = match self.refute(cell, left, &mut budget.applications, limits)? {
            Some(ended) => Some(Ending::End(ended)),
            None => self.split(depth, look_ahead, budget, limits)?,
        };
        let followed = ending.map(|ending| self.since(start, ending));
        self.undo(start);
        Ok(followed)
    }

    /// A split of one cell in which every case ends in a conflict, after further splits where needed.
    fn split(
        &mut self,
        depth: usize,
        look_ahead: Option<&LookAhead>,
        budget: &mut Budget,
        limits: &Limits,
    ) -> Result<Option<Ending>, Reason> {
        if depth == 0 {
            return Ok(None);
        }
        let start = self.mark();
        let cells = match look_ahead {
            Some(look_ahead) if budget.looks_up(self) => {
                look_ahead.promising(self, self.budget.compared).into_iter().map(|p| p.1).collect()
            }
            Some(_) => return Ok(None),
            None => self.near(),
        };
        // The cell with the fewest surviving values, then with the most consequences of each.
        let mut best: Option<((usize, Reverse<usize>), UnknownId)> = None;
        for cell in cells {
            limits.stop().map_or(Ok(()), Err)?;
            if budget.applications == 0 {
                break;
            }
            let (mut open, mut moved, mut ended) = (0, usize::MAX, Vec::new());
            for left in parts(self.masks[cell]) {
                let before = budget.applications;
                match self.refute(cell, left, &mut budget.applications, limits)? {
                    Some(end) if open == 0 => {
                        ended.push((self.since(start, Ending::End(end)), before - budget.applications));
                    }
                    Some(_) => {}
                    None => {
                        open += 1;
                        moved = moved.min(self.crossed.len() - start.crossed);
                    }
                }
                self.undo(start);
            }
            if open == 0 {
                return Ok(self.all_ended(cell, ended, budget));
            }
            let score = (open, Reverse(moved));
            if best.is_none_or(|b| score < b.0) {
                best = Some((score, cell));
            }
        }
        let Some((_, cell)) = best else { return Ok(None) };
        let left = self.masks[cell];
        let mut followed = Vec::new();
        for part in parts(left) {
            let ended: Option<Ended> = self.refute(cell, part, &mut budget.applications, limits)?;
            let ending = match ended {
                Some(ended) => budget.ends.checked_sub(1).map(|ends| {
                    budget.ends = ends;
                    Ending::End(ended)
                }),
                None => self.split(depth - 1, look_ahead, budget, limits)?,
            };
            let Some(ending) = ending else {
                self.undo(start);
                return Ok(None);
            };
            followed.push(self.since(start, ending));
            self.undo(start);
        }
        Ok(Some(Ending::Split(cell, left, followed)))
    }

    /// A split of a cell in which every case has ended, with the applications that each took. These count once more, as those of the
    /// cases of other splits do.
    fn all_ended(&self, cell: UnknownId, ended: Vec<(Followed, usize)>, budget: &mut Budget) -> Option<Ending> {
        let applications: usize = ended.iter().map(|(_, cost)| cost).sum();
        budget.applications = budget.applications.saturating_sub(applications);
        budget.ends = budget.ends.checked_sub(ended.len())?;
        Some(Ending::Split(cell, self.masks[cell], ended.into_iter().map(|(followed, _)| followed).collect()))
    }

    /// Whether a cell can be split: it has few values, and the scope allows it.
    fn may_split(&self, cell: UnknownId) -> bool {
        let values = self.masks[cell].count_ones();
        self.knowledge.values[cell].is_some() && (2..=self.budget.values).contains(&values) && (self.scope.split)(cell)
    }

    /// Cells that can be split and share a statement, a house or a corner of a loop with the cells of turns, the latest turn first.
    fn near(&self) -> Vec<UnknownId> {
        let mut found: Vec<UnknownId> = Vec::new();
        for turn in self.turns.iter().rev() {
            let mut beside = self.board.beside(turn.cell);
            beside.extend(self.board.peers[turn.cell].iter().map(|p| p.0));
            beside.extend(self.along(turn.cell));
            for u in beside {
                if self.may_split(u) && !found.contains(&u) {
                    found.push(u);
                }
            }
            if found.len() >= self.budget.gathered {
                break;
            }
        }
        for group in self.among.into_iter().flatten() {
            for &u in self.csp(*group).map_or(&[][..], |csp| &csp.unknowns) {
                if self.may_split(u) && !found.contains(&u) {
                    found.push(u);
                }
            }
        }
        found.sort_by_key(|u| self.masks[*u].count_ones());
        found.truncate(self.budget.compared);
        found
    }
}

/// The cases of a cell: each value, or the lower and the upper half of many values.
fn parts(mask: Mask) -> Vec<Mask> {
    let each: Vec<Mask> = bits(mask).collect();
    if mask.count_ones() <= EACH {
        return each;
    }
    let lower = each[..each.len() / 2].iter().fold(0, |lower, bit| lower | bit);
    vec![lower, mask & !lower]
}
