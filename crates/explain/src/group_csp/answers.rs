//! Answers of one problem, kept by its question: hypotheses about one cell after another ask the same again and again.

use crate::mask::Mask;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Answers kept at most; then all are forgotten.
const KEPT: usize = 2_000;

/// The values left to each unknown, by the values that each had before.
#[derive(Default)]
pub(super) struct Answers {
    /// By unknown: the number of its values, where all masks together fit in one word.
    widths: Option<Box<[u32]>>,
    /// By the masks one after the other in one word, where they fit.
    by_word: FxHashMap<u64, Arc<[Mask]>>,
    by_masks: FxHashMap<Box<[Mask]>, Arc<[Mask]>>,
}

impl Answers {
    /// No answers yet, for unknowns with so many values each.
    pub(super) fn of(values: impl Iterator<Item = usize>) -> Answers {
        let widths: Box<[u32]> = values.map(|values| values as u32).collect();
        let fits = widths.iter().sum::<u32>() <= u64::BITS;
        Answers { widths: fits.then_some(widths), ..Answers::default() }
    }

    /// The answer for these masks, if it is kept.
    pub(super) fn get(&self, masks: &[Mask]) -> Option<Arc<[Mask]>> {
        match &self.widths {
            Some(widths) => self.by_word.get(&word(widths, masks)),
            None => self.by_masks.get(masks),
        }
        .cloned()
    }

    /// Keeps the answer for these masks.
    pub(super) fn keep(&mut self, masks: &[Mask], answer: Arc<[Mask]>) {
        if self.by_word.len().max(self.by_masks.len()) == KEPT {
            *self = Answers { widths: self.widths.take(), ..Answers::default() };
        }
        match &self.widths {
            Some(widths) => self.by_word.insert(word(widths, masks), answer),
            None => self.by_masks.insert(masks.into(), answer),
        };
    }
}

/// The masks one after the other.
fn word(widths: &[u32], masks: &[Mask]) -> u64 {
    let mut used = 0;
    widths.iter().zip(masks).fold(0, |word, (&width, &mask)| {
        let at = used;
        used += width;
        word | (mask as u64).checked_shl(at).unwrap_or(0)
    })
}
