//! Minimum hitting sets by branch and bound: the smallest set of numbers that meets each of some sets.

/// The end of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A smallest one, sorted.
    Smallest(Vec<usize>),
    /// Each takes more numbers than allowed.
    None,
    /// The search was given up.
    GaveUp,
}

/// Branches before giving up.
const BRANCHES: u64 = 200_000;

/// A smallest set that meets each of `sets` (sorted, not empty), of at most `most` numbers. Among sets of one size the
/// choice depends on nothing but the arguments.
pub fn smallest_hitting_set(sets: &[Vec<usize>], most: usize) -> Hit {
    let words = sets.iter().flatten().max().map_or(0, |largest| largest / 64 + 1);
    let mut sets: Vec<Set> = sets.iter().map(|numbers| Set { numbers, bits: bits(numbers, words) }).collect();
    sets.sort_by_key(|set| set.numbers.len());
    let (used, chosen) = (vec![0; words], vec![0; words]);
    let mut search = Search { sets, used, chosen, count: 0, best: None, most, branches: 0 };
    // Larger and larger, so that the first set found is a smallest one.
    for size in search.bound()..=most {
        search.most = size;
        if !search.run() {
            return Hit::GaveUp;
        }
        if let Some(best) = search.best.take() {
            let numbers = (0..64 * words).filter(|n| best[n / 64] >> (n % 64) & 1 == 1);
            return Hit::Smallest(numbers.collect());
        }
    }
    Hit::None
}

struct Set<'a> {
    numbers: &'a [usize],
    bits: Vec<u64>,
}

fn bits(numbers: &[usize], words: usize) -> Vec<u64> {
    let mut bits = vec![0; words];
    numbers.iter().for_each(|n| bits[n / 64] |= 1 << (n % 64));
    bits
}

fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

struct Search<'a> {
    /// The smallest first.
    sets: Vec<Set<'a>>,
    /// The numbers of sets without a common number, where [`Search::bound`] counts these.
    used: Vec<u64>,
    chosen: Vec<u64>,
    /// The number of chosen elements.
    count: usize,
    best: Option<Vec<u64>>,
    most: usize,
    branches: u64,
}

impl Search<'_> {
    /// Sets without a common number each need a number of their own.
    fn bound(&mut self) -> usize {
        self.used.fill(0);
        let mut bound = 0;
        for set in &self.sets {
            if !meet(&set.bits, &self.chosen) && !meet(&set.bits, &self.used) {
                self.used.iter_mut().zip(&set.bits).for_each(|(used, bits)| *used |= bits);
                bound += 1;
            }
        }
        bound
    }

    /// False when it was given up.
    fn run(&mut self) -> bool {
        self.branches += 1;
        if self.branches > BRANCHES {
            return false;
        }
        let Some(set) = self.sets.iter().find(|set| !meet(&set.bits, &self.chosen)) else {
            self.best = Some(self.chosen.clone());
            return true;
        };
        let numbers = set.numbers;
        if self.count + self.bound() > self.most {
            return true;
        }
        for &n in numbers {
            self.chosen[n / 64] |= 1 << (n % 64);
            self.count += 1;
            let done = self.run();
            self.chosen[n / 64] &= !(1 << (n % 64));
            self.count -= 1;
            if !done || self.best.is_some() {
                return done;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nothing_to_meet() {
        assert_eq!(smallest_hitting_set(&[], 3), Hit::Smallest(vec![]));
        assert_eq!(smallest_hitting_set(&[vec![1], vec![2]], 1), Hit::None);
    }

    proptest! {
        #[test]
        fn as_small_as_brute_force(sets in prop::collection::vec(prop::collection::btree_set(0usize..8, 1..5), 0..8)) {
            let sets: Vec<Vec<usize>> = sets.into_iter().map(|s| s.into_iter().collect()).collect();
            let meets = |bits: u32| sets.iter().all(|s| s.iter().any(|&n| bits >> n & 1 == 1));
            let least = (0u32..256).filter(|&b| meets(b)).map(u32::count_ones).min().unwrap_or(0);
            match smallest_hitting_set(&sets, 8) {
                Hit::Smallest(found) => {
                    prop_assert_eq!(found.len() as u32, least);
                    prop_assert!(meets(found.iter().fold(0, |b, n| b | 1 << n)));
                }
                other => prop_assert!(false, "{:?}", other),
            }
        }
    }
}
