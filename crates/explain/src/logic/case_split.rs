//! Cases within a case: where what is supposed leads nowhere by itself, some cell is looked at, each of its values in turn.
//!
//! Which cell: every candidate is followed once from where things stand. Those of which one leaves a cell only what the other rules
//! out can't both be, so it is seen in advance which values of a cell would end at once.

use super::super::group_consistency::GroupConsistency;
use super::super::knowledge::Knowledge;
use super::branch::Branch;
use super::conflict_analysis::{Ending, Followed};
use super::hypothesis::{Ended, Hypothesis};
use super::hypothesis_budget::{AMONG, FAR, NEAR};
use super::refutation::{Shortest, candidates, is_open};
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

/// Cells looked at, one within the other, and cases that come to an end, at most.
const DEPTH: usize = 12;
const ENDS: usize = 256;
/// Limit on the values of a cell that are cases one by one.
const EACH: u32 = 3;
/// Single statements applied for one conclusion, and for one thing that statements say together.
const FOR_ONE: usize = 16_000;
const FOR_EACH: usize = 2_000;

/// Where all candidates are tried: cells within each other, and what is tried of those that promise most: so many candidates, each
/// with so many ends at most, few first.
const DEEPEST: usize = 40;
/// Candidates of which it is seen in advance what cells promise.
const MOVING: usize = 300;
const TRIED: [(usize, usize); 4] = [(64, 4), (24, 8), (12, 32), (8, 256)];

/// Candidates whose end takes so many times the turns of the shortest are not noted for later: there may be shorter ones by then.
const NOT_LONGER: usize = 2;

/// What takes more turns by itself is not taken before cases were looked for.
const LONG: usize = 24;
/// Single statements applied for what is shorter.
const SHORTER: usize = 60_000;

/// Halvings of the effort at most, one for each search in a row that found nothing: such a search takes all of its effort, and on
/// some boards nothing is ever found.
const HALVINGS: u32 = 4;

/// Cells whose promise is looked up for the effort of one statement.
const LOOKED_UP: usize = 4;

/// How much a search of all candidates may take: single statements applied, and ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub applications: usize,
    pub ends: usize,
}

impl Effort {
    /// The effort of the next search, after so many in a row that found nothing.
    pub(crate) fn after(self, fruitless: u32) -> Effort {
        Effort { applications: self.applications >> fruitless.min(HALVINGS), ..self }
    }
}

/// How much is left of it.
struct Budget {
    applications: usize,
    ends: usize,
}

impl Budget {
    /// Counts that the promise of all cells is looked up; false if nothing is left for it.
    fn looks_up(&mut self, case: &Hypothesis) -> bool {
        let cost = case.masks.len() / LOOKED_UP;
        let is_left = self.applications > cost;
        self.applications = self.applications.saturating_sub(cost);
        is_left
    }
}

/// An argument for the conclusion, if one is found, of statements beside houses from `among` these where they are given.
pub(crate) fn in_every_case(
    board: &Board,
    knowledge: &Knowledge,
    consistency: &GroupConsistency,
    scope: Scope,
    conclusion: Atom,
    among: Option<&[usize]>,
    limits: &Limits,
) -> Result<Option<Finding>, Reason> {
    let Some(supposed) = contrary(knowledge, conclusion).filter(|_| (scope.supposed)(conclusion.unknown)) else {
        return Ok(None);
    };
    let mut budget = Budget { applications: FOR_ONE, ends: ENDS };
    let reach = if among.is_some() { &AMONG } else { &NEAR };
    let mut case = Hypothesis::new((board, knowledge, consistency, None), scope, among, reach);
    let tree = case.tree(conclusion.unknown, supposed, (DEPTH, None), &mut budget, limits)?;
    Ok(tree.map(|tree| case.finding(&tree)))
}

/// How denying each of the conclusions ends by nothing but these statements and facts; none where one is not seen to.
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

/// The values left where the conclusion is denied.
fn contrary(knowledge: &Knowledge, conclusion: Atom) -> Option<Mask> {
    let bit = knowledge.bit(conclusion.unknown, conclusion.value)?;
    Some(if conclusion.is { knowledge.full(conclusion.unknown) & !bit } else { bit })
}

/// Of all candidates one that is refuted in few turns: by itself however far it is followed, else in few cases.
pub(crate) fn in_few_cases(
    (board, knowledge, consistency): (&Board, &Knowledge, &GroupConsistency),
    scope: Scope,
    skip: &dyn Fn(UnknownId, i64) -> bool,
    refuted: &RefCell<Vec<(UnknownId, Mask)>>,
    effort: Effort,
    limits: &Limits,
) -> Result<Vec<Finding>, Reason> {
    let mut budget = Budget { applications: effort.applications, ends: 0 };
    let mut case = Hypothesis::new((board, knowledge, consistency, None), scope, None, &FAR);
    let known = refuted.take();
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
    // Of those that move most the ones of which a cell promises most whatever its value.
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

/// What each candidate leaves, followed from where things stand.
#[derive(Default)]
struct LookAhead {
    left: FxHashMap<(UnknownId, Mask), Vec<(UnknownId, Mask)>>,
}

impl LookAhead {
    /// Takes in how far the case has come.
    fn take(&mut self, case: &Hypothesis, cell: UnknownId, bit: Mask) {
        let mut cells: Vec<UnknownId> = case.crossed.iter().map(|c| c.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        self.left.insert((cell, bit), cells.into_iter().map(|u| (u, case.masks[u])).collect());
    }

    fn left(&self, cell: UnknownId, bit: Mask) -> Option<&[(UnknownId, Mask)]> {
        self.left.get(&(cell, bit)).map(|left| &left[..])
    }

    /// Open cells by how many of their values would go on, and how much these would leave at least, negative: the best.
    fn promising(&self, case: &Hypothesis, most: usize) -> Vec<(usize, UnknownId)> {
        let mut found: Vec<((usize, Reverse<usize>), UnknownId)> = Vec::new();
        for at in 0..case.masks.len() {
            let cell = UnknownId::at(at);
            if !case.may_split(cell) {
                continue;
            }
            let (mut on, mut moved) = (0, usize::MAX);
            for bit in bits(case.masks[cell]) {
                // What was refuted at once has no look_ahead: it is over soon.
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
    /// The shortest way in which one of these candidates ends by itself, of those supposed first if there is one. All that end are
    /// noted, and of the others what they leave.
    fn far(
        &mut self,
        candidates: impl Iterator<Item = (UnknownId, Mask)>,
        skip: &dyn Fn(UnknownId, i64) -> bool,
        mut look_ahead: Option<&mut LookAhead>,
        refuted: &RefCell<Vec<(UnknownId, Mask)>>,
        budget: &mut Budget,
        limits: &Limits,
    ) -> Result<Shortest, Reason> {
        let start = self.mark();
        let [mut first, mut other] = [Shortest::default(), Shortest::default()];
        let mut ends: Vec<(usize, (UnknownId, Mask))> = Vec::new();
        for (cell, bit) in candidates {
            limits.stop().map_or(Ok(()), Err)?;
            let ended = self.refute(cell, bit, &mut budget.applications, limits)?;
            let can_be = self.knowledge.value_at(cell, bit).is_some_and(|v| skip(cell, v));
            match (ended, &mut look_ahead) {
                (Some(ended), _) => {
                    let followed = self.since(start, Ending::End(ended));
                    self.undo(start);
                    if (self.scope.supposed)(cell) && !can_be {
                        let of = if (self.scope.first)(cell) { &mut first } else { &mut other };
                        let turns = of.keep(self.board, self.finding(&followed));
                        ends.push((turns, (cell, bit)));
                    }
                }
                (None, Some(look_ahead)) => look_ahead.take(self, cell, bit),
                (None, None) => {}
            }
            self.undo(start);
        }
        let found = if first.is_some() { first } else { other };
        let short =
            ends.into_iter().filter(|(turns, _)| found.arguments().is_some_and(|best| *turns <= NOT_LONGER * best));
        refuted.replace(short.map(|(_, candidate)| candidate).collect());
        Ok(found)
    }

    /// The end that supposing these values comes to by itself, else by cases.
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

    /// Looks for a cell each of whose values comes to an end, by cases within these if need be.
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
        // The one with the fewest values that go on, then the one that moves most whatever its value.
        let mut best: Option<((usize, Reverse<usize>), UnknownId)> = None;
        for cell in cells {
            limits.stop().map_or(Ok(()), Err)?;
            if budget.applications == 0 {
                break;
            }
            let (mut open, mut moved) = (0, usize::MAX);
            for left in parts(self.masks[cell]) {
                if self.refute(cell, left, &mut budget.applications, limits)?.is_none() {
                    open += 1;
                    moved = moved.min(self.crossed.len() - start.crossed);
                }
                self.undo(start);
            }
            let score = (open, Reverse(moved));
            if best.is_none_or(|b| score < b.0) {
                best = Some((score, cell));
            }
            if open == 0 {
                break;
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

    /// Whether the values left to a cell may be looked at one after the other.
    fn may_split(&self, cell: UnknownId) -> bool {
        let values = self.masks[cell].count_ones();
        self.knowledge.values[cell].is_some() && (2..=self.budget.values).contains(&values) && (self.scope.split)(cell)
    }

    /// Open cells that share a statement, a house or a corner of a loop with those that have moved, the last moves first.
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

/// The cases of a cell: each value by itself, or else the lower and the upper half.
fn parts(mask: Mask) -> Vec<Mask> {
    let each: Vec<Mask> = bits(mask).collect();
    if mask.count_ones() <= EACH {
        return each;
    }
    let lower = each[..each.len() / 2].iter().fold(0, |lower, bit| lower | bit);
    vec![lower, mask & !lower]
}
