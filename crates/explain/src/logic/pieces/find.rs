//! Conclusions about the pieces of a division: each value of an unknown and of a border is supposed, and the pieces near by are
//! looked at for a violation.

use super::super::super::knowledge::Knowledge;
use super::super::Board;
use super::super::violation::PieceViolation;
use super::{Cells, Near, Pieces, Size, no_room};
use crate::logic::argument::Argument;
use crate::logic::finding::{Finding, Grounds};
use crate::mask::{Mask, bits};
use sator_answer::Atom;
use sator_model::UnknownId;

/// Values of a cell that are tried one by one within a case.
const FEW: u32 = 4;

/// Conclusions whose denial leads to a violation: about a value of a cell or about a border. Cells beside a complete piece are one
/// finding.
///
/// Within a case, where only some unknowns count, the first of these that must have a value is enough.
pub(crate) fn piece_violations(
    board: &Board,
    knowledge: &Knowledge,
    masks: &[Mask],
    within: Option<&dyn Fn(UnknownId) -> bool>,
) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for (number, pieces) in board.pieces.iter().enumerate() {
        // A case ends at a violation before it looks for conclusions.
        if within.is_none() && pieces.examine(masks) {
            continue;
        }
        let changed = pieces.examined.borrow().changed(pieces, masks);
        let unchanged = Cells::none(pieces.graph.size);
        if within.is_some() {
            pieces.examined_in_case.borrow_mut().update(pieces, masks);
        }
        let comers = pieces.comers(masks);
        let beyond = if within.is_none() { no_room::beyond(pieces, knowledge, masks) } else { vec![] };
        let mut trials = Trials {
            number,
            pieces,
            knowledge,
            masks,
            is_case: within.is_some(),
            trial: masks.to_vec(),
            untried: vec![None; pieces.graph.size],
            seen: Cells::none(pieces.graph.size),
            has_no_violation: true,
        };
        for (at, (unknown, beside)) in pieces.unknowns.iter().enumerate() {
            let unknown = *unknown;
            let counts = within.is_none_or(|within| within(unknown));
            if !counts || masks[unknown].is_power_of_two() || knowledge.values[unknown].is_none() {
                continue;
            }
            let near = near_first(beside, &comers);
            if pieces.examined.borrow().has_unknown(at, &near, &changed)
                || within.is_some() && pieces.examined_in_case.borrow().has_unknown(at, &near, &unchanged)
            {
                continue;
            }
            // One finding is about all values that are larger than the room.
            let has_room = masks[unknown] & !beyond.iter().fold(0, |gone, b| gone | b.gone_of(knowledge, unknown));
            if let Some(enough) = trials.of_unknown((unknown, beside), has_room, &near, &mut found) {
                return vec![enough];
            }
            let has_no_violation = trials.has_no_violation && has_room == masks[unknown];
            if has_no_violation && pieces.depends_on_cells() {
                let kept = if within.is_none() { &pieces.examined } else { &pieces.examined_in_case };
                kept.borrow_mut().keep_unknown(at, near, trials.seen.clone());
            }
        }
        found.extend(beyond.into_iter().map(|b| b.finding(number, pieces, masks)));
    }
    for finding in &mut found {
        finding.groups.sort_unstable();
        finding.groups.dedup();
    }
    // A value that must hold rules out the others.
    let forced: Vec<UnknownId> =
        found.iter().filter(|f| f.conclusions[0].is).map(|f| f.conclusions[0].unknown).collect();
    found.retain(|f| f.conclusions[0].is || !f.conclusions.iter().any(|c| forced.contains(&c.unknown)));
    found.sort_by_key(|f| !f.conclusions[0].is);
    found
}

/// The pieces that can come to some cells, then the cells themselves, each once with the size of its piece where that is known:
/// a piece that is there is named before one that is supposed.
fn near_first(beside: &[u32], comers: &[Near]) -> Near {
    let mut near = Near::new();
    for v in beside.iter().flat_map(|&v| comers[v as usize].iter().copied()).chain(beside.iter().map(|&v| (v, None))) {
        if !near.iter().any(|l| l.0 == v.0) {
            near.push(v);
        }
    }
    near
}

/// Values of unknowns supposed one after the other on the candidates of a board.
struct Trials<'a> {
    number: usize,
    pieces: &'a Pieces,
    knowledge: &'a Knowledge,
    masks: &'a [Mask],
    is_case: bool,
    /// The candidates, but for those of the unknown under trial.
    trial: Vec<Mask>,
    /// By cell: the cells that the look for a violation of its piece reads before any trial, once they are known.
    untried: Vec<Option<Cells>>,
    /// The cells that were looked at for the last unknown, and whether no value of it led to a violation.
    seen: Cells,
    has_no_violation: bool,
}

impl Trials<'_> {
    /// Adds the violations that the values of an unknown lead to. Within a case, returns the first value that must hold instead.
    fn of_unknown(
        &mut self,
        (unknown, beside): (UnknownId, &[u32]),
        values: Mask,
        near: &Near,
        found: &mut Vec<Finding>,
    ) -> Option<Finding> {
        let Trials { pieces, knowledge, masks, is_case, .. } = *self;
        let before = masks[unknown];
        self.seen = Cells::none(pieces.graph.size);
        self.has_no_violation = true;
        let near: Vec<(u32, Option<usize>)> = near.iter().copied().filter(|l| self.concerns(l.0, beside)).collect();
        // A piece of known size depends only on whether the value is its size, if the unknown has more than two values.
        let is_wide = before.count_ones() > 2;
        for bit in bits(values) {
            let size_of_bit = knowledge.value_at(unknown, bit).and_then(|n| usize::try_from(n).ok());
            for supposed in [bit, before & !bit] {
                // Within a case a value that must hold is enough, but of few values.
                let is_skipped = is_case && before.count_ones() > FEW && supposed == bit;
                // Each of two values is the rest beside the other.
                if is_skipped || supposed != bit && before.count_ones() == 2 {
                    continue;
                }
                self.trial[unknown] = supposed;
                let depends = |size: Option<usize>| !is_wide || size.is_none() || size == size_of_bit;
                let (trial, seen) = (&self.trial, &mut self.seen);
                let violation =
                    near.iter().filter(|l| depends(l.1)).find_map(|&(v, _)| pieces.violation(v, trial, seen));
                self.trial[unknown] = before;
                let Some((violation, grounds)) = violation else { continue };
                self.has_no_violation = false;
                let Some(finding) = self.finding(unknown, supposed, violation, grounds) else { continue };
                if finding.conclusions[0].is && is_case {
                    return Some(finding);
                }
                self.add(finding, unknown, violation, found);
            }
        }
        None
    }

    /// Whether a violation of the piece of a cell can depend on the unknown beside some cells: the look for one reads these cells
    /// before any trial.
    fn concerns(&mut self, v: u32, beside: &[u32]) -> bool {
        let Trials { pieces, masks, .. } = *self;
        if !pieces.depends_on_cells() {
            return true;
        }
        let looked_at = self.untried[v as usize].get_or_insert_with(|| {
            let mut seen = Cells::none(pieces.graph.size);
            // A violation that is there already ends the look early, so all cells count as read.
            let is_whole = pieces.violation(v, masks, &mut seen).is_none();
            if is_whole { seen } else { Cells::all(pieces.graph.size) }
        });
        self.seen.add_all(looked_at);
        beside.iter().any(|&v| looked_at.has(v))
    }

    /// The denial of some candidates of an unknown, from the violation that these lead to.
    fn finding(
        &self,
        unknown: UnknownId,
        supposed: Mask,
        violation: PieceViolation,
        grounds: Grounds,
    ) -> Option<Finding> {
        let Grounds { mut gone, mut groups } = grounds;
        let before = self.masks[unknown];
        gone.retain(|g| g.0 != unknown);
        let left = before & !supposed;
        let is = left.is_power_of_two();
        let value = self.knowledge.value_at(unknown, if is { left } else { supposed })?;
        // The unknown's own candidates count where it is left one value.
        if is {
            gone.push((unknown, self.knowledge.full(unknown) & !before));
        }
        gone.sort_unstable();
        gone.dedup();
        groups.sort_unstable();
        groups.dedup();
        let argument = Argument::Pieces { pieces: self.number, violation };
        Some(Finding { argument, conclusions: vec![Atom { unknown, value, is }], groups, gone })
    }

    /// Adds a finding to the one that it belongs to, else as one of its own.
    fn add(&self, finding: Finding, unknown: UnknownId, violation: PieceViolation, found: &mut Vec<Finding>) {
        let same = |f: &&mut Finding| {
            let Argument::Pieces { violation: other, .. } = f.argument else { return false };
            !finding.conclusions[0].is
                && !f.conclusions[0].is
                && f.gone == finding.gone
                && alike(self.pieces, violation, other, unknown, &f.conclusions)
        };
        match found.iter_mut().find(same) {
            Some(first) => {
                first.conclusions.extend(finding.conclusions);
                first.groups.extend(finding.groups);
            }
            None => found.push(finding),
        }
    }
}

/// Whether two violations are one finding: of a complete piece, or that a number has no room in some cells.
fn alike(
    pieces: &Pieces,
    one: PieceViolation,
    other: PieceViolation,
    unknown: UnknownId,
    conclusions: &[Atom],
) -> bool {
    let of = |v: u32| if let Size::Of(u, _) = &pieces.sizes[v as usize] { Some(*u) } else { None };
    match (one, other) {
        (PieceViolation::TooLarge(..), _) => one == other,
        (PieceViolation::NoRoom(v, n), PieceViolation::NoRoom(w, m)) => {
            n == m && of(v) == Some(unknown) && conclusions.iter().any(|c| of(w) == Some(c.unknown))
        }
        _ => false,
    }
}
