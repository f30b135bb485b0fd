//! The refutation with the fewest arguments: every candidate becomes a hypothesis, and singles and single statements propagate it.
//!
//! Results are kept by candidate. A change of the board reopens those near it only.

use super::super::group_consistency::GroupConsistency;
use super::super::knowledge::Knowledge;
use super::super::patterns::Patterns;
use super::Board;
use super::branch::{arguments, length, patterns_in};
use super::conflict_analysis::Ending;
use super::hypothesis::Hypothesis;
use super::hypothesis_budget::{NEAR, NEARLY_SPENT, effort_after};
use super::open_case::{Changes, OpenCase};
use super::scope::Scope;
use super::technique::technique;
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::{Mask, bits};
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::Technique;
use sator_base::limits::{Limits, Reason};
use sator_model::{Atom, UnknownId};
use std::cell::RefCell;

/// Applications of single statements in one search, and those that remain for a shorter refutation after the first one.
const APPLICATIONS: usize = 200_000;
const SHORTER: usize = 6_000;

/// No refutation has fewer arguments: singles have found those with one.
const FEWEST: usize = 2;

/// Candidates refuted before that a search tries first, those with the fewest arguments before others.
const AGAIN: usize = 8;

/// The parts of the puzzle that a search of cases reads.
pub(crate) type Puzzle<'a> = (&'a Board, &'a Knowledge, &'a GroupConsistency, &'a Patterns);

/// The cases that a search takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaseLength {
    /// Short cases only.
    Short,
    Any,
}

/// A candidate whose propagation ends in a conflict. With more facts it still does, perhaps with fewer arguments.
struct Refutation {
    /// The number of arguments.
    arguments: usize,
    is_short: bool,
    candidate: (UnknownId, Mask),
    changes: Changes,
    /// Whether the board near the case has changed since.
    is_stale: bool,
    /// The patterns that the case uses.
    patterns: Vec<usize>,
}

/// Results of earlier searches by candidate. A candidate is propagated again only after a change near it.
#[derive(Default)]
pub(crate) struct Refuted {
    /// Candidates that propagation refutes.
    ended: Vec<Refutation>,
    open: FxHashMap<(UnknownId, Mask), OpenCase>,
    /// The candidates on the board at the last search.
    candidates: Vec<Mask>,
    /// Cells that have changed between searches, in order, with their candidates before.
    log: Vec<(UnknownId, Mask)>,
    /// Searches in a row that found nothing shorter than the first refutation.
    fruitless: u32,
    /// Applications of single statements in all searches.
    pub(crate) applications: usize,
    /// The last candidate of the last search. The next one starts behind it, so that the search reaches all candidates in time.
    last: Option<(UnknownId, Mask)>,
}

impl Refuted {
    /// Forgets the refutations by a pattern that does not follow from the rules. Candidates that remain possible with the pattern
    /// remain possible without it.
    pub(crate) fn forget(&mut self, pattern: usize) {
        self.ended.retain(|known| !known.patterns.contains(&pattern));
    }

    /// The result of a candidate that propagation did not refute, with the changes of the board so far.
    pub(super) fn open_case(&mut self, candidate: (UnknownId, Mask)) -> Option<(&mut OpenCase, &[(UnknownId, Mask)])> {
        self.open.get_mut(&candidate).map(|open| (open, &self.log[..]))
    }

    /// Keeps the result of a candidate that propagation did not refute within some applications of statements.
    pub(super) fn keep_open(&mut self, candidate: (UnknownId, Mask), changes: Changes, cost: usize) {
        self.open.insert(candidate, OpenCase::of(changes, self.log.len(), cost));
    }

    /// Forgets the result of a candidate.
    pub(super) fn close(&mut self, candidate: (UnknownId, Mask)) {
        self.open.remove(&candidate);
    }

    /// Marks the results near changes of the board since the last search as stale.
    pub(super) fn update(&mut self, (board, knowledge, consistency, patterns): Puzzle) {
        if self.candidates.len() != board.candidates.len() {
            *self = Refuted { applications: self.applications, ..Refuted::default() };
        }
        let cells = (0..board.candidates.len()).map(UnknownId::at);
        let changed: Vec<UnknownId> =
            cells.filter(|&u| self.candidates.get(u.index()) != Some(&board.candidates[u])).collect();
        let structural = !board.structures(changed.iter().copied()).is_empty();
        self.log.extend(changed.iter().filter_map(|&u| Some((u, *self.candidates.get(u.index())?))));
        let mut near = vec![false; board.candidates.len()];
        let is_empty = self.open.is_empty() && self.ended.is_empty();
        for &cell in changed.iter().filter(|_| !is_empty) {
            near.fill(false);
            near[cell.index()] = true;
            board.peers[cell].iter().for_each(|(u, _)| near[u.index()] = true);
            board.beside(cell).into_iter().for_each(|u| near[u.index()] = true);
            let statements = consistency.about(cell).filter_map(|group| consistency.csp(group));
            statements.flat_map(|csp| &csp.unknowns).for_each(|u| near[u.index()] = true);
            patterns.beside(cell).for_each(|u| near[u.index()] = true);
            let is_near = |changes: &Changes| changes.cells.iter().any(|(u, _)| near[u.index()]);
            self.open.values_mut().filter(|open| is_near(&open.changes)).for_each(|open| open.changed_near.push(cell));
            self.ended.iter_mut().for_each(|known| known.is_stale |= is_near(&known.changes));
        }
        self.open.retain(|&(cell, bit), _| is_open(board, knowledge, cell, bit));
        for open in self.open.values_mut() {
            open.is_stale |= !open.changed_near.is_empty() || structural && open.changes.is_structural;
        }
        self.ended.iter_mut().for_each(|known| known.is_stale |= structural && known.changes.is_structural);
        self.ended.retain(|known| is_open(board, knowledge, known.candidate.0, known.candidate.1));
        self.ended.sort_by_key(|known| known.arguments);
        self.candidates.clone_from(&board.candidates);
    }
}

/// The refutation with the fewest arguments that a search of limited effort finds. After the first wanted one the search goes on for
/// `SHORTER` applications, fewer after each search in a row that found nothing shorter. With `whole`, propagation examines loops,
/// areas, islands and divisions as a whole too.
pub(crate) fn cases(
    puzzle: Puzzle,
    scope: Scope,
    skip: &dyn Fn(UnknownId, i64) -> bool,
    refuted: &RefCell<Refuted>,
    (whole, wanted): (bool, CaseLength),
    limits: &Limits,
) -> Result<Vec<Finding>, Reason> {
    let refuted = &mut *refuted.borrow_mut();
    refuted.update(puzzle);
    let (board, knowledge, consistency, patterns) = puzzle;
    let mut case = Hypothesis::new((board, knowledge, consistency, Some(patterns)), scope, None, &NEAR);
    case.whole = whole;
    case.shortest(refuted, skip, wanted, limits).map(Shortest::found)
}

/// The number of changes that a conclusion leads to by propagation of limited length.
pub(crate) fn consequences(
    (board, knowledge, consistency, patterns): Puzzle,
    conclusion: Atom,
    limits: &Limits,
) -> Result<usize, Reason> {
    let Some(bit) = knowledge.bit(conclusion.unknown, conclusion.value) else { return Ok(0) };
    let all = |_: UnknownId| true;
    let scope = Scope { within: &all, supposed: &all, first: &all, split: &all };
    let mut case = Hypothesis::new((board, knowledge, consistency, Some(patterns)), scope, None, &NEAR);
    let supposed = if conclusion.is { bit } else { board.candidates_of(conclusion.unknown) & !bit };
    let mut left = SHORTER;
    case.refute(conclusion.unknown, supposed, &mut left, limits)?;
    Ok(case.crossed.len())
}

impl Hypothesis<'_> {
    fn shortest(
        &mut self,
        refuted: &mut Refuted,
        skip: &dyn Fn(UnknownId, i64) -> bool,
        wanted: CaseLength,
        limits: &Limits,
    ) -> Result<Shortest, Reason> {
        let (board, knowledge, scope) = (self.board, self.knowledge, self.scope);
        let mut left = APPLICATIONS;
        let mut shortest = Shortest { only_short: wanted == CaseLength::Short, ..Shortest::default() };
        let again = |known: &&Refutation| {
            (scope.supposed)(known.candidate.0) && (wanted == CaseLength::Any || known.is_short || known.is_stale)
        };
        let most = if wanted == CaseLength::Any { AGAIN } else { usize::MAX };
        let known: Vec<(usize, (UnknownId, Mask))> =
            refuted.ended.iter().filter(again).take(most).map(|known| (known.arguments, known.candidate)).collect();
        for (arguments, (cell, bit)) in known {
            if left < NEARLY_SPENT || shortest.arguments().is_some_and(|best| best <= arguments) {
                break;
            }
            self.try_one(cell, bit, (&mut shortest, &mut left), refuted, limits)?;
        }
        let mut all: Vec<(UnknownId, Mask)> = candidates(board, knowledge, scope.supposed, skip).collect();
        if let Some(last) = refuted.last {
            let at = all.partition_point(|candidate| *candidate <= last);
            all.rotate_left(at);
        }
        let ended: FxHashSet<(UnknownId, Mask)> = refuted.ended.iter().map(|known| known.candidate).collect();
        for (cell, bit) in all {
            if left < NEARLY_SPENT || shortest.arguments() == Some(FEWEST) {
                break;
            }
            if ended.contains(&(cell, bit)) {
                continue;
            }
            let before = left;
            let goes_on = match refuted.open.get_mut(&(cell, bit)) {
                Some(open) => self.still_goes_on((cell, bit), open, &refuted.log, &mut left, limits)?,
                None => false,
            };
            refuted.applications += before - left;
            if !goes_on {
                self.try_one(cell, bit, (&mut shortest, &mut left), refuted, limits)?;
                refuted.last = Some((cell, bit));
            }
        }
        match shortest.first.filter(|first| *first > FEWEST) {
            Some(first) if shortest.arguments() == Some(first) => refuted.fruitless += 1,
            Some(_) => refuted.fruitless = 0,
            None => {}
        }
        Ok(shortest)
    }

    /// Propagates one candidate and keeps the result.
    fn try_one(
        &mut self,
        cell: UnknownId,
        bit: Mask,
        (shortest, left): (&mut Shortest, &mut usize),
        refuted: &mut Refuted,
        limits: &Limits,
    ) -> Result<(), Reason> {
        limits.stop().map_or(Ok(()), Err)?;
        let (start, before) = (self.mark(), *left);
        let ended = self.refute(cell, bit, left, limits)?;
        refuted.applications += before - *left;
        let spent = *left < NEARLY_SPENT;
        let changes = Changes::of(self);
        let followed = ended.map(|ended| self.since(start, Ending::End(ended)));
        self.undo(start);
        let Some(followed) = followed else {
            if !spent {
                refuted.keep_open((cell, bit), changes, before - *left);
            }
            return Ok(());
        };
        let finding = self.finding(&followed);
        let patterns = match &finding.argument {
            Argument::Cases { turns, end } => patterns_in(turns, end),
            _ => vec![],
        };
        let is_short = technique(self.board, &finding.argument) == Technique::ShortCase;
        let was_found = shortest.is_some();
        let arguments = shortest.keep(self.board, finding);
        if shortest.is_some() && !was_found {
            *left = (*left).min(effort_after(SHORTER, refuted.fruitless).max(2 * NEARLY_SPENT));
        }
        refuted.ended.retain(|known| known.candidate != (cell, bit));
        refuted.open.remove(&(cell, bit));
        refuted.ended.push(Refutation {
            arguments,
            is_short,
            candidate: (cell, bit),
            changes,
            is_stale: false,
            patterns,
        });
        Ok(())
    }
}

/// Whether the cell is unsolved and still has the candidate.
pub(super) fn is_open(board: &Board, knowledge: &Knowledge, cell: UnknownId, bit: Mask) -> bool {
    knowledge.known[cell].is_none()
        && !board.candidates_of(cell).is_power_of_two()
        && board.candidates_of(cell) & bit != 0
}

/// Candidates of unsolved cells for which `may_be` holds, without the values of known solutions.
pub(super) fn candidates<'a>(
    board: &'a Board,
    knowledge: &'a Knowledge,
    may_be: &'a dyn Fn(UnknownId) -> bool,
    skip: &'a dyn Fn(UnknownId, i64) -> bool,
) -> impl Iterator<Item = (UnknownId, Mask)> + 'a {
    let open = move |&cell: &UnknownId| {
        let is_open = knowledge.known[cell].is_none() && !board.candidates_of(cell).is_power_of_two();
        is_open && knowledge.values[cell].is_some() && may_be(cell)
    };
    let cells = (0..board.candidates.len()).map(UnknownId::at).filter(open);
    let all = cells.flat_map(|cell| bits(board.candidates_of(cell)).map(move |bit| (cell, bit)));
    all.filter(move |&(cell, bit)| knowledge.value_at(cell, bit).is_some_and(|value| !skip(cell, value)))
}

/// The easiest wanted case so far: by technique, then by number of arguments, then by number of turns.
#[derive(Default)]
pub(super) struct Shortest {
    best: Option<(Size, Finding)>,
    /// The number of arguments of the first case.
    first: Option<usize>,
    only_short: bool,
}

/// Technique, arguments and turns of a case.
type Size = (Technique, usize, usize);

impl Shortest {
    /// Replaces the case by an easier one. Returns the number of arguments of the new one.
    pub(super) fn keep(&mut self, board: &Board, finding: Finding) -> usize {
        let (arguments, turns) = match &finding.argument {
            Argument::Cases { turns, end } => (arguments(turns, end), length(turns, end)),
            _ => (0, 0),
        };
        let size = (technique(board, &finding.argument), arguments, turns);
        let is_wanted = !self.only_short || size.0 == Technique::ShortCase;
        if is_wanted && self.best.as_ref().is_none_or(|best| size < best.0) {
            self.best = Some((size, finding));
            self.first.get_or_insert(arguments);
        }
        arguments
    }

    /// The number of arguments of the case.
    pub(super) fn arguments(&self) -> Option<usize> {
        self.best.as_ref().map(|best| best.0.1)
    }

    pub(super) fn is_some(&self) -> bool {
        self.best.is_some()
    }

    pub(super) fn found(self) -> Vec<Finding> {
        self.best.into_iter().map(|best| best.1).collect()
    }
}
