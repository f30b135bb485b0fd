//! Exact answers for a sum of cells that all differ, by dynamic programming over the sets of values in use (Trick, A dynamic
//! programming approach for consistency and propagation of knapsack constraints, 2003). The sum is known from the set, so a
//! state is a set alone: for nine values 512 bits, whose transitions are shifts.

use crate::mask::{Mask, bits};

/// Most values of a cell. With more, the sets take more time than a search.
const MOST_VALUES: usize = 10;

/// Sets of values, a bit each: set `s` is the bit `s % 64` of the word `s / 64`.
type Sets = [u64; 1 << (MOST_VALUES - 6)];

/// By value below 6: the bits of a word whose sets lack the value.
const LACKING: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// Cells of one domain that all differ and have a known sum.
pub(super) struct DistinctSum {
    /// Words in use.
    words: usize,
    /// The sets that fill all cells and have the sum.
    wanted: Sets,
}

impl DistinctSum {
    /// None where the domain is too large.
    pub(super) fn new(values: &[i64], cells: usize, total: i128) -> Option<DistinctSum> {
        if values.len() > MOST_VALUES {
            return None;
        }
        let mut wanted = [0; 1 << (MOST_VALUES - 6)];
        let sum =
            |set: usize| (0..values.len()).filter(|v| set >> v & 1 == 1).map(|v| i128::from(values[v])).sum::<i128>();
        for set in (0..1usize << values.len()).filter(|&set| set.count_ones() as usize == cells && sum(set) == total) {
            wanted[set / 64] |= 1 << (set % 64);
        }
        Some(DistinctSum { words: (1usize << values.len()).div_ceil(64), wanted })
    }

    /// The values that each cell can take out of these; all masks are 0 if there is no choice.
    pub(super) fn possible(&self, masks: &[Mask]) -> Vec<Mask> {
        // By cell: the sets that the cells before it can use.
        let mut before = Vec::with_capacity(masks.len());
        let mut used: Sets = [0; 1 << (MOST_VALUES - 6)];
        used[0] = 1;
        for &mask in masks {
            before.push(used);
            used = self.each(&used, mask, DistinctSum::with);
        }
        let mut after = self.wanted;
        let mut left = vec![0; masks.len()];
        for (at, &mask) in masks.iter().enumerate().rev() {
            for bit in bits(mask) {
                let with = self.with(&before[at], bit.trailing_zeros() as usize);
                if with.iter().zip(&after).any(|(a, b)| a & b != 0) {
                    left[at] |= bit;
                }
            }
            after = self.each(&after, mask, DistinctSum::without);
        }
        if left.contains(&0) {
            left.fill(0);
        }
        left
    }

    fn each(&self, sets: &Sets, mask: Mask, change: fn(&DistinctSum, &Sets, usize) -> Sets) -> Sets {
        let mut all: Sets = [0; 1 << (MOST_VALUES - 6)];
        for bit in bits(mask) {
            let changed = change(self, sets, bit.trailing_zeros() as usize);
            all.iter_mut().zip(changed).for_each(|(all, changed)| *all |= changed);
        }
        all
    }

    /// The sets that lack a value, with it.
    fn with(&self, sets: &Sets, value: usize) -> Sets {
        let mut found: Sets = [0; 1 << (MOST_VALUES - 6)];
        for word in 0..self.words {
            match LACKING.get(value) {
                Some(lacking) => found[word] = (sets[word] & lacking) << (1 << value),
                None if word >> (value - 6) & 1 == 0 => found[word | 1 << (value - 6)] = sets[word],
                None => {}
            }
        }
        found
    }

    /// The sets that have a value, without it.
    fn without(&self, sets: &Sets, value: usize) -> Sets {
        let mut found: Sets = [0; 1 << (MOST_VALUES - 6)];
        for word in 0..self.words {
            match LACKING.get(value) {
                Some(lacking) => found[word] = sets[word] >> (1 << value) & lacking,
                None if word >> (value - 6) & 1 == 1 => found[word & !(1 << (value - 6))] = sets[word],
                None => {}
            }
        }
        found
    }
}

/// Whether some set of values has the sum, and each cell can have a value of its own out of it.
pub(super) fn matches_a_set(values: &[i64], masks: &[Mask], total: i128) -> bool {
    let sum = |set: Mask| bits(set).map(|bit| i128::from(values[bit.trailing_zeros() as usize])).sum::<i128>();
    let mut sets = (0..1 << values.len()).filter(|set: &Mask| set.count_ones() as usize == masks.len());
    sets.any(|set| sum(set) == total && can_be_matched(masks, set))
}

/// Whether each cell can have a value of its own out of a set.
fn can_be_matched(masks: &[Mask], set: Mask) -> bool {
    /// Finds a value for the cell, moving other cells if need be.
    fn place(masks: &[Mask], set: Mask, cell: usize, tried: &mut Mask, holder: &mut [Option<usize>]) -> bool {
        for bit in bits(masks[cell] & set) {
            if *tried & bit != 0 {
                continue;
            }
            *tried |= bit;
            let value = bit.trailing_zeros() as usize;
            if holder[value].is_none_or(|other| place(masks, set, other, tried, holder)) {
                holder[value] = Some(cell);
                return true;
            }
        }
        false
    }
    let mut holder = vec![None; Mask::BITS as usize];
    (0..masks.len()).all(|cell| place(masks, set, cell, &mut 0, &mut holder))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sator_base::random::Random;

    /// By trying every choice.
    fn brute_force(values: &[i64], masks: &[Mask], total: i64) -> Vec<Mask> {
        fn choose(values: &[i64], masks: &[Mask], chosen: &mut Vec<Mask>, total: i64, left: &mut [Mask]) {
            let Some(&mask) = masks.get(chosen.len()) else {
                let sum: i64 = chosen.iter().map(|bit| values[bit.trailing_zeros() as usize]).sum();
                if sum == total {
                    left.iter_mut().zip(&*chosen).for_each(|(left, bit)| *left |= bit);
                }
                return;
            };
            for bit in bits(mask) {
                if !chosen.contains(&bit) {
                    chosen.push(bit);
                    choose(values, masks, chosen, total, left);
                    chosen.pop();
                }
            }
        }
        let mut left = vec![0; masks.len()];
        choose(values, masks, &mut vec![], total, &mut left);
        left
    }

    #[test]
    fn values_left_are_those_of_some_choice() {
        let mut random = Random::new(5);
        let (mut narrowed, mut impossible) = (0, 0);
        for _ in 0..2_000 {
            let size = 3 + random.below(8);
            let values: Vec<i64> = (0..size as i64).map(|v| 2 * v - 3 + random.below(2) as i64).collect();
            let cells = 1 + random.below(size.min(5));
            let masks: Vec<Mask> = (0..cells).map(|_| 1 + random.below((1 << size) - 1) as Mask).collect();
            let total = random.below(40) as i64 - 5;
            let Some(sum) = DistinctSum::new(&values, cells, i128::from(total)) else { continue };
            let left = sum.possible(&masks);
            assert_eq!(left, brute_force(&values, &masks, total), "{values:?} {masks:?} {total}");
            assert_eq!(
                matches_a_set(&values, &masks, i128::from(total)),
                !left.contains(&0),
                "{values:?} {masks:?} {total}"
            );
            narrowed += usize::from(left != masks && !left.contains(&0));
            impossible += usize::from(left.contains(&0));
        }
        assert!(narrowed > 200 && impossible > 200, "{narrowed} {impossible}");
    }
}
