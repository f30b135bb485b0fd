//! Choices of values that were found to meet all conditions of a problem: they show again what is possible where they still
//! fit, so that only what they do not show is searched for.

use crate::mask::{Mask, bits};

/// A set of choices, by their place; so many are kept.
type Choices = u128;
const KEPT: usize = Choices::BITS as usize;

#[derive(Default)]
pub(super) struct Witnesses {
    /// One after the other, the position of each unknown's value.
    found: Vec<Box<[u8]>>,
    /// The place of the next one, once all are taken.
    next: usize,
    /// By unknown and its value: which of them have it.
    having: Vec<Vec<Choices>>,
}

impl Witnesses {
    pub(super) fn keep(&mut self, solution: &[Mask]) {
        let choice: Box<[u8]> = solution.iter().map(|mask| mask.trailing_zeros() as u8).collect();
        self.having.resize(choice.len(), vec![]);
        let place = self.next;
        self.next = (place + 1) % KEPT;
        if let Some(old) = self.found.get(place) {
            self.having.iter_mut().zip(old).for_each(|(having, &at)| having[usize::from(at)] &= !(1 << place));
        }
        for (having, &at) in self.having.iter_mut().zip(&choice) {
            let at = usize::from(at);
            having.resize(having.len().max(at + 1), 0);
            having[at] |= 1 << place;
        }
        match self.found.get_mut(place) {
            Some(old) => *old = choice,
            None => self.found.push(choice),
        }
    }

    /// The values that they show to be possible out of these.
    pub(super) fn within(&self, masks: &[Mask]) -> Vec<Mask> {
        let fitting = self.fitting(masks);
        let mut met = vec![0; masks.len()];
        if fitting != 0 {
            for (met, (having, &mask)) in met.iter_mut().zip(self.having.iter().zip(masks)) {
                *met = held(having, mask).filter(|h| h.1 & fitting != 0).fold(0, |met, h| met | h.0);
            }
        }
        met
    }

    /// Whether one of them has none but these values.
    pub(super) fn any_within(&self, masks: &[Mask]) -> bool {
        self.fitting(masks) != 0
    }

    /// The witnesses with these values only.
    fn fitting(&self, masks: &[Mask]) -> Choices {
        let mut fitting = Choices::MAX >> (KEPT - self.found.len().max(1));
        if self.found.is_empty() {
            return 0;
        }
        for (having, &mask) in self.having.iter().zip(masks) {
            if fitting == 0 {
                break;
            }
            fitting &= held(having, mask).fold(0, |all, h| all | h.1);
        }
        fitting
    }
}

/// The values of a mask that some choice has, with these.
fn held(having: &[Choices], mask: Mask) -> impl Iterator<Item = (Mask, Choices)> {
    bits(mask).map_while(|bit| Some((bit, *having.get(bit.trailing_zeros() as usize)?)))
}
