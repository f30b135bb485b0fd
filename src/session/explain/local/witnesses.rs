//! Choices of values that were found to meet all conditions of a problem: they show again what is possible where they still
//! fit, so that only what they do not show is searched for.

use super::Mask;

/// How many are kept.
const KEPT: usize = 128;

#[derive(Default)]
pub(super) struct Witnesses {
    /// One after the other, the position of each unknown's value.
    found: Vec<Box<[u8]>>,
}

impl Witnesses {
    pub(super) fn keep(&mut self, solution: &[Mask]) {
        if self.found.len() == KEPT {
            self.found.remove(0);
        }
        self.found.push(solution.iter().map(|mask| mask.trailing_zeros() as u8).collect());
    }

    /// The values that they show to be possible out of these.
    pub(super) fn within(&self, masks: &[Mask]) -> Vec<Mask> {
        let mut met = vec![0; masks.len()];
        for witness in self.found.iter().filter(|witness| fits(witness, masks)) {
            met.iter_mut().zip(witness).for_each(|(met, &at)| *met |= 1 << at);
        }
        met
    }

    /// Whether one of them has none but these values.
    pub(super) fn any_within(&self, masks: &[Mask]) -> bool {
        self.found.iter().any(|witness| fits(witness, masks))
    }
}

fn fits(witness: &[u8], masks: &[Mask]) -> bool {
    witness.iter().zip(masks).all(|(&at, mask)| mask >> at & 1 == 1)
}
