//! Answers of one problem, kept by its question: hypotheses about one cell after another ask the same again and again.

use crate::mask::Mask;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Answers kept at most; then all are forgotten.
const KEPT: usize = 2_000;

/// The values left to each unknown, by the values that each had before.
#[derive(Default)]
pub(super) struct Answers {
    /// By unknown: the number of its values.
    widths: Box<[u32]>,
    /// By the masks one after the other, where these fit in one word.
    by_word: FxHashMap<u64, Arc<[Mask]>>,
    /// By the masks one after the other.
    by_words: FxHashMap<Box<[u64]>, Arc<[Mask]>>,
    /// The words of the last question.
    asked: Vec<u64>,
}

impl Answers {
    /// No answers yet, for unknowns with so many values each.
    pub(super) fn of(values: impl Iterator<Item = usize>) -> Answers {
        Answers { widths: values.map(|values| values as u32).collect(), ..Answers::default() }
    }

    fn fits_in_a_word(&self) -> bool {
        self.widths.iter().sum::<u32>() <= u64::BITS
    }

    /// The answer for these masks, if it is kept.
    pub(super) fn get(&mut self, masks: &[Mask]) -> Option<Arc<[Mask]>> {
        match self.fits_in_a_word() {
            true => self.by_word.get(&word(&self.widths, masks)),
            false => {
                write_words(&self.widths, masks, &mut self.asked);
                self.by_words.get(&self.asked[..])
            }
        }
        .cloned()
    }

    /// Keeps the answer for these masks.
    pub(super) fn keep(&mut self, masks: &[Mask], answer: Arc<[Mask]>) {
        if self.by_word.len().max(self.by_words.len()) == KEPT {
            self.by_word.clear();
            self.by_words.clear();
        }
        match self.fits_in_a_word() {
            true => self.by_word.insert(word(&self.widths, masks), answer),
            false => {
                write_words(&self.widths, masks, &mut self.asked);
                self.by_words.insert(self.asked.as_slice().into(), answer)
            }
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

/// The masks one after the other, in as many words as they take.
fn write_words(widths: &[u32], masks: &[Mask], words: &mut Vec<u64>) {
    words.clear();
    // The bits that no full word has yet.
    let (mut open, mut used): (u64, u32) = (0, 0);
    for (&width, &mask) in widths.iter().zip(masks) {
        for half in 0..width.div_ceil(u64::BITS) {
            let width = (width - u64::BITS * half).min(u64::BITS);
            let part = (mask >> (u64::BITS * half)) as u64 & (u64::MAX >> (u64::BITS - width));
            open |= part << used;
            used += width;
            if used >= u64::BITS {
                words.push(open);
                used -= u64::BITS;
                open = part.checked_shr(width - used).unwrap_or(0);
            }
        }
    }
    if used > 0 {
        words.push(open);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::random::Random;

    /// The words have the bits of the masks in their order.
    #[test]
    fn words_have_all_bits_of_the_masks() {
        let mut random = Random::new(11);
        for _ in 0..500 {
            let widths: Vec<u32> = (0..random.below(12)).map(|_| 1 + random.below(128) as u32).collect();
            let bits: Vec<Vec<bool>> =
                widths.iter().map(|&width| (0..width).map(|_| random.below(2) == 0).collect()).collect();
            let mask = |bits: &Vec<bool>| bits.iter().enumerate().fold(0, |m, (at, &on)| m | Mask::from(on) << at);
            let masks: Vec<Mask> = bits.iter().map(mask).collect();
            let mut packed = Vec::new();
            write_words(&widths, &masks, &mut packed);
            let all: Vec<bool> = bits.concat();
            assert_eq!(packed.len(), all.len().div_ceil(64));
            let bit = |at: usize| packed[at / 64] >> (at % 64) & 1 == 1;
            assert!(all.iter().enumerate().all(|(at, &on)| bit(at) == on), "{widths:?}");
            assert!((all.len()..64 * packed.len()).all(|at| !bit(at)), "{widths:?}");
        }
    }
}
