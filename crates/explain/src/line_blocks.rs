//! The reasons of nonogram solvers for the cells of a line of blocks: overlaps, blocks at an edge, finished blocks, cells out of reach.
//!
//! All come from the set of possible places of each block, given the known cells of the line. The sets are exact: a place is possible
//! if and only if some arrangement of all blocks has it.

#[cfg(test)]
mod tests;

use crate::logic::State;
use sator_answer::BlockKind;
use std::ops::Range;

/// A reason with the block and the positions of the line that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub kind: BlockKind<usize>,
    pub block: Option<usize>,
    pub cells: Vec<usize>,
}

/// The length of a block; `None` for any length.
type Length = Option<usize>;

/// A line with what is known of its cells, and the possible places of its blocks.
pub(crate) struct Line<'a> {
    cells: &'a [State],
    lengths: &'a [Length],
    /// By block, in ascending order.
    places: Vec<Vec<Range<usize>>>,
}

impl<'a> Line<'a> {
    pub(crate) fn new(cells: &'a [State], lengths: &'a [Length]) -> Line<'a> {
        let before = arrangements(cells, lengths);
        let mirrored = |list: &[State]| list.iter().rev().copied().collect::<Vec<State>>();
        let lengths_back: Vec<Length> = lengths.iter().rev().copied().collect();
        let behind = arrangements(&mirrored(cells), &lengths_back);
        let (n, count) = (cells.len(), lengths.len());
        let is_possible = |block: usize, &Range { start: first, end }: &Range<usize>| {
            // The blocks before end in front of a gap, and those behind begin after one.
            let left =
                if first == 0 { block == 0 } else { cells[first - 1] != State::There && before[block][first - 1] };
            let right = match end == n {
                true => block + 1 == count,
                false => cells[end] != State::There && behind[count - 1 - block][n - end - 1],
            };
            left && right && cells[first..end].iter().all(|&cell| cell != State::Gone)
        };
        let places = (0..count).map(|block| {
            let ends = |first: usize| match lengths[block] {
                Some(length) => first + length..=(first + length).min(n),
                None => first + 1..=n,
            };
            let all = (0..n).flat_map(|first| ends(first).map(move |end| first..end));
            all.filter(|place| is_possible(block, place)).collect()
        });
        Line { cells, lengths, places: places.collect() }
    }

    /// The reasons for these cells, each with whether a block covers it; `None` if some cell has none of them. A line without blocks
    /// needs no reason.
    pub(crate) fn reasons(&self, conclusions: &[(usize, bool)]) -> Option<Vec<Reason>> {
        if self.lengths.is_empty() {
            return None;
        }
        let mut reasons: Vec<Reason> = vec![];
        for &(cell, is_covered) in conclusions {
            let (kind, block) = if is_covered { self.covered(cell)? } else { self.uncovered(cell)? };
            match reasons.iter_mut().find(|reason| (reason.kind, reason.block) == (kind, block)) {
                Some(reason) => reason.cells.push(cell),
                None => reasons.push(Reason { kind, block, cells: vec![cell] }),
            }
        }
        Some(reasons)
    }

    /// Whether the blocks with a gap between any two need the whole line.
    fn is_full(&self) -> bool {
        self.total().is_some_and(|total| total + self.lengths.len() == self.cells.len() + 1)
    }

    /// The sum of the lengths, if all are known.
    fn total(&self) -> Option<usize> {
        self.lengths.iter().copied().sum()
    }

    /// The reason that a block covers a cell.
    fn covered(&self, cell: usize) -> Option<(BlockKind<usize>, Option<usize>)> {
        let always = |block: &usize| {
            let places = &self.places[*block];
            !places.is_empty() && places.iter().all(|place| place.contains(&cell))
        };
        let block = (0..self.lengths.len()).find(always)?;
        if self.is_full() {
            return Some((BlockKind::Full, None));
        }
        let kind = match &self.places[block][..] {
            [place] => self.edge(place).map_or(BlockKind::OnePlace, BlockKind::Edge),
            _ => BlockKind::Overlap,
        };
        Some((kind, Some(block)))
    }

    /// The known end of a block that is at the edge of the line or beside a cell of no block.
    fn edge(&self, &Range { start: first, end }: &Range<usize>) -> Option<usize> {
        let is_wall = |cell: Option<&State>| cell.is_none_or(|&cell| cell == State::Gone);
        let before = first.checked_sub(1).and_then(|at| self.cells.get(at));
        let known_end =
            |at: usize, beside: Option<&State>| (self.cells[at] == State::There && is_wall(beside)).then_some(at);
        known_end(first, before).or_else(|| known_end(end - 1, self.cells.get(end)))
    }

    /// The reason that no block covers a cell.
    fn uncovered(&self, cell: usize) -> Option<(BlockKind<usize>, Option<usize>)> {
        let blocks = || 0..self.lengths.len();
        if blocks().any(|block| self.places[block].iter().any(|place| place.contains(&cell))) {
            return None;
        }
        if self.is_full() {
            return Some((BlockKind::Full, None));
        }
        let known = self.cells.iter().filter(|&&state| state == State::There).count();
        if self.total() == Some(known) {
            return Some((BlockKind::Complete, None));
        }
        let is_finished_beside = |&block: &usize| {
            let [place] = &self.places[block][..] else { return false };
            (cell + 1 == place.start || cell == place.end)
                && self.cells[place.clone()].iter().all(|&state| state == State::There)
        };
        match blocks().find(is_finished_beside) {
            Some(block) => Some((BlockKind::Finished, Some(block))),
            None => Some((BlockKind::OutOfReach, None)),
        }
    }
}

/// By number of blocks and of cells: whether the first blocks can be arranged in the first cells, which have no other covered ones.
fn arrangements(cells: &[State], lengths: &[Length]) -> Vec<Vec<bool>> {
    let n = cells.len();
    let mut fits = vec![vec![false; n + 1]; lengths.len() + 1];
    fits[0][0] = true;
    for i in 1..=n {
        fits[0][i] = fits[0][i - 1] && cells[i - 1] != State::There;
    }
    for (block, &length) in lengths.iter().enumerate() {
        for end in 1..=n {
            let shorter = fits[block + 1][end - 1] && cells[end - 1] != State::There;
            let begins = |first: usize| {
                let free = cells[first..end].iter().all(|&cell| cell != State::Gone);
                let left = match first {
                    0 => block == 0,
                    _ => cells[first - 1] != State::There && fits[block][first - 1],
                };
                free && left
            };
            let is_last = match length {
                Some(length) => end.checked_sub(length).is_some_and(begins),
                None => (0..end).any(begins),
            };
            fits[block + 1][end] = shorter || is_last;
        }
    }
    fits
}
