//! The reasons of nonogram solvers for the cells of a line of blocks: overlaps, blocks at an edge, finished blocks, cells out of reach.
//!
//! All come from the set of possible first cells of each block, given the known cells of the line. The sets are exact: a first cell is
//! possible if and only if some arrangement of all blocks has it.

#[cfg(test)]
mod tests;

use crate::logic::State;
use sator_answer::BlockKind;

/// A reason with the block and the positions of the line that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reason {
    pub kind: BlockKind<usize>,
    pub block: Option<usize>,
    pub cells: Vec<usize>,
}

/// A line with what is known of its cells, and the possible first cells of its blocks.
pub(crate) struct Line<'a> {
    cells: &'a [State],
    lengths: &'a [usize],
    /// By block, in ascending order.
    firsts: Vec<Vec<usize>>,
}

impl<'a> Line<'a> {
    pub(crate) fn new(cells: &'a [State], lengths: &'a [usize]) -> Line<'a> {
        let before = arrangements(cells, lengths);
        let mirrored = |list: &[State]| list.iter().rev().copied().collect::<Vec<State>>();
        let lengths_back: Vec<usize> = lengths.iter().rev().copied().collect();
        let behind = arrangements(&mirrored(cells), &lengths_back);
        let (n, count) = (cells.len(), lengths.len());
        let is_possible = |block: usize, first: usize| {
            let end = first + lengths[block];
            // The blocks before end in front of a gap, and those behind begin after one.
            let left =
                if first == 0 { block == 0 } else { cells[first - 1] != State::There && before[block][first - 1] };
            let right = match end == n {
                true => block + 1 == count,
                false => cells[end] != State::There && behind[count - 1 - block][n - end - 1],
            };
            left && right && cells[first..end].iter().all(|&cell| cell != State::Gone)
        };
        let firsts = (0..count).map(|block| {
            let last = (n + 1).saturating_sub(lengths[block]);
            (0..last).filter(|&first| is_possible(block, first)).collect()
        });
        Line { cells, lengths, firsts: firsts.collect() }
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
        self.lengths.iter().map(|length| length + 1).sum::<usize>() == self.cells.len() + 1
    }

    fn covers(&self, block: usize, first: usize, cell: usize) -> bool {
        (first..first + self.lengths[block]).contains(&cell)
    }

    /// The reason that a block covers a cell.
    fn covered(&self, cell: usize) -> Option<(BlockKind<usize>, Option<usize>)> {
        let always = |block: &usize| {
            let firsts = &self.firsts[*block];
            !firsts.is_empty() && firsts.iter().all(|&first| self.covers(*block, first, cell))
        };
        let block = (0..self.lengths.len()).find(always)?;
        if self.is_full() {
            return Some((BlockKind::Full, None));
        }
        let kind = match self.firsts[block][..] {
            [first] => self.edge(first, first + self.lengths[block]).map_or(BlockKind::OnePlace, BlockKind::Edge),
            _ => BlockKind::Overlap,
        };
        Some((kind, Some(block)))
    }

    /// The known end of a block that is at the edge of the line or beside a cell of no block.
    fn edge(&self, first: usize, end: usize) -> Option<usize> {
        let is_wall = |cell: Option<&State>| cell.is_none_or(|&cell| cell == State::Gone);
        let before = first.checked_sub(1).and_then(|at| self.cells.get(at));
        let known_end =
            |at: usize, beside: Option<&State>| (self.cells[at] == State::There && is_wall(beside)).then_some(at);
        known_end(first, before).or_else(|| known_end(end - 1, self.cells.get(end)))
    }

    /// The reason that no block covers a cell.
    fn uncovered(&self, cell: usize) -> Option<(BlockKind<usize>, Option<usize>)> {
        let blocks = || 0..self.lengths.len();
        if blocks().any(|block| self.firsts[block].iter().any(|&first| self.covers(block, first, cell))) {
            return None;
        }
        if self.is_full() {
            return Some((BlockKind::Full, None));
        }
        let known = self.cells.iter().filter(|&&state| state == State::There).count();
        if known == self.lengths.iter().sum() {
            return Some((BlockKind::Complete, None));
        }
        let is_finished_beside = |&block: &usize| {
            let &[first] = &self.firsts[block][..] else { return false };
            let end = first + self.lengths[block];
            (cell + 1 == first || cell == end) && self.cells[first..end].iter().all(|&state| state == State::There)
        };
        match blocks().find(is_finished_beside) {
            Some(block) => Some((BlockKind::Finished, Some(block))),
            None => Some((BlockKind::OutOfReach, None)),
        }
    }
}

/// By number of blocks and of cells: whether the first blocks can be arranged in the first cells, which have no other covered ones.
fn arrangements(cells: &[State], lengths: &[usize]) -> Vec<Vec<bool>> {
    let n = cells.len();
    let mut fits = vec![vec![false; n + 1]; lengths.len() + 1];
    fits[0][0] = true;
    for i in 1..=n {
        fits[0][i] = fits[0][i - 1] && cells[i - 1] != State::There;
    }
    for (block, &length) in lengths.iter().enumerate() {
        for end in 1..=n {
            let shorter = fits[block + 1][end - 1] && cells[end - 1] != State::There;
            let is_last = end.checked_sub(length).is_some_and(|first| {
                let free = cells[first..end].iter().all(|&cell| cell != State::Gone);
                let left = match first {
                    0 => block == 0,
                    _ => cells[first - 1] != State::There && fits[block][first - 1],
                };
                free && left
            });
            fits[block + 1][end] = shorter || is_last;
        }
    }
    fits
}
