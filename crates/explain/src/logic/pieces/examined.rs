//! Cells and unknowns of a division from which nothing followed when they were last examined, each with the cells that were looked
//! at. As long as nothing about these cells changes, nothing follows.

use super::Pieces;
use crate::mask::Mask;

/// Some cells, as bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    words: Vec<u64>,
}

impl Cells {
    pub(super) fn none(size: usize) -> Cells {
        Cells { words: vec![0; size.div_ceil(64)] }
    }

    pub(super) fn add(&mut self, v: u32) {
        self.words[v as usize / 64] |= 1 << (v % 64);
    }

    pub(super) fn all(size: usize) -> Cells {
        Cells { words: vec![u64::MAX; size.div_ceil(64)] }
    }

    pub(super) fn has(&self, v: u32) -> bool {
        self.words[v as usize / 64] >> (v % 64) & 1 == 1
    }

    pub(super) fn add_all(&mut self, others: &Cells) {
        self.words.iter_mut().zip(&others.words).for_each(|(word, other)| *word |= other);
    }

    fn meets(&self, other: &Cells) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }
}

/// The cells whose pieces come near an unknown, each with the size of its piece where that is exact.
pub(super) type Near = Vec<(u32, Option<usize>)>;

/// The results of the last examination, and the board at the time.
#[derive(Clone, Debug, Default)]
pub(super) struct Examined {
    /// By unknown of the division: its candidates. Empty before the first examination.
    masks: Vec<Mask>,
    /// By cell: the cells that were looked at for a violation of its piece, if there is none.
    pieces: Vec<Option<Cells>>,
    /// By unknown of the division: what was looked at for its values, if none leads to a violation.
    unknowns: Vec<Option<(Near, Cells)>>,
}

impl Examined {
    /// The cells about which something differs between these candidates and those of the last examination.
    pub(super) fn changed(&self, of: &Pieces, masks: &[Mask]) -> Cells {
        let mut changed = Cells::none(of.graph.size);
        for ((unknown, beside), before) in of.unknowns.iter().zip(&self.masks) {
            if masks[*unknown] != *before {
                beside.iter().for_each(|&v| changed.add(v));
            }
        }
        changed
    }

    /// Forgets what depends on changes of the board since the last examination.
    pub(super) fn update(&mut self, of: &Pieces, masks: &[Mask]) {
        let changed = self.changed(of, masks);
        self.pieces.resize(of.graph.size, None);
        self.unknowns.resize(of.unknowns.len(), None);
        let is_over = |seen: &Cells| seen.meets(&changed);
        self.pieces.iter_mut().filter(|p| p.as_ref().is_some_and(is_over)).for_each(|p| *p = None);
        self.unknowns.iter_mut().filter(|u| u.as_ref().is_some_and(|(_, seen)| is_over(seen))).for_each(|u| *u = None);
        self.masks = of.unknowns.iter().map(|(unknown, _)| masks[*unknown]).collect();
    }

    /// Whether the piece of a cell has no violation, as far as is known.
    pub(super) fn has_piece(&self, v: u32, changed: &Cells) -> bool {
        self.pieces.get(v as usize).and_then(Option::as_ref).is_some_and(|seen| !seen.meets(changed))
    }

    /// Whether no value of an unknown, by its number here, leads to a violation, as far as is known.
    pub(super) fn has_unknown(&self, number: usize, near: &Near, changed: &Cells) -> bool {
        let known = self.unknowns.get(number).and_then(Option::as_ref);
        known.is_some_and(|(before, seen)| before == near && !seen.meets(changed))
    }

    pub(super) fn keep_piece(&mut self, v: u32, seen: Cells) {
        self.pieces[v as usize] = Some(seen);
    }

    pub(super) fn keep_unknown(&mut self, number: usize, near: Near, seen: Cells) {
        self.unknowns[number] = Some((near, seen));
    }
}
